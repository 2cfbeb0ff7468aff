//! Unit `scalar`.

use vidalu_model::control::scalar as fields;
use vidalu_model::golden::{self, Stage};

use super::{Probe, Run};
use vidalu_gen::Block;
use vidalu_gen::landmark::{LAST_MERGE, SELECT_A, SELECT_B};

pub(super) fn probes(run: &Run) -> Vec<Probe> {
    let mut steps = Vec::new();
    let [a, b, c] = run.registers();
    let hit = golden::scalar(run.profile, run.word(), a, b, c, &mut steps).saturated.value() as u64;
    let [saturate, secondary, merge] = [Block::Saturate, Block::Secondary, Block::Merge].map(Block::instance);
    let places = [
        (SELECT_A, "y_o"),
        (SELECT_B, "y_o"),
        (&saturate, "x_i"),
        (&saturate, "y_o"),
        (&secondary, "d_o"),
        (&merge, "d_o"),
    ];
    // An instruction has one of the last two stages; the other stage passes its input through.
    let is_merge = fields::DSEL.get(run.ctl) != fields::DSEL.code("word");
    let unused = if is_merge { Stage::Secondary } else { Stage::Merge };
    let values = steps.iter().zip(places).filter(|(step, _)| step.stage != unused);
    let mut probes: Vec<_> =
        values.map(|(step, (instance, port))| Probe::new(step.stage, instance, port, step.value as u64)).collect();
    let last = probes.pop().expect("every instruction has a last stage");
    // In the form for cells, another instance shows the value of the last stage.
    let in_cells = Probe { instance: LAST_MERGE.to_owned(), ..last };
    probes.extend([Probe::new(Stage::Saturate, saturate, "hit_o", hit), last, in_cells]);
    probes
}
