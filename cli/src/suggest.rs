//! Suggestions for options that do not exist.

use std::collections::BTreeMap;

use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use clap::{Arg, Command};
use vidalu_model::near;

/// Names of options that are taken for each other: other commands and tools use them for the same.
const SYNONYMS: [&[&str]; 7] = [
    &["count", "vectors", "faults", "mutants", "number"],
    &["timeout", "limit", "time-limit"],
    &["out", "output"],
    &["sim", "simulator"],
    &["wrapper", "bus"],
    &["unit", "target", "block"],
    &["prove", "proof"],
];

/// Replaces the suggestion of an error about an unknown option: clap also suggests options that
/// only share a few letters with it. `words` are those of the command line.
pub(crate) fn improve(mut error: Error, mut command: Command, words: impl Iterator<Item = String>) -> Error {
    let option = match (error.kind(), error.get(ContextKind::InvalidArg)) {
        (ErrorKind::UnknownArgument, Some(ContextValue::String(word))) => word.strip_prefix("--").map(str::to_owned),
        _ => None,
    };
    let Some(option) = option else { return error };
    command.build();
    let mut at = &mut command;
    for word in words {
        if at.find_subcommand(&word).is_some() {
            at = at.find_subcommand_mut(&word).expect("it was just found");
        }
    }
    let known: Vec<_> = at.get_arguments().filter(|arg| !arg.is_hide_set()).filter_map(Arg::get_long).collect();
    let suggestion = meant(&option, &known).map(|own| ContextValue::String(format!("--{own}")));
    match suggestion {
        Some(suggestion) => error.insert(ContextKind::SuggestedArg, suggestion),
        None => error.remove(ContextKind::SuggestedArg),
    };
    error.insert(ContextKind::Usage, ContextValue::StyledStr(at.render_usage()));
    error
}

/// Returns the option that a word means: one of the same meaning, a near one, or one that begins
/// with the word.
fn meant<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    let synonyms = SYNONYMS.iter().filter_map(|group| Some((*known.iter().find(|own| group.contains(own))?, *group)));
    let mut names: BTreeMap<&str, &'a str> =
        synonyms.flat_map(|(own, group)| group.iter().map(move |name| (*name, own))).collect();
    names.extend(known.iter().map(|own| (*own, *own)));
    let name = names.keys().find(|name| **name == word).copied().or_else(|| near(word, names.keys().copied()));
    let begins = || known.iter().find(|own| word.len() >= 3 && own.starts_with(word)).copied();
    name.map(|name| names[name]).or_else(begins)
}

#[cfg(test)]
mod tests {
    use super::improve;

    /// Returns the message for a command line.
    fn message(line: &str) -> String {
        let words = || line.split(' ').map(str::to_owned);
        let error = crate::command().try_get_matches_from(words()).expect_err("the line is wrong");
        improve(error, crate::command(), words().skip(1)).render().to_string()
    }

    #[test]
    fn options_of_the_same_meaning_are_suggested() {
        for (line, option) in [
            ("vidalu mutate --faults 3", "--count"),
            ("vidalu mutate --fault 3", "--count"),
            ("vidalu mutate --limit 3", "--timeout"),
            ("vidalu prove --limit=3", "--timeout"),
            ("vidalu cosim --count 4", "--vectors"),
            ("vidalu vectors --vectors 4", "--count"),
            ("vidalu cosim --simulator icarus", "--sim"),
            ("vidalu gen --bus cfu --out x", "--wrapper"),
            ("vidalu gen --wraper cfu --out x", "--wrapper"),
            ("vidalu eval --wav x", "--wave"),
            ("vidalu lab check --proof", "--prove"),
            ("vidalu cosim --hand valid", "--handshake"),
        ] {
            let message = message(line);
            assert!(message.contains(&format!("a similar argument exists: '{option}'")), "{line}: {message}");
        }
    }

    #[test]
    fn an_unrelated_option_is_not_suggested() {
        for line in ["vidalu mutate --engine z3", "vidalu prove --seed 3", "vidalu cosim --li 4"] {
            let message = message(line);
            assert!(!message.contains("similar"), "{line}: {message}");
            let command = line.split(" --").next().unwrap_or_default();
            assert!(message.contains(&format!("Usage: {command} [OPTIONS]")), "{line}: {message}");
        }
    }
}
