//! The sum of the lanes in two modules, for a unit with registers inside the block `accumulate`.

use askama::Template;

use crate::arith::Addition;
use crate::block::{SUM_MANUAL, summand_ports};
use crate::design::{Library, Page, put_combinational, render};
use crate::landmark;
use crate::verilog::{Expr, Instance, Net, Port, VerilogError};
use crate::{Adder, Config, Goal};

/// The rows that the first half makes of the lanes: the name, the width and the doc of each.
const ROWS: [(&str, u32, &str); 4] = [
    ("sums", 18, "the ten low columns: sums of three rows; above them, row 0"),
    ("carries", 10, "the carries of these sums, each for the next column"),
    ("upper", 8, "row 1 from column 10 on"),
    ("last", 10, "row 3"),
];

/// The bits of a sum of lanes: of two lanes with 18 bits, or of four with 10.
pub(super) const LANE_SUM: u32 = 20;

/// The rows, on their way from one module to the other.
pub(super) struct LaneRows([Net; ROWS.len()]);

impl LaneRows {
    pub(super) fn new() -> Self {
        Self(ROWS.map(|(name, width, _)| Net::new(format!("row_{name}"), width)))
    }

    pub(super) fn nets(&self) -> &[Net; ROWS.len()] {
        &self.0
    }

    pub(super) fn nets_mut(&mut self) -> &mut [Net; ROWS.len()] {
        &mut self.0
    }
}

#[derive(Template)]
#[template(path = "simd/lane_rows.v")]
struct Rows<'a> {
    page: &'a Page<'a>,
}

/// Returns an instance of the first half, which makes a row of each lane in the mask.
pub(super) fn lane_rows(
    (config, library): (&Config, &mut Library),
    [lanes, mask, quad]: [&Net; 3],
    out: &LaneRows,
) -> Result<Instance, VerilogError> {
    let mut ports = Vec::from(summand_ports());
    ports.extend(ROWS.map(|(name, width, doc)| Port::output(format!("{name}_o"), width, doc)));
    let doc = "the lanes of the mask as rows of summands, of which three are already added";
    let module = put_combinational(config, library, (landmark::LANE_ROWS, doc, SUM_MANUAL), ports, |page| {
        render(&Rows { page })
    })?;
    let instance = Instance::of(&module, &format!("u_{}", landmark::LANE_ROWS))
        .connect("x_i", lanes)
        .connect("mask_i", mask)
        .connect("quad_i", quad);
    let rows = out.nets().iter().zip(ROWS);
    rows.fold(instance, |instance, (row, (name, ..))| instance.connect(&format!("{name}_o"), row)).finish()
}

#[derive(Template)]
#[template(path = "simd/lane_sum.v")]
struct Sum<'a> {
    page: &'a Page<'a>,
    total: Addition,
}

/// Returns an instance of the second half, which adds the rows. `sum` is driven with all bits of
/// a register.
pub(super) fn lane_sum(
    (config, library): (&Config, &mut Library),
    rows: &LaneRows,
    sum: Expr,
) -> Result<Instance, VerilogError> {
    let mut ports: Vec<_> =
        ROWS.into_iter().map(|(name, width, doc)| Port::input(format!("{name}_i"), width, doc)).collect();
    ports.push(Port::output("d_o", 32, "sum of the lanes in the mask, modulo 2^32"));
    let operands = ["left", "right"].map(|name| Expr::from(&Net::new(name, LANE_SUM)));
    let results = [&Net::new("total", LANE_SUM), &Net::new("unused_carry", 1)];
    let total = Addition::new((&of_last_sums(config), library), "total", operands, None, results)?;
    let doc = "the sum of the lanes, without c";
    let module =
        put_combinational(config, library, ("lane_sum", doc, SUM_MANUAL), ports, |page| render(&Sum { page, total }))?;
    let instance = Instance::of(&module, landmark::LANE_SUM);
    let rows = rows.nets().iter().zip(ROWS);
    rows.fold(instance, |instance, (row, (name, ..))| instance.connect(&format!("{name}_i"), row))
        .connect("d_o", sum)
        .finish()
}

/// Returns the configuration of the adders behind the lanes. In the default form, the key `adder`
/// does not concern the unit.
pub(super) fn of_last_sums(config: &Config) -> Config {
    let adder = if config.goal == Goal::Balanced { Adder::Plus } else { config.adder };
    Config { adder, ..config.clone() }
}
