//! The contract between what makes items and what takes them.
//!
//! A chain such as `v.par_iter().map(f).sum()` meets in the middle: from the left comes a [`Producer`],
//! which can be split and turned into a plain iterator; from the right comes a [`Consumer`], which can be
//! split and turned into a [`Folder`], one accumulator for a run of items. The bridge
//! ([`bridge_producer_consumer`], [`bridge_unindexed`]) splits both alike, folds the pieces and joins
//! what comes out with a [`Reducer`].
//!
//! Names and signatures are those of the field's reference, so that a crate which implements these traits for its
//! own collection works here unchanged.
//!
//! # What to implement
//!
//! | you have | implement | with the help of |
//! |---|---|---|
//! | an iterator of your own that only wraps one from here | [`ParallelIterator`](super::ParallelIterator), and [`IndexedParallelIterator`](super::IndexedParallelIterator) if the wrapped one is | its own `drive_unindexed`, `drive` and `with_producer` |
//! | a collection that can be split at any position | [`Producer`], and both iterator traits | [`bridge`] |
//! | one that knows its length, but no positions | [`Producer`] and `ParallelIterator` | [`bridge_producer_consumer`] |
//! | one that can only be halved somewhere, or not further (a tree) | [`UnindexedProducer`] and `ParallelIterator` | [`bridge_unindexed`] |
//! | items that come from elsewhere, one by one | `ParallelIterator` | [`Consumer::into_folder`]; or [`par_bridge`](super::ParallelBridge::par_bridge) |
//! | a terminal of your own | [`Consumer`], [`UnindexedConsumer`], [`Folder`], [`Reducer`]; often `fold` and `reduce` do | `drive_unindexed`, or `drive` |
//! | an adapter that looks at the neighbours of an item | both iterator traits, and a `Producer` around the base's | [`ProducerCallback`] |
//!
//! # Examples
//!
//! A type of one's own which does not tell how it is made:
//!
//! ```
//! use furcate::iter::plumbing::UnindexedConsumer;
//! use furcate::prelude::*;
//!
//! /// The words of a text.
//! struct Words<'a>(&'a str);
//!
//! impl<'a> ParallelIterator for Words<'a> {
//!     type Item = &'a str;
//!
//!     fn drive_unindexed<C: UnindexedConsumer<&'a str>>(self, consumer: C) -> C::Result {
//!         self.0.par_split(' ').filter(|word| !word.is_empty()).drive_unindexed(consumer)
//!     }
//! }
//!
//! assert_eq!(Words("to be  or not").map(str::len).max(), Some(3));
//! ```

// How pieces are chosen: `bridge/`.
mod consumer;
mod producer;

pub use self::consumer::{Consumer, Folder, Reducer, UnindexedConsumer};
pub use self::producer::{Producer, ProducerCallback, UnindexedProducer};
pub use super::bridge::{bridge, bridge_producer_consumer, bridge_unindexed};
