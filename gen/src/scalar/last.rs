//! The last two stages, in the form for tables: the sum with `c`, and the choice of each byte.

use askama::Template;
use vidalu_model::control::scalar::ASEL;

use super::{Builder, SECONDARY_OR_MERGE};
use crate::arith::Addition;
use crate::design::Library;
use crate::verilog::{Declaration, Expr, Net, VerilogError};
use crate::{Adder, Goal, Profile};

/// The nets from which the order of the value and `c` follows.
enum Less {
    /// The sign of their difference, which is the end of a carry chain.
    Sign(Net),
    /// The carry of the difference of the words, and the comparison of the bits above them.
    Carry { carry: Net, top_less: Net, top_equal: Net },
}

impl Less {
    fn new(adder: Adder) -> Self {
        let bit = |name| Net::new(name, 1);
        match adder {
            Adder::Plus => Self::Sign(bit("x_less")),
            _ => Self::Carry { carry: bit("c_carry"), top_less: bit("top_less"), top_equal: bit("top_equal") },
        }
    }

    fn nets_mut(&mut self) -> Vec<&mut Net> {
        match self {
            Self::Sign(net) => vec![net],
            Self::Carry { carry, top_less, top_equal } => vec![carry, top_less, top_equal],
        }
    }

    /// Returns the name of the net that is 1 if the value is less than `c`, and its value if it is
    /// not declared yet.
    fn whole(self) -> (String, Option<String>) {
        match self {
            Self::Sign(net) => (net.name, None),
            Self::Carry { carry, top_less, top_equal } => {
                let value = format!("{} || ({} && !{})", top_less.name, top_equal.name, carry.name);
                ("x_less".to_owned(), Some(value))
            }
        }
    }
}

/// The stage `secondary | merge`: the sum of value and `c`, and what decides between them.
#[derive(Template)]
#[template(path = "scalar/sum_with_c.v")]
pub(super) struct SumWithC {
    value: String,
    c: String,
    dsel: String,
    secop: String,
    signed: Expr,
    hardware: bool,
    /// The addend, unless an earlier stage makes it.
    addend: Option<Declaration>,
    /// The name of the addend, if the sum is as wide as the comparison needs.
    wide: Option<String>,
    sum: Addition,
}

/// The stage `result`: one choice for each byte, instead of two blocks in series.
#[derive(Template)]
#[template(path = "scalar/choice.v")]
pub(super) struct ChoiceText {
    x: String,
    sum: String,
    /// Whether the value is less than `c`.
    less: String,
    /// The value of `less`, if it is not declared yet.
    less_is: Option<String>,
    c: String,
    dsel: String,
    secop: String,
    h0: u64,
    h1: u64,
    /// Whether the comparison chooses between `c` and the choice of the bytes, instead of in it.
    late: bool,
    /// The comparison as a condition of the choice of the bytes, unless it is late.
    early: &'static str,
    result: Net,
}

/// The last two stages.
pub(super) struct LastStages {
    pub(super) sum: SumWithC,
    pub(super) after_sum: Option<String>,
    pub(super) choice: ChoiceText,
}

impl Builder<'_> {
    /// Returns the addend of the last adder, with its net, if the form is the one for tables. It is
    /// `c`, or its inverse for the comparison.
    pub(super) fn addend(&self) -> Option<(Declaration, Net)> {
        let net = Net::new("addend", 32);
        let value = format!("{} ^ {{32{{{}[1]}}}}", self.c.name, self.secop.name);
        (self.config.goal == Goal::Tables).then(|| (Declaration::wire(net.clone(), value), net))
    }

    /// Builds the last two stages, if the form is the one for tables. `addend` is the addend of
    /// the sum, if an earlier stage makes it.
    pub(super) fn last_stages(
        &mut self,
        value: &Net,
        addend: Option<&Net>,
        hit: &mut Net,
        result: &Net,
        library: &mut Library,
    ) -> Result<Option<LastStages>, VerilogError> {
        let Some((declaration, addend_here)) = self.addend() else { return Ok(None) };
        let used = addend.unwrap_or(&addend_here);
        let (mut x, mut c_sum, mut less) = (Net::new("x", 32), Net::new("c_sum", 32), Less::new(self.config.adder));
        let subtracts = Some(Expr::from(&Net::new("compares", 1)));
        let add = |operands, results| Addition::new((self.config, library), "c_adder", operands, subtracts, results);
        let sum = match &less {
            Less::Sign(_) => {
                let [left, right, sum] = ["left_s35", "right_s35", "c_sum_s35"].map(|name| Net::new(name, 35));
                add([&left, &right].map(Expr::from), [&sum, &Net::new("unused_c_carry", 1)])?
            }
            Less::Carry { carry, .. } => add([&x, used].map(Expr::from), [&c_sum, carry])?,
        };
        let sum = SumWithC {
            value: value.name.clone(),
            c: self.c.name.clone(),
            dsel: self.dsel.name.clone(),
            secop: self.secop.name.clone(),
            signed: self.c_is_signed(),
            hardware: self.config.profile == Profile::Hardware,
            addend: addend.is_none().then_some(declaration),
            wide: matches!(less, Less::Sign(_)).then(|| used.name.clone()),
            sum,
        };
        let mut data = vec![&mut x, &mut c_sum];
        data.extend(less.nets_mut());
        data.extend(self.config.sat_o.then_some(hit));
        data.extend([&mut self.dsel, &mut self.secop, &mut self.c]);
        let after_sum = self.pipeline.cut(SECONDARY_OR_MERGE, data);
        // The carry chain of the comparison is late if no row follows it.
        let late =
            after_sum.is_none() && matches!(less, Less::Sign(_)) && self.pipeline.has_rows_before(SECONDARY_OR_MERGE);
        let (less, less_is) = less.whole();
        let choice = ChoiceText {
            x: x.name,
            sum: c_sum.name,
            less,
            less_is,
            c: self.c.name.clone(),
            dsel: self.dsel.name.clone(),
            secop: self.secop.name.clone(),
            h0: ASEL.code("h0"),
            h1: ASEL.code("h1"),
            late,
            early: if late { "" } else { "takes_c || " },
            result: result.clone(),
        };
        Ok(Some(LastStages { sum, after_sum, choice }))
    }
}
