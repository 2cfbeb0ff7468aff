//! Checks of what the types of a configuration alone cannot rule out.

use super::{Config, ConfigError, Key, Values};
use crate::choice::{Adder, Goal, Handshake, Mad64, Multiplier, Ready, Reset, Style};
use crate::name::check_name;
use crate::{Operation, Target, Unit};

impl Config {
    /// Checks ranges and names, and refuses values that contradict each other in every unit.
    ///
    /// # Errors
    /// Returns the first contradiction.
    pub fn validate(&self) -> Result<(), ConfigError> {
        if self.ops.is_empty() {
            let help = format!("keep at least one of {}", Operation::list(Operation::ALL));
            return Err(ConfigError::at("ops", "ops is empty: a unit needs an operation to compute", help));
        }
        if self.depth.max() > Self::MAX_DEPTH {
            let message = format!("depth {} is too large", self.depth.max());
            return Err(ConfigError::at("depth", message, format!("use 0 (combinational) to {}", Self::MAX_DEPTH)));
        }
        if self.sat_o && self.ops.iter().all(|op| !op.saturates()) {
            return Err(no_sat("no operation in ops has .sat"));
        }
        self.validate_numbers()?;
        self.validate_flow()?;
        self.validate_style()?;
        self.validate_goal()?;
        self.validate_prefix()
    }

    fn validate_numbers(&self) -> Result<(), ConfigError> {
        for key in Key::ALL {
            let Values::Number { min, max, .. } = key.values else { continue };
            let value = (key.get)(self).as_integer().expect("the type of the key is a number");
            if !(i64::from(min)..=i64::from(max)).contains(&value) {
                let large = if value > i64::from(max) { "large" } else { "small" };
                let message = format!("{} = {value} is too {large}", key.name);
                return Err(ConfigError::at(key.name, message, format!("use {min} to {max}")));
            }
        }
        Ok(())
    }

    fn validate_flow(&self) -> Result<(), ConfigError> {
        if self.ready == Ready::Registered && self.handshake != Handshake::ValidReady {
            let message = "ready needs a ready_o, which only handshake = \"valid-ready\" has";
            let help = "use handshake = \"valid-ready\", or leave ready out";
            return Err(ConfigError::at("ready", message, help));
        }
        if self.flush && self.handshake == Handshake::None {
            let message = "flush needs valid bits, but handshake = \"none\" has none";
            let help = "use the handshake valid or valid-ready, or leave flush out";
            return Err(ConfigError::at("flush", message, help));
        }
        if self.reset_data && self.reset == Reset::None {
            let message = "reset_data needs a reset, but reset = \"none\"";
            return Err(ConfigError::at("reset_data", message, "choose a reset, or leave reset_data out"));
        }
        Ok(())
    }

    /// Refuses keys that choose an architecture where the synthesis tool has to find it.
    fn validate_style(&self) -> Result<(), ConfigError> {
        let architecture = [
            ("adder", self.adder != Adder::Plus, "\"+\""),
            ("multiplier", self.multiplier != Multiplier::Star, "\"*\""),
            ("shared", self.shared, "false"),
            ("goal", self.goal != Goal::Balanced, "\"balanced\""),
            ("mad64", self.mad64 == Mad64::Iterative, "\"full\" or \"none\""),
        ];
        match architecture.into_iter().find(|(_, differs, _)| *differs && self.style == Style::Behavioral) {
            Some((key, _, value)) => {
                let message = format!("{key} chooses an architecture, but style = \"behavioral\" has none");
                let help = format!("use {key} = {value}, or style = \"optimized\"");
                Err(ConfigError::at(key, message, help))
            }
            None => Ok(()),
        }
    }

    /// Refuses adders without separate carries in the form for cells: `scalar` completes its
    /// carries late. The other units follow the same rule.
    fn validate_goal(&self) -> Result<(), ConfigError> {
        if self.goal == Goal::Cells && matches!(self.adder, Adder::Ripple | Adder::CarrySelect) {
            let message = "with goal = \"cells\", carries come from a prefix tree or from the tool";
            return Err(ConfigError::at("adder", message, "use \"+\" or a prefix adder, such as \"brent-kung\""));
        }
        Ok(())
    }

    fn validate_prefix(&self) -> Result<(), ConfigError> {
        if self.prefix.len() > Self::MAX_PREFIX {
            let message = format!("the prefix has {} characters, which is too long", self.prefix.len());
            return Err(ConfigError::at("prefix", message, format!("use at most {} characters", Self::MAX_PREFIX)));
        }
        let names = Target::ALL.iter().map(|target| self.module_name(target.name()));
        match names.map(|name| check_name(&name)).find_map(Result::err) {
            Some(error) => {
                let message = format!("with this prefix, {error}");
                let help = "use ASCII letters, digits and `_`, and do not begin with a digit; together with a name such \
                            as `select` or `adder34` the prefix must not form a keyword of Verilog, SystemVerilog or \
                            VHDL";
                Err(ConfigError::at("prefix", message, help))
            }
            None => Ok(()),
        }
    }

    /// Checks what `target` needs beyond [`validate`](Self::validate).
    ///
    /// # Errors
    /// Returns the first contradiction.
    pub fn validate_for(&self, target: Target) -> Result<(), ConfigError> {
        let Target::Unit(unit) = target else { return Ok(()) };
        if self.unit_ops(unit).next().is_none() {
            let message = format!("ops has no operation of unit {target}");
            let own = Operation::ALL.into_iter().filter(|op| unit.executes(*op));
            return Err(ConfigError::at("ops", message, format!("add one of {}", Operation::list(own))));
        }
        if unit == Unit::Lanes && self.style == Style::Behavioral {
            let message = format!("unit {target} is a shared datapath, which style = \"behavioral\" cannot describe");
            let help = "generate the units scalar and simd, or use style = \"optimized\"";
            return Err(ConfigError::at("style", message, help));
        }
        if unit == Unit::Lanes {
            for (none, other) in [(Unit::Scalar, Unit::Simd), (Unit::Simd, Unit::Scalar)] {
                if self.unit_ops(none).next().is_none() {
                    let message =
                        format!("unit {target} shares a datapath, but ops has no operation of unit {}", none.name());
                    let help = format!("generate unit {} instead, or add an operation", other.name());
                    return Err(ConfigError::at("ops", message, help));
                }
            }
        }
        if unit == Unit::Video && self.shared {
            if self.goal != Goal::Balanced {
                let message = "goal has no effect on unit lanes, which replaces units scalar and simd if shared = true";
                return Err(ConfigError::at("goal", message, "use goal = \"balanced\", or leave shared out"));
            }
            for kind in [Unit::Scalar, Unit::Simd] {
                if self.unit_ops(kind).next().is_none() {
                    let message =
                        format!("shared needs scalar and SIMD operations, but ops has none of unit {}", kind.name());
                    return Err(ConfigError::at("shared", message, "leave shared out, or add such an operation"));
                }
            }
        }
        if self.sat_o && self.unit_ops(unit).all(|op| !op.saturates()) {
            return Err(no_sat(&format!("no operation of unit {target} has .sat")));
        }
        Ok(())
    }
}

fn no_sat(reason: &str) -> ConfigError {
    let message = format!("sat_o would always be 0: {reason}");
    ConfigError::at("sat_o", message, "leave sat_o out, or add an operation that has .sat")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::Choice;

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
    fn a_form_has_its_adders() {
        let with = |adder| key(&Config { goal: Goal::Cells, adder, ..Config::default() });
        let refused: Vec<_> = Adder::ALL.iter().filter(|adder| with(**adder) == Some("adder")).collect();
        assert_eq!(refused, [&Adder::Ripple, &Adder::CarrySelect]);
        assert_eq!(with(Adder::Sklansky), None);
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
        assert!(error.message.contains("no operation of unit scalar"), "{error}");
        let both = Config { ops: BTreeSet::from([Operation::Vadd4, Operation::Vshl]), ..config };
        both.validate_for(Target::Unit(Unit::Lanes)).unwrap();
    }
}
