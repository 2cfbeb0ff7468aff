//! Functional coverage: which cases the vectors met, and which they missed, by name.

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
    /// Whether every case of every table was met: there is nothing left to note.
    pub fn is_complete(&self) -> bool {
        self.groups.iter().all(Group::is_complete)
    }

    /// Number of cases that were not met.
    pub fn missing(&self) -> usize {
        self.groups.iter().map(|group| group.missing).sum()
    }

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
    /// The bins, in their order, and whether each was met.
    bins: Vec<u64>,
    met: Vec<bool>,
    /// Number of bins that were not.
    missing: usize,
    /// Where each bin stands, found by its hash: a place in `bins`, or [`EMPTY`].
    places: Vec<u32>,
    /// Bins that were met and cannot be: a defect of the stimulus or of the table.
    unforeseen: BTreeSet<u64>,
    /// The name of a bin.
    label: fn(u64) -> String,
}

/// No bin.
const EMPTY: u32 = u32::MAX;

impl Group {
    /// A table of `bins`, none of them met yet; `label` names one.
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

    /// The same, reported only for runs of at least so many vectors.
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

    /// The cases, as the subject numbers them.
    pub fn bins(&self) -> impl Iterator<Item = u64> + '_ {
        self.bins.iter().chain(&self.unforeseen).copied()
    }

    /// Number of bins, those that cannot be among them if they were met.
    pub fn size(&self) -> usize {
        self.bins.len() + self.unforeseen.len()
    }

    /// Whether every bin was met.
    pub fn is_complete(&self) -> bool {
        self.missing == 0
    }

    /// The names of the bins that were not met, in the order of the table.
    pub fn holes(&self) -> impl Iterator<Item = String> + '_ {
        self.bins.iter().zip(&self.met).filter(|(_, met)| !**met).map(|(bin, _)| (self.label)(*bin))
    }

    /// The names of all bins.
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

/// Where a bin can stand in a table of so many places, a power of two: the best first.
fn probe(size: usize, bin: u64) -> impl Iterator<Item = usize> {
    let first = mix(bin) as usize;
    (0..size).map(move |step| first.wrapping_add(step) & (size - 1))
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
