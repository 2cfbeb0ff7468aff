//! The structure of a multiplier's text, for proofs.

use super::reduce::stages;
use super::rows::terms;
use super::stage::Stage;
use crate::{Config, Multiplier};

/// The named numbers of a multiplier: its rows and the results of its stages.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The rows. The last row has the addend.
    pub rows: Vec<Row>,
    /// The stages, each after those whose numbers it takes. The last one leaves `sum` and `carry`.
    pub stages: Vec<Stage>,
}

/// A row, which is an unsigned number.
#[derive(Clone, Debug)]
pub struct Row {
    /// The name of the net.
    pub name: String,
    /// The weight of the row, as a power of two.
    pub lo: u32,
    /// The number of its bits.
    pub width: u32,
}

impl Plan {
    /// Returns the plan of the configured multiplier of two signed numbers of `width` bits, or
    /// `None` for `*`.
    pub fn of(config: &Config, width: u32) -> Option<Self> {
        if config.multiplier == Multiplier::Star {
            return None;
        }
        let terms = terms(config.multiplier, width);
        let stages = stages(config, &terms, 2 * width);
        let rows =
            terms.into_iter().map(|term| Row { width: term.net.width, name: term.net.name, lo: term.lo }).collect();
        Some(Self { rows, stages })
    }
}
