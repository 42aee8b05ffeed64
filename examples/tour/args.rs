//! What the command line asks for.
//!
//! Mistakes are told in one line that names the argument; `main.rs` then ends with exit code 2.

use std::ffi::OsString;
use std::path::PathBuf;

pub(crate) const HELP: &str = "\
A tour of furcate on real files: each step runs once serially and once in parallel.

Usage: tour [PATH] [--threads N] [--limit MIB]

  PATH           a file, or a folder whose files are read, at any depth; links are not followed
                 (default: the toolchain's documentation, $(rustc --print sysroot)/share/doc,
                 or, where that is not installed, the sources of this repository)
  --threads N    threads of the pool (default: FURCATE_NUM_THREADS, else RAYON_NUM_THREADS,
                 else the CPUs this process may use)
  --limit MIB    read at most so many MiB, in the order of the files' paths (default: 256);
                 up to three times as much memory is used
  --help         print this

Files that cannot be read are named and skipped. Bytes that are not UTF-8 are read as U+FFFD.
Exit code: 0, or 1 if a parallel result differs from the serial one, or 2 for a mistake in the call.
";

const MIB: u64 = 1 << 20;
const DEFAULT_LIMIT: u64 = 256 * MIB;

pub(crate) enum Wish {
    Help,
    Run(Request),
}

pub(crate) struct Request {
    pub(crate) path: Option<PathBuf>,
    pub(crate) threads: Option<usize>,
    /// In bytes.
    pub(crate) limit: u64,
}

pub(crate) fn parse(mut args: impl Iterator<Item = OsString>) -> Result<Wish, String> {
    let mut request = Request { path: None, threads: None, limit: DEFAULT_LIMIT };
    let mut only_paths = false;
    while let Some(arg) = args.next() {
        let shown = arg.to_string_lossy().into_owned();
        if only_paths || !shown.starts_with('-') {
            if request.path.replace(PathBuf::from(arg)).is_some() {
                return Err(format!("one PATH at most, '{shown}' is a second one"));
            }
            continue;
        }
        let (option, attached) = match shown.split_once('=') {
            Some((option, value)) => (option, Some(value.to_owned())),
            None => (&shown[..], None),
        };
        let mut value = || {
            let next =
                attached.clone().or_else(|| args.next().map(|next| next.to_string_lossy().into_owned()));
            next.ok_or_else(|| format!("{option} wants a number"))
        };
        match option {
            "-h" | "--help" => return Ok(Wish::Help),
            "--" => only_paths = true,
            "--threads" => {
                let most = furcate::max_num_threads();
                let threads = number("--threads", &value()?, most as u64)?;
                request.threads = Some(threads as usize);
            }
            "--limit" => request.limit = number("--limit", &value()?, u64::MAX / MIB)? * MIB,
            _ => return Err(format!("unknown option '{shown}'")),
        }
    }
    Ok(Wish::Run(request))
}

fn number(option: &str, given: &str, most: u64) -> Result<u64, String> {
    match given.parse() {
        Ok(number) if (1..=most).contains(&number) => Ok(number),
        _ => Err(format!("{option} wants a whole number from 1 to {most}, not '{given}'")),
    }
}
