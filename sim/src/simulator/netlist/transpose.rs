//! Converts between numbers, which hold a lane each, and slices, which hold one bit of all lanes
//! each.
//!
//! Lane `i` is bit `i / WORDS` of word `i % WORDS` of a slice. So all words of a row of numbers
//! move in the same way, and the vector lanes of the processor need no shuffle.

use multiversion::multiversion;

use super::slots::{LANES, Slots, WORDS};

/// Writes the `numbers` into the slots of their `bits`, the lowest first.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2+bmi1+bmi2", "aarch64+neon"))]
pub(super) fn slice(numbers: &[u64; LANES], bits: &[u16], slots: &mut Slots) {
    match bits.len() {
        0..=8 => slice_of::<8>(numbers, bits, slots),
        9..=16 => slice_of::<16>(numbers, bits, slots),
        17..=32 => slice_of::<32>(numbers, bits, slots),
        _ => slice_of::<64>(numbers, bits, slots),
    }
}

/// Reads the `numbers` from the slots of their `bits`, the inverse of [`slice`].
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2+bmi1+bmi2", "aarch64+neon"))]
pub(super) fn unslice(bits: &[u16], slots: &Slots, numbers: &mut [u64; LANES]) {
    match bits.len() {
        0..=8 => unslice_of::<8>(bits, slots, numbers),
        9..=16 => unslice_of::<16>(bits, slots, numbers),
        17..=32 => unslice_of::<32>(bits, slots, numbers),
        _ => unslice_of::<64>(bits, slots, numbers),
    }
}

/// Does the work of [`slice`] for numbers of at most `BITS` bits.
#[inline(always)]
fn slice_of<const BITS: usize>(numbers: &[u64; LANES], bits: &[u16], slots: &mut Slots) {
    let mut space = [[0; WORDS]; BITS];
    let rows = space.as_flattened_mut();
    // Several rows of short numbers share a row.
    for (part, numbers) in numbers.chunks_exact(BITS * WORDS).enumerate() {
        for (row, number) in rows.iter_mut().zip(numbers) {
            *row |= (number & mask(BITS)) << (part * BITS);
        }
    }
    transpose::<BITS>(rows);
    bits.iter().zip(&space).for_each(|(slot, row)| slots[usize::from(*slot)].0 = *row);
}

/// Does the work of [`unslice`] for numbers of at most `BITS` bits.
#[inline(always)]
fn unslice_of<const BITS: usize>(bits: &[u16], slots: &Slots, numbers: &mut [u64; LANES]) {
    let mut space = [[0; WORDS]; BITS];
    space.iter_mut().zip(bits).for_each(|(row, slot)| *row = slots[usize::from(*slot)].0);
    let rows = space.as_flattened_mut();
    transpose::<BITS>(rows);
    for (part, numbers) in numbers.chunks_exact_mut(BITS * WORDS).enumerate() {
        for (row, number) in rows.iter().zip(numbers) {
            *number = row >> (part * BITS) & mask(BITS);
        }
    }
}

/// Transposes squares of `BITS` by `BITS` bits, side by side in the words of the rows: swaps the
/// halves, then the quarters, and so on.
#[inline(always)]
fn transpose<const BITS: usize>(rows: &mut [u64]) {
    // Two steps at a time, so that every row is read and written half as often.
    let mut size = BITS / 4;
    while size > 0 {
        for square in rows.chunks_exact_mut(4 * size * WORDS) {
            let (top, bottom) = square.split_at_mut(2 * size * WORDS);
            let (a, b) = top.split_at_mut(size * WORDS);
            let (c, d) = bottom.split_at_mut(size * WORDS);
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
        for square in rows.chunks_exact_mut(2 * WORDS) {
            let (top, bottom) = square.split_at_mut(WORDS);
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

    use super::super::slots::{LANES, WORDS, slots};
    use super::{mask, slice, unslice};

    proptest! {
        #[test]
        fn slices_are_the_bits_of_the_numbers(width in 1..=64_usize, seed: u64) {
            let mut numbers = [0; LANES];
            (0..).zip(&mut numbers).for_each(|(lane, number)| *number = mix(seed ^ lane) & mask(width));
            let bits: Vec<u16> = (0..width as u16).map(|bit| 700 * bit % 65_521 + 3).collect();
            let mut slots = slots();
            slice(&numbers, &bits, &mut slots);
            for (lane, number) in numbers.iter().enumerate() {
                let bit = |slot: &u16| slots[usize::from(*slot)].0[lane % WORDS] >> (lane / WORDS) & 1;
                let got = bits.iter().rev().fold(0, |number, slot| number << 1 | bit(slot));
                assert_eq!(got, *number, "lane {lane}");
            }
            let mut back = [1; LANES];
            unslice(&bits, &slots, &mut back);
            assert_eq!(back, numbers);
        }

        #[test]
        fn bits_that_a_pin_does_not_have_do_no_harm(width in 1..=63_usize, number: u64) {
            let bits: Vec<u16> = (0..width as u16).collect();
            let mut slots = slots();
            slice(&[number; LANES], &bits, &mut slots);
            let mut back = [0; LANES];
            unslice(&bits, &slots, &mut back);
            assert_eq!(back, [number & mask(width); LANES]);
        }
    }
}
