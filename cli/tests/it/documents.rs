//! The documents against the repository: they name what is there.

use std::path::Path;

fn read(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    std::fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn every_dependency_has_its_reason() {
    let manifest: toml::Table = read("Cargo.toml").parse().unwrap();
    let dependencies = manifest["workspace"]["dependencies"].as_table().unwrap();
    let text = read("ARCHITECTURE.md");
    let table = text.split("## Dependencies").nth(1).unwrap();
    let mut named: Vec<_> = table
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.split(" |").next())
        .flat_map(|cell| cell.split(", "))
        .filter(|name| *name != "crate" && *name != "---")
        .collect();
    named.sort_unstable();
    let mut present: Vec<_> =
        dependencies.keys().map(String::as_str).filter(|name| !name.starts_with("vidalu")).collect();
    present.sort_unstable();
    assert_eq!(named, present);
}

#[test]
fn the_map_names_what_is_there() {
    let text = read("ARCHITECTURE.md");
    let map = text.split("## Where what is").nth(1).unwrap().split("## What holds").next().unwrap();
    let rows: Vec<_> = map.lines().filter_map(|line| line.strip_prefix("| `")?.split(" |").next()).collect();
    assert!(rows.len() > 15, "{rows:?}");
    for row in rows {
        let mut folder = "";
        for path in row.split(['`', ',', ' ']).filter(|path| !path.is_empty()) {
            let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
            assert!(root.join(path).exists() || root.join(folder).join(path).exists(), "{path} is not there");
            folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        }
    }
}
