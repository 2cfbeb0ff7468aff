//! Claims, and the proof obligations that they consist of.

use crate::problem::Problem;

/// A claim about a module.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The name of the claim in reports.
    pub name: String,
    /// A sentence that says what is claimed.
    pub says: &'static str,
    /// The proof obligations. The claim holds if all of them hold; a claim without any is never proven.
    pub obligations: Vec<Obligation>,
}

/// A problem that must hold for a claim to hold.
#[derive(Clone, Debug)]
pub struct Obligation {
    /// The instructions, or the place, that the problem is about; empty if the claim has only this one.
    pub case: String,
    /// The problem as it is claimed.
    pub problem: Problem,
    /// An equivalent problem that engines decide faster, if there is one.
    pub easier: Option<Folded>,
}

/// A problem in which every control word that is not an instruction stands for one instruction: see [`Problem::folded`].
#[derive(Clone, Debug)]
pub struct Folded {
    /// The problem.
    pub problem: Problem,
    /// The control word of that instruction.
    pub folded_onto: u128,
}

impl Obligation {
    /// An obligation without an easier form.
    pub(crate) fn new(case: impl Into<String>, problem: Problem) -> Self {
        Self { case: case.into(), problem, easier: None }
    }

    /// Returns the problem in the form that engines are given.
    pub fn solved(&self) -> &Problem {
        self.easier.as_ref().map_or(&self.problem, |easier| &easier.problem)
    }
}

impl Claim {
    /// A claim that is one problem.
    pub(crate) fn whole(name: &str, says: &'static str, problem: Problem) -> Self {
        Self { name: name.to_owned(), says, obligations: vec![Obligation::new("", problem)] }
    }

    /// A claim that is several problems, each with the name of its case.
    pub(crate) fn of_cases(name: &str, says: &'static str, cases: Vec<(String, Problem)>) -> Self {
        let obligations = cases.into_iter().map(|(case, problem)| Obligation::new(case, problem)).collect();
        Self { name: name.to_owned(), says, obligations }
    }
}
