//! `vidalu vectors`.

use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, IsTerminal, Write, stdin, stdout};
use std::path::Path;

use vidalu_gen::{Config, ConfigFile, Operation, Target, Unit};
use vidalu_vectors::{
    Format, Forms, Header, Level, Request, Set, VectorsError, VerifyError, manifest_path, matches_manifest, verify,
    write_file,
};

use crate::config::{self, GoldenArgs};
use crate::failure::{Exit, Failure};
use crate::forms::FormArgs;
use crate::output;
use crate::progress::Progress;
use crate::{diagnosis, input};

/// Writes golden vectors, or checks a file of them.
///
/// A vector has the inputs of a unit and the outputs that the unit must show.
///
/// A file of vectors ends with its checksum, and comes with FILE.manifest.json; a device or a pipe
/// gets no manifest. The same arguments always give the same bytes. --verify computes every vector
/// of a file again and reports the first that is wrong.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A unit or block [default: that of --ptx, or of the first of --ops, or scalar].
    #[arg(long, value_name = "UNIT", value_parser = crate::config::names(&Target::ALL, Target::name), hide_possible_values = true)]
    unit: Option<Target>,
    #[command(flatten)]
    forms: FormArgs,
    /// How the vectors are chosen.
    #[arg(long, value_name = "LEVEL", default_value = "random", value_parser = config::names(&Level::ALL, Level::name))]
    level: Level,
    /// The number of vectors [default: 1000 for level random, else all].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    count: Option<u64>,
    /// The seed of the vectors.
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = input::seed)]
    seed: u64,
    /// File format [default: that of the suffix of --out, or text].
    #[arg(long, value_name = "FORMAT", value_parser = config::names(&Format::ALL, Format::name))]
    format: Option<Format>,
    /// The file to write [default: stdout].
    #[arg(long, value_name = "FILE")]
    out: Option<String>,
    /// Check this file, or - for stdin, instead of writing one.
    ///
    /// The format is detected.
    #[arg(long, value_name = "FILE", exclusive = true)]
    verify: Option<String>,
    // The last field, because its heading would cover the options below it.
    #[command(flatten)]
    config: GoldenArgs,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    match &args.verify {
        Some(path) => check(path),
        None => write(args),
    }
}

fn write(args: &Args) -> Result<(), Failure> {
    let forms = args.forms.read()?;
    let (ConfigFile { target, config, .. }, profile) = args.config.0.read_apart(None)?;
    let unit = || chosen(forms.as_ref(), args.config.0.word("ops"), &config);
    let request = Request {
        target: args.unit.or(target).unwrap_or_else(|| Target::Unit(unit())),
        config,
        profile,
        forms,
        seed: args.seed,
        level: args.level,
        count: args.count,
    };
    let progress = Progress::new("computing the vectors");
    let set = Set::new(&request).map_err(|error| refused(error, "stdout"))?;
    if set.holes() > 0 && args.count.is_none() {
        progress.talk(&format!("note: {} cases of the coverage tables are not covered\n", set.holes()));
    }
    let out = args.out.as_deref().filter(|out| *out != "-");
    let format = args.format.unwrap_or_else(|| of_suffix(out));
    let changes = Header::of(&set, format).config;
    // Which operations are left out was already said.
    args.config
        .0
        .note_unused_by_vectors(request.target, &request.config, |key| key == "ops" || changes.contains_key(key));
    let Some(out) = out else {
        if matches!(format, Format::Npz | Format::Parquet) && stdout().is_terminal() {
            let message = format!("{} is a binary format, and stdout is a terminal", format.name());
            return Err(Failure::input(message, "name a file with --out, or redirect stdout"));
        }
        if stdout().is_terminal() {
            drop(progress);
        }
        let stream = BufWriter::with_capacity(1 << 18, stdout());
        return vidalu_vectors::write(&set, format, stream).map_err(|error| refused(error, "stdout"));
    };
    progress.set(format!("writing {} vectors", set.count()));
    let manifest = write_file(&set, format, Path::new(out)).map_err(|error| refused(error, out))?;
    drop(progress);
    let (unit, count, level) = (request.target, set.count(), args.level.name());
    let (kind, format, seed) = (unit.kind(), format.name(), args.seed);
    output::talk(&format!("{count} vectors of {kind} {unit}: {format}, {level}, seed {seed}\n"));
    // Vectors that went into a device or a pipe cannot be read again.
    if manifest.is_some() {
        output::talk(&format!("next: vidalu vectors --verify {}\n", output::word(out)));
    }
    Ok(())
}

/// Returns the format that the suffix of a file names.
fn of_suffix(out: Option<&str>) -> Format {
    let suffix = out.and_then(|out| Path::new(out).extension()?.to_str());
    let known = Format::ALL.into_iter().find(|format| Some(format.name()) == suffix);
    known.unwrap_or(if suffix == Some("h") { Format::C } else { Format::Text })
}

/// Returns the unit to write vectors of if none is named: the one that executes all forms, or else
/// the first operation. Says what it leaves out.
fn chosen(forms: Option<&Forms>, ops: Option<&str>, config: &Config) -> Unit {
    if let Some(forms) = forms {
        let units = [Unit::Scalar, Unit::Simd, Unit::Vmad, Unit::Carry];
        let has_all = |unit: &Unit| forms.operations().into_iter().all(|op| unit.executes(op));
        return units.into_iter().find(has_all).unwrap_or(Unit::Video);
    }
    let first = ops.and_then(|ops| ops.split(',').next()?.parse::<Operation>().ok());
    let Some(first) = first else { return Unit::Scalar };
    let unit = [Unit::Scalar, Unit::Simd, Unit::Vmad, Unit::Carry].into_iter().find(|unit| unit.executes(first));
    let unit = unit.expect("each operation has a unit");
    let others = config.ops.iter().copied().filter(|op| !unit.executes(*op));
    let others = Operation::list(others);
    if !others.is_empty() {
        let unit = unit.name();
        output::talk(&format!("note: unit {unit}, which has {first}, does not have {others}; --unit video has all\n"));
    }
    unit
}

/// Returns the failure of vectors that cannot be made or written.
pub(crate) fn refused(error: VectorsError, out: &str) -> Failure {
    match error {
        VectorsError::Config(error) => error.into(),
        VectorsError::Io(error) if error.kind() == ErrorKind::BrokenPipe => Failure::ClosedPipe,
        VectorsError::Io(_) if vidalu_sim::is_interrupted() => Failure::interrupted(),
        VectorsError::Io(error) => Failure::input(
            format!("cannot write {out}: {}", error.kind()),
            "name a file in a folder that you may write to, on a disk that is not full",
        ),
        error => Failure::of(error.fault(), error),
    }
}

fn check(path: &str) -> Result<(), Failure> {
    let name = input::name(path);
    let unreadable = |error: io::Error| {
        Failure::input(format!("cannot read {name}: {error}"), "give a file of `vidalu vectors`, or - for stdin")
    };
    let _progress = Progress::new("computing the vectors again");
    let header = match verify(&mut open(path).map_err(unreadable)?) {
        Ok(header) => header,
        Err(VerifyError::Io(error)) => return Err(unreadable(error)),
        Err(wrong) => return Err(damaged(format!("{name}: {wrong}"))),
    };
    if path != "-" && matches_manifest(Path::new(path)).map_err(unreadable)? == Some(false) {
        let manifest = manifest_path(Path::new(path));
        return Err(damaged(format!("{name} is complete, but {} belongs to another file", manifest.display())));
    }
    let (count, module, profile) = (header.count, header.module(), &header.profile);
    output::text(&format!("{name}: {}, {count} vectors of {module}, profile {profile}: right\n", header.format.name()))
}

fn damaged(message: String) -> Failure {
    let help = "write the file again; its header has the unit, level, seed, count and config";
    Failure::Error(Exit::Mismatch, diagnosis::plain(message, help))
}

/// Opens the file, or copies stdin into a file without a name.
fn open(path: &str) -> io::Result<File> {
    if path != "-" {
        return File::open(path);
    }
    let mut copy = tempfile::tempfile()?;
    io::copy(&mut stdin().lock(), &mut copy)?;
    copy.flush()?;
    Ok(copy)
}
