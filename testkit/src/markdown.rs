/// Returns the first fenced block in `language` below the second-level heading `heading`.
///
/// # Panics
///
/// Panics if the document has no such heading or block.
pub fn block<'a>(document: &'a str, heading: &str, language: &str) -> &'a str {
    let part = document.split(&format!("\n## {heading}\n")).nth(1);
    let part = part.unwrap_or_else(|| panic!("no heading {heading:?}"));
    let block = part.split(&format!("\n```{language}\n")).nth(1);
    let block = block.unwrap_or_else(|| panic!("no block in {language} below {heading:?}"));
    block.split("```").next().expect("split returns one part at least")
}
