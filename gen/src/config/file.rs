//! A configuration file: the keys of a configuration, and the unit and the bus that they are for.

use std::ops::Range;

use toml::de::{DeTable, DeValue};

use super::{Config, ConfigError};
use crate::{Choice, Target, Wrapper};

/// A configuration file.
///
/// The file of a generated folder says what the folder holds, so that it can be generated again.
/// A file may leave out the unit and the bus: then it only configures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConfigFile {
    /// The unit or block, the key `unit`.
    pub target: Option<Target>,
    /// The bus of the wrapper, the key `wrapper`.
    pub wrapper: Option<Wrapper>,
    /// The other keys.
    pub config: Config,
}

/// The keys besides those of the configuration.
const UNIT: &str = "unit";
const WRAPPER: &str = "wrapper";

impl ConfigFile {
    /// Reads and checks a file.
    ///
    /// # Errors
    /// As [`Config::from_toml`], and if `unit` or `wrapper` is not a name of one.
    pub fn from_toml(text: &str) -> Result<Self, ConfigError> {
        let (mut file, mut rest) = (Self::default(), text.as_bytes().to_vec());
        // Text that is not TOML has neither key, and the reader of the configuration explains it.
        let table = DeTable::parse(text).map(toml::Spanned::into_inner).unwrap_or_default();
        for (key, value) in table.iter().filter(|(key, _)| matches!(&**key.get_ref(), UNIT | WRAPPER)) {
            let (name, span) = (name(key.get_ref(), value.get_ref()), value.span());
            let wrong = |error: ConfigError| ConfigError { span: Some(span.clone()), ..error };
            match &**key.get_ref() {
                UNIT => file.target = Some(name.and_then(target).map_err(wrong)?),
                _ => file.wrapper = Some(name.and_then(wrapper).map_err(wrong)?),
            }
            // Spaces keep the places of all other text.
            rest[key.span().start..span.end].fill(b' ');
        }
        let rest = String::from_utf8(rest).expect("only whole characters were replaced");
        file.config = Config::from_toml(&rest)?;
        Ok(file)
    }

    /// Returns the file as TOML, with every key of the configuration.
    pub fn to_toml(&self) -> String {
        self.own_keys().map(|(key, name)| format!("{key} = \"{name}\"\n")).collect::<String>() + &self.config.to_toml()
    }

    /// Returns the file as TOML, with every key of the configuration and a comment above each key.
    pub fn to_commented_toml(&self) -> String {
        let own = self.own_keys().map(|(key, name)| match key {
            UNIT => format!("# The unit or block.\nunit = \"{name}\"\n\n"),
            _ => format!("# The bus around the unit.\n# Values: {}.\nwrapper = \"{name}\"\n\n", wrappers()),
        });
        own.collect::<String>() + &self.config.to_commented_toml()
    }

    /// Returns the keys besides those of the configuration, with their values.
    fn own_keys(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let unit = self.target.map(|target| (UNIT, target.name()));
        unit.into_iter().chain(self.wrapper.map(|wrapper| (WRAPPER, wrapper.name())))
    }
}

fn name<'a>(key: &str, value: &'a DeValue<'_>) -> Result<&'a str, ConfigError> {
    value.as_str().ok_or_else(|| error(format!("`{key}` is not a name in quotes"), HELP))
}

fn target(name: &str) -> Result<Target, ConfigError> {
    name.parse().map_err(|unknown: crate::UnknownTarget| error(unknown.to_string(), HELP))
}

fn wrapper(name: &str) -> Result<Wrapper, ConfigError> {
    let found = Wrapper::ALL.iter().copied().find(|wrapper| Choice::name(*wrapper) == name);
    found.ok_or_else(|| error(format!("no wrapper has the name `{name}`; use {}", wrappers()), HELP))
}

fn wrappers() -> String {
    Wrapper::ALL.iter().map(|wrapper| wrapper.name()).collect::<Vec<_>>().join(", ")
}

fn error(message: String, help: &str) -> ConfigError {
    ConfigError { message, help: help.to_owned(), key: None, span: None::<Range<usize>> }
}

const HELP: &str = "`vidalu gen --list` has the units, blocks and wrappers";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Unit;

    #[test]
    fn a_file_is_read_back() {
        let config = Config { depth: "scalar:2,carry:1".parse().unwrap(), ..Config::default() };
        for wrapper in [None].into_iter().chain(Wrapper::ALL.iter().copied().map(Some)) {
            for target in [None].into_iter().chain(Target::ALL.map(Some)) {
                let file = ConfigFile { target, wrapper, config: config.clone() };
                assert_eq!(ConfigFile::from_toml(&file.to_toml()).as_ref(), Ok(&file));
                assert_eq!(ConfigFile::from_toml(&file.to_commented_toml()).as_ref(), Ok(&file));
            }
        }
    }

    #[test]
    fn the_keys_stand_anywhere_and_may_be_missing() {
        let file = ConfigFile::from_toml("tag = 3 # \u{e9}\nunit = 'carry' # its \u{e9}\ncontexts = 2\n").unwrap();
        assert_eq!((file.target, file.wrapper), (Some(Target::Unit(Unit::Carry)), None));
        assert_eq!((file.config.tag, file.config.contexts), (3, 2));
        let config = Config { tag: 3, ..Config::default() };
        assert_eq!(ConfigFile::from_toml("tag = 3"), Ok(ConfigFile { config, ..ConfigFile::default() }));
        assert_eq!(ConfigFile::from_toml(""), Ok(ConfigFile::default()));
    }

    #[test]
    fn errors_are_pointed_at() {
        let error_and_text = |text: &'static str| {
            let error = ConfigFile::from_toml(text).unwrap_err();
            (error.message, &text[error.span.expect("an error in a text says where")])
        };
        let (message, at) = error_and_text("depth = 1\nunit = 'warp'\n");
        assert_eq!(at, "'warp'");
        assert!(message.contains("`warp`; use scalar, simd,"), "{message}");
        let (message, at) = error_and_text("wrapper = \"pci\"");
        assert_eq!(at, "\"pci\"");
        assert!(message.contains("`pci`; use axi4-stream,"), "{message}");
        assert_eq!(error_and_text("unit = 3").1, "3");
        assert_eq!(error_and_text("unit = { scalar = 1 }").0, "`unit` is not a name in quotes");
        // The places of other errors are those in the whole text.
        assert_eq!(error_and_text("unit = 'simd'\nwrapper = 'cfu'\ntag = 65\n").1, "65");
        assert_eq!(error_and_text("unit = 'simd'\nunit = 'simd'\n").1, "unit");
        assert_eq!(error_and_text("unit = 'simd'\ndeep = 2\n").1, "deep");
    }
}
