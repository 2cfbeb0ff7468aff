//! The places of the rows of registers, chosen to make the longest path between two rows short.

use itertools::Itertools;

/// A stage of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stage {
    /// The name in the shared vocabulary.
    pub(crate) name: &'static str,
    /// The length, compared with those of the unit's other stages: the number of levels of
    /// six-input tables when yosys and abc map the stage by itself (`if -K 6` after a speed
    /// script). In the form of `scalar` for tables, in `simd` and in `vmad`, carry chains and wires
    /// count too: it is a compromise of the delays on FPGAs.
    pub(crate) length: u32,
    /// Whether tools move the registers that follow the stage into it, as they do for a DSP block.
    pub(crate) retimes: bool,
    /// The name and the length of the one stage that this stage and the next are without a row
    /// between them.
    pub(crate) whole: Option<(&'static str, u32)>,
}

impl Stage {
    /// A stage that is cut only at its ends.
    pub(crate) const fn new(name: &'static str, length: u32) -> Self {
        Self { name, length, retimes: false, whole: None }
    }

    /// The halves of a stage that has another text if a row is inside it.
    pub(crate) const fn halves(whole: (&'static str, u32), [first, second]: [(&'static str, u32); 2]) -> [Self; 2] {
        let first = Self { whole: Some(whole), ..Self::new(first.0, first.1) };
        [first, Self::new(second.0, second.1)]
    }

    /// A stage into which tools move the registers that follow it.
    pub(crate) const fn retiming(name: &'static str, length: u32) -> Self {
        Self { name, length, retimes: true, whole: None }
    }
}

/// Returns the number of rows at each place, for `depth` rows in total. Place 0 is before the first
/// stage, and place `i` is after stage `i - 1`.
///
/// The longest path decides, then the sum of the squares of all paths, which prefers paths of equal
/// length. Among equal choices, rows between two stages are preferred to rows at the outputs, these
/// to rows at the inputs, and all to a second row at the same place.
pub(crate) fn rows(stages: &[Stage], depth: usize) -> Vec<usize> {
    let last = stages.len();
    (0..=last)
        .combinations_with_replacement(depth)
        .map(|places| {
            let mut rows = vec![0; last + 1];
            places.into_iter().for_each(|place| rows[place] += 1);
            rows
        })
        .min_by_key(|rows| {
            let stretches = stretches(stages, rows);
            let longest = stretches.iter().copied().max().unwrap_or(0);
            let squares: u32 = stretches.iter().map(|length| length * length).sum();
            (longest, squares, reluctance(rows))
        })
        .expect("there is at least one way to place any number of rows")
}

/// Joins the halves that have no row between them. Returns the stages and the rows at the places
/// that are left.
pub(crate) fn joined(stages: &[Stage], rows: &[usize]) -> (Vec<Stage>, Vec<usize>) {
    let (mut joined, mut places) = (Vec::new(), vec![rows[0]]);
    let mut each = stages.iter().zip(&rows[1..]);
    while let Some((stage, &after)) = each.next() {
        let (mut stage, mut after) = (*stage, after);
        if let (Some((name, length)), 0) = (stage.whole, after) {
            stage = Stage::new(name, length);
            after = *each.next().expect("a second half follows").1;
        }
        joined.push(stage);
        places.push(after);
    }
    (joined, places)
}

/// Returns the lengths between the rows, in order.
fn stretches(stages: &[Stage], rows: &[usize]) -> Vec<u32> {
    let (stages, rows) = joined(stages, rows);
    let mut stretches = Vec::new();
    let mut length = 0;
    for (stage, &after) in stages.iter().zip(&rows[1..]) {
        // Every row but the last moves into the stage.
        if stage.retimes && after > 1 {
            let piece = stage.length.div_ceil(after as u32);
            stretches.push(length + piece);
            stretches.extend(std::iter::repeat_n(piece, after - 1));
            length = 0;
            continue;
        }
        length += stage.length;
        if after > 0 {
            stretches.push(length);
            length = 0;
        }
    }
    stretches.push(length);
    stretches
}

fn reluctance(rows: &[usize]) -> usize {
    let last = rows.len() - 1;
    let repeated: usize = rows.iter().map(|&rows| rows.saturating_sub(1)).sum();
    3 * repeated + 2 * rows[0].min(1) + rows[last].min(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const STAGES: [Stage; 4] =
        [Stage::new("one", 2), Stage::new("two", 6), Stage::new("three", 6), Stage::new("four", 3)];

    #[test]
    fn the_longest_stretch_is_as_short_as_it_can_be() {
        assert_eq!(rows(&STAGES, 0), [0, 0, 0, 0, 0]);
        assert_eq!(rows(&STAGES, 1), [0, 0, 1, 0, 0]);
        assert_eq!(rows(&STAGES, 2), [0, 0, 1, 1, 0]);
        assert_eq!(rows(&STAGES, 3), [0, 1, 1, 1, 0]);
    }

    #[test]
    fn then_the_ports_get_rows_then_a_place_gets_two() {
        assert_eq!(rows(&STAGES, 4), [0, 1, 1, 1, 1]);
        assert_eq!(rows(&STAGES, 5), [1, 1, 1, 1, 1]);
        assert_eq!(rows(&STAGES, 6).iter().sum::<usize>(), 6);
    }

    #[test]
    fn halves_without_a_row_between_them_are_one_stage() {
        let [low, high] = Stage::halves(("sum", 7), [("low", 5), ("high", 5)]);
        let stages = [Stage::new("one", 6), low, high, Stage::new("two", 2)];
        assert_eq!(rows(&stages, 1), [0, 1, 0, 0, 0]);
        let names = |rows: &[usize]| joined(&stages, rows).0.iter().map(|stage| stage.name).collect::<Vec<_>>();
        assert_eq!(names(&[0, 1, 0, 0, 0]), ["one", "sum", "two"]);
        assert_eq!(names(&[0, 1, 1, 0, 0]), ["one", "low", "high", "two"]);
        assert_eq!(joined(&stages, &[0, 1, 0, 2, 0]).1, [0, 1, 2, 0]);
    }

    #[test]
    fn a_stage_that_retimes_gets_its_rows_behind_it() {
        let stages = [Stage::new("one", 2), Stage::retiming("two", 12), Stage::new("three", 4)];
        assert_eq!(rows(&stages, 3), [0, 0, 3, 0]);
        assert_eq!(rows(&stages, 4), [0, 1, 3, 0]);
        // The rows divide it into pieces, and each piece but the first is a stretch.
        assert_eq!(stretches(&stages, &[0, 0, 3, 0]), [6, 4, 4, 4]);
        assert_eq!(stretches(&stages, &[0, 1, 1, 0]), [2, 12, 4]);
        let vmad = [10, 20, 16, 6, 6].map(|length| Stage { retimes: length == 20, ..Stage::new("", length) });
        assert_eq!(rows(&vmad, 2), [0, 1, 1, 0, 0, 0]);
        assert_eq!(rows(&vmad, 3), [0, 1, 1, 1, 0, 0]);
    }
}
