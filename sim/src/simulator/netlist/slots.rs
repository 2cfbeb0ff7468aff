//! The values of a program: one bit of every lane in each slot.

/// The number of words of a slot.
pub(super) const WORDS: usize = 32;

/// The number of lanes that are evaluated at once.
pub(super) const LANES: usize = 64 * WORDS;

/// One bit of every lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Slice(pub(super) [u64; WORDS]);

/// A slot for every `u16`, so that an access needs no bounds check.
pub(super) type Slots = [Slice; 1 << 16];

/// Returns slots that are all 0.
pub(super) fn slots() -> Box<Slots> {
    vec![Slice([0; WORDS]); 1 << 16].into_boxed_slice().try_into().expect("it has that length")
}
