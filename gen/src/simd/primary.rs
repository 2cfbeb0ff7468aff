//! The primary stage on lanes, after the adder: it selects the source of each operation's result.

use askama::Template;

use super::operation::{Codes, HALF, LaneOp, Operations, PICK, SET, SHIFT, SUM, SUMMED};
use crate::header::rule;
use crate::verilog::{Condition, Net};
use LaneOp::{Vabsdiff, Vmax, Vset};

/// The text of the stage.
#[derive(Template)]
#[template(path = "simd/lane_primary.v")]
pub(crate) struct Primary {
    banner: String,
    quad: String,
    word: Option<String>,
    sum: String,
    flip: Option<String>,
    half: Option<HalfText>,
    pick: Option<PickText>,
    set: Option<SetText>,
    lanes: Net,
    results: Vec<ResultText>,
}

struct HalfText {
    /// Whether only the half reads the sum, which leaves some of its bits unused.
    is_alone: bool,
}

struct PickText {
    takes_a: String,
    a: String,
    b: String,
}

struct SetText {
    cmp: String,
    low: String,
    equal: String,
    /// The truth value of the lane that begins with byte 2.
    second: String,
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

/// The nets that the stage reads.
pub(crate) struct Nets<'n> {
    pub(crate) codes: Codes<'n>,
    pub(crate) cmp: &'n Net,
    pub(crate) quad: &'n Net,
    pub(crate) va: &'n Net,
    pub(crate) vb: &'n Net,
    pub(crate) order: &'n Order,
    /// The result of the shifter, as lanes.
    pub(crate) shifted: Option<&'n Net>,
}

impl Primary {
    /// Builds the stage for these operations, which drives `lanes`. Adds the operations whose codes
    /// it reads to `named`.
    pub(crate) fn new(ops: &Operations, nets: &Nets<'_>, lanes: &Net, named: &mut Vec<LaneOp>) -> Self {
        let sections = if nets.codes.word.is_some() { "9.7.18.1, 9.7.18.2" } else { "9.7.18.2" };
        let banner = format!("  // ==== primary: the result of each lane, whole and signed ({sections}) ");
        Self {
            banner: format!("{banner}{}", rule('=', banner.len())),
            quad: nets.quad.name.clone(),
            word: nets.codes.word.map(|word| word.name.clone()),
            sum: nets.order.sum.name.clone(),
            flip: flip(ops, nets, named),
            half: ops.any(&HALF).then(|| HalfText { is_alone: !ops.any(&SUM) }),
            pick: pick(ops, nets, named),
            set: set(ops, nets),
            lanes: lanes.clone(),
            results: results(ops, nets, named),
        }
    }

    /// Returns whether the stage repeats a bit for all bits of its byte.
    pub(crate) fn spreads(&self) -> bool {
        self.flip.is_some() || self.pick.is_some()
    }
}

/// Returns whether the stage tells operations apart.
pub(crate) fn names_op(ops: &Operations, codes: Codes<'_>) -> bool {
    let mut named = Vec::new();
    ops.is_one_of(codes, &[Vabsdiff], &SUM, &mut named);
    ops.is_one_of(codes, &[Vmax], &PICK, &mut named);
    !named.is_empty() || sources(ops).len() > 1
}

/// Returns the sources of the result, with the operations that use them.
fn sources(ops: &Operations) -> Vec<(&'static str, &'static [LaneOp])> {
    let sources: [(&str, &'static [LaneOp]); 5] =
        [("is_sum", &SUM), ("is_half", &HALF), ("is_pick", &PICK), ("is_set", &SET), ("is_shift", &SHIFT)];
    sources.into_iter().filter(|(_, group)| ops.any(group)).collect()
}

fn flip(ops: &Operations, nets: &Nets<'_>, named: &mut Vec<LaneOp>) -> Option<String> {
    let negative = &nets.order.negative.name;
    match ops.is_one_of(nets.codes, &[Vabsdiff], &SUM, named) {
        Condition::Never => None,
        Condition::Always => Some(negative.clone()),
        Condition::If(is_abs) => Some(format!("{negative} & {{4{{{is_abs}}}}}")),
    }
}

fn pick(ops: &Operations, nets: &Nets<'_>, named: &mut Vec<LaneOp>) -> Option<PickText> {
    if !ops.any(&PICK) {
        return None;
    }
    let negative = &nets.order.negative.name;
    let takes_a = match ops.is_one_of(nets.codes, &[Vmax], &PICK, named) {
        Condition::Never => negative.clone(),
        Condition::Always => format!("~{negative}"),
        Condition::If(is_max) => format!("{negative} ^ {{4{{{is_max}}}}}"),
    };
    Some(PickText { takes_a, a: nets.va.name.clone(), b: nets.vb.name.clone() })
}

fn set(ops: &Operations, nets: &Nets<'_>) -> Option<SetText> {
    let [cmp, low, equal] = [nets.cmp, &nets.order.negative, &nets.order.equal].map(|net| net.name.clone());
    let second = match nets.codes.word {
        None => "holds[2]".to_owned(),
        Some(word) => format!("!{} && holds[2]", word.name),
    };
    ops.has(Vset).then_some(SetText { cmp, low, equal, second })
}

fn results(ops: &Operations, nets: &Nets<'_>, named: &mut Vec<LaneOp>) -> Vec<ResultText> {
    let sources = sources(ops);
    let last = sources.len() - 1;
    let width = sources.iter().map(|(is, _)| is.len()).max().unwrap_or(0).max("is_half".len());
    let result = |(index, (is, group)): (usize, (&'static str, &[LaneOp]))| ResultText {
        is,
        padding: &"        "[..width - is.len()],
        when: ops.is_one_of(nets.codes, group, &LaneOp::ALL, named),
        value: match (is, nets.shifted) {
            ("is_sum", _) if ops.has(Vabsdiff) => "total".to_owned(),
            ("is_sum", _) => nets.order.sum.name.clone(),
            ("is_shift", Some(shifted)) => shifted.name.clone(),
            (other, _) => other.trim_start_matches("is_").to_owned(),
        },
        joint: if index == last { ");" } else { " |" },
    };
    sources.into_iter().enumerate().map(result).collect()
}

/// The outputs of the adder. Those that no operation reads are named `unused_...`.
#[derive(Clone)]
pub(crate) struct Order {
    pub(crate) sum: Net,
    pub(crate) negative: Net,
    pub(crate) equal: Net,
}

impl Order {
    pub(crate) fn new(ops: &Operations) -> Self {
        let net = |is_read: bool, name: &str, width: u32| {
            Net::new(if is_read { name.to_owned() } else { format!("unused_{name}") }, width)
        };
        Self {
            sum: net(ops.any(&SUMMED), "sum", 40),
            negative: net(ops.orders(), "negative", 4),
            equal: net(ops.has(Vset), "equal", 4),
        }
    }

    pub(crate) fn into_nets(self) -> (Net, Net, Net) {
        (self.sum, self.negative, self.equal)
    }
}
