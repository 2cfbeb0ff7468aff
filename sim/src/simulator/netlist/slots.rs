//! The values of a program: one bit of every lane in each slot.

/// The number of words of a slot where many vectors are evaluated at once.
pub(super) const WORDS: usize = 32;

/// One bit of every lane, in `W` words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Slice<const W: usize>(pub(super) [u64; W]);

/// A slot for every `u16`, so that an access needs no bounds check.
pub(super) type Slots<const W: usize> = [Slice<W>; 1 << 16];

/// A number for every lane: lane `i` has word `i % W` of row `i / W`.
pub(super) type Lanes<const W: usize> = [[u64; W]; u64::BITS as usize];

/// Returns slots that are all 0.
pub(super) fn slots<const W: usize>() -> Box<Slots<W>> {
    vec![Slice([0; W]); 1 << 16].into_boxed_slice().try_into().expect("it has that length")
}
