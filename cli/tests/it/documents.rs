//! Holds the documents against the repository: paths, links, pages and dependencies.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the folder of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the crate is in the workspace")
}

/// Reads a file, which is named from the root.
pub(crate) fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns all Markdown files by their path from the root, in order.
pub(crate) fn documents() -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root().join(&folder)).expect("the folder can be read") {
            let entry = entry.expect("the folder can be read");
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = folder.join(&name);
            let is_built =
                matches!(&*name, "target" | "node_modules" | "golden" | "golden_wrapper" | "rtl-templates" | "tb")
                    || name.starts_with('.');
            if entry.file_type().expect("it is there").is_dir() && !is_built {
                folders.push(path);
            } else if name.ends_with(".md") {
                found.push(path.display().to_string());
            }
        }
    }
    found.sort_unstable();
    found
}

/// Returns the text of a document without its blocks of code.
fn prose(text: &str) -> String {
    let mut is_code = false;
    let is_prose = |line: &&str| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    };
    text.lines().filter(is_prose).collect::<Vec<_>>().join("\n")
}

/// Returns the targets of the links and images of a document.
fn links(text: &str) -> Vec<String> {
    let prose = prose(text);
    let targets = prose.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    targets.map(|(target, _)| target.to_owned()).collect()
}

/// Returns the anchors of a document's headings, as forges and mdBook form them.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = prose(text);
    let headings = headings.lines().filter(|line| line.starts_with('#'));
    let anchor = |heading: &str| {
        let kept = |letter: &char| letter.is_alphanumeric() || " -_".contains(*letter);
        let text: String = heading.trim_start_matches('#').trim().to_lowercase().chars().filter(kept).collect();
        text.replace(' ', "-")
    };
    headings.map(anchor).collect()
}

/// The page of `vidalu explore` beside the book, which a release adds.
const PAGE: &str = "explore.html";

#[test]
fn every_link_leads_somewhere() {
    let root = root();
    let mut dead = Vec::new();
    let mut anchors_of: BTreeMap<PathBuf, BTreeSet<String>> = BTreeMap::new();
    for document in documents() {
        for link in links(&read(&document)).iter().filter(|link| !link.contains("://")) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            if file == PAGE {
                continue;
            }
            let here = root.join(&document);
            let target = if file.is_empty() { here } else { here.parent().expect("it is in a folder").join(file) };
            let mut is_there = target.exists();
            if is_there && !anchor.is_empty() {
                let text = || fs::read_to_string(&target).expect("an anchor is in a text");
                is_there = anchors_of.entry(target.clone()).or_insert_with(|| anchors(&text())).contains(anchor);
            }
            if !is_there {
                dead.push(format!("{document}: {link}"));
            }
        }
    }
    assert!(dead.is_empty(), "these links lead nowhere:\n{}", dead.join("\n"));
}

#[test]
fn no_link_leads_out_of_the_book() {
    let is_page = |document: &String| document.starts_with("docs/");
    let book = root().join("docs").canonicalize().expect("the book is there");
    let mut leaving = Vec::new();
    for document in documents().into_iter().filter(is_page) {
        let folder = root().join(&document).parent().expect("it is in a folder").to_owned();
        let own = read(&document);
        let files = links(&own).into_iter().filter(|link| !link.contains("://"));
        let files = files.filter_map(|link| link.split('#').next().map(str::to_owned));
        for link in files.filter(|link| !link.is_empty() && link != PAGE) {
            let is_inside = folder.join(&link).canonicalize().is_ok_and(|target| target.starts_with(&book));
            leaving.extend((!is_inside).then(|| format!("{document}: {link}")));
        }
    }
    assert!(leaving.is_empty(), "these links lead out of the book:\n{}", leaving.join("\n"));
}

#[test]
fn the_table_of_contents_has_every_page_once() {
    let mut listed: Vec<_> = links(&read("docs/SUMMARY.md")).iter().map(|page| format!("docs/{page}")).collect();
    listed.sort_unstable();
    let is_page = |document: &String| document.starts_with("docs/") && document != "docs/SUMMARY.md";
    let pages: Vec<_> = documents().into_iter().filter(is_page).collect();
    assert_eq!(listed, pages);
}

#[test]
fn links_and_anchors_are_read_from_a_document() {
    let text = "# A `b`: c\n[x](y.md#z) and\n```text\n[no](link)\n# no heading\n```\n![a\npicture](p.svg)\n";
    assert_eq!(links(text), ["y.md#z", "p.svg"]);
    assert_eq!(anchors(text), BTreeSet::from(["a-b-c".to_owned()]));
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
        .filter(|name| !["crate", "package", "---"].contains(name))
        .collect();
    named.sort_unstable();
    let mut present: Vec<_> =
        dependencies.keys().map(String::as_str).filter(|name| !name.starts_with("vidalu")).collect();
    let page: serde_json::Value = serde_json::from_str(&read("explore/page/package.json")).unwrap();
    assert!(page.get("dependencies").is_none(), "the page loads nothing that npm installs");
    present.extend(page["devDependencies"].as_object().unwrap().keys().map(String::as_str));
    present.sort_unstable();
    assert_eq!(named, present);
}

#[test]
fn the_map_names_what_is_there() {
    let text = read("ARCHITECTURE.md");
    let map = text.split("## Code map").nth(1).unwrap().split("\n## ").next().unwrap();
    let rows: Vec<_> = map.lines().filter_map(|line| line.strip_prefix("| `")?.split(" |").next()).collect();
    assert!(rows.len() > 15, "{rows:?}");
    for row in rows {
        let mut folder = "";
        for path in row.split(['`', ',', ' ']).filter(|path| !path.is_empty()) {
            assert!(root().join(path).exists() || root().join(folder).join(path).exists(), "{path} is not there");
            folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        }
    }
}

#[test]
fn the_map_has_every_crate() {
    let manifest: toml::Table = read("Cargo.toml").parse().unwrap();
    let members = manifest["workspace"]["members"].as_array().unwrap();
    let text = read("ARCHITECTURE.md");
    let map = text.split("## Code map").nth(1).unwrap().split("\n## ").next().unwrap();
    for member in members.iter().map(|member| member.as_str().expect("a member is a path")) {
        assert!(map.contains(&format!("| `{member}/`")), "the map does not have {member}/");
    }
}
