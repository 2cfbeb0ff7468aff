//! The netlist: yosys makes gates of the module, which are computed here for many lanes at once, one bit of all in an
//! operation.

mod aig;
mod cover;
mod evaluate;
mod moves;
mod order;
mod program;
mod read;
#[cfg(test)]
mod tests;
mod transpose;
mod yosys;

use vidalu_model::draw::{Draw, key};

use self::evaluate::{Code, LANES, Slots, WORDS};
use self::program::Program;
use super::{Build, Model, cache, io};
use crate::batch::{Drive, Seen};
use crate::dut::Dut;
use crate::error::{CosimError, ToolError};
use crate::subject::Subject;
use crate::tool::{Tool, YOSYS};

/// Yosys, and what computes its gates.
#[derive(Clone, Debug)]
pub struct Netlist {
    yosys: Tool,
}

/// Changes with the form of the programs that are kept.
const FORM: &str = "netlist 2";

/// Name of the program in the folder that is kept.
const PROGRAM: &str = "program.json";

impl Netlist {
    /// Looks for yosys.
    ///
    /// # Errors
    /// If it is missing, too old, or something else.
    pub fn find() -> Result<Self, ToolError> {
        Ok(Self::new(YOSYS.find()?))
    }

    /// It, of this program.
    pub fn new(yosys: Tool) -> Self {
        Self { yosys }
    }

    /// Makes the gates of a module and compiles them. The result is kept: yosys takes seconds.
    ///
    /// # Errors
    /// If yosys fails or runs past the limit, a file cannot be written, or the module has what cannot be computed in this way:
    /// latches, more than one clock, gates in a loop, registers with a value before the first clock edge.
    pub fn build(&self, job: &Build<'_>) -> Result<Box<dyn Model>, CosimError> {
        let mut key = vec![FORM, env!("CARGO_PKG_VERSION"), self.yosys.answer.as_str(), job.dut.top.as_str()];
        key.extend(job.dut.clock.as_deref());
        key.extend(yosys::RECIPE);
        key.extend(job.dut.files.iter().flat_map(|(name, text)| [name.as_str(), text.as_str()]));
        let kept = cache::folder(cache::root().as_deref(), &key, job.scratch, |folder| {
            let module = yosys::gates(&self.yosys, job)?;
            let netlist = read::read(&module, job.dut.clock.as_deref())?;
            let program = Program::new(&netlist).map_err(|_| yosys::bad("the module has too many gates".into()))?;
            let text = serde_json::to_string(&program).expect("a program has no keys but names");
            super::write(&folder.join(PROGRAM), &text)
        })?;
        let path = kept.join(PROGRAM);
        let text = std::fs::read(&path).map_err(|source| io("cannot read", &path, source))?;
        let program: Program = serde_json::from_slice(&text)
            .map_err(|error| yosys::bad(format!("what was kept in {} cannot be read: {error}", path.display())))?;
        Ok(Box::new(Compiled::new(&program, job.dut, job.subject)?))
    }
}

/// A program with its state.
struct Compiled {
    /// The slots of the pins that have to do with time, then of the data inputs, then of the outputs.
    control: Vec<Vec<u16>>,
    data: Vec<Vec<u16>>,
    outputs: Vec<Vec<u16>>,
    shown: Code,
    edge: Code,
    slots: Box<Slots>,
}

impl Compiled {
    fn new(program: &Program, dut: &Dut, subject: &dyn Subject) -> Result<Self, ToolError> {
        let inputs: Vec<_> = dut.input_pins(subject).into_iter().map(|pin| (pin.name, pin.width)).collect();
        let outputs: Vec<_> = dut.output_pins(subject).into_iter().map(|pin| (pin.name, pin.width)).collect();
        let mut control = pins(&program.inputs, inputs)?;
        let data = control.split_off(dut.control_pins().len());
        let mut slots = evaluate::slots();
        // Registers start with noise: what should be reset and is not must show.
        let key = key("registers", 1);
        for (number, slot) in program.registers.iter().enumerate() {
            let mut draw = Draw::new(key, number as u64);
            slots[usize::from(*slot)].0 = [0; WORDS].map(|_| draw.word());
        }
        Ok(Self {
            control,
            data,
            outputs: pins(&program.outputs, outputs)?,
            shown: Code::new(&program.shown),
            edge: Code::new(&program.edge),
            slots,
        })
    }
}

/// The slots of the pins, by their names.
fn pins(ports: &[program::Port], pins: Vec<(String, u32)>) -> Result<Vec<Vec<u16>>, ToolError> {
    let slots = |(name, width): (String, u32)| {
        let port = ports.iter().find(|(port, slots)| *port == name && slots.len() == width as usize);
        let missing = || yosys::bad(format!("its netlist has no port {name} of {width} bits"));
        port.map(|(_, slots)| slots.clone()).ok_or_else(missing)
    };
    pins.into_iter().map(slots).collect()
}

impl Model for Compiled {
    fn lanes(&self) -> usize {
        LANES
    }

    fn run(&mut self, drive: &Drive, seen: &mut Seen) -> Result<(), ToolError> {
        assert_eq!(drive.lanes, LANES, "a drive has the lanes of the model");
        seen.unknown.clear();
        seen.values.resize(self.outputs.len(), Vec::new());
        seen.values.iter_mut().for_each(|column| column.resize(drive.cycles * LANES, 0));
        for cycle in 0..drive.cycles {
            for (slots, column) in self.control.iter().zip(&drive.control) {
                for (bit, slot) in slots.iter().enumerate() {
                    let word = if column[cycle] >> bit & 1 == 1 { !0 } else { 0 };
                    self.slots[usize::from(*slot)].0 = [word; WORDS];
                }
            }
            for (slots, column) in self.data.iter().zip(&drive.data) {
                let numbers = &column.as_chunks::<LANES>().0[cycle];
                transpose::slice(numbers, slots, &mut self.slots);
            }
            evaluate::run(&self.shown, &mut self.slots);
            for (slots, column) in self.outputs.iter().zip(&mut seen.values) {
                let numbers = &mut column.as_chunks_mut::<LANES>().0[cycle];
                transpose::unslice(slots, &self.slots, numbers);
            }
            evaluate::run(&self.edge, &mut self.slots);
        }
        Ok(())
    }
}
