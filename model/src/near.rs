//! The name that a misspelled word means.

/// Returns the candidate that is nearest to `word`, if one is near enough to be meant: one edit
/// apart, or two if the word has 8 letters or more. An edit inserts, deletes or replaces a letter,
/// or swaps two neighbours.
pub fn near<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let allowed = if word.len() >= 8 { 2 } else { 1 };
    candidates
        .into_iter()
        // The distance from an absurdly long word need not be computed.
        .filter(|candidate| word.len() <= candidate.len() + allowed)
        // Of two that are equally near, the one with the same first letter is meant.
        .map(|candidate| (strsim::osa_distance(word, candidate), candidate.get(..1) != word.get(..1), candidate))
        .min()
        .and_then(|(far, _, candidate)| (far <= allowed).then_some(candidate))
}

#[cfg(test)]
mod tests {
    use super::near;

    #[test]
    fn long_words_may_have_two_slips() {
        let names = ["select", "merge", "multiply-add", "scalar-unit"];
        assert_eq!(near("selct", names), Some("select"));
        assert_eq!(near("mrege", names), Some("merge"));
        assert_eq!(near("selc", names), None);
        assert_eq!(near("multipy-ad", names), Some("multiply-add"));
        assert_eq!(near(&"select".repeat(1000), names), None);
    }

    #[test]
    fn the_first_letter_decides_between_two() {
        assert_eq!(near("vad", ["mad", "vadd"]), Some("vadd"));
    }
}
