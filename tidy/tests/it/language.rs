//! The prose of the project is plain English: no riddles, no doc comment that needs its neighbour,
//! no overlong line.
//!
//! A checker of patterns finds what is often wrong, not whether a text is good. The rules are in
//! CONTRIBUTING.md.

use std::path::Path;
use std::sync::LazyLock;

use itertools::Itertools;
use regex::Regex;

use vidalu_tidy::workspace::{files, root, text};

/// The longest line of prose, in columns.
const COLUMNS: usize = 100;

/// What a reader stumbles over, and what to write instead. Text in code and in messages counts too.
static PATTERNS: LazyLock<Vec<(Regex, &str)>> = LazyLock::new(|| {
    let pattern = |pattern: &str, remedy| (Regex::new(pattern).expect("the pattern is right"), remedy);
    vec![
        pattern(r"\b(is|are|was|were) no [a-z]", "write \"is not a …\", or \"there is no …\""),
        pattern(r"\bis none\b", "name the thing that does not exist"),
        pattern(r"(?i)\bso many\b", "say how many of what"),
        pattern(r"\b(if|where|when) there is (one|none)\b", "write \"if any\", or \"without …\""),
        pattern(r"\b(where|if) it (has|is) (one|none)\b", "write \"if any\", or name the thing"),
        pattern(r"\b(of|from|in|by|to|than) what (is|are|was|has|it|stands|follows|came)\b", "name the thing"),
        pattern(r"\bthose that are (here|there)\b", "name the things"),
        pattern(r"\bwhat (is|was) (told|driven|asked|wanted|held|claimed) (of|for|by)\b", "name the thing"),
        pattern(r"\b\d+ at most\b", "write \"at most N\""),
        pattern(r"\banew\b", "write \"again\", or say that it is rebuilt"),
        pattern(r"\bnothing but\b", "write \"only\""),
        pattern(r"\bfrom elsewhere\b", "name the place"),
        pattern(r"\bis to be (found|read|had|seen)\b", "write the sentence in the active voice"),
        pattern(r"\b(knows|takes|has|needs) nothing of\b", "write \"does not know\", \"does not use\""),
        pattern(r"\bof use alone\b", "write \"can be used on its own\""),
        pattern(r"\bas of now\b|\bby now\b", "leave it out"),
        pattern(r"\bmay well\b", "say what happens"),
        pattern(r"\bbeside (what|that|this|it)\b", "write \"besides\", or \"next to\""),
    ]
});

/// How a doc comment must not begin: it is read without its neighbours.
static BEGINNINGS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(Its|The same\b|Those|That of|What|So many|Likewise|As many|And|But|Such)\b")
        .expect("the pattern is right")
});

/// A line that offends, as `path:line: why: text`.
fn offences(path: &Path, text: &str) -> Vec<String> {
    let kind = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let lines: Vec<_> = text.lines().collect();
    let mut found = Vec::new();
    let mut in_code = false;
    for (number, line) in lines.iter().enumerate() {
        let mut offend = |why: &str| found.push(format!("{}:{}: {why}: {}", path.display(), number + 1, line.trim()));
        let bare = line.trim_start();
        if kind == "md" && bare.starts_with("```") {
            in_code = !in_code;
        }
        for (pattern, remedy) in PATTERNS.iter() {
            if pattern.find_iter(line).any(|found| !is_allowed(line, found.start())) {
                offend(remedy);
            }
        }
        if let Some(doc) = begins_doc(&lines, number, kind) {
            if BEGINNINGS.is_match(doc) {
                offend("a doc comment begins with a verb or a noun: \"Returns …\", \"The width …\"");
            }
            if doc.starts_with("Whether") && documents_function(&lines[number..]) {
                offend("write \"Returns whether …\"");
            }
        }
        let is_prose = match kind {
            "md" => !in_code && !bare.starts_with('|') && !bare.starts_with('<'),
            "js" | "ts" | "css" => ["//", "/*", "* "].iter().any(|comment| bare.starts_with(comment)),
            "rs" | "v" | "sv" | "vh" | "cpp" | "h" => {
                bare.starts_with("//") && !bare.starts_with("//%") && !bare.contains("| ")
            }
            "py" | "sh" | "toml" => bare.starts_with('#') && !bare.starts_with("#["),
            _ => false,
        };
        // A generated line that names a whole configuration stays one line, so that tools find it.
        // In a template, the length of what is filled in counts, which the generated files show.
        let is_filled = line.contains("profile=") || line.contains("${ ");
        // A link's address cannot be wrapped.
        let has_long_word = bare.split_whitespace().any(|word| word.chars().count() > COLUMNS / 2);
        if is_prose && !is_filled && !has_long_word && line.chars().count() > COLUMNS {
            offend("prose is wrapped at 100 columns");
        }
    }
    found
}

/// "there is no …" and "no longer" are good English.
fn is_allowed(line: &str, at: usize) -> bool {
    let before = line[..at].trim_end().to_lowercase();
    let after = &line[at..];
    before.ends_with("there")
        || ["no longer", "no more", "no fewer", "no less", "no greater", "no two", "no one"]
            .iter()
            .any(|good| after.split_once(' ').is_some_and(|(_, rest)| rest.starts_with(good)))
}

/// Returns the text of a doc comment that begins on this line.
fn begins_doc<'a>(lines: &[&'a str], number: usize, kind: &str) -> Option<&'a str> {
    let doc = |line: &'a str| line.trim_start().strip_prefix("/// ");
    let is_first = number == 0 || doc(lines[number - 1]).is_none() && lines[number - 1].trim() != "///";
    if kind == "rs" && is_first { doc(lines[number]) } else { None }
}

/// Returns whether the item after a doc comment is a function.
fn documents_function(lines: &[&str]) -> bool {
    let item =
        lines.iter().map(|line| line.trim_start()).find(|line| !line.starts_with("///") && !line.starts_with("#["));
    item.is_some_and(|item| item.split(['(', '<']).next().is_some_and(|head| head.split_whitespace().contains(&"fn")))
}

#[test]
fn the_prose_is_plain() {
    let extensions = [
        "rs", "md", "v", "sv", "vh", "h", "cpp", "py", "sh", "toml", "stderr", "stdout", "in", "js", "ts", "css",
        "html",
    ];
    let files = files(&root(), &extensions);
    assert!(files.len() > 400, "only {} files were found", files.len());
    // This file names what it forbids.
    let others = files.iter().filter(|path| !path.ends_with("tidy/tests/it/language.rs"));
    let found: Vec<_> = others
        .flat_map(|path| offences(path.strip_prefix(root()).expect("the file is below the root"), &text(path)))
        .collect();
    let by_crate = found.iter().counts_by(|line| line.split(['/', ':']).next().unwrap_or_default().to_owned());
    let counts = by_crate.iter().sorted().map(|(name, count)| format!("{name}: {count}")).join(", ");
    assert!(found.is_empty(), "{}\n{} lines: {counts}", found.join("\n"), found.len());
}

#[test]
fn what_is_forbidden_is_found() {
    let count = |name: &str, text: &str| offences(Path::new(name), text).len();
    assert_eq!(count("x.rs", "/// Its width.\npub w: u32,"), 1);
    assert_eq!(count("x.rs", "/// Whether it is legal.\n#[inline]\npub const fn legal(self) -> bool {"), 1);
    assert_eq!(count("x.rs", "/// Whether the unit has a flush.\npub flush: bool,"), 0);
    assert_eq!(count("x.rs", "let help = \"`x` is no number\";"), 1);
    assert_eq!(count("x.rs", "// There is no reset, and the flag is no longer read."), 0);
    assert_eq!(count("x.rs", &format!("// {}", "word ".repeat(20))), 1);
    assert_eq!(count("x.js", &format!("/**\n * {}\n */\nsay(\"{}\");", "word ".repeat(20), "word ".repeat(20))), 1);
    assert_eq!(count("x.html", "<p>The word is no instruction.</p>"), 1);
    assert_eq!(count("x.md", &format!("{}\n```\n{}\n```\n", "word ".repeat(21), "word ".repeat(30))), 1);
    assert_eq!(count("x.md", &format!("{}[text](page.md)", "word ".repeat(20))), 1);
    assert_eq!(count("x.md", &format!("{}[text]({}.md)", "word ".repeat(11), "p".repeat(50))), 0);
}
