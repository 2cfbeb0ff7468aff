//! AXI4-Lite: each write and each read is answered once, and the registers do what their table
//! says.

use vidalu_gen::wrapper::Register;
use vidalu_sim::gates::{Aig, Lit};

use super::{Channel, Wrapped, any_state, replaced};
use crate::claim::Claim;
use crate::frames::Frame;
use crate::problem::Problem;
use crate::word::{Word, constant, extended, is_number, sum};

pub(super) fn claims(module: &Wrapped) -> Vec<Claim> {
    let written = ["s_axi_bresp"];
    let read = ["s_axi_rdata", "s_axi_rresp"];
    let outputs = ["s_axi_awready", "s_axi_wready", "s_axi_bvalid", "s_axi_arready", "s_axi_rvalid"];
    let outputs: Vec<_> = outputs.into_iter().chain(written).chain(read).collect();
    vec![
        module.holds(
            "hold b",
            &Channel { valid: "s_axi_bvalid", ready: "s_axi_bready", payload: &written, assumed: any_state },
            "the answer to a write stays unchanged until it is taken",
        ),
        module.holds(
            "hold r",
            &Channel { valid: "s_axi_rvalid", ready: "s_axi_rready", payload: &read, assumed: any_state },
            "the answer to a read stays unchanged until it is taken",
        ),
        module.paths(&outputs, &[], "no output depends on an input of the same cycle"),
        count(module),
        write(module),
        entry(module),
        result(module),
        read_back(module),
        module.silent(
            &["s_axi_bvalid", "s_axi_rvalid"],
            &["address_full_q", "data_full_q", "busy_q", "done_q"],
            "after a reset nothing is offered, and no instruction is in flight",
        ),
    ]
}

/// Returns the registers for the issue word and the operands of the unit, with their names in the
/// text.
fn operands(module: &Wrapped) -> impl Iterator<Item = (Register, &'static str)> {
    let (is_wide, word, has_c) = (module.layout.operand > 32, module.layout.word, module.layout.part("c").is_some());
    let all = [
        (Register::WordLow, "word_low_q", true),
        (Register::WordHigh, "word_high_q", word > 32),
        (Register::ALow, "a_low_q", true),
        (Register::AHigh, "a_high_q", is_wide),
        (Register::BLow, "b_low_q", true),
        (Register::BHigh, "b_high_q", is_wide),
        (Register::CLow, "c_low_q", has_c),
        (Register::CHigh, "c_high_q", has_c && is_wide),
    ];
    all.into_iter().filter(|(.., is_there)| *is_there).map(|(register, name, _)| (register, name))
}

/// Returns a bit that is 1 where a handshake happens on a channel.
fn happens(aig: &mut Aig, frame: &Frame, channel: &str) -> Lit {
    aig.and(
        Wrapped::bit(frame, &format!("s_axi_{channel}valid")),
        Wrapped::bit(frame, &format!("s_axi_{channel}ready")),
    )
}

/// Returns a bit that is 1 where the pending write is done in this cycle.
fn writes(module: &Wrapped, aig: &mut Aig, frame: &Frame) -> Lit {
    let both = aig.and(module.state(&frame.before, "address_full_q"), module.state(&frame.before, "data_full_q"));
    aig.and(both, !Wrapped::bit(frame, "s_axi_bvalid"))
}

/// Returns a bit that is 1 where the pending write goes to this register.
fn is_to(module: &Wrapped, aig: &mut Aig, frame: &Frame, register: Register) -> Lit {
    is_number(aig, &module.register(&frame.before, "address_q"), register.address() / 4)
}

fn asks_for_start(module: &Wrapped, aig: &mut Aig, frame: &Frame) -> Lit {
    let control = is_to(module, aig, frame, Register::Control);
    let byte = aig.and(control, module.state(&frame.before, "strobe_q"));
    aig.and(byte, module.state(&frame.before, "data_q"))
}

fn is_idle(module: &Wrapped, aig: &mut Aig, frame: &Frame) -> Lit {
    aig.and(module.unit_bit(frame, "ready_o"), !module.state(&frame.before, "busy_q"))
}

/// The claim that counts the addresses, data and reads that are not answered yet.
fn count(module: &Wrapped) -> Claim {
    let mut frames = module.frames();
    let (first, second) = (module.step(&mut frames), module.step(&mut frames));
    let aig = &mut frames.aig;
    let [aw, w, b, ar, r] = ["aw", "w", "b", "ar", "r"].map(|channel| happens(aig, &first, channel));
    let mut inside = |frame: &Frame, full: Lit, answer: &str| -> Word {
        let answer = Wrapped::bit(frame, answer);
        vec![aig.xor(full, answer), aig.and(full, answer)]
    };
    let of = |frame: &Frame, name: &str| module.state(&frame.before, name);
    let addresses = [&first, &second].map(|frame| inside(frame, of(frame, "address_full_q"), "s_axi_bvalid"));
    let data = [&first, &second].map(|frame| inside(frame, of(frame, "data_full_q"), "s_axi_bvalid"));
    let reads = [&first, &second].map(|frame| inside(frame, Lit::FALSE, "s_axi_rvalid"));
    let mut claims = Vec::new();
    for (name, [before, after], into, out) in
        [("addresses", addresses, aw, b), ("data", data, w, b), ("reads", reads, ar, r)]
    {
        let aig = &mut frames.aig;
        let more = sum(aig, &before, &[Lit::FALSE, Lit::FALSE], into).0;
        let left = sum(aig, &after, &[Lit::FALSE, Lit::FALSE], out).0;
        claims.push((name, more, left));
    }
    let mut problem = Problem::new(frames.aig, frames.inputs);
    claims.into_iter().for_each(|(name, more, left)| problem.claim(name, more, left));
    let says = "the counts of pending addresses, data and reads grow by those that are taken and shrink by \
                those that are answered";
    Claim::whole("count", says, problem)
}

/// The claim about the effect of a write and its answer.
fn write(module: &Wrapped) -> Claim {
    let mut frames = module.frames();
    let (first, second) = (module.step(&mut frames), module.step(&mut frames));
    let aig = &mut frames.aig;
    let write = writes(module, aig, &first);
    let [data, strobe] = ["data_q", "strobe_q"].map(|name| module.register(&first.before, name));
    let mut expected = Vec::new();
    let mut known = is_to(module, aig, &first, Register::Control);
    for (register, name) in operands(module) {
        let own = is_to(module, aig, &first, register);
        known = aig.or(known, own);
        let taken = aig.and(own, write);
        let old = module.register(&first.before, name);
        let bit = |at: usize, aig: &mut Aig| {
            let is_written = aig.and(taken, strobe[at / 8]);
            aig.mux(is_written, data[at], old[at])
        };
        let new: Word = (0..32).map(|at| bit(at, aig)).collect();
        expected.push((name, new));
    }
    let (asks, idle) = (asks_for_start(module, aig, &first), is_idle(module, aig, &first));
    let too_early = aig.and(asks, !idle);
    let refused = aig.or(too_early, !known);
    let answer = vec![Lit::FALSE, refused];
    let answer = replaced(aig, write, &answer, &Wrapped::pin(&first, "s_axi_bresp"));
    // The address, the data and the strobes that were taken are those that are written.
    let taken: Vec<_> = [
        ("address_q", "address_full_q", Wrapped::pin(&first, "s_axi_awaddr")[2..].to_vec()),
        ("data_q", "data_full_q", Wrapped::pin(&first, "s_axi_wdata")),
        ("strobe_q", "data_full_q", Wrapped::pin(&first, "s_axi_wstrb")),
    ]
    .into_iter()
    .map(|(name, full, new)| {
        let is_full = module.state(&first.before, full);
        (name, replaced(&mut frames.aig, is_full, &module.register(&first.before, name), &new))
    })
    .collect();
    let mut problem = Problem::new(frames.aig, frames.inputs);
    for (name, word) in expected.into_iter().chain(taken) {
        problem.claim(name, word, module.register(&second.before, name));
    }
    problem.claim("s_axi_bresp", answer, Wrapped::pin(&second, "s_axi_bresp"));
    let says = "a write sets the bytes with a strobe in the register of its address and no others; it is \
                refused if there is no such register, or if it starts an instruction while one is in \
                flight";
    Claim::whole("write", says, problem)
}

/// The claim about the instruction that the unit gets.
fn entry(module: &Wrapped) -> Claim {
    let mut frames = module.frames();
    let frame = module.step(&mut frames);
    let aig = &mut frames.aig;
    let (write, asks, idle) =
        (writes(module, aig, &frame), asks_for_start(module, aig, &frame), is_idle(module, aig, &frame));
    let start = aig.and(write, asks);
    let start = aig.and(start, idle);
    let mut problem = Problem::new(frames.aig, frames.inputs);
    problem.claim("valid_i", start, module.unit_bit(&frame, "valid_i"));
    let held = |low: &str, high: &str| -> Word {
        [module.register(&frame.before, low), module.register(&frame.before, high)].concat()
    };
    let word = held("word_low_q", "word_high_q");
    for part in &module.layout.parts {
        let port = format!("{}_i", part.name);
        let expected = match part.name {
            "ctl" | "ctx" => word[part.lo as usize..=part.hi() as usize].to_vec(),
            name => held(&format!("{name}_low_q"), &format!("{name}_high_q"))[..part.width as usize].to_vec(),
        };
        problem.claim(&port, expected, module.at_unit(&frame, &port));
    }
    let says = "an instruction starts if a write asks for it and none is in flight, with the issue word and \
                the operands in the registers, and the unit accepts it in that cycle";
    Claim::whole("entry", says, problem)
}

/// The claim about a result of the unit.
fn result(module: &Wrapped) -> Claim {
    let mut frames = module.frames();
    let (first, second) = (module.step(&mut frames), module.step(&mut frames));
    let aig = &mut frames.aig;
    let (shown, start) = (module.unit_bit(&first, "valid_o"), module.unit_bit(&first, "valid_i"));
    let [busy, done] = ["busy_q", "done_q"].map(|name| module.state(&first.before, name));
    let works = aig.or(busy, start);
    let works = aig.and(works, !shown);
    let stays = aig.and(done, !start);
    let is_done = aig.or(shown, stays);
    let last = replaced(aig, shown, &module.at_unit(&first, "d_o"), &module.register(&first.before, "last_q"));
    let flags = replaced(aig, shown, &module.flags(&first), &module.register(&first.before, "flags_q"));
    let mut problem = Problem::new(frames.aig, frames.inputs);
    problem.claim("ready_i", Lit::TRUE, module.unit_bit(&first, "ready_i"));
    problem.claim("busy_q", works, module.state(&second.before, "busy_q"));
    problem.claim("done_q", is_done, module.state(&second.before, "done_q"));
    for (name, word) in [("last_q", last), ("flags_q", flags)].into_iter().filter(|(_, word)| !word.is_empty()) {
        problem.claim(name, word, module.register(&second.before, name));
    }
    let says = "a result is taken from the unit when it is shown and kept until the next one; the status is \
                done from then on until another instruction starts";
    Claim::whole("result", says, problem)
}

/// The claim about the answer to a read.
fn read_back(module: &Wrapped) -> Claim {
    let mut frames = module.frames();
    let (first, second) = (module.step(&mut frames), module.step(&mut frames));
    let aig = &mut frames.aig;
    let taken = happens(aig, &first, "ar");
    let state = &first.before;
    let word = |bits: &[Lit]| extended(bits, 32, Lit::FALSE);
    let id = constant(module.id.into(), 32);
    let (last, flags) = (module.register(state, "last_q"), module.register(state, "flags_q"));
    let control = word(&[module.state(state, "busy_q"), module.state(state, "done_q")]);
    let mut words = vec![(Register::Id, id), (Register::Control, control), (Register::DLow, word(&last))];
    words.extend((last.len() > 32).then(|| (Register::DHigh, word(&last[32..]))));
    words.extend((!flags.is_empty()).then(|| (Register::Flags, word(&flags))));
    words.extend(operands(module).map(|(register, name)| (register, module.register(state, name))));
    let address = Wrapped::pin(&first, "s_axi_araddr")[2..].to_vec();
    let (mut data, mut is_known): (Word, Lit) = (vec![Lit::FALSE; 32], Lit::FALSE);
    for (register, word) in words {
        let own = is_number(aig, &address, register.address() / 4);
        data = replaced(aig, own, &word, &data);
        is_known = aig.or(is_known, own);
    }
    let answer = vec![Lit::FALSE, !is_known];
    let mut problem = Problem::new(frames.aig, frames.inputs);
    problem.assume(taken);
    problem.claim("s_axi_rdata", data, Wrapped::pin(&second, "s_axi_rdata"));
    problem.claim("s_axi_rresp", answer, Wrapped::pin(&second, "s_axi_rresp"));
    let says = "a read returns the register of its address, and is refused if there is no such register";
    Claim::whole("read", says, problem)
}
