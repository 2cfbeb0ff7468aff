//! The adder of the form for few lookup tables.

use askama::Template;

use crate::Config;
use crate::arith::Addition;
use crate::design::{Library, Page, put_combinational, render};
use crate::verilog::{Declaration, Expr, Module, Net, Port, VerilogError};

#[derive(Template)]
#[template(path = "simd/lane_adder.v")]
struct Text<'a> {
    page: &'a Page<'a>,
    bytes: Vec<ByteText>,
}

struct ByteText {
    /// The carry into the byte, if the byte below can give it.
    enters: Option<Declaration>,
    sum: Addition,
}

/// Adds four bytes, or two halves, in the configured architecture.
pub(super) fn lane_adder(config: &Config, library: &mut Library) -> Result<Module, VerilogError> {
    let ports = vec![
        Port::input("a_i", 32, "left operands"),
        Port::input("b_i", 32, "right operands"),
        Port::input("carry_i", 4, "carries into the bytes; the upper byte of a half ignores its own"),
        Port::input("quad_i", 1, "1: four bytes; 0: two halves"),
        Port::output("sum_o", 32, "the sums, without their carries"),
        Port::output("carry_o", 4, "for each byte: the carry out of it"),
    ];
    let [a, b, carries] = [("a_i", 32), ("b_i", 32), ("carry_i", 4)].map(|(name, width)| Net::new(name, width));
    let byte = |at: u32| {
        let part = |net: &Net| net.slice(8 * at + 7, 8 * at);
        let [sum, carry] = [("sum", 8), ("carry", 1)].map(|(name, width)| Net::new(format!("{name}_{at}"), width));
        let own = carries.slice(at, at);
        let enters = (at % 2 == 1).then(|| Net::new(format!("enters_{at}"), 1));
        let into = enters.as_ref().map_or_else(|| own.clone(), Expr::from);
        let name = format!("byte_{at}");
        let sum = Addition::new((config, &mut *library), &name, [part(&a), part(&b)], Some(into), [&sum, &carry])?;
        let enters = enters.map(|net| Declaration::wire(net, format!("quad_i ? {own} : carry_{}", at - 1)));
        Ok::<_, VerilogError>(ByteText { enters, sum })
    };
    let bytes = (0..4).map(byte).collect::<Result<Vec<_>, _>>()?;
    let manual = "PTX ISA 9.7.18.2, the sums and differences of lanes";
    put_combinational(config, library, ("lane_adder", "Adder of four bytes or two halves", manual), ports, |page| {
        render(&Text { page, bytes })
    })
}
