//! Counts the six-input lookup tables of a module by the recipe `area` of `vidalu-synth`.

use std::time::Duration;

use vidalu_prove::engine::ABC;
use vidalu_sim::gates::{self, Synthesis};
use vidalu_sim::tool::YOSYS;
use vidalu_sim::{Dut, scratch};
use vidalu_synth::{Mapping, SIMPLE_GATES};

use crate::error::LabError;

/// The commands of yosys that write the gates, before and after those of [`SIMPLE_GATES`].
const GATES: [&str; 2] =
    ["synth -flatten -noabc\n", "\nasync2sync\ndffunmap\naigmap\nopt_clean\nwrite_blif gates.blif"];

/// The time limit for yosys and for abc: a multiplier takes abc half a minute on a busy machine.
const LIMIT: Duration = Duration::from_secs(600);

/// Returns the number of lookup tables of a module. Registers are not counted.
pub(crate) fn count(dut: &Dut) -> Result<u64, LabError> {
    let (yosys, abc) = (YOSYS.find()?, ABC.find()?);
    let scratch = scratch()?;
    let request = Synthesis { dut, cuts: &[], exposed: &[], scratch: scratch.path(), limit: LIMIT };
    gates::words(&yosys, request, &GATES.join(SIMPLE_GATES))?;
    let script = format!("read_blif gates.blif; {}; print_stats", Mapping::for_tables("area").commands());
    let args = ["-c".to_owned(), script];
    let text = abc.answer(scratch.path(), &args, LIMIT, &|| true)?.unwrap_or_default();
    Ok(tables(&text).ok_or_else(|| ABC.bad_output("printed no number of lookup tables"))?)
}

/// Returns the number behind the last `nd =`.
fn tables(text: &str) -> Option<u64> {
    let (_, rest) = text.rsplit_once("nd =")?;
    rest.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_last_statistics_count() {
        let text = "top : i/o = 3/ 2  lat = 0  nd =    14  edge = 9\ntop : nd =  7  edge = 3  lev = 2";
        assert_eq!(super::tables(text), Some(7));
        assert_eq!(super::tables("Error: no network"), None);
    }
}
