//! The module under test: its text, its pins, its behaviour in time.

use vidalu_gen::{Config, ConfigError, Design, Target, generate};

use crate::plan::{ResetKind, Timing};
use crate::subject::{Signal, Subject};

/// A module under test.
#[derive(Clone, Debug)]
pub struct Dut {
    /// The name of the top module.
    pub top: String,
    /// The configuration, on one line.
    pub config: String,
    /// Its source files: relative path and text. Files that end in `.v` are compiled, others can be included.
    pub files: Vec<(String, String)>,
    /// The clock's port, if there is one.
    pub clock: Option<String>,
    /// The reset's port, if there is one, and the level that resets.
    pub reset: Option<(String, bool)>,
    /// Behaviour in time.
    pub timing: Timing,
}

/// A pin of the testbench.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pin {
    /// The port's name.
    pub name: String,
    /// Width in bits, at most 64.
    pub width: u32,
    /// Place of its lowest bit in a line of stimulus, where every pin starts at a whole digit.
    pub lo: u32,
}

impl Pin {
    /// Number of hexadecimal digits.
    pub fn digits(&self) -> u32 {
        self.width.div_ceil(4)
    }

    /// The bits that the pin has, as a hexadecimal literal.
    pub fn mask(&self) -> String {
        format!("{:#x}", crate::stimulus::corner::mask(self.width))
    }
}

impl Dut {
    /// Generates a target.
    ///
    /// # Errors
    /// If the configuration contradicts itself.
    ///
    /// # Panics
    /// If the generator and the subject disagree about the data ports: a defect of this program.
    pub fn generate(target: Target, config: &Config, subject: &dyn Subject) -> Result<Self, ConfigError> {
        let design = generate(target, config)?;
        let has = |name: &str| design.top.port(name).is_some();
        for signal in subject.inputs().iter().chain(subject.outputs()) {
            let width = design.top.port(signal.name).map(|port| port.width);
            assert_eq!(width, Some(signal.width), "port {} of {}", signal.name, design.top.name);
        }
        let reset = config.reset.port().filter(|port| has(port));
        let kind = if config.reset.is_asynchronous() { ResetKind::Asynchronous } else { ResetKind::Synchronous };
        let has_valid = has("valid_i");
        Ok(Self {
            top: design.top.name.clone(),
            config: design.config.line(),
            clock: has("clk_i").then(|| "clk_i".to_owned()),
            reset: reset.map(|port| (port.to_owned(), !config.reset.is_active_low())),
            timing: Timing { latency: design.latency, has_valid, reset: reset.map(|_| kind) },
            files: texts(design),
        })
    }

    /// The driven pins in the order of a line of stimulus: reset, valid, data.
    pub fn input_pins(&self, subject: &dyn Subject) -> Vec<Pin> {
        let reset = self.reset.iter().map(|(name, _)| (name.clone(), 1));
        let valid = self.timing.has_valid.then(|| ("valid_i".to_owned(), 1));
        place(reset.chain(valid), subject.inputs())
    }

    /// The observed pins in the order of a line: valid, data.
    pub fn output_pins(&self, subject: &dyn Subject) -> Vec<Pin> {
        place(self.timing.has_valid.then(|| ("valid_o".to_owned(), 1)).into_iter(), subject.outputs())
    }
}

fn texts(design: Design) -> Vec<(String, String)> {
    design.files.into_iter().map(|file| (file.path, file.text)).collect()
}

fn place(control: impl Iterator<Item = (String, u32)>, data: &[Signal]) -> Vec<Pin> {
    let data = data.iter().map(|signal| (signal.name.to_owned(), signal.width));
    let mut pins: Vec<_> = control.chain(data).map(|(name, width)| Pin { name, width, lo: 0 }).collect();
    let mut lo = 0;
    for pin in pins.iter_mut().rev() {
        pin.lo = lo;
        lo += 4 * pin.digits();
    }
    pins
}
