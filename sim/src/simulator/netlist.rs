//! The simulator `netlist`: yosys synthesizes the module to gates, which are evaluated for many
//! lanes at once. An operation computes one bit of all lanes. Multiplications stay whole.

mod cover;
mod evaluate;
mod moves;
mod order;
mod parts;
mod product;
mod program;
mod refusal;
mod slots;
mod table;
#[cfg(test)]
mod tests;
mod transpose;

use std::sync::Arc;

use vidalu_model::draw::{Draw, key};

use self::parts::Parts;
use self::program::Program;
use self::slots::{Slots, WORDS};
use self::transpose::Space;
use super::model::{Build, Model, Simulator};
use crate::cache;
use crate::drive::{Drive, Seen};
use crate::dut::{Dut, Pin};
use crate::error::{CosimError, ToolError};
use crate::files::{io, write};
use crate::gates::{self, Synthesis};
use crate::subject::Subject;
use crate::tool::{Tool, YOSYS};

/// Yosys, and the evaluation of its gates.
#[derive(Clone, Debug)]
pub struct Netlist {
    yosys: Tool,
}

/// The version of the format of cached programs.
const FORM: &str = "netlist 3";

/// The commands of yosys that turn memories into registers, because it cannot read memories back,
/// and remove the bits of multiplications that nothing needs.
const NARROW: &str = "opt_expr\nmemory\nopt -fast\nwreduce\nopt_clean";

/// The name of the program in its cache folder.
const PROGRAM: &str = "program.json";

impl Netlist {
    /// Finds yosys.
    ///
    /// # Errors
    /// If yosys is missing, too old, or a different program.
    pub fn find() -> Result<Self, ToolError> {
        Ok(Self::new(YOSYS.find()?))
    }

    /// Returns the simulator with this program.
    pub fn new(yosys: Tool) -> Self {
        Self { yosys }
    }
}

impl Simulator for Netlist {
    fn name(&self) -> &'static str {
        "netlist"
    }

    fn version(&self) -> &str {
        &self.yosys.answer
    }

    fn has_waves(&self) -> bool {
        false
    }

    /// Synthesizes a module and compiles its gates to a program. The program is cached, because
    /// yosys takes seconds. Modules with latches, more than one clock, gates in a loop, or
    /// registers with a value before the first clock edge are refused.
    fn build(&self, job: &Build<'_>) -> Result<Box<dyn Model>, CosimError> {
        let mut key = vec![FORM, NARROW, env!("CARGO_PKG_VERSION"), self.yosys.answer.as_str(), job.dut.top.as_str()];
        key.extend(job.dut.clock.as_deref());
        key.extend(gates::RECIPE);
        key.extend(job.dut.files.iter().flat_map(|(name, text)| [name.as_str(), text.as_str()]));
        let kept = cache::folder("netlist", &key, job.scratch, |folder| {
            let request = Synthesis { dut: job.dut, cuts: &[], exposed: &[], scratch: job.scratch, limit: job.limit };
            let mut words = gates::words(&self.yosys, request, NARROW)?;
            words.rename_hidden();
            let taken = product::take_out(&mut words);
            let mut gates = gates::of_words(&self.yosys, request, &words)?;
            let products = product::products(&mut gates, &taken);
            let program = Program::new(&gates, &products).map_err(|error| YOSYS.bad_output(error.to_string()))?;
            let text = serde_json::to_string(&program).expect("a program has no keys but names");
            write(&folder.join(PROGRAM), &text)
        })?;
        let path = kept.join(PROGRAM);
        let text = std::fs::read(&path).map_err(|source| io("cannot read", &path, source))?;
        let program: Program = serde_json::from_slice(&text).map_err(|error| {
            YOSYS.bad_output(format!("what was kept in {} cannot be read: {error}", path.display()))
        })?;
        let source = Arc::new((program, PinNames::new(job.dut, job.subject)));
        // One word of lanes is evaluated faster than many.
        Ok(match job.is_alike {
            true => Box::new(Compiled::<1>::new(source)?),
            false => Box::new(Compiled::<WORDS>::new(source)?),
        })
    }
}

/// The pins of a module with their widths.
struct PinNames {
    inputs: Vec<(String, u32)>,
    /// The number of control inputs, which come first.
    control: usize,
    outputs: Vec<(String, u32)>,
}

impl PinNames {
    fn new(dut: &Dut, subject: &dyn Subject) -> Self {
        let named = |pins: Vec<Pin>| pins.into_iter().map(|pin| (pin.name, pin.width)).collect();
        Self {
            inputs: named(dut.input_pins(subject)),
            control: dut.control_pins().len(),
            outputs: named(dut.output_pins(subject)),
        }
    }
}

/// A program with its state, in `W` words of lanes.
struct Compiled<const W: usize> {
    source: Arc<(Program, PinNames)>,
    /// The slots of the control inputs; then come those of the data inputs and of the outputs.
    control: Vec<Vec<u16>>,
    data: Vec<Vec<u16>>,
    outputs: Vec<Vec<u16>>,
    shown: Parts<W>,
    edge: Parts<W>,
    slots: Box<Slots<W>>,
    space: Space<W>,
}

impl<const W: usize> Compiled<W> {
    fn new(source: Arc<(Program, PinNames)>) -> Result<Self, ToolError> {
        let (program, known) = &*source;
        let mut control = pins(&program.inputs, &known.inputs)?;
        let data = control.split_off(known.control);
        let mut slots = slots::slots();
        // Registers start with noise, so that a missing reset shows.
        let key = key("registers", 1);
        for (number, slot) in program.registers.iter().enumerate() {
            let mut draw = Draw::new(key, number as u64);
            slots[usize::from(*slot)].0 = [0; W].map(|_| draw.word());
        }
        Ok(Self {
            control,
            data,
            outputs: pins(&program.outputs, &known.outputs)?,
            shown: Parts::new(&program.shown),
            edge: Parts::new(&program.edge),
            slots,
            space: Space::default(),
            source,
        })
    }
}

/// Returns the slots of the pins, found by name.
fn pins(ports: &[program::PortSlots], pins: &[(String, u32)]) -> Result<Vec<Vec<u16>>, ToolError> {
    let slots = |(name, width): &(String, u32)| {
        let port = ports.iter().find(|(port, slots)| port == name && slots.len() == *width as usize);
        let missing = || YOSYS.bad_output(format!("its netlist has no port {name} of {width} bits"));
        port.map(|(_, slots)| slots.clone()).ok_or_else(missing)
    };
    pins.iter().map(slots).collect()
}

impl<const W: usize> Model for Compiled<W> {
    fn lanes(&self) -> usize {
        W * u64::BITS as usize
    }

    fn run(&mut self, drive: &Drive, seen: &mut Seen) -> Result<(), ToolError> {
        assert_eq!(drive.lanes, self.lanes(), "a drive has the lanes of the model");
        seen.prepare(self.outputs.len(), drive.cycles * drive.lanes, false);
        for cycle in 0..drive.cycles {
            for (slots, column) in self.control.iter().zip(&drive.control) {
                for (bit, slot) in slots.iter().enumerate() {
                    let word = if column[cycle] >> bit & 1 == 1 { !0 } else { 0 };
                    self.slots[usize::from(*slot)].0 = [word; W];
                }
            }
            for (slots, column) in self.data.iter().zip(&drive.data) {
                let numbers = &column.as_chunks::<W>().0.as_chunks().0[cycle];
                transpose::slice(numbers, slots, &mut self.slots, &mut self.space);
            }
            self.shown.run(&mut self.slots);
            for (slots, column) in self.outputs.iter().zip(&mut seen.values) {
                let numbers = &mut column.as_chunks_mut::<W>().0.as_chunks_mut().0[cycle];
                transpose::unslice(slots, &self.slots, numbers, &mut self.space);
            }
            self.edge.run(&mut self.slots);
        }
        Ok(())
    }

    fn another(&self) -> Result<Box<dyn Model>, ToolError> {
        Ok(Box::new(Self::new(Arc::clone(&self.source))?))
    }
}
