//! Stimulus by the block: the same straight-line text for every vector, which the compiler turns into vector
//! instructions.
//!
//! Nothing in it may depend on data by a jump: what could be is computed in all ways, and [`choose`] takes one.

/// Vectors that are made at once: few enough for what is noted about them to stay in the nearest cache.
pub const BLOCK: usize = 512;

/// Cuts columns into blocks; with each comes the number of its first vector, the first of all being `first`.
///
/// # Panics
/// If the columns differ in length.
pub(crate) fn blocks<const N: usize>(
    first: u64,
    columns: [&mut [u64]; N],
) -> impl Iterator<Item = (u64, [&mut [u64]; N])> {
    let len = columns[0].len();
    assert!(columns.iter().all(|column| column.len() == len), "all columns have the same length");
    let mut blocks = columns.map(|column| column.chunks_mut(BLOCK));
    (0..len.div_ceil(BLOCK)).map(move |block| {
        let block_of = blocks.each_mut().map(|chunks| chunks.next().expect("all columns have as many"));
        (first + (block * BLOCK) as u64, block_of)
    })
}

/// One of two values that are known both.
#[inline(always)]
pub(crate) fn choose<T>(condition: bool, then: T, otherwise: T) -> T {
    if condition { then } else { otherwise }
}

/// Bits `lo .. lo + count` of a word.
#[inline(always)]
pub(crate) const fn bits(word: u64, lo: u32, count: u32) -> u64 {
    word >> lo & ((1 << count) - 1)
}

/// A number below `bound` from the bits `lo .. lo + count` of a word.
#[inline(always)]
pub(crate) const fn below(word: u64, lo: u32, count: u32, bound: u64) -> u64 {
    (bits(word, lo, count) * bound) >> count
}

/// A power of two or what is beside it, or the complement of that, by 8 random bits: so all ends of ranges and their
/// neighbours, walking bits, low and high ones. `places` is one less than the number of bits, of which there are as many as a
/// power of two; above them stands anything. It takes less time than to look up a corner.
#[inline(always)]
pub(crate) const fn beside_power(choice: u64, places: u64) -> u64 {
    let off = (choice >> 5 & 3).wrapping_sub(2);
    (1_u64 << (choice & places)).wrapping_add(off) ^ (choice >> 7 & 1).wrapping_neg()
}

/// [`beside_power`] of up to 32 bits.
#[inline(always)]
pub(crate) const fn beside_short_power(choice: u32, places: u32) -> u32 {
    let off = (choice >> 5 & 3).wrapping_sub(2);
    (1_u32 << (choice & places)).wrapping_add(off) ^ (choice >> 7 & 1).wrapping_neg()
}

/// A selected part of a register: what it can hold, and how it is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Selection {
    /// All of its bits, in the lowest place.
    pub(crate) mask: u64,
    /// The place of its lowest bit in the register.
    pub(crate) shift: u64,
    /// Its sign; 0 for an unsigned type.
    pub(crate) sign: u64,
    /// One less than the number of its bits.
    pub(crate) places: u64,
}

impl Selection {
    /// That of a selector's code, read as a number with a sign where `is_signed` is 1.
    #[inline(always)]
    pub(crate) fn of(select: u64, is_signed: u64) -> Self {
        // Half-words have 4 and 6, the word has 5.
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

    /// A raw number, below undefined bits: half of the time uniform, else a corner. The low 9 bits of `word` choose, the upper
    /// 32 are the number.
    #[inline(always)]
    pub(crate) fn value(self, word: u64) -> u64 {
        choose(word & 1 == 0, word >> 32, beside_power(word >> 1, self.places))
    }

    /// The number that `raw` is, which lies in the mask.
    #[inline(always)]
    pub(crate) fn extend(self, raw: u64) -> i64 {
        (raw ^ self.sign).wrapping_sub(self.sign) as i64
    }

    /// The smallest number.
    #[inline(always)]
    pub(crate) fn low(self) -> i64 {
        (self.sign as i64).wrapping_neg()
    }

    /// The largest number.
    #[inline(always)]
    pub(crate) fn high(self) -> i64 {
        (self.mask - self.sign) as i64
    }

    /// The nearest number that the part can hold.
    #[inline(always)]
    pub(crate) fn clamp(self, number: i64) -> i64 {
        number.max(self.low()).min(self.high())
    }

    /// A register with `number` in this part, and around it, so that a wrong selector shows, mostly `noise`: of its three
    /// lowest bits, which are no part of it, zeros or ones come.
    #[inline(always)]
    pub(crate) fn register(self, number: i64, noise: u64, kind: u64) -> u64 {
        let around = choose(kind == 0, 0, choose(kind == 1, u64::MAX, noise));
        let place = self.mask << self.shift;
        (around & !place | (number as u64 & self.mask) << self.shift) & 0xffff_ffff
    }
}
