//! A product of 64 bits in steps: the products of the halves of its factors, and their sum.
//!
//! Step `2i + j` multiplies half `i` of `a` by half `j` of `b`, 0 being the low one. A `.lo` needs no product of two high
//! halves and ends with step 2.

use itertools::Itertools;
use vidalu_model::control::carry::{HI, OP, WIDE};

use super::{Builder, declared};
use crate::Config;
use crate::arith;
use crate::design::Library;
use crate::pipeline::{Process, Steps, register};
use crate::verilog::{Expr, Instance, Module, Net, VerilogError};

/// Width of the sum: the products of two 32-bit halves, signed or not, and the sum of two of them and a word.
const SUM: u32 = 66;

/// The stage that adds up the products.
pub(super) struct AccumulateText {
    /// The registers of the sum and of the low word.
    pub(super) registers: [String; 2],
    /// The sum of the steps before, at the weight of this one.
    pub(super) so_far: String,
    pub(super) total: String,
    pub(super) instance: Option<Instance>,
    pub(super) product: String,
    pub(super) process: String,
    pub(super) after: Option<String>,
}

/// The adder of the products, where the tool does not make it.
pub(super) fn adder(config: &Config, library: &mut Library) -> Result<Option<Module>, VerilogError> {
    arith::adder(config, SUM, library)
}

impl Builder<'_> {
    /// What the control word says of the steps.
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
            // Step 2 is the last of .lo, step 3 that of .hi.
            Steps {
                several: format!("{wide}{is_product}"),
                last: format!("{{1'b1, {}}}", control.slice(HI.hi(), HI.lo)),
            }
        }
    }

    /// The declarations of the words that a step multiplies, and of the factors.
    pub(super) fn factors_of_step(&self, step: &Net, factors: [&Net; 2]) -> (Vec<String>, [String; 2]) {
        let word = |name: &str| Net::new(format!("{name}_word"), 32);
        let operands = [("a", &self.a, 1), ("b", &self.b, 0)];
        let words = operands.map(|(name, operand, bit)| {
            let step = step.slice(bit, bit);
            format!("{} {step} ? {} : {};", declared(&word(name)), operand.slice(63, 32), operand.slice(31, 0))
        });
        let wide = &self.wide.as_ref().expect("there are products of 64 bits").name;
        let mut factor = operands.into_iter().zip(factors).map(|((name, _, bit), factor)| {
            let (word, step) = (word(name), step.slice(bit, bit));
            let sign = format!("is_signed && ({step} == {wide}) && {}", word.slice(31, 31));
            format!("{} {{{sign}, {}}};", declared(factor), word.name)
        });
        let factors = std::array::from_fn(|_| factor.next().expect("there are two factors"));
        (words.to_vec(), factors)
    }

    /// The stage that adds up the products. Gives the nets of the product, from the weight of the last step on, and of the
    /// word below it.
    pub(super) fn accumulate(
        &mut self,
        whole: &Net,
        left: &mut Net,
        addend: &mut Net,
        adder: Option<&Module>,
    ) -> Result<(AccumulateText, [Net; 2]), VerilogError> {
        let step = self.step.take().expect("there are steps");
        let [partial, so_far, total] = ["partial_q", "so_far", "total"].map(|name| Net::new(name, SUM));
        let [mut product, mut low] = [Net::new("product", 64), Net::new("low_q", 32)];
        let registers = [&partial, &low].map(|net| format!("{} {} {};", register(self.config), net.range(), net.name));
        let shifted = format!("{{{{32{{{}}}}}, {}}}", partial.slice(65, 65), partial.slice(65, 32));
        let head = format!("{} (", declared(&so_far));
        let choice = format!("{} ? {shifted} : {})", step.slice(0, 0), partial.name);
        let indent = " ".repeat(head.len());
        let so_far_text = format!("{head}{choice}\n{indent} & {{{SUM}{{({} != 2'd0)}}}};", step.name);
        let instance = match adder {
            None => None,
            Some(adder) => Some(
                Instance::of(adder, "u_accumulator")
                    .connect("a_i", whole.slice(SUM - 1, 0))
                    .connect("b_i", &so_far)
                    .connect("carry_i", Expr::constant(1, 0))
                    .connect("sum_o", &total)
                    .connect("carry_o", &Net::new("unused_carry", 1))
                    .finish()?,
            ),
        };
        let text = AccumulateText {
            registers,
            so_far: so_far_text,
            total: match &instance {
                None => format!("{} {} + {};", declared(&total), whole.name, so_far.name),
                Some(_) => format!("{total}\n  wire unused_carry;"),
            },
            instance,
            product: format!("{} {};", declared(&product), total.slice(63, 0)),
            process: self.keep(&[(&partial, Expr::from(&total)), (&low, partial.slice(31, 0))]),
            after: None,
        };
        let mut signals = vec![&mut product, &mut low];
        signals.extend(self.needs.sums().then_some(left));
        let after = self.cut("accumulate", signals, addend);
        Ok((AccumulateText { after, ..text }, [product, low]))
    }

    /// The registers of the sum go with the pipeline.
    fn keep(&self, registers: &[(&Net, Expr); 2]) -> String {
        let zeros = registers.iter().map(|(net, _)| format!("{} <= {}'d0;", net.name, net.width)).collect();
        let next = registers.iter().map(|(net, from)| format!("{} <= {from};", net.name)).collect();
        let mut process = Process::new(self.config);
        if self.config.reset_data {
            process = process.reset(self.config, zeros);
        }
        process.when(self.pipeline.enable(), next).to_string()
    }

    /// The declaration of the half that is asked for, which ends with the last product.
    pub(super) fn half_of_sum(&self, half: &Net, [product, low]: &[Net; 2]) -> String {
        let name = |net: &Option<Net>| net.as_ref().expect("there are products of 64 bits").name.clone();
        let (wide, hi) = (name(&self.wide), name(&self.hi));
        let [upper, lower] = [product.slice(63, 32), product.slice(31, 0)];
        let head = format!("{} {wide} ", declared(half));
        let indent = " ".repeat(head.len() + 2);
        format!(
            "{head}? ({hi} ? {} : {{{lower}, {}}})\n{indent}: {{32'd0, {hi} ? {upper} : {lower}}};",
            product.name, low.name
        )
    }
}
