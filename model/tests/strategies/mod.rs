//! All instructions of a kind, and random ones of any kind.

use proptest::array::uniform4;
use proptest::prelude::*;
use proptest::sample::select;
use vidalu_model::isa::{
    Arith, Carry, CarryOp, Compare, Direction, Finish, Flag, Half, Instruction, IntType, LaneFinish, LaneMask, LaneOp,
    LaneSelect, Scalar, ScalarOp, Scale, ShiftMode, Simd, SimdForm, SimdOp, Type, Vmad, VmadMode, all_selects,
};
use vidalu_model::ptx::{Guard, Operand, Register, Statement};

fn types<const N: usize>() -> impl Iterator<Item = [Type; N]> + Clone {
    (0..1_usize << N).map(|bits| std::array::from_fn(|index| Type::ALL[bits >> index & 1]))
}

fn scalar_ops() -> impl Iterator<Item = ScalarOp> + Clone {
    let arith = Arith::ALL.into_iter().flat_map(|op| {
        types().flat_map(move |[dtype, atype, btype]| {
            [false, true].map(|sat| ScalarOp::Arith { op, dtype, atype, btype, sat })
        })
    });
    let shift = [Direction::Left, Direction::Right].into_iter().flat_map(|direction| {
        types().flat_map(move |[dtype, atype]| {
            let of = move |mode| [false, true].map(|sat| ScalarOp::Shift { direction, dtype, atype, sat, mode });
            ShiftMode::ALL.into_iter().flat_map(of)
        })
    });
    let set =
        Compare::ALL.into_iter().flat_map(|cmp| types().map(move |[atype, btype]| ScalarOp::Set { cmp, atype, btype }));
    arith.chain(shift).chain(set)
}

/// Every scalar instruction but `vmad`.
pub(crate) fn scalars() -> impl Iterator<Item = Scalar> {
    scalar_ops().flat_map(|op| {
        all_selects().flat_map(move |asel| {
            all_selects().flat_map(move |bsel| Finish::all().map(move |finish| Scalar { op, asel, bsel, finish }))
        })
    })
}

/// Every `vmad`.
pub(crate) fn vmads() -> impl Iterator<Item = Vmad> {
    let modes = || VmadMode::ALL.into_iter().flat_map(|mode| Scale::ALL.map(|scale| (mode, scale)));
    types().flat_map(move |[dtype, atype, btype]| {
        all_selects().flat_map(move |asel| {
            all_selects().flat_map(move |bsel| {
                modes().flat_map(move |(mode, scale)| {
                    [false, true].map(|sat| Vmad { dtype, atype, btype, asel, bsel, mode, scale, sat })
                })
            })
        })
    })
}

fn simd_ops() -> impl Iterator<Item = SimdOp> + Clone {
    let finishes = [LaneFinish::Merge { sat: false }, LaneFinish::Merge { sat: true }, LaneFinish::Accumulate];
    let arith = LaneOp::ALL.into_iter().flat_map(move |op| {
        types().flat_map(move |[dtype, atype, btype]| {
            finishes.map(|finish| SimdOp::Arith { op, dtype, atype, btype, finish })
        })
    });
    let set = Compare::ALL.into_iter().flat_map(|cmp| {
        types().flat_map(move |[atype, btype]| {
            [false, true].map(|accumulate| SimdOp::Set { cmp, atype, btype, accumulate })
        })
    });
    arith.chain(set)
}

/// Every SIMD instruction on two half-words.
pub(crate) fn two_lanes() -> impl Iterator<Item = SimdForm<2>> {
    let selects = (0..16_u8).map(|digits| LaneSelect::new([digits & 3, digits >> 2]).expect("below four"));
    simd_ops().flat_map(move |op| {
        let selects = selects.clone();
        selects.clone().flat_map(move |asel| {
            selects.clone().flat_map(move |bsel| LaneMask::all().map(move |mask| SimdForm { op, asel, bsel, mask }))
        })
    })
}

fn four_lanes() -> impl Strategy<Value = SimdForm<4>> {
    let lanes = || uniform4(0..8_u8).prop_map(|sources| LaneSelect::new(sources).expect("below eight"));
    let asel = prop_oneof![Just(LaneSelect::of_a()), lanes()];
    let bsel = prop_oneof![Just(LaneSelect::of_b()), lanes()];
    (select(simd_ops().collect::<Vec<_>>()), asel, bsel, select(LaneMask::all().collect::<Vec<_>>()))
        .prop_map(|(op, asel, bsel, mask)| SimdForm { op, asel, bsel, mask })
}

fn carries() -> impl Strategy<Value = Carry> {
    let (half, flag) = (select(Half::ALL.to_vec()), select(Flag::ALL.to_vec()));
    let op = prop_oneof![
        flag.clone().prop_map(CarryOp::Add),
        flag.clone().prop_map(CarryOp::Sub),
        (half.clone(), flag).prop_map(|(half, flag)| CarryOp::Mad(half, flag)),
        half.prop_map(CarryOp::Mul),
    ];
    (op, select(IntType::ALL.to_vec())).prop_map(|(op, ty)| Carry { op, ty })
}

/// Any instruction; the four units are equally frequent.
pub(crate) fn instructions() -> impl Strategy<Value = Instruction> {
    prop_oneof![
        select(scalars().collect::<Vec<_>>()).prop_map(Instruction::Scalar),
        select(vmads().collect::<Vec<_>>()).prop_map(Instruction::Vmad),
        prop_oneof![
            select(two_lanes().step_by(17).collect::<Vec<_>>()).prop_map(Simd::Two),
            four_lanes().prop_map(Simd::Four),
        ]
        .prop_map(Instruction::Simd),
        carries().prop_map(Instruction::Carry),
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
