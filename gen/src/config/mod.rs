//! What to generate: the configuration, its checks, its TOML form.

mod operation;
mod text;

use std::collections::BTreeSet;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::verilog::check_name;
pub use operation::Operation;

/// The configuration of a generated unit.
///
/// In TOML every key may be left out and then has its default; a key that does not exist is an error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The operations of the unit; default: all eight. Codes of operations that are left out give undefined results.
    pub ops: BTreeSet<Operation>,
    /// Number of register rows, 0 to 3, which is the latency in clock cycles; default 0, a combinational unit.
    pub depth: u8,
    /// How a cycle says that it carries an instruction; default `valid`.
    pub handshake: Handshake,
    /// The reset, which reaches the valid bits only; default `rst`. A unit without valid registers (depth 0, or handshake
    /// `none`) has no port for it.
    pub reset: Reset,
    /// Whether there is an output `sat_o`: `.sat` has changed the value; default no.
    pub sat_o: bool,
    /// What stands before the name of every module; default `vidalu_`.
    pub prefix: String,
    /// Whose semantics; default the manual's.
    pub profile: Profile,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            ops: Operation::ALL.into_iter().collect(),
            depth: 0,
            handshake: Handshake::Valid,
            reset: Reset::Rst,
            sat_o: false,
            prefix: "vidalu_".to_owned(),
            profile: Profile::Manual,
        }
    }
}

/// How a cycle says that it carries an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Handshake {
    /// Every cycle carries one: no valid ports.
    None,
    /// `valid_i` comes with the instruction, `valid_o` with its result.
    Valid,
}

/// The reset of the control registers (the valid bits); data registers have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reset {
    /// `rst_i`, synchronous, active high.
    Rst,
    /// `rst_ni`, synchronous, active low.
    RstN,
    /// `rst_i`, asynchronous, active high.
    Arst,
    /// `rst_ni`, asynchronous, active low.
    ArstN,
    /// No reset.
    None,
}

/// Whose semantics the hardware has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Profile {
    /// The manual's.
    Manual,
    /// What is recorded of GPUs: before `.min` and `.max` the intermediate is cut to 32 bits.
    Hardware,
}

impl Handshake {
    /// Both.
    pub const ALL: [Self; 2] = [Self::None, Self::Valid];

    /// The spelling in TOML and in headers.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Valid => "valid",
        }
    }
}

impl Reset {
    /// All five.
    pub const ALL: [Self; 5] = [Self::Rst, Self::RstN, Self::Arst, Self::ArstN, Self::None];

    /// The spelling in TOML and in headers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rst => "rst",
            Self::RstN => "rst_n",
            Self::Arst => "arst",
            Self::ArstN => "arst_n",
            Self::None => "none",
        }
    }

    /// The port, if there is a reset.
    pub fn port(self) -> Option<&'static str> {
        match self {
            Self::Rst | Self::Arst => Some("rst_i"),
            Self::RstN | Self::ArstN => Some("rst_ni"),
            Self::None => None,
        }
    }

    /// Whether a low level resets.
    pub fn is_active_low(self) -> bool {
        matches!(self, Self::RstN | Self::ArstN)
    }

    /// Whether it takes effect without a clock edge.
    pub fn is_asynchronous(self) -> bool {
        matches!(self, Self::Arst | Self::ArstN)
    }
}

impl Profile {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Manual, Self::Hardware];

    /// The spelling in TOML and in headers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Manual => "manual",
            Self::Hardware => "hardware",
        }
    }
}

/// A configuration that cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ConfigError {
    /// What is wrong.
    pub message: String,
    /// What to do about it, where the message does not say it.
    pub help: Option<String>,
    /// The key that is at fault, where it is one.
    pub key: Option<&'static str>,
    /// The bytes of the TOML text that are at fault, where the configuration was read from one.
    pub span: Option<Range<usize>>,
}

impl ConfigError {
    fn at(key: &'static str, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { message: message.into(), help: Some(help.into()), key: Some(key), span: None }
    }
}

impl Config {
    /// The greatest depth of a unit.
    pub const MAX_DEPTH: u8 = 3;
    /// The longest prefix, so that lines stay within 100 columns.
    pub const MAX_PREFIX: usize = 32;

    /// Whether an operation is wanted.
    pub fn has(&self, operation: Operation) -> bool {
        self.ops.contains(&operation)
    }

    /// Checks what the types alone cannot: ranges, names, and choices that contradict each other.
    ///
    /// # Errors
    /// The first contradiction, with its reason.
    pub fn validate(&self) -> Result<(), ConfigError> {
        if self.ops.is_empty() {
            let help = format!("name at least one of {}", Operation::list(Operation::ALL));
            return Err(ConfigError::at("ops", "a unit without operations has nothing to compute", help));
        }
        if self.depth > Self::MAX_DEPTH {
            let message = format!("depth is {}, which is more than there are places to cut", self.depth);
            let help =
                "use 0 (combinational), 1, 2 or 3: there is a cut after select, after primary and after saturate";
            return Err(ConfigError::at("depth", message, help));
        }
        if self.sat_o && self.ops.iter().all(|op| !op.saturates()) {
            let help = "leave sat_o out, or add an operation that has .sat";
            return Err(ConfigError::at("sat_o", "vset has no .sat, so sat_o would always be 0", help));
        }
        self.validate_prefix()
    }

    fn validate_prefix(&self) -> Result<(), ConfigError> {
        if self.prefix.len() > Self::MAX_PREFIX {
            let message = format!("the prefix has {} characters", self.prefix.len());
            return Err(ConfigError::at("prefix", message, format!("use at most {}", Self::MAX_PREFIX)));
        }
        let names = crate::Target::ALL.iter().map(|target| self.module_name(target.name()));
        match names.map(|name| check_name(&name)).find_map(Result::err) {
            Some(error) => {
                let help = "a prefix is ASCII letters, digits and `_`, begins with no digit, and with the name of each \
                            module (select, adder34, ...) makes no keyword of Verilog, SystemVerilog or VHDL";
                Err(ConfigError::at("prefix", format!("as the name of a module, {error}"), help))
            }
            None => Ok(()),
        }
    }

    /// The name of a module: the prefix and the name of the unit or block.
    pub fn module_name(&self, name: &str) -> String {
        format!("{}{name}", self.prefix)
    }

    /// What `target` takes of the configuration: a unit all of it, a block the prefix and the profile alone.
    pub fn for_target(&self, target: crate::Target) -> Self {
        match target {
            crate::Target::Unit(_) => self.clone(),
            crate::Target::Block(_) => Self { prefix: self.prefix.clone(), profile: self.profile, ..Self::default() },
        }
    }

    /// The configuration on one line, as it stands in the headers of generated files.
    pub fn line(&self) -> String {
        let all = self.ops.len() == Operation::ALL.len();
        let ops = if all { "all".to_owned() } else { Operation::list(self.ops.iter().copied()) };
        format!(
            "profile={} depth={} handshake={} reset={} sat_o={} prefix={} ops={}",
            self.profile.name(),
            self.depth,
            self.handshake.name(),
            self.reset.name(),
            self.sat_o,
            self.prefix,
            ops.replace(", ", ","),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(config: &Config) -> Option<&'static str> {
        config.validate().err().and_then(|error| error.key)
    }

    #[test]
    fn the_default_is_valid() {
        Config::default().validate().unwrap();
    }

    #[test]
    fn contradictions_name_their_key() {
        let vset = || BTreeSet::from([Operation::Vset]);
        assert_eq!(key(&Config { ops: BTreeSet::new(), ..Config::default() }), Some("ops"));
        assert_eq!(key(&Config { depth: 4, ..Config::default() }), Some("depth"));
        assert_eq!(key(&Config { ops: vset(), sat_o: true, ..Config::default() }), Some("sat_o"));
        assert_eq!(key(&Config { ops: vset(), ..Config::default() }), None);
    }

    #[test]
    fn a_prefix_must_make_names() {
        let with = |prefix: &str| key(&Config { prefix: prefix.to_owned(), ..Config::default() });
        assert_eq!(with(""), Some("prefix"), "`select` alone is a keyword of VHDL");
        assert_eq!(with("1x_"), Some("prefix"));
        assert_eq!(with("my-"), Some("prefix"));
        assert_eq!(with(&"x".repeat(33)), Some("prefix"));
        assert_eq!(with("my_"), None);
    }
}
