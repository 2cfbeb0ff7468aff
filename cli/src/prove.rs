//! `vidalu prove`.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use vidalu_gen::space::{Setup, Space};
use vidalu_gen::{Choice, Config, Target, Unit};
use vidalu_prove::engine::Engines;
use vidalu_prove::report::{Proof, ProveReport, Verdict, WrittenCertificate};
use vidalu_prove::{CYCLES, ProveOptions};
use vidalu_sim::CosimError;

use crate::config::{self, Bus, ConfigArgs, Wanted};
use crate::diagnosis;
use crate::failure::{Exit, Failure};
use crate::input;
use crate::output::{self, Format};
use crate::progress::Progress;
use crate::rtl::RtlArgs;

/// Proves that the hardware equals the golden model for all inputs.
///
/// A refuted claim comes with a counterexample, an instruction that Icarus simulates to confirm it.
/// docs/verification.md lists what is claimed, and what is argued but not proven.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Units and blocks, separated by commas [default: all but unit lanes].
    ///
    /// The default is the unit that the configuration file names, if it names one. Of all units,
    /// those without an operation in ops are left out.
    #[arg(long, value_name = "UNIT", value_delimiter = ',',
        value_parser = crate::config::names(&Target::ALL, Target::name), hide_possible_values = true)]
    unit: Vec<Target>,
    /// Prove the wrapper around the unit instead [default unit: video].
    ///
    /// It keeps the rules of the bus, and neither loses nor duplicates an instruction or a result.
    ///
    /// The default is the bus that the configuration file names, if it names one.
    #[arg(long, value_name = "WRAPPER", value_parser = config::bus(),
        conflicts_with_all = ["matrix", "certificate", "rtl"])]
    wrapper: Option<Bus>,
    /// Prove every unit and block, with every value of every key.
    ///
    /// The configurations cover each value at least once, not each combination of values.
    #[arg(long, conflicts_with_all = ["ConfigArgs", "rtl"])]
    matrix: bool,
    /// The time limit for each problem; a claim can have several.
    #[arg(long, value_name = "SECONDS", default_value_t = 120, value_parser = clap::value_parser!(u64).range(1..))]
    timeout: u64,
    /// The number of cycles after a reset to compare with generated hardware, if a claim about all
    /// states of hardware of your own stays open.
    #[arg(long, value_name = "N", default_value_t = CYCLES, requires = "rtl", help_heading = "Hardware of your own",
        value_parser = clap::value_parser!(u64).range(1..=64))]
    cycles: u64,
    /// Write a certificate of the proof to this new or empty folder.
    ///
    /// The certificate repeats the proof without vidalu. It contains the problems, a proof of each
    /// for proven checkers, the Verilog, checksums, the versions of the tools, and a script.
    #[arg(long, value_name = "DIR", value_parser = input::folder())]
    certificate: Option<PathBuf>,
    /// Output format.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    // The last field, because its heading would cover the options below it.
    #[command(flatten)]
    rtl: RtlArgs,
    #[command(flatten)]
    config: ConfigArgs,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let hardware = args.rtl.read(&args.unit, |base| args.config.read_over(base))?;
    let wanted = match &hardware {
        Some(hardware) => hardware.wanted(),
        None => args.config.read_wanted(&args.unit, args.wrapper)?,
    };
    if let (Some(wrapper), true) = (wanted.wrapper, args.certificate.is_some()) {
        let message = format!("a certificate is about units, and the configuration has {} around it", wrapper.name());
        return Err(Failure::input(message, "leave the bus out with --wrapper none"));
    }
    let engines = Engines::find().map_err(CosimError::from)?;
    let names: Vec<_> = engines.each().map(|engine| engine.name()).collect();
    output::talk(&format!("engines: {}; `vidalu doctor` names others\n", names.join(", ")));
    let options = ProveOptions {
        modules: modules(args, &wanted),
        limit: Duration::from_secs(args.timeout),
        jobs: std::thread::available_parallelism().map_or(1, usize::from),
        cycles: args.cycles,
        blocks: true,
        certificate: args.certificate.clone(),
    };
    if !args.matrix {
        let targets: Vec<_> = options.modules.iter().map(|(target, _)| *target).collect();
        let own = hardware.as_ref().map_or(&*targets, |hardware| std::slice::from_ref(&hardware.target));
        args.config.note_unused(own, wanted.wrapper);
        args.config.note_bus(wanted.wrapper, &wanted.config);
    }
    let progress = Progress::new("proving");
    let decided = AtomicU64::new(0);
    let watch = |proof: &Proof| {
        let Proof { subject, claim, verdict, seconds, .. } = proof;
        progress.talk(&format!("{subject} {claim}: {}, {seconds:.1} s\n", verdict.name()));
        progress.set(format!("proving: {} claims decided", decided.fetch_add(1, Ordering::Relaxed) + 1));
    };
    let report = match wanted.wrapper {
        None => match hardware {
            Some(hardware) => {
                let modules = vec![(hardware.target, wanted.config, hardware.synthesized(options.limit)?)];
                vidalu_prove::prove_modules(&options, modules, &engines, &watch)?
            }
            None => vidalu_prove::prove(&options, &engines, &watch)?,
        },
        Some(wrapper) => vidalu_prove::prove_wrapped(wrapper, &options, &engines, &watch)?,
    };
    drop(progress);
    if let Some(WrittenCertificate { folder, files, bytes, sha256, without_proof }) = &report.certificate {
        let (folder, size) = (folder.display(), *bytes as f64 / 1e6);
        output::talk(&format!(
            "certificate: {files} files, {size:.1} MB in {folder}; sha256 of its SHA256SUMS: {sha256}\n"
        ));
        for problem in without_proof {
            output::talk(&format!("certificate: no proof of {problem} in the time limit; --timeout gives it more\n"));
        }
        output::talk(&format!("next: sh {}\n", output::word(&format!("{folder}/check.sh"))));
    } else if args.certificate.is_some() {
        output::talk("no certificate was written, because of errors\n");
    }
    let printed = match args.format {
        Format::Json => output::plain_document(&report),
        Format::Text => output::text(&text(&report)),
    };
    let verdict = match (report.is_refuted(), report.is_decided()) {
        (true, _) => Some(Exit::Mismatch),
        (false, false) => Some(Exit::Tool),
        (false, true) => None,
    };
    let errors = report.errors.iter().map(|error| Err(Failure::Error(Exit::Tool, diagnosis::bare(error))));
    output::conclude([printed].into_iter().chain(errors), verdict)
}

/// Returns the modules to prove, with their configurations.
fn modules(args: &Args, wanted: &Wanted) -> Vec<(Target, Config)> {
    let config = &wanted.config;
    if !args.matrix {
        return targets(&wanted.targets, config).into_iter().map(|target| (target, config.clone())).collect();
    }
    let all = if args.unit.is_empty() { Target::ALL.to_vec() } else { targets(&args.unit, config) };
    let of_each = all.into_iter().flat_map(|target| {
        Space::of(Setup::Alone(target)).values().configs.into_iter().map(move |config| (target, config))
    });
    of_each.collect()
}

/// Returns the targets that were named, without duplicates. The default is all blocks and all units
/// except `lanes`, whose two halves are units of their own.
fn targets(named: &[Target], config: &Config) -> Vec<Target> {
    let is_default = |target: &Target| match target {
        Target::Unit(Unit::Lanes) => false,
        Target::Unit(unit) => config.unit_ops(*unit).next().is_some(),
        Target::Block(_) => true,
    };
    let all = if named.is_empty() { Target::ALL.into_iter().filter(is_default).collect() } else { named.to_vec() };
    let mut targets = Vec::new();
    for target in all {
        if !targets.contains(&target) {
            targets.push(target);
        }
    }
    targets
}

/// Returns the report as text: the refuted claims, the table, and the verdict.
fn text(report: &ProveReport) -> String {
    let mut text = String::new();
    write(&mut text, report).expect("a string takes all text");
    text
}

fn write(text: &mut String, report: &ProveReport) -> std::fmt::Result {
    for proof in report.proofs.iter().filter(|proof| proof.verdict == Verdict::Refuted) {
        refuted(text, proof)?;
    }
    for proof in report.proofs.iter().filter(|proof| matches!(proof.verdict, Verdict::Undecided | Verdict::Bounded)) {
        let Some(counterexample) = &proof.counterexample else { continue };
        let Proof { subject, claim, says, verdict, .. } = proof;
        writeln!(text, "{subject} {claim} is {}: it does not hold in every state that {says}", verdict.name())?;
        writeln!(text, "whether the hardware reaches such a state is not known; no simulation from reset showed it:")?;
        for (name, value) in &counterexample.values {
            writeln!(text, "  {name} = {value}")?;
        }
        writeln!(text)?;
    }
    writeln!(text, "{:<16} {:<10} {:<10} {:>8} {:>9}  engine", "subject", "claim", "verdict", "problems", "seconds")?;
    let modules: BTreeSet<_> = report.proofs.iter().map(|proof| (&proof.subject, &proof.config)).collect();
    let subjects: BTreeSet<_> = modules.iter().map(|(subject, _)| subject).collect();
    let mut config = None;
    for proof in &report.proofs {
        if modules.len() > subjects.len() && config != Some(&proof.config) {
            config = Some(&proof.config);
            writeln!(text, "\n{}", proof.config)?;
        }
        let Proof { subject, claim, verdict, engine, seconds, problems, cycles, .. } = proof;
        let bound = cycles.map_or_else(String::new, |cycles| format!(": {cycles} cycles"));
        let verdict = format!("{}{bound}", verdict.name());
        writeln!(text, "{subject:<16} {claim:<10} {verdict:<10} {problems:>8} {seconds:>9.1}  {engine}")?;
    }
    let count = |verdict| report.proofs.iter().filter(|proof| proof.verdict == verdict).count();
    let (proven, refuted, undecided) = (count(Verdict::Proven), count(Verdict::Refuted), count(Verdict::Undecided));
    let bound = report.proofs.iter().filter_map(|proof| proof.cycles).max();
    let bounded = bound.map_or_else(String::new, |_| format!(", {} bounded", count(Verdict::Bounded)));
    writeln!(text, "\n{proven} claims proven, {refuted} refuted, {undecided} undecided{bounded}")?;
    if let Some(cycles) = bound {
        writeln!(
            text,
            "bounded: not proven in every state; shown for all inputs in the first {cycles} cycles after a reset"
        )?;
    }
    if undecided > 0 {
        writeln!(text, "undecided claims may need more time (--timeout SECONDS) or another engine (`vidalu doctor`)")?;
    }
    Ok(())
}

fn refuted(text: &mut String, proof: &Proof) -> std::fmt::Result {
    let case = proof.case.as_ref().map_or_else(String::new, |case| format!(" ({case})"));
    writeln!(text, "{} {}{case} is refuted: it does not hold that {}", proof.subject, proof.claim, proof.says)?;
    let Some(counterexample) = &proof.counterexample else { return writeln!(text) };
    match &counterexample.mismatch {
        Some(mismatch) => writeln!(text, "confirmed by a simulation:\n{mismatch}\n"),
        None => {
            writeln!(
                text,
                "no simulation from reset confirmed it; it happens with these values of registers and pins:"
            )?;
            for (name, value) in &counterexample.values {
                writeln!(text, "  {name} = {value}")?;
            }
            writeln!(text)
        }
    }
}
