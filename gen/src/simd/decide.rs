//! The stage behind the adder that decides, from the order of the operands, what becomes of each
//! lane.

use askama::Template;

use super::order::Order;
use crate::header::banner;
use crate::operation::Source::{self, Pick, Set, Sum};
use crate::operation::VideoOp::{self, Vabsdiff, Vset};
use crate::operation::{Codes, Operations};
use crate::verilog::{Condition, Declaration, Net, aligned};

/// The text of the stage.
#[derive(Template)]
#[template(path = "simd/lane_decide.v")]
pub(crate) struct Decide {
    banner: String,
    flip: Option<String>,
    takes_a: Option<String>,
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
    /// The lanes that are those of the first operand.
    pub(super) takes_a: Option<Net>,
    /// The lanes in which the comparison holds, if an operation gives 1 or 0.
    pub(super) holds: Option<Net>,
    /// The lanes that are filled.
    pub(super) fills: Option<Net>,
    /// For each source of the result: whether the operation reads it. Empty for a single source.
    pub(super) sources: Vec<Net>,
}

impl Decide {
    /// Builds the stage for these operations, if they need it, with the nets that it drives. Adds
    /// the operations whose codes it reads to `named`.
    pub(crate) fn new(
        ops: &Operations,
        codes: Codes<'_>,
        cmp: &Net,
        order: &Order,
        named: &mut Vec<VideoOp>,
    ) -> (Option<Self>, Decisions) {
        let sections = if codes.word.is_some() { "9.7.18.1, 9.7.18.2" } else { "9.7.18.2" };
        let [low, equal] = [&order.negative, &order.equal].map(|net| net.name.clone());
        let flip = match ops.is_one_of(codes, &[Vabsdiff], &Sum.operations(), named) {
            Condition::Never => None,
            Condition::Always => Some(low.clone()),
            Condition::If(is_abs) => Some(format!("{low} & {{4{{{is_abs}}}}}")),
        };
        let takes_a = ops.any(&[Pick]).then(|| ops.takes_a(codes, &low, 4, named));
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
        let select = |source: &Source| {
            let is_read = ops.is_one_of(codes, &source.operations(), &VideoOp::ALL, named);
            Declaration::wire(Net::new(source.is(), 1), is_read)
        };
        let selects = aligned(&sources.iter().map(select).collect::<Vec<_>>());
        let lanes = |is_there: bool, name: &str| is_there.then(|| Net::new(name, 4));
        let decisions = Decisions {
            flip: lanes(flip.is_some(), "flip"),
            takes_a: lanes(takes_a.is_some(), "takes_a"),
            holds: lanes(set.as_ref().is_some_and(|set| set.has_ones), "holds"),
            fills: lanes(set.as_ref().is_some_and(|set| set.fills.is_some()), "fills"),
            sources: sources.iter().map(|source| Net::new(source.is(), 1)).collect(),
        };
        let banner = banner(&format!("decide: the order of the operands and the operation ({sections})"));
        (decides(ops).then_some(Self { banner, flip, takes_a, set, selects }), decisions)
    }
}

impl Decisions {
    /// Returns the nets that the primary stage reads.
    pub(crate) fn nets_mut(&mut self) -> Vec<&mut Net> {
        let Self { flip, takes_a, holds, fills, sources } = self;
        [flip, takes_a, holds, fills].into_iter().flatten().chain(sources).collect()
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
