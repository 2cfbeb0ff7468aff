//! Functional coverage: which cases the vectors met, and which they missed, by name.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The coverage of one subject.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    /// The tables.
    pub groups: Vec<Group>,
}

impl Coverage {
    /// What `vectors` vectors met and what they missed, naming at most `names` holes a table. Tables that need more vectors
    /// are left out: their holes would say nothing.
    pub fn summary(&self, names: usize, vectors: u64) -> Vec<GroupSummary> {
        self.groups.iter().filter(|group| group.needs <= vectors).map(|group| group.summary(names)).collect()
    }
}

/// A table of coverage: each bin is a case that can occur.
#[derive(Clone, Debug)]
pub struct Group {
    /// What the table crosses.
    pub name: &'static str,
    /// Vectors in which all bins can be expected to be met.
    needs: u64,
    /// How often each bin was met.
    bins: BTreeMap<u64, u64>,
    /// The name of a bin.
    label: fn(u64) -> String,
}

impl Group {
    /// A table of `bins`, none of them met yet; `label` names one.
    pub fn new(name: &'static str, bins: impl IntoIterator<Item = u64>, label: fn(u64) -> String) -> Self {
        Self { name, needs: 0, bins: bins.into_iter().map(|bin| (bin, 0)).collect(), label }
    }

    /// The same, reported only for runs of at least so many vectors.
    pub fn needing(self, vectors: u64) -> Self {
        Self { needs: vectors, ..self }
    }

    /// Counts one case.
    pub fn hit(&mut self, bin: u64) {
        *self.bins.entry(bin).or_default() += 1;
    }

    /// The cases, as the subject numbers them.
    pub fn bins(&self) -> impl Iterator<Item = u64> + '_ {
        self.bins.keys().copied()
    }

    /// Number of bins.
    pub fn size(&self) -> usize {
        self.bins.len()
    }

    /// The names of the bins that were not met, in the order of the table.
    pub fn holes(&self) -> impl Iterator<Item = String> + '_ {
        self.bins.iter().filter(|(_, count)| **count == 0).map(|(bin, _)| (self.label)(*bin))
    }

    /// The names of all bins with their counts.
    pub fn counts(&self) -> impl Iterator<Item = (String, u64)> + '_ {
        self.bins.iter().map(|(bin, count)| ((self.label)(*bin), *count))
    }

    fn summary(&self, names: usize) -> GroupSummary {
        let hit = self.bins.values().filter(|count| **count > 0).count();
        GroupSummary { name: self.name.into(), bins: self.bins.len(), hit, holes: self.holes().take(names).collect() }
    }
}

/// A table of coverage, in a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupSummary {
    /// What the table crosses.
    pub name: Cow<'static, str>,
    /// Number of cases that can occur.
    pub bins: usize,
    /// Number of them that were met.
    pub hit: usize,
    /// The names of the first that were missed.
    pub holes: Vec<String>,
}
