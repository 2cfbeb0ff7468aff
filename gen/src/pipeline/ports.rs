//! The ports for timing: clock, reset, handshake and tag.

use crate::verilog::Port;
use crate::{Config, ConfigError, Handshake, Operation, Ready, Unit};

/// The properties of a unit that concern timing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timing<'a> {
    pub(crate) config: &'a Config,
    /// The number of rows of registers.
    pub(crate) depth: usize,
    /// Whether the unit has state besides its pipeline registers: CC.CF.
    pub(crate) has_state: bool,
    /// Whether some instructions enter in several steps.
    pub(crate) has_steps: bool,
}

impl<'a> Timing<'a> {
    /// Returns the timing of a unit.
    pub(crate) fn of(unit: Unit, config: &'a Config) -> Self {
        let has_state = config.unit_ops(unit).any(|op| Unit::Carry.executes(op) && op != Operation::Mul);
        let has_steps = config.unit_ops(unit).any(|op| config.multiplies_in_steps(op));
        Self { config, depth: config.depth.of(unit).into(), has_state, has_steps }
    }

    pub(crate) fn has_valid(&self) -> bool {
        match self.config.handshake {
            Handshake::None => false,
            Handshake::Valid | Handshake::ValidReady => true,
            // The enclosing module knows the rest.
            Handshake::Inner => self.has_state || self.has_steps,
        }
    }

    /// Returns whether the unit is inside another, which controls its registers.
    pub(crate) fn is_inner(&self) -> bool {
        self.config.handshake == Handshake::Inner
    }

    pub(crate) fn has_ready(&self) -> bool {
        self.config.handshake == Handshake::ValidReady
    }

    /// Returns whether an instruction can wait before the first stage.
    pub(crate) fn can_wait(&self) -> bool {
        self.has_ready() && self.config.ready == Ready::Registered
    }

    pub(crate) fn has_clock(&self) -> bool {
        self.depth > 0 || self.can_wait() || self.has_state || self.has_steps
    }

    pub(crate) fn has_reset(&self) -> bool {
        let valid_registers = self.has_valid() && (self.depth > 0 || self.can_wait());
        let data_registers = self.config.reset_data && (self.depth > 0 || self.can_wait());
        let others = self.has_state || self.has_steps;
        self.config.reset.port().is_some() && (valid_registers || data_registers || others)
    }

    /// Checks that the configuration is possible.
    ///
    /// # Errors
    /// Fails if a key concerns registers that the unit does not have, or if state lacks a reset or
    /// a valid bit.
    pub(crate) fn validate(&self, unit: &str) -> Result<(), ConfigError> {
        if self.config.clock_enable && !self.has_clock() {
            let message = format!("clock_enable stops registers, but unit {unit} is combinational");
            return Err(ConfigError::at(
                "clock_enable",
                message,
                "use a depth of at least 1, or leave clock_enable out",
            ));
        }
        if self.config.flush && self.depth == 0 && !self.can_wait() && !self.has_steps {
            let message = format!("flush drops instructions in flight, but unit {unit} is combinational");
            return Err(ConfigError::at("flush", message, "use a depth of at least 1, or leave flush out"));
        }
        if self.has_steps {
            self.validate_steps()?;
        }
        if self.has_state && self.config.reset.port().is_none() {
            let message = "CC.CF needs an initial value, but there is no reset";
            return Err(ConfigError::at("reset", message, "choose a reset, or leave out the instructions with CC.CF"));
        }
        if self.has_state && !self.has_valid() {
            let message = "CC.CF would be written in every cycle, even without an instruction";
            let help = "use the handshake valid or valid-ready, or leave out the instructions with CC.CF";
            return Err(ConfigError::at("handshake", message, help));
        }
        Ok(())
    }

    /// Checks the requirements of instructions that enter in several steps.
    fn validate_steps(&self) -> Result<(), ConfigError> {
        let help = "or choose mad64 = \"full\" or \"none\"";
        if !self.has_ready() {
            let message = "a 64-bit product in several steps makes the sender wait, but there is no ready_o";
            return Err(ConfigError::at("mad64", message, format!("use handshake = \"valid-ready\", {help}")));
        }
        if self.config.reset.port().is_none() {
            let message = "the step counter needs an initial value, but there is no reset";
            return Err(ConfigError::at("reset", message, format!("choose a reset, {help}")));
        }
        Ok(())
    }

    /// Returns the ports before the data inputs.
    pub(crate) fn inputs(&self) -> Vec<Port> {
        let config = self.config;
        let mut ports = Vec::new();
        if self.has_clock() {
            ports.push(Port::input("clk_i", 1, "clock"));
        }
        if let (Some(reset), true) = (config.reset.port(), self.has_reset()) {
            let when = if config.reset.is_asynchronous() { "asynchronous" } else { "synchronous" };
            let level = if config.reset.is_active_low() { "low" } else { "high" };
            ports.push(Port::input(reset, 1, format!("reset, {when}, active {level}")));
        }
        if self.is_inner() && self.has_clock() {
            ports.push(Port::input("advance_i", 1, "the pipeline registers load"));
        }
        if self.is_inner() && self.has_steps {
            ports.push(Port::input("ce_i", 1, "clock enable"));
        }
        if config.clock_enable {
            ports.push(Port::input("ce_i", 1, "clock enable: nothing moves without it"));
        }
        if config.flush {
            ports.push(Port::input("flush_i", 1, "drops the instructions in flight and the one at the inputs"));
        }
        if self.has_valid() {
            ports.push(Port::input("valid_i", 1, "the inputs carry an instruction"));
        }
        if self.has_ready() {
            ports.push(Port::output("ready_o", 1, "the instruction is accepted"));
        }
        if config.tag > 0 {
            ports.push(Port::input("tag_i", config.tag.into(), "tag of the instruction"));
        }
        ports
    }

    /// Returns the ports before the data outputs.
    pub(crate) fn outputs(&self) -> Vec<Port> {
        let mut ports = Vec::new();
        if self.is_inner() && self.has_steps {
            ports.push(Port::output("more_o", 1, "another step of the instruction follows"));
        }
        if self.has_valid() && !self.is_inner() {
            ports.push(Port::output("valid_o", 1, "the outputs carry a result"));
        }
        if self.has_ready() {
            ports.push(Port::input("ready_i", 1, "the receiver takes the result"));
        }
        if self.config.tag > 0 {
            ports.push(Port::output("tag_o", self.config.tag.into(), "the tag of the instruction"));
        }
        ports
    }
}
