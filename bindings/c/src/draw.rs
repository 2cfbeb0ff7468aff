//! Legal vectors for a bench: those that the co-simulation drives.

use std::sync::LazyLock;

use vidalu_gen::{Config, Target};
use vidalu_model::isa::Unit;
use vidalu_sim::subject::{self, Subject};

use crate::golden::BLOCK;
use crate::status::VidaluStatus;

/// The units in the order of their codes, and all of them together.
static SUBJECTS: [LazyLock<Box<dyn Subject>>; 5] = [
    LazyLock::new(|| of("scalar")),
    LazyLock::new(|| of("vmad")),
    LazyLock::new(|| of("simd")),
    LazyLock::new(|| of("carry")),
    LazyLock::new(|| of("video")),
];

fn of(name: &str) -> Box<dyn Subject> {
    let target: Target = name.parse().expect("the generator has every unit");
    subject::of(target, &Config::default())
}

/// The vectors `first ..` of the sequence that `seed` names, in the order control words, registers `a`, `b`, `c`.
pub(crate) fn draw(
    unit: Option<Unit>,
    seed: u64,
    first: u64,
    columns: &mut [&mut [u64]; 4],
) -> Result<(), VidaluStatus> {
    if first.checked_add(columns[0].len() as u64).is_none_or(|end| end > 1 << 63) {
        return Err(VidaluStatus::BadCount);
    }
    let subject = &*SUBJECTS[unit.map_or(Unit::ALL.len(), |unit| unit as usize)];
    let names = ["ctl_i", "a_i", "b_i", "c_i"];
    let len = columns[0].len();
    for from in (0..len).step_by(BLOCK) {
        let block = from..len.min(from + BLOCK);
        let mut drawn = vec![vec![0; block.len()]; subject.inputs().len()];
        subject.stimuli(seed, first + from as u64, &mut drawn);
        for (signal, drawn) in subject.inputs().iter().zip(&drawn) {
            if let Some(at) = names.iter().position(|name| *name == signal.name) {
                columns[at][block.clone()].copy_from_slice(drawn);
            }
        }
    }
    Ok(())
}
