//! Some vectors of a set, in columns.

use std::rc::Rc;

/// The number of vectors that are made or read at once.
pub(crate) const AT_ONCE: usize = 4096;

/// Consecutive vectors of a set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rows {
    /// The values: one column for each of [`Set::columns`](crate::Set::columns).
    pub values: Vec<Vec<u64>>,
    /// The PTX text of each vector; empty if no texts are wanted.
    pub ptx: Vec<Rc<str>>,
}

impl Rows {
    /// Returns the number of vectors.
    pub fn len(&self) -> usize {
        self.values.first().map_or(0, Vec::len)
    }

    /// Returns whether the rows are empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
