//! One traversal into two consumers: a [`Route`] says which item goes where.

use either::Either::{self, Left, Right};

use crate::iter::plumbing::{Consumer, Folder, Reducer, UnindexedConsumer};

/// Feeds an item to one of two folders, or parts of it to both.
pub(super) trait Route<T>: Copy + Send + Sync {
    /// What the left folder takes.
    type Left: Send;

    /// What the right folder takes.
    type Right: Send;

    /// Whether each item goes to both, so that both have the length of the base.
    const TO_BOTH: bool;

    /// Feeds one item. The slots hold their folders, see [`Folder::consume_in`].
    fn feed<F, G>(self, item: T, left: &mut Option<F>, right: &mut Option<G>)
    where
        F: Folder<Self::Left>,
        G: Folder<Self::Right>;
}

/// The halves of a pair go to both sides.
#[derive(Clone, Copy)]
pub(super) struct Unzipping;

impl<L: Send, R: Send> Route<(L, R)> for Unzipping {
    type Left = L;
    type Right = R;

    const TO_BOTH: bool = true;

    fn feed<F: Folder<L>, G: Folder<R>>(self, (a, b): (L, R), left: &mut Option<F>, right: &mut Option<G>) {
        F::consume_in(left, a);
        G::consume_in(right, b);
    }
}

/// Items that pass a test go to the left.
#[derive(Clone, Copy)]
pub(super) struct ByTest<P>(pub(super) P);

impl<T: Send, P: Fn(&T) -> bool + Copy + Send + Sync> Route<T> for ByTest<P> {
    type Left = T;
    type Right = T;

    const TO_BOTH: bool = false;

    fn feed<F: Folder<T>, G: Folder<T>>(self, item: T, left: &mut Option<F>, right: &mut Option<G>) {
        if (self.0)(&item) { F::consume_in(left, item) } else { G::consume_in(right, item) }
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

    fn feed<F: Folder<L>, G: Folder<R>>(self, item: T, left: &mut Option<F>, right: &mut Option<G>) {
        match (self.0)(item) {
            Left(item) => F::consume_in(left, item),
            Right(item) => G::consume_in(right, item),
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

/// A route before the folders of both sides. Both are there, except while one unwinds.
pub(super) struct RoutingFolder<W, F, G> {
    route: W,
    left: Option<F>,
    right: Option<G>,
}

const BOTH_THERE: &str = "a folder takes an item and is there again";

impl<T, W, F, G> Folder<T> for RoutingFolder<W, F, G>
where
    W: Route<T>,
    F: Folder<W::Left>,
    G: Folder<W::Right>,
{
    type Result = (F::Result, G::Result);

    fn consume(mut self, item: T) -> Self {
        self.route.feed(item, &mut self.left, &mut self.right);
        self
    }

    fn consume_iter<I: IntoIterator<Item = T>>(mut self, iter: I) -> Self {
        for item in iter {
            self.route.feed(item, &mut self.left, &mut self.right);
            if Folder::<T>::full(&self) {
                break;
            }
        }
        self
    }

    fn complete(self) -> Self::Result {
        (self.left.expect(BOTH_THERE).complete(), self.right.expect(BOTH_THERE).complete())
    }

    fn full(&self) -> bool {
        self.left.as_ref().is_some_and(Folder::full) && self.right.as_ref().is_some_and(Folder::full)
    }
}

/// Joins the results of each side.
pub(super) struct ReduceBoth<L, R>(L, R);

impl<A, B, L: Reducer<A>, R: Reducer<B>> Reducer<(A, B)> for ReduceBoth<L, R> {
    fn reduce(self, left: (A, B), right: (A, B)) -> (A, B) {
        (self.0.reduce(left.0, right.0), self.1.reduce(left.1, right.1))
    }
}
