//! The SIMD unit: the blocks that its operations need, and their connections.

mod behavioral;
pub(crate) mod decide;
mod halves;
mod interface;
mod lane_adder;
mod lane_sum;
mod last;
mod masks;
pub(crate) mod order;
pub(crate) mod primary;
mod tables;

use askama::Template;
use vidalu_model::control::Field;
use vidalu_model::control::simd::{ASEL, ATYPE, BSEL, BTYPE, CMP, DTYPE, FORMAT, OP, QUAD, SAT};

use self::decide::{Decide, decides, names_op};
use self::halves::{ByteSums, byte_adder, lane_carries};
use self::interface::{blocks, facts, fields, has_one_adder, module};
use self::lane_sum::{LaneRows, lane_rows};
use self::last::{LastStages, MERGE_OR_ACCUMULATE, Summands};
use self::masks::Masks;
use self::order::Order;
use self::primary::{Nets, Primary};
use crate::decode::{self, field_net};
use crate::design::{Library, Top};
use crate::landmark::{Landmarks, SELECT_A, SELECT_B};
use crate::operation::Source::{Pick, Set};
use crate::operation::VideoOp;
use crate::operation::{Codes, Operations, SUMMED, opcodes};
use crate::pipeline::{Pipeline, Stage, Timing};
use crate::unit::{Blocks, Decoded, Frame, put};
use crate::verilog::{Condition, Expr, Instance, Module, Net, VerilogError};
use crate::{Block, Config, Goal, Style, Unit};

// The template tests single bits of these codes. A changed code fails to compile here, so that it
// cannot break the hardware.
const _: () = {
    assert!(CMP.code("eq") == 0 && CMP.code("lt") == 2 && CMP.code("le") == 4);
    assert!(CMP.code("ne") == 1 && CMP.code("ge") == 3 && CMP.code("gt") == 5);
};

#[derive(Template)]
#[template(path = "simd.v")]
struct Text {
    unit: Frame,
    va: Net,
    vb: Net,
    select_a: Instance,
    select_b: Instance,
    after_select: Option<String>,
    subtract: Condition,
    by_sign: Condition,
    masks: Vec<String>,
    sum: Net,
    negative: Net,
    equal: Net,
    adder: AdderText,
    after_add: Option<String>,
    spreads: bool,
    decide: Option<Decide>,
    after_decide: Option<String>,
    primary: Primary,
    after_primary: Option<String>,
    saturate: Option<SaturateText>,
    summands: Option<SummandsText>,
    after_saturate: Option<String>,
    last: LastStages,
}

/// The adder, whose text is another one if rows are inside it.
enum AdderText {
    Block(Instance),
    Halves { nets: Vec<Net>, bytes: Instance, rows: String, lanes: Instance },
}

struct SaturateText {
    value: Net,
    hit: Net,
    instance: Instance,
    /// The mask, if the unit has the output `sat_o`.
    saturated: Option<String>,
}

/// The module that makes the summands of `.add`, if the unit has registers inside the sum.
struct SummandsText {
    nets: Vec<Net>,
    instance: Instance,
}

/// The stage of the adder without rows inside it.
const ADD: &str = "add";

/// The first half of the adder, which adds each byte alone.
const BYTES: &str = "bytes";

/// The second half, which joins bytes to lanes.
const LANES: &str = "lanes";

/// A place between two stages, where pipeline registers may be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum After {
    Select,
    Add,
    Decide,
    Primary,
    Saturate,
}

/// The lengths of the stages.
struct Lengths {
    select: u32,
    add: (u32, [u32; 2]),
    decide: u32,
    primary: u32,
    saturate: u32,
    last: (u32, [u32; 2]),
}

/// The lengths in proportion to the delays on FPGAs.
const ON_FPGAS: Lengths =
    Lengths { select: 4, add: (10, [4, 4]), decide: 1, primary: 3, saturate: 3, last: (9, [5, 3]) };

/// The lengths with which the rows of the form for cells stand where it is fastest. In cells, a
/// stretch that begins or ends at a port has half a register less, so a stage between two rows
/// counts more than its delay.
const IN_CELLS: Lengths =
    Lengths { select: 6, add: (14, [7, 4]), decide: 5, primary: 5, saturate: 7, last: (17, [7, 6]) };

/// Returns the stages of the unit. Which it has depends on its operations.
fn stages(ops: &Operations, goal: Goal) -> Vec<Stage> {
    let lengths = if goal == Goal::Cells { IN_CELLS } else { ON_FPGAS };
    let (add, [bytes, lanes]) = lengths.add;
    let mut stages = vec![Stage::new("select", lengths.select)];
    stages.extend(Stage::halves((ADD, add), [(BYTES, bytes), (LANES, lanes)]));
    stages.extend(decides(ops).then_some(Stage::new("decide", lengths.decide)));
    stages.push(Stage::new("primary", lengths.primary));
    stages.extend(ops.saturates().then_some(Stage::new("saturate", lengths.saturate)));
    let (last, halves) = lengths.last;
    stages.extend(last::stages(last, halves));
    stages
}

/// Builds the blocks of the unit and the unit itself.
pub(crate) fn build(config: &Config, library: &mut Library) -> Result<Top, VerilogError> {
    let ops = Operations::of(config, &[Unit::Simd]);
    if config.style == Style::Behavioral {
        return behavioral::build(config, &ops, library);
    }
    let stages = if has_one_adder(config, &ops) { tables::stages(&ops) } else { stages(&ops, config.goal) };
    let pipeline = Pipeline::new(Timing::of(Unit::Simd, config), &stages);
    let blocks = Blocks::build(&blocks(config, &ops, &pipeline), config, library)?;
    let module = module(config)?;
    let builder = Builder::new(config, ops, &blocks, pipeline);
    if has_one_adder(config, &builder.ops) {
        let (text, landmarks) = builder.text_in_tables(&module, library)?;
        return Ok(put(library, module, &text, landmarks));
    }
    let (text, landmarks) = builder.text(&module, library)?;
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
    op: Net,
    cmp: Net,
    quad: Net,
    dtype: Net,
    sat: Net,
    masks: Masks,
}

impl<'a> Builder<'a> {
    fn new(config: &'a Config, ops: Operations, blocks: &'a Blocks, pipeline: Pipeline<'a>) -> Self {
        Self {
            config,
            masks: Masks::new(&pipeline),
            pipeline,
            ops,
            blocks,
            named: Vec::new(),
            ctl: Net::new("ctl_i", FORMAT.width()),
            a: Net::new("a_i", 32),
            b: Net::new("b_i", 32),
            c: Net::new("c_i", 32),
            op: field_net(&OP),
            cmp: field_net(&CMP),
            quad: field_net(&QUAD),
            dtype: field_net(&DTYPE),
            sat: field_net(&SAT),
        }
    }

    fn text(mut self, module: &Module, library: &mut Library) -> Result<(Text, Landmarks), VerilogError> {
        let entry = self.pipeline.enter(vec![&mut self.ctl, &mut self.a, &mut self.b, &mut self.c]);

        // select
        let (ctl, masks) = (self.ctl.clone(), self.masks.text());
        let (mut va, mut vb) = (Net::new("va", 36), Net::new("vb", 36));
        let (va_first, vb_first) = (va.clone(), vb.clone());
        let select_a = self.select(SELECT_A, &ASEL, &ATYPE, &va)?;
        let select_b = self.select(SELECT_B, &BSEL, &BTYPE, &vb)?;
        let (subtract, by_sign) = self.ops.adder_controls(codes(&self.op), &mut self.named);
        let mut controls = ["subtract", "by_sign"].map(|name| Net::new(name, 1));
        let differs = [&subtract, &by_sign].map(Condition::varies);
        let mut data = vec![&mut va, &mut vb];
        data.extend(chosen(&mut controls, differs));
        let after_select = self.cut("select", After::Select, data);

        // add, or bytes and lanes
        let mut order = Order::new(&self.ops);
        let (sum_first, negative_first, equal_first) = order.clone().into_nets();
        let adder = self.adder([&mut va, &mut vb], (&mut controls, differs), &order, library)?;
        let after_add = self.cut_after_add(&mut va, &mut vb, &mut order);

        // decide
        let (in_cells, codes) = (self.config.goal == Goal::Cells, codes(&self.op));
        let (decide, mut decisions) = Decide::new(&self.ops, in_cells, codes, &self.cmp, &order, &mut self.named);
        let mut after_decide = None;
        if decide.is_some() {
            let mut data = decisions.nets_mut();
            data.extend(self.ops.any(&SUMMED).then_some(&mut order.sum));
            if self.ops.any(&[Pick]) {
                data.extend([&mut va, &mut vb]);
            }
            after_decide = self.cut("decide", After::Decide, data);
        }

        // primary
        let mut lanes = Net::new("lanes", 40);
        let (quad, va, vb) = (&self.quad, &va, &vb);
        let nets = Nets { decisions: &decisions, word: None, quad, va, vb, sum: &order.sum, shifted: None };
        let primary = Primary::new(&self.ops, &nets, &lanes);
        let after_primary = self.cut("primary", After::Primary, vec![&mut lanes]);

        // saturate
        let mut value = Net::new("clamped", 32);
        let mut saturated = Net::new("saturated", 1);
        let saturate = self.saturate(&lanes, &value)?;
        // `.add` never saturates, so the sum reads the lanes before the saturation.
        let mut summands = Summands::Lanes(lanes.clone());
        let mut summands_text = None;
        if self.makes_rows() {
            let rows = LaneRows::new();
            let read = [&lanes, self.masks.summed(), &self.quad];
            let instance = lane_rows((self.config, library), read, &rows)?;
            summands_text = Some(SummandsText { nets: rows.nets().to_vec(), instance });
            summands = Summands::Rows(rows);
        }
        let mut after_saturate = None;
        if saturate.is_some() {
            let mut data = summands.nets_mut();
            data.push(&mut value);
            data.extend(self.config.sat_o.then_some(&mut saturated));
            after_saturate = self.cut("saturate", After::Saturate, data);
        }

        // merge | accumulate, result
        let value = if saturate.is_some() { Expr::from(&value) } else { low_bytes(&lanes) };
        let (last, result) = self.last_stages(value, &summands, &mut saturated, library)?;

        let decoded = Decoded {
            fields: fields(&self.ops, &ctl, |field| self.reads(field)),
            unused_fields: decode::unused_fields(&FORMAT, &ctl, |field| self.reads(field)),
            opcodes: opcodes(&self.named),
        };
        let mut outputs = vec![("d_o", result.name.as_str())];
        outputs.extend(self.config.sat_o.then_some(("sat_o", saturated.name.as_str())));
        let facts = facts(self.config, &self.pipeline);
        let unit = Frame::new((Unit::Simd, self.config), module, (entry, &self.pipeline), &facts, decoded, &outputs);

        let text = Text {
            unit,
            va: va_first,
            vb: vb_first,
            select_a,
            select_b,
            after_select,
            subtract,
            by_sign,
            masks,
            sum: sum_first,
            negative: negative_first,
            equal: equal_first,
            adder,
            after_add,
            spreads: decisions.spread(),
            decide,
            after_decide,
            primary,
            after_primary,
            saturate,
            summands: summands_text,
            after_saturate,
            last,
        };
        Ok((text, self.pipeline.landmarks()))
    }

    // ---- decode ----

    /// Returns whether an operation of the unit reads this field.
    fn reads(&self, field: &Field) -> bool {
        interface::reads(&self.ops, field, !self.named.is_empty())
    }

    /// Cuts after a stage: `data`, and the control signals that later stages read.
    fn cut<'n>(&'n mut self, stage: &'static str, after: After, mut data: Vec<&'n mut Net>) -> Option<String> {
        let names_op = match after {
            After::Select if has_one_adder(self.config, &self.ops) => self.ops.several(),
            After::Select | After::Add => names_op(&self.ops, codes(&self.op)),
            After::Decide | After::Primary | After::Saturate => false,
        };
        let has_rows = after == After::Saturate && self.makes_rows();
        data.extend(names_op.then_some(&mut self.op));
        data.extend((after <= After::Add && self.ops.any(&[Set])).then_some(&mut self.cmp));
        data.extend((self.ops.both_widths() && !has_rows).then_some(&mut self.quad));
        if after <= After::Primary && self.ops.saturates() {
            data.extend([&mut self.sat, &mut self.dtype]);
        }
        data.extend(self.masks.nets_mut(has_rows));
        data.push(&mut self.c);
        self.pipeline.cut(stage, data)
    }

    /// Returns whether a module of its own makes the summands of `.add`.
    fn makes_rows(&self) -> bool {
        !has_one_adder(self.config, &self.ops) && !self.pipeline.has_stage(MERGE_OR_ACCUMULATE)
    }

    // ---- select ----

    fn select(&self, name: &str, sel: &Field, signed: &Field, y: &Net) -> Result<Instance, VerilogError> {
        self.blocks
            .named(Block::LaneSelect, name)
            .connect("x_i", Expr::join(&self.b, &self.a))
            .connect("sel_i", &field_net(sel))
            .connect("signed_i", &field_net(signed))
            .connect("y_o", y)
            .finish()
    }

    // ---- add ----

    /// Returns the adder. `differs` says which of the controls are not constant.
    fn adder(
        &mut self,
        [va, vb]: [&mut Net; 2],
        (controls, differs): (&mut [Net; 2], [bool; 2]),
        order: &Order,
        library: &mut Library,
    ) -> Result<AdderText, VerilogError> {
        let [subtract, by_sign] = &*controls;
        if self.pipeline.has_stage(ADD) {
            let instance = self
                .blocks
                .instance(Block::SegmentedAdder)
                .connect("a_i", &*va)
                .connect("b_i", &*vb)
                .connect("quad_i", &self.quad)
                .connect("subtract_i", subtract)
                .connect("by_sign_i", by_sign)
                .connect("sum_o", &order.sum)
                .connect("negative_o", &order.negative)
                .connect("equal_o", &order.equal)
                .finish()?;
            return Ok(AdderText::Block(instance));
        }
        let mut sums = ByteSums::new();
        let bytes = byte_adder((self.config, library), [va, vb, subtract], &sums)?;
        let nets = sums.nets().map(Clone::clone).to_vec();
        let mut data = Vec::from(sums.nets_mut());
        if self.ops.any(&[Pick]) {
            data.extend([va, vb]);
        }
        data.extend(chosen(controls, differs));
        // The next stage reads the same fields as this one.
        let rows = self.cut(BYTES, After::Select, data).expect("rows are between the halves");
        let [subtract, by_sign] = &*controls;
        let lanes = lane_carries((self.config, library), &sums, [&self.quad, subtract, by_sign], order)?;
        Ok(AdderText::Halves { nets, bytes, rows, lanes })
    }

    fn cut_after_add(&mut self, va: &mut Net, vb: &mut Net, order: &mut Order) -> Option<String> {
        let mut data = order.read(&self.ops);
        if self.ops.any(&[Pick]) {
            data.extend([va, vb]);
        }
        self.cut(if self.pipeline.has_stage(ADD) { ADD } else { LANES }, After::Add, data)
    }

    // ---- saturate ----

    fn saturate(&self, lanes: &Net, value: &Net) -> Result<Option<SaturateText>, VerilogError> {
        if !self.ops.saturates() {
            return Ok(None);
        }
        let hit = Net::new(if self.config.sat_o { "hit" } else { "unused_hit" }, 4);
        let instance = self
            .blocks
            .instance(Block::LaneSaturate)
            .connect("x_i", lanes)
            .connect("sat_i", &self.sat)
            .connect("signed_i", &self.dtype)
            .connect("quad_i", &self.quad)
            .connect("y_o", value)
            .connect("hit_o", &hit)
            .finish()?;
        let saturated = self.config.sat_o.then(|| self.masks.merged().name.clone());
        Ok(Some(SaturateText { value: value.clone(), hit, instance, saturated }))
    }
}

/// Returns those of the nets that `differs` chooses.
fn chosen(nets: &mut [Net; 2], differs: [bool; 2]) -> impl Iterator<Item = &mut Net> {
    nets.iter_mut().zip(differs).filter_map(|(net, differs)| differs.then_some(net))
}

/// Returns the nets that tell operations apart, given the code.
fn codes(op: &Net) -> Codes<'_> {
    Codes { op, word: None, max_excluded: usize::MAX }
}

/// Returns the bytes of lanes without the bits above them.
fn low_bytes(lanes: &Net) -> Expr {
    let upper = Expr::join(lanes.slice(37, 30), lanes.slice(27, 20));
    Expr::join(upper, Expr::join(lanes.slice(17, 10), lanes.slice(7, 0)))
}
