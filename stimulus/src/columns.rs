//! Drawing many vectors at once: the same straight-line code for every vector, which the compiler
//! turns into vector instructions.
//!
//! The code must not branch on data. Every alternative is computed, and [`choose`] takes one.

/// The number of vectors that are drawn at once: few enough for their notes to stay in the
/// first-level cache.
pub const BLOCK: usize = 512;

/// Cuts columns into blocks. Each block comes with the number of its first vector; `first` is the
/// number of the first vector of all.
///
/// # Panics
/// If the columns differ in length.
pub(crate) fn blocks<const N: usize>(
    first: u64,
    columns: [&mut [u64]; N],
) -> impl Iterator<Item = (u64, [&mut [u64]; N])> {
    cut(first, columns, |_| BLOCK)
}

/// Cuts columns as [`blocks`] does. `length` tells how long a block with a given first vector is;
/// the last one may be shorter.
///
/// # Panics
/// If the columns differ in length.
pub(crate) fn cut<const N: usize>(
    first: u64,
    mut columns: [&mut [u64]; N],
    length: impl Fn(u64) -> usize,
) -> impl Iterator<Item = (u64, [&mut [u64]; N])> {
    let len = columns[0].len();
    assert!(columns.iter().all(|column| column.len() == len), "all columns have the same length");
    let mut from = first;
    std::iter::from_fn(move || {
        let (start, length) = (from, length(from).min(columns[0].len()));
        from += length as u64;
        let block = columns.each_mut().map(|column| column.split_off_mut(..length));
        (length > 0).then(|| (start, block.map(|column| column.expect("the columns are as long"))))
    })
}

/// Returns one of two values, both of which are computed.
#[inline(always)]
pub(crate) fn choose<T>(condition: bool, then: T, otherwise: T) -> T {
    if condition { then } else { otherwise }
}

/// Returns the bits `lo .. lo + count` of a word.
#[inline(always)]
pub(crate) const fn bits(word: u64, lo: u32, count: u32) -> u64 {
    word >> lo & ((1 << count) - 1)
}

/// Returns a number below `bound` from the bits `lo .. lo + count` of a word.
#[inline(always)]
pub(crate) const fn below(word: u64, lo: u32, count: u32, bound: u64) -> u64 {
    (bits(word, lo, count) * bound) >> count
}

/// Returns a power of two, a neighbor of one, or the complement of these, by 8 random bits. These
/// are all ends of ranges with their neighbors, walking bits, and runs of low and high ones.
/// `places` is one less than the number of bits, which is a power of two; the bits above are
/// undefined. This takes less time than a table of corner cases.
#[inline(always)]
pub(crate) const fn beside_power(choice: u64, places: u64) -> u64 {
    let off = (choice >> 5 & 3).wrapping_sub(2);
    (1_u64 << (choice & places)).wrapping_add(off) ^ (choice >> 7 & 1).wrapping_neg()
}

/// Computes [`beside_power`] for up to 32 bits.
#[inline(always)]
pub(crate) const fn beside_short_power(choice: u32, places: u32) -> u32 {
    let off = (choice >> 5 & 3).wrapping_sub(2);
    (1_u32 << (choice & places)).wrapping_add(off) ^ (choice >> 7 & 1).wrapping_neg()
}

/// A selected part of a register: its place, and how it is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Selection {
    /// The mask of the part, moved to bit 0.
    pub(crate) mask: u64,
    /// The position of the lowest bit of the part in the register.
    pub(crate) shift: u64,
    /// The sign bit of the part, moved with it; 0 for an unsigned type.
    pub(crate) sign: u64,
    /// The number of bits of the part, less one.
    pub(crate) places: u64,
}

impl Selection {
    /// Returns the part for the code of a selector, signed if `is_signed` is 1.
    #[inline(always)]
    pub(crate) fn of(select: u64, is_signed: u64) -> Self {
        // Half-words have the codes 4 and 6, the word has 5.
        let (is_byte, is_word) = (select < 4, select == 5);
        let of = |byte, half, word| choose(is_byte, byte, choose(is_word, word, half));
        let sign = of(1 << 7, 1 << 15, 1 << 31);
        Self {
            mask: of(0xff, 0xffff, 0xffff_ffff),
            shift: select << 3 & choose(is_byte, 24, 16),
            sign: choose(is_signed == 1, sign, 0),
            places: of(7, 15, 31),
        }
    }

    /// Returns a raw number with undefined bits above it: half of the time uniform, else a corner
    /// case. The low 9 bits of `word` choose, the upper 32 are the number.
    #[inline(always)]
    pub(crate) fn value(self, word: u64) -> u64 {
        choose(word & 1 == 0, word >> 32, beside_power(word >> 1, self.places))
    }

    /// Returns a number as [`Selection::value`] chooses it.
    #[inline(always)]
    pub(crate) fn draw(self, word: u64) -> i64 {
        self.extend(self.value(word) & self.mask)
    }

    /// Returns the number that `raw` encodes; `raw` lies within the mask.
    #[inline(always)]
    pub(crate) fn extend(self, raw: u64) -> i64 {
        (raw ^ self.sign).wrapping_sub(self.sign) as i64
    }

    /// Returns the smallest number.
    #[inline(always)]
    pub(crate) fn low(self) -> i64 {
        (self.sign as i64).wrapping_neg()
    }

    /// Returns the largest number.
    #[inline(always)]
    pub(crate) fn high(self) -> i64 {
        (self.mask - self.sign) as i64
    }

    /// Returns the nearest number that the part can hold.
    #[inline(always)]
    pub(crate) fn clamp(self, number: i64) -> i64 {
        number.max(self.low()).min(self.high())
    }

    /// Returns a register with `number` in this part. Around the part is mostly `noise`, so that a
    /// wrong selector shows. By the three bits of `kind`, it is zeros or ones instead.
    #[inline(always)]
    pub(crate) fn register(self, number: i64, noise: u64, kind: u64) -> u64 {
        let around = choose(kind == 0, 0, choose(kind == 1, u64::MAX, noise));
        let place = self.mask << self.shift;
        (around & !place | (number as u64 & self.mask) << self.shift) & 0xffff_ffff
    }
}
