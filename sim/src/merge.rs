//! Merges the reports of shards into the report of the whole run.

use std::collections::BTreeSet;

use miette::Diagnostic;
use vidalu_model::Fault;

use crate::cosim::HOLES;
use crate::coverage::GroupSummary;
use crate::report::{CosimReport, UnitReport};
use crate::shard::{Shard, Share};

/// The number of missing shards that an error lists.
const LISTED: usize = 10;

/// A report that cannot be read or merged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Diagnostic)]
#[error("{problem}")]
#[diagnostic(help("{help}"))]
pub struct MergeError {
    /// The problem, in one line.
    pub problem: String,
    /// The remedy.
    pub help: &'static str,
}

impl MergeError {
    /// Returns the error of shards that do not make a whole.
    fn new(problem: String) -> Self {
        Self {
            problem,
            help: "give each shard of one run once; all come from one command, which differs in --shard alone",
        }
    }

    /// Returns whose fault it is: the input's, exit code 2.
    pub fn fault(&self) -> Fault {
        Fault::Input
    }
}

impl CosimReport {
    /// Reads a report of `vidalu cosim` from `text`, the text of the file `name`.
    ///
    /// # Errors
    /// If the text is something else, or a report in another format version.
    pub fn read(name: &str, text: &str) -> Result<Self, MergeError> {
        let help = "write one with vidalu cosim --report FILE";
        let refused = |problem| MergeError { problem, help };
        let report: Self = serde_json::from_str(text)
            .map_err(|error| refused(format!("{name} is not a report of vidalu cosim: {error}")))?;
        match report.format_version {
            1 => Ok(report),
            version => Err(refused(format!("{name} has format_version {version}, and this vidalu reads 1"))),
        }
    }

    /// Merges the reports of all shards of one run, in any order. Each comes with its name for
    /// errors.
    ///
    /// # Errors
    /// If a report is not of a shard, was interrupted, has impossible counts, or is of another run
    /// than the first one; if a shard is missing or there twice.
    pub fn merge(mut reports: Vec<(String, Self)>) -> Result<Self, MergeError> {
        let mut shares = Vec::new();
        for (name, report) in &reports {
            let share = report
                .shard
                .ok_or_else(|| MergeError::new(format!("{name} is the report of a whole run, not of a shard")))?;
            if report.interrupted {
                let problem = format!("{name}: shard {} of {} was interrupted", share.index, share.of);
                return Err(MergeError { problem, help: "run that shard again" });
            }
            shares.push(share);
        }
        let (Some((first_name, first)), Some(&share)) = (reports.first(), shares.first()) else {
            return Err(MergeError::new("no report was given".to_owned()));
        };
        for ((name, report), other) in reports.iter().zip(&shares) {
            if let Some(difference) = difference((first, share), (report, *other)) {
                return Err(MergeError::new(format!("{name} is of another run than {first_name}: {difference}")));
            }
            if let Some(problem) = impossible(report, *other) {
                return Err(MergeError { problem: format!("{name} {problem}"), help: "run that shard again" });
            }
        }
        complete(&reports, &shares).map_err(MergeError::new)?;
        reports.sort_by_key(|(_, report)| report.shard.map(|share| share.index));
        let mut reports = reports.into_iter().map(|(_, report)| report);
        let mut whole = reports.next().expect("the first report was looked at above");
        for report in reports {
            for (unit, part) in whole.units.iter_mut().zip(report.units) {
                add(unit, part).ok_or_else(|| MergeError::new("the counts of all shards exceed 64 bits".to_owned()))?;
            }
        }
        for group in whole.units.iter_mut().flat_map(|unit| &mut unit.coverage) {
            group.holes.truncate(HOLES);
        }
        Ok(Self { shard: None, shards: Some(share.of), wave: None, ..whole })
    }
}

/// Returns why no run of this vidalu wrote the report of a shard, if it did not.
fn impossible(report: &CosimReport, share: Share) -> Option<String> {
    let version = env!("CARGO_PKG_VERSION");
    if report.version != version {
        return Some(format!("is of vidalu {}, and this is vidalu {version}", report.version));
    }
    if share.index < 1 || share.index > share.of {
        return Some(format!("says that it is shard {} of {}", share.index, share.of));
    }
    let (_, vectors) = Shard { index: share.index, of: share.of }.vectors(share.vectors);
    // Every shard has vectors, and one that was not interrupted has checked them all.
    let wrong = |unit: &&UnitReport| unit.checked != vectors || unit.checked == 0 || unit.mismatches > unit.cycles;
    let mut jobs = BTreeSet::new();
    if let Some(UnitReport { unit, sim, .. }) = report.units.iter().find(|it| !jobs.insert((&it.unit, &it.sim))) {
        return Some(format!("has {unit} in {sim} twice"));
    }
    let tables = report.units.iter().flat_map(|unit| unit.coverage.iter().map(move |table| (&unit.unit, table)));
    // A shard names all its holes.
    let is_wrong = |table: &GroupSummary| {
        let names: BTreeSet<_> = table.holes.iter().collect();
        names.len() != table.holes.len() || table.hit.checked_add(names.len()) != Some(table.bins)
    };
    if let Some((unit, GroupSummary { name, bins, hit, holes })) = tables.into_iter().find(|(_, it)| is_wrong(it)) {
        let holes = holes.len();
        return Some(format!(
            "has an impossible coverage for {unit}: {name} has {hit} of {bins} cases and {holes} holes"
        ));
    }
    match report.units.iter().find(wrong) {
        Some(UnitReport { unit, sim, cycles, checked, mismatches, .. }) => Some(format!(
            "has impossible counts for {unit} in {sim}: {checked} of {vectors} vectors checked, and {mismatches} \
             mismatches in {cycles} cycles"
        )),
        None => report.units.is_empty().then(|| "has no units".to_owned()),
    }
}

/// Returns how two reports of shards differ in what the shards of one run have in common.
fn difference((a, a_share): (&CosimReport, Share), (b, b_share): (&CosimReport, Share)) -> Option<String> {
    let differ =
        |what: &str, a: &dyn std::fmt::Display, b: &dyn std::fmt::Display| Some(format!("{what} {b}, not {a}"));
    if a.version != b.version {
        return differ("vidalu", &a.version, &b.version);
    }
    if a_share.of != b_share.of {
        return differ("number of shards", &a_share.of, &b_share.of);
    }
    if a_share.vectors != b_share.vectors {
        return differ("vectors", &a_share.vectors, &b_share.vectors);
    }
    let jobs = |report: &CosimReport| {
        let names: Vec<_> = report.units.iter().map(|unit| format!("{} in {}", unit.unit, unit.sim)).collect();
        names.join(", ")
    };
    if jobs(a) != jobs(b) {
        return differ("units", &jobs(a), &jobs(b));
    }
    a.units.iter().zip(&b.units).find_map(|(a, b)| {
        if a.seed != b.seed {
            return differ("seed", &a.seed, &b.seed);
        }
        if a.config != b.config {
            return differ("configuration", &a.config, &b.config);
        }
        if a.forms != b.forms {
            return differ("forms", &a.forms.join(", "), &b.forms.join(", "));
        }
        let tables =
            |unit: &UnitReport| unit.coverage.iter().map(|group| (group.name.clone(), group.bins)).collect::<Vec<_>>();
        (tables(a) != tables(b)).then(|| "the coverage tables differ".to_owned())
    })
}

/// Checks that each shard is there once. The error is what is wrong.
fn complete(reports: &[(String, CosimReport)], shares: &[Share]) -> Result<(), String> {
    let of = shares.first().map_or(0, |share| share.of);
    let mut present = BTreeSet::new();
    for ((name, _), share) in reports.iter().zip(shares) {
        if !present.insert(share.index) {
            let twin = reports.iter().zip(shares).find(|(_, other)| other.index == share.index);
            let twin = twin.map_or("", |((name, _), _)| name);
            return Err(format!("shard {} of {of} is there twice: {twin} and {name}", share.index));
        }
    }
    // A file can name any number of shards: list the first missing ones only.
    let missing = (1..=of).filter(|index| !present.contains(index)).take(LISTED);
    let missing: Vec<_> = missing.map(|index| index.to_string()).collect();
    match (&missing[..], (of - present.len() as u64) as usize - missing.len()) {
        ([], _) => Ok(()),
        ([one], _) => Err(format!("shard {one} of {of} is missing")),
        (_, 0) => Err(format!("shards {} of {of} are missing", missing.join(", "))),
        (_, more) => Err(format!("shards {} and {more} more of {of} are missing", missing.join(", "))),
    }
}

/// Adds what the next shard found. The cycles in its failures stay counted from the start of the
/// shard.
/// Returns `None` if a sum has more than 64 bits.
fn add(unit: &mut UnitReport, part: UnitReport) -> Option<()> {
    unit.cycles = unit.cycles.checked_add(part.cycles)?;
    unit.checked = unit.checked.checked_add(part.checked)?;
    unit.mismatches = unit.mismatches.checked_add(part.mismatches)?;
    unit.failures.extend(part.failures);
    unit.build_time += part.build_time;
    unit.run_time += part.run_time;
    for (group, part) in unit.coverage.iter_mut().zip(part.coverage) {
        unite(group, part);
    }
    Some(())
}

/// Merges two coverage tables: a case is a hole where both shards missed it. Shards name all their
/// holes.
fn unite(group: &mut GroupSummary, part: GroupSummary) {
    let missed: BTreeSet<_> = part.holes.into_iter().collect();
    group.holes.retain(|hole| missed.contains(hole));
    group.hit = group.bins - group.holes.len();
}
