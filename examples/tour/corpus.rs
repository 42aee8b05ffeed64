//! Which files the tour works on, and how they are read.
//!
//! Files are found serially and sorted by path, so that each run sees the same ones; then as many are taken as fit
//! under the limit. Before anything is timed, all are read once: both runs then find them in the page cache.
//! Text is wanted, so bytes that are not UTF-8 become U+FFFD, and the document remembers it.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;

use furcate::prelude::*;

use crate::args::Request;
use crate::report::{grouped, progress, say, size};

/// Not read when the tour falls back to this repository: made by tools, not written.
const NOT_SOURCES: [&str; 2] = ["target", ".git"];

/// So many unreadable files are named; of the others only the number is told.
const NAMED: usize = 10;

pub(crate) struct Found {
    path: PathBuf,
    len: u64,
}

#[derive(PartialEq)]
pub(crate) struct Document {
    path: PathBuf,
    pub(crate) text: String,
    /// Whether some bytes were not UTF-8.
    pub(crate) lossy: bool,
}

impl Document {
    /// The last three parts of the path: enough to find the file.
    pub(crate) fn name(&self) -> String {
        let parts: Vec<_> = self.path.iter().collect();
        let last: PathBuf = parts[parts.len().saturating_sub(3)..].iter().collect();
        last.display().to_string()
    }
}

pub(crate) struct Corpus {
    root: PathBuf,
    pub(crate) files: Vec<Found>,
    /// Files there are below the root, with those that the limit left out.
    total: usize,
    limit: u64,
    troubles: Vec<String>,
    note: Option<&'static str>,
}

impl Corpus {
    pub(crate) fn find(request: &Request) -> Result<Self, String> {
        let (root, note) = match &request.path {
            Some(path) => (path.clone(), None),
            None => match documentation() {
                Some(path) => (path, None),
                None => (
                    PathBuf::from(env!("CARGO_MANIFEST_DIR")),
                    Some("the toolchain's documentation is not installed: reading this repository"),
                ),
            },
        };
        let own = note.is_some();
        let mut files = Vec::new();
        let mut troubles = Vec::new();
        let about =
            fs::metadata(&root).map_err(|error| format!("cannot read '{}': {error}", root.display()))?;
        if about.is_dir() {
            walk(&root, own, &mut files, &mut troubles);
        } else {
            files.push(Found { path: root.clone(), len: about.len() });
        }
        files.sort_unstable_by(|left, right| left.path.cmp(&right.path));
        let total = files.len();
        let mut room = request.limit;
        files.retain(|file| {
            let fits = file.len <= room;
            room -= if fits { file.len } else { 0 };
            fits
        });
        if files.is_empty() {
            name_some(&troubles, "cannot be read");
            let why = if total == 0 { "there are no files" } else { "no file fits under the limit" };
            return Err(format!("{why} in '{}'", root.display()));
        }
        Ok(Corpus { root, files, total, limit: request.limit, troubles, note })
    }

    pub(crate) fn announce(&self) {
        if let Some(note) = self.note {
            say(note);
        }
        name_some(&self.troubles, "cannot be read");
        let (taken, total) = (self.files.len(), self.total);
        let bytes = self.files.iter().map(|file| file.len).sum();
        say(&format!("{}: {} files, {}", self.root.display(), grouped(taken), size(bytes)));
        if taken < total {
            let left_out = grouped(total - taken);
            say(&format!("(limit {}: {left_out} more files are left out, see --limit)", size(self.limit)));
        }
    }

    /// Reads every file once and forgets it.
    pub(crate) fn warm_up(&self) {
        let warming = progress("warm the cache", self.files.len() as u64);
        for file in &self.files {
            let _ = read(file);
            warming.inc(1);
        }
        warming.finish_and_clear();
    }
}

fn documentation() -> Option<PathBuf> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let told = Command::new(rustc)
        .args(["--print", "sysroot"])
        .output()
        .ok()
        .filter(|told| told.status.success())?;
    let folder = Path::new(String::from_utf8(told.stdout).ok()?.trim_end()).join("share/doc");
    // The folder itself is always there: a toolchain without documentation keeps its licences in it.
    folder.join("rust/html").is_dir().then_some(folder)
}

/// Appends the regular files below `folder`. Links are left alone: they may lead round in circles.
fn walk(folder: &Path, own: bool, files: &mut Vec<Found>, troubles: &mut Vec<String>) {
    let trouble = |path: &Path, error| format!("{}: {error}", path.display());
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => return troubles.push(trouble(folder, error)),
    };
    for entry in entries {
        let seen = entry.and_then(|entry| Ok((entry.path(), entry.metadata()?)));
        match seen {
            Err(error) => troubles.push(trouble(folder, error)),
            Ok((path, about)) if about.is_dir() => {
                if !(own && NOT_SOURCES.iter().any(|skipped| path.ends_with(skipped))) {
                    walk(&path, own, files, troubles);
                }
            }
            Ok((path, about)) if about.is_file() => files.push(Found { path, len: about.len() }),
            Ok(_) => {}
        }
    }
}

/// Reads no more than was there when the file was found: what grows meanwhile must not break the limit.
fn read(file: &Found) -> Result<Document, String> {
    let path = &file.path;
    let mut bytes = Vec::with_capacity(file.len as usize);
    File::open(path)
        .and_then(|open| open.take(file.len).read_to_end(&mut bytes))
        .map_err(|error| format!("{}: {error}", path.display()))?;
    let (text, lossy) = match String::from_utf8(bytes) {
        Ok(text) => (text, false),
        Err(broken) => (String::from_utf8_lossy(broken.as_bytes()).into_owned(), true),
    };
    Ok(Document { path: path.clone(), text, lossy })
}

pub(crate) fn read_serially(files: &[Found]) -> Vec<Result<Document, String>> {
    files.iter().map(read).collect()
}

pub(crate) fn read_in_parallel(files: &[Found]) -> Vec<Result<Document, String>> {
    files.par_iter().map(read).collect()
}

/// Names the files that could not be read, and goes on with the others.
pub(crate) fn keep_readable(read: Vec<Result<Document, String>>) -> Vec<Document> {
    let mut documents = Vec::with_capacity(read.len());
    let mut troubles = Vec::new();
    for document in read {
        match document {
            Ok(document) => documents.push(document),
            Err(trouble) => troubles.push(trouble),
        }
    }
    name_some(&troubles, "skipped");
    documents
}

fn name_some(troubles: &[String], what: &str) {
    for trouble in troubles.iter().take(NAMED) {
        eprintln!("{what}: {trouble}");
    }
    if troubles.len() > NAMED {
        eprintln!("{what}: {} more", grouped(troubles.len() - NAMED));
    }
}
