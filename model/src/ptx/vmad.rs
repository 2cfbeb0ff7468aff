//! Section 9.7.18.1.3: `vmad`.

use super::diagnostic::Diagnostic;
use super::grammar::{Grammar, Slot};
use super::operand::{self, Raw};
use super::parser::{Operands, Parser};
use super::scalar::{TYPES, types};
use crate::isa::{Instruction, Scale, Vmad, VmadMode};

const VMAD: Grammar = Grammar {
    slots: &[
        Slot::required("type", TYPES, 3),
        Slot::optional("plus one", &["po"]),
        Slot::flag(&["sat"]),
        Slot::optional("scale", &["shr7", "shr15"]),
    ],
    syntax: ".dtype.atype.btype{.po}{.sat}{.scale} d, {-}a{.asel}, {-}b{.bsel}, {-}c (section 9.7.18.1.3)",
};

/// `vmad`.
pub(super) fn vmad(parser: &mut Parser<'_, '_>) -> Result<(Instruction, Operands), Diagnostic> {
    let matched = parser.modifiers(&VMAD)?;
    let [dtype, atype, btype] = types(&matched);
    let scale = match matched.one(3) {
        None => Scale::None,
        Some(("shr7", _)) => Scale::Shr7,
        Some(_) => Scale::Shr15,
    };
    let raws = parser.operands(&VMAD, 4, 4)?;
    operand::no_selector(&raws[0], parser.head.opcode, 'd')?;
    operand::no_selector(&raws[3], parser.head.opcode, 'c')?;
    let (asel, bsel) = (operand::sub_word(&raws[1])?, operand::sub_word(&raws[2])?);
    let mode = mode(matched.one(1).is_some(), &raws)?;
    if let (VmadMode::PlusOne, Some(sign)) = (mode, raws[1].sign) {
        parser.warn(sign, "signs in .po mode; those of a and b cancel");
    }
    let operands = parser.resolve(&raws, 32, true)?;
    parser.warn_constants(&raws);
    let vmad = Vmad { dtype, atype, btype, asel, bsel, mode, scale, sat: matched.one(2).is_some() };
    Ok((Instruction::Vmad(vmad), operands))
}

/// Which of the negations, or `.po`. Signs on both a and b cancel.
fn mode(po: bool, raws: &[Raw<'_>]) -> Result<VmadMode, Diagnostic> {
    let product = raws[1].is_negated() != raws[2].is_negated();
    match (po, product, raws[3].sign) {
        (true, true, _) | (true, _, Some(_)) => {
            let sign = raws[1..].iter().find_map(|raw| raw.sign).unwrap_or(raws[1].span);
            Err(Diagnostic::illegal(sign, "vmad with .po negates neither the product nor c"))
        }
        (false, true, Some(sign)) => {
            let message = "vmad negates the product a*b or c, not both";
            let help = "a sign on one of a and b negates the product; signs on both cancel";
            Err(Diagnostic::illegal(sign, message).with_help(help))
        }
        (true, false, None) => Ok(VmadMode::PlusOne),
        (false, true, None) => Ok(VmadMode::NegateProduct),
        (false, false, Some(_)) => Ok(VmadMode::NegateC),
        (false, false, None) => Ok(VmadMode::Plain),
    }
}
