//! The last two stages, in the form for tables: the sum with `c`, and the choice of each byte.

use askama::Template;
use vidalu_model::control::scalar::ASEL;

use super::interface::{CLAMP, ORDER_OR_ADD, adds_early};
use super::tables::RESULT;
use super::{Builder, SECONDARY_OR_MERGE};
use crate::arith::{Addition, Halves};
use crate::design::Library;
use crate::verilog::{Declaration, Expr, Net, VerilogError};
use crate::{Adder, Goal, Profile};

/// The width of the lower half of the sum with `c`.
const LOW: u32 = 17;

/// The width of the upper half of the sum with `c`.
const HIGH: u32 = 18;

/// The controls of the last two stages. An earlier stage decides them if a row follows it.
#[derive(Template)]
#[template(path = "scalar/last_controls.v")]
pub(super) struct LastControlsText {
    c: String,
    dsel: String,
    secop: String,
    signed: Expr,
    h0: u64,
    h1: u64,
    /// Whether one sum is as wide as the comparison needs.
    is_wide: bool,
    /// Whether the addend makes the sign of that sum tell whether `c` is taken.
    flips: bool,
}

/// The nets of the controls.
pub(super) struct LastControls {
    /// Where each byte of the result comes from, the lowest byte first.
    from: [Net; 4],
    /// Whether the secondary operation is a comparison.
    compares: Net,
    /// Whether the value is not a byte.
    is_long: Net,
    /// The addend of the last adder, which is `c` or its inverse.
    addend: Net,
    /// Whether the comparison takes `c` if the value is less, where the addend does not have it.
    wants_less: Option<Net>,
}

impl LastControls {
    fn new(adder: Adder) -> Self {
        let bit = |name| Net::new(name, 1);
        let is_wide = adder == Adder::Plus;
        Self {
            from: ["from_0", "from_1", "from_2", "from_3"].map(|name| Net::new(name, 2)),
            compares: bit("compares"),
            is_long: bit("is_long"),
            addend: if is_wide { Net::new("addend_s35", LOW + HIGH) } else { Net::new("addend", 32) },
            wants_less: (!is_wide).then(|| bit("wants_less")),
        }
    }

    /// Returns the nets that the stage of the sum reads, or only those that the last one reads.
    pub(super) fn nets_mut(&mut self, is_last: bool) -> impl Iterator<Item = &mut Net> {
        let first = [&mut self.is_long, &mut self.addend].into_iter().filter(move |_| !is_last);
        first.chain(&mut self.from).chain([&mut self.compares]).chain(&mut self.wants_less)
    }
}

/// The sum of the value and `c`, and whether a comparison takes `c`.
enum SumWithCNets {
    /// The sum is as wide as the comparison needs, and its sign tells whether `c` is taken.
    Sign { sum: Net, sign: Net },
    /// Both halves of that sum, the upper one without and with a carry.
    Halves(Halves),
    /// The carry of the difference of the words, and the comparison of the bits above them.
    Carry { sum: Net, carry: Net, top_less: Net, top_equal: Net },
}

impl SumWithCNets {
    fn nets_mut(&mut self) -> Vec<&mut Net> {
        match self {
            Self::Sign { sum, sign } => vec![sum, sign],
            Self::Halves(halves) => halves.nets_mut().into(),
            Self::Carry { sum, carry, top_less, top_equal } => vec![sum, carry, top_less, top_equal],
        }
    }

    /// Returns the sum of 32 bits, whether a comparison takes `c`, and the declarations of both
    /// where they are not declared yet. `wants_less` is the net of this name, if any.
    fn whole(self, wants_less: Option<&Net>) -> (String, String, Vec<Declaration>) {
        match self {
            Self::Sign { sum, sign } => (sum.name, sign.name, Vec::new()),
            Self::Halves(Halves { low, carry, high, high_plus_1 }) => {
                let chosen = Net::new("c_high", HIGH);
                let value = format!("{} ? {} : {}", carry.name, high_plus_1.name, high.name);
                let sum = Net::new("c_sum", 32);
                let joined = format!("{{{}, {}}}", chosen.slice(31 - LOW, 0), low.name);
                let unused = Net::new("unused_c_high", HIGH - 1 - (32 - LOW));
                let top = chosen.slice(HIGH - 2, 32 - LOW).to_string();
                let sign = chosen.slice(HIGH - 1, HIGH - 1).to_string();
                let declared = vec![
                    Declaration::wire(chosen, value),
                    Declaration::wire(sum.clone(), joined),
                    Declaration::wire(unused, top),
                ];
                (sum.name, sign, declared)
            }
            Self::Carry { sum, carry, top_less, top_equal } => {
                let less = Net::new("x_less", 1);
                let value = format!("{} || ({} && !{})", top_less.name, top_equal.name, carry.name);
                let wanted = wants_less.map_or("1'b1", |net| &net.name);
                let takes = format!("({} == {wanted})", less.name);
                (sum.name, takes, vec![Declaration::wire(less, value)])
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
    /// The controls, unless an earlier stage decides them.
    controls: Option<LastControlsText>,
    is_long: String,
    /// The bit that the sign of the difference equals if `c` is taken, unless the addend has it.
    wanted: Option<String>,
    signed: Expr,
    hardware: bool,
    /// Whether the sum is as wide as the comparison needs, and whether it is whole then.
    is_wide: bool,
    is_whole: bool,
    additions: Vec<Addition>,
}

/// The stage `result`: one choice for each byte, instead of two blocks in series.
#[derive(Template)]
#[template(path = "scalar/choice.v")]
pub(super) struct ChoiceText {
    x: String,
    sum: String,
    c: String,
    compares: String,
    /// Whether a comparison takes `c`.
    prefers_c: String,
    /// The declarations of the sum and of the comparison, where earlier stages leave them.
    declared: Vec<Declaration>,
    from: [String; 4],
    /// Whether the comparison chooses between `c` and the choice of the bytes, instead of in it.
    late: bool,
    result: Net,
}

/// The last two stages.
pub(super) struct LastStages {
    pub(super) sum: SumWithC,
    pub(super) after_sum: Option<String>,
    pub(super) choice: ChoiceText,
}

impl Builder<'_> {
    /// Returns the controls of the last two stages, with their nets, if the form is the one for
    /// tables.
    pub(super) fn last_controls(&self) -> Option<(LastControlsText, LastControls)> {
        let text = LastControlsText {
            c: self.c.name.clone(),
            dsel: self.dsel.name.clone(),
            secop: self.secop.name.clone(),
            signed: self.c_is_signed(),
            h0: ASEL.code("h0"),
            h1: ASEL.code("h1"),
            is_wide: self.config.adder == Adder::Plus,
            flips: self.flips_sign(),
        };
        (self.config.goal == Goal::Tables).then(|| (text, LastControls::new(self.config.adder)))
    }

    /// Returns whether the controls of the last two stages are decided in front of a row, if the
    /// unit clamps.
    pub(super) fn decides_last_controls(&self) -> bool {
        self.config.goal == Goal::Tables && self.pipeline.has_rows_before(SECONDARY_OR_MERGE)
    }

    /// Returns whether the addend makes the sign of the sum tell whether `c` is taken. That is
    /// faster, but takes more tables in a unit without rows.
    fn flips_sign(&self) -> bool {
        self.pipeline.rows_passed() > 0
    }

    /// Returns whether the last two stages read `dtype`, given that their controls are decided.
    pub(super) fn last_reads_dtype(&self) -> bool {
        self.config.adder != Adder::Plus || self.config.profile == Profile::Hardware
    }

    /// Returns whether the sum with `c` is added in halves. They make its chain shorter, which
    /// shows where the stages in front are short: where the choice follows without a row, and where
    /// the clamp has a row inside.
    fn halves_sum_with_c(&self) -> bool {
        adds_early(self.config, &self.ops)
            && [ORDER_OR_ADD, SECONDARY_OR_MERGE].iter().all(|stage| self.pipeline.has_rows_before(stage))
            && (!self.pipeline.has_rows_before(RESULT) || self.pipeline.has_stage(CLAMP))
    }

    /// Builds the last two stages, if the form is the one for tables. `decided` are their controls
    /// if an earlier stage decides them.
    pub(super) fn last_stages(
        &mut self,
        value: &Net,
        decided: Option<LastControls>,
        hit: &mut Net,
        result: &Net,
        library: &mut Library,
    ) -> Result<Option<LastStages>, VerilogError> {
        let Some((text, own)) = self.last_controls() else { return Ok(None) };
        let controls_text = decided.is_none().then_some(text);
        let mut controls = decided.unwrap_or(own);
        let is_wide = self.config.adder == Adder::Plus;
        let compares = Some(Expr::from(&controls.compares));
        let bit = |name| Net::new(name, 1);
        let left = Net::new("left_s35", LOW + HIGH);
        let mut x = Net::new("x", 32);
        let (additions, mut sum) = if self.halves_sum_with_c() {
            let operands = [&left, &controls.addend];
            let (halves, additions) = Halves::new((self.config, library), ("c_", LOW), operands, compares)?;
            (additions.into(), SumWithCNets::Halves(halves))
        } else if is_wide {
            let results = [&Net::new("c_sum_s35", LOW + HIGH), &bit("unused_c_carry")];
            let operands = [&left, &controls.addend].map(Expr::from);
            let addition = Addition::new((self.config, library), "c_adder", operands, compares, results)?;
            (vec![addition], SumWithCNets::Sign { sum: Net::new("c_sum", 32), sign: bit("prefers_c") })
        } else {
            let (sum, carry) = (Net::new("c_sum", 32), bit("c_carry"));
            let operands = [&x, &controls.addend].map(Expr::from);
            let addition = Addition::new((self.config, library), "c_adder", operands, compares, [&sum, &carry])?;
            let [top_less, top_equal] = ["top_less", "top_equal"].map(bit);
            (vec![addition], SumWithCNets::Carry { sum, carry, top_less, top_equal })
        };
        let is_decided = controls_text.is_none();
        let sum_text = SumWithC {
            value: value.name.clone(),
            c: self.c.name.clone(),
            controls: controls_text,
            is_long: controls.is_long.name.clone(),
            wanted: (!self.flips_sign()).then(|| format!("{}[0]", self.secop.name)),
            signed: self.c_is_signed(),
            hardware: self.config.profile == Profile::Hardware,
            is_wide,
            is_whole: matches!(sum, SumWithCNets::Sign { .. }),
            additions,
        };
        let mut data = vec![&mut x];
        data.extend(sum.nets_mut());
        data.extend(self.config.sat_o.then_some(hit));
        data.extend(controls.nets_mut(true));
        data.push(&mut self.c);
        let after_sum = self.pipeline.cut(SECONDARY_OR_MERGE, data);
        let (sum, prefers_c, declared) = sum.whole(controls.wants_less.as_ref());
        let choice = ChoiceText {
            x: x.name,
            sum,
            c: self.c.name.clone(),
            compares: controls.compares.name.clone(),
            prefers_c,
            declared,
            from: controls.from.map(|net| net.name),
            // The carry chain of the comparison is late.
            late: is_wide && is_decided,
            result: result.clone(),
        };
        Ok(Some(LastStages { sum: sum_text, after_sum, choice }))
    }
}
