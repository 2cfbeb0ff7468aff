//! A line of a program: an instruction of vidalu, or a plain one that the host executes between
//! them.

use std::ops::Range;

use super::statement::{Guard, Operand, Register, Statement, StatementError, check_width};
use crate::isa::{Host, HostOp};

/// A statement that `eval` and `run` accept.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Line {
    /// An instruction of vidalu.
    Vidalu(Statement),
    /// A plain instruction.
    Host(HostStatement),
}

impl Line {
    /// The guard, if any.
    pub fn guard(&self) -> Option<&Guard> {
        match self {
            Self::Vidalu(statement) => statement.guard(),
            Self::Host(statement) => statement.guard(),
        }
    }

    /// The registers that are written, in the order of the text: one or two. `None` for one that is
    /// discarded with `_`.
    pub fn destinations(&self) -> impl Iterator<Item = Option<&Register>> {
        let (vidalu, host) = match self {
            Self::Vidalu(statement) => (Some(Some(statement.d())), None),
            Self::Host(statement) => (None, Some(statement.destinations())),
        };
        vidalu.into_iter().chain(host.into_iter().flatten())
    }

    /// The places of the sources that the text has: all but those that a packed instruction adds.
    pub fn written(&self) -> Range<usize> {
        match self {
            Self::Vidalu(statement) => statement.written(),
            Self::Host(statement) => 0..statement.sources().count(),
        }
    }

    /// The operands that are read, in the order of the text, the guard apart: one to three.
    pub fn sources(&self) -> impl Iterator<Item = &Operand> {
        let (vidalu, host) = match self {
            Self::Vidalu(statement) => (Some(statement.sources()), None),
            Self::Host(statement) => (None, Some(statement.sources())),
        };
        vidalu.into_iter().flatten().chain(host.into_iter().flatten())
    }
}

/// A plain instruction with its registers and constants.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HostStatement {
    guard: Option<Guard>,
    host: Host,
    destinations: Vec<Option<Register>>,
    sources: Vec<Operand>,
}

impl HostStatement {
    /// A statement of these parts. `setp` has one destination or two, of which one may be discarded
    /// with `_`.
    ///
    /// # Errors
    /// If there are too many or too few operands, a register has another width than the instruction
    /// wants there, or a constant does not fit.
    pub fn new(
        guard: Option<Guard>,
        host: Host,
        destinations: Vec<Option<Register>>,
        sources: Vec<Operand>,
    ) -> Result<Self, StatementError> {
        let widths = host.destinations().collect::<Vec<_>>();
        let counts = if matches!(host.op(), HostOp::Setp(..)) { 1..=2 } else { widths.len()..=widths.len() };
        if !counts.contains(&destinations.len()) || destinations.iter().all(Option::is_none) {
            return Err(StatementError::Destinations { expected: widths.len() });
        }
        if sources.len() != host.sources().count() {
            return Err(StatementError::Sources { expected: host.sources().count() });
        }
        for (operand, (register, expected)) in ['d', 'q'].into_iter().zip(destinations.iter().zip(widths)) {
            if let Some(width) = register.as_ref().map(Register::width).filter(|width| *width != expected) {
                return Err(StatementError::Width { operand, width, expected });
            }
        }
        for (name, (operand, width)) in ['a', 'b', 'c'].into_iter().zip(sources.iter().zip(host.sources())) {
            check_width(name, Some(operand), width)?;
            if width == 1 && operand.register().is_none() {
                return Err(StatementError::Register { operand: name, reason: "it is a predicate" });
            }
        }
        Ok(Self { guard, host, destinations, sources })
    }

    /// The guard, if any.
    pub fn guard(&self) -> Option<&Guard> {
        self.guard.as_ref()
    }

    /// The operation, without its registers.
    pub fn host(&self) -> &Host {
        &self.host
    }

    /// The registers that are written, one or two; `None` for one that is discarded.
    pub fn destinations(&self) -> impl Iterator<Item = Option<&Register>> {
        self.destinations.iter().map(Option::as_ref)
    }

    /// The operands that are read: one to three.
    pub fn sources(&self) -> impl Iterator<Item = &Operand> {
        self.sources.iter()
    }
}
