//! The unit for the scalar and the SIMD instructions on one datapath. A word is a third width of
//! lanes.

mod control;
mod interface;
mod signals;

use askama::Template;
use vidalu_model::control::{Field, WIDTH, simd};

use self::control::Decode;
use self::interface::{blocks, facts, module};
use self::signals::Signals;
use crate::decode::field_net;
use crate::design::{Library, Top};
use crate::header::banner;
use crate::landmark::{Landmarks, SELECT_A, SELECT_B};
use crate::operation::Source::{Pick, Shift};
use crate::operation::VideoOp::{self, Vshr};
use crate::operation::{Operations, SUMMED, opcodes};
use crate::pipeline::{Pipeline, Stage, Timing};
use crate::simd::After;
use crate::simd::decide::{Decide, decides};
use crate::simd::order::Order;
use crate::simd::primary::{Nets, Primary};
use crate::unit::{Blocks, Decoded, Frame, put};
use crate::verilog::{Condition, Expr, Instance, Module, Net, VerilogError};
use crate::{Block, Config, Unit};

#[derive(Template)]
#[template(path = "lanes.v")]
struct Text {
    unit: Frame,
    mask: Expr,
    va: Net,
    vb: Net,
    select_a: Instance,
    select_b: Instance,
    after_select: Option<String>,
    banner_add: String,
    subtract: Condition,
    by_sign: Condition,
    sum: Net,
    negative: Net,
    equal: Net,
    adder: Instance,
    shifter: Option<ShifterText>,
    after_add: Option<String>,
    spreads: bool,
    decide: Option<Decide>,
    after_decide: Option<String>,
    primary: Primary,
    after_primary: Option<String>,
    saturate: Option<SaturateText>,
    after_saturate: Option<String>,
    last: LastText,
    summed: Net,
    less: Net,
    accumulate: Instance,
    merged: Net,
    merge: Instance,
    at_output: Option<String>,
}

struct ShifterText {
    right: Condition,
    instance: Instance,
}

struct SaturateText {
    clamped: Net,
    hit: Net,
    instance: Instance,
    /// The lanes before they are clamped.
    lanes: String,
    /// The mask, if the unit has the output `sat_o`.
    saturated: Option<String>,
}

/// The nets that the last stage reads.
struct LastText {
    value: String,
    is_part: String,
    is_byte: String,
    mask: String,
    picks: String,
    max: String,
    is_sum: String,
}

impl LastText {
    fn new(signals: &Signals, value: &Net) -> Self {
        let Signals { is_part, is_byte, mask, picks, max, accumulate, .. } = signals;
        let [value, is_part, is_byte, mask, picks, max, is_sum] =
            [value, is_part, is_byte, mask, picks, max, accumulate].map(|net| net.name.clone());
        Self { value, is_part, is_byte, mask, picks, max, is_sum }
    }
}

/// The names of the fields that select a vector of operands.
struct Vector {
    sel: Field,
    part: &'static str,
    /// 1 if a part of a word is a part of `b`.
    upper: u64,
    ty: Field,
}

/// The name of the last stage, in which an instruction does one of the three.
const LAST: &str = "secondary | merge | accumulate";

/// Returns the name of the stage of the adder, and of the shifter if the unit has one.
fn add_stage(ops: &Operations) -> &'static str {
    if ops.any(&[Shift]) { "add | shift" } else { "add" }
}

/// Returns the stages of the unit. Their lengths depend on its operations.
fn stages(ops: &Operations) -> Vec<Stage> {
    let mut stages = vec![Stage::new("select", 3), Stage::new(add_stage(ops), 7)];
    stages.extend(decides(ops).then_some(Stage::new("decide", 1)));
    stages.push(Stage::new("primary", 1));
    stages.extend(ops.saturates().then_some(Stage::new("saturate", 4)));
    stages.push(Stage::new(LAST, 9));
    stages
}

/// Builds the blocks of the unit and the unit itself.
pub(crate) fn build(config: &Config, library: &mut Library) -> Result<Top, VerilogError> {
    let ops = Operations::of(config, &[Unit::Scalar, Unit::Simd]);
    let blocks = Blocks::with_word(&blocks(&ops), config, library)?;
    let module = module(config)?;
    let (text, landmarks) = Builder::new(config, ops, &blocks).text(&module)?;
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
    ctl: Net,
    a: Net,
    b: Net,
    signals: Signals,
}

impl<'a> Builder<'a> {
    fn new(config: &'a Config, ops: Operations, blocks: &'a Blocks) -> Self {
        Self {
            config,
            pipeline: Pipeline::new(Timing::of(Unit::Lanes, config), &stages(&ops)),
            ops,
            blocks,
            named: Vec::new(),
            ctl: Net::new("ctl_i", WIDTH),
            a: Net::new("a_i", 32),
            b: Net::new("b_i", 32),
            signals: Signals::new(),
        }
    }

    fn text(mut self, module: &Module) -> Result<(Text, Landmarks), VerilogError> {
        let entry = self.pipeline.enter(vec![&mut self.ctl, &mut self.a, &mut self.b, &mut self.signals.c]);

        // select
        let ctl = self.ctl.clone();
        let (mut va, mut vb) = (Net::new("va", 36), Net::new("vb", 36));
        let (va_first, vb_first) = (va.clone(), vb.clone());
        let select_a =
            self.select(SELECT_A, &Vector { sel: simd::ASEL, part: "apart", upper: 0, ty: simd::ATYPE }, &va)?;
        let select_b =
            self.select(SELECT_B, &Vector { sel: simd::BSEL, part: "bpart", upper: 1, ty: simd::BTYPE }, &vb)?;
        let after_select = self.cut("select", After::Select, vec![&mut va, &mut vb]);

        // add | shift
        let (subtract, by_sign) = self.ops.adder_controls(self.signals.codes(), &mut self.named);
        let mut order = Order::new(&self.ops);
        let (sum, negative, equal) = order.clone().into_nets();
        let adder = self.adder(&va, &vb, &order)?;
        let mut shifted = Net::new("shifted", 40);
        let shifter = self.shifter(&va, &vb)?;
        let after_add = self.cut_after_add(&mut va, &mut vb, &mut order, &mut shifted);

        // decide
        let (decide, mut decisions) =
            Decide::new(&self.ops, false, self.signals.codes(), &self.signals.cmp, &order, &mut self.named);
        let mut after_decide = None;
        if decide.is_some() {
            let mut data = decisions.nets_mut();
            data.extend(self.ops.any(&SUMMED).then_some(&mut order.sum));
            data.extend(self.ops.any(&[Pick]).then_some([&mut va, &mut vb]).into_iter().flatten());
            data.extend(self.ops.any(&[Shift]).then_some(&mut shifted));
            after_decide = self.cut("decide", After::Decide, data);
        }

        // primary
        let mut lanes = Net::new("lanes", 40);
        let (word, quad) = (Some(&self.signals.word), &self.signals.quad);
        let (va, vb, shifted) = (&va, &vb, Some(&shifted));
        let nets = Nets { decisions: &decisions, word, quad, va, vb, sum: &order.sum, shifted };
        let primary = Primary::new(&self.ops, &nets, &lanes);
        let after_primary = self.cut("primary", After::Primary, vec![&mut lanes]);

        // saturate
        let mut saturated = Net::new("saturated", 1);
        let saturate = self.saturate(&lanes)?;
        let (mut value, mut after_saturate) = (lanes, None);
        if saturate.is_some() {
            value = Net::new("value", 40);
            let mut data = vec![&mut value];
            data.extend(self.config.sat_o.then_some(&mut saturated));
            after_saturate = self.cut("saturate", After::Saturate, data);
        }

        // secondary | merge | accumulate
        let (merged, summed, less) = (Net::new("merged", 32), Net::new("summed", 32), Net::new("less", 1));
        let accumulate = self.accumulate(&value, &summed, &less)?;
        let merge = self.merge(&merged)?;
        let last = LastText::new(&self.signals, &value);
        let mut result = Net::new("d", 32);
        let mut outputs = vec![&mut result];
        outputs.extend(self.config.sat_o.then_some(&mut saturated));
        let at_output = self.pipeline.cut(LAST, outputs);

        let opcodes = opcodes(&self.named);
        let decode = Decode::new(&ctl, &self.ops, !opcodes.is_empty());
        let decoded = Decoded { fields: decode.fields(), unused_fields: decode.unused_fields(), opcodes };
        let mut outputs = vec![("d_o", result.name.as_str())];
        outputs.extend(self.config.sat_o.then_some(("sat_o", saturated.name.as_str())));
        let facts = facts(self.config, &self.pipeline);
        let unit = Frame::new((Unit::Lanes, self.config), module, (entry, &self.pipeline), &facts, decoded, &outputs);
        let banner_add =
            format!("{}: a + b or a - b in every lane, and their order (9.7.18.1, 9.7.18.2)", add_stage(&self.ops));
        let banner_add = banner(&banner_add);
        let text = Text {
            unit,
            mask: ctl.slice(simd::MASK.hi(), simd::MASK.lo),
            va: va_first,
            vb: vb_first,
            select_a,
            select_b,
            after_select,
            banner_add,
            subtract,
            by_sign,
            sum,
            negative,
            equal,
            adder,
            shifter,
            after_add,
            spreads: decisions.spread(),
            decide,
            after_decide,
            primary,
            after_primary,
            saturate,
            after_saturate,
            last,
            summed,
            less,
            accumulate,
            merged,
            merge,
            at_output,
        };
        Ok((text, self.pipeline.landmarks()))
    }

    /// Cuts after a stage: `data`, and the control signals that later stages read.
    fn cut<'n>(&'n mut self, stage: &'static str, after: After, mut data: Vec<&'n mut Net>) -> Option<String> {
        data.extend(self.signals.read(after, &self.ops));
        self.pipeline.cut(stage, data)
    }

    // ---- select ----

    fn select(&self, name: &str, vector: &Vector, y: &Net) -> Result<Instance, VerilogError> {
        self.blocks
            .named(Block::LaneSelect, name)
            .connect("x_i", Expr::join(&self.b, &self.a))
            .connect("sel_i", &field_net(&vector.sel))
            .connect("word_i", &self.signals.word)
            .connect("upper_i", Expr::constant(1, vector.upper))
            .connect("part_i", &Net::new(vector.part, 3))
            .connect("signed_i", &field_net(&vector.ty))
            .connect("y_o", y)
            .finish()
    }

    // ---- add | shift ----

    fn adder(&self, va: &Net, vb: &Net, order: &Order) -> Result<Instance, VerilogError> {
        self.blocks
            .instance(Block::SegmentedAdder)
            .connect("a_i", va)
            .connect("b_i", vb)
            .connect("quad_i", &self.signals.quad)
            .connect("word_i", &self.signals.word)
            .connect("subtract_i", &Net::new("subtract", 1))
            .connect("by_sign_i", &Net::new("by_sign", 1))
            .connect("sum_o", &order.sum)
            .connect("negative_o", &order.negative)
            .connect("equal_o", &order.equal)
            .finish()
    }

    fn shifter(&mut self, va: &Net, vb: &Net) -> Result<Option<ShifterText>, VerilogError> {
        if !self.ops.any(&[Shift]) {
            return Ok(None);
        }
        let right = self.ops.is_one_of(self.signals.codes(), &[Vshr], &Shift.operations(), &mut self.named);
        let x = Expr::join(va.slice(35, 27), Expr::join(va.slice(25, 18), Expr::join(va.slice(16, 9), va.slice(7, 0))));
        let amount =
            Expr::join(vb.slice(34, 27), Expr::join(vb.slice(25, 18), Expr::join(vb.slice(16, 9), vb.slice(7, 0))));
        let instance = self
            .blocks
            .instance(Block::Shifter)
            .connect("x_i", x.as_signed())
            .connect("amount_i", amount)
            .connect("wrap_i", &self.signals.wrap)
            .connect("right_i", &Net::new("right", 1))
            .connect("y_o", &Net::signed("shifted_s34", 34))
            .finish()?;
        Ok(Some(ShifterText { right, instance }))
    }

    fn cut_after_add(&mut self, va: &mut Net, vb: &mut Net, order: &mut Order, shifted: &mut Net) -> Option<String> {
        let mut data = order.read(&self.ops);
        if self.ops.any(&[Pick]) {
            data.extend([va, vb]);
        }
        data.extend(self.ops.any(&[Shift]).then_some(shifted));
        self.cut(add_stage(&self.ops), After::Add, data)
    }

    // ---- saturate ----

    fn saturate(&self, lanes: &Net) -> Result<Option<SaturateText>, VerilogError> {
        if !self.ops.saturates() {
            return Ok(None);
        }
        let clamped = Net::new("clamped", 32);
        let hit = Net::new(if self.config.sat_o { "hit" } else { "unused_hit" }, 4);
        let instance = self
            .blocks
            .instance(Block::LaneSaturate)
            .connect("x_i", lanes)
            .connect("sat_i", &self.signals.sat)
            .connect("signed_i", &self.signals.dtype)
            .connect("quad_i", &self.signals.quad)
            .connect("word_i", &self.signals.word)
            .connect("part_i", &self.signals.is_part)
            .connect("byte_i", &self.signals.is_byte)
            .connect("y_o", &clamped)
            .connect("hit_o", &hit)
            .finish()?;
        let saturated = self.config.sat_o.then(|| self.signals.mask.name.clone());
        Ok(Some(SaturateText { clamped, hit, instance, lanes: lanes.name.clone(), saturated }))
    }

    // ---- secondary | merge | accumulate ----

    fn accumulate(&self, value: &Net, summed: &Net, less: &Net) -> Result<Instance, VerilogError> {
        let signed = if self.ops.saturates() { Expr::from(&self.signals.dtype) } else { Expr::constant(1, 0) };
        self.blocks
            .instance(Block::Accumulate)
            .connect("x_i", value)
            .connect("c_i", &self.signals.c)
            .connect("mask_i", &self.signals.mask)
            .connect("quad_i", &self.signals.quad)
            .connect("word_i", &self.signals.word)
            .connect("subtract_i", &self.signals.picks)
            .connect("signed_i", signed)
            .connect("d_o", summed)
            .connect("less_o", less)
            .finish()
    }

    fn merge(&self, merged: &Net) -> Result<Instance, VerilogError> {
        self.blocks
            .instance(Block::LaneMerge)
            .connect("x_i", &Net::new("placed", 32))
            .connect("c_i", &self.signals.c)
            .connect("mask_i", &Net::new("written", 4))
            .connect("d_o", merged)
            .finish()
    }
}
