//! A source of vectors, as every unit and block has one.

use crate::error::StimulusError;

/// The number of vectors of a sequence.
pub const LENGTH: u64 = 1 << 63;

/// A data port: an operand, a control input or a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signal {
    /// The name of the port in the Verilog text.
    pub name: &'static str,
    /// The width in bits, at most 64.
    pub width: u32,
}

/// Returns the inputs of a video unit: a control word of `ctl` bits, and three registers.
pub(crate) const fn registers(ctl: u32) -> [Signal; 4] {
    [
        Signal { name: "ctl_i", width: ctl },
        Signal { name: "a_i", width: 32 },
        Signal { name: "b_i", width: 32 },
        Signal { name: "c_i", width: 32 },
    ]
}

/// Draws the vectors of one module.
pub trait Stimulus: Send + Sync {
    /// The name of the module on the command line and in reports.
    fn name(&self) -> &'static str;

    /// The data inputs of the module, in the order of the values of a vector.
    fn inputs(&self) -> &[Signal];

    /// Returns the place of the data input with this name, if the module has it.
    fn place_of_input(&self, name: &str) -> Option<usize> {
        self.inputs().iter().position(|signal| signal.name == name)
    }

    /// Fills one column for each input with the vectors `first ..` of the sequence of `seed`.
    ///
    /// The length of the columns is the number of vectors.
    ///
    /// # Panics
    /// If the number of columns differs from the number of inputs, or the columns differ in length.
    fn fill(&self, seed: u64, first: u64, columns: &mut [Vec<u64>]);

    /// Returns the numbers of the corner vectors among the first `count` vectors of the sequence of
    /// `seed`, in order: instructions that exposed faults which drawn vectors missed. All other
    /// vectors are drawn.
    fn corners(&self, seed: u64, count: u64) -> Vec<u64> {
        let _ = (seed, count);
        Vec::new()
    }

    /// Returns the input values of vector `index` of the sequence of `seed`.
    fn vector(&self, seed: u64, index: u64) -> Vec<u64> {
        let mut columns = vec![vec![0]; self.inputs().len()];
        self.fill(seed, index, &mut columns);
        columns.concat()
    }
}

/// Checks that a sequence has the vectors `first .. first + count`.
///
/// # Errors
/// If the last of the vectors lies beyond the [`LENGTH`] of the sequence.
pub fn check_range(first: u64, count: u64) -> Result<(), StimulusError> {
    match first.checked_add(count) {
        Some(end) if end <= LENGTH => Ok(()),
        _ => Err(StimulusError::BeyondEnd { first, count }),
    }
}

/// The columns of a module that has `N` inputs, as slices.
pub(crate) fn slices<const N: usize>(columns: &mut [Vec<u64>]) -> [&mut [u64]; N] {
    let columns: &mut [Vec<u64>; N] = columns.try_into().expect("one column for each input");
    columns.each_mut().map(Vec::as_mut_slice)
}
