//! The claims about a module. Each claim is one or several problems; together they say that the
//! module shows in every clock cycle what the golden model says, whatever happened before.
//! docs/verification.md has the argument.
//!
//! All stages of a pipeline move together. So its claims start from any state of its registers
//! and speak of cycles in which it moves: an instruction that enters is shown a fixed number of
//! movements later. A cycle without a movement changes nothing.

mod bounded;
mod cases;
mod flag;
mod flow;
mod implementation;
mod lane_sum;
mod load;
mod locate;
mod multiplier;
mod observed;
mod pieces;
mod probe;
mod product;
mod result;
mod statement;
mod steps;

pub(crate) use bounded::from_reset;
pub(crate) use implementation::Cycle;
pub use implementation::Implementation;
pub use load::from_text;
pub(crate) use load::uncut;
pub use statement::{Claim, Folded, Obligation};

use product::Products;

use crate::spec::LaneSum;

/// Returns all claims about a module.
pub fn claims(module: &Implementation) -> Vec<Claim> {
    if !module.can_be_in_any_state() {
        return Vec::new();
    }
    let products = Products::locate(module);
    let mut claims: Vec<_> = module.multipliers().iter().flat_map(multiplier::Multiplier::claims).collect();
    claims.extend(products.factors(module));
    let order = module.lane_sum();
    claims.extend((order != LaneSum::OntoC).then(|| lane_sum::claim(order)));
    claims.push(result::result(module, &products));
    let flag = if module.has_names() { result::flag } else { flag::flag };
    claims.extend(flag(module, &products));
    claims.extend(flow::claims(module));
    claims
}
