//! Covering arrays: few rows in which every value, or every pair of values of two axes, is met.
//!
//! A row has one value of each axis, as its number; which rows can be is asked of a function that
//! says why another one cannot. Rows are made one after the other: each begins with something that
//! is still missing, and its other values are chosen so that much else that is missing comes with
//! it.

use vidalu_model::draw::{Draw, key};

/// A value: the number of its axis and its own number there. A value by itself is the pair of it
/// with itself.
pub(super) type Pair = [(usize, usize); 2];

/// The values, or combinations of values, that the configurations must cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Strength {
    /// Every value.
    Values,
    /// Every pair of values of two axes.
    Pairs,
}

/// Rows, the first of which has value 0 of every axis, and what no row can have.
pub(super) struct Covering<E> {
    pub(super) rows: Vec<Vec<usize>>,
    /// With the reason: why the row of first values cannot have them.
    pub(super) impossible: Vec<(Pair, E)>,
}

/// Rows that are tried for each that is taken.
const CANDIDATES: u64 = 8;

/// Covers axes of these sizes. What cannot be met is found by search: it counts as impossible if
/// the row of first values cannot have it, nor can one that differs from that in the values of two
/// more axes.
///
/// # Panics
/// If `check` refuses the row of first values.
pub(super) fn cover<E>(sizes: &[usize], strength: Strength, check: &dyn Fn(&[usize]) -> Result<(), E>) -> Covering<E> {
    let first = vec![0; sizes.len()];
    assert!(check(&first).is_ok(), "the row of first values is possible");
    let mut missing = Missing::new(sizes, strength);
    missing.strike(&first);
    let (mut rows, mut impossible) = (vec![first], Vec::new());
    while let Some(pair) = missing.next() {
        match possible(sizes, &pair, check) {
            Ok(start) => {
                let candidates = (0..CANDIDATES).map(|number| {
                    let mut draw = Draw::new(key("covering", rows.len() as u64), number);
                    improved(start.clone(), sizes, &pair, &missing, check, &mut draw)
                });
                // Of equals the first, so that the result does not depend on more than it must.
                let best = candidates.rev().max_by_key(|row| missing.gain(row));
                let best = best.expect("there is at least one candidate");
                missing.strike(&best);
                rows.push(best);
            }
            Err(reason) => {
                missing.set(&pair, false);
                impossible.push((pair, reason));
            }
        }
    }
    Covering { rows, impossible }
}

/// A possible row with `pair`, as near to the row of first values as there is one; or why that
/// cannot have it.
fn possible<E>(sizes: &[usize], pair: &Pair, check: &dyn Fn(&[usize]) -> Result<(), E>) -> Result<Vec<usize>, E> {
    let mut row = vec![0; sizes.len()];
    pair.iter().for_each(|&(axis, value)| row[axis] = value);
    let reason = match check(&row) {
        Ok(()) => return Ok(row),
        Err(reason) => reason,
    };
    let others: Vec<_> = (0..sizes.len()).filter(|axis| pair.iter().all(|(fixed, _)| fixed != axis)).collect();
    let changes: Vec<_> = others.iter().flat_map(|&axis| (1..sizes[axis]).map(move |value| (axis, value))).collect();
    let with = |changed: &[(usize, usize)]| {
        let mut row = row.clone();
        changed.iter().for_each(|&(axis, value)| row[axis] = value);
        check(&row).is_ok().then_some(row)
    };
    let single = changes.iter().find_map(|&change| with(&[change]));
    let double = || {
        let doubles =
            changes.iter().enumerate().flat_map(|(at, one)| changes[at + 1..].iter().map(move |two| [*one, *two]));
        doubles.filter(|[one, two]| one.0 != two.0).find_map(|both| with(&both))
    };
    single.or_else(double).ok_or(reason)
}

/// Returns `row` with values that cover more of the missing ones. Keeps the values of `pair`, and
/// tries the other axes one by one in a random order, twice.
fn improved<E>(
    mut row: Vec<usize>,
    sizes: &[usize],
    pair: &Pair,
    missing: &Missing,
    check: &dyn Fn(&[usize]) -> Result<(), E>,
    draw: &mut Draw,
) -> Vec<usize> {
    let mut order: Vec<_> = (0..sizes.len()).filter(|axis| pair.iter().all(|(fixed, _)| fixed != axis)).collect();
    for at in (1..order.len()).rev() {
        order.swap(at, draw.below(at as u32 + 1) as usize);
    }
    let turn = draw.word() as usize >> 8;
    for axis in order.iter().chain(&order).copied() {
        let mut best = (missing.gain_at(&row, axis), row[axis]);
        for step in 0..sizes[axis] {
            let before = std::mem::replace(&mut row[axis], (turn + step) % sizes[axis]);
            let gain = missing.gain_at(&row, axis);
            if gain > best.0 && check(&row).is_ok() {
                best = (gain, row[axis]);
            }
            row[axis] = before;
        }
        row[axis] = best.1;
    }
    row
}

/// The pairs that no row has yet.
struct Missing {
    /// Where the values of each axis begin in the numbering of all values.
    begins: Vec<usize>,
    /// Number of all values.
    values: usize,
    /// Whether a pair is missing, by the numbers of both values; the smaller comes first.
    is_missing: Vec<bool>,
}

impl Missing {
    fn new(sizes: &[usize], strength: Strength) -> Self {
        let begins = sizes.iter().scan(0, |sum, size| Some(std::mem::replace(sum, *sum + size))).collect();
        let values = sizes.iter().sum();
        let mut new = Self { begins, values, is_missing: vec![false; values * values] };
        let all: Vec<_> =
            sizes.iter().enumerate().flat_map(|(axis, &size)| (0..size).map(move |value| (axis, value))).collect();
        for &one in &all {
            match strength {
                Strength::Values => new.set(&[one, one], true),
                Strength::Pairs => {
                    all.iter().filter(|two| one.0 < two.0).for_each(|&two| new.set(&[one, two], true));
                }
            }
        }
        new
    }

    fn place(&self, one: (usize, usize), two: (usize, usize)) -> usize {
        let (one, two) = (self.begins[one.0] + one.1, self.begins[two.0] + two.1);
        one.min(two) * self.values + one.max(two)
    }

    fn set(&mut self, &[one, two]: &Pair, is_missing: bool) {
        let place = self.place(one, two);
        self.is_missing[place] = is_missing;
    }

    /// The first one.
    fn next(&self) -> Option<Pair> {
        let place = self.is_missing.iter().position(|&is_missing| is_missing)?;
        let value = |number: usize| {
            let axis = self.begins.iter().rposition(|&begin| begin <= number).expect("the first axis begins at 0");
            (axis, number - self.begins[axis])
        };
        Some([value(place / self.values), value(place % self.values)])
    }

    /// How many a row has that hold its value of `axis`.
    fn gain_at(&self, row: &[usize], axis: usize) -> usize {
        let has = |&(other, &value): &(usize, &usize)| self.is_missing[self.place((axis, row[axis]), (other, value))];
        row.iter().enumerate().filter(has).count()
    }

    /// How many a row has; a pair of two axes counts twice.
    fn gain(&self, row: &[usize]) -> usize {
        (0..row.len()).map(|axis| self.gain_at(row, axis)).sum()
    }

    /// A row was taken.
    fn strike(&mut self, row: &[usize]) {
        for one in row.iter().copied().enumerate() {
            row.iter().copied().enumerate().for_each(|two| self.set(&[one, two], false));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Every pair of values of two axes, and every value with itself.
    fn pairs(row: &[usize]) -> impl Iterator<Item = Pair> + '_ {
        let values = || row.iter().copied().enumerate();
        values().flat_map(move |one| values().filter(move |two| one.0 <= two.0).map(move |two| [one, two]))
    }

    fn met(rows: &[Vec<usize>]) -> BTreeSet<Pair> {
        rows.iter().flat_map(|row| pairs(row)).collect()
    }

    /// Every row of these sizes.
    fn all_rows(sizes: &[usize]) -> Vec<Vec<usize>> {
        sizes.iter().fold(vec![Vec::new()], |rows, &size| {
            rows.iter().flat_map(|row| (0..size).map(move |value| [&row[..], &[value]].concat())).collect()
        })
    }

    #[test]
    fn without_constraints_every_pair_is_met_in_few_rows() {
        let sizes = [6, 5, 4, 4, 3, 3, 2, 2, 2, 2];
        let array = cover::<()>(&sizes, Strength::Pairs, &|_| Ok(()));
        assert!(array.impossible.is_empty());
        let pairs: usize = (0..10).map(|axis| sizes[axis] * sizes[axis..].iter().sum::<usize>()).sum();
        // A value goes with itself alone on its own axis.
        let own: usize = sizes.iter().map(|size| size * size - size).sum();
        assert_eq!(met(&array.rows).len(), pairs - own);
        assert!((30..=36).contains(&array.rows.len()), "the two longest axes need 30 rows: {}", array.rows.len());
        let values = cover::<()>(&sizes, Strength::Values, &|_| Ok(()));
        assert_eq!(values.rows.len(), 6, "the longest axis has six values");
    }

    /// Against a count of all rows: what is said to be impossible is in none that can be, the rest
    /// is met, and no row is taken that cannot be.
    #[test]
    fn with_constraints_just_the_impossible_is_left_out() {
        let sizes = [3, 4, 2, 2, 3];
        let check = |row: &[usize]| match row {
            [2, _, 0, _, _] => Err("axis 2 must be set"),
            [_, 3, 1, ..] => Err("3 and 1 exclude each other"),
            [.., 1, 2] if row[0] != 1 => Err("needs 1"),
            _ => Ok(()),
        };
        let rows: Vec<_> = all_rows(&sizes).into_iter().filter(|row| check(row).is_ok()).collect();
        let array = cover(&sizes, Strength::Pairs, &check);
        assert_eq!(met(&array.rows), met(&rows));
        assert!(array.rows.iter().all(|row| check(row).is_ok()));
        let all = met(&all_rows(&sizes));
        let impossible: BTreeSet<_> = array.impossible.iter().map(|(pair, _)| *pair).collect();
        assert_eq!(impossible, all.difference(&met(&rows)).copied().collect());
        assert_eq!(impossible.len(), 3, "{impossible:?}");
        let (_, reason) = array.impossible.iter().find(|(pair, _)| *pair == [(1, 3), (2, 1)]).unwrap();
        assert_eq!(*reason, "3 and 1 exclude each other");
    }
}
