//! The interface of the unit: instructions, ports, header.

use vidalu_model::control::carry::FORMAT;

use crate::Operation::{AddCc, Addc, MadCc, Madc, Mul, SubCc, Subc};
use crate::header::unit_facts;
use crate::pipeline::{Pipeline, Stage, Timing};
use crate::unit::with_ports;
use crate::verilog::{Module, Port, VerilogError};
use crate::{Adder, Config, Mad64, Operation, Profile, Unit};

/// The hardware that the instructions of a configuration need.
#[derive(Clone, Copy, Debug)]
pub(super) struct Needs {
    pub(super) add: bool,
    pub(super) sub: bool,
    pub(super) mad: bool,
    pub(super) mul: bool,
    /// Whether an instruction reads CC.CF.
    pub(super) reads: bool,
    /// Whether the unit has 64-bit instructions. Without 64-bit products, these are the additions.
    pub(super) wide: bool,
    /// Whether the unit has 64-bit products.
    pub(super) wide_product: bool,
    /// Whether 64-bit products take several steps.
    pub(super) steps: bool,
    /// The number of bits that select a context; 0 for a single context.
    pub(super) context_bits: u32,
}

impl Needs {
    pub(super) fn of(config: &Config) -> Self {
        let any = |group: &[Operation]| group.iter().any(|&op| config.has(op));
        Self {
            add: any(&[AddCc, Addc]),
            sub: any(&[SubCc, Subc]),
            mad: any(&[MadCc, Madc]),
            mul: any(&[Mul]),
            reads: any(&[Addc, Subc, Madc]),
            wide: config.wide && (any(&[AddCc, Addc, SubCc, Subc]) || config.mad64 != Mad64::None),
            wide_product: config.wide && config.mad64 != Mad64::None,
            steps: config.ops.iter().any(|&op| config.multiplies_in_steps(op)),
            context_bits: u32::from(config.contexts).next_power_of_two().ilog2(),
        }
    }

    /// Returns the width of the operands and the result in bits.
    pub(super) fn width(self) -> u32 {
        if self.wide { 64 } else { 32 }
    }

    /// Returns whether some instructions add operands.
    pub(super) fn sums(self) -> bool {
        self.add || self.sub
    }

    /// Returns whether the unit has a multiplier.
    pub(super) fn multiplies(self) -> bool {
        self.mad || self.mul
    }

    /// Returns whether the unit has an adder and CC.CF, which all operations except `mul` need.
    pub(super) fn adds(self) -> bool {
        self.sums() || self.mad
    }

    /// Returns the width of the factors in bits, including the bit that makes unsigned ones signed.
    pub(super) fn factor(self) -> u32 {
        if self.wide_product && !self.steps { 65 } else { 33 }
    }

    /// Returns the stages, with their levels of six-input tables.
    pub(super) fn stages(self, config: &Config) -> Vec<Stage> {
        let multiply = if self.factor() == 65 { 14 } else { 12 };
        let add = match config.adder {
            Adder::Plus | Adder::KoggeStone | Adder::Sklansky => 6,
            Adder::BrentKung => 8,
            Adder::CarrySelect => 10,
            Adder::Ripple => self.width() / 2,
        };
        let accumulate = self.steps.then_some(Stage::new("accumulate", add + 1));
        let mut stages = Vec::new();
        if self.multiplies() {
            stages.extend([Stage::new("select", 1), Stage::retiming("multiply", multiply)]);
            stages.extend(accumulate);
            stages.push(Stage::new("half", 2));
        }
        stages.extend(self.adds().then_some(Stage::new("add", add)));
        stages
    }
}

/// Returns the module of the unit, with its ports.
pub(super) fn module(config: &Config) -> Result<Module, VerilogError> {
    let (needs, timing) = (Needs::of(config), Timing::of(Unit::Carry, config));
    let mut ports = timing.inputs();
    ports.push(Port::input("ctl_i", FORMAT.width(), "control word"));
    if needs.adds() && needs.context_bits > 0 {
        let doc = format!("context, 0 to {}, which selects CC.CF", config.contexts - 1);
        ports.push(Port::input("ctx_i", needs.context_bits, doc));
    }
    ports.extend([
        Port::input("a_i", needs.width(), "first operand"),
        Port::input("b_i", needs.width(), "second operand"),
    ]);
    if needs.mad {
        ports.push(Port::input("c_i", needs.width(), "third operand of mad and madc"));
    }
    ports.extend(timing.outputs());
    let high = if needs.wide { ", in the low half for 32 bits" } else { "" };
    ports.push(Port::output("d_o", needs.width(), format!("result{high}")));
    if needs.adds() {
        ports.push(Port::output("cf_o", 1, "CC.CF of the context after the instruction"));
    }
    with_ports(Unit::Carry, config, ports)
}

/// Returns the facts for the header, besides the configuration.
pub(super) fn facts(config: &Config, pipeline: &Pipeline<'_>) -> Vec<(&'static str, String)> {
    let flag = match config.profile {
        Profile::Manual => "manual (SEMANTICS D8, D9): CC.CF is a borrow after a subtraction, otherwise a carry",
        Profile::Hardware => "hardware (SEMANTICS D8, H1): CC.CF is a carry, after a subtraction too",
    };
    unit_facts(config, flag.to_owned(), pipeline.latency_fact(), pipeline.handshake_fact())
}
