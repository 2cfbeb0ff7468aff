//! A campaign: forms on a device, every answer compared with the model.
//!
//! Each core takes a module, has it compiled, runs its kernels and compares the answers. While one
//! core waits for the compiler or the device, the others compare. All answers are copied to the
//! host. A digest would only save the copy, because the host must compute every answer anyway, and
//! it could hide an error.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rayon::prelude::*;
use vidalu_model::golden::Profile;

use crate::answers::{Line, Sample};
use crate::catalogue::{self, Selection};
use crate::device::{About, Device, Job, Loaded};
use crate::error::{DeviceError, Error, OLDEST};
use crate::form::Form;
use crate::golden::Vectors;
use crate::kernel::{self, Kernel, Module};
use crate::operands;
use crate::tally::{Comparer, Disagreement, Tally};

/// Words of answers that a core should hold at a time: 32 MiB.
pub const WORDS: usize = 8 << 20;

/// The number of disagreements that are kept, from the lowest forms and vectors; all are counted.
const KEPT: usize = 10_000;

/// The options of a campaign.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Which forms.
    pub forms: Selection,
    /// Vectors for each form.
    pub per_form: u64,
    /// The seed of the operands, the chains and the samples.
    pub seed: u64,
    /// The time limit. Forms that have not been started when it expires are left out.
    pub time: Option<Duration>,
    /// How many of the device's answers to keep, spread over all forms.
    pub answers: u64,
    /// How many words of answers a core may hold at a time; see [`WORDS`]. At least one vector is
    /// computed at a time.
    pub words: usize,
}

/// How far a campaign is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Forms that are done.
    pub done: u64,
    /// Forms in all.
    pub total: u64,
}

/// The result of a campaign.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// Forms that were asked for.
    pub forms: u64,
    /// Vectors that were computed, of all forms together.
    pub vectors: u64,
    /// By instruction.
    pub instructions: BTreeMap<String, Tally>,
    /// Disagreements, by form and vector.
    pub disagreements: Vec<Disagreement>,
    /// The answers that were asked for, by form.
    pub answers: Vec<Line>,
    /// The duration of the campaign.
    pub time: Duration,
}

/// Returns the profile with which a device is compared. From sm_70 on this is the assembler's
/// emulation, in the version of the compiler; earlier GPUs have native instructions and the profile
/// `hardware`.
pub fn profile(about: &About) -> Profile {
    match about {
        About { capability: (0..7, _), .. } => Profile::Hardware,
        About { compiler: 13_050.., .. } => Profile::Ptxas13_5,
        _ => Profile::Ptxas,
    }
}

/// Runs a campaign.
///
/// # Errors
/// If the driver is too old for the kernels, or the device fails or refuses a form.
pub fn run(device: &dyn Device, options: &Options, progress: &(dyn Fn(Progress) + Sync)) -> Result<Findings, Error> {
    let found = device.about().compiler;
    if found < OLDEST {
        return Err(Error::Device(DeviceError::TooOld { found }));
    }
    let start = Instant::now();
    let forms = catalogue::select(options.seed, options.forms);
    let campaign = Campaign {
        device,
        options,
        profile: profile(device.about()),
        deadline: options.time.map(|time| start + time),
        sample: (options.answers > 0).then(|| Sample::new(options.seed, forms.len().max(1) as u64, options.answers)),
        done: AtomicU64::new(0),
        total: forms.len() as u64,
        progress,
    };
    let chunks = forms.par_chunks(kernel::MODULE).enumerate().with_max_len(1);
    let findings = chunks.map(|(index, forms)| campaign.module(index * kernel::MODULE, forms));
    let mut findings = findings.try_reduce(Findings::default, |left, right| Ok(left.and(right)))?;
    findings.forms = forms.len() as u64;
    findings.time = start.elapsed();
    Ok(findings)
}

struct Campaign<'a> {
    device: &'a dyn Device,
    options: &'a Options,
    profile: Profile,
    deadline: Option<Instant>,
    sample: Option<Sample>,
    done: AtomicU64,
    total: u64,
    progress: &'a (dyn Fn(Progress) + Sync),
}

impl Campaign<'_> {
    fn is_over(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// The forms of a module, of which the first is at `position` among those of the campaign.
    fn module(&self, mut position: usize, forms: &[Form]) -> Result<Findings, Error> {
        let mut findings = Findings::default();
        if self.is_over() {
            return Ok(findings);
        }
        let module = kernel::module(forms);
        let mut loaded = self.device.load(&module.text).map_err(|error| refused(&module, error))?;
        for kernel in &module.kernels {
            self.kernel(loaded.as_mut(), kernel, position, &mut findings).map_err(Error::Device)?;
            position += kernel.forms.len();
        }
        Ok(findings)
    }

    fn kernel(
        &self,
        loaded: &mut dyn Loaded,
        kernel: &Kernel<'_>,
        position: usize,
        findings: &mut Findings,
    ) -> Result<(), DeviceError> {
        let key = operands::key(self.options.seed);
        let most = (self.options.words / kernel.words()).max(1) as u64;
        let mut comparer = Comparer::new(self.profile);
        let mut out = Vec::new();
        let mut first = 0;
        while first < self.options.per_form && !self.is_over() {
            let count = most.min(self.options.per_form - first) as u32;
            out.resize(kernel.words() * count as usize, 0);
            loaded.run(&kernel.name, Job { key, first, count }, &mut out)?;
            let vectors = Vectors::new(key, first, count);
            let mut rest = out.as_slice();
            for (index, form) in kernel.forms.iter().enumerate() {
                let (device, others) = rest.split_at(form.words() * vectors.len());
                rest = others;
                let tally = comparer.compare(form, &vectors, first, device, &mut findings.disagreements);
                findings.vectors += u64::from(count);
                findings.instructions.entry(form.op()).or_default().add(tally);
                if let Some(sample) = self.sample.filter(|_| first == 0) {
                    let position = (position + index) as u64;
                    findings.answers.extend(sample.lines(position, form, self.profile, &vectors, device));
                }
            }
            first += u64::from(count);
        }
        if first == self.options.per_form {
            for form in kernel.forms {
                findings.instructions.entry(form.op()).or_default().forms += 1;
            }
            let forms = kernel.forms.len() as u64;
            let done = self.done.fetch_add(forms, Ordering::Relaxed) + forms;
            (self.progress)(Progress { done, total: self.total });
        }
        Ok(())
    }
}

impl Findings {
    /// Forms whose vectors were all compared.
    pub fn forms_done(&self) -> u64 {
        self.instructions.values().map(|tally| tally.forms).sum()
    }

    /// Answers that were compared.
    pub fn comparisons(&self) -> u64 {
        self.instructions.values().map(|tally| tally.comparisons).sum()
    }

    /// Answers that are not the model's.
    pub fn disagreed(&self) -> u64 {
        self.instructions.values().map(|tally| tally.disagreements).sum()
    }

    fn and(mut self, other: Self) -> Self {
        self.vectors += other.vectors;
        for (op, tally) in other.instructions {
            self.instructions.entry(op).or_default().add(tally);
        }
        self.disagreements.extend(other.disagreements);
        self.disagreements.sort_by_key(|found| (found.form, found.vector));
        self.disagreements.truncate(KEPT);
        self.answers.extend(other.answers);
        self.answers.sort_by_key(|line| line.form);
        self
    }
}

/// The error for a module that was not loaded, with the form at fault: that of the line which the
/// log names, or else the first.
fn refused(module: &Module<'_>, error: DeviceError) -> Error {
    let DeviceError::Refused(log) = error else { return Error::Device(error) };
    let mut lines = log.lines().map(str::trim).filter(|line| !line.is_empty());
    let said = lines.clone().find(|line| line.contains("error")).or(lines.next()).unwrap_or_default();
    let line =
        said.split("line ").nth(1).and_then(|rest| rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok());
    let form = line.and_then(|line| module.form_at(line)).unwrap_or(&module.kernels[0].forms[0]);
    let ptx = form.answers().last().map(|answer| form.ptx(answer)).unwrap_or_default();
    Error::Refused { form: form.number, ptx, log: said.to_owned() }
}
