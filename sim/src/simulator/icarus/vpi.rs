//! Icarus Verilog with the module of `sim/vpi` in it, which takes many cycles at a time through a socket.

use sha2::{Digest, Sha256};

use super::Icarus;
use crate::batch::{Drive, Seen};
use crate::dut::Pin;
use crate::error::{CosimError, ToolError};
use crate::process::Link;
use crate::simulator::{Build, Model, arg, cache, io, text};
use crate::stimulus::corner::mask;

/// The shared library that the build made of `sim/vpi`; empty if it could not.
const MODULE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/vidalu.vpi"));

/// What it sends first.
const HELLO: &[u8; 8] = &u64::from_be_bytes(*b"vidalu 1").to_ne_bytes();

/// Bytes of a word.
const WORD: usize = 8;

/// Bytes of a value and of what is unknown of it.
const BYTES: usize = 2 * WORD;

/// Builds the module under test and starts the simulator; why the module of `sim/vpi` cannot be used, if so.
pub(super) fn start(icarus: &Icarus, job: &Build<'_>) -> Result<Result<Vpi, String>, CosimError> {
    if MODULE.is_empty() {
        return Ok(Err("its module could not be compiled when vidalu was built".to_owned()));
    }
    let program = icarus.compile(job, "vidalu_top", &text::vpi_top(job.dut, job.subject))?;
    let hash = format!("{:x?}", Sha256::digest(MODULE));
    let modules = cache::folder(cache::root().as_deref(), &["vpi", &hash], job.scratch, |folder| {
        let path = folder.join("vidalu.vpi");
        std::fs::write(&path, MODULE).map_err(|source| io("cannot write", &path, source))
    })?;
    let args = ["-n", "-M", &arg(&modules), "-m", "vidalu", &arg(&program)].map(String::from);
    let mut link = icarus.runtime.link(job.scratch, &args, job.limit)?;
    let mut hello = [0; HELLO.len()];
    match link.exchange(&[], &mut hello) {
        Ok(()) if hello == *HELLO => Ok(Ok(Vpi::new(link, job))),
        Ok(()) => Ok(Err("its module is another than the one that was built".to_owned())),
        Err(error @ ToolError::Failed { .. }) => Ok(Err(error.to_string())),
        Err(error) => Err(error.into()),
    }
}

/// A module under test in a simulator that runs.
pub(super) struct Vpi {
    link: Link,
    inputs: Vec<Input>,
    outputs: usize,
    request: Vec<u8>,
    answer: Vec<u8>,
}

struct Input {
    /// The bits of the pin.
    mask: u64,
    /// Whether it is X where data mean nothing.
    is_data: bool,
}

impl Vpi {
    fn new(link: Link, job: &Build<'_>) -> Self {
        let (pins, first_data) = (job.dut.input_pins(job.subject), super::first_data(job.dut));
        let input = |(at, pin): (usize, &Pin)| Input { mask: mask(pin.width), is_data: at >= first_data };
        Self {
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
        let columns: Vec<_> = drive.control.iter().chain(&drive.data).zip(&self.inputs).collect();
        self.request.clear();
        self.request.extend(((drive.cycles * self.inputs.len() * BYTES / WORD) as u64).to_ne_bytes());
        for cycle in 0..drive.cycles {
            for (column, input) in &columns {
                // X is a one of which nothing is known.
                let is_noise = drive.noise[cycle] && input.is_data;
                let (value, unknown) = if is_noise { (input.mask, input.mask) } else { (column[cycle], 0) };
                self.request.extend([value, unknown].map(u64::to_ne_bytes).as_flattened());
            }
        }
        self.answer.resize(drive.cycles * self.outputs * BYTES, 0);
        if drive.cycles > 0 {
            self.link.exchange(&self.request, &mut self.answer)?;
        }
        seen.clear(self.outputs);
        let outputs = (0..self.outputs).cycle();
        for (output, bytes) in outputs.zip(self.answer.as_chunks::<BYTES>().0) {
            let (value, unknown) = bytes.split_at(WORD);
            let word = |bytes: &[u8]| u64::from_ne_bytes(bytes.try_into().expect("the halves are words"));
            seen.values[output].push(word(value) & !word(unknown));
            seen.unknown[output].push(word(unknown));
        }
        Ok(())
    }
}
