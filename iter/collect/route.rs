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

    /// Feeds one item.
    fn feed<F, G>(self, item: T, left: F, right: G) -> (F, G)
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

    fn feed<F: Folder<L>, G: Folder<R>>(self, (a, b): (L, R), left: F, right: G) -> (F, G) {
        (left.consume(a), right.consume(b))
    }
}

/// Items that pass a test go to the left.
#[derive(Clone, Copy)]
pub(super) struct ByTest<P>(pub(super) P);

impl<T: Send, P: Fn(&T) -> bool + Copy + Send + Sync> Route<T> for ByTest<P> {
    type Left = T;
    type Right = T;

    const TO_BOTH: bool = false;

    fn feed<F: Folder<T>, G: Folder<T>>(self, item: T, left: F, right: G) -> (F, G) {
        if (self.0)(&item) { (left.consume(item), right) } else { (left, right.consume(item)) }
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

    fn feed<F: Folder<L>, G: Folder<R>>(self, item: T, left: F, right: G) -> (F, G) {
        match (self.0)(item) {
            Left(item) => (left.consume(item), right),
            Right(item) => (left, right.consume(item)),
        }
    }
}

/// A route before the consumers of both sides. As folder and as reducer it stands before theirs.
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
    type Folder = Routing<W, L::Folder, R::Folder>;
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
        Routing { route: self.route, left: self.left.into_folder(), right: self.right.into_folder() }
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

impl<T, W, L, R> Folder<T> for Routing<W, L, R>
where
    W: Route<T>,
    L: Folder<W::Left>,
    R: Folder<W::Right>,
{
    type Result = (L::Result, R::Result);

    fn consume(self, item: T) -> Self {
        let (left, right) = self.route.feed(item, self.left, self.right);
        Routing { route: self.route, left, right }
    }

    fn complete(self) -> Self::Result {
        (self.left.complete(), self.right.complete())
    }

    fn full(&self) -> bool {
        self.left.full() && self.right.full()
    }
}

/// Joins the results of each side.
pub(super) struct ReduceBoth<L, R>(L, R);

impl<A, B, L: Reducer<A>, R: Reducer<B>> Reducer<(A, B)> for ReduceBoth<L, R> {
    fn reduce(self, left: (A, B), right: (A, B)) -> (A, B) {
        (self.0.reduce(left.0, right.0), self.1.reduce(left.1, right.1))
    }
}
