//! The flow of instructions through a unit: the handshake at the ports, and rows of pipeline
//! registers between the stages.
//!
//! All rows load in the same cycles. The builder of a unit names its stages, lets the instruction
//! enter, and calls [`Pipeline::cut`] after each stage with all signals that later stages read.
//! [`balance`] decides whether a row is placed there.

pub(crate) mod balance;
mod ports;
mod process;
mod steps;

use itertools::Itertools;

pub(crate) use self::balance::Stage;
pub(crate) use self::ports::Timing;
pub(crate) use self::process::{Process, edge, keyword};
pub(crate) use self::steps::Steps;
use crate::header::{self, rule};
use crate::landmark::{FlagRegister, Landmarks, Register, ValidBit, Waiting, port_base, registered};
use crate::verilog::{Condition, Declaration, Net, Storage, aligned};
use crate::{Config, Handshake, Ready};

/// The register that is 1 while an instruction waits before the first stage.
const FULL: &str = "full";

/// The name of the place after the last stage.
const OUTPUT: &str = "output";

/// Follows signals through the stages. Each row of registers that a signal passes changes its net.
#[derive(Debug)]
pub(crate) struct Pipeline<'a> {
    timing: Timing<'a>,
    stages: Vec<Stage>,
    /// The number of rows before the first stage and after each stage.
    rows: Vec<usize>,
    /// The number of places that the signals have passed.
    passed: usize,
    valid: Option<Net>,
    tag: Option<Net>,
    landmarks: Landmarks,
}

impl<'a> Pipeline<'a> {
    /// Makes a pipeline of these stages, in the order of the dataflow.
    pub(crate) fn new(timing: Timing<'a>, stages: &[Stage]) -> Self {
        Self::with_rows(timing, stages, &balance::rows(stages, timing.depth))
    }

    /// Makes a pipeline with the given number of rows before the first stage and after each stage.
    pub(crate) fn with_rows(timing: Timing<'a>, stages: &[Stage], rows: &[usize]) -> Self {
        let (stages, rows) = balance::joined(stages, rows);
        let valid = timing.has_valid().then(|| Net::new("valid_i", 1));
        let tag = (timing.config.tag > 0).then(|| Net::new("tag_i", timing.config.tag.into()));
        Self { timing, stages, rows, passed: 0, valid, tag, landmarks: Landmarks::default() }
    }

    /// Returns the text before the first stage: the logic of the handshake, and rows at the inputs.
    /// `inputs` are all data inputs. Each becomes the net that the first stage reads.
    pub(crate) fn enter(&mut self, mut inputs: Vec<&mut Net>) -> String {
        let mut sections = self.accept(&mut inputs);
        sections.extend(self.pass("input", inputs));
        paragraphs(&sections)
    }

    /// Returns the logic of the handshake.
    fn accept(&mut self, inputs: &mut [&mut Net]) -> Vec<String> {
        let mut sections = Vec::new();
        if self.timing.has_ready() {
            sections.push(self.flow());
        }
        if self.timing.can_wait() {
            sections.push(self.waiting(inputs));
        }
        sections
    }

    /// Returns whether the pipeline has a stage of this name. One that has halves is there if no
    /// row is between them.
    pub(crate) fn has_stage(&self, name: &str) -> bool {
        self.stages.iter().any(|stage| stage.name == name)
    }

    /// Returns whether rows are directly in front of a stage.
    pub(crate) fn has_rows_before(&self, name: &str) -> bool {
        self.stages.iter().zip(&self.rows).any(|(stage, &rows)| stage.name == name && rows > 0)
    }

    /// Returns the rows after the stage `after`, if any. Each of `signals` becomes its registered
    /// copy.
    ///
    /// # Panics
    /// Panics if `after` is not the current stage, which is a mistake in the generator.
    pub(crate) fn cut(&mut self, after: &'static str, signals: Vec<&mut Net>) -> Option<String> {
        assert_eq!(self.stages[self.passed - 1].name, after, "the stages are cut in their order");
        self.pass(after, signals)
    }

    /// Returns the assignments of the valid bit and the tag at the outputs.
    pub(crate) fn leave(&self) -> String {
        let ports = [("valid_o", &self.valid), ("tag_o", &self.tag)];
        let assign = |(port, net): (&str, &Option<Net>)| Some(format!("  assign {port} = {};\n", net.as_ref()?.name));
        ports.into_iter().filter_map(assign).collect()
    }

    /// Returns the condition under which the instruction in the current stage commits: it writes
    /// state then.
    pub(crate) fn fires(&mut self) -> Condition {
        let is_last = self.rows[self.passed..].iter().all(|&rows| rows == 0);
        let keeps = (self.timing.config.flush && !is_last).then(|| "!flush_i".to_owned());
        let valid = self.valid.as_ref().map(|net| net.name.clone());
        let terms = valid.into_iter().chain(self.enable()).chain(keeps).join(" && ");
        if self.timing.is_inner() {
            // No later stage reads the valid bit.
            self.valid = None;
        }
        if terms.is_empty() { Condition::Always } else { Condition::If(terms) }
    }

    /// Returns the net that says whether the current stage carries an instruction, if any.
    pub(crate) fn valid(&self) -> Option<&Net> {
        self.valid.as_ref()
    }

    /// Returns the landmarks of the text so far.
    pub(crate) fn landmarks(&self) -> Landmarks {
        self.landmarks.clone()
    }

    /// Marks the register of CC.CF, which is in the current stage.
    pub(crate) fn mark_flags(&mut self, register: &Net) {
        let stage = self.rows_passed() as u32;
        self.landmarks.flags = Some(FlagRegister { register: landmark(&register.name, register.width), stage });
    }

    /// Returns the number of rows that the signals have passed.
    pub(crate) fn rows_passed(&self) -> usize {
        self.rows[..self.passed].iter().sum()
    }

    /// Describes the places of the rows; `None` without rows.
    pub(crate) fn places(&self) -> Option<String> {
        let name = |place: usize| match place {
            0 => "at the inputs".to_owned(),
            place if place == self.stages.len() => "at the outputs".to_owned(),
            place => format!("after {}", self.stages[place - 1].name),
        };
        let rows = self.rows.iter().enumerate().filter(|(_, rows)| **rows > 0);
        let mut words =
            rows.map(|(place, &rows)| if rows == 1 { name(place) } else { format!("{} ({rows})", name(place)) });
        let words = words.join(", ");
        (!words.is_empty()).then_some(words)
    }

    /// Returns the latency, for the header.
    pub(crate) fn latency_fact(&self) -> String {
        let Some(places) = self.places() else {
            let steps =
                if self.timing.has_steps { format!(", from the last step; {}", self.rate()) } else { String::new() };
            return format!("0: combinational from the instruction to its result{steps}");
        };
        let cycles = self.timing.depth;
        let plural = if cycles == 1 { "" } else { "s" };
        format!("{cycles} clock cycle{plural}, {}; registers {places}", self.rate())
    }

    /// Returns the handshake, for the header.
    pub(crate) fn handshake_fact(&self) -> String {
        let config = self.timing.config;
        let mut words = Vec::new();
        words.push(match (config.handshake, self.timing.depth) {
            (Handshake::None, _) => "every cycle carries an instruction",
            (Handshake::Valid, 0) => "valid_o is valid_i; the result is valid while valid_o is 1",
            (Handshake::Valid, _) => "valid_o is valid_i after the latency; the result is valid while valid_o is 1",
            (Handshake::ValidReady, _) => {
                "a transfer takes place when valid and ready are 1; the pipeline stalls while a result is not taken"
            }
            (Handshake::Inner, _) => "that of the enclosing module",
        });
        if self.timing.has_steps {
            words.push(steps::fact(config.ready));
        }
        if config.ready == Ready::Registered {
            words.push("ready_o comes from a register");
        }
        if config.clock_enable {
            words.push("nothing moves in a cycle without ce_i");
        }
        if config.flush {
            words.push("flush_i drops all instructions in flight");
        }
        if self.timing.has_reset() && !config.reset_data {
            words.push("data registers are not reset");
        }
        words.join("; ")
    }

    /// Returns the condition under which the registers load; `None` if they load in every cycle.
    pub(crate) fn enable(&self) -> Option<String> {
        if self.timing.is_inner() {
            return Some("advance_i".to_owned());
        }
        if self.timing.has_ready() {
            return Some("advance".to_owned());
        }
        self.timing.config.clock_enable.then(|| "ce_i".to_owned())
    }

    /// Returns the condition under which the instructions in flight are dropped; `None` for never.
    fn flushes(&self) -> Option<String> {
        let enable = if self.timing.config.clock_enable { "ce_i && " } else { "" };
        self.timing.config.flush.then(|| format!("{enable}flush_i"))
    }

    fn flow(&self) -> String {
        let mut text = banner("flow: all stages move together; they stall while a result is not taken");
        let moves = if self.timing.config.clock_enable {
            text += "  wire taken   = ready_i || !valid_o;\n  wire advance = ce_i && taken;";
            "taken"
        } else {
            text += "  wire advance = ready_i || !valid_o;";
            "advance"
        };
        let but = if self.timing.has_steps {
            text += "\n  wire more;  // another step of the instruction follows";
            " && !more"
        } else {
            ""
        };
        if !self.timing.can_wait() {
            text += &format!("\n  assign ready_o = {moves}{but};");
        }
        text
    }

    /// Returns the registers before the first stage in which one instruction waits, so that
    /// `ready_o` comes from a register.
    fn waiting(&mut self, inputs: &mut [&mut Net]) -> String {
        let config = self.timing.config;
        let enable = if config.clock_enable { "ce_i && " } else { "" };
        let mut text = banner("flow: one instruction can wait here, so that ready_o comes from a register");
        let mut held = Vec::new();
        for net in inputs.iter_mut().map(|net| &mut **net).chain(&mut self.tag) {
            let base = port_base(&net.name).to_owned();
            let from = std::mem::replace(&mut net.name, format!("{base}_in"));
            held.push((format!("{base}_held"), from, net.clone()));
        }
        self.landmarks.waiting = Some(Waiting {
            full: landmark(FULL, 1),
            held: held.iter().map(|(name, from, net)| (from.clone(), landmark(name, net.width))).collect(),
        });
        text += &format!("  {}\n", Declaration::register(Net::new(FULL, 1), config.language));
        text += &declared(config, held.iter().map(|(name, _, net)| Net { name: name.clone(), ..net.clone() }));
        let assignments = held.iter().map(|(name, from, _)| format!("{name} <= {from};")).collect();
        let zeros = held.iter().map(|(name, _, net)| zero(name, net)).collect();
        let mut process = Process::new(config);
        if config.reset_data {
            process = process.reset(config, zeros);
        }
        text += &format!("\n{}\n", process.when(Some(format!("{enable}!{FULL}")), assignments));
        text += &format!("\n  wire valid_in = {FULL} || valid_i;\n");
        let mut process = Process::new(config).reset(config, vec![format!("{FULL} <= 1'b0;")]);
        if let Some(flush) = self.flushes() {
            process = process.when(Some(flush), vec![format!("{FULL} <= 1'b0;")]);
        }
        let condition = config.clock_enable.then(|| "ce_i".to_owned());
        let stays = if self.timing.has_steps { "(more || !advance)" } else { "!advance" };
        process = process.when(condition, vec![format!("{FULL} <= valid_in && {stays};")]);
        text += &format!("{process}\n\n  assign ready_o = !{FULL};\n");
        for (name, from, net) in &held {
            let range = if net.width == 1 { String::new() } else { format!("{} ", net.range()) };
            text += &format!("  wire {range}{} = {FULL} ? {name} : {from};\n", net.name);
        }
        self.valid = Some(Net::new("valid_in", 1));
        text.trim_end().to_owned()
    }

    /// Returns the rows at the current place, and moves on to the next place.
    fn pass(&mut self, before: &'static str, mut signals: Vec<&mut Net>) -> Option<String> {
        let after = self.stages.get(self.passed).map_or(OUTPUT, |stage| stage.name);
        let rows = self.rows[self.passed];
        let first = self.rows_passed() as u32 + 1;
        self.passed += 1;
        let texts: Vec<_> = (first..).take(rows).map(|stage| self.row([before, after], stage, &mut signals)).collect();
        (rows > 0).then(|| texts.join("\n\n"))
    }

    /// Returns a row of registers between two stages. `stage` is the number of rows up to and
    /// including this one.
    fn row(&mut self, [before, after]: [&str; 2], stage: u32, signals: &mut [&mut Net]) -> String {
        let config = self.timing.config;
        let enable = self.enable();
        let mut registers = Vec::new();
        for net in signals.iter_mut().map(|net| &mut **net).chain(&mut self.tag) {
            let to = registered(&net.name);
            registers.push((std::mem::replace(&mut net.name, to), net.clone()));
        }
        let head = format!("  // ---- registers: {before} -> {after} ");
        let mut text = format!("{head}{}\n", rule('-', head.len()));
        text += &declared(config, registers.iter().map(|(_, net)| net.clone()));
        let assignments = registers.iter().map(|(from, net)| format!("{} <= {from};", net.name)).collect();
        let zeros = registers.iter().map(|(_, net)| zero(&net.name, net)).collect();
        let mut process = Process::new(config);
        if config.reset_data {
            process = process.reset(config, zeros);
        }
        text += &format!("\n{}", process.when(enable.clone(), assignments));
        if let Some(valid) = &mut self.valid {
            let to = registered(&valid.name);
            let from = std::mem::replace(&mut valid.name, to.clone());
            self.landmarks.valid.push(ValidBit { register: landmark(&to, 1), stage });
            let clear = || vec![format!("{to} <= 1'b0;")];
            let mut process = Process::new(config).reset(config, clear());
            if let Some(flush) = self.flushes() {
                process = process.when(Some(flush), clear());
            }
            let process = process.when(enable, vec![format!("{to} <= {from};")]);
            let bit = Declaration::register(Net::new(to, 1), config.language);
            text += &format!("\n\n  {bit}\n{process}");
        }
        text
    }
}

/// Joins sections, with an empty line before each.
fn paragraphs(sections: &[String]) -> String {
    sections.iter().map(|section| format!("\n{section}\n")).collect()
}

fn landmark(name: &str, width: u32) -> Register {
    Register { path: name.to_owned(), width }
}

/// Returns the keyword that declares a register.
pub(crate) fn register(config: &Config) -> &'static str {
    Storage::Register(config.language).keyword()
}

fn banner(text: &str) -> String {
    header::banner(text) + "\n"
}

/// Returns the declarations of registers, one per line.
fn declared(config: &Config, registers: impl Iterator<Item = Net>) -> String {
    let registers: Vec<_> = registers.map(|net| Declaration::register(net, config.language)).collect();
    aligned(&registers).iter().map(|line| format!("  {line}\n")).collect()
}

fn zero(name: &str, net: &Net) -> String {
    format!("{name} <= {}'d0;", net.width)
}
