//! Certificates: folders to repeat a proof without vidalu. A certificate has every problem in
//! three formats, a proof for proven checkers, the text that was proven, and scripts that compare
//! the formats, have the proofs checked and ask the engines again.

mod lrat;
mod sby;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{fs, io};

use itertools::Itertools;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use serde::Serialize;
use vidalu_gen::package::FileRecord;
use vidalu_gen::staging::StagedFolder;
use vidalu_sim::tool::YOSYS;
use vidalu_sim::{CosimError, gates};

use crate::claim::{Implementation, Obligation};
use crate::engine::{Decision, aiger, dimacs};
use crate::problem::{Miter, Problem};
use crate::report::{EngineVersion, Proof, ProveReport, Verdict, WrittenCertificate};

/// The script that repeats the proofs.
const CHECK: &str = include_str!("certificate/check.sh");

/// The program that compares the formats of each problem, which the script runs.
const READ: &str = include_str!("certificate/read.py");

/// The program that checks the multipliers that are written out, which the script runs.
const MULTIPLY: &str = include_str!("certificate/multiply.py");

/// The name of the file with the checksums of all others.
const SUMS: &str = "SHA256SUMS";

/// The name of the table that the script reads. It has a line for each problem: the folder of the
/// claim, the engine, and the path of the problem without the extension.
const PROBLEMS: &str = "problems.txt";

/// A certificate that is being written, in a temporary folder next to its place.
pub(crate) struct Certificate {
    place: PathBuf,
    staging: StagedFolder,
    /// The time limit for the proof of a problem.
    limit: Duration,
    content: Mutex<Content>,
}

/// The content so far.
#[derive(Default)]
struct Content {
    files: BTreeMap<String, FileRecord>,
    modules: BTreeMap<String, ModuleRecord>,
    /// The parts of each claim, by its folder.
    parts: BTreeMap<String, Vec<PartRecord>>,
    /// The problems that hold and for which CaDiCaL found no proof in time.
    without_proof: BTreeSet<String>,
}

/// The document `certificate.json`.
#[derive(Serialize)]
struct Document<'a> {
    format_version: u32,
    version: &'a str,
    tools: Vec<EngineVersion>,
    modules: Vec<ModuleRecord>,
    proofs: Vec<ProofRecord<'a>>,
    files: Vec<FileRecord>,
}

/// A module: its folder has its text, its configuration and the scripts for yosys.
#[derive(Clone, Serialize)]
struct ModuleRecord {
    folder: String,
    subject: &'static str,
    top: String,
    config: String,
    /// The folders of the multipliers that are written out, in the folder of the module.
    multipliers: Vec<String>,
}

#[derive(Serialize)]
struct ProofRecord<'a> {
    #[serde(flatten)]
    proof: serde_json::Map<String, serde_json::Value>,
    parts: &'a [PartRecord],
}

/// A problem of a claim. The claim holds if all its problems hold.
#[derive(Serialize)]
struct PartRecord {
    case: String,
    /// The path of the problem without the extension: `.aig`, `.cnf` or `.smt2`.
    problem: String,
    verdict: Verdict,
    engine: &'static str,
}

impl Certificate {
    /// Begins a certificate at `place`, which does not exist yet or is an empty folder.
    ///
    /// # Errors
    /// If `place` is something else, or the folder around it cannot be written.
    pub(crate) fn new(place: &Path, limit: Duration) -> Result<Self, CosimError> {
        match fs::read_dir(place).map(|mut entries| entries.next()) {
            Ok(None) => {}
            Ok(Some(_)) => {
                let problem = format!("{} is not empty", place.display());
                return Err(CosimError::usage(problem, "name a new or empty folder"));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(io_error("cannot read", place)(error)),
        }
        let place = place.canonicalize().unwrap_or_else(|_| place.to_owned());
        let parent = match place.parent() {
            Some(parent) if parent != Path::new("") => parent,
            _ => Path::new("."),
        };
        fs::create_dir_all(parent).map_err(io_error("cannot create", parent))?;
        let staging = StagedFolder::new(parent).map_err(io_error("cannot write to", parent))?;
        Ok(Self { place, staging, limit, content: Mutex::default() })
    }

    /// Writes a module into its folder: the text and the configuration as `gen` writes them, and
    /// the scripts for yosys.
    pub(crate) fn module(&self, folder: &str, module: &Implementation) -> Result<(), CosimError> {
        for (path, text) in &module.dut.files {
            self.write(format!("{folder}/{path}"), text)?;
        }
        let config = vidalu_gen::generate(module.target, &module.config)?.config_file();
        self.write(format!("{folder}/config.toml"), config.to_toml())?;
        let (name, text) = gates::MAP;
        self.write(format!("{folder}/{name}"), text)?;
        for gates in module.all_gates() {
            self.write(format!("{folder}/{}.ys", gates.top), &gates.script)?;
        }
        for multiplier in module.multipliers() {
            for (name, content) in multiplier.files() {
                self.write(format!("{folder}/{}/{name}", multiplier.name()), content)?;
            }
        }
        for (name, text) in sby::files(module).into_iter().flatten() {
            self.write(format!("{folder}/{name}"), text)?;
        }
        let record = ModuleRecord {
            folder: folder.to_owned(),
            subject: module.subject.name(),
            top: module.dut.top.clone(),
            config: module.dut.config.clone(),
            multipliers: module.multipliers().iter().map(|own| own.name().to_owned()).collect(),
        };
        self.content().modules.insert(folder.to_owned(), record);
        Ok(())
    }

    /// Writes the problems of a claim into its folder and keeps the decision on each.
    pub(crate) fn claim(&self, folder: &str, obligations: &[Obligation], found: &[Decision]) -> Result<(), CosimError> {
        let names = names(obligations.iter().map(|own| own.case.as_str()));
        let parts: Vec<_> = obligations.iter().zip(found).zip(names).collect();
        let record = |((own, found), name): ((&Obligation, &Decision), String)| {
            let (problem, verdict) = (format!("{folder}/{name}"), found.answer.verdict());
            self.problem(&problem, own.solved(), verdict)?;
            Ok(PartRecord { case: own.case.clone(), problem, verdict, engine: found.engine })
        };
        let records = parts.into_par_iter().map(record).collect::<Result<_, CosimError>>()?;
        self.content().parts.insert(folder.to_owned(), records);
        Ok(())
    }

    /// Writes a problem in each format that an engine reads, and a proof if it holds.
    fn problem(&self, path: &str, problem: &Problem, verdict: Verdict) -> Result<(), CosimError> {
        let Miter { aig, inputs, differs } = problem.miter();
        let clauses = dimacs(&aig, &inputs, differs);
        self.write(format!("{path}.aig"), aiger(&aig, &inputs, &[differs]))?;
        self.write(format!("{path}.cnf"), &clauses)?;
        self.write(format!("{path}.smt2"), problem.smt2())?;
        if verdict != Verdict::Proven {
            return Ok(());
        }
        match lrat::lrat(&clauses, self.limit) {
            Some(proof) => self.write(format!("{path}.clrat"), proof)?,
            None => _ = self.content().without_proof.insert(path.to_owned()),
        }
        Ok(())
    }

    /// Writes the documents about the whole and moves the folder to its place.
    pub(crate) fn finish(self, report: &ProveReport) -> Result<WrittenCertificate, CosimError> {
        let yosys = YOSYS.find()?;
        let yosys = EngineVersion { name: yosys.kind.name.into(), version: yosys.answer };
        let Content { files, modules, parts, without_proof } = std::mem::take(&mut *self.content());
        let records = report.proofs.iter().map(|proof| {
            let parts = proof.folder.as_ref().and_then(|folder| parts.get(folder));
            ProofRecord { proof: timeless(proof), parts: parts.map_or(&[], Vec::as_slice) }
        });
        let document = Document {
            format_version: 1,
            version: &report.version,
            tools: [yosys].into_iter().chain(report.engines.iter().cloned()).collect(),
            modules: modules.into_values().collect(),
            proofs: records.collect(),
            files: files.values().cloned().collect(),
        };
        let json = serde_json::to_string_pretty(&document).expect("a certificate is plain data");
        self.content().files = files;
        self.write("certificate.json".to_owned(), json + "\n")?;
        self.write(PROBLEMS.to_owned(), table(report, &parts))?;
        self.write("check.sh".to_owned(), CHECK)?;
        self.write("read.py".to_owned(), READ)?;
        self.write("multiply.py".to_owned(), MULTIPLY)?;
        let mut sums = String::new();
        for file in self.content().files.values() {
            writeln!(sums, "{}  {}", file.sha256, file.path).expect("a string takes all text");
        }
        self.write(SUMS.to_owned(), sums)?;
        let Self { place, staging, content, .. } = self;
        fs::rename(staging.content(), &place).map_err(io_error("cannot write", &place))?;
        let files = content.into_inner().unwrap_or_else(PoisonError::into_inner).files;
        Ok(WrittenCertificate {
            files: files.len(),
            bytes: files.values().map(|file| file.bytes).sum(),
            sha256: files[SUMS].sha256.clone(),
            without_proof: without_proof.into_iter().collect(),
            folder: place,
        })
    }

    fn write(&self, path: String, text: impl AsRef<[u8]>) -> Result<(), CosimError> {
        let staged = self.staging.content().join(&path);
        let folder = staged.parent().expect("a file in a folder has a parent");
        // An error names the place that the user asked for, not the temporary folder.
        let written = fs::create_dir_all(folder).and_then(|()| fs::write(&staged, &text));
        written.map_err(io_error("cannot write", &self.place.join(&path)))?;
        let record = FileRecord::of(&path, text.as_ref());
        self.content().files.insert(path, record);
        Ok(())
    }

    fn content(&self) -> MutexGuard<'_, Content> {
        self.content.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn io_error(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> CosimError {
    let path = path.to_owned();
    move |source| CosimError::Io { action, path, reason: source }
}

/// Returns names for files and folders. Characters other than letters, digits, `.`, `_` and `-`
/// become `-`, an empty name becomes `all`, and a number is added to a name that is already
/// taken.
pub(crate) fn names<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let named = names.into_iter().map(|name| {
        let plain = name.replace(|c: char| !c.is_ascii_alphanumeric() && !"._-".contains(c), "-");
        let plain = if plain.is_empty() { "all".to_owned() } else { plain };
        let numbered = (2..).map(|number| format!("{plain}-{number}"));
        let free = [plain.clone()].into_iter().chain(numbered).find(|name| !taken.contains(name));
        let free = free.expect("there are more numbers than names");
        taken.insert(free.clone());
        free
    });
    named.collect()
}

/// Returns the entries of a proof but its time, with which no checksum would repeat.
fn timeless(proof: &Proof) -> serde_json::Map<String, serde_json::Value> {
    let serde_json::Value::Object(mut entries) = serde_json::to_value(proof).expect("a proof is plain data") else {
        unreachable!("a proof has entries")
    };
    entries.shift_remove("seconds").expect("a proof has a time");
    entries
}

/// Returns the table that the script reads.
fn table(report: &ProveReport, parts: &BTreeMap<String, Vec<PartRecord>>) -> String {
    let claims =
        report.proofs.iter().filter_map(|proof| Some((proof.folder.as_ref()?, &parts[proof.folder.as_ref()?])));
    let line = |folder: &str, part: &PartRecord| {
        // abc gets the problems that random vectors refuted and those that no engine decided.
        let engine = match part.engine {
            "" | "simulation" => "abc".to_owned(),
            name => name.to_lowercase(),
        };
        format!("{folder}\t{engine}\t{}\n", part.problem)
    };
    claims.flat_map(|(folder, parts)| parts.iter().map(move |part| line(folder, part))).join("")
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn names_are_plain_and_differ() {
        let given = ["factors of u_vmad.u_multiplier", "", "a b", "a-b", "a-b-2", "a/b"];
        assert_eq!(names(given), ["factors-of-u_vmad.u_multiplier", "all", "a-b", "a-b-2", "a-b-2-2", "a-b-3"]);
    }
}
