//! The order in which the units of `video` get their instructions.
//!
//! Each gets as many as the others. In half of the rounds they are shuffled, so that every unit follows every other; in
//! the rest a unit gets all of a round in a row, as it needs for chains of CC.CF.

use vidalu_model::draw::{Permutation, key, mix};

/// Instructions of a unit in one round.
const ROUND: u64 = 16;

/// The turns of so many units.
#[derive(Clone, Copy, Debug)]
pub struct Turns {
    units: u64,
}

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    /// The unit, counted from 0.
    pub unit: u64,
    /// Its vector.
    pub index: u64,
}

impl Turns {
    /// Those of `units` units, at least one.
    pub fn new(units: u64) -> Self {
        Self { units }
    }

    /// The turn at vector `index` of the sequence that `seed` names.
    pub fn at(self, seed: u64, index: u64) -> Turn {
        let size = ROUND * self.units;
        let (round, place) = (index / size, index % size);
        let key = mix(key("turns", seed) ^ round);
        let first = round * ROUND;
        if key >> 63 == 0 {
            let place = Permutation::new(key, size).at(place);
            Turn { unit: place % self.units, index: first + place / self.units }
        } else {
            let unit = Permutation::new(key, self.units).at(place / ROUND);
            Turn { unit, index: first + place % ROUND }
        }
    }

    /// Vectors in which a unit surely has `own` turns.
    pub fn span(self, own: u64) -> u64 {
        (own.div_ceil(ROUND) + 1) * ROUND * self.units
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_unit_has_every_vector_once() {
        for units in 1..=4 {
            let turns: HashSet<_> = (0..100 * ROUND * units)
                .map(|index| Turns::new(units).at(7, index))
                .map(|turn| (turn.unit, turn.index))
                .collect();
            assert_eq!(turns, (0..units).flat_map(|unit| (0..100 * ROUND).map(move |index| (unit, index))).collect());
        }
    }

    #[test]
    fn every_unit_follows_every_other_and_itself() {
        let order: Vec<_> = (0..1000).map(|index| Turns::new(4).at(1, index).unit).collect();
        let pairs: HashSet<_> = order.windows(2).map(|pair| (pair[0], pair[1])).collect();
        assert_eq!(pairs.len(), 16);
    }
}
