//! The scalar unit: the blocks that its operations need, and their connections.

mod behavioral;
mod cells;
mod early;
mod excess;
mod halves;
mod interface;
mod last;
mod one_adder;
mod order;
mod primary;
mod tables;

use askama::Template;
use vidalu_model::control::Field;
use vidalu_model::control::scalar::{ASEL, ATYPE, BSEL, BTYPE, CMP, DSEL, DTYPE, FORMAT, OP, SAT, SECOP, WRAP};

use self::cells::{BOTH, InParallel, Total};
use self::early::{ChoiceOfSum, EarlyControlsText, OrderOrAdd};
use self::excess::{ChecksText, FirstHalfOfClamp};
use self::halves::{Coarse, FirstHalf, first_half, second_half};
use self::interface::{
    CLAMP, EXCESS, add_stage, adds_and_orders, adds_early, blocks, facts, finishes_in_parallel, has_clamp_halves,
    has_one_adder, joins, module, zeroes_shift,
};
use self::last::{LastControlsText, LastStages};
use self::one_adder::{AddOrShift, OneAdder};
use self::order::{CompareText, Inverted, Order};
use self::primary::{AdderText, PickText};
use self::tables::{ControlsText, RESULT};
use crate::decode::{self, field_net};
use crate::design::{Library, Top};
use crate::header::{banner, sections};
use crate::landmark::{Landmarks, SELECT_A, SELECT_B};
use crate::operation::{Codes, Operations, ResultText, Source, VideoOp, opcodes};
use crate::pipeline::{Pipeline, Stage, Timing};
use crate::unit::{Blocks, Decoded, Frame, put};
use crate::verilog::{Condition, Expr, Instance, Module, Net, VerilogError};
use crate::{Block, Config, Goal, Style, Unit};

#[derive(Template)]
#[template(path = "scalar.v")]
struct Text {
    unit: Frame,
    ta: Net,
    tb: Net,
    select_a: Instance,
    select_b: Instance,
    /// The controls, if sums are made while the order is found.
    early_controls: Option<EarlyControlsText>,
    /// The first operand, if its inverse is added.
    inverted: Option<Inverted>,
    after_select: Option<String>,
    order_or_add: Option<OrderOrAdd>,
    compare: Option<CompareText>,
    /// The controls of the one adder, of the shifter and of the join.
    controls: Option<ControlsText>,
    /// The first half of the shifter, if registers follow it.
    first_half: Option<FirstHalf>,
    after_order: Option<String>,
    /// The stage with the adder and the shifter, if they are not in the stage `primary`.
    add: Option<String>,
    after_add: Option<String>,
    banner_primary: String,
    total: Option<Total>,
    one_adder: Option<OneAdder>,
    adder: Option<AdderText>,
    pick: Option<PickText>,
    shifter: Option<String>,
    /// The choice among sums that were made while the order was found.
    choice_of_sum: Option<ChoiceOfSum>,
    tmp: Net,
    /// The value of a result that is one expression.
    only_result: Option<String>,
    /// Whether that value joins the results of several circuits.
    joins: bool,
    results: Vec<ResultText>,
    /// The bits that the clamp checks, if it is in two halves.
    checks: Option<ChecksText>,
    after_primary: Option<String>,
    in_parallel: Option<InParallel>,
    first_half_of_clamp: Option<FirstHalfOfClamp>,
    saturate: Option<SaturateText>,
    /// The controls of the last two stages, if the stage `saturate` decides them.
    last_controls: Option<LastControlsText>,
    after_saturate: Option<String>,
    in_series: Option<InSeries>,
    last_stages: Option<LastStages>,
    result: Net,
    at_output: Option<String>,
}

struct SaturateText {
    banner: String,
    value: Net,
    hit: Net,
    instance: Instance,
}

/// The last stage as two blocks in series.
struct InSeries {
    merged: Net,
    merge: Instance,
    secondary: Instance,
}

/// A place between two stages, where pipeline registers may be placed. The form for cells has `Add`
/// in the place of `Order`; the form for tables has both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum After {
    Select,
    Order,
    Add,
    Primary,
    Excess,
    Saturate,
}

/// Returns the stages of the unit. Their lengths depend on its operations.
fn stages(config: &Config, ops: &Operations) -> Vec<Stage> {
    if config.goal == Goal::Tables {
        return tables::stages(config, ops);
    }
    let mut stages = vec![Stage::new("select", 2)];
    if adds_and_orders(config, ops) {
        stages.extend([Stage::new(add_stage(ops), 5), Stage::new("primary", 3)]);
    } else {
        stages.extend(ops.compares().then_some(Stage::new("order", 4)));
        stages.push(Stage::new("primary", 6));
    }
    if finishes_in_parallel(config, ops) {
        stages.extend([Stage::new(BOTH, 6), Stage::new("merge", 2)]);
        return stages;
    }
    stages.extend(ops.saturates().then_some(Stage::new("saturate", 4)));
    stages.push(Stage::new(SECONDARY_OR_MERGE, 6));
    stages
}

/// The name of a stage in which an instruction does one of the two.
const SECONDARY_OR_MERGE: &str = "secondary | merge";

/// Builds the blocks of the unit and the unit itself.
pub(crate) fn build(config: &Config, library: &mut Library) -> Result<Top, VerilogError> {
    let ops = Operations::of(config, &[Unit::Scalar]);
    if config.style == Style::Behavioral {
        return behavioral::build(config, &ops, library);
    }
    let pipeline = Pipeline::new(Timing::of(Unit::Scalar, config), &stages(config, &ops));
    let blocks = Blocks::build(&blocks(config, &ops, &pipeline), config, library)?;
    let module = module(config)?;
    let (text, landmarks) = Builder::new(config, ops, &blocks, pipeline).text(&module, library)?;
    Ok(put(library, module, &text, landmarks))
}

/// Builds the text stage by stage.
struct Builder<'a> {
    config: &'a Config,
    ops: Operations,
    blocks: &'a Blocks,
    pipeline: Pipeline<'a>,
    /// The operations whose codes the text names.
    named: Vec<VideoOp>,
    // The nets that carry these signals in the current stage
    ctl: Net,
    a: Net,
    b: Net,
    c: Net,
    atype: Net,
    btype: Net,
    dtype: Net,
    sat: Net,
    op: Net,
    dsel: Net,
    secop: Net,
    cmp: Net,
    wrap: Net,
}

impl<'a> Builder<'a> {
    fn new(config: &'a Config, ops: Operations, blocks: &'a Blocks, pipeline: Pipeline<'a>) -> Self {
        Self {
            config,
            ops,
            blocks,
            pipeline,
            named: Vec::new(),
            ctl: Net::new("ctl_i", FORMAT.width()),
            a: Net::new("a_i", 32),
            b: Net::new("b_i", 32),
            c: Net::new("c_i", 32),
            atype: field_net(&ATYPE),
            btype: field_net(&BTYPE),
            dtype: field_net(&DTYPE),
            sat: field_net(&SAT),
            op: field_net(&OP),
            dsel: field_net(&DSEL),
            secop: field_net(&SECOP),
            cmp: field_net(&CMP),
            wrap: field_net(&WRAP),
        }
    }

    fn text(mut self, module: &Module, library: &mut Library) -> Result<(Text, Landmarks), VerilogError> {
        let entry = self.pipeline.enter(vec![&mut self.ctl, &mut self.a, &mut self.b, &mut self.c]);

        // select
        let ctl = self.ctl.clone();
        let (mut ta, mut tb) = (Net::signed("ta_s33", 33), Net::signed("tb_s33", 33));
        let (ta_first, tb_first) = (ta.clone(), tb.clone());
        let select_a = self.select(SELECT_A, &self.a, ASEL, Expr::from(&self.atype), &ta)?;
        let btype = if self.reads(&BTYPE) { Expr::from(&self.btype) } else { Expr::constant(1, 0) };
        let select_b = self.select(SELECT_B, &self.b, BSEL, btype, &tb)?;
        let (early_controls, mut early) = self.early_controls(&mut tb).unzip();
        let decided = early.as_mut().map(|early| early.nets_mut(After::Select));
        let (inverted, not_ta, after_select) = self.cut_after_select(&mut ta, &mut tb, decided);

        // order, and the places of the adder in other forms
        let mut order = Order::new(&self.ops);
        let compare = self.compare(&ta, &tb, &order)?;
        let (controls_text, mut controls) = self.controls(&order).unzip();
        let sums = early.as_ref().map(|early| self.early_sums([&not_ta, &tb], early, library)).transpose()?;
        let (order_or_add, mut sums) = sums.unzip();
        let shift = match (&early, &controls) {
            (Some(early), _) => early.shift(),
            (None, Some(controls)) => controls.shift.as_ref().map(|[is_shift, right]| ([is_shift, right], None)),
            (None, None) => None,
        };
        let first_half = match shift.filter(|_| self.halves_shift()) {
            Some((shift, turn)) => Some(first_half((self.config, library), [&ta, &tb, &self.wrap], shift, turn)?),
            None => None,
        };
        let (first_half, mut coarse) = first_half.unzip();
        let after_order = if let Some((early, sums)) = early.as_mut().zip(sums.as_mut()) {
            self.cut_after_early_sums([&mut ta, &mut tb], early, sums, coarse.as_mut())
        } else if compare.is_some() {
            let mut decided: Option<Vec<_>> =
                controls.as_mut().map(|controls| controls.nets_mut(first_half.is_none()).collect());
            let mut left = &mut ta;
            if let Some(coarse) = &mut coarse {
                let (value, others) = coarse.nets_mut();
                left = value;
                decided.get_or_insert_default().extend(others);
            }
            self.cut_after_order([left, &mut tb], &mut order, decided)
        } else {
            None
        };

        let mut shifted = primary::shifted();
        let (add, mut added) = self.add(&ta, &tb, library)?.unzip();
        let one_adder = |controls| {
            let a = coarse.as_ref().map_or_else(|| Expr::sign_extend(&ta, 1), Coarse::value_alone);
            self.one_adder([a, Expr::sign_extend(&tb, 1)], controls, library)
        };
        let (mut one_adder, mut sum) = controls.as_ref().map(one_adder).transpose()?.unzip();
        let shift = controls.as_ref().and_then(|controls| controls.shift.clone());
        let masks = shift.as_ref().filter(|_| !zeroes_shift(self.config) && coarse.is_none());
        let mut is_shift = masks.map(|[is_shift, _]| is_shift.clone());
        let mut is_set = controls.and_then(|controls| controls.is_set);
        let (mut add, mut after_add) = (add.map(|add| add.to_string()), None);
        if let Some(added) = &mut added {
            after_add = self.cut_after_add([&mut ta, &mut tb], added, &mut shifted);
        } else if let Some(one_adder) = one_adder.take_if(|_| joins(self.config, &self.ops)) {
            let banner = banner(&format!("{}: one adder for every sum (9.7.18.1.1)", add_stage(&self.ops)));
            let shifter = match coarse.as_ref().zip(shift.as_ref()) {
                Some((coarse, [_, right])) => {
                    Some(second_half((self.config, library), coarse, [&tb, right])?.to_string())
                }
                None => self.shifter([&ta, &tb], shift.as_ref(), after_order.is_some())?.map(|it| it.to_string()),
            };
            add = Some(AddOrShift { banner, one_adder, shifter }.to_string());
            let mut data: Vec<_> = sum.iter_mut().collect();
            data.extend(self.ops.any(&[Source::Shift]).then_some(&mut shifted));
            data.extend(order.decides.then_some(&mut order.holds));
            data.extend(&mut is_shift);
            data.extend(&mut is_set);
            after_add = self.cut(add_stage(&self.ops), After::Add, data);
        }

        // primary
        let adds = add.is_some();
        let total = added.as_ref().map(|added| self.total(added));
        let early_right = early.as_ref().and_then(|early| early.shift()).map(|([_, right], _)| right);
        let early_half = match coarse.as_ref().zip(early_right) {
            Some((coarse, right)) => Some(second_half((self.config, library), coarse, [&tb, right])?),
            None => None,
        };
        let (choice_of_sum, chosen) = match early.as_ref().zip(sums.as_ref()) {
            Some((early, sums)) => {
                let a = coarse.as_ref().map_or_else(|| Expr::sign_extend(&ta, 1), Coarse::value_alone);
                Some(self.choice_of_sum([a, Expr::sign_extend(&tb, 1)], early, sums, &shifted)).unzip()
            }
            None => (None, None),
        };
        let adder = self.adder(&ta, &tb, &order)?;
        let selects = !(adds || has_one_adder(self.config, &self.ops));
        let pick = if selects { self.pick(&ta, &tb, &order) } else { None };
        let shifter = match early_half {
            Some(half) => Some(half.to_string()),
            None if adds => None,
            None => self.shifter([&ta, &tb], shift.as_ref(), after_order.is_some())?.map(|it| it.to_string()),
        };
        let mut tmp = Net::signed("tmp_s34", 34);
        let tmp_first = tmp.clone();
        let truth = is_set.as_ref().map(|is_set| [is_set, &order.holds]);
        let joined = sum.map(|sum| self.joined([&sum, &shifted], is_shift.as_ref(), truth)).or(chosen);
        let results = match total {
            _ if joined.is_some() => Vec::new(),
            Some(_) => self.results_of_cells([&ta, &tb], &shifted),
            None => self.results(&order, &shifted),
        };
        let only_result = joined.or_else(|| match &results[..] {
            [only] => Some(only.value.clone()),
            _ => None,
        });
        let (checks_text, mut checks) = self.checks().unzip();
        let mut data = vec![&mut tmp];
        data.extend(&mut checks);
        let after_primary = self.cut("primary", After::Primary, data);

        // saturate | secondary, then merge
        let mut result = Net::new("d", 32);
        let result_first = result.clone();
        let reads_hit = self.config.sat_o || finishes_in_parallel(self.config, &self.ops);
        let mut hit = Net::new(if reads_hit { "hit" } else { "unused_hit" }, 1);
        let in_parallel = self.in_parallel(&tmp, &mut hit, &result)?;

        // saturate
        let first_half_of_clamp = match &checks {
            Some(checks) => Some(self.excess(&mut tmp, checks, library)?),
            None => None,
        };
        let (first_half_of_clamp, over) = first_half_of_clamp.unzip();
        let (saturate, mut value) = match in_parallel {
            Some(_) => (None, tmp),
            None => self.saturate(tmp, &hit, over.as_ref(), library)?,
        };
        let mut after_saturate = None;
        let decides = saturate.is_some() && self.decides_last_controls();
        let (last_controls, mut decided) = decides.then(|| self.last_controls()).flatten().unzip();
        if saturate.is_some() {
            let mut data = vec![&mut value];
            data.extend(self.config.sat_o.then_some(&mut hit));
            data.extend(decided.iter_mut().flat_map(|controls| controls.nets_mut(false)));
            let stage = if self.pipeline.has_stage(CLAMP) { CLAMP } else { "saturate" };
            after_saturate = self.cut(stage, After::Saturate, data);
        }

        // secondary | merge
        let in_series = self.in_series(&value, &result)?;
        let last_stages = self.last_stages(&value, decided, &mut hit, &result, library)?;
        let last = match (&in_parallel, &last_stages) {
            (Some(_), _) => "merge",
            (None, Some(_)) => RESULT,
            (None, None) => SECONDARY_OR_MERGE,
        };
        let mut outputs = vec![&mut result];
        outputs.extend(self.config.sat_o.then_some(&mut hit));
        let at_output = self.pipeline.cut(last, outputs);

        let decoded = Decoded {
            fields: decode::fields(&FORMAT, &ctl, |field| self.reads(field)),
            unused_fields: decode::unused_fields(&FORMAT, &ctl, |field| self.reads(field)),
            opcodes: opcodes(&self.named),
        };
        let mut outputs = vec![("d_o", result.name.as_str())];
        outputs.extend(self.config.sat_o.then_some(("sat_o", hit.name.as_str())));
        let facts = facts(self.config, &self.pipeline);
        let of = (Unit::Scalar, self.config);
        let unit = Frame::new(of, module, (entry, &self.pipeline), &facts, decoded, &outputs);

        let text = Text {
            unit,
            ta: ta_first,
            tb: tb_first,
            select_a,
            select_b,
            early_controls,
            inverted,
            after_select,
            order_or_add,
            compare,
            controls: controls_text,
            first_half,
            after_order,
            add,
            after_add,
            banner_primary: banner(&format!("primary: the operation, to 34 bits ({})", sections(self.config))),
            total,
            one_adder,
            adder,
            pick,
            shifter,
            choice_of_sum,
            tmp: tmp_first,
            only_result,
            joins: joins(self.config, &self.ops) || adds_early(self.config, &self.ops),
            results,
            checks: checks_text,
            after_primary,
            in_parallel,
            first_half_of_clamp,
            saturate,
            last_controls,
            after_saturate,
            in_series,
            last_stages,
            result: result_first,
            at_output,
        };
        Ok((text, self.pipeline.landmarks()))
    }

    // ---- decode ----

    /// Returns whether an operation of the unit reads this field.
    fn reads(&self, field: &Field) -> bool {
        interface::reads(&self.ops, field, !self.named.is_empty())
    }

    /// Returns whether the shifter is in two halves.
    fn halves_shift(&self) -> bool {
        self.ops.any(&[Source::Shift]) && !self.blocks.has(Block::Shifter)
    }

    /// Returns the condition that the operation is in `group`, given that `source` computes it.
    fn is_one_of(&mut self, group: &[VideoOp], source: Source) -> Condition {
        self.ops.is_one_of(codes(&self.op), group, &source.operations(), &mut self.named)
    }

    /// Cuts after a stage: `data`, and the control signals that later stages read.
    fn cut<'n>(&'n mut self, stage: &'static str, after: After, mut data: Vec<&'n mut Net>) -> Option<String> {
        let (saturates, sets, shifts) = (self.ops.saturates(), self.reads(&CMP), self.reads(&WRAP));
        let last_sat = if has_clamp_halves(self.config, &self.pipeline) { After::Add } else { After::Primary };
        let is_decided = after == After::Saturate && self.decides_last_controls();
        let reads_dtype = saturates && (!is_decided || self.last_reads_dtype());
        // With the one adder, only the stage `order` reads the operation, or the stage `select`.
        let is_early = adds_early(self.config, &self.ops);
        let reads_op =
            after == After::Select && !is_early || after <= After::Add && !has_one_adder(self.config, &self.ops);
        // The first half of the shifter, or the whole one, reads whether the amount wraps.
        let last_wrap = if self.halves_shift() { After::Select } else { After::Order };
        data.extend((reads_op && self.ops.several()).then_some(&mut self.op));
        // The stage `order` compares, or where sums are made at the same time the stage `primary`.
        let compares = after == After::Select
            || after == After::Order && is_early
            || after == After::Add && adds_and_orders(self.config, &self.ops);
        data.extend((compares && sets).then_some(&mut self.cmp));
        data.extend((after <= last_wrap && shifts).then_some(&mut self.wrap));
        data.extend((after <= last_sat && saturates).then_some(&mut self.sat));
        data.extend(reads_dtype.then_some(&mut self.dtype));
        if !is_decided {
            data.extend([&mut self.dsel, &mut self.secop]);
        }
        data.push(&mut self.c);
        self.pipeline.cut(stage, data)
    }

    // ---- select ----

    fn select(&self, name: &str, x: &Net, sel: Field, signed: Expr, y: &Net) -> Result<Instance, VerilogError> {
        self.blocks
            .named(Block::Select, name)
            .connect("x_i", x)
            .connect("sel_i", &field_net(&sel))
            .connect("signed_i", signed)
            .connect("y_o", y)
            .finish()
    }

    // ---- saturate ----

    /// Returns the stage and its result. The net `hit` says whether the value was clamped.
    fn saturate(
        &self,
        tmp: Net,
        hit: &Net,
        over: Option<&Net>,
        library: &mut Library,
    ) -> Result<(Option<SaturateText>, Net), VerilogError> {
        let value = Net::signed("sat_s34", 34);
        let instance = match over {
            Some(over) => self.clamp_excess([&tmp, &value, hit], over, library)?,
            None if self.blocks.has(Block::Saturate) => self.clamp(&tmp, &value, hit)?,
            None => return Ok((None, tmp)),
        };
        let banner = banner(if self.pipeline.has_stage(EXCESS) {
            "excess: bits that exceed the range (9.7.18.1, optSaturate)"
        } else {
            "saturate: .sat clamps to the range of the result (9.7.18.1, optSaturate)"
        });
        Ok((Some(SaturateText { banner, value: value.clone(), hit: hit.clone(), instance }), value))
    }

    fn clamp(&self, tmp: &Net, value: &Net, hit: &Net) -> Result<Instance, VerilogError> {
        self.blocks
            .instance(Block::Saturate)
            .connect("x_i", tmp)
            .connect("sat_i", &self.sat)
            .connect("signed_i", &self.dtype)
            .connect("dsel_i", &self.dsel)
            .connect("y_o", value)
            .connect("hit_o", hit)
            .finish()
    }

    // ---- secondary | merge ----

    fn in_series(&self, value: &Net, result: &Net) -> Result<Option<InSeries>, VerilogError> {
        if !self.blocks.has(Block::Merge) || finishes_in_parallel(self.config, &self.ops) {
            return Ok(None);
        }
        let merged = Net::new("merged", 32);
        let merge = self.merge(&Block::Merge.instance(), value.slice(31, 0), &merged)?;
        let whole = Expr::join(value.slice(33, 32), &merged).as_signed();
        let secondary = self.secondary(&Block::Secondary.instance(), whole, result)?;
        Ok(Some(InSeries { merged, merge, secondary }))
    }

    fn merge(&self, name: &str, value: Expr, merged: &Net) -> Result<Instance, VerilogError> {
        self.blocks
            .named(Block::Merge, name)
            .connect("x_i", value)
            .connect("c_i", &self.c)
            .connect("dsel_i", &self.dsel)
            .connect("d_o", merged)
            .finish()
    }

    fn secondary(&self, name: &str, value: Expr, result: &Net) -> Result<Instance, VerilogError> {
        self.blocks
            .named(Block::Secondary, name)
            .connect("x_i", value)
            .connect("c_i", &self.c)
            .connect("signed_i", self.c_is_signed())
            .connect("secop_i", &self.secop)
            .connect("d_o", result)
            .finish()
    }

    /// Returns whether the secondary operation reads `c` as a signed number. It does not in a unit
    /// whose only operation is `vset`.
    fn c_is_signed(&self) -> Expr {
        if self.reads(&DTYPE) { Expr::from(&self.dtype) } else { Expr::constant(1, 0) }
    }
}

/// Returns the nets that tell operations apart, given the code.
fn codes(op: &Net) -> Codes<'_> {
    Codes { op, word: None, max_excluded: 1 }
}
