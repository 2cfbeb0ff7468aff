//! The last two stages: the lanes in the mask are merged into `c`, or summed onto it.

use askama::Template;

use super::Builder;
use crate::arith::Addition;
use crate::design::Library;
use crate::header::banner;
use crate::pipeline::Stage;
use crate::verilog::{Expr, Instance, Net, VerilogError};
use crate::{Adder, Block, Config, Goal, landmark};

/// The last stage without rows inside it, in which an instruction does one of the two.
pub(super) const MERGE_OR_ACCUMULATE: &str = "merge | accumulate";

/// The first half of the stage.
const MERGE_OR_LANE_SUM: &str = "merge | lane sum";

/// The second half, which adds `c`.
const RESULT: &str = "result";

/// The bits of a sum of lanes: of two lanes with 18 bits, or of four with 10.
const LANE_SUM: u32 = 20;

/// Returns the halves of the stage, from the lengths of the whole and of the halves.
pub(super) fn stages(whole: u32, [first, second]: [u32; 2]) -> [Stage; 2] {
    Stage::halves((MERGE_OR_ACCUMULATE, whole), [(MERGE_OR_LANE_SUM, first), (RESULT, second)])
}

/// The text of both stages.
#[derive(Template)]
#[template(path = "simd/last.v")]
pub(super) struct LastStages {
    banner: String,
    merge: Instance,
    accumulate: Instance,
    rows: Option<RowsText>,
    is_sum: String,
    merged: String,
    at_output: Option<String>,
}

/// The text between the sum of the lanes and the choice of the result, if rows are there.
struct RowsText {
    rows: String,
    total: Addition,
}

impl Builder<'_> {
    /// Builds the stages from the bytes that are merged, and from the lanes, of which `counted` are
    /// summed. Returns them with the net of the result. `saturated` is the output `sat_o`.
    pub(super) fn last_stages(
        &mut self,
        bytes: Expr,
        (lanes, counted): (&Net, Expr),
        saturated: &mut Net,
        library: &mut Library,
    ) -> Result<(LastStages, Net), VerilogError> {
        let mut merged = Net::new("merged", 32);
        let merge = self.merge(bytes, &merged)?;
        let mut lane_sum = Net::new("lane_sum_s20", LANE_SUM);
        let is_whole = self.pipeline.has_stage(MERGE_OR_ACCUMULATE);
        let accumulate = if is_whole {
            let sum = Net::new("summed", 32);
            self.accumulate((&Block::Accumulate.instance(), lanes, counted), Expr::from(&self.c), Expr::from(&sum))?
        } else {
            let sum = Expr::join(&Net::new("unused_top", 32 - LANE_SUM), &lane_sum);
            self.accumulate((landmark::LANE_SUM, lanes, counted), Expr::constant(32, 0), sum)?
        };
        let mut rows = None;
        if !is_whole {
            let mut data = vec![&mut merged, &mut lane_sum, &mut self.accumulate, &mut self.c];
            data.extend(self.config.sat_o.then_some(&mut *saturated));
            let text = self.pipeline.cut(MERGE_OR_LANE_SUM, data).expect("rows are between the halves");
            rows = Some(RowsText { rows: text, total: self.total(&lane_sum, library)? });
        }
        let mut result = Net::new("d", 32);
        let mut outputs = vec![&mut result];
        outputs.extend(self.config.sat_o.then_some(saturated));
        let at_output = self.pipeline.cut(if is_whole { MERGE_OR_ACCUMULATE } else { RESULT }, outputs);
        let [is_sum, merged] = [&self.accumulate, &merged].map(|net| net.name.clone());
        let banner = banner(if is_whole {
            "merge | accumulate: the lanes of the mask, into c or summed onto it (9.7.18.2)"
        } else {
            "merge | lane sum: the lanes of the mask, into c or summed without it (9.7.18.2)"
        });
        Ok((LastStages { banner, merge, accumulate, rows, is_sum, merged, at_output }, result))
    }

    fn merge(&self, value: Expr, merged: &Net) -> Result<Instance, VerilogError> {
        self.blocks
            .instance(Block::LaneMerge)
            .connect("x_i", value)
            .connect("c_i", &self.c)
            .connect("mask_i", &self.mask)
            .connect("d_o", merged)
            .finish()
    }

    /// Returns the block that sums the counted lanes onto `c`.
    fn accumulate(
        &self,
        (name, lanes, counted): (&str, &Net, Expr),
        c: Expr,
        sum: Expr,
    ) -> Result<Instance, VerilogError> {
        self.blocks
            .named(Block::Accumulate, name)
            .connect("x_i", lanes)
            .connect("c_i", c)
            .connect("mask_i", counted)
            .connect("quad_i", &self.quad)
            .connect("d_o", sum)
            .finish()
    }

    /// Returns the sum of the lanes and `c`. In the default form, the key `adder` does not concern
    /// the unit.
    fn total(&self, lane_sum: &Net, library: &mut Library) -> Result<Addition, VerilogError> {
        let adder = if self.config.goal == Goal::Balanced { Adder::Plus } else { self.config.adder };
        let config = Config { adder, ..self.config.clone() };
        let operands = [Expr::sign_extend(lane_sum, 32 - LANE_SUM), Expr::from(&self.c)];
        let results = [&Net::new("summed", 32), &Net::new("unused_carry", 1)];
        Addition::new((&config, library), "total", operands, None, results)
    }
}
