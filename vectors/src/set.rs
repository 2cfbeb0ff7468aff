//! Which vectors: a request, and the set that it names.

use serde::{Deserialize, Serialize};
use vidalu_gen::{Config, Target, Unit, generate};
use vidalu_model::golden::Profile;
use vidalu_model::isa;
use vidalu_sim::subject;
use vidalu_stimulus::Forms;

use crate::cover;
use crate::error::VectorsError;
use crate::golden::{Column, Flags, Golden, Texts};
use crate::grid::Grid;
use crate::rows::{AT_ONCE, Rows};

/// The default number of vectors of [`Level::Random`].
const DEFAULT_COUNT: u64 = 1000;

/// How the vectors are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// Each operation with its types and modifiers, with each pair of corner values of its
    /// operands.
    Corner,
    /// The stimulus of the co-simulation.
    Random,
    /// Each operation that reads bytes, with its types and modifiers and all pairs of bytes.
    ExhaustiveBytes,
    /// The vectors of the co-simulation's stimulus that meet a new case of the coverage tables.
    Coverage,
}

impl Level {
    /// All levels.
    pub const ALL: [Self; 4] = [Self::Corner, Self::Random, Self::ExhaustiveBytes, Self::Coverage];

    /// Returns the name on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Corner => "corner",
            Self::Random => "random",
            Self::ExhaustiveBytes => "exhaustive-bytes",
            Self::Coverage => "coverage",
        }
    }
}

/// A request for vectors.
#[derive(Clone, Debug)]
pub struct Request {
    /// The unit or block.
    pub target: Target,
    /// The configuration of the unit: the operations, the profile, the outputs.
    pub config: Config,
    /// The profile, in place of that of the configuration, which has only two of them.
    pub profile: Option<Profile>,
    /// The forms of the instructions, in place of all forms of the unit.
    pub forms: Option<Forms>,
    /// The seed; each seed gives other vectors.
    pub seed: u64,
    /// The level: how the vectors are chosen.
    pub level: Level,
    /// The number of vectors. By default 1000 for [`Level::Random`] and all vectors of the other
    /// levels; a level that has fewer vectors gives all of them.
    pub count: Option<u64>,
}

/// The vectors of a request.
pub struct Set {
    pub(crate) golden: Golden,
    pub(crate) level: Level,
    pub(crate) seed: u64,
    count: u64,
    plan: Plan,
    holes: usize,
}

/// The source of the inputs.
enum Plan {
    Drawn,
    Grid(Grid),
    /// In columns.
    Picked(Vec<Vec<u64>>),
}

impl Set {
    /// Chooses the vectors of a request. For [`Level::Coverage`] this takes seconds.
    ///
    /// # Errors
    /// If the hardware cannot have the configuration, or the level has no vectors for the unit or
    /// block.
    pub fn new(request: &Request) -> Result<Self, VectorsError> {
        let &Request { target, ref config, profile, ref forms, seed, level, count } = request;
        generate(target, config)?;
        check_level(target, forms.is_some(), level)?;
        if let (Target::Unit(unit), Some(forms)) = (target, forms) {
            check(unit, config, forms, level)?;
        }
        let golden = Golden::new(target, config, profile, forms.clone());
        let (plan, whole, holes) = match level {
            Level::Random => (Plan::Drawn, count.unwrap_or(DEFAULT_COUNT), 0),
            Level::Corner => grid(Grid::corners(&golden, seed)),
            Level::ExhaustiveBytes => grid(Grid::bytes(&golden, seed)),
            Level::Coverage => {
                let picked = cover::pick(&golden, seed, count);
                let count = picked.columns[0].len() as u64;
                (Plan::Picked(picked.columns), count, picked.holes)
            }
        };
        if whole == 0 {
            return Err(VectorsError::NoBytes { unit: target });
        }
        Ok(Self { golden, level, seed, count: count.map_or(whole, |count| count.min(whole)), plan, holes })
    }

    /// Returns the number of vectors.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Returns the number of cases that [`Level::Coverage`] left open; 0 for the other levels.
    pub fn holes(&self) -> usize {
        self.holes
    }

    /// Returns the columns of a vector.
    pub fn columns(&self) -> &[Column] {
        &self.golden.columns
    }

    /// Returns the vectors in their order, at most 4096 at a time.
    pub fn batches(&self) -> impl Iterator<Item = Rows> + '_ {
        self.with_texts()
    }

    /// Returns the vectors with their PTX texts.
    pub(crate) fn with_texts(&self) -> Batches<'_> {
        Batches { texts: Some(Texts::default()), ..self.numbers() }
    }

    /// Returns the vectors without their PTX texts, which take most of the time.
    pub(crate) fn numbers(&self) -> Batches<'_> {
        Batches { set: self, next: 0, flags: self.golden.reset(), texts: None }
    }

    /// Returns the vectors `first ..`, at most 4096, without their PTX texts. `flags` holds the
    /// CC.CF that the first of them finds, and afterwards those that the last leaves.
    pub(crate) fn at(&self, first: u64, flags: &mut Flags) -> Vec<Vec<u64>> {
        let golden = &self.golden;
        let count = self.count.saturating_sub(first).min(AT_ONCE as u64) as usize;
        let mut inputs = vec![vec![0; count]; golden.subject.inputs().len()];
        match &self.plan {
            Plan::Picked(columns) => {
                let from = first as usize;
                inputs.iter_mut().zip(columns).for_each(|(to, all)| to.copy_from_slice(&all[from..from + count]));
            }
            Plan::Grid(grid) => {
                for (at, case) in grid.walk(first).take(count).enumerate() {
                    let values = golden.inputs_of(&case);
                    inputs.iter_mut().zip(values).for_each(|(column, value)| column[at] = value);
                }
            }
            Plan::Drawn => golden.subject.stimuli(self.seed, first, &mut inputs),
        }
        golden.fit(&mut inputs);
        golden.complete(inputs, flags)
    }
}

/// Checks that a level has vectors of a target: those of a block have no instructions.
pub(crate) fn check_level(target: Target, has_forms: bool, level: Level) -> Result<(), VectorsError> {
    let is_of_instructions = has_forms || matches!(level, Level::Corner | Level::ExhaustiveBytes);
    match target {
        Target::Block(_) if is_of_instructions => Err(VectorsError::Block { block: target }),
        _ => Ok(()),
    }
}

/// Checks that a unit has forms of each pattern, and that the level has vectors of forms.
pub(crate) fn check(unit: Unit, config: &Config, forms: &Forms, level: Level) -> Result<(), VectorsError> {
    if level == Level::Coverage {
        return Err(VectorsError::Coverage);
    }
    let has = |form: &isa::Instruction| unit.executes(form.operation()) && subject::has(config, form);
    match forms.foreign(has) {
        Some(pattern) => Err(VectorsError::Foreign { pattern: pattern.to_owned(), unit: Target::Unit(unit) }),
        // This unit needs instructions for both of its parts.
        None if unit == Unit::Lanes
            && [isa::Unit::Scalar, isa::Unit::Simd]
                .iter()
                .any(|part| !forms.operations().iter().any(|op| op.unit() == *part)) =>
        {
            Err(VectorsError::Part)
        }
        None => Ok(()),
    }
}

fn grid(grid: Grid) -> (Plan, u64, usize) {
    let count = grid.count();
    (Plan::Grid(grid), count, 0)
}

/// The vectors of a set, in their order.
pub(crate) struct Batches<'a> {
    set: &'a Set,
    next: u64,
    flags: Flags,
    texts: Option<Texts>,
}

impl Iterator for Batches<'_> {
    type Item = Rows;

    fn next(&mut self) -> Option<Rows> {
        let set = self.set;
        if self.next == set.count {
            return None;
        }
        let golden = &set.golden;
        let values = set.at(self.next, &mut self.flags);
        self.next += values[0].len() as u64;
        let ptx = self.texts.as_mut().map_or_else(Vec::new, |texts| {
            let asked = |at: usize| golden.asked(|input| values[input][at]);
            let text = |at: usize| texts.of(golden, asked(at)).expect("the stimulus is legal");
            (0..values[0].len()).map(text).collect()
        });
        Some(Rows { values, ptx })
    }
}
