//! Subjects: columns hold what single vectors have.

use std::collections::BTreeSet;

use vidalu_gen::{Config, Operation};
use vidalu_sim::subject::of;
use vidalu_stimulus::Scope;

/// Vectors in columns equal vectors one at a time, and so do their golden results: in every unit
/// with every profile, also without `sat_o`, and across the end of a lap.
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
            // Not a multiple of the number of vectors that are drawn at once.
            let count = 3001;
            let columns = |signals: usize| vec![vec![0; count]; signals];
            let mut inputs = columns(subject.inputs().len());
            subject.stimuli(5, first, &mut inputs);
            // Neighbors find different CC.CF, and each vector finds both.
            for turn in [0, 1] {
                let mut outputs = columns(subject.outputs().len());
                let mut flags: Vec<_> = (0..count).map(|at| (at as u64 + turn) & 1).collect();
                subject.results_at(0..count, &inputs, &mut outputs, &mut flags);
                for at in 0..count {
                    let flag = (at as u64 + turn) & 1 == 1;
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

/// A key that decides about vectors and is not in the scope would be left out by the bindings.
#[test]
fn the_scope_knows_every_key_of_a_configuration() {
    let config = serde_json::to_value(Config::default()).unwrap();
    let keys: BTreeSet<_> = config.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, Scope::KEYS.into_iter().chain(Scope::OTHER_KEYS).collect());
    assert_eq!(Scope::MAX_CONTEXTS, Config::MAX_CONTEXTS);
    for (key, value) in [("contexts", "2"), ("wide", "false"), ("mad64", "\"none\"")] {
        let changed = Config::from_toml(&format!("{key} = {value}")).unwrap();
        let [plain, changed] = [Config::default(), changed].map(|config| of("video".parse().unwrap(), &config));
        let differ = (0..100).any(|at| plain.stimulus(1, at) != changed.stimulus(1, at));
        assert!(differ, "{key}");
    }
}
