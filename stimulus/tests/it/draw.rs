//! The random numbers behind the vectors, which are part of the interface.

use std::collections::HashSet;

use vidalu_model::draw::{Draw, Permutation, key, mix};

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
