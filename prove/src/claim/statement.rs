//! Claims, and the proof obligations that they consist of.

use crate::error::ProveError;
use crate::problem::Problem;

/// A claim about a module.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The name of the claim in reports.
    pub name: String,
    /// A sentence that says what is claimed.
    pub says: &'static str,
    /// The proof obligations. The claim holds if all of them hold; a claim without any is never
    /// proven.
    pub obligations: Vec<Obligation>,
}

/// A problem that must hold for a claim to hold.
#[derive(Clone, Debug)]
pub struct Obligation {
    /// The instructions, or the place, that the problem is about; empty if the claim has only
    /// this one.
    pub case: String,
    /// The problem as it is claimed.
    pub problem: Problem,
    /// An equivalent problem that engines decide faster, if any.
    pub easier: Option<Folded>,
}

/// A problem in which every control word that is not an instruction stands for one instruction:
/// see [`Problem::folded`].
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

    /// Checks that the claim, which is about `subject`, compares something.
    ///
    /// # Errors
    /// If it has no obligations, an obligation compares nothing, or no obligation speaks of any
    /// state and input.
    pub(crate) fn check(&self, subject: &str) -> Result<(), ProveError> {
        let empty = if self.obligations.iter().all(|own| own.problem.is_void()) {
            Some("")
        } else {
            let own = self.obligations.iter().find(|own| own.problem.equalities().is_empty());
            own.map(|own| own.case.as_str())
        };
        let Some(case) = empty else { return Ok(()) };
        let claim = format!("{} {case}", self.name).trim().to_owned();
        Err(ProveError::EmptyClaim { subject: subject.to_owned(), claim })
    }
}

#[cfg(test)]
mod tests {
    use vidalu_sim::gates::Lit;

    use super::*;

    fn error(obligations: Vec<Obligation>) -> Option<String> {
        let claim = Claim { name: "result".to_owned(), says: "", obligations };
        claim.check("scalar").err().map(|error| error.to_string())
    }

    #[test]
    fn a_claim_that_compares_nothing_is_an_error() {
        let mut full = Problem::default();
        full.claim("d_o", Lit::FALSE, Lit::FALSE);
        let mut void = full.clone();
        void.assume(Lit::FALSE);
        let own = |problem: &Problem| Obligation::new("offered", problem.clone());
        assert_eq!(error(vec![own(&full)]), None);
        assert_eq!(error(vec![own(&full), own(&void)]), None);
        let said = |claim: &str| Some(format!("the claim `{claim}` about scalar compares nothing"));
        assert_eq!(error(Vec::new()), said("result"));
        assert_eq!(error(vec![own(&void)]), said("result"));
        assert_eq!(error(vec![own(&full), own(&Problem::default())]), said("result offered"));
    }
}
