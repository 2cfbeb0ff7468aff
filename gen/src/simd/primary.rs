//! The primary stage on lanes, after the adder: it selects the source of each operation's result.

use askama::Template;

use crate::header::banner;
use crate::operation::Source::{Half, Pick, Set, Shift, Sum};
use crate::operation::VideoOp::{self, Vabsdiff, Vset};
use crate::operation::{Codes, Operations, ResultText, SUMMED};
use crate::verilog::{Condition, Net};

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
    /// 1 or 0, if an operation gives that.
    ones: Option<Ones>,
    /// The lanes that are filled, if an operation fills them.
    filled: Option<String>,
}

struct Ones {
    /// The truth value of the lane that begins with byte 2.
    second: String,
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
    pub(crate) fn new(ops: &Operations, nets: &Nets<'_>, lanes: &Net, named: &mut Vec<VideoOp>) -> Self {
        let sections = if nets.codes.word.is_some() { "9.7.18.1, 9.7.18.2" } else { "9.7.18.2" };
        Self {
            banner: banner(&format!("primary: the result of each lane, whole and signed ({sections})")),
            quad: nets.quad.name.clone(),
            word: nets.codes.word.map(|word| word.name.clone()),
            sum: nets.order.sum.name.clone(),
            flip: flip(ops, nets, named),
            half: ops.any(&[Half]).then(|| HalfText { is_alone: !ops.any(&[Sum]) }),
            pick: pick(ops, nets, named),
            set: set(ops, nets, named),
            lanes: lanes.clone(),
            results: results(ops, nets, named),
        }
    }

    /// Returns whether the stage repeats a bit for all bits of its byte.
    pub(crate) fn spreads(&self) -> bool {
        self.flip.is_some() || self.pick.is_some() || self.set.as_ref().is_some_and(|set| set.filled.is_some())
    }
}

/// Returns whether the stage tells operations apart.
pub(crate) fn names_op(ops: &Operations, codes: Codes<'_>) -> bool {
    let mut named = Vec::new();
    ops.is_one_of(codes, &[Vabsdiff], &Sum.operations(), &mut named);
    ops.takes_a(codes, "", 4, &mut named);
    ops.fills(codes, &mut named);
    !named.is_empty() || ops.sources().len() > 1
}

fn flip(ops: &Operations, nets: &Nets<'_>, named: &mut Vec<VideoOp>) -> Option<String> {
    let negative = &nets.order.negative.name;
    match ops.is_one_of(nets.codes, &[Vabsdiff], &Sum.operations(), named) {
        Condition::Never => None,
        Condition::Always => Some(negative.clone()),
        Condition::If(is_abs) => Some(format!("{negative} & {{4{{{is_abs}}}}}")),
    }
}

fn pick(ops: &Operations, nets: &Nets<'_>, named: &mut Vec<VideoOp>) -> Option<PickText> {
    if !ops.any(&[Pick]) {
        return None;
    }
    let takes_a = ops.takes_a(nets.codes, &nets.order.negative.name, 4, named);
    Some(PickText { takes_a, a: nets.va.name.clone(), b: nets.vb.name.clone() })
}

fn set(ops: &Operations, nets: &Nets<'_>, named: &mut Vec<VideoOp>) -> Option<SetText> {
    if !ops.any(&[Set]) {
        return None;
    }
    let [cmp, low, equal] = [nets.cmp, &nets.order.negative, &nets.order.equal].map(|net| net.name.clone());
    let second = match nets.codes.word {
        None => "holds[2]".to_owned(),
        Some(word) => format!("!{} && holds[2]", word.name),
    };
    let filled = match ops.fills(nets.codes, named) {
        Condition::Never => None,
        Condition::Always => Some("holds".to_owned()),
        Condition::If(is_set) => Some(format!("holds & {{4{{{is_set}}}}}")),
    };
    Some(SetText { cmp, low, equal, ones: ops.has(Vset).then_some(Ones { second }), filled })
}

fn results(ops: &Operations, nets: &Nets<'_>, named: &mut Vec<VideoOp>) -> Vec<ResultText> {
    let value = |source| match source {
        Sum if ops.has(Vabsdiff) => "total",
        Sum => &nets.order.sum.name,
        Half => "half",
        Pick => "pick",
        Set => "set",
        Shift => &nets.shifted.expect("a unit with words has a shifter").name,
    };
    let sources = ops.sources().into_iter().map(|source| (source, value(source).to_owned()));
    ops.results(nets.codes, sources.collect(), named)
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
            negative: net(ops.compares(), "negative", 4),
            equal: net(ops.any(&[Set]), "equal", 4),
        }
    }

    /// Returns the nets that the primary stage reads.
    pub(crate) fn read(&mut self, ops: &Operations) -> Vec<&mut Net> {
        let Self { sum, negative, equal } = self;
        let nets = [(sum, ops.any(&SUMMED)), (negative, ops.compares()), (equal, ops.any(&[Set]))];
        nets.into_iter().filter_map(|(net, is_read)| is_read.then_some(net)).collect()
    }

    pub(crate) fn into_nets(self) -> (Net, Net, Net) {
        (self.sum, self.negative, self.equal)
    }
}
