//! The structure of a multiplier's text, for proofs.

use super::reduce::{Compressor, stages};
use super::rows::terms;
use crate::Multiplier;

/// The named numbers of a multiplier: its rows and the results of its compressors.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The rows. The last row has the addend.
    pub rows: Vec<Row>,
    /// The compressors, each after those whose numbers it takes. The last one leaves `sum` and
    /// `carry`.
    pub compressors: Vec<Compressor>,
}

/// A row, which is an unsigned number.
#[derive(Clone, Debug)]
pub struct Row {
    /// The name of the net.
    pub name: String,
    /// The weight of the row, as a power of two.
    pub lo: u32,
}

impl Plan {
    /// Returns the plan of a multiplier of two signed numbers of `width` bits, or `None` for `*`.
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
