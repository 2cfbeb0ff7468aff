//! The line-based formats: a header, a line for each vector, and an end with the number of vectors
//! and the seal.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, Write};
use std::rc::Rc;

use super::line::{Template, write_all};
use crate::format::Format;
use crate::golden::Golden;
use crate::header::Header;
use crate::reader::{Reader, VerifyError};
use crate::rows::Rows;
use crate::seal::ZEROS;
use crate::set::Set;

/// The length of the longest line, in bytes.
const LONGEST: u64 = 1 << 16;

/// Writes the vectors as lines.
pub(super) fn write(set: &Set, format: Format, out: &mut impl Write) -> io::Result<()> {
    let header = Header::of(set, format);
    let template = Template::new(format, set.columns());
    let mut room = Vec::new();
    out.write_all(head(&header, &set.golden).as_bytes())?;
    for batch in if format == Format::Hex { set.numbers() } else { set.with_texts() } {
        write_all(&template, &batch, &mut room, out)?;
    }
    out.write_all(end(&header).as_bytes())
}

/// Returns how a format begins its comments: the first, and the others.
fn comments(format: Format) -> [&'static str; 2] {
    match format {
        Format::Hex => ["// "; 2],
        Format::C => ["/* ", " * "],
        _ => ["# "; 2],
    }
}

/// Returns the text before the vectors.
fn head(header: &Header, golden: &Golden) -> String {
    if header.format == Format::Jsonl {
        return header.json() + "\n";
    }
    let [first, other] = comments(header.format);
    let lines = header.lines().enumerate();
    let mut text: String = lines.map(|(at, line)| format!("{}{line}\n", if at == 0 { first } else { other })).collect();
    match header.format {
        Format::Hex => text += &places(golden),
        Format::Csv => text += &(names(golden).collect::<Vec<_>>().join(",") + ",ptx\n"),
        Format::C => text += &declaration(header, golden),
        _ => {}
    }
    text
}

fn names(golden: &Golden) -> impl Iterator<Item = &'static str> {
    golden.columns.iter().map(|column| column.name)
}

/// Returns the comment that says where the numbers stand in a word.
fn places(golden: &Golden) -> String {
    let mut hi = golden.columns.iter().map(|column| 4 * column.digits()).sum::<usize>();
    let mut text = format!("// bits: {hi}\n// places:");
    for column in &golden.columns {
        let lo = hi - 4 * column.digits();
        text += &format!(" {}[{}:{lo}]", column.name, lo + column.width as usize - 1);
        hi = lo;
    }
    text + "\n"
}

fn declaration(header: &Header, golden: &Golden) -> String {
    let (unit, upper) = (&header.unit, header.unit.to_uppercase());
    let mut text = format!(
        " */\n#ifndef VIDALU_{upper}_VECTORS_H\n#define VIDALU_{upper}_VECTORS_H\n\n#include <stdint.h>\n\n\
         #define VIDALU_{upper}_VECTORS_COUNT {}\n\nstruct vidalu_{unit}_vector {{\n",
        header.count
    );
    for column in &golden.columns {
        text += &format!("  uint{}_t {};\n", 8 * column.bytes(), column.name);
    }
    text + &format!(
        "  const char *ptx;\n}};\n\nstatic const struct vidalu_{unit}_vector \
         vidalu_{unit}_vectors[VIDALU_{upper}_VECTORS_COUNT] = {{\n"
    )
}

/// Returns the text after the vectors, with zeros in place of the seal.
fn end(header: &Header) -> String {
    let count = header.count;
    match header.format {
        Format::Jsonl => format!("{{\"end\":{count},\"sha256\":\"{ZEROS}\"}}\n"),
        Format::Hex => format!("// end: {count} vectors, sha256 {ZEROS}\n"),
        Format::C => format!("}};\n\n#endif\n/* end: {count} vectors, sha256 {ZEROS} */\n"),
        _ => format!("# end: {count} vectors, sha256 {ZEROS}\n"),
    }
}

/// A line-based file, read from its first vector on.
pub(crate) struct LineReader {
    lines: Lines<BufReader<File>>,
    header: Header,
    template: Template,
    has_ptx: bool,
    /// The number of lines before the vectors.
    before: u64,
    /// The error of the next line, kept until the lines before it are checked.
    wrong: Option<VerifyError>,
}

impl LineReader {
    /// Reads the header; with it comes the unit.
    pub(crate) fn open(file: File) -> Result<(Self, Golden), VerifyError> {
        let mut lines = Lines::new(BufReader::with_capacity(1 << 16, file));
        lines.rewind()?;
        let header = read_header(&mut lines)?;
        let golden = header.unit().map_err(|what| VerifyError::at("the header", what))?;
        lines.rewind()?;
        for expected in head(&header, &golden).split_inclusive('\n') {
            lines.expect(expected)?;
        }
        let template = Template::new(header.format, &golden.columns);
        let (has_ptx, before) = (header.format != Format::Hex, lines.number);
        Ok((Self { lines, header, template, has_ptx, before, wrong: None }, golden))
    }

    fn row(&mut self, batch: &mut Rows) -> Result<(), VerifyError> {
        let line = self.lines.next()?;
        if line.is_empty() {
            let [read, count] = [self.lines.number - 1 - self.before, self.header.count];
            return Err(self.lines.wrong(format!("the file ends after {read} of {count} vectors")));
        }
        let (values, ptx) = self.template.read(&line).map_err(|what| self.lines.wrong(what))?;
        batch.values.resize_with(values.len(), Vec::new);
        batch.values.iter_mut().zip(values).for_each(|(column, value)| column.push(value));
        batch.ptx.extend(ptx.map(Rc::from));
        Ok(())
    }
}

impl Reader for LineReader {
    fn header(&self) -> &Header {
        &self.header
    }

    fn has_ptx(&self) -> bool {
        self.has_ptx
    }

    fn read(&mut self, count: usize) -> Result<Rows, VerifyError> {
        let mut batch = Rows::default();
        if let Some(wrong) = self.wrong.take() {
            return Err(wrong);
        }
        for _ in 0..count {
            match self.row(&mut batch) {
                Ok(()) => {}
                Err(wrong) if batch.is_empty() => return Err(wrong),
                // The lines before it are checked first.
                Err(wrong) => {
                    self.wrong = Some(wrong);
                    break;
                }
            }
        }
        Ok(batch)
    }

    fn place(&self, row: u64) -> String {
        format!("line {}", self.before + row + 1)
    }

    fn end(&mut self) -> Result<(), VerifyError> {
        for expected in end(&self.header).split_inclusive('\n') {
            match expected.find(ZEROS) {
                None => self.lines.expect(expected)?,
                Some(from) => self.lines.expect_but(expected, from, ZEROS.len())?,
            }
        }
        if self.lines.next()?.is_empty() {
            Ok(())
        } else {
            Err(self.lines.wrong("the file continues after its end".into()))
        }
    }
}

/// Reads the header of any of the formats, from the first line of a stream on.
pub(crate) fn read_header(lines: &mut Lines<impl BufRead>) -> Result<Header, VerifyError> {
    let line = lines.next()?;
    // The keys may have other places and blanks if another program copied them.
    if line.trim_start().starts_with('{') && line.contains("\"vidalu_vectors\"") {
        return serde_json::from_str(&line).map_err(|error| lines.wrong(error.to_string()));
    }
    let styles = [Format::Text, Format::Hex, Format::C].map(comments);
    let known = styles.into_iter().find(|[first, _]| line.starts_with(&format!("{first}vidalu_vectors: ")));
    let Some([first, other]) = known else { return Err(VerifyError::unknown()) };
    // The header has a line for each key; `columns` is the last.
    let mut keys = vec![line[first.len()..].trim_end().to_owned()];
    while !keys.last().is_some_and(|key| key.starts_with("columns: ")) {
        let line = lines.next()?;
        let Some(key) = line.strip_prefix(other) else {
            return Err(lines.wrong(format!("expected `{other}` and a key of the header")));
        };
        keys.push(key.trim_end().to_owned());
    }
    Header::from_lines(keys.iter().map(String::as_str)).map_err(|what| VerifyError::at("the header", what))
}

/// The lines of a stream, counted.
pub(crate) struct Lines<S> {
    stream: S,
    /// The number of the line that was read last, from 1.
    pub(crate) number: u64,
}

impl<S: BufRead + Seek> Lines<S> {
    fn rewind(&mut self) -> Result<(), VerifyError> {
        self.number = 0;
        Ok(self.stream.rewind()?)
    }
}

impl<S: BufRead> Lines<S> {
    pub(crate) fn new(stream: S) -> Self {
        Self { stream, number: 0 }
    }

    /// Returns the next line with its newline; an empty text at the end.
    pub(crate) fn next(&mut self) -> Result<String, VerifyError> {
        let mut line = Vec::new();
        self.stream.by_ref().take(LONGEST).read_until(b'\n', &mut line)?;
        self.number += 1;
        String::from_utf8(line).map_err(|_| self.wrong("not UTF-8".to_owned()))
    }

    fn wrong(&self, what: String) -> VerifyError {
        VerifyError::at(format!("line {}", self.number), what)
    }

    fn expect(&mut self, expected: &str) -> Result<(), VerifyError> {
        let line = self.next()?;
        if line == expected { Ok(()) } else { Err(self.wrong(format!("expected {expected:?}, found {line:?}"))) }
    }

    /// Reads a line as [`Lines::expect`] does, but accepts any bytes in a range.
    fn expect_but(&mut self, expected: &str, from: usize, count: usize) -> Result<(), VerifyError> {
        let line = self.next()?;
        let same = |range: std::ops::Range<usize>| line.get(range.clone()) == expected.get(range);
        if line.len() == expected.len() && same(0..from) && same(from + count..expected.len()) {
            Ok(())
        } else {
            Err(self.wrong(format!("expected {:?} and a checksum, found {line:?}", &expected[..from])))
        }
    }
}
