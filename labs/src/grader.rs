//! Checks the folders of students and awards medals.

use std::collections::HashMap;
use std::path::Path;
use std::time::{Duration, Instant};

use vidalu_gen::Target;
use vidalu_prove::ProveOptions;
use vidalu_prove::engine::Engines;
use vidalu_sim::simulator::Icarus;
use vidalu_sim::{CosimError, Dut, in_full};

use crate::catalog::{FIND_THE_FAULT, Lab};
use crate::check::{Assignment, Hardware, example};
use crate::error::LabError;
use crate::fault;
use crate::folder::Folder;
use crate::report::{Luts, Medal, Verdict};

/// The medals to check for, besides bronze, and the time that a step may take.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// Prove the hardware, for silver.
    pub prove: bool,
    /// Prove the hardware and count its lookup tables, for gold.
    pub luts: bool,
    /// The time limit for a simulation, and for each problem of a proof.
    pub limit: Duration,
}

/// Checks folders, one after the other.
pub struct Grader {
    wanted: Wanted,
    engines: Option<Engines>,
    /// The lookup tables of vidalu's own hardware, by the names of lab and unit.
    references: HashMap<(String, Target), u64>,
}

impl Grader {
    /// Finds the tools.
    ///
    /// # Errors
    /// If a tool is missing.
    pub fn new(wanted: Wanted) -> Result<Self, LabError> {
        Icarus::find()?;
        let engines = (wanted.prove || wanted.luts).then(Engines::find).transpose()?;
        Ok(Self { wanted, engines, references: HashMap::new() })
    }

    /// Checks a folder.
    ///
    /// # Errors
    /// If the folder is not the folder of a lab, its hardware cannot be compiled, or a tool fails.
    pub fn check(&mut self, path: &Path) -> Result<Verdict, LabError> {
        let start = Instant::now();
        let folder = Folder::open(path)?;
        let mut verdict = Verdict { lab: Some(folder.facts.lab.clone()), hints: folder.hints(), ..Verdict::new(path) };
        let sources = folder.sources()?;
        let assignment = assignment(&folder)?;
        let is_found = fault::is_found(&folder, &assignment)?;
        if is_found == Some(true) {
            (verdict.passed, verdict.medal) = (true, Some(Medal::Bronze));
            verdict.remark = Some("the answer names the place of the fault".to_owned());
        } else {
            let hardware = Hardware::read(&assignment, &sources, self.wanted.limit)?;
            self.judge(&assignment, hardware, &mut verdict)?;
            if is_found == Some(false) && !verdict.passed {
                verdict.remark = Some("the answer does not name the only line that is wrong".to_owned());
            }
        }
        verdict.time = start.elapsed();
        Ok(verdict)
    }

    fn judge(&mut self, assignment: &Assignment, hardware: Hardware, verdict: &mut Verdict) -> Result<(), LabError> {
        let limit = self.wanted.limit;
        let Hardware { dut, unread, .. } = &hardware;
        let (dut, unread) = (dut.clone(), unread.as_ref().map(|error| in_full(error)));
        if let Some(mismatch) = hardware.simulate(assignment.target, &assignment.config, limit)? {
            verdict.wrong(mismatch);
            if let Target::Block(_) = assignment.target {
                verdict.example = example(assignment, &dut, limit)?;
            }
            return Ok(());
        }
        (verdict.passed, verdict.medal) = (true, Some(Medal::Bronze));
        let Some(engines) = &self.engines else { return Ok(()) };
        if let Some(error) = unread {
            verdict.remark = Some(format!("not proven, because yosys cannot read the hardware: {error}"));
            return Ok(());
        }
        prove(assignment, &dut, engines, limit, verdict)?;
        if verdict.proven && self.wanted.luts {
            let luts = self.luts(assignment, &dut, verdict)?;
            verdict.luts = Some(luts);
            if luts.is_small() {
                verdict.medal = Some(Medal::Gold);
            }
        }
        Ok(())
    }

    fn luts(&mut self, assignment: &Assignment, dut: &Dut, verdict: &Verdict) -> Result<Luts, LabError> {
        let key = (verdict.lab.clone().unwrap_or_default(), assignment.target);
        let reference = match self.references.get(&key) {
            Some(known) => *known,
            None => {
                let (own, _) = Dut::with_subject(assignment.target, &assignment.config).map_err(CosimError::from)?;
                let count = crate::luts::count(&own)?;
                self.references.insert(key, count);
                count
            }
        };
        Ok(Luts { yours: crate::luts::count(dut)?, reference })
    }
}

/// Returns the hardware that a folder shall hold.
fn assignment(folder: &Folder) -> Result<Assignment, LabError> {
    if folder.facts.lab == FIND_THE_FAULT {
        return fault::assignment(folder);
    }
    let lab = Lab::named(&folder.facts.lab)?;
    Ok(Assignment { given: lab.given_files(), target: lab.target, unit: lab.unit, config: lab.config })
}

/// Proves the hardware, and notes the verdict.
fn prove(
    assignment: &Assignment,
    dut: &Dut,
    engines: &Engines,
    limit: Duration,
    verdict: &mut Verdict,
) -> Result<(), LabError> {
    let Assignment { target, config, given, .. } = assignment;
    // vidalu has proven its own blocks, but not a block that the student puts in the place of one.
    let options = ProveOptions {
        modules: Vec::new(),
        limit,
        jobs: std::thread::available_parallelism().map_or(1, usize::from),
        // A medal is for a proof, and not for one up to a bound.
        cycles: 0,
        blocks: given.is_empty() || !given.iter().all(|file| dut.files.contains(file)),
        certificate: None,
    };
    let modules = vec![(*target, config.clone(), dut.clone())];
    let report = match vidalu_prove::prove_modules(&options, modules, engines, &|_| ()) {
        Ok(report) => report,
        Err(error) if LabError::from_proof(&error) => {
            verdict.remark = Some(format!("not proven: {}", in_full(&error)));
            return Ok(());
        }
        Err(error) => return Err(error.into()),
    };
    if report.is_proven() {
        (verdict.proven, verdict.medal) = (true, Some(Medal::Silver));
    } else if report.is_refuted() {
        verdict.medal = None;
        let found = report.proofs.iter().filter_map(|proof| proof.counterexample.as_ref());
        match found.clone().find_map(|found| found.mismatch.clone()) {
            Some(mismatch) => verdict.wrong(mismatch),
            None => {
                let values = found.flat_map(|found| &found.values);
                let values: Vec<_> = values.map(|(name, value)| format!("{name} = {value}")).collect();
                verdict.passed = false;
                verdict.fault = Some(vidalu_model::Fault::Hardware);
                verdict.remark = Some(format!("the proof fails with {}", values.join(", ")));
            }
        }
    } else {
        verdict.remark = Some("the proof did not end in time; allow more with --timeout".to_owned());
    }
    Ok(())
}
