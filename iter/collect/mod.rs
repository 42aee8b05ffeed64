//! How a parallel iterator becomes a collection.
//!
//! Three ways lead there, and each kind of collection takes the best that it can:
//!
//! - *in place* (`consumer.rs`): the length is known, so the memory of a `Vec` is made at once, and each piece
//!   writes its own part of it;
//! - *in pieces* (`pieces.rs`): the length is not known, or the collection cannot be written in parts; each piece
//!   fills a buffer of its own, the buffers come in order, and the collection takes them in;
//! - *by way of another*: a boxed slice by a `Vec`, an `Option<C>` by a `C` (`fallible.rs`), a pair by both of its
//!   halves in one traversal (`pair.rs`).
//!
//! One file for each kind of collection, with both of its traits.

mod consumer;
mod pieces;
mod vec;

pub(crate) use self::{pieces::collect_vec_list, vec::collect_into_vec};
