//! Values that all change places at once, one after the other.

use std::collections::HashMap;

/// A slot gets the value of another, as it is or inverted: a function of one input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Move {
    pub(super) table: u8,
    pub(super) from: u16,
    pub(super) to: u16,
}

/// Table of the move that changes nothing on the way.
const COPY: u8 = super::table::VARIABLES[0];

/// The moves in an order in which each still finds the value that was there before all of them. Moves in a circle take a step
/// more, over the slot `spare`.
pub(super) fn one_by_one(mut moves: Vec<Move>, spare: u16) -> Vec<Move> {
    let mut readers: HashMap<u16, usize> = HashMap::new();
    for step in &moves {
        *readers.entry(step.from).or_default() += 1;
    }
    let mut steps = Vec::new();
    while !moves.is_empty() {
        let can_go = |step: &Move| readers.get(&step.to).copied().unwrap_or(0) == usize::from(step.from == step.to);
        let Some(at) = moves.iter().position(can_go) else {
            // All of them wait for another: the value that one of them overwrites is kept elsewhere.
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
        /// Few slots, so that there are circles and moves from a slot to itself.
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
