//! Probes: where the generated text shows the values of the golden model while an instruction
//! passes through a unit.
//!
//! The generator and the golden functions do not know each other. This crate knows both.

mod carry;
mod lanes;
mod scalar;
mod simd;
mod vmad;

use vidalu_model::bv::Bv;
use vidalu_model::control;
use vidalu_model::golden::{self, Operands, Profile, Stage, Step};
use vidalu_model::isa::{self, Instruction};

use vidalu_gen::Unit;

/// A value inside a unit: where to see it, and what it must be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// The stage.
    pub stage: Stage,
    /// The instance of a block, with as many of the instances around it as tell it from others:
    /// `u_scalar.u_merge`.
    pub instance: String,
    /// The port of the block, or two ports, joined by ` + `, that hold a number in carry-save form.
    pub port: &'static str,
    /// The value of the golden model there, the low 64 bits.
    pub expected: u64,
}

impl Probe {
    fn new(stage: Stage, instance: impl Into<String>, port: &'static str, expected: u64) -> Self {
        Self { stage, instance: instance.into(), port, expected }
    }
}

/// Returns the probes of an instruction in a unit that executes it, in the order of the stages.
///
/// `shared` says whether unit `video` executes scalar and SIMD instructions in unit `lanes`.
pub fn probes(unit: Unit, shared: bool, instruction: &Instruction, operands: Operands, profile: Profile) -> Vec<Probe> {
    let run = Run { ctl: control::encode(instruction), operands, profile };
    match (unit, instruction.unit()) {
        (Unit::Video, own) => {
            let inner = match own {
                isa::Unit::Scalar | isa::Unit::Simd if shared => Unit::Lanes,
                isa::Unit::Scalar => Unit::Scalar,
                isa::Unit::Simd => Unit::Simd,
                isa::Unit::Vmad => Unit::Vmad,
                isa::Unit::Carry => Unit::Carry,
            };
            let probes = probes(inner, shared, instruction, operands, profile).into_iter();
            let front = inner.instance();
            probes.map(|probe| Probe { instance: format!("{front}.{}", probe.instance), ..probe }).collect()
        }
        (Unit::Lanes, isa::Unit::Scalar) => lanes::of_word(&run),
        (Unit::Lanes, _) => lanes::of_lanes(&run),
        (_, isa::Unit::Scalar) => scalar::probes(&run),
        (_, isa::Unit::Simd) => simd::probes(&run),
        (_, isa::Unit::Vmad) => vmad::probes(&run),
        (_, isa::Unit::Carry) => carry::probes(&run),
    }
}

/// An instruction with its operands.
struct Run {
    ctl: u64,
    operands: Operands,
    profile: Profile,
}

impl Run {
    /// Returns the registers `a`, `b` and `c`.
    fn registers<const W: u32>(&self) -> [Bv<W, u128>; 3] {
        [self.operands.a, self.operands.b, self.operands.c].map(|value| Bv::constant(value.into()))
    }

    fn word<const W: u32>(&self) -> Bv<W, u128> {
        Bv::constant(self.ctl.into())
    }
}

/// Returns the golden outputs of a block, in the order of its ports.
fn block(block: golden::block::Block, profile: Profile, inputs: &[u64]) -> Vec<u64> {
    let inputs: Vec<_> = inputs.iter().copied().map(u128::from).collect();
    block.outputs(profile, &inputs).into_iter().map(|output| output as u64).collect()
}

/// Returns the value of the first step of a stage, or 0 without such a step.
fn value(steps: &[Step], stage: Stage) -> u128 {
    steps.iter().find(|step| step.stage == stage).map_or(0, |step| step.value)
}

fn mask(width: u32) -> u64 {
    (1 << width) - 1
}
