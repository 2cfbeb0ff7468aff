//! The blocks of the datapath, each alone: one family a file.

mod carry;
mod scalar;
mod simd;
mod vmad;

use std::cmp::Ordering;

use vidalu_model::draw::{Draw, Permutation, key, mix};
use vidalu_model::golden::{Profile, Stage, block};

use super::{Probe, Signal, Subject};
use crate::coverage::{Coverage, Group};

/// A block: a combinational module with control inputs and operands.
pub struct Block {
    /// Its place among the [`shapes`].
    at: usize,
    profile: Profile,
    /// All legal values of the control inputs, in the order of their ports.
    controls: Vec<Vec<u64>>,
    inputs: Vec<Signal>,
}

impl Block {
    /// The block of this name in a profile; `None` if there is none.
    pub fn new(name: &str, profile: Profile) -> Option<Self> {
        let at = shapes().position(|shape| shape.block.name() == name)?;
        let inputs = shape(at).inputs.iter().map(|input| input.signal).collect();
        Some(Self { at, profile, controls: controls(shape(at)), inputs })
    }

    /// For each input, in their order, its legal values; `None` for an operand, which has all.
    pub fn codes(&self) -> Vec<Option<Vec<u64>>> {
        let of = |input: &Input| (!input.is_operand()).then(|| input.values());
        self.shape().inputs.iter().map(of).collect()
    }

    /// The names of all blocks.
    pub fn names() -> impl Iterator<Item = &'static str> {
        shapes().map(|shape| shape.block.name())
    }

    fn shape(&self) -> &'static Shape {
        shape(self.at)
    }
}

impl Subject for Block {
    fn name(&self) -> &'static str {
        self.shape().block.name()
    }

    fn inputs(&self) -> &[Signal] {
        &self.inputs
    }

    fn outputs(&self) -> &[Signal] {
        self.shape().outputs
    }

    fn stimulus(&self, seed: u64, index: u64) -> Vec<u64> {
        let (shape, key) = (self.shape(), key(self.name(), seed));
        let size = self.controls.len() as u64;
        let at = Permutation::new(mix(key ^ (index / size)), size).at(index % size);
        let controls = &self.controls[at as usize];
        let operands = (shape.draw)(&mut Draw::new(key, index), controls);
        let (mut controls, mut operands) = (controls.iter(), operands.iter());
        let value = |input: &Input| if input.is_operand() { operands.next() } else { controls.next() };
        shape.inputs.iter().filter_map(value).copied().collect()
    }

    fn expected(&self, inputs: &[u64]) -> Vec<u64> {
        golden(self.shape().block, self.profile, inputs)
    }

    fn ptx(&self, _: &[u64]) -> Option<String> {
        None
    }

    fn stage(&self) -> Option<Stage> {
        Some(self.shape().stage)
    }

    fn probes(&self, _: &[u64], _: bool) -> Vec<Probe> {
        Vec::new()
    }

    fn coverage(&self) -> Coverage {
        let classes = 0..self.shape().classes.len();
        let bins = self
            .controls
            .iter()
            .enumerate()
            .flat_map(|(controls, _)| classes.clone().map(move |class| bin(self.at, controls, class)));
        Coverage { groups: vec![Group::new("control inputs x operands", bins, label)] }
    }

    fn cover(&self, coverage: &mut Coverage, inputs: &[u64]) {
        let shape = self.shape();
        let pairs = shape.inputs.iter().zip(inputs);
        let values: Vec<u64> = pairs.filter(|(input, _)| !input.is_operand()).map(|(_, &value)| value).collect();
        if let Some(controls) = self.controls.iter().position(|controls| *controls == values) {
            for class in (shape.class)(inputs) {
                coverage.groups[0].hit(bin(self.at, controls, class));
            }
        }
    }
}

/// All legal values of the control inputs of a block.
fn controls(shape: &Shape) -> Vec<Vec<u64>> {
    let mut all = vec![Vec::new()];
    for values in shape.inputs.iter().filter(|input| !input.is_operand()).map(Input::values) {
        all = all
            .iter()
            .flat_map(|front: &Vec<u64>| values.iter().map(|&value| front.iter().copied().chain([value]).collect()))
            .collect();
    }
    all
}

/// A coverage bin: block, values of the control inputs, class.
fn bin(block: usize, controls: usize, class: usize) -> u64 {
    (block << 16 | controls << 8 | class) as u64
}

/// The name of a bin: `sat_i.1 signed_i.0 dsel_i.b2 above`.
fn label(bin: u64) -> String {
    let shape = shape(bin as usize >> 16);
    let controls = &controls(shape)[bin as usize >> 8 & 0xff];
    let inputs = shape.inputs.iter().filter(|input| !input.is_operand());
    let mut text = String::new();
    for (input, value) in inputs.zip(controls) {
        text += &format!("{}.{} ", input.signal.name, input.code_name(*value));
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

/// What tells the blocks apart.
struct Shape {
    block: block::Block,
    stage: Stage,
    inputs: &'static [Input],
    outputs: &'static [Signal],
    /// The operands, in the order of their ports, for given control inputs.
    draw: fn(&mut Draw, &[u64]) -> Vec<u64>,
    /// The names of the classes that coverage crosses with the control inputs.
    classes: &'static [&'static str],
    /// The classes of a vector: indices into `classes`.
    class: fn(&[u64]) -> Vec<usize>,
}

/// The golden outputs of a block, in the order of its ports.
pub(super) fn golden(block: block::Block, profile: Profile, inputs: &[u64]) -> Vec<u64> {
    let inputs: Vec<_> = inputs.iter().copied().map(u128::from).collect();
    block.outputs(profile, &inputs).into_iter().map(|output| output as u64).collect()
}

struct Input {
    signal: Signal,
    codes: Codes,
}

/// The legal values of an input.
enum Codes {
    /// An operand: all.
    Free,
    /// A plain bit.
    Bit,
    /// The named codes of a field of the control word.
    Named(&'static [(&'static str, u64)]),
}

impl Input {
    fn is_operand(&self) -> bool {
        matches!(self.codes, Codes::Free)
    }

    /// The legal values of a control input.
    fn values(&self) -> Vec<u64> {
        match self.codes {
            Codes::Free => Vec::new(),
            Codes::Bit => vec![0, 1],
            Codes::Named(codes) => codes.iter().map(|(_, code)| *code).collect(),
        }
    }

    /// The name of a control input's value.
    fn code_name(&self, value: u64) -> String {
        match self.codes {
            Codes::Named(codes) => codes.iter().find(|(_, code)| *code == value).map_or("?", |(name, _)| name).into(),
            Codes::Free | Codes::Bit => value.to_string(),
        }
    }
}

const fn free(name: &'static str, width: u32) -> Input {
    Input { signal: Signal { name, width }, codes: Codes::Free }
}

const fn bit(name: &'static str) -> Input {
    Input { signal: Signal { name, width: 1 }, codes: Codes::Bit }
}

const fn named(name: &'static str, field: &vidalu_model::control::Field) -> Input {
    Input { signal: Signal { name, width: field.width }, codes: Codes::Named(field.codes) }
}

const fn output(name: &'static str, width: u32) -> Signal {
    Signal { name, width }
}

/// The class of two numbers: less, equal, greater.
fn order(a: i64, b: i64) -> usize {
    match a.cmp(&b) {
        Ordering::Less => 0,
        Ordering::Equal => 1,
        Ordering::Greater => 2,
    }
}
