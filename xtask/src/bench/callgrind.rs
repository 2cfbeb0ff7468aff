//! Counts the instructions for each vector, which do not depend on other work on the machine.

use std::process::Command;

use super::Result;
use super::contender::Contender;
use super::driver::Driver;
use super::sample::Length;
use super::unit::BenchUnit;

/// The two lengths whose difference is taken, which cancels the start-up cost. The shorter one has
/// the vectors that meet most of the bubbles.
const VECTORS: [u64; 2] = [1 << 17, 3 << 17];

/// Returns the instructions for each vector; `None` for a contender that runs on several threads or
/// in another program.
pub(super) fn count(unit: &BenchUnit, driver: &Driver<'_>, contender: Contender) -> Result<Option<f64>> {
    if !matches!(
        contender,
        Contender::Bare
            | Contender::Lane
            | Contender::Lanes
            | Contender::Netlist
            | Contender::Golden
            | Contender::Stimulus
    ) {
        return Ok(None);
    }
    let all = difference(unit, driver, contender)?;
    // Drawing the vectors does not belong to the golden functions.
    let drawn = if contender == Contender::Golden { difference(unit, driver, Contender::Stimulus)? } else { 0.0 };
    Ok(Some(all - drawn))
}

fn difference(unit: &BenchUnit, driver: &Driver<'_>, contender: Contender) -> Result<f64> {
    let [few, many] = VECTORS.map(|vectors| instructions(&command(unit, driver, contender, vectors)?));
    Ok((many? - few?) / (VECTORS[1] - VECTORS[0]) as f64)
}

fn command(unit: &BenchUnit, driver: &Driver<'_>, contender: Contender, vectors: u64) -> Result<Command> {
    if let Driver::Bare(bare) = driver {
        return Ok(bare.command(1, Length::Vectors(vectors)));
    }
    let name = clap::ValueEnum::to_possible_value(&contender).expect("no contender is hidden");
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["bench", "--units", &unit.name, "--once", name.get_name(), "--vectors", &vectors.to_string()]);
    Ok(command)
}

/// Returns the instructions of a program.
fn instructions(command: &Command) -> Result<f64> {
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
    let output = valgrind.arg(command.get_program()).args(command.get_args()).output()?;
    let talk = String::from_utf8_lossy(&output.stderr);
    let collected = talk.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok());
    collected.filter(|_| output.status.success()).ok_or_else(|| format!("valgrind counts nothing:\n{talk}").into())
}
