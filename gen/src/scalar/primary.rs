//! The stage `primary`: the sources of the result, and the choice among them.

use askama::Template;

use super::interface::zeroes_shift;
use super::order::Order;
use super::{Builder, codes};
use crate::Block;
use crate::operation::ResultText;
use crate::operation::Source::{Half, Pick, Set, Shift, Sum};
use crate::operation::VideoOp::{Vabsdiff, Vshl, Vshr, Vsub};
use crate::verilog::{Condition, Expr, Instance, Net, VerilogError};

/// The net of the sum; where one adder also selects an operand, the net of either.
pub(super) const SUM: &str = "sum_s34";

pub(super) struct AdderText {
    pub(super) subtract: Condition,
    pub(super) reverse: Condition,
    pub(super) sum: Net,
    pub(super) instance: Instance,
}

pub(super) struct PickText {
    pub(super) takes_a: String,
    pub(super) net: Net,
    pub(super) a: String,
    pub(super) b: String,
}

#[derive(Template)]
#[template(path = "scalar/shift.v")]
pub(super) struct ShifterText {
    /// The direction, unless an earlier stage decides it.
    right: Option<Condition>,
    /// The operands, if they make the result 0 for operations that are not shifts.
    zeroed: Option<Zeroed>,
    shifted: Net,
    instance: Instance,
    unused: Option<String>,
}

/// The nets from which operands come that give 0 for operations other than shifts.
struct Zeroed {
    is_shift: String,
    a: String,
    b: String,
    wrap: String,
    /// Whether the shifter also shifts to the left.
    left: bool,
}

impl Zeroed {
    /// Returns the nets of these operands: the value, the amount, and whether it wraps.
    fn nets() -> [Net; 3] {
        [Net::signed("shift_x", 33), Net::new("shift_by", 32), Net::new("shift_wraps", 1)]
    }
}

/// Returns the net of the shifted operand.
pub(super) fn shifted() -> Net {
    Net::signed("shifted_s34", 34)
}

impl Builder<'_> {
    pub(super) fn adder(&mut self, ta: &Net, tb: &Net, order: &Order) -> Result<Option<AdderText>, VerilogError> {
        if !self.blocks.has(Block::Adder34) {
            return Ok(None);
        }
        let subtract = self.is_one_of(&[Vsub, Vabsdiff], Sum);
        let reverse = self.is_one_of(&[Vabsdiff], Sum).and(&order.less.name);
        let sum = Net::signed(SUM, 34);
        let instance = self
            .blocks
            .instance(Block::Adder34)
            .connect("a_i", Expr::sign_extend(ta, 1).as_signed())
            .connect("b_i", Expr::sign_extend(tb, 1).as_signed())
            .connect("subtract_i", &Net::new("subtract", 1))
            .connect("reverse_i", &Net::new("reverse", 1))
            .connect("sum_o", &sum)
            .finish()?;
        Ok(Some(AdderText { subtract, reverse, sum, instance }))
    }

    pub(super) fn pick(&mut self, ta: &Net, tb: &Net, order: &Order) -> Option<PickText> {
        if !self.ops.any(&[Pick]) {
            return None;
        }
        let takes_a = self.ops.takes_a(codes(&self.op), &order.less.name, 1, &mut self.named);
        Some(PickText { takes_a, net: Net::signed("pick_s33", 33), a: ta.name.clone(), b: tb.name.clone() })
    }

    /// Builds the shifter. `controls` say whether the operation is a shift and whether it goes to
    /// the right, if an earlier stage decides this. `is_cut` says whether registers follow the
    /// comparison, which then reads other nets.
    pub(super) fn shifter(
        &mut self,
        [ta, tb]: [&Net; 2],
        controls: Option<&[Net; 2]>,
        is_cut: bool,
    ) -> Result<Option<ShifterText>, VerilogError> {
        if !self.blocks.has(Block::Shifter) {
            return Ok(None);
        }
        let condition = controls.is_none().then(|| self.goes_right());
        let zeroed = controls.filter(|_| zeroes_shift(self.config)).map(|[is_shift, _]| Zeroed {
            is_shift: is_shift.name.clone(),
            a: ta.name.clone(),
            b: tb.name.clone(),
            wrap: self.wrap.name.clone(),
            left: self.ops.has(Vshl),
        });
        let [x, amount, wrap] = match zeroed {
            Some(_) => Zeroed::nets().each_ref().map(Expr::from),
            None => [Expr::from(ta), tb.slice(31, 0), Expr::from(&self.wrap)],
        };
        let direction = Net::new("right", 1);
        let right = controls.map_or(&direction, |[_, right]| right);
        let shifted = shifted();
        let unused = Net::new("unused_tb_sign", 1);
        let instance = self
            .blocks
            .instance(Block::Shifter)
            .connect("x_i", x)
            .connect("amount_i", amount)
            .connect("wrap_i", wrap)
            .connect("right_i", right)
            .connect("y_o", &shifted)
            .finish()?;
        let only = !(self.ops.any(&[Sum, Pick]) || (self.ops.any(&[Set]) && !is_cut));
        let unused = only.then(|| format!("{} = {};", unused.name, tb.slice(32, 32)));
        Ok(Some(ShifterText { right: condition, zeroed, shifted, instance, unused }))
    }

    /// Returns when a shift goes to the right.
    pub(super) fn goes_right(&mut self) -> Condition {
        self.is_one_of(&[Vshr], Shift)
    }

    pub(super) fn results(&mut self, order: &Order, shifted: &Net) -> Vec<ResultText> {
        let value = |source| match source {
            Sum => SUM.to_owned(),
            Half => unreachable!("no operation on words averages"),
            Pick => "{pick_s33[32], pick_s33}".to_owned(),
            Shift => shifted.name.clone(),
            Set => format!("{{33'd0, {}}}", order.holds.name),
        };
        let mut sources: Vec<_> = self.ops.sources().into_iter().map(|source| (source, value(source))).collect();
        // The text lists the comparison last.
        sources.sort_by_key(|(source, _)| *source == Set);
        self.ops.results(codes(&self.op), sources, &mut self.named)
    }
}
