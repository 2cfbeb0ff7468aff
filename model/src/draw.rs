//! The random numbers of every stimulus: a counter without state.
//!
//! Vector `index` of a subject reads the words `64 * index + 1 ..= 64 * index + 63` of the
//! SplitMix64 sequence whose state starts at `mix(mix(seed) ^ domain)`, where `domain` is the
//! FNV-1a hash of the subject's name. Any vector can therefore be drawn by itself, in any order and
//! on any machine. The sequence is part of the interface: a vector named in a report of today must
//! be the same vector tomorrow.

/// The increment of SplitMix64: 2^64 divided by the golden ratio, odd.
pub const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// Words that each vector owns. No generator draws more.
pub const WORDS: u64 = 64;

/// The output function of SplitMix64: a bijection on 64 bits in which every output bit depends on
/// every input bit.
#[inline(always)]
pub const fn mix(z: u64) -> u64 {
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// FNV-1a over the bytes of `name`, which gives each subject its own sequence.
const fn domain(name: &str) -> u64 {
    let bytes = name.as_bytes();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut at = 0;
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u64).wrapping_mul(0x0000_0100_0000_01b3);
        at += 1;
    }
    hash
}

/// The key of the sequence of `name` under `seed`.
pub const fn key(name: &str, seed: u64) -> u64 {
    mix(mix(seed) ^ domain(name))
}

/// The words of one vector, in order.
#[derive(Clone, Debug)]
pub struct Draw {
    state: u64,
    left: u64,
}

impl Draw {
    /// The words of vector `index` in the sequence of `key`.
    #[inline(always)]
    pub const fn new(key: u64, index: u64) -> Self {
        Self { state: key.wrapping_add(index.wrapping_mul(WORDS).wrapping_mul(GAMMA)), left: WORDS - 1 }
    }

    /// The next word: 64 uniform bits.
    ///
    /// # Panics
    /// If the vector's words are used up, because the generator would read words of the next
    /// vector.
    #[inline(always)]
    pub fn word(&mut self) -> u64 {
        assert!(self.left > 0, "a generator drew more than {} words for one vector", WORDS - 1);
        self.left -= 1;
        self.state = self.state.wrapping_add(GAMMA);
        mix(self.state)
    }

    /// A number below `bound`, which is not 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        (((self.word() >> 32) * u64::from(bound)) >> 32) as u32
    }

    /// True in `numerator` of `denominator` cases.
    pub fn chance(&mut self, numerator: u32, denominator: u32) -> bool {
        self.below(denominator) < numerator
    }

    /// One of `items`, which is not empty.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u32) as usize]
    }
}

/// A permutation of `0..size` without a table, for walks through all cases: four rounds of a
/// Feistel network on the next even number of bits, repeated until the result lies below `size`
/// again.
#[derive(Clone, Copy, Debug)]
pub struct Permutation {
    key: u64,
    size: u64,
    half: u32,
}

impl Permutation {
    /// The permutation of `0..size` that belongs to `key`. `size` is not 0.
    pub const fn new(key: u64, size: u64) -> Self {
        let bits = u64::BITS - (size - 1).leading_zeros();
        let half = if bits < 2 { 1 } else { bits.div_ceil(2) };
        Self { key, size, half }
    }

    /// The place of `position`, which is below the size.
    pub const fn at(&self, position: u64) -> u64 {
        let mask = (1 << self.half) - 1;
        let mut value = position;
        loop {
            let (mut left, mut right) = (value >> self.half, value & mask);
            let mut round = 0;
            while round < 4 {
                let next = left ^ (mix(self.key.wrapping_add(round).wrapping_mul(GAMMA) ^ right) & mask);
                left = right;
                right = next;
                round += 1;
            }
            value = left << self.half | right;
            if value < self.size {
                return value;
            }
        }
    }
}
