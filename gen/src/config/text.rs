//! The TOML form of a configuration.

use toml::de::DeTable;

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
