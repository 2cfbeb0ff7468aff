//! Answers as an archive of NumPy, which is read as lines of JSON: an object for each element.

use std::fmt::Write;
use std::io::{self, BufRead, BufReader, Cursor, Read};

use zip::{CompressionMethod, ZipArchive};

use super::error::JudgeError;

/// The first bytes of an archive.
const MAGIC: &[u8] = b"PK\x03\x04";

/// The largest archive: that of 10 million answers of 100 bytes.
const MOST: u64 = 1 << 30;

/// The name of the array with the header of the vectors, as `vidalu vectors` writes it.
const HEADER: &str = "header";

/// Returns the answers of a stream as lines, whether it is an archive or text.
pub(super) fn lines<'a>(mut stream: impl BufRead + 'a) -> Result<Box<dyn BufRead + 'a>, JudgeError> {
    if !stream.fill_buf()?.starts_with(MAGIC) {
        return Ok(Box::new(stream));
    }
    let mut bytes = Vec::new();
    stream.take(MOST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST {
        return Err(refused("the archive has more than a gigabyte", "judge the answers as CSV or as JSON lines"));
    }
    let mut zip = ZipArchive::new(Cursor::new(bytes)).map_err(|error| damaged(&error.to_string()))?;
    let names: Vec<_> = zip.file_names().filter_map(|name| Some(name.ok()?.into_owned())).collect();
    let (mut header, mut arrays) = (String::new(), Vec::new());
    for name in names.iter().filter_map(|name| name.strip_suffix(".npy")).filter(|name| *name != "ptx") {
        let mut bytes = Vec::new();
        let member = zip.by_name(&format!("{name}.npy"));
        let mut member = member.map_err(|error| damaged(&error.to_string()))?;
        if member.compression() != CompressionMethod::Stored {
            let help = "write them with numpy.savez, which stores them as they are";
            return Err(refused("the arrays are compressed", help));
        }
        member.read_to_end(&mut bytes).map_err(|error| damaged(&error.to_string()))?;
        if name == HEADER {
            header = text_of(&bytes).ok_or_else(|| damaged("the array header is not a text"))? + "\n";
        } else {
            arrays.push(Array::read(name, &bytes)?);
        }
    }
    let count = arrays.first().map_or(0, |array| array.count);
    if let Some(other) = arrays.iter().find(|array| array.count != count) {
        let (first, name) = (&arrays[0].name, &other.name);
        let message = format!("{first} has {count} elements, and {name} has {}", other.count);
        return Err(refused(&message, "an answer has an element in each array"));
    }
    let rows = Rows { arrays, count, next: 0, line: header.into_bytes(), at: 0 };
    Ok(Box::new(BufReader::new(rows)))
}

fn refused(message: &str, help: &str) -> JudgeError {
    JudgeError::Archive { message: message.to_owned(), help: help.to_owned() }
}

fn damaged(what: &str) -> JudgeError {
    refused(&format!("the archive cannot be read: {what}"), "write it with numpy.savez")
}

/// An array of numbers.
struct Array {
    name: String,
    is_signed: bool,
    /// Bytes of an element.
    bytes: usize,
    count: usize,
    elements: Vec<u8>,
}

impl Array {
    fn read(name: &str, bytes: &[u8]) -> Result<Self, JudgeError> {
        let (head, elements) = split(bytes).ok_or_else(|| damaged(&format!("{name} is not an array of NumPy")))?;
        let kind = value(head, "descr").unwrap_or_default();
        let plain = kind.trim_matches('\'').trim_start_matches(['<', '|']);
        let numbers = plain.split_at_checked(1).map(|(kind, bytes)| (kind, bytes.parse()));
        let (kind, bytes) = match numbers {
            Some((kind @ ("u" | "i" | "b"), Ok(bytes @ (1 | 2 | 4 | 8)))) => (kind, bytes),
            _ => {
                let message = format!("{name} has elements of type {kind}, which are not integers of at most 64 bits");
                return Err(refused(&message, &format!("convert them: {name}.astype(\"<u8\")")));
            }
        };
        let shape = value(head, "shape").unwrap_or_default();
        let count = shape.trim_matches(['(', ')']).trim_end_matches(',').parse().ok();
        let count = count.filter(|count: &usize| count.checked_mul(bytes) == Some(elements.len()));
        let count = count.ok_or_else(|| {
            refused(&format!("{name} has the shape {shape}, not one element for each answer"), "flatten the array")
        })?;
        Ok(Self { name: name.to_owned(), is_signed: kind == "i", bytes, count, elements: elements.to_vec() })
    }

    /// Writes element `at` as a decimal number.
    fn write(&self, at: usize, line: &mut String) {
        let element = &self.elements[at * self.bytes..(at + 1) * self.bytes];
        let is_negative = self.is_signed && element.last().is_some_and(|last| last >> 7 == 1);
        let mut number = [if is_negative { 0xff } else { 0 }; 8];
        number[..self.bytes].copy_from_slice(element);
        let written = match is_negative {
            true => write!(line, "{}", i64::from_le_bytes(number)),
            false => write!(line, "{}", u64::from_le_bytes(number)),
        };
        written.expect("a string takes all text");
    }
}

/// Splits an array into the dictionary at its start and its elements.
fn split(bytes: &[u8]) -> Option<(&str, &[u8])> {
    let rest = bytes.strip_prefix(b"\x93NUMPY")?;
    let wide = *rest.first()? > 1;
    let (length, rest) = rest.get(2..)?.split_at_checked(if wide { 4 } else { 2 })?;
    let length = length.iter().rev().fold(0, |all, byte| all << 8 | usize::from(*byte));
    let (head, elements) = rest.split_at_checked(length)?;
    Some((std::str::from_utf8(head).ok()?, elements))
}

/// Returns the text of an array that is one text.
fn text_of(bytes: &[u8]) -> Option<String> {
    let (head, text) = split(bytes)?;
    let is_text = value(head, "descr")?.starts_with("'|S");
    let text = text.split(|&byte| byte == 0).next()?;
    Some(std::str::from_utf8(text).ok().filter(|_| is_text)?.trim_end().to_owned())
}

/// Returns the value of a key in the dictionary of an array, as it is written.
fn value<'a>(head: &'a str, key: &str) -> Option<&'a str> {
    let rest = head.split_once(&format!("'{key}': "))?.1;
    let end = if rest.starts_with('(') { rest.find(')')? + 1 } else { rest.find(',')? };
    Some(&rest[..end])
}

/// The header, if any, and an object for each answer, as a stream of text.
struct Rows {
    arrays: Vec<Array>,
    count: usize,
    next: usize,
    line: Vec<u8>,
    at: usize,
}

impl Read for Rows {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        if self.at == self.line.len() && self.next < self.count {
            let mut line = String::from("{");
            for array in &self.arrays {
                let comma = if line.len() > 1 { "," } else { "" };
                write!(line, "{comma}\"{}\":", array.name).expect("a string takes all text");
                array.write(self.next, &mut line);
            }
            (self.line, self.at, self.next) = ((line + "}\n").into_bytes(), 0, self.next + 1);
        }
        let count = (&self.line[self.at..]).read(room)?;
        self.at += count;
        Ok(count)
    }
}
