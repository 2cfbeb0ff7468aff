//! The pins of a wrapped unit: driven and seen by name, and as simulators want to know them.

use std::fmt::Write;

use vidalu_gen::Design;
use vidalu_gen::Wrapper;
use vidalu_gen::verilog::{Direction, Module, Port};
use vidalu_model::draw::mix;
use vidalu_model::isa::Instruction;

use crate::coverage::Coverage;
use crate::dut::{Dut, Pin};
use crate::plan::{ResetKind, Timing};
use crate::scoreboard::Observed;
use crate::subject::{Signal, Subject};
use vidalu_stimulus::{Stimulus, mask};

/// The widest pin of a bench, in bits. Wider ports are driven and seen in pieces, `_0` the lowest.
pub(super) const WIDEST: u32 = 64;

/// The pins of a bus, including those that a configuration leaves out: inputs and outputs of the
/// module.
pub(super) type Names = [&'static [&'static str]; 2];

/// A wrapped unit as simulators see it: the pins are those of the bus, all else is the unit's.
pub(super) struct Behind {
    unit: Box<dyn Subject>,
    inputs: Vec<Signal>,
    outputs: Vec<Signal>,
}

impl Behind {
    /// The module under test, and its pins: `dut` has the ports of `module`.
    pub(super) fn new(
        mut dut: Dut,
        module: &Module,
        wrapper: Wrapper,
        names: Names,
        unit: Box<dyn Subject>,
    ) -> (Dut, Self) {
        let is_data = |port: &&Port| port.name != wrapper.clock() && port.name != wrapper.reset();
        let [inputs, outputs] =
            [(Direction::Input, names[0]), (Direction::Output, names[1])].map(|(direction, names)| {
                let ports = module.ports.iter().filter(is_data).filter(|port| port.direction == direction);
                let pieces: Vec<_> = ports.flat_map(pieces).collect();
                let signal = |&name: &&'static str| {
                    let (_, width) = pieces.iter().find(|(piece, _)| piece == name)?;
                    Some(Signal { name, width: *width })
                };
                let signals: Vec<_> = names.iter().filter_map(signal).collect();
                assert_eq!(signals.len(), pieces.len(), "the bench knows all pins of {}: {pieces:?}", module.name);
                signals
            });
        if module.ports.iter().any(|port| port.width > WIDEST) {
            let (name, text) = shell(&dut.top, &module.ports);
            dut.files.push((format!("bench/{name}.v"), text));
            dut.top = name;
        }
        (dut, Self { unit, inputs, outputs })
    }
}

/// The module as it is generated.
pub fn module_under_test(design: &Design, wrapper: Wrapper) -> Dut {
    let is_asynchronous = design.config.reset.is_asynchronous();
    let kind = if is_asynchronous { ResetKind::Asynchronous } else { ResetKind::Synchronous };
    Dut {
        top: design.top.name.clone(),
        config: design.config.line(),
        files: design.files.iter().map(|file| (file.path.clone(), file.text.clone())).collect(),
        clock: Some(wrapper.clock().to_owned()),
        reset: Some((wrapper.reset().to_owned(), !wrapper.resets_low())),
        timing: Timing { reset: Some(kind), ..Timing::default() },
        is_foreign: false,
        instances: design.landmarks.instances.iter().map(|placed| placed.path.clone()).collect(),
    }
}

/// The pins of a port: names and widths.
fn pieces(port: &Port) -> Vec<(String, u32)> {
    if port.width <= WIDEST {
        return vec![(port.name.clone(), port.width)];
    }
    let piece = |at: u32| (format!("{}_{at}", port.name), WIDEST.min(port.width - WIDEST * at));
    (0..port.width.div_ceil(WIDEST)).map(piece).collect()
}

/// A module around the module `top` whose ports are all narrow enough: its name and its text.
fn shell(top: &str, ports: &[Port]) -> (String, String) {
    let name = format!("{top}_pins");
    let (mut head, mut body) = (Vec::new(), Vec::new());
    for port in ports {
        let pieces = pieces(port);
        let declare =
            |(name, width): &(String, u32)| format!("{} wire [{}:0] {name}", port.direction.name(), width - 1);
        head.extend(pieces.iter().map(declare));
        let joined: Vec<_> = pieces.iter().rev().map(|(name, _)| name.as_str()).collect();
        body.push(format!(".{}({{{}}})", port.name, joined.join(", ")));
    }
    let (mut text, all_text) = (String::new(), "a string takes all text");
    writeln!(text, "module {name} (\n  {}\n);", head.join(",\n  ")).expect(all_text);
    writeln!(text, "  {top} u_bus (\n    {}\n  );\nendmodule", body.join(",\n    ")).expect(all_text);
    (name, text)
}

impl Subject for Behind {
    fn source(&self) -> &dyn Stimulus {
        self.unit.source()
    }

    fn inputs(&self) -> &[Signal] {
        &self.inputs
    }

    fn outputs(&self) -> &[Signal] {
        &self.outputs
    }

    fn expected(&self, inputs: &[u64]) -> Vec<u64> {
        self.unit.expected(inputs)
    }

    fn instruction(&self, inputs: &[u64]) -> Option<Instruction> {
        self.unit.instruction(inputs)
    }

    fn coverage(&self) -> Coverage {
        self.unit.coverage()
    }

    fn cover(&self, coverage: &mut Coverage, inputs: &[u64]) {
        self.unit.cover(coverage, inputs);
    }
}

/// The values on the pins in a cycle.
pub(super) struct Wires {
    names: Names,
    inputs: Vec<(Signal, u64)>,
    /// With the value and what is unknown of it.
    outputs: Vec<(Pin, u64, u64)>,
}

impl Wires {
    pub(super) fn new(names: Names, dut: &Dut, behind: &Behind) -> Self {
        Self {
            names,
            inputs: behind.inputs.iter().map(|&signal| (signal, 0)).collect(),
            outputs: dut.output_pins(behind).into_iter().map(|pin| (pin, 0, 0)).collect(),
        }
    }

    /// Drives noise on every input.
    pub(super) fn noise(&mut self, key: u64) {
        for (at, (signal, value)) in (0..).zip(&mut self.inputs) {
            *value = mix(key ^ at) & mask(signal.width);
        }
    }

    /// Drives an input, if the module has it.
    ///
    /// # Panics
    /// If the bus does not have the pin.
    pub(super) fn set(&mut self, name: &str, value: u64) {
        assert!(self.names[0].contains(&name), "{name} is an input of the bus");
        if let Some((signal, own)) = self.inputs.iter_mut().find(|(signal, _)| signal.name == name) {
            *own = value & mask(signal.width);
        }
    }

    /// Returns the driven values, in the order of the pins.
    pub(super) fn driven(&self) -> impl Iterator<Item = u64> {
        self.inputs.iter().map(|(_, value)| *value)
    }

    /// Takes the values of the outputs, in the order of the pins: the value and the unknown bits.
    pub(super) fn show(&mut self, seen: impl Iterator<Item = (u64, u64)>) {
        for ((_, value, unknown), seen) in self.outputs.iter_mut().zip(seen) {
            (*value, *unknown) = seen;
        }
    }

    /// Returns the value of an output; 0 if the module does not have it.
    ///
    /// # Panics
    /// If the bus does not have the pin.
    pub(super) fn seen(&self, name: &str) -> Observed {
        self.field(name, 0, self.output(name).map_or(0, |(pin, ..)| pin.width))
    }

    /// Returns the value of `width` bits of an output, from bit `lo` on; 0 if the module does not
    /// have the output.
    ///
    /// # Panics
    /// If the bus does not have the pin.
    pub(super) fn field(&self, name: &str, lo: u32, width: u32) -> Observed {
        self.output(name).map_or(Observed::Known(0), |(pin, value, unknown)| {
            let [value, unknown] = [value, unknown].map(|bits| bits >> lo & mask(width));
            Observed::new(value, unknown, &Pin { width, ..pin.clone() })
        })
    }

    /// Returns the value of an output, with 0 for unknown bits.
    pub(super) fn known(&self, name: &str) -> u64 {
        if let Observed::Known(value) = self.seen(name) { value } else { 0 }
    }

    /// Returns the mask of the bits that an output has.
    pub(super) fn mask(&self, name: &str) -> u64 {
        self.output(name).map_or(0, |(pin, ..)| mask(pin.width))
    }

    /// Returns an output with its value and its unknown bits, if the module has it.
    fn output(&self, name: &str) -> Option<&(Pin, u64, u64)> {
        assert!(self.names[1].contains(&name), "{name} is an output of the bus");
        self.outputs.iter().find(|(pin, ..)| pin.name == name)
    }
}
