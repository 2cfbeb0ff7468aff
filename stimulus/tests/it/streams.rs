//! The vectors: the same for ever, legal, and made to hit corners.

use std::collections::BTreeSet;
use std::sync::Arc;

use vidalu_model::control::{self, UNIT};
use vidalu_model::draw::mix;
use vidalu_model::golden::block::Block;
use vidalu_model::isa::{Instruction, Operation, Scale, Type, Vmad, VmadMode};
use vidalu_stimulus::{LENGTH, Scope, Stimulus, StimulusError, VmadStimulus, check_range, mask, of, unit_word};

const UNITS: [&str; 6] = ["scalar", "simd", "vmad", "carry", "lanes", "video"];

/// The units with all instructions, and the blocks.
fn all() -> Vec<Arc<dyn Stimulus>> {
    let scope = |unit| Scope { contexts: if unit == "carry" { 3 } else { 1 }, ..Scope::default() };
    let units = UNITS.map(|unit| of(unit, &scope(unit)));
    let blocks = Block::ALL.map(|block| of(block.name(), &Scope::default()));
    units.into_iter().chain(blocks).map(Result::unwrap).collect()
}

#[test]
fn any_vector_can_be_made_alone() {
    for stimulus in all() {
        let forwards: Vec<_> = (0..200).map(|index| stimulus.vector(5, index)).collect();
        let backwards: Vec<_> = (0..200).rev().map(|index| stimulus.vector(5, index)).collect();
        assert!(forwards.iter().eq(backwards.iter().rev()), "{}", stimulus.name());
    }
}

/// Two seeds differ from the first vectors on, those of a unit with corner vectors too.
#[test]
fn another_seed_gives_other_vectors() {
    for stimulus in all() {
        let vectors = |seed| -> Vec<_> { (0..200).map(|index| stimulus.vector(seed, index)).collect() };
        let (one, other) = (vectors(5), vectors(6));
        assert_ne!(one[0], other[0], "{}", stimulus.name());
        let equal = one.iter().zip(&other).filter(|(one, other)| one == other).count();
        assert!(equal <= 20, "{equal} of {}", stimulus.name());
    }
}

#[test]
fn values_fit_their_ports() {
    for stimulus in all() {
        for index in 0..5000 {
            let vector = stimulus.vector(1, index);
            assert_eq!(vector.len(), stimulus.inputs().len());
            for (signal, value) in stimulus.inputs().iter().zip(vector) {
                assert_eq!(value & !mask(signal.width), 0, "{} {}", stimulus.name(), signal.name);
            }
        }
    }
}

#[test]
fn every_control_word_is_an_instruction() {
    for stimulus in UNITS.map(|unit| of(unit, &Scope::default()).unwrap()) {
        let code = UNIT.codes.iter().find(|(unit, _)| *unit == stimulus.name()).map_or(0, |(_, code)| UNIT.put(*code));
        for index in 0..20_000 {
            let word = stimulus.vector(3, index)[0] | code;
            assert!(control::decode(word).is_ok(), "vector {index} of {}: {word:#x}", stimulus.name());
        }
    }
}

#[test]
fn a_unit_needs_instructions_and_a_module_a_name() {
    let scope = Scope { ops: [Operation::Vadd, Operation::Vset].into(), ..Scope::default() };
    let of = |name| of(name, &scope).map(|_| ()).map_err(|error| error.to_string());
    assert_eq!(of("scalar"), Ok(()));
    assert_eq!(of("video"), Ok(()));
    assert_eq!(of("lanes"), Err("unit lanes has no instruction of simd".to_owned()));
    assert_eq!(of("carry"), Err("unit carry has no instruction of carry".to_owned()));
    assert_eq!(of("fpu"), Err("unknown unit or block `fpu`".to_owned()));
}

#[test]
fn a_sequence_ends() {
    for (first, count) in [(LENGTH - 1, 1), (0, LENGTH), (LENGTH, 0)] {
        assert_eq!(check_range(first, count), Ok(()));
    }
    for first in [LENGTH - 1, u64::MAX] {
        assert_eq!(check_range(first, 2), Err(StimulusError::BeyondEnd { first, count: 2 }));
    }
    for stimulus in all() {
        assert_eq!(stimulus.vector(1, LENGTH - 1).len(), stimulus.inputs().len(), "{}", stimulus.name());
    }
}

/// Units whose forms have no words, or are few.
#[test]
fn two_laps_meet_every_form_of_a_smaller_unit() {
    let narrow = |form: &Vmad| form.asel.is_some() && form.bsel.is_some();
    let single = |form: &Vmad| {
        let is_plain = form.mode == VmadMode::Plain && form.scale == Scale::None && !form.sat;
        form.asel.is_none() && form.bsel.is_none() && form.atype == Type::U32 && form.btype == Type::U32 && is_plain
    };
    let tests: [&dyn Fn(&Vmad) -> bool; 3] = [&narrow, &single, &|form| narrow(form) || single(form)];
    for has in tests {
        let stimulus = VmadStimulus::new(|own| matches!(own, Instruction::Vmad(form) if has(form))).unwrap();
        let met: BTreeSet<_> = (0..2 * stimulus.lap()).map(|index| stimulus.vector(1, index)[0]).collect();
        let forms = Vmad::all().filter(|form| has(form));
        assert_eq!(met, forms.map(|form| unit_word(&Instruction::Vmad(form))).collect());
    }
}

/// Each upper bit of the sum decides alone whether it is in the range, also where both factors have
/// several ones.
#[test]
fn each_upper_bit_decides_alone() {
    let stimulus = VmadStimulus::new(|own| matches!(own, Instruction::Vmad(form) if form.asel.is_none())).unwrap();
    let code = UNIT.codes.iter().find(|(unit, _)| *unit == "vmad").map_or(0, |(_, code)| UNIT.put(*code));
    let mut met = BTreeSet::new();
    for index in 0..1 << 20 {
        let vector = stimulus.vector(1, index);
        let Ok(Instruction::Vmad(form)) = control::decode(vector[0] | code) else { panic!("{:#x}", vector[0]) };
        let factor = |at: usize, kind| {
            if kind == Type::S32 { i128::from(vector[at] as u32 as i32) } else { i128::from(vector[at]) }
        };
        let (a, b, c) = (factor(1, form.atype), factor(2, form.btype), vector[3]);
        let is_long = |factor: i128| factor.unsigned_abs().count_ones() > 4;
        if !form.sat || form.bsel.is_some() || form.mode != VmadMode::Plain || !is_long(a) || !is_long(b) {
            continue;
        }
        let is_signed = form.atype == Type::S32 || form.btype == Type::S32;
        let sum = a * b + if is_signed { i128::from(c as u32 as i32) } else { i128::from(c) };
        let shift = match form.scale {
            Scale::None => 0,
            Scale::Shr7 => 7,
            Scale::Shr15 => 15,
        };
        let scaled = sum >> shift;
        // In a negative sum, the bits above the word are 1 except for one.
        let above = (if scaled < 0 { !scaled } else { scaled }) >> 32;
        if above.count_ones() == 1 {
            met.insert((shift, 32 + above.trailing_zeros()));
        }
    }
    for shift in [0, 7, 15] {
        let missing: Vec<_> = (32..=61 - shift).filter(|&bit| !met.contains(&(shift, bit))).collect();
        assert!(missing.is_empty(), "with a shift by {shift}: {missing:?}");
    }
}

/// The streams are part of the interface: a vector that a report names must stay the same vector.
/// These sums change only together with a line in the changelog.
#[test]
fn the_streams_stay_the_same() {
    let sum = |stimulus: &dyn Stimulus| {
        (0..1000).fold(0, |sum, index| stimulus.vector(1, index).iter().fold(sum, |sum, value| mix(sum ^ value)))
    };
    let sums: Vec<_> = all().iter().map(|stimulus| (stimulus.name(), sum(&**stimulus))).collect();
    let expected = [
        ("scalar", 14_627_249_254_638_035_050),
        ("simd", 13_497_268_478_453_005_915),
        ("vmad", 3_701_744_754_380_815_067),
        ("carry", 5_817_752_740_955_367_938),
        ("lanes", 1_659_750_833_065_634_204),
        ("video", 10_118_434_603_605_089_365),
        ("select", 268_633_380_759_257_652),
        ("adder34", 14_979_896_838_286_703_061),
        ("shifter", 14_226_590_484_329_779_236),
        ("compare", 12_483_678_307_566_040_607),
        ("saturate", 5_658_814_178_403_531_667),
        ("secondary", 2_091_164_957_681_088_883),
        ("merge", 12_084_431_508_308_607_770),
        ("lane_select", 14_814_583_970_555_719_379),
        ("segmented_adder", 10_610_751_438_305_698_513),
        ("lane_saturate", 4_915_416_262_391_798_458),
        ("lane_merge", 15_308_999_721_394_693_901),
        ("accumulate", 1_374_000_494_989_096_605),
        ("multiplier", 1_262_685_004_043_603_985),
        ("scale", 2_089_044_846_522_987_031),
        ("carry_adder", 12_528_008_871_106_587_324),
    ];
    assert_eq!(sums, expected);
}
