//! The carry-flag unit in the pseudocode of the manual. The multiplier is a separate module, so
//! that a proof can abstract it.

use askama::Template;

use super::interface::{Needs, module};
use super::{Builder, FlagText};
use crate::arith;
use crate::behavioral::{EXECUTE, stages};
use crate::design::{Library, Top};
use crate::landmark::Landmarks;
use crate::pipeline::{Pipeline, Timing, balance, register};
use crate::unit::{Frame, put};
use crate::verilog::{Declaration, Expr, Instance, Module, Net, VerilogError};
use crate::{Config, Profile, Unit};

/// The text of the unit.
#[derive(Template)]
#[template(path = "behavioral/carry.v")]
struct Text {
    unit: Frame,
    decoded: Vec<Declaration>,
    reg: &'static str,
    /// The highest bit of an operand.
    top: u32,
    wide: bool,
    /// Whether some products have factors of 64 bits.
    wide_product: bool,
    a: String,
    b: String,
    product: Option<ProductText>,
    sum: Option<SumText>,
    rows: Option<String>,
}

/// The text of the multiplication.
struct ProductText {
    factors: [Net; 2],
    /// The net that is 1 for instructions with a product, if some instructions have none.
    is_product: Option<String>,
    whole: Net,
    multiplier: Instance,
    unused_top: String,
}

/// The text of the sum.
struct SumText {
    flags: FlagText,
    augend: String,
    addend: String,
    /// The sentence that says what CC.CF means.
    meaning: &'static str,
    carry_in: String,
    total: String,
    carry_out: String,
    flag_new: String,
    result: String,
}

/// Builds the multiplier and the unit.
pub(super) fn build(config: &Config, needs: Needs, library: &mut Library) -> Result<Top, VerilogError> {
    let multiplier = if needs.multiplies() { Some(arith::multiplier(config, needs.factor(), library)?) } else { None };
    let module = module(config)?;
    let timing = Timing::of(Unit::Carry, config);
    // The number of rows before CC.CF is that of the structural style, so that a flush drops the
    // same instructions.
    let (after, before) = balance::rows(&needs.stages(config), timing.depth)
        .split_last()
        .map_or((0, 0), |(last, others)| (*last, others.iter().sum()));
    let pipeline = Pipeline::with_rows(timing, &stages(), &[before, after]);
    let (text, landmarks) = Builder::new(config, needs, pipeline).behavioral(&module, multiplier.as_ref())?;
    Ok(put(library, module, &text, landmarks))
}

impl Builder<'_> {
    fn behavioral(mut self, module: &Module, multiplier: Option<&Module>) -> Result<(Text, Landmarks), VerilogError> {
        let entry = self.enter();
        let decoded = self.decode();
        let product = multiplier.map(|multiplier| self.product_text(multiplier)).transpose()?;
        let sum = self.needs.adds().then(|| self.sum_text());

        let mut results = vec![Net::new("d", self.needs.width())];
        results.extend(self.needs.adds().then(|| Net::new("flag_left", 1)));
        let rows = self.pipeline.cut(EXECUTE, results.iter_mut().collect());
        let outputs: Vec<_> = ["d_o", "cf_o"].into_iter().zip(results.iter().map(|net| net.name.as_str())).collect();
        let text = Text {
            unit: self.frame(module, entry, &outputs),
            decoded,
            reg: register(self.config),
            top: self.needs.width() - 1,
            wide: self.wide.is_some(),
            wide_product: self.needs.wide_product,
            a: self.a.name.clone(),
            b: self.b.name.clone(),
            product,
            sum,
            rows,
        };
        Ok((text, self.pipeline.landmarks()))
    }

    fn product_text(&self, multiplier: &Module) -> Result<ProductText, VerilogError> {
        let [xa, xb] = self.factors();
        let (whole, multiplier) = self.multiplier(multiplier, [&xa, &xb])?;
        Ok(ProductText {
            factors: [xa, xb],
            is_product: self.is_product.as_ref().map(|net| net.name.clone()),
            unused_top: whole.slice(whole.width - 1, whole.width - 2).to_string(),
            whole,
            multiplier,
        })
    }

    fn sum_text(&mut self) -> SumText {
        let (width, wide) = (self.needs.width(), self.wide.is_some());
        let (augend, addend) = match (self.needs.multiplies(), &self.is_product) {
            (true, Some(_)) => (format!("is_product ? half : {}", self.a.name), self.addend_choice()),
            (true, None) => ("half".to_owned(), self.addend_choice()),
            (false, _) => (self.a.name.clone(), self.b.name.clone()),
        };
        let carry = Expr::join(Expr::constant(width, 0), &Net::new("carry_in", 1));
        let (sum, difference) = (format!("augend + addend + {carry}"), format!("augend - addend - {carry}"));
        // In the profile `hardware`, CC.CF is a carry: after a subtraction, the complement of the
        // borrow.
        let hardware = self.config.profile == Profile::Hardware;
        let by_operation = |of_sum: &str, of_difference: &str| match (&self.subtract, self.needs.sub) {
            (Some(subtract), _) => format!("{} ? {of_difference} : {of_sum}", subtract.name),
            (None, true) => of_difference.to_owned(),
            (None, false) => of_sum.to_owned(),
        };
        let as_flag = |carry: &str| {
            if hardware { by_operation(carry, &format!("!{carry}")) } else { carry.to_owned() }
        };
        SumText {
            augend,
            addend,
            meaning: match (self.needs.sub, hardware) {
                (false, _) => "The flag is a carry (9.7.2).",
                (true, false) => "The flag is a borrow in a subtraction, else a carry (9.7.2.3, 9.7.2.4).",
                (true, true) => "The flag is a carry, after a subtraction the complement of the borrow (SEMANTICS H1).",
            },
            carry_in: match (&self.read_flag, as_flag("flag")) {
                (None, _) => "1'b0".to_owned(),
                (Some(read_flag), flag) if flag.contains('?') => format!("{} && ({flag})", read_flag.name),
                (Some(read_flag), flag) => format!("{} && {flag}", read_flag.name),
            },
            total: match &self.subtract {
                Some(subtract) => format!("{} ? ({difference})\n                         : ({sum})", subtract.name),
                None => by_operation(&sum, &difference),
            },
            carry_out: if wide { "wide ? total[64] : total[32]".to_owned() } else { format!("total[{width}]") },
            flag_new: as_flag("carry_out"),
            result: if wide { "wide ? total[63:0] : {32'd0, total[31:0]}" } else { "total[31:0]" }.to_owned(),
            flags: self.flags(),
        }
    }
}
