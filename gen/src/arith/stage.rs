//! The stages of a reduction: which bits move, and which numbers are compressed.

/// A stage of the reduction: an arrangement, then compressors. The numbers have the same sum before
/// and after it.
#[derive(Clone, Debug)]
pub struct Stage {
    /// The moves of bits within their columns, if there are any. They come first.
    pub arrangement: Option<Arrangement>,
    /// The compressors, side by side.
    pub compressors: Vec<Compressor>,
}

/// Moves bits within their columns, from numbers to others.
#[derive(Clone, Debug)]
pub struct Arrangement {
    /// The numbers that are taken apart, by the names of their nets.
    pub of: Vec<String>,
    /// The numbers that are made.
    pub made: Vec<Arranged>,
    /// The bits that have no place, because they are always 0.
    pub dropped: Vec<Piece>,
}

/// A number that is made of pieces of others.
#[derive(Clone, Debug)]
pub struct Arranged {
    /// The name of the net.
    pub name: String,
    /// The pieces, which together have all columns, the lowest first.
    pub pieces: Vec<Piece>,
}

/// Some columns of a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The name of the number, or `None` for zeros.
    pub of: Option<String>,
    /// The lowest column.
    pub lo: u32,
    /// The number of columns.
    pub width: u32,
}

/// Reduces three numbers to two, or six to three. The numbers are given as the names of their nets.
#[derive(Clone, Debug)]
pub struct Compressor {
    /// The three or six numbers.
    pub of: Vec<String>,
    /// The numbers that have the same sum: the sum of each column, its carry into the next column,
    /// and of six numbers also its carry into the column after that.
    pub made: Vec<String>,
    /// The suffix of the names of the nets inside.
    pub(super) suffix: String,
}

impl Stage {
    /// Returns the names of the numbers that it takes, including those that it makes itself.
    pub fn of(&self) -> impl Iterator<Item = &String> {
        let arranged = self.arrangement.iter().flat_map(|own| &own.of);
        arranged.chain(self.compressors.iter().flat_map(|own| &own.of))
    }

    /// Returns the names of the numbers that it makes.
    pub fn made(&self) -> impl Iterator<Item = &String> {
        let arranged = self.arrangement.iter().flat_map(|own| &own.made).map(|own| &own.name);
        arranged.chain(self.compressors.iter().flat_map(|own| &own.made))
    }
}

/// Returns a compressor of three or six numbers. The last of all leaves `sum` and `carry`.
pub(super) fn compressor(of: &[String], stage: usize, index: usize, is_last: bool) -> Compressor {
    let suffix = if is_last { String::new() } else { format!("_{stage}_{index}") };
    let kinds: &[_] = if of.len() == 6 { &["sum", "carry", "fours"] } else { &["sum", "carry"] };
    let made = kinds.iter().map(|kind| format!("{kind}{suffix}")).collect();
    Compressor { of: of.to_vec(), made, suffix }
}
