//! The unit inside a wrapper.

use itertools::Itertools;

use crate::bus::{FieldKind, Layout, RegisterField, Wrapper};
use crate::design::{Library, SourceFile};
use crate::generate;
use crate::header::header;
use crate::landmark::Landmarks;
use crate::landmark::bus::{C, FLAGS, LAST};
use crate::pipeline::{Process, edge, keyword, register};
use crate::verilog::{Expr, Instance, Module, Net, Port, VerilogError};
use crate::{Choice, Config, Operation, Rs3, Target, Unit, macros};

/// The unit that a wrapper stands around.
pub(super) struct Inside<'a> {
    pub(super) wrapper: Wrapper,
    pub(super) unit: Unit,
    /// The requested configuration, with the settings that the wrapper requires.
    pub(super) config: &'a Config,
    /// The unit.
    pub(super) module: Module,
    /// The unit as a testbench drives it: with the contexts of the configuration.
    pub(super) driven: Module,
    /// The landmarks of the unit, as the wrapper has them.
    pub(super) landmarks: Landmarks,
}

impl<'a> Inside<'a> {
    /// Builds the unit.
    pub(super) fn build(
        wrapper: Wrapper,
        unit: Unit,
        config: &'a Config,
        library: &mut Library,
    ) -> Result<Self, VerilogError> {
        let inner = wrapper.inner(unit, config);
        let top = generate::build(Target::Unit(unit), &inner, library)?;
        let driven = match inner.contexts == config.contexts {
            true => top.module.clone(),
            false => {
                let driven = Config { contexts: config.contexts, ..inner };
                generate::build(Target::Unit(unit), &driven, &mut Library::default())?.module
            }
        };
        let landmarks = top.landmarks.inside(&wrapper.instance(unit, 0));
        Ok(Self { wrapper, unit, config, module: top.module, driven, landmarks })
    }

    pub(super) fn layout(&self) -> Layout {
        Layout::of(&self.module)
    }

    /// Returns the width of a port of the unit in bits, or 0 if the unit has no such port.
    pub(super) fn width(&self, port: &str) -> u32 {
        self.module.width(port)
    }

    /// Width of the flags of a result: bit 0 CC.CF, bit 1 whether `.sat` changed it, as far as the
    /// unit says so.
    pub(super) fn flags(&self) -> u32 {
        if self.width("sat_o") > 0 { 2 } else { self.width("cf_o") }
    }

    /// Returns the flags that the unit has, as a mask.
    pub(super) fn flags_mask(&self) -> u32 {
        u32::from(self.width("cf_o") > 0) | u32::from(self.width("sat_o") > 0) << 1
    }

    /// Returns the bits of an issue word that have a meaning, in hexadecimal.
    pub(super) fn word_mask(&self) -> String {
        let ones = |width: u32| (1_u64 << width) - 1;
        format!("{:x}", ones(self.width("ctl_i")) | ones(self.width("ctx_i")) << Layout::CONTEXT)
    }

    /// Returns what the bits of the flags mean after `instruction`.
    pub(super) fn flags_doc(&self, instruction: &str) -> String {
        let (cf, sat) = (format!("bit 0: CC.CF that {instruction} left"), "bit 1: .sat changed its result");
        match (self.width("cf_o"), self.width("sat_o")) {
            (_, 0) => cf,
            (0, _) => format!("bit 0: always 0; {sat}"),
            _ => format!("{cf}; {sat}"),
        }
    }

    /// The flags as one vector, from nets of the names `cf` and `sat`.
    pub(super) fn flags_text(&self) -> &'static str {
        match (self.width("cf_o"), self.width("sat_o")) {
            (_, 0) => "cf",
            (0, _) => "{sat, 1'b0}",
            _ => "{sat, cf}",
        }
    }

    /// Returns whether the unit has a third operand.
    pub(super) fn has_c(&self) -> bool {
        self.width("c_i") > 0
    }

    /// Returns whether an instruction carries the third operand or its lower half.
    pub(super) fn brings_c(&self) -> bool {
        self.has_c() && self.wrapper == Wrapper::CvXIf && self.config.rs3 != Rs3::None
    }

    /// Returns whether a command can set the whole third operand.
    pub(super) fn holds_c(&self) -> bool {
        self.has_c() && !self.brings_c()
    }

    /// Returns the third operand where a command can set it: the last result if the net
    /// `accumulate` is 1.
    pub(super) fn held_c(&self, accumulate: &str) -> String {
        let (last, width) = (self.width("d_o"), self.width("c_i"));
        let bits = if last > width { format!("[{}:0]", width.saturating_sub(1)) } else { String::new() };
        format!("{accumulate} ? {LAST}{bits} : {C}")
    }

    /// Returns whether the bus rejects what is not an instruction of the unit.
    pub(super) fn rejects(&self) -> bool {
        self.wrapper == Wrapper::CvXIf
    }

    /// Returns whether the third source register stands in bits 31..27 of an instruction.
    pub(super) fn has_r4(&self) -> bool {
        self.brings_c() && self.config.rs3 == Rs3::R4
    }

    /// Returns whether the first two operands have 64 bits.
    pub(super) fn is_wide(&self) -> bool {
        self.width("a_i") > 32
    }

    /// Returns whether the third operand has 64 bits. It has 32 where only video instructions
    /// have one.
    pub(super) fn has_wide_c(&self) -> bool {
        self.layout().has_wide_c()
    }

    /// The version of the interface to software.
    pub(super) fn version(&self) -> u32 {
        match self.wrapper {
            // Since the second one, `CONTROL` counts the results; the third one has an interrupt.
            Wrapper::Axi4Lite => 3,
            // Since the second one, everything that is held can be read and set.
            Wrapper::Cfu | Wrapper::CvXIf => 2,
            Wrapper::Axi4Stream | Wrapper::Vortex => 1,
        }
    }

    /// Returns the fields of the identification: a bit for each thing that the unit has, the
    /// version of the interface, and the letters `VA`.
    pub(super) fn id_fields(&self) -> Vec<RegisterField> {
        let has_two = self.config.rs3 == Rs3::None;
        let bits = [
            ("WIDE", self.is_wide(), "operands of 64 bits"),
            ("C", self.has_c(), "a third operand"),
            ("CF", self.width("cf_o") > 0, "CC.CF"),
            ("SAT", self.width("sat_o") > 0, "the flag of .sat"),
            ("R4", self.has_r4(), "rs3 in the R4 format"),
            ("TWO", has_two, "two source registers only"),
        ];
        let constant = |name: &str, lo, width, value, doc: &str| RegisterField {
            name: name.to_owned(),
            lo,
            width,
            kind: FieldKind::Constant,
            reset: Some(value),
            doc: doc.to_owned(),
        };
        // Only the bus that rejects instructions brings source registers to choose from.
        let count = if self.rejects() { bits.len() } else { 4 };
        let own = bits.into_iter().enumerate().take(count);
        let own = own.map(|(at, (name, has, doc))| constant(name, at as u32, 1, has.into(), doc));
        let version = constant("VERSION", 12, 4, self.version(), "version of the interface");
        own.chain([version, constant("LETTERS", 16, 16, 0x5641, "the letters VA")]).collect()
    }

    /// The identification: the values of all its fields.
    pub(super) fn id(&self) -> u32 {
        self.id_fields().iter().filter_map(|field| Some(field.reset? << field.lo)).sum()
    }

    /// Returns the width of the control word in bits.
    pub(super) fn ctl_width(&self) -> u32 {
        self.width("ctl_i")
    }

    /// Returns the fields of the control word as macros of C.
    pub(super) fn macros(&self) -> String {
        macros::c(self.config, self.ctl_width())
    }

    /// Returns the name of a field of the control word, as macros have it.
    pub(super) fn example(&self) -> String {
        let operation = self.config.ops.first().expect("a unit has operations");
        let name = if *operation == Operation::Vmad { "scale" } else { "op" };
        format!("{}_{name}", operation.unit().name()).to_uppercase()
    }

    /// Returns a header for C: its name behind the prefix, and its text.
    pub(super) fn c_header(&self, text: String) -> SourceFile {
        self.document("h", text)
    }

    /// Returns a file with the name of the bus behind the prefix.
    pub(super) fn document(&self, extension: &str, text: String) -> SourceFile {
        let name = self.wrapper.name().replace('-', "_");
        SourceFile { path: format!("{}{name}.{extension}", self.config.stem()), text }
    }

    /// Returns the beginnings of the names of functions and of macros.
    pub(super) fn stems(&self) -> (&str, String) {
        (self.config.stem(), self.config.macro_stem())
    }

    /// Returns the identification in hexadecimal.
    pub(super) fn hex_id(&self) -> String {
        format!("{:08x}", self.id())
    }

    /// Returns the declarations of the nets for the result and its flags.
    pub(super) fn result_nets(&self) -> Vec<String> {
        let results = ["d", "cf", "sat"].map(|name| (name, self.width(&format!("{name}_o"))));
        let present = results.into_iter().filter(|(_, width)| *width > 0);
        present.map(|(name, width)| Net::new(name, width).to_string()).collect()
    }

    /// The registers of the last result, each with its width and with the value that it takes over.
    fn last(&self) -> impl Iterator<Item = (Net, &'static str)> {
        let held = [(LAST, self.width("d_o"), "d"), (FLAGS, self.flags(), self.flags_text())];
        held.into_iter().filter(|(_, width, _)| *width > 0).map(|(name, width, value)| (Net::new(name, width), value))
    }

    /// Returns the declarations of the registers of the last result.
    pub(super) fn last_registers(&self) -> Vec<String> {
        self.last().map(|(net, _)| self.declare(&net)).collect()
    }

    /// Returns the process that keeps the last result for those who read it.
    pub(super) fn keep_last(&self) -> Process {
        let assign = |(net, value): (Net, &str)| format!("{} <= {value};", net.name);
        self.process().when(Some("valid".to_owned()), self.last().map(assign).collect())
    }

    /// Returns the declaration of a register.
    pub(super) fn declare(&self, net: &Net) -> String {
        declaration(self.register(), net)
    }

    /// The held flags as a word of 32 bits, if there are any.
    pub(super) fn flags_word(&self) -> Option<String> {
        (self.flags() > 0).then(|| format!("{{{}'d0, {FLAGS}}}", 32 - self.flags()))
    }

    /// The name of the wrapper's module.
    pub(super) fn module_name(&self) -> String {
        self.config.module_name(&self.wrapper.module_name(self.unit))
    }

    /// Returns the wrapper's module, with these ports.
    pub(super) fn wrapper_module(&self, ports: Vec<Port>) -> Result<Module, VerilogError> {
        Ok(Module::new(self.module_name(), self.doc(), ports)?.in_language(self.config.language))
    }

    /// The purpose of the wrapper's module.
    pub(super) fn doc(&self) -> String {
        format!("unit {} behind {}", self.unit.name(), self.wrapper.doc())
    }

    /// The number of clock cycles from an instruction to its result, if the wrapper adds `more` to
    /// those of the unit.
    pub(super) fn latency(&self, more: u32) -> u32 {
        u32::from(self.config.depth.of(self.unit)) + more
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

    /// Returns the header of the wrapper's text.
    pub(super) fn header(&self, latency: String, handshake: &str) -> String {
        let facts = [
            ("Unit", format!("{}: its header has operations, sections of the manual and profile", self.module.name)),
            ("Latency", latency),
            ("Handshake", handshake.to_owned()),
            ("Wrapper", self.wrapper.name().to_owned()),
        ];
        header(&self.module_name(), &self.doc(), &facts, self.config)
    }
}

/// Returns the declaration of a net with this keyword.
pub(super) fn declaration(keyword: &str, net: &Net) -> String {
    [keyword, &net.range(), &net.name].into_iter().filter(|part| !part.is_empty()).join(" ")
}

/// Clock cycles, in words.
pub(super) fn cycles(count: u32) -> String {
    if count == 1 { "1 clock cycle".to_owned() } else { format!("{count} clock cycles") }
}
