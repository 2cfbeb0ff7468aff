//! Kits in Verilator. They share a build folder, so that Verilator's runtime is compiled once.

use std::process::Command;

use vidalu_gen::{Config, Mad64, Unit};
use vidalu_testkit::{have, in_turn};

use crate::common::{Moved, UNITS, busy, fails, passes, request, run, verdict};

#[test]
fn a_kit_for_each_unit_gives_the_verdict_of_icarus() {
    if !have(&["make", "iverilog", "vvp", "verilator", "g++"]) {
        return;
    }
    let shared = tempfile::tempdir().unwrap();
    let build = format!("BUILD={}", shared.path().display());
    for unit in in_turn(UNITS, 2) {
        let config = match unit {
            Unit::Scalar | Unit::Vmad => Config::default(),
            Unit::Carry => Config { mad64: Mad64::Iterative, ..busy() },
            _ => busy(),
        };
        let kit = Moved::new(&request(unit, config));
        let verilator = kit.make(&["sim", "SIM=verilator", &build]);
        passes(&verilator);
        // The same number of cycles and flushes as in Icarus shows that the run was the same.
        assert_eq!(verdict(&verilator.1), verdict(&kit.make(&["sim"]).1));
        let program = shared.path().join(format!("verilator/vidalu_{}_tb", unit.name()));
        let simulate = |arguments: &[&str]| run(Command::new(&program).args(arguments), &kit.path());
        fails(&simulate(&["+vectors=none.hex"]));
        let broken = match unit {
            Unit::Scalar => ("rtl/vidalu_compare.v", "holds ^ cmp_i[0]", "holds"),
            Unit::Carry => ("rtl/vidalu_carry.v", "assign ready_o = ", "assign ready_o = valid_i && "),
            _ => continue,
        };
        kit.replace(broken.0, broken.1, broken.2);
        fails(&kit.make(&["sim", "SIM=verilator", &build]));
        // The program itself, once up to the first mismatch and once to the end.
        fails(&simulate(&["+stop_after=1"]));
        fails(&simulate(&["+stop_after=100000"]));
    }
}
