//! The form for few lookup tables: circuits are joined where one table computes a bit of both.

use askama::Template;
use vidalu_model::control::scalar::ASEL;

use super::order::Order;
use super::primary::SUM;
use super::{Builder, codes, interface};
use crate::design::Library;
use crate::operation::Source::{Pick, Sum};
use crate::operation::VideoOp::{self, Vabsdiff, Vsub};
use crate::verilog::{Condition, Expr, Instance, Net, VerilogError};
use crate::{Goal, Profile, arith};

/// The adder that also selects the operand of `vmin` and `vmax`.
#[derive(Template)]
#[template(path = "scalar/one_adder.v")]
pub(super) struct OneAdder {
    is_sum: Condition,
    subtract: Condition,
    reverse: Condition,
    takes_a: String,
    /// When `vmin` or `vmax` is executed, if the unit has operations besides those of the adder.
    is_pick: Option<Condition>,
    a: String,
    b: String,
    pub(super) sum: Net,
    /// The adder, if the synthesis tool does not choose it.
    adder: Option<Instance>,
}

/// The last stage, with one choice for each byte instead of two blocks in series.
#[derive(Template)]
#[template(path = "scalar/last_stage.v")]
pub(super) struct LastStage {
    value: String,
    c: String,
    dsel: String,
    secop: String,
    signed: Expr,
    h0: u64,
    h1: u64,
    hardware: bool,
    result: Net,
    /// The adder, if the synthesis tool does not choose it.
    adder: Option<Instance>,
}

impl Builder<'_> {
    /// Builds the adder, if the form and the operations of the unit need it.
    pub(super) fn one_adder(
        &mut self,
        ta: &Net,
        tb: &Net,
        order: &Order,
        library: &mut Library,
    ) -> Result<Option<OneAdder>, VerilogError> {
        if !interface::has_one_adder(self.config, &self.ops) {
            return Ok(None);
        }
        let sum = Net::new(SUM, 34);
        let adder = arith::adder(self.config, 34, library)?.map(|adder| {
            let [left, right, carry] = [("left_s34", 34), ("right_s34", 34), ("plus_one", 1)];
            let terms = [left, right, carry].map(|(name, width)| Expr::from(&Net::new(name, width)));
            arith::sum_of((&adder, "u_adder"), terms, [&sum, &Net::new("unused_carry", 1)])
        });
        let others = !self.other_sources().is_empty();
        Ok(Some(OneAdder {
            is_sum: self.ops.is_one_of(codes(&self.op), &Sum.operations(), &VideoOp::ALL, &mut self.named),
            subtract: self.is_one_of(&[Vsub, Vabsdiff], Sum),
            reverse: self.is_one_of(&[Vabsdiff], Sum).and(&order.less.name),
            takes_a: self.ops.takes_a(codes(&self.op), &order.less.name, 1, &mut self.named),
            is_pick: others
                .then(|| self.ops.is_one_of(codes(&self.op), &Pick.operations(), &VideoOp::ALL, &mut self.named)),
            a: format!("{{{0}[32], {0}}}", ta.name),
            b: format!("{{{0}[32], {0}}}", tb.name),
            sum,
            adder: adder.transpose()?,
        }))
    }

    /// Builds the last stage, if the form is the one for tables.
    pub(super) fn last_stage(
        &self,
        value: &Net,
        result: &Net,
        library: &mut Library,
    ) -> Result<Option<LastStage>, VerilogError> {
        if self.config.goal != Goal::Tables {
            return Ok(None);
        }
        let adder = arith::adder(self.config, 32, library)?.map(|adder| {
            let [x, c] = [("x", 34), ("c_turned", 32)].map(|(name, width)| Net::new(name, width).slice(31, 0));
            let terms = [x, c, Expr::from(&Net::new("compares", 1))];
            arith::sum_of((&adder, "u_c_adder"), terms, [&Net::new("c_sum", 32), &Net::new("c_carry", 1)])
        });
        Ok(Some(LastStage {
            value: value.name.clone(),
            c: self.c.name.clone(),
            dsel: self.dsel.name.clone(),
            secop: self.secop.name.clone(),
            signed: self.c_is_signed(),
            h0: ASEL.code("h0"),
            h1: ASEL.code("h1"),
            hardware: self.config.profile == Profile::Hardware,
            result: result.clone(),
            adder: adder.transpose()?,
        }))
    }
}
