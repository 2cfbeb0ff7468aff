//! All instructions of a kind, and random ones of any kind.

use proptest::array::uniform4;
use proptest::prelude::*;
use proptest::sample::select;
use vidalu_model::isa::{Carry, Instruction, LaneMask, LaneSelect, Scalar, Simd, SimdForm, SimdOp, Vmad};
use vidalu_model::ptx::{Guard, Operand, Register, Statement};

/// Every SIMD instruction on two half-words.
pub(crate) fn two_lanes() -> impl Iterator<Item = SimdForm<2>> {
    SimdOp::all().flat_map(|op| {
        LaneSelect::all().flat_map(move |asel| {
            LaneSelect::all().flat_map(move |bsel| LaneMask::all().map(move |mask| SimdForm { op, asel, bsel, mask }))
        })
    })
}

fn four_lanes() -> impl Strategy<Value = SimdForm<4>> {
    let lanes = || uniform4(0..8_u8).prop_map(|sources| LaneSelect::new(sources).expect("below eight"));
    let asel = prop_oneof![Just(LaneSelect::of_a()), lanes()];
    let bsel = prop_oneof![Just(LaneSelect::of_b()), lanes()];
    (select(SimdOp::all().collect::<Vec<_>>()), asel, bsel, select(LaneMask::all().collect::<Vec<_>>()))
        .prop_map(|(op, asel, bsel, mask)| SimdForm { op, asel, bsel, mask })
}

/// Any instruction; the four units are equally frequent.
pub(crate) fn instructions() -> impl Strategy<Value = Instruction> {
    prop_oneof![
        select(Scalar::all().collect::<Vec<_>>()).prop_map(Instruction::Scalar),
        select(Vmad::all().collect::<Vec<_>>()).prop_map(Instruction::Vmad),
        prop_oneof![
            select(two_lanes().step_by(17).collect::<Vec<_>>()).prop_map(Simd::Two),
            four_lanes().prop_map(Simd::Four),
            select(Simd::sets().collect::<Vec<_>>()),
        ]
        .prop_map(Instruction::Simd),
        select(Carry::all().collect::<Vec<_>>()).prop_map(Instruction::Carry),
    ]
}

/// Any statement: any instruction with names, constants where they may stand, and perhaps a guard.
pub(crate) fn statements() -> impl Strategy<Value = Statement> {
    let operand = || prop_oneof![3 => "[a-z][a-z0-9_$]{0,4}".prop_map(Ok), 1 => any::<u64>().prop_map(Err)];
    let guard = proptest::option::of(("%p[0-9]", any::<bool>()));
    (instructions(), "%d[0-9]{1,2}", guard, operand(), operand(), operand()).prop_filter_map(
        "constants stand under no selector or sign",
        |(instruction, d, guard, a, b, c)| {
            let width = instruction.width();
            // Names of other widths would clash in one scope, so the width is part of the name.
            let register = |name: &str| Register::new(&format!("{name}w{width}"), width).expect("a name");
            let operand = |raw: Result<String, u64>| match raw {
                Ok(name) => Operand::Register(register(&name)),
                Err(value) => Operand::Constant(if width == 32 { value & 0xffff_ffff } else { value }),
            };
            let guard = guard.map(|(name, negated)| Guard::new(&name, negated).expect("a name"));
            let c = instruction.reads_c().then(|| operand(c));
            Statement::new(guard, instruction, register(&d), operand(a), operand(b), c).ok()
        },
    )
}
