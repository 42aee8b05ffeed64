//! What a pool costs besides the work: its first call, the processor time burnt around short jobs and after the last,
//! and allocations.
//!
//! `cargo bench -p furcate-benches --bench idle`. Each contender runs in processes of its own (this same program, with
//! `--child`), with its global pool as it comes, and no thread bound. Processor time is that which the kernel has noted
//! for all threads of the process. Linux only: elsewhere there is nothing to read it from, and it is left out.

use std::alloc::System;
use std::fs;
use std::hint::black_box;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use furcate_benches::Options;
use furcate_benches::work::cheap;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static COUNTED: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// One of those who are compared: its name, and the sum of cheap items.
struct Contender {
    name: &'static str,
    sum: fn(&[u64]) -> u64,
    /// Collects two of three items, and drops them.
    filter: fn(&[u64]) -> usize,
}

const CONTENDERS: [Contender; 4] = [
    Contender { name: "serial", sum: serial::sum, filter: serial::filter },
    Contender { name: "furcate", sum: in_furcate::sum, filter: in_furcate::filter },
    Contender { name: "rayon", sum: in_rayon::sum, filter: in_rayon::filter },
    Contender { name: "orx-parallel", sum: in_orx::sum, filter: in_orx::filter },
];

mod serial {
    use super::{black_box, cheap, wanted};

    pub(crate) fn sum(items: &[u64]) -> u64 {
        black_box(items).iter().map(cheap).sum()
    }

    pub(crate) fn filter(items: &[u64]) -> usize {
        black_box(items).iter().copied().filter(wanted).collect::<Vec<u64>>().len()
    }
}

mod in_furcate {
    use super::{black_box, cheap, wanted};
    use furcate::prelude::*;

    pub(crate) fn sum(items: &[u64]) -> u64 {
        black_box(items).par_iter().map(cheap).sum()
    }

    pub(crate) fn filter(items: &[u64]) -> usize {
        black_box(items).par_iter().copied().filter(wanted).collect::<Vec<u64>>().len()
    }
}

mod in_rayon {
    use super::{black_box, cheap, wanted};
    use rayon::prelude::*;

    pub(crate) fn sum(items: &[u64]) -> u64 {
        black_box(items).par_iter().map(cheap).sum()
    }

    pub(crate) fn filter(items: &[u64]) -> usize {
        black_box(items).par_iter().copied().filter(wanted).collect::<Vec<u64>>().len()
    }
}

mod in_orx {
    use super::{black_box, cheap, wanted};
    use orx_parallel::*;

    pub(crate) fn sum(items: &[u64]) -> u64 {
        black_box(items).par().map(cheap).sum()
    }

    pub(crate) fn filter(items: &[u64]) -> usize {
        black_box(items).par().copied().filter(wanted).collect::<Vec<u64>>().len()
    }
}

fn wanted(item: &u64) -> bool {
    item % 3 != 0
}

/// What is measured in a process of its own. Prints its figures, separated by blanks.
#[derive(Clone, Copy)]
struct Trial {
    name: &'static str,
    run: fn(&Contender),
}

const TRIALS: [Trial; 3] = [
    Trial { name: "first", run: first_call },
    Trial { name: "burnt", run: burnt },
    Trial { name: "allocations", run: allocations },
];

fn main() {
    let args: Vec<String> = std::env::args().collect();
    if let [_, child, trial, contender] = &args[..]
        && child == "--child"
    {
        let trial = TRIALS.iter().find(|known| known.name == trial).expect("a trial of this bench");
        let contender =
            CONTENDERS.iter().find(|known| known.name == contender).expect("one of those compared");
        return (trial.run)(contender);
    }

    let options = Options::from_args();
    let (calls, rounds) = if options.quick() { (21, 3) } else { (101, 9) };
    println!("threads not pinned; global pools as they come");
    table(&options, TRIALS[0], calls, "first call of a process, 10000 cheap items", &["us"]);
    let columns = ["with a 3 us job every ms, ms/s", "the pool in the second after the last job, ms/s"];
    table(&options, TRIALS[1], rounds, "processor time", &columns);
    table(&options, TRIALS[2], 3, "filter 2 of 3, collect, 10000 items", &["allocations"]);
}

/// Runs a trial of all contenders in turns and prints the medians.
fn table(options: &Options, trial: Trial, rounds: usize, title: &str, columns: &[&str]) {
    if !options.wants(title) {
        return;
    }
    let mut figures = vec![vec![Vec::new(); columns.len()]; CONTENDERS.len()];
    for _ in 0..rounds {
        for (contender, figures) in CONTENDERS.iter().zip(&mut figures) {
            for (figure, all) in child(trial, contender).into_iter().zip(figures) {
                all.push(figure);
            }
        }
    }
    println!("\n### {title}\n");
    println!("| contender | {} |", columns.join(" | "));
    println!("|---|{}", "---:|".repeat(columns.len()));
    for (contender, figures) in CONTENDERS.iter().zip(&mut figures) {
        let medians: Vec<String> = figures.iter_mut().map(|all| median(all)).collect();
        println!("| {} | {} |", contender.name, medians.join(" | "));
    }
}

fn median(figures: &mut [f64]) -> String {
    figures.sort_unstable_by(f64::total_cmp);
    figures.get(figures.len() / 2).map_or("unknown".into(), |middle| format!("{middle:.2}"))
}

fn child(trial: Trial, contender: &Contender) -> Vec<f64> {
    let program = std::env::current_exe().expect("a program knows where it lies");
    let output = Command::new(program).args(["--child", trial.name, contender.name]).output();
    let output = output.expect("this program can be started once more");
    assert!(output.status.success(), "{} of {}: {}", trial.name, contender.name, output.status);
    let text = String::from_utf8_lossy(&output.stdout);
    text.split_whitespace().map(|figure| figure.parse().expect("a trial prints numbers")).collect()
}

fn first_call(contender: &Contender) {
    let items: Vec<u64> = (0..10_000).collect();
    let expected = serial::sum(&items);
    let start = Instant::now();
    let sum = (contender.sum)(&items);
    let time = start.elapsed();
    assert_eq!(sum, expected);
    println!("{}", time.as_nanos() as f64 / 1e3);
}

fn burnt(contender: &Contender) {
    const SECOND: Duration = Duration::from_secs(1);
    // About 3 us of serial work.
    let items: Vec<u64> = (0..8_000).collect();
    let expected = serial::sum(&items);
    for _ in 0..100 {
        assert_eq!((contender.sum)(&items), expected);
    }
    sleep(Duration::from_millis(50));
    let Some(before) = processor_time(|_| true) else { return };
    let start = Instant::now();
    let mut jobs = 0;
    while start.elapsed() < SECOND {
        assert_eq!((contender.sum)(&items), expected);
        jobs += 1;
        sleep((start + Duration::from_millis(jobs)).saturating_duration_since(Instant::now()));
    }
    let Some(between) = processor_time(|_| true) else { return };
    // This thread spends some on the measurement itself: more than a pool at rest does.
    let main = std::process::id().to_string();
    let others = || processor_time(|thread| thread != main);
    let Some(begun) = others() else { return };
    sleep(SECOND);
    let Some(ended) = others() else { return };
    let per_second = |time: Duration| time.as_secs_f64() * 1e3;
    println!("{} {}", per_second(between - before), per_second(ended - begun));
}

/// What those threads of this process that are `wanted` by their numbers, none of which may have ended, have spent on processors.
fn processor_time(wanted: impl Fn(&str) -> bool) -> Option<Duration> {
    let mut all = Duration::ZERO;
    for thread in fs::read_dir("/proc/self/task").ok()? {
        let thread = thread.ok()?;
        if !wanted(thread.file_name().to_str()?) {
            continue;
        }
        let times = fs::read_to_string(thread.path().join("schedstat")).ok()?;
        all += Duration::from_nanos(times.split_whitespace().next()?.parse().ok()?);
    }
    Some(all)
}

fn allocations(contender: &Contender) {
    let items: Vec<u64> = (0..10_000).collect();
    let expected = serial::filter(&items);
    // Pools and memories of costs settle.
    for _ in 0..100 {
        assert_eq!((contender.filter)(&items), expected);
    }
    const CALLS: usize = 100;
    let region = Region::new(COUNTED);
    for _ in 0..CALLS {
        assert_eq!((contender.filter)(&items), expected);
    }
    let change = region.change();
    println!("{}", (change.allocations + change.reallocations) as f64 / CALLS as f64);
}
