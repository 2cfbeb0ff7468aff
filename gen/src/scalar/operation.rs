//! The operations of the scalar unit, and the groups that share hardware.

use itertools::Itertools;
use vidalu_model::isa;

use crate::Operation::{Vabsdiff, Vadd, Vmax, Vmin, Vset, Vshl, Vshr, Vsub};
use crate::header::capitalised;
use crate::{Config, Operation};

/// The groups of operations that share a source of the result.
pub(super) const SUM: [Operation; 3] = [Vadd, Vsub, Vabsdiff];
pub(super) const PICK: [Operation; 2] = [Vmin, Vmax];
pub(super) const SHIFT: [Operation; 2] = [Vshl, Vshr];
pub(super) const SET: [Operation; 1] = [Vset];
/// All operations of the unit, in the order in which the text tests them.
pub(super) const SCALAR: [Operation; 8] = [Vadd, Vsub, Vmin, Vmax, Vabsdiff, Vset, Vshl, Vshr];

// Every operation of the unit has a source of its result.
const _: () = {
    let mut index = 0;
    while index < Operation::ALL.len() {
        let op = Operation::ALL[index];
        if matches!(op.unit(), isa::Unit::Scalar) {
            let is_grouped = has(&SUM, op) || has(&PICK, op) || has(&SHIFT, op) || has(&SET, op);
            assert!(is_grouped, "no source computes this operation");
            assert!(has(&SCALAR, op), "the unit does not list this operation");
        }
        index += 1;
    }
};

/// Returns whether `group` has `op`; slices have no `contains` in constants.
const fn has(group: &[Operation], op: Operation) -> bool {
    let mut index = 0;
    while index < group.len() {
        if group[index] as usize == op as usize {
            return true;
        }
        index += 1;
    }
    false
}

/// Returns whether the unit has one of these operations.
pub(super) fn any(config: &Config, group: &[Operation]) -> bool {
    group.iter().any(|&op| config.has(op))
}

/// Returns the name of an operation's code in the text.
pub(super) fn parameter(op: Operation) -> String {
    format!("Op{}", capitalised(op.name()))
}

/// Returns the declarations of the codes that a text names.
pub(super) fn opcodes(named: &[Operation]) -> Vec<String> {
    let named: Vec<_> = named.iter().sorted_unstable().dedup().collect();
    let width = named.iter().map(|&&op| parameter(op).len()).max().unwrap_or(0);
    let line = |&&op: &&Operation| format!("localparam [2:0] {:width$} = 3'd{};", parameter(op), op.code());
    named.iter().map(line).collect()
}
