//! The commands of the processor buses CFU and CV-X-IF, which are RISC-V instructions.
//!
//! Both use the R format of `custom-0`: `funct3` is the command, `funct7` selects a slot or a word.

use askama::Template;

use super::inside::{Inside, declaration};
use super::intrinsics::Function;
use crate::Choice;
use crate::bus::Layout;
use crate::design::{SourceFile, render};
use crate::header::{TERMS, VERSION};
use crate::landmark::bus::{C, FLAGS, LAST, high as high_half, word};
use crate::pipeline::Process;
use crate::verilog::Net;

/// A command: its code is `funct3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Executes the issue word of a slot on the operands.
    Execute,
    /// Writes the issue word of a slot.
    SetWord,
    /// Writes the third operand, or its upper half if the instruction carries the lower one.
    SetC,
    /// Writes the upper halves of the first and the second operand.
    SetHigh,
    /// Reads a word.
    Read,
    /// Writes the last result and its flags, as a task left them.
    SetLast,
}

impl Command {
    /// All of them, in the order of their codes.
    pub const ALL: [Self; 6] = [Self::Execute, Self::SetWord, Self::SetC, Self::SetHigh, Self::Read, Self::SetLast];

    /// The code in `funct3`.
    pub fn code(self) -> u64 {
        self as u64
    }

    /// The name in generated text.
    pub(super) fn name(self) -> String {
        format!("{self:?}")
    }
}

/// A word that the command `Read` returns; its code is in the lower four bits of `funct7`. The
/// words that are held are read by a task switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// The low 32 bits of the last result.
    Low,
    /// Bits 63..32 of the last result.
    High,
    /// Bit 0: CC.CF that the last instruction left; bit 1: `.sat` changed its result.
    Flags,
    /// The identification, which says what the unit has.
    Id,
    /// The low 32 bits of the held third operand.
    C,
    /// Bits 63..32 of the held third operand.
    CHigh,
    /// The held upper half of the first operand.
    AHigh,
    /// The held upper half of the second operand.
    BHigh,
    /// The low 32 bits of the issue word in a slot; the slot is added to the code.
    WordLow,
    /// Bits 63..32 of the issue word in a slot; the slot is added to the code.
    WordHigh = 12,
}

impl Which {
    /// The code.
    pub fn code(self) -> u64 {
        self as u64
    }
}

/// The names of the nets of a command in the text.
pub(super) struct Nets {
    /// 1 in the cycle in which the command takes effect.
    pub(super) does: &'static str,
    /// The code of the command.
    pub(super) command: &'static str,
    /// The word that is read; its lower two bits are the slot.
    pub(super) which: &'static str,
    /// The nets of the first two operands.
    pub(super) operands: [&'static str; 2],
    /// The third operand of a unit that has one.
    pub(super) third: String,
    /// The register of the answer.
    pub(super) answer: &'static str,
}

/// The text that the wrappers with commands share.
pub(super) struct CommandText {
    /// The codes of the commands.
    pub(super) codes: Vec<String>,
    pub(super) which: &'static str,
    /// The words that can be read, each with the condition that it is asked for.
    pub(super) words: Vec<(String, String)>,
    /// The highest bit of an issue word.
    pub(super) word_hi: u32,
    /// The declarations of the registers that hold operands, and the processes that write these and
    /// the issue words.
    pub(super) registers: Vec<String>,
    pub(super) writes: String,
    /// The inputs of the unit.
    pub(super) issue: Vec<String>,
    pub(super) results: Vec<String>,
    /// The registers of the last result, and the process that writes them.
    pub(super) lasts: Vec<String>,
    pub(super) keep: Process,
    pub(super) answer: Process,
}

impl Nets {
    /// Returns the condition under which this command takes effect in the current cycle.
    fn does(&self, command: Command) -> String {
        format!("{} && ({} == {})", self.does, self.command, command.name())
    }
}

/// The number of issue words that a wrapper holds.
pub const SLOTS: usize = 4;

/// The width of the number of a slot in bits.
pub const SLOT_BITS: u32 = SLOTS.ilog2();

/// The major opcode of the instructions: `custom-0`.
pub const OPCODE: u64 = 0x0b;

impl Inside<'_> {
    /// The commands that a unit needs.
    pub(super) fn commands(&self) -> Vec<Command> {
        let is_there = |command: &Command| match command {
            Command::SetC => self.holds_c() || (self.brings_c() && self.has_wide_c()),
            Command::SetHigh => self.is_wide(),
            _ => true,
        };
        Command::ALL.into_iter().filter(is_there).collect()
    }

    /// Returns the text that the wrappers with commands share, given the nets of a command.
    pub(super) fn command_text(&self, nets: &Nets) -> CommandText {
        assert_eq!(SLOTS, 4, "the slots are named by two bits");
        let commands = self.commands();
        let code = |command: &Command| format!("localparam [2:0] {:<7} = 3'd{};", command.name(), command.code());
        let (registers, writes) = self.held_registers(nets, &commands);
        let read = format!("({} == Read) ? word_read : 32'd0", nets.command);
        let set = |value: &str| vec![format!("{} <= {value};", nets.answer)];
        let answer = self.process().when(Some("valid".to_owned()), set("d[31:0]"));
        CommandText {
            codes: commands.iter().map(code).collect(),
            which: nets.which,
            words: self.readable(nets),
            word_hi: self.width("ctl_i") + self.width("ctx_i") - 1,
            registers,
            writes,
            issue: self.held_issue(nets),
            results: self.result_nets(),
            lasts: self.last_registers(),
            keep: self.keep_last().when(Some(nets.does(Command::SetLast)), self.set_last(nets)),
            answer: answer.when(Some(nets.does.to_owned()), set(&read)),
        }
    }

    /// Returns the declarations of the registers that hold operands (the issue words have their
    /// own), and the processes that write all of these registers. `nets` names the signals of a
    /// command: when it takes effect, its number, its slot and its two operands.
    fn held_registers(&self, nets: &Nets, commands: &[Command]) -> (Vec<String>, String) {
        let [low, high] = nets.operands;
        let whole = if self.has_wide_c() { format!("{{{high}, {low}}}") } else { low.to_owned() };
        let (mut registers, mut writes) = (Vec::new(), Vec::new());
        for &command in commands {
            let own: Vec<(String, u32, String)> = match (command, self.brings_c()) {
                (Command::SetC, true) => vec![(high_half("c"), 32, low.to_owned())],
                (Command::SetC, false) => vec![(C.to_owned(), self.width("c_i"), whole.clone())],
                (Command::SetHigh, _) => {
                    vec![(high_half("a"), 32, low.to_owned()), (high_half("b"), 32, high.to_owned())]
                }
                (Command::SetWord, _) => {
                    let condition = nets.does(command);
                    let write = format!("{} <= {};", word("slot"), self.given_word(nets));
                    writes.push(self.process().when(Some(condition), vec![write]).to_string());
                    continue;
                }
                (Command::Execute | Command::Read | Command::SetLast, _) => continue,
            };
            let declare = |(name, width, _): &(String, u32, String)| self.declare(&Net::new(name, *width));
            registers.extend(own.iter().map(declare));
            let write = own.iter().map(|(name, _, value)| format!("{name} <= {value};")).collect();
            writes.push(self.process().when(Some(nets.does(command)), write).to_string());
        }
        (registers, writes.join("\n\n"))
    }

    /// Returns the assignments that set the last result and its flags.
    fn set_last(&self, nets: &Nets) -> Vec<String> {
        let ([low, high], which) = (nets.operands, nets.which);
        let last = if self.width("d_o") > 32 { format!("{{{high}, {low}}}") } else { low.to_owned() };
        let flags = match (self.width("cf_o"), self.width("sat_o")) {
            (_, 0) => format!("{which}[0]"),
            (0, _) => format!("{{{which}[1], 1'b0}}"),
            _ => format!("{which}[1:0]"),
        };
        let flags = (self.flags() > 0).then(|| format!("{FLAGS} <= {flags};"));
        std::iter::once(format!("{LAST} <= {last};")).chain(flags).collect()
    }

    /// Returns the words that the command `Read` returns, each with the condition on the net that
    /// names it. All others are 0.
    fn readable(&self, nets: &Nets) -> Vec<(String, String)> {
        let which = nets.which;
        let is = |word: Which| format!("{which} == 4'd{}", word.code());
        let in_slot = |word: Which| format!("{which}[3:2] == 2'd{}", word.code() / SLOTS as u64);
        let (is_wide, c) = (self.is_wide(), self.width("c_i"));
        let (ctl, ctx) = (self.width("ctl_i"), self.width("ctx_i"));
        // The net `word` is the issue word in the slot, without the gaps between its fields.
        let zeros = |width: u32| (width > 0).then(|| format!("{width}'d0"));
        let bits = |hi: u32, lo: u32| (hi >= lo).then(|| Net::new("word", ctl + ctx).slice(hi, lo).to_string());
        let join = |parts: Vec<Option<String>>| {
            let parts: Vec<_> = parts.into_iter().flatten().collect();
            if parts.len() == 1 { parts.concat() } else { format!("{{{}}}", parts.join(", ")) }
        };
        let low = join(vec![zeros(32u32.saturating_sub(ctl)), bits(ctl.min(32) - 1, 0)]);
        let top = if ctx > 0 { bits(ctl + ctx - 1, ctl) } else { None };
        let gap = if ctx > 0 { Layout::CONTEXT } else { 64 } - ctl.max(32);
        let above = if ctx > 0 { 64 - Layout::CONTEXT - ctx } else { 0 };
        let high = join(vec![zeros(above), top, zeros(gap), if ctl > 32 { bits(ctl - 1, 32) } else { None }]);
        let c_low = if c > 32 { format!("{C}[31:0]") } else { C.to_owned() };
        let words = [
            (is(Which::High), is_wide.then(|| format!("{LAST}[63:32]"))),
            (is(Which::Flags), self.flags_word()),
            (is(Which::Id), Some(format!("32'h{}", self.hex_id()))),
            (is(Which::C), self.holds_c().then_some(c_low)),
            (
                is(Which::CHigh),
                match (self.has_wide_c(), self.holds_c()) {
                    (true, true) => Some(format!("{C}[63:32]")),
                    (true, false) => Some(high_half("c")),
                    (false, _) => None,
                },
            ),
            (is(Which::AHigh), is_wide.then(|| high_half("a"))),
            (is(Which::BHigh), is_wide.then(|| high_half("b"))),
            (in_slot(Which::WordLow), Some(low)),
            (in_slot(Which::WordHigh), (ctl > 32 || ctx > 0).then_some(high)),
        ];
        words.into_iter().filter_map(|(condition, word)| Some((condition, word?))).collect()
    }

    /// Returns the bits of an issue word that are stored, taken from the two operands.
    fn given_word(&self, nets: &Nets) -> String {
        let ([low, high], ctl) = (nets.operands, self.width("ctl_i"));
        let mut parts = Vec::new();
        if self.width("ctx_i") > 0 {
            parts.push(format!("{high}[{}:{}]", Layout::CONTEXT - 33 + self.width("ctx_i"), Layout::CONTEXT - 32));
        }
        if ctl > 32 {
            parts.extend([format!("{high}[{}:0]", ctl - 33), low.to_owned()]);
        } else {
            parts.push(format!("{low}[{}:0]", ctl - 1));
        }
        if parts.len() == 1 { parts.remove(0) } else { format!("{{{}}}", parts.join(", ")) }
    }

    /// Returns the inputs of the unit: the fields of the issue word in the net `word`, and the
    /// operands.
    fn held_issue(&self, nets: &Nets) -> Vec<String> {
        let (ctl, ctx, operand) = (self.width("ctl_i"), self.width("ctx_i"), self.width("a_i"));
        let wire = |name: &str, width: u32, value: String| {
            format!("{} = {value}", declaration("wire", &Net::new(name, width)))
        };
        let word = Net::new("word", ctl + ctx);
        let mut issue = vec![wire("ctl", ctl, word.slice(ctl - 1, 0).to_string())];
        issue.extend((ctx > 0).then(|| wire("ctx", ctx, word.slice(ctl + ctx - 1, ctl).to_string())));
        issue.extend(["a", "b"].into_iter().zip(nets.operands).map(|(name, net)| {
            let value = if self.is_wide() { format!("{{{}, {net}}}", high_half(name)) } else { net.to_owned() };
            wire(name, operand, value)
        }));
        issue.extend(self.has_c().then(|| wire("c", self.width("c_i"), nets.third.clone())));
        issue
    }

    /// Returns the files for programmers: the commands as a document and as a C header.
    pub(super) fn command_files(&self, timing: &str) -> Vec<SourceFile> {
        #[derive(Template)]
        #[template(path = "package/commands.md", escape = "none")]
        struct Document<'a> {
            inside: &'a Inside<'a>,
            timing: &'a str,
        }
        #[derive(Template)]
        #[template(path = "package/commands.h", escape = "none")]
        struct Header<'a> {
            inside: &'a Inside<'a>,
            guard: String,
            functions: Vec<Function>,
            lower: &'a str,
            upper: String,
        }
        #[derive(Template)]
        #[template(path = "package/software.h", escape = "none")]
        struct Software<'a> {
            inside: &'a Inside<'a>,
            lower: &'a str,
            upper: String,
        }
        let (lower, upper) = self.stems();
        let guard = self.wrapper.name().replace('-', "_").to_uppercase();
        let software = render(&Software { inside: self, lower, upper: upper.clone() });
        vec![
            SourceFile { path: "wrapper.md".to_owned(), text: render(&Document { inside: self, timing }) },
            self.c_header(render(&Header { inside: self, guard, functions: self.functions(), lower, upper })),
            SourceFile { path: format!("{lower}software.h"), text: software },
        ]
    }
}
