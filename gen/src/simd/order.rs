//! The outputs of the adder.

use crate::operation::Source::Set;
use crate::operation::{Operations, SUMMED};
use crate::verilog::Net;

/// The sums and the order of the operands. Those that no operation reads are named `unused_...`.
#[derive(Clone)]
pub(crate) struct Order {
    pub(crate) sum: Net,
    pub(crate) negative: Net,
    pub(crate) equal: Net,
}

impl Order {
    pub(crate) fn new(ops: &Operations) -> Self {
        let net = |is_read: bool, name: &str, width: u32| {
            Net::new(if is_read { name.to_owned() } else { format!("unused_{name}") }, width)
        };
        Self {
            sum: net(ops.any(&SUMMED), "sum", 40),
            negative: net(ops.compares(), "negative", 4),
            equal: net(ops.any(&[Set]), "equal", 4),
        }
    }

    /// Returns the nets that later stages read.
    pub(crate) fn read(&mut self, ops: &Operations) -> Vec<&mut Net> {
        let Self { sum, negative, equal } = self;
        let nets = [(sum, ops.any(&SUMMED)), (negative, ops.compares()), (equal, ops.any(&[Set]))];
        nets.into_iter().filter_map(|(net, is_read)| is_read.then_some(net)).collect()
    }

    pub(crate) fn into_nets(self) -> (Net, Net, Net) {
        (self.sum, self.negative, self.equal)
    }
}
