//! Failures and open questions in the documents, all in one form, so that the page can show them
//! first.

use vidalu_prove::report::{Fault, MutateReport, Proof, ProveReport, Verdict};
use vidalu_sim::report::Mismatch;

use crate::document::Document;

/// A failure or an open question that a reader must look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    /// How bad the finding is.
    pub severity: Severity,
    /// The unit and the place.
    pub headline: String,
    /// More facts: the name and the text of each.
    pub facts: Vec<(&'static str, String)>,
    /// Values of outputs and stages beside the expected ones.
    pub values: Vec<Compared>,
    /// The command that reproduces the finding.
    pub command: Option<String>,
}

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Severity {
    /// The hardware differs from the golden model.
    Mismatch,
    /// A claim that does not hold.
    Refuted,
    /// A fault that no vector showed.
    Survivor,
    /// No engine decided a claim or a fault in time.
    Undecided,
    /// A run was ended early, or is only a part of one.
    Unfinished,
}

impl Severity {
    /// Returns the name on the page.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Mismatch => "mismatch",
            Self::Refuted => "refuted",
            Self::Survivor => "survivor",
            Self::Undecided => "undecided",
            Self::Unfinished => "unfinished",
        }
    }

    /// Returns whether something is wrong, and not only unknown.
    pub(crate) fn is_failure(self) -> bool {
        self <= Self::Survivor
    }
}

/// A value and the expected one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Compared {
    /// The port or signal.
    pub name: String,
    /// The stage that the value belongs to.
    pub stage: String,
    /// The golden model's value.
    pub expected: String,
    /// The module's value in runs of digits, each with whether it differs from the expected one.
    pub got: Vec<(String, bool)>,
}

impl Compared {
    fn new(name: &str, stage: &str, expected: &str, got: &str) -> Self {
        Self { name: name.to_owned(), stage: stage.to_owned(), expected: expected.to_owned(), got: cut(expected, got) }
    }

    /// Returns whether the value is the expected one.
    pub(crate) fn is_right(&self) -> bool {
        self.got.iter().all(|(_, differs)| !differs)
    }
}

/// Splits the digits of `got` into runs that are equal to `expected` and runs that differ.
fn cut(expected: &str, got: &str) -> Vec<(String, bool)> {
    let mut runs: Vec<(String, bool)> = Vec::new();
    let mut digits = expected.chars();
    let is_aligned = expected.len() == got.len();
    for digit in got.chars() {
        let differs = !is_aligned || digits.next() != Some(digit);
        match runs.last_mut().filter(|(_, of)| *of == differs) {
            Some((run, _)) => run.push(digit),
            None => runs.push((digit.to_string(), differs)),
        }
    }
    runs
}

/// Returns all findings, the worst first.
pub(crate) fn findings(documents: &[Document]) -> Vec<Finding> {
    let mut findings: Vec<_> = documents.iter().flat_map(of_document).collect();
    findings.sort_by_key(|finding| finding.severity);
    findings
}

fn of_document(document: &Document) -> Vec<Finding> {
    match document {
        Document::Cosim(report) => {
            let mut found: Vec<_> = report.units.iter().flat_map(|unit| &unit.failures).map(mismatch).collect();
            for unit in report.units.iter().filter(|unit| unit.mismatches > 0 && unit.failures.is_empty()) {
                found.push(plain(
                    Severity::Mismatch,
                    format!("{} in {}, {} cycles", unit.unit, unit.sim, unit.mismatches),
                ));
            }
            if let Some(shard) = report.shard {
                let headline = format!("only shard {} of {} of the co-simulation", shard.index, shard.of);
                let facts = vec![("remedy", "combine all shards with vidalu merge --format json".to_owned())];
                found.push(Finding { facts, ..plain(Severity::Unfinished, headline) });
            }
            if report.interrupted {
                found.push(plain(Severity::Unfinished, "the co-simulation was ended early".to_owned()));
            }
            found
        }
        Document::Prove(report) => proofs(report),
        Document::Mutate(report) => faults(report),
    }
}

fn plain(severity: Severity, headline: String) -> Finding {
    Finding { severity, headline, facts: Vec::new(), values: Vec::new(), command: None }
}

fn mismatch(found: &Mismatch) -> Finding {
    Finding {
        severity: Severity::Mismatch,
        headline: format!("{} in {}, cycle {}, {}", found.unit, found.sim, found.cycle, found.instruction()),
        facts: facts_of(found),
        values: values_of(found),
        command: found.replay.clone(),
    }
}

fn facts_of(found: &Mismatch) -> Vec<(&'static str, String)> {
    let operands: Vec<_> = found.operands.iter().map(|(port, value)| format!("{port} {value}")).collect();
    let mut facts: Vec<_> = found.ptx.iter().map(|ptx| ("instruction", ptx.clone())).collect();
    facts.extend([("inputs", operands.join(", ")), ("first wrong stage", found.stage.clone())]);
    facts
}

fn values_of(found: &Mismatch) -> Vec<Compared> {
    let stages = found.stages.iter().map(|value| {
        Compared::new(&value.signal, &value.stage, &value.expected, value.got.as_deref().unwrap_or_default())
    });
    let outputs = found.outputs.iter().map(|value| Compared::new(&value.name, "output", &value.expected, &value.got));
    stages.chain(outputs).collect()
}

fn proofs(report: &ProveReport) -> Vec<Finding> {
    let open = report.proofs.iter().filter(|proof| proof.verdict != Verdict::Proven);
    open.map(|proof| {
        let severity = if proof.verdict == Verdict::Refuted { Severity::Refuted } else { Severity::Undecided };
        let mut finding = plain(severity, format!("{}: {}", proof.subject, proof.claim));
        finding.facts = vec![("claim", proof.says.clone().into_owned()), ("configuration", proof.config.clone())];
        finding.facts.extend(proof.cycles.map(|cycles| ("bounded", format!("{cycles} cycles after a reset"))));
        finding.facts.extend(proof.case.iter().map(|case| ("case", case.clone())));
        counterexample(proof, &mut finding);
        finding
    })
    .collect()
}

fn counterexample(proof: &Proof, finding: &mut Finding) {
    let Some(found) = &proof.counterexample else { return };
    match &found.mismatch {
        Some(mismatch) => {
            finding.facts.extend(facts_of(mismatch));
            finding.values = values_of(mismatch);
            finding.command.clone_from(&mismatch.replay);
        }
        None => {
            let values: Vec<_> = found.values.iter().map(|(name, value)| format!("{name} {value}")).collect();
            finding.facts.push(("values", values.join(", ")));
        }
    }
}

fn faults(report: &MutateReport) -> Vec<Finding> {
    let headline = |unit: &str, fault: &Fault| format!("{unit}: {} {} at {}", fault.wire, fault.fault, fault.place);
    let mut found = Vec::new();
    for unit in &report.units {
        for survivor in &unit.survivor_list {
            let inputs: Vec<_> = survivor.inputs.iter().map(|pin| format!("{} {}", pin.name, pin.value)).collect();
            let mut finding = plain(Severity::Survivor, headline(&unit.unit, &survivor.fault));
            finding.facts = vec![
                ("shown by", survivor.ptx.clone().unwrap_or_else(|| "a cycle without an instruction".to_owned())),
                ("with", inputs.join(", ")),
            ];
            let told = survivor.outputs.iter();
            finding.values =
                told.map(|told| Compared::new(&told.output, "output", &told.expected, &told.got)).collect();
            found.push(finding);
        }
        found.extend(unit.undecided_list.iter().map(|fault| plain(Severity::Undecided, headline(&unit.unit, fault))));
    }
    for wrapper in &report.wrappers {
        let name = format!("{} of {}", wrapper.wrapper, wrapper.unit);
        let finding = |severity, fault: &Fault| plain(severity, headline(&name, fault));
        found.extend(wrapper.survivor_list.iter().map(|fault| finding(Severity::Survivor, fault)));
        found.extend(wrapper.undecided_list.iter().map(|fault| finding(Severity::Undecided, fault)));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_that_differ_are_cut_out() {
        let run = |text: &str, differs| (text.to_owned(), differs);
        assert_eq!(cut("00ff", "00f0"), [run("00f", false), run("0", true)]);
        assert_eq!(cut("1234", "1x34"), [run("1", false), run("x", true), run("34", false)]);
        assert_eq!(cut("12", "012"), [run("012", true)]);
        assert!(Compared::new("d_o", "output", "12", "12").is_right());
    }

    #[test]
    fn the_worst_stands_first() {
        assert!(
            Severity::Mismatch < Severity::Survivor
                && Severity::Survivor.is_failure()
                && !Severity::Undecided.is_failure()
        );
    }
}
