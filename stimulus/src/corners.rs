//! Corner vectors: they expose faults and meet cases of the coverage tables that drawn vectors
//! missed.
//!
//! Each line of a file is an instruction, and in hexadecimal the registers `a`, `b` and `c`. Where
//! a fault at one bit survived, a line for each bit at which it can occur has been added. To find
//! new ones, look at the faults that survive `vidalu mutate` and at the cases that `vidalu cosim`
//! reports as unmet.
//!
//! Every fourth vector of a sequence is a corner vector until each was met. The seed decides their
//! order, so a short sequence has drawn vectors too, and two seeds differ from their first vectors
//! on.

use vidalu_model::draw::key;
use vidalu_model::isa::{Instruction, Unit};
use vidalu_model::ptx::{Scope, parse};

use crate::order::Order;
use crate::word::unit_word;

/// The distance from one corner vector to the next.
const STEP: u64 = 4;

/// A control word and the registers `a`, `b` and `c`.
type Vector = [u64; 4];

/// The corner vectors of a unit.
#[derive(Clone, Debug)]
pub(crate) struct Corners {
    /// `None` if the unit has no corner vector.
    order: Option<Order<Vector>>,
}

impl Corners {
    /// Returns the corner vectors of a unit whose instructions `has` accepts.
    ///
    /// # Panics
    /// If a line of the file is not a vector of the unit, which is a bug.
    pub(crate) fn new(unit: Unit, has: impl Fn(&Instruction) -> bool) -> Self {
        let text = match unit {
            Unit::Scalar => include_str!("corners/scalar.txt"),
            Unit::Vmad => include_str!("corners/vmad.txt"),
            Unit::Simd | Unit::Carry => "",
        };
        let vectors = text.lines().map(|line| vector(line).unwrap_or_else(|| panic!("not a vector: {line}")));
        let own = vectors.filter(|(instruction, _)| has(instruction));
        Self::of(&own.map(|(instruction, [a, b, c])| [unit_word(&instruction), a, b, c]).collect::<Vec<_>>())
    }

    fn of(vectors: &[Vector]) -> Self {
        Self { order: (!vectors.is_empty()).then(|| Order::new(vectors)) }
    }

    /// Returns the number of corner vectors.
    pub(crate) fn count(&self) -> u64 {
        self.order.as_ref().map_or(0, Order::lap)
    }

    /// Returns the numbers of the corner vectors among the first `count` vectors of a sequence.
    pub(crate) fn numbers(&self, count: u64) -> Vec<u64> {
        (0..self.count()).map(|corner| STEP * corner + STEP - 1).take_while(|number| *number < count).collect()
    }

    /// Fills the columns with the vectors `first ..` of the sequence of `seed`. `fill` fills
    /// columns with drawn vectors, which are counted without the corner vectors.
    pub(crate) fn weave(&self, seed: u64, first: u64, columns: [&mut [u64]; 4], fill: impl Fn(u64, [&mut [u64]; 4])) {
        let end = first + columns[0].len() as u64;
        // Corner vectors stand before this vector, and not from it on.
        let border = (STEP * self.count()).clamp(first, end);
        let mut halves = columns.map(|column| column.split_at_mut((border - first) as usize));
        if let Some(order) = &self.order
            && border > first
        {
            let (met, until) = (first / STEP, border / STEP);
            let mut corners = vec![[0; 4]; (until - met) as usize];
            order.fill(key("corners", seed), met, &mut corners);
            let mut drawn = [(); 4].map(|()| vec![0; (border - first) as usize - corners.len()]);
            fill(first - met, drawn.each_mut().map(Vec::as_mut_slice));
            for (at, (woven, _)) in halves.iter_mut().enumerate() {
                let (mut corners, mut drawn) = (corners.iter().map(|vector| vector[at]), drawn[at].iter().copied());
                for (index, value) in (first..).zip(woven.iter_mut()) {
                    let next = if index % STEP == STEP - 1 { corners.next() } else { drawn.next() };
                    *value = next.expect("there are as many as places");
                }
            }
        }
        fill(border.max(STEP * self.count()) - self.count(), halves.map(|(_, drawn)| drawn));
    }
}

/// Reads a line: an instruction, and three numbers.
fn vector(line: &str) -> Option<(Instruction, [u64; 3])> {
    let (ptx, numbers) = line.split_once(';')?;
    let instruction = *parse(ptx, &mut Scope::inferring()).ok()?.statement.instruction();
    let numbers: Option<Vec<_>> = numbers.split_whitespace().map(|word| u64::from_str_radix(word, 16).ok()).collect();
    Some((instruction, numbers?.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the first column of the vectors `first ..`. Drawn vectors have the number from which
    /// they are counted.
    fn woven(corners: &Corners, seed: u64, first: u64, count: usize) -> Vec<u64> {
        let mut columns = [(); 4].map(|()| vec![u64::MAX; count]);
        corners.weave(seed, first, columns.each_mut().map(Vec::as_mut_slice), |first, columns| {
            for column in columns {
                (first..).zip(column).for_each(|(number, value)| *value = number);
            }
        });
        columns[0].clone()
    }

    #[test]
    fn every_fourth_vector_is_a_corner_until_each_was_met() {
        let corners = Corners::of(&[100, 200, 300].map(|corner| [corner; 4]));
        let whole = woven(&corners, 1, 0, 16);
        let (met, drawn): (Vec<_>, Vec<_>) = whole.iter().partition(|value| **value >= 100);
        assert_eq!(drawn, (0..13).collect::<Vec<_>>());
        assert_eq!([whole[3], whole[7], whole[11]].to_vec(), met);
        assert_eq!(met.iter().sum::<u64>(), 600);
        for first in 0..16 {
            for count in 0..16 - first {
                let part = &whole[first..first + count];
                assert_eq!(woven(&corners, 1, first as u64, count), part, "{count} from {first}");
            }
        }
        assert_eq!(woven(&corners, 1, 1 << 40, 2), [(1 << 40) - 3, (1 << 40) - 2]);
        assert!((2..20).any(|seed| woven(&corners, seed, 0, 16) != whole));
    }

    #[test]
    fn a_unit_without_corners_has_drawn_vectors_only() {
        assert_eq!(woven(&Corners::of(&[]), 1, 5, 6), (5..11).collect::<Vec<_>>());
    }

    #[test]
    fn a_unit_has_the_corners_of_its_instructions() {
        let all = Corners::new(Unit::Scalar, |_| true);
        let comparisons = |form: &Instruction| matches!(form, Instruction::Scalar(form) if form.op.name() == "vset");
        let some = Corners::new(Unit::Scalar, comparisons);
        assert!(some.count() < all.count(), "{} of {}", some.count(), all.count());
        assert_eq!(Corners::new(Unit::Scalar, |_| false).count(), 0);
    }
}
