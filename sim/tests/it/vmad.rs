//! Unit `vmad` and its blocks: every architecture, several depths, and faults that the report must
//! locate.

use vidalu_gen::{Adder, Choice, Config, Multiplier, Target, Unit};
use vidalu_sim::cosim::{Options, run, run_modules};
use vidalu_sim::report::CosimReport;
use vidalu_sim::simulator::Simulator;
use vidalu_sim::{Dut, subject};
use vidalu_stimulus::VmadStimulus;

use crate::common::{LIMIT, simulators};

const VMAD: Target = Target::Unit(Unit::Vmad);

fn options(target: Target, config: Config, vectors: u64) -> Options {
    Options { targets: vec![target], config, vectors, timeout: LIMIT, ..Options::default() }
}

/// Co-simulates and expects agreement; `None` without a simulator.
fn pass(options: &Options, simulators: &[Box<dyn Simulator>]) -> Option<CosimReport> {
    if simulators.is_empty() {
        return None;
    }
    let report = run(options, simulators, &|_| ()).unwrap();
    for unit in &report.units {
        let first = unit.failures.first().map(ToString::to_string).unwrap_or_default();
        assert_eq!(unit.mismatches, 0, "{} in {} with {}\n{first}", unit.unit, unit.sim, unit.config);
        assert_eq!(unit.checked, options.vectors);
    }
    Some(report)
}

fn with(adder: Adder, multiplier: Multiplier, depth: u8) -> Config {
    Config { adder, multiplier, depth: depth.into(), ..Config::default() }
}

#[test]
fn the_multiplier_agrees_in_every_architecture() {
    let simulators = simulators();
    let target = "multiplier".parse().unwrap();
    for &multiplier in Multiplier::ALL {
        pass(&options(target, with(Adder::Plus, multiplier, 0), 1000), &simulators);
    }
}

/// The 34 bits of the scalar unit's adder, alone; the 66 bits of the sum, in the unit.
#[test]
fn adders_agree_in_every_architecture() {
    let simulators = simulators();
    let target = "adder34".parse().unwrap();
    for &adder in Adder::ALL {
        pass(&options(target, with(adder, Multiplier::Star, 0), 2000), &simulators);
        pass(&options(VMAD, with(adder, Multiplier::Star, 0), 2000), &simulators);
    }
}

/// Each multiplier at a depth that cuts it, and adders with it that are not those of the other
/// tests.
#[test]
fn the_unit_agrees_at_many_depths() {
    let simulators = simulators();
    for depth in 0..=8 {
        pass(&options(VMAD, with(Adder::Plus, Multiplier::Star, depth), 1000), &simulators);
        pass(&options(VMAD, with(Adder::Sklansky, Multiplier::Booth4Dadda, depth), 1000), &simulators);
    }
    for depth in [2, 5, 8] {
        pass(&options(VMAD, with(Adder::BrentKung, Multiplier::Booth4, depth), 500), &simulators);
        pass(&options(VMAD, with(Adder::CarrySelect, Multiplier::Array, depth), 500), &simulators);
    }
}

#[test]
fn twenty_thousand_vectors_of_vmad_agree_and_leave_no_hole() {
    let config = Config { sat_o: true, ..with(Adder::Plus, Multiplier::Star, 4) };
    let Some(report) = pass(&options(VMAD, config, 20_000), &simulators()) else { return };
    for group in report.units.iter().flat_map(|unit| &unit.coverage) {
        assert_eq!(group.holes, Vec::<String>::new(), "{}", group.name);
    }
}

#[test]
fn two_laps_meet_every_form_and_nothing_else() {
    let unit = crate::coverage::unit("vmad");
    let lap = VmadStimulus::new(|_| true).unwrap().lap();
    assert!(2 * lap <= 20_000, "{}", lap);
    let empty = unit.coverage();
    let mut coverage = unit.coverage();
    for index in 0..2 * lap {
        unit.cover(&mut coverage, &unit.stimulus(7, index));
    }
    for (at, (before, after)) in empty.groups.iter().zip(&coverage.groups).enumerate() {
        // The ends of the ranges are narrow: twenty thousand vectors meet them all.
        assert!(at == 1 || after.holes().next().is_none(), "{:?}", after.holes().collect::<Vec<_>>());
        // What the stimulus aims at is what the golden model sees: no bin was met that was not
        // foreseen.
        assert_eq!(before.size(), after.size(), "{}", after.name);
    }
    let has = |group: usize, name: &str| assert!(empty.groups[group].holes().any(|hole| hole == name), "{name}");
    has(0, "vmad.s32.u32.u32 a.b0 b.word negate_c shr7");
    has(0, "vmad.u32.s32.s32 a.word b.word negate_product shr15 saturate.below");
    has(1, "signed plus_one none below the smallest");
    has(1, "unsigned plain shr15 above the largest");
}

/// A fault in the text of one generated file, and the stage that the report must name.
struct Fault {
    multiplier: Multiplier,
    file: &'static str,
    text: &'static str,
    broken: &'static str,
    stage: &'static str,
}

const FAULTS: [Fault; 9] = [
    // .po adds nothing.
    Fault {
        multiplier: Multiplier::Star,
        file: "vmad",
        text: "negates_c || (mode == ModePlusOne);",
        broken: "negates_c;",
        stage: "add",
    },
    // -c is its complement.
    Fault {
        multiplier: Multiplier::Booth4Dadda,
        file: "vmad",
        text: "= negates_c || (mode == ModePlusOne);",
        broken: "= (mode == ModePlusOne);",
        stage: "add",
    },
    // A negated product complements the sum and not the addend.
    Fault {
        multiplier: Multiplier::Booth4,
        file: "vmad",
        text: "{32{negates_product || negates_c}}",
        broken: "{32{negates_c}}",
        stage: "add",
    },
    // c is extended without its sign.
    Fault {
        multiplier: Multiplier::Star,
        file: "vmad",
        text: "{is_signed && c_or_not_c[31], c_or_not_c}",
        broken: "{1'b0, c_or_not_c}",
        stage: "add",
    },
    // The sign of one row.
    Fault {
        multiplier: Multiplier::Booth4Dadda,
        file: "mul33_booth4_dadda_rows",
        text: "assign row_7_o = {~product_7[33],",
        broken: "assign row_7_o = {product_7[33],",
        stage: "multiply",
    },
    // The one that completes a negative row.
    Fault {
        multiplier: Multiplier::Booth4,
        file: "mul33_booth4_rows",
        text: "1'b0, neg_3};",
        broken: "1'b0, 1'b0};",
        stage: "multiply",
    },
    // The highest bit counts positive.
    Fault {
        multiplier: Multiplier::Array,
        file: "mul33_array_rows",
        text: "~a_i & {33{b_i[32]}}",
        broken: "a_i & {33{b_i[32]}}",
        stage: "multiply",
    },
    // A logical shift.
    Fault {
        multiplier: Multiplier::Star,
        file: "scale",
        text: "excess = sum[65:32] ^ {34{negative}};",
        broken: "excess = sum[65:32];",
        stage: "scale",
    },
    // A signed result is clamped as an unsigned one.
    Fault {
        multiplier: Multiplier::Star,
        file: "saturate",
        text: "signed_i ? {1'b0, ones[31:1]} : ones;",
        broken: "ones;",
        stage: "saturate",
    },
];

#[test]
fn faults_in_vmad_are_caught_and_the_report_names_the_stage() {
    let simulators = simulators();
    if simulators.is_empty() {
        return;
    }
    for fault in &FAULTS {
        let options = options(VMAD, with(Adder::Plus, fault.multiplier, 0), 2000);
        let subject = subject::of(VMAD, &options.config);
        let mut dut = Dut::generate(VMAD, &options.config, &*subject).unwrap();
        let name = format!("vidalu_{}.v", fault.file);
        let (_, text) = dut.files.iter_mut().find(|(path, _)| path.ends_with(&name)).unwrap();
        assert_eq!(text.matches(fault.text).count(), 1, "the text to break stands once in {name}");
        *text = text.replace(fault.text, fault.broken);
        for report in run_modules(&options, &[(dut, subject)], &simulators, &|_| ()).unwrap().units {
            assert!(report.mismatches > 0, "{} in {} is not caught", fault.broken, report.sim);
            for failure in &report.failures {
                assert_eq!(failure.stage, fault.stage, "{} in {}:\n{failure}", fault.broken, report.sim);
                assert!(failure.ptx.as_ref().is_some_and(|line| line.starts_with("vmad.")), "{failure}");
            }
        }
    }
}
