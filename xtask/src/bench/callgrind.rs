//! Instructions for each vector, which no other work on the machine disturbs.

use std::process::Command;

use super::{Kind, Length, Module, Result, Way};

/// Two lengths, of which the difference is taken: what happens once falls out. The first has the vectors that meet most of
/// the bubbles.
const VECTORS: [u64; 2] = [1 << 17, 3 << 17];

/// The count for one thread; nothing for what runs on several or in another program.
pub(super) fn count(module: &Module, way: &Way<'_>, kind: Kind) -> Result<Option<f64>> {
    if !matches!(kind, Kind::Bare | Kind::Lane | Kind::Lanes | Kind::Netlist | Kind::Golden | Kind::Stimulus) {
        return Ok(None);
    }
    let all = difference(module, way, kind)?;
    // What is drawn for the golden functions is not theirs.
    let drawn = if kind == Kind::Golden { difference(module, way, Kind::Stimulus)? } else { 0.0 };
    Ok(Some(all - drawn))
}

fn difference(module: &Module, way: &Way<'_>, kind: Kind) -> Result<f64> {
    let [few, many] = VECTORS.map(|vectors| instructions(&command(module, way, kind, vectors)?));
    Ok((many? - few?) / (VECTORS[1] - VECTORS[0]) as f64)
}

fn command(module: &Module, way: &Way<'_>, kind: Kind, vectors: u64) -> Result<Command> {
    if let Way::Bare(bare) = way {
        return Ok(bare.command(1, Length::Vectors(vectors)));
    }
    let name = clap::ValueEnum::to_possible_value(&kind).expect("no kind is hidden");
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["bench", "--units", &module.name, "--once", name.get_name(), "--vectors", &vectors.to_string()]);
    Ok(command)
}

/// The instructions of a program.
fn instructions(command: &Command) -> Result<f64> {
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
    let output = valgrind.arg(command.get_program()).args(command.get_args()).output()?;
    let talk = String::from_utf8_lossy(&output.stderr);
    let collected = talk.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok());
    collected.filter(|_| output.status.success()).ok_or_else(|| format!("valgrind counts nothing:\n{talk}").into())
}
