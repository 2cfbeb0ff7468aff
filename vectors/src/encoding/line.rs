//! A vector as a line of text: a number has the same place in every line of a file.

use std::io::Write;

use vidalu_stimulus::mask;

use crate::format::Format;
use crate::golden::Column;
use crate::rows::Rows;

/// The pieces of a line.
pub(crate) struct Template {
    columns: Vec<Column>,
    pieces: Vec<Piece>,
}

enum Piece {
    Text(String),
    /// The digits of a column.
    Number(usize),
    Ptx,
}

impl Template {
    /// Returns the template of a line-based format.
    ///
    /// Numbers have all digits of their width. In `hex`, they are joined as the testbench of the
    /// co-simulation reads its pins, each in whole digits.
    pub(crate) fn new(format: Format, columns: &[Column]) -> Self {
        let (open, between, close) = match format {
            Format::Hex => ("", "_", ""),
            Format::Csv => ("", ",", ""),
            Format::Jsonl => ("{", ",", "}"),
            Format::C => ("  {", ", ", "},"),
            _ => ("", " ", ""),
        };
        let mut pieces = vec![Piece::Text(open.to_owned())];
        for (at, column) in columns.iter().enumerate() {
            let is_bit = column.width == 1;
            let (before, after) = match format {
                Format::Jsonl if is_bit => (format!("\"{}\":", column.name), ""),
                Format::Jsonl => (format!("\"{}\":\"0x", column.name), "\""),
                Format::Csv if !is_bit => ("0x".to_owned(), ""),
                Format::C if !is_bit => ("0x".to_owned(), if column.width > 32 { "ull" } else { "u" }),
                _ => (String::new(), ""),
            };
            let between = if at > 0 { between } else { "" };
            pieces.extend([
                Piece::Text(format!("{between}{before}")),
                Piece::Number(at),
                Piece::Text(after.to_owned()),
            ]);
        }
        let (before, after) = match format {
            Format::Csv | Format::C => ("\"", "\""),
            Format::Jsonl => ("\"ptx\":\"", "\""),
            _ => ("", ""),
        };
        if format != Format::Hex {
            pieces.push(Piece::Text(format!("{between}{before}")));
            pieces.extend([Piece::Ptx, Piece::Text(after.to_owned())]);
        }
        pieces.push(Piece::Text(format!("{close}\n")));
        Self { columns: columns.to_vec(), pieces: merged(pieces) }
    }

    /// Appends the line of a vector.
    pub(crate) fn write(&self, batch: &Rows, at: usize, line: &mut Vec<u8>) {
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => line.extend_from_slice(text.as_bytes()),
                Piece::Ptx => line.extend_from_slice(batch.ptx[at].as_bytes()),
                Piece::Number(column) => {
                    let value = batch.values[*column][at];
                    let digit = |place: usize| b"0123456789abcdef"[(value >> (4 * place) & 15) as usize];
                    line.extend((0..self.columns[*column].digits()).rev().map(digit));
                }
            }
        }
    }

    /// Reads the numbers of a line and its PTX text, if any; the reason if the line does not fit
    /// the template.
    pub(crate) fn read<'a>(&self, line: &'a str) -> Result<(Vec<u64>, Option<&'a str>), String> {
        let (mut values, mut ptx) = (Vec::with_capacity(self.columns.len()), None);
        let mut rest = line;
        let mut pieces = self.pieces.iter().peekable();
        while let Some(piece) = pieces.next() {
            let place = line.len() - rest.len() + 1;
            match piece {
                Piece::Text(text) => {
                    rest = rest.strip_prefix(&**text).ok_or_else(|| format!("column {place}: expected {text:?}"))?;
                }
                Piece::Number(column) => {
                    let column = self.columns[*column];
                    let digits = rest.get(..column.digits()).filter(|digits| digits.bytes().all(is_digit));
                    let value = digits.and_then(|digits| u64::from_str_radix(digits, 16).ok());
                    let value = value.ok_or_else(|| {
                        format!("column {place}: expected {} hexadecimal digits of {}", column.digits(), column.name)
                    })?;
                    if value > mask(column.width) {
                        return Err(format!("column {place}: {} has {} bits", column.name, column.width));
                    }
                    values.push(value);
                    rest = &rest[column.digits()..];
                }
                Piece::Ptx => {
                    // No text has a quote in it, and the last piece ends the line.
                    let Some(Piece::Text(end)) = pieces.peek() else { unreachable!("a text follows") };
                    let text = rest.strip_suffix(&**end);
                    let text =
                        text.ok_or_else(|| format!("column {}: expected {end:?}", line.len() - end.len() + 1))?;
                    ptx = Some(text);
                    rest = &rest[text.len()..];
                }
            }
        }
        if rest.is_empty() { Ok((values, ptx)) } else { Err("the line is too long".to_owned()) }
    }
}

/// Writes the lines of a batch.
pub(crate) fn write_all(
    template: &Template,
    batch: &Rows,
    room: &mut Vec<u8>,
    out: &mut impl Write,
) -> std::io::Result<()> {
    room.clear();
    (0..batch.len()).for_each(|at| template.write(batch, at, room));
    out.write_all(room)
}

fn is_digit(byte: u8) -> bool {
    matches!(byte, b'0'..=b'9' | b'a'..=b'f')
}

/// Merges neighboring texts.
fn merged(pieces: Vec<Piece>) -> Vec<Piece> {
    let mut merged: Vec<Piece> = Vec::new();
    for piece in pieces {
        match (merged.last_mut(), piece) {
            (Some(Piece::Text(before)), Piece::Text(text)) => before.push_str(&text),
            (_, piece) => merged.push(piece),
        }
    }
    merged
}
