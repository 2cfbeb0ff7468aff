//! The netlist computes the same as Icarus Verilog, in every lane, and refuses modules that it
//! cannot compute.

use tempfile::TempDir;
use vidalu_gen::{Config, Handshake, Mad64, Ready, Reset, Target, Unit};
use vidalu_model::Fault;
use vidalu_model::draw::mix;
use vidalu_sim::cosim::{self, Options};
use vidalu_sim::simulator::{Build, Model, Netlist, Simulator};
use vidalu_sim::subject::{self, Subject};
use vidalu_sim::{CosimError, Drive, Dut, Seen};

use crate::common::{LIMIT, Toy, combinational_toy, icarus, netlist, toy};
use vidalu_sim::plan::ResetKind;

const CYCLES: usize = 300;

fn build(netlist: &Netlist, dut: &Dut, subject: &dyn Subject) -> Result<Box<dyn Model>, CosimError> {
    let scratch = TempDir::new().unwrap();
    netlist.build(&Build::new(dut, subject, scratch.path(), LIMIT))
}

/// Random values on all pins. Resets, flushes and pauses are rare, so that the pipeline gets full;
/// the first cycle is a reset.
fn random(dut: &Dut, subject: &dyn Subject, lanes: usize) -> Drive<'static> {
    let active = dut.reset.as_ref().is_none_or(|(_, active)| *active);
    let word = |pin: usize, at: usize| mix((pin as u64) << 32 | at as u64);
    let control = |(pin, (name, width)): (usize, &(String, u32))| {
        let value = |cycle| {
            let is_rare = word(pin, cycle).is_multiple_of(16);
            match name.as_str() {
                "flush_i" => u64::from(is_rare),
                "valid_i" | "ready_i" | "ce_i" => u64::from(!is_rare),
                "tag_i" => word(pin, cycle) >> (64 - width),
                _ => u64::from((is_rare || cycle == 0) == active),
            }
        };
        (0..CYCLES).map(value).collect()
    };
    let column = |(pin, width): (usize, u32)| (0..CYCLES * lanes).map(|at| word(pin, at) >> (64 - width)).collect();
    let data = subject.inputs().iter().map(|signal| signal.width);
    Drive {
        cycles: CYCLES,
        lanes,
        control: dut.control_pins().iter().enumerate().map(control).collect(),
        data: (100..).zip(data).map(column).collect(),
        noise: vec![false; CYCLES],
    }
}

fn lane(columns: &[Vec<u64>], lane: usize, lanes: usize) -> Vec<Vec<u64>> {
    columns.iter().map(|column| column[lane..].iter().step_by(lanes).copied().collect()).collect()
}

fn run(model: &mut dyn Model, drive: &Drive) -> Seen {
    let mut seen = Seen::default();
    model.run(drive, &mut seen).unwrap();
    seen
}

/// Returns the number of values of `dut` in which the netlist of `other` differs, in some lanes,
/// and the number that is known in Icarus.
fn differences(dut: &Dut, other: &Dut, subject: &dyn Subject) -> Option<(usize, usize)> {
    let (netlist, icarus) = (netlist()?, icarus()?);
    let mut model = build(&netlist, other, subject).unwrap();
    let lanes = model.lanes();
    let drive = random(dut, subject, lanes);
    let got = run(&mut *model, &drive);
    let (mut different, mut known) = (0, 0);
    for at in [0, 63, lanes / 2 + 5, lanes - 1] {
        let drive = drive.lane(at);
        let scratch = TempDir::new().unwrap();
        let job = Build::new(dut, subject, scratch.path(), LIMIT);
        let expected = run(&mut *icarus.build(&job).unwrap(), &drive);
        for ((got, expected), unknown) in
            lane(&got.values, at, lanes).iter().zip(&expected.values).zip(&expected.unknown)
        {
            for ((got, expected), unknown) in got.iter().zip(expected).zip(unknown) {
                known += usize::from(*unknown == 0);
                different += usize::from((got ^ expected) & !unknown != 0);
            }
        }
    }
    Some((different, known))
}

fn generated(target: &str, config: &Config) -> (Dut, Box<dyn Subject>) {
    let target: Target = target.parse().unwrap();
    let subject = subject::of(target, config);
    (Dut::generate(target, config, &*subject).unwrap(), subject)
}

#[test]
fn every_lane_shows_what_icarus_shows() {
    let depth = |rows: u8| Config { depth: rows.into(), ..Config::default() };
    let waits = Config { handshake: Handshake::ValidReady, tag: 5, ..depth(3) };
    let configs = [
        ("scalar", depth(0)),
        ("scalar", Config { reset: Reset::ArstN, reset_data: true, clock_enable: true, flush: true, ..waits.clone() }),
        ("simd", Config { reset: Reset::Arst, ready: Ready::Registered, flush: true, sat_o: true, ..waits.clone() }),
        ("simd", Config { reset: Reset::None, handshake: Handshake::None, ..depth(4) }),
        ("vmad", Config { reset: Reset::RstN, clock_enable: true, ..depth(2) }),
        ("carry", Config { contexts: 4, ready: Ready::Registered, clock_enable: true, ..waits.clone() }),
        ("carry", Config { mad64: Mad64::Iterative, flush: true, ..waits }),
        ("adder34", depth(0)),
    ];
    for (target, config) in configs {
        let (dut, subject) = generated(target, &config);
        let Some((different, known)) = differences(&dut, &dut, &*subject) else { return };
        assert_eq!(different, 0, "{target} {}", dut.config);
        let all = 4 * CYCLES * dut.output_pins(&*subject).len();
        assert!(known > all * 9 / 10, "{target} {}: {known} of {all}", dut.config);
    }
}

#[test]
fn a_fault_shows() {
    let (dut, subject) = generated("scalar", &Config { depth: 2.into(), ..Config::default() });
    let mut broken = dut.clone();
    let file = broken.files.iter_mut().find(|(_, text)| text.contains("(op_q == OpVmin)")).unwrap();
    file.1 = file.1.replace("(op_q == OpVmin)", "(op_q != OpVmin)");
    let Some((different, known)) = differences(&dut, &broken, &*subject) else { return };
    assert!(different > known / 20, "{different} of {known}");
}

#[test]
fn ports_go_by_their_names() {
    let Some(netlist) = netlist() else { return };
    let mut dut = combinational_toy();
    let text = &mut dut.files[0].1;
    *text = text
        .replace("(input [31:0] a_i, input [31:0] b_i, output [32:0] sum_o, output odd_o)", "(odd_o, b_i, sum_o, a_i)");
    *text = text
        .replace(";\n  assign sum_o", "; input [31:0] b_i, a_i; output odd_o; output [32:0] sum_o;\n  assign sum_o");
    *text = text.replace("a_i} + {1'b0, b_i}", "a_i} - {1'b0, b_i}");
    let mut model = build(&netlist, &dut, &Toy).unwrap();
    let drive = random(&dut, &Toy, model.lanes());
    let seen = run(&mut *model, &drive);
    for (at, (a, b)) in drive.data[0].iter().zip(drive.data[1].iter()).enumerate() {
        let difference = a.wrapping_sub(*b) & 0x1_ffff_ffff;
        assert_eq!([seen.values[0][at], seen.values[1][at]], [difference, difference & 1]);
    }
}

/// A run continues from the end of the run before it, and a model that is built again begins with
/// the same noise.
#[test]
fn state_stays_between_runs() {
    let Some(netlist) = netlist() else { return };
    let dut = toy(Some(("rst_ni", ResetKind::Asynchronous, false)));
    let (mut whole, mut parts) = (build(&netlist, &dut, &Toy).unwrap(), build(&netlist, &dut, &Toy).unwrap());
    let lanes = whole.lanes();
    let drive = random(&dut, &Toy, lanes);
    let expected = run(&mut *whole, &drive);
    for cycle in 0..CYCLES {
        let control = drive.control.iter().map(|column| vec![column[cycle]]).collect();
        let data = drive.data.iter().map(|column| column[cycle * lanes..][..lanes].into()).collect();
        let seen = run(&mut *parts, &Drive { cycles: 1, lanes, control, data, noise: vec![false] });
        for (seen, expected) in seen.values.iter().zip(&expected.values) {
            assert_eq!(seen, &expected[cycle * lanes..][..lanes], "cycle {cycle}");
        }
    }
}

#[test]
fn what_cannot_be_computed_is_refused() {
    let Some(netlist) = netlist() else { return };
    let refused = [
        ("reg odd_q; always @* if (a_i[0]) odd_q = b_i[0]; assign odd_o = odd_q;", "which is not supported"),
        ("reg odd_q; always @(negedge clk_i) odd_q <= b_i[0]; assign odd_o = odd_q;", "rising edge of the clock"),
        ("reg odd_q; always @(posedge a_i[0]) odd_q <= b_i[0]; assign odd_o = odd_q;", "rising edge of the clock"),
        (
            "reg odd_q = 1; always @(posedge clk_i) odd_q <= b_i[0]; assign odd_o = odd_q;",
            "before the first clock edge",
        ),
        ("wire x = a_i[0] ^ y; wire y = b_i[0] ^ x; assign odd_o = x;", "gates form a loop"),
        ("wire [7:0] x = (y * a_i[7:0]) + b_i[7:0]; wire [7:0] y = ~x; assign odd_o = x[0];", "gates form a loop"),
        (
            "reg p, q; always @(posedge clk_i) p <= a_i[0]; always @(posedge clk_i or posedge p) if (p) q <= 0;
             else q <= b_i[0]; assign odd_o = q;",
            "an asynchronous reset depends on a flip-flop",
        ),
    ];
    for (text, reason) in refused {
        let mut dut = toy(None);
        dut.files[0].1 = dut.files[0].1.replace("assign odd_o = sum_o[0];", text);
        let error = build(&netlist, &dut, &Toy).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(error.contains(reason), "{text}: {error}");
    }
}

/// A mismatch among thousands of lanes is found again by its number alone.
#[test]
fn a_mismatch_is_shown_again_by_its_number() {
    let Some(netlist) = netlist() else { return };
    let unit = Target::Unit(Unit::Scalar);
    let options = Options { vectors: 3000, ..Options::default() };
    let subject = subject::of(unit, &options.config);
    let mut dut = Dut::generate(unit, &options.config, &*subject).unwrap();
    let merge = dut.files.iter_mut().find(|(name, _)| name.ends_with("merge.v")).unwrap();
    let broken = merge.1.replacen("c_i[31:24]", "{c_i[31:25], 1'b0}", 1);
    assert_ne!(broken, merge.1);
    merge.1 = broken;
    let modules = [(dut, subject)];
    let simulators: [Box<dyn Simulator>; 1] = [Box::new(netlist)];
    let report = cosim::run_modules(&options, &modules, &simulators, &|_| ()).unwrap();
    let failure = &report.units[0].failures[0];
    assert!(report.units[0].checked == 3000 && failure.stage == "output", "{failure}");
    let index = failure.index.unwrap();
    let again = Options { index: Some(index), ..options.clone() };
    let report = cosim::run_modules(&again, &modules, &simulators, &|_| ()).unwrap();
    assert_eq!((report.units[0].checked, report.units[0].mismatches), (1, 1));
    assert_eq!(report.units[0].failures[0].index, Some(index));
    // The netlist has no waves, and the request is rejected at once.
    let wave = Options { wave: Some("never.fst".into()), ..options };
    let error = cosim::run_modules(&wave, &modules, &simulators, &|_| ()).unwrap_err();
    assert_eq!((error.fault(), error.to_string().as_str()), (Fault::Input, "netlist cannot write waves"));
}
