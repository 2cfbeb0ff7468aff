//! Reports of shards into the report of the whole run.

use std::collections::BTreeSet;

use crate::cosim::HOLES;
use crate::coverage::GroupSummary;
use crate::report::{CosimReport, UnitReport};
use crate::shard::Share;

/// Reads a report of `vidalu cosim`, as it stands in the file `name`.
///
/// # Errors
/// If it is none.
pub fn read(name: &str, text: &str) -> Result<CosimReport, String> {
    let report: CosimReport = serde_json::from_str(text).map_err(|error| {
        format!("{name} is no report of vidalu cosim: {error}\nwrite one with vidalu cosim --report FILE")
    })?;
    match report.format_version {
        1 => Ok(report),
        version => Err(format!("{name} has format_version {version}, and this vidalu reads 1")),
    }
}

/// Unites the reports of all shards of one run, in any order. Each has its name for errors.
///
/// # Errors
/// If one is no shard, was interrupted, is of another run than the first, is there twice or missing.
pub fn merge(mut reports: Vec<(String, CosimReport)>) -> Result<CosimReport, String> {
    let mut shares = Vec::new();
    for (name, report) in &reports {
        let share = report
            .shard
            .ok_or_else(|| format!("{name} is of a whole run, not of a shard: there is nothing to merge"))?;
        if report.interrupted {
            return Err(format!("{name}: shard {} of {} was interrupted: run it again", share.index, share.of));
        }
        shares.push(share);
    }
    let (Some((first_name, first)), Some(&share)) = (reports.first(), shares.first()) else {
        return Err("no report was given".to_owned());
    };
    for ((name, report), other) in reports.iter().zip(&shares) {
        if let Some(difference) = difference((first, share), (report, *other)) {
            return Err(format!("{name} is of another run than {first_name}: {difference}"));
        }
    }
    complete(&reports, &shares)?;
    reports.sort_by_key(|(_, report)| report.shard.map(|share| share.index));
    let mut reports = reports.into_iter().map(|(_, report)| report);
    let mut whole = reports.next().ok_or("no report was given")?;
    for report in reports {
        for (unit, part) in whole.units.iter_mut().zip(report.units) {
            add(unit, part);
        }
    }
    for group in whole.units.iter_mut().flat_map(|unit| &mut unit.coverage) {
        group.holes.truncate(HOLES);
    }
    Ok(CosimReport { shard: None, shards: Some(share.of), wave: None, ..whole })
}

/// What two reports of one run must have in common and do not.
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
        let tables =
            |unit: &UnitReport| unit.coverage.iter().map(|group| (group.name.clone(), group.bins)).collect::<Vec<_>>();
        (tables(a) != tables(b)).then(|| "other tables of coverage".to_owned())
    })
}

/// Checks that each shard is there once.
fn complete(reports: &[(String, CosimReport)], shares: &[Share]) -> Result<(), String> {
    let of = shares.first().map_or(0, |share| share.of);
    let mut missing: BTreeSet<u64> = (1..=of).collect();
    for ((name, _), share) in reports.iter().zip(shares) {
        if !missing.remove(&share.index) {
            let twin = reports.iter().zip(shares).find(|(_, other)| other.index == share.index);
            let twin = twin.map_or("", |((name, _), _)| name);
            return Err(match (1..=of).contains(&share.index) {
                true => format!("shard {} of {of} is there twice: {twin} and {name}", share.index),
                false => format!("{name} has shard {} of {of}, which cannot be", share.index),
            });
        }
    }
    let missing: Vec<_> = missing.iter().map(u64::to_string).collect();
    match missing[..] {
        [] => Ok(()),
        [ref one] => Err(format!("shard {one} of {of} is missing")),
        _ => Err(format!("shards {} of {of} are missing", missing.join(", "))),
    }
}

/// Adds what the next shard found. Its cycles are counted from the shard's own start.
fn add(unit: &mut UnitReport, part: UnitReport) {
    unit.cycles += part.cycles;
    unit.checked += part.checked;
    unit.mismatches += part.mismatches;
    unit.failures.extend(part.failures);
    unit.build_time += part.build_time;
    unit.run_time += part.run_time;
    for (group, part) in unit.coverage.iter_mut().zip(part.coverage) {
        unite(group, part);
    }
}

/// A case is missed that all shards missed: each names all that it missed.
fn unite(group: &mut GroupSummary, part: GroupSummary) {
    let missed: BTreeSet<_> = part.holes.into_iter().collect();
    group.holes.retain(|hole| missed.contains(hole));
    group.hit = group.bins - group.holes.len();
}
