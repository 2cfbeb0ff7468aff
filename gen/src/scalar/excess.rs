//! The block `saturate` in two modules, for a unit with registers between them.

use askama::Template;

use super::Builder;
use crate::Block;
use crate::block::{SATURATE_MANUAL, saturate_ports};
use crate::design::{Library, Page, put_combinational, render};
use crate::verilog::{Instance, Net, Port, VerilogError};

/// The signals from the first half to the second: which bits of the value exceed a range.
pub(super) struct Excess {
    nets: [Net; 3],
}

impl Excess {
    /// Returns the nets in the order of [`signals`].
    pub(super) fn nets_mut(&mut self) -> &mut [Net; 3] {
        &mut self.nets
    }
}

/// Returns the name, the width and the meaning of these signals.
fn signals() -> [(&'static str, u32, &'static str); 3] {
    [
        ("above", 1, "a bit above the word exceeds it"),
        ("bytes", 3, "bytes 3 to 1 with a bit that exceeds a range below them"),
        ("tops", 3, "top bits of word, half and byte that exceed a signed range"),
    ]
}

/// The first half, in the stage `primary`.
#[derive(Template)]
#[template(path = "scalar/first_half_of_clamp.v")]
pub(super) struct FirstHalfOfClamp {
    nets: [Net; 3],
    instance: Instance,
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

impl Builder<'_> {
    /// Returns the first half for this value, which finds what exceeds a range.
    pub(super) fn excess(&self, tmp: &Net, library: &mut Library) -> Result<(FirstHalfOfClamp, Excess), VerilogError> {
        let mut ports = vec![
            Port::input("x_i", 27, "bits 33 to 7 of the intermediate result"),
            Port::input("signed_i", 1, "the result is signed"),
        ];
        ports.extend(signals().map(|(name, width, doc)| Port::output(format!("{name}_o"), width, doc)));
        let doc = "the first half of saturate: the bits that exceed a range";
        let module = put_combinational(self.config, library, ("excess", doc, SATURATE_MANUAL), ports, |page| {
            render(&ExcessText { page })
        })?;
        let nets = signals().map(|(name, width, _)| Net::new(format!("excess_{name}"), width));
        let mut instance =
            Instance::of(&module, "u_excess").connect("x_i", tmp.slice(33, 7)).connect("signed_i", &self.dtype);
        for ((name, ..), net) in signals().into_iter().zip(&nets) {
            instance = instance.connect(&format!("{name}_o"), net);
        }
        Ok((FirstHalfOfClamp { nets: nets.clone(), instance: instance.finish()? }, Excess { nets }))
    }

    /// Returns the second half, which clamps. Its instance has the name of the whole block, where
    /// the co-simulation finds the values of the stages.
    pub(super) fn clamp_excess(
        &self,
        [tmp, value, hit]: [&Net; 3],
        excess: &Excess,
        library: &mut Library,
    ) -> Result<Instance, VerilogError> {
        let mut ports = saturate_ports();
        let outputs = ports.split_off(ports.len() - 2);
        ports.extend(signals().map(|(name, width, doc)| Port::input(format!("{name}_i"), width, doc)));
        ports.extend(outputs);
        let doc = "the second half of saturate: the nearest bound";
        let module = put_combinational(self.config, library, ("clamp", doc, SATURATE_MANUAL), ports, |page| {
            render(&ClampText { page })
        })?;
        let mut instance = Instance::of(&module, &Block::Saturate.instance())
            .connect("x_i", tmp)
            .connect("sat_i", &self.sat)
            .connect("signed_i", &self.dtype)
            .connect("dsel_i", &self.dsel)
            .connect("y_o", value)
            .connect("hit_o", hit);
        for ((name, ..), net) in signals().into_iter().zip(&excess.nets) {
            instance = instance.connect(&format!("{name}_i"), net);
        }
        instance.finish()
    }
}
