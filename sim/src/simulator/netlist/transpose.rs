//! Converts between numbers, which hold a lane each, and slices, which hold one bit of all lanes
//! each.
//!
//! Lane `i` is bit `i / W` of word `i % W` of a slice. So all words of a row of numbers
//! move in the same way, and the vector lanes of the processor need no shuffle.

use std::array;

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
        0..=16 => slice_of::<16, 2, W>(numbers, bits, slots, space),
        17..=32 => slice_of::<32, 4, W>(numbers, bits, slots, space),
        _ => slice_of::<64, 8, W>(numbers, bits, slots, space),
    }
}

/// Reads the `numbers` from the slots of their `bits`, the inverse of [`slice`].
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2+bmi1+bmi2", "aarch64+neon"))]
pub(super) fn unslice<const W: usize>(bits: &[u16], slots: &Slots<W>, numbers: &mut Lanes<W>, space: &mut Space<W>) {
    match bits.len() {
        0..=16 => unslice_of::<16, 2, W>(bits, slots, numbers, space),
        17..=32 => unslice_of::<32, 4, W>(bits, slots, numbers, space),
        _ => unslice_of::<64, 8, W>(bits, slots, numbers, space),
    }
}

/// Does the work of [`slice`] for numbers of at most `BITS` bits, eight times `REST`.
///
/// Numbers and slots take part in the steps, so that none is copied: the first three steps read the
/// numbers, and the others write the slots soon after.
#[inline(always)]
fn slice_of<const BITS: usize, const REST: usize, const W: usize>(
    numbers: &Lanes<W>,
    bits: &[u16],
    slots: &mut Slots<W>,
    Space(space): &mut Space<W>,
) {
    let (numbers, rows) = (numbers.as_flattened(), &mut space.as_flattened_mut()[..BITS * W]);
    for at in 0..REST * W {
        // Several rows of short numbers share a row.
        let packed = |at: usize| {
            let part = |part: usize| (numbers[part * BITS * W + at] & mask(BITS)) << (part * BITS);
            (0..64 / BITS).map(part).fold(0, |row, part| row | part)
        };
        let column = steps::<8>(array::from_fn(|row| packed(row * REST * W + at)), REST);
        (0..8).for_each(|row| rows[row * REST * W + at] = column[row]);
    }
    for (bits, rows) in bits.chunks(REST).zip(space.as_chunks_mut::<REST>().0) {
        let flat = rows.as_flattened_mut();
        for at in 0..W {
            let column = steps::<REST>(array::from_fn(|row| flat[row * W + at]), 1);
            (0..REST).for_each(|row| flat[row * W + at] = column[row]);
        }
        bits.iter().zip(rows).for_each(|(slot, row)| slots[usize::from(*slot)].0 = *row);
    }
}

/// Does the work of [`unslice`] for numbers of at most `BITS` bits, eight times `REST`.
#[inline(always)]
fn unslice_of<const BITS: usize, const REST: usize, const W: usize>(
    bits: &[u16],
    slots: &Slots<W>,
    numbers: &mut Lanes<W>,
    Space(space): &mut Space<W>,
) {
    let zeros = [0; W];
    for at in 0..REST {
        let slot = |row| bits.get(at + row * REST).map_or(&zeros, |slot| &slots[usize::from(*slot)].0);
        let rows: [&[u64; W]; 8] = array::from_fn(slot);
        let space = &mut space[at..=at + 7 * REST];
        for word in 0..W {
            let column = steps::<8>(array::from_fn(|row| rows[row][word]), REST);
            (0..8).for_each(|row| space[row * REST][word] = column[row]);
        }
    }
    let (rows, numbers) = (space.as_flattened(), numbers.as_flattened_mut());
    for first in (0..BITS).step_by(REST) {
        for at in first * W..(first + 1) * W {
            let column = steps::<REST>(array::from_fn(|row| rows[row * W + at]), 1);
            for part in 0..64 / BITS {
                let number = |row: usize| column[row] >> (part * BITS) & mask(BITS);
                (0..REST).for_each(|row| numbers[(part * BITS + row) * W + at] = number(row));
            }
        }
    }
}

/// Transposes squares of bits that are side by side in the words: swaps the halves, then the
/// quarters, and so on. Each word stands for `size` neighbors, and each bit too. With a filter in
/// place of the `if`, the compiler would not do this for several columns of words at once.
#[inline(always)]
fn steps<const N: usize>(mut words: [u64; N], size: usize) -> [u64; N] {
    let mut half = N / 2;
    while half > 0 {
        for at in 0..N {
            if at & half == 0 {
                (words[at], words[at + half]) = swap(words[at], words[at + half], half * size);
            }
        }
        half /= 2;
    }
    words
}

/// Swaps the high parts of `a` with the low parts of `b`; each part has `size` bits.
#[inline(always)]
fn swap(a: u64, b: u64, size: usize) -> (u64, u64) {
    let low = !0 / ((1 << size) + 1);
    ((a & low) | (b & low) << size, (a >> size & low) | (b & !low))
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
        unslice(&bits, &slots, &mut back, &mut space);
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
            let mut space = Space::default();
            slice(&[[number; WORDS]; 64], &bits, &mut slots, &mut space);
            let mut back = [[!0; WORDS]; 64];
            unslice(&bits, &slots, &mut back, &mut space);
            assert_eq!(back, [[number & mask(width); WORDS]; 64]);
        }
    }
}
