//! One traversal into two consumers: a [`Route`] says which item goes where.

use either::Either::{self, Left, Right};

use crate::iter::plumbing::{Consumer, Folder, Reducer, UnindexedConsumer};

/// Says which of two folders gets an item, or which parts of it both get.
pub(super) trait Route<T>: Copy + Send + Sync {
    /// What the left folder takes.
    type Left: Send;

    /// What the right folder takes.
    type Right: Send;

    /// Whether each item goes to both, so that both have the length of the base.
    const TO_BOTH: bool;

    /// Feeds the right folder, which is in the slot (see [`Folder::consume_in`]), and gives what is for the left one.
    fn feed<G: Folder<Self::Right>>(self, item: T, right: &mut Option<G>) -> Option<Self::Left>;

    /// Feeds all items, until both folders are full.
    ///
    /// The left folder takes all in one go, which it does best; the right one is fed by the way.
    fn feed_iter<I, F, G>(self, mut items: I, left: &mut Option<F>, right: &mut Option<G>)
    where
        I: Iterator<Item = T>,
        F: Folder<Self::Left>,
        G: Folder<Self::Right>,
    {
        let for_left = items.by_ref().filter_map(|item| self.feed(item, right));
        *left = left.take().map(|left| left.consume_iter(for_left));
        // If the left folder is full there may be items left that the right one wants.
        for item in items {
            if is_full(right) {
                break;
            }
            self.feed(item, right);
        }
    }
}

fn is_full<T, F: Folder<T>>(slot: &Option<F>) -> bool {
    slot.as_ref().is_some_and(Folder::full)
}

/// The halves of a pair go to both sides.
#[derive(Clone, Copy)]
pub(super) struct Unzipping;

impl<L: Send, R: Send> Route<(L, R)> for Unzipping {
    type Left = L;
    type Right = R;

    const TO_BOTH: bool = true;

    fn feed<G: Folder<R>>(self, (a, b): (L, R), right: &mut Option<G>) -> Option<L> {
        G::consume_in(right, b);
        Some(a)
    }

    /// As the default, without an `Option` around each item, which would make this three times slower.
    fn feed_iter<I, F, G>(self, mut items: I, left: &mut Option<F>, right: &mut Option<G>)
    where
        I: Iterator<Item = (L, R)>,
        F: Folder<L>,
        G: Folder<R>,
    {
        let for_left = items.by_ref().map(|(a, b)| {
            G::consume_in(right, b);
            a
        });
        *left = left.take().map(|left| left.consume_iter(for_left));
        for (_, b) in items {
            if is_full(right) {
                break;
            }
            G::consume_in(right, b);
        }
    }
}

/// Items that pass a test go to the left.
#[derive(Clone, Copy)]
pub(super) struct ByTest<P>(pub(super) P);

impl<T: Send, P: Fn(&T) -> bool + Copy + Send + Sync> Route<T> for ByTest<P> {
    type Left = T;
    type Right = T;

    const TO_BOTH: bool = false;

    fn feed<G: Folder<T>>(self, item: T, right: &mut Option<G>) -> Option<T> {
        if (self.0)(&item) {
            return Some(item);
        }
        G::consume_in(right, item);
        None
    }
}

/// A closure makes something for one side of each item.
#[derive(Clone, Copy)]
pub(super) struct BySide<P>(pub(super) P);

impl<T, L, R, P> Route<T> for BySide<P>
where
    L: Send,
    R: Send,
    P: Fn(T) -> Either<L, R> + Copy + Send + Sync,
{
    type Left = L;
    type Right = R;

    const TO_BOTH: bool = false;

    fn feed<G: Folder<R>>(self, item: T, right: &mut Option<G>) -> Option<L> {
        match (self.0)(item) {
            Left(item) => Some(item),
            Right(item) => {
                G::consume_in(right, item);
                None
            }
        }
    }
}

/// A route before the consumers of both sides.
pub(super) struct Routing<W, L, R> {
    pub(super) route: W,
    pub(super) left: L,
    pub(super) right: R,
}

impl<T, W, L, R> Consumer<T> for Routing<W, L, R>
where
    W: Route<T>,
    L: Consumer<W::Left>,
    R: Consumer<W::Right>,
{
    type Folder = RoutingFolder<W, L::Folder, R::Folder>;
    type Reducer = ReduceBoth<L::Reducer, R::Reducer>;
    type Result = (L::Result, R::Result);

    fn split_at(self, index: usize) -> (Self, Self, Self::Reducer) {
        let Routing { route, left, right } = self;
        let (left, later_left, left_reducer) = left.split_at(index);
        let (right, later_right, right_reducer) = right.split_at(index);
        (
            Routing { route, left, right },
            Routing { route, left: later_left, right: later_right },
            ReduceBoth(left_reducer, right_reducer),
        )
    }

    fn into_folder(self) -> Self::Folder {
        RoutingFolder {
            route: self.route,
            left: Some(self.left.into_folder()),
            right: Some(self.right.into_folder()),
        }
    }

    fn full(&self) -> bool {
        self.left.full() && self.right.full()
    }
}

impl<T, W, L, R> UnindexedConsumer<T> for Routing<W, L, R>
where
    W: Route<T>,
    L: UnindexedConsumer<W::Left>,
    R: UnindexedConsumer<W::Right>,
{
    fn split_off_left(&self) -> Self {
        Routing { route: self.route, left: self.left.split_off_left(), right: self.right.split_off_left() }
    }

    fn to_reducer(&self) -> Self::Reducer {
        ReduceBoth(self.left.to_reducer(), self.right.to_reducer())
    }
}

/// A route before the folders of both sides. Both are there, except while it unwinds.
pub(super) struct RoutingFolder<W, F, G> {
    route: W,
    left: Option<F>,
    right: Option<G>,
}

const BOTH_THERE: &str = "a folder that has taken an item is there again";

impl<T, W, F, G> Folder<T> for RoutingFolder<W, F, G>
where
    W: Route<T>,
    F: Folder<W::Left>,
    G: Folder<W::Right>,
{
    type Result = (F::Result, G::Result);

    fn consume(mut self, item: T) -> Self {
        if let Some(item) = self.route.feed(item, &mut self.right) {
            F::consume_in(&mut self.left, item);
        }
        self
    }

    fn consume_iter<I: IntoIterator<Item = T>>(mut self, iter: I) -> Self {
        self.route.feed_iter(iter.into_iter(), &mut self.left, &mut self.right);
        self
    }

    fn complete(self) -> Self::Result {
        (self.left.expect(BOTH_THERE).complete(), self.right.expect(BOTH_THERE).complete())
    }

    fn full(&self) -> bool {
        is_full(&self.left) && is_full(&self.right)
    }
}

/// Joins the results of each side.
pub(super) struct ReduceBoth<L, R>(L, R);

impl<A, B, L: Reducer<A>, R: Reducer<B>> Reducer<(A, B)> for ReduceBoth<L, R> {
    fn reduce(self, left: (A, B), right: (A, B)) -> (A, B) {
        (self.0.reduce(left.0, right.0), self.1.reduce(left.1, right.1))
    }
}
