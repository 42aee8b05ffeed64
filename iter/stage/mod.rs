//! Adapters that look at one item at a time.
//!
//! Such an adapter is a [`Step`]: it feeds an item, or several, or none, to the folder behind it. A step
//! without state of its own is `Copy` and done. One with state (`map_with`) is begun anew for each piece, which a
//! [`Stage`] says how to do. One consumer, [`Staged`], and one folder serve them all; a step that gives
//! exactly one item for each can also be pulled through, see `pull/`.
//!
//! A step gets the user's closure inside of one of our own (`|item| (it.op)(item)`), not as `&it.op`: a call through std's
//! impl for references is compiled elsewhere and seldom inlined, and an accumulator is then copied there and back
//! for each item (a `fold` into a `HashMap` took 2.4 times as long).

use super::ParallelIterator;
use super::plumbing::{Consumer, Folder, UnindexedConsumer};

mod cloned;
mod copied;
mod filter;
mod filter_map;
mod flat_map_iter;
mod flatten_iter;
mod fold;
mod fold_with;
mod inspect;
mod map;
mod map_init;
mod map_with;
mod panic_fuse;
mod positions;
mod skip_any;
mod skip_any_while;
mod take_any;
mod take_any_while;
mod try_fold;
mod try_fold_with;
mod update;
mod while_some;

pub(crate) use self::flat_map_iter::feed_in_blocks;
pub use self::{
    cloned::Cloned, copied::Copied, filter::Filter, filter_map::FilterMap, flat_map_iter::FlatMapIter,
    flatten_iter::FlattenIter, fold::Fold, fold_with::FoldWith, inspect::Inspect, map::Map,
    map_init::MapInit, map_with::MapWith, panic_fuse::PanicFuse, positions::Positions, skip_any::SkipAny,
    skip_any_while::SkipAnyWhile, take_any::TakeAny, take_any_while::TakeAnyWhile, try_fold::TryFold,
    try_fold_with::TryFoldWith, update::Update, while_some::WhileSome,
};

/// What becomes of one item.
pub(crate) trait Step<T>: Sized {
    /// What the folder behind takes.
    type Out;

    /// Feeds what becomes of `item` to `next`.
    fn feed<F: Folder<Self::Out>>(&mut self, item: T, next: F) -> F;

    /// Feeds what becomes of all `items` to `next`, until one of both is full.
    ///
    /// Worth overriding where an adapter of std vectorises better than the loop.
    fn feed_iter<I, F>(&mut self, items: I, mut next: F) -> F
    where
        I: Iterator<Item = T>,
        F: Folder<Self::Out>,
    {
        for item in items {
            next = self.feed(item, next);
            if next.full() || self.full() {
                break;
            }
        }
        next
    }

    /// Ends the piece: feeds what is still held back to `next`.
    fn finish<F: Folder<Self::Out>>(self, next: F) -> F {
        // Here and wherever user values are thrown away: before `next` becomes the return value, which would
        // leak if the destructor panicked.
        drop(self);
        next
    }

    /// Whether further items of this piece would change nothing.
    fn full(&self) -> bool {
        false
    }
}

/// How a step is begun for each piece.
pub(crate) trait Stage<T>: Send + Sized {
    /// The step of one piece.
    type Step: Step<T>;

    /// The stage of a further piece, to the right of this one.
    fn fork(&self) -> Self;

    /// Begins a piece.
    fn start(self) -> Self::Step;

    /// Whether further items of any piece would change nothing.
    fn full(&self) -> bool {
        false
    }
}

/// The stage of a step without state: each piece has a copy.
#[derive(Clone, Copy)]
pub(crate) struct Each<S>(pub(crate) S);

impl<T, S: Step<T> + Copy + Send> Stage<T> for Each<S> {
    type Step = S;

    fn fork(&self) -> Self {
        *self
    }

    fn start(self) -> S {
        self.0
    }

    fn full(&self) -> bool {
        self.0.full()
    }
}

/// A stage before the consumer that takes what it lets through.
#[derive(Debug)]
pub(crate) struct Staged<S, C> {
    pub(crate) stage: S,
    pub(crate) next: C,
}

impl<T, S, C> Consumer<T> for Staged<S, C>
where
    S: Stage<T>,
    C: Consumer<<S::Step as Step<T>>::Out>,
{
    type Folder = StagedFolder<S::Step, C::Folder>;
    type Reducer = C::Reducer;
    type Result = C::Result;

    fn split_at(self, index: usize) -> (Self, Self, Self::Reducer) {
        let right = self.stage.fork();
        let (next, right_next, reducer) = self.next.split_at(index);
        (Staged { stage: self.stage, next }, Staged { stage: right, next: right_next }, reducer)
    }

    fn into_folder(self) -> Self::Folder {
        StagedFolder { step: self.stage.start(), next: self.next.into_folder() }
    }

    fn full(&self) -> bool {
        self.stage.full() || self.next.full()
    }

    fn back_first(&self) -> bool {
        self.next.back_first()
    }

    fn behind(self, done: &mut Self::Result) -> Self {
        Staged { next: self.next.behind(done), ..self }
    }
}

impl<T, S, C> UnindexedConsumer<T> for Staged<S, C>
where
    S: Stage<T>,
    C: UnindexedConsumer<<S::Step as Step<T>>::Out>,
{
    fn split_off_left(&self) -> Self {
        Staged { stage: self.stage.fork(), next: self.next.split_off_left() }
    }

    fn to_reducer(&self) -> Self::Reducer {
        self.next.to_reducer()
    }
}

/// A step before the folder that takes what it lets through.
#[derive(Debug)]
pub(crate) struct StagedFolder<S, F> {
    pub(crate) step: S,
    pub(crate) next: F,
}

impl<T, S, F> Folder<T> for StagedFolder<S, F>
where
    S: Step<T>,
    F: Folder<S::Out>,
{
    type Result = F::Result;

    fn consume(mut self, item: T) -> Self {
        self.next = self.step.feed(item, self.next);
        self
    }

    fn consume_iter<I>(mut self, iter: I) -> Self
    where
        I: IntoIterator<Item = T>,
    {
        self.next = self.step.feed_iter(iter.into_iter(), self.next);
        self
    }

    fn complete(self) -> Self::Result {
        self.step.finish(self.next).complete()
    }

    fn full(&self) -> bool {
        self.step.full() || self.next.full()
    }
}

/// Feeds all of `base` through a stage, as one piece.
pub(crate) fn fold_here<I, S, F>(base: I, stage: S, next: F) -> F
where
    I: ParallelIterator,
    S: Stage<I::Item>,
    F: Folder<<S::Step as Step<I::Item>>::Out>,
{
    let StagedFolder { step, next } = base.fold_here(StagedFolder { step: stage.start(), next });
    step.finish(next)
}

/// Implements [`ParallelIterator`](super::ParallelIterator) for an adapter whose work is one stage.
///
/// ```text
/// staged! {
///     impl<I, F, R> Map<I, F> => R
///     where { I: ParallelIterator, F: Fn(I::Item) -> R + Sync + Send, R: Send }
///     step(it) { Mapping(&it.op) }
///     indexed
/// }
/// ```
///
/// `it` is the adapter; its field `base` is moved, the others are free to the step. Write `step` for one
/// without state, `stage` for one with. What all pieces share stands behind it and lives until the drive is over:
/// `sharing(stopped) { AtomicBool::new(false) }`. The last word says what is known of the length: `indexed` (one item
/// out for each; the stage is a `Pull` and the adapter becomes indexed where its base is: the bounds then begin with that
/// of the base), `fewer` (one or none out for each) or `unindexed`.
macro_rules! staged {
    (@placed [$item:ty] [$($shared:ident $init:block)?] $kind:ident $it:ident $stage:block) => {
        fn drive_placed<C: $crate::iter::plumbing::UnindexedConsumer<$item>>(self, next: C) -> C::Result {
            let $it = self;
            $(let $shared = $init;)?
            let stage = staged! { @$kind $stage };
            $it.base.drive_placed($crate::iter::stage::Staged { stage, next })
        }

        fn at_most(&self) -> Option<usize> {
            self.base.at_most()
        }
    };
    (@step $step:block) => { $crate::iter::stage::Each($step) };
    (@stage $stage:block) => { $stage };
    (
        impl<$($g:tt),*> $name:ident<$($a:tt),*> => $item:ty
        where { $($bounds:tt)* }
        $kind:ident($it:ident) $stage:block
        $(sharing($shared:ident) $init:block)?
        unindexed
    ) => {
        staged! { @impl [$($g),*] $name<$($a),*> [$item] [$($bounds)*] [$($shared $init)?] $kind $it $stage {} }
    };
    (
        impl<$($g:tt),*> $name:ident<$($a:tt),*> => $item:ty
        where { $($bounds:tt)* }
        $kind:ident($it:ident) $stage:block
        $(sharing($shared:ident) $init:block)?
        fewer
    ) => {
        staged! { @impl [$($g),*] $name<$($a),*> [$item] [$($bounds)*] [$($shared $init)?] $kind $it $stage {
            staged! { @placed [$item] [$($shared $init)?] $kind $it $stage }
        } }
    };
    (
        impl<$($g:tt),*> $name:ident<$($a:tt),*> => $item:ty
        where { I: ParallelIterator $(<Item = $of:ty>)? $(, $($bounds:tt)+)? }
        $kind:ident($it:ident) $stage:block
        $(sharing($shared:ident) $init:block)?
        indexed
    ) => {
        staged! { @impl [$($g),*] $name<$($a),*> [$item] [I: ParallelIterator $(<Item = $of>)? $(, $($bounds)+)?] [$($shared $init)?] $kind $it $stage {
            staged! { @placed [$item] [$($shared $init)?] $kind $it $stage }

            fn opt_len(&self) -> Option<usize> {
                self.base.opt_len()
            }
        } }

        impl<$($g),*> $crate::iter::IndexedParallelIterator for $name<$($a),*>
        where
            I: $crate::iter::IndexedParallelIterator $(<Item = $of>)?,
            $($($bounds)+)?
        {
            fn drive<C: $crate::iter::plumbing::Consumer<$item>>(self, next: C) -> C::Result {
                let $it = self;
                $(let $shared = $init;)?
                let stage = staged! { @$kind $stage };
                $it.base.drive($crate::iter::stage::Staged { stage, next })
            }

            fn len(&self) -> usize {
                self.base.len()
            }

            fn with_producer<CB>(self, callback: CB) -> CB::Output
            where
                CB: $crate::iter::plumbing::ProducerCallback<$item>,
            {
                let $it = self;
                $(let $shared = $init;)?
                let stage = staged! { @$kind $stage };
                $crate::iter::pull::rewrap($it.base, $crate::iter::pull::Pulling(stage), callback)
            }
        }
    };
    (@impl [$($g:tt),*] $name:ident<$($a:tt),*> [$item:ty] [$($bounds:tt)*] [$($shared:ident $init:block)?] $kind:ident $it:ident $stage:block { $($more:tt)* }) => {
        impl<$($g),*> $crate::iter::ParallelIterator for $name<$($a),*>
        where
            $($bounds)*
        {
            type Item = $item;

            fn drive_unindexed<C: $crate::iter::plumbing::UnindexedConsumer<$item>>(self, next: C) -> C::Result {
                let $it = self;
                $(let $shared = $init;)?
                let stage = staged! { @$kind $stage };
                $it.base.drive_unindexed($crate::iter::stage::Staged { stage, next })
            }

            fn folds_here(&self) -> bool {
                self.base.folds_here()
            }

            fn fold_here<NEXT: $crate::iter::plumbing::Folder<$item>>(self, next: NEXT) -> NEXT {
                let $it = self;
                $(let $shared = $init;)?
                let stage = staged! { @$kind $stage };
                $crate::iter::stage::fold_here($it.base, stage, next)
            }

            $($more)*
        }
    };
}
pub(crate) use staged;
