//! The order in which a walk meets its cases: every lap meets each once, in another order.

use vidalu_model::draw::{Draw, key, mix};

/// The minimum number of places of all shuffles together, so that few cases meet in many orders.
const PLACES: usize = 4096;

/// Strides to choose from.
const STRIDES: usize = 64;

/// Walks through shuffled cases. A lap chooses a shuffle, a start, and a stride that meets all
/// cases.
#[derive(Clone, Debug)]
pub(crate) struct Order<T> {
    /// All cases, several times, each time shuffled.
    cases: Vec<T>,
    size: usize,
    strides: Vec<usize>,
}

impl<T: Copy> Order<T> {
    /// The walk through `cases`, of which there is at least one.
    pub(crate) fn new(cases: &[T]) -> Self {
        let size = cases.len();
        let mut draw = (0_u64..).map(|index| Draw::new(key("order", size as u64), index).word());
        let mut below = move |bound: usize| (draw.next().expect("it never ends") % bound as u64) as usize;
        let mut shuffled = Vec::new();
        for _ in 0..PLACES.div_ceil(size) {
            let first = shuffled.len();
            shuffled.extend_from_slice(cases);
            (1..size).rev().for_each(|last| shuffled.swap(first + last, first + below(last + 1)));
        }
        // More than half of the strides of a short walk, and a few of a long walk, from all over
        // its length.
        let step = (size / (4 * STRIDES)).max(1);
        let strides = (1..=size).step_by(step).filter(|&stride| gcd(stride, size) == 1);
        Self { cases: shuffled, size, strides: strides.take(4 * STRIDES).collect() }
    }

    /// Vectors of a lap.
    pub(crate) fn lap(&self) -> u64 {
        self.size as u64
    }

    /// The cases, as they come in a shuffle.
    pub(crate) fn cases(&self) -> &[T] {
        &self.cases[..self.size]
    }

    /// The cases of the vectors `first ..` in the sequence of `key`.
    pub(crate) fn fill(&self, key: u64, first: u64, cases: &mut [T]) {
        let count = cases.len();
        let mut cases = cases.iter_mut();
        for lap in self.laps(key, first, count) {
            lap.zip(cases.by_ref()).for_each(|(met, case)| *case = met);
        }
    }

    /// The cases of the vectors `first .. first + count` in the sequence of `key`, lap by lap.
    pub(crate) fn laps(&self, key: u64, first: u64, count: usize) -> impl Iterator<Item = Lap<'_, T>> {
        let (size, end) = (self.lap(), first + count as u64);
        (first / size..end.div_ceil(size)).map(move |lap| {
            let (from, to) = (first.max(lap * size), end.min((lap + 1) * size));
            let draw = mix(key ^ lap);
            let part = |lo: u32, bound: usize| (((draw >> lo & 0xffff) * bound as u64) >> 16) as usize;
            let shuffle = part(0, self.cases.len() / self.size) * self.size;
            let stride = self.strides[part(16, self.strides.len())];
            // The products have few bits: there are not 2^31 cases.
            let start = (draw >> 32) % size + stride as u64 * (from % size);
            Lap {
                number: lap,
                cases: &self.cases[shuffle..shuffle + self.size],
                at: (start % size) as usize,
                stride,
                left: (to - from) as usize,
            }
        })
    }
}

/// Part of a lap: the cases of some vectors in a row.
#[derive(Clone, Debug)]
pub(crate) struct Lap<'a, T> {
    /// Which lap.
    pub(crate) number: u64,
    cases: &'a [T],
    at: usize,
    stride: usize,
    left: usize,
}

impl<T: Copy> Iterator for Lap<'_, T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        self.left = self.left.checked_sub(1)?;
        let case = self.cases[self.at];
        // Both possible places are computed at once, because each step waits for the one before.
        let (back, is_within) = self.at.overflowing_sub(self.cases.len() - self.stride);
        self.at = if is_within { self.at + self.stride } else { back };
        Some(case)
    }
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn each_lap_meets_every_case_in_an_order_of_its_own() {
        for size in [1, 2, 3, 56, 1000, 10_240] {
            let order = Order::new(&(0..size).collect::<Vec<_>>());
            let laps: Vec<Vec<_>> =
                (0..4).map(|lap| order.laps(7, lap * size, size as usize).flatten().collect()).collect();
            for lap in &laps {
                assert_eq!(lap.iter().copied().collect::<HashSet<_>>(), (0..size).collect());
                assert_eq!(lap.len() as u64, size);
            }
            assert!(size < 56 || laps.iter().collect::<HashSet<_>>().len() == 4, "{size} cases");
        }
    }

    #[test]
    fn any_part_of_the_walk_is_the_same_alone() {
        let order = Order::new(&(0..100).collect::<Vec<_>>());
        let whole: Vec<u64> = order.laps(3, 0, 1000).flatten().collect();
        for first in [0, 1, 99, 100, 777] {
            assert_eq!(order.laps(3, first, 150).flatten().collect::<Vec<_>>(), whole[first as usize..][..150]);
        }
    }

    /// A case can be followed by any other case, if there are few.
    #[test]
    fn few_cases_follow_each_other_in_all_ways() {
        let order = Order::new(&(0..56).collect::<Vec<u64>>());
        let met: Vec<_> = order.laps(1, 0, 100_000).flatten().collect();
        let pairs: HashSet<_> = met.windows(2).map(|two| (two[0], two[1])).collect();
        assert!(pairs.len() >= 56 * 55, "{}", pairs.len());
    }
}
