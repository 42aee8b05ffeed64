//! What the benches share: contenders that take turns, medians with their spread, ratios to the serial run.
//!
//! A question (`Question::ask`) is one operation and several contenders for it, the serial one first. All do the
//! same number of samples in turns, and each round goes through them in the other direction, so that drifts of the
//! machine meet all alike. Before each sample comes a pause: it lets the pools of the contender before fall asleep.
//! The results are checked against the serial one. Figures are printed as Markdown tables.
//!
//! Pools and pinned threads: `pools.rs`. Why pinned, and how to run: `README.md`.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::hint::black_box;
use std::rc::Rc;
use std::thread::sleep;
use std::time::{Duration, Instant};

pub mod pools;

/// Long enough for every contender's idle threads to stop looking for work.
const SETTLE: Duration = Duration::from_millis(3);

/// A hot sample runs its operation for about this long, and half as long before it, untimed.
const SAMPLE: Duration = Duration::from_micros(500);

/// What the command line of a bench says.
#[derive(Debug, Clone)]
pub struct Options {
    quick: bool,
    pinned: bool,
    wanted: Vec<String>,
}

impl Options {
    /// Reads `[WORD..] [--quick] [--unpinned]`: only questions whose title holds one of the words are asked.
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

    /// Whether a shorter run is wanted.
    pub fn quick(&self) -> bool {
        self.quick
    }

    /// How many samples are taken, out of `full` in an unhurried run.
    fn samples(&self, full: usize) -> usize {
        if self.quick { full.div_ceil(3) } else { full }
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
        Contender { name, run: Box::new(run), prepare: Box::new(|_| ()) }
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

    /// Prints times divided by the number of things a call does, for instance its joins.
    #[must_use]
    pub fn per(self, parts: u64) -> Self {
        Question { parts, ..self }
    }

    /// Stops when the rounds have taken this long, but not before the fifth.
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
        let title = self.title.to_lowercase();
        let wanted = &self.options.wanted;
        if !wanted.is_empty() && !wanted.iter().any(|word| title.contains(word)) {
            return None;
        }
        (contenders[0].prepare)(1);
        let expected = (contenders[0].run)(1);
        let mut times: Vec<Vec<f64>> = vec![Vec::new(); contenders.len()];
        match self.pace {
            Pace::Hot => {
                let calls: Vec<usize> =
                    contenders.iter_mut().map(|contender| contender.calls(expected)).collect();
                let start = Instant::now();
                for round in 0..self.options.samples(31) {
                    if round >= 5 && self.budget.is_some_and(|budget| start.elapsed() > budget) {
                        break;
                    }
                    for at in turns(round, contenders.len()) {
                        sleep(SETTLE);
                        contenders[at].time(calls[at].div_ceil(2), expected);
                        let time = contenders[at].time(calls[at], expected);
                        times[at].push(time.as_nanos() as f64 / calls[at] as f64);
                    }
                }
            }
            Pace::After(pause) => {
                for round in 0..self.options.samples(151) {
                    for at in turns(round, contenders.len()) {
                        // Its own last call is then as long ago as the pause says.
                        contenders[at].time(1, expected);
                        sleep(pause);
                        let time = contenders[at].time(1, expected);
                        times[at].push(time.as_nanos() as f64);
                    }
                }
            }
        }
        Some(times.into_iter().map(|times| Spread::of(times, self.parts)).collect())
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
