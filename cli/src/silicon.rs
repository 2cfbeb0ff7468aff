//! `vidalu silicon`.

mod table;

use std::ffi::OsStr;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command};
use serde::Serialize;
use vidalu_model::isa::Unit;
use vidalu_silicon::campaign::{self, Options};
use vidalu_silicon::catalogue::{self, Selection};
use vidalu_silicon::{Device, Gpu, Report, version};

use crate::failure::{Exit, Failure};
use crate::input;
use crate::output::{self, Format, Pending};
use crate::progress::Progress;

/// Compares the golden model with an NVIDIA GPU.
///
/// This needs an NVIDIA GPU and its driver, but no CUDA toolkit. docs/silicon.md describes the
/// comparison.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The forms to compare: all, a unit, or a number of forms.
    ///
    /// A unit is scalar, simd, vmad or carry. The seed chooses a number of forms from all forms.
    #[arg(long, value_name = "FORMS", default_value = "all", value_parser = Forms, hide_possible_values = true)]
    forms: Selection,
    /// Compare only the form with this number, which a disagreement prints.
    #[arg(long, value_name = "N", conflicts_with = "forms")]
    form: Option<u32>,
    /// The number of vectors for each form.
    #[arg(long, value_name = "N", default_value_t = 65_536, value_parser = clap::value_parser!(u64).range(1..=1 << 48))]
    per_form: u64,
    /// The seed of the operands and of the choice of forms.
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = input::seed)]
    seed: u64,
    /// Stop after this time: 30s, 5m, 2h.
    #[arg(long, value_name = "TIME", value_parser = input::time)]
    time: Option<Duration>,
    /// The file for disagreements, if any, as JSON lines.
    #[arg(long, value_name = "FILE", default_value = "silicon-disagreements.jsonl")]
    out: PathBuf,
    /// Write a sample of the GPU's answers to this file.
    ///
    /// The file has JSON lines as in the conformance data (conformance/README.md).
    #[arg(long, value_name = "FILE")]
    answers: Option<PathBuf>,
    /// The number of answers in the sample.
    #[arg(long, value_name = "N", default_value_t = 20_000, requires = "answers",
          value_parser = clap::value_parser!(u64).range(1..))]
    answers_count: u64,
    /// Output format.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// Returns the parser of `--forms`, which knows the names that can be completed.
#[derive(Clone)]
struct Forms;

impl TypedValueParser for Forms {
    type Value = Selection;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, text: &OsStr) -> Result<Selection, clap::Error> {
        (|text: &str| selection(text)).parse_ref(command, arg, text)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = std::iter::once("all").chain(Unit::ALL.iter().map(|unit| unit.name()));
        Some(Box::new(names.map(PossibleValue::new)))
    }
}

fn selection(text: &str) -> Result<Selection, String> {
    let unit = Unit::ALL.into_iter().find(|unit| unit.name() == text).map(Selection::Unit);
    let all = (text == "all").then_some(Selection::All);
    let sample = text.parse().ok().filter(|&count: &u32| count > 0).map(Selection::Sample);
    all.or(unit).or(sample).ok_or_else(|| "write all, scalar, simd, vmad, carry, or a number above 0".to_owned())
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let forms = args.form.map_or(args.forms, Selection::One);
    if catalogue::select(args.seed, forms).is_empty() {
        let last = catalogue::all(args.seed).len() - 1;
        return Err(Failure::input(
            "there is no form with this number",
            format!("the forms are numbered from 0 to {last}"),
        ));
    }
    let gpu = Gpu::open().map_err(|error| Failure::Error(Exit::Tool, error.into()))?;
    let options = Options {
        forms,
        per_form: args.per_form,
        seed: args.seed,
        time: args.time,
        answers: if args.answers.is_some() { args.answers_count } else { 0 },
        words: campaign::WORDS,
    };
    // An unwritable file is reported now, not after the comparison.
    let disagreements = Pending::new(&args.out)?;
    let answers = args.answers.as_deref().map(Pending::new).transpose()?;
    let about = gpu.about();
    let (profile, compiler) = (campaign::profile(about).name(), version(about.compiler));
    output::talk(&format!("seed {}, on {}, compiler {compiler}, profile {profile}\n", args.seed, about.name));

    let line = Progress::new("comparing");
    let findings =
        campaign::run(&gpu, &options, &|progress| line.count("comparing", " forms", progress.done, progress.total));
    drop(line);
    let findings = findings.map_err(|error| Failure::Error(Exit::Tool, error.into()))?;

    let printed = match args.format {
        Format::Json => output::plain_document(&Report::new(about, &options, &findings)),
        Format::Text => output::text(&table::text(&findings)),
    };
    let answered = answers.map_or(Ok(()), |file| file.write(&lines(&findings.answers)?));
    let disagreed = if findings.disagreements.is_empty() {
        Ok(())
    } else {
        output::talk(&format!("disagreements in {}\n", args.out.display()));
        lines(&findings.disagreements).and_then(|text| disagreements.write(text))
    };
    output::conclude([printed, answered, disagreed], (findings.disagreed() > 0).then_some(Exit::Mismatch))
}

/// Returns `rows` as JSON lines.
fn lines(rows: &[impl Serialize]) -> Result<String, Failure> {
    let mut text = Vec::new();
    rows.iter().try_for_each(|row| output::line(&mut text, row))?;
    Ok(String::from_utf8(text).expect("JSON is text"))
}

#[cfg(test)]
mod tests {
    use vidalu_model::isa::Unit;

    use super::{Selection, selection};

    #[test]
    fn forms_as_people_name_them() {
        assert_eq!(selection("all"), Ok(Selection::All));
        assert_eq!(selection("vmad"), Ok(Selection::Unit(Unit::Vmad)));
        assert_eq!(selection("500"), Ok(Selection::Sample(500)));
        for text in ["", "0", "-1", "some", "4294967296"] {
            assert!(selection(text).is_err(), "{text}");
        }
    }
}
