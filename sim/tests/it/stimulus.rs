//! The vectors: the same for ever, legal, and made to hit corners.

use std::collections::HashSet;

use vidalu_gen::{Config, Operation};
use vidalu_model::control;
use vidalu_model::draw::{Draw, Permutation, key, mix};
use vidalu_model::golden::Profile;
use vidalu_sim::stimulus::corner::mask;
use vidalu_sim::subject::{Block, CarryUnit, LanesUnit, ScalarUnit, SimdUnit, Subject, VmadUnit, of};

fn unit() -> ScalarUnit {
    ScalarUnit::new(|_| true, Profile::Manual, true)
}

fn subjects() -> Vec<Box<dyn Subject>> {
    let blocks = Block::names().map(|name| Box::new(Block::new(name, Profile::Manual).unwrap()) as Box<dyn Subject>);
    let simd = SimdUnit::new(|_, _| true, true);
    let vmad = VmadUnit::new(Profile::Manual, true);
    let carry = CarryUnit::new(|_| true, Profile::Manual, 3);
    let lanes = LanesUnit::new(unit(), SimdUnit::new(|_, _| true, true));
    let units: [Box<dyn Subject>; 5] =
        [Box::new(unit()), Box::new(simd), Box::new(vmad), Box::new(carry), Box::new(lanes)];
    let video = of("video".parse().unwrap(), &Config::default());
    units.into_iter().chain([video]).chain(blocks).collect()
}

/// The reference values of SplitMix64 from state 1234567, as its author's program prints them.
#[test]
fn the_output_function_is_splitmix64() {
    let gamma = 0x9e37_79b9_7f4a_7c15_u64;
    let outputs: Vec<u64> = (1..=3).map(|n| mix(1_234_567_u64.wrapping_add(gamma.wrapping_mul(n)))).collect();
    assert_eq!(outputs, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
}

#[test]
fn permutations_meet_everything_once() {
    for size in [1, 2, 3, 14, 28, 1000, 6664] {
        let seen: HashSet<u64> = (0..size).map(|at| Permutation::new(99, size).at(at)).collect();
        assert_eq!(seen.len() as u64, size);
        assert!(seen.iter().all(|&at| at < size));
    }
}

#[test]
#[should_panic(expected = "drew more than 63 words")]
fn a_vector_never_reads_its_neighbours_words() {
    let mut draw = Draw::new(key("scalar", 0), 0);
    let total = (0..64).fold(0_u64, |sum, _| sum ^ draw.word());
    assert_ne!(total, 0);
}

#[test]
fn any_vector_can_be_made_alone() {
    for subject in subjects() {
        let forwards: Vec<_> = (0..200).map(|index| subject.stimulus(5, index)).collect();
        let backwards: Vec<_> = (0..200).rev().map(|index| subject.stimulus(5, index)).collect();
        assert!(forwards.iter().eq(backwards.iter().rev()), "{}", subject.name());
        // The first are the corners, whatever the seed.
        let others: Vec<_> = (0..200).map(|index| subject.stimulus(6, index)).collect();
        assert_ne!(forwards, others, "{}", subject.name());
    }
}

/// Vectors in columns are the same as one at a time, and so is what the golden model gives for them: in every unit with
/// every profile, also without `sat_o`, and over the end of a lap.
#[test]
fn columns_hold_what_vectors_one_at_a_time_have() {
    let profiles = [vidalu_gen::Profile::Manual, vidalu_gen::Profile::Hardware];
    let configs = profiles.map(|profile| Config { profile, ..Config::default() });
    let more = Config { sat_o: true, contexts: 3, ..Config::default() };
    let less = Config { wide: false, ops: [Operation::AddCc, Operation::Vmad].into(), ..Config::default() };
    let units = ["scalar", "simd", "vmad", "carry", "lanes", "video"].map(|unit| unit.parse().unwrap());
    let configs = configs.into_iter().chain([more]);
    let cases = configs.flat_map(|config| units.map(|unit| (unit, config.clone())));
    let cases = cases.chain([(units[3], less.clone()), (units[5], less)]);
    for subject in cases.map(|(unit, config)| of(unit, &config)) {
        for first in [0, 13_000, 1 << 40] {
            // Not a multiple of what is made at once.
            let count = 3001;
            let columns = |signals: usize| vec![vec![0; count]; signals];
            let mut inputs = columns(subject.inputs().len());
            subject.stimuli(5, first, &mut inputs);
            for flag in [false, true] {
                let (mut outputs, mut flags) = (columns(subject.outputs().len()), vec![0; count]);
                subject.results(&inputs, flag, &mut outputs, &mut flags);
                for at in 0..count {
                    let vector = subject.stimulus(5, first + at as u64);
                    let here = |columns: &[Vec<u64>]| columns.iter().map(|column| column[at]).collect::<Vec<_>>();
                    assert_eq!(here(&inputs), vector, "vector {at} after {first} of {}", subject.name());
                    let (expected, left) = subject.with_flag(&vector, flag);
                    assert_eq!((here(&outputs), flags[at] == 1), (expected, left), "{}: {vector:x?}", subject.name());
                }
            }
        }
    }
}

#[test]
fn values_fit_their_ports() {
    for subject in subjects() {
        for index in 0..5000 {
            let vector = subject.stimulus(1, index);
            assert_eq!(vector.len(), subject.inputs().len());
            for (signal, value) in subject.inputs().iter().zip(vector) {
                assert_eq!(value & !mask(signal.width), 0, "{} {}", subject.name(), signal.name);
            }
        }
    }
}

#[test]
fn every_control_word_is_an_instruction() {
    let (unit, simd) = (unit(), SimdUnit::new(|_, _| true, true));
    let lanes = LanesUnit::new(ScalarUnit::new(|_| true, Profile::Manual, true), SimdUnit::new(|_, _| true, true));
    for index in 0..20_000 {
        let vector = unit.stimulus(3, index);
        assert!(control::decode(vector[0]).is_ok(), "vector {index}: {:#x}", vector[0]);
        assert!(unit.ptx(&vector).is_some_and(|line| line.starts_with('v')));
        let vector = simd.stimulus(3, index);
        assert!(simd.ptx(&vector).is_some_and(|line| line.starts_with('v')), "vector {index}: {:#x}", vector[0]);
        let vector = lanes.stimulus(3, index);
        assert!(lanes.ptx(&vector).is_some_and(|line| line.starts_with('v')), "vector {index}: {:#x}", vector[0]);
    }
}

/// The streams are part of the interface: a vector that a report names must stay the same vector. These sums change only
/// together with a line in the changelog.
#[test]
fn the_streams_are_those_of_the_first_release() {
    let sum = |subject: &dyn Subject| {
        (0..1000).fold(0, |sum, index| subject.stimulus(1, index).iter().fold(sum, |sum, value| mix(sum ^ value)))
    };
    let sums: Vec<_> = subjects().iter().map(|subject| (subject.name(), sum(&**subject))).collect();
    let expected = [
        ("scalar", 4_109_332_967_099_638_414),
        ("simd", 13_497_268_478_453_005_915),
        ("vmad", 5_262_558_347_341_782_956),
        ("carry", 6_291_364_340_263_961_757),
        ("lanes", 11_733_442_901_093_887_216),
        ("video", 11_854_467_736_771_141_750),
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
