//! The block `segmented_adder` in two modules, for a unit with registers inside the addition.

use askama::Template;

use super::order::Order;
use crate::block::{ADDER_MANUAL, adder_ports};
use crate::design::{Library, Page, put_combinational, render};
use crate::verilog::{Instance, Net, Port, VerilogError};
use crate::{Config, Goal};

/// The sums of bytes, on their way from one module to the other.
pub(super) struct ByteSums {
    sums: Net,
    /// The sums with a carry into each byte.
    carried: Net,
    signs: Net,
}

impl ByteSums {
    pub(super) fn new() -> Self {
        Self { sums: Net::new("byte_sums", 36), carried: Net::new("carried_sums", 36), signs: Net::new("signs", 8) }
    }

    pub(super) fn nets(&self) -> [&Net; 3] {
        [&self.sums, &self.carried, &self.signs]
    }

    pub(super) fn nets_mut(&mut self) -> [&mut Net; 3] {
        [&mut self.sums, &mut self.carried, &mut self.signs]
    }
}

/// The signals between both halves: the name without its ending, the width and the doc.
const BYTE_SUMS: [(&str, u32, &str); 3] = [
    ("sums", 36, "the sum of each byte, and its carry out above it"),
    ("carried", 36, "the same with a carry into each byte"),
    ("signs", 8, "the signs that were added: those of b, then those of a"),
];

/// Returns the ports of the segmented adder that have one of these names.
fn of_adder<const N: usize>(names: [&str; N]) -> Vec<Port> {
    adder_ports().into_iter().filter(|port| names.contains(&port.name.as_str())).collect()
}

#[derive(Template)]
#[template(path = "simd/byte_adder.v")]
struct ByteAdder<'a> {
    page: &'a Page<'a>,
}

/// Returns an instance of the first half, which adds each byte alone.
pub(super) fn byte_adder(
    (config, library): (&Config, &mut Library),
    [a, b, subtract]: [&Net; 3],
    out: &ByteSums,
) -> Result<Instance, VerilogError> {
    let mut ports = of_adder(["a_i", "b_i", "subtract_i"]);
    ports.extend(BYTE_SUMS.map(|(name, width, doc)| Port::output(format!("{name}_o"), width, doc)));
    let doc = "the first half of a segmented adder: each byte alone";
    let module = put_combinational(config, library, ("byte_adder", doc, ADDER_MANUAL), ports, |page| {
        render(&ByteAdder { page })
    })?;
    Instance::of(&module, "u_byte_adder")
        .connect("a_i", a)
        .connect("b_i", b)
        .connect("subtract_i", subtract)
        .connect("sums_o", &out.sums)
        .connect("carried_o", &out.carried)
        .connect("signs_o", &out.signs)
        .finish()
}

#[derive(Template)]
#[template(path = "simd/lane_carries.v")]
struct LaneCarries<'a> {
    page: &'a Page<'a>,
    word: bool,
    /// Whether this is the form for cells.
    in_cells: bool,
    /// Whether the text is one of two halves.
    is_cut: bool,
}

/// Returns an instance of the second half, which joins bytes to lanes.
pub(super) fn lane_carries(
    (config, library): (&Config, &mut Library),
    bytes: &ByteSums,
    [quad, subtract, by_sign]: [&Net; 3],
    order: &Order,
) -> Result<Instance, VerilogError> {
    let mut ports: Vec<_> =
        BYTE_SUMS.into_iter().map(|(name, width, doc)| Port::input(format!("{name}_i"), width, doc)).collect();
    ports.extend(of_adder(["quad_i"]));
    ports.push(Port::input("subtract_i", 1, "the carry in, without by_sign_i"));
    ports.extend(of_adder(["by_sign_i", "sum_o", "negative_o"]));
    ports.push(Port::output("equal_o", 4, "for each byte: the sum is -1; a = b if subtracted"));
    let doc = "the second half of a segmented adder: carries from byte to byte";
    let in_cells = config.goal == Goal::Cells;
    let text = |page: &Page<'_>| render(&LaneCarries { page, word: false, in_cells, is_cut: true });
    let module = put_combinational(config, library, ("lane_carries", doc, ADDER_MANUAL), ports, text)?;
    Instance::of(&module, "u_lane_carries")
        .connect("sums_i", &bytes.sums)
        .connect("carried_i", &bytes.carried)
        .connect("signs_i", &bytes.signs)
        .connect("quad_i", quad)
        .connect("subtract_i", subtract)
        .connect("by_sign_i", by_sign)
        .connect("sum_o", &order.sum)
        .connect("negative_o", &order.negative)
        .connect("equal_o", &order.equal)
        .finish()
}
