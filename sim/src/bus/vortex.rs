//! Vortex: instructions for several threads go in, and their results come out.
//!
//! One thread of each context executes the instructions of the board. The other threads execute the
//! same control words with the operands of other vectors, or are masked. Between the instructions
//! of the board come others for which the thread of the board is masked.

use std::collections::VecDeque;
use std::sync::LazyLock;

use vidalu_gen::{Config, Layout};

use super::bench::Bus;
use super::board::{Board, Work};
use super::channel::{Offer, Pace, Take};
use super::pins::{Names, WIDEST, Wires};
use vidalu_stimulus::mask;

/// A port with a field for each thread: its name, and those of its pieces.
struct Port {
    name: &'static str,
    pieces: Vec<&'static str>,
}

impl Port {
    fn new(name: &'static str) -> Self {
        // A thread has at most 64 bits, which are the bits of a piece.
        let pieces = (0..Config::MAX_THREADS).map(|at| &*format!("{name}_{at}").leak());
        Self { name, pieces: pieces.collect() }
    }

    fn names(&self) -> impl Iterator<Item = &'static str> {
        [self.name].into_iter().chain(self.pieces.iter().copied())
    }

    /// Returns the pin that has the field of a thread, of `width` bits, and its lowest bit there.
    fn place(&self, thread: usize, width: u32, threads: usize) -> (&'static str, u32) {
        let lo = thread as u32 * width;
        let is_one_pin = width * threads as u32 <= WIDEST;
        (if is_one_pin { self.name } else { self.pieces[(lo / WIDEST) as usize] }, lo % WIDEST)
    }

    /// Returns the pins of a port with these fields of `width` bits, each with its value.
    fn pins(&self, width: u32, fields: impl ExactSizeIterator<Item = u64>) -> Vec<(&'static str, u64)> {
        let threads = fields.len();
        let mut pins: Vec<(&'static str, u64)> = Vec::new();
        for (thread, field) in fields.enumerate() {
            let (name, lo) = self.place(thread, width, threads);
            match pins.last_mut() {
                Some((last, value)) if *last == name => *value |= field << lo,
                _ => pins.push((name, field)),
            }
        }
        pins
    }
}

static OPERANDS: LazyLock<[Port; 3]> = LazyLock::new(|| ["execute_rs1", "execute_rs2", "execute_rs3"].map(Port::new));
static DATA: LazyLock<Port> = LazyLock::new(|| Port::new("result_data"));
static FLAGS: LazyLock<Port> = LazyLock::new(|| Port::new("result_flags"));

static INPUTS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let own = ["execute_valid", "execute_tmask", "execute_context", "execute_tag", "execute_word", "result_ready"];
    own.into_iter().chain(OPERANDS.iter().flat_map(Port::names)).collect()
});
static RESULT: LazyLock<Vec<&str>> =
    LazyLock::new(|| ["result_tag", FLAGS.name].into_iter().chain(DATA.names()).collect());
static OUTPUTS: LazyLock<Vec<&str>> =
    LazyLock::new(|| ["execute_ready", "result_valid"].into_iter().chain(RESULT.iter().copied()).collect());

pub(super) fn names() -> Names {
    [&INPUTS, &OUTPUTS]
}

/// An instruction on its way.
struct Warp {
    tag: u64,
    /// Whether each thread executes it.
    mask: Vec<bool>,
    threads: Vec<Work>,
    /// Whether it is an instruction of the board.
    counts: bool,
}

pub(super) struct Vortex {
    /// The widths of the operands, the result and the flags of a thread.
    operands: [u32; 3],
    result: u32,
    flags: u32,
    has_mask: bool,
    threads: usize,
    /// CC.CF of the threads, one context after the other. Those that execute the instructions of
    /// the board have theirs there.
    carries: Vec<bool>,
    source: Offer,
    sink: Take,
    offered: Option<Warp>,
    inside: VecDeque<Warp>,
}

impl Vortex {
    pub(super) fn new(layout: &Layout, result: u32, flags: u32, threads: usize, contexts: usize) -> Self {
        Self {
            operands: ["a", "b", "c"].map(|name| layout.part(name).map_or(0, |part| part.width)),
            result,
            flags,
            has_mask: layout.part("ctx").is_some(),
            threads,
            carries: vec![false; threads * contexts],
            source: Offer::new("execute_valid", "execute_ready"),
            sink: Take::new("result_valid", "result_ready", &RESULT),
            offered: None,
            inside: VecDeque::new(),
        }
    }

    /// Returns the next instruction, if any is left.
    fn next(&mut self, board: &mut Board<'_>, pace: Pace) -> Option<Warp> {
        let counts = pace.word(8) & 3 != 0;
        let own = if counts { board.ask(None) } else { board.look_ahead() }?;
        let leader = own.ctx as usize % self.threads;
        let (mut mask, mut threads) = (Vec::new(), Vec::new());
        for thread in 0..self.threads {
            let draw = pace.word(16 + thread as u64);
            let (is_leader, is_drawn) = (thread == leader, draw & 1 == 1);
            if is_leader && counts {
                threads.push(own);
                mask.push(true);
                continue;
            }
            let carry = &mut self.carries[own.ctx as usize * self.threads + thread];
            let (work, left) = board.with_operands(&own, draw >> 40, *carry);
            let executes = !self.has_mask || (is_drawn && !is_leader);
            if executes {
                *carry = left;
            }
            threads.push(work);
            mask.push(executes);
        }
        Some(Warp { tag: pace.word(9), mask, threads, counts })
    }

    fn pins(&self, warp: &Warp) -> Vec<(&'static str, u64)> {
        let mask = (0..).zip(&warp.mask).fold(0, |bits, (at, &executes)| bits | u64::from(executes) << at);
        let Work { ctl, ctx, .. } = warp.threads[0];
        let mut pins =
            vec![("execute_tmask", mask), ("execute_context", ctx), ("execute_tag", warp.tag), ("execute_word", ctl)];
        for ((port, width), name) in OPERANDS.iter().zip(self.operands).zip(["a", "b", "c"]) {
            if width > 0 {
                pins.extend(port.pins(width, warp.threads.iter().map(|work| work.part(name))));
            }
        }
        pins
    }

    /// Compares a result with that of the threads that executed the instruction.
    fn compare(&self, wires: &Wires, board: &mut Board<'_>, warp: &Warp) {
        board.compare(wires, "result_tag", warp.tag);
        let executed = warp.threads.iter().zip(&warp.mask).enumerate().filter(|(_, (_, executes))| **executes);
        for (thread, (work, _)) in executed {
            let fields = [(&DATA, self.result, work.d), (&FLAGS, self.flags, work.flags)];
            for (port, width, expected) in fields.into_iter().filter(|(_, width, _)| *width > 0) {
                let (pin, lo) = port.place(thread, width, self.threads);
                let got = wires.field(pin, lo, width);
                board.compare_thread(thread, work, port.name, expected & mask(width), got);
            }
        }
    }
}

impl Bus for Vortex {
    fn drive(&mut self, wires: &mut Wires, board: &mut Board<'_>, pace: Pace) {
        if self.source.is_free()
            && !pace.drains
            && let Some(warp) = self.next(board, pace)
        {
            self.source.load(self.pins(&warp));
            self.offered = Some(warp);
        }
        self.source.drive(wires, pace.goes(0));
        self.sink.drive(wires, pace, 1);
    }

    fn look(&mut self, wires: &Wires, board: &mut Board<'_>) {
        if self.sink.taken(wires, board) {
            match self.inside.pop_front() {
                None => board.broken("result_valid", 0, wires.seen("result_valid")),
                Some(warp) => {
                    self.compare(wires, board, &warp);
                    if warp.counts {
                        board.close();
                    } else {
                        let executed = warp.threads.iter().zip(&warp.mask).find(|(_, executes)| **executes);
                        board.reject(executed.map_or(&warp.threads[0], |(work, _)| work));
                    }
                }
            }
        }
        if self.source.taken(wires, board) {
            self.inside.extend(self.offered.take());
        }
    }

    fn restart(&mut self) {
        (self.offered, self.inside) = (None, VecDeque::new());
        self.carries.fill(false);
        self.source.restart();
        self.sink.restart();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_fill_pieces_from_the_lowest() {
        let port = Port::new("x");
        assert_eq!(port.pins(32, [1, 2].into_iter()), [("x", 0x2_0000_0001)]);
        assert_eq!(port.pins(32, [1, 2, 3].into_iter()), [("x_0", 0x2_0000_0001), ("x_1", 3)]);
        assert_eq!(port.pins(64, [5, 6].into_iter()), [("x_0", 5), ("x_1", 6)]);
        assert_eq!(port.pins(2, [1, 2, 3].into_iter()), [("x", 0b11_10_01)]);
    }
}
