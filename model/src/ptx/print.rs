//! The canonical spelling.

use super::line::{HostStatement, Line};
use super::statement::{Guard, Operand, Register, Statement};
use crate::isa::{
    Carry, CarryOp, Clamp, Combine, Finish, Flag, Host, HostOp, Instruction, LaneFinish, LaneMask, LaneSelect, LaneSet,
    Packed, PackedOp, Scalar, ScalarOp, Scale, Select, Simd, SimdForm, SimdOp, SubWord, Type, Vmad, VmadMode,
};
use std::fmt;

/// The opcode with its modifiers, as `vadd.s32.u32.s32.sat`. Selectors, the mask and signs belong
/// to the operands and are not in it.
impl fmt::Display for Instruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scalar(scalar) => mnemonic_scalar(f, scalar),
            Self::Vmad(vmad) => mnemonic_vmad(f, vmad),
            Self::Simd(simd) => mnemonic_simd(f, simd),
            Self::Carry(carry) => mnemonic_carry(f, carry),
        }
    }
}

/// The opcode with its modifiers, as `add.sat.u8x4` or `set.lt.u8x4`.
impl fmt::Display for Packed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.op().name())?;
        if let PackedOp::Set(cmp) = self.op() {
            dot(f, true, cmp.name())?;
        }
        dot(f, self.modifier().is_some(), self.modifier().map_or("", Clamp::name))?;
        dot(f, true, self.ty().name())
    }
}

impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        guard(f, self.guard())?;
        if let Some(form) = self.form() {
            let written = self.written();
            let sources = self.sources().take(written.end).skip(written.start).map(ToString::to_string);
            return write!(f, "{form} {}, {}", self.d(), sources.collect::<Vec<_>>().join(", "));
        }
        let parts = Parts::of(self);
        let [d, a, b] = parts.selectors;
        write!(f, "{} {}{d}, ", self.instruction(), self.d())?;
        write!(f, "{}{}{a}, {}{}{b}", parts.signs[0], self.a(), parts.signs[1], self.b())?;
        match self.c() {
            Some(c) => write!(f, ", {}{c}", parts.signs[2]),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.op().name())?;
        match self.op() {
            HostOp::MulWide => dot(f, true, "wide")?,
            HostOp::Mad(product) => dot(f, true, product.name())?,
            HostOp::Setp(compare, combine) => {
                dot(f, true, compare.name())?;
                dot(f, combine.is_some(), combine.map_or("", |combine| combine.op.name()))?;
            }
            _ => {}
        }
        dot(f, true, self.ty().name())?;
        match self.op() {
            HostOp::Cvt(from) => dot(f, true, from.name()),
            _ => Ok(()),
        }
    }
}

impl fmt::Display for HostStatement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        guard(f, self.guard())?;
        let op = self.host().op();
        let names = self.destinations().map(|register| register.map_or("_", Register::name)).collect::<Vec<_>>();
        let names = match op {
            HostOp::Unpack => format!("{{{}}}", names.join(", ")),
            _ => names.join("|"),
        };
        write!(f, "{} {names}, ", self.host())?;
        let mut sources = self.sources().map(ToString::to_string).collect::<Vec<_>>();
        match op {
            HostOp::Pack => write!(f, "{{{}}}", sources.join(", ")),
            HostOp::Setp(_, Some(Combine { negated: true, .. })) => {
                sources[2].insert(0, '!');
                f.write_str(&sources.join(", "))
            }
            _ => f.write_str(&sources.join(", ")),
        }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Vidalu(statement) => statement.fmt(f),
            Self::Host(statement) => statement.fmt(f),
        }
    }
}

impl fmt::Display for Register {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Register(register) => register.fmt(f),
            Self::Constant(value) => write!(f, "{value:#x}"),
        }
    }
}

impl fmt::Display for Guard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "@{}{}", if self.negated() { "!" } else { "" }, self.predicate())
    }
}

fn guard(f: &mut fmt::Formatter<'_>, guard: Option<&Guard>) -> fmt::Result {
    guard.map_or(Ok(()), |guard| write!(f, "{guard} "))
}

/// The opcode, modifiers and selectors of an instruction, which surround its operands.
#[derive(Default)]
struct Parts {
    /// After d, a and b, with their dots.
    selectors: [String; 3],
    /// Before a, b and c.
    signs: [&'static str; 3],
}

impl Parts {
    fn of(statement: &Statement) -> Self {
        match statement.instruction() {
            Instruction::Scalar(Scalar { asel, bsel, finish, .. }) => {
                let dsel = match finish {
                    Finish::Merge(part) => Some(*part),
                    _ => None,
                };
                Self { selectors: [dsel, *asel, *bsel].map(part), ..Self::default() }
            }
            Instruction::Vmad(Vmad { asel, bsel, mode, .. }) => Self {
                selectors: [None, *asel, *bsel].map(part),
                signs: match mode {
                    // A sign before a constant would be part of it.
                    VmadMode::NegateProduct if statement.a().register().is_none() => ["", "-", ""],
                    VmadMode::NegateProduct => ["-", "", ""],
                    VmadMode::NegateC => ["", "", "-"],
                    VmadMode::Plain | VmadMode::PlusOne => [""; 3],
                },
            },
            Instruction::Simd(Simd::Two(form)) => Self { selectors: lanes('h', form), ..Self::default() },
            Instruction::Simd(Simd::Four(form)) => Self { selectors: lanes('b', form), ..Self::default() },
            // A packed instruction is printed as its form.
            Instruction::Simd(Simd::SetTwo(_) | Simd::SetFour(_)) | Instruction::Carry(_) => Self::default(),
        }
    }
}

fn part(select: Select) -> String {
    select.map(SubWord::name).map_or_else(String::new, |name| format!(".{name}"))
}

/// Mask and selectors of a SIMD instruction, defaults left out, the highest lane first.
fn lanes<const L: usize>(letter: char, form: &SimdForm<L>) -> [String; 3] {
    let select = |select: LaneSelect<L>, default: LaneSelect<L>| {
        let digits = || select.sources().into_iter().rev().map(|source| source.to_string()).collect::<String>();
        if select == default { String::new() } else { format!(".{letter}{}", digits()) }
    };
    let named = (0..L).rev().filter(|lane| form.mask.bits() >> lane & 1 != 0);
    let mask = if form.mask == LaneMask::FULL {
        String::new()
    } else {
        format!(".{letter}{}", named.map(|lane| lane.to_string()).collect::<String>())
    };
    [mask, select(form.asel, LaneSelect::of_a()), select(form.bsel, LaneSelect::of_b())]
}

fn dot(f: &mut fmt::Formatter<'_>, given: bool, word: &str) -> fmt::Result {
    if given { write!(f, ".{word}") } else { Ok(()) }
}

fn types(f: &mut fmt::Formatter<'_>, types: &[Type]) -> fmt::Result {
    types.iter().try_for_each(|ty| dot(f, true, ty.name()))
}

fn mnemonic_scalar(f: &mut fmt::Formatter<'_>, scalar: &Scalar) -> fmt::Result {
    f.write_str(scalar.op.name())?;
    match scalar.op {
        ScalarOp::Arith { dtype, atype, btype, sat, .. } => {
            types(f, &[dtype, atype, btype])?;
            dot(f, sat, "sat")?;
        }
        ScalarOp::Shift { dtype, atype, sat, mode, .. } => {
            types(f, &[dtype, atype, Type::U32])?;
            dot(f, sat, "sat")?;
            dot(f, true, mode.name())?;
        }
        ScalarOp::Set { cmp, atype, btype } => {
            types(f, &[atype, btype])?;
            dot(f, true, cmp.name())?;
        }
    }
    match scalar.finish {
        Finish::Secondary(op) => dot(f, true, op.name()),
        Finish::Plain | Finish::Merge(_) => Ok(()),
    }
}

fn mnemonic_vmad(f: &mut fmt::Formatter<'_>, vmad: &Vmad) -> fmt::Result {
    f.write_str("vmad")?;
    types(f, &[vmad.dtype, vmad.atype, vmad.btype])?;
    dot(f, vmad.mode == VmadMode::PlusOne, "po")?;
    dot(f, vmad.sat, "sat")?;
    match vmad.scale {
        Scale::None => Ok(()),
        Scale::Shr7 => dot(f, true, "shr7"),
        Scale::Shr15 => dot(f, true, "shr15"),
    }
}

fn mnemonic_simd(f: &mut fmt::Formatter<'_>, simd: &Simd) -> fmt::Result {
    let op = match simd {
        Simd::Two(form) => form.op,
        Simd::Four(form) => form.op,
        Simd::SetTwo(set) => return mnemonic_set(f, set, "16x2"),
        Simd::SetFour(set) => return mnemonic_set(f, set, "8x4"),
    };
    match op {
        SimdOp::Arith { op, dtype, atype, btype, finish } => {
            write!(f, "{}{}", op.name(), simd.lanes())?;
            types(f, &[dtype, atype, btype])?;
            dot(f, finish == LaneFinish::Merge { sat: true }, "sat")?;
            dot(f, finish == LaneFinish::Accumulate, "add")
        }
        SimdOp::Set { cmp, atype, btype, accumulate } => {
            write!(f, "vset{}", simd.lanes())?;
            types(f, &[atype, btype])?;
            dot(f, true, cmp.name())?;
            dot(f, accumulate, "add")
        }
    }
}

fn mnemonic_set(f: &mut fmt::Formatter<'_>, set: &LaneSet, lanes: &str) -> fmt::Result {
    let sign = if set.ty.is_signed() { "s" } else { "u" };
    write!(f, "set.{}.{sign}{lanes}", set.cmp.name())
}

fn mnemonic_carry(f: &mut fmt::Formatter<'_>, carry: &Carry) -> fmt::Result {
    f.write_str(carry.op.name())?;
    if let CarryOp::Mad(half, _) | CarryOp::Mul(half) = carry.op {
        dot(f, true, half.name())?;
    }
    dot(f, carry.op.flag().is_some_and(Flag::is_written), "cc")?;
    dot(f, true, carry.ty.name())
}
