//! The adder that also selects the operand of `vmin` and `vmax`, in the form for tables.

use askama::Template;
use itertools::Itertools;

use super::interface::add_stage;
use super::tables::Controls;
use super::{Builder, SECONDARY_OR_MERGE, primary};
use crate::Adder;
use crate::arith::Addition;
use crate::design::Library;
use crate::operation::Source::Shift;
use crate::verilog::{Declaration, Expr, Net, VerilogError};

/// The width of either half of the sum.
const HALF: u32 = 17;

/// The sum of the one adder.
pub(super) enum SumNets {
    Whole(Net),
    /// Both halves are added at the same time, and the carry of the lower half chooses in the stage
    /// `primary` whether 1 is added to the upper half. A row may hold the halves in between.
    Halves {
        low: Net,
        carry: Net,
        high: Net,
        high_plus_1: Net,
    },
}

impl SumNets {
    fn new(in_halves: bool) -> Self {
        if !in_halves {
            return Self::Whole(Net::new(primary::SUM, 2 * HALF));
        }
        let [low, high, high_plus_1] = ["low_sum", "high_sum", "high_sum_plus_1"].map(|name| Net::new(name, HALF));
        Self::Halves { low, carry: Net::new("low_carry", 1), high, high_plus_1 }
    }

    pub(super) fn nets_mut(&mut self) -> Vec<&mut Net> {
        match self {
            Self::Whole(net) => vec![net],
            Self::Halves { low, carry, high, high_plus_1 } => vec![low, carry, high, high_plus_1],
        }
    }

    /// Returns the whole sum, and its declaration if it comes from halves.
    pub(super) fn whole(self) -> (Net, Option<Declaration>) {
        match self {
            Self::Whole(net) => (net, None),
            Self::Halves { low, carry, high, high_plus_1 } => {
                let value = format!("{{{} ? {} : {}, {}}}", carry.name, high_plus_1.name, high.name, low.name);
                let net = Net::new(primary::SUM, 2 * HALF);
                (net.clone(), Some(Declaration::wire(net, value)))
            }
        }
    }
}

#[derive(Template)]
#[template(path = "scalar/one_adder.v")]
pub(super) struct OneAdder {
    is_sum: String,
    off_a: String,
    off_b: String,
    a: String,
    b: String,
    additions: Vec<Addition>,
}

/// The stage with the adder and the shifter, if a join follows them.
#[derive(Template)]
#[template(path = "scalar/one_adder_or_shift.v")]
pub(super) struct AddOrShift {
    pub(super) banner: String,
    pub(super) one_adder: OneAdder,
    pub(super) shifter: Option<String>,
}

impl Builder<'_> {
    /// Returns the one adder for operands of 34 bits, and its sum.
    pub(super) fn one_adder(
        &self,
        [a, b]: [Expr; 2],
        controls: &Controls,
        library: &mut Library,
    ) -> Result<(OneAdder, SumNets), VerilogError> {
        // Halves make carry chains shorter, which shows where the stretch has little else.
        let next = if self.ops.saturates() { "saturate" } else { SECONDARY_OR_MERGE };
        let in_halves = self.config.adder == Adder::Plus
            && self.pipeline.has_stage(add_stage(&self.ops))
            && [add_stage(&self.ops), next].iter().all(|stage| self.pipeline.has_rows_before(stage));
        let sum = SumNets::new(in_halves);
        let [left, right] = ["left_s34", "right_s34"].map(|name| Net::new(name, 2 * HALF));
        let plus_one = Expr::from(&controls.plus_one);
        let mut add =
            |name, operands, carry, results| Addition::new((self.config, library), name, operands, carry, results);
        let additions = match &sum {
            SumNets::Whole(net) => {
                let results = [net, &Net::new("unused_carry", 1)];
                vec![add("adder", [Expr::from(&left), Expr::from(&right)], Some(plus_one), results)?]
            }
            SumNets::Halves { low, carry, high, high_plus_1 } => {
                let half = |top, bottom| [left.slice(top, bottom), right.slice(top, bottom)];
                let unused = ["unused_carry", "unused_carry_plus_1"].map(|name| Net::new(name, 1));
                let one = Expr::constant(1, 1);
                vec![
                    add("low_adder", half(HALF - 1, 0), Some(plus_one), [low, carry])?,
                    add("high_adder", half(2 * HALF - 1, HALF), None, [high, &unused[0]])?,
                    add("high_plus_1_adder", half(2 * HALF - 1, HALF), Some(one), [high_plus_1, &unused[1]])?,
                ]
            }
        };
        let [a, b] = [a, b].map(|operand| operand.to_string());
        let [is_sum, off_a, off_b] = [&controls.is_sum, &controls.off_a, &controls.off_b].map(|net| net.name.clone());
        Ok((OneAdder { is_sum, off_a, off_b, a, b, additions }, sum))
    }

    /// Returns the join of the results, if the unit has the one adder. `is_shift` selects the
    /// result of the shifter, unless it is 0 for other operations, as the sum is. `truth` is
    /// whether the operation is `vset`, and whether its comparison holds.
    pub(super) fn joined(&self, [sum, shifted]: [&Net; 2], is_shift: Option<&Net>, truth: Option<[&Net; 2]>) -> String {
        let selected = is_shift
            .map_or(shifted.name.clone(), |is_shift| format!("({{34{{{}}}}} & {})", is_shift.name, shifted.name));
        let shifted = self.ops.any(&[Shift]).then_some(selected);
        let truth = truth.map(|[is_set, holds]| format!("{{33'd0, {} && {}}}", is_set.name, holds.name));
        [sum.name.clone()].into_iter().chain(shifted).chain(truth).join(" | ")
    }
}
