//! CFU: one command at a time, each answered once.
//!
//! The register `busy_q` says that the unit has an instruction. The claim `count` shows that this
//! is true: an instruction that enters sets the register, a result clears it, and no other
//! instruction enters in between.

use vidalu_gen::landmark::bus::{BUSY, FLAGS, LAST, VALID};
use vidalu_gen::wrapper::Command;
use vidalu_sim::gates::{Aig, Lit};

use super::command::{self, Begun};
use super::{Channel, WrapperGates, one_at_a_time, replaced};
use crate::claim::Claim;
use crate::frames::Frame;
use crate::problem::Problem;
use crate::word::{Word, equal, is_number};

const ANSWER: &str = "rsp_payload_outputs_0";

pub(super) fn claims(module: &WrapperGates) -> Vec<Claim> {
    vec![
        module.holds(
            "hold",
            &Channel { valid: "rsp_valid", ready: "rsp_ready", payload: &[ANSWER], assumed },
            "an answer stays unchanged until it is taken",
        ),
        module.paths(
            &["cmd_ready", "rsp_valid", ANSWER],
            &["ready_o"],
            "no output depends on an input of the same cycle if the unit's ready_o depends on none",
        ),
        entry(module),
        held(module),
        count(module),
        answer(module),
        module.silent(
            &["rsp_valid"],
            &[BUSY, VALID],
            "after a reset no answer is offered, and no command is pending; all other registers are as without the \
             reset",
        ),
    ]
}

/// Returns the names of the registers that the claims speak of.
pub(super) fn registers(module: &WrapperGates) -> Vec<String> {
    let flags = module.has_flags().then_some(FLAGS);
    [BUSY, VALID, LAST].into_iter().chain(flags).map(str::to_owned).chain(command::held_values(module)).collect()
}

/// The assumption that the unit does not have an instruction while an answer is offered.
fn assumed(module: &WrapperGates, aig: &mut Aig, frame: &Frame) -> Lit {
    one_at_a_time(module, aig, frame, &[module.state(&frame.before, BUSY), frame.pin("rsp_valid")[0]])
}

/// Returns a bit that is 1 where the offered command is this one.
fn is(aig: &mut Aig, frame: &Frame, command: Command) -> Lit {
    is_number(aig, &frame.pin("cmd_payload_function_id")[..3], command.code())
}

/// Returns a bit that is 1 where a command is taken.
fn taken(aig: &mut Aig, frame: &Frame) -> Lit {
    aig.and(frame.pin("cmd_valid")[0], frame.pin("cmd_ready")[0])
}

/// The claim that a command that executes enters the unit unchanged, when it is taken.
fn entry(module: &WrapperGates) -> Claim {
    let (mut problem, [frame]) = module.cycles();
    let aig = problem.aig_mut();
    let (take, executes) = (taken(aig, &frame), is(aig, &frame, Command::Execute));
    let execute = aig.and(take, executes);
    let inside = aig.or(module.state(&frame.before, BUSY), frame.pin("rsp_valid")[0]);
    let ready = aig.and(module.unit_bit(&frame, "ready_o"), !inside);
    problem.claim("valid_i", execute, module.unit_bit(&frame, "valid_i"));
    problem.claim("cmd_ready", ready, frame.pin("cmd_ready")[0]);
    for (pin, port) in [("cmd_payload_inputs_0", "a_i"), ("cmd_payload_inputs_1", "b_i")] {
        problem.claim(port, frame.pin(pin), module.at_unit(&frame, port)[..32].to_vec());
    }
    let says = "the instruction of each command that executes is offered to the unit, with its operands, in \
                the cycle in which the command is taken, and the unit accepts it then";
    Claim::whole("entry", says, problem)
}

/// The claim that only commands that set a held value change it.
fn held(module: &WrapperGates) -> Claim {
    let mut frames = module.frames();
    let first = module.step(&mut frames);
    let second = module.step(&mut frames);
    // The values that the second command would have met in the first cycle.
    frames.state.clone_from(&first.before);
    let payload = ["cmd_payload_function_id", "cmd_payload_inputs_0", "cmd_payload_inputs_1"];
    let same = payload.map(|name| (name.to_owned(), second.pin(name)));
    let driven = module.driven(false).into_iter().chain(same).collect();
    let before = frames.step(&driven);

    let mut problem = Problem::new(frames.aig, frames.inputs);
    let aig = problem.aig_mut();
    let take = taken(aig, &first);
    let mut sets = |command| {
        let is = is(aig, &first, command);
        aig.and(take, is)
    };
    let (word, c, high) = (sets(Command::SetWord), sets(Command::SetC), sets(Command::SetHigh));
    let sets_last = sets(Command::SetLast);
    let [id, other] = [&first, &second].map(|frame| frame.pin(payload[0]));
    let same_slot = equal(aig, &id[3..5], &other[3..5]);
    let same_slot = aig.and(word, same_slot);
    let given: Word = [first.pin(payload[1]), first.pin(payload[2])].concat();
    let result = module.unit_bit(&first, "valid_o");
    for part in &module.layout.parts {
        let aig = problem.aig_mut();
        let port = format!("{}_i", part.name);
        let (old, width) = (module.at_unit(&before, &port), part.width as usize);
        let new = match part.name {
            "ctl" | "ctx" => {
                let slice = given[part.lo as usize..=part.hi() as usize].to_vec();
                replaced(aig, same_slot, &slice, &old)
            }
            "c" => {
                let set = replaced(aig, c, &given[..width].to_vec(), &old);
                let last = replaced(aig, sets_last, &given[..width].to_vec(), &old);
                let last = replaced(aig, result, &module.at_unit(&first, "d_o"), &last);
                replaced(aig, other[5], &last, &set)
            }
            name => {
                let set = if name == "a" { &given[..32] } else { &given[32..] };
                let set: Word = [&old[..32], set].concat()[..width].to_vec();
                replaced(aig, high, &set, &old)
            }
        };
        problem.claim(&port, new, module.at_unit(&second, &port));
    }
    let says = "the issue word, the third operand and the upper halves that an instruction meets are those \
                that were set last, or the last result";
    Claim::whole("held", says, problem)
}

/// The claim that commands are handled one at a time and answered once.
fn count(module: &WrapperGates) -> Claim {
    let (mut problem, [first, second]) = module.cycles();
    let [busy, busy_after] = [&first, &second].map(|frame| module.state(&frame.before, BUSY));
    let [offered, offered_after] = [&first, &second].map(|frame| frame.pin("rsp_valid")[0]);
    let aig = problem.aig_mut();
    let (take, executes) = (taken(aig, &first), is(aig, &first, Command::Execute));
    let execute = aig.and(take, executes);
    let given = aig.and(offered, first.pin("rsp_ready")[0]);
    let result = module.unit_bit(&first, "valid_o");
    let working = aig.or(busy, execute);
    let assumed = assumed(module, aig, &first);
    let both_after = aig.and(busy_after, offered_after);
    let [inside, inside_after] = [(busy, offered), (busy_after, offered_after)].map(|(x, y)| aig.or(x, y));
    let stays = aig.and(inside, !given);
    let expected = aig.or(stays, take);
    let too_many = aig.and(take, inside);
    let lost = aig.and(result, !module.unit_bit(&first, "ready_i"));
    let works = aig.and(working, !result);
    problem.assume(assumed);
    problem.claim("a command while one is inside", Lit::FALSE, too_many);
    problem.claim("a result that is not taken from the unit", Lit::FALSE, lost);
    problem.claim(BUSY, works, busy_after);
    problem.claim("inside", expected, inside_after);
    problem.claim("busy_q and rsp_valid", Lit::FALSE, both_after);
    let says = "a command is pending from when it is taken until its answer is taken, and never two are; \
                busy_q says whether the unit has an instruction; and each command has one answer if the \
                unit shows a result for each instruction";
    Claim::whole("count", says, problem)
}

/// The claim about the answers.
fn answer(module: &WrapperGates) -> Claim {
    let begun = |aig: &mut Aig, frame: &Frame| {
        let (begins, is_set) = (taken(aig, frame), is(aig, frame, Command::SetLast));
        Begun {
            begins,
            reads: is(aig, frame, Command::Read),
            sets: aig.and(begins, is_set),
            which: frame.pin("cmd_payload_function_id")[3..7].to_vec(),
            operands: ["cmd_payload_inputs_0", "cmd_payload_inputs_1"].map(|pin| frame.pin(pin)),
        }
    };
    let says = "the answer to an instruction is the unit's result, a command that reads gets the word that it \
                names, and other commands get 0; the last result is that of the unit, or the one that was set after it";
    command::answer(module, ANSWER, begun, says)
}
