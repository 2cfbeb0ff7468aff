//! Subjects: columns hold what single vectors have.

use vidalu_gen::{Config, Operation};
use vidalu_sim::subject::of;

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
