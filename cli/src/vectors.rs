//! `vidalu vectors`.

use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, Write, stdin, stdout};
use std::path::Path;

use vidalu_gen::{Target, Unit};
use vidalu_vectors::{
    Format, Level, Request, Set, VectorsError, VerifyError, manifest_path, matches_manifest, verify, write_file,
};

use crate::config::{self, ConfigArgs};
use crate::failure::{Exit, Failure};
use crate::output;
use crate::{diagnosis, input};

/// Writes golden vectors, which are inputs of a unit with the expected outputs, or checks a file.
///
/// A file of vectors ends with its checksum, and comes with FILE.manifest.json. The same arguments
/// always give the same bytes. --verify computes every vector of a file again and reports the first
/// that is wrong.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A unit [default: scalar].
    #[arg(long, value_name = "UNIT")]
    unit: Option<Target>,
    /// How the vectors are chosen.
    #[arg(long, value_name = "LEVEL", default_value = "random", value_parser = config::names(&Level::ALL, Level::name))]
    level: Level,
    /// The number of vectors [default: 1000 for level random, else all].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    count: Option<u64>,
    /// The seed of the vectors.
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = input::seed)]
    seed: u64,
    /// File format.
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = config::names(&Format::ALL, Format::name))]
    format: Format,
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
    config: ConfigArgs,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    match &args.verify {
        Some(path) => check(path),
        None => write(args),
    }
}

fn write(args: &Args) -> Result<(), Failure> {
    let request = Request {
        target: args.unit.unwrap_or(Target::Unit(Unit::Scalar)),
        config: args.config.read()?,
        seed: args.seed,
        level: args.level,
        count: args.count,
    };
    let set = Set::new(&request).map_err(|error| refused(error, "stdout"))?;
    if set.holes() > 0 && args.count.is_none() {
        output::talk(&format!("note: {} cases of the coverage tables are not covered\n", set.holes()));
    }
    let Some(out) = args.out.as_deref().filter(|out| *out != "-") else {
        let stream = BufWriter::with_capacity(1 << 18, stdout());
        return vidalu_vectors::write(&set, args.format, stream).map_err(|error| refused(error, "stdout"));
    };
    write_file(&set, args.format, Path::new(out)).map_err(|error| refused(error, out))?;
    let (unit, count, level) = (request.target, set.count(), args.level.name());
    output::talk(&format!("{count} vectors of unit {unit}: {level}, seed {}\n", args.seed));
    output::talk(&format!("next: vidalu vectors --verify {}\n", output::word(out)));
    Ok(())
}

/// Returns the failure of vectors that cannot be made or written.
pub(crate) fn refused(error: VectorsError, out: &str) -> Failure {
    match error {
        VectorsError::Config(error) => error.into(),
        VectorsError::Io(error) if error.kind() == ErrorKind::BrokenPipe => Failure::ClosedPipe,
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
    let header = match verify(&mut open(path).map_err(unreadable)?) {
        Ok(header) => header,
        Err(VerifyError::Io(error)) => return Err(unreadable(error)),
        Err(wrong) => return Err(damaged(format!("{name}: {wrong}"))),
    };
    if path != "-" && matches_manifest(Path::new(path)).map_err(unreadable)? == Some(false) {
        let manifest = manifest_path(Path::new(path));
        return Err(damaged(format!("{name} is complete, but {} belongs to another file", manifest.display())));
    }
    let (count, unit, profile) = (header.count, header.unit, header.profile);
    output::text(&format!(
        "{name}: {}, {count} vectors of unit {unit}, profile {profile}: right\n",
        header.format.name()
    ))
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
