//! Adders: a chain of carries, groups that choose, and what [`super::prefix`] has.

use askama::Template;

use super::{bits, concatenation, identifier, prefix, put};
use crate::design::{Library, render};
use crate::verilog::{Module, Port, VerilogError};
use crate::{Adder, Choice, Config};

/// An adder of `width` bits, at least 2, in the configured architecture: `a_i`, `b_i` and the bit `carry_i` to `sum_o`,
/// of `width` bits too, and the bit `carry_o`; all unsigned. `None` for `+`, which needs no module.
pub(crate) fn adder(config: &Config, width: u32, library: &mut Library) -> Result<Option<Module>, VerilogError> {
    let how = match config.adder {
        Adder::Plus => return Ok(None),
        Adder::Ripple => "each carry from the one below it",
        Adder::CarrySelect => "in groups that are added for both carries, of which the one that comes chooses",
        Adder::BrentKung => "carries by a prefix tree with few nodes: up to the groups, down to the bits",
        Adder::KoggeStone => "carries by a prefix tree in which every bit looks back at every level",
        Adder::Sklansky => "carries by a prefix tree in which half of the bits look back at every level",
    };
    let name = format!("add{width}_{}", identifier(config.adder.name()));
    let doc = format!("adder of {width} bits, {how}");
    let ports = vec![
        Port::input("a_i", width, "left operand"),
        Port::input("b_i", width, "right operand"),
        Port::input("carry_i", 1, "one more"),
        Port::output("sum_o", width, format!("the sum, modulo 2^{width}")),
        Port::output("carry_o", 1, "the carry out of the sum"),
    ];
    let module = put(config, library, (&name, &doc), ports, |page| match config.adder {
        Adder::Plus => unreachable!("it has no module"),
        Adder::Ripple => ripple(page, width),
        Adder::CarrySelect => carry_select(page, width),
        Adder::BrentKung => prefix::text(page, width, prefix::brent_kung(width + 1)),
        Adder::KoggeStone => prefix::text(page, width, prefix::kogge_stone(width + 1)),
        Adder::Sklansky => prefix::text(page, width, prefix::sklansky(width + 1)),
    })?;
    Ok(Some(module))
}

#[derive(Template)]
#[template(path = "arith/ripple.v")]
struct Ripple<'a> {
    page: &'a super::Page<'a>,
    width: u32,
    /// The carries by name: that into bit 0 first, the one out of the sum last.
    carries: Vec<String>,
    /// The carries into the bits, as a vector.
    into: String,
}

fn ripple(page: &super::Page<'_>, width: u32) -> String {
    let carry = |bit: u32| if bit == 0 { "carry_i".to_owned() } else { format!("carry_{bit}") };
    let carries: Vec<_> = (0..=width).map(carry).collect();
    let downwards: Vec<_> = carries[..width as usize].iter().rev().cloned().collect();
    let before = format!("  wire [{}:0] into = ", width - 1);
    render(&Ripple { page, width, carries, into: concatenation(&before, &downwards) })
}

/// A group of a carry-select adder.
struct Group {
    /// Its bits of the operands.
    bits: String,
    /// Their number.
    size: u32,
}

#[derive(Template)]
#[template(path = "arith/carry_select.v")]
struct CarrySelect<'a> {
    page: &'a super::Page<'a>,
    groups: Vec<Group>,
    sum: String,
}

fn carry_select(page: &super::Page<'_>, width: u32) -> String {
    // Groups as many as they have bits: then a group is done when its carry comes.
    let size = width.isqrt();
    let group = |lo: u32| Group { bits: bits((lo + size).min(width) - 1, lo), size: size.min(width - lo) };
    let groups: Vec<_> = (0..width).step_by(size as usize).map(group).collect();
    let parts = groups.iter().enumerate().rev();
    let parts: Vec<_> = parts.map(|(index, group)| format!("group_{index}{}", bits(group.size - 1, 0))).collect();
    render(&CarrySelect { page, groups, sum: concatenation("  assign sum_o   = ", &parts) })
}
