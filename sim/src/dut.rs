//! The module under test: its Verilog, its pins, its timing.

use std::borrow::Cow;

use multiversion::multiversion;
use vidalu_gen::{Config, ConfigError, Design, Target, generate};

use crate::batch::Batch;
use crate::drive::Drive;
use crate::plan::{Cycle, Ready, ResetKind, Timing};
use crate::subject::{self, Signal, Subject};
use vidalu_model::draw::mix;
use vidalu_stimulus::mask;

/// A module under test.
#[derive(Clone, Debug)]
pub struct Dut {
    /// The name of the top module.
    pub top: String,
    /// The configuration in one line.
    pub config: String,
    /// The source files: relative path and text. Files that end in `.v` or `.sv` are compiled; the
    /// others can be included by them.
    pub files: Vec<(String, String)>,
    /// The port of the clock, if any.
    pub clock: Option<String>,
    /// The port of the reset, if any, and the level that resets.
    pub reset: Option<(String, bool)>,
    /// The timing: latency and handshake.
    pub timing: Timing,
    /// Whether the text is not vidalu's, or may have been edited: its inner names then promise
    /// nothing.
    pub is_foreign: bool,
    /// The paths of the instances below the top module.
    pub instances: Vec<String>,
}

/// A pin of the testbench.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pin {
    /// The port's name.
    pub name: String,
    /// The width in bits, at most 64.
    pub width: u32,
    /// The position of its lowest bit in a line of stimulus, where every pin starts at a whole
    /// hexadecimal digit.
    pub lo: u32,
    /// Whether this is a control pin, not a data pin.
    pub is_control: bool,
}

impl Pin {
    /// Returns the number of hexadecimal digits.
    pub fn digits(&self) -> u32 {
        self.width.div_ceil(4)
    }

    /// Returns the mask of the pin's bits, as a hexadecimal literal.
    pub fn mask(&self) -> String {
        format!("{:#x}", mask(self.width))
    }
}

impl Dut {
    /// Generates a target, and the subject that drives it.
    ///
    /// # Errors
    /// If the configuration contradicts itself, or enables no operation of the target.
    pub fn with_subject(target: Target, config: &Config) -> Result<(Self, Box<dyn Subject>), ConfigError> {
        // This comes first, because a unit without operations has no stimulus.
        config.validate_for(target)?;
        let subject = subject::of(target, config);
        Ok((Self::generate(target, config, &*subject)?, subject))
    }

    /// Generates a target for a given subject.
    ///
    /// # Errors
    /// If the configuration contradicts itself.
    ///
    /// # Panics
    /// If the generator and the subject disagree about the data ports, which is a bug in vidalu.
    pub fn generate(target: Target, config: &Config, subject: &dyn Subject) -> Result<Self, ConfigError> {
        let design = generate(target, config)?;
        let has = |name: &str| design.top.port(name).is_some();
        for signal in subject.inputs().iter().chain(subject.outputs()) {
            let width = design.top.port(signal.name).map(|port| port.width);
            assert_eq!(width, Some(signal.width), "port {} of {}", signal.name, design.top.name);
        }
        let reset = config.reset.port().filter(|port| has(port));
        let kind = if config.reset.is_asynchronous() { ResetKind::Asynchronous } else { ResetKind::Synchronous };
        let ready = match config.ready {
            vidalu_gen::Ready::Direct => Ready::Direct,
            vidalu_gen::Ready::Registered => Ready::Registered,
        };
        let timing = Timing {
            latency: design.latency,
            has_valid: has("valid_i"),
            ready: has("ready_i").then_some(ready),
            clock_enable: has("ce_i"),
            flush: has("flush_i"),
            reset: reset.map(|_| kind),
            tag: design.top.port("tag_i").map_or(0, |port| port.width),
            flag_stage: design.flag_stage(),
        };
        Ok(Self {
            top: design.top.name.clone(),
            config: design.config.line(),
            clock: has("clk_i").then(|| "clk_i".to_owned()),
            reset: reset.map(|port| (port.to_owned(), !config.reset.is_active_low())),
            timing,
            is_foreign: false,
            instances: design.landmarks.instances.iter().map(|placed| placed.path.clone()).collect(),
            files: texts(design),
        })
    }

    /// Returns the control inputs in the order of a line of stimulus, each with its width in bits:
    /// reset, clock enable, flush, valid, ready and tag, as far as the module has them.
    pub fn control_pins(&self) -> Vec<(String, u32)> {
        let timing = &self.timing;
        let reset = self.reset.iter().map(|(name, _)| (name.clone(), 1));
        let ports = [
            ("ce_i", u32::from(timing.clock_enable)),
            ("flush_i", u32::from(timing.flush)),
            ("valid_i", u32::from(timing.has_valid)),
            ("ready_i", u32::from(timing.ready.is_some())),
            ("tag_i", timing.tag),
        ];
        reset.chain(present(ports)).collect()
    }

    /// Returns the inputs in the order of a line of stimulus: control, then data.
    pub fn input_pins(&self, subject: &dyn Subject) -> Vec<Pin> {
        place(self.control_pins().into_iter(), subject.inputs())
    }

    /// Returns the index of the first input that is X while the data are don't-care. The tag, if
    /// any, belongs to the data here.
    pub(crate) fn first_data(&self) -> usize {
        self.control_pins().len() - usize::from(self.timing.tag > 0)
    }

    /// Returns the input values for `cycles`, whose vectors are slots of `batch`. `first` is the
    /// number of the first cycle, which selects the noise. If the slots follow each other, the data
    /// are borrowed from the batch; otherwise they are gathered in `room`.
    pub fn drive<'a>(
        &self,
        subject: &dyn Subject,
        first: u64,
        cycles: &[Cycle],
        batch: &'a Batch,
        room: &'a mut Vec<Vec<u64>>,
    ) -> Drive<'a> {
        let slot = cycles.first().and_then(|cycle| cycle.issue).unwrap_or(0);
        let data = if (slot..).zip(cycles).all(|(slot, cycle)| cycle.issue == Some(slot)) {
            let place = slot as usize * batch.lanes()..(slot as usize + cycles.len()) * batch.lanes();
            batch.inputs().iter().map(|vectors| Cow::Borrowed(&vectors[place.clone()])).collect()
        } else {
            put_together(subject, first, cycles, batch, room);
            room.iter().map(|column| Cow::Borrowed(&**column)).collect()
        };
        Drive {
            cycles: cycles.len(),
            lanes: batch.lanes(),
            control: self.control(first, cycles),
            data,
            noise: cycles.iter().map(|cycle| cycle.issue.is_none()).collect(),
        }
    }

    /// Returns the columns of the control inputs.
    fn control(&self, first: u64, cycles: &[Cycle]) -> Vec<Vec<u64>> {
        let timing = self.timing;
        let mut columns: Vec<fn(&Cycle) -> bool> = Vec::new();
        columns.extend(timing.clock_enable.then_some((|cycle| cycle.enable) as fn(&Cycle) -> bool));
        columns.extend(timing.flush.then_some((|cycle| cycle.flush) as fn(&Cycle) -> bool));
        columns.extend(timing.has_valid.then_some((|cycle| cycle.valid) as fn(&Cycle) -> bool));
        columns.extend(timing.ready.map(|_| (|cycle| cycle.ready) as fn(&Cycle) -> bool));
        let reset =
            self.reset.iter().map(|(_, active)| cycles.iter().map(|cycle| u64::from(cycle.reset == *active)).collect());
        let bits = columns.iter().map(|of| cycles.iter().map(|cycle| of(cycle).into()).collect());
        let tags = (timing.tag > 0).then(|| {
            let tags = (first..).zip(cycles).map(|(at, cycle)| tag(cycle.issue.unwrap_or(!at), timing.tag));
            tags.collect()
        });
        reset.chain(bits).chain(tags).collect()
    }

    /// Returns the outputs in the order of a line: control, then data.
    pub fn output_pins(&self, subject: &dyn Subject) -> Vec<Pin> {
        let timing = &self.timing;
        let ports = [
            ("valid_o", u32::from(timing.has_valid)),
            ("ready_o", u32::from(timing.ready.is_some())),
            ("tag_o", timing.tag),
        ];
        place(present(ports), subject.outputs())
    }
}

/// Gathers the data of the cycles in columns.
fn put_together(subject: &dyn Subject, first: u64, cycles: &[Cycle], batch: &Batch, columns: &mut Vec<Vec<u64>>) {
    let lanes = batch.lanes();
    columns.resize_with(batch.inputs().len(), Vec::new);
    for ((driven, vectors), signal) in columns.iter_mut().zip(batch.inputs()).zip(subject.inputs()) {
        driven.clear();
        for (at, cycle) in (first..).zip(cycles) {
            match cycle.issue {
                Some(slot) => driven.extend_from_slice(&vectors[slot as usize * lanes..][..lanes]),
                None => {
                    let from = driven.len();
                    driven.resize(from + lanes, 0);
                    noise(at, mask(signal.width), &mut driven[from..]);
                }
            }
        }
    }
}

/// Fills the inputs of all lanes with noise, for cycles in which they are don't-care.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2+bmi1+bmi2", "aarch64+neon"))]
fn noise(cycle: u64, kept: u64, values: &mut [u64]) {
    (0..).zip(values).for_each(|(lane, value)| *value = mix(cycle << 32 | lane) & kept);
}

/// Appends a line of stimulus: the values of the pins in their order, and X for `None`.
pub(crate) fn line(pins: &[Pin], values: impl Iterator<Item = Option<u64>>, line: &mut Vec<u8>) {
    for (pin, value) in pins.iter().zip(values) {
        for digit in (0..pin.digits()).rev() {
            line.push(value.map_or(b'x', |value| b"0123456789abcdef"[(value >> (4 * digit) & 15) as usize]));
        }
        line.push(b'_');
    }
    line.pop();
    line.push(b'\n');
}

/// Returns the tag of a vector, `width` bits wide. It differs from the tags of its neighbours.
pub(crate) fn tag(index: u64, width: u32) -> u64 {
    mix(index) & mask(width)
}

/// Returns the ports that exist: the width of the others is 0.
fn present<const N: usize>(ports: [(&str, u32); N]) -> impl Iterator<Item = (String, u32)> {
    ports.into_iter().filter(|(_, width)| *width > 0).map(|(name, width)| (name.to_owned(), width))
}

fn texts(design: Design) -> Vec<(String, String)> {
    design.files.into_iter().map(|file| (file.path, file.text)).collect()
}

fn place(control: impl Iterator<Item = (String, u32)>, data: &[Signal]) -> Vec<Pin> {
    let control = control.map(|(name, width)| Pin { name, width, lo: 0, is_control: true });
    let data = data.iter().map(|signal| (signal.name.to_owned(), signal.width));
    let data = data.map(|(name, width)| Pin { name, width, lo: 0, is_control: false });
    let mut pins: Vec<_> = control.chain(data).collect();
    let mut lo = 0;
    for pin in pins.iter_mut().rev() {
        pin.lo = lo;
        lo += 4 * pin.digits();
    }
    pins
}
