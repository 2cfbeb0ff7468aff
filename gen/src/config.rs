//! What to generate: the configuration, its checks, its TOML form.

mod choice;
mod depth;
mod options;
mod text;

use std::collections::BTreeSet;
use std::ops::Range;

use serde::{Deserialize, Serialize};
use vidalu_model::isa::Operation;

use crate::name::check_name;
use crate::{Target, Unit};
pub use choice::{Adder, Choice, Handshake, Language, Mad64, Multiplier, Profile, Ready, Reset, Style};
pub use depth::Depth;
pub use options::{ConfigOption, options};

/// The configuration of generated units.
///
/// In TOML every key may be left out and then has its default; a key that does not exist is an error. A unit takes of it
/// what concerns it: the operations that are its own, its depth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The operations that are kept; default: all. Codes of operations that are left out give undefined results.
    pub ops: BTreeSet<Operation>,
    /// How a cycle says that it carries an instruction; default `valid`.
    pub handshake: Handshake,
    /// Where `ready_o` comes from, with the handshake `valid-ready`; default `direct`.
    pub ready: Ready,
    /// Whether there is a clock enable `ce_i`: a cycle without it does not count, at the ports neither; default no.
    pub clock_enable: bool,
    /// Whether there is an input `flush_i`, which drops what is in the stages; default no.
    pub flush: bool,
    /// The reset; default `rst`. A unit without registers that need one has no port for it.
    pub reset: Reset,
    /// Whether data registers are reset too; default no.
    pub reset_data: bool,
    /// Width of the tag that goes with an instruction from `tag_i` to `tag_o`, 0 to 64 bits; default 0, no tag.
    pub tag: u8,
    /// Whether there is an output `sat_o`: `.sat` has changed the value; default no.
    pub sat_o: bool,
    /// Whether the scalar and the SIMD instructions of unit `video` have one datapath, unit `lanes`; default no, one each.
    pub shared: bool,
    /// Contexts of the carry unit, each with a CC.CF of its own; default 1.
    pub contexts: u8,
    /// Whether the carry unit has the 64-bit instructions; default yes.
    pub wide: bool,
    /// How the carry unit multiplies 64 bits; default `full`. `iterative` needs the handshake `valid-ready` and a reset.
    pub mad64: Mad64,
    /// How the datapath is written; default `optimized`.
    pub style: Style,
    /// How adders are written; default `+`.
    pub adder: Adder,
    /// How multipliers are written; default `*`.
    pub multiplier: Multiplier,
    /// What stands before the name of every module; default `vidalu_`.
    pub prefix: String,
    /// Whose semantics; default the manual's.
    pub profile: Profile,
    /// The language of the text; default Verilog-2005.
    pub language: Language,
    /// Rows of registers, which is the latency in clock cycles; default 0, combinational units.
    pub depth: Depth,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            ops: Operation::ALL.into_iter().collect(),
            handshake: Handshake::Valid,
            ready: Ready::Direct,
            clock_enable: false,
            flush: false,
            reset: Reset::Rst,
            reset_data: false,
            tag: 0,
            sat_o: false,
            shared: false,
            contexts: 1,
            wide: true,
            mad64: Mad64::Full,
            style: Style::Optimized,
            adder: Adder::Plus,
            multiplier: Multiplier::Star,
            prefix: "vidalu_".to_owned(),
            profile: Profile::Manual,
            language: Language::Verilog,
            depth: Depth::default(),
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
    pub(crate) fn at(key: &'static str, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { message: message.into(), help: Some(help.into()), key: Some(key), span: None }
    }
}

impl Config {
    /// The greatest depth of a unit.
    pub const MAX_DEPTH: u8 = 8;
    /// The longest prefix, so that lines stay within 100 columns.
    pub const MAX_PREFIX: usize = 32;
    /// The widest tag, in bits.
    pub const MAX_TAG: u8 = 64;
    /// The most contexts.
    pub const MAX_CONTEXTS: u8 = 64;

    /// Whether an operation is wanted.
    pub fn has(&self, operation: Operation) -> bool {
        self.ops.contains(&operation)
    }

    /// Checks what the types alone cannot: ranges, names, and choices that contradict each other for every unit.
    ///
    /// # Errors
    /// The first contradiction, with its reason.
    pub fn validate(&self) -> Result<(), ConfigError> {
        if self.ops.is_empty() {
            let help = format!("name at least one of {}", Operation::list(Operation::ALL));
            return Err(ConfigError::at("ops", "a unit without operations has nothing to compute", help));
        }
        if self.depth.max() > Self::MAX_DEPTH {
            let message = format!("depth is {}, which is more than there is to cut", self.depth.max());
            return Err(ConfigError::at("depth", message, format!("use 0 (combinational) to {}", Self::MAX_DEPTH)));
        }
        if self.sat_o && self.ops.iter().all(|op| !op.saturates()) {
            let help = "leave sat_o out, or add an operation that has .sat";
            return Err(ConfigError::at("sat_o", "none of the operations has .sat: sat_o would always be 0", help));
        }
        if self.tag > Self::MAX_TAG {
            let message = format!("a tag of {} bits is wider than anyone needs", self.tag);
            return Err(ConfigError::at("tag", message, format!("use 0 (no tag) to {}", Self::MAX_TAG)));
        }
        if self.contexts == 0 || self.contexts > Self::MAX_CONTEXTS {
            let message = format!("there cannot be {} contexts", self.contexts);
            return Err(ConfigError::at("contexts", message, format!("use 1 to {}", Self::MAX_CONTEXTS)));
        }
        self.validate_flow()?;
        self.validate_style()?;
        self.validate_prefix()
    }

    /// What belongs to the flow of instructions.
    fn validate_flow(&self) -> Result<(), ConfigError> {
        if self.ready == Ready::Registered && self.handshake != Handshake::ValidReady {
            let message = "ready is registered, but there is no ready";
            return Err(ConfigError::at("ready", message, "use handshake = \"valid-ready\", or leave ready out"));
        }
        if self.flush && self.handshake == Handshake::None {
            let message = "flush drops instructions by their valid bits, but there are none";
            return Err(ConfigError::at(
                "flush",
                message,
                "use the handshake valid or valid-ready, or leave flush out",
            ));
        }
        if self.reset_data && self.reset == Reset::None {
            let message = "reset_data resets the data registers, but there is no reset";
            return Err(ConfigError::at("reset_data", message, "choose a reset, or leave reset_data out"));
        }
        Ok(())
    }

    /// What a datapath is built of belongs to one style only.
    fn validate_style(&self) -> Result<(), ConfigError> {
        let keys = [
            ("adder", self.adder != Adder::Plus, "\"+\""),
            ("multiplier", self.multiplier != Multiplier::Star, "\"*\""),
            ("shared", self.shared, "false"),
            ("mad64", self.mad64 == Mad64::Iterative, "\"full\" or \"none\""),
        ];
        match keys.into_iter().find(|(_, differs, _)| *differs && self.style == Style::Behavioral) {
            Some((key, _, value)) => {
                let message =
                    format!("{key} says how the datapath is built, and style = \"behavioral\" only what it computes");
                let help = format!("use {key} = {value}, or style = \"optimized\"");
                Err(ConfigError::at(key, message, help))
            }
            None => Ok(()),
        }
    }

    /// Checks what a unit needs of its own.
    ///
    /// # Errors
    /// The first contradiction, with its reason.
    pub fn validate_for(&self, target: Target) -> Result<(), ConfigError> {
        let Target::Unit(unit) = target else { return Ok(()) };
        if self.unit_ops(unit).next().is_none() {
            let message = format!("none of the operations is one of unit {target}");
            let own = Operation::ALL.into_iter().filter(|op| unit.executes(*op));
            return Err(ConfigError::at("ops", message, format!("add one of {}", Operation::list(own))));
        }
        if unit == Unit::Lanes && self.style == Style::Behavioral {
            let message = format!(
                "unit {target} is a datapath that instructions share, and style = \"behavioral\" says only what they compute"
            );
            return Err(ConfigError::at(
                "style",
                message,
                "generate units scalar and simd, or use style = \"optimized\"",
            ));
        }
        if unit == Unit::Lanes {
            for (none, other) in [(Unit::Scalar, Unit::Simd), (Unit::Simd, Unit::Scalar)] {
                if self.unit_ops(none).next().is_none() {
                    let message =
                        format!("unit {target} shares a datapath, but no operation is one of {}", none.name());
                    let help = format!("generate unit {} instead, or add an operation", other.name());
                    return Err(ConfigError::at("ops", message, help));
                }
            }
        }
        if unit == Unit::Video && self.shared {
            for kind in [Unit::Scalar, Unit::Simd] {
                if self.unit_ops(kind).next().is_none() {
                    let message = format!(
                        "shared makes one datapath of the scalar and the SIMD instructions, but none is one of {}",
                        kind.name()
                    );
                    return Err(ConfigError::at("shared", message, "leave shared out, or add such an operation"));
                }
            }
        }
        if self.sat_o && self.unit_ops(unit).all(|op| !op.saturates()) {
            let message = format!("no operation of unit {target} has .sat: sat_o would always be 0");
            return Err(ConfigError::at("sat_o", message, "leave sat_o out, or add an operation that has .sat"));
        }
        Ok(())
    }

    /// Whether an operation multiplies 64 bits in several steps.
    pub(crate) fn multiplies_in_steps(&self, operation: Operation) -> bool {
        let multiplies = matches!(operation, Operation::MadCc | Operation::Madc | Operation::Mul);
        multiplies && self.wide && self.mad64 == Mad64::Iterative
    }

    /// The operations of a unit; those of `lanes` are scalar and SIMD, those of `video` are all.
    pub fn unit_ops(&self, unit: Unit) -> impl Iterator<Item = Operation> + '_ {
        self.ops.iter().copied().filter(move |op| unit.executes(*op))
    }

    fn validate_prefix(&self) -> Result<(), ConfigError> {
        if self.prefix.len() > Self::MAX_PREFIX {
            let message = format!("the prefix has {} characters", self.prefix.len());
            return Err(ConfigError::at("prefix", message, format!("use at most {}", Self::MAX_PREFIX)));
        }
        let names = Target::ALL.iter().map(|target| self.module_name(target.name()));
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

    /// What `target` takes of the configuration: a unit its operations and its depth and the rest as it is, a block what
    /// its text depends on.
    pub fn for_target(&self, target: Target) -> Self {
        match target {
            Target::Unit(unit) => {
                Self { ops: self.unit_ops(unit).collect(), depth: self.depth.of(unit).into(), ..self.clone() }
            }
            Target::Block(_) => Self {
                prefix: self.prefix.clone(),
                profile: self.profile,
                adder: self.adder,
                multiplier: self.multiplier,
                language: self.language,
                ..Self::default()
            },
        }
    }

    /// The configuration on one line, as it stands in the headers of generated files: what differs from the default,
    /// and what a reader asks for first.
    pub fn line(&self) -> String {
        let plain = Self::default();
        let mut words = vec![format!("profile={}", self.profile.name()), format!("prefix={}", self.prefix)];
        let mut word = |differs: bool, text: String| words.extend(differs.then_some(text));
        word(self.depth != plain.depth, format!("depth={}", self.depth));
        word(true, format!("handshake={}", self.handshake.name()));
        word(self.ready != plain.ready, format!("ready={}", self.ready.name()));
        word(self.clock_enable, "clock_enable".to_owned());
        word(self.flush, "flush".to_owned());
        word(true, format!("reset={}", self.reset.name()));
        word(self.reset_data, "reset_data".to_owned());
        word(self.tag > 0, format!("tag={}", self.tag));
        word(self.sat_o, "sat_o".to_owned());
        word(self.shared, "shared".to_owned());
        word(self.contexts != plain.contexts, format!("contexts={}", self.contexts));
        word(!self.wide, "wide=false".to_owned());
        word(self.mad64 != plain.mad64, format!("mad64={}", self.mad64.name()));
        word(self.style != plain.style, format!("style={}", self.style.name()));
        word(true, format!("adder={}", self.adder.name()));
        word(true, format!("multiplier={}", self.multiplier.name()));
        word(true, format!("language={}", self.language.name()));
        let ops = if self.keeps_all() { "all".to_owned() } else { Operation::list(self.ops.iter().copied()) };
        words.push(format!("ops={}", ops.replace(", ", ",")));
        words.join(" ")
    }

    /// Whether all operations are there of the units that have any.
    pub fn keeps_all(&self) -> bool {
        let units: BTreeSet<_> = self.ops.iter().map(|op| op.unit()).collect();
        Operation::ALL.into_iter().filter(|op| units.contains(&op.unit())).all(|op| self.has(op))
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
        assert_eq!(key(&Config { depth: 9.into(), ..Config::default() }), Some("depth"));
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

    #[test]
    fn the_flow_must_hold_together() {
        let plain = Config::default;
        assert_eq!(key(&Config { ready: Ready::Registered, ..plain() }), Some("ready"));
        assert_eq!(key(&Config { flush: true, handshake: Handshake::None, ..plain() }), Some("flush"));
        assert_eq!(key(&Config { reset_data: true, reset: Reset::None, ..plain() }), Some("reset_data"));
        assert_eq!(key(&Config { tag: 65, ..plain() }), Some("tag"));
        assert_eq!(key(&Config { contexts: 0, ..plain() }), Some("contexts"));
        let ready = Config { ready: Ready::Registered, handshake: Handshake::ValidReady, ..plain() };
        assert_eq!(key(&ready), None);
    }

    #[test]
    fn a_unit_needs_an_operation_of_its_own() {
        let config = Config { ops: BTreeSet::from([Operation::Vadd4]), ..Config::default() };
        let error = config.validate_for(Target::Unit(Unit::Scalar)).unwrap_err();
        assert!(error.message.contains("unit scalar"), "{error}");
        assert_eq!(config.validate(), Ok(()));
        // One datapath for two kinds needs both.
        let error = config.validate_for(Target::Unit(Unit::Lanes)).unwrap_err();
        assert!(error.message.contains("no operation is one of scalar"), "{error}");
        let both = Config { ops: BTreeSet::from([Operation::Vadd4, Operation::Vshl]), ..config };
        both.validate_for(Target::Unit(Unit::Lanes)).unwrap();
    }
}
