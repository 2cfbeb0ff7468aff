//! Counts the six-input lookup tables of a module, as `scripts/area.sh` does.

use std::time::Duration;

use vidalu_prove::engine::ABC;
use vidalu_sim::gates::{self, Synthesis};
use vidalu_sim::tool::YOSYS;
use vidalu_sim::{Dut, scratch};

use crate::error::LabError;

/// The commands of yosys that write the gates.
const GATES: &str = "synth -flatten\nasync2sync\ndffunmap\naigmap\nopt_clean\nwrite_blif gates.blif";

/// The script of abc that optimizes for area.
const AREA: &str = "read_blif gates.blif; strash; ifraig; scorr; dc2; dc2; balance; rewrite; refactor; balance; \
                    rewrite; rewrite -z; balance; refactor -z; rewrite -z; balance; dc2; balance; rewrite; refactor; \
                    balance; rewrite; rewrite -z; balance; refactor -z; rewrite -z; balance; dch; if -a -K 6; \
                    mfs2 -a; print_stats";

/// The time limit for yosys and for abc: a multiplier takes abc half a minute on a busy machine.
const LIMIT: Duration = Duration::from_secs(600);

/// Returns the number of lookup tables of a module. Registers are not counted.
pub(crate) fn count(dut: &Dut) -> Result<u64, LabError> {
    let (yosys, abc) = (YOSYS.find()?, ABC.find()?);
    let scratch = scratch()?;
    let request = Synthesis { dut, cuts: &[], exposed: &[], scratch: scratch.path(), limit: LIMIT };
    gates::words(&yosys, request, GATES)?;
    let args = ["-c".to_owned(), AREA.to_owned()];
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
