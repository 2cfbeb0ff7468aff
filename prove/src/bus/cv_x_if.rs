//! CV-X-IF: an instruction is accepted with its registers, begins once it is committed, and has
//! one result. A killed instruction has no result and changes nothing.

use vidalu_gen::Rs3;
use vidalu_gen::landmark::bus::{
    ACCUMULATE, BUSY, C, COMMAND, COMMITTED, DONE, FLAGS, HARTID, HELD, ID, LAST, NEWEST, RD, RS, WAITING_COMMITTED,
    WAITING_HARTID, WAITING_ID, WAITING_KILLED, WAITS, WE, WHICH, high, word,
};
use vidalu_gen::wrapper::{Command, OPCODE, SLOT_BITS, SLOTS};
use vidalu_sim::gates::{Aig, Lit};

use super::command::{self, Begun};
use super::{Channel, WrapperGates, one_at_a_time, replaced};
use crate::claim::Claim;
use crate::frames::Frame;
use crate::word::{Word, all, difference, equal, is_number};

const RESULT: [&str; 5] = ["result_hartid", "result_id", "result_data", "result_rd", "result_we"];

pub(super) fn claims(module: &WrapperGates) -> Vec<Claim> {
    let outputs: Vec<_> = ["result_valid"].into_iter().chain(RESULT).collect();
    vec![
        module.holds(
            "hold",
            &Channel { valid: "result_valid", ready: "result_ready", payload: &RESULT, assumed },
            "a result stays unchanged until it is taken",
        ),
        module.paths(&outputs, &[], "no result depends on an input of the same cycle"),
        issue(module),
        taken(module),
        offer(module),
        count(module),
        commit(module),
        entry(module),
        held(module),
        answer(module),
        module.silent(
            &["result_valid"],
            &[HELD, BUSY, COMMITTED, DONE, WAITS],
            "after a reset no result is offered, and no instruction is inside; all other registers are as without \
             the reset",
        ),
    ]
}

/// Returns the names of the registers that the claims speak of.
pub(super) fn registers(module: &WrapperGates) -> Vec<String> {
    let own = [HELD, COMMITTED, BUSY, DONE, COMMAND, WHICH, ID, HARTID, RD, WE, LAST];
    let waiting = [WAITS, WAITING_ID, WAITING_HARTID, WAITING_COMMITTED, WAITING_KILLED, NEWEST];
    let flags = module.has_flags().then_some(FLAGS);
    let accumulate = holds_c(module).then_some(ACCUMULATE);
    let sources = sources(module).map(|(_, name, _)| name);
    let names = own.into_iter().chain(waiting).chain(flags).chain(accumulate).chain(sources);
    names.map(str::to_owned).chain(command::held_values(module)).collect()
}

/// Returns the operands: the port of the unit, the register for the source register, and the pin
/// of the bus that it comes from.
fn sources(module: &WrapperGates) -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let pins = ["register_rs_0", "register_rs_1", "register_rs_2"];
    let count = 2 + usize::from(module.brings_c());
    ["a", "b", "c"].into_iter().zip(RS).zip(pins).map(|((operand, register), pin)| (operand, register, pin)).take(count)
}

/// Returns whether the operand has an upper half, which is held.
fn is_wide(module: &WrapperGates, operand: &str) -> bool {
    module.layout.part(operand).is_some_and(|part| part.width > 32)
}

/// Returns whether a command sets the whole third operand.
fn holds_c(module: &WrapperGates) -> bool {
    module.has_c() && !module.brings_c()
}

/// Returns three bits: an instruction of the unit executes, sets a value, or reads a word.
fn kinds(module: &WrapperGates, aig: &mut Aig, instruction: &[Lit]) -> [Lit; 3] {
    let (opcode, others) = (is_number(aig, &instruction[..7], OPCODE), is_number(aig, &instruction[27..32], 0));
    let executes = is_number(aig, &instruction[12..15], Command::Execute.code());
    // The upper bits of an instruction that executes: rs3, or in bit 27 whether c is the last
    // result.
    let others = match module.rs3 {
        Rs3::R4 if module.has_c() => aig.or(executes, others),
        Rs3::None if module.has_c() => {
            let without_27 = is_number(aig, &instruction[28..32], 0);
            aig.mux(executes, without_27, others)
        }
        _ => others,
    };
    // An instruction that reads names a word by four bits.
    let (reads, no_others) =
        (is_number(aig, &instruction[12..15], Command::Read.code()), is_number(aig, &instruction[29..32], 0));
    let others = aig.mux(reads, no_others, others);
    let own = aig.and(opcode, others);
    let mut any = |commands: &[(Command, bool)]| {
        commands.iter().filter(|(_, is_there)| *is_there).fold(Lit::FALSE, |any, (command, _)| {
            let is = is_number(aig, &instruction[12..15], command.code());
            let is = aig.and(own, is);
            aig.or(any, is)
        })
    };
    let sets_c = holds_c(module) || module.layout.has_wide_c();
    let sets = [
        (Command::SetWord, true),
        (Command::SetC, sets_c),
        (Command::SetHigh, module.is_wide()),
        (Command::SetLast, true),
    ];
    [any(&[(Command::Execute, true)]), any(&sets), any(&[(Command::Read, true)])]
}

/// Returns a bit that is 1 where the held instruction is this command.
fn is(module: &WrapperGates, aig: &mut Aig, frame: &Frame, command: Command) -> Lit {
    is_number(aig, &module.register(&frame.before, COMMAND), command.code())
}

/// Returns a bit that is 1 where an instruction is held and committed.
fn is_allowed(module: &WrapperGates, aig: &mut Aig, state: &[Lit]) -> Lit {
    aig.and(module.state(state, HELD), module.state(state, COMMITTED))
}

/// Returns a bit that is 1 where the held instruction begins in this cycle.
fn goes(module: &WrapperGates, aig: &mut Aig, frame: &Frame) -> Lit {
    let allowed = is_allowed(module, aig, &frame.before);
    aig.and(allowed, module.unit_bit(frame, "ready_o"))
}

/// Returns a bit that is 1 where the held instruction begins in this cycle and is this command.
fn begins(module: &WrapperGates, aig: &mut Aig, frame: &Frame, command: Command) -> Lit {
    let (goes, is) = (goes(module, aig, frame), is(module, aig, frame, command));
    aig.and(goes, is)
}

/// Returns the states of an instruction: held, in the unit, done.
fn states(module: &WrapperGates, frame: &Frame) -> [Lit; 3] {
    [module.state(&frame.before, HELD), module.state(&frame.before, BUSY), frame.pin("result_valid")[0]]
}

/// Returns a bit that is 1 where the wrapper has an instruction or a result.
fn inside(module: &WrapperGates, aig: &mut Aig, frame: &Frame) -> Lit {
    let [held, busy, done] = states(module, frame);
    let works = aig.or(held, busy);
    aig.or(works, done)
}

/// The assumption that the instruction is in at most one of these states.
fn assumed(module: &WrapperGates, aig: &mut Aig, frame: &Frame) -> Lit {
    one_at_a_time(module, aig, frame, &states(module, frame))
}

/// The claim about the response to an offer.
fn issue(module: &WrapperGates) -> Claim {
    let (mut problem, [frame]) = module.cycles();
    let aig = problem.aig_mut();
    let [executes, sets, reads] = kinds(module, aig, &frame.pin("issue_req_instr"));
    let both = aig.or(executes, sets);
    let accept = aig.or(both, reads);
    let writes = aig.or(executes, reads);
    let third = if module.brings_c() { executes } else { Lit::FALSE };
    let needed = [both, both, third][..if module.rs3 == Rs3::None { 2 } else { 3 }].to_vec();
    let there = frame.pin("register_rs_valid");
    let is_there = needed.iter().zip(there).map(|(&needed, there)| !aig.and(needed, !there));
    let is_there: Word = is_there.chain(frame.pin("register_valid")).collect();
    let has_all = all(aig, &is_there);
    let has_operands = aig.or(has_all, !both);
    let full = inside(module, aig, &frame);
    let can = all(aig, &[module.unit_bit(&frame, "ready_o"), !full, has_operands]);
    let ready = aig.or(can, !accept);
    let mut claim = |name: &str, word: Word| problem.claim(name, word, frame.pin(name));
    claim("issue_resp_accept", vec![accept]);
    claim("issue_resp_writeback", vec![writes]);
    claim("issue_resp_register_read", needed);
    claim("issue_ready", vec![ready]);
    claim("register_ready", vec![ready]);
    let says = "the unit's own instructions are accepted once their registers are valid and no instruction is \
                pending; all others are rejected at once";
    Claim::whole("issue", says, problem)
}

/// The claim about the values that are kept of an accepted instruction.
fn taken(module: &WrapperGates) -> Claim {
    let (mut problem, [first, second]) = module.cycles();
    let takes = take(problem.aig_mut(), &first);
    let instruction = first.pin("issue_req_instr");
    let own = [
        (ID, first.pin("issue_req_id")),
        (HARTID, first.pin("issue_req_hartid")),
        (COMMAND, instruction[12..15].to_vec()),
        (WHICH, instruction[25..29].to_vec()),
        (RD, instruction[7..12].to_vec()),
        (WE, first.pin("issue_resp_writeback")),
    ];
    let sources = sources(module).map(|(_, name, pin)| (name, first.pin(pin)));
    let accumulate = holds_c(module).then(|| (ACCUMULATE, vec![instruction[27]]));
    for (name, new) in own.into_iter().chain(accumulate).chain(sources) {
        module.takes(&mut problem, &first, name, takes, &new);
    }
    for (pin, name) in [("result_id", ID), ("result_hartid", HARTID), ("result_rd", RD), ("result_we", WE)] {
        problem.claim(pin, module.register(&second.before, name), second.pin(pin));
    }
    let says = "an accepted instruction is kept unchanged, and its result has its number, its hart and its \
                register";
    Claim::whole("taken", says, problem)
}

fn take(aig: &mut Aig, frame: &Frame) -> Lit {
    all(aig, &["issue_valid", "issue_ready", "issue_resp_accept"].map(|name| frame.pin(name)[0]))
}

/// Returns two bits: the offer was committed, or it was killed, in this cycle or since it began.
/// The first decision counts.
fn said(module: &WrapperGates, aig: &mut Aig, frame: &Frame) -> [Lit; 2] {
    let state = |name| module.state(&frame.before, name);
    let (id, hart) = (frame.pin("issue_req_id"), frame.pin("issue_req_hartid"));
    let same_id = equal(aig, &id, &module.register(&frame.before, WAITING_ID));
    let same_hart = equal(aig, &hart, &module.register(&frame.before, WAITING_HARTID));
    let was_committed = all(aig, &[same_id, same_hart, state(WAITS), state(WAITING_COMMITTED)]);
    let was_killed = all(aig, &[same_id, same_hart, state(WAITS), state(WAITING_KILLED)]);
    let is_hart = equal(aig, &hart, &frame.pin("commit_hartid"));
    let is_it = equal(aig, &id, &frame.pin("commit_id"));
    let (valid, kill) = (frame.pin("commit_valid")[0], frame.pin("commit_commit_kill")[0]);
    let kills = all(aig, &[valid, is_hart, kill, !was_committed]);
    let commits = all(aig, &[valid, is_hart, !kill, is_it, !was_killed]);
    [aig.or(was_committed, commits), aig.or(was_killed, kills)]
}

/// The claim that a decision on an offer is remembered as long as the offer stands.
fn offer(module: &WrapperGates) -> Claim {
    let (mut problem, [frame]) = module.cycles();
    let aig = problem.aig_mut();
    let [committed, killed] = said(module, aig, &frame);
    let waits = aig.and(frame.pin("issue_valid")[0], !frame.pin("issue_ready")[0]);
    let newest = newest(module, aig, &frame);
    for (name, expected) in [
        (WAITS, vec![waits]),
        (WAITING_COMMITTED, vec![committed]),
        (WAITING_KILLED, vec![killed]),
        (WAITING_ID, frame.pin("issue_req_id")),
        (WAITING_HARTID, frame.pin("issue_req_hartid")),
        (NEWEST, newest),
    ] {
        problem.claim(name, expected, module.register(&frame.after, name));
    }
    let says = "a decision on an offer that waits is remembered while the offer stands, and so is the number \
                of the last offer";
    Claim::whole("offer", says, problem)
}

/// Returns the number of the last offer.
fn newest(module: &WrapperGates, aig: &mut Aig, frame: &Frame) -> Word {
    let before = module.register(&frame.before, NEWEST);
    replaced(aig, frame.pin("issue_valid")[0], &frame.pin("issue_req_id"), &before)
}

/// Returns two bits: the held instruction is committed, or it is killed, in this cycle.
fn decided(module: &WrapperGates, aig: &mut Aig, frame: &Frame) -> [Lit; 2] {
    let id = module.register(&frame.before, ID);
    let newest = newest(module, aig, frame);
    let (ahead, span) = (difference(aig, &frame.pin("commit_id"), &id).0, difference(aig, &newest, &id).0);
    let is_it_or_newer = difference(aig, &span, &ahead).1;
    let is_it = is_number(aig, &ahead, 0);
    let is_it_or_older = aig.or(is_it, !is_it_or_newer);
    let is_hart = equal(aig, &module.register(&frame.before, HARTID), &frame.pin("commit_hartid"));
    let (valid, kill) = (frame.pin("commit_valid")[0], frame.pin("commit_commit_kill")[0]);
    let commits = all(aig, &[valid, is_hart, !kill, is_it_or_newer]);
    let kills = all(aig, &[valid, is_hart, kill, is_it_or_older, !module.state(&frame.before, COMMITTED)]);
    [commits, kills]
}

/// The claim that there is one instruction at a time, from its acceptance until its result is
/// taken or it is killed.
fn count(module: &WrapperGates) -> Claim {
    let (mut problem, [first, second]) = module.cycles();
    let aig = problem.aig_mut();
    let ([held, busy, done], after) = (states(module, &first), states(module, &second));
    let pairs = [(0, 1), (0, 2), (1, 2)].map(|(x, y)| aig.and(after[x], after[y]));
    let many_after = pairs.into_iter().fold(Lit::FALSE, |any, pair| aig.or(any, pair));
    let assumed = assumed(module, aig, &first);
    let (takes, go) = (take(aig, &first), goes(module, aig, &first));
    let execute = begins(module, aig, &first, Command::Execute);
    let [offer_committed, offer_killed] = said(module, aig, &first);
    let [commits, kills] = decided(module, aig, &first);
    let result = module.unit_bit(&first, "valid_o");
    let working = aig.or(busy, execute);
    let enters = aig.and(takes, !offer_killed);
    let waits = all(aig, &[held, !go, !kills]);
    let held_after = aig.or(enters, waits);
    let busy_after = aig.and(working, !result);
    let other = aig.and(go, !execute);
    let stays = aig.and(done, !first.pin("result_ready")[0]);
    let done_after = aig.or(result, other);
    let done_after = aig.or(done_after, stays);
    let committed = aig.or(module.state(&first.before, COMMITTED), commits);
    let committed = aig.mux(takes, offer_committed, committed);
    let full = inside(module, aig, &first);
    let too_many = aig.and(takes, full);
    problem.assume(assumed);
    problem.claim("one is taken while one is inside", Lit::FALSE, too_many);
    problem.claim("more than one inside", Lit::FALSE, many_after);
    problem.claim("ready_i", Lit::TRUE, module.unit_bit(&first, "ready_i"));
    for (name, expected, got) in
        [(HELD, held_after, after[0]), (BUSY, busy_after, after[1]), ("result_valid", done_after, after[2])]
    {
        problem.claim(name, expected, got);
    }
    problem.claim(COMMITTED, committed, module.state(&first.after, COMMITTED));
    let says = "an instruction is held from its acceptance until it begins, which it does once it is \
                committed, or until it is killed; each instruction that begins has one result if the unit \
                shows one for each instruction";
    Claim::whole("count", says, problem)
}

/// The claim that an instruction changes nothing before it is committed, and nothing if it is
/// killed. CC.CF is in the unit, whose claim `flag` says that only an instruction that it was
/// given changes it.
fn commit(module: &WrapperGates) -> Claim {
    let (mut problem, [first, second]) = module.cycles();
    let aig = problem.aig_mut();
    let [allowed, allowed_after] = [&first.before, &first.after].map(|state| is_allowed(module, aig, state));
    let given = aig.and(module.unit_bit(&first, "valid_i"), !allowed);
    let [is_done, done] = [&first, &second].map(|frame| frame.pin("result_valid")[0]);
    let result = all(aig, &[done, !is_done, !module.unit_bit(&first, "valid_o"), !allowed]);
    let takes = take(aig, &first);
    let ([offer_committed, offer_killed], [commits, kills]) = (said(module, aig, &first), decided(module, aig, &first));
    let committed = aig.mux(takes, offer_committed, commits);
    let killed = aig.mux(takes, offer_killed, kills);
    let survives = all(aig, &[killed, !allowed, allowed_after]);
    let unasked = all(aig, &[!committed, !allowed, allowed_after]);
    for (name, bit) in [
        ("the unit is given an instruction that is not committed", given),
        ("an instruction that is not committed has a result", result),
        ("an instruction that was killed is committed", survives),
        ("an instruction is committed without a commit", unasked),
    ] {
        problem.claim(name, Lit::FALSE, bit);
    }
    for name in command::held_values(module) {
        module.takes(&mut problem, &first, &name, allowed, &module.register(&first.after, &name));
    }
    // The unit shows a result only of an instruction that it was given.
    let changes = problem.aig_mut().or(allowed, module.unit_bit(&first, "valid_o"));
    for name in [LAST, FLAGS].into_iter().filter(|name| *name == LAST || module.has_flags()) {
        module.takes(&mut problem, &first, name, changes, &module.register(&first.after, name));
    }
    let says = "an instruction changes nothing before it is committed, and nothing if it is killed: the unit is \
                not given it, which leaves CC.CF as it is, no held value and no last result changes, and it has no \
                result";
    Claim::whole("commit", says, problem)
}

/// Returns the issue word in the slot that the held instruction names, and the issue word at the
/// unit.
fn words(module: &WrapperGates, aig: &mut Aig, frame: &Frame) -> [Word; 2] {
    let register = |name: &str| module.register(&frame.before, name);
    let mut chosen = register(&word(0));
    for slot in 1..SLOTS {
        let is_it = is_number(aig, &register(WHICH)[..SLOT_BITS as usize], slot as u64);
        chosen = replaced(aig, is_it, &register(&word(slot)), &chosen);
    }
    [chosen, [module.at_unit(frame, "ctl_i"), module.at_unit(frame, "ctx_i")].concat()]
}

/// The claim about the instruction that the unit gets. Synthesis may keep the issue word that was
/// read, so the claim says that it is right from the acceptance of an instruction on, and stays
/// right.
fn entry(module: &WrapperGates) -> Claim {
    let (mut problem, [first, second]) = module.cycles();
    let aig = problem.aig_mut();
    let [word, given] = words(module, aig, &first);
    let was_right = equal(aig, &word, &given);
    let takes = take(aig, &first);
    let is_right = aig.or(was_right, takes);
    let [word, given] = words(module, aig, &second);
    let execute = begins(module, aig, &second, Command::Execute);
    problem.assume(is_right);
    problem.claim("valid_i", execute, module.unit_bit(&second, "valid_i"));
    problem.claim("issue word", word, given);
    for (operand, low, _) in sources(module) {
        let names = [low.to_owned(), high(operand)];
        let names = &names[..if is_wide(module, operand) { 2 } else { 1 }];
        let expected: Word = names.iter().flat_map(|name| module.register(&second.before, name)).collect();
        let port = format!("{operand}_i");
        problem.claim(&port, expected, module.at_unit(&second, &port));
    }
    if holds_c(module) {
        let [held, last] = [C, LAST].map(|name| module.register(&second.before, name));
        let accumulates = module.state(&second.before, ACCUMULATE);
        let expected = replaced(problem.aig_mut(), accumulates, &last, &held);
        problem.claim("c_i", expected, module.at_unit(&second, "c_i"));
    }
    let says = "the held values are offered to the unit when a committed instruction that executes begins, \
                and the unit accepts it then";
    Claim::whole("entry", says, problem)
}

/// The claim that only instructions that begin and set a held value change it.
fn held(module: &WrapperGates) -> Claim {
    let (mut problem, [frame]) = module.cycles();
    let aig = problem.aig_mut();
    let [sets_word, sets_c, sets_high] =
        [Command::SetWord, Command::SetC, Command::SetHigh].map(|command| begins(module, aig, &frame, command));
    let register = |name: &str| module.register(&frame.before, name);
    let given: Word = [register(RS[0]), register(RS[1])].concat();
    let parts = ["ctl", "ctx"].into_iter().filter_map(|name| module.layout.part(name));
    let parts: Word = parts.flat_map(|part| given[part.lo as usize..=part.hi() as usize].to_vec()).collect();
    for slot in 0..SLOTS {
        let aig = problem.aig_mut();
        let is_it = is_number(aig, &register(WHICH)[..SLOT_BITS as usize], slot as u64);
        let is_set = aig.and(sets_word, is_it);
        module.takes(&mut problem, &frame, &word(slot), is_set, &parts);
    }
    for (operand, low, _) in sources(module).filter(|(operand, ..)| is_wide(module, operand)) {
        // The upper half of c is set alone, by rs1.
        let (is_set, low) = if operand == "c" { (sets_c, RS[0]) } else { (sets_high, low) };
        module.takes(&mut problem, &frame, &high(operand), is_set, &register(low));
    }
    if holds_c(module) {
        let width = module.register(&frame.before, C).len();
        module.takes(&mut problem, &frame, C, sets_c, &given[..width].to_vec());
    }
    let says = "issue words, upper halves and a held third operand are those that a committed instruction set last";
    Claim::whole("held", says, problem)
}

/// The claim about the results.
fn answer(module: &WrapperGates) -> Claim {
    let begun = |aig: &mut Aig, frame: &Frame| Begun {
        begins: goes(module, aig, frame),
        reads: is(module, aig, frame, Command::Read),
        sets: begins(module, aig, frame, Command::SetLast),
        which: module.register(&frame.before, WHICH),
        operands: [RS[0], RS[1]].map(|name| module.register(&frame.before, name)),
    };
    let says = "the result of an instruction that executes is the unit's, one that reads gets the word that \
                it names, and others get 0; the last result is that of the unit, or the one that was set after it";
    command::answer(module, "result_data", begun, says)
}
