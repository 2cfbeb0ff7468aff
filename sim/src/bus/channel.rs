//! The two sides of a channel with valid and ready, and the rhythm in which they wait.

use vidalu_model::draw::mix;

use super::board::Board;
use super::pins::Wires;
use crate::scoreboard::Observed;

/// Cycles of one rhythm.
const PHASE: u64 = 64;

/// When the sides of a bench go on, and other choices: from a seed, a word for each side and cycle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    key: u64,
    cycle: u64,
    /// Nobody waits, and nothing new is begun.
    pub(super) drains: bool,
}

impl Pace {
    pub(super) fn new(key: u64, cycle: u64, drains: bool) -> Self {
        Self { key, cycle, drains }
    }

    /// A word that means nothing, another for each side.
    pub(super) fn word(&self, side: u64) -> u64 {
        mix(self.key ^ mix(self.cycle << 8 | side))
    }

    /// Returns whether a side continues in this cycle: always, mostly, every other time or seldom,
    /// for a while.
    pub(super) fn goes(&self, side: u64) -> bool {
        let rhythm = mix(self.key ^ mix(!(self.cycle / PHASE) << 8 | side)) % 4;
        let eighths = [8, 7, 4, 1][rhythm as usize];
        self.drains || self.word(side) >> 32 & 7 < eighths
    }
}

/// The side that offers: what it offers stays until it is taken.
#[derive(Debug)]
pub(super) struct Offer {
    valid: &'static str,
    ready: &'static str,
    beat: Option<Vec<(&'static str, u64)>>,
    shown: bool,
}

impl Offer {
    pub(super) fn new(valid: &'static str, ready: &'static str) -> Self {
        Self { valid, ready, beat: None, shown: false }
    }

    /// Returns whether the last beat is gone.
    pub(super) fn is_free(&self) -> bool {
        self.beat.is_none()
    }

    /// The next beat: the pins and their values.
    pub(super) fn load(&mut self, beat: Vec<(&'static str, u64)>) {
        (self.beat, self.shown) = (Some(beat), false);
    }

    /// Drives the pins; a beat that is not shown yet is if it `goes`.
    pub(super) fn drive(&mut self, wires: &mut Wires, goes: bool) {
        self.shown = self.beat.is_some() && (self.shown || goes);
        wires.set(self.valid, self.shown.into());
        for (pin, value) in self.beat.iter().flatten().filter(|_| self.shown) {
            wires.set(pin, *value);
        }
    }

    /// Returns whether the beat is taken in this cycle, and if so forgets it.
    pub(super) fn taken(&mut self, wires: &Wires, board: &mut Board<'_>) -> bool {
        let ready = bit(wires, self.ready, board);
        let taken = self.shown && ready;
        if taken {
            (self.beat, self.shown) = (None, false);
        }
        taken
    }

    /// After a reset.
    pub(super) fn restart(&mut self) {
        (self.beat, self.shown) = (None, false);
    }
}

/// The side that takes, and watches that an offer stays as it is until then.
#[derive(Debug)]
pub(super) struct Take {
    valid: &'static str,
    ready: &'static str,
    payload: &'static [&'static str],
    is_ready: bool,
    /// Whether this side is ready only for a beat that is already offered; an offer must not wait
    /// for ready.
    is_late: bool,
    /// The beat that was offered in the cycle before, and not taken.
    held: Option<Vec<Observed>>,
}

impl Take {
    pub(super) fn new(valid: &'static str, ready: &'static str, payload: &'static [&'static str]) -> Self {
        Self { valid, ready, payload, is_ready: false, is_late: false, held: None }
    }

    pub(super) fn drive(&mut self, wires: &mut Wires, pace: Pace, side: u64) {
        if self.is_ready {
            self.is_late = pace.word(side) & 7 == 0;
        }
        self.is_ready = pace.goes(side) && (self.held.is_some() || !self.is_late);
        wires.set(self.ready, self.is_ready.into());
    }

    /// Returns whether a beat is taken in this cycle.
    pub(super) fn taken(&mut self, wires: &Wires, board: &mut Board<'_>) -> bool {
        let valid = bit(wires, self.valid, board);
        let shown: Vec<_> = self.payload.iter().map(|name| wires.seen(name)).collect();
        if let Some(held) = self.held.take() {
            if !valid {
                board.broken(self.valid, 1, Observed::Known(0));
            } else if let Some(at) = (0..held.len()).find(|&at| held[at] != shown[at]) {
                let before = if let Observed::Known(value) = held[at] { value } else { 0 };
                board.broken(self.payload[at], before, shown[at].clone());
            }
        }
        self.held = (valid && !self.is_ready).then_some(shown);
        valid && self.is_ready
    }

    /// After a reset.
    pub(super) fn restart(&mut self) {
        self.held = None;
    }
}

/// A bit of the handshake, which is always known.
pub(super) fn bit(wires: &Wires, name: &str, board: &mut Board<'_>) -> bool {
    match wires.seen(name) {
        Observed::Known(value) => value == 1,
        unknown => {
            board.broken(name, 0, unknown);
            false
        }
    }
}
