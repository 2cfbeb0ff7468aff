//! The report of a campaign as a JSON document. All fields except `timing` are the same for the
//! same device, seed and options.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::campaign::{Findings, Options, profile};
use crate::device::About;
use crate::error::version;
use crate::tally::{Disagreement, Tally};

/// Disagreements that the report shows; the file has more.
const SHOWN: usize = 20;

/// The document.
#[derive(Clone, Debug, Serialize)]
pub struct Report<'a> {
    format_version: u32,
    device: &'a str,
    capability: String,
    memory_mib: u64,
    driver: Option<&'a str>,
    compiler: String,
    profile: &'static str,
    seed: u64,
    per_form: u64,
    /// Forms that were asked for.
    forms: u64,
    /// Forms whose vectors were all compared.
    forms_done: u64,
    vectors: u64,
    comparisons: u64,
    disagreements: u64,
    instructions: &'a BTreeMap<String, Tally>,
    examples: &'a [Disagreement],
    timing: Timing,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct Timing {
    seconds: f64,
    vectors_per_second: f64,
}

impl<'a> Report<'a> {
    /// The report of what a campaign found on a device.
    pub fn new(about: &'a About, options: &Options, findings: &'a Findings) -> Self {
        let seconds = findings.time.as_secs_f64();
        Self {
            format_version: 1,
            device: &about.name,
            capability: format!("{}.{}", about.capability.0, about.capability.1),
            memory_mib: about.memory >> 20,
            driver: about.driver.as_deref(),
            compiler: version(about.compiler),
            profile: profile(about).name(),
            seed: options.seed,
            per_form: options.per_form,
            forms: findings.forms,
            forms_done: findings.forms_done(),
            vectors: findings.vectors,
            comparisons: findings.comparisons(),
            disagreements: findings.disagreed(),
            instructions: &findings.instructions,
            examples: &findings.disagreements[..findings.disagreements.len().min(SHOWN)],
            timing: Timing { seconds, vectors_per_second: findings.vectors as f64 / seconds },
        }
    }
}
