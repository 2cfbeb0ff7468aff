//! `vidalu asm`.

use serde::Serialize;
use vidalu_gen::{Choice, Config, Key, Layout, Unit, Wrapper};
use vidalu_model::ptx::{Diagnostic, DiagnosticKind, Line};

use crate::config::choices;
use crate::failure::Failure;
use crate::input;
use crate::output::{self, Format};
use crate::program::Program;
use crate::word::{self, Word};

/// Encodes PTX instructions as control words.
///
/// The word is that of the port ctl_i: the units scalar, simd, vmad and carry receive their own
/// fields only, and the units lanes and video receive the whole word, with the code of the unit in
/// its top bits. `vidalu disasm --unit UNIT WORD` is the way back. Registers, constants and guards
/// are not part of a control word.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// An instruction, or a sequence 'i1; i2; …', or - for stdin.
    ptx: String,
    /// The unit that receives the word [default: the unit that executes the instruction].
    ///
    /// With --wrapper, the default is video.
    #[arg(long, value_parser = choices::<Unit>())]
    unit: Option<Unit>,
    /// Give the issue word that this bus carries: the control word, and the context from bit 56.
    #[arg(long, value_parser = choices::<Wrapper>())]
    wrapper: Option<Wrapper>,
    /// The context in the issue word, which selects the CC.CF that the instruction uses.
    #[arg(long, value_name = "N", requires = "wrapper",
        value_parser = clap::value_parser!(u8).range(..i64::from(Config::MAX_CONTEXTS)))]
    context: Option<u8>,
    /// Output format.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// The JSON report. A single instruction also stands at the top.
#[derive(Serialize)]
struct Answer<'a> {
    #[serde(flatten)]
    only: Option<&'a Encoded>,
    instructions: &'a [Encoded],
}

#[derive(Serialize)]
struct Encoded {
    ptx: String,
    /// The unit that receives the word.
    unit: &'static str,
    ctl: String,
    /// The width of `ctl` in bits.
    bits: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    issue: Option<String>,
    /// The word of the units `video` and `lanes`.
    whole: String,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let (name, text) = input::ptx(&args.ptx)?;
    let program = Program::sequence(&text).map_err(|error| Failure::at(name, &text, &error))?;
    let encoded = program.places().map(|(line, span)| {
        encoded(args, line).map_err(|(message, help)| {
            let kind = DiagnosticKind::Illegal;
            Failure::at(name, &text, &Diagnostic { kind, message, span, help: Some(help) })
        })
    });
    let instructions: Vec<_> = encoded.collect::<Result<_, _>>()?;
    if program.lines().any(|line| line.guard().is_some()) {
        output::talk("note: a guard is not part of the control word\n");
    }
    if args.format == Format::Json {
        let only = if let [only] = &*instructions { Some(only) } else { None };
        return output::document(&Answer { only, instructions: &instructions });
    }
    for word in said(&instructions) {
        output::talk(&about(word, args.wrapper));
    }
    let line = |it: &Encoded| format!("{}\n", it.issue.as_ref().unwrap_or(&it.ctl));
    output::text(&instructions.iter().map(line).collect::<String>())
}

/// Returns the first instruction for each unit, because the words of a unit are explained once.
fn said(instructions: &[Encoded]) -> impl Iterator<Item = &Encoded> {
    let is_first = |(at, it): &(usize, &Encoded)| !instructions[..*at].iter().any(|other| other.unit == it.unit);
    instructions.iter().enumerate().filter(is_first).map(|(_, it)| it)
}

/// Returns what the word is.
fn about(encoded: &Encoded, wrapper: Option<Wrapper>) -> String {
    let Encoded { unit, bits, .. } = encoded;
    match wrapper {
        Some(wrapper) => format!("the issue word of {} around unit {unit}\n", wrapper.name()),
        None if encoded.ctl == encoded.whole => format!("ctl_i[{}:0] of unit {unit}: the whole word\n", bits - 1),
        None => {
            format!("ctl_i[{}:0] of unit {unit}, without the unit's code; --unit video has the whole word\n", bits - 1)
        }
    }
}

/// Encodes an instruction, or returns a message and its help.
fn encoded(args: &Args, line: &Line) -> Result<Encoded, (String, String)> {
    let Line::Vidalu(statement) = line else {
        let help = "only the video and carry instructions of the manual have one; `vidalu run` has the host execute it";
        return Err(("a plain instruction has no control word".to_owned(), help.to_owned()));
    };
    let instruction = statement.instruction();
    let default = if args.wrapper.is_some() { Unit::Video } else { instruction.unit().into() };
    let unit = args.unit.unwrap_or(default);
    let word = Word::of(unit, instruction).ok_or_else(|| {
        let message = format!("unit {} does not execute {}", unit.name(), instruction.operation().name());
        (message, format!("these units do: {}", word::units(instruction)))
    })?;
    Ok(Encoded {
        ptx: line.to_string(),
        unit: unit.name(),
        ctl: word.hex(),
        bits: word.bits,
        issue: args.wrapper.map(|wrapper| issue(wrapper, unit, word, args.context)).transpose()?,
        whole: Word::whole(instruction).hex(),
    })
}

/// Returns the issue word: the control word and the context.
fn issue(wrapper: Wrapper, unit: Unit, word: Word, context: Option<u8>) -> Result<String, (String, String)> {
    if context.is_some() && wrapper == Wrapper::Vortex {
        let message = "the issue word of vortex has no context".to_owned();
        return Err((message, "leave out --context; the port execute_context has the context".to_owned()));
    }
    let key = Key::named("contexts").expect("the configuration has contexts");
    if context.is_some() && !key.units.contains(&unit) {
        let units: Vec<_> = key.units.iter().map(|unit| unit.name()).collect();
        let help = format!("leave out --context; these units have contexts: {}", units.join(", "));
        return Err((format!("unit {} has no contexts", unit.name()), help));
    }
    Ok(format!("{:#x}", word.value | u64::from(context.unwrap_or(0)) << Layout::CONTEXT))
}
