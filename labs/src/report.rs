//! The results of checks, for people and for programs.

use std::fmt;
use std::path::Path;
use std::time::Duration;

use serde::Serialize;
use vidalu_model::Fault;
use vidalu_sim::in_full;
use vidalu_sim::report::Mismatch;

use crate::error::LabError;
use crate::folder::Folder;

/// An award for a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Medal {
    /// Every output of the simulation is right.
    Bronze,
    /// A proof says so for all inputs.
    Silver,
    /// The hardware is also as small as vidalu's own.
    Gold,
}

impl fmt::Display for Medal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Bronze => "bronze",
            Self::Silver => "silver",
            Self::Gold => "gold",
        })
    }
}

/// The number of lookup tables of a solution and of vidalu's own hardware.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Luts {
    /// The lookup tables of the student's hardware.
    pub yours: u64,
    /// The lookup tables of the hardware that vidalu generates.
    pub reference: u64,
}

impl Luts {
    /// Returns whether the hardware is small enough for gold: at most a tenth larger than vidalu's.
    pub fn is_small(self) -> bool {
        self.yours <= self.limit()
    }

    /// Returns the largest number of lookup tables that earns gold.
    fn limit(self) -> u64 {
        self.reference * 11 / 10
    }
}

/// The result of a check of one folder.
#[derive(Clone, Debug, Serialize)]
pub struct Verdict {
    /// The folder.
    pub folder: String,
    /// The name of the lab, unless the folder does not say it.
    pub lab: Option<String>,
    /// Whether every output is right.
    pub passed: bool,
    /// Whether a proof says so for all inputs.
    pub proven: bool,
    /// The highest medal that was checked and earned.
    pub medal: Option<Medal>,
    /// The first wrong stage.
    pub stage: Option<String>,
    /// The first wrong output.
    pub mismatch: Option<Mismatch>,
    /// An instruction whose result is wrong because of a wrong block.
    pub example: Option<Mismatch>,
    /// The lookup tables, if they were counted.
    pub luts: Option<Luts>,
    /// The number of hints that the student asked for.
    pub hints: usize,
    /// A remark about the verdict, such as an undecided proof.
    pub remark: Option<String>,
    /// The reason why the folder could not be checked.
    pub error: Option<String>,
    /// Whose fault the error is.
    #[serde(skip)]
    pub fault: Option<Fault>,
    /// The time of the check. It is not in the JSON, so that the same folders give the same
    /// document.
    #[serde(skip)]
    pub time: Duration,
}

impl Verdict {
    /// Returns the verdict before anything was checked.
    pub(crate) fn new(folder: &Path) -> Self {
        Self {
            folder: folder.display().to_string(),
            lab: None,
            passed: false,
            proven: false,
            medal: None,
            stage: None,
            mismatch: None,
            example: None,
            luts: None,
            hints: 0,
            remark: None,
            error: None,
            fault: None,
            time: Duration::ZERO,
        }
    }

    /// Returns the verdict of a folder that cannot be checked.
    pub fn refused(path: &Path, error: &LabError) -> Self {
        let folder = Folder::open(path).ok();
        Self {
            hints: folder.as_ref().map_or(0, Folder::hints),
            lab: folder.map(|folder| folder.facts.lab),
            error: Some(in_full(error)),
            fault: Some(error.fault()),
            ..Self::new(path)
        }
    }

    /// Notes a wrong output.
    pub(crate) fn wrong(&mut self, mismatch: Mismatch) {
        self.passed = false;
        self.fault = Some(Fault::Hardware);
        self.stage = Some(mismatch.stage.clone());
        self.mismatch = Some(mismatch);
    }

    /// Returns the verdict in a word: the medal, the wrong stage, or the kind of error.
    pub fn word(&self) -> String {
        match (&self.medal, &self.stage, self.fault) {
            (Some(medal), ..) => medal.to_string(),
            (None, Some(stage), _) => format!("wrong: {stage}"),
            (None, None, Some(Fault::Tool)) => "not checked".to_owned(),
            (None, None, Some(Fault::Input)) => "not readable".to_owned(),
            (None, None, _) => "wrong".to_owned(),
        }
    }
}

/// The results of some folders, which are the JSON document of `lab check`.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Version of this format: 1.
    pub format_version: u32,
    /// The name of the lab, if all folders hold the same.
    pub lab: Option<String>,
    /// Whether all folders passed.
    pub passed: bool,
    /// Whether all folders were proven.
    pub proven: bool,
    /// The first wrong stage of the first wrong folder.
    pub stage: Option<String>,
    /// One entry for each folder.
    pub submissions: Vec<Verdict>,
}

impl Report {
    /// Returns the report about some folders.
    pub fn new(submissions: Vec<Verdict>) -> Self {
        let lab = submissions.first().and_then(|first| first.lab.clone());
        Self {
            format_version: 1,
            lab: lab.filter(|lab| submissions.iter().all(|other| other.lab.as_ref() == Some(lab))),
            passed: submissions.iter().all(|verdict| verdict.passed),
            proven: submissions.iter().all(|verdict| verdict.proven),
            stage: submissions.iter().find_map(|verdict| verdict.stage.clone()),
            submissions,
        }
    }

    /// Returns the gravest fault: that of a tool, else of the input, else of the hardware.
    pub fn fault(&self) -> Option<Fault> {
        self.submissions.iter().filter_map(|verdict| verdict.fault).max_by_key(|fault| fault.exit_code())
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(error) = &self.error {
            return write!(f, "{}: {error}", self.folder);
        }
        if let Some(mismatch) = &self.mismatch {
            writeln!(f, "{mismatch}\n")?;
        }
        if let Some(example) = &self.example {
            writeln!(f, "because of it, this instruction is wrong:\n{example}\n")?;
        }
        if let Some(remark) = &self.remark {
            writeln!(f, "{remark}")?;
        }
        if let Some(luts @ Luts { yours, reference }) = self.luts {
            write!(f, "lookup tables: {yours}; vidalu's own hardware: {reference}")?;
            writeln!(f, "; gold needs at most {}", luts.limit())?;
        }
        write!(f, "{}: {}", self.folder, self.word())
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = |length: fn(&Verdict) -> usize, least| self.submissions.iter().map(length).fold(least, usize::max);
        let lab = |verdict: &Verdict| verdict.lab.as_deref().unwrap_or("?").len();
        let (folder, lab) = (width(|verdict| verdict.folder.len(), 6), width(lab, 3));
        let verdict = width(|verdict| verdict.word().len(), 7);
        writeln!(f, "{:folder$}  {:lab$}  {:verdict$}  hints  seconds", "folder", "lab", "verdict")?;
        for result in &self.submissions {
            let Verdict { folder: name, hints, time, .. } = result;
            let of = result.lab.as_deref().unwrap_or("?");
            let (word, seconds) = (result.word(), time.as_secs_f64());
            writeln!(f, "{name:folder$}  {of:lab$}  {word:verdict$}  {hints:5}  {seconds:7.1}")?;
        }
        let passed = self.submissions.iter().filter(|verdict| verdict.passed).count();
        write!(f, "\n{passed} of {} passed", self.submissions.len())
    }
}
