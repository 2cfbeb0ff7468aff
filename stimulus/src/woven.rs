//! Vectors of modules with several units: the vectors of the units, woven into each other.

use std::sync::Arc;

use multiversion::multiversion;
use vidalu_model::control::{UNIT, WIDTH};
use vidalu_model::draw::{Draw, key};

use crate::columns::BLOCK;
use crate::corner::mask;
use crate::source::{Signal, Stimulus};
use crate::turns::Turns;

/// The names of the modules, and of their sequences.
pub(crate) const LANES: &str = "lanes";
pub(crate) const VIDEO: &str = "video";

/// Draws the vectors of unit `lanes` or `video`.
///
/// Each unit inside receives its own sequence without a gap. An input that the unit does not read
/// holds noise.
pub struct Woven {
    name: &'static str,
    inputs: Vec<Signal>,
    /// The units with their codes.
    units: Vec<(u64, Arc<dyn Stimulus>)>,
    turns: Turns,
    contexts: u64,
}

impl Woven {
    /// Returns the stimulus of unit `lanes`, whose parts are the scalar and the SIMD unit, in this
    /// order, or one of them. One of every three vectors is a SIMD vector, in a drawn place,
    /// because a lap of the scalar unit is longer.
    pub fn lanes(parts: Vec<Arc<dyn Stimulus>>) -> Self {
        let turns = if parts.len() == 2 { Turns::two_to_one() } else { Turns::equal(parts.len()) };
        Self::new(LANES, parts, turns, 1)
    }

    /// Returns the stimulus of unit `video` with these units, at least one, and this number of
    /// contexts.
    pub fn video(units: Vec<Arc<dyn Stimulus>>, contexts: u64) -> Self {
        let turns = Turns::equal(units.len());
        Self::new(VIDEO, units, turns, contexts)
    }

    fn new(name: &'static str, units: Vec<Arc<dyn Stimulus>>, turns: Turns, contexts: u64) -> Self {
        let widest = |name| {
            let signals = units.iter().flat_map(|unit| unit.inputs());
            signals.filter(|signal| signal.name == name).map(|signal| signal.width).max()
        };
        let others = ["ctx_i", "a_i", "b_i", "c_i"].map(|name| Some(Signal { name, width: widest(name)? }));
        let word = Signal { name: "ctl_i", width: WIDTH };
        let inputs = std::iter::once(word).chain(others.into_iter().flatten()).collect();
        let units = units.into_iter().map(|unit| (UNIT.code(unit.name()), unit)).collect();
        Self { name, inputs, units, turns, contexts }
    }

    /// Returns the stimulus with the inputs of another module, which has further units. They hold
    /// noise as far as no unit reads them.
    #[must_use]
    pub fn with_inputs_of(self, whole: &Self) -> Self {
        Self { inputs: whole.inputs.clone(), ..self }
    }

    /// Returns the position of an input among all inputs.
    fn index(&self, name: &str) -> usize {
        self.place_of_input(name).expect("the module has the inputs of its units")
    }

    /// Returns a number of vectors in which each unit surely has `own` turns, if all units have
    /// equally many.
    pub fn span(&self, own: u64) -> u64 {
        self.turns.span(own)
    }

    /// Fills an input with noise if some unit does not read all of it; otherwise leaves it alone.
    fn fill_unread(&self, signal: &Signal, key: u64, first: u64, column: &mut [u64]) {
        let reads_all = |unit: &dyn Stimulus| unit.inputs().contains(signal);
        match signal.name {
            "ctl_i" => column.fill(0),
            "ctx_i" => noise(key, first, column, u64::MAX, self.contexts),
            _ if self.units.iter().all(|(_, unit)| reads_all(&**unit)) => {}
            _ => noise(key, first, column, mask(signal.width), 1 << 32),
        }
    }
}

impl Stimulus for Woven {
    fn name(&self) -> &'static str {
        self.name
    }

    fn inputs(&self) -> &[Signal] {
        &self.inputs
    }

    fn fill(&self, seed: u64, first: u64, columns: &mut [Vec<u64>]) {
        let key = key(self.name, seed);
        let (round, end) = (self.turns.round() as u64, first + columns[0].len() as u64);
        let at_once = (BLOCK as u64 / round).max(1);
        let mut own: Vec<_> = self.units.iter().map(|(_, unit)| vec![Vec::new(); unit.inputs().len()]).collect();
        let mut places = vec![Vec::new(); self.units.len()];
        let mut whole = vec![vec![0; (at_once * round) as usize]; self.inputs.len()];
        let mut next = first;
        while next < end {
            // The rounds are whole; their first and last vectors may be unneeded.
            let number = next / round;
            let (start, count) = (number * round, at_once.min((end - number * round).div_ceil(round)));
            self.turns.places(key, number, count as usize, &mut places);
            for (stream, (signal, column)) in (1..).zip(self.inputs.iter().zip(&mut whole)) {
                self.fill_unread(signal, key.wrapping_add(stream), start, column);
            }
            for (at, ((code, unit), (own, places))) in self.units.iter().zip(own.iter_mut().zip(&places)).enumerate() {
                own.iter_mut().for_each(|column| column.resize(places.len(), 0));
                unit.fill(seed, number * self.turns.share(at) as u64, own);
                for (signal, own) in unit.inputs().iter().zip(own) {
                    let code = if signal.name == "ctl_i" { UNIT.put(*code) } else { 0 };
                    let (column, kept) = (&mut whole[self.index(signal.name)], !mask(signal.width));
                    places.iter().zip(own).for_each(|(&at, own)| column[at] = column[at] & kept | *own | code);
                }
            }
            let stop = end.min(start + count * round);
            for (column, whole) in columns.iter_mut().zip(&whole) {
                let made = &whole[(next - start) as usize..(stop - start) as usize];
                column[(next - first) as usize..(stop - first) as usize].copy_from_slice(made);
            }
            next = stop;
        }
    }

    fn corners(&self, seed: u64, count: u64) -> Vec<u64> {
        let (key, round) = (key(self.name, seed), self.turns.round() as u64);
        let mut places = vec![Vec::new(); self.units.len()];
        let mut corners = Vec::new();
        for (at, (_, unit)) in self.units.iter().enumerate() {
            let share = self.turns.share(at) as u64;
            for own in unit.corners(seed, count) {
                self.turns.places(key, own / share, 1, &mut places);
                corners.push(own / share * round + places[at][(own % share) as usize] as u64);
            }
        }
        corners.sort_unstable();
        corners.retain(|number| *number < count);
        corners
    }
}

/// Fills a column with numbers below `bound`, which is at most 2^32. If `bound` is 2^32, fills it
/// with random bits under the mask `all`.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2+bmi1+bmi2", "aarch64+neon"))]
fn noise(key: u64, first: u64, column: &mut [u64], all: u64, bound: u64) {
    for (at, value) in column.iter_mut().enumerate() {
        let word = Draw::new(key, first.wrapping_add(at as u64)).word();
        *value = if bound >> 32 == 1 { word & all } else { ((word >> 32) * bound) >> 32 };
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::{Scope, of};

    /// Returns the control words and the registers of the corner vectors of a sequence.
    fn vectors(name: &str, seed: u64) -> BTreeSet<[u64; 4]> {
        let stimulus = of(name, &Scope::default()).unwrap();
        let place = |name| stimulus.place_of_input(name).unwrap();
        let places = ["ctl_i", "a_i", "b_i", "c_i"].map(place);
        let vector = |number: u64| {
            let values = stimulus.vector(seed, number);
            let [ctl, a, b, c] = places.map(|place| values[place]);
            [ctl & mask(UNIT.lo), a & mask(32), b & mask(32), c & mask(32)]
        };
        stimulus.corners(seed, 10_000).into_iter().map(vector).collect()
    }

    #[test]
    fn the_corner_vectors_are_those_of_the_units() {
        let corners = |name: &str, count| of(name, &Scope::default()).unwrap().corners(9, count);
        // Every seed has the same corner vectors, and other drawn ones.
        let all = |name: &str| {
            assert_eq!(vectors(name, 9), vectors(name, 10), "{name}");
            vectors(name, 9)
        };
        let (scalar, vmad) = (all("scalar"), all("vmad"));
        assert_eq!([scalar.len(), vmad.len()], [35, 154]);
        assert_eq!(all("lanes"), scalar);
        assert_eq!(all("video"), scalar.union(&vmad).copied().collect());
        for name in ["scalar", "vmad", "lanes", "video"] {
            let numbers = corners(name, 10_000);
            assert!(numbers.is_sorted());
            for count in [0, 1, 4, 50, 300] {
                let first: Vec<_> = numbers.iter().copied().filter(|number| *number < count).collect();
                assert_eq!(corners(name, count), first, "{name} {count}");
            }
        }
        assert!(corners("simd", 10_000).is_empty() && corners("select", 10_000).is_empty());
    }
}
