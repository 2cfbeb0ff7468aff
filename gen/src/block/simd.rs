//! The blocks of the SIMD unit.
//!
//! A vector is four bytes, with lane 0 lowest. A half-word lane is two of these bytes. Above each
//! byte are the extra bits of a lane that ends there: the sign before the adder, two bits after it.
//!
//! With `word`, a block also handles one lane of 32 bits, for the unit `lanes`.

use askama::Template;

use super::Description;
use super::scalar::SELECT_CODES;
use crate::arith::Addition;
use crate::design::{Library, Page, render};
use crate::verilog::{Expr, Net, Port, VerilogError};
use crate::{Adder, Config, Goal, Profile};

const QUAD: &str = "1: four bytes; 0: two halves";
const WORD: &str = "one word; quad_i is 0";
const LANES: &str = "lanes: four bytes, two bits above each";

/// Returns whether a block has its form for cells. With words, there is one form.
fn in_cells(page: &Page<'_>, word: bool) -> bool {
    !word && page.config.goal == Goal::Cells
}

#[derive(Template)]
#[template(path = "simd/lane_select.v")]
struct LaneSelect<'a> {
    page: &'a Page<'a>,
    word: bool,
    /// Whether this is the form for cells.
    in_cells: bool,
}

pub(super) fn lane_select(word: bool) -> Description {
    let mut ports = vec![
        Port::input("x_i", 64, "the registers, {b, a}"),
        Port::input("sel_i", 12, "3 bits for each byte of the vector: its byte in x_i"),
    ];
    if word {
        ports.extend([
            Port::input("word_i", 1, "select a part of one register instead"),
            Port::input("upper_i", 1, "1: a part of b; 0: of a"),
            Port::input("part_i", 3, format!("part: {SELECT_CODES}")),
        ]);
    }
    ports.extend([
        Port::input("signed_i", 1, if word { "the lanes or the part are signed" } else { "the lanes are signed" }),
        Port::output("y_o", 36, "four bytes of 9 bits, each with its sign on top"),
    ]);
    Description {
        manual: if word {
            "PTX ISA 9.7.18.1, partSelectSignExtend, and 9.7.18.2, extractAndSignExt_2 and extractAndSignExt_4; \
             SEMANTICS D7 (selectors)"
        } else {
            "PTX ISA 9.7.18.2, extractAndSignExt_2 and extractAndSignExt_4; SEMANTICS D7 (selectors)"
        },
        ports,
        text: Box::new(move |page| render(&LaneSelect { page, word, in_cells: in_cells(page, word) })),
    }
}

#[derive(Template)]
#[template(path = "simd/segmented_adder.v")]
struct SegmentedAdder<'a> {
    page: &'a Page<'a>,
    word: bool,
    /// Whether this is the form for cells.
    in_cells: bool,
    /// Whether the text is one of two halves.
    is_cut: bool,
}

/// The sections of the manual that the segmented adder implements.
pub(crate) const ADDER_MANUAL: &str = "PTX ISA 9.7.18.2.1, vadd vsub vavrg vabsdiff vmin vmax, and 9.7.18.2.2, vset";

/// Returns the ports of the segmented adder.
pub(crate) fn adder_ports() -> Vec<Port> {
    vec![
        Port::input("a_i", 36, "left operands: four bytes, each with a sign"),
        Port::input("b_i", 36, "right operands: four bytes, each with a sign"),
        Port::input("quad_i", 1, QUAD),
        Port::input("subtract_i", 1, "a + ~b instead of a + b"),
        Port::input("by_sign_i", 1, "1: carry in = !negative_o; 0: carry in = subtract_i"),
        Port::output("sum_o", 40, "four bytes, two bits above the end of each lane"),
        Port::output("negative_o", 4, "for each byte: its lane is < 0 without the carry"),
        Port::output("equal_o", 4, "for each byte: its sum is -1, so a = b with subtract_i"),
    ]
}

pub(super) fn segmented_adder(word: bool) -> Description {
    Description {
        manual: if word {
            "PTX ISA 9.7.18.1.1, vadd vsub vabsdiff vmin vmax, 9.7.18.1.4, vset, and their SIMD forms and vavrg of 9.7.18.2"
        } else {
            ADDER_MANUAL
        },
        ports: with_word(word, adder_ports()),
        text: Box::new(move |page| {
            render(&SegmentedAdder { page, word, in_cells: in_cells(page, word), is_cut: false })
        }),
    }
}

#[derive(Template)]
#[template(path = "simd/lane_saturate.v")]
struct LaneSaturate<'a> {
    page: &'a Page<'a>,
    word: bool,
    /// The bytes whose highest bit ends a range.
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
            Port::input("part_i", 1, "only a part of a word is written"),
            Port::input("byte_i", 1, "1: the part is a byte; 0: a half"),
        ]);
    }
    ports.extend([
        Port::output("y_o", 32, "the clamped lanes, without the bits above them"),
        Port::output("hit_o", 4, "for each byte: its lane was clamped"),
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
            render(&LaneSaturate { page, word, highest })
        }),
    }
}

#[derive(Template)]
#[template(path = "simd/lane_merge.v")]
struct LaneMerge<'a> {
    page: &'a Page<'a>,
}

pub(super) fn lane_merge() -> Description {
    Description {
        manual: "PTX ISA 9.7.18.2, SIMD merge; SEMANTICS D7",
        ports: vec![
            Port::input("x_i", 32, "lanes"),
            Port::input("c_i", 32, "third operand"),
            Port::input("mask_i", 4, "for each byte: take it from x"),
            Port::output("d_o", 32, "x in the mask, c outside"),
        ],
        text: Box::new(|page| render(&LaneMerge { page })),
    }
}

#[derive(Template)]
#[template(path = "simd/accumulate.v")]
struct Accumulate<'a> {
    page: &'a Page<'a>,
    word: bool,
    hardware: bool,
    /// The net that is added to the lanes.
    c: &'a str,
    /// The last adder, if the synthesis tool does not choose it.
    total: Option<Addition>,
}

pub(super) fn accumulate(word: bool) -> Description {
    accumulate_with(word, None)
}

/// The section of the manual that the sum of lanes implements.
pub(crate) const SUM_MANUAL: &str = "PTX ISA 9.7.18.2, .add; SEMANTICS D7 (whole signed lanes)";

/// Returns the ports for the lanes that are summed, their mask and their number.
pub(crate) fn summand_ports() -> [Port; 3] {
    [
        Port::input("x_i", 40, LANES),
        Port::input("mask_i", 4, "for each byte: add its lane"),
        Port::input("quad_i", 1, QUAD),
    ]
}

/// The block in the form for cells: one more row of full adders leaves two numbers for the adder.
pub(super) fn accumulate_in_cells(config: &Config, library: &mut Library) -> Result<Description, VerilogError> {
    if config.adder == Adder::Plus {
        return Ok(accumulate(false));
    }
    let operands = ["sum_d", "carry_d"].map(|name| Expr::from(&Net::new(name, 32)));
    let results = [&Net::new("total", 32), &Net::new("unused_carry", 1)];
    let total = Addition::new((config, library), "total", operands, None, results)?;
    Ok(accumulate_with(false, Some(total)))
}

fn accumulate_with(word: bool, total: Option<Addition>) -> Description {
    let [x, mask, quad] = summand_ports();
    let mut ports = vec![x, Port::input("c_i", 32, "third operand"), mask, quad];
    if word {
        ports.extend([
            Port::input("subtract_i", 1, "compare a word with c instead"),
            Port::input("signed_i", 1, "c is signed"),
        ]);
    }
    ports.push(Port::output("d_o", 32, "sum of c and the lanes in the mask, modulo 2^32"));
    if word {
        ports.push(Port::output("less_o", 1, "with subtract_i: the word is less than c"));
    }
    Description {
        manual: if word {
            "PTX ISA 9.7.18.1, optSecondaryOp, and 9.7.18.2, .add; SEMANTICS D1, H2 and D7 (whole signed lanes)"
        } else {
            SUM_MANUAL
        },
        ports: with_word(word, ports),
        text: Box::new(move |page| {
            let hardware = page.config.profile == Profile::Hardware;
            let c = if word { "c" } else { "c_i" };
            render(&Accumulate { page, word, hardware, c, total })
        }),
    }
}

#[derive(Template)]
#[template(path = "simd/accumulate_in_tables.v")]
struct AccumulateInTables<'a> {
    page: &'a Page<'a>,
    lower: Addition,
    upper: Addition,
    four: Addition,
    total: Addition,
}

/// The block in the form for few lookup tables: it sums two numbers at a time.
pub(super) fn accumulate_in_tables(config: &Config, library: &mut Library) -> Result<Description, VerilogError> {
    let mut add = |[name, carry_out]: [&str; 2], operands: [Net; 2], carry: Option<&Net>| {
        let [sum, carry_out] = [Net::new(name, operands[0].width), Net::new(carry_out, 1)];
        let operands = operands.each_ref().map(Expr::from);
        Addition::new((config, &mut *library), name, operands, carry.map(Expr::from), [&sum, &carry_out])
    };
    let pair = |names: [&str; 2], width| names.map(|name| Net::new(name, width));
    let lower = add(["lower", "lower_carry"], pair(["byte_0", "byte_2"], 8), None)?;
    let upper = add(["upper", "upper_carry"], pair(["byte_1", "byte_3"], 8), Some(&Net::new("enters", 1)))?;
    let four = add(["four", "unused_carry"], pair(["lower_s12", "upper_s12"], 12), None)?;
    let total = add(["total", "total_carry"], pair(["lanes", "c"], 18), None)?;
    Ok(Description {
        text: Box::new(move |page| render(&AccumulateInTables { page, lower, upper, four, total })),
        ..accumulate(false)
    })
}

/// Returns the ports, with `word_i` after `quad_i` if `word` is set.
fn with_word(word: bool, mut ports: Vec<Port>) -> Vec<Port> {
    let at = ports.iter().position(|port| port.name == "quad_i").filter(|_| word);
    if let Some(quad) = at {
        ports.insert(quad + 1, Port::input("word_i", 1, WORD));
    }
    ports
}
