//! The scalar unit: the blocks that its operations need, and their connections.

mod behavioral;
mod interface;
mod order;
mod primary;
mod tables;

use askama::Template;
use vidalu_model::control::Field;
use vidalu_model::control::scalar::{ASEL, ATYPE, BSEL, BTYPE, CMP, DSEL, DTYPE, FORMAT, OP, SAT, SECOP, WRAP};

use self::interface::{blocks, facts, module};
use self::order::{CompareText, Order};
use self::primary::{AdderText, PickText, ShifterText};
use self::tables::{LastStage, OneAdder};
use crate::decode::{self, field_net};
use crate::design::{Library, Top};
use crate::header::{banner, sections};
use crate::landmark::{Landmarks, SELECT_A, SELECT_B};
use crate::operation::{Codes, Operations, ResultText, Source, VideoOp, opcodes};
use crate::pipeline::{Pipeline, Stage, Timing};
use crate::unit::{Blocks, Decoded, Frame, put};
use crate::verilog::{Condition, Expr, Instance, Module, Net, VerilogError};
use crate::{Block, Config, Style, Unit};

#[derive(Template)]
#[template(path = "scalar.v")]
struct Text {
    unit: Frame,
    ta: Net,
    tb: Net,
    select_a: Instance,
    select_b: Instance,
    after_select: Option<String>,
    compare: Option<CompareText>,
    after_order: Option<String>,
    banner_primary: String,
    one_adder: Option<OneAdder>,
    adder: Option<AdderText>,
    pick: Option<PickText>,
    shifter: Option<ShifterText>,
    tmp: Net,
    /// The value of the result, if there is only one.
    only_result: Option<String>,
    results: Vec<ResultText>,
    after_primary: Option<String>,
    saturate: Option<SaturateText>,
    after_saturate: Option<String>,
    in_series: Option<InSeries>,
    last_stage: Option<LastStage>,
    result: Net,
    at_output: Option<String>,
}

struct SaturateText {
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

/// A place between two stages, where pipeline registers may be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum After {
    Select,
    Order,
    Primary,
    Saturate,
}

/// Returns the stages of the unit. Their lengths depend on its operations.
fn stages(ops: &Operations) -> Vec<Stage> {
    let mut stages = vec![Stage::new("select", 2)];
    stages.extend(ops.compares().then_some(Stage::new("order", 4)));
    stages.push(Stage::new("primary", 6));
    stages.extend(ops.saturates().then_some(Stage::new("saturate", 4)));
    stages.push(Stage::new(LAST, 6));
    stages
}

/// The name of the last stage, in which an instruction does one of the two.
const LAST: &str = "secondary | merge";

/// Builds the blocks of the unit and the unit itself.
pub(crate) fn build(config: &Config, library: &mut Library) -> Result<Top, VerilogError> {
    let ops = Operations::of(config, &[Unit::Scalar]);
    if config.style == Style::Behavioral {
        return behavioral::build(config, &ops, library);
    }
    let blocks = Blocks::build(&blocks(config, &ops), config, library)?;
    let module = module(config)?;
    let (text, landmarks) = Builder::new(config, ops, &blocks).text(&module, library)?;
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
    fn new(config: &'a Config, ops: Operations, blocks: &'a Blocks) -> Self {
        Self {
            config,
            pipeline: Pipeline::new(Timing::of(Unit::Scalar, config), &stages(&ops)),
            ops,
            blocks,
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
        let after_select = self.cut("select", After::Select, vec![&mut ta, &mut tb]);

        // order
        let mut order = Order::new(&self.ops);
        let compare = self.compare(&ta, &tb, &order)?;
        let after_order = compare.is_some().then(|| self.cut_after_order(&mut ta, &mut tb, &mut order)).flatten();

        // primary
        let one_adder = self.one_adder(&ta, &tb, &order, library)?;
        let adder = self.adder(&ta, &tb, &order)?;
        let pick = if one_adder.is_some() { None } else { self.pick(&ta, &tb, &order) };
        let shifter = self.shifter(&ta, &tb, after_order.is_some())?;
        let mut tmp = Net::signed("tmp_s34", 34);
        let tmp_first = tmp.clone();
        let results = self.results(&order);
        let only_result = match (&one_adder, &results[..]) {
            (Some(adder), []) => Some(adder.sum.name.clone()),
            (None, [only]) => Some(only.value.clone()),
            _ => None,
        };
        let after_primary = self.cut("primary", After::Primary, vec![&mut tmp]);

        // saturate
        let (saturate, mut value, mut hit) = self.saturate(tmp)?;
        let mut after_saturate = None;
        if saturate.is_some() {
            let mut data = vec![&mut value];
            data.extend(self.config.sat_o.then_some(&mut hit));
            after_saturate = self.cut("saturate", After::Saturate, data);
        }

        // secondary | merge
        let mut result = Net::new("d", 32);
        let result_first = result.clone();
        let in_series = self.in_series(&value, &result)?;
        let last_stage = self.last_stage(&value, &result, library)?;
        let mut outputs = vec![&mut result];
        outputs.extend(self.config.sat_o.then_some(&mut hit));
        let at_output = self.pipeline.cut(LAST, outputs);

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
            after_select,
            compare,
            after_order,
            banner_primary: banner(&format!("primary: the operation, to 34 bits ({})", sections(self.config))),
            one_adder,
            adder,
            pick,
            shifter,
            tmp: tmp_first,
            only_result,
            results,
            after_primary,
            saturate,
            after_saturate,
            in_series,
            last_stage,
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

    /// Returns the condition that the operation is in `group`, given that `source` computes it.
    fn is_one_of(&mut self, group: &[VideoOp], source: Source) -> Condition {
        self.ops.is_one_of(codes(&self.op), group, &source.operations(), &mut self.named)
    }

    /// Cuts after a stage: `data`, and the control signals that later stages read.
    fn cut<'n>(&'n mut self, stage: &'static str, after: After, mut data: Vec<&'n mut Net>) -> Option<String> {
        let (saturates, sets, shifts) = (self.ops.saturates(), self.reads(&CMP), self.reads(&WRAP));
        data.extend((after <= After::Order && self.ops.several()).then_some(&mut self.op));
        data.extend((after == After::Select && sets).then_some(&mut self.cmp));
        data.extend((after <= After::Order && shifts).then_some(&mut self.wrap));
        data.extend((after <= After::Primary && saturates).then_some(&mut self.sat));
        data.extend(saturates.then_some(&mut self.dtype));
        data.extend([&mut self.dsel, &mut self.secop, &mut self.c]);
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

    /// Returns the stage, its result, and the net that says whether the value was clamped.
    fn saturate(&mut self, tmp: Net) -> Result<(Option<SaturateText>, Net, Net), VerilogError> {
        let hit = Net::new(if self.config.sat_o { "hit" } else { "unused_hit" }, 1);
        if !self.blocks.has(Block::Saturate) {
            return Ok((None, tmp, hit));
        }
        let value = Net::signed("sat_s34", 34);
        let instance = self
            .blocks
            .instance(Block::Saturate)
            .connect("x_i", &tmp)
            .connect("sat_i", &self.sat)
            .connect("signed_i", &self.dtype)
            .connect("dsel_i", &self.dsel)
            .connect("y_o", &value)
            .connect("hit_o", &hit)
            .finish()?;
        Ok((Some(SaturateText { value: value.clone(), hit: hit.clone(), instance }), value, hit))
    }

    // ---- secondary | merge ----

    fn in_series(&self, value: &Net, result: &Net) -> Result<Option<InSeries>, VerilogError> {
        if !self.blocks.has(Block::Merge) {
            return Ok(None);
        }
        let merged = Net::new("merged", 32);
        let merge = self.merge(value, &merged)?;
        let secondary = self.secondary(value, &merged, result)?;
        Ok(Some(InSeries { merged, merge, secondary }))
    }

    fn merge(&self, value: &Net, merged: &Net) -> Result<Instance, VerilogError> {
        self.blocks
            .instance(Block::Merge)
            .connect("x_i", value.slice(31, 0))
            .connect("c_i", &self.c)
            .connect("dsel_i", &self.dsel)
            .connect("d_o", merged)
            .finish()
    }

    fn secondary(&self, value: &Net, merged: &Net, result: &Net) -> Result<Instance, VerilogError> {
        self.blocks
            .instance(Block::Secondary)
            .connect("x_i", Expr::join(value.slice(33, 32), merged).as_signed())
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
