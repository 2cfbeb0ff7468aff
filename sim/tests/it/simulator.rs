//! Both simulators on a small module of known text.

mod icarus;
mod netlist;
mod verilator;

use vidalu_sim::plan::ResetKind;
use vidalu_sim::simulator::Simulator;
use vidalu_sim::{Dut, Found, Run, Session};

use crate::common::{LIMIT, Toy, combinational_toy, simulators, toy};

fn run(simulator: &dyn Simulator, dut: &Dut, vectors: u64) -> Found {
    let run = Run { seed: 3, first: 0, count: vectors, threads: 2 };
    let session = Session::build(simulator, dut, &Toy, run, LIMIT).unwrap();
    session.check(&|| false, &|_| ()).unwrap().found
}

#[test]
fn a_right_module_passes_with_every_reset() {
    use ResetKind::{Asynchronous, Synchronous};
    let resets = [
        None,
        Some(("rst_i", Synchronous, true)),
        Some(("rst_ni", Synchronous, false)),
        Some(("rst_i", Asynchronous, true)),
        Some(("rst_ni", Asynchronous, false)),
    ];
    for simulator in simulators() {
        for reset in resets {
            let outcome = run(&*simulator, &toy(reset), 500);
            assert_eq!((outcome.checked, &outcome.failures), (500, &vec![]), "{} {reset:?}", simulator.name());
        }
        let outcome = run(&*simulator, &combinational_toy(), 500);
        assert_eq!((outcome.cycles, outcome.checked, outcome.mismatches), (500, 500, 0), "{}", simulator.name());
    }
}

#[test]
fn faults_in_time_are_caught() {
    let right = toy(Some(("rst_i", ResetKind::Synchronous, true)));
    let faults = [
        ("valid is not reset", "if (rst_i) valid_o <= 1'b0; else", ""),
        ("valid is stuck", "valid_o <= valid_i", "valid_o <= 1'b1"),
        (
            "data come a cycle late",
            "sum_o <= {1'b0, a_i} + {1'b0, b_i}",
            "begin late <= {1'b0, a_i} + {1'b0, b_i}; sum_o <= late; end reg [32:0] late",
        ),
        (
            "a bubble's data stay",
            "always @(posedge clk_i) sum_o",
            "always @(posedge clk_i) if (valid_i & a_i[3]) sum_o",
        ),
    ];
    for simulator in simulators() {
        for (name, text, fault) in faults {
            let mut dut = right.clone();
            assert!(dut.files[0].1.contains(text), "{name}");
            dut.files[0].1 = dut.files[0].1.replace(text, fault);
            assert!(run(&*simulator, &dut, 300).mismatches > 0, "{}: {name}", simulator.name());
        }
    }
}

#[test]
fn more_vectors_than_one_part_holds_are_checked_in_parts() {
    let vectors = 40_000;
    for simulator in simulators() {
        let outcome = run(&*simulator, &combinational_toy(), vectors);
        assert_eq!((outcome.cycles, outcome.checked, outcome.mismatches), (vectors, vectors, 0));
    }
}
