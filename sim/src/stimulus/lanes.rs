//! Vectors of the blocks of the SIMD unit: lanes around the corners that each block's own job has.

use vidalu_model::draw::Draw;

use super::aim::range;
use super::corner::{corner, mask, near, signed, value};

/// Bits of a lane with `above` bits beyond its bytes: of four lanes, or of two.
fn width(quad: bool, above: u32) -> u32 {
    if quad { 8 + above } else { 16 + above }
}

/// Lanes as they stand at a port, `above` bits above each byte, nothing above the lower byte of a half.
fn vector(quad: bool, above: u32, mut lane: impl FnMut() -> u64) -> u64 {
    let field = 8 + above;
    let places: &[u32] = if quad { &[0, 1, 2, 3] } else { &[0, 2] };
    let put = |place: u32, value: u64| match quad {
        true => value << (field * place),
        false => (value & 0xff | value >> 8 << field) << (field * place),
    };
    places.iter().fold(0, |vector, &place| vector | put(place, lane() & mask(width(quad, above))))
}

/// `lane_select`: the registers and the selectors. Noise mostly: a wrong byte must show.
pub fn lane_select(draw: &mut Draw) -> [u64; 2] {
    let sources = if draw.chance(7, 8) { draw.word() } else { corner(draw, 32) << 32 | corner(draw, 32) };
    [sources, u64::from(draw.below(1 << 12))]
}

/// `segmented_adder`: two vectors; a lane of the second often cancels or repeats that of the first.
pub fn segmented_adder(draw: &mut Draw, quad: bool) -> [u64; 2] {
    let width = width(quad, 1);
    let mut firsts = Vec::new();
    let a = vector(quad, 1, || {
        firsts.push(value(draw, width));
        firsts[firsts.len() - 1]
    });
    let mut firsts = firsts.into_iter();
    let b = vector(quad, 1, || {
        let first = signed(firsts.next().unwrap_or_default(), width);
        match draw.below(8) {
            0 | 1 => near(draw, first, width),
            2 => near(draw, -first, width),
            _ => value(draw, width),
        }
    });
    [a, b]
}

/// `lane_saturate`: lanes, often at the ends of their range or beside them.
pub fn lane_saturate(draw: &mut Draw, is_signed: bool, quad: bool) -> u64 {
    let (low, high) = range(width(quad, 0), is_signed);
    let width = width(quad, 2);
    vector(quad, 2, || match draw.below(8) {
        0 | 1 => near(draw, low, width),
        2 | 3 => near(draw, high, width),
        _ => value(draw, width),
    })
}

/// `lane_merge`: lanes and `c`. Noise mostly: a wrong place must show.
pub fn lane_merge(draw: &mut Draw) -> [u64; 2] {
    [(); 2].map(|()| if draw.chance(3, 4) { draw.word() & mask(32) } else { corner(draw, 32) })
}

/// `accumulate`: lanes, `c` and a mask.
pub fn accumulate(draw: &mut Draw, quad: bool) -> [u64; 3] {
    let width = width(quad, 2);
    let lanes = vector(quad, 2, || value(draw, width));
    let c = value(draw, 32);
    let bytes = if quad { draw.below(16) } else { draw.pick(&[0b0000, 0b0011, 0b1100, 0b1111]) };
    [lanes, c, bytes.into()]
}
