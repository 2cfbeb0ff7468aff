//! The adder that also selects the operand of `vmin` and `vmax`, in the form for tables.

use askama::Template;
use itertools::Itertools;

use super::tables::Controls;
use super::{Builder, primary};
use crate::arith::Addition;
use crate::design::Library;
use crate::operation::Source::Shift;
use crate::verilog::{Expr, Net, VerilogError};

#[derive(Template)]
#[template(path = "scalar/one_adder.v")]
pub(super) struct OneAdder {
    is_sum: String,
    off_a: String,
    off_b: String,
    a: String,
    b: String,
    addition: Addition,
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
    ) -> Result<(OneAdder, Net), VerilogError> {
        let sum = Net::new(primary::SUM, 34);
        let operands = ["left_s34", "right_s34"].map(|name| Expr::from(&Net::new(name, 34)));
        let results = [&sum, &Net::new("unused_carry", 1)];
        let plus_one = Some(Expr::from(&controls.plus_one));
        let addition = Addition::new((self.config, library), "adder", operands, plus_one, results)?;
        let [a, b] = [a, b].map(|operand| operand.to_string());
        let [is_sum, off_a, off_b] = [&controls.is_sum, &controls.off_a, &controls.off_b].map(|net| net.name.clone());
        Ok((OneAdder { is_sum, off_a, off_b, a, b, addition }, sum))
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
