//! Carry-save reduction: from many numbers to two with the same sum.
//!
//! A compressor counts the ones in each column of its numbers, without carry propagation. One for
//! three numbers (full adders) leaves two: the sum of each column, and its carry into the next
//! column. One for six numbers leaves three, since the count of six bits has three; each of these
//! is one table with six inputs. An arrangement before it moves bits within their columns, so that
//! few of its inputs are free. The stages are divided among a few modules, so that pipeline
//! registers can be placed between them.

use std::fmt::Display;

use askama::Template;

use super::rows::Term;
use super::stage::{Compressor, Piece, Stage, compressor};
use super::{Page, bits, columns, concatenation, put};
use crate::design::{Library, render};
use crate::verilog::{Module, Net, Port, VerilogError};
use crate::{Config, Goal, Multiplier};

/// The greatest number of modules for the stages.
pub(super) const MAX_PARTS: usize = 6;

/// A module of some stages, with the names of the numbers that it takes and gives.
pub(super) struct Reduction {
    pub(super) module: Module,
    /// The number of its stages with compressors.
    pub(super) compressing: u32,
    pub(super) takes: Vec<String>,
    pub(super) gives: Vec<String>,
}

/// Returns the modules that reduce `terms` to the numbers `sum` and `carry` of `width` bits.
pub(super) fn reduce(
    config: &Config,
    (architecture, name, width): (&str, &str, u32),
    terms: &[Term],
    library: &mut Library,
) -> Result<Vec<Reduction>, VerilogError> {
    let stages = stages(config, terms, width);
    let (mut parts, mut first) = (Vec::new(), 1);
    for (index, stages) in divided(&stages).into_iter().enumerate() {
        let (takes, gives) = ends(stages);
        let term = |name: &String| terms.iter().find(|term| term.net.name == *name);
        let input = |name: &String| match term(name) {
            Some(row) => Port::input(format!("{name}_i"), row.net.width, format!("a row, times 2^{}", row.lo)),
            None => Port::input(format!("{name}_i"), width, "from the stages before"),
        };
        let output = |name: &String| Port::output(format!("{name}_o"), width, "a number for the next stages");
        let ports = takes.iter().map(input).chain(gives.iter().map(output)).collect();
        let is_whole = |name: &&String| stages.iter().flat_map(|own| &own.compressors).any(|own| own.of.contains(name));
        let rows = takes.iter().filter(is_whole).filter_map(term).map(|row| row.aligned(width)).collect();
        let others = takes.iter().filter(|name| term(name).is_none()).cloned().collect();
        let module = format!("{name}_{architecture}_reduce_{}", index + 1);
        let doc = format!("carry-save stages of a multiplier, part {}", index + 1);
        let module = put(config, library, (&module, &doc), ports, |page| {
            render(&Text { page, width, terms, rows, others, first, stages, gives: gives.clone() })
        })?;
        first += stages.len();
        parts.push(Reduction { module, compressing: compressing(stages) as u32, takes, gives });
    }
    Ok(parts)
}

/// Divides the stages among at most [`MAX_PARTS`] modules. The last stage may have no compressor,
/// and moving bits alone costs no logic: it stays with the stage before it.
fn divided(stages: &[Stage]) -> Vec<&[Stage]> {
    let count = compressing(stages);
    let together = count.div_ceil(MAX_PARTS);
    let end = |first: usize| if first + together < count { first + together } else { stages.len() };
    (0..count).step_by(together).map(|first| &stages[first..end(first)]).collect()
}

/// Returns the number of stages with compressors.
fn compressing(stages: &[Stage]) -> usize {
    stages.iter().filter(|stage| !stage.compressors.is_empty()).count()
}

/// Returns the stages of the configured architecture, for numbers of `width` bits. Tables have the
/// same delay from each input; in cells, the third number of a compressor has less.
pub(super) fn stages(config: &Config, terms: &[Term], width: u32) -> Vec<Stage> {
    let names = terms.iter().map(|term| term.net.name.clone()).collect();
    let stages = match (config.multiplier, config.goal) {
        (Multiplier::Booth4Counters, _) => return columns::stages(terms, width),
        (Multiplier::Booth4Dadda, Goal::Cells) => tree(names, arrivals_in_cells),
        (Multiplier::Booth4Dadda, _) => tree(names, |_| [0, 0]),
        _ => row_by_row(names),
    };
    stages.into_iter().map(|compressors| Stage { arrangement: None, compressors }).collect()
}

impl Piece {
    /// Returns the piece as Verilog.
    fn text(&self, terms: &[Term]) -> String {
        let Some(name) = &self.of else { return format!("{}'d0", self.width) };
        let (name, lo) = match terms.iter().find(|term| term.net.name == *name) {
            Some(row) => (format!("{name}_i"), self.lo - row.lo),
            None => (name.clone(), self.lo),
        };
        format!("{name}{}", bits(lo + self.width - 1, lo))
    }
}

impl Term {
    /// Returns the row at its weight in `width` bits.
    fn aligned(&self, width: u32) -> String {
        let zeros = |count: u32| (count > 0).then(|| format!("{count}'d0"));
        let above = zeros(width - self.lo - self.net.width);
        let pieces: Vec<_> = above.into_iter().chain([format!("{}_i", self.net.name)]).chain(zeros(self.lo)).collect();
        let value = if pieces.len() == 1 { pieces[0].clone() } else { format!("{{{}}}", pieces.join(", ")) };
        format!("{} = {value}", self.net.name)
    }
}

/// Adds one row after the other to the sum and carry of the rows before.
fn row_by_row(mut rows: Vec<String>) -> Vec<Vec<Compressor>> {
    // The addend comes first, because it needs no computation.
    rows.rotate_right(1);
    let mut stages = Vec::new();
    let mut left = rows.len();
    let mut sums: Vec<String> = rows.drain(..2).collect();
    for row in rows {
        left -= 1;
        let compressor = compressor(&[sums.remove(0), sums.remove(0), row], stages.len() + 1, 0, left == 2);
        sums = compressor.made.clone();
        stages.push(vec![compressor]);
    }
    stages
}

/// Dadda's tree. The stages leave ..., 13, 9, 6, 4, 3, 2 numbers. These are the most that the
/// following stages can reduce, so each stage has as few compressors as possible. `arrivals`
/// returns when the sum and the carry of a compressor arrive.
fn tree(names: Vec<String>, arrivals: impl Fn([u32; 3]) -> [u32; 2]) -> Vec<Vec<Compressor>> {
    let mut live: Vec<_> = names.into_iter().map(|name| (0, name)).collect();
    live.rotate_right(1);
    let mut stages = Vec::new();
    while live.len() > 2 {
        let wanted =
            std::iter::successors(Some(2), |&count| Some(count * 3 / 2)).take_while(|&count| count < live.len());
        let wanted = wanted.last().expect("there are more than two numbers");
        let count = live.len() - wanted;
        // The latest numbers wait for the next stage. Of the others, the latest are third in a
        // compressor; among numbers that arrive together, every third number is.
        live.sort_by_key(|(arrival, _)| *arrival);
        let waiting = live.split_off(3 * count);
        let mut places: Vec<_> = (0..3 * count).collect();
        places.sort_by_key(|&place| (live[place].0, place % 3 == 2));
        let (pairs, thirds) = places.split_at(2 * count);
        let (mut stage, mut after) = (Vec::new(), Vec::new());
        for (index, (pair, &third)) in pairs.chunks(2).zip(thirds).enumerate() {
            let of = [pair[0], pair[1], third];
            let names = of.map(|place| live[place].1.clone());
            let compressor = compressor(&names, stages.len() + 1, index, wanted == 2);
            after.extend(arrivals(of.map(|place| live[place].0)).into_iter().zip(compressor.made.clone()));
            stage.push(compressor);
        }
        live = after.into_iter().chain(waiting).collect();
        stages.push(stage);
    }
    stages
}

/// Returns when the sum and the carry of a compressor arrive, in halves of the delay of an XOR. The
/// first two numbers pass two XORs to the sum, the third one: it may come later.
fn arrivals_in_cells([first, second, third]: [u32; 3]) -> [u32; 2] {
    let two = first.max(second);
    [(two + 4).max(third + 2), (two + 3).max(third + 1)]
}

/// Returns the numbers that some stages take from outside, and those that they leave.
fn ends(stages: &[Stage]) -> (Vec<String>, Vec<String>) {
    let made: Vec<_> = stages.iter().flat_map(Stage::made).collect();
    let used: Vec<_> = stages.iter().flat_map(Stage::of).collect();
    let takes = used.iter().filter(|name| !made.contains(name)).map(|&name| name.clone()).collect();
    let gives = made.iter().filter(|name| !used.contains(name)).map(|&name| name.clone()).collect();
    (takes, gives)
}

/// Returns nets of `width` bits with these names.
pub(super) fn nets(names: &[String], width: u32) -> impl Iterator<Item = Net> + '_ {
    names.iter().map(move |name| Net::new(name.clone(), width))
}

#[derive(Template)]
#[template(path = "arith/reduce.v")]
struct Text<'a> {
    page: &'a Page<'a>,
    width: u32,
    terms: &'a [Term],
    /// The rows at their weights, each as name and value.
    rows: Vec<String>,
    /// The other numbers that come in.
    others: Vec<String>,
    /// The number of the first stage.
    first: usize,
    stages: &'a [Stage],
    gives: Vec<String>,
}

impl Text<'_> {
    /// Returns the line that makes a number of pieces, which Verilog has in the opposite order.
    fn wire(&self, name: impl Display, pieces: &[Piece]) -> String {
        let width: u32 = pieces.iter().map(|piece| piece.width).sum();
        let texts: Vec<_> = pieces.iter().rev().map(|piece| piece.text(self.terms)).collect();
        concatenation(&format!("  wire [{}:0] {name} = ", width - 1), &texts)
    }
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;

    use super::*;

    fn names(count: usize) -> Vec<String> {
        (0..count).map(|index| format!("row_{index}")).collect()
    }

    /// Returns the numbers that some stages take from outside, and those that they leave.
    fn ends_of(stages: Vec<Vec<Compressor>>) -> (Vec<String>, Vec<String>) {
        let stages: Vec<_> = stages.into_iter().map(|compressors| Stage { arrangement: None, compressors }).collect();
        ends(&stages)
    }

    #[test]
    fn a_tree_has_daddas_number_of_stages_and_every_number_is_used_once() {
        for (count, stages) in [(3, 1), (4, 2), (6, 3), (7, 4), (13, 5), (18, 6), (34, 8)] {
            for tree in [tree(names(count), |_| [0, 0]), tree(names(count), arrivals_in_cells)] {
                assert_eq!(tree.len(), stages, "{count} numbers");
                assert_eq!(tree.iter().flatten().count(), count - 2);
                let (mut takes, gives) = ends_of(tree);
                takes.sort_unstable_by_key(|name| name[4..].parse::<u32>().unwrap());
                assert_eq!((takes, gives), (names(count), vec!["sum".to_owned(), "carry".to_owned()]));
            }
        }
    }

    /// The last stage of counters only moves bits.
    #[test]
    fn every_module_has_a_compressor() {
        use Multiplier::{Array, Booth4Counters, Booth4Dadda};
        let counters = [(3, 1), (9, 3), (33, 5), (65, 6)].map(|(width, parts)| (Booth4Counters, width, parts));
        for (multiplier, width, parts) in counters.into_iter().chain([(Booth4Dadda, 33, 6), (Array, 33, 6)]) {
            let config = Config { multiplier, ..Config::default() };
            let terms = super::super::rows::terms(config.multiplier, width);
            let stages = stages(&config, &terms, 2 * width);
            let divided = divided(&stages);
            assert_eq!(divided.len(), parts, "{multiplier:?}, {width} bits");
            assert_eq!(divided.iter().map(|part| part.len()).sum::<usize>(), stages.len());
            assert!(divided.iter().all(|part| compressing(part) > 0));
        }
    }

    /// Returns the delay of the longest path, in halves of that of an XOR.
    fn length(tree: &[Vec<Compressor>]) -> u32 {
        let mut arrivals = std::collections::HashMap::new();
        for own in tree.iter().flatten() {
            let of = std::array::from_fn(|index| arrivals.get(&own.of[index]).copied().unwrap_or(0));
            arrivals.extend(own.made.iter().cloned().zip(arrivals_in_cells(of)));
        }
        arrivals["sum"]
    }

    #[test]
    fn in_cells_late_numbers_come_third() {
        assert_eq!(length(&tree(names(18), |_| [0, 0])), 24, "two XORs a stage");
        assert_eq!(length(&tree(names(18), arrivals_in_cells)), 19);
    }

    /// Returns the trees with one more compressor, which makes two of the numbers. A tree is given
    /// by the latest times of its inputs, in ascending order.
    fn with_one_more(latest: &[u32]) -> Vec<Vec<u32>> {
        let with = |made: Vec<usize>| {
            let [sum, carry] = [latest[made[0]], latest[made[1]]];
            let pair = sum.checked_sub(4)?.min(carry.checked_sub(3)?);
            let rest = (0..latest.len()).filter(|place| !made.contains(place)).map(|place| latest[place]);
            Some(rest.chain([pair, pair, (sum - 2).min(carry - 1)]).sorted().collect())
        };
        (0..latest.len()).permutations(2).filter_map(with).unique().collect()
    }

    /// Returns the most numbers that any tree adds in a time, in halves of the delay of an XOR. All
    /// trees are tried, from their ends to their inputs. Only those are left out whose inputs are
    /// due no later than those of another.
    fn most_numbers(time: u32) -> usize {
        let mut trees = vec![vec![time; 2]];
        loop {
            let larger: Vec<_> = trees.iter().flat_map(|tree| with_one_more(tree)).unique().collect();
            let is_worse = |tree: &Vec<u32>| {
                larger.iter().any(|other| other != tree && tree.iter().zip(other).all(|(due, later)| due <= later))
            };
            let best: Vec<_> = larger.iter().filter(|tree| !is_worse(tree)).cloned().collect();
            if best.is_empty() {
                return trees[0].len();
            }
            trees = best;
        }
    }

    #[test]
    fn the_shortest_of_all_trees_saves_half_an_xor() {
        assert_eq!([17, 18].map(most_numbers), [17, 20]);
    }

    #[test]
    fn row_by_row_takes_a_stage_for_each_row_after_the_second() {
        let stages = row_by_row(names(18));
        assert_eq!(stages.len(), 16);
        assert_eq!(ends_of(stages.clone()).1, ["sum", "carry"]);
        assert_eq!(ends_of(stages[4..8].to_vec()).0.len(), 2 + 4);
    }
}
