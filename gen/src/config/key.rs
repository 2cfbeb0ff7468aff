//! The keys of a configuration: one table, from which everything else that names them is derived.
//!
//! These derive from the table: the fields of [`Config`] and their defaults, the reader and the
//! writer of TOML, the line in the headers of generated files, the flags of the command line,
//! `vidalu gen --list`, the axes of the space of configurations, and the table in docs/hardware.md.

use std::fmt;
use std::sync::LazyLock;

use itertools::Itertools;
use serde::Serialize;
use serde::de::DeserializeOwned;
use toml::Value;

use super::{Config, Depth};
use crate::{Block, Operation, Target, Unit, Wrapper};

/// A key of the configuration.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// The name in TOML; on the command line with `--` in front and `-` for `_`.
    pub name: &'static str,
    /// The values that the key takes.
    pub values: Values,
    /// The units whose hardware depends on the key.
    pub units: &'static [Unit],
    /// The blocks whose hardware depends on the key.
    pub blocks: &'static [Block],
    /// The wrapper that alone depends on the key, if no unit and no block does.
    pub wrapper: Option<Wrapper>,
    /// Whether the headers of generated files name the value even where it is the default.
    pub(crate) in_every_header: bool,
    pub(crate) doc: &'static str,
    pub(crate) get: fn(&Config) -> Value,
    pub(crate) set: fn(&mut Config, Value) -> Result<(), toml::de::Error>,
}

/// The values that a key takes.
#[derive(Clone, Copy, Debug)]
pub enum Values {
    /// `false` or `true`.
    Flag,
    /// One of several names.
    Names(fn() -> Vec<&'static str>),
    /// A number.
    Number {
        /// The least value.
        min: u8,
        /// The greatest value.
        max: u8,
        /// The values that tests try: those that are likely to differ from each other.
        tried: &'static [u8],
        /// The unit of the number, in capitals: the placeholder of the value in the flag's help.
        unit: &'static str,
    },
    /// A set of operations.
    Operations,
    /// The beginning of a name of Verilog.
    Prefix,
    /// A [`Depth`].
    Depth,
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag => f.write_str("false, true"),
            Self::Names(names) => f.write_str(&names().join(", ")),
            Self::Number { min, max, .. } => write!(f, "{min} to {max}"),
            Self::Operations => f.write_str(&Operation::list(Operation::ALL)),
            Self::Prefix => f.write_str("a name"),
            Self::Depth => write!(f, "0 to {}, or a number for each unit", Config::MAX_DEPTH),
        }
    }
}

impl Key {
    /// A key that concerns nothing: the table names what differs from it.
    pub(super) const PLAIN: Self = Self {
        name: "",
        values: Values::Flag,
        units: &[],
        blocks: &[],
        wrapper: None,
        in_every_header: false,
        doc: "",
        get: |_| false.into(),
        set: |_, _| Ok(()),
    };

    /// Returns the key with this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::ALL.iter().find(|key| key.name == name)
    }

    /// Returns one sentence of explanation, without its full stop.
    pub fn help(&self) -> &'static str {
        self.doc.trim().trim_end_matches('.')
    }

    /// Returns the flag of the command line, without its dashes: `clock-enable`.
    pub fn flag(&self) -> String {
        self.name.replace('_', "-")
    }

    /// Returns the default as it is written on the command line; `all` for the operations.
    pub fn default(&self) -> String {
        match self.values {
            Values::Operations => ALL.to_owned(),
            _ => self.word(&DEFAULT),
        }
    }

    /// Returns whether the hardware of `target` depends on the key.
    pub fn concerns(&self, target: Target) -> bool {
        match target {
            Target::Unit(unit) => self.units.contains(&unit),
            Target::Block(block) => self.blocks.contains(&block),
        }
    }

    /// Returns the name of the value in the help of the flag: `BITS`.
    pub fn value_name(&self) -> String {
        match self.values {
            Values::Flag => "true|false".to_owned(),
            Values::Number { unit, .. } => unit.to_owned(),
            Values::Operations => "OP,…".to_owned(),
            Values::Depth => "ROWS".to_owned(),
            Values::Names(_) | Values::Prefix => self.name.to_uppercase(),
        }
    }

    /// Returns the value in `config` as it is written on the command line.
    pub fn word(&self, config: &Config) -> String {
        match (self.get)(config) {
            Value::String(text) => text,
            Value::Array(names) => match config.beyond_all() {
                Some(beyond) => [ALL].into_iter().chain(beyond.map(Operation::name)).join(","),
                None => names.iter().filter_map(Value::as_str).join(","),
            },
            Value::Table(_) => config.depth.to_string(),
            plain => plain.to_string(),
        }
    }

    /// Returns the value that `word` means on the command line. A word that means nothing is
    /// returned as a string, which the key then refuses as a value.
    fn value(&self, word: &str) -> Value {
        let value = match self.values {
            Values::Flag => word.parse().ok().map(Value::Boolean),
            Values::Number { .. } => word.parse().ok().map(Value::Integer),
            Values::Names(_) | Values::Prefix => None,
            Values::Operations => {
                let usual = || Operation::usual().map(Operation::name).collect();
                let names = word.split(',').flat_map(|name| if name == ALL { usual() } else { vec![name] });
                Some(names.collect::<Vec<_>>().into())
            }
            Values::Depth => word.parse::<Depth>().ok().map(|depth| value_of(&depth)),
        };
        value.unwrap_or_else(|| word.into())
    }

    /// Sets the value in `config` to what `word` means on the command line.
    pub(super) fn set_word(&self, config: &mut Config, word: &str) -> Result<(), toml::de::Error> {
        (self.set)(config, self.value(word))
    }

    /// Returns whether `config` has the default value.
    pub fn is_default(&self, config: &Config) -> bool {
        match self.values {
            Values::Operations => config.beyond_all().is_some_and(|mut beyond| beyond.next().is_none()),
            _ => (self.get)(config) == (self.get)(&DEFAULT),
        }
    }
}

/// The word for the usual operations ([`Operation::usual`]).
const ALL: &str = "all";

/// The default configuration.
static DEFAULT: LazyLock<Config> = LazyLock::new(Config::default);

/// Returns a value of a configuration as TOML.
pub(super) fn value_of<T: Serialize>(value: &T) -> Value {
    Value::try_from(value).expect("the values of a configuration have a form in TOML")
}

pub(super) fn set_value<T: DeserializeOwned>(place: &mut T, value: Value) -> Result<(), toml::de::Error> {
    *place = value.try_into()?;
    Ok(())
}

/// Defines [`Config`] with its fields and defaults, and the table of keys.
macro_rules! keys {
    ($(
        #[doc = $doc:literal]
        $name:ident: $Type:ty = $default:expr => {
            $($property:ident: $value:expr,)+
        }
    )+) => {
        /// The configuration of generated units.
        ///
        /// In TOML every key may be left out and then has its default; an unknown key is an error.
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(deny_unknown_fields, default)]
        pub struct Config {
            $(#[doc = $doc] pub $name: $Type,)+
        }

        impl Default for Config {
            fn default() -> Self {
                Self { $($name: $default,)+ }
            }
        }

        impl Key {
            /// Every key, in the order in which a configuration is written.
            pub const ALL: &[Self] = &[$(Self {
                name: stringify!($name),
                doc: $doc,
                get: |config| $crate::config::key::value_of(&config.$name),
                set: |config, value| $crate::config::key::set_value(&mut config.$name, value),
                $($property: $value,)+
                ..Self::PLAIN
            },)+];
        }
    };
}
pub(super) use keys;
