//! The rows of a multiplier: each is a digit of one operand times the other operand.
//!
//! A signed row would need sign extension up to the highest bit. Instead, a power of two is added
//! to each row, which makes it non-negative and inverts its sign, and one more row subtracts all
//! these biases. A negative row is a complement and needs one more; that one is in the free bits of
//! the next row.

use askama::Template;

use super::{Page, put};
use crate::design::{Library, render};
use crate::verilog::{Module, Net, Port, VerilogError};
use crate::{Config, Multiplier};

/// A summand: `net` times 2^`lo`.
#[derive(Clone, Debug)]
pub(super) struct Term {
    pub(super) net: Net,
    pub(super) lo: u32,
    /// The bits of `net` that are always 0, of Booth rows.
    pub(super) zeros: Vec<u32>,
}

/// Returns the module that makes the rows, and the rows. Their sum is `a_i * b_i + addend_i`,
/// modulo 2^(2 `width`). All three are signed and have `width` bits, an odd number.
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
        Port::input("b_i", width, "right factor, which has a row for each digit").signed(),
        Port::input("addend_i", width, "addend of the product").signed(),
    ];
    ports.extend(terms.iter().enumerate().map(|(index, term)| {
        let doc = match index {
            _ if index == last => "the addend minus the biases".to_owned(),
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

/// Returns the rows of an architecture.
pub(super) fn terms(architecture: Multiplier, width: u32) -> Vec<Term> {
    if architecture == Multiplier::Array { array_terms(width) } else { booth_terms(width) }
}

fn term(index: u32, width: u32, lo: u32) -> Term {
    Term { net: Net::new(format!("row_{index}"), width), lo, zeros: Vec::new() }
}

/// Radix-4 digits. Twice `a` has one bit more than `a`. Each row except the first has the extra one
/// of the row before it below its lowest bit.
fn booth_terms(width: u32) -> Vec<Term> {
    let digits = width.div_ceil(2);
    let rows = (1..digits).map(|digit| Term { zeros: vec![1], ..term(digit, width + 3, 2 * digit - 2) });
    let last = Term { zeros: (width + 2..2 * width).step_by(2).collect(), ..term(digits, 2 * width, 0) };
    std::iter::once(term(0, width + 1, 0)).chain(rows).chain([last]).collect()
}

/// A row for each bit. The extra one of the highest bit, which weighs negative, is in the last row.
fn array_terms(width: u32) -> Vec<Term> {
    (0..width).map(|bit| term(bit, width, bit)).chain([term(width, 2 * width, 0)]).collect()
}

#[derive(Template)]
#[template(path = "arith/rows_booth4.v")]
struct Booth<'a> {
    page: &'a Page<'a>,
    width: u32,
    /// The number of digits, which is the index of the last row.
    last: usize,
}

#[derive(Template)]
#[template(path = "arith/rows_array.v")]
struct Array<'a> {
    page: &'a Page<'a>,
    width: u32,
    /// The number of bits, which is the index of the last row.
    last: usize,
}
