//! Sums that are made while the order of the operands is found, in the form for tables: a row holds
//! them, and behind it the order chooses.

use askama::Template;

use super::halves::{Coarse, Turn};
use super::interface::{self, ORDER_OR_ADD};
use super::{After, Builder, codes, primary};
use crate::arith::{Addition, Halves};
use crate::design::Library;
use crate::header::banner;
use crate::operation::Source::{Pick, Set, Shift, Sum};
use crate::operation::VideoOp::{self, Vabsdiff, Vadd, Vmin, Vset};
use crate::verilog::{Condition, Declaration, Expr, Net, VerilogError, aligned};

/// The width of either half of a sum.
const HALF: u32 = 17;

/// The controls, which the stage `select` decides, so that the next one begins with the adders and
/// the shifter.
pub(super) struct EarlyControls {
    /// Whether the operation is `vadd`, if the unit has it.
    is_add: Option<Net>,
    is_sum: Net,
    /// Whether the operation is `vabsdiff`, if the unit has it.
    is_absdiff: Option<Net>,
    is_pick: Net,
    takes_min: Condition,
    takes_min_net: Net,
    /// Whether the operation is a shift, whether it goes to the right, and the controls of its
    /// first half, if the unit has a shifter.
    shift: Option<(Net, Net, Turn)>,
    right_varies: bool,
    /// Whether the operation is `vset`, if the unit has it.
    is_set: Option<Net>,
}

impl EarlyControls {
    /// Returns the controls of the shifter: whether the operation is a shift, its direction, and
    /// the controls of the first half.
    pub(super) fn shift(&self) -> Option<([&Net; 2], Option<&Turn>)> {
        self.shift.as_ref().map(|(is_shift, right, turn)| ([is_shift, right], Some(turn)))
    }

    /// Returns the nets that stages behind a place read.
    pub(super) fn nets_mut(&mut self, after: After) -> Vec<&mut Net> {
        let is_first = after == After::Select;
        let mut nets: Vec<_> = self.is_add.iter_mut().filter(|_| is_first).collect();
        nets.push(&mut self.is_sum);
        nets.extend(&mut self.is_absdiff);
        nets.push(&mut self.is_pick);
        nets.extend(self.takes_min.varies().then_some(&mut self.takes_min_net));
        nets.extend(&mut self.is_set);
        if let Some((is_shift, right, turn)) = &mut self.shift {
            nets.extend(self.right_varies.then_some(right));
            if is_first {
                nets.extend([is_shift, &mut turn.turns, &mut turn.fours]);
            }
        }
        nets
    }
}

/// The declarations of the controls, and of the second operand as the adders take it.
#[derive(Template)]
#[template(path = "scalar/early_controls.v")]
pub(super) struct EarlyControlsText {
    controls: Vec<String>,
    /// The second operand, inverted for `vadd`, if the unit has it.
    b: Option<Declaration>,
}

/// The stage `order | add`.
#[derive(Template)]
#[template(path = "scalar/order_or_add.v")]
pub(super) struct OrderOrAdd {
    banner: String,
    adds: bool,
    reverses: bool,
    sets: bool,
    not_a: Expr,
    b: Expr,
    additions: Vec<Addition>,
}

/// The halves of the sums, and whether the halves of the operands are equal.
pub(super) struct Sums {
    halves: Halves,
    /// The lower half of b - a, and its carry, if the unit has `vabsdiff`.
    reverse: Option<[Net; 2]>,
    /// If the unit has `vset`.
    equal: Option<[Net; 2]>,
}

impl Sums {
    fn nets_mut(&mut self) -> impl Iterator<Item = &mut Net> {
        (self.halves.nets_mut().into_iter())
            .chain(self.reverse.iter_mut().flatten())
            .chain(self.equal.iter_mut().flatten())
    }
}

/// The choice of a sum or of an operand, in the stage `primary`.
#[derive(Template)]
#[template(path = "scalar/choice_of_sum.v")]
pub(super) struct ChoiceOfSum {
    low: String,
    carry: String,
    high: String,
    high_plus_1: String,
    is_sum: String,
    is_pick: String,
    /// Whether the lesser operand is picked.
    takes_min: Condition,
    /// The name of the condition for `vabsdiff`, the lower half of b - a, and its carry.
    reverse: Option<[String; 3]>,
    /// The comparison of `vset`, and whether the halves are equal.
    comparison: Option<[String; 3]>,
    a: Expr,
    b: Expr,
}

impl Builder<'_> {
    /// Builds the controls, if sums are made while the order is found. `tb` becomes the operand as
    /// the adders take it.
    pub(super) fn early_controls(&mut self, tb: &mut Net) -> Option<(EarlyControlsText, EarlyControls)> {
        if !interface::adds_early(self.config, &self.ops) {
            return None;
        }
        let mut is =
            |ops: &[VideoOp], among: &[VideoOp]| self.ops.is_one_of(codes(&self.op), ops, among, &mut self.named);
        let all = VideoOp::ALL;
        let (is_add, is_absdiff) = (is(&[Vadd], &all), is(&[Vabsdiff], &all));
        let (is_sum, is_pick) = (is(&Sum.operations(), &all), is(&Pick.operations(), &all));
        let takes_min = is(&[Vmin], &Pick.operations());
        let is_set = is(&Set.operations(), &all);
        let is_shift = is(&Shift.operations(), &all);
        let right = is_shift.is_possible().then(|| self.goes_right());
        let right_varies = right.as_ref().is_some_and(Condition::varies);

        let bit = |name: &str| Net::new(name, 1);
        let wanted = |condition: &Condition, name| condition.is_possible().then(|| bit(name));
        let controls = EarlyControls {
            is_add: wanted(&is_add, "is_add"),
            is_sum: bit("is_sum"),
            is_absdiff: wanted(&is_absdiff, "is_absdiff"),
            is_pick: bit("is_pick"),
            takes_min: takes_min.clone(),
            takes_min_net: bit("takes_min"),
            shift: is_shift.is_possible().then(|| (bit("is_shift"), bit("right"), Turn::new())),
            right_varies,
            is_set: wanted(&is_set, "is_set"),
        };
        let declare = |net: &Net, condition: &Condition| Declaration::wire(net.clone(), condition);
        let mut declared: Vec<_> = controls.is_add.iter().map(|net| declare(net, &is_add)).collect();
        declared.push(declare(&controls.is_sum, &is_sum));
        declared.extend(controls.is_absdiff.iter().map(|net| declare(net, &is_absdiff)));
        declared.push(declare(&controls.is_pick, &is_pick));
        declared.extend(takes_min.varies().then(|| declare(&controls.takes_min_net, &takes_min)));
        declared.extend(controls.is_set.iter().map(|net| declare(net, &is_set)));
        if let (Some((shifts, goes_right, turn)), Some(right)) = (&controls.shift, right) {
            declared.extend([declare(shifts, &is_shift), declare(goes_right, &right)]);
            declared.extend(turn.declarations(tb, [shifts, goes_right]));
        }
        let b = controls.is_add.as_ref().map(|is_add| {
            let inverted = Net::signed("b_s33", 33);
            let value = format!("{} ^ {{33{{{}}}}}", tb.name, is_add.name);
            *tb = inverted.clone();
            Declaration::wire(inverted, value)
        });
        Some((EarlyControlsText { controls: aligned(&declared), b }, controls))
    }

    /// Builds the stage `order | add`. The first operand is inverted.
    pub(super) fn early_sums(
        &self,
        [not_a, b]: [&Net; 2],
        controls: &EarlyControls,
        library: &mut Library,
    ) -> Result<(OrderOrAdd, Sums), VerilogError> {
        let bit = |name| Net::new(name, 1);
        let reverse = [Net::new("low_sum_plus_1", HALF), bit("low_carry_plus_1")];
        let [left, right] = &["left_s34", "right_s34"].map(|name| Net::new(name, 2 * HALF));
        let is_add = controls.is_add.as_ref().map(Expr::from);
        let (halves, additions) = Halves::new((self.config, library), ("", HALF), [left, right], is_add)?;
        let sums = Sums {
            halves,
            reverse: controls.is_absdiff.is_some().then_some(reverse),
            equal: self.ops.has(Vset).then(|| ["low_equal", "high_equal"].map(bit)),
        };
        let mut additions = Vec::from(additions);
        if let Some([sum, carry]) = &sums.reverse {
            let (low, one) = ([left, right].map(|net| net.slice(HALF - 1, 0)), Some(Expr::constant(1, 1)));
            additions.insert(1, Addition::new((self.config, library), "low_plus_1_adder", low, one, [sum, carry])?);
        }
        let what = "a + b or a - b, and the order of the operands (9.7.18.1.1, 9.7.18.1.4)";
        let text = OrderOrAdd {
            banner: banner(&format!("{ORDER_OR_ADD}: {what}")),
            adds: controls.is_add.is_some(),
            reverses: sums.reverse.is_some(),
            sets: sums.equal.is_some(),
            not_a: Expr::sign_extend(not_a, 1),
            b: Expr::sign_extend(b, 1),
            additions,
        };
        Ok((text, sums))
    }

    /// Cuts after the stage `order | add`. The operands are read again if one of them is the result.
    pub(super) fn cut_after_early_sums(
        &mut self,
        [a, b]: [&mut Net; 2],
        controls: &mut EarlyControls,
        sums: &mut Sums,
        coarse: Option<&mut Coarse>,
    ) -> Option<String> {
        let mut data: Vec<_> = match coarse {
            Some(coarse) => {
                let (value, others) = coarse.nets_mut();
                [value].into_iter().chain(others).collect()
            }
            None => vec![a],
        };
        data.push(b);
        data.extend(sums.nets_mut());
        data.extend(controls.nets_mut(After::Order));
        self.cut(ORDER_OR_ADD, After::Order, data)
    }

    /// Builds the choice in the stage `primary`. The second value is the result of the operation.
    pub(super) fn choice_of_sum(
        &self,
        [a, b]: [Expr; 2],
        controls: &EarlyControls,
        sums: &Sums,
        shifted: &Net,
    ) -> (ChoiceOfSum, String) {
        let name = |net: &Net| net.name.clone();
        let absdiff = controls.is_absdiff.as_ref().zip(sums.reverse.as_ref());
        let takes_min = match &controls.takes_min {
            Condition::If(_) => Condition::If(name(&controls.takes_min_net)),
            known => known.clone(),
        };
        let text = ChoiceOfSum {
            low: name(&sums.halves.low),
            carry: name(&sums.halves.carry),
            high: name(&sums.halves.high),
            high_plus_1: name(&sums.halves.high_plus_1),
            is_sum: name(&controls.is_sum),
            is_pick: name(&controls.is_pick),
            takes_min,
            reverse: absdiff.map(|(is, [low, carry])| [is, low, carry].map(name)),
            comparison: sums.equal.as_ref().map(|[low, high]| [&self.cmp, low, high].map(name)),
            a,
            b,
        };
        let shifted = controls.shift.as_ref().map(|_| name(shifted));
        let truth = controls.is_set.as_ref().map(|is_set| format!("{{33'd0, {} && holds}}", is_set.name));
        let results = [primary::SUM.to_owned(), "picked_s34".to_owned()].into_iter().chain(shifted).chain(truth);
        (text, results.collect::<Vec<_>>().join(" | "))
    }
}
