//! Drives the gates of a machine, cycle by cycle.

use vidalu_model::golden::Operands;
use vidalu_model::isa::{Carry, CarryOp, Flag, Instruction, IntType, Operation};
use vidalu_stimulus::mask;

use crate::gates::Values;
use crate::machine::Machine;
use crate::refusal::Refusal;

/// The most cycles without a result before an instruction counts as lost: far more than any
/// latency.
const PATIENCE: usize = 64;

/// The instruction that sets CC.CF to 1. After an addition, 1 is a carry in every profile.
const SETTING: Instruction = Instruction::Carry(Carry { op: CarryOp::Add(Flag::Write), ty: IntType::U32 });

/// The inputs of one cycle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Drive {
    pub(crate) reset: bool,
    pub(crate) enable: bool,
    pub(crate) flush: bool,
    pub(crate) ready: bool,
    pub(crate) offer: Option<Offer>,
}

impl Drive {
    /// A cycle in which everything may move.
    pub(crate) const IDLE: Self = Self { reset: false, enable: true, flush: false, ready: true, offer: None };
}

/// An instruction at the inputs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Offer {
    pub(crate) instruction: Instruction,
    pub(crate) operands: Operands,
    pub(crate) context: u64,
    pub(crate) tag: u64,
}

/// A machine with the state of its registers.
pub(crate) struct Bench<'m> {
    machine: &'m Machine,
    state: Vec<bool>,
}

/// The cycles of one instruction.
pub(crate) struct Passage {
    /// All cycles, from the first in which the instruction was offered.
    cycles: Vec<Values>,
    /// The cycle in which the instruction entered the first stage.
    first: usize,
    /// Whether the result came.
    pub(crate) is_delivered: bool,
}

impl Passage {
    /// Returns the cycle in which the instruction has passed `row` rows of registers.
    pub(crate) fn at(&self, row: u32) -> &Values {
        let cycle = (self.first + row as usize).min(self.cycles.len() - 1);
        &self.cycles[cycle]
    }
}

impl<'m> Bench<'m> {
    /// Returns the machine after a reset.
    pub(crate) fn new(machine: &'m Machine) -> Self {
        let mut bench = Self { machine, state: vec![false; machine.gates.registers.len()] };
        bench.cycle(Drive { reset: true, ..Drive::IDLE });
        bench
    }

    /// Simulates a cycle and the clock edge that ends it.
    pub(crate) fn cycle(&mut self, drive: Drive) -> Values {
        let machine = self.machine;
        let (operands, offer) = (drive.offer.map(|offer| offer.operands).unwrap_or_default(), drive.offer);
        let reset = machine.timing.reset.as_ref();
        let values = machine.gates.evaluate(&self.state, |name| match name {
            "ctl_i" => offer.map_or(0, |offer| machine.ctl(&offer.instruction)),
            "a_i" => operands.a,
            "b_i" => operands.b,
            "c_i" => operands.c,
            "ctx_i" => offer.map_or(0, |offer| offer.context),
            "tag_i" => offer.map_or(0, |offer| offer.tag) & mask(machine.timing.tag),
            "valid_i" => offer.is_some().into(),
            "ready_i" => drive.ready.into(),
            "ce_i" => drive.enable.into(),
            "flush_i" => drive.flush.into(),
            name => u64::from(reset.is_some_and(|reset| reset.port == name && reset.active == drive.reset)),
        });
        self.state = machine.gates.next(&values);
        values
    }

    /// Returns the value of a port; 0 if the machine does not have it.
    pub(crate) fn port(machine: &Machine, values: &Values, name: &str) -> u64 {
        machine.wires.get(name).map_or(0, |wire| values.number(&wire.bits))
    }

    /// Sets CC.CF of context 0 to 1.
    pub(crate) fn set_flag(&mut self) -> Result<(), Refusal> {
        if self.machine.operations().all(|own| own != Operation::AddCc) {
            let refusal = Refusal::new("only add.cc can set CC.CF to 1, and the unit does not have it");
            return Err(refusal.with_help("set CC.CF to 0"));
        }
        let operands = Operands { a: u32::MAX.into(), b: 1, ..Operands::default() };
        self.run(Offer { instruction: SETTING, operands, context: 0, tag: 0 });
        Ok(())
    }

    /// Offers an instruction until it is taken, and waits for its result.
    pub(crate) fn run(&mut self, offer: Offer) -> Passage {
        let (timing, mut taken, mut cycles) = (&self.machine.timing, None, Vec::new());
        let depth = timing.depth as usize;
        for at in 0..PATIENCE {
            let values = self.cycle(Drive { offer: taken.is_none().then_some(offer), ..Drive::IDLE });
            let [ready, valid] = ["ready_o", "valid_o"].map(|name| Self::port(self.machine, &values, name) == 1);
            cycles.push(values);
            if taken.is_none() && (ready || !timing.ready) {
                taken = Some(at);
            }
            let is_due = if timing.valid { valid } else { taken.is_some_and(|taken| at == taken + depth) };
            if is_due {
                return Passage { cycles, first: at.saturating_sub(depth), is_delivered: true };
            }
        }
        Passage { cycles, first: taken.unwrap_or(0), is_delivered: false }
    }
}
