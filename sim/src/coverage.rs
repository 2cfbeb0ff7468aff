//! Functional coverage: the names of the cases that the vectors met and missed.

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use vidalu_model::draw::mix;

/// The coverage of one subject.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    /// The tables.
    pub groups: Vec<Group>,
}

impl Coverage {
    /// Returns whether every case of every table was met.
    pub fn is_complete(&self) -> bool {
        self.groups.iter().all(Group::is_complete)
    }

    /// Returns the number of cases that were not met.
    pub fn missing(&self) -> usize {
        self.groups.iter().map(|group| group.missing).sum()
    }

    /// Returns what `vectors` vectors met and missed, with at most `names` holes for each table.
    /// Leaves out tables that need more vectors, because their holes would mean nothing.
    pub fn summary(&self, names: usize, vectors: u64) -> Vec<GroupSummary> {
        self.groups.iter().filter(|group| group.needs <= vectors).map(|group| group.summary(names)).collect()
    }
}

/// A table of coverage: each bin is a case that can occur.
#[derive(Clone, Debug)]
pub struct Group {
    /// The dimensions that the table crosses.
    pub name: &'static str,
    /// The number of vectors in which all bins can be expected to be met.
    needs: u64,
    /// The bins, in their order, and whether each was met.
    bins: Vec<u64>,
    met: Vec<bool>,
    /// The number of bins that were not met.
    missing: usize,
    /// The hash table of the bins: positions in `bins`, or [`EMPTY`].
    places: Vec<u32>,
    /// Bins that were met but should be impossible: a bug in the stimulus or in the table.
    unforeseen: BTreeSet<u64>,
    /// Returns the name of a bin.
    label: fn(u64) -> String,
}

/// The place holds nothing.
const EMPTY: u32 = u32::MAX;

impl Group {
    /// Returns a table of `bins`, all still open; `label` names a bin.
    pub fn new(name: &'static str, bins: impl IntoIterator<Item = u64>, label: fn(u64) -> String) -> Self {
        let bins: Vec<_> = bins.into_iter().collect::<BTreeSet<_>>().into_iter().collect();
        let mut places = vec![EMPTY; (4 * bins.len()).next_power_of_two()];
        for (place, &bin) in (0..).zip(&bins) {
            let free = probe(places.len(), bin).find(|&at| places[at] == EMPTY).expect("most are free");
            places[free] = place;
        }
        let (met, missing) = (vec![false; bins.len()], bins.len());
        Self { name, needs: 0, bins, met, missing, places, unforeseen: BTreeSet::new(), label }
    }

    /// Returns the table for runs of at least this number of vectors; shorter runs do not report
    /// it.
    pub fn needing(self, vectors: u64) -> Self {
        Self { needs: vectors, ..self }
    }

    /// Notes that a case was met.
    pub fn hit(&mut self, bin: u64) {
        for at in probe(self.places.len(), bin) {
            match self.places[at] {
                EMPTY => break,
                place if self.bins[place as usize] == bin => {
                    let met = &mut self.met[place as usize];
                    self.missing -= usize::from(!*met);
                    *met = true;
                    return;
                }
                _ => {}
            }
        }
        self.unforeseen.insert(bin);
    }

    /// Returns the cases, as the subject numbers them.
    pub fn bins(&self) -> impl Iterator<Item = u64> + '_ {
        self.bins.iter().chain(&self.unforeseen).copied()
    }

    /// Returns the number of bins, including impossible bins that were met.
    pub fn size(&self) -> usize {
        self.bins.len() + self.unforeseen.len()
    }

    /// Returns whether every bin was met.
    pub fn is_complete(&self) -> bool {
        self.missing == 0
    }

    /// Returns the names of the bins that were not met, in the order of the table.
    pub fn holes(&self) -> impl Iterator<Item = String> + '_ {
        self.bins.iter().zip(&self.met).filter(|(_, met)| !**met).map(|(bin, _)| (self.label)(*bin))
    }

    /// Returns the names of all bins.
    pub fn names(&self) -> impl Iterator<Item = String> + '_ {
        self.bins().map(self.label)
    }

    fn summary(&self, names: usize) -> GroupSummary {
        GroupSummary {
            name: self.name.into(),
            bins: self.size(),
            hit: self.size() - self.missing,
            holes: self.holes().take(names).collect(),
        }
    }
}

/// Returns the places where a bin can be in a table of `size` places, a power of two, the best
/// first.
fn probe(size: usize, bin: u64) -> impl Iterator<Item = usize> {
    let first = mix(bin) as usize;
    (0..size).map(move |step| first.wrapping_add(step) & (size - 1))
}

/// A table of coverage, in a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupSummary {
    /// The dimensions that the table crosses.
    pub name: Cow<'static, str>,
    /// The number of possible cases.
    pub bins: usize,
    /// The number of cases that were met.
    pub hit: usize,
    /// The names of the first cases that were missed.
    pub holes: Vec<String>,
}
