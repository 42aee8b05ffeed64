//! What the benches share: contenders that take turns, medians with their spread, ratios to the serial run.
//!
//! A question (`Question::ask`) is one operation and several contenders for it, the serial one first. All do the
//! same number of samples in turns, and each round goes through them in the other direction, so that drifts of the
//! machine meet all alike. Before each sample comes a pause: it lets the pools of the contender before fall asleep.
//! The results are checked against the serial one. Figures are printed as Markdown tables.
//!
//! Pools and pinned threads: `pools.rs`; peers that need more than a pool: `peers.rs`; work to share: `work.rs`. Why pinned, and how to run: `README.md`.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::hint::black_box;
use std::rc::Rc;
use std::thread::sleep;
use std::time::{Duration, Instant};

pub mod keys;
pub mod peers;
pub mod pools;
pub mod work;

/// Long enough for every contender's idle threads to stop looking for work.
const SETTLE: Duration = Duration::from_millis(3);

/// A hot sample runs its operation for about this long, and half as long before it, untimed.
const SAMPLE: Duration = Duration::from_micros(500);

/// In a hurry, a question about long or rare calls gets no more than this, if that leaves five rounds.
const PATIENCE: Duration = Duration::from_millis(400);

/// So many times longer in an unhurried run.
const UNHURRIED: u32 = 8;

/// What the command line of a bench says.
#[derive(Debug, Clone)]
pub struct Options {
    quick: bool,
    pinned: bool,
    wanted: Vec<String>,
}

impl Options {
    /// Reads `[WORD..] [--quick] [--unpinned]`: only questions whose title holds one of the words are asked. A word may
    /// be several, joined by `&`, all of which the title must hold.
    ///
    /// `FURCATE_BENCH_QUICK=1` says the same as `--quick`. Ends the process on an unknown option.
    pub fn from_args() -> Self {
        let quick = std::env::var_os("FURCATE_BENCH_QUICK").is_some_and(|value| value != "0");
        let mut options = Options { quick, pinned: true, wanted: Vec::new() };
        for arg in std::env::args().skip(1) {
            match &arg[..] {
                "--quick" => options.quick = true,
                "--unpinned" => options.pinned = false,
                // Cargo passes it to every bench.
                "--bench" => {}
                _ if arg.starts_with('-') => {
                    eprintln!("unknown option {arg}; known: WORD.. --quick --unpinned");
                    std::process::exit(2);
                }
                _ => options.wanted.push(arg.to_lowercase()),
            }
        }
        options
    }

    /// Whether threads are bound to CPUs.
    pub fn pinned(&self) -> bool {
        self.pinned
    }

    /// Whether a question with this title is to be asked.
    pub fn wants(&self, title: &str) -> bool {
        let title = title.to_lowercase();
        let holds = |word: &String| word.split('&').all(|part| title.contains(part));
        self.wanted.is_empty() || self.wanted.iter().any(holds)
    }

    /// Whether few samples are wanted.
    pub fn quick(&self) -> bool {
        self.quick
    }

    /// How many rounds to do, out of `full` in an unhurried run, if one takes so long.
    fn rounds(&self, full: usize, round: Duration, budget: Option<Duration>) -> usize {
        let (full, patience) =
            if self.quick { (full.div_ceil(3), PATIENCE) } else { (full, PATIENCE * UNHURRIED) };
        let patience = budget.unwrap_or(patience);
        full.min((patience.as_nanos() / round.as_nanos().max(1)).max(5) as usize)
    }
}

/// How calls follow each other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Pace {
    /// One after the other, many to a sample.
    Hot,
    /// Each alone, after a pause of this length.
    After(Duration),
}

/// One of those who are compared.
pub struct Contender<'a> {
    name: &'static str,
    /// Runs the operation so many times and returns the wrapping sum of the results.
    run: Box<dyn FnMut(usize) -> u64 + 'a>,
    /// Makes what so many runs of the operation use up; not timed.
    prepare: Box<dyn FnMut(usize) + 'a>,
    /// Before and after each turn, not timed.
    around: Option<&'a dyn Around>,
}

/// What has to be done before and after the turns of a contender: those whose idle threads spin must have none while the
/// others are measured.
pub trait Around {
    /// Before a turn.
    fn enter(&self);
    /// After it.
    fn leave(&self);
}

impl std::fmt::Debug for Contender<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Contender").field("name", &self.name).finish_non_exhaustive()
    }
}

impl<'a> Contender<'a> {
    /// A contender whose calls are made one by one from the bench's own thread.
    pub fn new(name: &'static str, call: impl Fn() -> u64 + 'a) -> Self {
        Contender::whole(name, move |times| repeat(times, &call))
    }

    /// A contender that is told how often to run the operation: for those that first go into a pool. Sum the results
    /// with [`repeat`].
    pub fn whole(name: &'static str, run: impl FnMut(usize) -> u64 + 'a) -> Self {
        Contender { name, run: Box::new(run), prepare: Box::new(|_| ()), around: None }
    }

    /// A contender that uses up what `prepare` makes without being timed, for instance a slice to be sorted.
    pub fn prepared<T: 'a>(
        name: &'static str,
        prepare: impl Fn() -> T + 'a,
        mut call: impl FnMut(&mut T) -> u64 + 'a,
    ) -> Self {
        let made = Rc::new(RefCell::new(Vec::new()));
        let stock = Rc::clone(&made);
        Contender {
            name,
            run: Box::new(move |times| {
                let mut made = made.borrow_mut();
                made.iter_mut().take(times).fold(0, |sum: u64, one| sum.wrapping_add(call(one)))
            }),
            prepare: Box::new(move |times| {
                stock.borrow_mut().clear();
                stock.borrow_mut().extend((0..times).map(|_| prepare()));
            }),
            around: None,
        }
    }

    /// A contender that changes the same thing again and again.
    pub fn changing<T: 'a>(
        name: &'static str,
        make: impl FnOnce() -> T,
        mut call: impl FnMut(&mut T) -> u64 + 'a,
    ) -> Self {
        let mut it = make();
        Contender::whole(name, move |times| {
            (0..times).fold(0, |sum: u64, _| sum.wrapping_add(black_box(call(&mut it))))
        })
    }

    /// As [`prepared`](Self::prepared), with all calls of a sample made inside a pool that is entered once for them.
    pub fn prepared_inside<T: Send + 'a>(
        name: &'static str,
        pool: &'a furcate::ThreadPool,
        prepare: impl Fn() -> T + 'a,
        call: impl Fn(&mut T) -> u64 + Sync + 'a,
    ) -> Self {
        let made = Rc::new(RefCell::new(Vec::new()));
        let stock = Rc::clone(&made);
        Contender {
            name,
            run: Box::new(move |times| {
                let made = &mut made.borrow_mut()[..times];
                pool.install(|| made.iter_mut().fold(0, |sum: u64, one| sum.wrapping_add(call(one))))
            }),
            prepare: Box::new(move |times| {
                stock.borrow_mut().clear();
                stock.borrow_mut().extend((0..times).map(|_| prepare()));
            }),
            around: None,
        }
    }

    /// Has `around` called before and after each turn.
    #[must_use]
    pub fn around(self, around: &'a dyn Around) -> Self {
        Contender { around: Some(around), ..self }
    }

    fn enter(&self) {
        if let Some(around) = self.around {
            around.enter();
        }
    }

    fn leave(&self) {
        if let Some(around) = self.around {
            around.leave();
        }
    }

    fn time(&mut self, times: usize, expected: u64) -> Duration {
        (self.prepare)(times);
        let start = Instant::now();
        let sum = black_box((self.run)(times));
        let time = start.elapsed();
        let right = expected.wrapping_mul(times as u64);
        assert_eq!(sum, right, "{}: a wrong result in {times} calls", self.name);
        time
    }

    /// How many calls make a hot sample. Tried thrice: one interruption must not pass for the cost of a call.
    fn calls(&mut self, expected: u64) -> usize {
        let mut calls = 1;
        while calls < 1 << 24 && (0..3).any(|_| self.time(calls, expected) < SAMPLE) {
            calls *= 2;
        }
        calls
    }
}

/// Calls `call` so many times and returns the wrapping sum of what it returns.
pub fn repeat(times: usize, call: impl Fn() -> u64) -> u64 {
    let mut sum = 0u64;
    for _ in 0..times {
        sum = sum.wrapping_add(black_box(call()));
    }
    sum
}

/// Numbers without a pattern, the same in each run (Marsaglia's xorshift, multiplied).
pub fn random() -> impl Iterator<Item = u64> {
    let mut state = 0x9E37_79B9_7F4A_7C15u64;
    std::iter::repeat_with(move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.wrapping_mul(0x2545_F491_4F6C_DD1D)
    })
}

/// One operation, and how it is measured.
#[derive(Debug)]
pub struct Question<'o> {
    options: &'o Options,
    title: String,
    pace: Pace,
    parts: u64,
    budget: Option<Duration>,
}

impl<'o> Question<'o> {
    /// A question about single calls that follow each other at `pace`.
    pub fn new(options: &'o Options, title: impl Into<String>, pace: Pace) -> Self {
        Question { options, title: title.into(), pace, parts: 1, budget: None }
    }

    /// How its calls follow each other.
    pub fn pace(&self) -> Pace {
        self.pace
    }

    /// Prints times divided by the number of things a call does, for instance its joins.
    #[must_use]
    pub fn per(self, parts: u64) -> Self {
        Question { parts, ..self }
    }

    /// Stops when the rounds have taken about this long, but not before the fifth.
    #[must_use]
    pub fn within(self, budget: Duration) -> Self {
        Question { budget: Some(budget), ..self }
    }

    /// Measures the contenders, the serial one first, and prints the table.
    pub fn ask(self, mut contenders: Vec<Contender<'_>>) {
        if let Some(spreads) = self.measure(&mut contenders) {
            self.print(&contenders, &spreads);
        }
    }

    /// Measures the contenders, the serial one first, and gives their medians in nanoseconds: for tables of many
    /// questions. Nothing if the command line asks for others.
    pub fn medians(self, mut contenders: Vec<Contender<'_>>) -> Option<Vec<f64>> {
        Some(self.measure(&mut contenders)?.iter().map(|spread| spread.median).collect())
    }

    fn measure(&self, contenders: &mut [Contender<'_>]) -> Option<Vec<Spread>> {
        if !self.options.wants(&self.title) {
            return None;
        }
        (contenders[0].prepare)(1);
        let expected = (contenders[0].run)(1);
        let mut times: Vec<Vec<f64>> = vec![Vec::new(); contenders.len()];
        let calls: Vec<usize> = contenders.iter_mut().map(|one| self.calls(one, expected)).collect();
        let start = Instant::now();
        let mut rounds = usize::MAX;
        let mut round = 0;
        while round < rounds {
            for at in turns(round, contenders.len()) {
                let (contender, calls) = (&mut contenders[at], calls[at]);
                contender.enter();
                // The call before the timed one is then as long ago as the pace says.
                let pause = match self.pace {
                    Pace::Hot => {
                        sleep(SETTLE);
                        Duration::ZERO
                    }
                    Pace::After(pause) => pause,
                };
                contender.time(calls.div_ceil(2), expected);
                if !pause.is_zero() {
                    sleep(pause);
                }
                let time = contender.time(calls, expected);
                contender.leave();
                times[at].push(time.as_nanos() as f64 / calls as f64);
            }
            if round == 0 {
                let full = if self.pace == Pace::Hot { 31 } else { 151 };
                rounds = self.options.rounds(full, start.elapsed(), self.budget);
            }
            round += 1;
        }
        Some(times.into_iter().map(|times| Spread::of(times, self.parts)).collect())
    }

    /// How many calls make a sample.
    fn calls(&self, contender: &mut Contender<'_>, expected: u64) -> usize {
        if self.pace != Pace::Hot {
            return 1;
        }
        contender.enter();
        let calls = contender.calls(expected);
        contender.leave();
        calls
    }

    fn print(&self, contenders: &[Contender<'_>], spreads: &[Spread]) {
        let serial = spreads[0].median;
        let rayon = contenders.iter().position(|contender| contender.name.starts_with("rayon"));
        let mut table = String::new();
        let _ = writeln!(table, "\n### {}\n", self.title);
        let _ = writeln!(table, "| contender | median | 10 % .. 90 % | vs serial | vs rayon |");
        let _ = writeln!(table, "|---|---:|---:|---:|---:|");
        for (contender, spread) in contenders.iter().zip(spreads) {
            let ratio = |base: f64| format!("{:.3}", spread.median / base);
            let to_rayon = rayon.map_or("".into(), |rayon| ratio(spreads[rayon].median));
            let (median, low, high) = (shown(spread.median), shown(spread.low), shown(spread.high));
            let name = contender.name;
            let _ =
                writeln!(table, "| {name} | {median} | {low} .. {high} | {} | {to_rayon} |", ratio(serial));
        }
        print!("{table}");
    }
}

/// The contenders' places in the order of this round.
fn turns(round: usize, contenders: usize) -> impl Iterator<Item = usize> {
    (0..contenders).map(move |turn| if round % 2 == 0 { turn } else { contenders - 1 - turn })
}

/// In nanoseconds.
#[derive(Debug)]
struct Spread {
    low: f64,
    median: f64,
    high: f64,
}

impl Spread {
    fn of(mut times: Vec<f64>, parts: u64) -> Self {
        times.sort_unstable_by(f64::total_cmp);
        let at = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize] / parts as f64;
        Spread { low: at(0.1), median: at(0.5), high: at(0.9) }
    }
}

fn shown(nanoseconds: f64) -> String {
    match nanoseconds {
        time if time < 100.0 => format!("{time:.2} ns"),
        time if time < 10_000.0 => format!("{time:.0} ns"),
        time if time < 10_000_000.0 => format!("{:.1} us", time / 1e3),
        time => format!("{:.1} ms", time / 1e6),
    }
}
