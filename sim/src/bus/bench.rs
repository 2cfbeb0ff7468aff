//! The bench: a module in a simulator, one cycle after the other.

use super::board::Board;
use super::channel::Pace;
use super::pins::Wires;
use crate::drive::{Drive, Seen};
use crate::error::{CosimError, ToolError};
use crate::process::is_interrupted;
use crate::scoreboard::Observed;
use crate::simulator::Model;

/// A bus, as the bench speaks it.
pub(super) trait Bus: Send {
    /// Drives the pins of a cycle, on which there is noise where nothing is driven.
    fn drive(&mut self, wires: &mut Wires, board: &mut Board<'_>, pace: Pace);

    /// Looks at what the outputs show in the same cycle.
    fn look(&mut self, wires: &Wires, board: &mut Board<'_>);

    /// After a reset: nothing is under way any more.
    fn restart(&mut self);
}

/// Cycles of a reset.
const RESET: u64 = 2;

/// Cycles without an answer after which none is expected: far more than any latency and any pause.
const PATIENCE: u64 = 4096;

/// Cycles at the end in which nothing may come any more.
const IDLE: u64 = 64;

/// Instructions after which it is told how many there were.
const STEP: u64 = 512;

/// A module at work.
pub(super) struct Bench<'a> {
    pub(super) model: Box<dyn Model>,
    pub(super) bus: Box<dyn Bus>,
    pub(super) wires: Wires,
    pub(super) board: Board<'a>,
    /// The level that resets.
    pub(super) reset: bool,
    /// Of all choices.
    pub(super) key: u64,
    pub(super) seen: Seen,
    /// Whether the first mismatch ends the run.
    pub(super) is_over_at_first: bool,
}

impl Bench<'_> {
    /// Issues all instructions and checks the answers. In the middle, with instructions in flight,
    /// resets the module.
    pub(super) fn check(&mut self, count: u64, progress: &dyn Fn(u64)) -> Result<(), CosimError> {
        self.reset()?;
        let (mut reset_at, mut told, mut quiet) = (Some(count / 2), 0, 0);
        while !self.board.is_done() && !self.is_over() && !is_interrupted() {
            if reset_at.is_some_and(|at| self.board.found.checked >= at) && self.board.open() > 0 {
                reset_at = None;
                self.reset()?;
            }
            let checked = self.board.found.checked;
            self.cycle(false)?;
            quiet = if self.board.found.checked == checked { quiet + 1 } else { 0 };
            if quiet > PATIENCE {
                self.board.broken(NO_ANSWER, 1, Observed::Known(0));
                return Ok(());
            }
            if self.board.found.checked >= told + STEP {
                told = self.board.found.checked;
                progress(told);
            }
        }
        for _ in 0..IDLE {
            self.cycle(true)?;
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.is_over_at_first && self.board.found.mismatches > 0
    }

    fn reset(&mut self) -> Result<(), ToolError> {
        for cycle in 0..RESET {
            self.wires.noise(self.key ^ !cycle);
            self.exchange(self.reset)?;
        }
        self.bus.restart();
        self.board.restart();
        Ok(())
    }

    fn cycle(&mut self, drains: bool) -> Result<(), ToolError> {
        let pace = Pace::new(self.key, self.board.found.cycles, drains);
        self.wires.noise(pace.word(255));
        self.bus.drive(&mut self.wires, &mut self.board, pace);
        self.exchange(!self.reset)?;
        self.bus.look(&self.wires, &mut self.board);
        Ok(())
    }

    /// One cycle of the simulator.
    fn exchange(&mut self, reset: bool) -> Result<(), ToolError> {
        let lanes = self.model.lanes();
        let drive = Drive {
            cycles: 1,
            lanes,
            control: vec![vec![reset.into()]],
            data: self.wires.driven().map(|value| vec![value; lanes].into()).collect(),
            noise: vec![false],
        };
        self.model.run(&drive, &mut self.seen)?;
        self.board.found.cycles += 1;
        let unknown = |at: usize| self.seen.unknown.get(at).map_or(0, |column| column[0]);
        self.wires.show(self.seen.values.iter().enumerate().map(|(at, column)| (column[0], unknown(at))));
        Ok(())
    }
}

/// The name of the output in a mismatch for a missing answer.
const NO_ANSWER: &str = "answer";
