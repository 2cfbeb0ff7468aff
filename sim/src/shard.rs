//! Shards: the parts of a run that several machines do side by side.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Shard `index` of `of`, counted from 1 as job arrays and GNU parallel count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// The number of the shard, 1 to `of`.
    pub index: u64,
    /// The number of shards.
    pub of: u64,
}

/// The shard that a report is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    /// The number of the shard, 1 to `of`.
    pub index: u64,
    /// The number of shards.
    pub of: u64,
    /// The number of vectors of the whole run.
    pub vectors: u64,
}

impl Shard {
    /// Returns the first vector of the shard and its number of vectors, for a run with `vectors`
    /// vectors. The shards follow each other without a gap, and their sizes differ by at most one.
    pub fn vectors(self, vectors: u64) -> (u64, u64) {
        let start = |index: u64| (u128::from(vectors) * u128::from(index) / u128::from(self.of)) as u64;
        let first = start(self.index - 1);
        (first, start(self.index) - first)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(index, of)| Some((index.parse().ok()?, of.parse().ok()?)));
        match numbers {
            Some((index, of)) if 1 <= index && index <= of => Ok(Self { index, of }),
            _ => Err("a shard is I/N with I from 1 to N, for example 3/8".to_owned()),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}
