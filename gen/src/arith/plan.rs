//! How the text of a multiplier is made up, for those who prove what it computes.

use super::reduce::{Compressor, stages};
use super::rows::terms;
use crate::Multiplier;

/// The named numbers of a multiplier: the rows, and what the compressors make of them.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The rows, of which the last has the addend.
    pub rows: Vec<Row>,
    /// The compressors, each behind those whose numbers it takes; what is left are `sum` and `carry`.
    pub compressors: Vec<Compressor>,
}

/// A row: a natural number.
#[derive(Clone, Debug)]
pub struct Row {
    /// The name of its net.
    pub name: String,
    /// The power of two that it weighs.
    pub lo: u32,
}

impl Plan {
    /// The plan of a multiplier of two signed numbers of `width` bits; `None` for `*`, which has none.
    pub fn of(architecture: Multiplier, width: u32) -> Option<Self> {
        if architecture == Multiplier::Star {
            return None;
        }
        let terms = terms(architecture, width);
        let compressors = stages(architecture, &terms).into_iter().flatten().collect();
        let rows = terms.into_iter().map(|term| Row { name: term.net.name, lo: term.lo }).collect();
        Some(Self { rows, compressors })
    }
}
