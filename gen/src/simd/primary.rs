//! The primary stage on lanes, after the adder: it selects the source of each operation's result.

use askama::Template;

use super::decide::Decisions;
use crate::header::banner;
use crate::operation::Operations;
use crate::operation::Source::{Half, Pick, Set, Shift, Sum};
use crate::operation::VideoOp::Vabsdiff;
use crate::verilog::Net;

/// The text of the stage.
#[derive(Template)]
#[template(path = "simd/lane_primary.v")]
pub(crate) struct Primary {
    banner: String,
    quad: String,
    word: Option<String>,
    sum: String,
    flip: Option<String>,
    keep: Option<String>,
    half: Option<HalfText>,
    pick: Option<PickText>,
    set: Option<SetText>,
    lanes: Net,
    results: Vec<SourceText>,
}

struct HalfText {
    /// Whether only the half reads the sum, which leaves some of its bits unused.
    is_alone: bool,
}

struct PickText {
    takes_a: String,
    takes_b: String,
    a: String,
    b: String,
}

struct SetText {
    /// The lanes that are 1 or 0, if an operation gives that.
    ones: Option<Ones>,
    /// The lanes that are filled, if an operation fills them.
    fills: Option<String>,
}

struct Ones {
    holds: String,
    /// The truth value of the lane that begins with byte 2.
    second: String,
}

/// A source of the result, and the net that selects it if there are several. Without a net, the
/// source is 0 for other operations.
struct SourceText {
    is: String,
    padding: String,
    value: String,
}

/// The nets that the stage reads.
pub(crate) struct Nets<'n> {
    pub(crate) decisions: &'n Decisions,
    pub(crate) word: Option<&'n Net>,
    pub(crate) quad: &'n Net,
    pub(crate) va: &'n Net,
    pub(crate) vb: &'n Net,
    pub(crate) sum: &'n Net,
    /// The result of the shifter, as lanes.
    pub(crate) shifted: Option<&'n Net>,
}

impl Primary {
    /// Builds the stage for these operations, which drives `lanes`.
    pub(crate) fn new(ops: &Operations, nets: &Nets<'_>, lanes: &Net) -> Self {
        let Nets { decisions, word, quad, va, vb, sum, .. } = nets;
        let name = |net: &Net| net.name.clone();
        let sections = if word.is_some() { "9.7.18.1, 9.7.18.2" } else { "9.7.18.2" };
        let second = |holds: &String| match word {
            None => format!("{holds}[2]"),
            Some(word) => format!("!{} && {holds}[2]", word.name),
        };
        let ones = decisions.holds.as_ref().map(name);
        let fills = decisions.fills.as_ref().map(name);
        Self {
            banner: banner(&format!("primary: the result of each lane, whole and signed ({sections})")),
            quad: name(quad),
            word: word.map(name),
            sum: name(sum),
            flip: decisions.flip.as_ref().map(name),
            keep: decisions.keep.as_ref().map(name),
            half: ops.any(&[Half]).then(|| HalfText { is_alone: !ops.any(&[Sum]) }),
            pick: decisions.takes_a.as_ref().map(|net| {
                let takes_b = decisions.takes_b.as_ref().map_or_else(|| format!("~{}", net.name), name);
                PickText { takes_a: name(net), takes_b, a: name(va), b: name(vb) }
            }),
            set: ops
                .any(&[Set])
                .then(|| SetText { ones: ones.map(|holds| Ones { second: second(&holds), holds }), fills }),
            lanes: lanes.clone(),
            results: results(ops, nets),
        }
    }
}

fn results(ops: &Operations, nets: &Nets<'_>) -> Vec<SourceText> {
    let value = |source| match source {
        Sum if ops.has(Vabsdiff) => "total",
        Sum => &nets.sum.name,
        Half => "half",
        Pick => "pick",
        Set => "set",
        Shift => &nets.shifted.expect("a unit with words has a shifter").name,
    };
    let selects = &nets.decisions.sources;
    let width = selects.iter().map(|(_, net)| net.name.len()).max().unwrap_or(0);
    let text = |source| {
        let select = selects.iter().find(|(selected, _)| *selected == source);
        let is = select.map_or_else(String::new, |(_, net)| net.name.clone());
        SourceText { padding: " ".repeat(width - is.len()), is, value: value(source).to_owned() }
    };
    ops.sources().into_iter().map(text).collect()
}
