//! Turns moves that happen at the same time into a sequence.

use std::collections::HashMap;

/// A move: a slot gets the value of another slot, possibly inverted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Move {
    pub(super) table: u8,
    pub(super) from: u16,
    pub(super) to: u16,
}

/// The truth table of a move that does not invert.
const COPY: u8 = super::table::VARIABLES[0];

/// Returns the moves in an order in which each reads the value from before all of them. Moves in a
/// circle take one more step, through the slot `spare`.
pub(super) fn one_by_one(mut moves: Vec<Move>, spare: u16) -> Vec<Move> {
    let mut readers: HashMap<u16, usize> = HashMap::new();
    for step in &moves {
        *readers.entry(step.from).or_default() += 1;
    }
    let mut steps = Vec::new();
    while !moves.is_empty() {
        let can_go = |step: &Move| readers.get(&step.to).copied().unwrap_or(0) == usize::from(step.from == step.to);
        let Some(at) = moves.iter().position(can_go) else {
            // Every move waits for another one, so the value that one of them overwrites is saved
            // first.
            let kept = moves[0].to;
            steps.push(Move { table: COPY, from: kept, to: spare });
            moves.iter_mut().filter(|step| step.from == kept).for_each(|step| step.from = spare);
            let count = readers.remove(&kept).unwrap_or(0);
            readers.insert(spare, count);
            continue;
        };
        let step = moves.swap_remove(at);
        *readers.entry(step.from).or_default() -= 1;
        steps.push(step);
    }
    steps
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::proptest;

    use super::{COPY, Move, one_by_one};

    proptest! {
        /// With few slots, there are circles and moves from a slot to itself.
        #[test]
        fn all_move_at_once(sources in vec(0..8_u16, 1..8), inverts: u8) {
            let invert = |to: u16| inverts >> to & 1 == 1;
            let table = |to| if invert(to) { !COPY } else { COPY };
            let moves = (0..).zip(&sources).map(|(to, from)| Move { table: table(to), from: *from, to }).collect();
            let mut slots: Vec<i32> = (1..=9).collect();
            for step in one_by_one(moves, 8) {
                let value = slots[usize::from(step.from)];
                slots[usize::from(step.to)] = if step.table == COPY { value } else { -value };
            }
            for (to, from) in (0..).zip(&sources) {
                let value = i32::from(*from) + 1;
                assert_eq!(slots[usize::from(to)], if invert(to) { -value } else { value });
            }
        }
    }
}
