//! Corner vectors, which are played before the drawn vectors: each exposes a fault that the drawn
//! vectors missed.
//!
//! Each line of a file is an instruction, and in hexadecimal the registers `a`, `b` and `c`. To
//! find new ones, look at the faults that survive `vidalu mutate`.

use vidalu_model::isa::{Instruction, Unit};
use vidalu_model::ptx::{Scope, parse};

use crate::word::unit_word;

/// The vectors of a unit.
#[derive(Clone, Debug, Default)]
pub(crate) struct Corners {
    columns: [Vec<u64>; 4],
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
        let mut corners = Self::default();
        for line in text.lines() {
            let (instruction, numbers) = vector(line).unwrap_or_else(|| panic!("not a vector: {line}"));
            if has(&instruction) {
                let vector = std::iter::once(unit_word(&instruction)).chain(numbers);
                corners.columns.iter_mut().zip(vector).for_each(|(column, number)| column.push(number));
            }
        }
        corners
    }

    /// Returns the number of corner vectors.
    pub(crate) fn count(&self) -> u64 {
        self.columns[0].len() as u64
    }

    /// Fills the columns of the vectors `first ..` as far as the corner vectors reach. Returns the
    /// number of the first drawn vector, counted from the end of the corner vectors, and the
    /// columns of the drawn vectors.
    pub(crate) fn play<'a>(&self, first: u64, columns: [&'a mut [u64]; 4]) -> (u64, [&'a mut [u64]; 4]) {
        let from = first.min(self.count()) as usize;
        let count = columns[0].len().min(self.columns[0].len() - from);
        let mut own = self.columns.iter();
        let drawn = columns.map(|column| {
            let (played, drawn) = column.split_at_mut(count);
            let own = own.next().expect("there are as many columns");
            played.copy_from_slice(&own[from..from + count]);
            drawn
        });
        (first + count as u64 - self.count().min(first + count as u64), drawn)
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

    /// Returns a column after the corner vectors are filled in, the number of the first drawn
    /// vector, and the number of drawn vectors.
    fn played(corners: &Corners, first: u64, count: usize) -> (Vec<u64>, u64, usize) {
        let mut columns = [(); 4].map(|()| vec![u64::MAX; count]);
        let (next, drawn) = corners.play(first, columns.each_mut().map(Vec::as_mut_slice));
        let left = drawn[0].len();
        (columns[0].clone(), next, left)
    }

    #[test]
    fn corners_come_first_and_drawn_vectors_are_counted_from_behind_them() {
        let corners = Corners { columns: [(); 4].map(|()| vec![1, 2, 3]) };
        let free = u64::MAX;
        assert_eq!(played(&corners, 0, 5), (vec![1, 2, 3, free, free], 0, 2));
        assert_eq!(played(&corners, 2, 3), (vec![3, free, free], 0, 2));
        assert_eq!(played(&corners, 0, 2).0, [1, 2]);
        assert_eq!(played(&corners, 3, 2), (vec![free, free], 0, 2));
        assert_eq!(played(&corners, 10, 1), (vec![free], 7, 1));
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
