//! What goes into a module under test and what comes out, many cycles at once: a column a pin.

/// What is driven in a run of cycles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drive {
    /// Number of cycles.
    pub cycles: usize,
    /// Number of copies of the module, each driven with data of its own.
    pub lanes: usize,
    /// A column for each pin that has to do with time, in the order of [`Dut::control_pins`](crate::dut::Dut::control_pins):
    /// a value a cycle, the same for all lanes.
    pub control: Vec<Vec<u64>>,
    /// A column for each data input, in the order of the subject: `lanes` values a cycle, that of a lane at
    /// `cycle * lanes + lane`.
    pub data: Vec<Vec<u64>>,
    /// Whether the data of the cycle, and the tag, mean nothing: noise, in place of which a simulator that knows X drives X.
    pub noise: Vec<bool>,
}

/// What the outputs showed in a run of cycles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// A column for each output pin, in the order of [`Dut::output_pins`](crate::dut::Dut::output_pins): `lanes` values a cycle,
    /// that of a lane at `cycle * lanes + lane`.
    pub values: Vec<Vec<u64>>,
    /// The bits that are X or Z, likewise; no columns where the simulator knows 0 and 1 alone. A value has 0 there.
    pub unknown: Vec<Vec<u64>>,
}

impl Seen {
    /// Makes it one of no cycles and `outputs` pins.
    pub(crate) fn clear(&mut self, outputs: usize) {
        for columns in [&mut self.values, &mut self.unknown] {
            columns.resize_with(outputs, Vec::new);
            columns.iter_mut().for_each(Vec::clear);
        }
    }
}
