//! The clock that a unit is expected to reach on a target.

use itertools::Itertools;
use serde::Serialize;
use vidalu_gen::space::Setup;
use vidalu_gen::{Config, Design, Key, Target, Unit};
use vidalu_synth::{Candidate, Delays, Estimate, Stretch, Technology, Unmeasured, candidates, fastest, form, smallest};

use crate::config::ConfigArgs;
use crate::diagnosis;
use crate::failure::{Exit, Failure};
use crate::output;

/// The clock that is expected on a target.
#[derive(Serialize)]
pub(super) struct Expected {
    target: String,
    #[serde(flatten)]
    estimate: Estimate,
    /// The fewest rows that gain at least 2 %, if any do.
    #[serde(skip_serializing_if = "Option::is_none")]
    deeper: Option<Rows>,
    /// The fewest rows that reach this clock, if the unit has more.
    #[serde(skip_serializing_if = "Option::is_none")]
    fewer: Option<Rows>,
    /// The fastest form with as many rows, if it gains at least 2 %.
    #[serde(skip_serializing_if = "Option::is_none")]
    form: Option<Form>,
    /// The command that measures the clock.
    measure: String,
    /// The digits of a nanosecond in the text: a stage of an FPGA takes nanoseconds, and a stage of
    /// cells takes tenths.
    #[serde(skip)]
    digits: usize,
}

/// A number of rows, and the clock that is expected with them.
#[derive(Serialize)]
struct Rows {
    rows: u32,
    mhz: f64,
}

/// A form, and the clock that is expected of it.
#[derive(Serialize)]
struct Form {
    /// The flags in which it differs.
    flags: String,
    mhz: f64,
}

/// The gain that further rows or another form must have, so that they are mentioned.
const GAIN: f64 = 1.02;

/// Returns the target with this name, which must have a clock.
pub(super) fn technology(name: Option<&str>) -> Result<Option<Technology>, Failure> {
    match name.map(Technology::named).transpose()? {
        Some(Technology::Lut6) => {
            let help = "use --target ice40, ecp5, or the path of a Liberty file";
            Err(Failure::input("lut6 has levels and no clock", help))
        }
        technology => Ok(technology),
    }
}

/// Returns the smallest configuration that is expected to meet a clock, and says which it is.
pub(super) fn chosen(
    technology: &Technology,
    setup: Setup,
    base: &Config,
    given: &ConfigArgs,
    mhz: f64,
) -> Result<Config, Failure> {
    let is_free = |key: &Key| given.word(key.name).is_none();
    let all = candidates(technology, setup, base, is_free)?;
    let chosen = smallest(&all, mhz);
    let Some(Candidate { config, estimate, .. }) = chosen.or_else(|| fastest(&all)) else {
        let design = setup.generate(base)?;
        let (message, help) = unknown(technology, setup, &design, &format!("--frequency {mhz}"));
        return Err(Failure::input(message, help));
    };
    let flags = config.flags();
    let flags = if flags.is_empty() { "the default configuration" } else { &flags };
    if chosen.is_some() {
        output::talk(&format!("chosen for {mhz} MHz on {}: {flags}\n", technology.name()));
        return Ok(config.clone());
    }
    let longest = estimate.longest();
    let message = format!(
        "{mhz} MHz on {} is not expected of any form: the fastest, {flags}, has about {:.0} MHz, because of {} with \
         {:.*} ns",
        technology.name(),
        estimate.mhz,
        longest.name(),
        digits(technology),
        longest.ns
    );
    let mut others = base.clone();
    for (key, _) in vidalu_synth::chosen_keys(technology, setup, is_free) {
        others.set(key, &key.default())?;
    }
    // A key that is given with its default value is not among the flags of a configuration.
    let keys = vidalu_synth::chosen_keys(technology, setup, |_| true).into_iter().map(|(key, _)| key);
    let given = keys.filter(|key| !is_free(key) && key.is_default(&others));
    let given = given.map(|key| format!("--{} {} ", key.flag(), output::word(&key.default())));
    let measure = measure(technology, setup, &others, &format!("{}--frequency {mhz}", given.collect::<String>()));
    let help = format!("ask for a lower clock; or measure it, because estimates can be 15 % off: {measure}");
    Err(Failure::Error(Exit::Mismatch, diagnosis::plain(message, help)))
}

/// Returns the clock that is expected of a design. If none is known, says how to measure it.
pub(super) fn expected(technology: &Technology, setup: Setup, design: &Design) -> Result<Option<Expected>, Failure> {
    // The cells of a library are timed without placement.
    let flag = if technology.is_device() { "--route" } else { "" };
    let Some(estimate) = Delays::of(technology).and_then(|delays| delays.estimate(design)) else {
        let (message, help) = unknown(technology, setup, design, flag);
        output::talk(&format!("note: {message}; {help}\n"));
        return Ok(None);
    };
    let is_depth = |key: &Key| key.name == "depth";
    let depths = candidates(technology, setup, &design.config, is_depth)?;
    let with_rows = |mhz: f64| {
        let fewest = depths.iter().find(|candidate| candidate.estimate.mhz >= mhz)?;
        Some(Rows { rows: fewest.rows, mhz: fewest.estimate.mhz })
    };
    let deeper = with_rows(GAIN * estimate.mhz).filter(|other| other.rows > design.latency);
    let fewer = with_rows(estimate.mhz).filter(|other| other.rows < design.latency);
    let is_of_form = |key: &Key| !is_depth(key);
    let forms = candidates(technology, setup, &design.config, is_of_form)?;
    let form = fastest(&forms).filter(|fastest| fastest.estimate.mhz >= GAIN * estimate.mhz).map(|fastest| {
        let keys = vidalu_synth::chosen_keys(technology, setup, is_of_form).into_iter().map(|(key, _)| key);
        let differing = keys.filter(|key| key.word(&fastest.config) != key.word(&design.config));
        let flag = |key: &Key| format!("--{} {}", key.name, output::word(&key.word(&fastest.config)));
        Form { flags: differing.map(flag).sorted().join(" "), mhz: fastest.estimate.mhz }
    });
    let target = technology.name().to_owned();
    let measure = measure(technology, setup, &design.config, flag);
    Ok(Some(Expected { target, estimate, deeper, fewer, form, measure, digits: digits(technology) }))
}

/// Returns the digits of a nanosecond: a stage on an FPGA takes nanoseconds, and one of cells takes
/// tenths.
fn digits(technology: &Technology) -> usize {
    if technology.is_device() { 1 } else { 2 }
}

/// Returns the command that measures a configuration, with a further flag.
fn measure(technology: &Technology, setup: Setup, config: &Config, flag: &str) -> String {
    let flags = config.for_target(setup.target()).flags();
    let words = [output::word(&technology.word()).into_owned(), setup.flags(), flags, flag.to_owned()];
    format!("vidalu synth --target {}", words.iter().filter(|word| !word.is_empty()).join(" "))
}

/// Returns that no clock is known, and where one is, with the flag of `vidalu synth` that finds it.
fn unknown(technology: &Technology, setup: Setup, design: &Design, flag: &str) -> (String, String) {
    let name = technology.name();
    let measure = measure(technology, setup, &design.config, flag);
    if Delays::of(technology).is_none() {
        let known = Delays::known().join(", ");
        return (
            format!("no delays on {name} are known"),
            format!("they are known on {known}; to measure it: {measure}"),
        );
    }
    let known = where_known(technology, design);
    (
        format!("no clock on {name} is known for {setup} in this configuration"),
        format!("{known}; to measure it: {measure}"),
    )
}

/// Returns where a clock is known, by the first condition that a design does not meet.
fn where_known(technology: &Technology, design: &Design) -> &'static str {
    match form(design) {
        Err(Unmeasured::Target) => return "clocks are known for the units scalar, simd and vmad",
        Err(Unmeasured::Bus) => return "clocks are known without a bus",
        Err(Unmeasured::Style) => return "clocks are known for the optimized style",
        Err(Unmeasured::Operations) => return "clocks are known for a unit with all its usual operations",
        Err(Unmeasured::Form) | Ok(_) => {}
    }
    match (design.target, technology.is_device()) {
        (Target::Unit(Unit::Vmad), true) => {
            "clocks are known with `adder = +`, and with the multipliers * and booth4-dadda"
        }
        (Target::Unit(Unit::Vmad), false) => {
            "clocks are known with the adders + and sklansky, and with the multipliers * and booth4-dadda"
        }
        (Target::Unit(Unit::Simd), true) => "clocks are known with `adder = +`, but not for the form for cells",
        (Target::Unit(Unit::Simd), false) => {
            "clocks are known with the adders + and sklansky, and for the form for cells with sklansky alone"
        }
        (_, true) => "clocks are known with `adder = +`",
        (_, false) => "clocks are known with the adders + and sklansky",
    }
}

impl Expected {
    /// Returns the lines for the user.
    pub(super) fn to_text(&self) -> String {
        let Self { target, estimate, deeper, fewer, form, measure, digits } = self;
        let digits = *digits;
        let mut text = format!("{target}: about {:.0} MHz, because of {}\n", estimate.mhz, estimate.longest().name());
        for Stretch { stages, stages_ns, inputs_ns, registers_ns, ns } in &estimate.stretches {
            let named = |name: &str, delay: f64| format!("{name} {delay:.digits$}");
            let around = |name, delay: f64| (delay > 0.0).then(|| named(name, delay));
            let stages = stages.iter().zip(stages_ns).map(|(stage, delay)| named(stage, *delay));
            let all = around("inputs", *inputs_ns).into_iter().chain(stages).chain(around("registers", *registers_ns));
            text += &format!("  {} = {ns:.digits$} ns\n", all.collect::<Vec<_>>().join(" + "));
        }
        let counted = |rows: u32| if rows == 1 { "1 row".to_owned() } else { format!("{rows} rows") };
        text += &match (deeper, fewer) {
            (Some(Rows { rows, mhz }), _) => format!("with {}: about {mhz:.0} MHz\n", counted(*rows)),
            (None, Some(Rows { rows, .. })) => format!("this form reaches this clock with {}\n", counted(*rows)),
            (None, None) => "further rows gain less than 2 % in this form\n".to_owned(),
        };
        if let Some(Form { flags, mhz }) = form {
            text += &format!("with {flags}: about {mhz:.0} MHz\n");
        }
        text + &format!("to measure it: {measure}\n")
    }
}
