//! Where a bus carries the fields of an instruction.

use itertools::Itertools;

use crate::verilog::{Module, Net};

/// Where a bus carries the fields of an instruction.
///
/// The slots follow each other from bit 0, and each has a field in its lowest bits. The first slot
/// is the issue word: the control word, and from bit 56 the context.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The width of the slot of the issue word: 32 or 64 bits.
    pub word: u32,
    /// The width of the slot of each operand and of the result: 32 or 64 bits.
    pub operand: u32,
    /// The fields, from the lowest.
    pub parts: Vec<BusField>,
}

/// A field of an instruction on a bus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BusField {
    /// The name of the unit's port without `_i`: `ctl`, `ctx`, `a`, `b` or `c`.
    pub name: &'static str,
    /// The lowest bit.
    pub lo: u32,
    /// The width in bits.
    pub width: u32,
}

impl BusField {
    /// Returns one line of explanation.
    pub fn doc(&self) -> &'static str {
        match self.name {
            "ctl" => "control word",
            "ctx" => "context: whose CC.CF",
            "a" => "first operand",
            "b" => "second operand",
            _ => "third operand",
        }
    }

    /// Returns the highest bit.
    pub fn hi(&self) -> u32 {
        self.lo + self.width - 1
    }
}

impl Layout {
    /// The lowest bit of the context in the issue word.
    pub const CONTEXT: u32 = 56;

    pub(crate) fn of(module: &Module) -> Self {
        let width = |name: &str| module.width(name);
        let word = if width("ctl_i") > 32 || width("ctx_i") > 0 { 64 } else { 32 };
        let operand = width("a_i");
        let place = |name, lo| BusField { name, lo, width: width(&format!("{name}_i")) };
        let parts = [
            place("ctl", 0),
            place("ctx", Self::CONTEXT),
            place("a", word),
            place("b", word + operand),
            place("c", word + 2 * operand),
        ];
        Self { word, operand, parts: parts.into_iter().filter(|part| part.width > 0).collect() }
    }

    /// Returns the field with this name, if the unit has it.
    pub fn part(&self, name: &str) -> Option<BusField> {
        self.parts.iter().copied().find(|part| part.name == name)
    }

    /// Returns whether the third operand has more than 32 bits. It may be narrower than the others.
    pub fn has_wide_c(&self) -> bool {
        self.part("c").is_some_and(|part| part.width > 32)
    }

    /// Declares a wire of the bits of `net` below `end` that belong to no field.
    pub(crate) fn unused(&self, net: &str, end: u32) -> Option<String> {
        let whole = Net::new(net, end);
        let parts: Vec<_> = self.parts.iter().filter(|part| part.lo < end).collect();
        let ends = parts.iter().map(|part| part.lo).skip(1).chain([end]);
        let gaps = parts.iter().zip(ends).filter(|(part, end)| part.hi() + 1 < *end);
        let gaps: Vec<_> = gaps.map(|(part, end)| (end - 1, part.hi() + 1)).collect();
        let width: u32 = gaps.iter().map(|(hi, lo)| hi - lo + 1).sum();
        let bits = gaps.iter().rev().map(|&(hi, lo)| whole.slice(hi, lo).to_string()).join(", ");
        let unused = Net::new(format!("unused_{}", net.trim_start_matches("s_axis_")), width);
        (width > 0).then(|| format!("{} = {{{bits}}}", unused.to_string().trim_end_matches(';')))
    }

    /// Returns the width of all slots together, in bits.
    pub fn width(&self) -> u32 {
        let operands = self.parts.iter().filter(|part| part.lo >= self.word).count() as u32;
        self.word + operands * self.operand
    }
}
