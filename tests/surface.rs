//! The public items of the library, from its sources: what they are called, what is said of them, what they take.
//!
//! The sources are parsed, and followed as the compiler does: from the root of each crate along its `mod` lines. Public
//! is what says `pub` (the lint `unreachable_pub` is on) and can be named from outside, since its modules are public or a
//! `pub use` names it. Left out are modules that are `#[doc(hidden)]`.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use syn::{
    Attribute, Expr, ExprLit, File, FnArg, GenericParam, Ident, ImplItem, Item, ItemImpl, ItemMod, Lit, Meta,
    Signature, TraitItem, Type, TypeParamBound, UseTree, Visibility, WherePredicate,
};

/// Traits whose methods a user writes, as far as a function can ask for them.
const USER_CODE: [&str; 18] = [
    "Fn",
    "FnMut",
    "FnOnce",
    "Clone",
    "PartialEq",
    "Eq",
    "PartialOrd",
    "Ord",
    "Hash",
    "Default",
    "Sum",
    "Product",
    "Iterator",
    "IntoIterator",
    "FromParallelIterator",
    "ParallelExtend",
    "Pattern",
    "ThreadSpawn",
];

/// A public item: a module, a type, a trait, a function or a method.
#[derive(Clone, Debug)]
pub struct PublicItem {
    /// Where it stands: `furcate::iter::parallel::ParallelIterator::map`.
    pub path: String,
    /// Its documentation, if it is not hidden.
    pub documentation: Option<String>,
    /// A function that asks for closures, or for types whose methods a user writes.
    pub takes_user_code: bool,
}

impl PublicItem {
    /// `ParallelIterator::map`, and of what is no method only its own name.
    pub fn short_name(&self) -> &str {
        let mut names = self.path.rmatch_indices("::").map(|(at, _)| at);
        let last = names.next().map_or(0, |at| at + 2);
        let before = names.next().map_or(0, |at| at + 2);
        let is_method = self.path[before..].starts_with(char::is_uppercase);
        &self.path[if is_method { before } else { last }..]
    }
}

/// All public items of both crates.
///
/// # Panics
///
/// If a source cannot be read, or items that are known to be there are not found.
pub fn public_items() -> Vec<PublicItem> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut walk = Walk::default();
    walk.root("furcate", &root.join("lib.rs"));
    walk.root("furcate_core", &root.join("core/lib.rs"));
    // Else it is the walk that fails.
    for known in
        ["iter::parallel::ParallelIterator::map", "scope::Scope::spawn", "range::Iter", "str::chars::Chars"]
    {
        assert!(walk.items.iter().any(|item| item.path.ends_with(known)), "{known} was not found");
    }
    walk.items
}

/// Tells whether a function asks, by a bound, for what a user writes.
fn takes_user_code(signature: &Signature) -> bool {
    let is_user = |bound: &TypeParamBound| match bound {
        TypeParamBound::Trait(bound) => {
            bound.path.segments.last().is_some_and(|name| USER_CODE.iter().any(|user| name.ident == user))
        }
        _ => false,
    };
    let of_parameter = signature.generics.params.iter().any(|parameter| match parameter {
        GenericParam::Type(parameter) => parameter.bounds.iter().any(is_user),
        _ => false,
    });
    let predicates = signature.generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let of_clause = predicates.into_iter().any(|predicate| match predicate {
        WherePredicate::Type(predicate) => predicate.bounds.iter().any(is_user),
        _ => false,
    });
    let of_argument = signature.inputs.iter().any(|argument| match argument {
        FnArg::Typed(argument) => match &*argument.ty {
            Type::ImplTrait(argument) => argument.bounds.iter().any(is_user),
            _ => false,
        },
        FnArg::Receiver(_) => false,
    });
    of_parameter || of_clause || of_argument
}

/// The documentation of an item; `None` if it is hidden, or not compiled by default.
fn documentation(attributes: &[Attribute]) -> Option<String> {
    let mut text = String::new();
    for attribute in attributes {
        match &attribute.meta {
            Meta::NameValue(pair) if pair.path.is_ident("doc") => {
                text.extend(string(&pair.value));
                text.push('\n');
            }
            Meta::List(list) if list.path.is_ident("doc") && list.tokens.to_string() == "hidden" => {
                return None;
            }
            Meta::List(list) if list.path.is_ident("cfg") => return None,
            _ => {}
        }
    }
    Some(text)
}

/// The value of `name = "value"`.
fn string(value: &Expr) -> Option<String> {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
        _ => None,
    }
}

fn parse(file: &Path) -> File {
    let text = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// The names that a `pub use` gives to the outside; of `a::b::*` it is `b::*`.
fn names(tree: &UseTree, within: &str, into: &mut HashSet<String>) {
    match tree {
        UseTree::Path(path) => names(&path.tree, &path.ident.to_string(), into),
        UseTree::Group(group) => group.items.iter().for_each(|tree| names(tree, within, into)),
        UseTree::Glob(_) => into.extend([format!("{within}::*")]),
        UseTree::Name(name) => into.extend([name.ident.to_string()]),
        UseTree::Rename(rename) => into.extend([rename.ident.to_string()]),
    }
}

/// The file of `mod name;`, which stands in `file` and has its own files `below`.
fn file_of(module: &ItemMod, below: &Path, file: &Path) -> PathBuf {
    let elsewhere = module.attrs.iter().find_map(|attribute| match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("path") => string(&pair.value),
        _ => None,
    });
    if let Some(path) = elsewhere {
        return file.with_file_name(path);
    }
    let flat = below.join(format!("{}.rs", module.ident));
    if flat.exists() { flat } else { below.join(module.ident.to_string()).join("mod.rs") }
}

/// A walk through the modules of a crate.
#[derive(Default)]
struct Walk {
    exported: HashSet<String>,
    items: Vec<PublicItem>,
}

/// Where the walk is: the path of a module, whether it is public, and where its files are.
struct Place<'a> {
    path: &'a str,
    public: bool,
    file: &'a Path,
    below: &'a Path,
}

impl Walk {
    fn root(&mut self, name: &str, file: &Path) {
        let parsed = parse(file);
        self.note(name, "", &parsed.attrs, None);
        let below = file.with_file_name("");
        self.walk(&Place { path: name, public: true, file, below: &below }, &parsed.items);
    }

    /// Keeps an item.
    fn note(&mut self, path: &str, name: &str, attributes: &[Attribute], signature: Option<&Signature>) {
        self.items.push(PublicItem {
            path: format!("{path}::{name}"),
            documentation: documentation(attributes),
            takes_user_code: signature.is_some_and(takes_user_code),
        });
    }

    fn walk(&mut self, place: &Place<'_>, items: &[Item]) {
        // First, since an item may stand before the line that makes it public.
        for item in items {
            match item {
                Item::Use(item) if is_public(&item.vis) => names(&item.tree, "", &mut self.exported),
                _ => {}
            }
        }
        for item in items {
            self.item(place, item);
        }
    }

    fn item(&mut self, place: &Place<'_>, item: &Item) {
        let (visibility, name, attributes) = match item {
            Item::Mod(module) => return self.module(place, module),
            Item::Impl(item) if item.trait_.is_none() => return self.methods(place, item),
            Item::Fn(item) => (&item.vis, &item.sig.ident, &item.attrs),
            Item::Struct(item) => (&item.vis, &item.ident, &item.attrs),
            Item::Enum(item) => (&item.vis, &item.ident, &item.attrs),
            Item::Trait(item) => (&item.vis, &item.ident, &item.attrs),
            _ => return,
        };
        if !is_public(visibility) || !self.can_name(place, name) {
            return;
        }
        let signature = match item {
            Item::Fn(item) => Some(&item.sig),
            _ => None,
        };
        self.note(place.path, &name.to_string(), attributes, signature);
        let Item::Trait(item) = item else { return };
        for inner in &item.items {
            if let TraitItem::Fn(method) = inner {
                let path = format!("{name}::{}", method.sig.ident);
                self.note(place.path, &path, &method.attrs, Some(&method.sig));
            }
        }
    }

    fn can_name(&self, place: &Place<'_>, name: &Ident) -> bool {
        place.public || self.exported.contains(&name.to_string())
    }

    fn methods(&mut self, place: &Place<'_>, item: &ItemImpl) {
        let Type::Path(of) = &*item.self_ty else { return };
        let of = &of.path.segments[0].ident;
        for inner in &item.items {
            match inner {
                ImplItem::Fn(method) if is_public(&method.vis) && self.can_name(place, of) => {
                    let path = format!("{of}::{}", method.sig.ident);
                    self.note(place.path, &path, &method.attrs, Some(&method.sig));
                }
                _ => {}
            }
        }
    }

    fn module(&mut self, place: &Place<'_>, module: &ItemMod) {
        // What is sealed cannot be named, though another item that can may have the same name.
        if documentation(&module.attrs).is_none() || module.ident == "sealed" {
            return;
        }
        let name = module.ident.to_string();
        let path = format!("{}::{name}", place.path);
        let public = is_public(&module.vis) && place.public || self.exported.contains(&format!("{name}::*"));
        let (attributes, items, file, below) = match &module.content {
            Some((_, items)) => {
                let below = place.below.join(&name);
                (module.attrs.clone(), items.clone(), place.file.into(), below)
            }
            None => {
                let file = file_of(module, place.below, place.file);
                let File { attrs, items, .. } = parse(&file);
                let below =
                    if file.ends_with("mod.rs") { file.with_file_name("") } else { file.with_extension("") };
                (attrs, items, file, below)
            }
        };
        if is_public(&module.vis) && place.public {
            self.note(&path, "", &attributes, None);
        }
        self.walk(&Place { path: &path, public, file: &file, below: &below }, &items);
    }
}
