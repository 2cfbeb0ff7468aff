//! AXI4-Stream: what goes in, what comes out, and when.

use super::{Channel, Wrapped, any_state, replaced};
use crate::claim::Claim;
use crate::problem::Problem;
use crate::word::Word;

const RESULT: [&str; 4] = ["m_axis_tdata", "m_axis_tuser", "m_axis_tid", "m_axis_tlast"];

pub(super) fn claims(module: &Wrapped) -> Vec<Claim> {
    vec![
        entry(module),
        exit(module),
        module.holds(
            "hold",
            &Channel { valid: "m_axis_tvalid", ready: "m_axis_tready", payload: &RESULT, assumed: any_state },
            "a result that is offered stays as it is until it is taken",
        ),
        module.paths(
            &["s_axis_tready", "m_axis_tvalid", RESULT[0], RESULT[1], RESULT[2], RESULT[3]],
            &["ready_o"],
            "no output depends on an input of the same cycle, where the unit's ready_o depends on none",
        ),
        module.silent(&["m_axis_tvalid"], &[], "after a reset no result is offered"),
    ]
}

/// Every beat is the unit's, as it stands and when it stands there.
fn entry(module: &Wrapped) -> Claim {
    let mut frames = module.frames();
    let frame = module.step(&mut frames);
    let mut problem = Problem::new(frames.aig, frames.inputs);
    let pin = |name: &str| Wrapped::pin(&frame, name);
    problem.claim("valid_i", pin("s_axis_tvalid"), module.at_unit(&frame, "valid_i"));
    problem.claim("s_axis_tready", module.at_unit(&frame, "ready_o"), pin("s_axis_tready"));
    for part in &module.layout.parts {
        let slot = pin("s_axis_tdata")[part.lo as usize..=part.hi() as usize].to_vec();
        problem.claim(part.name, slot, module.at_unit(&frame, &format!("{}_i", part.name)));
    }
    let tag: Word = [pin("s_axis_tlast"), pin("s_axis_tid")].concat();
    problem.claim("tag_i", tag, module.at_unit(&frame, "tag_i"));
    let says = "the unit is offered each beat as it stands, and a beat is taken where the unit takes the instruction";
    Claim::whole("entry", says, problem)
}

/// A result goes from the unit into the register where that is free, and is offered from the next cycle on.
fn exit(module: &Wrapped) -> Claim {
    let mut frames = module.frames();
    let (before, after) = (module.step(&mut frames), module.step(&mut frames));
    let aig = &mut frames.aig;
    let (offered, ready) = (Wrapped::bit(&before, "m_axis_tvalid"), Wrapped::bit(&before, "m_axis_tready"));
    let stays = aig.and(offered, !ready);
    let taken = aig.and(module.unit_bit(&before, "valid_o"), !stays);
    let next = aig.or(taken, stays);
    let unit = |port: &str| module.at_unit(&before, port);
    let flags = module.flags(&before);
    let (last, tid) = (vec![unit("tag_o")[0]], unit("tag_o")[1..].to_vec());
    let shown = RESULT.iter().zip([unit("d_o"), flags, tid, last]);
    let shown: Vec<_> = shown
        .map(|(pin, new)| (*pin, replaced(aig, taken, &new, &Wrapped::pin(&before, pin)), Wrapped::pin(&after, pin)))
        .collect();
    let mut problem = Problem::new(frames.aig, frames.inputs);
    problem.claim("ready_i", !stays, module.unit_bit(&before, "ready_i"));
    problem.claim("m_axis_tvalid", next, Wrapped::bit(&after, "m_axis_tvalid"));
    for (pin, expected, got) in shown.into_iter().filter(|(_, word, _)| !word.is_empty()) {
        // Where nothing is offered, what stands there is of no interest.
        let aig = problem.aig_mut();
        let counted = |aig: &mut vidalu_sim::gates::Aig, word: Word| -> Word {
            word.into_iter().map(|bit| aig.and(next, bit)).collect()
        };
        let (expected, got) = (counted(aig, expected), counted(aig, got));
        problem.claim(pin, expected, got);
    }
    let says = "a result is taken from the unit where the register is free, and offered as the unit gave it, from the next \
                cycle on until it is taken";
    Claim::whole("exit", says, problem)
}
