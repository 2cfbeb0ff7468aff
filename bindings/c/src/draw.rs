//! Legal vectors for a bench: those that the co-simulation drives.

use std::mem::MaybeUninit;
use std::sync::{Arc, LazyLock};

use vidalu_model::isa::Unit;
use vidalu_stimulus::{Scope, Stimulus};

use crate::golden::BLOCK;
use crate::status::VidaluStatus;

/// The units in the order of their codes, and all of them together.
static UNITS: [LazyLock<Arc<dyn Stimulus>>; 5] = [
    LazyLock::new(|| of("scalar")),
    LazyLock::new(|| of("vmad")),
    LazyLock::new(|| of("simd")),
    LazyLock::new(|| of("carry")),
    LazyLock::new(|| of("video")),
];

fn of(name: &str) -> Arc<dyn Stimulus> {
    vidalu_stimulus::of(name, &Scope::default()).expect("every unit has a stimulus")
}

/// Fills columns with the vectors `first ..` of the sequence of `seed`: control words and registers
/// `a`, `b` and `c`, which need not be initialised.
pub(crate) fn draw(
    unit: Option<Unit>,
    seed: u64,
    first: u64,
    columns: &mut [&mut [MaybeUninit<u64>]; 4],
) -> Result<(), VidaluStatus> {
    let stimulus = &*UNITS[unit.map_or(Unit::ALL.len(), |unit| unit as usize)];
    let len = columns[0].len();
    vidalu_stimulus::check_range(first, len as u64)?;
    let names = ["ctl_i", "a_i", "b_i", "c_i"];
    for from in (0..len).step_by(BLOCK) {
        let block = from..len.min(from + BLOCK);
        let mut drawn = vec![vec![0; block.len()]; stimulus.inputs().len()];
        stimulus.fill(seed, first + from as u64, &mut drawn);
        for (name, column) in names.iter().zip(&mut *columns) {
            let at = stimulus.place_of_input(name).expect("every unit has the inputs of all units");
            column[block.clone()].write_copy_of_slice(&drawn[at]);
        }
    }
    Ok(())
}
