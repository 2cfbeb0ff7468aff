//! The stage `order`: it compares the operands.

use vidalu_model::control::scalar::CMP;

use super::interface::ORDER_OR_ADD;
use super::{After, Builder};
use crate::Block;
use crate::block::compares_in_halves;
use crate::operation::Operations;
use crate::operation::Source::{Pick, Shift, Sum};
use crate::operation::VideoOp::Vset;
use crate::verilog::{Declaration, Expr, Instance, Net, VerilogError};

/// The nets for the order of the operands.
pub(super) struct Order {
    pub(super) less: Net,
    /// Whether `less` is read.
    pub(super) orders: bool,
    pub(super) holds: Net,
    /// Whether `holds` is read.
    pub(super) decides: bool,
}

impl Order {
    pub(super) fn new(ops: &Operations) -> Self {
        let (orders, decides) = (ops.orders(), ops.has(Vset));
        Self {
            less: Net::new(if orders { "less" } else { "unused_less" }, 1),
            orders,
            holds: Net::new(if decides { "holds" } else { "unused_holds" }, 1),
            decides,
        }
    }
}

/// The first operand, if a row in front of the comparison holds its inverse, which is what the
/// comparison adds.
pub(super) struct Inverted {
    /// The inverse, in front of the row.
    pub(super) inverse: Declaration,
    /// The operand, behind the row, if any.
    pub(super) operand: Option<Declaration>,
}

pub(super) struct CompareText {
    pub(super) less: Net,
    pub(super) truth: Net,
    pub(super) instance: Instance,
}

impl Builder<'_> {
    pub(super) fn compare(&self, ta: &Net, tb: &Net, order: &Order) -> Result<Option<CompareText>, VerilogError> {
        if !self.blocks.has(Block::Compare) {
            return Ok(None);
        }
        let cmp = if self.ops.has(Vset) { Expr::from(&self.cmp) } else { Expr::constant(3, CMP.code("lt")) };
        let (less, truth) = (order.less.clone(), order.holds.clone());
        let instance = self
            .blocks
            .instance(Block::Compare)
            .connect("a_i", ta)
            .connect("b_i", tb)
            .connect("cmp_i", cmp)
            .connect("less_o", &less)
            .connect("true_o", &truth)
            .finish()?;
        Ok(Some(CompareText { less, truth, instance }))
    }

    /// Cuts after the selection of the operands. `controls` are the nets of controls that are
    /// decided there, in a form that adds the inverse of the first operand in the next stage.
    /// Returns the inverse, the net that has it in the next stage, and the row.
    pub(super) fn cut_after_select(
        &mut self,
        ta: &mut Net,
        tb: &mut Net,
        controls: Option<Vec<&mut Net>>,
    ) -> (Option<Inverted>, Net, Option<String>) {
        let mut not_ta = Net::signed("not_ta_s33", 33);
        let has_row = self.pipeline.has_rows_before("order") || self.pipeline.has_rows_before(ORDER_OR_ADD);
        let compares_inverse = self.blocks.has(Block::Compare) && compares_in_halves(self.config) && has_row;
        if controls.is_none() && !compares_inverse {
            return (None, not_ta, self.cut("select", After::Select, vec![ta, tb]));
        }
        let inverse = Declaration::wire(not_ta.clone(), format!("~{}", ta.name));
        let mut data = vec![&mut not_ta, tb];
        data.extend(controls.into_iter().flatten());
        let row = self.cut("select", After::Select, data);
        let operand = has_row.then(|| {
            *ta = Net::signed("a_s33", 33);
            Declaration::wire(ta.clone(), format!("~{}", not_ta.name))
        });
        (Some(Inverted { inverse, operand }), not_ta, row)
    }

    /// Cuts after the comparison. `controls` are the nets that it determines in place of `less`, in
    /// a form that has such nets.
    pub(super) fn cut_after_order<'n>(
        &'n mut self,
        [ta, tb]: [&'n mut Net; 2],
        order: &'n mut Order,
        controls: Option<Vec<&'n mut Net>>,
    ) -> Option<String> {
        let mut data = if self.ops.any(&[Sum, Pick, Shift]) { vec![ta, tb] } else { Vec::new() };
        match controls {
            Some(controls) => data.extend(controls),
            None => data.extend(order.orders.then_some(&mut order.less)),
        }
        data.extend(order.decides.then_some(&mut order.holds));
        self.cut("order", After::Order, data)
    }
}
