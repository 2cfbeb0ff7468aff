//! Parallel-prefix adders. A group of bits generates a carry (g) or propagates one (p), and the
//! groups grow from level to level.
//!
//! Position 0 is the carry input, and position i + 1 is bit i. Two neighbouring groups combine into
//! one. It generates if the upper group does, or if the upper propagates and the lower generates.
//! It propagates if both do. A group is complete when it reaches position 0. Then g is the carry
//! into the next bit, and p is no longer needed.
//!
//! Where the carry input comes late, position i is bit i. The carry input passes a complete group
//! that propagates, so p is needed to the end.

use std::fmt;

use askama::Template;

use super::{Page, concatenation};
use crate::Adder;
use crate::design::render;

/// A level: its vectors with their values. The last `g_n` of all levels holds the carries.
pub(super) struct Level {
    doc: String,
    wires: Vec<String>,
}

#[derive(Template)]
#[template(path = "arith/prefix.v")]
struct Prefix<'a> {
    page: &'a Page<'a>,
    width: u32,
    levels: Vec<Level>,
}

#[derive(Template)]
#[template(path = "arith/carries.v")]
struct Carries<'a> {
    page: &'a Page<'a>,
    width: u32,
    levels: Vec<Level>,
}

/// Returns the text of an adder with a carry input.
pub(super) fn text(page: &Page<'_>, width: u32, tree: Tree) -> String {
    render(&Prefix { page, width, levels: tree.levels(width + 1, false) })
}

/// Returns the text of the carries of an adder.
pub(super) fn carries(page: &Page<'_>, width: u32, tree: Tree) -> String {
    render(&Carries { page, width, levels: tree.levels(width, true) })
}

/// The order in which groups combine.
#[derive(Clone, Copy, Debug)]
pub(super) enum Tree {
    BrentKung,
    KoggeStone,
    Sklansky,
}

impl Tree {
    /// Returns the tree of an architecture, if it is a prefix adder.
    pub(super) fn of(adder: Adder) -> Option<Self> {
        match adder {
            Adder::BrentKung => Some(Self::BrentKung),
            Adder::KoggeStone => Some(Self::KoggeStone),
            Adder::Sklansky => Some(Self::Sklansky),
            Adder::Plus | Adder::Ripple | Adder::CarrySelect => None,
        }
    }

    /// Returns the levels. `passes` says whether p is needed to the end.
    fn levels(self, positions: u32, passes: bool) -> Vec<Level> {
        match self {
            Self::BrentKung => brent_kung(positions, passes),
            Self::KoggeStone => kogge_stone(positions, passes),
            Self::Sklansky => sklansky(positions, passes),
        }
    }
}

/// Returns `vector` shifted up by `distance` positions.
fn moved(vector: &str, positions: u32, distance: u32) -> String {
    format!("{{{vector}[{}:0], {distance}'d0}}", positions - 1 - distance)
}

/// Returns 1, 2, 4, ... below `positions`.
fn distances(positions: u32) -> impl DoubleEndedIterator<Item = u32> + Clone {
    (0..u32::BITS - (positions - 1).leading_zeros()).map(|level| 1 << level)
}

/// Returns a constant with a one at each chosen position.
fn mask(positions: u32, chosen: impl Fn(u32) -> bool) -> String {
    let digit = |lo: u32| {
        (lo..positions.min(lo + 4))
            .filter(|&position| chosen(position))
            .map(|position| 1 << (position - lo))
            .sum::<u32>()
    };
    let digits: String = (0..positions).step_by(4).rev().map(|lo| format!("{:x}", digit(lo))).collect();
    let digits = digits.trim_start_matches('0');
    format!("{positions}'h{}", if digits.is_empty() { "0" } else { digits })
}

/// Returns the declaration of a vector of a level.
fn wire(positions: u32, text: &str) -> String {
    format!("  wire [{}:0] {text}", positions - 1)
}

/// Each position combines with the one `distance` below it. The distance doubles at each level.
fn kogge_stone(positions: u32, passes: bool) -> Vec<Level> {
    let level = |(from, distance): (usize, u32)| {
        let to = from + 1;
        let lower = |vector: &str| moved(&format!("{vector}_{from}"), positions, distance);
        let mut wires = vec![wire(positions, &format!("g_{to} = g_{from} | (p_{from} & {})", lower("g")))];
        if passes || 2 * distance < positions {
            // A complete group has no lower neighbour, and keeps its p where it is needed.
            let lower = match passes {
                true => {
                    format!("{{p_{from}[{}:0], {distance}'h{:x}}}", positions - 1 - distance, (1_u64 << distance) - 1)
                }
                false => lower("p"),
            };
            wires.push(wire(positions, &format!("p_{to} = p_{from} & {lower}")));
        }
        Level { doc: format!("Level {to}: groups of {}.", 2 * distance), wires }
    };
    distances(positions).enumerate().map(level).collect()
}

/// Positions combine in pairs, then pairs of pairs, and so on. Then the levels downwards complete
/// the positions in between.
fn brent_kung(positions: u32, passes: bool) -> Vec<Level> {
    let is_top = |position: u32, distance: u32| (position + 1).is_multiple_of(2 * distance);
    let is_between = |position: u32, distance: u32| position >= 2 * distance && is_top(position - distance, distance);
    let generates = |from: usize, p: usize, distance: u32, chosen: &dyn Fn(u32) -> bool| {
        let lower = moved(&format!("g_{from}"), positions, distance);
        let chosen = mask(positions, chosen);
        wire(positions, &format!("g_{} = g_{from} | (p_{p} & {lower} & {chosen})", from + 1))
    };
    let propagates = |from: usize, distance: u32, chosen: &dyn Fn(u32) -> bool| {
        let lower = moved(&format!("p_{from}"), positions, distance);
        let others = mask(positions, |position| !chosen(position));
        wire(positions, &format!("p_{} = p_{from} & ({lower} | {others})", from + 1))
    };
    let mut levels = Vec::new();
    for distance in distances(positions).filter(|&distance| 2 * distance <= positions) {
        let from = levels.len();
        let chosen = |position| is_top(position, distance);
        let wires = vec![generates(from, from, distance, &chosen), propagates(from, distance, &chosen)];
        levels.push(Level { doc: format!("Up: the top positions of groups of {}.", 2 * distance), wires });
    }
    let up = levels.len();
    for distance in distances(positions).rev() {
        let chosen = |position| is_between(position, distance);
        if (0..positions).any(chosen) {
            let from = levels.len();
            let mut wires = vec![generates(from, if passes { from } else { up }, distance, &chosen)];
            wires.extend(passes.then(|| propagates(from, distance, &chosen)));
            levels.push(Level { doc: format!("Down: positions {distance} above a complete group."), wires });
        }
    }
    levels
}

/// The upper half of each group combines with the top of the lower half.
fn sklansky(positions: u32, passes: bool) -> Vec<Level> {
    let level = |(from, distance): (usize, u32)| {
        let to = from + 1;
        // From the highest block of positions downwards: the contribution of the lower neighbour in
        // the same group, if any.
        let piece = |vector: &str, block: u32| {
            let size = distance.min(positions - block * distance);
            let value = match (block % 2, vector) {
                (1, _) => format!("{vector}_{from}[{}]", block * distance - 1),
                (_, "g") => return format!("{size}'d0"),
                _ => "1'b1".to_owned(),
            };
            if size == 1 { value } else { format!("{{{size}{{{value}}}}}") }
        };
        let lower = |vector: &str| {
            let blocks = (0..positions.div_ceil(distance)).rev();
            let pieces: Vec<_> = blocks.map(|block| piece(vector, block)).collect();
            concatenation(&wire(positions, &format!("lower_{vector}_{to} = ")), &pieces)
        };
        let mut wires = vec![lower("g"), wire(positions, &format!("g_{to} = g_{from} | (p_{from} & lower_g_{to})"))];
        if passes || 2 * distance < positions {
            wires.extend([lower("p"), wire(positions, &format!("p_{to} = p_{from} & lower_p_{to}"))]);
        }
        Level { doc: format!("Level {to}: groups of {}.", 2 * distance), wires }
    };
    distances(positions).enumerate().map(level).collect()
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::BrentKung => "Brent-Kung",
            Self::KoggeStone => "Kogge-Stone",
            Self::Sklansky => "Sklansky",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_have_any_width() {
        assert_eq!(mask(6, |position| position % 2 == 1), "6'h2a");
        assert_eq!(mask(9, |_| false), "9'h0");
        assert_eq!(mask(131, |position| position == 130 || position < 2), "131'h400000000000000000000000000000003");
    }
}
