//! What can be configured, for people: every key with its values and one line.

use itertools::Itertools;

use crate::Operation;

use super::{Adder, Choice, Config, Handshake, Language, Mad64, Multiplier, Profile, Ready, Reset, Style};

/// A key of the configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigOption {
    /// The key in TOML; on the command line with `--` and `-` for `_`.
    pub key: &'static str,
    /// The values that it takes.
    pub values: String,
    /// One line of explanation.
    pub doc: &'static str,
}

/// Every key, in the order in which a configuration is written.
pub fn options() -> Vec<ConfigOption> {
    let option = |key, values: String, doc| ConfigOption { key, values, doc };
    let flag = || "false, true".to_owned();
    vec![
        option("ops", Operation::list(Operation::ALL), "operations that are kept; default all"),
        option("handshake", names::<Handshake>(), "how a cycle says that it carries an instruction; default valid"),
        option("ready", names::<Ready>(), "where ready_o comes from; default direct"),
        option("clock_enable", flag(), "an input ce_i: a cycle without it does not count"),
        option("flush", flag(), "an input flush_i, which drops what is in the stages"),
        option("reset", names::<Reset>(), "the reset of the control registers; default rst"),
        option("reset_data", flag(), "reset data registers too"),
        option("tag", format!("0 to {}", Config::MAX_TAG), "bits that go with an instruction to its result; default 0"),
        option("sat_o", flag(), "an output sat_o: .sat has changed the value"),
        option("shared", flag(), "one datapath for the scalar and the SIMD instructions of video"),
        option("contexts", format!("1 to {}", Config::MAX_CONTEXTS), "each with a CC.CF of its own; default 1"),
        option("wide", flag(), "64-bit instructions of the carry unit; default true"),
        option(
            "mad64",
            names::<Mad64>(),
            "how the carry unit multiplies 64 bits: not, in 3 or 4 cycles, in one; default full",
        ),
        option(
            "style",
            names::<Style>(),
            "how the datapath is written: for gates, or as the manual says it; default optimized",
        ),
        option("adder", names::<Adder>(), "how adders are written; default +, the tool chooses"),
        option("multiplier", names::<Multiplier>(), "how multipliers are written; default *, the tool chooses"),
        option("prefix", "a name".to_owned(), "what stands before the name of every module; default vidalu_"),
        option("profile", names::<Profile>(), "whose semantics; default manual"),
        option("language", names::<Language>(), "the language of the text; default verilog"),
        option(
            "depth",
            format!("0 to {}, or a number for each unit", Config::MAX_DEPTH),
            "rows of registers, which is the latency in cycles; default 0",
        ),
    ]
}

fn names<T: Choice>() -> String {
    T::ALL.iter().map(|&value| value.name()).join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_of_the_toml_is_listed() {
        let table: toml::Table = toml::from_str(&Config::default().to_toml()).unwrap();
        let keys: Vec<_> = table.keys().map(String::as_str).sorted().collect();
        let listed: Vec<_> = options().iter().map(|option| option.key).sorted().collect();
        assert_eq!(listed, keys);
    }
}
