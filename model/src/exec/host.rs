//! The results of the plain instructions.

use crate::isa::{Combine, Compare, DataType, Host, HostOp, Logic, Product};
use crate::ptx::cut;

/// Computes d and q from the operands a, b and c. A missing operand is 0, and so is a missing
/// result. Operands and results are unsigned numbers of the widths that the instruction has.
pub(super) fn compute(host: &Host, [a, b, c]: [u64; 3]) -> [u64; 2] {
    let ty = host.ty();
    // Numbers by the sign of their type. A product of two words of 64 bits without sign has 128
    // bits; as many are kept.
    let (left, right) = (number(ty, a), number(ty, b));
    let product = left.wrapping_mul(right);
    let d = match host.op() {
        HostOp::Mov => a,
        HostOp::Pack => a | b << 32,
        HostOp::Unpack => return [cut(a, 32), a >> 32],
        HostOp::Add => a.wrapping_add(b),
        HostOp::Sub => a.wrapping_sub(b),
        HostOp::MulWide => product as u64,
        HostOp::Mad(Product::Lo | Product::Wide) => (product as u64).wrapping_add(c),
        HostOp::Mad(Product::Hi) => ((product >> ty.width()) as u64).wrapping_add(c),
        HostOp::And => a & b,
        HostOp::Or => a | b,
        HostOp::Xor => a ^ b,
        HostOp::Not => !a,
        HostOp::Shl => u32::try_from(b).ok().and_then(|amount| a.checked_shl(amount)).unwrap_or(0),
        HostOp::Shr => (left >> b.min(64)) as u64,
        HostOp::Min => left.min(right) as u64,
        HostOp::Max => left.max(right) as u64,
        HostOp::Abs => left.unsigned_abs() as u64,
        HostOp::Neg => a.wrapping_neg(),
        HostOp::Setp(compare, combine) => {
            let holds = compares(compare, left, right);
            return [holds, !holds]
                .map(|holds| u64::from(combine.map_or(holds, |combine| combined(combine, holds, c))));
        }
        HostOp::Selp => [b, a][usize::from(c != 0)],
        HostOp::Cvt(from) => number(from, a) as u64,
    };
    [host.destinations().next().map_or(0, |width| cut(d, width)), 0]
}

/// The value as its type reads it.
fn number(ty: DataType, value: u64) -> i128 {
    match ty {
        DataType::S32 => i128::from(value as u32 as i32),
        DataType::S64 => i128::from(value as i64),
        _ => i128::from(value),
    }
}

fn compares(compare: Compare, left: i128, right: i128) -> bool {
    match compare {
        Compare::Eq => left == right,
        Compare::Ne => left != right,
        Compare::Lt => left < right,
        Compare::Le => left <= right,
        Compare::Gt => left > right,
        Compare::Ge => left >= right,
    }
}

fn combined(combine: Combine, holds: bool, c: u64) -> bool {
    let c = (c != 0) != combine.negated;
    match combine.op {
        Logic::And => holds & c,
        Logic::Or => holds | c,
        Logic::Xor => holds ^ c,
    }
}
