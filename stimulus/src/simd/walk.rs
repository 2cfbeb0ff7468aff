//! The walk of the SIMD unit through its cases.
//!
//! A case is an operation with its types and modifiers, a mask, and an effect of `.sat` on a lane
//! of the mask. The seed decides the order, which changes with every lap. The selectors are drawn:
//! each digit of each selector meets each operation within few vectors. The operands of two lanes
//! are biased to corner cases and aimed at the ends of the ranges; the other lanes read noise and
//! ends of bytes.

use vidalu_model::control::simd as fields;
use vidalu_model::draw::key;
use vidalu_model::isa::{Instruction, LaneMask, LaneSelect, Simd, SimdForm, SimdOp};

use super::operands::{CLAMP, Room, is_possible, registers};
use crate::aim::Clamp;
use crate::columns::blocks;
use crate::corner::mask;
use crate::order::Order;
use crate::word::unit_word;

/// The name of the sequences.
const NAME: &str = "simd";

/// The walk through the cases of a SIMD unit.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    /// The control words without selectors, and above them the effects of `.sat`.
    order: Order<u64>,
}

impl Walk {
    /// Returns the walk of a unit that has these instructions, in groups that differ by their masks
    /// alone; `None` if there is no case.
    pub(super) fn new(groups: &[Vec<Instruction>]) -> Option<Self> {
        let mut cases = Vec::new();
        for group in groups {
            for clamp in Clamp::ALL {
                let codes = group.iter().map(|instruction| word(instruction) | CLAMP.put(clamp as u64));
                cases.extend(codes.filter(|&code| is_possible(code)));
            }
        }
        (!cases.is_empty()).then(|| Self { order: Order::new(&cases) })
    }

    /// Returns the number of vectors after which each case was met.
    pub(super) fn lap(&self) -> u64 {
        self.order.lap()
    }

    /// Returns the control word of every case, without selectors, and the effect of `.sat`.
    pub(super) fn cases(&self) -> impl Iterator<Item = (u64, Clamp)> + '_ {
        self.order.cases().iter().map(|code| (code & mask(fields::WIDTH), Clamp::ALL[CLAMP.get(*code) as usize]))
    }

    /// Fills columns with the vectors `first ..` of the sequence of `seed`: control words, without
    /// the unit's code, and registers.
    ///
    /// # Panics
    /// If the columns differ in length.
    pub(super) fn fill(&self, seed: u64, first: u64, columns: [&mut [u64]; 4]) {
        let key = key(NAME, seed);
        let mut room = Room::default();
        for (first, [ctl, a, b, c]) in blocks(first, columns) {
            self.order.fill(key, first, ctl);
            registers(key, first, ctl, a, b, c, &mut room);
        }
    }
}

/// The control word as the unit receives it, without selectors.
fn word(instruction: &Instruction) -> u64 {
    unit_word(instruction) & mask(fields::ASEL.lo)
}

/// An instruction with the default selectors, if the mask names a lane and no other.
pub(super) fn instruction(op: SimdOp, lanes: u32, mask: u8) -> Option<Instruction> {
    Some(Instruction::Simd(if lanes == 2 {
        let mask = LaneMask::new(mask)?;
        Simd::Two(SimdForm { op, asel: LaneSelect::of_a(), bsel: LaneSelect::of_b(), mask })
    } else {
        let mask = LaneMask::new(mask)?;
        Simd::Four(SimdForm { op, asel: LaneSelect::of_a(), bsel: LaneSelect::of_b(), mask })
    }))
}
