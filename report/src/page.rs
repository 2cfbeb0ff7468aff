//! The HTML page.

use std::collections::BTreeMap;

use askama::Template;
use vidalu_gen::Target;
use vidalu_prove::report::{Fault, Proof, UnitFaults, Verdict, WrapperFaults};
use vidalu_sim::GroupSummary;
use vidalu_sim::report::{Mismatch, StageValue, UnitReport};

use crate::document::Document;
use crate::findings::{Finding, findings};
use crate::picture::{self, Failures};

/// The page as the template reads it.
#[derive(Debug, Template)]
#[template(path = "page.html")]
struct Content<'a> {
    version: &'static str,
    style: &'static str,
    /// `failed`, `open` or `passed`.
    verdict: &'static str,
    summary: String,
    findings: Vec<Finding>,
    /// The number of mismatches that the documents count but do not describe.
    untold: u64,
    runs: Vec<&'a UnitReport>,
    pictures: Vec<(String, String)>,
    proofs: Vec<&'a Proof>,
    engines: Vec<String>,
    faults: Vec<Faults<'a>>,
}

/// The faults of a unit or a wrapper.
#[derive(Debug)]
struct Faults<'a> {
    name: String,
    config: &'a str,
    score: f64,
    mutants: usize,
    killed: usize,
    /// The faults of a wrapper that a claim refutes, and that its bench does not find.
    refuted: usize,
    survivors: usize,
    undecided: usize,
    equivalent: &'a [Fault],
    seed: u64,
}

/// A page for a browser.
#[derive(Clone, Debug)]
pub struct Page {
    /// The page in HTML.
    pub text: String,
    /// The verdict and the counts that stand at the top of the page, on one line.
    pub summary: String,
    /// Whether nothing on the page failed.
    pub passed: bool,
}

/// Makes the page of some documents.
pub fn page(documents: &[Document]) -> Page {
    let mut page = Content {
        version: env!("CARGO_PKG_VERSION"),
        style: concat!(
            include_str!("../templates/colours.css"),
            include_str!("../templates/page.css"),
            include_str!("../templates/picture.css"),
        ),
        verdict: "open",
        summary: String::new(),
        findings: findings(documents),
        untold: 0,
        runs: Vec::new(),
        pictures: Vec::new(),
        proofs: Vec::new(),
        engines: Vec::new(),
        faults: Vec::new(),
    };
    for document in documents {
        match document {
            Document::Cosim(report) => page.runs.extend(&report.units),
            Document::Prove(report) => {
                page.proofs.extend(&report.proofs);
                page.engines.extend(report.engines.iter().map(|engine| format!("{}: {}", engine.name, engine.version)));
            }
            Document::Mutate(report) => {
                page.faults.extend(report.units.iter().map(|unit| Faults::of_unit(unit, report.seed)));
                page.faults.extend(report.wrappers.iter().map(|wrapper| Faults::of_wrapper(wrapper, report.seed)));
            }
        }
    }
    page.engines.sort();
    page.engines.dedup();
    page.pictures = pictures(&page.runs, &page.proofs, &page.faults);
    page.untold = page.runs.iter().map(|run| run.mismatches.saturating_sub(run.failures.len() as u64)).sum();
    page.judge();
    let text = page.render().expect("writing to a string does not fail");
    Page { text, summary: format!("{}: {}", page.verdict, page.summary), passed: page.verdict != "failed" }
}

impl<'a> Faults<'a> {
    fn of_unit(unit: &'a UnitFaults, seed: u64) -> Self {
        Self {
            name: unit.unit.clone(),
            config: &unit.config,
            score: unit.score,
            mutants: unit.mutants,
            killed: unit.killed,
            refuted: 0,
            survivors: unit.survivors,
            undecided: unit.undecided,
            equivalent: &unit.equivalent_list,
            seed,
        }
    }

    fn of_wrapper(wrapper: &'a WrapperFaults, seed: u64) -> Self {
        Self {
            name: format!("{} of {}", wrapper.wrapper, wrapper.unit),
            config: &wrapper.config,
            score: wrapper.score(),
            mutants: wrapper.mutants,
            killed: wrapper.killed,
            refuted: wrapper.refuted_list.len(),
            survivors: wrapper.survivor_list.len(),
            undecided: wrapper.undecided_list.len(),
            equivalent: &wrapper.equivalent_list,
            seed,
        }
    }
}

impl Content<'_> {
    /// Sets the verdict and the summary.
    fn judge(&mut self) {
        let mismatches: u64 = self.runs.iter().map(|run| run.mismatches).sum();
        let checked: u64 = self.runs.iter().map(|run| run.checked).sum();
        let proven = self.proofs.iter().filter(|proof| proof.verdict == Verdict::Proven).count();
        let (killed, survivors) = self
            .faults
            .iter()
            .fold((0, 0), |(killed, left), faults| (killed + faults.killed + faults.refuted, left + faults.survivors));
        let mut facts = Vec::new();
        if !self.runs.is_empty() {
            facts.push(format!("{} mismatches, {} results compared", grouped(mismatches), grouped(checked)));
        }
        if !self.proofs.is_empty() {
            facts.push(format!("{proven} of {} claims are proven", self.proofs.len()));
        }
        if !self.faults.is_empty() {
            facts.push(format!("{survivors} of {} faults survive", killed + survivors));
        }
        let is_nothing = checked == 0 && self.proofs.is_empty() && killed + survivors == 0;
        self.verdict = match () {
            () if self.findings.iter().any(|finding| finding.severity.is_failure()) => "failed",
            () if is_nothing || !self.findings.is_empty() => "open",
            () => "passed",
        };
        self.summary = if is_nothing { "nothing was checked".to_owned() } else { facts.join(", ") };
    }
}

/// Returns the pictures of all units in the documents, each once, with the mismatches in their
/// stages.
fn pictures(runs: &[&UnitReport], proofs: &[&Proof], faults: &[Faults<'_>]) -> Vec<(String, String)> {
    let mut failures: BTreeMap<(&str, &str), Failures> = BTreeMap::new();
    for run in runs {
        let stages = failures.entry((&run.unit, &run.config)).or_default();
        for mismatch in &run.failures {
            *stages.entry((unit_of(mismatch).to_owned(), mismatch.stage.clone())).or_default() += 1;
        }
    }
    for proof in proofs {
        failures.entry((&proof.subject, &proof.config)).or_default();
    }
    for Faults { name, config, .. } in faults {
        failures.entry((name, config)).or_default();
    }
    let mut pictures: Vec<(String, String)> = Vec::new();
    for ((unit, config), stages) in &failures {
        for picture in picture::pictures(unit, config, stages) {
            if !pictures.contains(&picture) {
                pictures.push(picture);
            }
        }
    }
    pictures
}

/// Returns the unit in which a mismatch begins. In a unit that contains others, it is the one
/// whose instance has the first wrong value.
fn unit_of(mismatch: &Mismatch) -> &str {
    let is_first = |value: &&StageValue| value.stage == mismatch.stage && value.is_wrong();
    let instance = mismatch.stages.iter().find(is_first).and_then(|value| value.signal.split('.').next());
    let unit = instance.and_then(|instance| instance.strip_prefix("u_"));
    unit.filter(|unit| matches!(unit.parse(), Ok(Target::Unit(_)))).unwrap_or(&mismatch.unit)
}

/// Formats a number with commas between the thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns the number of holes that the report does not name.
fn unnamed(group: &GroupSummary) -> usize {
    group.bins.saturating_sub(group.hit + group.holes.len())
}

/// Formats a score in percent, rounded down: only a perfect score is 100.
fn score(score: &f64) -> String {
    format!("{:.2}", (score * 10_000.0).floor() / 100.0)
}

/// Formats `part` of `whole` in percent, for the length of a bar.
fn percent(part: &usize, whole: &usize) -> String {
    if *whole == 0 { "100".to_owned() } else { format!("{:.1}", *part as f64 * 100.0 / *whole as f64) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_easy_to_read() {
        assert_eq!([grouped(0), grouped(999), grouped(1_234_567)], ["0", "999", "1,234,567"]);
        assert_eq!([percent(&1, &3), percent(&0, &0)], ["33.3", "100"]);
        assert_eq!([score(&1.0), score(&0.99999), score(&0.5)], ["100.00", "99.99", "50.00"]);
    }

    /// Makes the page of a co-simulation of the unit video, with more keys in the document and in
    /// the unit.
    fn of_video(keys: &str, mismatches: &str) -> Page {
        let text = format!(
            r#"{{"format_version":1,"version":"","interrupted":false{keys},"units":[{{"unit":"video","sim":"icarus",
            "sim_version":"<b>","config":"ops=all","seed":1,"first":0,"cycles":9,"checked":9,{mismatches},
            "coverage":[{{"name":"more than all","bins":2,"hit":3,"holes":["a & b"]}}]}}]}}"#
        );
        page(&[Document::read(&text).expect("it is a document")])
    }

    #[test]
    fn a_shard_alone_is_not_a_success() {
        let none = r#""mismatches":0,"failures":[]"#;
        let Page { summary, text, .. } = of_video("", none);
        assert_eq!(summary, "passed: 0 mismatches, 9 results compared");
        assert!(!text.contains("Only these forms"), "{text}");
        let Page { text, .. } = of_video("", &format!(r#""forms":["vadd4.*","vmin4.*"],{none}"#));
        assert!(text.contains("Only these forms: <code>vadd4.*, vmin4.*</code>"), "{text}");
        let Page { text, .. } = of_video("", none);
        assert!(text.contains("a &#38; b") && text.contains("&#60;b&#62;") && !text.contains("<b>"), "{text}");
        let Page { summary, text, .. } = of_video(r#","shard":{"index":1,"of":2,"vectors":18}"#, none);
        assert!(summary.starts_with("open: ") && text.contains("shard 1 of 2"), "{summary}");
    }

    #[test]
    fn a_mismatch_is_drawn_in_the_unit_where_it_begins() {
        let Page { summary, text, .. } = of_video(
            "",
            r#""mismatches":1,"failures":[{"unit":"video","sim":"icarus","cycle":3,"index":1,"ptx":null,"operands":{},
            "outputs":[],"stage":"saturate","replay":"","stages":[
            {"stage":"primary","signal":"u_vmad.u_add.y_o","expected":"0x1","got":"0x1"},
            {"stage":"saturate","signal":"u_simd.u_lane_saturate.y_o","expected":"0x1","got":"0x2"}]}]"#,
        );
        assert_eq!(summary, "failed: 1 mismatches, 9 results compared");
        let bad: Vec<_> = text.split("<figure>").filter(|figure| figure.contains("class=\"stage bad\"")).collect();
        assert!(matches!(bad[..], [figure] if figure.contains("vidalu_simd</code>")), "{bad:?}");
    }

    #[test]
    fn nothing_is_not_a_success() {
        let Page { text, passed, .. } = page(&[]);
        assert!(passed && text.contains("nothing was checked") && text.contains("class=\"verdict open\""), "{text}");
    }
}
