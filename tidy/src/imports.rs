//! Which file of a crate takes names from which other file of it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Item, UseTree};

use crate::workspace::text;

/// The name of a module below the crate: `config::choice` is `["config", "choice"]`, the crate
/// itself is empty.
type Module = Vec<String>;

/// The files of a crate, and which of them takes names from which.
pub struct Imports {
    /// The path of each file below the crate's `src`.
    pub files: Vec<PathBuf>,
    /// For each file that takes a name (first) from another (second): one of these names.
    pub edges: BTreeMap<(usize, usize), String>,
}

/// The definitions and the paths of one file.
struct Source {
    path: PathBuf,
    module: Module,
    /// The names of its own items, submodules left out.
    own: BTreeSet<String>,
    /// For each imported name: the path that was written in `use`.
    imported: BTreeMap<String, Vec<String>>,
    /// The paths behind `use path::*`.
    globs: Vec<Vec<String>>,
    /// Every path that the file mentions, those of `use` too.
    mentioned: BTreeSet<Vec<String>>,
}

impl Imports {
    /// Reads the crate whose root is `root`, a `lib.rs` or `main.rs`. Skips items behind
    /// `#[cfg(test)]`.
    pub fn of(root: &Path) -> Self {
        let mut sources = Vec::new();
        let folder = root.parent().expect("a file is in a folder");
        read(root, folder, &[], &mut sources);
        let resolver = Resolver {
            by_module: sources.iter().enumerate().map(|(at, s)| (&s.module, at)).collect(),
            sources: &sources,
        };
        let mut edges = BTreeMap::new();
        for (from, source) in sources.iter().enumerate() {
            for path in &source.mentioned {
                let Some(to) = resolver.file(from, path, 0) else { continue };
                // A module and those inside it are one idea: x.rs may use all of x/.
                if to != from && !sources[to].module.starts_with(&source.module) {
                    edges.entry((from, to)).or_insert_with(|| path.join("::"));
                }
            }
        }
        let files = sources.iter().map(|source| source.path.strip_prefix(folder).expect("it is below").to_owned());
        Self { files: files.collect(), edges }
    }
}

/// Reads a file and, below `folder`, those of its modules.
fn read(path: &Path, folder: &Path, module: &[String], sources: &mut Vec<Source>) {
    let file = syn::parse_file(&text(path)).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut source = Source {
        path: path.to_owned(),
        module: module.to_vec(),
        own: BTreeSet::new(),
        imported: BTreeMap::new(),
        globs: Vec::new(),
        mentioned: BTreeSet::new(),
    };
    let mut children = Vec::new();
    for item in file.items.into_iter().filter(|item| !is_test(item)) {
        match item {
            Item::Mod(child) if child.content.is_none() => children.push(child.ident.to_string()),
            Item::Use(item) => source.import(&item.tree, Vec::new()),
            item => {
                source.own.extend(name(&item));
                paths(item.to_token_stream(), &mut source.mentioned);
            }
        }
    }
    sources.push(source);
    for child in children {
        let path = folder.join(format!("{child}.rs"));
        let module = [module, std::slice::from_ref(&child)].concat();
        read(&path, &folder.join(child), &module, sources);
    }
}

impl Source {
    fn import(&mut self, tree: &UseTree, mut path: Vec<String>) {
        match tree {
            UseTree::Path(tree) => {
                path.push(tree.ident.to_string());
                self.import(&tree.tree, path);
            }
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.import(tree, path.clone())),
            UseTree::Glob(_) => self.globs.push(path),
            UseTree::Name(leaf) if leaf.ident == "self" => self.name(path.last().cloned().unwrap_or_default(), path),
            UseTree::Name(leaf) => {
                path.push(leaf.ident.to_string());
                self.name(leaf.ident.to_string(), path);
            }
            UseTree::Rename(leaf) => {
                if leaf.ident != "self" {
                    path.push(leaf.ident.to_string());
                }
                self.name(leaf.rename.to_string(), path);
            }
        }
    }

    fn name(&mut self, name: String, path: Vec<String>) {
        self.mentioned.insert(path.clone());
        self.imported.insert(name, path);
    }
}

/// Finds the file in which a name is defined.
struct Resolver<'a> {
    sources: &'a [Source],
    by_module: BTreeMap<&'a Module, usize>,
}

impl Resolver<'_> {
    /// Returns the file that defines the item at the end of `path`, as written in the file `from`;
    /// `None` for a path that leads out of the crate or names a module only.
    fn file(&self, from: usize, path: &[String], depth: u32) -> Option<usize> {
        // An import of itself leads nowhere.
        if depth > 32 {
            return None;
        }
        let (first, rest) = path.split_first()?;
        let module = &self.sources[from].module;
        let (at, rest) = match first.as_str() {
            "crate" => (self.module(&[])?, rest),
            "self" => (from, rest),
            "super" => {
                let mut above = module.clone();
                let mut rest = rest;
                above.pop()?;
                while let Some((next, others)) = rest.split_first()
                    && next == "super"
                {
                    above.pop()?;
                    rest = others;
                }
                (self.module(&above)?, rest)
            }
            _ => (from, path),
        };
        self.below(at, rest, depth)
    }

    /// Returns the file that defines the item at the end of `path`, which begins inside the module
    /// of the file `at`.
    fn below(&self, at: usize, path: &[String], depth: u32) -> Option<usize> {
        let (first, rest) = path.split_first()?;
        let source = &self.sources[at];
        if source.own.contains(first) {
            return Some(at);
        }
        if let Some(path) = source.imported.get(first) {
            return self.file(at, &[path, rest].concat(), depth + 1);
        }
        let child = [source.module.clone(), vec![first.clone()]].concat();
        if let Some(at) = self.module(&child) {
            return self.below(at, rest, depth);
        }
        source.globs.iter().find_map(|glob| self.file(at, &[glob, path].concat(), depth + 1))
    }

    fn module(&self, module: &[String]) -> Option<usize> {
        self.by_module.get(&module.to_vec()).copied()
    }
}

/// Returns whether an item stands behind `#[cfg(test)]`.
fn is_test(item: &Item) -> bool {
    let attributes = match item {
        Item::Mod(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        _ => return false,
    };
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg") && attribute.parse_args::<Ident>().is_ok_and(|what| what == "test")
    })
}

fn name(item: &Item) -> Option<String> {
    let ident = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(ident.to_string())
}

/// Collects every `a::b::c` of a text, in macros too.
fn paths(tokens: TokenStream, found: &mut BTreeSet<Vec<String>>) {
    let mut path: Vec<String> = Vec::new();
    let mut colons = 0;
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => {
                if colons != 2 {
                    path.clear();
                }
                path.push(ident.to_string());
                if path.len() > 1 {
                    found.insert(path.clone());
                }
                colons = 0;
            }
            TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
            TokenTree::Group(group) => {
                paths(group.stream(), found);
                (path, colons) = (Vec::new(), 0);
            }
            _ => (path, colons) = (Vec::new(), 0),
        }
    }
}
