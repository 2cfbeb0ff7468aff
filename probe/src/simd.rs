//! Unit `simd`.

use vidalu_model::bv::Bv;
use vidalu_model::control::Field;
use vidalu_model::control::simd as fields;
use vidalu_model::golden::block::{self, Block as Golden};
use vidalu_model::golden::{self, Stage, Step};

use super::{Probe, Run, block as golden_block};
use vidalu_gen::Block;
use vidalu_gen::landmark::{LANE_SUM, SELECT_A, SELECT_B};

pub(super) fn probes(run: &Run) -> Vec<Probe> {
    let mut steps = Vec::new();
    let [a, b, c] = run.registers::<32>();
    let d = golden::simd(run.word(), a, b, c, &mut steps).d.value() as u64;
    let sources = run.operands.b << 32 | run.operands.a & super::mask(32);
    let vector = |sel: &Field, signed: &Field| {
        golden_block(Golden::LaneSelect, run.profile, &[sources, sel.get(run.ctl), signed.get(run.ctl)])[0]
    };
    let (exact, clamped) = (lanes(&steps, Stage::Primary), lanes(&steps, Stage::Saturate));
    let quad = Bv::<1, u128>::constant(fields::QUAD.get(run.ctl).into());
    let result = |lanes: [i64; 4]| block::simd::vector(lanes.map(|lane| Bv::constant(lane as u128)), quad);
    let hits = [0, 1, 2, 3].map(|lane| Bv::constant((exact[lane] != clamped[lane]).into()));
    let hit = block::simd::each_byte(hits, quad).value();
    let bytes = block::simd::bytes(result(clamped)).value();
    let [accumulate, saturate, merge] = [Block::Accumulate, Block::LaneSaturate, Block::LaneMerge].map(Block::instance);
    // In the form for few tables, the sum reads the lanes after the clamp. vset and set have none.
    let is_truth = ["vset", "set"].map(|name| fields::OP.code(name)).contains(&fields::OP.get(run.ctl));
    let readers = if is_truth { vec![&saturate, &accumulate] } else { vec![&saturate] };
    let exact = result(exact).value() as u64;
    let mut probes = vec![
        Probe::new(Stage::Select, SELECT_A, "y_o", vector(&fields::ASEL, &fields::ATYPE)),
        Probe::new(Stage::Select, SELECT_B, "y_o", vector(&fields::BSEL, &fields::BTYPE)),
    ];
    probes.extend(readers.into_iter().map(|instance| Probe::new(Stage::Primary, instance, "x_i", exact)));
    probes.extend([
        Probe::new(Stage::Saturate, &merge, "x_i", bytes as u64),
        Probe::new(Stage::Saturate, &saturate, "hit_o", hit as u64),
    ]);
    if fields::ACCUMULATE.get(run.ctl) == 1 {
        // With registers inside the sum, another instance sums the lanes, and c is added later.
        let lane_sum = (d as u32).wrapping_sub(c.value() as u32);
        probes.push(Probe::new(Stage::Accumulate, LANE_SUM, "d_o", lane_sum.into()));
        // With rows in front of the sum, it reads `c` from the merge, whose mask is then 0.
        probes.push(Probe::new(Stage::Merge, &accumulate, "c_i", c.value() as u64));
        probes.push(Probe::new(Stage::Accumulate, accumulate, "d_o", d));
    } else {
        // The sum of no lanes is added to the merge.
        probes.push(Probe::new(Stage::Accumulate, LANE_SUM, "d_o", 0));
        probes.push(Probe::new(Stage::Merge, merge, "d_o", d));
    }
    probes
}

/// Returns the values of a stage; half-word lanes are at 0 and 2.
fn lanes(steps: &[Step], stage: Stage) -> [i64; 4] {
    let mut lanes = [0; 4];
    for step in steps.iter().filter(|step| step.stage == stage) {
        let lane = step.name.as_bytes()[step.name.len() - 1] - b'0';
        lanes[usize::from(lane)] = step.number() as i64;
    }
    lanes
}
