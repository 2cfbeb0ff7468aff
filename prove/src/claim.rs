//! What is claimed of a module, each claim a problem: together they say that in every clock cycle, whatever was before, it
//! shows what the golden model says. docs/verification.md has the argument.
//!
//! A pipeline moves as one. So its claims start from any state of its registers, and speak of cycles in which it moves:
//! what enters in one of these is shown as many movements later. Cycles in which it does not move change nothing.

mod cases;
mod flow;
mod module;
mod multiplier;
mod product;
mod result;
mod steps;

use vidalu_model::control::Field;
use vidalu_sim::gates::{Aig, Lit};

use crate::problem::Problem;

pub(crate) use module::Cycle;
pub use module::{Module, from_text, load};

/// A claim.
#[derive(Clone, Debug)]
pub struct Claim {
    /// Its name in reports.
    pub name: String,
    /// What is claimed, in a sentence.
    pub says: &'static str,
    /// The same, for engines: it holds if all of them do.
    pub parts: Vec<Part>,
}

/// A part of a claim.
#[derive(Clone, Debug)]
pub struct Part {
    /// For which instructions; nothing for all.
    pub case: String,
    /// The problem.
    pub problem: Problem,
    /// The problem as engines solve it best: one is as good as the other.
    pub easier: Option<Folded>,
}

/// A problem in which all control words of no instruction are taken to be one of an instruction: see [`Problem::folded`].
#[derive(Clone, Debug)]
pub struct Folded {
    /// The problem.
    pub problem: Problem,
    /// That control word.
    pub folded_onto: u128,
}

impl Part {
    /// The problem in the form that engines are given.
    pub fn solved(&self) -> &Problem {
        self.easier.as_ref().map_or(&self.problem, |easier| &easier.problem)
    }
}

impl Claim {
    /// A claim that is one problem.
    pub(crate) fn whole(name: &str, says: &'static str, problem: Problem) -> Self {
        let parts = vec![Part { case: String::new(), problem, easier: None }];
        Self { name: name.to_owned(), says, parts }
    }
}

/// Whether all these bits have these values.
fn are(aig: &mut Aig, bits: impl IntoIterator<Item = (Lit, bool)>) -> Lit {
    bits.into_iter().fold(Lit::TRUE, |all, (bit, value)| aig.and(all, if value { bit } else { !bit }))
}

/// Whether a word is a number.
pub(crate) fn is_number(aig: &mut Aig, word: &[Lit], number: u64) -> Lit {
    are(aig, word.iter().enumerate().map(|(at, &bit)| (bit, number >> at & 1 == 1)))
}

/// Whether a field of a control word has a code.
fn has_code(aig: &mut Aig, word: &[Lit], field: &Field, code: u64) -> Lit {
    is_number(aig, &word[field.lo as usize..=field.hi() as usize], code)
}

/// All claims of a module.
pub fn claims(module: &Module) -> Vec<Claim> {
    let mut claims = multiplier::claims(module);
    claims.extend(steps::factors(module));
    claims.extend(product::operands(module));
    claims.push(result::result(module));
    claims.extend(result::flag(module));
    claims.extend(flow::claims(module));
    claims
}
