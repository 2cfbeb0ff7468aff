//! The decode of two formats of the control word into one set of signals. The code of the unit
//! tells the formats apart.

use vidalu_model::control::{Field, UNIT, scalar, simd};

use crate::operation::Operations;
use crate::operation::Source::{Set, Shift};
use crate::verilog::{Condition, Declaration, Net, aligned};

/// The bit in which the codes of the two units differ.
const IS_SIMD: u32 = UNIT.lo + 1;

// Fields at the same place in both formats are read without a selection.
const _: () = {
    assert!(UNIT.code("scalar") == 0 && UNIT.code("simd") == 2);
    assert!(scalar::ATYPE.lo == simd::ATYPE.lo && scalar::BTYPE.lo == simd::BTYPE.lo);
    assert!(scalar::DTYPE.lo == simd::DTYPE.lo && scalar::SAT.lo == simd::SAT.lo);
    assert!(scalar::OP.width == simd::OP.width && scalar::CMP.width == simd::CMP.width);
    assert!(scalar::SECOP.code("add") == 1 && scalar::SECOP.code("min") == 2 && scalar::SECOP.code("max") == 3);
    assert!(scalar::DSEL.code("word") == 5 && scalar::DSEL.code("h0") == 4 && scalar::DSEL.code("h1") == 6);
};

/// The lines of the decode.
pub(super) struct Decode<'a> {
    ctl: &'a Net,
    /// The bits of the word that are read.
    read: u64,
    lines: Vec<Declaration>,
}

impl<'a> Decode<'a> {
    /// Decodes `ctl` for these operations. `names_op` says whether the text compares their codes.
    pub(super) fn new(ctl: &'a Net, ops: &Operations, names_op: bool) -> Self {
        let mut decode = Self { ctl, read: 0, lines: Vec::new() };
        decode.read |= 1 << IS_SIMD;
        decode.line("word", 1, format!("!{}", ctl.slice(IS_SIMD, IS_SIMD)), "1: scalar; 0: SIMD");
        decode.field("atype", &scalar::ATYPE, scalar::ATYPE.doc);
        decode.field("btype", &scalar::BTYPE, scalar::BTYPE.doc);
        if ops.saturates() {
            decode.field("dtype", &scalar::DTYPE, scalar::DTYPE.doc);
            decode.field("sat", &scalar::SAT, scalar::SAT.doc);
        }
        if names_op {
            decode.either("op", &scalar::OP, &simd::OP);
        }
        if ops.any(&[Set]) {
            decode.either("cmp", &scalar::CMP, &simd::CMP);
        }
        if ops.any(&[Shift]) {
            decode.field("wrap", &scalar::WRAP, scalar::WRAP.doc);
        }
        let quad = match (ops.two, ops.four) {
            (true, true) => format!("!word && {}", decode.slice(&simd::QUAD)),
            (false, _) => "!word".to_owned(),
            (true, false) => Condition::Never.to_string(),
        };
        decode.line("quad", 1, quad, "1: four bytes; 0: two halves");
        decode.field("apart", &scalar::ASEL, "part of a");
        decode.field("bpart", &scalar::BSEL, "part of b");
        decode.field("asel", &simd::ASEL, "bytes of the first vector");
        decode.field("bsel", &simd::BSEL, "bytes of the second vector");
        decode.field("dsel", &scalar::DSEL, "part of the result");
        decode.line("is_part", 1, "word && (dsel != 3'd5)".to_owned(), "the part is a byte or a half");
        decode.line("is_byte", 1, "word && !dsel[2]".to_owned(), "the part is a byte");
        decode.field("secop", &scalar::SECOP, "secondary operation with c");
        let accumulate = format!("word ? (secop == 2'd1) : {}", decode.slice(&simd::ACCUMULATE));
        decode.line("accumulate", 1, accumulate, ".add");
        decode.line("picks", 1, "word && secop[1]".to_owned(), ".min or .max");
        decode.line("max", 1, "secop[0]".to_owned(), ".max, if picks is 1");
        decode.slice(&simd::MASK);
        decode
    }

    /// Returns the declarations, one per line.
    pub(super) fn fields(&self) -> Vec<String> {
        aligned(&self.lines)
    }

    /// Returns a net of the bits that the unit does not read, so that lint tools see them used;
    /// `None` if it reads all.
    pub(super) fn unused_fields(&self) -> Option<Declaration> {
        let bits: Vec<_> = (0..self.ctl.width).rev().filter(|bit| self.read >> bit & 1 == 0).collect();
        let width = bits.len() as u32;
        let slices: Vec<_> = bits.iter().map(|&bit| self.ctl.slice(bit, bit).to_string()).collect();
        let net = (width > 0).then(|| Net::new("unused_fields", width))?;
        Some(Declaration::wire(net, format!("{{{}}}", slices.join(", "))))
    }

    /// Returns the text of a field, and marks it as read.
    fn slice(&mut self, field: &Field) -> String {
        self.read |= field.put((1 << field.width) - 1);
        self.ctl.slice(field.hi(), field.lo).to_string()
    }

    fn line(&mut self, name: &str, width: u32, value: String, doc: &'static str) {
        self.lines.push(Declaration::wire(Net::new(name, width), value).with_doc(doc));
    }

    fn field(&mut self, name: &str, field: &Field, doc: &'static str) {
        let value = self.slice(field);
        self.line(name, field.width, value, doc);
    }

    /// Declares a field that the formats have at different places.
    fn either(&mut self, name: &str, of_word: &Field, of_lanes: &Field) {
        let (word, lanes) = (self.slice(of_word), self.slice(of_lanes));
        self.line(name, of_word.width, format!("word ? {word} : {lanes}"), of_word.doc);
    }
}
