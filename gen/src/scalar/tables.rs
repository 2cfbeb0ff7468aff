//! The form for few lookup tables: circuits are joined where one table computes a bit of both.

use askama::Template;
use itertools::Itertools;
use vidalu_model::control::scalar::ASEL;

use super::interface::{self, add_stage};
use super::order::Order;
use super::{Builder, SECONDARY_OR_MERGE, codes};
use crate::arith::Addition;
use crate::design::Library;
use crate::operation::Operations;
use crate::operation::Source::{Pick, Set, Shift, Sum};
use crate::operation::VideoOp::{self, Vabsdiff, Vsub};
use crate::pipeline::Stage;
use crate::verilog::{Condition, Declaration, Expr, Net, VerilogError};
use crate::{Config, Goal, Profile};

/// The controls of the one adder, of the shifter and of the join. The stage `order` decides them,
/// so that the next stage can begin with the adder.
#[derive(Template)]
#[template(path = "scalar/controls.v")]
pub(super) struct ControlsText {
    is_sum: Condition,
    subtract: Condition,
    reverse: Condition,
    takes_a: String,
    /// When `vmin` or `vmax` is executed, if the unit has operations besides those of the adder.
    is_pick: Option<Condition>,
    /// When a shift is executed, and when it goes to the right, if the unit has a shifter.
    shift: Option<[Condition; 2]>,
    /// When `vset` is executed, if the unit has it.
    is_set: Option<Condition>,
}

/// The nets of the controls.
pub(super) struct Controls {
    is_sum: Net,
    off_a: Net,
    off_b: Net,
    plus_one: Net,
    /// Whether `plus_one` is ever 1.
    subtracts: bool,
    /// Whether the operation is a shift, and its direction, if the unit has a shifter.
    pub(super) shift: Option<[Net; 2]>,
    right_varies: bool,
    /// Whether the operation is `vset`, if the unit has it.
    pub(super) is_set: Option<Net>,
}

impl Controls {
    /// Returns the nets that are not constant. `masks` says whether a later stage reads whether the
    /// operation is a shift.
    pub(super) fn nets_mut(&mut self, masks: bool) -> impl Iterator<Item = &mut Net> {
        let plus_one = self.subtracts.then_some(&mut self.plus_one);
        let wanted = [masks, self.right_varies];
        let shift = self.shift.iter_mut().flatten().zip(wanted).filter_map(|(net, wanted)| wanted.then_some(net));
        [&mut self.is_sum, &mut self.off_a, &mut self.off_b]
            .into_iter()
            .chain(plus_one)
            .chain(shift)
            .chain(&mut self.is_set)
    }
}

/// The adder that also selects the operand of `vmin` and `vmax`.
#[derive(Template)]
#[template(path = "scalar/one_adder.v")]
pub(super) struct OneAdder {
    is_sum: String,
    off_a: String,
    off_b: String,
    a: String,
    b: String,
    sum: Addition,
}

/// The stage with the adder and the shifter, if a join follows them.
#[derive(Template)]
#[template(path = "scalar/one_adder_or_shift.v")]
pub(super) struct AddOrShift {
    pub(super) banner: String,
    pub(super) one_adder: OneAdder,
    pub(super) shifter: Option<String>,
}

/// The stage `secondary | merge`: the sum of value and `c`, and what decides between them.
#[derive(Template)]
#[template(path = "scalar/sum_with_c.v")]
pub(super) struct SumWithC {
    value: String,
    c: String,
    dsel: String,
    secop: String,
    signed: Expr,
    hardware: bool,
    /// The addend, unless an earlier stage makes it.
    addend: Option<Declaration>,
    sum: Addition,
}

/// The stage `result`: one choice for each byte, instead of two blocks in series.
#[derive(Template)]
#[template(path = "scalar/choice.v")]
pub(super) struct ChoiceText {
    x: String,
    sum: String,
    carry: String,
    top_less: String,
    top_equal: String,
    c: String,
    dsel: String,
    secop: String,
    h0: u64,
    h1: u64,
    result: Net,
}

/// The last two stages.
pub(super) struct LastStages {
    pub(super) sum: SumWithC,
    pub(super) after_sum: Option<String>,
    pub(super) choice: ChoiceText,
}

/// The name of the last stage, which chooses each byte of the result.
pub(super) const RESULT: &str = "result";

/// Returns the stages of the unit. Their lengths depend on its operations.
pub(super) fn stages(config: &Config, ops: &Operations) -> Vec<Stage> {
    let mut stages = vec![Stage::new("select", 4)];
    stages.extend(ops.compares().then_some(Stage::new("order", 8)));
    if interface::joins(config, ops) {
        stages.extend([Stage::new(add_stage(ops), 6), Stage::new("primary", 3)]);
    } else {
        stages.push(Stage::new("primary", if ops.any(&[Sum, Pick, Shift]) { 8 } else { 1 }));
    }
    stages.extend(ops.saturates().then_some(Stage::new("saturate", 5)));
    stages.extend([Stage::new(SECONDARY_OR_MERGE, 6), Stage::new(RESULT, 4)]);
    stages
}

impl Builder<'_> {
    /// Builds the controls of the one adder, if the form and the operations of the unit need it.
    pub(super) fn controls(&mut self, order: &Order) -> Option<(ControlsText, Controls)> {
        if !interface::has_one_adder(self.config, &self.ops) {
            return None;
        }
        let (shifts, sets) = (self.ops.any(&[Shift]), self.ops.any(&[Set]));
        let mut is = |ops: &[VideoOp]| self.ops.is_one_of(codes(&self.op), ops, &VideoOp::ALL, &mut self.named);
        let (is_sum, is_pick) = (is(&Sum.operations()), (shifts || sets).then(|| is(&Pick.operations())));
        let is_shift = shifts.then(|| is(&Shift.operations()));
        let is_set = sets.then(|| is(&Set.operations()));
        let shift = is_shift.map(|is_shift| [is_shift, self.goes_right()]);
        let right_varies = shift.as_ref().is_some_and(|[_, right]| right.varies());
        let text = ControlsText {
            is_sum,
            subtract: self.is_one_of(&[Vsub, Vabsdiff], Sum),
            reverse: self.is_one_of(&[Vabsdiff], Sum).and(&order.less.name),
            takes_a: self.ops.takes_a(codes(&self.op), &order.less.name, 1, &mut self.named),
            is_pick,
            shift,
            is_set,
        };
        let [is_sum, off_a, off_b, plus_one] = ["is_sum", "off_a", "off_b", "plus_one"].map(|name| Net::new(name, 1));
        let subtracts = text.subtract.is_possible();
        let shift = shifts.then(|| ["is_shift", "right"].map(|name| Net::new(name, 1)));
        let is_set = sets.then(|| Net::new("is_set", 1));
        Some((text, Controls { is_sum, off_a, off_b, plus_one, subtracts, shift, right_varies, is_set }))
    }

    /// Returns the join of the results, if the form and the operations of the unit have the one
    /// adder. `is_shift` selects the result of the shifter, unless it is 0 for other operations, as
    /// the sum is. `truth` is whether the operation is `vset`, and whether its comparison holds.
    pub(super) fn joined(
        &self,
        [sum, shifted]: [&Net; 2],
        is_shift: Option<&Net>,
        truth: Option<[&Net; 2]>,
    ) -> Option<String> {
        if !interface::has_one_adder(self.config, &self.ops) {
            return None;
        }
        let selected = is_shift
            .map_or(shifted.name.clone(), |is_shift| format!("({{34{{{}}}}} & {})", is_shift.name, shifted.name));
        let shifted = self.ops.any(&[Shift]).then_some(selected);
        let truth = truth.map(|[is_set, holds]| format!("{{33'd0, {} && {}}}", is_set.name, holds.name));
        Some([sum.name.clone()].into_iter().chain(shifted).chain(truth).join(" | "))
    }

    /// Returns the one adder for operands of 34 bits.
    pub(super) fn one_adder(
        &self,
        [a, b]: [Expr; 2],
        controls: &Controls,
        sum: &Net,
        library: &mut Library,
    ) -> Result<OneAdder, VerilogError> {
        let operands = ["left_s34", "right_s34"].map(|name| Expr::from(&Net::new(name, 34)));
        let results = [sum, &Net::new("unused_carry", 1)];
        let sum =
            Addition::new((self.config, library), "adder", operands, Some(Expr::from(&controls.plus_one)), results)?;
        let [a, b] = [a, b].map(|operand| operand.to_string());
        let [is_sum, off_a, off_b] = [&controls.is_sum, &controls.off_a, &controls.off_b].map(|net| net.name.clone());
        Ok(OneAdder { is_sum, off_a, off_b, a, b, sum })
    }

    /// Returns the addend of the last adder, with its net, if the form is the one for tables. It is
    /// `c`, or its inverse for the comparison.
    pub(super) fn addend(&self) -> Option<(Declaration, Net)> {
        let net = Net::new("addend", 32);
        let value = format!("{} ^ {{32{{{}[1]}}}}", self.c.name, self.secop.name);
        (self.config.goal == Goal::Tables).then(|| (Declaration::wire(net.clone(), value), net))
    }

    /// Builds the last two stages, if the form is the one for tables. `addend` is the addend of
    /// the sum, if an earlier stage makes it.
    pub(super) fn last_stages(
        &mut self,
        value: &Net,
        addend: Option<&Net>,
        hit: &mut Net,
        result: &Net,
        library: &mut Library,
    ) -> Result<Option<LastStages>, VerilogError> {
        let Some((declaration, addend_here)) = self.addend() else { return Ok(None) };
        let (mut x, mut c_sum, mut carry) = (Net::new("x", 32), Net::new("c_sum", 32), Net::new("c_carry", 1));
        let [mut less, mut equal] = ["top_less", "top_equal"].map(|name| Net::new(name, 1));
        let operands = [Expr::from(&x), Expr::from(addend.unwrap_or(&addend_here))];
        let subtracts = Some(Expr::from(&Net::new("compares", 1)));
        let sum = SumWithC {
            value: value.name.clone(),
            c: self.c.name.clone(),
            dsel: self.dsel.name.clone(),
            secop: self.secop.name.clone(),
            signed: self.c_is_signed(),
            hardware: self.config.profile == Profile::Hardware,
            addend: addend.is_none().then_some(declaration),
            sum: Addition::new((self.config, library), "c_adder", operands, subtracts, [&c_sum, &carry])?,
        };
        let mut data = vec![&mut x, &mut c_sum, &mut carry, &mut less, &mut equal];
        data.extend(self.config.sat_o.then_some(hit));
        data.extend([&mut self.dsel, &mut self.secop, &mut self.c]);
        let after_sum = self.pipeline.cut(SECONDARY_OR_MERGE, data);
        let [x, c_sum, carry, top_less, top_equal] = [x, c_sum, carry, less, equal].map(|net| net.name);
        let choice = ChoiceText {
            x,
            sum: c_sum,
            carry,
            top_less,
            top_equal,
            c: self.c.name.clone(),
            dsel: self.dsel.name.clone(),
            secop: self.secop.name.clone(),
            h0: ASEL.code("h0"),
            h1: ASEL.code("h1"),
            result: result.clone(),
        };
        Ok(Some(LastStages { sum, after_sum, choice }))
    }
}
