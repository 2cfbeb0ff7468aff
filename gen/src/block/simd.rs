//! The blocks of the SIMD unit.
//!
//! A vector is four bytes, lane 0 lowest, whatever the number of lanes: a half-word is two of them. Above each byte
//! stand the bits that a lane which ends there has beyond it: the sign before the adder, two bits behind it.
//!
//! With `word`, for the unit that has the scalar instructions too, a block also serves one lane of 32 bits.

use askama::Template;

use super::Description;
use super::scalar::SELECT_CODES;
use crate::Profile;
use crate::design::render;
use crate::verilog::{Module, Port};

const QUAD: &str = "four bytes; else two halves";
const WORD: &str = "one word; quad_i is 0 then";
const LANES: &str = "lanes: four bytes, two bits above each";

#[derive(Template)]
#[template(path = "simd/lane_select.v")]
struct LaneSelect<'a> {
    header: &'a str,
    module: &'a Module,
    word: bool,
}

pub(super) fn lane_select(word: bool) -> Description {
    let mut ports = vec![
        Port::input("x_i", 64, "the registers, {b, a}"),
        Port::input("sel_i", 12, "for each byte of the vector, its byte in x_i: 3 bits each"),
    ];
    if word {
        ports.extend([
            Port::input("word_i", 1, "a part of one register, extended; not sel_i"),
            Port::input("upper_i", 1, "of b; else of a"),
            Port::input("part_i", 3, format!("part: {SELECT_CODES}")),
        ]);
    }
    ports.extend([
        Port::input("signed_i", 1, if word { "the lanes or the part are signed" } else { "the lanes are signed" }),
        Port::output("y_o", 36, "four bytes, a sign above each: 9 bits each"),
    ]);
    Description {
        manual: if word {
            "PTX ISA 9.7.18.1, partSelectSignExtend, and 9.7.18.2, extractAndSignExt_2 and extractAndSignExt_4; \
             SEMANTICS D7 (selectors)"
        } else {
            "PTX ISA 9.7.18.2, extractAndSignExt_2 and extractAndSignExt_4; SEMANTICS D7 (selectors)"
        },
        ports,
        text: Box::new(move |page| render(&LaneSelect { header: page.header, module: page.module, word })),
    }
}

#[derive(Template)]
#[template(path = "simd/segmented_adder.v")]
struct SegmentedAdder<'a> {
    header: &'a str,
    module: &'a Module,
    word: bool,
}

pub(super) fn segmented_adder(word: bool) -> Description {
    Description {
        manual: if word {
            "PTX ISA 9.7.18.1.1, vadd vsub vabsdiff vmin vmax, 9.7.18.1.4, vset, and the same of 9.7.18.2 with vavrg"
        } else {
            "PTX ISA 9.7.18.2.1, vadd vsub vavrg vabsdiff vmin vmax, and 9.7.18.2.2, vset"
        },
        ports: with_word(
            word,
            vec![
                Port::input("a_i", 36, "left operands: four bytes, a sign above each"),
                Port::input("b_i", 36, "right operands, likewise"),
                Port::input("quad_i", 1, QUAD),
                Port::input("subtract_i", 1, "a + ~b instead of a + b"),
                Port::input("by_sign_i", 1, "adds 1 where negative_o is 0; else where subtract_i is 1"),
                Port::output("sum_o", 40, "four bytes, two bits above each where a lane ends"),
                Port::output("negative_o", 4, "for each byte: its lane, before 1 is added, is < 0"),
                Port::output("equal_o", 4, "for each byte: it is -1, so that a = b after subtract_i"),
            ],
        ),
        text: Box::new(move |page| render(&SegmentedAdder { header: page.header, module: page.module, word })),
    }
}

#[derive(Template)]
#[template(path = "simd/lane_saturate.v")]
struct LaneSaturate<'a> {
    header: &'a str,
    module: &'a Module,
    word: bool,
    /// The bytes with whose highest bit a range ends.
    highest: &'a str,
}

pub(super) fn lane_saturate(word: bool) -> Description {
    let mut ports = vec![
        Port::input("x_i", 40, LANES),
        Port::input("sat_i", 1, "saturate"),
        Port::input("signed_i", 1, "the result is signed"),
        Port::input("quad_i", 1, QUAD),
    ];
    if word {
        ports.extend([
            Port::input("part_i", 1, "of a word a part is written, which has the range"),
            Port::input("byte_i", 1, "that part is a byte; else a half"),
        ]);
    }
    ports.extend([
        Port::output("y_o", 32, "the lanes, clamped, without the bits above them"),
        Port::output("hit_o", 4, "for each byte: clamping changed its lane"),
    ]);
    Description {
        manual: if word {
            "PTX ISA 9.7.18.1, optSaturate, and 9.7.18.2.1, .sat; SEMANTICS D1 and D7"
        } else {
            "PTX ISA 9.7.18.2.1, .sat; SEMANTICS D7"
        },
        ports: with_word(word, ports),
        text: Box::new(move |page| {
            let highest = if word { "highest" } else { "{1'b1, quad_i, 1'b1, quad_i}" };
            render(&LaneSaturate { header: page.header, module: page.module, word, highest })
        }),
    }
}

#[derive(Template)]
#[template(path = "simd/lane_merge.v")]
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
#[template(path = "simd/accumulate.v")]
struct Accumulate<'a> {
    header: &'a str,
    module: &'a Module,
    word: bool,
    hardware: bool,
    /// The net that is summed beside the lanes.
    c: &'a str,
}

pub(super) fn accumulate(word: bool) -> Description {
    let mut ports = vec![
        Port::input("x_i", 40, LANES),
        Port::input("c_i", 32, "third operand"),
        Port::input("mask_i", 4, "for each byte: it counts"),
        Port::input("quad_i", 1, QUAD),
    ];
    if word {
        ports.extend([
            Port::input("subtract_i", 1, "compare a word with c instead"),
            Port::input("signed_i", 1, "c is signed"),
        ]);
    }
    ports.push(Port::output("d_o", 32, "c and the lanes of the mask, modulo 2^32"));
    if word {
        ports.push(Port::output("less_o", 1, "with subtract_i: the word is less than c"));
    }
    Description {
        manual: if word {
            "PTX ISA 9.7.18.1, optSecondaryOp, and 9.7.18.2, .add; SEMANTICS D1, H2 and D7 (whole signed lanes)"
        } else {
            "PTX ISA 9.7.18.2, .add; SEMANTICS D7 (whole signed lanes)"
        },
        ports: with_word(word, ports),
        text: Box::new(move |page| {
            let hardware = page.config.profile == Profile::Hardware;
            let c = if word { "c" } else { "c_i" };
            render(&Accumulate { header: page.header, module: page.module, word, hardware, c })
        }),
    }
}

/// The ports, and with `word` after `quad_i` the one that asks for a word.
fn with_word(word: bool, mut ports: Vec<Port>) -> Vec<Port> {
    let at = ports.iter().position(|port| port.name == "quad_i").filter(|_| word);
    if let Some(quad) = at {
        ports.insert(quad + 1, Port::input("word_i", 1, WORD));
    }
    ports
}
