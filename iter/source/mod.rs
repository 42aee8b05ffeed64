//! Sources that need no collection: from nothing, from one value, from a function.

mod empty;
mod once;
mod repeat;

pub use self::empty::{Empty, empty};
pub use self::once::{Once, once};
#[expect(deprecated, reason = "the old name goes on working")]
pub use self::repeat::repeatn;
pub use self::repeat::{Repeat, RepeatN, repeat, repeat_n};
