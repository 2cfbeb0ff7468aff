//! The vectors of a set, in any order.

use std::collections::hash_map::DefaultHasher;
use std::collections::{HashMap, VecDeque};
use std::hash::{Hash, Hasher};
use std::ops::Range;

use super::verdict::Strays;
use crate::golden::Flags;
use crate::rows::AT_ONCE;
use crate::set::Set;

/// The number of batches that are kept: those around the place of the stream, and as many again for
/// streams that several writers wove.
const KEPT: usize = 64;

/// The number of batches before and after its place in which the vector of an answer is sought.
const NEAR: u64 = 16;

/// The vectors, and which of them are answered.
pub(super) struct Questions {
    pub(super) set: Set,
    /// The CC.CF before each batch.
    flags: Vec<Flags>,
    batches: VecDeque<Batch>,
    /// One bit a vector, in words of 64. A header can name any number of vectors.
    answered: HashMap<u64, u64>,
}

/// Consecutive vectors.
struct Batch {
    number: u64,
    values: Vec<Vec<u64>>,
    /// The positions by the hash of the inputs, once somebody asks.
    places: Option<HashMap<u64, Vec<usize>>>,
}

impl Questions {
    pub(super) fn new(set: Set) -> Self {
        let flags = vec![set.golden.reset()];
        Self { set, flags, batches: VecDeque::new(), answered: HashMap::new() }
    }

    /// Returns the columns of the outputs.
    pub(super) fn outputs(&self) -> Range<usize> {
        let columns = self.set.columns().len();
        columns - self.set.golden.subject.outputs().len()..columns
    }

    /// Returns the values of a vector.
    pub(super) fn row(&mut self, index: u64) -> Vec<u64> {
        let batch = self.batch(index / AT_ONCE as u64);
        batch.values.iter().map(|column| column[index as usize % AT_ONCE]).collect()
    }

    /// Returns whether a vector has these inputs.
    pub(super) fn is(&mut self, index: u64, inputs: &[u64]) -> bool {
        self.row(index)[..inputs.len()] == *inputs
    }

    /// Returns the vector with these inputs: that at `next`, or else one near it, preferably one
    /// that is not answered.
    pub(super) fn find(&mut self, inputs: &[u64], next: u64) -> Option<u64> {
        let count = self.set.count();
        if next < count && self.is(next, inputs) {
            return Some(next);
        }
        let (hash, here) = (hash(inputs), next / AT_ONCE as u64);
        let near = std::iter::once(here).chain((1..=NEAR).flat_map(|far| [here + far, here.wrapping_sub(far)]));
        let mut answered = None;
        for number in near.filter(|number| *number < count.div_ceil(AT_ONCE as u64)) {
            let width = inputs.len();
            let batch = self.batch(number);
            let values = &batch.values;
            let row = |at: usize| values[..width].iter().map(move |column| column[at]);
            let places = batch.places.get_or_insert_with(|| {
                let mut places: HashMap<_, Vec<_>> = HashMap::new();
                for at in 0..values[0].len() {
                    places.entry(self::hash(&row(at).collect::<Vec<_>>())).or_default().push(at);
                }
                places
            });
            let places = places.get(&hash).into_iter().flatten().filter(|&&at| row(at).eq(inputs.iter().copied()));
            let places: Vec<_> = places.map(|&at| number * AT_ONCE as u64 + at as u64).collect();
            if let Some(open) = places.iter().find(|&&index| !self.is_answered(index)) {
                return Some(*open);
            }
            answered = answered.or(places.first().copied());
        }
        answered
    }

    fn is_answered(&self, index: u64) -> bool {
        self.answered.get(&(index / 64)).is_some_and(|word| word >> (index % 64) & 1 == 1)
    }

    /// Notes that a vector is answered; returns whether it was not.
    pub(super) fn mark(&mut self, index: u64) -> bool {
        let is_new = !self.is_answered(index);
        *self.answered.entry(index / 64).or_default() |= 1 << (index % 64);
        is_new
    }

    /// Returns the vectors without an answer.
    pub(super) fn missing(&self) -> Strays {
        let answered: u64 = self.answered.values().map(|word| u64::from(word.count_ones())).sum();
        let first = (0..self.set.count()).find(|&index| !self.is_answered(index));
        Strays { count: self.set.count() - answered, first }
    }

    fn batch(&mut self, number: u64) -> &mut Batch {
        if let Some(at) = self.batches.iter().position(|batch| batch.number == number) {
            // The batches that nobody asks for come to the end.
            if at > 0 {
                let batch = self.batches.remove(at).expect("it was found");
                self.batches.push_front(batch);
            }
        } else {
            while (self.flags.len() as u64) <= number {
                self.make(self.flags.len() as u64 - 1);
            }
            let batch = self.make(number);
            self.batches.push_front(batch);
            self.batches.truncate(KEPT);
        }
        &mut self.batches[0]
    }

    /// Makes a batch whose CC.CF is known, and with it the CC.CF of the next.
    fn make(&mut self, number: u64) -> Batch {
        let mut flags = self.flags[number as usize].clone();
        let values = self.set.at(number * AT_ONCE as u64, &mut flags);
        if self.flags.len() as u64 == number + 1 {
            self.flags.push(flags);
        }
        Batch { number, values, places: None }
    }
}

fn hash(inputs: &[u64]) -> u64 {
    let mut hasher = DefaultHasher::new();
    inputs.hash(&mut hasher);
    hasher.finish()
}
