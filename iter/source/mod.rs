//! Sources that need no collection: from nothing, from one value, from a function.

mod either;
mod empty;
mod once;
mod repeat;
mod split;
mod walk_tree;

pub(crate) use self::once::AtMostOne;

pub use self::empty::{Empty, empty};
pub use self::once::{Once, once};
#[expect(deprecated, reason = "the old name goes on working")]
pub use self::repeat::repeatn;
pub use self::repeat::{Repeat, RepeatN, repeat, repeat_n};
pub use self::split::{Split, split};
pub use self::walk_tree::{
    WalkTree, WalkTreePostfix, WalkTreePrefix, walk_tree, walk_tree_postfix, walk_tree_prefix,
};
