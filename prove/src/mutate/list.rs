//! The faults that yosys draws: one bit of a pin is stuck, inverted, or inverted by another.

use std::path::Path;

use vidalu_sim::ToolError;
use vidalu_sim::gates::words::Words;
use vidalu_sim::tool::YOSYS;

use super::fault::{Change, Mutation, NewBit};
use super::names::{Names, noun, place};
use crate::report::Fault;

/// The name of the file with the list.
const FILE: &str = "faults.txt";

/// Returns the commands by which yosys draws `count` faults. Memories become registers before:
/// yosys does not read back what it writes about them.
pub(super) fn command(count: usize, seed: u64) -> String {
    // The seed of yosys has 31 bits.
    format!("memory\nopt_clean\nmutate -list {count} -seed {} -o {FILE}", (seed ^ seed >> 31) & 0x7fff_ffff)
}

/// Reads the faults that yosys has drawn.
///
/// # Errors
/// If the list cannot be read or understood.
pub(super) fn read(scratch: &Path, words: &Words) -> Result<Vec<Mutation>, ToolError> {
    let bad = |problem: String| YOSYS.bad_output(problem);
    let text = std::fs::read_to_string(scratch.join(FILE))
        .map_err(|error| bad(format!("wrote no list of faults: {error}")))?;
    let names = Names::new(words);
    // Faults of the clock are left out: nothing would happen at all.
    let lines = text.lines().filter(|line| !line.contains(" -port CLK "));
    lines.map(|line| fault(line, words, &names).ok_or_else(|| bad(format!("has a fault {line}")))).collect()
}

fn fault(line: &str, words: &Words, names: &Names) -> Option<Mutation> {
    let tokens: Vec<_> = line.split_whitespace().collect();
    let option = |name: &str| tokens.windows(2).find(|pair| pair[0] == name).map(|pair| pair[1]);
    let number = |name: &str| option(name)?.parse::<usize>().ok();
    let (name, pin, at) = (option("-cell")?, option("-port")?, number("-portbit")?);
    let cell = words.cells.get(name)?;
    let bits = cell.connections.get(pin)?;
    let of = |at: usize| names.bit(bits.get(at)?);
    let (to, what) = match option("-mode")? {
        "const0" => (NewBit::Constant(false), "stuck at 0".to_owned()),
        "const1" => (NewBit::Constant(true), "stuck at 1".to_owned()),
        "inv" => (NewBit::Inverse, "inverted".to_owned()),
        mode @ ("cnot0" | "cnot1") => {
            let (other, value) = (number("-ctrlbit")?, mode == "cnot1");
            let name = of(other).unwrap_or_else(|| format!("bit {other}"));
            (NewBit::InverseWhere(other, value), format!("inverted where {name} is {}", u8::from(value)))
        }
        _ => return None,
    };
    let is_output = cell.port_directions.get(pin)? == "output";
    let noun = noun(&cell.kind);
    let own = || format!("bit {at} {} the {noun}", if is_output { "of" } else { "into" });
    let wire = of(at).unwrap_or_else(own);
    let read = if is_output { String::new() } else { format!(", as the {noun} reads it") };
    Some(Mutation {
        fault: Fault { place: place(cell), wire, fault: what + &read },
        exchange: None,
        cell: name.to_owned(),
        change: Change::Bit { pin: pin.to_owned(), bit: at, to },
    })
}
