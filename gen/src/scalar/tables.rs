//! The form for few lookup tables: circuits are joined where one table computes a bit of both.

use askama::Template;

use super::interface::{self, CLAMP, EXCESS, ORDER_OR_ADD, add_stage};
use super::order::Order;
use super::{Builder, SECONDARY_OR_MERGE, codes};
use crate::Config;
use crate::operation::Operations;
use crate::operation::Source::{Pick, Set, Shift, Sum};
use crate::operation::VideoOp::{self, Vabsdiff, Vsub};
use crate::pipeline::Stage;
use crate::verilog::{Condition, Net};

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
    pub(super) is_sum: Net,
    pub(super) off_a: Net,
    pub(super) off_b: Net,
    pub(super) plus_one: Net,
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

/// The name of the last stage, which chooses each byte of the result.
pub(super) const RESULT: &str = "result";

/// Returns the stages of the unit. Their lengths depend on its operations.
pub(super) fn stages(config: &Config, ops: &Operations) -> Vec<Stage> {
    if interface::adds_early(config, ops) {
        let mut stages = vec![Stage::new("select", 4), Stage::new(ORDER_OR_ADD, 5), Stage::new("primary", 5)];
        stages.extend(Stage::halves(("saturate", 6), [(EXCESS, 4), (CLAMP, 3)]));
        stages.extend([Stage::new(SECONDARY_OR_MERGE, 5), Stage::new(RESULT, 3)]);
        return stages;
    }
    let mut stages = vec![Stage::new("select", 4)];
    stages.extend(ops.compares().then_some(Stage::new("order", 8)));
    let joins = interface::joins(config, ops);
    if joins {
        stages.extend([Stage::new(add_stage(ops), 6), Stage::new("primary", 1)]);
    } else {
        stages.push(Stage::new("primary", if ops.any(&[Sum, Pick, Shift]) { 8 } else { 1 }));
    }
    stages.extend(ops.saturates().then_some(Stage::new("saturate", if joins { 7 } else { 5 })));
    stages.extend([Stage::new(SECONDARY_OR_MERGE, 6), Stage::new(RESULT, 4)]);
    stages
}

impl Builder<'_> {
    /// Builds the controls of the one adder, if the form and the operations of the unit need it.
    pub(super) fn controls(&mut self, order: &Order) -> Option<(ControlsText, Controls)> {
        if !interface::has_one_adder(self.config, &self.ops) || interface::adds_early(self.config, &self.ops) {
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
}
