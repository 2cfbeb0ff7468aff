//! Programs on a simulated unit: the choice of the unit, and the wave of its instructions.

use std::path::Path;
use std::time::Duration;

use vidalu_gen::{Config, Target, Unit};
use vidalu_model::golden;
use vidalu_model::isa::Instruction;
use vidalu_model::ptx::{Diagnostic, DiagnosticKind, Line};
use vidalu_sim::report::WaveReport;
use vidalu_sim::simulator::{self, SimulatorChoice};
use vidalu_sim::{IssuePort, ProgramWave, WaveFormat, subject};

use crate::failure::{Exit, Failure};
use crate::output::{self, Pending};
use crate::program::Program;
use crate::rtl::Hardware;

/// The time limit for each step and each answer of the simulator.
const LIMIT: Duration = Duration::from_secs(600);

/// Returns the profile of a unit that executes programs in this profile.
pub(crate) fn profile(profile: golden::Profile) -> Result<vidalu_gen::Profile, Failure> {
    match profile {
        golden::Profile::Manual => Ok(vidalu_gen::Profile::Manual),
        golden::Profile::Hardware => Ok(vidalu_gen::Profile::Hardware),
        golden::Profile::Ptxas | golden::Profile::Ptxas13_5 => {
            let message = "the profiles ptxas and ptxas-13.5 describe an assembler, and hardware does not have them";
            Err(Failure::input(message, "use --profile manual or --profile hardware, or only the golden model"))
        }
    }
}

/// Refuses a program with an instruction that the unit does not have.
pub(crate) fn demand(
    name: &str,
    text: &str,
    program: &Program<'_>,
    config: &Config,
    target: Target,
) -> Result<(), Failure> {
    let executes =
        |instruction: &Instruction| matches!(target, Target::Unit(unit) if unit.executes(instruction.operation()));
    let has = |instruction: &Instruction| executes(instruction) && subject::has(config, instruction);
    let lacks = |line: &Line| matches!(line, Line::Vidalu(statement) if !has(statement.instruction()));
    match program.places().find(|(line, _)| lacks(line)) {
        Some((line, span)) => {
            let Line::Vidalu(statement) = line else { unreachable!("a plain instruction needs no unit") };
            let instruction = statement.instruction();
            let (message, help) = if !executes(instruction) {
                let message = format!("{target} does not execute this instruction");
                (message, format!("use the unit {}, or video, which executes all", instruction.unit().name()))
            } else {
                let keys = if instruction.width() == 64 {
                    "check the keys ops, wide and mad64 of the configuration".to_owned()
                } else {
                    format!("add {} to the key ops of the configuration", instruction.operation())
                };
                ("the configured unit does not have this instruction".to_owned(), keys)
            };
            let found = Diagnostic { kind: DiagnosticKind::Illegal, message, span, help: Some(help) };
            Err(Failure::at(name, text, &found))
        }
        None => Ok(()),
    }
}

/// Starts a unit in a simulator, reset and with this CC.CF: hardware of the user's own, or the
/// generated `unit`.
pub(crate) fn open(
    choice: SimulatorChoice,
    hardware: Option<&Hardware>,
    unit: Unit,
    config: &Config,
    cf: bool,
) -> Result<IssuePort, Failure> {
    let simulator = simulator::find(choice)?.simulators.swap_remove(0);
    Ok(match hardware {
        Some(hardware) => IssuePort::of(hardware.simulated(LIMIT)?, simulator, config, cf, LIMIT)?,
        None => IssuePort::open(unit, simulator, config, cf, LIMIT)?,
    })
}

/// Refuses a path at which a wave cannot be written, before anything is simulated.
pub(crate) fn demand_wave(path: &Path) -> Result<(), Failure> {
    WaveFormat::of(path)?;
    Pending::check(path)
}

/// Writes the wave of the instructions of a unit, even if the program ended with a failure. Returns
/// the result of the program, and the verdict on the hardware, `None` if it agrees with the model.
pub(crate) fn save<T>(
    port: &IssuePort,
    path: &Path,
    executed: Result<T, Failure>,
) -> Result<(T, Option<Exit>), Failure> {
    // A program that the hardware could not end needs its wave the most.
    let (ProgramWave { files, mismatch }, executed) = match (port.wave(path), executed) {
        (Ok(wave), executed) => (wave, executed),
        (Err(error), Ok(_)) => return Err(error.into()),
        (Err(_), Err(failure)) => return Err(failure),
    };
    let WaveReport { path, viewers, unit, sim, from, to } = files;
    output::talk(&format!("wave of {unit} in {sim}, cycles {from} to {to}: {}\n", path.display()));
    if let Some(viewers) = viewers {
        output::talk(&format!("next: gtkwave {}\n", output::word(&viewers.gtkwave.display().to_string())));
    }
    let verdict = mismatch.map(|cycle| {
        output::complain(&format!("mismatch: the hardware and the model differ in cycle {cycle} of the wave\n"));
        Exit::Mismatch
    });
    Ok((executed?, verdict))
}
