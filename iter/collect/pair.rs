//! Pairs of collections, filled in one traversal: `unzip`, `partition`, `partition_map`, and pairs as collections.
//!
//! A collection is filled by handing it an iterator; here are two that both want one. So the left one is handed a
//! [`LeftHalf`]. When it drives that with a consumer, the consumer is put aside and the right one is handed a
//! [`RightHalf`]; when it drives that, both consumers are at hand, and the base is driven into the two. The
//! results go back the same way. This needs nothing of the collections but their public traits.
//!
//! What differs between the callers is only which item goes where (`route.rs`) and whether a collection is extended or
//! built ([`Fill`]).

use std::marker::PhantomData;

use either::Either;

use super::route::{BySide, ByTest, Route, Routing, Unzipping};
use crate::iter::plumbing::{Consumer, UnindexedConsumer};
use crate::iter::{
    FromParallelIterator, IndexedParallelIterator, IntoParallelIterator, ParallelExtend, ParallelIterator,
};

/// Puts the halves of each item into two new collections.
pub(crate) fn unzip<I, A, B, C, D>(iter: I) -> (C, D)
where
    I: ParallelIterator<Item = (A, B)>,
    A: Send,
    B: Send,
    C: Default + Send + ParallelExtend<A>,
    D: Default + Send + ParallelExtend<B>,
{
    extend_new(iter, Unzipping)
}

/// Puts the items for which `op` holds into one new collection, the others into another.
pub(crate) fn partition<I, C, D, P>(iter: I, op: &P) -> (C, D)
where
    I: ParallelIterator,
    C: Default + Send + ParallelExtend<I::Item>,
    D: Default + Send + ParallelExtend<I::Item>,
    P: Fn(&I::Item) -> bool + Sync,
{
    extend_new(iter, ByTest(op))
}

/// Puts what `op` makes of each item into the collection of its side.
pub(crate) fn partition_map<I, C, D, P, L, R>(iter: I, op: &P) -> (C, D)
where
    I: ParallelIterator,
    C: Default + Send + ParallelExtend<L>,
    D: Default + Send + ParallelExtend<R>,
    P: Fn(I::Item) -> Either<L, R> + Sync,
    L: Send,
    R: Send,
{
    extend_new(iter, BySide(op))
}

/// Replaces what both vectors hold by the halves of the items.
pub(crate) fn unzip_into_vecs<I, A, B>(iter: I, left: &mut Vec<A>, right: &mut Vec<B>)
where
    I: IndexedParallelIterator<Item = (A, B)>,
    A: Send,
    B: Send,
{
    left.clear();
    right.clear();
    fill_both(iter, Unzipping, Extending(left), Extending(right));
}

fn extend_new<I, W, C, D>(iter: I, route: W) -> (C, D)
where
    I: ParallelIterator,
    W: Route<I::Item>,
    C: Default + Send + ParallelExtend<W::Left>,
    D: Default + Send + ParallelExtend<W::Right>,
{
    let (mut left, mut right) = (C::default(), D::default());
    fill_both(iter, route, Extending(&mut left), Extending(&mut right));
    (left, right)
}

/// Implements both traits for pairs, by items that are routed to its halves.
///
/// ```text
/// pairs_from! { (L, R) by Unzipping }
/// ```
macro_rules! pairs_from {
    ($($item:ty, by $route:expr, $doc:literal;)*) => {
        $(
            #[doc = $doc]
            impl<L, R, A, B> ParallelExtend<$item> for (A, B)
            where
                L: Send,
                R: Send,
                A: Send + ParallelExtend<L>,
                B: Send + ParallelExtend<R>,
            {
                fn par_extend<I>(&mut self, par_iter: I)
                where
                    I: IntoParallelIterator<Item = $item>,
                {
                    let (left, right) = (Extending(&mut self.0), Extending(&mut self.1));
                    fill_both(par_iter.into_par_iter(), $route, left, right);
                }
            }

            #[doc = $doc]
            impl<L, R, A, B> FromParallelIterator<$item> for (A, B)
            where
                L: Send,
                R: Send,
                A: Send + FromParallelIterator<L>,
                B: Send + FromParallelIterator<R>,
            {
                fn from_par_iter<I>(par_iter: I) -> Self
                where
                    I: IntoParallelIterator<Item = $item>,
                {
                    let (left, right) = (Building(PhantomData), Building(PhantomData));
                    fill_both(par_iter.into_par_iter(), $route, left, right)
                }
            }
        )*
    };
}

pairs_from! {
    (L, R), by Unzipping, "The halves of each item go into the halves of the pair, in one traversal.";
    Either<L, R>, by BySide(|item| item), "Each item goes into the half of its side, in one traversal.";
}

/// Goes into whichever collection there is.
impl<A, B, T> ParallelExtend<T> for Either<A, B>
where
    A: ParallelExtend<T>,
    B: ParallelExtend<T>,
    T: Send,
{
    fn par_extend<I>(&mut self, par_iter: I)
    where
        I: IntoParallelIterator<Item = T>,
    {
        match self {
            Either::Left(collection) => collection.par_extend(par_iter),
            Either::Right(collection) => collection.par_extend(par_iter),
        }
    }
}

/// How a collection comes to its items.
trait Fill<T: Send>: Send {
    /// What is then returned.
    type Made: Send;

    fn fill<I: ParallelIterator<Item = T>>(self, iter: I) -> Self::Made;
}

/// The collection is there and is extended.
struct Extending<'a, C>(&'a mut C);

impl<T: Send, C: Send + ParallelExtend<T>> Fill<T> for Extending<'_, C> {
    type Made = ();

    fn fill<I: ParallelIterator<Item = T>>(self, iter: I) {
        self.0.par_extend(iter);
    }
}

/// The collection is built.
struct Building<C>(PhantomData<fn() -> C>);

impl<T: Send, C: Send + FromParallelIterator<T>> Fill<T> for Building<C> {
    type Made = C;

    fn fill<I: ParallelIterator<Item = T>>(self, iter: I) -> C {
        C::from_par_iter(iter)
    }
}

/// Fills both at once.
///
/// # Panics
///
/// If one of both does not drive the iterator that it is given: the other could not have its items.
fn fill_both<I, W, L, R>(iter: I, route: W, left: L, right: R) -> (L::Made, R::Made)
where
    I: ParallelIterator,
    W: Route<I::Item>,
    L: Fill<W::Left>,
    R: Fill<W::Right>,
{
    let mut work = Some((iter, right));
    let mut right_made = None;
    let left_made = left.fill(LeftHalf { work: &mut work, route, made: &mut right_made });
    (left_made, right_made.expect(DRIVEN))
}

const DRIVEN: &str =
    "a collection did not drive the iterator that its `par_extend` or `from_par_iter` was given";

/// The iterator that the left collection is handed.
struct LeftHalf<'a, I, W, R, M> {
    /// The base, and how the right collection comes to its items. `None` once driven.
    work: &'a mut Option<(I, R)>,
    route: W,
    made: &'a mut Option<M>,
}

impl<I, W, R, M> LeftHalf<'_, I, W, R, M>
where
    I: ParallelIterator,
    W: Route<I::Item>,
    R: Fill<W::Right, Made = M>,
{
    fn drive<C: UnindexedConsumer<W::Left>>(self, consumer: C, placed: bool) -> C::Result {
        let LeftHalf { work, route, made } = self;
        let (base, right) = work.take().expect("this is the only one to take it");
        let mut work = Some((base, consumer));
        let mut result = None;
        *made = Some(right.fill(RightHalf { work: &mut work, route, result: &mut result, placed }));
        result.expect(DRIVEN)
    }
}

impl<I, W, R, M> ParallelIterator for LeftHalf<'_, I, W, R, M>
where
    I: ParallelIterator,
    W: Route<I::Item>,
    R: Fill<W::Right, Made = M>,
    M: Send,
{
    type Item = W::Left;

    fn drive_unindexed<C: UnindexedConsumer<W::Left>>(self, consumer: C) -> C::Result {
        self.drive(consumer, false)
    }

    fn drive_placed<C: UnindexedConsumer<W::Left>>(self, consumer: C) -> C::Result {
        self.drive(consumer, true)
    }

    fn opt_len(&self) -> Option<usize> {
        known_len::<_, W>(self.work.as_ref().map(|(base, _)| base))
    }
}

/// The iterator that the right collection is handed, while the left one is waiting in its drive.
struct RightHalf<'a, I, W, C, A> {
    /// The base, and the consumer of the left collection. `None` once driven.
    work: &'a mut Option<(I, C)>,
    route: W,
    result: &'a mut Option<A>,
    /// Whether the left consumer gains by knowing positions.
    placed: bool,
}

impl<I, W, C, A> RightHalf<'_, I, W, C, A>
where
    I: ParallelIterator,
    W: Route<I::Item>,
    C: UnindexedConsumer<W::Left, Result = A>,
{
    fn drive<D: UnindexedConsumer<W::Right>>(self, right: D, placed: bool) -> D::Result {
        let RightHalf { work, route, result, .. } = self;
        let (base, left) = work.take().expect("this is the only one to take it");
        let consumer = Routing { route, left, right };
        let (left, right) = if placed { base.drive_placed(consumer) } else { base.drive_unindexed(consumer) };
        *result = Some(left);
        right
    }
}

impl<I, W, C, A> ParallelIterator for RightHalf<'_, I, W, C, A>
where
    I: ParallelIterator,
    W: Route<I::Item>,
    C: UnindexedConsumer<W::Left> + Consumer<W::Left, Result = A>,
    A: Send,
{
    type Item = W::Right;

    fn drive_unindexed<D: UnindexedConsumer<W::Right>>(self, consumer: D) -> D::Result {
        let placed = self.placed;
        self.drive(consumer, placed)
    }

    fn drive_placed<D: UnindexedConsumer<W::Right>>(self, consumer: D) -> D::Result {
        self.drive(consumer, true)
    }

    fn opt_len(&self) -> Option<usize> {
        known_len::<_, W>(self.work.as_ref().map(|(base, _)| base))
    }
}

/// The length of a half: that of the base if each item has both halves.
fn known_len<I: ParallelIterator, W: Route<I::Item>>(base: Option<&I>) -> Option<usize> {
    if W::TO_BOTH { base?.opt_len() } else { None }
}
