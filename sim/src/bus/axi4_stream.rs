//! AXI4-Stream: beats with instructions go in, beats with results come out.

use std::collections::VecDeque;

use vidalu_gen::Layout;

use super::bench::Bus;
use super::board::{Board, Work};
use super::channel::{Offer, Pace, Take};
use super::pins::{Names, Wires};

const INSTRUCTION: &[&str] = &["s_axis_tdata_0", "s_axis_tdata_1", "s_axis_tdata_2", "s_axis_tdata_3"];
const RESULT: &[&str] = &["m_axis_tdata", "m_axis_tuser", "m_axis_tid", "m_axis_tlast"];

pub(super) const NAMES: Names = [
    &[
        "s_axis_tvalid",
        "s_axis_tdata_0",
        "s_axis_tdata_1",
        "s_axis_tdata_2",
        "s_axis_tdata_3",
        "s_axis_tid",
        "s_axis_tlast",
        "m_axis_tready",
    ],
    &["s_axis_tready", "m_axis_tvalid", "m_axis_tdata", "m_axis_tuser", "m_axis_tid", "m_axis_tlast"],
];

pub(super) struct Axi4Stream {
    layout: Layout,
    source: Offer,
    sink: Take,
    /// The beat on its way in, and those that are inside: with TID and TLAST.
    offered: Option<(Work, u64, u64)>,
    inside: VecDeque<(Work, u64, u64)>,
}

impl Axi4Stream {
    pub(super) fn new(layout: Layout) -> Self {
        let sink = Take::new("m_axis_tvalid", "m_axis_tready", RESULT);
        let source = Offer::new("s_axis_tvalid", "s_axis_tready");
        Self { layout, source, sink, offered: None, inside: VecDeque::new() }
    }

    /// The beat of an instruction.
    fn beat(&self, work: &Work, tid: u64, last: u64) -> Vec<(&'static str, u64)> {
        let fields = self.layout.parts.iter().map(|field| (field.lo, work.part(field.name)));
        let data = INSTRUCTION.iter().copied().zip(packed(fields));
        data.chain([("s_axis_tid", tid), ("s_axis_tlast", last)]).collect()
    }
}

/// Packs values at the given bits into words of 64 bits; a value may straddle two of them.
fn packed(fields: impl Iterator<Item = (u32, u64)>) -> [u64; INSTRUCTION.len()] {
    let mut words = [0; INSTRUCTION.len()];
    for (lo, value) in fields {
        let (at, shifted) = ((lo / 64) as usize, u128::from(value) << (lo % 64));
        words[at] |= shifted as u64;
        if let Some(above) = words.get_mut(at + 1) {
            *above |= (shifted >> 64) as u64;
        }
    }
    words
}

impl Bus for Axi4Stream {
    fn drive(&mut self, wires: &mut Wires, board: &mut Board<'_>, pace: Pace) {
        if self.source.is_free()
            && let Some(work) = board.ask(None)
        {
            let (tid, last) = (pace.word(8), pace.word(9) & 1);
            self.source.load(self.beat(&work, tid, last));
            self.offered = Some((work, tid, last));
        }
        self.source.drive(wires, pace.goes(0));
        self.sink.drive(wires, pace, 1);
    }

    fn look(&mut self, wires: &Wires, board: &mut Board<'_>) {
        if self.sink.taken(wires, board) {
            match self.inside.pop_front() {
                None => board.broken("m_axis_tvalid", 0, wires.seen("m_axis_tvalid")),
                Some((work, tid, last)) => {
                    let expected = [work.d, work.flags, tid, last];
                    RESULT.iter().zip(expected).for_each(|(pin, value)| board.compare(wires, pin, value));
                    board.close();
                }
            }
        }
        if self.source.taken(wires, board) {
            self.inside.extend(self.offered.take());
        }
    }

    fn restart(&mut self) {
        (self.offered, self.inside) = (None, VecDeque::new());
        self.source.restart();
        self.sink.restart();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operand_that_straddles_two_words_keeps_its_upper_half() {
        let (a, b) = (0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210);
        let fields = [(0, 0xdead_beef), (32, a), (96, b), (160, u64::MAX)];
        let expected = [0x89ab_cdef_dead_beef, 0x7654_3210_0123_4567, 0xffff_ffff_fedc_ba98, 0xffff_ffff];
        assert_eq!(packed(fields.into_iter()), expected);
    }
}
