//! The scalar unit: the blocks that its operations need, and their connections.

mod behavioral;
mod interface;

use askama::Template;
use vidalu_model::control::Field;
use vidalu_model::control::scalar::{ASEL, ATYPE, BSEL, BTYPE, CMP, DSEL, DTYPE, FORMAT, OP, SAT, SECOP, WRAP};
use vidalu_model::isa;

use self::interface::{any, blocks, compares, facts, module, opcodes, parameter, saturates};
use crate::Operation::{Vabsdiff, Vadd, Vmax, Vmin, Vset, Vshl, Vshr, Vsub};
use crate::decode::{self, field_net};
use crate::design::{Library, Top};
use crate::header::{rule, sections};
use crate::landmark::{Landmarks, SELECT_A, SELECT_B};
use crate::pipeline::{Pipeline, Stage, Timing};
use crate::unit::{Blocks, Decoded, Frame, put};
use crate::verilog::{Condition, Expr, Instance, Module, Net, VerilogError};
use crate::{Block, Config, Operation, Style, Unit};

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
    sections: String,
    rule_primary: String,
    adder: Option<AdderText>,
    pick: Option<PickText>,
    shifter: Option<ShifterText>,
    tmp: Net,
    results: Vec<ResultText>,
    after_primary: Option<String>,
    saturate: Option<SaturateText>,
    after_saturate: Option<String>,
    merged: Net,
    merge: Instance,
    secondary: Instance,
    result: Net,
    at_output: Option<String>,
}

struct CompareText {
    less: Net,
    truth: Net,
    instance: Instance,
}

struct AdderText {
    subtract: Condition,
    reverse: Condition,
    sum: Net,
    instance: Instance,
}

struct PickText {
    takes_a: String,
    net: Net,
    a: String,
    b: String,
}

struct ShifterText {
    right: Condition,
    shifted: Net,
    instance: Instance,
    unused: Option<String>,
}

struct SaturateText {
    value: Net,
    hit: Net,
    instance: Instance,
}

/// A source of the result of the primary stage.
struct ResultText {
    /// The name of the net that selects the source.
    is: &'static str,
    padding: &'static str,
    when: Condition,
    value: String,
    joint: &'static str,
}

/// The groups of operations that share a source of the result.
const SUM: [Operation; 3] = [Vadd, Vsub, Vabsdiff];
const PICK: [Operation; 2] = [Vmin, Vmax];
const SHIFT: [Operation; 2] = [Vshl, Vshr];
const SET: [Operation; 1] = [Vset];
const SCALAR: [Operation; 8] = [Vadd, Vsub, Vmin, Vmax, Vabsdiff, Vset, Vshl, Vshr];

// Every operation of the unit has a source of its result.
const _: () = {
    let mut index = 0;
    while index < Operation::ALL.len() {
        let op = Operation::ALL[index];
        if matches!(op.unit(), isa::Unit::Scalar) {
            let is_grouped = has(&SUM, op) || has(&PICK, op) || has(&SHIFT, op) || has(&SET, op);
            assert!(is_grouped, "no source computes this operation");
            assert!(has(&SCALAR, op), "the unit does not list this operation");
        }
        index += 1;
    }
};

/// Returns whether `group` has `op`; slices have no `contains` in constants.
const fn has(group: &[Operation], op: Operation) -> bool {
    let mut index = 0;
    while index < group.len() {
        if group[index] as usize == op as usize {
            return true;
        }
        index += 1;
    }
    false
}

/// The nets for the order of the operands.
struct Order {
    less: Net,
    /// Whether `less` is read.
    orders: bool,
    holds: Net,
    /// Whether `holds` is read.
    decides: bool,
}

impl Order {
    fn new(config: &Config) -> Self {
        let (orders, decides) = (any(config, &PICK) || config.has(Vabsdiff), config.has(Vset));
        Self {
            less: Net::new(if orders { "less" } else { "unused_less" }, 1),
            orders,
            holds: Net::new(if decides { "holds" } else { "unused_holds" }, 1),
            decides,
        }
    }
}

/// Returns the stages of the unit. Their lengths depend on its operations.
fn stages(config: &Config) -> Vec<Stage> {
    let mut stages = vec![Stage::new("select", 2)];
    stages.extend(compares(config).then_some(Stage::new("order", 4)));
    stages.push(Stage::new("primary", 6));
    stages.extend(saturates(config).then_some(Stage::new("saturate", 4)));
    stages.push(Stage::new(LAST, 6));
    stages
}

/// The name of the last stage, in which an instruction does one of the two.
const LAST: &str = "secondary | merge";

/// Builds the blocks of the unit and the unit itself.
pub(crate) fn build(config: &Config, library: &mut Library) -> Result<Top, VerilogError> {
    if config.style == Style::Behavioral {
        return behavioral::build(config, library);
    }
    let blocks = Blocks::build(&blocks(config), config, library)?;
    let module = module(config)?;
    let (text, landmarks) = Builder::new(config, &blocks).text(&module)?;
    Ok(put(library, module, &text, landmarks))
}

/// Builds the text stage by stage.
struct Builder<'a> {
    config: &'a Config,
    blocks: &'a Blocks,
    pipeline: Pipeline<'a>,
    /// The operations whose codes the text names.
    named: Vec<Operation>,
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
    fn new(config: &'a Config, blocks: &'a Blocks) -> Self {
        Self {
            config,
            blocks,
            pipeline: Pipeline::new(Timing::of(Unit::Scalar, config), &stages(config)),
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

    fn has(&self, op: Operation) -> bool {
        self.config.has(op)
    }

    fn any(&self, group: &[Operation]) -> bool {
        any(self.config, group)
    }

    fn text(mut self, module: &Module) -> Result<(Text, Landmarks), VerilogError> {
        let entry = self.pipeline.enter(vec![&mut self.ctl, &mut self.a, &mut self.b, &mut self.c]);

        // select
        let ctl = self.ctl.clone();
        let (mut ta, mut tb) = (Net::signed("ta_s33", 33), Net::signed("tb_s33", 33));
        let (ta_first, tb_first) = (ta.clone(), tb.clone());
        let select_a = self.select(SELECT_A, &self.a, ASEL, Expr::from(&self.atype), &ta)?;
        let btype = if self.reads(&BTYPE) { Expr::from(&self.btype) } else { Expr::constant(1, 0) };
        let select_b = self.select(SELECT_B, &self.b, BSEL, btype, &tb)?;
        let after_select = self.cut_after_select(&mut ta, &mut tb);

        // order
        let mut order = Order::new(self.config);
        let compare = self.compare(&ta, &tb, &order)?;
        let after_order = compare.is_some().then(|| self.cut_after_order(&mut ta, &mut tb, &mut order)).flatten();

        // primary
        let adder = self.adder(&ta, &tb, &order)?;
        let pick = self.pick(&ta, &tb, &order);
        let shifter = self.shifter(&ta, &tb, after_order.is_some())?;
        let mut tmp = Net::signed("tmp_s34", 34);
        let tmp_first = tmp.clone();
        let results = self.results(&order);
        let after_primary = self.cut_after_primary(&mut tmp);

        // saturate
        let (saturate, mut value, mut hit) = self.saturate(tmp)?;
        let after_saturate = saturate.is_some().then(|| self.cut_after_saturate(&mut value, &mut hit)).flatten();

        // secondary | merge
        let merged = Net::new("merged", 32);
        let merge = self.merge(&value, &merged)?;
        let mut result = Net::new("d", 32);
        let result_first = result.clone();
        let secondary = self.secondary(&value, &merged, &result)?;
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

        let sections = sections(self.config);
        let text = Text {
            unit,
            ta: ta_first,
            tb: tb_first,
            select_a,
            select_b,
            after_select,
            compare,
            after_order,
            rule_primary: rule('=', "  // ==== primary: the operation, to 34 bits () ".len() + sections.len()),
            sections,
            adder,
            pick,
            shifter,
            tmp: tmp_first,
            results,
            after_primary,
            saturate,
            after_saturate,
            merged,
            merge,
            secondary,
            result: result_first,
            at_output,
        };
        Ok((text, self.pipeline.landmarks()))
    }

    // ---- decode ----

    /// Returns whether an operation of the unit reads this field.
    fn reads(&self, field: &Field) -> bool {
        interface::reads(self.config, field, !self.named.is_empty())
    }

    /// Returns the condition that the operation is in `group`, given that it is in `among`.
    fn is_one_of(&mut self, group: &[Operation], among: &[Operation]) -> Condition {
        let wanted = |op: &&Operation| self.config.has(**op);
        let (inside, outside): (Vec<Operation>, Vec<Operation>) =
            among.iter().filter(wanted).partition(|op| group.contains(op));
        let op = &self.op.name;
        let (text, named) = match (inside.as_slice(), outside.as_slice()) {
            ([], _) => (Condition::Never, vec![]),
            (_, []) => (Condition::Always, vec![]),
            ([_, _, ..], [other]) => (Condition::If(format!("({op} != {})", parameter(*other))), vec![*other]),
            (many, _) => {
                let terms: Vec<_> = many.iter().map(|one| format!("({op} == {})", parameter(*one))).collect();
                (Condition::If(terms.join(" || ")), many.to_vec())
            }
        };
        self.named.extend(named);
        text
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

    fn cut_after_select(&mut self, ta: &mut Net, tb: &mut Net) -> Option<String> {
        let (names_op, reads) = (self.names_op(), |field| self.reads(field));
        let (sat, cmp, wrap) = (reads(&SAT), reads(&CMP), reads(&WRAP));
        let mut signals = vec![ta, tb];
        signals.extend(names_op.then_some(&mut self.op));
        signals.extend(cmp.then_some(&mut self.cmp));
        signals.extend(wrap.then_some(&mut self.wrap));
        if sat {
            signals.extend([&mut self.sat, &mut self.dtype]);
        }
        signals.extend([&mut self.dsel, &mut self.secop, &mut self.c]);
        self.pipeline.cut("select", signals)
    }

    /// Returns whether the primary stage compares the code of the operation, which two operations
    /// require.
    fn names_op(&self) -> bool {
        self.config.ops.len() > 1
    }

    // ---- order ----

    fn compare(&self, ta: &Net, tb: &Net, order: &Order) -> Result<Option<CompareText>, VerilogError> {
        if !self.blocks.has(Block::Compare) {
            return Ok(None);
        }
        let cmp = if self.has(Vset) { Expr::from(&self.cmp) } else { Expr::constant(3, CMP.code("lt")) };
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

    fn cut_after_order(&mut self, ta: &mut Net, tb: &mut Net, order: &mut Order) -> Option<String> {
        let (names_op, reads) = (self.names_op(), |field| self.reads(field));
        let (sat, wrap) = (reads(&SAT), reads(&WRAP));
        let moves = self.any(&SUM) || self.any(&PICK);
        let shifts = self.any(&SHIFT);
        let mut signals = Vec::new();
        signals.extend((moves || shifts).then_some(ta));
        signals.extend((moves || shifts).then_some(tb));
        signals.extend(order.orders.then_some(&mut order.less));
        signals.extend(order.decides.then_some(&mut order.holds));
        signals.extend(names_op.then_some(&mut self.op));
        signals.extend(wrap.then_some(&mut self.wrap));
        if sat {
            signals.extend([&mut self.sat, &mut self.dtype]);
        }
        signals.extend([&mut self.dsel, &mut self.secop, &mut self.c]);
        self.pipeline.cut("order", signals)
    }

    // ---- primary ----

    fn adder(&mut self, ta: &Net, tb: &Net, order: &Order) -> Result<Option<AdderText>, VerilogError> {
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

    fn pick(&mut self, ta: &Net, tb: &Net, order: &Order) -> Option<PickText> {
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
    fn shifter(&mut self, ta: &Net, tb: &Net, is_cut: bool) -> Result<Option<ShifterText>, VerilogError> {
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

    fn results(&mut self, order: &Order) -> Vec<ResultText> {
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

    fn cut_after_primary(&mut self, tmp: &mut Net) -> Option<String> {
        let sat = self.reads(&SAT);
        let mut signals = vec![tmp];
        if sat {
            signals.extend([&mut self.sat, &mut self.dtype]);
        }
        signals.extend([&mut self.dsel, &mut self.secop, &mut self.c]);
        self.pipeline.cut("primary", signals)
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

    fn cut_after_saturate(&mut self, value: &mut Net, hit: &mut Net) -> Option<String> {
        let (dtype, hits) = (self.reads(&DTYPE), self.config.sat_o);
        let mut signals = vec![value];
        signals.extend(hits.then_some(hit));
        signals.extend(dtype.then_some(&mut self.dtype));
        signals.extend([&mut self.dsel, &mut self.secop, &mut self.c]);
        self.pipeline.cut("saturate", signals)
    }

    // ---- secondary | merge ----

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
        let signed = if self.reads(&DTYPE) { Expr::from(&self.dtype) } else { Expr::constant(1, 0) };
        self.blocks
            .instance(Block::Secondary)
            .connect("x_i", Expr::join(value.slice(33, 32), merged).as_signed())
            .connect("c_i", &self.c)
            .connect("signed_i", signed)
            .connect("secop_i", &self.secop)
            .connect("d_o", result)
            .finish()
    }
}
