//! AXI4-Lite: each write and each read is answered once, and the registers do what their table
//! says.

use vidalu_gen::landmark::bus::{
    ADDRESS, ADDRESS_FULL, BUSY, COUNT, COUNT_LSB, DATA, DATA_FULL, DONE, ENABLE, FLAGS, LAST, PENDING, READ, STROBE,
    WRITTEN, high, low,
};
use vidalu_gen::wrapper::Register;
use vidalu_sim::gates::{Aig, Lit};

use super::{Channel, WrapperGates, any_state, replaced};
use crate::claim::Claim;
use crate::frames::Frame;
use crate::word::{Word, all, constant, extended, is_number, sum};

pub(super) fn claims(module: &WrapperGates) -> Vec<Claim> {
    let written = ["s_axi_bresp"];
    let read = ["s_axi_rdata", "s_axi_rresp"];
    let outputs = ["s_axi_awready", "s_axi_wready", "s_axi_bvalid", "s_axi_arready", "s_axi_rvalid", "irq"];
    let outputs: Vec<_> = outputs.into_iter().chain(written).chain(read).collect();
    let operands: Vec<_> = operands(module).map(|(_, name)| name).collect();
    let cleared = [ADDRESS_FULL, DATA_FULL, WRITTEN, READ, BUSY, DONE, COUNT, ENABLE, PENDING];
    let cleared: Vec<_> = cleared.into_iter().chain(operands.iter().map(String::as_str)).collect();
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
        interrupt(module),
        read_back(module),
        module.silent(
            &["s_axi_bvalid", "s_axi_rvalid", "irq"],
            &cleared,
            "after a reset nothing is offered, no instruction is in flight, the issue word and the operands are 0, \
             and the interrupt is disabled; all other registers are as without the reset",
        ),
    ]
}

/// Returns the registers for the issue word and the operands of the unit, with their names in the
/// text.
fn operands(module: &WrapperGates) -> impl Iterator<Item = (Register, String)> {
    let (is_wide, has_c) = (module.is_wide(), module.has_c());
    let all = [
        ("word", true, [Register::WordLow, Register::WordHigh], module.layout.word > 32),
        ("a", true, [Register::ALow, Register::AHigh], is_wide),
        ("b", true, [Register::BLow, Register::BHigh], is_wide),
        ("c", has_c, [Register::CLow, Register::CHigh], has_c && is_wide),
    ];
    all.into_iter().flat_map(|(name, has_low, registers, has_high)| {
        let names = [has_low.then(|| low(name)), has_high.then(|| high(name))];
        registers.into_iter().zip(names).filter_map(|(register, name)| Some((register, name?)))
    })
}

/// Returns the names of the registers that the claims speak of.
pub(super) fn registers(module: &WrapperGates) -> Vec<String> {
    let own = [ADDRESS_FULL, ADDRESS, DATA_FULL, DATA, STROBE, WRITTEN, READ, BUSY, DONE, COUNT, ENABLE, PENDING, LAST];
    let own = own.into_iter().chain(module.has_flags().then_some(FLAGS)).map(str::to_owned);
    own.chain(operands(module).map(|(_, name)| name)).collect()
}

/// Returns a bit that is 1 where a handshake happens on a channel.
fn happens(aig: &mut Aig, frame: &Frame, channel: &str) -> Lit {
    let [valid, ready] = ["valid", "ready"].map(|signal| frame.pin(&format!("s_axi_{channel}{signal}"))[0]);
    aig.and(valid, ready)
}

/// Returns a bit that is 1 where the pending write is done in this cycle.
fn writes(module: &WrapperGates, aig: &mut Aig, frame: &Frame) -> Lit {
    let [address, data] = [ADDRESS_FULL, DATA_FULL].map(|name| module.state(&frame.before, name));
    all(aig, &[address, data, !frame.pin("s_axi_bvalid")[0]])
}

/// Returns a bit that is 1 where the pending write goes to this register.
fn is_to(module: &WrapperGates, aig: &mut Aig, frame: &Frame, register: Register) -> Lit {
    is_number(aig, &module.register(&frame.before, ADDRESS), register.address() / 4)
}

fn asks_for_start(module: &WrapperGates, aig: &mut Aig, frame: &Frame) -> Lit {
    let control = is_to(module, aig, frame, Register::Control);
    all(aig, &[control, module.state(&frame.before, STROBE), module.state(&frame.before, DATA)])
}

fn is_idle(module: &WrapperGates, aig: &mut Aig, frame: &Frame) -> Lit {
    aig.and(module.unit_bit(frame, "ready_o"), !module.state(&frame.before, BUSY))
}

/// The claim that counts the addresses, data and reads that are not answered yet.
fn count(module: &WrapperGates) -> Claim {
    let (mut problem, [first, second]) = module.cycles();
    let aig = problem.aig_mut();
    let [aw, w, b, ar, r] = ["aw", "w", "b", "ar", "r"].map(|channel| happens(aig, &first, channel));
    for (name, full, answer, into, out) in [
        ("addresses", Some(ADDRESS_FULL), "s_axi_bvalid", aw, b),
        ("data", Some(DATA_FULL), "s_axi_bvalid", w, b),
        ("reads", None, "s_axi_rvalid", ar, r),
    ] {
        let aig = problem.aig_mut();
        let [more, left] = [(&first, into), (&second, out)].map(|(frame, one)| {
            let full = full.map_or(Lit::FALSE, |name| module.state(&frame.before, name));
            let answer = frame.pin(answer)[0];
            let inside = [aig.xor(full, answer), aig.and(full, answer)];
            sum(aig, &inside, &[Lit::FALSE, Lit::FALSE], one).0
        });
        problem.claim(name, more, left);
    }
    let says = "the counts of pending addresses, data and reads grow by those that are taken and shrink by \
                those that are answered";
    Claim::whole("count", says, problem)
}

/// The claim about the effect of a write and its answer.
fn write(module: &WrapperGates) -> Claim {
    let (mut problem, [first, second]) = module.cycles();
    let write = writes(module, problem.aig_mut(), &first);
    let [data, strobe] = [DATA, STROBE].map(|name| module.register(&first.before, name));
    let [control, interrupt] =
        [Register::Control, Register::Interrupt].map(|own| is_to(module, problem.aig_mut(), &first, own));
    let mut known = problem.aig_mut().or(control, interrupt);
    for (register, name) in operands(module) {
        let aig = problem.aig_mut();
        let own = is_to(module, aig, &first, register);
        known = aig.or(known, own);
        let taken = aig.and(own, write);
        let old = module.register(&first.before, &name);
        let bit = |at: usize| {
            let is_written = aig.and(taken, strobe[at / 8]);
            aig.mux(is_written, data[at], old[at])
        };
        let new: Word = (0..32).map(bit).collect();
        problem.claim(&name, new, module.register(&first.after, &name));
    }
    // The address, the data and the strobes that were taken are those that are written.
    for (name, full, new) in [
        (ADDRESS, ADDRESS_FULL, first.pin("s_axi_awaddr")[2..].to_vec()),
        (DATA, DATA_FULL, first.pin("s_axi_wdata")),
        (STROBE, DATA_FULL, first.pin("s_axi_wstrb")),
    ] {
        module.takes(&mut problem, &first, name, !module.state(&first.before, full), &new);
    }
    let aig = problem.aig_mut();
    let (asks, idle) = (asks_for_start(module, aig, &first), is_idle(module, aig, &first));
    let too_early = aig.and(asks, !idle);
    let refused = aig.or(too_early, !known);
    let answer = replaced(aig, write, &vec![Lit::FALSE, refused], &first.pin("s_axi_bresp"));
    problem.claim("s_axi_bresp", answer, second.pin("s_axi_bresp"));
    let says = "a write sets the bytes with a strobe in the register of its address and no others; it is \
                refused if there is no such register, or if it starts an instruction while one is in \
                flight";
    Claim::whole("write", says, problem)
}

/// The claim about the instruction that the unit gets.
fn entry(module: &WrapperGates) -> Claim {
    let (mut problem, [frame]) = module.cycles();
    let aig = problem.aig_mut();
    let start = [writes, asks_for_start, is_idle].map(|condition| condition(module, aig, &frame));
    let start = all(aig, &start);
    problem.claim("valid_i", start, module.unit_bit(&frame, "valid_i"));
    let held = |field: &str| -> Word {
        let names = [low(field), high(field)].into_iter();
        let names = names.filter(|name| operands(module).any(|(_, own)| own == *name));
        names.flat_map(|name| module.register(&frame.before, &name)).collect()
    };
    for part in &module.layout.parts {
        let port = format!("{}_i", part.name);
        let expected = match part.name {
            "ctl" | "ctx" => held("word")[part.lo as usize..=part.hi() as usize].to_vec(),
            name => held(name)[..part.width as usize].to_vec(),
        };
        problem.claim(&port, expected, module.at_unit(&frame, &port));
    }
    let says = "an instruction starts if a write asks for it and none is in flight, with the issue word and \
                the operands in the registers, and the unit accepts it in that cycle";
    Claim::whole("entry", says, problem)
}

/// The claim about a result of the unit.
fn result(module: &WrapperGates) -> Claim {
    let (mut problem, [frame]) = module.cycles();
    let aig = problem.aig_mut();
    let (shown, start) = (module.unit_bit(&frame, "valid_o"), module.unit_bit(&frame, "valid_i"));
    let [busy, done] = [BUSY, DONE].map(|name| module.state(&frame.before, name));
    let works = aig.or(busy, start);
    let works = aig.and(works, !shown);
    let stays = aig.and(done, !start);
    let is_done = aig.or(shown, stays);
    let count = module.register(&frame.before, COUNT);
    let zero = vec![Lit::FALSE; count.len()];
    let counted = sum(aig, &count, &zero, shown).0;
    problem.claim("ready_i", Lit::TRUE, module.unit_bit(&frame, "ready_i"));
    problem.claim(COUNT, counted, module.register(&frame.after, COUNT));
    problem.claim(BUSY, works, module.state(&frame.after, BUSY));
    problem.claim(DONE, is_done, module.state(&frame.after, DONE));
    module.keeps_result(&mut problem, &frame, None);
    let says = "a result is taken from the unit when it is shown and kept until the next one; the status is \
                done from then on until another instruction starts, and the count of results is one more";
    Claim::whole("result", says, problem)
}

/// The claim about the interrupt.
fn interrupt(module: &WrapperGates) -> Claim {
    let (mut problem, [frame]) = module.cycles();
    let [data, strobe] = [DATA, STROBE].map(|name| module.register(&frame.before, name));
    let [enable, pending] = [ENABLE, PENDING].map(|name| module.state(&frame.before, name));
    let shown = module.unit_bit(&frame, "valid_o");
    let aig = problem.aig_mut();
    let (write, own) = (writes(module, aig, &frame), is_to(module, aig, &frame, Register::Interrupt));
    let configures = all(aig, &[write, own, strobe[0]]);
    let acknowledges = aig.and(configures, data[1]);
    let stays = aig.and(pending, !acknowledges);
    let (enabled, waits) = (aig.mux(configures, data[0], enable), aig.or(shown, stays));
    let raised = aig.and(enable, pending);
    problem.claim("irq", raised, frame.pin("irq")[0]);
    problem.claim(ENABLE, enabled, module.state(&frame.after, ENABLE));
    problem.claim(PENDING, waits, module.state(&frame.after, PENDING));
    let says = "a result raises the interrupt if it is enabled, until a write acknowledges it; a result in the \
                cycle of that write is not lost";
    Claim::whole("interrupt", says, problem)
}

/// The claim about the answer to a read.
fn read_back(module: &WrapperGates) -> Claim {
    let (mut problem, [first, second]) = module.cycles();
    let aig = problem.aig_mut();
    let taken = happens(aig, &first, "ar");
    let state = &first.before;
    let word = |bits: &[Lit]| extended(bits, 32, Lit::FALSE);
    let id = constant(module.id.into(), 32);
    let last = module.register(state, LAST);
    let mut control = vec![Lit::FALSE; COUNT_LSB as usize];
    (control[0], control[1]) = (module.state(state, BUSY), module.state(state, DONE));
    control.extend(module.register(state, COUNT));
    let control = word(&control);
    let mut words = vec![(Register::Id, id), (Register::Control, control), (Register::DLow, word(&last))];
    words.extend((last.len() > 32).then(|| (Register::DHigh, word(&last[32..]))));
    words.extend(module.has_flags().then(|| (Register::Flags, word(&module.register(state, FLAGS)))));
    let interrupt = [ENABLE, PENDING].map(|name| module.state(state, name));
    words.push((Register::Interrupt, word(&interrupt)));
    words.extend(operands(module).map(|(register, name)| (register, module.register(state, &name))));
    let address = first.pin("s_axi_araddr")[2..].to_vec();
    let (mut data, mut is_known): (Word, Lit) = (vec![Lit::FALSE; 32], Lit::FALSE);
    for (register, word) in words {
        let own = is_number(aig, &address, register.address() / 4);
        data = replaced(aig, own, &word, &data);
        is_known = aig.or(is_known, own);
    }
    let answer = vec![Lit::FALSE, !is_known];
    problem.assume(taken);
    problem.claim("s_axi_rdata", data, second.pin("s_axi_rdata"));
    problem.claim("s_axi_rresp", answer, second.pin("s_axi_rresp"));
    let says = "a read returns the register of its address, and is refused if there is no such register";
    Claim::whole("read", says, problem)
}
