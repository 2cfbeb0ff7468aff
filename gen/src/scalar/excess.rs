//! The block `saturate` in two modules, for a unit with registers between them.

use askama::Template;

use super::interface::{EXCESS, has_clamp_halves};
use super::{After, Builder};
use crate::Block;
use crate::block::{SATURATE_MANUAL, saturate_ports};
use crate::design::{Library, Page, put_combinational, render};
use crate::header::banner;
use crate::verilog::{Instance, Net, Port, VerilogError};

/// The bits that the clamp checks, which the stage `primary` decides, in front of a row.
#[derive(Template)]
#[template(path = "scalar/checks.v")]
pub(super) struct ChecksText {
    sat: String,
    signed: String,
    dsel: String,
}

/// The first half, in the stage `saturate` or `excess`.
#[derive(Template)]
#[template(path = "scalar/first_half_of_clamp.v")]
pub(super) struct FirstHalfOfClamp {
    over: Net,
    instance: Instance,
    /// The registers, and the banner of the second half, if they are between the halves.
    cut: Option<[String; 2]>,
}

#[derive(Template)]
#[template(path = "scalar/excess.v")]
struct ExcessText<'a> {
    page: &'a Page<'a>,
}

#[derive(Template)]
#[template(path = "scalar/clamp.v")]
struct ClampText<'a> {
    page: &'a Page<'a>,
}

/// The number of groups of bits that may be checked.
const CHECKS: u32 = 6;

/// The number of groups that tell whether a checked bit exceeds the range.
const OVER: u32 = 4;

impl Builder<'_> {
    /// Returns the checks and their net, if the clamp is in two halves.
    pub(super) fn checks(&self) -> Option<(ChecksText, Net)> {
        let [sat, signed, dsel] = [&self.sat, &self.dtype, &self.dsel].map(|net| net.name.clone());
        let text = ChecksText { sat, signed, dsel };
        has_clamp_halves(self.config, &self.pipeline).then(|| (text, Net::new("checks", CHECKS)))
    }

    /// Returns the first half for the value `tmp`, which finds what exceeds the range, and its
    /// result.
    pub(super) fn excess(
        &mut self,
        tmp: &mut Net,
        checks: &Net,
        library: &mut Library,
    ) -> Result<(FirstHalfOfClamp, Net), VerilogError> {
        let ports = vec![
            Port::input("x_i", 27, "bits 33 to 7 of the intermediate result"),
            Port::input("signed_i", 1, "the result is signed"),
            Port::input("checks_i", CHECKS, "bits to check: 33 and 32, 31, 30 to 16, 15, 14 to 8, 7"),
            Port::output("over_o", OVER, "checked bits that exceed the range, by groups"),
        ];
        let doc = "the first half of saturate: the bits that exceed the range";
        let module = put_combinational(self.config, library, ("excess", doc, SATURATE_MANUAL), ports, |page| {
            render(&ExcessText { page })
        })?;
        let mut over = Net::new("over", OVER);
        let first = over.clone();
        let instance = Instance::of(&module, "u_excess")
            .connect("x_i", tmp.slice(33, 7))
            .connect("signed_i", &self.dtype)
            .connect("checks_i", checks)
            .connect("over_o", &over)
            .finish()?;
        let is_cut = self.pipeline.has_stage(EXCESS);
        let row = if is_cut { self.cut(EXCESS, After::Excess, vec![tmp, &mut over]) } else { None };
        let second = banner("clamp: the nearest bound, 34 bits wide (9.7.18.1, optSaturate)");
        Ok((FirstHalfOfClamp { over: first, instance, cut: row.map(|row| [row, second]) }, over))
    }

    /// Returns the second half, which clamps. Its instance has the name of the whole block, where
    /// the co-simulation finds the values of the stages.
    pub(super) fn clamp_excess(
        &self,
        [tmp, value, hit]: [&Net; 3],
        over: &Net,
        library: &mut Library,
    ) -> Result<Instance, VerilogError> {
        let mut ports = saturate_ports();
        ports.retain(|port| port.name != "sat_i");
        let outputs = ports.split_off(ports.len() - 2);
        ports.push(Port::input("over_i", OVER, "checked bits exceed the range"));
        ports.extend(outputs);
        let doc = "the second half of saturate: the nearest bound";
        let module = put_combinational(self.config, library, ("clamp", doc, SATURATE_MANUAL), ports, |page| {
            render(&ClampText { page })
        })?;
        Instance::of(&module, &Block::Saturate.instance())
            .connect("x_i", tmp)
            .connect("signed_i", &self.dtype)
            .connect("dsel_i", &self.dsel)
            .connect("over_i", over)
            .connect("y_o", value)
            .connect("hit_o", hit)
            .finish()
    }
}
