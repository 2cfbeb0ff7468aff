//! The forms of a configuration as text: TOML, and flags of the command line.

use itertools::Itertools;
use toml::de::DeTable;
use toml::{Table, Value};

use super::{Config, ConfigError};

impl Config {
    /// Reads and checks a configuration.
    ///
    /// # Errors
    /// Text that is no TOML, an unknown key or value, a contradiction: each with the bytes of `text` it is about.
    pub fn from_toml(text: &str) -> Result<Self, ConfigError> {
        let config: Self = toml::from_str(text).map_err(|error| ConfigError {
            message: error.message().trim_end().to_owned(),
            help: None,
            key: None,
            span: error.span(),
        })?;
        config
            .validate()
            .map_err(|error| ConfigError { span: error.key.and_then(|key| span_of(text, key)), ..error })?;
        Ok(config)
    }

    /// The configuration as TOML, every key written out.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("a configuration is a table of plain values")
    }

    /// The keys that differ from the default, as TOML.
    pub fn to_short_toml(&self) -> String {
        self.differences().to_string()
    }

    /// The flags that make it of the default: for a command that anyone can repeat.
    pub fn flags(&self) -> String {
        let flag = |(key, value): (&String, &Value)| {
            let flag = format!("--{}", key.replace('_', "-"));
            match value {
                Value::Boolean(true) => flag,
                Value::Boolean(false) => format!("{flag}=false"),
                Value::Array(names) => format!("{flag} {}", names.iter().filter_map(Value::as_str).join(",")),
                Value::Table(_) => format!("{flag} {}", self.depth),
                Value::String(text) => format!("{flag} {}", quoted(text)),
                number => format!("{flag} {number}"),
            }
        };
        self.differences().iter().map(flag).join(" ")
    }

    /// The keys that differ from the default. Operations of a unit are left out where they are all.
    fn differences(&self) -> Table {
        let table = |config: &Self| Table::try_from(config).expect("a configuration is a table of plain values");
        let (mut own, default) = (table(self), table(&Self::default()));
        own.retain(|key, value| default.get(key) != Some(value) && !(key == "ops" && self.keeps_all()));
        own
    }
}

/// A word for a shell.
fn quoted(text: &str) -> String {
    let is_plain = !text.is_empty() && text.chars().all(|sign| sign.is_ascii_alphanumeric() || "_-".contains(sign));
    if is_plain { text.to_owned() } else { format!("'{text}'") }
}

/// The bytes of the value of a key at the top level.
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
    fn what_is_written_is_read_back() {
        let config = Config { depth: 3.into(), sat_o: true, ..Config::default() };
        assert_eq!(Config::from_toml(&config.to_toml()), Ok(config));
        let config = Config { depth: "scalar:2,carry:1".parse().unwrap(), ..Config::default() };
        assert_eq!(Config::from_toml(&config.to_toml()), Ok(config));
        assert_eq!(Config::from_toml(""), Ok(Config::default()));
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
