//! The texts around a module: the lanes in Verilog, and the functions in C++ that vidalu calls.

use askama::Template;

use crate::dut::{Dut, Pin};
use crate::subject::Subject;

/// Copies of the module side by side.
#[derive(Template)]
#[template(path = "lanes.v", escape = "none", syntax = "bench")]
struct Lanes<'a> {
    top: &'a str,
    clock: Option<&'a str>,
    inputs: Vec<Pin>,
    outputs: Vec<Pin>,
    lanes: Vec<Lane>,
}

/// The ports of one copy, with the pins to which they are connected.
struct Lane {
    instance: String,
    inputs: Vec<(String, String)>,
    outputs: Vec<(String, String)>,
}

/// The functions of the library.
#[derive(Template)]
#[template(path = "shim.cpp", escape = "none", syntax = "bench")]
struct Shim<'a> {
    top: &'a str,
    clock: Option<&'a str>,
    /// The pin of the reset, and its inactive level.
    idle_reset: Option<(&'a str, u8)>,
    lanes: Vec<String>,
    control: Vec<String>,
    /// The pins of each data input, one for each lane.
    data: Vec<Vec<String>>,
    /// The pins of each output, one for each lane.
    seen: Vec<Vec<String>>,
}

/// Returns the name of a port's pin in each lane.
fn names(pin: &Pin, suffixes: &[String]) -> Vec<String> {
    suffixes.iter().map(|suffix| format!("{}{suffix}", pin.name)).collect()
}

/// Returns the suffix of the names of each lane; empty if there is only one lane.
fn suffixes(lanes: usize) -> Vec<String> {
    if lanes == 1 { vec![String::new()] } else { (0..lanes).map(|lane| format!("_{lane}")).collect() }
}

/// Returns the Verilog and the C++ around a module with this number of lanes.
pub(super) fn texts(dut: &Dut, subject: &dyn Subject, lanes: usize) -> (String, String) {
    let suffixes = suffixes(lanes);
    let (inputs, seen) = (dut.input_pins(subject), dut.output_pins(subject));
    let (control, data) = inputs.split_at(inputs.len() - subject.inputs().len());
    let each_lane = |pins: &[Pin]| -> Vec<Pin> {
        let named = |pin: &Pin| names(pin, &suffixes).into_iter().map(|name| Pin { name, ..pin.clone() }).collect();
        pins.iter().flat_map(|pin| -> Vec<Pin> { named(pin) }).collect()
    };
    let lane = |suffix: &String| {
        let own = |pin: &Pin| (pin.name.clone(), format!("{}{suffix}", pin.name));
        let shared = control.iter().map(|pin| (pin.name.clone(), pin.name.clone()));
        Lane {
            instance: format!("dut{suffix}"),
            inputs: shared.chain(data.iter().map(own)).collect(),
            outputs: seen.iter().map(own).collect(),
        }
    };
    let clock = dut.clock.as_deref();
    let verilog = Lanes {
        top: &dut.top,
        clock,
        inputs: [control.to_vec(), each_lane(data)].concat(),
        outputs: each_lane(&seen),
        lanes: suffixes.iter().map(lane).collect(),
    };
    let shim = Shim {
        top: &dut.top,
        clock,
        idle_reset: dut.reset.as_ref().map(|(name, active)| (name.as_str(), u8::from(!active))),
        control: control.iter().map(|pin| pin.name.clone()).collect(),
        data: data.iter().map(|pin| names(pin, &suffixes)).collect(),
        seen: seen.iter().map(|pin| names(pin, &suffixes)).collect(),
        lanes: suffixes.clone(),
    };
    let rendered = |text: askama::Result<String>| text.expect("writing to a string does not fail");
    (rendered(verilog.render()), rendered(shim.render()))
}
