//! The lab with a fault to find: a generated unit in which one word is wrong.

use std::fs;
use std::path::Path;
use std::time::Duration;

use askama::Template;
use vidalu_gen::{Config, Target, Unit, generate};
use vidalu_model::draw::{Permutation, key};
use vidalu_prove::mutate::{self, Job, TextFault};
use vidalu_sim::tool::YOSYS;
use vidalu_sim::{CosimError, Dut, scratch};

use crate::catalog::{FIND_THE_FAULT, PREFIX};
use crate::check::{Assignment, Hardware};
use crate::error::LabError;
use crate::folder::{FILE, Facts, Folder, NewFolder};
use crate::task;

/// The hints, as in the other labs.
pub(crate) const HINTS: &str = include_str!("../labs/find-the-fault/hints.md");

/// The time limit for a step of a tool while the fault is drawn.
const LIMIT: Duration = Duration::from_secs(120);

/// The page with the task.
#[derive(Template)]
#[template(path = "fault.md.in", escape = "none")]
struct Page<'a> {
    unit: &'a str,
    task: &'a str,
    files: &'a [String],
}

/// Writes the folder of the lab: the Verilog of a unit with a fault, which the seed selects. Seeds
/// that follow each other give different faults. Returns the names of the files.
///
/// # Errors
/// If the folder exists and is not empty or cannot be written, or a tool is missing or fails.
pub fn find_the_fault(unit: Unit, seed: u64, out: &Path) -> Result<Vec<String>, LabError> {
    let folder = NewFolder::new(out)?;
    let config = config();
    let target = Target::Unit(unit);
    let scratch = scratch()?;
    let job = Job { target, config: &config, dut: None, count: 0, seed: 1, limit: LIMIT };
    let faults = mutate::in_text(&YOSYS.find()?, job, scratch.path())?;
    let count = faults.len() as u64;
    let order = Permutation::new(key(FIND_THE_FAULT, 0), count);
    for at in 0..count {
        let fault = &faults[order.at((seed % count + at) % count) as usize];
        let files = faulty(target, &config, fault);
        // The text is simulated, because its reader judges the text and not the gates.
        if shows(target, &config, &files)? {
            return written(unit, &config, files, folder);
        }
    }
    Err(LabError::usage(format!("unit {unit} has no fault to find", unit = unit.name()), "name another unit"))
}

/// Returns the configuration of the unit.
fn config() -> Config {
    Config { prefix: PREFIX.to_owned(), ..Config::default() }
}

/// Returns the files of a unit without the folder in their names.
fn files(target: Target, config: &Config) -> Vec<(String, String)> {
    let design = generate(target, config).expect("the configuration suits every unit");
    let name = |path: &str| path.rsplit('/').next().unwrap_or(path).to_owned();
    design.files.into_iter().map(|file| (name(&file.path), file.text)).collect()
}

/// Returns the files of a unit with a fault.
fn faulty(target: Target, config: &Config, fault: &TextFault) -> Vec<(String, String)> {
    let mut files = files(target, config);
    for (name, text) in &mut files {
        if fault.file.rsplit('/').next() == Some(name) {
            let lines = text.lines().enumerate();
            let lines = lines.map(|(at, line)| if at + 1 == fault.line { &fault.text } else { line });
            *text = lines.flat_map(|line| [line, "\n"]).collect();
        }
    }
    files
}

/// Returns whether a simulation shows the fault.
fn shows(target: Target, config: &Config, files: &[(String, String)]) -> Result<bool, LabError> {
    let (dut, subject) = Dut::with_subject(target, config).map_err(CosimError::from)?;
    let dut = Dut { files: files.to_vec(), is_foreign: true, ..dut };
    Ok(Hardware::new(dut, subject).simulate(target, config, LIMIT)?.is_some())
}

fn written(
    unit: Unit,
    config: &Config,
    files: Vec<(String, String)>,
    folder: NewFolder<'_>,
) -> Result<Vec<String>, LabError> {
    let names: Vec<_> = files.iter().map(|(name, _)| name.clone()).collect();
    let task = include_str!("../labs/find-the-fault/task.md").trim_end().replace("UNIT", unit.name());
    let page = Page { unit: unit.name(), task: &task, files: &names };
    let page = page.render().expect("writing to a string does not fail") + "\n";
    let facts = Facts {
        lab: FIND_THE_FAULT.to_owned(),
        unit: Some(unit.name().to_owned()),
        sources: names.iter().map(Into::into).collect(),
        answer: None,
    };
    let design = generate(Target::Unit(unit), config).expect("the configuration suits every unit");
    let picture = task::picture_of(&design, None).map(|picture| (task::PICTURE.to_owned(), picture));
    folder.write(&facts, [("README.md".to_owned(), page)].into_iter().chain(picture).chain(files).collect())
}

/// Returns the hardware that a folder shall hold.
pub(crate) fn assignment(folder: &Folder) -> Result<Assignment, LabError> {
    let unit = folder.facts.unit.as_deref().unwrap_or_default();
    match unit.parse() {
        Ok(Target::Unit(unit)) => {
            Ok(Assignment { target: Target::Unit(unit), unit, config: config(), given: Vec::new() })
        }
        _ => {
            let problem = format!("{} does not name the unit with the fault", folder.path.join(FILE).display());
            Err(LabError::usage(problem, "restore the line `unit = …`"))
        }
    }
}

/// Returns whether the answer of a student is right; `None` if there is no answer. It is right if
/// it names the only line that differs from the generated text.
///
/// # Errors
/// If the answer is not a place in a file of the unit.
pub(crate) fn is_found(folder: &Folder, assignment: &Assignment) -> Result<Option<bool>, LabError> {
    let Some(answer) = folder.facts.answer.as_deref().filter(|_| folder.facts.lab == FIND_THE_FAULT) else {
        return Ok(None);
    };
    let refused = || {
        let problem = format!("`{answer}` is not a place in the Verilog");
        LabError::usage(problem, format!("write answer = \"FILE:LINE\" or \"INSTANCE:LINE\" in {FILE}"))
    };
    let (name, line) = answer.rsplit_once(':').ok_or_else(refused)?;
    let line: usize = line.trim().parse().map_err(|_| refused())?;
    let design = generate(assignment.target, &assignment.config).expect("the configuration suits every unit");
    let mut instances = design.landmarks.instances.iter();
    let module = instances.find(|placed| placed.path.rsplit('.').next() == Some(name)).map(|placed| &placed.module);
    let name = module.map_or_else(|| name.to_owned(), |module| format!("{module}.v"));
    let all = files(assignment.target, &assignment.config);
    if !all.iter().any(|(known, _)| *known == name) {
        return Err(refused());
    }
    let mut wrong = Vec::new();
    for (file, good) in &all {
        let path = folder.path.join(file);
        let own = fs::read_to_string(&path).map_err(LabError::io("cannot read", &path))?;
        let count = own.lines().count().max(good.lines().count());
        let differs = |at: &usize| own.lines().nth(at - 1) != good.lines().nth(at - 1);
        wrong.extend((1..=count).filter(differs).map(|at| (file.clone(), at)));
    }
    Ok(Some(wrong == [(name, line)]))
}
