//! Unit `vmad`: the stages of its only instruction, with a multiplier in one piece or a structural
//! one.
//!
//! The product is never negated: -p + c is ~(p + ~c), and p - c is p + ~c + 1. So there is one sum
//! with one carry input, and the addend can be one of the rows of the multiplier.
//!
//! In the form for cells, circuits beside the adder find whether the sum fits its word if the
//! lowest bit of its range is 0, and if it is 1. Right behind the sum, this bit chooses.

mod behavioral;
mod interface;

use askama::Template;
use vidalu_model::control::Field;
use vidalu_model::control::scalar::DSEL;
use vidalu_model::control::vmad::{ASEL, ATYPE, BSEL, BTYPE, DTYPE, FORMAT, MODE, SAT, SCALE};

use self::interface::{ADD, JOIN, LAST, THIRDS, facts, is_for_cells, module, stages};
use crate::arith::{self, Addition, Live, Multiply};
use crate::decode::{self, field_net};
use crate::design::{Library, Top};
use crate::header::banner;
use crate::landmark::{Landmarks, SELECT_A, SELECT_B, UNUSED};
use crate::pipeline::{Pipeline, Timing};
use crate::unit::{Decoded, Frame, put};
use crate::verilog::{Declaration, Expr, Instance, Module, Net, VerilogError};
use crate::{Block, Config, Style, Unit, block};

// The text tests single bits of these codes.
const _: () = {
    assert!(MODE.code("plain") == 0 && MODE.code("negate_product") == 1);
    assert!(MODE.code("negate_c") == 2 && MODE.code("plus_one") == 3);
};

#[derive(Template)]
#[template(path = "vmad.v")]
struct Text {
    unit: Frame,
    unused_dtype: String,
    select_a: Instance,
    select_b: Instance,
    c: String,
    after_select: Option<String>,
    steps: Vec<StepText>,
    banner_add: String,
    range: Option<RangeText>,
    total: TotalText,
    end: EndText,
    at_output: Option<String>,
}

/// The text beside the adder, which finds `zeros_fit` and `ones_fit`.
struct RangeText {
    /// Bits 65 to 31 of both numbers.
    numbers: [String; 2],
    scale: String,
    is_signed: String,
}

/// The text behind the sum.
enum EndText {
    /// The blocks that shift, then clamp. `negates_product` complements the sum before the row.
    InSeries {
        negates_product: String,
        after_add: Option<String>,
        scale: Instance,
        after_scale: Option<String>,
        saturate: Instance,
        hit: Net,
    },
    /// One choice, by the nets `zeros_fit` and `ones_fit`.
    AtOnce {
        after_add: Option<String>,
        sum: String,
        negates_product: String,
        scale: String,
        is_signed: String,
        sat: String,
        fits: [String; 2],
    },
}

/// A step of the multiplication.
struct StepText {
    banner: String,
    nets: Vec<Net>,
    instance: Instance,
    row: Option<String>,
}

/// The sum, before it is complemented for a negated product.
enum TotalText {
    /// The operator `+`, on the product and the addend.
    OfProduct { product: String, addend: String, sign: String, one: String },
    /// The operator `+`, on the two numbers that a multiplier leaves.
    OfRows { sum: String, carry: String, one: String },
    /// A structural adder.
    Adder(Instance),
    /// Adders of thirds, with rows of registers behind them.
    Thirds(Box<ThirdsText>),
}

/// Adders of thirds, and behind rows of registers the choice between them.
struct ThirdsText {
    operands: Vec<String>,
    sums: Vec<Addition>,
    rows: String,
    low: Third,
    middle: [Third; 2],
    high: [Third; 2],
}

/// A third of the sum, for one carry into it, and the carry out of it.
struct Third {
    sum: Net,
    carry: Net,
}

impl Third {
    const WIDTH: u32 = 22;

    fn new(name: &str, carry: &str) -> Self {
        Self { sum: Net::new(name, Self::WIDTH), carry: Net::new(carry, 1) }
    }

    /// Returns the bits of a number in third `index`, from the lowest.
    fn of(number: &Net, index: u32) -> Expr {
        number.slice((index + 1) * Self::WIDTH - 1, index * Self::WIDTH)
    }

    fn nets(&self) -> [&Net; 2] {
        [&self.sum, &self.carry]
    }
}

/// The two numbers of 66 bits that are added.
struct Summands {
    whole: [Expr; 2],
    /// The thirds, from the lowest, if rows of registers can be inside the sum.
    thirds: Option<[[Expr; 2]; 3]>,
    /// Bits 65 to 31, as Verilog.
    range: [String; 2],
    /// The text of the sum without registers inside.
    text: TotalText,
}

/// Builds the blocks of the unit and the unit itself.
pub(crate) fn build(config: &Config, library: &mut Library) -> Result<Top, VerilogError> {
    if config.style == Style::Behavioral {
        return behavioral::build(config, library);
    }
    let multiply = Multiply::new(config, 33, library)?;
    let in_series = !is_for_cells(config);
    let mut part = |block| block::build(block, config, library);
    let parts = Modules {
        select: part(Block::Select)?,
        multiplier: if multiply.is_none() { Some(part(Block::Multiplier)?) } else { None },
        scale: in_series.then(|| part(Block::Scale)).transpose()?,
        saturate: in_series.then(|| part(Block::Saturate)).transpose()?,
        multiply,
    };
    let module = module(config)?;
    let (text, landmarks) = Builder::new(config, &parts).text(&module, library)?;
    Ok(put(library, module, &text, landmarks))
}

/// The modules that the unit instantiates.
struct Modules {
    select: Module,
    /// The multiplier in one piece, for `*`.
    multiplier: Option<Module>,
    /// The modules of a structural multiplier.
    multiply: Option<Multiply>,
    /// The block that shifts the sum, except in the form for cells.
    scale: Option<Module>,
    /// The block that clamps the sum, except in the form for cells.
    saturate: Option<Module>,
}

/// Builds the text stage by stage.
struct Builder<'a> {
    config: &'a Config,
    parts: &'a Modules,
    pipeline: Pipeline<'a>,
    // The nets that carry these signals in the current stage
    negates_product: Net,
    adds_one: Net,
    is_signed: Net,
    sat: Net,
    scale: Net,
    /// The nets whose bits are all 1 if the sum fits its word: if the lowest bit of the range is 0,
    /// and if it is 1. Only the form for cells has them.
    fits: [Net; 2],
}

impl<'a> Builder<'a> {
    fn new(config: &'a Config, parts: &'a Modules) -> Self {
        let stages = stages(config, parts.multiply.as_ref().map(Multiply::stages));
        Self {
            config,
            parts,
            pipeline: Pipeline::new(Timing::of(Unit::Vmad, config), &stages),
            negates_product: Net::new("negates_product", 1),
            adds_one: Net::new("adds_one", 1),
            is_signed: Net::new("is_signed", 1),
            sat: field_net(&SAT),
            scale: field_net(&SCALE),
            fits: ["zeros_fit", "ones_fit"].map(|name| Net::new(name, 4)),
        }
    }

    fn text(mut self, module: &Module, library: &mut Library) -> Result<(Text, Landmarks), VerilogError> {
        let (mut ctl, mut c) = (Net::new("ctl_i", FORMAT.width()), Net::new("c_i", 32));
        let (mut a, mut b) = (Net::new("a_i", 32), Net::new("b_i", 32));
        let entry = self.pipeline.enter(vec![&mut ctl, &mut a, &mut b, &mut c]);

        // select
        let (ta, tb) = (Net::signed("ta_s33", 33), Net::signed("tb_s33", 33));
        let select_a = self.select(SELECT_A, &a, (ASEL, ATYPE), &ta)?;
        let select_b = self.select(SELECT_B, &b, (BSEL, BTYPE), &tb)?;
        let mut factors = Live::default();
        [ta, tb, Net::signed("addend_s33", 33)].into_iter().for_each(|net| factors.add(net));
        let after_select = self.cut("select", factors.nets_mut().collect());

        // multiply, add
        let (steps, summands) = match &self.parts.multiply {
            None => self.in_one_piece(factors)?,
            Some(multiply) => self.in_pieces(multiply, factors)?,
        };
        let range = is_for_cells(self.config).then(|| RangeText {
            numbers: summands.range.clone(),
            scale: self.scale.name.clone(),
            is_signed: self.is_signed.name.clone(),
        });
        let total = self.total(summands, library)?;
        let banner_add = banner(match total {
            TotalText::Thirds(_) => "thirds: the sum of product and addend in three parts (SEMANTICS D5)",
            _ => "add: the sum of product and addend, exact in 66 bits (SEMANTICS D5)",
        });
        let last = if range.is_some() { LAST } else { "saturate" };
        let (end, mut hit) = if range.is_some() { self.at_once() } else { self.in_series()? };
        let mut result = Net::new("d", 32);
        let mut outputs = vec![&mut result];
        outputs.extend(self.config.sat_o.then_some(&mut hit));
        let at_output = self.pipeline.cut(last, outputs);

        let mut outputs = vec![("d_o", result.name.as_str())];
        outputs.extend(self.config.sat_o.then_some(("sat_o", hit.name.as_str())));
        let facts = facts(&self.pipeline);
        let of = (Unit::Vmad, self.config);
        let unit = Frame::new(of, module, (entry, &self.pipeline), &facts, decoded(&ctl), &outputs);

        let text = Text {
            unit,
            unused_dtype: ctl.slice(DTYPE.hi(), DTYPE.lo).to_string(),
            select_a,
            select_b,
            c: c.name,
            after_select,
            steps,
            banner_add,
            range,
            total,
            end,
            at_output,
        };
        Ok((text, self.pipeline.landmarks()))
    }

    /// Shifts the sum, then clamps it. Returns the text and the net that says whether it is
    /// clamped.
    fn in_series(&mut self) -> Result<(EndText, Net), VerilogError> {
        let part = |module: &'a Option<Module>| module.as_ref().expect("only the form for cells has no such block");
        let (scale_module, saturate_module) = (part(&self.parts.scale), part(&self.parts.saturate));
        let negates_product = self.negates_product.name.clone();
        let mut sum = Net::new("sum_s66", 66);
        let last = self.last_of_sum();
        let Self { pipeline, is_signed, sat, scale, .. } = &mut *self;
        let after_add = pipeline.cut(last, vec![&mut sum, scale, sat, is_signed]);

        let mut scaled = Net::signed("scaled_s34", 34);
        let scale = Instance::of(scale_module, &Block::Scale.instance())
            .connect("high_i", sum.slice(65, 32).as_signed())
            .connect("low_i", sum.slice(31, 0))
            .connect("scale_i", &self.scale)
            .connect("y_o", &scaled)
            .finish()?;
        let after_scale = self.pipeline.cut("scale", vec![&mut scaled, &mut self.sat, &mut self.is_signed]);

        let hit = Net::new(if self.config.sat_o { "hit" } else { "unused_hit" }, 1);
        let saturate = Instance::of(saturate_module, &Block::Saturate.instance())
            .connect("x_i", &scaled)
            .connect("sat_i", &self.sat)
            .connect("signed_i", &self.is_signed)
            .connect("dsel_i", Expr::constant(DSEL.width, DSEL.code("word")))
            .connect("y_o", &Net::signed("saturated_s34", 34))
            .connect("hit_o", &hit)
            .finish()?;
        let text = EndText::InSeries { negates_product, after_add, scale, after_scale, saturate, hit: hit.clone() };
        Ok((text, hit))
    }

    /// Shifts and clamps the sum in one choice. Returns the text and the net that says whether it
    /// is clamped.
    fn at_once(&mut self) -> (EndText, Net) {
        let mut sum = Net::new("sum_s49", 49);
        let last = self.last_of_sum();
        let Self { pipeline, negates_product, is_signed, sat, scale, fits: [zeros, ones], .. } = &mut *self;
        let after_add = pipeline.cut(last, vec![&mut sum, negates_product, scale, sat, is_signed, zeros, ones]);
        let text = EndText::AtOnce {
            after_add,
            sum: sum.name,
            negates_product: self.negates_product.name.clone(),
            scale: self.scale.name.clone(),
            is_signed: self.is_signed.name.clone(),
            sat: self.sat.name.clone(),
            fits: self.fits.each_ref().map(|net| net.name.clone()),
        };
        (text, Net::new("hit", 1))
    }

    /// Returns the stage after which the whole sum is known.
    fn last_of_sum(&self) -> &'static str {
        if self.pipeline.has_stage(JOIN) { JOIN } else { ADD }
    }

    /// Cuts after a stage up to the sum: `numbers`, and the signals that later stages read.
    fn cut<'n>(&'n mut self, after: &'static str, mut numbers: Vec<&'n mut Net>) -> Option<String> {
        let Self { pipeline, negates_product, adds_one, is_signed, sat, scale, .. } = self;
        numbers.extend([negates_product, adds_one, is_signed, sat, scale]);
        pipeline.cut(after, numbers)
    }

    fn select(&self, name: &str, x: &Net, (sel, signed): (Field, Field), y: &Net) -> Result<Instance, VerilogError> {
        Instance::of(&self.parts.select, name)
            .connect("x_i", x)
            .connect("sel_i", &field_net(&sel))
            .connect("signed_i", &field_net(&signed))
            .connect("y_o", y)
            .finish()
    }

    /// Multiplies with `*`.
    fn in_one_piece(&mut self, mut live: Live) -> Result<(Vec<StepText>, Summands), VerilogError> {
        let module = self.parts.multiplier.as_ref().expect("`*` has a multiplier in one piece");
        let nets = [Net::signed("product_high", 34), Net::new("product_low", 32)];
        let instance = Instance::of(module, &Block::Multiplier.instance())
            .connect("a_i", &live.take("ta_s33"))
            .connect("b_i", &live.take("tb_s33"))
            .connect("high_o", &nets[0])
            .connect("low_o", &nets[1])
            .finish()?;
        nets.iter().for_each(|net| live.add(net.clone()));
        let row = self.cut("multiply", live.nets_mut().collect());
        let banner = banner("multiply: the product, exact (9.7.18.1.3)");
        let step = StepText { banner, nets: nets.to_vec(), instance, row };

        let [high, low, addend] = ["product_high", "product_low", "addend_s33"].map(|name| live.take(name));
        let sign = addend.slice(32, 32);
        let text = TotalText::OfProduct {
            product: Expr::join(&high, &low).to_string(),
            sign: sign.to_string(),
            addend: addend.name.clone(),
            one: self.adds_one.name.clone(),
        };
        let summands = Summands {
            whole: [Expr::join(high.slice(33, 0), &low), Expr::sign_extend(&addend, 33)],
            thirds: None,
            range: [
                Expr::join(high.slice(33, 0), low.slice(31, 31)).to_string(),
                Expr::join(sign.repeated(33), addend.slice(32, 31)).to_string(),
            ],
            text,
        };
        Ok((vec![step], summands))
    }

    /// Multiplies with the modules of an architecture, with the addend among the rows.
    fn in_pieces(&mut self, multiply: &Multiply, mut live: Live) -> Result<(Vec<StepText>, Summands), VerilogError> {
        let operands = ["ta_s33", "tb_s33", "addend_s33"].map(|name| live.take(name));
        let step = multiply.rows(operands.each_ref().map(Expr::from), &mut live)?;
        let row = self.cut("rows", live.nets_mut().collect());
        let banner_rows = banner("rows: the product as a sum of rows, of which the addend is one (9.7.18.1.3)");
        let mut steps = vec![StepText { banner: banner_rows, nets: step.nets, instance: step.instance, row }];
        for part in 0..multiply.parts() {
            let step = multiply.reduce(part, &mut live)?;
            let row = self.cut(interface::REDUCE[part], live.nets_mut().collect());
            let banner = banner(&format!("{}: fewer numbers with the same sum (9.7.18.1.3)", interface::REDUCE[part]));
            steps.push(StepText { banner, nets: step.nets, instance: step.instance, row });
        }
        let [sum, carry] = ["sum", "carry"].map(|name| live.take(name));
        let numbers = [&sum, &carry];
        let summands = Summands {
            whole: numbers.map(Expr::from),
            thirds: Some([0, 1, 2].map(|third| numbers.map(|net| Third::of(net, third)))),
            range: numbers.map(|net| net.slice(65, 31).to_string()),
            text: TotalText::OfRows {
                sum: sum.name.clone(),
                carry: carry.name.clone(),
                one: self.adds_one.name.clone(),
            },
        };
        Ok((steps, summands))
    }

    /// Returns the sum. With registers inside it, each third is added for both carries into it, so
    /// that a choice is all that follows the registers.
    fn total(&mut self, summands: Summands, library: &mut Library) -> Result<TotalText, VerilogError> {
        let Summands { whole: [left, right], thirds, range: _, text } = summands;
        let Some([of_low, of_middle, of_high]) = thirds.filter(|_| self.pipeline.has_stage(JOIN)) else {
            let Some(adder) = arith::adder(self.config, 66, library)? else { return Ok(text) };
            let sums = [&Net::new("total", 66), &Net::new("unused_carry", 1)];
            let operands = [left, right, Expr::from(&self.adds_one)];
            return Ok(TotalText::Adder(arith::sum_of((&adder, "u_adder"), operands, sums)?));
        };
        let mut low = Third::new("low", "low_carry");
        let one = Some(Expr::from(&self.adds_one));
        let mut sums = vec![Addition::new((self.config, &mut *library), "low", of_low, one, low.nets())?];
        let mut operands = Vec::new();
        let mut upper = |name: &str, of: [Expr; 2], unused: &str| -> Result<[Third; 2], VerilogError> {
            let nets = ["left", "right"].map(|side| Net::new(format!("{side}_{name}"), Third::WIDTH));
            operands.extend(nets.iter().zip(of).map(|(net, of)| Declaration::wire(net.clone(), of).to_string()));
            let thirds = [0, 1].map(|carry| format!("{name}_{carry}"));
            let thirds = thirds.map(|name| Third::new(&name, &format!("{unused}{name}_carry")));
            for (third, carry) in thirds.iter().zip([None, Some(Expr::constant(1, 1))]) {
                let of = nets.each_ref().map(Expr::from);
                sums.push(Addition::new((self.config, &mut *library), &third.sum.name, of, carry, third.nets())?);
            }
            Ok(thirds)
        };
        let mut middle = upper("middle", of_middle, "")?;
        let mut high = upper("high", of_high, UNUSED)?;

        let is_for_cells = is_for_cells(self.config);
        let Self { pipeline, negates_product, is_signed, sat, scale, fits: [zeros, ones], .. } = &mut *self;
        let mut live = vec![negates_product, is_signed, scale, sat];
        live.extend([&mut low].into_iter().chain(&mut middle).flat_map(|third| [&mut third.sum, &mut third.carry]));
        live.extend(high.iter_mut().map(|third| &mut third.sum));
        if is_for_cells {
            live.extend([zeros, ones]);
        }
        let rows = pipeline.cut(THIRDS, live).expect("rows are between the halves");
        Ok(TotalText::Thirds(Box::new(ThirdsText { operands, sums, rows, low, middle, high })))
    }
}

/// Returns the decode of all fields except `dtype`: the operands and the mode determine whether the
/// result is signed.
fn decoded(ctl: &Net) -> Decoded {
    Decoded { fields: decode::fields(&FORMAT, ctl, |field| field.name != DTYPE.name), ..Decoded::default() }
}
