//! The rows of a multiplier: a digit of one operand times the other.
//!
//! A row that may be negative would need its sign repeated up to the highest bit. Instead each row is biased by a power of
//! two that makes it non-negative, which turns its sign over, and one more row takes all biases off. Two's complement
//! needs a one added to what is inverted: that of row k stands in the free bits of row k + 1.

use askama::Template;

use super::{Page, put};
use crate::design::{Library, render};
use crate::verilog::{Module, Net, Port, VerilogError};
use crate::{Config, Multiplier};

/// A number that is still to be added: `net` times 2^`lo`.
#[derive(Clone, Debug)]
pub(super) struct Term {
    pub(super) net: Net,
    pub(super) lo: u32,
}

/// The module of the rows of `a_i` times `b_i`, both signed and of `width` bits, an odd number, plus the signed
/// `addend_i` of `width` bits; and the rows, whose sum is that modulo 2^(2 `width`).
pub(super) fn rows(
    config: &Config,
    (architecture, width): (&str, u32),
    library: &mut Library,
) -> Result<(Module, Vec<Term>), VerilogError> {
    assert!(width % 2 == 1, "one bit more than the operands, so that both kinds of sign fit");
    let is_booth = config.multiplier != Multiplier::Array;
    let terms = terms(config.multiplier, width);
    let last = terms.len() - 1;
    let mut ports = vec![
        Port::input("a_i", width, "left factor").signed(),
        Port::input("b_i", width, "right factor, whose digits make the rows").signed(),
        Port::input("addend_i", width, "what is added to the product").signed(),
    ];
    ports.extend(terms.iter().enumerate().map(|(index, term)| {
        let doc = match index {
            _ if index == last => "the addend, and what takes off the biases".to_owned(),
            _ => format!("digit {index} times a, biased, times 2^{}", term.lo),
        };
        Port::output(format!("{}_o", term.net.name), term.net.width, doc)
    }));
    let name = format!("mul{width}_{architecture}_rows");
    let doc = format!("rows of a multiplier of {width} x {width} bits, signed, with an addend");
    let module = put(config, library, (&name, &doc), ports, |page| {
        if is_booth { render(&Booth { page, width, last }) } else { render(&Array { page, width, last }) }
    })?;
    Ok((module, terms))
}

/// The rows of an architecture.
pub(super) fn terms(architecture: Multiplier, width: u32) -> Vec<Term> {
    if architecture == Multiplier::Array { array_terms(width) } else { booth_terms(width) }
}

fn term(index: u32, width: u32, lo: u32) -> Term {
    Term { net: Net::new(format!("row_{index}"), width), lo }
}

/// Radix-4 digits: twice `a` has one bit more than `a`. Each row but the first has the one of the row before below it.
fn booth_terms(width: u32) -> Vec<Term> {
    let digits = width.div_ceil(2);
    let rows = (1..digits).map(|digit| term(digit, width + 3, 2 * digit - 2));
    std::iter::once(term(0, width + 1, 0)).chain(rows).chain([term(digits, 2 * width, 0)]).collect()
}

/// A row for each bit; the one of the highest, which counts negative, stands in the last row.
fn array_terms(width: u32) -> Vec<Term> {
    (0..width).map(|bit| term(bit, width, bit)).chain([term(width, 2 * width, 0)]).collect()
}

#[derive(Template)]
#[template(path = "arith/rows_booth4.v")]
struct Booth<'a> {
    page: &'a Page<'a>,
    width: u32,
    /// Number of digits, which is the index of the last row.
    last: usize,
}

#[derive(Template)]
#[template(path = "arith/rows_array.v")]
struct Array<'a> {
    page: &'a Page<'a>,
    width: u32,
    /// Number of bits, which is the index of the last row.
    last: usize,
}
