//! An instruction that makes CC.CF visible.

use vidalu_sim::subject::Subject;

/// An instruction that shows CC.CF at an output.
pub(super) struct Probe {
    /// The control word. All operands are 0.
    pub(super) control: u64,
    /// The output that shows CC.CF.
    pub(super) output: &'static str,
    /// The bit of the output.
    pub(super) bit: usize,
    /// Whether the bit is the inverse of CC.CF.
    pub(super) is_inverted: bool,
}

impl Probe {
    /// Finds an instruction among control words; `None` if none of them shows CC.CF.
    pub(super) fn find(subject: &dyn Subject, mut words: impl Iterator<Item = u64>) -> Option<Self> {
        words.find_map(|control| {
            let inputs: Vec<_> = std::iter::once(control).chain(subject.inputs().iter().skip(1).map(|_| 0)).collect();
            let [clear, set] = [false, true].map(|flag| subject.with_flag(&inputs, flag).0);
            let mut outputs = subject.outputs().iter().zip(clear.iter().zip(&set));
            outputs.find(|(_, (clear, set))| clear != set).map(|(signal, (clear, set))| {
                let bit = (clear ^ set).trailing_zeros() as usize;
                Self { control, output: signal.name, bit, is_inverted: clear >> bit & 1 == 1 }
            })
        })
    }
}
