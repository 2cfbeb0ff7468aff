//! AXI4-Lite: a driver that writes registers, starts an instruction, polls until it is done or
//! waits for the interrupt, and reads the results.

use std::collections::VecDeque;

use vidalu_gen::Layout;
use vidalu_gen::landmark::bus::COUNT_LSB;
use vidalu_gen::wrapper::Register;

use super::bench::Bus;
use super::board::{Board, Work};
use super::channel::{Offer, Pace, Take, bit};
use super::pins::{Names, Wires};
use crate::scoreboard::Observed;

const WRITTEN: &[&str] = &["s_axi_bresp"];
const READ: &[&str] = &["s_axi_rdata", "s_axi_rresp"];

pub(super) const NAMES: Names = [
    &[
        "s_axi_awvalid",
        "s_axi_awaddr",
        "s_axi_awprot",
        "s_axi_wvalid",
        "s_axi_wdata",
        "s_axi_wstrb",
        "s_axi_bready",
        "s_axi_arvalid",
        "s_axi_araddr",
        "s_axi_arprot",
        "s_axi_rready",
    ],
    &[
        "s_axi_awready",
        "s_axi_wready",
        "s_axi_bvalid",
        "s_axi_bresp",
        "s_axi_arready",
        "s_axi_rvalid",
        "s_axi_rdata",
        "s_axi_rresp",
        "irq",
    ],
];

const OKAY: u64 = 0;
const SLVERR: u64 = 2;

/// The bits of `Control` that say that an instruction is in flight, and that a result can be read.
const BUSY: u64 = 1 << 0;
const DONE: u64 = 1 << 1;

/// The bits of `Interrupt`.
const ENABLE: u64 = 1 << 0;
const PENDING: u64 = 1 << 1;

#[derive(Clone, Copy, Debug)]
struct Write {
    address: u64,
    data: u64,
    strobes: u64,
    answer: u64,
}

impl Write {
    /// Returns whether the write changes the lowest byte of a register.
    fn reaches(&self, register: Register) -> bool {
        self.address == register.address() && self.strobes & 1 == 1
    }

    fn starts(&self) -> bool {
        self.reaches(Register::Control) && self.data & 1 == 1
    }
}

/// The address to read, and the expected value; `None` if any value is right.
#[derive(Clone, Copy, Debug)]
struct Read {
    address: u64,
    data: Option<u64>,
    answer: u64,
    /// Asks until the result is there, which the count in `Control` tells.
    polls: bool,
    /// Was asked before all writes were answered.
    overtakes: bool,
    /// The last of an instruction.
    closes: bool,
}

impl Read {
    /// A read that returns `data`.
    fn of(address: u64, data: u64) -> Self {
        Self { address, data: Some(data), answer: OKAY, polls: false, overtakes: false, closes: false }
    }
}

pub(super) struct Axi4Lite {
    layout: Layout,
    has_flags: bool,
    id: u64,
    /// The contents of the written registers, by address.
    held: Vec<u64>,
    /// The results so far.
    results: u64,
    /// The last value of `Control` at the end of an instruction.
    control: u64,
    /// Whether the interrupt is enabled, after the writes that are answered.
    enabled: bool,
    /// Whether a result came that nobody acknowledged; `None` while an instruction is in flight.
    pending: Option<bool>,
    /// The result of the instruction under way has been noticed.
    noticed: bool,
    /// The reads wait for the interrupt.
    awaits: bool,
    /// Writes whose address is still to be offered, those whose data are, and those that are not
    /// answered. Addresses and data run ahead of each other, and of the answers.
    addresses: VecDeque<Write>,
    data: VecDeque<Write>,
    writes: VecDeque<Write>,
    /// Addresses and data that were taken and belong to a write that is not answered.
    taken: [usize; 2],
    /// The reads that follow all writes.
    reads: VecDeque<Read>,
    /// The read under way.
    reading: Option<Read>,
    address_channel: Offer,
    data_channel: Offer,
    written: Take,
    asked: Offer,
    read: Take,
}

impl Axi4Lite {
    pub(super) fn new(layout: Layout, has_flags: bool, id: u64) -> Self {
        Self {
            layout,
            has_flags,
            id,
            held: vec![0; Register::ALL.len()],
            results: 0,
            control: 0,
            enabled: false,
            pending: Some(false),
            noticed: true,
            awaits: false,
            addresses: VecDeque::new(),
            data: VecDeque::new(),
            writes: VecDeque::new(),
            taken: [0; 2],
            reads: VecDeque::new(),
            reading: None,
            address_channel: Offer::new("s_axi_awvalid", "s_axi_awready"),
            data_channel: Offer::new("s_axi_wvalid", "s_axi_wready"),
            written: Take::new("s_axi_bvalid", "s_axi_bready", WRITTEN),
            asked: Offer::new("s_axi_arvalid", "s_axi_arready"),
            read: Take::new("s_axi_rvalid", "s_axi_rready", READ),
        }
    }

    /// The words of an instruction that are not in the registers yet.
    fn words(&self, work: &Work) -> Vec<(Register, u64)> {
        let is_wide = self.layout.operand > 32;
        let words = [
            (Register::WordLow, work.ctl, true),
            (Register::WordHigh, (work.ctl | work.ctx << Layout::CONTEXT) >> 32, self.layout.word > 32),
            (Register::ALow, work.a, true),
            (Register::AHigh, work.a >> 32, is_wide),
            (Register::BLow, work.b, true),
            (Register::BHigh, work.b >> 32, is_wide),
            (Register::CLow, work.c, self.layout.part("c").is_some()),
            (Register::CHigh, work.c >> 32, self.layout.part("c").is_some() && is_wide),
        ];
        let low =
            words.into_iter().filter(|(.., is_there)| *is_there).map(|(register, word, _)| (register, word & LOW));
        low.filter(|(register, word)| self.held[*register as usize] != *word).collect()
    }

    /// Plans the accesses for the next instruction.
    fn prepare(&mut self, board: &mut Board<'_>, pace: Pace) {
        let Some(work) = board.ask(None) else { return };
        let write = |address, data, strobes, answer| Write { address, data, strobes, answer };
        let odd = pace.word(14);
        // Now and then, changes the enable, before everything else or behind the start. An
        // acknowledgement behind it could meet the result.
        let (configures, is_before) = (odd >> 14 & 3 == 0, odd & 16 == 0);
        let data = if is_before { pace.word(15) } else { pace.word(15) & !PENDING };
        let configure = write(Register::Interrupt.address(), data & LOW, odd >> 5 & 15, OKAY);
        self.writes.extend((configures && is_before).then_some(configure));
        for (at, (register, word)) in (0..).zip(self.words(&work)) {
            let (address, old, other) = (register.address(), self.held[register as usize], pace.word(16 + at));
            // Now and then, writes some bytes and then the others, with noise on the bytes that are
            // not written.
            let strobes = if other & 3 == 0 { other >> 2 & 15 } else { 15 };
            let bytes = mask(strobes);
            self.writes.push_back(write(address, word & bytes | other >> 8 & !bytes & LOW, strobes, OKAY));
            if (word ^ old) & !bytes != 0 || strobes != 15 && other & 4 == 0 {
                self.writes.push_back(write(address, word & !bytes | other >> 16 & bytes, !strobes & 15, OKAY));
            }
            self.held[register as usize] = word;
        }
        if odd & 7 == 0 {
            // What cannot be written, or is nowhere; and a start whose byte is not written.
            let address = [Register::Id.address(), Register::DLow.address(), 0x38, 0x3c][(odd >> 3 & 3) as usize];
            self.writes.push_back(write(address, odd >> 8 & LOW, odd >> 5 & 15, SLVERR));
            self.writes.push_back(write(Register::Control.address(), odd >> 8 & LOW, 14, OKAY));
        }
        self.writes.push_back(write(Register::Control.address(), odd >> 32 | 1, 1 | odd >> 5 & 14, OKAY));
        self.writes.extend((configures && !is_before).then_some(configure));
        let reaches = configures && configure.reaches(Register::Interrupt);
        let enabled = if reaches { data & ENABLE != 0 } else { self.enabled };
        let is_new = if reaches && data & PENDING != 0 { Some(false) } else { self.pending } == Some(false);
        self.awaits = enabled && is_new && odd >> 18 & 1 == 0;
        self.noticed = false;
        let read = |register: Register, data| Read::of(register.address(), data);
        let control = read(Register::Control, self.finished());
        self.reads.push_back(if self.awaits { control } else { Read { polls: true, data: None, ..control } });
        self.reads.push_back(read(Register::DLow, work.d & LOW));
        let is_wide = self.layout.operand > 32;
        self.reads.extend(is_wide.then(|| read(Register::DHigh, work.d >> 32)));
        self.reads.extend(self.has_flags.then(|| read(Register::Flags, work.flags)));
        self.reads.extend((odd >> 11 & 7 == 0).then(|| read(Register::ALow, work.a & LOW)));
        let interrupt = PENDING | if enabled { ENABLE } else { 0 };
        self.reads.extend((odd >> 16 & 3 == 0).then(|| read(Register::Interrupt, interrupt)));
        self.reads.back_mut().expect("something is read").closes = true;
        self.addresses.extend(&self.writes);
        self.data.extend(&self.writes);
    }

    /// Returns a read during the writes, of a register that does not change.
    fn idle_read(&self, pace: Pace) -> Read {
        let nowhere = pace.word(13) & 1 == 1;
        let (address, data, answer) = if nowhere { (0x38, 0, SLVERR) } else { (Register::Id.address(), self.id, OKAY) };
        Read { answer, ..Read::of(address, data) }
    }

    /// Returns the read of `Control` if it is next, although not all writes are answered.
    fn early_poll(&mut self) -> Option<Read> {
        let read = self.reads.pop_front_if(|read| read.polls)?;
        Some(Read { overtakes: true, ..read })
    }

    fn answered(&mut self, wires: &Wires, board: &mut Board<'_>) {
        let Some(read) = self.reading.take() else {
            return board.broken("s_axi_rvalid", 0, wires.seen("s_axi_rvalid"));
        };
        board.compare(wires, "s_axi_rresp", read.answer);
        if let Some(data) = read.data {
            board.compare(wires, "s_axi_rdata", data);
        }
        if read.polls {
            self.polled(read, wires, board);
        }
        if read.closes {
            board.close();
        }
    }
}

impl Axi4Lite {
    /// Looks at an answer to a read of `Control`, which may have overtaken the start.
    fn polled(&mut self, read: Read, wires: &Wires, board: &mut Board<'_>) {
        let (works, done) = (BUSY | count(self.results), self.finished());
        let seen = wires.known("s_axi_rdata");
        // Before the start, the register says what it said after the instruction before.
        if seen == works || seen == self.control && read.overtakes {
            self.reads.push_front(Read { overtakes: false, ..read });
            return;
        }
        board.compare(wires, "s_axi_rdata", done);
        self.notice();
    }

    /// The result of the instruction under way is there.
    fn notice(&mut self) {
        self.control = self.finished();
        self.results += 1;
        (self.noticed, self.pending) = (true, Some(true));
    }

    /// Returns the value of `Control` once the result of the instruction under way is there.
    fn finished(&self) -> u64 {
        DONE | count(self.results + 1)
    }

    /// After the answer to a write.
    fn written(&mut self, write: Write) {
        // What was there before a start stays.
        if write.starts() && !self.noticed && self.pending == Some(false) {
            self.pending = None;
        }
        if write.reaches(Register::Interrupt) {
            self.enabled = write.data & ENABLE != 0;
            if write.data & PENDING != 0 {
                self.pending = Some(false);
            }
        }
    }

    /// Returns whether address and data of the first write were taken, so that it may take effect.
    fn is_taken(&self) -> bool {
        self.taken.iter().all(|&taken| taken > 0)
    }

    /// Returns whether every write is answered, but for a start that may have taken effect.
    fn may_have_started(&self) -> bool {
        let starts = self.writes.len() == 1 && self.writes[0].starts();
        self.writes.is_empty() || starts && self.is_taken()
    }

    /// Compares the interrupt with its expected value. A write that was taken may just take effect.
    fn watch(&mut self, wires: &Wires, board: &mut Board<'_>) {
        let irq = bit(wires, "irq", board);
        if self.awaits && irq && self.may_have_started() {
            self.awaits = false;
            self.notice();
        }
        let is_open = |write: &Write| write.starts() || write.reaches(Register::Interrupt);
        let expected = if self.enabled { self.pending } else { Some(false) };
        if !self.writes.front().is_some_and(|write| is_open(write) && self.is_taken())
            && let Some(expected) = expected.filter(|&expected| expected != irq)
        {
            board.broken("irq", expected.into(), Observed::Known(irq.into()));
        }
    }
}

const LOW: u64 = u32::MAX as u64;

/// Returns the number of results as `Control` has it.
fn count(results: u64) -> u64 {
    (results & 0xff) << COUNT_LSB
}

/// The bits of the bytes that are written.
fn mask(strobes: u64) -> u64 {
    (0..4).filter(|at| strobes >> at & 1 == 1).map(|at| 0xff << (8 * at)).sum()
}

impl Bus for Axi4Lite {
    fn drive(&mut self, wires: &mut Wires, board: &mut Board<'_>, pace: Pace) {
        // The read of the interrupt after a reset comes before everything that changes it.
        let is_last = |read: &Read| read.closes || read.address == Register::Interrupt.address();
        if self.writes.is_empty() && self.reads.is_empty() && !self.reading.as_ref().is_some_and(is_last) {
            self.prepare(board, pace);
        }
        if self.address_channel.is_free()
            && let Some(write) = self.addresses.pop_front()
        {
            // The lower bits of an address mean nothing.
            self.address_channel.load(vec![("s_axi_awaddr", write.address | pace.word(10) & 3)]);
        }
        if self.data_channel.is_free()
            && let Some(write) = self.data.pop_front()
        {
            self.data_channel.load(vec![("s_axi_wdata", write.data), ("s_axi_wstrb", write.strobes)]);
        }
        if self.reading.is_none() {
            let is_early = self.noticed && self.may_have_started();
            let next = match self.writes.is_empty() || is_early {
                true if self.awaits => None,
                true => self.reads.pop_front(),
                false if pace.word(12) & 3 == 0 => Some(self.idle_read(pace)),
                // A host whose reads pass the writes that it posted.
                false if pace.word(12) & 12 == 0 => self.early_poll(),
                false => None,
            };
            if let Some(read) = next {
                self.asked.load(vec![("s_axi_araddr", read.address | pace.word(11) & 3)]);
            }
            self.reading = next;
        }
        self.address_channel.drive(wires, pace.goes(0));
        self.data_channel.drive(wires, pace.goes(1));
        self.asked.drive(wires, pace.goes(2));
        self.written.drive(wires, pace, 3);
        self.read.drive(wires, pace, 4);
    }

    fn look(&mut self, wires: &Wires, board: &mut Board<'_>) {
        self.watch(wires, board);
        if self.written.taken(wires, board) {
            let is_whole = self.is_taken();
            match self.writes.pop_front().filter(|_| is_whole) {
                None => board.broken("s_axi_bvalid", 0, wires.seen("s_axi_bvalid")),
                Some(write) => {
                    board.compare(wires, "s_axi_bresp", write.answer);
                    self.written(write);
                }
            }
            self.taken = self.taken.map(|taken| taken.saturating_sub(1));
        }
        // An answer comes after its address was taken, in a later cycle.
        let is_early = !self.asked.is_free() && bit(wires, "s_axi_rvalid", board);
        if is_early {
            board.broken("s_axi_rvalid", 0, Observed::Known(1));
        }
        if self.read.taken(wires, board) && !is_early {
            self.answered(wires, board);
        }
        self.taken[0] += usize::from(self.address_channel.taken(wires, board));
        self.taken[1] += usize::from(self.data_channel.taken(wires, board));
        self.asked.taken(wires, board);
    }

    fn restart(&mut self) {
        self.held.fill(0);
        [&mut self.addresses, &mut self.data, &mut self.writes].into_iter().for_each(VecDeque::clear);
        // First, the interrupt is read: the reset has cleared it.
        let interrupt = Read::of(Register::Interrupt.address(), 0);
        (self.taken, self.reads, self.reading) = ([0; 2], [interrupt].into(), None);
        (self.results, self.control) = (0, 0);
        (self.enabled, self.pending, self.noticed, self.awaits) = (false, Some(false), true, false);
        [&mut self.address_channel, &mut self.data_channel, &mut self.asked].into_iter().for_each(Offer::restart);
        [&mut self.written, &mut self.read].into_iter().for_each(Take::restart);
    }
}
