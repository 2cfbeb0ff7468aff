//! The netlist of every unit, each in three stages: `cargo bench -p vidalu-sim --bench netlist`.
//!
//! Every iteration drives words that were not driven before; drawing them is not measured.

use std::time::Duration;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use vidalu_gen::{Config, Handshake, Target};
use vidalu_model::draw::mix;
use vidalu_sim::simulator::{Build, Netlist, Simulator};
use vidalu_sim::subject::{self, Subject};
use vidalu_sim::{Drive, Dut, Seen};

/// Cycles of one iteration.
const CYCLES: usize = 8;

fn main() {
    divan::main();
}

#[divan::bench(args = ["scalar", "simd", "vmad", "carry", "video"])]
fn netlist(bencher: Bencher, unit: &str) {
    let target: Target = unit.parse().expect("it is a unit");
    let config = Config { handshake: Handshake::Valid, depth: 3.into(), ..Config::default() };
    let subject = subject::of(target, &config);
    let dut = Dut::generate(target, &config, &*subject).expect("the configuration is possible");
    let scratch = tempfile::tempdir().expect("a folder can be made");
    let job = Build::new(&dut, &*subject, scratch.path(), Duration::from_secs(300));
    let mut model = Netlist::find().expect("yosys is here").build(&job).expect("yosys can read it");
    let lanes = model.lanes();
    let (mut seen, mut index) = (Seen::default(), 0);
    bencher
        .counter(ItemsCount::new(CYCLES * lanes))
        .with_inputs(|| {
            index += 1;
            drive(&dut, &*subject, lanes, index)
        })
        .bench_local_refs(|drive| {
            model.run(drive, &mut seen).expect("it has no tool that could fail");
            black_box(&seen);
        });
}

/// Instructions in every cycle; their data are random words.
fn drive(dut: &Dut, subject: &dyn Subject, lanes: usize, seed: u64) -> Drive<'static> {
    let control = dut.control_pins().into_iter().map(|(name, _)| vec![u64::from(name == "valid_i"); CYCLES]).collect();
    let column = |(number, width): (u64, u32)| {
        let words = (0..CYCLES as u64 * lanes as u64).map(|at| mix(mix(seed << 8 | number) ^ at) >> (64 - width));
        words.collect()
    };
    let data = (0..).zip(subject.inputs().iter().map(|signal| signal.width)).map(column).collect();
    Drive { cycles: CYCLES, lanes, control, data, noise: vec![false; CYCLES] }
}
