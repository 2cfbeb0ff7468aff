//! AXI4-Stream: beats enter the unit, and results leave it as beats.

use vidalu_gen::landmark::bus::VALID;

use super::{Channel, Held, WrapperGates, any_state};
use crate::claim::Claim;
use crate::word::Word;

const RESULT: [&str; 4] = ["m_axis_tdata", "m_axis_tuser", "m_axis_tid", "m_axis_tlast"];

pub(super) fn claims(module: &WrapperGates) -> Vec<Claim> {
    vec![
        entry(module),
        exit(module),
        module.holds(
            "hold",
            &Channel { valid: "m_axis_tvalid", ready: "m_axis_tready", payload: &RESULT, assumed: any_state },
            "an offered result stays unchanged until it is taken",
        ),
        module.paths(
            &["s_axis_tready", "m_axis_tvalid", RESULT[0], RESULT[1], RESULT[2], RESULT[3]],
            &["ready_o"],
            "no output depends on an input of the same cycle if the unit's ready_o depends on none",
        ),
        module.silent(
            &["m_axis_tvalid"],
            &[VALID],
            "after a reset no result is offered; all other registers are as without the reset",
        ),
    ]
}

/// The claim that every beat is offered to the unit unchanged and in the same cycle.
fn entry(module: &WrapperGates) -> Claim {
    let (mut problem, [frame]) = module.cycles();
    let pin = |name: &str| frame.pin(name);
    problem.claim("valid_i", pin("s_axis_tvalid"), module.at_unit(&frame, "valid_i"));
    problem.claim("s_axis_tready", module.at_unit(&frame, "ready_o"), pin("s_axis_tready"));
    for part in &module.layout.parts {
        let slot = pin("s_axis_tdata")[part.lo as usize..=part.hi() as usize].to_vec();
        problem.claim(part.name, slot, module.at_unit(&frame, &format!("{}_i", part.name)));
    }
    let tag: Word = [pin("s_axis_tlast"), pin("s_axis_tid")].concat();
    problem.claim("tag_i", tag, module.at_unit(&frame, "tag_i"));
    let says = "each beat is offered to the unit unchanged, and is taken when the unit accepts the instruction";
    Claim::whole("entry", says, problem)
}

/// The claim that a result moves into the register when that is free, and is offered from the
/// next cycle on.
fn exit(module: &WrapperGates) -> Claim {
    let (mut problem, [before, after]) = module.cycles();
    let frames = [&before, &after];
    let held = Held::new(module, &mut problem, frames, ["m_axis_tvalid", "m_axis_tready"]);
    problem.claim("ready_i", !held.stays, module.unit_bit(&before, "ready_i"));
    let unit = |port: &str| module.at_unit(&before, port);
    let (last, tid) = (vec![unit("tag_o")[0]], unit("tag_o")[1..].to_vec());
    held.shows(&mut problem, frames, RESULT.into_iter().zip([unit("d_o"), module.flags(&before), tid, last]));
    let says = "a result is taken from the unit when the register is free, and offered unchanged from the \
                next cycle on until it is taken";
    Claim::whole("exit", says, problem)
}
