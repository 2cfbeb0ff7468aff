//! Converts between numbers, which hold a lane each, and slices, which hold one bit of all lanes
//! each.
//!
//! Lane `i` is bit `i / W` of word `i % W` of a slice. So all words of a row of numbers
//! move in the same way, and the vector lanes of the processor need no shuffle.

use multiversion::multiversion;

use super::slots::{Lanes, Slots};

/// The memory in which numbers are transposed; it is reused, because clearing it takes as long as a
/// step of the transposition.
pub(super) struct Space<const W: usize>(Box<Lanes<W>>);

impl<const W: usize> Default for Space<W> {
    fn default() -> Self {
        Self(Box::new([[0; W]; u64::BITS as usize]))
    }
}

/// Writes the `numbers` into the slots of their `bits`, the lowest first.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2+bmi1+bmi2", "aarch64+neon"))]
pub(super) fn slice<const W: usize>(numbers: &Lanes<W>, bits: &[u16], slots: &mut Slots<W>, space: &mut Space<W>) {
    match bits.len() {
        0..=8 => slice_of::<8, W>(numbers, bits, slots, space),
        9..=16 => slice_of::<16, W>(numbers, bits, slots, space),
        17..=32 => slice_of::<32, W>(numbers, bits, slots, space),
        _ => slice_of::<64, W>(numbers, bits, slots, space),
    }
}

/// Reads the `numbers` from the slots of their `bits`, the inverse of [`slice`].
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2+bmi1+bmi2", "aarch64+neon"))]
pub(super) fn unslice<const W: usize>(bits: &[u16], slots: &Slots<W>, numbers: &mut Lanes<W>) {
    match bits.len() {
        0..=8 => unslice_of::<8, W>(bits, slots, numbers),
        9..=16 => unslice_of::<16, W>(bits, slots, numbers),
        17..=32 => unslice_of::<32, W>(bits, slots, numbers),
        _ => unslice_of::<64, W>(bits, slots, numbers),
    }
}

/// Does the work of [`slice`] for numbers of at most `BITS` bits.
#[inline(always)]
fn slice_of<const BITS: usize, const W: usize>(
    numbers: &Lanes<W>,
    bits: &[u16],
    slots: &mut Slots<W>,
    space: &mut Space<W>,
) {
    let rows = space.0[..BITS].as_flattened_mut();
    let (first, others) = numbers.split_at(BITS);
    rows.iter_mut().zip(first.as_flattened()).for_each(|(row, number)| *row = number & mask(BITS));
    // Several rows of short numbers share a row.
    for (part, numbers) in (1..).zip(others.as_flattened().chunks_exact(BITS * W)) {
        for (row, number) in rows.iter_mut().zip(numbers) {
            *row |= (number & mask(BITS)) << (part * BITS);
        }
    }
    transpose::<BITS, W>(rows);
    bits.iter().zip(&space.0[..BITS]).for_each(|(slot, row)| slots[usize::from(*slot)].0 = *row);
}

/// Does the work of [`unslice`] for numbers of at most `BITS` bits.
#[inline(always)]
fn unslice_of<const BITS: usize, const W: usize>(bits: &[u16], slots: &Slots<W>, numbers: &mut Lanes<W>) {
    // The rows are transposed in the place of the first numbers.
    let (rows, others) = numbers.split_at_mut(BITS);
    let (used, unused) = rows.split_at_mut(bits.len());
    used.iter_mut().zip(bits).for_each(|(row, slot)| *row = slots[usize::from(*slot)].0);
    unused.fill([0; W]);
    let rows = rows.as_flattened_mut();
    transpose::<BITS, W>(rows);
    for (part, numbers) in (1..).zip(others.as_flattened_mut().chunks_exact_mut(BITS * W)) {
        for (row, number) in rows.iter().zip(numbers) {
            *number = row >> (part * BITS) & mask(BITS);
        }
    }
    if BITS < 64 {
        rows.iter_mut().for_each(|row| *row &= mask(BITS));
    }
}

/// Transposes squares of `BITS` by `BITS` bits, side by side in the words of the rows: swaps the
/// halves, then the quarters, and so on.
#[inline(always)]
fn transpose<const BITS: usize, const W: usize>(rows: &mut [u64]) {
    // Two steps at a time, so that every row is read and written half as often.
    let mut size = BITS / 4;
    while size > 0 {
        for square in rows.chunks_exact_mut(4 * size * W) {
            let (top, bottom) = square.split_at_mut(2 * size * W);
            let (a, b) = top.split_at_mut(size * W);
            let (c, d) = bottom.split_at_mut(size * W);
            for (((a, b), c), d) in a.iter_mut().zip(b).zip(c).zip(d) {
                swap(a, c, 2 * size);
                swap(b, d, 2 * size);
                swap(a, b, size);
                swap(c, d, size);
            }
        }
        size /= 4;
    }
    if BITS.trailing_zeros() % 2 == 1 {
        for square in rows.chunks_exact_mut(2 * W) {
            let (top, bottom) = square.split_at_mut(W);
            top.iter_mut().zip(bottom).for_each(|(a, b)| swap(a, b, 1));
        }
    }
}

/// Swaps the high parts of `a` with the low parts of `b`; each part has `size` bits.
#[inline(always)]
fn swap(a: &mut u64, b: &mut u64, size: usize) {
    let low = !0 / ((1 << size) + 1);
    (*a, *b) = ((*a & low) | (*b & low) << size, (*a >> size & low) | (*b & !low))
}

/// Returns a mask of the `bits` lowest bits.
fn mask(bits: usize) -> u64 {
    !0 >> (64 - bits)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::proptest;
    use vidalu_model::draw::mix;

    use super::super::slots::{WORDS, slots};
    use super::{Space, mask, slice, unslice};

    /// Slices numbers of all lanes and compares each bit, and what comes back.
    fn slice_and_back<const W: usize>(width: usize, seed: u64) {
        let mut numbers = [[0; W]; 64];
        (0..).zip(numbers.as_flattened_mut()).for_each(|(lane, number)| *number = mix(seed ^ lane) & mask(width));
        let bits: Vec<u16> = (0..width as u16).map(|bit| 700 * bit % 65_521 + 3).collect();
        let (mut slots, mut space) = (slots(), Space::default());
        // What the memory held before does not matter.
        slice(&[[!seed; W]; 64], &bits, &mut slots, &mut space);
        slice(&numbers, &bits, &mut slots, &mut space);
        for (lane, number) in numbers.as_flattened().iter().enumerate() {
            let bit = |slot: &u16| slots[usize::from(*slot)].0[lane % W] >> (lane / W) & 1;
            let got = bits.iter().rev().fold(0, |number, slot| number << 1 | bit(slot));
            assert_eq!(got, *number, "lane {lane}");
        }
        let mut back = [[1; W]; 64];
        unslice(&bits, &slots, &mut back);
        assert_eq!(back, numbers);
    }

    proptest! {
        #[test]
        fn slices_are_the_bits_of_the_numbers(width in 1..=64_usize, seed: u64) {
            slice_and_back::<WORDS>(width, seed);
            slice_and_back::<1>(width, seed);
        }

        #[test]
        fn bits_that_a_pin_does_not_have_do_no_harm(width in 1..=63_usize, number: u64) {
            let bits: Vec<u16> = (0..width as u16).collect();
            let mut slots = slots();
            slice(&[[number; WORDS]; 64], &bits, &mut slots, &mut Space::default());
            let mut back = [[!0; WORDS]; 64];
            unslice(&bits, &slots, &mut back);
            assert_eq!(back, [[number & mask(width); WORDS]; 64]);
        }
    }
}
