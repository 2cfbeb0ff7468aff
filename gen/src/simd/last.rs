//! The last two stages: the lanes in the mask are merged into `c`, or summed onto it.

use askama::Template;

use super::Builder;
use super::lane_sum::{self, LANE_SUM, LaneRows, of_last_sums};
use crate::arith::Addition;
use crate::design::Library;
use crate::header::banner;
use crate::pipeline::Stage;
use crate::verilog::{Expr, Instance, Net, VerilogError};
use crate::{Block, landmark};

/// The last stage without rows inside it, in which an instruction does one of the two.
pub(super) const MERGE_OR_ACCUMULATE: &str = "merge | accumulate";

/// The first half of the stage.
const MERGE_OR_LANE_SUM: &str = "merge | lane sum";

/// The second half, which adds the sum of the lanes to the merge.
const RESULT: &str = "result";

/// Returns the halves of the stage, from the lengths of the whole and of the halves.
pub(super) fn stages(whole: u32, [first, second]: [u32; 2]) -> [Stage; 2] {
    Stage::halves((MERGE_OR_ACCUMULATE, whole), [(MERGE_OR_LANE_SUM, first), (RESULT, second)])
}

/// The summands: the lanes, or rows that another module made of them.
pub(super) enum Summands {
    Lanes(Net),
    Rows(LaneRows),
}

impl Summands {
    /// Returns the nets that carry them.
    pub(super) fn nets_mut(&mut self) -> Vec<&mut Net> {
        match self {
            Self::Lanes(lanes) => vec![lanes],
            Self::Rows(rows) => rows.nets_mut().iter_mut().collect(),
        }
    }
}

/// The text of both stages.
#[derive(Template)]
#[template(path = "simd/last.v")]
pub(super) struct LastStages {
    banner: String,
    merge: Instance,
    accumulate: Instance,
    /// The declarations of the nets behind the two.
    nets: Vec<Net>,
    rows: Option<RowsText>,
    choice: Option<String>,
    at_output: Option<String>,
}

/// The text behind the sum of the lanes, if rows are there: the rows, and the addition of the
/// merge.
struct RowsText {
    rows: String,
    total: Addition,
}

impl Builder<'_> {
    /// Builds the stages from the bytes that are merged and the summands. Returns them with the net
    /// of the result. `saturated` is the output `sat_o`.
    pub(super) fn last_stages(
        &mut self,
        bytes: Expr,
        summands: &Summands,
        saturated: &mut Net,
        library: &mut Library,
    ) -> Result<(LastStages, Net), VerilogError> {
        let is_whole = self.pipeline.has_stage(MERGE_OR_ACCUMULATE);
        let is_sum = self.masks.is_sum().map(|net| net.name.clone());
        let (mut merged, mut lane_sum) = (Net::new("merged", 32), Net::new("lane_sum_s20", LANE_SUM));
        let mut result = Net::new("d", 32);
        let sum = if is_sum.is_some() { Net::new("summed", 32) } else { result.clone() };
        let merge = self.merge(bytes, &merged)?;
        let unused_top = Net::new("unused_top", 32 - LANE_SUM);
        let without_c = Expr::join(&unused_top, &lane_sum);
        let accumulate = match summands {
            Summands::Lanes(lanes) if is_whole => {
                let onto = if is_sum.is_some() { &self.c } else { &merged };
                self.accumulate(&Block::Accumulate.instance(), lanes, Expr::from(onto), Expr::from(&sum))?
            }
            Summands::Lanes(lanes) => self.accumulate(landmark::LANE_SUM, lanes, Expr::constant(32, 0), without_c)?,
            Summands::Rows(rows) => lane_sum::lane_sum((self.config, library), rows, without_c)?,
        };
        let nets = if is_whole {
            vec![merged.clone(), sum.clone()]
        } else {
            vec![merged.clone(), lane_sum.clone(), unused_top]
        };
        let mut rows = None;
        if !is_whole {
            let mut data = vec![&mut merged, &mut lane_sum];
            data.extend(self.config.sat_o.then_some(&mut *saturated));
            let text = self.pipeline.cut(MERGE_OR_LANE_SUM, data).expect("rows are between the halves");
            rows = Some(RowsText { rows: text, total: self.total(&lane_sum, &merged, &result, library)? });
        }
        let choice = is_sum.map(|is_sum| format!("{is_sum} ? {} : {}", sum.name, merged.name));
        let mut outputs = vec![&mut result];
        outputs.extend(self.config.sat_o.then_some(saturated));
        let at_output = self.pipeline.cut(if is_whole { MERGE_OR_ACCUMULATE } else { RESULT }, outputs);
        let banner = banner(if is_whole {
            "merge | accumulate: the lanes of the mask, into c or summed onto it (9.7.18.2)"
        } else {
            "merge | lane sum: the lanes of the mask, into c or summed without it (9.7.18.2)"
        });
        Ok((LastStages { banner, merge, accumulate, nets, rows, choice, at_output }, result))
    }

    fn merge(&self, value: Expr, merged: &Net) -> Result<Instance, VerilogError> {
        self.blocks
            .instance(Block::LaneMerge)
            .connect("x_i", value)
            .connect("c_i", &self.c)
            .connect("mask_i", self.masks.merged())
            .connect("d_o", merged)
            .finish()
    }

    /// Returns the block that sums the lanes of the mask onto `c`.
    fn accumulate(&self, name: &str, lanes: &Net, c: Expr, sum: Expr) -> Result<Instance, VerilogError> {
        self.blocks
            .named(Block::Accumulate, name)
            .connect("x_i", lanes)
            .connect("c_i", c)
            .connect("mask_i", self.masks.summed())
            .connect("quad_i", &self.quad)
            .connect("d_o", sum)
            .finish()
    }

    /// Returns the sum of the lanes and the merge.
    fn total(&self, lanes: &Net, merged: &Net, sum: &Net, library: &mut Library) -> Result<Addition, VerilogError> {
        let config = of_last_sums(self.config);
        let operands = [Expr::sign_extend(lanes, 32 - LANE_SUM), Expr::from(merged)];
        Addition::new((&config, library), "total", operands, None, [sum, &Net::new("unused_carry", 1)])
    }
}
