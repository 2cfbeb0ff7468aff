//! The stages of a product in one cycle: select, multiply, half.

use super::Builder;
use crate::Style;
use crate::landmark::MULTIPLIER;
use crate::verilog::{Declaration, Expr, Instance, Module, Net, VerilogError};

/// The text of the stages.
pub(super) struct ProductText {
    pub(super) after_select: Option<String>,
    /// The whole product.
    pub(super) whole: Net,
    pub(super) multiplier: Instance,
    /// The product without the two bits that tell signed from unsigned.
    pub(super) low: Declaration,
    pub(super) unused_top: Declaration,
    /// The left operand of an addition, out of the factor.
    pub(super) left: Option<Declaration>,
    pub(super) after_multiply: Option<String>,
    /// The product and the nets that select its half. `wide_blank` has as many spaces as `wide` has
    /// characters.
    pub(super) of_half: String,
    pub(super) hi: String,
    pub(super) wide: String,
    pub(super) wide_blank: String,
    pub(super) augend: Option<Declaration>,
    pub(super) after_half: Option<String>,
}

impl Builder<'_> {
    /// Returns the stages of the product, and the net that is added to `addend`.
    pub(super) fn product(
        &mut self,
        multiplier: &Module,
        addend: &mut Net,
    ) -> Result<(ProductText, Net), VerilogError> {
        let (width, factor) = (self.needs.width(), self.needs.factor());
        let [mut xa, mut xb] = self.factors();

        // A factor that is wide enough also carries the left operand of an addition.
        let in_factor = factor > width;
        let mut left = if in_factor { Net::new("left", width) } else { self.a.clone() };
        let sums = self.needs.sums();
        let mut signals = vec![&mut xa, &mut xb];
        signals.extend((sums && !in_factor).then_some(&mut left));
        let after_select = self.cut("select", signals, addend);

        let (whole, instance) = self.multiplier(multiplier, [&xa, &xb])?;
        // The two bits above only tell unsigned from signed products.
        let mut product = Net::new("product", 2 * factor - 2);
        let low = Declaration::wire(product.clone(), whole.slice(2 * factor - 3, 0));
        let unused_top = Declaration::wire(Net::new("unused_top", 2), whole.slice(2 * factor - 1, 2 * factor - 2));
        let of_factor = (sums && in_factor).then(|| Declaration::wire(left.clone(), xa.slice(width - 1, 0)));
        let mut signals = vec![&mut product];
        signals.extend(sums.then_some(&mut left));
        let after_multiply = self.cut("multiply", signals, addend);

        let (hi, wide) = (name(&self.hi), name(&self.wide));
        let (choice, mut augend) = self.augend(&left);
        let after_half = self.cut("half", vec![&mut augend], addend);
        let text = ProductText {
            after_select,
            whole,
            multiplier: instance,
            low,
            unused_top,
            left: of_factor,
            after_multiply,
            of_half: product.name,
            hi,
            wide_blank: " ".repeat(wide.len()),
            wide,
            augend: choice,
            after_half,
        };
        Ok((text, augend))
    }

    /// Returns the nets of the factors.
    pub(super) fn factors(&self) -> [Net; 2] {
        let width = self.needs.factor();
        ["xa", "xb"].map(|name| Net::signed(format!("{name}_s{width}"), width))
    }

    /// Returns the whole product of the factors, and the instance that computes it.
    pub(super) fn multiplier(&self, module: &Module, [xa, xb]: [&Net; 2]) -> Result<(Net, Instance), VerilogError> {
        let width = 2 * self.needs.factor();
        let whole = Net::signed(format!("product_s{width}"), width);
        let instance = Instance::of(module, MULTIPLIER)
            .connect("a_i", xa)
            .connect("b_i", xb)
            .connect("product_o", &whole)
            .finish()?;
        Ok((whole, instance))
    }

    /// Returns the left operand of the adder: the half of the product, or `left` for an instruction
    /// without a product. Later stages do not need the signals that select it.
    pub(super) fn augend(&mut self, left: &Net) -> (Option<Declaration>, Net) {
        let (half, is_product) = (Net::new("half", self.needs.width()), self.is_product.take());
        self.hi = None;
        match is_product {
            None => (None, half),
            Some(is_product) => {
                let augend = Net::new("augend", half.width);
                let value = format!("{} ? {} : {}", is_product.name, half.name, left.name);
                (Some(Declaration::wire(augend.clone(), value)), augend)
            }
        }
    }

    /// Returns the pipeline registers after a stage before the adder.
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

    /// Declares the right operand of the adder, if the unit adds.
    pub(super) fn addend(&mut self) -> Option<Declaration> {
        let net = Net::new("addend", self.needs.width());
        let choice = self.addend_choice();
        self.needs.adds().then(|| Declaration::wire(net, choice))
    }

    /// Returns the right operand of the adder: c for a product, otherwise b.
    pub(super) fn addend_choice(&mut self) -> String {
        let is_mad = if self.needs.mul { self.is_one_of(&["mad"]).expression() } else { None };
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
}

/// Returns the name of a net, or nothing if the unit does not have it.
pub(super) fn name(net: &Option<Net>) -> String {
    net.as_ref().map(|net| net.name.clone()).unwrap_or_default()
}
