//! The departures of `docs/semantics.md`, which explain why an answer differs from the manual.
//!
//! A departure can explain an answer only if its condition holds, which depends on the form only:
//! E2 needs `.sat` and a merge, E6 a `vset` with `.min` or `.max` and a signed `a`, and so on.
//! [`of`] returns the departures of a form; several are counted together, as in `E3,E4`. Only E1 is
//! recognized vector by vector, because the model has a profile without it
//! ([`Profile::Ptxas13_5`]). Departures count answers that agree with the model in the profile of
//! the device but not in profile manual. All other differences are disagreements.

use vidalu_model::golden::Profile;
use vidalu_model::isa::{Direction, Finish, Instruction, Scalar, ScalarOp, Secondary, SubWord, Type};

use crate::form::{Body, Form};

/// The departures whose condition the form meets, without E1, in order.
pub fn of(form: &Form, profile: Profile) -> Vec<&'static str> {
    match &form.body {
        Body::Chain(_) => vec!["H1"],
        Body::Video(Instruction::Scalar(scalar)) if profile.is_emulation() => emulated(scalar),
        Body::Video(Instruction::Scalar(scalar)) if compares(scalar.finish) => vec!["H2"],
        Body::Video(Instruction::Vmad(_)) if profile.is_emulation() => vec!["E7"],
        Body::Video(_) => vec![],
    }
}

/// Returns whether E1 can apply: a merge into `.h1` of a scalar instruction, by a compiler that has
/// it.
pub fn has_e1(form: &Form, profile: Profile) -> bool {
    profile == Profile::Ptxas
        && matches!(form.body, Body::Video(Instruction::Scalar(Scalar { finish: Finish::Merge(SubWord::H1), .. })))
}

fn emulated(scalar: &Scalar) -> Vec<&'static str> {
    let merges = matches!(scalar.finish, Finish::Merge(_));
    let compares = compares(scalar.finish);
    let conditions = match scalar.op {
        ScalarOp::Arith { dtype, sat, .. } => {
            vec![("E2", sat && merges), ("E3", sat && !merges && dtype == Type::U32), ("E4", compares)]
        }
        ScalarOp::Shift { direction, sat, .. } => {
            let wide = compares && !sat && direction == Direction::Left;
            vec![("E4", compares), ("E5", sat && merges || wide)]
        }
        ScalarOp::Set { atype, .. } => vec![("E6", compares && atype == Type::S32)],
    };
    conditions.into_iter().filter(|(_, holds)| *holds).map(|(name, _)| name).collect()
}

/// Returns whether the last stage compares with `c`.
fn compares(finish: Finish) -> bool {
    matches!(finish, Finish::Secondary(Secondary::Min | Secondary::Max))
}
