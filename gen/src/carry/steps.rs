//! A product of 64 bits in steps: the products of the halves of its factors, and their sum.
//!
//! Step `2i + j` multiplies half `i` of `a` by half `j` of `b`, where half 0 is the low one. A
//! `.lo` does not need the product of the high halves and ends with step 2.

use askama::Template;
use itertools::Itertools;
use vidalu_model::control::carry::{HI, OP, WIDE};

use super::product::name;
use super::{AddText, Builder};
use crate::Config;
use crate::arith;
use crate::design::Library;
use crate::pipeline::{Process, Steps, register};
use crate::unit::Frame;
use crate::verilog::{Declaration, Expr, Instance, Module, Net, VerilogError};

/// The width of the sum in bits. It holds the sum of two products of 32-bit halves, signed or not,
/// and a word.
const SUM: u32 = 66;

/// The text of a unit that multiplies in steps.
#[derive(Template)]
#[template(path = "carry_steps.v")]
pub(super) struct Text {
    pub(super) unit: Frame,
    pub(super) decoded: Vec<Declaration>,
    pub(super) step: String,
    pub(super) a: String,
    pub(super) b: String,
    pub(super) addend: Option<Declaration>,
    pub(super) product: ProductText,
    pub(super) add: Option<AddText>,
}

/// The text of the stages of the product.
pub(super) struct ProductText {
    after_select: Option<String>,
    multiplier: Instance,
    after_multiply: Option<String>,
    reg: &'static str,
    /// The nets of the step and the product of two halves that the sum reads.
    step: String,
    partial: String,
    /// The adder of the products; `None` for `+`.
    accumulator: Option<Instance>,
    process: String,
    after_accumulate: Option<String>,
    half: HalfText,
    augend: Option<Declaration>,
    after_half: Option<String>,
}

/// The nets for the selection of the half: the product from the weight of the last step on, and the
/// word below it.
struct HalfText {
    product: String,
    low: String,
    hi: String,
    wide: String,
    /// One space for each character of `wide`.
    wide_blank: String,
}

/// Returns the adder of the products, or `None` for `+`.
pub(super) fn adder(config: &Config, library: &mut Library) -> Result<Option<Module>, VerilogError> {
    arith::adder(config, SUM, library)
}

impl Builder<'_> {
    /// Returns a function that derives the steps from the control word.
    pub(super) fn steps(&self) -> impl FnOnce(&Net) -> Steps + use<> {
        let products: Vec<_> = ["mad", "mul"].into_iter().filter(|name| self.operations().contains(name)).collect();
        let all = products.len() == self.operations().len();
        move |control| {
            let is_op = |name: &&str| format!("({} == 2'd{})", control.slice(OP.hi(), OP.lo), OP.code(name));
            let is_product = products.iter().map(is_op).join(" || ");
            let is_product = match (all, products.len()) {
                (true, _) => String::new(),
                (false, 1) => format!(" && {is_product}"),
                (false, _) => format!(" && ({is_product})"),
            };
            let wide = control.slice(WIDE.hi(), WIDE.lo);
            // Step 2 is the last for .lo, step 3 for .hi.
            Steps {
                several: format!("{wide}{is_product}"),
                last: format!("{{1'b1, {}}}", control.slice(HI.hi(), HI.lo)),
            }
        }
    }

    /// Returns the stages of the product, and the net that is added to `addend`.
    pub(super) fn product_in_steps(
        &mut self,
        multiplier: &Module,
        adder: Option<&Module>,
        addend: &mut Net,
    ) -> Result<(ProductText, Net), VerilogError> {
        let sums = self.needs.sums();
        let [mut xa, mut xb] = self.factors();
        // The factors have 33 bits, so the left operand of an addition needs a net of its own.
        let mut left = self.a.clone();
        let mut signals = vec![&mut xa, &mut xb];
        signals.extend(sums.then_some(&mut left));
        let after_select = self.cut("select", signals, addend);

        let (mut partial, multiplier) = self.multiplier(multiplier, [&xa, &xb])?;
        let mut signals = vec![&mut partial];
        signals.extend(sums.then_some(&mut left));
        let after_multiply = self.cut("multiply", signals, addend);

        let step = self.step.take().expect("there are steps");
        let total = Net::new("total", SUM);
        let accumulator = adder.map(|adder| {
            let terms = [partial.slice(SUM - 1, 0), Expr::from(&Net::new("so_far", SUM)), Expr::constant(1, 0)];
            arith::sum_of((adder, "u_accumulator"), terms, [&total, &Net::new("unused_carry", 1)])
        });
        let [mut product, mut low] = [Net::new("product", 64), Net::new("low_q", 32)];
        let so_far = Net::new("partial_q", SUM);
        let process = self.keep(&[(&so_far, Expr::from(&total)), (&low, so_far.slice(31, 0))]);
        let mut signals = vec![&mut product, &mut low];
        signals.extend(sums.then_some(&mut left));
        let after_accumulate = self.cut("accumulate", signals, addend);

        let wide = name(&self.wide);
        let wide_blank = " ".repeat(wide.len());
        let half = HalfText { product: product.name, low: low.name, hi: name(&self.hi), wide, wide_blank };
        let (choice, mut augend) = self.augend(&left);
        let after_half = self.cut("half", vec![&mut augend], addend);
        let text = ProductText {
            after_select,
            multiplier,
            after_multiply,
            reg: register(self.config),
            step: step.name,
            partial: partial.name,
            accumulator: accumulator.transpose()?,
            process,
            after_accumulate,
            half,
            augend: choice,
            after_half,
        };
        Ok((text, augend))
    }

    /// Returns the process of the registers of the sum, which move with the pipeline.
    fn keep(&self, registers: &[(&Net, Expr); 2]) -> String {
        let zeros = registers.iter().map(|(net, _)| format!("{} <= {}'d0;", net.name, net.width)).collect();
        let next = registers.iter().map(|(net, from)| format!("{} <= {from};", net.name)).collect();
        let mut process = Process::new(self.config);
        if self.config.reset_data {
            process = process.reset(self.config, zeros);
        }
        process.when(self.pipeline.enable(), next).to_string()
    }
}
