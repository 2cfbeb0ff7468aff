//! The blocks of the SIMD unit.
//!
//! A vector is four bytes, lane 0 lowest, whatever the number of lanes: a half-word is two of them. Above each byte
//! stand the bits that a lane which ends there has beyond it: the sign before the adder, two bits behind it.

use askama::Template;

use super::Description;
use crate::design::render;
use crate::verilog::{Module, Port};

const QUAD: &str = "four bytes; else two halves";
const LANES: &str = "lanes: four bytes, two bits above each";

#[derive(Template)]
#[template(path = "lane_select.v")]
struct LaneSelect<'a> {
    header: &'a str,
    module: &'a Module,
}

pub(super) fn lane_select() -> Description {
    Description {
        manual: "PTX ISA 9.7.18.2, extractAndSignExt_2 and extractAndSignExt_4; SEMANTICS D7 (selectors)",
        ports: vec![
            Port::input("x_i", 64, "the registers, {b, a}"),
            Port::input("sel_i", 12, "for each byte of the vector, its byte in x_i: 3 bits each"),
            Port::input("signed_i", 1, "the lanes are signed"),
            Port::output("y_o", 36, "four bytes, a sign above each: 9 bits each"),
        ],
        text: Box::new(|page| render(&LaneSelect { header: page.header, module: page.module })),
    }
}

#[derive(Template)]
#[template(path = "segmented_adder.v")]
struct SegmentedAdder<'a> {
    header: &'a str,
    module: &'a Module,
}

pub(super) fn segmented_adder() -> Description {
    Description {
        manual: "PTX ISA 9.7.18.2.1, vadd vsub vavrg vabsdiff vmin vmax, and 9.7.18.2.2, vset",
        ports: vec![
            Port::input("a_i", 36, "left operands: four bytes, a sign above each"),
            Port::input("b_i", 36, "right operands, likewise"),
            Port::input("quad_i", 1, QUAD),
            Port::input("subtract_i", 1, "a + ~b instead of a + b"),
            Port::input("by_sign_i", 1, "adds 1 where negative_o is 0; else where subtract_i is 1"),
            Port::output("sum_o", 40, "four bytes, two bits above each where a lane ends"),
            Port::output("negative_o", 4, "for each byte: its lane, before 1 is added, is < 0"),
            Port::output("equal_o", 4, "for each byte: it is -1, so that a = b after subtract_i"),
        ],
        text: Box::new(|page| render(&SegmentedAdder { header: page.header, module: page.module })),
    }
}

#[derive(Template)]
#[template(path = "lane_saturate.v")]
struct LaneSaturate<'a> {
    header: &'a str,
    module: &'a Module,
}

pub(super) fn lane_saturate() -> Description {
    Description {
        manual: "PTX ISA 9.7.18.2.1, .sat; SEMANTICS D7",
        ports: vec![
            Port::input("x_i", 40, LANES),
            Port::input("sat_i", 1, "saturate"),
            Port::input("signed_i", 1, "the result is signed"),
            Port::input("quad_i", 1, QUAD),
            Port::output("y_o", 32, "the lanes, clamped, without the bits above them"),
            Port::output("hit_o", 4, "for each byte: clamping changed its lane"),
        ],
        text: Box::new(|page| render(&LaneSaturate { header: page.header, module: page.module })),
    }
}

#[derive(Template)]
#[template(path = "lane_merge.v")]
struct LaneMerge<'a> {
    header: &'a str,
    module: &'a Module,
}

pub(super) fn lane_merge() -> Description {
    Description {
        manual: "PTX ISA 9.7.18.2, SIMD merge; SEMANTICS D7",
        ports: vec![
            Port::input("x_i", 32, "lanes"),
            Port::input("c_i", 32, "third operand"),
            Port::input("mask_i", 4, "for each byte: it comes from x"),
            Port::output("d_o", 32, "x in the mask, c beside it"),
        ],
        text: Box::new(|page| render(&LaneMerge { header: page.header, module: page.module })),
    }
}

#[derive(Template)]
#[template(path = "accumulate.v")]
struct Accumulate<'a> {
    header: &'a str,
    module: &'a Module,
}

pub(super) fn accumulate() -> Description {
    Description {
        manual: "PTX ISA 9.7.18.2, .add; SEMANTICS D7 (whole signed lanes)",
        ports: vec![
            Port::input("x_i", 40, LANES),
            Port::input("c_i", 32, "third operand"),
            Port::input("mask_i", 4, "for each byte: it counts"),
            Port::input("quad_i", 1, QUAD),
            Port::output("d_o", 32, "c and the lanes of the mask, modulo 2^32"),
        ],
        text: Box::new(|page| render(&Accumulate { header: page.header, module: page.module })),
    }
}
