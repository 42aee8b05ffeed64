//! What users do with furcate, on real files, each step once serially and once in parallel.
//!
//! `cargo run --release --example tour [PATH] [--threads N] [--limit MIB]`
//!
//! The steps: read files, count words into a map, sort the words by count, gather and sort all lines, find
//! duplicate lines and duplicate files, and reduce numbers over all bytes. A step prints its result, both times
//! and the speed-up, and compares both results; the run fails if any differ.
//!
//! What to read: `args.rs`; which files, and how they are read: `corpus.rs`; the work itself, serial and parallel
//! side by side: `text.rs`, `twins.rs`, `numbers.rs`; timing, comparing and printing: `report.rs`.

mod args;
mod corpus;
mod numbers;
mod report;
mod text;
mod twins;

use std::process::ExitCode;

use args::{Request, Wish};
use corpus::{Corpus, Document};
use report::{Report, grouped, size};

const STEPS: u64 = 9;

fn main() -> ExitCode {
    let request = match args::parse(std::env::args_os().skip(1)) {
        Ok(Wish::Help) => {
            report::say(args::HELP.trim_end());
            return ExitCode::SUCCESS;
        }
        Ok(Wish::Run(request)) => request,
        Err(mistake) => {
            eprintln!("tour: {mistake}\nTry --help.");
            return ExitCode::from(2);
        }
    };
    match tour(&request) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(trouble) => {
            eprintln!("tour: {trouble}");
            ExitCode::from(2)
        }
    }
}

/// Runs all steps; says whether parallel and serial results were equal throughout.
fn tour(request: &Request) -> Result<bool, String> {
    if let Some(threads) = request.threads {
        furcate::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build_global()
            .map_err(|error| format!("cannot make a pool of {threads} threads: {error}"))?;
    }
    let corpus = Corpus::find(request)?;
    corpus.announce();

    corpus.warm_up();
    let mut report = Report::new(STEPS, furcate::current_num_threads());

    let read = report.step_once(
        "read files",
        || &corpus.files,
        corpus::read_serially,
        corpus::read_in_parallel,
        |read| {
            let documents = read.iter().flatten();
            let (bytes, lossy) = documents.fold((0, 0), |(bytes, lossy), document| {
                (bytes + document.text.len(), lossy + usize::from(document.lossy))
            });
            let note = if lossy == 0 { String::new() } else { format!(", {lossy} not UTF-8 (read lossily)") };
            format!("{} files, {}{note}", grouped(read.iter().flatten().count()), size(bytes as u64))
        },
    );
    let documents = corpus::keep_readable(read);
    if documents.is_empty() {
        return Err("none of the files could be read".into());
    }
    words_and_lines(&mut report, &documents);
    bytes(&mut report, &documents);
    Ok(report.finish())
}

fn words_and_lines(report: &mut Report, documents: &[Document]) {
    let counts = report.step(
        "count words",
        || documents,
        text::count_words_serially,
        text::count_words_in_parallel,
        |counts| {
            let all = counts.values().sum::<u64>() as usize;
            format!("{} words, {} different", grouped(all), grouped(counts.len()))
        },
    );
    report.step(
        "sort words by count",
        || counts.iter().map(|(&word, &count)| (word, count)).collect::<Vec<_>>(),
        text::rank_serially,
        text::rank_in_parallel,
        |ranked| {
            let top =
                ranked.iter().take(5).map(|(word, count)| format!("{word} {}", grouped(*count as usize)));
            top.collect::<Vec<_>>().join(", ")
        },
    );
    drop(counts);
    let lines = report.step(
        "gather lines",
        || documents,
        text::lines_serially,
        text::lines_in_parallel,
        |lines| format!("{} lines", grouped(lines.len())),
    );
    let sorted = report.step(
        "sort lines",
        || lines.clone(),
        text::sort_serially,
        text::sort_in_parallel,
        |sorted| match sorted.get(sorted.len() / 2) {
            Some(line) => format!("in the middle: {}", text::shortened(line)),
            None => "no lines".into(),
        },
    );
    drop(lines);
    report.step(
        "duplicate lines",
        || &sorted[..],
        twins::lines_serially,
        twins::lines_in_parallel,
        |found| {
            let most = text::shortened(found.most.1);
            let (extra, bytes) = (grouped(found.extra), size(found.bytes as u64));
            format!("{extra} are copies of an earlier one ({bytes}); {} times {most}", grouped(found.most.0))
        },
    );
}

fn bytes(report: &mut Report, documents: &[Document]) {
    report.step(
        "duplicate files",
        || documents,
        twins::files_serially,
        twins::files_in_parallel,
        |found| match found.first() {
            None => "none".into(),
            Some(largest) => {
                let copies = found.iter().map(|group| group.len() - 1).sum::<usize>();
                let (many, one) = (largest.len(), documents[largest[0]].name());
                format!("{} are copies of another; {many} times {one}", grouped(copies))
            }
        },
    );
    let histogram = report.step(
        "count bytes",
        || documents,
        numbers::histogram_serially,
        numbers::histogram_in_parallel,
        |histogram| {
            let (entropy, unevenness) = (numbers::entropy(histogram), numbers::unevenness(histogram));
            format!("entropy {entropy:.4} bits a byte, chi-square against all bytes alike {unevenness:.3e}")
        },
    );
    report.step(
        "strangest text",
        || documents,
        |documents| numbers::strangest_serially(documents, &histogram),
        |documents| numbers::strangest_in_parallel(documents, &histogram),
        |&(distance, at)| {
            if distance == 0.0 {
                return "none is long enough".into();
            }
            format!("{} (chi-square {distance:.2} a byte against all files)", documents[at].name())
        },
    );
}
