//! Counters of ones column by column: a reduction in which few counters have a free input.
//!
//! The rows of a multiplier form a trapezoid, with few bits in the lowest and the highest columns.
//! Counters of six whole rows would find one or two bits there. Each stage therefore moves bits
//! within their columns first, so that a counter finds six of them. Bits that do not fill a counter
//! pass to the next stage, and bits that are always 0 are left out.

use std::ops::Range;

use super::rows::Term;
use super::stage::{Arranged, Arrangement, Compressor, Piece, Stage, compressor};

/// The greatest height of a column for which a stage also has compressors of three.
const THREES: usize = 9;
/// The greatest height of a column for which a stage only has as many compressors as it needs. With
/// these values of `THREES` and `NEEDED`, 18 rows take the fewest tables in five stages.
const NEEDED: usize = 5;

/// A number with the columns that its net has, and those in which it can have a one.
struct Number {
    name: String,
    columns: Range<usize>,
    is_bit: Vec<bool>,
}

/// Returns the stages that reduce `terms` to `sum` and `carry`, modulo 2^`width`.
pub(super) fn stages(terms: &[Term], width: u32) -> Vec<Stage> {
    let mut live: Vec<_> = terms.iter().map(|term| Number::of(term, width as usize)).collect();
    let mut stages = Vec::new();
    while heights(&live).into_iter().max() > Some(2) {
        let stage;
        (stage, live) = counted(&live, stages.len() + 1);
        stages.push(stage);
    }
    let names = ["sum", "carry"].map(str::to_owned);
    let places = heights(&live).into_iter().map(|height| (0..height).collect()).collect::<Vec<_>>();
    stages.push(Stage { arrangement: Some(arranged(&live, &names, &places).0), compressors: Vec::new() });
    stages
}

impl Number {
    fn of(term: &Term, width: usize) -> Self {
        let lo = term.lo as usize;
        let columns = lo..lo + term.net.width as usize;
        let zeros: Vec<_> = term.zeros.iter().map(|&bit| lo + bit as usize).collect();
        let is_bit = (0..width).map(|column| columns.contains(&column) && !zeros.contains(&column)).collect();
        Self { name: term.net.name.clone(), columns, is_bit }
    }
}

/// Returns the number of bits in each column.
fn heights(live: &[Number]) -> Vec<usize> {
    (0..live[0].is_bit.len()).map(|column| live.iter().filter(|number| number.is_bit[column]).count()).collect()
}

/// Returns the sizes of the groups of bits that are counted together in each column: at most six
/// for a counter of six, three for a compressor.
fn groups(heights: &[usize]) -> Vec<Vec<usize>> {
    let most = heights.iter().copied().max().unwrap_or(0);
    if most > NEEDED {
        let threes = |height: usize| if most > THREES { 0 } else { height % 6 / 3 };
        return heights.iter().map(|&height| [vec![6; height / 6], vec![3; threes(height)]].concat()).collect();
    }
    // Dadda's rule: a column gets a counter only for what would be too much for the next stage,
    // with what the columns below it carry. One is enough, because they carry two bits at most.
    let wanted = if most > 3 { 3 } else { 2 };
    let mut carried = vec![0; heights.len() + 2];
    let mut all = Vec::new();
    for (column, &height) in heights.iter().enumerate() {
        let too_many = (height + carried[column]).saturating_sub(wanted);
        let size = match too_many {
            0 => None,
            1 | 2 => Some(height.min(3)),
            _ => Some(height),
        };
        size.iter().for_each(|&size| (1..width_of_count(size)).for_each(|place| carried[column + place] += 1));
        all.push(size.into_iter().collect());
    }
    all
}

/// Returns the number of bits of a count.
fn width_of_count(size: usize) -> usize {
    if size > 3 { 3 } else { 2 }
}

/// The places of the bits of a stage among its numbers.
#[derive(Debug, PartialEq, Eq)]
struct Layout {
    /// For each compressor its first number and how many it takes. Counters of six come first.
    compressors: Vec<(usize, usize)>,
    /// The places of the bits of each column: first those in a compressor, then those that pass.
    places: Vec<Vec<usize>>,
}

impl Layout {
    /// Returns the layout for columns of these heights, of which `groups` are counted.
    fn of(heights: &[usize], groups: &[Vec<usize>]) -> Self {
        let most = |inputs: usize| {
            let own = |groups: &Vec<usize>| groups.iter().filter(|&&size| inputs_for(size) == inputs).count();
            groups.iter().map(own).max().unwrap_or(0)
        };
        let (sixes, threes) = (most(6), most(3));
        let compressors =
            (0..sixes).map(|six| (6 * six, 6)).chain((0..threes).map(|three| (6 * sixes + 3 * three, 3))).collect();
        let passing = 6 * sixes + 3 * threes;
        let places = groups.iter().zip(heights).map(|(groups, height)| {
            let (mut six, mut three, mut own) = (0, 6 * sixes, Vec::new());
            for &size in groups {
                let first = if inputs_for(size) == 6 { &mut six } else { &mut three };
                own.extend(*first..*first + size);
                *first += inputs_for(size);
            }
            own.extend((passing..).take(height - own.len()));
            own
        });
        Self { compressors, places: places.collect() }
    }

    /// Returns the place of the first number that passes.
    fn passing(&self) -> usize {
        self.compressors.last().map_or(0, |(first, inputs)| first + inputs)
    }

    /// Returns how many numbers the arrangement makes.
    fn count(&self) -> usize {
        self.places.iter().flatten().max().map_or(0, |last| last + 1).max(self.passing())
    }
}

/// Returns the number of inputs of the compressor that counts `size` bits.
fn inputs_for(size: usize) -> usize {
    if size > 3 { 6 } else { 3 }
}

/// Returns a stage and the numbers after it.
fn counted(live: &[Number], stage: usize) -> (Stage, Vec<Number>) {
    let heights = heights(live);
    let layout = Layout::of(&heights, &groups(&heights));
    let names: Vec<_> = (0..layout.count()).map(|index| format!("bits_{stage}_{index}")).collect();
    let (arrangement, numbers) = arranged(live, &names, &layout.places);
    let (mut compressors, mut after) = (Vec::new(), Vec::new());
    for (index, &(first, inputs)) in layout.compressors.iter().enumerate() {
        let compressor = compressor(&names[first..first + inputs], stage, index, false);
        after.extend(made(&compressor, &numbers[first..first + inputs]));
        compressors.push(compressor);
    }
    after.extend(numbers.into_iter().skip(layout.passing()));
    (Stage { arrangement: Some(arrangement), compressors }, after)
}

/// Returns the numbers that a compressor makes. A count of one bit has no carry, and a count of
/// three bits no fours.
fn made(compressor: &Compressor, numbers: &[Number]) -> Vec<Number> {
    let heights = heights(numbers);
    let number = |(place, name): (usize, &String)| {
        let is_bit = |column: usize| column.checked_sub(place).is_some_and(|own| heights[own] >= 1 << place);
        Number { name: name.clone(), columns: 0..heights.len(), is_bit: (0..heights.len()).map(is_bit).collect() }
    };
    compressor.made.iter().enumerate().map(number).collect()
}

/// Moves the bits of each column to the given places, of which each has a name. A bit stays in the
/// place of its lower neighbor if it can, so that the numbers have few pieces.
fn arranged(live: &[Number], names: &[String], places: &[Vec<usize>]) -> (Arrangement, Vec<Number>) {
    let width = places.len();
    // The number whose bit has a place, for each place and column.
    let mut sources = vec![vec![None; width]; names.len()];
    for (column, places) in places.iter().enumerate() {
        let mut waiting: Vec<_> = (0..live.len()).filter(|&number| live[number].is_bit[column]).collect();
        let mut free = Vec::new();
        for &place in places {
            let before = column.checked_sub(1).and_then(|before| sources[place][before]);
            match waiting.iter().position(|&number| Some(number) == before) {
                Some(at) => sources[place][column] = Some(waiting.remove(at)),
                None => free.push(place),
            }
        }
        for (place, number) in free.into_iter().zip(waiting) {
            sources[place][column] = Some(number);
        }
    }
    let name = |number: &usize| live[*number].name.clone();
    let made = names.iter().zip(&sources).map(|(own, sources)| Arranged {
        name: own.clone(),
        pieces: pieces(sources.iter().map(|source| source.as_ref().map(name))),
    });
    let dropped = live.iter().flat_map(|number| {
        let is_zero = |column| number.columns.contains(&column) && !number.is_bit[column];
        pieces((0..width).map(|column| is_zero(column).then(|| number.name.clone())))
            .into_iter()
            .filter(|piece| piece.of.is_some())
    });
    let of = live.iter().map(|number| number.name.clone()).collect();
    let arrangement = Arrangement { of, made: made.collect(), dropped: dropped.collect() };
    let numbers = names.iter().zip(sources).map(|(name, sources)| Number {
        name: name.clone(),
        columns: 0..width,
        is_bit: sources.iter().map(Option::is_some).collect(),
    });
    (arrangement, numbers.collect())
}

/// Returns the pieces of a number whose bits come from these numbers, the lowest first.
fn pieces(sources: impl Iterator<Item = Option<String>>) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    for (column, of) in (0..).zip(sources) {
        match pieces.last_mut() {
            Some(last) if last.of == of => last.width += 1,
            _ => pieces.push(Piece { of, lo: column, width: 1 }),
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;

    use super::super::rows::terms;
    use super::*;
    use crate::Multiplier;

    #[test]
    fn stages_are_few_and_every_bit_is_placed_once() {
        for (width, count) in [(3, 2), (9, 4), (17, 5), (33, 6), (65, 7)] {
            let terms = terms(Multiplier::Booth4Counters, width);
            let stages = stages(&terms, 2 * width);
            assert_eq!(stages.len(), count, "{width} bits");
            let mut live: Vec<_> = terms.iter().map(|term| term.net.name.clone()).collect();
            for Stage { arrangement, compressors } in &stages {
                let arrangement = arrangement.as_ref().expect("every stage moves bits");
                assert_eq!(arrangement.of, live, "all numbers are taken apart");
                let mut bits = Vec::new();
                for made in &arrangement.made {
                    let columns = made.pieces.iter().flat_map(|piece| piece.lo..piece.lo + piece.width);
                    assert!(columns.eq(0..2 * width), "{} has every column", made.name);
                }
                let pieces = arrangement.made.iter().flat_map(|made| &made.pieces).chain(&arrangement.dropped);
                for piece in pieces {
                    bits.extend(
                        piece.of.iter().flat_map(|of| (piece.lo..piece.lo + piece.width).map(move |at| (of, at))),
                    );
                }
                let columns = |name: &String| {
                    let row = terms.iter().find(|term| term.net.name == *name);
                    row.map_or(0..2 * width, |row| row.lo..row.lo + row.net.width)
                };
                let all = live.iter().flat_map(|name| columns(name).map(move |at| (name, at)));
                assert!(bits.iter().all_unique() && bits.len() == all.clone().count(), "{width} bits");
                assert!(all.sorted().eq(bits.into_iter().sorted()), "{width} bits");
                let taken: Vec<_> = compressors.iter().flat_map(|own| &own.of).collect();
                let rest = arrangement.made.iter().map(|made| &made.name).filter(|name| !taken.contains(name));
                live = compressors.iter().flat_map(|own| &own.made).chain(rest).cloned().collect();
            }
            assert_eq!(live, ["sum", "carry"]);
        }
    }

    #[test]
    fn counters_of_six_take_the_first_places_and_others_pass_behind_all_counters() {
        let layout = Layout::of(&[1, 4, 8, 6], &[vec![], vec![3], vec![6], vec![5]]);
        assert_eq!(layout.compressors, [(0, 6), (6, 3)]);
        let places = [vec![9], vec![6, 7, 8, 9], vec![0, 1, 2, 3, 4, 5, 9, 10], vec![0, 1, 2, 3, 4, 9]];
        assert_eq!(layout.places, places);
        assert_eq!(layout.count(), 11);
        assert_eq!(Layout::of(&[1], &[vec![]]).count(), 1, "a column without a counter");
    }

    #[test]
    fn a_column_gets_no_more_counters_than_it_needs() {
        let groups = |heights: &[usize]| {
            let text = |sizes: &Vec<usize>| sizes.iter().join(" ");
            groups(heights).iter().map(text).join(" | ")
        };
        assert_eq!(groups(&[13, 6, 5]), "6 6 | 6 | ", "only sixes while there are many");
        assert_eq!(groups(&[9, 8, 4, 2]), "6 3 | 6 | 3 | ");
        assert_eq!(groups(&[3, 4, 5, 2, 2]), " | 3 | 5 |  | ", "at most three and what is carried");
        assert_eq!(groups(&[2, 3, 2, 1]), " | 3 | 2 | ", "at most two and what is carried");
    }
}
