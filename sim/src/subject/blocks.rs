//! The blocks of the datapath, each alone: one family a file.

mod carry;
mod scalar;
mod simd;
mod vmad;

use std::cmp::Ordering;

use vidalu_model::golden::{Profile, Stage, block};
use vidalu_model::isa::Instruction;
use vidalu_stimulus::{BlockStimulus, Input, Signal, Stimulus};

use super::Subject;
use crate::coverage::{Coverage, Group};

/// A block: a combinational module with control inputs and operands.
pub struct Block {
    /// The position of the block among the [`shapes`].
    at: usize,
    profile: Profile,
    stimulus: BlockStimulus,
}

impl Block {
    /// Returns the block called `name` in a profile; `None` if no block has this name.
    pub fn new(name: &str, profile: Profile) -> Option<Self> {
        let at = shapes().position(|shape| shape.block.name() == name)?;
        Some(Self { at, profile, stimulus: BlockStimulus::new(name)? })
    }

    /// Returns the legal values of each input, in the order of the inputs; `None` for an operand,
    /// for which every value is legal.
    pub fn codes(&self) -> Vec<Option<Vec<u64>>> {
        let of = |input: &Input| (!input.is_operand()).then(|| input.values());
        self.stimulus.ports().iter().map(of).collect()
    }

    /// Returns the names of all blocks.
    pub fn names() -> impl Iterator<Item = &'static str> {
        shapes().map(|shape| shape.block.name())
    }

    fn shape(&self) -> &'static Shape {
        shape(self.at)
    }
}

impl Subject for Block {
    fn source(&self) -> &dyn Stimulus {
        &self.stimulus
    }

    fn outputs(&self) -> &[Signal] {
        self.shape().outputs
    }

    fn expected(&self, inputs: &[u64]) -> Vec<u64> {
        golden(self.shape().block, self.profile, inputs)
    }

    fn instruction(&self, _: &[u64]) -> Option<Instruction> {
        None
    }

    fn stage(&self) -> Option<Stage> {
        Some(self.shape().stage)
    }

    fn coverage(&self) -> Coverage {
        let classes = 0..self.shape().classes.len();
        let controls = 0..self.stimulus.controls().len();
        let bins = controls.flat_map(|controls| classes.clone().map(move |class| bin(self.at, controls, class)));
        Coverage { groups: vec![Group::new("control inputs x operands", bins, label)] }
    }

    fn cover(&self, coverage: &mut Coverage, inputs: &[u64]) {
        let shape = self.shape();
        let pairs = self.stimulus.ports().iter().zip(inputs);
        let values: Vec<u64> = pairs.filter(|(input, _)| !input.is_operand()).map(|(_, &value)| value).collect();
        if let Some(controls) = self.stimulus.controls().iter().position(|controls| *controls == values) {
            for class in (shape.class)(inputs) {
                coverage.groups[0].hit(bin(self.at, controls, class));
            }
        }
    }
}

/// Returns a coverage bin: block, values of the control inputs, class.
fn bin(block: usize, controls: usize, class: usize) -> u64 {
    (block << 16 | controls << 8 | class) as u64
}

/// Returns the name of a bin: `sat_i.1 signed_i.0 dsel_i.b2 above`.
fn label(bin: u64) -> String {
    let shape = shape(bin as usize >> 16);
    let stimulus = BlockStimulus::new(shape.block.name()).expect("every block has a stimulus");
    let inputs = stimulus.ports().iter().filter(|input| !input.is_operand());
    let mut text = String::new();
    for (input, value) in inputs.zip(&stimulus.controls()[bin as usize >> 8 & 0xff]) {
        text += &format!("{}.{} ", input.signal().name, input.value_name(*value));
    }
    text + shape.classes[bin as usize & 0xff]
}

/// The blocks of all families.
fn shapes() -> impl Iterator<Item = &'static Shape> {
    scalar::SHAPES.iter().chain(&simd::SHAPES).chain(&vmad::SHAPES).chain(&carry::SHAPES)
}

fn shape(at: usize) -> &'static Shape {
    shapes().nth(at).expect("a block of the table")
}

/// The properties of a block.
struct Shape {
    block: block::Block,
    stage: Stage,
    outputs: &'static [Signal],
    /// The names of the classes that coverage crosses with the control inputs.
    classes: &'static [&'static str],
    /// Returns the classes of a vector: indices into `classes`.
    class: fn(&[u64]) -> Vec<usize>,
}

/// Returns the golden outputs of a block, in the order of its ports.
pub(super) fn golden(block: block::Block, profile: Profile, inputs: &[u64]) -> Vec<u64> {
    let inputs: Vec<_> = inputs.iter().copied().map(u128::from).collect();
    block.outputs(profile, &inputs).into_iter().map(|output| output as u64).collect()
}

const fn output(name: &'static str, width: u32) -> Signal {
    Signal { name, width }
}

/// Returns the class of two numbers: less, equal, greater.
fn order(a: i64, b: i64) -> usize {
    match a.cmp(&b) {
        Ordering::Less => 0,
        Ordering::Equal => 1,
        Ordering::Greater => 2,
    }
}
