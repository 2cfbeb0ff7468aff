//! The stage behind the adder that decides, from the order of the operands, what becomes of each
//! lane.

use askama::Template;
use itertools::Itertools;

use super::order::Order;
use crate::header::banner;
use crate::operation::Source::{self, Pick, Set, Sum};
use crate::operation::VideoOp::{self, Vabsdiff, Vmax, Vmin, Vset};
use crate::operation::{Codes, Operations};
use crate::verilog::{Condition, Declaration, Net, aligned};

/// The text of the stage.
#[derive(Template)]
#[template(path = "simd/lane_decide.v")]
pub(crate) struct Decide {
    banner: String,
    flip: Option<String>,
    /// In the form for cells: the lanes that are the sum as it is.
    keep: Option<String>,
    takes_a: Option<String>,
    /// In the form for cells: the lanes that are those of the second operand.
    takes_b: Option<String>,
    set: Option<SetText>,
    /// The nets that select the source of the result, if there are several.
    selects: Vec<String>,
}

struct SetText {
    cmp: String,
    low: String,
    equal: String,
    /// Whether an operation gives 1 or 0.
    has_ones: bool,
    /// The lanes that are filled, if an operation fills them.
    fills: Option<String>,
}

/// The decisions, as nets. Those that no operation needs are missing.
pub(crate) struct Decisions {
    /// The lanes whose sum is inverted.
    pub(super) flip: Option<Net>,
    /// In the form for cells: the lanes that are the sum as it is.
    pub(super) keep: Option<Net>,
    /// The lanes that are those of the first operand.
    pub(super) takes_a: Option<Net>,
    /// In the form for cells: the lanes that are those of the second operand.
    pub(super) takes_b: Option<Net>,
    /// The lanes in which the comparison holds, if an operation gives 1 or 0.
    pub(super) holds: Option<Net>,
    /// The lanes that are filled.
    pub(super) fills: Option<Net>,
    /// For each source of the result: whether the operation reads it. Empty for a single source.
    /// The form for cells decides it for each lane instead, if the source is one of two nets.
    pub(super) sources: Vec<(Source, Net)>,
}

impl Decide {
    /// Builds the stage for these operations, if they need it, with the nets that it drives. Adds
    /// the operations whose codes it reads to `named`. In the form for cells, the order chooses the
    /// lanes of the operation alone, so that less logic follows it.
    pub(crate) fn new(
        ops: &Operations,
        in_cells: bool,
        codes: Codes<'_>,
        cmp: &Net,
        order: &Order,
        named: &mut Vec<VideoOp>,
    ) -> (Option<Self>, Decisions) {
        let sections = if codes.word.is_some() { "9.7.18.1, 9.7.18.2" } else { "9.7.18.2" };
        let [low, equal] = [&order.negative, &order.equal].map(|net| net.name.clone());
        // In the form for cells, nothing else keeps the sum out of the result of another operation.
        let among = if in_cells { VideoOp::ALL.to_vec() } else { Sum.operations() };
        let flip = match ops.is_one_of(codes, &[Vabsdiff], &among, named) {
            Condition::Never => None,
            Condition::Always => Some(low.clone()),
            Condition::If(is_abs) => Some(format!("{low} & {{4{{{is_abs}}}}}")),
        };
        let keep =
            (in_cells && flip.is_some()).then(|| match ops.is_one_of(codes, &Sum.operations(), &VideoOp::ALL, named) {
                Condition::If(is_sum) => format!("{{4{{{is_sum}}}}} & ~flip"),
                _ => "~flip".to_owned(),
            });
        let [takes_a, takes_b] = match (ops.any(&[Pick]), in_cells) {
            (false, _) => [None, None],
            (true, false) => [Some(ops.takes_a(codes, &low, 4, named)), None],
            (true, true) => picks(ops, codes, &low, named).map(Some),
        };
        let set = ops.any(&[Set]).then(|| {
            let fills = match ops.fills(codes, named) {
                Condition::Never => None,
                Condition::Always => Some("holds".to_owned()),
                Condition::If(is_set) => Some(format!("holds & {{4{{{is_set}}}}}")),
            };
            SetText { cmp: cmp.name.clone(), low, equal, has_ones: ops.has(Vset), fills }
        });
        let mut sources = ops.sources();
        if sources.len() == 1 {
            sources.clear();
        }
        sources.retain(|source| match source {
            Sum => keep.is_none(),
            Pick => takes_b.is_none(),
            _ => true,
        });
        let select = |source: &Source| {
            let is_read = ops.is_one_of(codes, &source.operations(), &VideoOp::ALL, named);
            Declaration::wire(Net::new(source.is(), 1), is_read)
        };
        let selects = aligned(&sources.iter().map(select).collect::<Vec<_>>());
        let lanes = |is_there: bool, name: &str| is_there.then(|| Net::new(name, 4));
        let decisions = Decisions {
            flip: lanes(flip.is_some(), "flip"),
            keep: lanes(keep.is_some(), "keep"),
            takes_a: lanes(takes_a.is_some(), "takes_a"),
            takes_b: lanes(takes_b.is_some(), "takes_b"),
            holds: lanes(set.as_ref().is_some_and(|set| set.has_ones), "holds"),
            fills: lanes(set.as_ref().is_some_and(|set| set.fills.is_some()), "fills"),
            sources: sources.iter().map(|source| (*source, Net::new(source.is(), 1))).collect(),
        };
        let banner = banner(&format!("decide: the order of the operands and the operation ({sections})"));
        (decides(ops).then_some(Self { banner, flip, keep, takes_a, takes_b, set, selects }), decisions)
    }
}

/// Returns which lanes vmin and vmax take from the first operand, and which from the second. The
/// net `less` says where the first is less.
fn picks(ops: &Operations, codes: Codes<'_>, less: &str, named: &mut Vec<VideoOp>) -> [String; 2] {
    let [min, max] = [Vmin, Vmax].map(|op| ops.is_one_of(codes, &[op], &VideoOp::ALL, named));
    let more = format!("~{less}");
    let either = |where_min: &str, where_max: &str| {
        let term = |(is_op, lanes): (&Condition, &str)| match is_op {
            Condition::Never => None,
            Condition::Always => Some(lanes.to_owned()),
            Condition::If(is_op) => Some(format!("({lanes} & {{4{{{is_op}}}}})")),
        };
        [(&min, where_min), (&max, where_max)].into_iter().filter_map(term).join(" | ")
    };
    [either(less, &more), either(&more, less)]
}

impl Decisions {
    /// Returns the nets that the primary stage reads.
    pub(crate) fn nets_mut(&mut self) -> Vec<&mut Net> {
        let Self { flip, keep, takes_a, takes_b, holds, fills, sources } = self;
        let lanes = [flip, keep, takes_a, takes_b, holds, fills].into_iter().flatten();
        lanes.chain(sources.iter_mut().map(|(_, net)| net)).collect()
    }

    /// Returns whether a bit of them is repeated for all bits of its byte.
    pub(crate) fn spread(&self) -> bool {
        self.flip.is_some() || self.takes_a.is_some() || self.fills.is_some()
    }
}

/// Returns whether the stage decides anything.
pub(crate) fn decides(ops: &Operations) -> bool {
    ops.has(Vabsdiff) || ops.any(&[Pick, Set]) || ops.sources().len() > 1
}

/// Returns whether the stage tells operations apart.
pub(crate) fn names_op(ops: &Operations, codes: Codes<'_>) -> bool {
    let mut named = Vec::new();
    ops.is_one_of(codes, &[Vabsdiff], &Sum.operations(), &mut named);
    ops.takes_a(codes, "", 4, &mut named);
    ops.fills(codes, &mut named);
    !named.is_empty() || ops.sources().len() > 1
}
