//! `vidalu disasm`.

use std::fmt::Write;

use serde::Serialize;
use vidalu_gen::Unit;
use vidalu_model::control::{self, Field};
use vidalu_model::isa::{Packed, PackedOp};
use vidalu_model::ptx::Statement;

use crate::config::choices;
use crate::failure::Failure;
use crate::input;
use crate::output::{self, Format};
use crate::word::{self, NotAWord, Word};

/// Decodes a control word into its PTX instruction and fields.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The control word, decimal or 0x….
    word: String,
    /// The unit that receives the word at ctl_i [default: video].
    ///
    /// The units scalar, simd, vmad and carry receive words with or without the unit's code, as
    /// Python's vidalu.assemble returns them. The words of lanes and video have the code in their
    /// top bits.
    #[arg(long, value_parser = choices::<Unit>(), default_value = "video", hide_default_value = true)]
    unit: Unit,
    /// Output format.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

#[derive(Serialize)]
struct Answer {
    /// The whole word.
    word: String,
    /// The word at the port of the unit that executes the instruction.
    ctl: String,
    ptx: String,
    /// The packed instructions that have the same word.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    packed: Vec<String>,
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
    let number = input::integer(&args.word).and_then(|word| u64::try_from(word).ok());
    let foreign = || {
        let message = match word::own(args.unit) {
            None => format!("{} is not a whole control word", args.word),
            Some(_) => format!("{} is not a control word of unit {}", args.word, args.unit.name()),
        };
        let help = match word::own(args.unit) {
            None => format!("give a {}-bit number, decimal or 0x…, with the code of the unit on top", control::WIDTH),
            Some(own) => {
                let bits = control::format(own).width();
                format!("give a number of {bits} bits, decimal or 0x…, or the whole word with the code of this unit")
            }
        };
        Failure::input(message, help)
    };
    let instruction = word::decode(args.unit, number.ok_or_else(foreign)?).map_err(|error| match error {
        NotAWord::Foreign => foreign(),
        NotAWord::Illegal(error) => {
            let help = "`vidalu gen` writes a table of all fields, control_word.md, next to the RTL; --unit says which \
                        unit receives the word";
            Failure::input(error, help)
        }
    })?;
    let (word, unit) = (Word::whole(&instruction), instruction.unit());
    let fields = std::iter::once(&control::UNIT).chain(control::format(unit).fields.iter().rev());
    let statement = Statement::canonical(instruction);
    let answer = Answer {
        word: word.hex(),
        ctl: Word::own(&instruction).hex(),
        ptx: statement.to_string(),
        packed: Packed::equal_to(&instruction).filter(|form| statement.form() != Some(*form)).map(packed).collect(),
        unit: unit.name(),
        fields: fields.map(|field| FieldValue::of(field, word.value)).collect(),
    };
    match args.format {
        Format::Json => output::document(&answer),
        Format::Text => output::text(&table(&answer)),
    }
}

/// Returns a packed instruction on the registers of the video instruction. The only source of `neg`
/// is operand b, because a is 0.
fn packed(form: Packed) -> String {
    if form.op() == PackedOp::Neg { format!("{form} r1, r3 (r2 = 0)") } else { format!("{form} r1, r2, r3") }
}

fn table(answer: &Answer) -> String {
    let mut text = format!("{}\n", answer.ptx);
    for form in &answer.packed {
        writeln!(text, "equal to {form}").expect("a string takes all text");
    }
    write!(text, "\nword {}\n", answer.word).expect("a string takes all text");
    for field in &answer.fields {
        let bits = if field.hi == field.lo { field.lo.to_string() } else { format!("{}:{}", field.hi, field.lo) };
        let code = field.code.unwrap_or_default();
        writeln!(text, "{:>6}  {:<10}  {:>#7x}  {code:<8}  {}", bits, field.name, field.value, field.doc)
            .expect("a string takes all text");
    }
    text
}
