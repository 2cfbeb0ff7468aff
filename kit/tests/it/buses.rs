//! Kits of units behind buses.

use itertools::Itertools;
use vidalu_gen::{Choice, Config, Operation, Rs3, Unit, Wrapper};
use vidalu_kit::Request;
use vidalu_testkit::{have, in_turn};

use crate::common::{Moved, UNITS, fails, passes, request, verdict};

/// A kit of a unit behind a bus, with the options that reach its ports.
fn behind(wrapper: Wrapper, unit: Unit, config: Config) -> Request {
    Request { wrapper: Some(wrapper), count: 60, ..request(unit, config) }
}

/// The configurations: the default, one in which the words and flags of the bus are widest, one of
/// `video` whose third operand is narrower than the others, and the other third registers of
/// CV-X-IF.
fn configs(wrapper: Wrapper, unit: Unit) -> Vec<Config> {
    let tag = if wrapper.max_tag() > 0 { 5 } else { 0 };
    let reset = vidalu_gen::Reset::ArstN;
    let full = Config { depth: 2.into(), contexts: 3, sat_o: unit != Unit::Carry, tag, reset, ..Config::default() };
    let narrow = (unit == Unit::Video).then(|| narrow_c(Config::default()));
    let others = Rs3::ALL.iter().skip(1).filter(|_| wrapper == Wrapper::CvXIf);
    let others = others.map(|&rs3| Config { rs3, ..Config::default() });
    let others = others.flat_map(|config| {
        let narrow = (unit == Unit::Video).then(|| narrow_c(config.clone()));
        [config].into_iter().chain(narrow)
    });
    [Config::default(), full].into_iter().chain(narrow).chain(others).collect()
}

/// Leaves operations whose first operands have 64 bits and whose third has 32.
fn narrow_c(config: Config) -> Config {
    Config { ops: [Operation::Vsub, Operation::Mul].into(), ..config }
}

/// One in three, in turn.
#[test]
fn every_bus_around_every_unit_passes() {
    if !have(&["make", "iverilog", "vvp"]) {
        return;
    }
    let units = Wrapper::ALL.iter().cartesian_product(UNITS);
    let each =
        units.flat_map(|(&wrapper, unit)| configs(wrapper, unit).into_iter().map(move |own| (wrapper, unit, own)));
    for (wrapper, unit, config) in in_turn(each, 3) {
        let kit = Moved::new(&behind(wrapper, unit, config));
        for seed in ["SEED=1", "SEED=7"] {
            let run = kit.make(&["sim", seed]);
            passes(&run);
            assert!(verdict(&run.1).contains("vectors of vidalu_"), "{}", run.1);
        }
    }
}

#[test]
fn verilator_builds_and_linters_are_silent() {
    if !have(&["make", "iverilog", "verilator", "g++"]) {
        return;
    }
    for wrapper in in_turn(Wrapper::ALL.iter().copied(), 2) {
        for (at, config) in configs(wrapper, Unit::Video).into_iter().enumerate().skip(1) {
            let kit = Moved::new(&behind(wrapper, Unit::Video, config));
            let (linted, said) = kit.make(&["lint"]);
            assert!(linted && said.is_empty(), "{said}");
            if at == 1 {
                passes(&kit.make(&["sim", "SIM=verilator"]));
            }
        }
    }
}

/// A fault in each wrapper, of the kind that only its bus shows.
#[test]
fn a_fault_of_the_bus_is_noticed() {
    if !have(&["make", "iverilog", "vvp"]) {
        return;
    }
    let faults = [
        // The upper half of an operand is lost.
        (Wrapper::Axi4Stream, "s_axis_tdata[159:96];", "{32'd0, s_axis_tdata[127:96]};"),
        (Wrapper::Axi4Lite, "BHigh: b_high_q <= (b_high_q & ~mask) | (data_q & mask);", ""),
        // The count of results stands still, so that nobody knows that a result is there.
        (Wrapper::Axi4Lite, "count_q <= count_q + {7'd0, valid};", ""),
        (Wrapper::Axi4Lite, "{refused_q, 1'b0}", "2'b10"),
        (Wrapper::Cfu, "b_high_q <= cmd_payload_inputs_1;", "b_high_q <= cmd_payload_inputs_0;"),
        // A kill is not heard.
        (Wrapper::CvXIf, "held_killed   = kills && ", "held_killed   = 1'b0 && kills && "),
        (Wrapper::CvXIf, "assign result_we = ", "assign result_we = !"),
        (Wrapper::CvXIf, "assign result_id = id_q;", "assign result_id = ~id_q;"),
        // A thread that is masked changes its CC.CF, and a thread has the operand of another.
        (Wrapper::Vortex, "ctx_0 = execute_tmask[0] ? warp : Masked", "ctx_0 = warp"),
        (Wrapper::Vortex, ".d_o     (d[191:128])", ".d_o     (d[255:192])"),
    ];
    for (wrapper, from, to) in faults {
        let kit = Moved::new(&behind(wrapper, Unit::Carry, Config::default()));
        let path = format!("rtl/vidalu_carry_{}.v", wrapper.name().replace('-', "_"));
        kit.replace(&path, from, to);
        fails(&kit.make(&["sim"]));
    }
}
