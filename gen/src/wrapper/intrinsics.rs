//! The instructions for C: their control words, the macros that choose a form of them, and the
//! functions that execute them.

use itertools::Itertools;
use vidalu_model::control::{FORMATS, Field, Format, UNIT, WIDTH, carry, scalar, simd, vmad};
use vidalu_model::isa::Unit;

use super::inside::Inside;
use crate::{Mad64, Operation, Profile};

/// A function in C that executes an instruction.
pub(super) struct Function {
    /// The name behind the prefix, and that of the control word.
    pub(super) name: String,
    pub(super) word: String,
    /// The width of operands and result, 32 or 64.
    pub(super) width: u32,
    /// Whether there is a third operand.
    pub(super) has_c: bool,
}

/// The instructions in C by which a task switch saves and restores CC.CF.
pub(super) struct FlagAccess {
    /// The name behind the prefix of a control word that does not write CC.CF, so that the flags of
    /// its result show it.
    pub(super) shows: String,
    /// The name behind the prefix of a control word that writes CC.CF.
    pub(super) writes: String,
    /// Whether the instruction of `writes` also writes CC.CF in its plain form.
    pub(super) writes_always: bool,
    /// Whether it subtracts; otherwise it adds.
    pub(super) subtracts: bool,
    /// Whether it writes the inverse of a borrow.
    pub(super) inverts: bool,
}

impl Inside<'_> {
    /// Returns whether the control word has the field that names the unit.
    pub(super) fn has_unit(&self) -> bool {
        self.ctl_width() == WIDTH
    }

    /// Returns a macro for the control word of each instruction.
    pub(super) fn word_macros(&self) -> String {
        let upper = self.config.macro_stem();
        let define = |&op: &Operation| {
            let unit = if self.has_unit() { UNIT.code(op.unit().name()) } else { 0 };
            format!("#define {upper}{} UINT64_C(0x{:x})", c_name(op).to_uppercase(), word(op) | UNIT.put(unit))
        };
        self.config.ops.iter().map(define).join("\n")
    }

    /// Returns a macro for each field that makes a form of an instruction. Its result is the
    /// difference to the word of the instruction.
    pub(super) fn form_macros(&self) -> String {
        let upper = self.config.macro_stem();
        let define = |(format, field): (&Format, &Field)| {
            let name = format!("{}_{}", format.unit.name(), field.name).to_uppercase();
            let last = field.codes.iter().map(|(_, code)| *code).max().unwrap_or((1 << field.width) - 1);
            let plain = plain(format, field);
            format!("#define {upper}WITH_{name}(code) {upper}WITH(code, {last}, {plain}, {upper}{name}_LSB)")
        };
        let chosen = |(_, field): &(&Format, &Field)| !matches!(field.name, "op" | "quad");
        let formats = FORMATS.iter().filter(|format| self.has(format.unit.name()));
        let fields = formats.flat_map(|format| format.fields.iter().map(move |field| (format, field)));
        fields.filter(chosen).map(define).join("\n")
    }

    /// Returns the functions in C that execute an instruction.
    pub(super) fn functions(&self) -> Vec<Function> {
        let functions = |&op: &Operation| {
            let multiplies = matches!(op.code_name(), "mad" | "mul");
            let has_c = (op.unit() != Unit::Carry && !op.is_packed()) || op.code_name() == "mad";
            let wide = op.unit() == Unit::Carry && self.is_wide() && (!multiplies || self.config.mad64 != Mad64::None);
            let function = move |width: u32, suffix: &str| {
                let name = c_name(op);
                Function { word: name.to_uppercase(), name: name + suffix, width, has_c }
            };
            std::iter::once(function(32, "")).chain(wide.then(|| function(64, "_64")))
        };
        self.config.ops.iter().flat_map(functions).collect()
    }

    /// Returns the instructions by which a task switch saves and restores CC.CF; none if no
    /// instruction writes it, or if each one writes it and none reads it.
    pub(super) fn flag_access(&self) -> Option<FlagAccess> {
        let always = [Operation::AddCc, Operation::MadCc, Operation::SubCc];
        let writers = [Operation::Addc, Operation::Madc, Operation::Subc].into_iter().chain(always);
        let shows = *self.config.ops.iter().find(|op| !always.contains(op))?;
        let writes = writers.into_iter().find(|op| self.config.ops.contains(op))?;
        let subtracts = matches!(writes, Operation::Subc | Operation::SubCc);
        let [shows, word] = [shows, writes].map(|op| c_name(op).to_uppercase());
        let inverts = subtracts && self.is_recorded();
        Some(FlagAccess { shows, writes: word, writes_always: always.contains(&writes), subtracts, inverts })
    }

    /// Returns whether there are operations of the unit with this name.
    pub(super) fn has(&self, unit: &str) -> bool {
        self.config.ops.iter().any(|op| op.unit().name() == unit)
    }

    /// Returns whether the hardware follows what was recorded from GPUs, not the manual.
    pub(super) fn is_recorded(&self) -> bool {
        self.config.profile == Profile::Hardware
    }
}

/// The name of an operation in C.
fn c_name(op: Operation) -> String {
    op.name().replace('.', "_")
}

/// The control word of an operation in its plain form, without the unit's code: unsigned, on whole
/// registers, without modifiers. It is the low half of a product, and `vset` and `set` compare for
/// equality.
fn word(op: Operation) -> u64 {
    match op.unit() {
        Unit::Scalar => {
            let whole = [scalar::ASEL, scalar::BSEL, scalar::DSEL].map(|field| field.put(field.code("word")));
            whole.into_iter().fold(scalar::OP.put(op.code()), |word, field| word | field)
        }
        Unit::Vmad => [vmad::ASEL, vmad::BSEL].iter().fold(0, |word, field| word | field.put(field.code("word"))),
        Unit::Simd => {
            let quad = if op.lanes() == 4 { "four" } else { "two" };
            simd::OP.put(op.code()) | simd::QUAD.put(simd::QUAD.code(quad)) | simd::IN_ORDER
        }
        Unit::Carry => {
            let (writes, reads) = (op.name().ends_with(".cc"), op.name().ends_with('c') && !op.name().ends_with(".cc"));
            carry::OP.put(op.code()) | carry::READ_FLAG.put(u64::from(reads)) | carry::WRITE_FLAG.put(u64::from(writes))
        }
    }
}

/// The code that a field holds in the words of all instructions of its unit.
fn plain(format: &Format, field: &Field) -> u64 {
    let own = Operation::ALL.into_iter().filter(|op| op.unit().name() == format.unit.name());
    own.map(word).fold(u64::MAX, |common, word| common & field.get(word)) & field.get(u64::MAX)
}

#[cfg(test)]
mod tests {
    use vidalu_model::control::decode;

    use super::*;

    #[test]
    fn every_word_encodes_its_operation() {
        for op in Operation::ALL {
            let whole = UNIT.put(UNIT.code(op.unit().name())) | word(op);
            let instruction = decode(whole).unwrap_or_else(|error| panic!("{op}: {error}"));
            assert_eq!(instruction.operation(), op);
        }
    }
}
