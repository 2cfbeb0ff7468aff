//! The vectors of the level coverage: those of the stimulus that meet a new case.

use vidalu_sim::Coverage;

use crate::case::setters;
use crate::golden::{Flags, Golden};

/// The number of vectors to try at most: a case that none of them meets stays open.
const LOOKED_AT: u64 = 1 << 24;

/// The number of vectors that are drawn at once.
const DRAWN: usize = 1 << 12;

/// The chosen vectors.
pub(crate) struct Picked {
    /// The inputs, in columns.
    pub(crate) columns: Vec<Vec<u64>>,
    /// The number of cases that no vector meets.
    pub(crate) holes: usize,
}

/// Chooses vectors until every case is met, or `most` vectors are chosen.
///
/// Each vector finds the CC.CF that the chosen vectors before it leave. If a case needs the other
/// value, a vector that sets CC.CF comes first.
pub(crate) fn pick(golden: &Golden, seed: u64, most: Option<u64>) -> Picked {
    let subject = &*golden.subject;
    let setters = setters(|form| golden.has(form), golden.profile).filter(|_| golden.has_flag());
    let mut chosen = Chosen::new(golden);
    let mut drawn = vec![vec![0; DRAWN]; subject.inputs().len()];
    let most = most.map_or(usize::MAX, |most| most as usize);
    for first in (0..LOOKED_AT).step_by(DRAWN) {
        subject.stimuli(seed, first, &mut drawn);
        for at in 0..DRAWN {
            if chosen.coverage.is_complete() || chosen.len() >= most {
                return chosen.picked(most);
            }
            let inputs: Vec<_> = drawn.iter().map(|column| column[at]).collect();
            let context = subject.context(&inputs);
            let flag = chosen.flags[context as usize];
            if chosen.adds(&inputs, flag) {
                chosen.push(&inputs);
            } else if let Some(setters) = &setters
                && chosen.adds(&inputs, !flag)
            {
                let setter = golden.inputs_of(&crate::case::Case { context, ..setters[usize::from(!flag)] });
                chosen.push(&setter);
                chosen.push(&inputs);
            }
        }
    }
    chosen.picked(most)
}

/// The vectors that are chosen so far.
struct Chosen<'a> {
    golden: &'a Golden,
    coverage: Coverage,
    flags: Flags,
    columns: Vec<Vec<u64>>,
}

impl<'a> Chosen<'a> {
    fn new(golden: &'a Golden) -> Self {
        let columns = vec![Vec::new(); golden.subject.inputs().len()];
        Self { golden, coverage: golden.subject.coverage(), flags: golden.reset(), columns }
    }

    fn len(&self) -> usize {
        self.columns[0].len()
    }

    /// Counts the vector with this CC.CF; returns whether it meets a new case.
    fn adds(&mut self, inputs: &[u64], flag: bool) -> bool {
        let before = self.coverage.missing();
        self.golden.subject.cover_with_flag(&mut self.coverage, inputs, flag);
        self.coverage.missing() < before
    }

    fn push(&mut self, inputs: &[u64]) {
        let subject = &self.golden.subject;
        let flag = &mut self.flags[subject.context(inputs) as usize];
        *flag = subject.with_flag(inputs, *flag).1;
        self.columns.iter_mut().zip(inputs).for_each(|(column, value)| column.push(*value));
    }

    fn picked(mut self, most: usize) -> Picked {
        self.columns.iter_mut().for_each(|column| column.truncate(most));
        Picked { columns: self.columns, holes: self.coverage.missing() }
    }
}
