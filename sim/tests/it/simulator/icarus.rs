//! Icarus Verilog driven in columns: through the VPI module and through text, and failures of both.

use std::fs;
use std::process::Command;
use std::time::Duration;

use tempfile::TempDir;
use vidalu_gen::{Config, Handshake};
use vidalu_model::draw::mix;
use vidalu_sim::plan::ResetKind;
use vidalu_sim::simulator::{Build, Icarus, Model, Simulator};
use vidalu_sim::subject::{self, Subject};
use vidalu_sim::tool::{IVERILOG, VVP};
use vidalu_sim::{Drive, Dut, Seen, ToolError};
use vidalu_testkit::script;

use crate::common::{LIMIT, Toy, combinational_toy, icarus, toy};

fn build(icarus: &Icarus, dut: &Dut, subject: &dyn Subject, limit: Duration) -> Box<dyn Model> {
    let scratch = TempDir::new().unwrap();
    icarus.build(&Build::new(dut, subject, scratch.path(), limit)).unwrap()
}

/// Random values on all pins but those that `hold` names, which have a value each.
fn random(dut: &Dut, subject: &dyn Subject, cycles: usize, noise: bool, hold: &[(&str, u64)]) -> Drive<'static> {
    let pins = dut.input_pins(subject);
    let mut columns: Vec<Vec<u64>> = Vec::new();
    for (pin, number) in pins.iter().zip(1..) {
        let held = hold.iter().find(|(name, _)| *name == pin.name);
        let value = |cycle| held.map_or_else(|| mix(number << 32 | cycle) >> (64 - pin.width), |(_, value)| *value);
        columns.push((0..cycles as u64).map(value).collect());
    }
    let data = columns.split_off(dut.control_pins().len()).into_iter().map(Into::into).collect();
    let noise = (0..cycles as u64).map(|cycle| noise && mix(cycle).is_multiple_of(8)).collect();
    Drive { cycles, lanes: 1, control: columns, data, noise }
}

fn run(model: &mut dyn Model, drive: &Drive) -> Seen {
    let mut seen = Seen::default();
    model.run(drive, &mut seen).unwrap();
    seen
}

/// The cycles in which [`Toy`] shows another sum than that of the cycle `latency` before.
fn wrong_sums(icarus: &Icarus, dut: &Dut, latency: usize) -> usize {
    let mut model = build(icarus, dut, &Toy, LIMIT);
    // In two runs: the second begins in the state in which the first ends.
    let drive = random(dut, &Toy, 400, false, &[]);
    let mut sums = Vec::new();
    for at in [0, 200] {
        let control = drive.control.iter().map(|column| column[at..][..200].to_vec()).collect();
        let data = drive.data.iter().map(|column| column[at..][..200].into()).collect();
        let seen = run(&mut *model, &Drive { cycles: 200, lanes: 1, control, data, noise: vec![false; 200] });
        sums.extend_from_slice(&seen.values[seen.values.len() - 2]);
    }
    let expected = drive.data[0].iter().zip(drive.data[1].iter()).map(|(a, b)| a + b);
    expected.zip(&sums[latency..]).filter(|(expected, sum)| expected != *sum).count()
}

#[test]
fn a_right_module_shows_its_sums_and_a_broken_one_others() {
    let Some(icarus) = icarus() else { return };
    let right = toy(Some(("rst_i", ResetKind::Asynchronous, true)));
    assert_eq!(wrong_sums(&icarus, &right, 1), 0);
    assert_eq!(wrong_sums(&icarus, &combinational_toy(), 0), 0);
    let mut broken = combinational_toy();
    broken.files[0].1 = broken.files[0].1.replace("+ {1'b0, b_i}", "+ {1'b0, b_i[31:1], b_i[0] & ~a_i[5]}");
    assert!((50..200).contains(&wrong_sums(&icarus, &broken, 0)));
}

#[test]
fn noise_reaches_the_outputs_as_x_and_leaves_them_again() {
    let Some(icarus) = icarus() else { return };
    let mut model = build(&icarus, &combinational_toy(), &Toy, LIMIT);
    let data = vec![vec![1, 0, 3].into(), vec![2, 0, 4].into()];
    let drive = Drive { cycles: 3, lanes: 1, control: Vec::new(), data, noise: vec![false, true, false] };
    let seen = run(&mut *model, &drive);
    assert_eq!(seen.values, [[3, 0, 7], [1, 0, 1]]);
    assert_eq!(seen.unknown, [[0, (1 << 33) - 1, 0], [0, 1, 0]]);
}

/// Returns the unknown bits of a value, widened to whole hexadecimal digits, as in the text.
fn whole_digits(unknown: u64) -> u64 {
    (0..16).map(|digit| 15 << (4 * digit)).filter(|digit| unknown & digit != 0).sum()
}

#[test]
fn the_module_sees_what_the_portable_bench_sees() {
    let Some(icarus) = icarus() else { return };
    let controls = Config {
        depth: 3.into(),
        handshake: Handshake::ValidReady,
        clock_enable: true,
        flush: true,
        tag: 5,
        ..Config::default()
    };
    let subjects = [("scalar", &controls), ("carry", &controls), ("vmad", &Config::default()), ("adder34", &controls)];
    for (target, config) in subjects {
        let target = target.parse().unwrap();
        let subject = subject::of(target, config);
        let dut = Dut::generate(target, config, &*subject).unwrap();
        let scratch = TempDir::new().unwrap();
        let job = Build::new(&dut, &*subject, scratch.path(), LIMIT);
        let (mut module, mut portable) = (icarus.build(&job).unwrap(), icarus.portable(&job).unwrap());
        // At first nothing is reset, and all registers are X.
        for (cycles, hold) in [(3, ("rst_i", 0)), (50, ("", 0)), (400, ("rst_i", 0))] {
            let drive = random(&dut, &*subject, cycles, true, &[hold]);
            let (module, portable) = (run(&mut *module, &drive), run(&mut *portable, &drive));
            assert!(module.unknown.iter().flatten().any(|unknown| *unknown != 0), "{} of {cycles}", dut.top);
            assert!(module.values.iter().flatten().any(|value| *value != 0) || cycles == 3, "{}", dut.top);
            for (pin, at) in dut.output_pins(&*subject).iter().zip(0..) {
                let whole = |unknown: &u64| whole_digits(*unknown) & u64::MAX >> (64 - pin.width);
                let unknown: Vec<_> = module.unknown[at].iter().map(whole).collect();
                assert_eq!(unknown, portable.unknown[at], "{} of {}", pin.name, dut.top);
                let values = module.values[at].iter().zip(&unknown).map(|(value, unknown)| value & !unknown);
                assert_eq!(values.collect::<Vec<_>>(), portable.values[at], "{} of {}", pin.name, dut.top);
            }
        }
    }
}

/// Icarus Verilog with a script in the place of its runtime: `$VVP` is that.
fn with_runtime(folder: &TempDir, text: &str) -> Option<Icarus> {
    icarus()?;
    let (compiler, runtime) = (IVERILOG.find().unwrap(), VVP.find().unwrap());
    let path = script(folder.path(), "vvp", &format!("VVP='{}'\n{text}", runtime.path.display()));
    Some(Icarus::new(compiler, VVP.find_as(Some(path), LIMIT).unwrap()))
}

#[test]
fn a_simulator_that_is_killed_in_a_run_is_reported() {
    let folder = TempDir::new().unwrap();
    let pid = folder.path().join("pid");
    let script = format!("echo $$ > {}\nexec \"$VVP\" \"$@\"", pid.display());
    let Some(icarus) = with_runtime(&folder, &script) else { return };
    let dut = combinational_toy();
    let mut model = build(&icarus, &dut, &Toy, LIMIT);
    let drive = random(&dut, &Toy, 2_000_000, false, &[]);
    let error = std::thread::scope(|scope| {
        let running = scope.spawn(|| model.run(&drive, &mut Seen::default()));
        std::thread::sleep(Duration::from_millis(300));
        let pid = fs::read_to_string(pid).unwrap();
        assert!(Command::new("kill").args(["-9", pid.trim()]).status().unwrap().success());
        running.join().unwrap().unwrap_err()
    });
    let text = error.to_string();
    assert!(matches!(error, ToolError::Failed { .. }), "{text}");
    assert!(text.contains("the runtime of Icarus Verilog failed with signal: 9"), "{text}");
    // The model stays unusable.
    assert!(model.run(&drive, &mut Seen::default()).is_err());
}

#[test]
fn a_module_that_never_settles_runs_into_the_limit() {
    let Some(icarus) = icarus() else { return };
    let mut dut = combinational_toy();
    let endless = "reg on = 1'b0; always @(on or a_i) if (a_i[0]) on <= ~on; endmodule";
    dut.files[0].1 = dut.files[0].1.replace("endmodule", endless);
    let mut model = build(&icarus, &dut, &Toy, Duration::from_secs(3));
    let drive = |a| Drive {
        cycles: 1,
        lanes: 1,
        control: Vec::new(),
        data: [[a], [1]].map(|column| column.to_vec().into()).to_vec(),
        noise: vec![false],
    };
    assert_eq!(run(&mut *model, &drive(2)).values, [[3], [1]]);
    let error = model.run(&drive(1), &mut Seen::default()).unwrap_err();
    assert!(matches!(error, ToolError::TimedOut { .. }), "{error}");
}

/// The runtime does not find the VPI module: its first argument is always `-n`, and the five for
/// the module follow.
#[test]
fn without_its_module_it_is_driven_through_text() {
    let folder = TempDir::new().unwrap();
    let said = folder.path().join("said");
    let script = format!(
        "[ \"$2\" = -M ] || exec \"$VVP\" \"$@\"\necho refused > {}\nexec \"$VVP\" -n -M /nowhere -m vidalu \"$6\"",
        said.display()
    );
    let Some(icarus) = with_runtime(&folder, &script) else { return };
    assert_eq!(wrong_sums(&icarus, &combinational_toy(), 0), 0);
    assert!(said.exists());
}
