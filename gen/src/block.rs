//! The blocks: their ports and their text.

use askama::Template;
use vidalu_model::control::scalar::{ASEL, CMP, SECOP};

use crate::design::{Built, render};
use crate::header::header;
use crate::verilog::{Module, Port, VerilogError};
use crate::{Block, Config, Profile};

// The templates read these codes bit by bit. A code that changes breaks the build here, not the hardware.
const _: () = {
    assert!(ASEL.code("b0") == 0 && ASEL.code("b1") == 1 && ASEL.code("b2") == 2 && ASEL.code("b3") == 3);
    assert!(ASEL.code("h0") == 4 && ASEL.code("word") == 5 && ASEL.code("h1") == 6);
    assert!(CMP.code("eq") == 0 && CMP.code("lt") == 2 && CMP.code("le") == 4);
    assert!(CMP.code("ne") == 1 && CMP.code("ge") == 3 && CMP.code("gt") == 5);
    assert!(SECOP.code("none") == 0 && SECOP.code("add") == 1 && SECOP.code("min") == 2 && SECOP.code("max") == 3);
};

#[derive(Template)]
#[template(path = "select.v")]
struct Select<'a> {
    header: &'a str,
    module: &'a Module,
}

#[derive(Template)]
#[template(path = "adder34.v")]
struct Adder34<'a> {
    header: &'a str,
    module: &'a Module,
}

#[derive(Template)]
#[template(path = "shifter.v")]
struct Shifter<'a> {
    header: &'a str,
    module: &'a Module,
}

#[derive(Template)]
#[template(path = "compare.v")]
struct Compare<'a> {
    header: &'a str,
    module: &'a Module,
}

#[derive(Template)]
#[template(path = "saturate.v")]
struct Saturate<'a> {
    header: &'a str,
    module: &'a Module,
}

#[derive(Template)]
#[template(path = "secondary.v")]
struct Secondary<'a> {
    header: &'a str,
    module: &'a Module,
    hardware: bool,
}

#[derive(Template)]
#[template(path = "merge.v")]
struct Merge<'a> {
    header: &'a str,
    module: &'a Module,
    h0: u64,
    h1: u64,
}

/// The block as a module, with its text.
pub(crate) fn build(block: Block, config: &Config) -> Result<Built, VerilogError> {
    let module = module(block, config)?;
    let facts = [("Latency", "0: combinational".to_owned()), ("Manual", manual(block, config.profile).to_owned())];
    let header = header(&module.name, block.doc(), &facts, config);
    let (header, module) = (header.as_str(), &module);
    let hardware = config.profile == Profile::Hardware;
    let text = match block {
        Block::Select => render(&Select { header, module }),
        Block::Adder34 => render(&Adder34 { header, module }),
        Block::Shifter => render(&Shifter { header, module }),
        Block::Compare => render(&Compare { header, module }),
        Block::Saturate => render(&Saturate { header, module }),
        Block::Secondary => render(&Secondary { header, module, hardware }),
        Block::Merge => render(&Merge { header, module, h0: ASEL.code("h0"), h1: ASEL.code("h1") }),
    };
    Ok(Built { module: module.clone(), text })
}

/// What the block implements: sections of the PTX ISA and decisions of SEMANTICS.
fn manual(block: Block, profile: Profile) -> &'static str {
    match (block, profile) {
        (Block::Select, _) => "PTX ISA 9.7.18.1, partSelectSignExtend",
        (Block::Adder34, _) => "PTX ISA 9.7.18.1.1, vadd vsub vabsdiff; SEMANTICS D1 (34 bits)",
        (Block::Shifter, _) => "PTX ISA 9.7.18.1.2, vshl vshr; SEMANTICS D2 (clamp, wrap, 34 bits)",
        (Block::Compare, _) => "PTX ISA 9.7.18.1.1, vmin vmax vabsdiff, and 9.7.18.1.4, vset",
        (Block::Saturate, _) => "PTX ISA 9.7.18.1, optSaturate; SEMANTICS D1 (34 bits)",
        (Block::Secondary, Profile::Manual) => "PTX ISA 9.7.18.1, optSecondaryOp; SEMANTICS D1 (34 bits)",
        (Block::Secondary, Profile::Hardware) => "PTX ISA 9.7.18.1, optSecondaryOp; SEMANTICS H2 (cut to 32 bits)",
        (Block::Merge, _) => "PTX ISA 9.7.18.1, optMerge; SEMANTICS D3",
    }
}

/// The block's ports.
fn module(block: Block, config: &Config) -> Result<Module, VerilogError> {
    let select_codes = "0 to 3 byte, 4 h0, 5 word, 6 h1";
    let ports = match block {
        Block::Select => vec![
            Port::input("x_i", 32, "register"),
            Port::input("sel_i", 3, format!("part: {select_codes}")),
            Port::input("signed_i", 1, "the part is signed"),
            Port::output("y_o", 33, "the part, extended").signed(),
        ],
        Block::Adder34 => vec![
            Port::input("a_i", 34, "left operand").signed(),
            Port::input("b_i", 34, "right operand").signed(),
            Port::input("subtract_i", 1, "a - b instead of a + b"),
            Port::input("reverse_i", 1, "with subtract_i: b - a"),
            Port::output("sum_o", 34, "the result, modulo 2^34").signed(),
        ],
        Block::Shifter => vec![
            Port::input("x_i", 33, "what is shifted").signed(),
            Port::input("amount_i", 32, "by how many bits"),
            Port::input("wrap_i", 1, "1 .wrap: amount modulo 32; 0 .clamp: at most 32"),
            Port::input("right_i", 1, "to the right, filled with the sign"),
            Port::output("y_o", 34, "the result, modulo 2^34").signed(),
        ],
        Block::Compare => vec![
            Port::input("a_i", 33, "left operand").signed(),
            Port::input("b_i", 33, "right operand").signed(),
            Port::input("cmp_i", 3, "comparison: 0 eq, 1 ne, 2 lt, 3 ge, 4 le, 5 gt"),
            Port::output("less_o", 1, "a is less than b"),
            Port::output("true_o", 1, "the comparison holds"),
        ],
        Block::Saturate => vec![
            Port::input("x_i", 34, "intermediate result").signed(),
            Port::input("sat_i", 1, "saturate"),
            Port::input("signed_i", 1, "the result is signed"),
            Port::input("dsel_i", 3, format!("where it goes: {select_codes}")),
            Port::output("y_o", 34, "the value, clamped").signed(),
            Port::output("hit_o", 1, "clamping changed it"),
        ],
        Block::Secondary => vec![
            Port::input("x_i", 34, "intermediate result").signed(),
            Port::input("c_i", 32, "third operand"),
            Port::input("signed_i", 1, "c is signed"),
            Port::input("secop_i", 2, "0 none, 1 .add, 2 .min, 3 .max"),
            Port::output("d_o", 32, "the low 32 bits of the result"),
        ],
        Block::Merge => vec![
            Port::input("x_i", 32, "value"),
            Port::input("c_i", 32, "third operand"),
            Port::input("dsel_i", 3, format!("place: {select_codes}")),
            Port::output("d_o", 32, "c with the value in its place; x for word"),
        ],
    };
    Module::new(config.module_name(block.name()), block.doc(), ports)
}
