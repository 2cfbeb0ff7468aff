//! The order in which the units of a module with several get their instructions.

use vidalu_model::draw::{Draw, key, mix};

/// Instructions of a unit in one round of several equal units.
const ROUND: usize = 16;

/// Kinds of rounds of several equal units.
const PATTERNS: u64 = 64;

/// The turns of the units, in rounds. In each round, each unit gets its share of instructions.
#[derive(Clone, Debug)]
pub(crate) struct Turns {
    /// Instructions of each unit in a round.
    shares: Vec<usize>,
    /// The units, in the orders in which they can come in a round.
    patterns: Vec<Vec<u8>>,
}

impl Turns {
    /// Returns the turns of `units` units with equal shares, at least one unit. In half of the
    /// rounds, the turns are shuffled, so that every unit follows every other. In the other half, a
    /// unit has all its turns of a round in a row, as chains of CC.CF need it.
    pub(crate) fn equal(units: usize) -> Self {
        let patterns = (0..PATTERNS).map(|pattern| {
            let mut draw = Draw::new(key("turns", units as u64), pattern);
            let times = if pattern % 2 == 0 { 1 } else { ROUND };
            let mut turns: Vec<_> =
                (0..units as u8).flat_map(|unit| [unit; ROUND].into_iter().step_by(times)).collect();
            (1..turns.len()).rev().for_each(|last| turns.swap(last, draw.below(last as u32 + 1) as usize));
            turns.into_iter().flat_map(|unit| std::iter::repeat_n(unit, times)).collect()
        });
        Self { shares: vec![ROUND; units], patterns: patterns.collect() }
    }

    /// Returns the turns of two units; the second unit gets one instruction of three, in any place.
    pub(crate) fn two_to_one() -> Self {
        Self { shares: vec![2, 1], patterns: vec![vec![0, 0, 1], vec![0, 1, 0], vec![1, 0, 0]] }
    }

    /// Returns the number of instructions of a round.
    pub(crate) fn round(&self) -> usize {
        self.patterns[0].len()
    }

    /// Returns the number of instructions of a unit in a round.
    pub(crate) fn share(&self, unit: usize) -> usize {
        self.shares[unit]
    }

    /// Returns a number of vectors in which a unit surely has `own` turns, if all shares are equal.
    pub(crate) fn span(&self, own: u64) -> u64 {
        (own.div_ceil(ROUND as u64) + 1) * self.round() as u64
    }

    /// Computes the positions of each unit's instructions in `count` rounds, from round `first` on,
    /// of the sequence of `key`. The positions are sorted; each round has [`Turns::share`]
    /// positions of a unit.
    pub(crate) fn places(&self, key: u64, first: u64, count: usize, places: &mut [Vec<usize>]) {
        places.iter_mut().for_each(Vec::clear);
        for round in 0..count {
            let drawn = mix(key ^ (first + round as u64)) >> 32;
            let pattern = &self.patterns[((drawn * self.patterns.len() as u64) >> 32) as usize];
            for (place, &unit) in (round * self.round()..).zip(pattern) {
                places[usize::from(unit)].push(place);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// The unit at each place of a thousand rounds.
    fn units(turns: &Turns, count: usize) -> Vec<usize> {
        let mut places = vec![Vec::new(); count];
        turns.places(1, 0, 1000, &mut places);
        let mut units = vec![usize::MAX; 1000 * turns.round()];
        for (unit, places) in places.iter().enumerate() {
            assert_eq!(places.len(), 1000 * turns.share(unit));
            assert!(places.is_sorted());
            places.iter().for_each(|&place| units[place] = unit);
        }
        units
    }

    #[test]
    fn every_place_has_one_unit_and_every_round_the_shares() {
        for (turns, count) in [(Turns::two_to_one(), 2), (Turns::equal(1), 1), (Turns::equal(4), 4)] {
            for round in units(&turns, count).chunks(turns.round()) {
                for unit in 0..count {
                    assert_eq!(round.iter().filter(|&&other| other == unit).count(), turns.share(unit));
                }
            }
        }
    }

    #[test]
    fn every_unit_follows_every_other_and_itself() {
        for (turns, count) in [(Turns::two_to_one(), 2), (Turns::equal(4), 4)] {
            let pairs: HashSet<_> = units(&turns, count).windows(2).map(|pair| (pair[0], pair[1])).collect();
            assert_eq!(pairs.len(), count * count);
        }
    }

    #[test]
    fn half_of_the_rounds_have_rows() {
        let rounds = units(&Turns::equal(4), 4);
        let rows = rounds.chunks(64).filter(|round| round.chunks(16).all(|row| row.iter().all(|unit| *unit == row[0])));
        assert!((400..600).contains(&rows.count()));
    }
}
