//! What goes into a module under test and what comes out, many cycles at once: a column a pin.

use std::borrow::Cow;

/// What is driven in a run of cycles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drive<'a> {
    /// Number of cycles.
    pub cycles: usize,
    /// Number of copies of the module, each driven with data of its own.
    pub lanes: usize,
    /// A column for each pin that has to do with time, in the order of [`Dut::control_pins`](crate::dut::Dut::control_pins):
    /// a value a cycle, the same for all lanes.
    pub control: Vec<Vec<u64>>,
    /// A column for each data input, in the order of the subject: `lanes` values a cycle, that of a lane at
    /// `cycle * lanes + lane`.
    pub data: Vec<Cow<'a, [u64]>>,
    /// Whether the data of the cycle, and the tag, mean nothing: noise, in place of which a simulator that knows X drives X.
    pub noise: Vec<bool>,
}

impl Drive<'_> {
    /// One lane alone.
    pub fn lane(&self, lane: usize) -> Self {
        let own = |column: &Cow<'_, [u64]>| column.iter().copied().skip(lane).step_by(self.lanes).collect();
        Self { lanes: 1, data: self.data.iter().map(own).collect(), ..self.clone() }
    }

    /// The columns of all pins, control and then data.
    pub(crate) fn columns(&self) -> impl Iterator<Item = &[u64]> {
        self.control.iter().map(Vec::as_slice).chain(self.data.iter().map(|column| &**column))
    }

    /// What the first lane gets in a cycle, control and then data; `None` from pin `first_data` on where the data are noise.
    pub(crate) fn values(&self, cycle: usize, first_data: usize) -> impl Iterator<Item = Option<u64>> {
        let control = self.control.iter().map(move |column| column[cycle]);
        let data = self.data.iter().map(move |column| column[cycle * self.lanes]);
        let is_noise = move |at| self.noise[cycle] && at >= first_data;
        control.chain(data).enumerate().map(move |(at, value)| (!is_noise(at)).then_some(value))
    }
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
    /// Gives it room for `length` values of each of `pins` pins; all are 0 and known where the room is new.
    pub fn prepare(&mut self, pins: usize, length: usize, knows_x: bool) {
        resize(&mut self.values, pins, length);
        resize(&mut self.unknown, if knows_x { pins } else { 0 }, length);
    }
}

/// Makes columns as many and as long as they are to be; what is new is 0.
pub(crate) fn resize(columns: &mut Vec<Vec<u64>>, count: usize, length: usize) {
    columns.resize_with(count, Vec::new);
    columns.iter_mut().for_each(|column| column.resize(length, 0));
}
