//! Choices that can be repeated: of a seed, or of the bytes that a fuzzer makes up.

use std::fs;
use std::panic::{self, AssertUnwindSafe, UnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::sync::{Once, OnceLock};

use furcate::ThreadPool;

/// A repeatable sequence of numbers.
///
/// # Examples
///
/// ```
/// use furcate_tests::Dice;
///
/// let mut dice = Dice::of_bytes(&[7, 2]);
/// assert_eq!((dice.throw(6), dice.throw(6)), (1, 2));
/// assert!(dice.throw(6) < 6); // the bytes are used up: from now on as a seed says
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Dice<'a> {
    bytes: &'a [u8],
    state: u64,
}

impl Dice<'static> {
    /// The sequence of a seed.
    pub fn of_seed(seed: u64) -> Self {
        Dice { bytes: &[], state: seed }
    }
}

impl<'a> Dice<'a> {
    /// Throws what the bytes say, and when they are used up, what their number says.
    pub fn of_bytes(bytes: &'a [u8]) -> Self {
        Dice { bytes, state: bytes.len() as u64 }
    }

    /// A number below `sides`: of as few bytes as may be, so that the change of one changes one choice.
    pub fn throw(&mut self, sides: usize) -> usize {
        let wanted = (usize::BITS - (sides - 1).leading_zeros()).div_ceil(8) as usize;
        if let Some((now, later)) = self.bytes.split_at_checked(wanted)
            && !self.bytes.is_empty()
        {
            self.bytes = later;
            return now.iter().fold(0, |number, &byte| number << 8 | usize::from(byte)) % sides;
        }
        self.bytes = &[];
        // A linear congruential step; the high bits are the good ones.
        self.state =
            self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.state >> 33) as usize % sides
    }

    /// One of `choices`.
    pub fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.throw(choices.len())]
    }

    /// A seed for another sequence.
    pub fn seed(&mut self) -> u64 {
        self.throw(1 << 30) as u64
    }
}

/// Runs `work` in a pool of 1, 2, 4 or 8 threads that is kept for the next time: fuzzers make many short runs.
pub fn in_kept_pool(dice: &mut Dice<'_>, work: impl FnOnce(&mut Dice<'_>) + Send) {
    static POOLS: [OnceLock<ThreadPool>; 4] = [const { OnceLock::new() }; 4];
    let size = dice.throw(POOLS.len());
    let start = || furcate::ThreadPoolBuilder::new().num_threads(1 << size).build();
    POOLS[size].get_or_init(|| start().expect("a few threads start")).install(|| work(dice));
}

/// Runs `work`, which may panic as std's sorts do where an order is none, or by `resume_unwind`; tells whether it ended.
///
/// The panics of the sorts get past the hook: a fuzzer's hook ends the process.
pub fn may_unwind(work: impl FnOnce() + UnwindSafe) -> bool {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let planned =
                info.payload().downcast_ref::<&str>().is_some_and(|text| text.contains("total order"));
            if !planned {
                before(info);
            }
        }));
    });
    catch_unwind(work).is_ok()
}

/// Runs a fuzz target on the seeds in `fuzz/seeds/name`, and on `size` inputs that are drawn.
///
/// # Panics
///
/// If the target does; the input is then printed. If there are no seeds.
pub fn without_fuzzer(name: &str, size: usize, target: fn(&[u8])) {
    let run = |input: &[u8]| {
        catch_unwind(AssertUnwindSafe(|| target(input))).unwrap_or_else(|panic| {
            eprintln!("{name}: printf '{}' > input", input.escape_ascii());
            resume_unwind(panic)
        });
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds").join(name);
    let mut seeds = 0;
    for file in fs::read_dir(&folder).expect("there are seeds") {
        run(&fs::read(file.expect("a folder can be read").path()).expect("a seed can be read"));
        seeds += 1;
    }
    assert!(seeds > 0, "no seeds in {}", folder.display());
    for seed in 0..size as u64 {
        let mut dice = Dice::of_seed(seed);
        let len = dice.throw(120);
        run(&(0..len).map(|_| dice.throw(256) as u8).collect::<Vec<_>>());
    }
    println!("{name}: {seeds} seeds, {size} inputs drawn");
}
