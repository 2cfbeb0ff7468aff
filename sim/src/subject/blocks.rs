//! The blocks of the datapath, each alone.

use std::cmp::Ordering;

use vidalu_model::control::{carry, scalar as fields, vmad};
use vidalu_model::golden::{Profile, Stage, block};

use super::{Probe, Signal, Subject};
use crate::coverage::{Coverage, Group};
use crate::stimulus::addends;
use crate::stimulus::blocks as stimulus;
use crate::stimulus::corner::signed;
use vidalu_model::draw::{Draw, Permutation, key, mix};

/// A block: a combinational module with control inputs and operands.
pub struct Block {
    /// Its place in [`SHAPES`].
    at: usize,
    profile: Profile,
    /// All legal values of the control inputs, in the order of their ports.
    controls: Vec<Vec<u64>>,
    inputs: Vec<Signal>,
}

impl Block {
    /// The block of this name in a profile; `None` if there is none.
    pub fn new(name: &str, profile: Profile) -> Option<Self> {
        let at = SHAPES.iter().position(|shape| shape.name == name)?;
        let inputs = SHAPES[at].inputs.iter().map(|input| input.signal).collect();
        Some(Self { at, profile, controls: controls(&SHAPES[at]), inputs })
    }

    /// The names of all blocks.
    pub fn names() -> impl Iterator<Item = &'static str> {
        SHAPES.iter().map(|shape| shape.name)
    }

    fn shape(&self) -> &'static Shape {
        &SHAPES[self.at]
    }
}

impl Subject for Block {
    fn name(&self) -> &'static str {
        self.shape().name
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
        (self.shape().golden)(inputs, self.profile)
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
            coverage.groups[0].hit(bin(self.at, controls, (shape.class)(inputs)));
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
    let shape = &SHAPES[bin as usize >> 16];
    let controls = &controls(shape)[bin as usize >> 8 & 0xff];
    let inputs = shape.inputs.iter().filter(|input| !input.is_operand());
    let mut text = String::new();
    for (input, value) in inputs.zip(controls) {
        text += &format!("{}.{} ", input.signal.name, input.code_name(*value));
    }
    text + shape.classes[bin as usize & 0xff]
}

/// What tells the blocks apart.
struct Shape {
    name: &'static str,
    stage: Stage,
    inputs: &'static [Input],
    outputs: &'static [Signal],
    /// The operands, in the order of their ports, for given control inputs.
    draw: fn(&mut Draw, &[u64]) -> Vec<u64>,
    /// The golden outputs.
    golden: fn(&[u64], Profile) -> Vec<u64>,
    /// The names of the classes that coverage crosses with the control inputs.
    classes: &'static [&'static str],
    /// The class of a vector: an index into `classes`.
    class: fn(&[u64]) -> usize,
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

static SHAPES: [Shape; 10] = [
    Shape {
        name: "select",
        stage: Stage::Select,
        inputs: &[free("x_i", 32), named("sel_i", &fields::ASEL), bit("signed_i")],
        outputs: &[output("y_o", 33)],
        draw: |draw, _| vec![stimulus::select(draw)],
        golden: |x, _| vec![block::select(x[0] as u32, x[1], x[2] == 1)],
        classes: &["top bit 0", "top bit 1"],
        class: |x| block::select(x[0] as u32, x[1], true) as usize >> 32,
    },
    Shape {
        name: "adder34",
        stage: Stage::Primary,
        inputs: &[free("a_i", 34), free("b_i", 34), bit("subtract_i"), bit("reverse_i")],
        outputs: &[output("sum_o", 34)],
        draw: |draw, _| stimulus::adder34(draw).to_vec(),
        golden: |x, _| vec![block::adder34(x[0], x[1], x[2] == 1, x[3] == 1)],
        classes: &["negative", "zero", "positive"],
        class: |x| sign(block::adder34(x[0], x[1], x[2] == 1, x[3] == 1)),
    },
    Shape {
        name: "shifter",
        stage: Stage::Primary,
        inputs: &[free("x_i", 33), free("amount_i", 32), bit("wrap_i"), bit("right_i")],
        outputs: &[output("y_o", 34)],
        draw: |draw, _| stimulus::shifter(draw).to_vec(),
        golden: |x, _| vec![block::shifter(x[0], x[1] as u32, x[2] == 1, x[3] == 1)],
        classes: &["by 0", "by 1..31", "by 32", "by more"],
        class: |x| [0, 31, 32].into_iter().position(|most| x[1] <= most).unwrap_or(3),
    },
    Shape {
        name: "compare",
        stage: Stage::Primary,
        inputs: &[free("a_i", 33), free("b_i", 33), named("cmp_i", &fields::CMP)],
        outputs: &[output("less_o", 1), output("true_o", 1)],
        draw: |draw, _| stimulus::compare(draw).to_vec(),
        golden: |x, _| {
            let (less, holds) = block::compare(x[0], x[1], x[2]);
            vec![less.into(), holds.into()]
        },
        classes: &["less", "equal", "greater"],
        class: |x| order(signed(x[0], 33), signed(x[1], 33)),
    },
    Shape {
        name: "saturate",
        stage: Stage::Saturate,
        inputs: &[free("x_i", 34), bit("sat_i"), bit("signed_i"), named("dsel_i", &fields::DSEL)],
        outputs: &[output("y_o", 34), output("hit_o", 1)],
        draw: |draw, controls| vec![stimulus::saturate(draw, controls[1] == 1, part_width(controls[2]))],
        golden: |x, _| {
            let (y, hit) = block::saturate(x[0], x[1] == 1, x[2] == 1, x[3]);
            vec![y, hit.into()]
        },
        classes: &["below", "within", "above"],
        class: |x| {
            let (_, hit) = block::saturate(x[0], true, x[2] == 1, x[3]);
            if hit { sign(x[0]) } else { 1 }
        },
    },
    Shape {
        name: "secondary",
        stage: Stage::Secondary,
        inputs: &[free("x_i", 34), free("c_i", 32), bit("signed_i"), named("secop_i", &fields::SECOP)],
        outputs: &[output("d_o", 32)],
        draw: |draw, controls| stimulus::secondary(draw, controls[0] == 1).to_vec(),
        golden: |x, profile| vec![block::secondary(x[0], x[1] as u32, x[2] == 1, x[3], profile).into()],
        classes: &["result below c", "result equal to c", "result above c"],
        class: |x| {
            let c = if x[2] == 1 { signed(x[1], 32) } else { x[1] as i64 };
            order(signed(x[0], 34), c)
        },
    },
    Shape {
        name: "merge",
        stage: Stage::Merge,
        inputs: &[free("x_i", 32), free("c_i", 32), named("dsel_i", &fields::DSEL)],
        outputs: &[output("d_o", 32)],
        draw: |draw, _| stimulus::merge(draw).to_vec(),
        golden: |x, _| vec![block::merge(x[0] as u32, x[1] as u32, x[2]).into()],
        classes: &["any"],
        class: |_| 0,
    },
    Shape {
        name: "multiplier",
        stage: Stage::Multiply,
        inputs: &[free("a_i", 33), free("b_i", 33)],
        outputs: &[output("high_o", 34), output("low_o", 32)],
        draw: |draw, _| stimulus::multiplier(draw).to_vec(),
        golden: |x, _| {
            let (high, low) = block::multiplier(x[0], x[1]);
            vec![high, low]
        },
        classes: &["negative x negative", "negative x other", "other x negative", "other x other"],
        class: |x| 3 - (x[0] >> 32 << 1 | x[1] >> 32) as usize,
    },
    Shape {
        name: "scale",
        stage: Stage::Scale,
        inputs: &[free("high_i", 34), free("low_i", 32), named("scale_i", &vmad::SCALE)],
        outputs: &[output("y_o", 34)],
        draw: |draw, controls| stimulus::scale(draw, shift(controls[0])).to_vec(),
        golden: |x, _| vec![block::scale(x[0], x[1], x[2])],
        classes: &["positive", "beyond 33 bits", "below -2^32", "negative"],
        class: |x| block::scale(x[0], x[1], x[2]) as usize >> 32,
    },
    Shape {
        name: "carry_adder",
        stage: Stage::Add,
        inputs: &[
            free("a_i", 64),
            free("b_i", 64),
            named("wide_i", &carry::WIDE),
            bit("subtract_i"),
            bit("read_flag_i"),
            bit("flag_i"),
        ],
        outputs: &[output("d_o", 64), output("flag_o", 1)],
        draw: |draw, controls| addends::draw(draw, controls[0] == 1, controls[1] == 1, false).to_vec(),
        golden: |x, profile| {
            let (d, flag) = carry_adder(x, profile);
            vec![d, flag.into()]
        },
        classes: &["leaves 0", "leaves 1", "every bit propagates"],
        class: |x| {
            let every = addends::propagate(x[0], x[1], x[2] == 1, x[3] == 1);
            if every { 2 } else { carry_adder(x, Profile::Manual).1.into() }
        },
    },
];

/// The golden result of `carry_adder` and the flag that it leaves, from the values of its ports.
fn carry_adder(x: &[u64], profile: Profile) -> (u64, bool) {
    block::carry_adder(x[0], x[1], x[2] == 1, x[3] == 1, x[4] == 1, x[5] == 1, profile)
}

/// The class of a 34-bit number: negative, zero, positive.
fn sign(value: u64) -> usize {
    order(signed(value, 34), 0)
}

/// The class of two numbers: less, equal, greater.
fn order(a: i64, b: i64) -> usize {
    match a.cmp(&b) {
        Ordering::Less => 0,
        Ordering::Equal => 1,
        Ordering::Greater => 2,
    }
}

/// Width of the part of a register that a selector's code names.
fn part_width(code: u64) -> u32 {
    match fields::DSEL.code_name(code) {
        Some("word") => 32,
        Some("h0" | "h1") => 16,
        _ => 8,
    }
}

/// Bits that a code of `vmad`'s scale shifts by.
fn shift(code: u64) -> u32 {
    match vmad::SCALE.code_name(code) {
        Some("shr7") => 7,
        Some("shr15") => 15,
        _ => 0,
    }
}
