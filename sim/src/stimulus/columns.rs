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
pub fn blocks<const N: usize>(first: u64, columns: [&mut [u64]; N]) -> impl Iterator<Item = (u64, [&mut [u64]; N])> {
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
pub fn choose<T>(condition: bool, then: T, otherwise: T) -> T {
    if condition { then } else { otherwise }
}

/// Bits `lo .. lo + count` of a word.
#[inline(always)]
pub const fn bits(word: u64, lo: u32, count: u32) -> u64 {
    word >> lo & ((1 << count) - 1)
}

/// A number below `bound` from the bits `lo .. lo + count` of a word.
#[inline(always)]
pub const fn below(word: u64, lo: u32, count: u32, bound: u64) -> u64 {
    (bits(word, lo, count) * bound) >> count
}

/// A part of a register: what it can hold, and how it is read.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// All of its bits, in the lowest place.
    pub mask: u64,
    /// The place of its lowest bit in the register.
    pub shift: u64,
    /// Its sign; 0 for an unsigned type.
    pub sign: u64,
    /// 0, 1 or 2 for a byte, a half-word or a word.
    pub class: u64,
}

impl Part {
    /// That of a selector's code, read as a number with a sign where `is_signed` is 1.
    #[inline(always)]
    pub fn of(select: u64, is_signed: u64) -> Self {
        let is_byte = select < 4;
        // Half-words have 4 and 6, the word has 5.
        let class = choose(is_byte, 0, 1 + (select & 1));
        let shift = choose(is_byte, select << 3, (select & 2) << 3);
        let mask = u64::MAX >> (64 - (8 << class));
        Self { mask, shift, sign: choose(is_signed == 1, mask / 2 + 1, 0), class }
    }

    /// The number that `raw` is, which lies in the mask.
    #[inline(always)]
    pub fn extend(self, raw: u64) -> i64 {
        (raw ^ self.sign).wrapping_sub(self.sign) as i64
    }

    /// The smallest number.
    #[inline(always)]
    pub fn low(self) -> i64 {
        (self.sign as i64).wrapping_neg()
    }

    /// The largest number.
    #[inline(always)]
    pub fn high(self) -> i64 {
        (self.mask - self.sign) as i64
    }

    /// The nearest number that the part can hold.
    #[inline(always)]
    pub fn clamp(self, number: i64) -> i64 {
        number.max(self.low()).min(self.high())
    }

    /// A register with `number` in this part, and around it, so that a wrong selector shows, mostly `noise`: of its three
    /// lowest bits, which are no part of it, zeros or ones come.
    #[inline(always)]
    pub fn register(self, number: i64, noise: u64, kind: u64) -> u64 {
        let around = choose(kind == 0, 0, choose(kind == 1, u64::MAX, noise));
        let place = self.mask << self.shift;
        (around & !place | (number as u64 & self.mask) << self.shift) & 0xffff_ffff
    }
}
