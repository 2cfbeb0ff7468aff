//! Instruction to control word and back, without loss.

use super::{Field, UNIT, carry, format, scalar, simd, vmad};
use crate::Fault;
use crate::isa::{
    Arith, Carry, CarryOp, Compare, Direction, Finish, Flag, Half, Instruction, IntType, LaneFinish, LaneMask, LaneOp,
    LaneSelect, LaneSet, Scalar, ScalarOp, Scale, Secondary, Select, ShiftMode, Simd, SimdForm, SimdOp, SubWord, Type,
    Unit, Vmad, VmadMode,
};

/// Why a word does not encode an instruction.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, miette::Diagnostic)]
pub enum DecodeError {
    /// Bits above the format of the unit are set.
    #[error("bits above the {width} bits of a {unit} control word are set; they must be 0")]
    Stray {
        /// The unit.
        unit: &'static str,
        /// Width of its format.
        width: u32,
    },
    /// A field holds a value that no instruction has.
    #[error("field {field} (bits {hi}..{lo}) holds {value:#x}, which no {unit} instruction has here")]
    Field {
        /// The unit.
        unit: &'static str,
        /// The field's name.
        field: &'static str,
        /// The field's highest bit.
        hi: u32,
        /// The field's lowest bit.
        lo: u32,
        /// The value that the field holds.
        value: u64,
    },
}

impl DecodeError {
    /// Whose fault the error is: that of the input.
    pub fn fault(&self) -> Fault {
        Fault::Input
    }
}

/// The control word of `instruction`: [`super::WIDTH`] bits.
pub fn encode(instruction: &Instruction) -> u64 {
    let unit = instruction.unit();
    let fields = match instruction {
        Instruction::Scalar(scalar) => encode_scalar(scalar),
        Instruction::Vmad(vmad) => encode_vmad(vmad),
        Instruction::Simd(simd) => encode_simd(simd),
        Instruction::Carry(carry) => encode_carry(carry),
    };
    UNIT.put(unit as u64) | fields
}

/// The instruction that `word` encodes.
///
/// # Errors
/// If a field holds a value that [`encode`] never puts there.
pub fn decode(word: u64) -> Result<Instruction, DecodeError> {
    let unit = Unit::ALL[UNIT.get(word) as usize];
    let width = format(unit).width();
    let fields = word & !UNIT.put((1 << UNIT.width) - 1);
    if fields >> width != 0 {
        return Err(DecodeError::Stray { unit: unit.name(), width });
    }
    let instruction = match unit {
        Unit::Scalar => Instruction::Scalar(decode_scalar(word)?),
        Unit::Vmad => Instruction::Vmad(decode_vmad(word)?),
        Unit::Simd => Instruction::Simd(decode_simd(word)?),
        Unit::Carry => Instruction::Carry(decode_carry(word)?),
    };
    // Fields that an operation does not use must hold what `encode` puts there.
    let canonical = encode(&instruction);
    match format(unit).fields.iter().find(|field| field.get(word) != field.get(canonical)) {
        Some(field) => Err(bad(unit, field, word)),
        None => Ok(instruction),
    }
}

fn bad(unit: Unit, field: &Field, word: u64) -> DecodeError {
    DecodeError::Field { unit: unit.name(), field: field.name, hi: field.hi(), lo: field.lo, value: field.get(word) }
}

fn bit(field: &Field, value: bool) -> u64 {
    field.put(u64::from(value))
}

fn ty(field: &Field, value: Type) -> u64 {
    bit(field, value.is_signed())
}

fn named(field: &Field, name: &str) -> u64 {
    let code = field.codes.iter().find(|(candidate, _)| *candidate == name);
    field.put(code.expect("every name of the ISA has a code").1)
}

fn select(field: &Field, value: Select) -> u64 {
    named(field, value.map_or("word", SubWord::name))
}

fn get_type(field: &Field, word: u64) -> Type {
    Type::ALL[field.get(word) as usize]
}

fn get_bit(field: &Field, word: u64) -> bool {
    field.get(word) != 0
}

/// Returns the value of `all` that has the name of the field's code.
fn get_named<T: Copy>(
    unit: Unit,
    field: &Field,
    word: u64,
    all: &[T],
    name: impl Fn(T) -> &'static str,
) -> Result<T, DecodeError> {
    let code = field.code_name(field.get(word)).ok_or_else(|| bad(unit, field, word))?;
    all.iter().copied().find(|&value| name(value) == code).ok_or_else(|| bad(unit, field, word))
}

fn get_select(unit: Unit, field: &Field, word: u64) -> Result<Select, DecodeError> {
    match field.code_name(field.get(word)) {
        Some("word") => Ok(None),
        _ => get_named(unit, field, word, &SubWord::ALL, SubWord::name).map(Some),
    }
}

fn encode_scalar(instruction: &Scalar) -> u64 {
    let op = match instruction.op {
        ScalarOp::Arith { dtype, atype, btype, sat, .. } => {
            ty(&scalar::DTYPE, dtype) | ty(&scalar::ATYPE, atype) | ty(&scalar::BTYPE, btype) | bit(&scalar::SAT, sat)
        }
        ScalarOp::Shift { dtype, atype, sat, mode, .. } => {
            ty(&scalar::DTYPE, dtype)
                | ty(&scalar::ATYPE, atype)
                | bit(&scalar::SAT, sat)
                | named(&scalar::WRAP, mode.name())
        }
        ScalarOp::Set { cmp, atype, btype } => {
            named(&scalar::CMP, cmp.name()) | ty(&scalar::ATYPE, atype) | ty(&scalar::BTYPE, btype)
        }
    };
    let (dsel, secop) = match instruction.finish {
        Finish::Plain => (None, "none"),
        Finish::Secondary(op) => (None, op.name()),
        Finish::Merge(dsel) => (Some(dsel), "none"),
    };
    op | scalar::OP.put(instruction.op.operation().code())
        | select(&scalar::ASEL, instruction.asel)
        | select(&scalar::BSEL, instruction.bsel)
        | select(&scalar::DSEL, dsel)
        | named(&scalar::SECOP, secop)
}

fn decode_scalar(word: u64) -> Result<Scalar, DecodeError> {
    let (dtype, atype, btype) =
        (get_type(&scalar::DTYPE, word), get_type(&scalar::ATYPE, word), get_type(&scalar::BTYPE, word));
    let sat = get_bit(&scalar::SAT, word);
    let op = match scalar::OP.code_name(scalar::OP.get(word)) {
        Some("vset") => ScalarOp::Set {
            cmp: get_named(Unit::Scalar, &scalar::CMP, word, &Compare::ALL, Compare::name)?,
            atype,
            btype,
        },
        Some(name @ ("vshl" | "vshr")) => ScalarOp::Shift {
            direction: if name == "vshl" { Direction::Left } else { Direction::Right },
            dtype,
            atype,
            sat,
            mode: ShiftMode::ALL[scalar::WRAP.get(word) as usize],
        },
        _ => ScalarOp::Arith {
            op: get_named(Unit::Scalar, &scalar::OP, word, &Arith::ALL, Arith::name)?,
            dtype,
            atype,
            btype,
            sat,
        },
    };
    let secop = scalar::SECOP.code_name(scalar::SECOP.get(word));
    let finish = match (get_select(Unit::Scalar, &scalar::DSEL, word)?, secop) {
        (Some(dsel), _) => Finish::Merge(dsel),
        (None, Some("none")) => Finish::Plain,
        (None, _) => {
            Finish::Secondary(get_named(Unit::Scalar, &scalar::SECOP, word, &Secondary::ALL, Secondary::name)?)
        }
    };
    Ok(Scalar {
        op,
        asel: get_select(Unit::Scalar, &scalar::ASEL, word)?,
        bsel: get_select(Unit::Scalar, &scalar::BSEL, word)?,
        finish,
    })
}

fn encode_vmad(instruction: &Vmad) -> u64 {
    ty(&vmad::DTYPE, instruction.dtype)
        | ty(&vmad::ATYPE, instruction.atype)
        | ty(&vmad::BTYPE, instruction.btype)
        | bit(&vmad::SAT, instruction.sat)
        | select(&vmad::ASEL, instruction.asel)
        | select(&vmad::BSEL, instruction.bsel)
        | vmad::MODE.put(instruction.mode as u64)
        | vmad::SCALE.put(instruction.scale as u64)
}

fn decode_vmad(word: u64) -> Result<Vmad, DecodeError> {
    let scale = Scale::ALL.get(vmad::SCALE.get(word) as usize);
    Ok(Vmad {
        dtype: get_type(&vmad::DTYPE, word),
        atype: get_type(&vmad::ATYPE, word),
        btype: get_type(&vmad::BTYPE, word),
        sat: get_bit(&vmad::SAT, word),
        asel: get_select(Unit::Vmad, &vmad::ASEL, word)?,
        bsel: get_select(Unit::Vmad, &vmad::BSEL, word)?,
        mode: VmadMode::ALL[vmad::MODE.get(word) as usize],
        scale: *scale.ok_or_else(|| bad(Unit::Vmad, &vmad::SCALE, word))?,
    })
}

fn encode_simd(instruction: &Simd) -> u64 {
    let fields = match instruction {
        Simd::Two(form) => {
            encode_lane_op(form.op)
                | simd::ASEL.put(bytes_of_halves(form.asel))
                | simd::BSEL.put(bytes_of_halves(form.bsel))
                | simd::MASK.put([0b0000, 0b0011, 0b1100, 0b1111][usize::from(form.mask.bits())])
        }
        Simd::Four(form) => {
            encode_lane_op(form.op)
                | simd::ASEL.put(bytes(form.asel))
                | simd::BSEL.put(bytes(form.bsel))
                | simd::MASK.put(u64::from(form.mask.bits()))
        }
        Simd::SetTwo(set) | Simd::SetFour(set) => {
            named(&simd::CMP, set.cmp.name()) | ty(&simd::ATYPE, set.ty) | ty(&simd::BTYPE, set.ty) | simd::IN_ORDER
        }
    };
    simd::OP.put(instruction.operation().code()) | bit(&simd::QUAD, instruction.lanes() == 4) | fields
}

/// The types and modifiers of a video instruction on lanes.
fn encode_lane_op(op: SimdOp) -> u64 {
    match op {
        SimdOp::Arith { dtype, atype, btype, finish, .. } => {
            ty(&simd::DTYPE, dtype)
                | ty(&simd::ATYPE, atype)
                | ty(&simd::BTYPE, btype)
                | bit(&simd::SAT, finish == LaneFinish::Merge { sat: true })
                | bit(&simd::ACCUMULATE, finish == LaneFinish::Accumulate)
        }
        SimdOp::Set { cmp, atype, btype, accumulate } => {
            named(&simd::CMP, cmp.name())
                | ty(&simd::ATYPE, atype)
                | ty(&simd::BTYPE, btype)
                | bit(&simd::ACCUMULATE, accumulate)
        }
    }
}

fn bytes(select: LaneSelect<4>) -> u64 {
    select.sources().into_iter().rev().fold(0, |word, source| word << 3 | u64::from(source))
}

fn bytes_of_halves(select: LaneSelect<2>) -> u64 {
    let [low, high] = select.sources().map(|half| [2 * half, 2 * half + 1]);
    bytes(LaneSelect::new([low[0], low[1], high[0], high[1]]).expect("four halves have eight bytes"))
}

fn decode_simd(word: u64) -> Result<Simd, DecodeError> {
    let (dtype, atype, btype) =
        (get_type(&simd::DTYPE, word), get_type(&simd::ATYPE, word), get_type(&simd::BTYPE, word));
    let (sat, accumulate) = (get_bit(&simd::SAT, word), get_bit(&simd::ACCUMULATE, word));
    let quad = get_bit(&simd::QUAD, word);
    let cmp = || get_named(Unit::Simd, &simd::CMP, word, &Compare::ALL, Compare::name);
    let op = match simd::OP.code_name(simd::OP.get(word)) {
        Some("set") => {
            let set = LaneSet { cmp: cmp()?, ty: atype };
            return Ok(if quad { Simd::SetFour(set) } else { Simd::SetTwo(set) });
        }
        Some("vset") => SimdOp::Set { cmp: cmp()?, atype, btype, accumulate },
        _ => SimdOp::Arith {
            op: get_named(Unit::Simd, &simd::OP, word, &LaneOp::ALL, LaneOp::name)?,
            dtype,
            atype,
            btype,
            finish: if accumulate { LaneFinish::Accumulate } else { LaneFinish::Merge { sat } },
        },
    };
    let source = |field: &Field, byte: u32| (field.get(word) >> (3 * byte) & 7) as u8;
    let mask = simd::MASK.get(word) as u8;
    let no_mask = || bad(Unit::Simd, &simd::MASK, word);
    let eight = "three bits name one of eight bytes";
    if quad {
        let select = |field| LaneSelect::new([0, 1, 2, 3].map(|byte| source(field, byte))).expect(eight);
        let mask = LaneMask::new(mask).ok_or_else(no_mask)?;
        Ok(Simd::Four(SimdForm { op, asel: select(&simd::ASEL), bsel: select(&simd::BSEL), mask }))
    } else {
        let select = |field| LaneSelect::new([0, 2].map(|byte| source(field, byte) / 2)).expect(eight);
        let mask = LaneMask::new(mask & 1 | mask >> 1 & 2).ok_or_else(no_mask)?;
        Ok(Simd::Two(SimdForm { op, asel: select(&simd::ASEL), bsel: select(&simd::BSEL), mask }))
    }
}

fn encode_carry(instruction: &Carry) -> u64 {
    let half = match instruction.op {
        CarryOp::Add(_) | CarryOp::Sub(_) => Half::Lo,
        CarryOp::Mad(half, _) | CarryOp::Mul(half) => half,
    };
    let flag = instruction.op.flag();
    carry::OP.put(instruction.op.operation().code())
        | named(&carry::HI, half.name())
        | bit(&carry::SIGNED, instruction.ty.is_signed())
        | bit(&carry::WIDE, instruction.ty.width() == 64)
        | bit(&carry::READ_FLAG, flag.is_some_and(Flag::is_read))
        | bit(&carry::WRITE_FLAG, flag.is_some_and(Flag::is_written))
}

fn decode_carry(word: u64) -> Result<Carry, DecodeError> {
    let ty = match (get_bit(&carry::WIDE, word), get_bit(&carry::SIGNED, word)) {
        (false, false) => IntType::U32,
        (false, true) => IntType::S32,
        (true, false) => IntType::U64,
        (true, true) => IntType::S64,
    };
    let half = Half::ALL[carry::HI.get(word) as usize];
    let flag = match (get_bit(&carry::READ_FLAG, word), get_bit(&carry::WRITE_FLAG, word)) {
        (false, true) => Ok(Flag::Write),
        (true, false) => Ok(Flag::Read),
        (true, true) => Ok(Flag::ReadWrite),
        (false, false) => Err(bad(Unit::Carry, &carry::WRITE_FLAG, word)),
    };
    let op = match carry::OP.code_name(carry::OP.get(word)) {
        Some("add") => CarryOp::Add(flag?),
        Some("sub") => CarryOp::Sub(flag?),
        Some("mad") => CarryOp::Mad(half, flag?),
        Some("mul") => CarryOp::Mul(half),
        _ => return Err(bad(Unit::Carry, &carry::OP, word)),
    };
    Ok(Carry { op, ty })
}
