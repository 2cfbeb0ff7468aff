//! What stands in which section of a module's text: the banners that a reader of the text sees, for programs.

/// A section: what stands under one banner.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// Its name: `flow`, `control word`, a stage of the shared vocabulary, or `select -> primary` for the row of
    /// registers between two stages.
    pub name: String,
    /// The nets and registers that are declared in it, in their order.
    pub nets: Vec<String>,
    /// The instances in it: module and name.
    pub instances: Vec<(String, String)>,
}

/// The sections of a generated module's text, in the order of the dataflow; none for a block, which is one stage.
pub fn sections(text: &str) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    for line in text.lines() {
        if let Some(name) = banner(line) {
            sections.push(Section { name, ..Section::default() });
        } else if let Some(section) = sections.last_mut() {
            section.nets.extend(declared(line));
            section.instances.extend(instance(line));
        }
    }
    sections
}

/// The name in `// ==== NAME: …`, `// ==== NAME (…` or `// ---- registers: NAME ---`.
fn banner(line: &str) -> Option<String> {
    let line = line.strip_prefix("  // ")?;
    if let Some(row) = line.strip_prefix("---- registers: ") {
        return Some(row.trim_end_matches('-').trim_end().to_owned());
    }
    let name = line.strip_prefix("==== ")?;
    let end = name.find([':', '(', '=']).unwrap_or(name.len());
    Some(name[..end].trim_end().to_owned())
}

/// The name in `wire [7:0] NAME = …` at the level of the module.
fn declared(line: &str) -> Option<String> {
    let line = line.strip_prefix("  ")?;
    let mut words = line.split_whitespace();
    matches!(words.next()?, "wire" | "reg" | "logic").then_some(())?;
    let name = words.find(|word| *word != "signed" && !word.starts_with('['))?;
    (!line.starts_with(' ')).then(|| name.trim_end_matches(';').to_owned())
}

/// Module and name in `module u_name (`.
fn instance(line: &str) -> Option<(String, String)> {
    let words: Vec<_> = line.strip_prefix("  ")?.split(' ').collect();
    match words[..] {
        [module, name, "("] if name.starts_with("u_") => Some((module.to_owned(), name.to_owned())),
        _ => None,
    }
}
