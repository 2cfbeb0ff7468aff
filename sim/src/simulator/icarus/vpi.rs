//! Icarus Verilog with the VPI module of `sim/vpi`, which takes many cycles at a time through a
//! socket.

use std::path::PathBuf;
use std::time::Duration;

use sha2::{Digest, Sha256};

use super::{Icarus, text};
use crate::cache;
use crate::drive::{Drive, Seen};
use crate::dut::Pin;
use crate::error::{CosimError, ToolError, in_full};
use crate::files::{arg, io};
use crate::process::Link;
use crate::simulator::model::{Build, Model};
use crate::tool::Tool;
use vidalu_stimulus::mask;

/// The shared library that was built from `sim/vpi`; empty if the build failed.
const MODULE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/vidalu.vpi"));

/// The first bytes that the VPI module sends.
const HELLO: &[u8; 8] = &u64::from_be_bytes(*b"vidalu 1").to_ne_bytes();

/// The bytes of a word.
const WORD: usize = 8;

/// The bytes of a value and of the mask of its unknown bits.
const BYTES: usize = 2 * WORD;

/// Builds the module under test and starts the simulator. The inner error says why the VPI module
/// cannot be used.
pub(super) fn start(icarus: &Icarus, job: &Build<'_>) -> Result<Result<Vpi, String>, CosimError> {
    if MODULE.is_empty() {
        return Ok(Err("its VPI module could not be compiled when vidalu was built".to_owned()));
    }
    let program = icarus.compile(job, "vidalu_top", &text::vpi_top(job.dut, job.subject))?;
    let hash = format!("{:x?}", Sha256::digest(MODULE));
    let modules = cache::folder("vpi", &[&hash], job.scratch, |folder| {
        let path = folder.join("vidalu.vpi");
        std::fs::write(&path, MODULE).map_err(|source| io("cannot write", &path, source))
    })?;
    let args = ["-n", "-M", &arg(&modules), "-m", "vidalu", &arg(&program)].map(String::from).to_vec();
    let start = Start { runtime: icarus.runtime.clone(), args, dir: job.scratch.to_path_buf(), limit: job.limit };
    match start.link() {
        Ok(Some(link)) => Ok(Ok(Vpi::new(start, link, job))),
        Ok(None) => Ok(Err("a different VPI module answered".to_owned())),
        Err(error @ ToolError::Failed { .. }) => Ok(Err(in_full(&error))),
        Err(error) => Err(error.into()),
    }
}

/// The command that starts the simulator.
#[derive(Clone, Debug)]
struct Start {
    runtime: Tool,
    args: Vec<String>,
    dir: PathBuf,
    limit: Duration,
}

impl Start {
    /// Starts the simulator with the VPI module. Returns `None` if a different VPI module answers.
    fn link(&self) -> Result<Option<Link>, ToolError> {
        let mut link = self.runtime.link(&self.dir, &self.args, self.limit)?;
        let mut hello = [0; HELLO.len()];
        link.exchange(&[], &mut hello)?;
        Ok((hello == *HELLO).then_some(link))
    }
}

/// A module under test in a running simulator.
pub(super) struct Vpi {
    start: Start,
    link: Link,
    inputs: Vec<Input>,
    outputs: usize,
    /// The bytes of a request, and of its answer.
    request: Vec<u8>,
    answer: Vec<u8>,
}

#[derive(Clone, Copy)]
struct Input {
    /// The mask of the pin's bits.
    mask: u64,
    /// Whether the input is X while the data are don't-care.
    is_data: bool,
}

impl Vpi {
    fn new(start: Start, link: Link, job: &Build<'_>) -> Self {
        let (pins, first_data) = (job.dut.input_pins(job.subject), job.dut.first_data());
        let input = |(at, pin): (usize, &Pin)| Input { mask: mask(pin.width), is_data: at >= first_data };
        Self {
            start,
            link,
            inputs: pins.iter().enumerate().map(input).collect(),
            outputs: job.dut.output_pins(job.subject).len(),
            request: Vec::new(),
            answer: Vec::new(),
        }
    }
}

impl Model for Vpi {
    fn lanes(&self) -> usize {
        1
    }

    fn run(&mut self, drive: &Drive, seen: &mut Seen) -> Result<(), ToolError> {
        let columns: Vec<_> = drive.columns().zip(&self.inputs).collect();
        self.request.clear();
        self.request.extend(((drive.cycles * self.inputs.len() * BYTES / WORD) as u64).to_ne_bytes());
        for cycle in 0..drive.cycles {
            for (column, input) in &columns {
                // X is a 1 that is unknown.
                let is_noise = drive.noise[cycle] && input.is_data;
                let (value, unknown) = if is_noise { (input.mask, input.mask) } else { (column[cycle], 0) };
                self.request.extend([value, unknown].map(u64::to_ne_bytes).as_flattened());
            }
        }
        self.answer.resize(drive.cycles * self.outputs * BYTES, 0);
        if drive.cycles > 0 {
            self.link.exchange(&self.request, &mut self.answer)?;
        }
        seen.prepare(self.outputs, drive.cycles, true);
        for (at, bytes) in self.answer.as_chunks::<BYTES>().0.iter().enumerate() {
            let (cycle, output) = (at / self.outputs, at % self.outputs);
            let (value, unknown) = bytes.split_at(WORD);
            let word = |bytes: &[u8]| u64::from_ne_bytes(bytes.try_into().expect("the halves are words"));
            seen.values[output][cycle] = word(value) & !word(unknown);
            seen.unknown[output][cycle] = word(unknown);
        }
        Ok(())
    }

    fn another(&self) -> Result<Box<dyn Model>, ToolError> {
        let changed = || self.start.runtime.kind.bad_output("its VPI module has changed");
        let link = self.start.link()?.ok_or_else(changed)?;
        let (start, inputs, outputs) = (self.start.clone(), self.inputs.clone(), self.outputs);
        Ok(Box::new(Self { start, link, inputs, outputs, request: Vec::new(), answer: Vec::new() }))
    }
}
