//! Reads configurations from arbitrary text. `cargo test` uses random and saved inputs, and
//! `cargo bolero test arbitrary_text` a fuzzer.

use vidalu_gen::{Config, Target, Unit, generate};

/// Checks the properties that must hold for every text.
fn check(text: &str) {
    match Config::from_toml(text) {
        Ok(config) => {
            assert_eq!(Config::from_toml(&config.to_toml()).as_ref(), Ok(&config), "what is read can be written");
            generate(Target::Unit(Unit::Scalar), &config).expect("what is read can be generated");
        }
        Err(error) => {
            assert!(!error.message.is_empty());
            if let Some(span) = error.span {
                assert!(text.get(span.clone()).is_some(), "{span:?} is not part of the text");
            }
        }
    }
}

#[test]
fn arbitrary_text() {
    bolero::check!().with_type::<String>().for_each(|text| check(text));
}

/// Reads lines that are nearly right, because random text rarely gets past the first key.
#[test]
fn lines_that_are_nearly_right() {
    const LINES: [&str; 16] = [
        "depth = 2",
        "depth = 4",
        "depth = -1",
        "depth = 'x'",
        "ops = ['vadd']",
        "ops = ['vset', 'vshr']",
        "ops = []",
        "ops = ['vadd', 'x']",
        "sat_o = true",
        "prefix = ''",
        "prefix = 'u_'",
        "reset = 'arst_n'",
        "reset = 'no'",
        "handshake = 'none'",
        "profile = 'hardware'",
        "[table]",
    ];
    bolero::check!().with_type::<(Vec<u8>, u8)>().for_each(|(picks, cut)| {
        let lines: Vec<_> = picks.iter().take(6).map(|&pick| LINES[usize::from(pick) % LINES.len()]).collect();
        let mut text = lines.join("\n");
        text.truncate(text.len().saturating_sub(usize::from(*cut % 8)));
        check(&text);
    });
}
