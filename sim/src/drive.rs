//! The inputs and outputs of a module under test, for many cycles at once: a column for each pin.

use std::borrow::Cow;

/// The input values of a number of cycles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drive<'a> {
    /// The number of cycles.
    pub cycles: usize,
    /// The number of copies of the module, each driven with data of its own.
    pub lanes: usize,
    /// A column for each control input, in the order of
    /// [`Dut::control_pins`](crate::dut::Dut::control_pins): one value a cycle, for all lanes.
    pub control: Vec<Vec<u64>>,
    /// A column for each data input, in the order of the subject: the value of a lane in a cycle is
    /// at `cycle * lanes + lane`.
    pub data: Vec<Cow<'a, [u64]>>,
    /// Whether the data and the tag of a cycle are don't-care: they carry noise, and a simulator
    /// that supports X drives X instead.
    pub noise: Vec<bool>,
}

impl Drive<'_> {
    /// Returns the values of one lane.
    pub fn lane(&self, lane: usize) -> Self {
        let own = |column: &Cow<'_, [u64]>| column.iter().copied().skip(lane).step_by(self.lanes).collect();
        Self { lanes: 1, data: self.data.iter().map(own).collect(), ..self.clone() }
    }

    /// Returns the columns of all pins: control, then data.
    pub(crate) fn columns(&self) -> impl Iterator<Item = &[u64]> {
        self.control.iter().map(Vec::as_slice).chain(self.data.iter().map(|column| &**column))
    }

    /// Returns the values of the first lane in a cycle: control, then data. If the data are noise,
    /// the values are `None` from pin `first_data` on.
    pub(crate) fn values(&self, cycle: usize, first_data: usize) -> impl Iterator<Item = Option<u64>> {
        let control = self.control.iter().map(move |column| column[cycle]);
        let data = self.data.iter().map(move |column| column[cycle * self.lanes]);
        let is_noise = move |at| self.noise[cycle] && at >= first_data;
        control.chain(data).enumerate().map(move |(at, value)| (!is_noise(at)).then_some(value))
    }
}

/// The output values of a number of cycles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// A column for each output, in the order of
    /// [`Dut::output_pins`](crate::dut::Dut::output_pins): the value of a lane in a cycle is at
    /// `cycle * lanes + lane`.
    pub values: Vec<Vec<u64>>,
    /// The bits that are X or Z, in the same order; they are 0 in `values`. There are no columns if
    /// the simulator is two-state.
    pub unknown: Vec<Vec<u64>>,
}

impl Seen {
    /// Makes room for `length` values of each of `pins` pins. New values are 0 and known.
    pub fn prepare(&mut self, pins: usize, length: usize, knows_x: bool) {
        resize(&mut self.values, pins, length);
        resize(&mut self.unknown, if knows_x { pins } else { 0 }, length);
    }
}

/// Resizes to `count` columns of `length` values. New values are 0.
pub(crate) fn resize(columns: &mut Vec<Vec<u64>>, count: usize, length: usize) {
    columns.resize_with(count, Vec::new);
    columns.iter_mut().for_each(|column| column.resize(length, 0));
}
