//! The stages that only an instruction with a product needs: select, multiply, half.

use super::steps::AccumulateText;
use super::{Builder, declared};
use crate::Style;
use crate::landmark::MULTIPLIER;
use crate::verilog::{Expr, Instance, Module, Net, VerilogError};

/// The column of what stands in a module, and of what stands in a process.
const IN_MODULE: usize = 2;
pub(super) const IN_PROCESS: usize = 4;

/// Their text.
pub(super) struct ProductText {
    pub(super) addend: Option<String>,
    /// The words of the operands that a step multiplies.
    pub(super) words: Vec<String>,
    pub(super) factors: [String; 2],
    pub(super) after_select: Option<String>,
    /// The whole product.
    pub(super) whole: Net,
    pub(super) multiplier: Instance,
    /// What is read of the product and of the factors.
    pub(super) multiply: Vec<String>,
    pub(super) after_multiply: Option<String>,
    pub(super) accumulate: Option<AccumulateText>,
    pub(super) half: Vec<String>,
    pub(super) after_half: Option<String>,
}

impl Builder<'_> {
    /// The stages of the product; the net that is added to `addend`.
    pub(super) fn product(
        &mut self,
        multiplier: &Module,
        accumulator: Option<&Module>,
        addend: &mut Net,
    ) -> Result<(ProductText, Net), VerilogError> {
        let (width, factor) = (self.needs.width(), self.needs.factor());
        let choice = self.addend(addend);
        let mut factor_nets = ["xa", "xb"].map(|name| Net::signed(format!("{name}_s{factor}"), factor));
        let [xa, xb] = &factor_nets;
        let (words, factors) = match &self.step {
            Some(step) => self.factors_of_step(step, [xa, xb]),
            None => (
                Vec::new(),
                [self.factor(&declared(xa), &self.a, IN_MODULE), self.factor(&declared(xb), &self.b, IN_MODULE)],
            ),
        };

        // The left operand of an addition stands in the factor, if that is wide enough.
        let in_factor = factor > width;
        let mut left = if in_factor { Net::new("left", width) } else { self.a.clone() };
        let sums = self.needs.sums();
        let carried = if sums && !in_factor { Some(&mut left) } else { None };
        let [xa, xb] = &mut factor_nets;
        let mut signals: Vec<&mut Net> = vec![xa, xb];
        signals.extend(carried);
        let after_select = self.cut("select", signals, addend);

        let [xa, xb] = &factor_nets;
        let whole = Net::signed(format!("product_s{}", 2 * factor), 2 * factor);
        // The two bits above tell unsigned from signed products: the sum of several needs them.
        let is_partial = self.step.is_some();
        let mut product = if is_partial { whole.clone() } else { Net::new("product", 2 * factor - 2) };
        let multiplier = Instance::of(multiplier, MULTIPLIER)
            .connect("a_i", xa)
            .connect("b_i", xb)
            .connect("product_o", &whole)
            .finish()?;
        let mut multiply = Vec::new();
        if !is_partial {
            multiply.push(format!("{} {};", declared(&product), whole.slice(2 * factor - 3, 0)));
            multiply.push(format!("wire [1:0] unused_top = {};", whole.slice(2 * factor - 1, 2 * factor - 2)));
        }
        if sums && in_factor {
            multiply.push(format!("{} {};", declared(&left), xa.slice(width - 1, 0)));
        }
        let mut signals = vec![&mut product];
        signals.extend(sums.then_some(&mut left));
        let after_multiply = self.cut("multiply", signals, addend);

        let half = Net::new("half", width);
        let (accumulate, line) = if is_partial {
            let (text, parts) = self.accumulate(&product, &mut left, addend, accumulator)?;
            (Some(text), self.half_of_sum(&half, &parts))
        } else {
            (None, self.half(&declared(&half), &product, IN_MODULE))
        };
        let mut lines = vec![line];
        let mut augend = half;
        if let Some(is_product) = &self.is_product {
            let both = Net::new("augend", width);
            lines.push(format!("{} {} ? {} : {};", declared(&both), is_product.name, augend.name, left.name));
            augend = both;
        }
        (self.is_product, self.hi) = (None, None);
        let after_half = self.cut("half", vec![&mut augend], addend);
        let text = ProductText {
            addend: choice,
            words,
            factors,
            after_select,
            whole,
            multiplier,
            multiply,
            after_multiply,
            accumulate,
            half: lines,
            after_half,
        };
        Ok((text, augend))
    }

    /// Rows after a stage before the adder.
    pub(super) fn cut<'n>(
        &'n mut self,
        after: &'static str,
        mut signals: Vec<&'n mut Net>,
        addend: &'n mut Net,
    ) -> Option<String> {
        if self.needs.adds() {
            signals.push(addend);
        }
        signals.extend(&mut self.step);
        signals.extend(&mut self.is_product);
        signals.extend(&mut self.hi);
        signals.extend(&mut self.wide);
        if self.needs.adds() {
            signals.extend(&mut self.subtract);
            signals.extend(&mut self.read_flag);
            signals.extend(&mut self.write_flag);
            signals.extend(&mut self.context);
        }
        self.pipeline.cut(after, signals)
    }

    /// What is added to a product or an operand: its declaration, if there is a choice.
    fn addend(&mut self, addend: &mut Net) -> Option<String> {
        let choice = self.addend_choice();
        let net = Net::new("addend", addend.width);
        let text = self.needs.adds().then(|| format!("{} {choice};", declared(&net)));
        *addend = net;
        text
    }

    /// What is added: c to a product, b to an operand.
    pub(super) fn addend_choice(&mut self) -> String {
        let is_mad = if self.needs.mul { self.is_one_of(&["mad"]) } else { None };
        let of_product = match (&self.c, is_mad) {
            (Some(c), Some(is_mad)) if self.config.style == Style::Behavioral => {
                format!("({is_mad} ? {} : {})", c.name, Expr::constant(c.width, 0))
            }
            (Some(c), Some(is_mad)) => format!("{} & {{{}{{{is_mad}}}}}", c.name, c.width),
            (Some(c), None) => c.name.clone(),
            (None, _) => Expr::constant(self.b.width, 0).to_string(),
        };
        match &self.is_product {
            Some(is_product) => format!("{} ? {of_product} : {}", is_product.name, self.b.name),
            None => of_product,
        }
    }

    /// An operand as a signed factor, behind a `head` that ends with `=` and stands in column `indent`.
    pub(super) fn factor(&self, head: &str, operand: &Net, indent: usize) -> String {
        let word = |bits: u32| format!("is_signed && {}", operand.slice(bits - 1, bits - 1));
        let low = if operand.width == 32 { operand.name.clone() } else { operand.slice(31, 0).to_string() };
        if self.needs.wide_product {
            let head = format!("{head} $signed(wide ");
            let narrow = format!("{{{{33{{{}}}}}, {low}}}", word(32));
            let indent = " ".repeat(head.len() + indent);
            format!("{head}? {{{}, {}}}\n{indent}: {narrow});", word(64), operand.name)
        } else {
            format!("{head} {{{}, {low}}};", word(32))
        }
    }

    /// The half of the product that is asked for, in the width of the unit, behind a `head` that ends with `=` and stands in
    /// column `indent`.
    pub(super) fn half(&self, head: &str, product: &Net, indent: usize) -> String {
        let hi = &self.hi.as_ref().expect("a unit that multiplies has halves").name;
        let pick = |bits: u32| format!("{hi} ? {} : {}", product.slice(2 * bits - 1, bits), product.slice(bits - 1, 0));
        match &self.wide {
            Some(wide) if self.needs.wide_product => {
                let head = format!("{head} {} ", wide.name);
                format!("{head}? ({})\n{}: {{32'd0, {}}};", pick(64), " ".repeat(head.len() + indent), pick(32))
            }
            Some(_) => format!("{head} {{32'd0, {}}};", pick(32)),
            None => format!("{head} {};", pick(32)),
        }
    }
}
