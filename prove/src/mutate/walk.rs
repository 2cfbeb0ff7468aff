//! Follows a module with a fault through the cycles of a scene: on gates for a proof, and on bits
//! to describe a survivor.

use std::ops::Not;

use vidalu_sim::gates::Lit;

use super::circuit::{Circuit, Cone, Literal};
use super::scene::{Observation, Scene};

/// The operations of a walk.
pub(super) trait Logic {
    /// One bit of the module with the fault.
    type Bit: Copy + Not<Output = Self::Bit>;

    /// Returns the value of a literal of the scene, which is the good module's.
    fn good(&self, lit: Lit) -> Self::Bit;

    /// Returns the and of two bits.
    fn and(&mut self, a: Self::Bit, b: Self::Bit) -> Self::Bit;
}

/// The values in one cycle.
pub(super) struct Values<'a, B> {
    circuit: &'a Circuit,
    /// The literal of the scene for each node of the good module.
    cycle: &'a [Lit],
    /// The fault's own values so far.
    own: &'a [B],
}

impl<B: Copy + Not<Output = B>> Values<'_, B> {
    /// Returns the value of a literal of the module with the fault.
    pub(super) fn bit(&self, logic: &impl Logic<Bit = B>, literal: Literal) -> B {
        let value = match literal.checked_sub(self.circuit.bound()) {
            Some(own) => self.own[own as usize >> 1],
            None => logic.good(self.cycle[literal as usize >> 1]),
        };
        if literal & 1 == 1 { !value } else { value }
    }
}

/// Walks through the cycles of a scene from the one in which the fault begins, where both modules
/// are in the same state. Calls `observe` for every observation, with the values of its cycle.
pub(super) fn walk<L: Logic>(
    circuit: &Circuit,
    scene: &Scene,
    cone: &Cone,
    logic: &mut L,
    mut observe: impl FnMut(&mut L, &Observation, &Values<'_, L::Bit>),
) {
    let first = &scene.cycles[scene.start];
    let state = |register: usize| first[circuit.good.registers[register].state.node()];
    let mut own: Vec<_> = cone.states.iter().map(|&(register, _)| logic.good(state(register))).collect();
    for (number, cycle) in scene.cycles.iter().enumerate().skip(scene.start) {
        for operands in &cone.ands {
            let values = Values { circuit, cycle, own: &own };
            let [a, b] = operands.map(|literal| values.bit(logic, literal));
            let both = logic.and(a, b);
            own.push(both);
        }
        let values = Values { circuit, cycle, own: &own };
        for observation in scene.observations.iter().filter(|observation| observation.cycle == number) {
            observe(logic, observation, &values);
        }
        own = cone.states.iter().map(|&(_, next)| values.bit(logic, next)).collect();
    }
}
