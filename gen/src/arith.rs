//! The structural adders and multipliers that the keys `adder` and `multiplier` select.
//!
//! A module is named after its architecture and width. Each row, level and stage is a named vector,
//! so that a reader and a proof can check each step by itself: a row is a digit times the operand,
//! a stage keeps the sum of its operands, and the last adder adds.

mod adder;
mod carries;
mod columns;
mod halves;
mod multiplier;
mod plan;
mod prefix;
mod reduce;
mod rows;
mod stage;

pub(crate) use adder::{Addition, adder, sum_of};
pub(crate) use carries::LateCarry;
pub(crate) use halves::Halves;
pub(crate) use multiplier::{Live, Multiply, multiplier};
pub use plan::{Plan, Row};
pub use stage::{Arranged, Arrangement, Compressor, Piece, Stage};

use crate::Config;
use crate::design::{Library, Page, put_combinational};
use crate::header::COLUMNS;
use crate::verilog::{Module, Port, VerilogError};

/// Adds a module to the library. The name is given without the prefix.
fn put(
    config: &Config,
    library: &mut Library,
    (name, doc): (&str, &str),
    ports: Vec<Port>,
    text: impl FnOnce(&Page<'_>) -> String,
) -> Result<Module, VerilogError> {
    let manual = "none: integer arithmetic in two's complement";
    put_combinational(config, library, (name, doc, manual), ports, text)
}

/// Returns an architecture as part of a module's name.
fn identifier(architecture: &str) -> String {
    architecture.replace('-', "_")
}

/// Returns `before` and `{first, second, ...}`, broken into lines if necessary.
fn concatenation(before: &str, items: &[String]) -> String {
    let all = items.join(", ");
    if before.len() + all.len() + 5 <= COLUMNS {
        return format!("{before}{{{all}}}");
    }
    let mut text = format!("{before}{{");
    let mut used = COLUMNS;
    for (index, item) in items.iter().enumerate() {
        let comma = if index + 1 == items.len() { "" } else { "," };
        if used + item.len() + 2 > COLUMNS {
            text.push_str("\n     ");
            used = 5;
        }
        text.push_str(&format!(" {item}{comma}"));
        used += 1 + item.len() + comma.len();
    }
    text + "\n  }"
}

/// Returns `[hi:lo]`, or `[lo]` for one bit.
fn bits(hi: u32, lo: u32) -> String {
    if hi == lo { format!("[{lo}]") } else { format!("[{hi}:{lo}]") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_concatenations_are_broken() {
        let items: Vec<_> = (0..20).map(|index| format!("carry_{index}")).collect();
        let text = concatenation("  assign x = ", &items);
        assert!(text.lines().count() > 2 && text.lines().all(|line| line.len() <= COLUMNS && !line.ends_with(' ')));
        assert_eq!(concatenation("x = ", &items[..2]), "x = {carry_0, carry_1}");
    }
}
