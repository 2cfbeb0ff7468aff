//! Vortex: an instruction enters the unit of every thread, and the results leave together.
//!
//! The claims assume that all units accept an instruction in the same cycles and show results in
//! the same cycles. The claims about the flow of a unit determine these cycles by its handshake and
//! its control words alone, which the claim `entry` shows to be the same for all.

use vidalu_gen::landmark::bus::VALID;
use vidalu_sim::gates::Lit;

use super::{Channel, Held, WrapperGates, any_state, replaced};
use crate::claim::Claim;
use crate::frames::Frame;
use crate::problem::Problem;
use crate::word::{Word, constant, difference, equal, extended, is_number};

const RESULT: [&str; 3] = ["result_data", "result_flags", "result_tag"];

pub(super) fn claims(module: &WrapperGates) -> Vec<Claim> {
    let has_mask = module.layout.part("ctx").is_some();
    let own = [Some(entry(module)), has_mask.then(|| mask(module)), Some(exit(module))];
    let shared = [
        module.holds(
            "hold",
            &Channel { valid: "result_valid", ready: "result_ready", payload: &RESULT, assumed: any_state },
            "an offered result stays unchanged until it is taken",
        ),
        module.paths(
            &["execute_ready", "result_valid", RESULT[0], RESULT[1], RESULT[2]],
            &["ready_o"],
            "no output depends on an input of the same cycle if the unit's ready_o depends on none",
        ),
        module.silent(
            &["result_valid"],
            &[VALID],
            "after a reset no result is offered; all other registers are as without the reset",
        ),
    ];
    own.into_iter().flatten().chain(shared).collect()
}

/// Returns the bits of a thread in a port with a field for each.
fn of(module: &WrapperGates, port: &Word, thread: u8) -> Word {
    let width = port.len() / usize::from(module.threads);
    port.iter().copied().skip(width * usize::from(thread)).take(width).collect()
}

/// Assumes that the units accept and show in the same cycles.
fn together(module: &WrapperGates, problem: &mut Problem, frame: &Frame) {
    for port in ["ready_o", "valid_o"] {
        let first = module.at_unit(frame, port);
        for thread in 1..module.threads {
            let same = equal(problem.aig_mut(), &first, &module.at_thread(frame, port, thread));
            problem.assume(same);
        }
    }
}

/// The claim that every instruction is offered to all units in the same cycle, each with its
/// operands.
fn entry(module: &WrapperGates) -> Claim {
    let (mut problem, [frame]) = module.cycles();
    together(module, &mut problem, &frame);
    let pin = |name: &str| frame.pin(name);
    for thread in 0..module.threads {
        let unit = |port: &str| module.at_thread(&frame, port, thread);
        let name = |port: &str| format!("{port} of thread {thread}");
        problem.claim(name("valid_i"), pin("execute_valid"), unit("valid_i"));
        problem.claim(name("ready_o"), unit("ready_o"), pin("execute_ready"));
        problem.claim(name("ctl_i"), pin("execute_word"), unit("ctl_i"));
        for (port, own) in [("execute_rs1", "a_i"), ("execute_rs2", "b_i"), ("execute_rs3", "c_i")] {
            problem.claim(name(own), of(module, &pin(port), thread), unit(own));
        }
    }
    problem.claim("tag_i", pin("execute_tag"), module.at_unit(&frame, "tag_i"));
    let says = "each instruction is offered to all units in the same cycle, with the operands of each thread, and \
                is taken when the units accept it";
    Claim::whole("entry", says, problem)
}

/// The claim about the contexts: an instruction uses that of its warp in the threads of its mask,
/// and one that no warp has in the others. Its own claims say that a unit changes no CC.CF but that
/// of the context.
fn mask(module: &WrapperGates) -> Claim {
    let (mut problem, [frame]) = module.cycles();
    let (mask, warp) = (frame.pin("execute_tmask"), frame.pin("execute_context"));
    for thread in 0..module.threads {
        let unit = module.at_thread(&frame, "ctx_i", thread);
        let masked = constant(module.contexts.into(), unit.len());
        let own = extended(&warp, unit.len(), Lit::FALSE);
        let aig = problem.aig_mut();
        let expected = replaced(aig, mask[usize::from(thread)], &own, &masked);
        problem.claim(format!("ctx_i of thread {thread}"), expected, unit.clone());
        // The number of a warp is below the number of contexts.
        let aig = problem.aig_mut();
        let (_, is_above) = difference(aig, &own, &masked);
        let is_spare = is_number(aig, &unit, module.contexts.into());
        let is_wrong = aig.and(is_spare, mask[usize::from(thread)]);
        let is_wrong = aig.and(is_wrong, !is_above);
        problem.claim(format!("a warp in the context of masked threads, thread {thread}"), Lit::FALSE, is_wrong);
    }
    let says = "an instruction uses the context of its warp in the threads of its mask, and in the others one that no \
                warp has";
    Claim::whole("mask", says, problem)
}

/// The claim that the results of all threads move into the register when that is free, and are
/// offered from the next cycle on.
fn exit(module: &WrapperGates) -> Claim {
    let (mut problem, [before, after]) = module.cycles();
    together(module, &mut problem, &before);
    let frames = [&before, &after];
    let held = Held::new(module, &mut problem, frames, ["result_valid", "result_ready"]);
    let all = |value: &dyn Fn(u8) -> Word| -> Word { (0..module.threads).flat_map(value).collect() };
    for thread in 0..module.threads {
        let port = module.at_thread(&before, "ready_i", thread);
        problem.claim(format!("ready_i of thread {thread}"), vec![!held.stays], port);
    }
    let data = all(&|thread| module.at_thread(&before, "d_o", thread));
    let flags = all(&|thread| module.flags_of(&before, thread));
    held.shows(&mut problem, frames, RESULT.into_iter().zip([data, flags, module.at_unit(&before, "tag_o")]));
    let says = "a result is taken from all units when the register is free, and offered unchanged from the next \
                cycle on until it is taken";
    Claim::whole("exit", says, problem)
}
