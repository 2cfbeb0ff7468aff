//! Which lanes an instruction merges into `c`, and which it sums (`.add`).

use vidalu_model::control::simd::{ACCUMULATE, MASK};

use super::last::MERGE_OR_ACCUMULATE;
use crate::decode::field_net;
use crate::pipeline::Pipeline;
use crate::verilog::Net;

/// The masks in the current stage.
pub(super) enum Masks {
    /// Both are computed, and the result is chosen behind the sum.
    Chosen { mask: Net, is_sum: Net },
    /// The sum is added to the merge. One of the two masks is 0.
    Added { merged: Net, summed: Net },
}

impl Masks {
    /// Returns the nets in the first stage. The sum is added to the merge if rows are in front of
    /// the last stage or inside it. Otherwise the adder would wait for the saturation of lanes.
    pub(super) fn new(pipeline: &Pipeline<'_>) -> Self {
        if pipeline.has_stage(MERGE_OR_ACCUMULATE) && !pipeline.has_rows_before(MERGE_OR_ACCUMULATE) {
            return Self::Chosen { mask: field_net(&MASK), is_sum: field_net(&ACCUMULATE) };
        }
        Self::Added { merged: Net::new("merged_lanes", 4), summed: Net::new("summed_lanes", 4) }
    }

    /// Returns the text of the masks that are not fields of the control word.
    pub(super) fn text(&self) -> Vec<String> {
        let Self::Added { merged, summed } = self else { return Vec::new() };
        let [mask, is_sum] = [&MASK, &ACCUMULATE].map(|field| field_net(field).name);
        let wire = |net: &Net, not: &str| format!("wire [3:0] {} = {mask} & {{4{{{not}{is_sum}}}}};", net.name);
        vec![wire(merged, "!"), wire(summed, "")]
    }

    /// Returns the mask of the merge.
    pub(super) fn merged(&self) -> &Net {
        let (Self::Chosen { mask: merged, .. } | Self::Added { merged, .. }) = self;
        merged
    }

    /// Returns the mask of the sum.
    pub(super) fn summed(&self) -> &Net {
        let (Self::Chosen { mask: summed, .. } | Self::Added { summed, .. }) = self;
        summed
    }

    /// Returns the bit that chooses the sum, if the sum is not added to the merge.
    pub(super) fn is_sum(&self) -> Option<&Net> {
        match self {
            Self::Chosen { is_sum, .. } => Some(is_sum),
            Self::Added { .. } => None,
        }
    }

    /// Returns the nets that later stages read. If `is_taken`, the lanes of the sum are already
    /// selected, and nothing reads its mask any more.
    pub(super) fn nets_mut(&mut self, is_taken: bool) -> Vec<&mut Net> {
        match self {
            Self::Chosen { mask, is_sum } => vec![mask, is_sum],
            Self::Added { merged, summed } => {
                let mut nets = vec![merged];
                nets.extend((!is_taken).then_some(summed));
                nets
            }
        }
    }
}
