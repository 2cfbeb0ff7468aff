//! The forms of a configuration as text: TOML, the flags of the command line, and the line in
//! headers.

use itertools::Itertools;
use toml::de::DeTable;
use toml::{Table, Value};

use super::{Config, ConfigError, Key, Values};

impl Config {
    /// Reads and checks a configuration.
    ///
    /// # Errors
    /// Text that is not TOML, an unknown key or value, a contradiction; each with the bytes of
    /// `text` at fault.
    pub fn from_toml(text: &str) -> Result<Self, ConfigError> {
        let config: Self =
            toml::from_str(text).map_err(|error| ConfigError { span: error.span(), ..unreadable(&error) })?;
        config
            .validate()
            .map_err(|error| ConfigError { span: error.key.and_then(|key| span_of(text, key)), ..error })?;
        Ok(config)
    }

    /// Sets `key` to what `word` means on the command line: `true`, `3`, `brent-kung`, `vadd,vset`,
    /// `scalar:2,carry:1`.
    ///
    /// # Errors
    /// A word that is not a value of the key. Contradictions between keys are left to
    /// [`validate`](Self::validate).
    pub fn set(&mut self, key: &Key, word: &str) -> Result<(), ConfigError> {
        key.set_word(self, word).map_err(|error| ConfigError { key: Some(key.name), ..unreadable(&error) })
    }

    /// Reads back what [`line`](Self::line) returns.
    ///
    /// # Errors
    /// An unknown key or value, or a contradiction.
    pub fn from_line(line: &str) -> Result<Self, ConfigError> {
        let mut config = Self::default();
        for text in line.split(' ') {
            let (name, word) = text.split_once('=').unwrap_or((text, "true"));
            let key = Key::named(name).ok_or_else(|| ConfigError {
                message: format!("`{name}` is not a key of the configuration"),
                help: HELP.to_owned(),
                key: None,
                span: None,
            })?;
            if word != key.default() {
                config.set(key, word)?;
            }
        }
        config.validate()?;
        Ok(config)
    }

    /// Returns the configuration as TOML, with every key.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("a configuration is a table of plain values")
    }

    /// Returns the configuration as TOML, with every key and a comment above it that explains it.
    pub fn to_commented_toml(&self) -> String {
        let entry = |key: &Key| {
            let line = Table::from_iter([(key.name.to_owned(), (key.get)(self))]).to_string();
            let values = match key.values {
                Values::Names(_) | Values::Number { .. } | Values::Depth => format!("# Values: {}.\n", key.values),
                Values::Flag | Values::Operations | Values::Prefix => String::new(),
            };
            format!("# {}.\n{values}{line}", key.help())
        };
        Key::ALL.iter().map(entry).join("\n")
    }

    /// Returns the keys that differ from the default, as TOML.
    pub fn to_short_toml(&self) -> String {
        self.differences().map(|key| (key.name.to_owned(), (key.get)(self))).collect::<Table>().to_string()
    }

    /// Returns the flags of the command line that make the default configuration into this one.
    pub fn flags(&self) -> String {
        let flag = |key: &Key| match ((key.get)(self), format!("--{}", key.flag())) {
            (Value::Boolean(true), flag) => flag,
            (Value::Boolean(false), flag) => format!("{flag}=false"),
            (Value::String(text), flag) => format!("{flag} {}", quoted(&text)),
            (_, flag) => format!("{flag} {}", key.word(self)),
        };
        self.differences().sorted_by_key(|key| key.name).map(flag).join(" ")
    }

    /// Returns the configuration on one line, as it stands in the headers of generated files: the
    /// keys that differ from the default, and a few that every header names.
    pub fn line(&self) -> String {
        let word = |key: &Key| match ((key.get)(self), key.name) {
            (Value::Boolean(true), name) => name.to_owned(),
            (_, name) => format!("{name}={}", key.word(self)),
        };
        // A reader asks for the first three first; the operations are last because they can be
        // many.
        let rank = |key: &&Key| match key.name {
            "profile" => 0,
            "prefix" => 1,
            "depth" => 2,
            "ops" => 4,
            _ => 3,
        };
        let shown = Key::ALL.iter().filter(|key| key.in_every_header || !key.is_default(self));
        shown.sorted_by_key(rank).map(word).join(" ")
    }

    /// Returns the keys that differ from the default. Operations do not count if no unit lacks one
    /// of its own.
    fn differences(&self) -> impl Iterator<Item = &'static Key> {
        Key::ALL.iter().filter(|key| !key.is_default(self))
    }
}

const HELP: &str = "`vidalu gen --print-config` shows every key with its default";

/// An error of the reader of TOML.
fn unreadable(error: &toml::de::Error) -> ConfigError {
    ConfigError { message: error.message().trim_end().to_owned(), help: HELP.to_owned(), key: None, span: None }
}

/// Returns `text` as a word for a shell.
fn quoted(text: &str) -> String {
    let is_plain = !text.is_empty() && text.chars().all(|sign| sign.is_ascii_alphanumeric() || "_-".contains(sign));
    if is_plain { text.to_owned() } else { format!("'{text}'") }
}

/// Returns the bytes of the value of `key` at the top level of `text`.
fn span_of(text: &str, key: &str) -> Option<std::ops::Range<usize>> {
    let table = DeTable::parse(text).ok()?;
    table.get_ref().iter().find(|(name, _)| name.get_ref() == key).map(|(_, value)| value.span())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error_and_text(text: &str) -> (String, &str) {
        let error = Config::from_toml(text).unwrap_err();
        let span = error.span.clone().expect("an error in a text says where");
        (error.message, &text[span])
    }

    #[test]
    fn toml_is_read_back() {
        let config = Config { depth: 3.into(), sat_o: true, ..Config::default() };
        assert_eq!(Config::from_toml(&config.to_toml()), Ok(config));
        let config = Config { depth: "scalar:2,carry:1".parse().unwrap(), ..Config::default() };
        assert_eq!(Config::from_toml(&config.to_toml()), Ok(config));
        assert_eq!(Config::from_toml(""), Ok(Config::default()));
    }

    /// Every key, with a value that is not its default.
    fn other_values() -> Config {
        let text = "ops = ['vset', 'vadd4', 'add.cc']\nhandshake = 'valid-ready'\nready = 'registered'\nflush = true\n\
                    clock_enable = true\nreset = 'arst_n'\nreset_data = true\ntag = 3\nsat_o = true\nrs3 = 'r4'\nshared = true\n\
                    threads = 3\ncontexts = 4\nwide = false\nmad64 = 'iterative'\ngoal = 'tables'\nadder = 'brent-kung'\nprefix = 'u_'\n\
                    multiplier = 'booth4'\nprofile = 'hardware'\nlanguage = 'systemverilog'\n\
                    depth = { scalar = 2, carry = 1 }\n";
        Config::from_toml(text).unwrap()
    }

    #[test]
    fn every_form_is_read_back() {
        let behavioral = Config { style: crate::Style::Behavioral, ..Config::default() };
        for config in [Config::default(), other_values(), behavioral] {
            assert_eq!(Config::from_toml(&config.to_toml()).as_ref(), Ok(&config));
            assert_eq!(Config::from_toml(&config.to_commented_toml()).as_ref(), Ok(&config));
            assert_eq!(Config::from_toml(&config.to_short_toml()).as_ref(), Ok(&config));
            assert_eq!(Config::from_line(&config.line()).as_ref(), Ok(&config));
        }
        let left_out: Vec<_> = Key::ALL.iter().filter(|key| key.is_default(&other_values())).collect();
        assert!(matches!(left_out[..], [Key { name: "style", .. }]), "{left_out:?}");
        assert!(Config::from_line("colour=red").is_err());
        assert!(Config::from_line("reset=red").is_err());
    }

    #[test]
    fn comments_are_lines_of_a_hundred_columns() {
        for line in other_values().to_commented_toml().lines().filter(|line| line.starts_with('#')) {
            assert!(line.len() <= 100, "{line}");
        }
    }

    #[test]
    fn short_forms_have_what_differs() {
        assert_eq!((Config::default().flags(), Config::default().to_short_toml()), (String::new(), String::new()));
        let text = "adder = \"brent-kung\"\nops = [\"vset\", \"add.cc\"]\nprefix = \"\"\ntag = 3\nwide = false\n\n[depth]\n\
                    carry = 1\nscalar = 2\nsimd = 0\nvmad = 0\n";
        let config: Config = toml::from_str(text).unwrap();
        assert_eq!(config.to_short_toml(), text);
        let flags = "--adder brent-kung --depth scalar:2,simd:0,vmad:0,carry:1 --ops vset,add.cc --prefix '' --tag 3 \
                     --wide=false";
        assert_eq!(config.flags(), flags);
        let all =
            Config { flush: true, ops: Config::default().unit_ops(crate::Unit::Simd).collect(), ..Config::default() };
        assert_eq!((all.flags(), all.to_short_toml()), ("--flush".to_owned(), "flush = true\n".to_owned()));
    }

    #[test]
    fn an_unknown_key_is_pointed_at() {
        let (message, at) = error_and_text("depth = 1\ndeep = 2\n");
        assert_eq!(at, "deep");
        assert!(message.contains("unknown field `deep`") && message.contains("`depth`"), "{message}");
    }

    #[test]
    fn an_unknown_operation_is_pointed_at() {
        let (message, at) = error_and_text("ops = [\"vadd\", \"vmul\"]\n");
        assert_eq!(at, "\"vmul\"");
        assert!(message.contains("unknown variant `vmul`") && message.contains("`vabsdiff`"), "{message}");
    }

    #[test]
    fn a_wrong_type_and_a_wrong_number_are_pointed_at() {
        assert_eq!(error_and_text("depth = \"two\"").1, "\"two\"");
        assert_eq!(error_and_text("depth = 300").1, "300");
        assert_eq!(error_and_text("depth = -1").1, "-1");
        assert_eq!(error_and_text("depth = { scalar = 2, warp = 1 }").1, "warp");
    }

    #[test]
    fn a_contradiction_is_pointed_at() {
        let (message, at) = error_and_text("ops = [\"vset\"]\nsat_o = true\n");
        assert_eq!(at, "true");
        assert!(message.contains(".sat"), "{message}");
        assert_eq!(error_and_text("depth = 9").1, "9");
        assert_eq!(error_and_text("prefix = ''").1, "''");
    }

    #[test]
    fn half_written_text_is_pointed_at() {
        let text = "depth = 1\nops = [\"vadd\",\n";
        let error = Config::from_toml(text).unwrap_err();
        assert!(error.span.is_some_and(|span| span.end <= text.len()));
    }
}
