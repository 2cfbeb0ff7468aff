//! The vectors of a check: corner cases first, because they explain a fault best.

use vidalu_model::draw::{Draw, key};
use vidalu_prove::WithStimulus;
use vidalu_sim::subject::{Signal, Subject};

/// The number of vectors whose operands are corner cases.
const CORNERS: u64 = 1024;

/// The least width of an operand; narrower inputs are control inputs.
const NARROWEST: u32 = 16;

/// The corner cases of a word, and a number whose bytes all differ.
const WORDS: [u64; 16] = [
    0,
    1,
    2,
    0x7f,
    0x80,
    0xff,
    0x100,
    0x7fff,
    0x8000,
    0xffff,
    0x1_0000,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_ffff,
    0x1234_5678,
    0x89ab_cdef,
];

/// Returns a subject whose first vectors have the control inputs of its own vectors and corner
/// cases as operands. Its own vectors follow.
pub(crate) fn first(subject: Box<dyn Subject>) -> Box<dyn Subject> {
    Box::new(WithStimulus::new(subject, |subject, seed, index| {
        let own = subject.stimulus(seed, index);
        if index >= CORNERS {
            return own;
        }
        let mut draw = Draw::new(key("corners", seed), index);
        let operand = |(signal, own)| if is_operand(signal) { corner(&mut draw, signal.width) } else { own };
        subject.inputs().iter().zip(own).map(operand).collect()
    }))
}

fn is_operand(signal: &Signal) -> bool {
    signal.width >= NARROWEST && signal.name != "ctl_i"
}

/// Draws a corner case of `width` bits. An operand wider than a word is often a word with its sign
/// above it.
fn corner(draw: &mut Draw, width: u32) -> u64 {
    let word = draw.pick(&WORDS);
    let all = u64::MAX >> (64 - width);
    match draw.below(4) {
        0 => !word & all,
        1 if width > 32 => (word << 32 | draw.pick(&WORDS)) & all,
        2 if word >> 31 == 1 => (word | u64::MAX << 32) & all,
        _ => word & all,
    }
}
