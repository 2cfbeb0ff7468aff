//! Adders: ripple carry, carry select, and the prefix trees of [`super::prefix`].

use std::fmt;

use askama::Template;

use super::prefix::{self, Tree};
use super::{bits, concatenation, identifier, put};
use crate::design::{Library, render};
use crate::landmark::UNUSED;
use crate::verilog::{Expr, Instance, Module, Net, Port, VerilogError};
use crate::{Adder, Choice, Config};

/// Returns an adder of `width` bits, at least 2, in the configured architecture. It adds `a_i`,
/// `b_i` and the bit `carry_i` to `sum_o` of `width` bits and the bit `carry_o`, all unsigned.
/// Returns `None` for `+`, which needs no module.
pub(crate) fn adder(config: &Config, width: u32, library: &mut Library) -> Result<Option<Module>, VerilogError> {
    let how = match config.adder {
        Adder::Plus => return Ok(None),
        Adder::Ripple => "ripple carry",
        Adder::CarrySelect => "carry-select: each group is added for both values of its carry input",
        Adder::BrentKung => "Brent-Kung prefix tree: few nodes, many levels",
        Adder::KoggeStone => "Kogge-Stone prefix tree: every bit has a node at every level",
        Adder::Sklansky => "Sklansky prefix tree: half of the bits have a node at every level",
    };
    let name = format!("add{width}_{}", identifier(config.adder.name()));
    let doc = format!("adder of {width} bits, {how}");
    let ports = vec![
        Port::input("a_i", width, "left operand"),
        Port::input("b_i", width, "right operand"),
        Port::input("carry_i", 1, "carry into bit 0"),
        Port::output("sum_o", width, format!("the sum, modulo 2^{width}")),
        Port::output("carry_o", 1, "the carry out of the sum"),
    ];
    let module = put(config, library, (&name, &doc), ports, |page| match Tree::of(config.adder) {
        Some(tree) => prefix::text(page, width, tree),
        None if config.adder == Adder::Ripple => ripple(page, width),
        None => carry_select(page, width),
    })?;
    Ok(Some(module))
}

#[derive(Template)]
#[template(path = "arith/ripple.v")]
struct Ripple<'a> {
    page: &'a super::Page<'a>,
    width: u32,
    /// The names of the carries, from the one into bit 0 to the one out of the sum.
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
    /// The range of bits of the operands.
    bits: String,
    /// The number of bits.
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
    // As many groups as bits in a group: then each group is ready when its carry arrives.
    let size = width.isqrt();
    let group = |lo: u32| Group { bits: bits((lo + size).min(width) - 1, lo), size: size.min(width - lo) };
    let groups: Vec<_> = (0..width).step_by(size as usize).map(group).collect();
    let parts = groups.iter().enumerate().rev();
    let parts: Vec<_> = parts.map(|(index, group)| format!("group_{index}{}", bits(group.size - 1, 0))).collect();
    render(&CarrySelect { page, groups, sum: concatenation("  assign sum_o   = ", &parts) })
}

/// Returns an instance of an adder: the sum of `a`, `b` and the bit `carry`, and the carry out.
pub(crate) fn sum_of(
    (adder, name): (&Module, &str),
    [a, b, carry]: [Expr; 3],
    [sum, carry_out]: [&Net; 2],
) -> Result<Instance, VerilogError> {
    Instance::of(adder, name)
        .connect("a_i", a)
        .connect("b_i", b)
        .connect("carry_i", carry)
        .connect("sum_o", sum)
        .connect("carry_o", carry_out)
        .finish()
}

/// An addition in the configured architecture, with the declarations of its results.
pub(crate) struct Addition {
    declared: Vec<Net>,
    /// The instance or the assignment.
    statement: String,
}

impl Addition {
    /// Returns the sum of `a`, `b` and the bit `carry`. `None` stands for 0. The results are a net
    /// with the width of `a` and `b`, and the carry out of it.
    pub(crate) fn new(
        (config, library): (&Config, &mut Library),
        name: &str,
        [a, b]: [Expr; 2],
        carry: Option<Expr>,
        [sum, carry_out]: [&Net; 2],
    ) -> Result<Self, VerilogError> {
        let mut declared = vec![sum.clone(), carry_out.clone()];
        if let Some(adder) = adder(config, sum.width, library)? {
            let carry = carry.unwrap_or_else(|| Expr::constant(1, 0));
            let instance = sum_of((&adder, &format!("u_{name}")), [a, b, carry], [sum, carry_out])?;
            return Ok(Self { declared, statement: instance.to_string() });
        }
        let results = format!("{}, {}", carry_out.name, sum.name);
        let statement = match carry {
            None => format!("assign {{{results}}} = {{1'b0, {a}}} + {{1'b0, {b}}};"),
            // The carry enters through a bit below the operands, so that tools infer one adder.
            Some(carry) => {
                let low = Net::new(format!("{UNUSED}{name}_low"), 1);
                let text = format!(
                    "assign {{{results}, {}}} =\n      {{1'b0, {a}, 1'b1}} + {{1'b0, {b}, {carry}}};",
                    low.name
                );
                declared.push(low);
                text
            }
        };
        Ok(Self { declared, statement })
    }
}

impl fmt::Display for Addition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for net in &self.declared {
            write!(f, "{net}\n  ")?;
        }
        f.write_str(&self.statement)
    }
}
