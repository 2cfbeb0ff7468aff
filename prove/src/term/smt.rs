//! From terms to SMT-LIB 2.

use std::fmt::Write;

use super::{Binary, Formula, Op, Term};

/// Returns the definitions of all nodes of a formula. Node n is `t<n>`, a bit vector even if it
/// has one bit. `input` returns the vector for the number of an input.
pub(crate) fn smt(formula: &Formula, input: impl Fn(u32) -> String) -> String {
    let mut text = String::new();
    for (index, node) in formula.nodes().iter().enumerate() {
        let width = node.width;
        let of = |term: Term| formula.node(term).width;
        let name = |term: Term| format!("t{}", term.index());
        let bit = |condition: String| format!("(ite {condition} #b1 #b0)");
        let value = match node.op {
            Op::Input(number) => input(number),
            Op::Constant(value) => format!("(_ bv{value} {width})"),
            Op::Not(x) => format!("(bvnot {})", name(x)),
            Op::Binary(op, x, y) => {
                let (function, is_condition) = function(op);
                let applied = format!("({function} {} {})", name(x), name(y));
                if is_condition { bit(applied) } else { applied }
            }
            Op::Mux(choice, then, other) => {
                format!("(ite (= {} #b1) {} {})", name(choice), name(then), name(other))
            }
            Op::Extract(x, lo) => format!("((_ extract {} {lo}) {})", lo + width - 1, name(x)),
            Op::Zext(x) => format!("((_ zero_extend {}) {})", width - of(x), name(x)),
            Op::Sext(x) => format!("((_ sign_extend {}) {})", width - of(x), name(x)),
            Op::Concat(high, low) => format!("(concat {} {})", name(high), name(low)),
        };
        writeln!(text, "(define-fun t{index} () (_ BitVec {width}) {value})").expect("a string takes all text");
    }
    text
}

/// Returns the function of SMT-LIB, and whether it gives a truth value. Its shifts and
/// comparisons are those of the domain.
fn function(op: Binary) -> (&'static str, bool) {
    match op {
        Binary::And => ("bvand", false),
        Binary::Or => ("bvor", false),
        Binary::Xor => ("bvxor", false),
        Binary::Add => ("bvadd", false),
        Binary::Sub => ("bvsub", false),
        Binary::Mul => ("bvmul", false),
        Binary::Shl => ("bvshl", false),
        Binary::Lshr => ("bvlshr", false),
        Binary::Ashr => ("bvashr", false),
        Binary::Eq => ("=", true),
        Binary::Ult => ("bvult", true),
        Binary::Slt => ("bvslt", true),
    }
}
