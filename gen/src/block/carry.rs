//! The block of the carry-flag unit.

use askama::Template;

use super::Description;
use crate::arith;
use crate::design::{Library, Page, render};
use crate::verilog::{Expr, Instance, Net, Port, VerilogError};
use crate::{Config, Profile};

#[derive(Template)]
#[template(path = "carry/carry_adder.v")]
struct CarryAdder<'a> {
    page: &'a Page<'a>,
    hardware: bool,
    wide: bool,
    width: u32,
    adder: Option<Instance>,
}

/// The adder of a unit with instructions of 64 bits, or of 32 bits alone.
pub(super) fn carry_adder(config: &Config, wide: bool, library: &mut Library) -> Result<Description, VerilogError> {
    let width = if wide { 64 } else { 32 };
    let adder = arith::adder(config, width, library)?.map(|adder| {
        let terms = [Net::new("a_i", width), Net::new("addend", width), Net::new("carry_in", 1)];
        let sums = [&Net::new("sum", width), &Net::new("carry_out", 1)];
        arith::sum_of((&adder, "u_adder"), terms.each_ref().map(Expr::from), sums)
    });
    let adder = adder.transpose()?;
    let hardware = config.profile == Profile::Hardware;
    let flag = if hardware { "a carry, after a subtraction too" } else { "a borrow after a subtraction, else a carry" };
    let mut ports = vec![
        Port::input("a_i", width, "left operand"),
        Port::input("b_i", width, "right operand"),
        Port::input("subtract_i", 1, "a - b instead of a + b"),
        Port::input("read_flag_i", 1, "CC.CF is an input"),
        Port::input("flag_i", 1, format!("CC.CF before: {flag}")),
        Port::output("d_o", width, "the result"),
        Port::output("flag_o", 1, "CC.CF after the operation"),
    ];
    if wide {
        ports.insert(2, Port::input("wide_i", 1, "1: 64 bits; 0: 32 bits, and the high half of d_o is 0"));
    }
    Ok(Description {
        manual: if hardware {
            "PTX ISA 9.7.2; SEMANTICS D8 and H1 (carry)"
        } else {
            "PTX ISA 9.7.2; SEMANTICS D8 and D9 (borrow)"
        },
        ports,
        text: Box::new(move |page| render(&CarryAdder { page, hardware, wide, width, adder })),
    })
}
