//! A small module with the interface of a unit, and the simulators that are here.

use std::time::Duration;

use vidalu_model::draw::{Draw, key};
use vidalu_model::golden::Stage;
use vidalu_model::isa::Instruction;
use vidalu_sim::plan::{ResetKind, Timing};
use vidalu_sim::simulator::{Icarus, Netlist, Simulator, Verilator};
use vidalu_sim::subject::{Signal, Stimulus, Subject};
use vidalu_sim::{Coverage, Dut};
use vidalu_testkit::found;

/// Time limit of every tool in the tests.
pub(crate) const LIMIT: Duration = Duration::from_secs(300);

/// `sum_o = a_i + b_i` on 33 bits, `odd_o` its lowest bit.
pub(crate) struct Toy;

impl Stimulus for Toy {
    fn name(&self) -> &'static str {
        "toy"
    }

    fn inputs(&self) -> &[Signal] {
        &[Signal { name: "a_i", width: 32 }, Signal { name: "b_i", width: 32 }]
    }

    fn fill(&self, seed: u64, first: u64, columns: &mut [Vec<u64>]) {
        let [a, b] = columns else { unreachable!("there are two inputs") };
        for ((index, a), b) in (first..).zip(a).zip(b) {
            let mut draw = Draw::new(key("toy", seed), index);
            (*a, *b) = (draw.word() >> 32, draw.word() >> 32);
        }
    }
}

impl Subject for Toy {
    fn source(&self) -> &dyn Stimulus {
        self
    }

    fn outputs(&self) -> &[Signal] {
        &[Signal { name: "sum_o", width: 33 }, Signal { name: "odd_o", width: 1 }]
    }

    fn expected(&self, inputs: &[u64]) -> Vec<u64> {
        let sum = inputs[0] + inputs[1];
        vec![sum, sum & 1]
    }

    fn instruction(&self, _: &[u64]) -> Option<Instruction> {
        None
    }

    fn stage(&self) -> Option<Stage> {
        Some(Stage::Primary)
    }

    fn coverage(&self) -> Coverage {
        Coverage::default()
    }

    fn cover(&self, _: &mut Coverage, _: &[u64]) {}
}

/// [`Toy`] in one cycle; `reset` is the port and the event that resets, in Verilog, or nothing.
pub(crate) fn toy(reset: Option<(&str, ResetKind, bool)>) -> Dut {
    let port = reset.map_or(String::new(), |(name, _, _)| format!("input wire {name},"));
    let (event, guard) = match reset {
        None => (String::new(), "if (0)".to_owned()),
        Some((name, kind, active)) => {
            let edge = if active { "posedge" } else { "negedge" };
            let event = if kind == ResetKind::Asynchronous { format!(" or {edge} {name}") } else { String::new() };
            (event, format!("if ({}{name})", if active { "" } else { "!" }))
        }
    };
    let text = format!(
        "`default_nettype none
module toy (
  input wire clk_i, {port}
  input wire valid_i, input wire [31:0] a_i, input wire [31:0] b_i,
  output reg valid_o, output reg [32:0] sum_o, output wire odd_o
);
  always @(posedge clk_i{event})
    {guard} valid_o <= 1'b0; else valid_o <= valid_i;
  always @(posedge clk_i) sum_o <= {{1'b0, a_i}} + {{1'b0, b_i}};
  assign odd_o = sum_o[0];
endmodule
"
    );
    Dut {
        top: "toy".into(),
        config: String::new(),
        files: vec![("toy.v".into(), text)],
        clock: Some("clk_i".into()),
        reset: reset.map(|(name, _, active)| (name.into(), active)),
        timing: Timing { latency: 1, has_valid: true, reset: reset.map(|(_, kind, _)| kind), ..Timing::default() },
        is_foreign: false,
        instances: Vec::new(),
    }
}

/// [`Toy`] without clock and valid.
pub(crate) fn combinational_toy() -> Dut {
    let text = "module toy (input [31:0] a_i, input [31:0] b_i, output [32:0] sum_o, output odd_o);
  assign sum_o = {1'b0, a_i} + {1'b0, b_i};
  assign odd_o = sum_o[0];
endmodule
";
    Dut {
        top: "toy".into(),
        config: String::new(),
        files: vec![("toy.v".into(), text.into())],
        clock: None,
        reset: None,
        timing: Timing::default(),
        is_foreign: false,
        instances: Vec::new(),
    }
}

/// The simulators of this machine. A missing one is reported and skipped, except in CI, where it is
/// a failure.
pub(crate) fn simulators() -> Vec<Box<dyn Simulator>> {
    let icarus = Icarus::find().map(|tool| Box::new(tool) as Box<dyn Simulator>);
    let verilator = Verilator::find().map(|tool| Box::new(tool) as Box<dyn Simulator>);
    [icarus, verilator].into_iter().filter_map(found).collect()
}

/// Icarus Verilog alone, likewise.
pub(crate) fn icarus() -> Option<Icarus> {
    found(Icarus::find())
}

/// Yosys, likewise.
pub(crate) fn netlist() -> Option<Netlist> {
    found(Netlist::find())
}
