//! No file of a crate takes names from a file that takes names from it, be it over others.

use itertools::Itertools;
use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;

use vidalu_tidy::imports::Imports;
use vidalu_tidy::workspace::{crates, root};

/// Returns each circle as a text: the files, and what each takes from another.
fn circles(imports: &Imports) -> Vec<String> {
    let edges = imports.edges.keys().map(|&(from, to)| (from as u32, to as u32));
    let graph = DiGraph::<(), ()>::from_edges(edges);
    let circles = tarjan_scc(&graph).into_iter().filter(|files| files.len() > 1);
    let circles = circles.map(|files| files.into_iter().map(|file| file.index()).sorted().collect::<Vec<_>>());
    let name = |file: usize| imports.files[file].display();
    let text = |files: Vec<usize>| {
        let ties = imports.edges.iter().filter(|((from, to), _)| files.contains(from) && files.contains(to));
        let ties = ties.map(|((from, to), path)| format!("  {} takes {path} from {}", name(*from), name(*to)));
        format!("a circle of {} files:\n{}", files.len(), ties.format("\n"))
    };
    circles.map(text).collect()
}

#[test]
fn no_crate_has_a_circle() {
    let roots = crates().into_iter().flat_map(|folder| ["src/lib.rs", "src/main.rs"].map(|file| folder.join(file)));
    let mut read = 0;
    let mut found = Vec::new();
    for path in roots.filter(|path| path.is_file()) {
        let imports = Imports::of(&path);
        read += imports.files.len();
        let name = path.strip_prefix(root()).expect("a crate is below the root").display().to_string();
        found.extend(circles(&imports).into_iter().map(|circle| format!("{name}: {circle}")));
    }
    assert!(read > 300, "only {read} files were found");
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn a_circle_over_an_import_and_a_path_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("lib.rs", "mod a; mod b; mod c; pub use a::A;");
    write("a.rs", "use crate::b; pub struct A; pub fn f() { b::g() }");
    write("b.rs", "pub fn g() { println!(\"{}\", crate::c::NUMBER) }");
    write("c.rs", "use crate::A; pub const NUMBER: u8 = 1; pub fn h(_: A) {}");
    let found = circles(&Imports::of(&folder.path().join("lib.rs")));
    assert_eq!(found.len(), 1);
    assert!(found[0].starts_with("a circle of 3 files"), "{}", found[0]);
    write("c.rs", "pub const NUMBER: u8 = 1; #[cfg(test)] mod tests { use crate::A; }");
    assert!(circles(&Imports::of(&folder.path().join("lib.rs"))).is_empty());
}
