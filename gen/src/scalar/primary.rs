//! The stage `primary`: the sources of the result, and the choice among them.

use vidalu_model::control::scalar::SAT;

use super::Builder;
use super::operation::{PICK, SCALAR, SET, SHIFT, SUM};
use super::order::Order;
use crate::Block;
use crate::Operation::{self, Vabsdiff, Vmin, Vshr, Vsub};
use crate::verilog::{Condition, Expr, Instance, Net, VerilogError};

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

pub(super) struct ShifterText {
    pub(super) right: Condition,
    pub(super) shifted: Net,
    pub(super) instance: Instance,
    pub(super) unused: Option<String>,
}

/// A source of the result of the primary stage.
pub(super) struct ResultText {
    /// The name of the net that selects the source.
    pub(super) is: &'static str,
    pub(super) padding: &'static str,
    pub(super) when: Condition,
    pub(super) value: String,
    pub(super) joint: &'static str,
}

impl Builder<'_> {
    pub(super) fn adder(&mut self, ta: &Net, tb: &Net, order: &Order) -> Result<Option<AdderText>, VerilogError> {
        if !self.blocks.has(Block::Adder34) {
            return Ok(None);
        }
        let subtract = self.is_one_of(&[Vsub, Vabsdiff], &SUM);
        let reverse = self.is_one_of(&[Vabsdiff], &SUM).and(&order.less.name);
        let sum = Net::signed("sum_s34", 34);
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
        if !self.any(&PICK) {
            return None;
        }
        let less = &order.less.name;
        let takes_a = match self.is_one_of(&[Vmin], &PICK) {
            Condition::Never => format!("!{less}"),
            Condition::Always => less.clone(),
            Condition::If(is_min) => format!("{less} == {is_min}"),
        };
        Some(PickText { takes_a, net: Net::signed("pick_s33", 33), a: ta.name.clone(), b: tb.name.clone() })
    }

    /// Builds the shifter. `is_cut` says whether registers follow the comparison, which then reads
    /// other nets.
    pub(super) fn shifter(&mut self, ta: &Net, tb: &Net, is_cut: bool) -> Result<Option<ShifterText>, VerilogError> {
        if !self.blocks.has(Block::Shifter) {
            return Ok(None);
        }
        let right = self.is_one_of(&[Vshr], &SHIFT);
        let shifted = Net::signed("shifted_s34", 34);
        let unused = Net::new("unused_tb_sign", 1);
        let instance = self
            .blocks
            .instance(Block::Shifter)
            .connect("x_i", ta)
            .connect("amount_i", tb.slice(31, 0))
            .connect("wrap_i", &self.wrap)
            .connect("right_i", &Net::new("right", 1))
            .connect("y_o", &shifted)
            .finish()?;
        let only = !(self.any(&SUM) || self.any(&PICK) || (self.any(&SET) && !is_cut));
        let unused = only.then(|| format!("{} = {};", unused.name, tb.slice(32, 32)));
        Ok(Some(ShifterText { right, shifted, instance, unused }))
    }

    pub(super) fn results(&mut self, order: &Order) -> Vec<ResultText> {
        let set = format!("{{33'd0, {}}}", order.holds.name);
        let sources: [(&'static str, &[Operation], &str); 4] = [
            ("is_sum", &SUM, "sum_s34"),
            ("is_pick", &PICK, "{pick_s33[32], pick_s33}"),
            ("is_shift", &SHIFT, "shifted_s34"),
            ("is_set", &SET, &set),
        ];
        let present: Vec<_> = sources.into_iter().filter(|(_, group, _)| self.any(group)).collect();
        let last = present.len() - 1;
        let result = |(index, (is, group, value)): (usize, (&'static str, &[Operation], &str))| ResultText {
            is,
            padding: &"        "[is.len()..],
            when: self.is_one_of(group, &SCALAR),
            value: value.to_owned(),
            joint: if index == last { ";" } else { " |" },
        };
        present.into_iter().enumerate().map(result).collect()
    }

    pub(super) fn cut_after_primary(&mut self, tmp: &mut Net) -> Option<String> {
        let sat = self.reads(&SAT);
        let mut signals = vec![tmp];
        if sat {
            signals.extend([&mut self.sat, &mut self.dtype]);
        }
        signals.extend([&mut self.dsel, &mut self.secop, &mut self.c]);
        self.pipeline.cut("primary", signals)
    }
}
