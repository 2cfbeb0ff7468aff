//! The last stage: the lanes in the mask are merged into `c`, or summed onto it.

use askama::Template;

use super::Builder;
use crate::Block;
use crate::verilog::{Expr, Instance, Net, VerilogError};

/// The name of the stage, in which an instruction does one of the two.
pub(super) const MERGE_OR_ACCUMULATE: &str = "merge | accumulate";

/// The text of the stage.
#[derive(Template)]
#[template(path = "simd/last.v")]
pub(super) struct LastStage {
    merge: Instance,
    accumulate: Instance,
    is_sum: String,
    at_output: Option<String>,
}

impl Builder<'_> {
    /// Builds the stage from the lanes and their bytes. Returns it with the net of the result.
    /// `saturated` is the output `sat_o`.
    pub(super) fn last_stage(
        &mut self,
        bytes: Expr,
        lanes: &Net,
        saturated: &mut Net,
    ) -> Result<(LastStage, Net), VerilogError> {
        let merge = self.merge(bytes, &Net::new("merged", 32))?;
        let accumulate = self.accumulate(lanes, &Net::new("summed", 32))?;
        let is_sum = self.accumulate.name.clone();
        let mut result = Net::new("d", 32);
        let mut outputs = vec![&mut result];
        outputs.extend(self.config.sat_o.then_some(saturated));
        let at_output = self.pipeline.cut(MERGE_OR_ACCUMULATE, outputs);
        Ok((LastStage { merge, accumulate, is_sum, at_output }, result))
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

    fn accumulate(&self, lanes: &Net, summed: &Net) -> Result<Instance, VerilogError> {
        self.blocks
            .instance(Block::Accumulate)
            .connect("x_i", lanes)
            .connect("c_i", &self.c)
            .connect("mask_i", &self.mask)
            .connect("quad_i", &self.quad)
            .connect("d_o", summed)
            .finish()
    }
}
