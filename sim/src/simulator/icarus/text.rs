//! The testbenches of Icarus, from their templates in `tb/`.

use askama::Template;

use crate::dut::{Dut, Pin};
use crate::subject::Subject;

/// The most cycles that one run of the portable testbench can have.
pub(super) const MAX_CYCLES: u64 = 1 << 18;

/// The portable testbench.
#[derive(Template)]
#[template(path = "bench.v", escape = "none", syntax = "bench")]
struct Bench<'a> {
    top: &'a str,
    clock: Option<&'a str>,
    inputs: Vec<Pin>,
    outputs: Vec<Pin>,
    /// The width of a line of stimulus in bits.
    stimulus_width: u32,
    max_cycles: u64,
    /// The format and the arguments with which a line of outputs is written.
    format: String,
    list: String,
}

/// The testbench for Icarus with the VPI module of `sim/vpi`.
#[derive(Template)]
#[template(path = "vpi_top.v", escape = "none", syntax = "bench")]
struct VpiTop<'a> {
    top: &'a str,
    clock: Option<&'a str>,
    inputs: Vec<Pin>,
    outputs: Vec<Pin>,
}

/// Returns the portable testbench, for runs of at most [`MAX_CYCLES`] cycles.
pub(super) fn bench(dut: &Dut, subject: &dyn Subject) -> String {
    let (inputs, outputs) = (dut.input_pins(subject), dut.output_pins(subject));
    let names: Vec<_> = outputs.iter().map(|pin| pin.name.as_str()).collect();
    let bench = Bench {
        top: &dut.top,
        clock: dut.clock.as_deref(),
        stimulus_width: inputs.iter().map(|pin| 4 * pin.digits()).sum(),
        format: vec!["%h"; names.len()].join(" "),
        list: names.join(", "),
        inputs,
        outputs,
        max_cycles: MAX_CYCLES,
    };
    bench.render().expect("writing to a string does not fail")
}

/// Returns the testbench whose pins the VPI module of `sim/vpi` sets and reads, in the order of the
/// pins of the [`Dut`].
pub(super) fn vpi_top(dut: &Dut, subject: &dyn Subject) -> String {
    let top = VpiTop {
        top: &dut.top,
        clock: dut.clock.as_deref(),
        inputs: dut.input_pins(subject),
        outputs: dut.output_pins(subject),
    };
    top.render().expect("writing to a string does not fail")
}
