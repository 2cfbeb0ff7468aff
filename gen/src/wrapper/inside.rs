//! The unit inside a wrapper.

use crate::bus::{Layout, Wrapper};
use crate::design::Library;
use crate::generate;
use crate::landmark::Landmarks;
use crate::landmark::bus::{FLAGS, LAST};
use crate::pipeline::{Process, edge, keyword, register};
use crate::verilog::{Expr, Instance, Module, Net, VerilogError};
use crate::{Choice, Config, Target, Unit};

/// The unit that a wrapper stands around.
pub(super) struct Inside<'a> {
    pub(super) wrapper: Wrapper,
    pub(super) unit: Unit,
    /// The requested configuration, with the settings that the wrapper requires.
    pub(super) config: &'a Config,
    /// The unit.
    pub(super) module: Module,
    /// The landmarks of the unit, as the wrapper has them.
    pub(super) landmarks: Landmarks,
}

impl<'a> Inside<'a> {
    /// Builds the unit with a tag of `tag` bits.
    pub(super) fn build(
        wrapper: Wrapper,
        unit: Unit,
        config: &'a Config,
        tag: u8,
        library: &mut Library,
    ) -> Result<Self, VerilogError> {
        let inner = Config { tag, ..config.clone() };
        let top = generate::build(Target::Unit(unit), &inner, library)?;
        Ok(Self { wrapper, unit, config, module: top.module, landmarks: top.landmarks.inside(&unit.instance()) })
    }

    pub(super) fn layout(&self) -> Layout {
        Layout::of(&self.module)
    }

    /// Returns the width of a port of the unit in bits, or 0 if the unit has no such port.
    pub(super) fn width(&self, port: &str) -> u32 {
        self.module.port(port).map_or(0, |port| port.width)
    }

    /// Width of the flags of a result: bit 0 CC.CF, bit 1 whether `.sat` changed it, as far as the
    /// unit says so.
    pub(super) fn flags(&self) -> u32 {
        if self.width("sat_o") > 0 { 2 } else { self.width("cf_o") }
    }

    /// The flags as one vector, from nets of the names `cf` and `sat`.
    pub(super) fn flags_text(&self) -> &'static str {
        match (self.width("cf_o"), self.width("sat_o")) {
            (_, 0) => "cf",
            (0, _) => "{sat, 1'b0}",
            _ => "{sat, cf}",
        }
    }

    /// Where the last result is held for those who read it: the nets of the unit's outputs, the
    /// declarations of the registers, and what these take over.
    pub(super) fn results(&self) -> (Vec<String>, Vec<String>, Vec<String>) {
        let outputs = [("d", self.width("d_o")), ("cf", self.width("cf_o")), ("sat", self.width("sat_o"))];
        let nets = outputs.into_iter().filter(|(_, width)| *width > 0).map(|(name, width)| Net::new(name, width));
        let held = [(LAST, self.width("d_o"), "d"), (FLAGS, self.flags(), self.flags_text())];
        let held: Vec<_> = held.into_iter().filter(|(_, width, _)| *width > 0).collect();
        let declare = |(name, width, _): &(&str, u32, &str)| {
            let range = Net::new(*name, *width).range();
            let space = if range.is_empty() { "" } else { " " };
            format!("{}{space}{range} {name}", self.register())
        };
        let declared = held.iter().map(declare).collect();
        let taken = held.iter().map(|(name, _, from)| format!("{name} <= {from};")).collect();
        (nets.map(|net| net.to_string()).collect(), declared, taken)
    }

    /// The held flags as a word of 32 bits, if there are any.
    pub(super) fn flags_word(&self) -> Option<String> {
        (self.flags() > 0).then(|| format!("{{{}'d0, {FLAGS}}}", 32 - self.flags()))
    }

    /// The name of the wrapper's module.
    pub(super) fn module_name(&self) -> String {
        self.config.module_name(&self.wrapper.module_name(self.unit))
    }

    /// The purpose of the wrapper's module.
    pub(super) fn doc(&self) -> String {
        format!("unit {} behind {}", self.unit.name(), self.wrapper.doc())
    }

    /// The doc of the reset's port.
    pub(super) fn reset_doc(&self) -> String {
        let when = if self.config.reset.is_asynchronous() { "asynchronous" } else { "synchronous" };
        format!("reset, {when}, active {}", if self.wrapper.resets_low() { "low" } else { "high" })
    }

    /// A process with the clock and the reset of the bus.
    pub(super) fn process(&self) -> Process {
        Process::new(self.config).named(self.wrapper.clock(), self.wrapper.reset())
    }

    /// The word that begins a clocked process.
    pub(super) fn always(&self) -> &'static str {
        keyword(self.config)
    }

    /// Returns the reset part of the sensitivity list of a process with a reset, empty if the reset
    /// is synchronous.
    pub(super) fn edge(&self) -> String {
        edge(self.config, self.wrapper.reset())
    }

    /// The keyword that declares a register.
    pub(super) fn register(&self) -> &'static str {
        register(self.config)
    }

    /// The instance of the unit. Clock and reset are those of the bus; every other port is
    /// connected to the net of its name without its ending, but for what `others` says.
    pub(super) fn instance(&self, others: &[(&str, &str)]) -> Result<Instance, VerilogError> {
        let mut instance = Instance::of(&self.module, &self.unit.instance());
        for port in &self.module.ports {
            let own = others.iter().find(|(name, _)| *name == port.name).map(|(_, net)| *net);
            let net = match port.name.as_str() {
                "clk_i" => self.wrapper.clock(),
                name if self.config.reset.port() == Some(name) => self.wrapper.reset(),
                name => own.unwrap_or_else(|| name.rsplit_once('_').map_or(name, |(base, _)| base)),
            };
            instance = instance.connect(&port.name, Expr::from(&Net::new(net, port.width)));
        }
        instance.finish()
    }

    /// Returns the lines of the header about the wrapped unit: name and text.
    pub(super) fn facts(&self, latency: String, handshake: &str) -> Vec<(&'static str, String)> {
        vec![
            ("Unit", format!("{}: its header has operations, sections of the manual and profile", self.module.name)),
            ("Latency", latency),
            ("Handshake", handshake.to_owned()),
            ("Wrapper", self.wrapper.name().to_owned()),
        ]
    }
}

/// Clock cycles, in words.
pub(super) fn cycles(count: u32) -> String {
    if count == 1 { "1 clock cycle".to_owned() } else { format!("{count} clock cycles") }
}
