//! CV-X-IF: an instruction is accepted with its registers, begins once it is committed, and has
//! one result. A killed instruction has no result and changes nothing.

use vidalu_gen::wrapper::{Command, OPCODE, SLOTS};
use vidalu_sim::gates::{Aig, Lit};

use super::command::{self, Begun};
use super::{Channel, Wrapped, one_at_a_time, replaced};
use crate::claim::Claim;
use crate::frames::Frame;
use crate::problem::Problem;
use crate::word::{Word, difference, equal, is_number};

const RESULT: [&str; 5] = ["result_hartid", "result_id", "result_data", "result_rd", "result_we"];

pub(super) fn claims(module: &Wrapped) -> Vec<Claim> {
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
        entry(module),
        held(module),
        answer(module),
        module.silent(
            &["result_valid"],
            &["held_q", "busy_q", "committed_q", "waits_q"],
            "after a reset no result is offered, and no instruction is inside",
        ),
    ]
}

/// Returns three bits: an instruction of the unit executes, sets a value, or reads a word.
fn kinds(module: &Wrapped, aig: &mut Aig, instruction: &[Lit]) -> [Lit; 3] {
    let (opcode, others) = (is_number(aig, &instruction[..7], OPCODE), is_number(aig, &instruction[27..32], 0));
    let own = aig.and(opcode, others);
    let (is_wide, has_c) = (module.layout.operand > 32, module.layout.part("c").is_some());
    let mut any = |commands: &[(Command, bool)]| {
        commands.iter().filter(|(_, is_there)| *is_there).fold(Lit::FALSE, |any, (command, _)| {
            let is = is_number(aig, &instruction[12..15], command.code());
            let is = aig.and(own, is);
            aig.or(any, is)
        })
    };
    let sets = [(Command::SetWord, true), (Command::SetC, is_wide && has_c), (Command::SetHigh, is_wide)];
    [any(&[(Command::Execute, true)]), any(&sets), any(&[(Command::Read, true)])]
}

/// Returns a bit that is 1 where the held instruction is this command.
fn is(module: &Wrapped, aig: &mut Aig, frame: &Frame, command: Command) -> Lit {
    is_number(aig, &module.register(&frame.before, "command_q"), command.code())
}

/// Returns a bit that is 1 where the held instruction begins in this cycle.
fn goes(module: &Wrapped, aig: &mut Aig, frame: &Frame) -> Lit {
    let committed = aig.and(module.state(&frame.before, "held_q"), module.state(&frame.before, "committed_q"));
    aig.and(committed, module.unit_bit(frame, "ready_o"))
}

/// Returns a bit that is 1 where the wrapper has an instruction or a result.
fn inside(module: &Wrapped, aig: &mut Aig, frame: &Frame) -> Lit {
    let works = aig.or(module.state(&frame.before, "held_q"), module.state(&frame.before, "busy_q"));
    aig.or(works, Wrapped::bit(frame, "result_valid"))
}

/// Returns the states of an instruction: held, in the unit, done.
fn states(module: &Wrapped, frame: &Frame) -> [Lit; 3] {
    [module.state(&frame.before, "held_q"), module.state(&frame.before, "busy_q"), Wrapped::bit(frame, "result_valid")]
}

/// The assumption that the instruction is in at most one of these states.
fn assumed(module: &Wrapped, aig: &mut Aig, frame: &Frame) -> Lit {
    one_at_a_time(module, aig, frame, &states(module, frame))
}

/// The claim about the response to an offer.
fn issue(module: &Wrapped) -> Claim {
    let mut frames = module.frames();
    let frame = module.step(&mut frames);
    let aig = &mut frames.aig;
    let [executes, sets, reads] = kinds(module, aig, &Wrapped::pin(&frame, "issue_req_instr"));
    let both = aig.or(executes, sets);
    let accept = aig.or(both, reads);
    let writes = aig.or(executes, reads);
    let third = if module.layout.part("c").is_some() { executes } else { Lit::FALSE };
    let needed = vec![both, both, third];
    let there = Wrapped::pin(&frame, "register_rs_valid");
    let all = needed.iter().zip(there).fold(Lit::TRUE, |all, (&needed, there)| {
        let missing = aig.and(needed, !there);
        aig.and(all, !missing)
    });
    let all = aig.and(all, Wrapped::bit(&frame, "register_valid"));
    let has_operands = aig.or(all, !both);
    let full = inside(module, aig, &frame);
    let free = aig.and(module.unit_bit(&frame, "ready_o"), !full);
    let can = aig.and(free, has_operands);
    let ready = aig.or(can, !accept);
    let mut problem = Problem::new(frames.aig, frames.inputs);
    let mut claim = |name: &str, word: Word| problem.claim(name, word, Wrapped::pin(&frame, name));
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
fn taken(module: &Wrapped) -> Claim {
    let mut frames = module.frames();
    let (first, second) = (module.step(&mut frames), module.step(&mut frames));
    let aig = &mut frames.aig;
    let takes = take(aig, &first);
    let instruction = Wrapped::pin(&first, "issue_req_instr");
    let mut expected = vec![
        ("id_q", Wrapped::pin(&first, "issue_req_id")),
        ("hartid_q", Wrapped::pin(&first, "issue_req_hartid")),
        ("command_q", instruction[12..15].to_vec()),
        ("which_q", instruction[25..27].to_vec()),
        ("rd_q", instruction[7..12].to_vec()),
        ("rs1_q", Wrapped::pin(&first, "register_rs_0")),
        ("rs2_q", Wrapped::pin(&first, "register_rs_1")),
        ("we_q", Wrapped::pin(&first, "issue_resp_writeback")),
    ];
    if module.layout.part("c").is_some() {
        expected.push(("rs3_q", Wrapped::pin(&first, "register_rs_2")));
    }
    let expected: Vec<_> = expected
        .into_iter()
        .map(|(name, new)| (name, replaced(aig, takes, &new, &module.register(&first.before, name))))
        .collect();
    let mut problem = Problem::new(frames.aig, frames.inputs);
    for (name, word) in expected {
        problem.claim(name, word, module.register(&second.before, name));
    }
    for (pin, register) in
        [("result_id", "id_q"), ("result_hartid", "hartid_q"), ("result_rd", "rd_q"), ("result_we", "we_q")]
    {
        problem.claim(pin, module.register(&second.before, register), Wrapped::pin(&second, pin));
    }
    let says = "an accepted instruction is kept unchanged, and its result has its number, its hart and its \
                register";
    Claim::whole("taken", says, problem)
}

fn take(aig: &mut Aig, frame: &Frame) -> Lit {
    let both = aig.and(Wrapped::bit(frame, "issue_valid"), Wrapped::bit(frame, "issue_ready"));
    aig.and(both, Wrapped::bit(frame, "issue_resp_accept"))
}

/// Returns two bits: the offer was committed, or it was killed, in this cycle or since it began.
/// The first decision counts.
fn said(module: &Wrapped, aig: &mut Aig, frame: &Frame) -> [Lit; 2] {
    let (id, hart) = (Wrapped::pin(frame, "issue_req_id"), Wrapped::pin(frame, "issue_req_hartid"));
    let same_id = equal(aig, &id, &module.register(&frame.before, "waiting_id_q"));
    let same_hart = equal(aig, &hart, &module.register(&frame.before, "waiting_hartid_q"));
    let same = aig.and(same_id, same_hart);
    let same = aig.and(same, module.state(&frame.before, "waits_q"));
    let was_committed = aig.and(same, module.state(&frame.before, "waiting_committed_q"));
    let was_killed = aig.and(same, module.state(&frame.before, "waiting_killed_q"));
    let is_hart = equal(aig, &hart, &Wrapped::pin(frame, "commit_hartid"));
    let is_said = aig.and(Wrapped::bit(frame, "commit_valid"), is_hart);
    let kills = aig.and(is_said, Wrapped::bit(frame, "commit_commit_kill"));
    let kills = aig.and(kills, !was_committed);
    let is_it = equal(aig, &id, &Wrapped::pin(frame, "commit_id"));
    let commits = aig.and(is_said, !Wrapped::bit(frame, "commit_commit_kill"));
    let commits = aig.and(commits, is_it);
    let commits = aig.and(commits, !was_killed);
    [aig.or(was_committed, commits), aig.or(was_killed, kills)]
}

/// The claim that a decision on an offer is remembered as long as the offer stands.
fn offer(module: &Wrapped) -> Claim {
    let mut frames = module.frames();
    let (first, second) = (module.step(&mut frames), module.step(&mut frames));
    let aig = &mut frames.aig;
    let [committed, killed] = said(module, aig, &first);
    let waits = aig.and(Wrapped::bit(&first, "issue_valid"), !Wrapped::bit(&first, "issue_ready"));
    let expected = [
        ("waits_q", vec![waits]),
        ("waiting_committed_q", vec![committed]),
        ("waiting_killed_q", vec![killed]),
        ("waiting_id_q", Wrapped::pin(&first, "issue_req_id")),
        ("waiting_hartid_q", Wrapped::pin(&first, "issue_req_hartid")),
        ("newest_q", newest(module, aig, &first)),
    ];
    let mut problem = Problem::new(frames.aig, frames.inputs);
    for (name, word) in expected {
        problem.claim(name, word, module.register(&second.before, name));
    }
    let says = "a decision on an offer that waits is remembered while the offer stands, and so is the number \
                of the last offer";
    Claim::whole("offer", says, problem)
}

/// Returns the number of the last offer.
fn newest(module: &Wrapped, aig: &mut Aig, frame: &Frame) -> Word {
    let before = module.register(&frame.before, "newest_q");
    replaced(aig, Wrapped::bit(frame, "issue_valid"), &Wrapped::pin(frame, "issue_req_id"), &before)
}

/// Returns two bits: the held instruction is committed, or it is killed, in this cycle.
fn decided(module: &Wrapped, aig: &mut Aig, frame: &Frame) -> [Lit; 2] {
    let id = module.register(&frame.before, "id_q");
    let newest = newest(module, aig, frame);
    let (ahead, span) = (difference(aig, &Wrapped::pin(frame, "commit_id"), &id).0, difference(aig, &newest, &id).0);
    let is_it_or_newer = difference(aig, &span, &ahead).1;
    let is_it = is_number(aig, &ahead, 0);
    let is_hart = equal(aig, &module.register(&frame.before, "hartid_q"), &Wrapped::pin(frame, "commit_hartid"));
    let is_said = aig.and(Wrapped::bit(frame, "commit_valid"), is_hart);
    let kill = Wrapped::bit(frame, "commit_commit_kill");
    let commits = aig.and(is_said, !kill);
    let commits = aig.and(commits, is_it_or_newer);
    let is_it_or_older = aig.or(is_it, !is_it_or_newer);
    let kills = aig.and(is_said, kill);
    let kills = aig.and(kills, is_it_or_older);
    let kills = aig.and(kills, !module.state(&frame.before, "committed_q"));
    [commits, kills]
}

/// The claim that there is one instruction at a time, from its acceptance until its result is
/// taken or it is killed.
fn count(module: &Wrapped) -> Claim {
    let mut frames = module.frames();
    let (first, second) = (module.step(&mut frames), module.step(&mut frames));
    let aig = &mut frames.aig;
    let ([held, busy, done], after) = (states(module, &first), states(module, &second));
    let pairs = [(0, 1), (0, 2), (1, 2)].map(|(x, y)| aig.and(after[x], after[y]));
    let many_after = pairs.into_iter().fold(Lit::FALSE, |any, pair| aig.or(any, pair));
    let assumed = assumed(module, aig, &first);
    let (takes, go) = (take(aig, &first), goes(module, aig, &first));
    let executes = is(module, aig, &first, Command::Execute);
    let execute = aig.and(go, executes);
    let [offer_committed, offer_killed] = said(module, aig, &first);
    let [commits, kills] = decided(module, aig, &first);
    let result = module.unit_bit(&first, "valid_o");
    let working = aig.or(busy, execute);
    let enters = aig.and(takes, !offer_killed);
    let waits = aig.and(held, !go);
    let waits = aig.and(waits, !kills);
    let held_after = aig.or(enters, waits);
    let busy_after = aig.and(working, !result);
    let other = aig.and(go, !executes);
    let stays = aig.and(done, !Wrapped::bit(&first, "result_ready"));
    let done_after = aig.or(result, other);
    let done_after = aig.or(done_after, stays);
    let committed = module.state(&first.before, "committed_q");
    let committed = aig.or(committed, commits);
    let committed = aig.mux(takes, offer_committed, committed);
    let full = inside(module, aig, &first);
    let too_many = aig.and(takes, full);
    let mut problem = Problem::new(frames.aig, frames.inputs);
    problem.assume(assumed);
    problem.claim("one is taken while one is inside", Lit::FALSE, too_many);
    problem.claim("more than one inside", Lit::FALSE, many_after);
    problem.claim("ready_i", Lit::TRUE, module.unit_bit(&first, "ready_i"));
    for (name, expected, got) in [("held_q", held_after, after[0]), ("busy_q", busy_after, after[1])] {
        problem.claim(name, expected, got);
    }
    problem.claim("result_valid", done_after, after[2]);
    problem.claim("committed_q", committed, module.state(&second.before, "committed_q"));
    let says = "an instruction is held from its acceptance until it begins, which it does once it is \
                committed, or until it is killed; each instruction that begins has one result if the unit \
                shows one for each instruction";
    Claim::whole("count", says, problem)
}

/// Returns the issue word in the slot that the held instruction names, and the issue word at the
/// unit.
fn words(module: &Wrapped, aig: &mut Aig, frame: &Frame) -> [Word; 2] {
    let register = |name: &str| module.register(&frame.before, name);
    let mut word = register("word_q[0]");
    for slot in 1..SLOTS {
        let is_it = is_number(aig, &register("which_q"), slot as u64);
        word = replaced(aig, is_it, &register(&format!("word_q[{slot}]")), &word);
    }
    [word, [module.at_unit(frame, "ctl_i"), module.at_unit(frame, "ctx_i")].concat()]
}

/// The claim about the instruction that the unit gets. Synthesis may keep the issue word that was
/// read, so the claim says that it is right from the acceptance of an instruction on, and stays
/// right.
fn entry(module: &Wrapped) -> Claim {
    let mut frames = module.frames();
    let (first, second) = (module.step(&mut frames), module.step(&mut frames));
    let aig = &mut frames.aig;
    let [word, given] = words(module, aig, &first);
    let was_right = equal(aig, &word, &given);
    let takes = take(aig, &first);
    let is_right = aig.or(was_right, takes);
    let [word, given] = words(module, aig, &second);
    let (go, executes) = (goes(module, aig, &second), is(module, aig, &second, Command::Execute));
    let execute = aig.and(go, executes);
    let register = |name: &str| module.register(&second.before, name);
    let mut problem = Problem::new(frames.aig, frames.inputs);
    problem.assume(is_right);
    problem.claim("valid_i", execute, module.unit_bit(&second, "valid_i"));
    problem.claim("issue word", word, given);
    for (port, low, high) in [("a_i", "rs1_q", "a_high_q"), ("b_i", "rs2_q", "b_high_q"), ("c_i", "rs3_q", "c_high_q")]
    {
        let given = module.at_unit(&second, port);
        if !given.is_empty() {
            problem.claim(port, [register(low), register(high)].concat(), given);
        }
    }
    let says = "the held values are offered to the unit when a committed instruction that executes begins, \
                and the unit accepts it then";
    Claim::whole("entry", says, problem)
}

/// The claim that only instructions that begin and set a held value change it.
fn held(module: &Wrapped) -> Claim {
    let mut frames = module.frames();
    let (first, second) = (module.step(&mut frames), module.step(&mut frames));
    let aig = &mut frames.aig;
    let go = goes(module, aig, &first);
    let mut begins = |command| {
        let is = is(module, aig, &first, command);
        aig.and(go, is)
    };
    let (sets_word, sets_c, sets_high) = (begins(Command::SetWord), begins(Command::SetC), begins(Command::SetHigh));
    let register = |name: &str| module.register(&first.before, name);
    let given: Word = [register("rs1_q"), register("rs2_q")].concat();
    let word = ["ctl", "ctx"].into_iter().filter_map(|name| module.layout.part(name));
    let word: Word = word.flat_map(|part| given[part.lo as usize..=part.hi() as usize].to_vec()).collect();
    let mut expected = Vec::new();
    for slot in 0..SLOTS {
        let name = format!("word_q[{slot}]");
        let is_it = is_number(aig, &register("which_q"), slot as u64);
        let is_set = aig.and(sets_word, is_it);
        expected.push((name.clone(), replaced(aig, is_set, &word, &register(&name))));
    }
    for (name, sets, value) in [
        ("a_high_q", sets_high, register("rs1_q")),
        ("b_high_q", sets_high, register("rs2_q")),
        ("c_high_q", sets_c, register("rs1_q")),
    ] {
        expected.push((name.to_owned(), replaced(aig, sets, &value, &register(name))));
    }
    let mut problem = Problem::new(frames.aig, frames.inputs);
    for (name, word) in expected.into_iter().filter(|(_, word)| !word.is_empty()) {
        problem.claim(&name, word, module.register(&second.before, &name));
    }
    let says = "issue words and upper halves are those that a committed instruction set last";
    Claim::whole("held", says, problem)
}

/// The claim about the results.
fn answer(module: &Wrapped) -> Claim {
    let begun = |aig: &mut Aig, frame: &Frame| Begun {
        begins: goes(module, aig, frame),
        reads: is(module, aig, frame, Command::Read),
        which: module.register(&frame.before, "which_q"),
    };
    let says = "the result of an instruction that executes is the unit's, one that reads gets the word that \
                it names, and others get 0; the word that is read belongs to the last result";
    command::answer(module, "result_data", begun, says)
}
