//! Unit `vmad` and its blocks: every architecture, several depths, and faults that the report must
//! locate.

use vidalu_gen::{Adder, Choice, Config, Goal, Multiplier, Target, Unit};
use vidalu_stimulus::VmadStimulus;
use vidalu_testkit::in_turn;

use crate::common::simulators;
use crate::cosim::{Fault, located, options, pass};

const VMAD: Target = Target::Unit(Unit::Vmad);

fn with(adder: Adder, multiplier: Multiplier, depth: u8) -> Config {
    Config { adder, multiplier, depth: depth.into(), ..Config::default() }
}

#[test]
fn the_multiplier_agrees_in_every_architecture() {
    let simulators = simulators();
    let target = "multiplier".parse().unwrap();
    for &multiplier in Multiplier::ALL {
        pass(&options(&[target], with(Adder::Plus, multiplier, 0), 1000), &simulators);
    }
}

/// The 34 bits of the scalar unit's adder, alone; the 66 bits of the sum, in the unit.
#[test]
fn adders_agree_in_every_architecture() {
    let simulators = simulators();
    let target = "adder34".parse().unwrap();
    for &adder in Adder::ALL {
        pass(&options(&[target], with(adder, Multiplier::Star, 0), 2000), &simulators);
        pass(&options(&[VMAD], with(adder, Multiplier::Star, 0), 2000), &simulators);
    }
}

/// Each multiplier at a depth that cuts it, and adders with it that are not those of the other
/// tests.
#[test]
fn the_unit_agrees_at_many_depths() {
    let plain = (0..=8).flat_map(|depth| {
        let both = [(Adder::Plus, Multiplier::Star), (Adder::Sklansky, Multiplier::Booth4Dadda)];
        both.map(|(adder, multiplier)| with(adder, multiplier, depth))
    });
    let others = [2, 5, 8].into_iter().flat_map(|depth| {
        let all = [
            (Adder::BrentKung, Multiplier::Booth4),
            (Adder::Ripple, Multiplier::Booth4Counters),
            (Adder::CarrySelect, Multiplier::Array),
        ];
        all.map(|(adder, multiplier)| with(adder, multiplier, depth))
    });
    let for_cells = (0..=8).map(|depth| {
        let (adder, multiplier) =
            if depth % 2 == 0 { (Adder::KoggeStone, Multiplier::Booth4Dadda) } else { (Adder::Plus, Multiplier::Star) };
        Config { goal: Goal::Cells, sat_o: depth > 3, ..with(adder, multiplier, depth) }
    });
    let simulators = simulators();
    for config in in_turn(plain.chain(others).chain(for_cells), 3) {
        pass(&options(&[VMAD], config, 1000), &simulators);
    }
}

#[test]
fn twenty_thousand_vectors_of_vmad_agree_and_leave_no_hole() {
    let config = Config { sat_o: true, ..with(Adder::Plus, Multiplier::Star, 4) };
    let Some(report) = pass(&options(&[VMAD], config, 20_000), &simulators()) else { return };
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

/// Each with the multiplier of the unit.
const FAULTS: [(Multiplier, Fault); 10] = [
    // .po adds nothing.
    (
        Multiplier::Star,
        Fault { file: "vmad", text: "negates_c || (mode == ModePlusOne);", broken: "negates_c;", stage: "add" },
    ),
    // -c is its complement.
    (
        Multiplier::Booth4Dadda,
        Fault {
            file: "vmad",
            text: "= negates_c || (mode == ModePlusOne);",
            broken: "= (mode == ModePlusOne);",
            stage: "add",
        },
    ),
    // A negated product complements the sum and not the addend.
    (
        Multiplier::Booth4,
        Fault { file: "vmad", text: "{32{negates_product || negates_c}}", broken: "{32{negates_c}}", stage: "add" },
    ),
    // c is extended without its sign.
    (
        Multiplier::Star,
        Fault {
            file: "vmad",
            text: "{is_signed && c_or_not_c[31], c_or_not_c}",
            broken: "{1'b0, c_or_not_c}",
            stage: "add",
        },
    ),
    // The sign of one row.
    (
        Multiplier::Booth4Dadda,
        Fault {
            file: "mul33_booth4_dadda_rows",
            text: "assign row_7_o = {~product_7[33],",
            broken: "assign row_7_o = {product_7[33],",
            stage: "multiply",
        },
    ),
    // The one that completes a negative row.
    (
        Multiplier::Booth4,
        Fault { file: "mul33_booth4_rows", text: "1'b0, neg_3};", broken: "1'b0, 1'b0};", stage: "multiply" },
    ),
    // The highest bit counts positive.
    (
        Multiplier::Array,
        Fault {
            file: "mul33_array_rows",
            text: "~a_i & {33{b_i[32]}}",
            broken: "a_i & {33{b_i[32]}}",
            stage: "multiply",
        },
    ),
    // Four ones in a column count as two.
    (
        Multiplier::Booth4Counters,
        Fault {
            file: "mul33_booth4_counters_reduce_1",
            text: "(twos_0_1_1 & twos_1_1_1)",
            broken: "66'd0",
            stage: "multiply",
        },
    ),
    // A logical shift.
    (
        Multiplier::Star,
        Fault {
            file: "scale",
            text: "excess = sum[65:32] ^ {34{negative}};",
            broken: "excess = sum[65:32];",
            stage: "scale",
        },
    ),
    // A signed result is clamped as an unsigned one.
    (
        Multiplier::Star,
        Fault { file: "saturate", text: "signed_i ? {1'b0, ones[31:1]} : ones;", broken: "ones;", stage: "saturate" },
    ),
];

/// Faults behind the adder in the form for cells. Its last stage gives the outputs, and no value
/// between the adder and the outputs is compared.
const FOR_CELLS: [Fault; 5] = [
    // The range for .shr7 leaves out bits 47 to 40.
    Fault { file: "vmad", text: "&zeros_or[47:40]", broken: "1'b1", stage: "output" },
    // A carry passes where only one number has a one.
    Fault {
        file: "vmad",
        text: "half ^ (left[64:31] & right[64:31]);",
        broken: "half ^ (left[64:31] | right[64:31]);",
        stage: "output",
    },
    // The sign of a word is not looked at.
    Fault { file: "vmad", text: "{26'd0, !is_signed, 7'h7f}", broken: "{26'd0, 1'b1, 7'h7f}", stage: "output" },
    // The place of an unsigned word is that of a signed one.
    Fault { file: "vmad", text: "is_signed ? scaled[31] : scaled[32];", broken: "scaled[31];", stage: "output" },
    // The bound of an unsigned word is that of a signed one.
    Fault { file: "vmad", text: "{negative ^ !is_signed,", broken: "{negative,", stage: "output" },
];

#[test]
fn faults_in_the_form_for_cells_are_caught() {
    let config = Config { goal: Goal::Cells, ..with(Adder::Sklansky, Multiplier::Booth4Dadda, 0) };
    located(&in_turn(FOR_CELLS, 2), &options(&[VMAD], config, 2000));
}

/// Faults of the carries between the thirds of the sum.
const IN_THIRDS: [Fault; 3] = [
    // The carry of the lowest third does not pass the middle one.
    Fault {
        file: "vmad",
        text: "low_carry_q ? middle_1_carry_q : middle_0_carry_q;",
        broken: "middle_0_carry_q;",
        stage: "add",
    },
    // The highest third has the other carry.
    Fault {
        file: "vmad",
        text: "middle_carry ? high_1_q : high_0_q",
        broken: "middle_carry ? high_0_q : high_1_q",
        stage: "add",
    },
    // The middle third has the carry of the highest.
    Fault { file: "vmad", text: "low_carry_q ? middle_1_q", broken: "middle_carry ? middle_1_q", stage: "add" },
];

#[test]
fn faults_in_the_thirds_of_the_sum_are_caught() {
    located(&IN_THIRDS, &options(&[VMAD], with(Adder::Sklansky, Multiplier::Booth4Dadda, 5), 2000));
}

#[test]
fn faults_in_vmad_are_caught_and_the_report_names_the_stage() {
    for (multiplier, fault) in in_turn(FAULTS, 2) {
        for (_, report) in located(&[fault], &options(&[VMAD], with(Adder::Plus, multiplier, 0), 2000)) {
            for failure in &report.failures {
                assert!(failure.ptx.as_ref().is_some_and(|line| line.starts_with("vmad.")), "{failure}");
            }
        }
    }
}
