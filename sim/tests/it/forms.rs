//! Vectors of some forms only.

use vidalu_gen::{Block, Choice, Config, Handshake, Mad64, Target, Unit, Wrapper};
use vidalu_sim::cosim::{Options, run};
use vidalu_sim::subject::{self, Subject};
use vidalu_sim::{CosimError, bus};
use vidalu_stimulus::Forms;

use crate::common::icarus;

/// Patterns of some forms for every unit; the units with parts also have patterns of one part.
const PATTERNS: [(Unit, &[&str]); 12] = [
    (Unit::Scalar, &["vadd.*.*.*{,.sat} r1, r2, r3"]),
    (Unit::Scalar, &["vshl.*.*.*.clamp r1, r2.b*, r3.h1", "vset.*.*.lt r1, r2, r3"]),
    (Unit::Simd, &["vadd4.*.*.*{,.sat} r1, r2, r3, r4"]),
    (Unit::Simd, &["vset2.*.*.lt r1.h1, r2{,.h32}, r3, r4", "vmin4.s32.s32.s32.add r1.b*, r2, r3.b1*, r4"]),
    (Unit::Vmad, &["vmad.s32.*.*.sat r1, -r2.b0, r3, r4"]),
    (Unit::Carry, &["{add,addc}.cc.u32", "addc.u32"]),
    (Unit::Carry, &["mul.lo.u32"]),
    (Unit::Lanes, &["vsub.*.*.* r1, r2.b0, r3"]),
    (Unit::Lanes, &["vmax2.*.*.* r1, r2, r3, r4", "vabsdiff.*.*.* r1, r2, r3"]),
    (Unit::Video, &["vmad.*.*.* r1, r2, r3, r4"]),
    (Unit::Video, &["add.cc.u32", "addc.u32", "vadd4.*.*.* r1, r2, r3, r4"]),
    (Unit::Video, &["addc.u64"]),
];

/// Returns the configurations of the units: alone, and with all that vectors depend on.
fn configs() -> [Config; 2] {
    let rich = Config {
        sat_o: true,
        contexts: 3,
        shared: true,
        mad64: Mad64::Iterative,
        handshake: Handshake::ValidReady,
        depth: 2.into(),
        ..Config::default()
    };
    [Config::default(), rich]
}

/// Returns the names of the cases that were not met in this number of vectors.
fn holes(subject: &dyn Subject, count: u64) -> Vec<String> {
    let (mut coverage, mut flags) = (subject.coverage(), vec![false; 64]);
    for index in 0..count {
        let inputs = subject.stimulus(7, index);
        let flag = &mut flags[subject.context(&inputs) as usize];
        subject.cover_with_flag(&mut coverage, &inputs, *flag);
        *flag = subject.with_flag(&inputs, *flag).1;
    }
    coverage.groups.iter().flat_map(|group| group.holes().map(|hole| format!("{}: {hole}", group.name))).collect()
}

#[test]
fn the_vectors_are_of_the_forms_and_the_ports_of_the_unit() {
    for config in configs() {
        for (unit, patterns) in PATTERNS {
            let (target, forms) = (Target::Unit(unit), Forms::new(patterns).unwrap());
            let (some, whole) = (subject::of_forms(target, &config, &forms).unwrap(), subject::of(target, &config));
            assert_eq!((some.name(), some.inputs(), some.outputs()), (whole.name(), whole.inputs(), whole.outputs()));
            let mut met = std::collections::BTreeSet::new();
            for index in 0..3000 {
                let instruction = some.instruction(&some.stimulus(1, index)).unwrap();
                assert!(forms.has(&instruction), "{unit:?} {patterns:?}: {instruction}");
                met.insert(instruction.operation());
            }
            assert_eq!(met, forms.operations(), "{unit:?}");
            assert_eq!(holes(&*some, 60_000), [""; 0], "{unit:?} {patterns:?}");
            let bins =
                |subject: &dyn Subject| subject.coverage().groups.iter().map(|group| group.size()).sum::<usize>();
            assert!(bins(&*some) < bins(&*whole), "{unit:?}");
        }
    }
}

#[test]
fn every_unit_runs_alone_and_behind_a_bus() {
    let Some(icarus) = icarus() else { return };
    let simulators: Vec<Box<dyn vidalu_sim::simulator::Simulator>> = vec![Box::new(icarus)];
    let buses = Wrapper::ALL.iter().cycle();
    for ((unit, patterns), wrapper) in PATTERNS.into_iter().zip(buses) {
        let options = Options {
            targets: vec![Target::Unit(unit)],
            forms: Some(Forms::new(patterns).unwrap()),
            vectors: 200,
            ..Options::default()
        };
        let alone = run(&options, &simulators, &|_| ()).unwrap();
        let wrapped = bus::run(*wrapper, &options, &simulators, &|_| ()).unwrap();
        for report in [alone, wrapped] {
            let [unit] = &report.units[..] else { unreachable!("one unit was asked for") };
            assert_eq!((unit.checked, unit.mismatches), (200, 0), "{wrapper:?} {patterns:?}");
            assert_eq!(unit.forms, patterns);
        }
    }
}

#[test]
fn units_without_the_forms_and_blocks_are_refused() {
    let forms = Forms::new(["vadd.*.*.*"]).unwrap();
    for (target, message) in [
        (Target::Unit(Unit::Simd), "unit simd has none of the forms vadd.*.*.*"),
        (Target::Block(Block::Select), "the forms are of instructions, and select is a block"),
    ] {
        match subject::of_forms(target, &Config::default(), &forms) {
            Err(error @ CosimError::Usage { .. }) => assert_eq!(error.to_string(), message),
            _ => panic!("{message}"),
        }
    }
}
