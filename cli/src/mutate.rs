//! `vidalu mutate`.

use std::fmt::Write;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use vidalu_gen::{Block, Choice, Target, Unit, Wrapper};
use vidalu_prove::mutate::{self, Job, VECTORS, WrapperJob};
use vidalu_prove::report::{MutateReport, RefutedFault, UnitFaults, WrapperFaults};
use vidalu_sim::Dut;
use vidalu_sim::tool::{Tool, YOSYS};

use crate::config::{self, Bus, ConfigArgs, Wanted};
use crate::cosim;
use crate::failure::{Exit, Failure};
use crate::input;
use crate::output::{self, Format};
use crate::progress::Progress;
use crate::rtl::RtlArgs;

/// Injects faults into the hardware and counts the detected ones.
///
/// The vectors of the co-simulation detect them.
///
/// A fault that they miss is either proven to be equivalent, so that no instruction can detect it,
/// or reported with an instruction that detects it.
///
/// With --wrapper, the faults are in the wrapper around the unit, and the bench of its bus detects
/// them. Of the others, the claims of `prove --wrapper` refute some, and some are proven to be
/// equivalent; the rest are reported.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A unit, or all units that have an operation in ops [default: that of the configuration file,
    /// or all].
    #[arg(long, value_name = "UNIT|all", value_parser = chosen(), hide_possible_values = true)]
    unit: Option<Chosen>,
    /// Put the faults into the wrapper around the unit instead [default unit: video].
    ///
    /// The default is the bus that the configuration file names, if it names one.
    #[arg(long, value_name = "WRAPPER", value_parser = config::bus(), conflicts_with = "rtl")]
    wrapper: Option<Bus>,
    /// The number of faults for each unit.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    count: u64,
    /// The seed of the faults and of the vectors.
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = input::seed)]
    seed: u64,
    /// The time limit for each step of yosys.
    #[arg(long, value_name = "SECONDS", default_value_t = 600, value_parser = clap::value_parser!(u64).range(1..))]
    timeout: u64,
    /// Output format.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    // The last field, because its heading would cover the options below it.
    #[command(flatten)]
    rtl: RtlArgs,
    #[command(flatten)]
    config: ConfigArgs,
}

/// One unit, or all units.
#[derive(Clone, Copy, Debug)]
enum Chosen {
    All,
    One(Unit),
}

/// Returns the parser of `--unit`. It knows the blocks, to refuse them with the reason.
fn chosen() -> impl TypedValueParser<Value = Chosen> {
    let units = std::iter::once("all").chain(Unit::ALL.iter().map(|unit| unit.name())).map(PossibleValue::new);
    let blocks = Block::ALL.iter().map(|block| PossibleValue::new(block.name()).hide(true));
    PossibleValuesParser::new(units.chain(blocks)).try_map(|text| match text.parse::<Target>() {
        Ok(Target::Unit(unit)) => Ok(Chosen::One(unit)),
        Ok(Target::Block(_)) => Err("faults are injected into units; every block is part of one"),
        Err(_) => Ok(Chosen::All),
    })
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let named = match args.unit {
        None | Some(Chosen::All) => Vec::new(),
        Some(Chosen::One(unit)) => vec![Target::Unit(unit)],
    };
    let hardware = args.rtl.read(&named, |base| args.config.read_over(base))?;
    let wanted = match &hardware {
        Some(hardware) => hardware.wanted(),
        None => args.config.read_wanted(&named, args.wrapper)?,
    };
    let targets = match args.unit {
        Some(Chosen::All) if hardware.is_none() => cosim::targets(&[], &wanted.config),
        _ => cosim::targets(&wanted.targets, &wanted.config),
    };
    args.config.note_unused(&targets, wanted.wrapper);
    args.config.note_bus(wanted.wrapper, &wanted.config);
    let yosys = YOSYS.find().map_err(vidalu_sim::CosimError::from)?;
    output::talk(&format!("seed {}, faults by {}\n", args.seed, yosys.answer));
    let limit = Duration::from_secs(args.timeout);
    let module = hardware.map(|hardware| hardware.synthesized(limit)).transpose()?;
    let (report, text) = match wanted.wrapper {
        Some(wrapper) => {
            let report = of_wrappers(args, &yosys, wrapper, &targets, &wanted)?;
            let text = wrapper_text(&report);
            (report, text)
        }
        None => {
            let report = of_units(args, &yosys, &targets, &wanted, module.as_ref())?;
            let text = unit_text(&report);
            (report, text)
        }
    };
    let printed = match args.format {
        Format::Json => output::plain_document(&report),
        Format::Text => output::text(&text),
    };
    output::conclude([printed], (!report.passed()).then_some(Exit::Mismatch))
}

/// Puts faults into units.
fn of_units(
    args: &Args,
    yosys: &Tool,
    targets: &[Target],
    wanted: &Wanted,
    module: Option<&Dut>,
) -> Result<MutateReport, Failure> {
    let mut units = Vec::new();
    let progress = Progress::new("");
    for (target, number) in targets.iter().copied().zip(1..) {
        progress.set(format!("unit {number} of {}: {} faults in {target}", targets.len(), args.count));
        let limit = Duration::from_secs(args.timeout);
        let job = Job { target, config: &wanted.config, dut: module, count: args.count, seed: args.seed, limit };
        let scratch = vidalu_sim::scratch().map_err(vidalu_sim::CosimError::from)?;
        let unit = mutate::unit(yosys, job, None, scratch.path())?;
        progress.talk(&format!("{}: {} faults in {:.0} s\n", unit.unit, unit.mutants, unit.seconds));
        units.push(unit);
    }
    Ok(MutateReport::new(args.seed, args.count, VECTORS, units))
}

/// Puts faults into the wrappers of units.
fn of_wrappers(
    args: &Args,
    yosys: &Tool,
    wrapper: Wrapper,
    targets: &[Target],
    wanted: &Wanted,
) -> Result<MutateReport, Failure> {
    let mut wrappers = Vec::new();
    let progress = Progress::new("");
    for (target, number) in targets.iter().copied().zip(1..) {
        let unit = config::wrapped(Some(target))?;
        let name = wrapper.module_name(unit);
        progress.set(format!("wrapper {number} of {}: {} faults in {name}", targets.len(), args.count));
        let limit = Duration::from_secs(args.timeout);
        let job = WrapperJob { wrapper, unit, config: &wanted.config, count: args.count, seed: args.seed, limit };
        let scratch = vidalu_sim::scratch().map_err(vidalu_sim::CosimError::from)?;
        let faults = mutate::wrapper(yosys, job, scratch.path())?;
        progress.talk(&format!("{name}: {} faults in {:.0} s\n", faults.mutants, faults.seconds));
        wrappers.push(faults);
    }
    Ok(MutateReport::of_wrappers(args.seed, args.count, wrappers))
}

/// Returns the report about wrappers as text.
fn wrapper_text(report: &MutateReport) -> String {
    let all_text = "a string takes all text";
    let mut text =
        String::from("wrapper      unit      mutants   killed  by claims  equivalent  undecided  survivors    score\n");
    for faults in &report.wrappers {
        let WrapperFaults { wrapper, unit, mutants, killed, .. } = faults;
        let [refuted, equivalent, undecided, survivors] = [
            faults.refuted_list.len(),
            faults.equivalent_list.len(),
            faults.undecided_list.len(),
            faults.survivor_list.len(),
        ];
        let score = percent(faults.score());
        writeln!(
            text,
            "{wrapper:12} {unit:8} {mutants:8} {killed:8} {refuted:10}  {equivalent:10}  {undecided:9}  \
             {survivors:9}  {score}"
        )
        .expect(all_text);
    }
    if let Some(faults) = report.wrappers.first() {
        let instructions = faults.instructions;
        writeln!(
            text,
            "\nscore: killed of those that are not equivalent, by a bench of {instructions} instructions; by claims: \
             not killed, but refuted by a claim of prove --wrapper"
        )
        .expect(all_text);
    }
    for faults in &report.wrappers {
        let name = format!("{} of {}", faults.wrapper, faults.unit);
        for RefutedFault { fault, claim } in &faults.refuted_list {
            write!(text, "\nby claim {claim} in {name}: {fault}").expect(all_text);
        }
        for fault in &faults.survivor_list {
            write!(text, "\nsurvivor in {name}: {fault}").expect(all_text);
        }
        for fault in &faults.undecided_list {
            write!(text, "\nundecided in {name}: {fault}").expect(all_text);
        }
        if faults.mutants > faults.killed + faults.equivalent_list.len() {
            text.push('\n');
        }
    }
    text
}

/// Returns the report about units as text.
fn unit_text(report: &MutateReport) -> String {
    let all_text = "a string takes all text";
    let mut text =
        String::from("unit      mutants   killed  equivalent  undecided  survivors    score   few own  few uniform\n");
    for UnitFaults { unit, mutants, killed, equivalent, undecided, survivors, score, few, .. } in &report.units {
        let [score, own, uniform] = [*score, few.score, few.uniform_score].map(percent);
        writeln!(
            text,
            "{unit:8} {mutants:8} {killed:8}  {equivalent:10}  {undecided:9}  {survivors:9}  {score}  {own}      {uniform}"
        )
        .expect(all_text);
    }
    if let Some(few) = report.units.first().map(|unit| unit.few.vectors) {
        writeln!(
            text,
            "\nscore: killed of those that are not equivalent, by {} instructions; few: by {few}, and by {few} with \
             uniform operands",
            report.vectors
        )
        .expect(all_text);
    }
    for unit in &report.units {
        for survivor in &unit.survivor_list {
            write!(text, "\nsurvivor in {}: {survivor}", unit.unit).expect(all_text);
        }
        for fault in &unit.undecided_list {
            writeln!(text, "\nundecided in {}: {fault}", unit.unit).expect(all_text);
        }
    }
    text
}

/// Returns a score in percent, rounded down, so that only a full score is 100.
fn percent(score: f64) -> String {
    format!("{:6.2}%", (score * 10_000.0).floor() / 100.0)
}
