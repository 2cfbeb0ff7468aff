//! The control signals and their way through the stages.

use vidalu_model::control::{scalar, simd};

use crate::decode::field_net;
use crate::operation::Source::{Set, Shift};
use crate::operation::{Codes, Operations};
use crate::simd::After;
use crate::simd::decide::names_op;
use crate::verilog::Net;

/// The nets that carry the control signals and `c` in the current stage.
pub(super) struct Signals {
    pub(super) c: Net,
    pub(super) word: Net,
    pub(super) op: Net,
    pub(super) cmp: Net,
    pub(super) quad: Net,
    pub(super) wrap: Net,
    pub(super) dtype: Net,
    pub(super) sat: Net,
    pub(super) is_part: Net,
    pub(super) is_byte: Net,
    pub(super) mask: Net,
    pub(super) accumulate: Net,
    pub(super) picks: Net,
    pub(super) max: Net,
}

impl Signals {
    /// Returns the nets of the decode.
    pub(super) fn new() -> Self {
        let bit = |name: &str| Net::new(name, 1);
        Self {
            c: Net::new("c_i", 32),
            word: bit("word"),
            op: field_net(&simd::OP),
            cmp: field_net(&simd::CMP),
            quad: field_net(&simd::QUAD),
            wrap: field_net(&scalar::WRAP),
            dtype: field_net(&simd::DTYPE),
            sat: field_net(&simd::SAT),
            is_part: bit("is_part"),
            is_byte: bit("is_byte"),
            mask: field_net(&simd::MASK),
            accumulate: field_net(&simd::ACCUMULATE),
            picks: bit("picks"),
            max: bit("max"),
        }
    }

    /// Returns the nets that tell operations apart.
    pub(super) fn codes(&self) -> Codes<'_> {
        Codes { op: &self.op, word: Some(&self.word), max_excluded: usize::MAX }
    }

    /// Returns the signals that stages after this place read.
    pub(super) fn read(&mut self, after: After, ops: &Operations) -> Vec<&mut Net> {
        let names_op = match after {
            After::Select => ops.several(),
            After::Add => names_op(ops, self.codes()),
            After::Decide | After::Primary | After::Saturate => false,
        };
        let mut nets = Vec::new();
        nets.extend(names_op.then_some(&mut self.op));
        nets.extend((after <= After::Add && ops.any(&[Set])).then_some(&mut self.cmp));
        nets.extend((after == After::Select && ops.any(&[Shift])).then_some(&mut self.wrap));
        nets.push(&mut self.word);
        // It is a constant if the unit has no byte lanes.
        nets.extend(ops.four.then_some(&mut self.quad));
        nets.extend((after <= After::Primary && ops.saturates()).then_some(&mut self.sat));
        nets.extend(ops.saturates().then_some(&mut self.dtype));
        nets.extend([&mut self.is_part, &mut self.is_byte, &mut self.mask]);
        nets.extend([&mut self.accumulate, &mut self.picks, &mut self.max, &mut self.c]);
        nets
    }
}
