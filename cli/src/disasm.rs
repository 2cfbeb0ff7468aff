//! `vidalu disasm`.

use std::fmt::Write;

use serde::Serialize;
use vidalu_model::control::{self, Field};
use vidalu_model::ptx::Statement;

use crate::failure::Failure;
use crate::input;
use crate::output::{self, Format};

/// Decodes a control word into its PTX instruction and its fields.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The control word, decimal or 0x…, with the code of the unit in its top bits.
    word: String,
    /// Output format.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

#[derive(Serialize)]
struct Answer {
    word: String,
    ptx: String,
    unit: &'static str,
    fields: Vec<FieldValue>,
}

#[derive(Serialize)]
struct FieldValue {
    name: &'static str,
    hi: u32,
    lo: u32,
    value: u64,
    code: Option<&'static str>,
    doc: &'static str,
}

impl FieldValue {
    fn of(field: &Field, word: u64) -> Self {
        let value = field.get(word);
        let Field { name, lo, doc, .. } = *field;
        Self { name, hi: field.hi(), lo, value, code: field.code_name(value), doc }
    }
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let width = control::WIDTH;
    let word = input::integer(&args.word)
        .filter(|&word| word >> width == 0)
        .ok_or_else(|| {
            Failure::input(
                format!("{} is not a control word", args.word),
                format!("give a {width}-bit number, decimal or 0x…"),
            )
        })
        .map(|word| word as u64)?;
    let instruction = control::decode(word).map_err(|error| {
        Failure::input(error, "`vidalu gen` writes a table of all fields, control_word.md, next to the RTL")
    })?;
    let unit = instruction.unit();
    let fields = std::iter::once(&control::UNIT).chain(control::format(unit).fields.iter().rev());
    let answer = Answer {
        word: hex(word),
        ptx: Statement::canonical(instruction).to_string(),
        unit: unit.name(),
        fields: fields.map(|field| FieldValue::of(field, word)).collect(),
    };
    match args.format {
        Format::Json => output::document(&answer),
        Format::Text => output::text(&table(&answer)),
    }
}

fn hex(word: u64) -> String {
    format!("{word:#0digits$x}", digits = 2 + control::WIDTH.div_ceil(4) as usize)
}

fn table(answer: &Answer) -> String {
    let mut text = format!("{}\n\nword {}\n", answer.ptx, answer.word);
    for field in &answer.fields {
        let bits = if field.hi == field.lo { field.lo.to_string() } else { format!("{}:{}", field.hi, field.lo) };
        let code = field.code.unwrap_or_default();
        writeln!(text, "{:>6}  {:<10}  {:>#7x}  {code:<8}  {}", bits, field.name, field.value, field.doc)
            .expect("a string takes all text");
    }
    text
}
