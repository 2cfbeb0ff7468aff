//! An addition in two halves that are added at the same time.

use super::adder::Addition;
use crate::Config;
use crate::design::Library;
use crate::verilog::{Expr, Net, VerilogError};

/// The halves of a sum. The carry of the lower one chooses the upper one, which is added without
/// and with a carry.
pub(crate) struct Halves {
    pub(crate) low: Net,
    pub(crate) carry: Net,
    pub(crate) high: Net,
    pub(crate) high_plus_1: Net,
}

impl Halves {
    /// Returns the sum of two nets of the same width and the bit `carry`, and its additions: the
    /// lower half, of `split` bits, then the upper one. `None` stands for 0. All names begin with
    /// `prefix`.
    pub(crate) fn new(
        (config, library): (&Config, &mut Library),
        (prefix, split): (&str, u32),
        operands: [&Net; 2],
        carry: Option<Expr>,
    ) -> Result<(Self, [Addition; 3]), VerilogError> {
        let width = operands[0].width;
        let part = |name, width| Net::new(format!("{prefix}{name}"), width);
        let halves = Self {
            low: part("low_sum", split),
            carry: part("low_carry", 1),
            high: part("high_sum", width - split),
            high_plus_1: part("high_sum_plus_1", width - split),
        };
        let unused = ["carry", "carry_plus_1"].map(|name| Net::new(format!("unused_{prefix}{name}"), 1));
        let mut add = |name, operands, carry, results| {
            Addition::new((config, library), &format!("{prefix}{name}"), operands, carry, results)
        };
        let low = || operands.map(|net| net.slice(split - 1, 0));
        let high = || operands.map(|net| net.slice(width - 1, split));
        let one = Some(Expr::constant(1, 1));
        let additions = [
            add("low_adder", low(), carry, [&halves.low, &halves.carry])?,
            add("high_adder", high(), None, [&halves.high, &unused[0]])?,
            add("high_plus_1_adder", high(), one, [&halves.high_plus_1, &unused[1]])?,
        ];
        Ok((halves, additions))
    }

    /// Returns the nets of the sum.
    pub(crate) fn nets_mut(&mut self) -> [&mut Net; 4] {
        [&mut self.low, &mut self.carry, &mut self.high, &mut self.high_plus_1]
    }
}
