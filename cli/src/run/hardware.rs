//! `--on icarus|verilator`: executes instructions through the issue port of a unit.

use std::time::Duration;

use vidalu_gen::{Config, ConfigFile, Depth, Target, Unit};
use vidalu_model::isa::Instruction;
use vidalu_model::ptx::{Diagnostic, DiagnosticKind, Line};
use vidalu_sim::simulator::{self, SimulatorChoice};
use vidalu_sim::{IssuePort, subject};

use super::{Args, On};
use crate::config;
use crate::failure::Failure;
use crate::profile::Profile;
use crate::program::Program;
use crate::rtl::RtlArgs;

/// The time limit for each step and each answer of the simulator.
const LIMIT: Duration = Duration::from_secs(600);

/// The unit that is generated.
#[derive(clap::Args)]
#[command(next_help_heading = "Hardware")]
pub(super) struct HardwareArgs {
    /// The configuration of the unit, a TOML file.
    #[arg(long, value_name = "FILE")]
    config: Option<String>,
    /// Pipeline depth of the unit: 0 (combinational) to 8.
    #[arg(long, value_name = "ROWS")]
    depth: Option<Depth>,
    /// The unit that the hardware of --rtl is [default: that of the folder].
    #[arg(long, value_name = "UNIT", requires = "rtl", hide_possible_values = true,
        value_parser = config::names(&Target::ALL, Target::name))]
    unit: Option<Target>,
    #[command(flatten)]
    rtl: RtlArgs,
}

impl HardwareArgs {
    /// Refuses options of the hardware if the golden model executes the program.
    pub(super) fn demand_hardware(&self, on: On) -> Result<(), Failure> {
        let given =
            [("--config", self.config.is_some()), ("--depth", self.depth.is_some()), ("--rtl", self.rtl.is_given())];
        match given.into_iter().find(|(_, given)| *given) {
            Some((flag, _)) if on == On::Golden => {
                let message = format!("{flag} configures the hardware, but the golden model executes the program");
                Err(Failure::input(message, "add --on icarus or --on verilator, or remove the option"))
            }
            _ => Ok(()),
        }
    }
}

/// Starts the unit in a simulator, reset and with the CC.CF of `--cc`. Refuses a program with an
/// instruction that the unit does not have.
pub(super) fn open(args: &Args, name: &str, text: &str, program: &Program<'_>) -> Result<IssuePort, Failure> {
    let video = Target::Unit(Unit::Video);
    let units: Vec<_> = args.hardware.unit.into_iter().collect();
    let hardware = args.hardware.rtl.read(&units, |base| config(args, base))?;
    let config = match &hardware {
        Some(hardware) => hardware.wanted().config,
        None => config(args, None)?.config,
    };
    let target = hardware.as_ref().map_or(video, |hardware| hardware.target);
    demand(name, text, program, &config, target)?;
    let choice = if args.on == On::Icarus { SimulatorChoice::Icarus } else { SimulatorChoice::Verilator };
    let found = simulator::find(choice)?;
    let (simulator, cf) = (&*found.simulators[0], args.cc == 1);
    Ok(match hardware {
        Some(hardware) => IssuePort::of(hardware.simulated(LIMIT)?, simulator, &config, cf, LIMIT)?,
        None => IssuePort::open(simulator, &config, cf, LIMIT)?,
    })
}

/// Reads the configuration; `base` takes the place of a file that is not named.
fn config(args: &Args, base: Option<&str>) -> Result<ConfigFile, Failure> {
    let mut file = match args.hardware.config.as_deref().or(base) {
        Some(path) => config::from_file(path)?,
        None => ConfigFile::default(),
    };
    let config = &mut file.config;
    if let Some(depth) = args.hardware.depth {
        config.depth = depth;
    }
    config.profile = match args.profile {
        Profile::Manual if config.profile != vidalu_gen::Profile::Manual => {
            let message = "the profile of the configuration differs from that of the program";
            return Err(Failure::input(message, "add --profile hardware, or remove profile from the configuration"));
        }
        Profile::Manual => vidalu_gen::Profile::Manual,
        Profile::Hardware => vidalu_gen::Profile::Hardware,
        Profile::Ptxas | Profile::Ptxas13_5 => {
            let message = "the profiles ptxas and ptxas-13.5 describe an assembler, and hardware does not have them";
            return Err(Failure::input(message, "use --profile manual or --profile hardware, or --on golden"));
        }
    };
    config.validate()?;
    Ok(file)
}

/// Refuses a program with an instruction that the unit does not have.
fn demand(name: &str, text: &str, program: &Program<'_>, config: &Config, target: Target) -> Result<(), Failure> {
    let has = |instruction: &Instruction| {
        let is_of_unit = matches!(target, Target::Unit(unit) if unit.executes(instruction.operation()));
        is_of_unit && subject::has(config, instruction)
    };
    let lacks = |line: &Line| matches!(line, Line::Vidalu(statement) if !has(statement.instruction()));
    match program.places().find(|(line, _)| lacks(line)) {
        Some((line, span)) => {
            let message = "the configured unit does not have this instruction";
            let is_wide = matches!(line, Line::Vidalu(statement) if statement.instruction().width() == 64);
            let help = if is_wide {
                "check the keys ops, wide and mad64 of the configuration"
            } else {
                "add the instruction to the key ops of the configuration"
            };
            let found = Diagnostic {
                kind: DiagnosticKind::Illegal,
                message: message.to_owned(),
                span,
                help: Some(help.to_owned()),
            };
            Err(Failure::at(name, text, &found))
        }
        None => Ok(()),
    }
}
