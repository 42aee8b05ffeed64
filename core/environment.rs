//! What the environment says about pools.
//!
//! | variable | value |
//! |---|---|
//! | `FURCATE_NUM_THREADS` | threads of pools that do not say how many; 0: as many as there are processors |
//! | `RAYON_NUM_THREADS` | the same, if the first is not set |
//! | `FURCATE_GUESTS` | 0: threads from outside never work on a slot of the global pool |
//!
//! A value that makes no sense is named on stderr, once for each variable, and then passed over.

use std::env;
use std::ffi::OsStr;
use std::sync::Once;

static THREADS_NAMED: Once = Once::new();
static RAYON_NAMED: Once = Once::new();
static GUESTS_NAMED: Once = Once::new();

/// The number of threads asked for: `None` for as many as there are processors.
pub(crate) fn threads() -> Option<usize> {
    let said =
        number("FURCATE_NUM_THREADS", &THREADS_NAMED).or_else(|| number("RAYON_NUM_THREADS", &RAYON_NAMED));
    said.filter(|&threads| threads > 0)
}

/// Whether guests are allowed.
pub(crate) fn guests() -> bool {
    match env::var_os("FURCATE_GUESTS") {
        None => true,
        Some(value) if value == "0" => false,
        Some(value) if value == "1" => true,
        Some(value) => {
            complain("FURCATE_GUESTS", &value, "0 or 1", &GUESTS_NAMED);
            true
        }
    }
}

/// A number of threads from the environment, or `None` if there is none that makes sense.
fn number(name: &str, named: &Once) -> Option<usize> {
    let value = env::var_os(name)?;
    let number = value.to_str().and_then(|value| value.parse().ok());
    if let Some(number) = number.filter(|&number| number <= crate::max_num_threads()) {
        return Some(number);
    }
    complain(name, &value, &format!("a number of threads from 0 to {}", crate::max_num_threads()), named);
    None
}

fn complain(name: &str, value: &OsStr, wanted: &str, named: &Once) {
    named.call_once(|| eprintln!("furcate: {name}={value:?} is not {wanted}; ignoring it"));
}
