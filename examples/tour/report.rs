//! Times a step both ways, compares the results, and prints a line; a bar shows progress on a terminal.
//!
//! Each way runs twice, in the order serial, parallel, parallel, serial, and its better time counts: so neither
//! gains from what the other left in the caches. Long steps run once each way, and so do those that fill most of the
//! memory: a second run would find the allocator's pages warm, more of them on one side than on the other. What a
//! step works on is made ready, and what it returns is dropped, outside the time.

use std::io::{ErrorKind, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// One run of each way is enough for steps as long as this: the whole tour stays under a minute.
const LONG: Duration = Duration::from_secs(3);

pub(crate) struct Report {
    /// Hidden unless stderr is a terminal.
    bar: ProgressBar,
    serial: Duration,
    parallel: Duration,
    /// Steps whose results differed.
    unequal: Vec<&'static str>,
}

impl Report {
    pub(crate) fn new(steps: u64, threads: usize) -> Self {
        let plural = if threads == 1 { "" } else { "s" };
        say(&format!("{threads} thread{plural}\n"));
        say(&format!("{:<20}{:>11}{:>11}{:>10}", "step", "serial", "parallel", "speed-up"));
        let bar = progress("", steps);
        Report { bar, serial: Duration::ZERO, parallel: Duration::ZERO, unequal: Vec::new() }
    }

    /// Runs one step both ways, twice unless it is long, and returns the serial result.
    pub(crate) fn step<In, Out: PartialEq>(
        &mut self,
        name: &'static str,
        prepare: impl Fn() -> In,
        serially: impl Fn(In) -> Out,
        in_parallel: impl Fn(In) -> Out,
        describe: impl Fn(&Out) -> String,
    ) -> Out {
        self.run(LONG, name, prepare, serially, in_parallel, describe)
    }

    /// The same, but once each way however short it is.
    pub(crate) fn step_once<In, Out: PartialEq>(
        &mut self,
        name: &'static str,
        prepare: impl Fn() -> In,
        serially: impl Fn(In) -> Out,
        in_parallel: impl Fn(In) -> Out,
        describe: impl Fn(&Out) -> String,
    ) -> Out {
        self.run(Duration::ZERO, name, prepare, serially, in_parallel, describe)
    }

    fn run<In, Out: PartialEq>(
        &mut self,
        twice_below: Duration,
        name: &'static str,
        prepare: impl Fn() -> In,
        serially: impl Fn(In) -> Out,
        in_parallel: impl Fn(In) -> Out,
        describe: impl Fn(&Out) -> String,
    ) -> Out {
        self.bar.set_message(name);
        let timed = |run: &dyn Fn(In) -> Out| {
            let input = prepare();
            let start = Instant::now();
            let output = run(input);
            (start.elapsed(), output)
        };
        let (mut serial, expected) = timed(&serially);
        let (mut parallel, output) = timed(&in_parallel);
        let mut equal = output == expected;
        drop(output);
        if serial < twice_below {
            let (again, output) = timed(&in_parallel);
            parallel = parallel.min(again);
            equal &= output == expected;
            drop(output);
            let (again, output) = timed(&serially);
            serial = serial.min(again);
            equal &= output == expected;
        }
        self.serial += serial;
        self.parallel += parallel;
        self.bar.suspend(|| {
            say(&line(name, serial, parallel));
            say(&format!("  {}", describe(&expected)));
            if !equal {
                eprintln!("tour: MISMATCH: {name}: the parallel result differs from the serial one");
            }
        });
        if !equal {
            self.unequal.push(name);
        }
        self.bar.inc(1);
        expected
    }

    /// Prints the sums; says whether all results were equal.
    pub(crate) fn finish(&self) -> bool {
        self.bar.finish_and_clear();
        say(&line("all steps", self.serial, self.parallel));
        if self.unequal.is_empty() {
            say("  all parallel results equal the serial ones");
        } else {
            eprintln!("tour: parallel and serial results differ in: {}", self.unequal.join(", "));
        }
        self.unequal.is_empty()
    }
}

/// A bar on the terminal, if stderr is one.
pub(crate) fn progress(what: &'static str, len: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {msg:<20} [{bar:30}] {pos}/{len} {elapsed}")
        .expect("the template is well-formed")
        .progress_chars("=> ");
    let bar = ProgressBar::new(len).with_style(style).with_message(what);
    if !bar.is_hidden() {
        bar.enable_steady_tick(Duration::from_millis(200));
    }
    bar
}

fn line(name: &str, serial: Duration, parallel: Duration) -> String {
    let ratio = serial.as_secs_f64() / parallel.as_secs_f64().max(1e-9);
    format!("{name:<20}{:>11}{:>11}{:>10}", short(serial), short(parallel), format!("{ratio:.2}x"))
}

fn short(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds if seconds >= 1.0 => format!("{seconds:.2} s"),
        seconds if seconds >= 1e-3 => format!("{:.1} ms", seconds * 1e3),
        seconds => format!("{:.1} us", seconds * 1e6),
    }
}

/// A number of bytes, in MiB when there are enough.
pub(crate) fn size(bytes: u64) -> String {
    const MIB: u64 = 1 << 20;
    if bytes < MIB { format!("{bytes} bytes") } else { format!("{:.1} MiB", bytes as f64 / MIB as f64) }
}

/// `1234567` as `1,234,567`.
pub(crate) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Prints a line. A reader that went away (`tour | head`) ends the tour quietly.
pub(crate) fn say(line: &str) {
    if let Err(error) = writeln!(std::io::stdout(), "{line}") {
        let quiet = error.kind() == ErrorKind::BrokenPipe;
        if !quiet {
            eprintln!("tour: cannot print: {error}");
        }
        std::process::exit(if quiet { 0 } else { 2 });
    }
}
