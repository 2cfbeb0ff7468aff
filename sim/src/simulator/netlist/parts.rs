//! Runs a program part by part.

use super::evaluate::{Code, run};
use super::product::{Memory, Multiplication};
use super::program::Part;
use super::slots::Slots;

/// A program that can run.
pub(super) struct Parts<const W: usize> {
    parts: Vec<Runnable>,
    memory: Memory<W>,
}

enum Runnable {
    Code(Code),
    Multiplication(Multiplication),
}

impl<const W: usize> Parts<W> {
    pub(super) fn new(parts: &[Part]) -> Self {
        let runnable = |part: &Part| match part {
            Part::Ops(ops) => Runnable::Code(Code::new(ops)),
            Part::Multiplication(multiplication) => Runnable::Multiplication(multiplication.clone()),
        };
        Self { parts: parts.iter().map(runnable).collect(), memory: Memory::default() }
    }

    pub(super) fn run(&mut self, slots: &mut Slots<W>) {
        for part in &self.parts {
            match part {
                Runnable::Code(code) => run(code, slots),
                Runnable::Multiplication(multiplication) => multiplication.run(slots, &mut self.memory),
            }
        }
    }
}
