//! A small generator for the tests: the same numbers in every run, edges among them.

/// Counter-based: the splitmix64 sequence.
pub(crate) struct Random(u64);

impl Random {
    /// The sequence of `seed`.
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// 64 uniform bits.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    }

    /// 64 bits, half the time near an edge of a byte, a half-word, a word or zero.
    pub(crate) fn operand(&mut self) -> u64 {
        let edge = 1u64 << (self.next() % 64);
        match self.next() % 6 {
            0 => edge.wrapping_sub(1),
            1 => edge.wrapping_neg(),
            2 => edge.wrapping_add(self.next() % 3).wrapping_sub(1),
            _ => self.next(),
        }
    }
}
