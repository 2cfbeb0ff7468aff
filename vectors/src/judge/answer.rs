//! A line of answers, read as its author may have written it.

use std::ops::Range;

use serde_json::{Map, Value};
use vidalu_stimulus::mask;

use crate::format::Format;
use crate::golden::{Column, Golden};

/// An answer: the outputs, and what says which vector it answers.
#[derive(Debug)]
pub(super) struct Answer {
    /// The number of the vector, counted from 0.
    pub(super) index: Option<u64>,
    /// The inputs, without CC.CF.
    pub(super) inputs: Option<Vec<u64>>,
    pub(super) outputs: Vec<u64>,
}

/// The reason why a line is not an answer.
#[derive(Debug)]
pub(super) struct Refused {
    /// The bytes of the line; `None` for the whole line.
    pub(super) span: Option<Range<usize>>,
    pub(super) message: String,
    pub(super) help: String,
}

impl Refused {
    pub(super) fn whole(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { span: None, message: message.into(), help: help.into() }
    }
}

/// The name of the column that holds the number of the vector.
const INDEX: &str = "index";

/// The shape of the lines: the format, and the columns.
pub(super) struct Shape {
    format: Format,
    columns: Vec<Column>,
    /// The position of the first output.
    outputs: usize,
    inputs: usize,
    /// The names above the columns of CSV.
    names: Option<Vec<String>>,
}

/// A number of a line, as text with its place.
struct Field<'a> {
    name: &'a str,
    text: &'a str,
    span: Range<usize>,
}

impl Shape {
    pub(super) fn new(format: Format, golden: &Golden) -> Self {
        let inputs = golden.subject.inputs().len();
        let outputs = golden.columns.len() - golden.subject.outputs().len();
        // Binary files of vectors are answered as text that other programs read and write.
        let format = if matches!(format, Format::Npz | Format::Parquet) { Format::Csv } else { format };
        Self { format, columns: golden.columns.clone(), outputs, inputs, names: None }
    }

    /// Reads a line; `None` if it is a comment or a part of the frame around the vectors.
    pub(super) fn read(&mut self, line: &str) -> Result<Option<Answer>, Refused> {
        let start = line.trim_start();
        if start.strip_prefix('{').is_some_and(|rest| rest.trim_start().starts_with('"')) {
            return self.object(line);
        }
        let is_frame = match self.format {
            Format::C => !start.starts_with('{'),
            _ => start.is_empty() || start.starts_with('#') || start.starts_with("//"),
        };
        if is_frame {
            return Ok(None);
        }
        let (is_hex, mut fields) = match self.format {
            Format::Hex => (true, split(line, |letter| letter == '_')),
            Format::Text => (true, split(line, char::is_whitespace)),
            Format::Jsonl => {
                return Err(Refused::whole("not a JSON object", format!("write {}", self.example())));
            }
            _ => (false, split(line, |letter| letter == ',')),
        };
        if self.format == Format::Csv && fields.iter().all(|field| self.is_name(field.text)) {
            self.names = Some(fields.iter().map(|field| field.text.to_owned()).collect());
            return Ok(None);
        }
        let names = self.names_of(fields.len(), line)?;
        fields.truncate(names.len());
        for (field, name) in fields.iter_mut().zip(&names) {
            field.name = name;
        }
        self.answer(&fields, is_hex).map(Some)
    }

    /// Returns the names of the fields of a line.
    fn names_of(&self, count: usize, line: &str) -> Result<Vec<String>, Refused> {
        let names = |columns: &[Column]| columns.iter().map(|column| column.name.to_owned()).collect::<Vec<_>>();
        let outputs = names(&self.columns[self.outputs..]);
        if let Some(names) = self.names.as_ref().filter(|names| names.len() == count) {
            return Ok(names.clone());
        }
        match count {
            _ if count == outputs.len() => Ok(outputs),
            _ if count == outputs.len() + 1 => Ok([vec![INDEX.to_owned()], outputs].concat()),
            // The PTX text, and for the format text its words, come after the numbers.
            _ if count >= self.columns.len() => Ok(names(&self.columns)),
            _ => Err(Refused {
                span: Some(0..line.len()),
                message: format!("the line has {count} numbers"),
                help: format!("write {}, or the whole vector", self.example()),
            }),
        }
    }

    fn is_name(&self, text: &str) -> bool {
        text == INDEX || text == "ptx" || self.columns.iter().any(|column| column.name == text)
    }

    /// Returns the shortest answers, for messages.
    fn example(&self) -> String {
        let names: Vec<_> = self.columns[self.outputs..].iter().map(|column| column.name).collect();
        let quoted = |name: &&str| format!("\"{name}\": …");
        match self.format {
            Format::Jsonl => format!("{{{}}}", names.iter().map(quoted).collect::<Vec<_>>().join(", ")),
            Format::Hex => format!("{0}, or index_{0}", names.join("_")),
            Format::Text => format!("{0}, or index {0}", names.join(" ")),
            _ => format!("{0}, or index,{0}", names.join(",")),
        }
    }

    /// Reads an object of JSON.
    fn object(&self, line: &str) -> Result<Option<Answer>, Refused> {
        let object: Map<String, Value> = serde_json::from_str(line).map_err(|error| Refused {
            span: Some(error.column().saturating_sub(1).min(line.len())..error.column().min(line.len())),
            message: format!("not a JSON object: {error}"),
            help: "write one object in each line".to_owned(),
        })?;
        if object.contains_key("vidalu_vectors") || object.contains_key("end") {
            return Ok(None);
        }
        let texts = object.iter().map(|(name, value)| match value {
            Value::String(text) => (name, text.clone()),
            value => (name, value.to_string()),
        });
        let texts: Vec<_> = texts.collect();
        let span = |name: &str| {
            let start = line.find(&format!("\"{name}\"")).unwrap_or(0);
            start..(start + name.len() + 2).min(line.len())
        };
        let fields: Vec<_> = texts.iter().map(|(name, text)| Field { name, text, span: span(name) }).collect();
        self.answer(&fields, false).map(Some)
    }

    fn answer(&self, fields: &[Field<'_>], is_hex: bool) -> Result<Answer, Refused> {
        let field = |name: &str| fields.iter().find(|field| field.name == name);
        let value = |column: &Column| -> Option<Result<u64, Refused>> {
            let field = field(column.name)?;
            let value = number(field.text, is_hex).filter(|value| *value <= mask(column.width));
            Some(value.ok_or_else(|| self.not_a_number(column, field, is_hex)))
        };
        let outputs = self.columns[self.outputs..].iter().map(|column| {
            value(column).unwrap_or_else(|| {
                let message = format!("the answer has no `{}`", column.name);
                Err(Refused::whole(message, format!("write {}", self.example())))
            })
        });
        let outputs = outputs.collect::<Result<_, _>>()?;
        // An answer with some of the inputs only does not need them.
        let inputs =
            self.columns[..self.inputs].iter().map(value).collect::<Option<Result<Vec<_>, _>>>().transpose()?;
        let index = field(INDEX).map(|field| {
            number(field.text, false).ok_or_else(|| Refused {
                span: Some(field.span.clone()),
                message: format!("the index `{}` is not a number", field.text),
                help: "the index is the number of the vector, decimal, from 0 on".to_owned(),
            })
        });
        Ok(Answer { index: index.transpose()?, inputs, outputs })
    }

    /// Returns the refusal of a field that does not hold a number of its column.
    fn not_a_number(&self, column: &Column, field: &Field<'_>, is_hex: bool) -> Refused {
        let Column { name, width } = column;
        let help = match field.text.strip_prefix('-') {
            Some(_) => format!("numbers are unsigned: write {name} & {:#x}", mask(*width)),
            None if is_hex => {
                let (digits, format) = (column.digits(), self.format.name());
                format!("write at most {digits} hexadecimal digits; answers have the vectors' format, {format}")
            }
            None => format!("write 0x… or decimal, at most {:#x}", mask(*width)),
        };
        Refused {
            span: Some(field.span.clone()),
            message: format!("{name} is `{}`, which is not a number of {width} bits", field.text),
            help,
        }
    }
}

/// Reads a number; `is_hex` says whether it is hexadecimal without `0x` in front.
fn number(text: &str, is_hex: bool) -> Option<u64> {
    let is_plain = text.starts_with(|first: char| first.is_ascii_alphanumeric());
    let text = text.to_ascii_lowercase();
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None if is_hex => u64::from_str_radix(&text, 16).ok().filter(|_| is_plain),
        None => text.parse().ok().filter(|_| is_plain),
    }
}

/// Splits a line into its fields, which may be in quotes, and frees them from the braces and the
/// suffixes of C.
fn split(line: &str, is_between: impl Fn(char) -> bool) -> Vec<Field<'_>> {
    let (mut fields, mut start, mut is_quoted) = (Vec::new(), 0, false);
    let ends = line.char_indices().filter(|(_, letter)| {
        is_quoted ^= *letter == '"';
        !is_quoted && is_between(*letter)
    });
    let ends: Vec<_> = ends.map(|(at, _)| at).chain([line.len()]).collect();
    for end in ends {
        let is_frame = |letter: char| letter.is_whitespace() || matches!(letter, '"' | '{' | '}');
        let text = line[start..end].trim_matches(is_frame);
        let text = text.strip_suffix("ull").or_else(|| text.strip_suffix('u')).unwrap_or(text);
        if !text.is_empty() {
            let start = text.as_ptr() as usize - line.as_ptr() as usize;
            fields.push(Field { name: "", text, span: start..start + text.len() });
        }
        start = (end + 1).min(line.len());
    }
    fields
}
