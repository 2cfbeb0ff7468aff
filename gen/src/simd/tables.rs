//! The form for few lookup tables: circuits are joined where one table computes a bit of both.

use askama::Template;
use itertools::Itertools;
use vidalu_model::control::simd::{ASEL, ATYPE, BSEL, BTYPE, FORMAT};

use super::interface::{facts, fields};
use super::lane_adder::lane_adder;
use super::last::{self, LastStages, Summands};
use super::{After, Builder, codes, low_bytes};
use crate::Unit;
use crate::decode;
use crate::design::Library;
use crate::landmark::{Landmarks, SELECT_A, SELECT_B};
use crate::operation::Source::{Half, Pick, Set};
use crate::operation::VideoOp::{self, Vabsdiff, Vset};
use crate::operation::{Operations, opcodes};
use crate::pipeline::Stage;
use crate::unit::{Decoded, Frame};
use crate::verilog::{Condition, Expr, Instance, Module, Net, VerilogError};

#[derive(Template)]
#[template(path = "simd/tables.v")]
pub(super) struct Text {
    unit: Frame,
    select_a: Instance,
    select_b: Instance,
    masks: Vec<String>,
    after_select: Option<String>,
    subtract: Condition,
    order: Option<OrderText>,
    after_order: Option<String>,
    // The nets of the operands, and of their order, in the primary stage
    a: String,
    b: String,
    negative: String,
    pick: Option<PickText>,
    is_abs: Option<Condition>,
    is_half: Option<Condition>,
    off_a: &'static str,
    off_b: String,
    plus_one: String,
    adder: Instance,
    set: Option<SetText>,
    after_primary: Option<String>,
    half: Option<HalfText>,
    lanes: String,
    replaces: Option<ReplaceText>,
    // The nets of the fields in the stage saturate
    quad: String,
    dtype: String,
    sat: String,
    saturated: Option<String>,
    after_saturate: Option<String>,
    last: LastStages,
}

/// The comparison of the operands.
struct OrderText {
    a: Expr,
    b: Expr,
    sign_a: Expr,
    sign_b: Expr,
    adder: Instance,
    quad: String,
}

struct PickText {
    when: Condition,
    takes_a: String,
}

struct SetText {
    when: Condition,
    /// When the operation fills the lane, if any does.
    fills: Option<Condition>,
    /// Whether an operation gives 1.
    has_ones: bool,
    cmp: String,
    quad: String,
}

struct HalfText {
    sums: String,
    quad: String,
}

/// The truth values that replace lanes.
struct ReplaceText {
    is_set: String,
    /// All bits of a byte but the lowest.
    fill: String,
    lowest: String,
}

/// Returns whether an operation needs the order of the operands, or the sign of their sum.
fn needs_order(ops: &Operations) -> bool {
    ops.compares() || ops.any(&[Half])
}

/// Returns the stages of the unit. Which it has depends on its operations. The lengths are in
/// proportion to the delays on FPGAs.
pub(super) fn stages(ops: &Operations) -> Vec<Stage> {
    let mut stages = vec![Stage::new("select", 5)];
    stages.extend(needs_order(ops).then_some(Stage::new("order", 8)));
    stages.extend([Stage::new("primary", 8), Stage::new("saturate", 8)]);
    stages.extend(last::stages(15, [9, 7]));
    stages
}

impl Builder<'_> {
    /// Builds the unit, which has an adder of its own in place of some blocks.
    pub(super) fn text_in_tables(
        mut self,
        module: &Module,
        library: &mut Library,
    ) -> Result<(Text, Landmarks), VerilogError> {
        let lane_adder = lane_adder(self.config, library)?;
        let entry = self.pipeline.enter(vec![&mut self.ctl, &mut self.a, &mut self.b, &mut self.c]);

        // select
        let (ctl, masks) = (self.ctl.clone(), self.masks.text());
        let (mut va, mut vb) = (Net::new("va", 36), Net::new("vb", 36));
        let select_a = self.select(SELECT_A, &ASEL, &ATYPE, &va)?;
        let select_b = self.select(SELECT_B, &BSEL, &BTYPE, &vb)?;
        let after_select = self.cut("select", After::Select, vec![&mut va, &mut vb]);

        // order
        let (subtract, _) = self.ops.adder_controls(codes(&self.op), &mut self.named);
        let mut subtracts = Net::new("subtract", 1);
        let mut negative = Net::new("negative", 4);
        let has_order = needs_order(&self.ops);
        let order = has_order.then(|| self.order(&lane_adder, &va, &vb)).transpose()?;
        let after_order = match order {
            Some(_) => {
                let mut data = vec![&mut va, &mut vb, &mut negative];
                data.extend(subtract.varies().then_some(&mut subtracts));
                // The next stage reads the same fields as this one.
                self.cut("order", After::Select, data)
            }
            None => None,
        };

        // primary
        let pick = self.selected(&negative);
        let is_abs = Some(self.when(&[Vabsdiff])).filter(Condition::is_possible);
        let is_half = Some(self.when(&Half.operations())).filter(Condition::is_possible);
        let (off_a, off_b) = offs(pick.is_some(), is_abs.is_some(), &subtracts.name);
        let plus_one = plus_one(pick.is_some(), is_half.is_some(), &negative.name, &subtracts.name);
        let adder = self.adder_for_every_operation(&lane_adder)?;
        let set = self.truth();
        let (a, b, negative) = (va.name, vb.name, negative.name);
        let mut sums = Net::new("sums", 40);
        let [mut halves, mut sets] = ["is_half", "is_set"].map(|name| Net::new(name, 1));
        let [mut fill, mut ones] = ["fill", "ones"].map(|name| Net::new(name, 4));
        let (fills, has_ones) = set.as_ref().map_or((false, false), |set| (set.fills.is_some(), set.has_ones));
        let half_differs = is_half.as_ref().is_some_and(Condition::varies);
        let mut data = vec![&mut sums];
        data.extend(half_differs.then_some(&mut halves));
        data.extend(set.is_some().then_some(&mut sets));
        data.extend(fills.then_some(&mut fill));
        data.extend(has_ones.then_some(&mut ones));
        let after_primary = self.cut("primary", After::Primary, data);

        // saturate
        let half = is_half.is_some().then(|| HalfText { sums: sums.name.clone(), quad: self.quad.name.clone() });
        let lanes = match (&is_half, half_differs) {
            (None, _) => sums.name,
            (Some(_), true) => format!("{} ? half : {}", halves.name, sums.name),
            (Some(_), false) => "half".to_owned(),
        };
        let replaces =
            set.is_some().then(|| replaced(&sets.name, fills.then_some(&fill.name), has_ones.then_some(&ones.name)));
        let [quad, dtype, sat] = [&self.quad, &self.dtype, &self.sat].map(|net| net.name.clone());
        let mask = &self.masks.merged().name;
        let saturated = self.config.sat_o.then(|| match &replaces {
            Some(replaces) => format!("!{} && |(hit & {mask})", replaces.is_set),
            None => format!("|(hit & {mask})"),
        });
        let (mut values, mut is_saturated) = (Net::new("results", 40), Net::new("saturated", 1));
        let mut data = vec![&mut values];
        data.extend(self.config.sat_o.then_some(&mut is_saturated));
        let after_saturate = self.cut("saturate", After::Saturate, data);

        // merge | accumulate, result
        let summands = Summands::Lanes(values.clone());
        let (last, result) = self.last_stages(low_bytes(&values), &summands, &mut is_saturated, library)?;

        let decoded = Decoded {
            fields: fields(&self.ops, &ctl, |field| self.reads(field)),
            unused_fields: decode::unused_fields(&FORMAT, &ctl, |field| self.reads(field)),
            opcodes: opcodes(&self.named),
        };
        let mut outputs = vec![("d_o", result.name.as_str())];
        outputs.extend(self.config.sat_o.then_some(("sat_o", is_saturated.name.as_str())));
        let facts = facts(self.config, &self.pipeline);
        let unit = Frame::new((Unit::Simd, self.config), module, (entry, &self.pipeline), &facts, decoded, &outputs);
        let text = Text {
            unit,
            select_a,
            select_b,
            masks,
            after_select,
            subtract,
            order,
            after_order,
            a,
            b,
            negative,
            pick,
            is_abs,
            is_half,
            off_a,
            off_b,
            plus_one,
            adder,
            set,
            after_primary,
            half,
            lanes,
            replaces,
            quad,
            dtype,
            sat,
            saturated,
            after_saturate,
            last,
        };
        Ok((text, self.pipeline.landmarks()))
    }

    /// Returns the condition when one of these operations is executed.
    fn when(&mut self, group: &[VideoOp]) -> Condition {
        self.ops.is_one_of(codes(&self.op), group, &VideoOp::ALL, &mut self.named)
    }

    fn order(&self, lane_adder: &Module, a: &Net, b: &Net) -> Result<OrderText, VerilogError> {
        let adder = Instance::of(lane_adder, "u_order")
            .connect("a_i", &Net::new("a_bytes", 32))
            .connect("b_i", &Net::new("b_bytes", 32))
            .connect("carry_i", Expr::constant(4, 0))
            .connect("quad_i", &self.quad)
            .connect("sum_o", &Net::new("unused_order", 32))
            .connect("carry_o", &Net::new("order_carries", 4))
            .finish()?;
        let [[a, sign_a], [b, sign_b]] = [a, b].map(|net| [bytes(net), signs(net)]);
        Ok(OrderText { a, b, sign_a, sign_b, adder, quad: self.quad.name.clone() })
    }

    fn adder_for_every_operation(&self, lane_adder: &Module) -> Result<Instance, VerilogError> {
        Instance::of(lane_adder, "u_sum")
            .connect("a_i", bytes(&Net::new("left", 36)))
            .connect("b_i", bytes(&Net::new("right", 36)))
            .connect("carry_i", &Net::new("plus_one", 4))
            .connect("quad_i", &self.quad)
            .connect("sum_o", &Net::new("bytes", 32))
            .connect("carry_o", &Net::new("sum_carries", 4))
            .finish()
    }

    fn selected(&mut self, negative: &Net) -> Option<PickText> {
        self.ops.any(&[Pick]).then(|| PickText {
            when: self.when(&Pick.operations()),
            takes_a: self.ops.takes_a(codes(&self.op), &negative.name, 4, &mut self.named),
        })
    }

    fn truth(&mut self) -> Option<SetText> {
        self.ops.any(&[Set]).then(|| SetText {
            when: self.when(&Set.operations()),
            fills: Some(self.ops.fills(codes(&self.op), &mut self.named)).filter(Condition::is_possible),
            has_ones: self.ops.has(Vset),
            cmp: self.cmp.name.clone(),
            quad: self.quad.name.clone(),
        })
    }
}

/// Returns the values of `off_a` and `off_b`. `subtract` is the net of that name.
fn offs(picks: bool, reverses: bool, subtract: &str) -> (&'static str, String) {
    let subtracted = if reverses { format!("~reverse & {{4{{{subtract}}}}}") } else { format!("{{4{{{subtract}}}}}") };
    match (picks, reverses) {
        (true, true) => ("is_pick ? ~takes_a : reverse", format!("is_pick ? takes_a : ({subtracted})")),
        (true, false) => ("~takes_a & {4{is_pick}}", format!("is_pick ? takes_a : {subtracted}")),
        (false, true) => ("reverse", subtracted),
        (false, false) => ("4'd0", subtracted),
    }
}

/// Returns the carry into each lane.
fn plus_one(picks: bool, halves: bool, negative: &str, subtract: &str) -> String {
    let subtracts = if picks { format!("{{4{{{subtract} && !is_pick}}}}") } else { format!("{{4{{{subtract}}}}}") };
    if halves { format!("(~{negative} & {{4{{is_half}}}}) | {subtracts}") } else { subtracts }
}

/// Returns the truth values that replace lanes where the net `is_set` is 1. An operation fills the
/// lane, or gives 1.
fn replaced(is_set: &str, fill: Option<&str>, ones: Option<&str>) -> ReplaceText {
    ReplaceText {
        is_set: is_set.to_owned(),
        fill: fill.unwrap_or("4'd0").to_owned(),
        lowest: [fill, ones].into_iter().flatten().join(" | "),
    }
}

/// Returns the bytes of operands without their signs.
fn bytes(net: &Net) -> Expr {
    Expr::concatenation([27, 18, 9, 0].map(|low| net.slice(low + 7, low)))
}

/// Returns the signs above the bytes of operands.
fn signs(net: &Net) -> Expr {
    Expr::concatenation([35, 26, 17, 8].map(|bit| net.slice(bit, bit)))
}
