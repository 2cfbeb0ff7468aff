//! Some vectors of a set, in columns.

use std::rc::Rc;

/// The number of vectors that are made or read at once.
pub(crate) const AT_ONCE: usize = 4096;

/// Consecutive vectors of a set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rows {
    /// The values, a column for each of [`Set::columns`].
    pub values: Vec<Vec<u64>>,
    /// The PTX text of each; nothing where no texts are wanted.
    pub ptx: Vec<Rc<str>>,
}

impl Rows {
    /// Number of vectors.
    pub fn len(&self) -> usize {
        self.values.first().map_or(0, Vec::len)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
