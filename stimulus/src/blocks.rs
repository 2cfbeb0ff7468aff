//! Vectors of the blocks: each walks through the codes of its control inputs and draws its operands
//! around the corners that its own job has.

mod carry;
mod scalar;
mod simd;
mod vmad;

use vidalu_model::control::Field;
use vidalu_model::draw::{Draw, Permutation, key, mix};
use vidalu_model::golden::block::Block;

use crate::source::{Signal, Stimulus};

/// Draws the vectors of a block: a combinational module with control inputs and operands.
#[derive(Clone)]
pub struct BlockStimulus {
    shape: &'static Shape,
    controls: Vec<Vec<u64>>,
    inputs: Vec<Signal>,
}

impl BlockStimulus {
    /// Returns the stimulus of the block called `name`; `None` if no block has this name.
    pub fn new(name: &str) -> Option<Self> {
        let shape = shapes().find(|shape| shape.block.name() == name)?;
        let inputs = shape.inputs.iter().map(|input| input.signal).collect();
        Some(Self { shape, controls: controls(shape), inputs })
    }

    /// Returns the ports of the block, in the order of the values of a vector.
    pub fn ports(&self) -> &'static [Input] {
        self.shape.inputs
    }

    /// Returns all legal values of the control inputs together, each in the order of the ports.
    pub fn controls(&self) -> &[Vec<u64>] {
        &self.controls
    }
}

impl Stimulus for BlockStimulus {
    fn name(&self) -> &'static str {
        self.shape.block.name()
    }

    fn inputs(&self) -> &[Signal] {
        &self.inputs
    }

    fn fill(&self, seed: u64, first: u64, columns: &mut [Vec<u64>]) {
        for at in 0..columns[0].len() {
            let values = self.vector(seed, first + at as u64);
            columns.iter_mut().zip(values).for_each(|(column, value)| column[at] = value);
        }
    }

    fn vector(&self, seed: u64, index: u64) -> Vec<u64> {
        let (shape, key) = (self.shape, key(self.name(), seed));
        let size = self.controls.len() as u64;
        let at = Permutation::new(mix(key ^ (index / size)), size).at(index % size);
        let controls = &self.controls[at as usize];
        let operands = (shape.draw)(&mut Draw::new(key, index), controls);
        let (mut controls, mut operands) = (controls.iter(), operands.iter());
        let value = |input: &Input| if input.is_operand() { operands.next() } else { controls.next() };
        shape.inputs.iter().filter_map(value).copied().collect()
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

/// The blocks of all families.
fn shapes() -> impl Iterator<Item = &'static Shape> {
    scalar::SHAPES.iter().chain(&simd::SHAPES).chain(&vmad::SHAPES).chain(&carry::SHAPES)
}

/// The inputs of a block, and how its operands are drawn.
struct Shape {
    block: Block,
    inputs: &'static [Input],
    /// The operands, in the order of their ports, for given control inputs.
    draw: fn(&mut Draw, &[u64]) -> Vec<u64>,
}

/// An input of a block: an operand or a control input.
pub struct Input {
    signal: Signal,
    codes: Codes,
}

/// The legal values of an input.
enum Codes {
    /// An operand: all values.
    Free,
    /// A plain bit.
    Bit,
    /// The named codes of a field of the control word.
    Named(&'static [(&'static str, u64)]),
}

impl Input {
    /// The port.
    pub fn signal(&self) -> Signal {
        self.signal
    }

    /// Returns whether the input is an operand, for which every value is legal.
    pub fn is_operand(&self) -> bool {
        matches!(self.codes, Codes::Free)
    }

    /// Returns the legal values of a control input; nothing for an operand.
    pub fn values(&self) -> Vec<u64> {
        match self.codes {
            Codes::Free => Vec::new(),
            Codes::Bit => vec![0, 1],
            Codes::Named(codes) => codes.iter().map(|(_, code)| *code).collect(),
        }
    }

    /// Returns the name of a value of a control input: that of the code, or the number.
    pub fn value_name(&self, value: u64) -> String {
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

const fn named(name: &'static str, field: &Field) -> Input {
    Input { signal: Signal { name, width: field.width }, codes: Codes::Named(field.codes) }
}
