//! Finds the indexed iterators in the text of the library.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::LISTED;

/// The macros that make indexed iterators, each with the types of one invocation that does not name them. Another one
/// has to be entered here.
const MACROS: [(&str, &[&str]); 5] = [
    ("bridged", &[]),
    ("staged", &[]),
    ("at_most_one", &[]),
    ("iterates", &["Iter"]),
    ("multi_zip", &["MultiZip"]),
];

/// The producers' own carrier, which no user sees: ranges are cut in its place.
const HIDDEN: (&str, &str) = ("collections/range/extent.rs", "Produced");

#[test]
fn none_is_forgotten() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests lie in the library's folder");
    let mut found = BTreeSet::new();
    for room in ["iter", "slice", "collections"] {
        visit(root, &root.join(room), &mut found);
    }
    assert!(found.remove(&(HIDDEN.0.to_owned(), HIDDEN.1.to_owned())), "found: {found:?}");
    let listed: BTreeSet<(String, String)> =
        LISTED.iter().map(|&(file, name)| (file.to_owned(), name.to_owned())).collect();
    assert_eq!(found, listed, "left: what there is; right: what is cut in main.rs");
}

fn visit(root: &Path, folder: &Path, found: &mut BTreeSet<(String, String)>) {
    for entry in fs::read_dir(folder).expect("a folder of the library") {
        let path = entry.expect("its entries").path();
        if path.is_dir() {
            visit(root, &path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("a file of the library");
            let file = path.strip_prefix(root).expect("below it").display().to_string().replace('\\', "/");
            found.extend(indexed(&text).into_iter().map(|name| (file.clone(), name)));
        }
    }
}

/// The names of the types that a file makes indexed.
fn indexed(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let mut names = Vec::new();
    // At the left margin begins what is at the top: up to the next such line it is one item.
    for item in lines.chunk_by(|_, next| !next.starts_with(|c: char| c.is_alphanumeric() || c == '#')) {
        let item = item.join("\n");
        if item.starts_with("macro_rules!") {
            let makes = item.contains("IndexedParallelIterator for") || item.contains("bridged! {");
            let known = MACROS.iter().any(|(name, _)| item.starts_with(&format!("macro_rules! {name} ")));
            assert!(!makes || known, "a macro that makes indexed iterators: {}", &item[..40]);
        } else if let Some((_, implicit)) =
            MACROS.iter().find(|(name, _)| item.starts_with(&format!("{name}! {{")))
        {
            if !item.starts_with("staged!") || item.contains("\n    indexed") {
                names.extend(implicit.iter().map(|&name| name.to_owned()));
                names.extend(implemented(&item).filter(|_| implicit.is_empty()));
            }
        } else if item.starts_with("impl") {
            if let Some((_, of)) = item.split_once(" IndexedParallelIterator for ") {
                names.push(word(of));
            }
        }
    }
    names
}

/// The type that stands behind `impl<..>` in an invocation.
fn implemented(item: &str) -> impl Iterator<Item = String> {
    let parameters = item.split_once("impl<").map_or("", |(_, rest)| rest);
    parameters.split_once("> ").map(|(_, name)| word(name)).into_iter()
}

fn word(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}
