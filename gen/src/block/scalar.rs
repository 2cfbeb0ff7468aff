//! The blocks of the scalar unit.

use askama::Template;
use vidalu_model::control::scalar::{ASEL, CMP, SECOP};

use super::Description;
use crate::arith::{self, Addition};
use crate::design::{Library, Page, render};
use crate::verilog::{Expr, Instance, Net, Port, VerilogError};
use crate::{Adder, Config, Goal, Profile};

// The templates test single bits of these codes. A changed code fails to compile here, so that it
// cannot break the hardware.
const _: () = {
    assert!(ASEL.code("b0") == 0 && ASEL.code("b1") == 1 && ASEL.code("b2") == 2 && ASEL.code("b3") == 3);
    assert!(ASEL.code("h0") == 4 && ASEL.code("word") == 5 && ASEL.code("h1") == 6);
    assert!(CMP.code("eq") == 0 && CMP.code("lt") == 2 && CMP.code("le") == 4);
    assert!(CMP.code("ne") == 1 && CMP.code("ge") == 3 && CMP.code("gt") == 5);
    assert!(SECOP.code("none") == 0 && SECOP.code("add") == 1 && SECOP.code("min") == 2 && SECOP.code("max") == 3);
};

pub(super) const SELECT_CODES: &str = "0 to 3 byte, 4 h0, 5 word, 6 h1";

#[derive(Template)]
#[template(path = "scalar/select.v")]
struct Select<'a> {
    page: &'a Page<'a>,
}

pub(super) fn select() -> Description {
    Description {
        manual: "PTX ISA 9.7.18.1, partSelectSignExtend",
        ports: vec![
            Port::input("x_i", 32, "register"),
            Port::input("sel_i", 3, format!("part: {SELECT_CODES}")),
            Port::input("signed_i", 1, "the part is signed"),
            Port::output("y_o", 33, "the part, extended").signed(),
        ],
        text: Box::new(|page| render(&Select { page })),
    }
}

#[derive(Template)]
#[template(path = "scalar/adder34.v")]
struct Adder34<'a> {
    page: &'a Page<'a>,
    adder: Option<Instance>,
}

pub(super) fn adder34(config: &Config, library: &mut Library) -> Result<Description, VerilogError> {
    let adder = arith::adder(config, 34, library)?.map(|adder| {
        let [addend, carry] = [Net::new("addend", 34), Net::new("carry", 1)];
        let terms = [Net::signed("a_i", 34).slice(33, 0), Expr::from(&addend), Expr::from(&carry)];
        arith::sum_of((&adder, "u_adder"), terms, [&Net::new("sum", 34), &Net::new("unused_carry", 1)])
    });
    let adder = adder.transpose()?;
    Ok(Description {
        manual: "PTX ISA 9.7.18.1.1, vadd vsub vabsdiff; SEMANTICS D1 (34 bits)",
        ports: vec![
            Port::input("a_i", 34, "left operand").signed(),
            Port::input("b_i", 34, "right operand").signed(),
            Port::input("subtract_i", 1, "a - b instead of a + b"),
            Port::input("reverse_i", 1, "with subtract_i: b - a"),
            Port::output("sum_o", 34, "the result, modulo 2^34").signed(),
        ],
        text: Box::new(|page| render(&Adder34 { page, adder })),
    })
}

#[derive(Template)]
#[template(path = "scalar/shifter.v")]
struct Shifter<'a> {
    page: &'a Page<'a>,
}

/// The sections of the manual that the shifter implements.
pub(crate) const SHIFTER_MANUAL: &str = "PTX ISA 9.7.18.1.2, vshl vshr; SEMANTICS D2 (clamp, wrap, 34 bits)";

/// Returns the ports of the shifter.
pub(crate) fn shifter_ports() -> Vec<Port> {
    vec![
        Port::input("x_i", 33, "value to be shifted").signed(),
        Port::input("amount_i", 32, "number of bits"),
        Port::input("wrap_i", 1, "1 .wrap: amount modulo 32; 0 .clamp: at most 32"),
        Port::input("right_i", 1, "shift to the right, filling with the sign"),
        Port::output("y_o", 34, "the result, modulo 2^34").signed(),
    ]
}

pub(super) fn shifter() -> Description {
    Description { manual: SHIFTER_MANUAL, ports: shifter_ports(), text: Box::new(|page| render(&Shifter { page })) }
}

#[derive(Template)]
#[template(path = "scalar/compare.v")]
struct Compare<'a> {
    page: &'a Page<'a>,
    /// Whether both halves of the word are compared at the same time.
    in_halves: bool,
}

pub(super) fn compare() -> Description {
    Description {
        manual: "PTX ISA 9.7.18.1.1, vmin vmax vabsdiff, and 9.7.18.1.4, vset",
        ports: vec![
            Port::input("a_i", 33, "left operand").signed(),
            Port::input("b_i", 33, "right operand").signed(),
            Port::input("cmp_i", 3, "comparison: 0 eq, 1 ne, 2 lt, 3 ge, 4 le, 5 gt"),
            Port::output("less_o", 1, "a is less than b"),
            Port::output("true_o", 1, "the comparison holds"),
        ],
        text: Box::new(|page| render(&Compare { page, in_halves: compares_in_halves(page.config) })),
    }
}

/// Returns whether both halves of the word are compared at the same time, by carries of ~a + b.
/// Halves make carry chains shorter. Where chains are not wanted, they take more tables.
pub(crate) fn compares_in_halves(config: &Config) -> bool {
    config.goal == Goal::Tables && config.adder == Adder::Plus
}

#[derive(Template)]
#[template(path = "scalar/saturate.v")]
struct Saturate<'a> {
    page: &'a Page<'a>,
}

/// The sections of the manual that the clamp implements.
pub(crate) const SATURATE_MANUAL: &str = "PTX ISA 9.7.18.1, optSaturate; SEMANTICS D1 (34 bits)";

/// Returns the ports of the clamp, the two outputs last.
pub(crate) fn saturate_ports() -> Vec<Port> {
    vec![
        Port::input("x_i", 34, "intermediate result").signed(),
        Port::input("sat_i", 1, "saturate"),
        Port::input("signed_i", 1, "the result is signed"),
        Port::input("dsel_i", 3, format!("destination: {SELECT_CODES}")),
        Port::output("y_o", 34, "the value, clamped").signed(),
        Port::output("hit_o", 1, "the value was clamped"),
    ]
}

pub(super) fn saturate() -> Description {
    let text = Box::new(|page: &Page<'_>| render(&Saturate { page }));
    Description { manual: SATURATE_MANUAL, ports: saturate_ports(), text }
}

#[derive(Template)]
#[template(path = "scalar/secondary.v")]
struct Secondary<'a> {
    page: &'a Page<'a>,
    hardware: bool,
    /// The adder in the form for cells.
    addition: Option<Addition>,
}

pub(super) fn secondary(config: &Config, library: &mut Library) -> Result<Description, VerilogError> {
    let add = || {
        let operands = [Net::signed("x_i", 34).slice(31, 0), Expr::from(&Net::new("c_turned", 32))];
        let results = [&Net::new("sum", 32), &Net::new("carry", 1)];
        Addition::new((config, library), "adder", operands, None, results)
    };
    let addition = (config.goal == Goal::Cells).then(add).transpose()?;
    Ok(Description {
        manual: match config.profile {
            Profile::Manual => "PTX ISA 9.7.18.1, optSecondaryOp; SEMANTICS D1 (34 bits)",
            Profile::Hardware => "PTX ISA 9.7.18.1, optSecondaryOp; SEMANTICS H2 (cut to 32 bits)",
        },
        ports: vec![
            Port::input("x_i", 34, "intermediate result").signed(),
            Port::input("c_i", 32, "third operand"),
            Port::input("signed_i", 1, "c is signed"),
            Port::input("secop_i", 2, "0 none, 1 .add, 2 .min, 3 .max"),
            Port::output("d_o", 32, "the low 32 bits of the result"),
        ],
        text: Box::new(|page| {
            render(&Secondary { page, hardware: page.config.profile == Profile::Hardware, addition })
        }),
    })
}

#[derive(Template)]
#[template(path = "scalar/merge.v")]
struct Merge<'a> {
    page: &'a Page<'a>,
    h0: u64,
    h1: u64,
}

pub(super) fn merge() -> Description {
    Description {
        manual: "PTX ISA 9.7.18.1, optMerge; SEMANTICS D3",
        ports: vec![
            Port::input("x_i", 32, "value"),
            Port::input("c_i", 32, "third operand"),
            Port::input("dsel_i", 3, format!("place: {SELECT_CODES}")),
            Port::output("d_o", 32, "c with the value inserted; x for a word"),
        ],
        text: Box::new(|page| render(&Merge { page, h0: ASEL.code("h0"), h1: ASEL.code("h1") })),
    }
}
