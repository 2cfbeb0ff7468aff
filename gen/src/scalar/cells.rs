//! The form for cells: few levels of logic, because stages compute in parallel.

use askama::Template;

use super::interface::{self, add_stage};
use super::primary::ShifterText;
use super::{After, Builder, codes};
use crate::Block;
use crate::arith::LateCarry;
use crate::design::Library;
use crate::header::banner;
use crate::landmark::LAST_MERGE;
use crate::operation::Source::{Pick, Set, Shift, Sum};
use crate::operation::VideoOp::{Vabsdiff, Vmax, Vmin, Vset, Vsub};
use crate::operation::{ResultText, VideoOp};
use crate::verilog::{Condition, Expr, Instance, Net, VerilogError};

/// The stage `add`: the carries of the adder, and the shifter.
#[derive(Template)]
#[template(path = "scalar/add.v")]
pub(super) struct Add {
    banner: String,
    subtract: Condition,
    a: Expr,
    b: Expr,
    addition: LateCarry,
    /// Whether 1 may be added later.
    adds_one: bool,
    /// Whether an operation asks if the operands are equal.
    sets: bool,
    shifter: Option<ShifterText>,
}

/// The results of the stage `add`.
pub(super) struct Added {
    /// The bits in which the operands of the adder differ.
    differ: Net,
    carries: Net,
    /// The bits to which a late carry passes, if an operation needs one.
    passed: Option<Net>,
    equal: Option<Net>,
}

/// The order of the operands, and the sum or difference.
#[derive(Template)]
#[template(path = "scalar/total.v")]
pub(super) struct Total {
    differ: String,
    carries: String,
    /// When 1 is added, and the bits to which its carry passes.
    plus_one: Option<(Condition, String)>,
    /// When the difference is inverted.
    reverse: Option<String>,
    /// The comparison of `vset`, and the net that says that the operands are equal.
    comparison: Option<(String, String)>,
}

/// The clamp beside the secondary operation, and the merge.
#[derive(Template)]
#[template(path = "scalar/in_parallel.v")]
pub(super) struct InParallel {
    value: String,
    c: String,
    dsel: String,
    secop: String,
    signed: String,
    hit: Net,
    clamp: Instance,
    secondary: Instance,
    finished: Net,
    after_both: Option<String>,
    result: Net,
    merge: Instance,
}

/// The instance of the secondary operation on the value that is not clamped.
const OF_VALUE: &str = "u_secondary_of_value";

/// The stage in which every instruction uses the clamp and the secondary operation, in parallel.
pub(super) const BOTH: &str = "saturate | secondary";

impl Builder<'_> {
    /// Builds the stage `add`, if the form and the operations of the unit need it. The second value
    /// has the nets that the stage `primary` reads.
    pub(super) fn add(
        &mut self,
        ta: &Net,
        tb: &Net,
        library: &mut Library,
    ) -> Result<Option<(Add, Added)>, VerilogError> {
        if !interface::adds_and_orders(self.config, &self.ops) {
            return Ok(None);
        }
        let operands = ["augend", "addend"].map(|name| Net::new(name, 34).slice(32, 0));
        let addition = LateCarry::new((self.config, library), 33, operands)?;
        let subtract = self.ops.subtracts(codes(&self.op), &mut self.named);
        let (sets, adds_one) = (self.ops.has(Vset), self.ops.has(Vsub) || self.ops.has(Vabsdiff));
        let add = Add {
            banner: banner(&format!(
                "{}: a + b or a - b, and the order of the operands (9.7.18.1.1, 9.7.18.1.4)",
                add_stage(&self.ops)
            )),
            subtract,
            a: Expr::sign_extend(ta, 1),
            b: Expr::sign_extend(tb, 1),
            addition,
            adds_one,
            sets,
            shifter: self.shifter([ta, tb], None, false)?,
        };
        let [differ, carries, passed] = ["differ", "carries", "passed"].map(|name| Net::new(name, 34));
        let added =
            Added { differ, carries, passed: adds_one.then_some(passed), equal: sets.then(|| Net::new("equal", 1)) };
        Ok(Some((add, added)))
    }

    /// Cuts after the stage `add`. The operands are read again if one of them is the result.
    pub(super) fn cut_after_add(
        &mut self,
        [ta, tb]: [&mut Net; 2],
        added: &mut Added,
        shifted: &mut Net,
    ) -> Option<String> {
        let mut data = vec![&mut added.differ, &mut added.carries];
        data.extend(added.passed.as_mut());
        data.extend(added.equal.as_mut());
        data.extend(self.blocks.has(Block::Shifter).then_some(shifted));
        if self.ops.any(&[Pick]) {
            data.extend([ta, tb]);
        }
        self.cut(add_stage(&self.ops), After::Add, data)
    }

    /// Builds the order of the operands, and the sum or difference.
    pub(super) fn total(&mut self, added: &Added) -> Total {
        let differs = self.is_one_of(&[Vabsdiff], Sum);
        let plus_one = self.is_one_of(&[Vsub], Sum).or(differs.clone().and("!at_most"));
        let reverse = differs.is_possible().then(|| differs.and("at_most").to_string());
        Total {
            differ: added.differ.name.clone(),
            carries: added.carries.name.clone(),
            plus_one: added.passed.as_ref().map(|passed| (plus_one, passed.name.clone())),
            reverse,
            comparison: added.equal.as_ref().map(|equal| (self.cmp.name.clone(), equal.name.clone())),
        }
    }

    /// Returns the sources of the result. Each operand is a source of its own for `vmin` and
    /// `vmax`, because their order comes late.
    pub(super) fn results_of_cells(&mut self, [ta, tb]: [&Net; 2], shifted: &Net) -> Vec<ResultText> {
        let mut is = |ops: &[VideoOp]| self.ops.is_one_of(codes(&self.op), ops, &VideoOp::ALL, &mut self.named);
        let [min, max] = [Vmin, Vmax].map(|op| is(&[op]));
        let takes_a = min.clone().and("at_most").or(max.clone().and("!at_most"));
        let takes_b = min.and("!at_most").or(max.and("at_most"));
        let word = |net: &Net| Expr::sign_extend(net, 1).to_string();
        let all = [
            (Sum.is(), is(&Sum.operations()), "total".to_owned()),
            ("takes_a", takes_a, word(ta)),
            ("takes_b", takes_b, word(tb)),
            (Shift.is(), is(&Shift.operations()), shifted.name.clone()),
            (Set.is(), is(&Set.operations()), "{33'd0, holds}".to_owned()),
        ];
        ResultText::aligned(all.into_iter().filter(|(_, when, _)| when.is_possible()).collect())
    }

    /// Builds the last two stages, if the form and the operations of the unit need them.
    pub(super) fn in_parallel(
        &mut self,
        tmp: &Net,
        hit: &mut Net,
        result: &Net,
    ) -> Result<Option<InParallel>, VerilogError> {
        if !interface::finishes_in_parallel(self.config, &self.ops) {
            return Ok(None);
        }
        let clamp = self.clamp(tmp, &Net::signed("unused_clamped", 34), hit)?;
        let secondary = self.secondary(OF_VALUE, Expr::from(tmp), &Net::new("of_value", 32))?;
        let [c, dsel, secop, signed] = [&self.c, &self.dsel, &self.secop, &self.dtype].map(|net| net.name.clone());
        let mut finished = Net::new("finished", 32);
        let (finished_first, hit_first) = (finished.clone(), hit.clone());
        let mut data = vec![&mut finished, &mut self.dsel, &mut self.c];
        data.extend(self.config.sat_o.then_some(hit));
        let after_both = self.pipeline.cut(BOTH, data);
        let merge = self.merge(LAST_MERGE, Expr::from(&finished), result)?;
        Ok(Some(InParallel {
            value: tmp.name.clone(),
            c,
            dsel,
            secop,
            signed,
            hit: hit_first,
            clamp,
            secondary,
            finished: finished_first,
            after_both,
            result: result.clone(),
            merge,
        }))
    }
}
