//! The engines that decide problems: programs behind one trait.

mod abc;
mod aiger;
mod cnf;
mod sat;
mod smt;

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use vidalu_sim::ToolError;

use crate::problem::{Miter, Problem};
use crate::report::Verdict;
use crate::simulate::{self, Assignment};

pub use abc::ABC;
pub use aiger::aiger;
pub(crate) use aiger::aiger_with_names;
pub use cnf::dimacs;
pub use sat::CADICAL;
pub use smt::{BITWUZLA, CVC5, Z3};

/// A task for an engine.
#[derive(Clone, Copy)]
pub struct Job<'a> {
    /// The problem.
    pub problem: &'a Problem,
    /// The miter of the problem.
    pub miter: &'a Miter,
    /// A folder for the files of the engine.
    pub scratch: &'a Path,
    /// The time limit.
    pub limit: Duration,
    /// Tells whether the answer is still wanted. Another engine may have answered already.
    pub is_wanted: &'a (dyn Fn() -> bool + Sync),
}

/// The answer of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Everything is equal wherever the conditions hold.
    Holds,
    /// Something differs, for these values if the engine gives any.
    Fails(Option<Assignment>),
    /// The engine found no answer.
    Unknown,
}

impl Answer {
    /// The verdict about the claim that the answer is about.
    pub(crate) fn verdict(&self) -> Verdict {
        match self {
            Self::Holds => Verdict::Proven,
            Self::Fails(_) => Verdict::Refuted,
            Self::Unknown => Verdict::Undecided,
        }
    }
}

/// A program that decides problems.
pub trait Engine: Send + Sync {
    /// The name in reports.
    fn name(&self) -> &'static str;

    /// The first line of its answer when it is asked for its version.
    fn version(&self) -> &str;

    /// Decides a problem.
    ///
    /// # Errors
    /// If the program fails.
    fn decide(&self, job: Job<'_>) -> Result<Answer, ToolError>;
}

/// An answer and where it comes from.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The answer; [`Answer::Fails`] has values that were checked to make something differ.
    pub answer: Answer,
    /// The engine that gave the answer; empty if no engine did.
    pub engine: &'static str,
    /// The time that it took, in seconds.
    pub seconds: f64,
}

/// The engines that are available.
pub struct Engines {
    engines: Vec<Box<dyn Engine>>,
    /// The engines that are missing, and how to install them.
    pub missing: Vec<ToolError>,
}

impl Engines {
    /// Finds the engines that are installed.
    ///
    /// # Errors
    /// If abc, which decides nearly everything, is missing.
    pub fn find() -> Result<Self, ToolError> {
        let mut engines: Vec<Box<dyn Engine>> = vec![Box::new(abc::Abc::find()?)];
        let mut missing = Vec::new();
        match sat::Cadical::find() {
            Ok(engine) => engines.push(Box::new(engine)),
            Err(error) => missing.push(error),
        }
        for kind in [&BITWUZLA, &Z3, &CVC5] {
            match smt::Smt::find(kind) {
                Ok(engine) => engines.push(Box::new(engine)),
                Err(error) => missing.push(error),
            }
        }
        Ok(Self { engines, missing })
    }

    /// Takes these engines instead of those that are installed.
    pub fn new(engines: Vec<Box<dyn Engine>>) -> Self {
        Self { engines, missing: Vec::new() }
    }

    /// Returns the engines in the order in which they are asked.
    pub fn each(&self) -> impl Iterator<Item = &dyn Engine> {
        self.engines.iter().map(AsRef::as_ref)
    }

    /// Decides a problem. Random vectors come first, because they refute most problems that do not
    /// hold. Then abc starts, because it proves most problems that hold. It has a quarter of the
    /// time limit, or all of it as the only engine. The others start after a twelfth of the limit,
    /// or when abc gives up.
    ///
    /// # Errors
    /// If a program fails; to find no answer is not an error.
    pub fn decide(&self, problem: &Problem, scratch: &Path, limit: Duration) -> Result<Decision, ToolError> {
        let start = Instant::now();
        let decision = |answer, engine| Decision { answer, engine, seconds: start.elapsed().as_secs_f64() };
        let miter = &problem.miter();
        if let Some(values) = simulate::refute(miter) {
            return Ok(decision(Answer::Fails(Some(values)), "simulation"));
        }
        let job = Job { problem, miter, scratch, limit, is_wanted: &|| true };
        Ok(match race(&self.engines, job)? {
            Some((answer, engine)) => decision(answer, engine),
            None => decision(Answer::Unknown, ""),
        })
    }

    /// Returns whether all conditions of a problem can hold at once, if an engine knows.
    ///
    /// # Errors
    /// If a program fails.
    pub fn can_be_met(&self, problem: &Problem, scratch: &Path, limit: Duration) -> Result<Option<bool>, ToolError> {
        let problem = &problem.conditions_alone();
        let miter = &problem.miter();
        if simulate::refute(miter).is_some() {
            return Ok(Some(true));
        }
        // The first answer counts, even without values.
        for engine in self.each() {
            match engine.decide(Job { problem, miter, scratch, limit, is_wanted: &|| true })? {
                Answer::Holds => return Ok(Some(false)),
                Answer::Fails(_) => return Ok(Some(true)),
                Answer::Unknown => {}
            }
        }
        Ok(None)
    }
}

/// Asks all engines, the first one before the others. The first answer ends the others. That a
/// program fails is an error only if no other has an answer.
fn race<'a>(engines: &'a [Box<dyn Engine>], job: Job<'_>) -> Result<Option<(Answer, &'static str)>, ToolError> {
    let Some((first, others)) = engines.split_first() else { return Ok(None) };
    let (start, is_over) = (Instant::now(), AtomicBool::new(false));
    let is_wanted = || !is_over.load(Ordering::Relaxed) && (job.is_wanted)();
    std::thread::scope(|scope| {
        let (sender, ends) = mpsc::channel();
        let ask = |engine: &'a dyn Engine, limit| {
            let (sender, job) = (sender.clone(), Job { limit, is_wanted: &is_wanted, ..job });
            scope.spawn(move || sender.send((engine.name(), engine.decide(job))));
        };
        ask(&**first, if others.is_empty() { job.limit } else { job.limit / 4 });
        let early = ends.recv_timeout(job.limit / 12).ok();
        if !matches!(&early, Some((_, Ok(answer))) if decides(answer, job.miter)) {
            others.iter().for_each(|engine| ask(&**engine, job.limit.saturating_sub(start.elapsed())));
        }
        drop(sender);
        let mut failure = None;
        for (name, end) in early.into_iter().chain(ends) {
            match end {
                Ok(answer) if decides(&answer, job.miter) => {
                    is_over.store(true, Ordering::Relaxed);
                    return Ok(Some((answer, name)));
                }
                Ok(_) => {}
                Err(error) => failure = failure.or(Some(error)),
            }
        }
        failure.map_or(Ok(None), Err)
    })
}

/// Returns whether an answer decides a problem. Values count only if they make something differ.
fn decides(answer: &Answer, miter: &Miter) -> bool {
    match answer {
        Answer::Holds => true,
        Answer::Fails(values) => values.as_ref().is_some_and(|values| simulate::differs(miter, values)),
        Answer::Unknown => false,
    }
}
