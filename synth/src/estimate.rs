//! The clock of a pipeline without synthesis, by the delays of its stages, and its area.
//!
//! `stages.toml` has the delay of each stage on each target, as `cargo xtask stages` fitted it to
//! units that were placed and routed, or timed in the cells of a library. A row of registers adds
//! the same overhead everywhere. The file also has the area of each of these units.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use itertools::Itertools;
use serde::{Deserialize, Serialize};
use vidalu_gen::outline::{sections, unnumbered};
use vidalu_gen::{Adder, Choice as _, Config, Design, Goal, Ready, Style, Target, Unit};

use crate::stage::{self, BEFORE, is_row};
use crate::target::Technology;

/// The stage that only the text of `scalar` with rows has, in its form for tables.
const ORDER_OR_ADD: &str = "order | add";

/// The stages between two rows of registers, or between a row and the ports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The names of the stages, in the order of the dataflow.
    pub stages: Vec<String>,
    /// The number of its ends that are rows of registers and not ports: 0 to 2.
    pub rows: u8,
    /// Whether it begins with the inputs of a unit whose `ready_o` is from a register: they are
    /// chosen from the ports or from the buffer that holds an instruction.
    pub is_buffered: bool,
}

/// A span with its delays.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Stretch {
    /// The names of the stages, in the order of the dataflow.
    pub stages: Vec<String>,
    /// The delay of each stage, in nanoseconds.
    pub stages_ns: Vec<f64>,
    /// The delay of the choice of the inputs in front of them, in nanoseconds; 0 without a buffer.
    pub inputs_ns: f64,
    /// The delay of the registers at the ends, in nanoseconds.
    pub registers_ns: f64,
    /// The delay from the registers before to those behind, in nanoseconds.
    pub ns: f64,
}

/// The expected clock of a unit.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The stretches of the pipeline, in the order of the dataflow.
    pub stretches: Vec<Stretch>,
    /// The clock in MHz.
    pub mhz: f64,
}

impl Estimate {
    /// Returns the stretch that limits the clock.
    pub fn longest(&self) -> &Stretch {
        let longest = self.stretches.iter().max_by(|a, b| a.ns.total_cmp(&b.ns));
        longest.expect("a unit has a stage")
    }
}

/// The delays on a target, in nanoseconds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Delays {
    /// Whether the ports count as registers, because a unit is measured in a frame of them.
    #[serde(rename = "framed")]
    pub is_framed: bool,
    /// The delay of two rows of registers, one at each end of a span.
    pub registers: f64,
    /// The delay of the choice of the inputs, if `ready_o` is from a register.
    pub inputs: f64,
    /// The area by unit and form, then by the number of rows from 0 on: logic cells of an FPGA, or
    /// µm² of the cells of a library.
    pub areas: BTreeMap<String, Vec<u32>>,
    /// The delay of each stage, by unit and form, then by its name.
    pub stages: BTreeMap<String, BTreeMap<String, f64>>,
}

/// The fitted delays, by the name of the target.
static FITTED: LazyLock<BTreeMap<String, Delays>> =
    LazyLock::new(|| toml::from_str(include_str!("stages.toml")).expect("a test reads the file"));

impl Delays {
    /// Returns the fitted delays on a target; `None` if it was not measured.
    pub fn of(technology: &Technology) -> Option<&'static Self> {
        FITTED.get(technology.name())
    }

    /// Returns the names of the targets that were measured.
    pub fn known() -> impl Iterator<Item = &'static str> {
        FITTED.keys().map(String::as_str)
    }

    /// Returns the expected clock of a design; `None` if no unit of its kind was measured.
    pub fn estimate(&self, design: &Design) -> Option<Estimate> {
        let (form, spans) = (form(design).ok()?, spans(design));
        let kind = kind(&form, &spans);
        let stretches: Vec<_> = spans.into_iter().map(|span| self.of_span(&kind, span)).collect::<Option<_>>()?;
        let longest = stretches.iter().map(|stretch| stretch.ns).max_by(f64::total_cmp)?;
        Some(Estimate { stretches, mhz: 1e3 / longest })
    }

    /// Returns a span of a unit and form with its delays; `None` if one of them is not known.
    pub fn of_span(&self, kind: &str, Span { stages, rows, is_buffered }: Span) -> Option<Stretch> {
        let stages_ns: Vec<f64> = stages.iter().map(|stage| self.of_stage(kind, stage)).collect::<Option<_>>()?;
        let inputs_ns = if is_buffered { self.inputs } else { 0.0 };
        let registers_ns = self.registers * if self.is_framed { 1.0 } else { f64::from(rows) / 2.0 };
        let ns = inputs_ns + stages_ns.iter().sum::<f64>() + registers_ns;
        Some(Stretch { stages, stages_ns, inputs_ns, registers_ns, ns })
    }

    /// Returns the delay of a stage of a unit and form.
    pub fn of_stage(&self, kind: &str, stage: &str) -> Option<f64> {
        self.stages.get(kind)?.get(unnumbered(stage)).copied()
    }

    /// Returns the area that was measured of a design with as many rows, in the configuration that
    /// has only these keys; `None` if no unit of its kind was measured.
    pub fn area(&self, design: &Design) -> Option<u32> {
        self.areas.get(&form(design).ok()?)?.get(design.latency as usize).copied()
    }

    /// Returns the delays, rounded to a hundredth of a nanosecond.
    pub fn rounded(mut self) -> Self {
        let round = |ns: &mut f64| *ns = (*ns * 100.0).round() / 100.0;
        round(&mut self.registers);
        round(&mut self.inputs);
        self.stages.values_mut().flat_map(BTreeMap::values_mut).for_each(round);
        self
    }
}

/// The reason why no design with this unit and form was measured. A later one holds only if no
/// earlier one does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unmeasured {
    /// It is a block, or another unit.
    Target,
    /// The unit is behind a bus.
    Bus,
    /// The style is not the optimized one.
    Style,
    /// The unit has other operations than it usually has.
    Operations,
    /// The form of the unit for this goal was only measured with other adders.
    Form,
}

/// Returns the unit and the form of a design, as `stages.toml` names them. Only units alone have
/// one, with their usual operations.
///
/// # Errors
/// If no unit of this kind was measured on any target.
pub fn form(design: &Design) -> Result<String, Unmeasured> {
    let Config { adder, multiplier, style, goal, .. } = &design.config;
    let Target::Unit(unit @ (Unit::Scalar | Unit::Simd | Unit::Vmad)) = design.target else {
        return Err(Unmeasured::Target);
    };
    if design.wrapped.is_some() {
        return Err(Unmeasured::Bus);
    }
    if *style != Style::Optimized {
        return Err(Unmeasured::Style);
    }
    if !design.config.unit_ops(unit).eq(Config::default().unit_ops(unit)) {
        return Err(Unmeasured::Operations);
    }
    // vmad has no form for tables.
    let goal = if (unit, *goal) == (Unit::Vmad, Goal::Tables) { Goal::Balanced } else { *goal };
    if !has_form(unit, goal, *adder) {
        return Err(Unmeasured::Form);
    }
    let multiplier = (unit == Unit::Vmad).then(|| multiplier.name());
    // This form of simd leaves its adders to the tool.
    let has_adder = (unit, goal) != (Unit::Simd, Goal::Balanced);
    let written = (*adder != Adder::Plus && has_adder).then(|| adder.name());
    Ok([Some(unit.name()), multiplier, written, Some(goal.name())].into_iter().flatten().join(" "))
}

/// Returns the form of a design with these spans, and whether it has another text with rows, in
/// which stages of the same names do other work. Delays are fitted to one text.
pub fn kind(form: &str, spans: &[Span]) -> String {
    let has_rows = spans.iter().flat_map(|span| &span.stages).any(|stage| stage == ORDER_OR_ADD);
    if has_rows { format!("{form} with rows") } else { form.to_owned() }
}

/// Returns whether a unit alone has a form for a goal that was measured: vmad has none for tables,
/// and that of simd for cells was not measured with adders that are left to the tool.
pub(crate) fn has_form(unit: Unit, goal: Goal, adder: Adder) -> bool {
    match (unit, goal) {
        (Unit::Simd, Goal::Cells) => adder != Adder::Plus,
        (Unit::Vmad, Goal::Tables) => false,
        _ => true,
    }
}

/// Returns the spans of a unit, in the order of the dataflow. A span without a stage is left out:
/// it is at a port, or between two rows in the same place.
pub fn spans(design: &Design) -> Vec<Span> {
    let text = design.files.last().map_or("", |file| &file.text);
    let is_buffered = design.config.ready == Ready::Registered;
    let mut spans = vec![Span { stages: Vec::new(), rows: 0, is_buffered }];
    for section in sections(text) {
        let last = spans.last_mut().expect("it is never empty");
        if is_row(&section) {
            last.rows += 1;
            spans.push(Span { stages: Vec::new(), rows: 1, is_buffered: false });
        } else if !BEFORE.contains(&section.name.as_str()) {
            last.stages.push(section.name);
        }
    }
    spans.retain(|span| !span.stages.is_empty());
    spans
}

impl Stretch {
    /// Returns the name, as [`name_of`] does.
    pub fn name(&self) -> String {
        name_of(&self.stages)
    }
}

/// Returns the name of a stretch: its first and its last stage. The slowest stage of a
/// [`Row`](crate::Row) has such a name.
pub fn name_of(stages: &[String]) -> String {
    match stages {
        [first, .., last] => stage::name_of(first, last),
        only => only.concat(),
    }
}

#[cfg(test)]
mod tests {
    use vidalu_gen::{Multiplier, generate};

    use super::*;

    fn scalar(text: &str) -> Design {
        let config = Config::from_toml(text).expect("it is a configuration");
        generate(Target::Unit(Unit::Scalar), &config).expect("it is valid")
    }

    /// Delays of 1, 2, 4 ns and so on for the stages of the balanced form.
    fn delays() -> Delays {
        let names = ["select", "order", "primary", "saturate", "secondary | merge"];
        let stages = names.into_iter().zip(0..).map(|(name, power)| (name.to_owned(), f64::from(1 << power)));
        let stages = BTreeMap::from([("scalar balanced".to_owned(), stages.collect())]);
        Delays { is_framed: true, registers: 1.0, inputs: 0.25, areas: BTreeMap::new(), stages }
    }

    #[test]
    fn the_longest_stretch_limits_the_clock() {
        let estimate = delays().estimate(&scalar("depth = 2")).unwrap();
        let found: Vec<_> = estimate.stretches.iter().map(|it| (it.name(), it.ns)).collect();
        let expected = [("select to order", 4.0), ("primary", 5.0), ("saturate to secondary | merge", 25.0)];
        assert_eq!(found, expected.map(|(name, ns)| (name.to_owned(), ns)));
        assert_eq!(estimate.stretches[0].stages_ns, [1.0, 2.0]);
        assert_eq!((estimate.stretches[0].registers_ns, estimate.mhz), (1.0, 40.0));
        assert_eq!(estimate.longest().name(), "saturate to secondary | merge");
        // A row at a port begins no stretch.
        assert_eq!(delays().estimate(&scalar("depth = 6")).unwrap().stretches.len(), 5);
    }

    #[test]
    fn a_port_is_no_register_unless_the_unit_is_framed() {
        let delays = Delays { is_framed: false, ..delays() };
        let registers = |text: &str| -> Vec<_> {
            delays.estimate(&scalar(text)).unwrap().stretches.iter().map(|it| it.registers_ns).collect()
        };
        assert_eq!(registers("depth = 0"), [0.0]);
        assert_eq!(registers("depth = 2"), [0.5, 1.0, 0.5]);
        // With two rows at the ports.
        assert_eq!(registers("depth = 6"), [1.0; 5]);
    }

    #[test]
    fn a_buffer_is_in_front_of_the_first_stage() {
        let estimate =
            delays().estimate(&scalar("depth = 2\nhandshake = 'valid-ready'\nready = 'registered'")).unwrap();
        let found: Vec<_> = estimate.stretches.iter().map(|it| (it.name(), it.inputs_ns, it.ns)).collect();
        assert_eq!(found[0], ("select to order".to_owned(), 0.25, 4.25));
        assert_eq!(found[1], ("primary".to_owned(), 0.0, 5.0));
    }

    #[test]
    fn only_what_was_measured_has_an_estimate() {
        assert!(delays().estimate(&scalar("adder = 'ripple'")).is_none());
        assert!(delays().estimate(&scalar("multiplier = 'booth4'")).is_some(), "it has no multiplier");
        assert!(delays().estimate(&scalar("style = 'behavioral'")).is_none());
        assert!(delays().estimate(&scalar("ops = ['vadd', 'vmin']")).is_none());
        // The form for tables has stages of its own.
        assert!(delays().estimate(&scalar("goal = 'tables'")).is_none());
        let video = generate(Target::Unit(Unit::Video), &Config::default()).unwrap();
        assert!(delays().estimate(&video).is_none());
    }

    #[test]
    fn the_form_of_a_unit_is_named_by_what_makes_it() {
        use Adder::{Plus, Sklansky};
        use Multiplier::{Booth4Dadda, Star};
        let form_of = |unit, goal, adder, multiplier| {
            let config = Config { goal, adder, multiplier, ..Config::default() };
            form(&generate(Target::Unit(unit), &config).unwrap())
        };
        let own = |name: &str| Ok(name.to_owned());
        assert_eq!(form_of(Unit::Scalar, Goal::Cells, Plus, Star), own("scalar cells"));
        assert_eq!(form_of(Unit::Scalar, Goal::Cells, Sklansky, Star), own("scalar sklansky cells"));
        assert_eq!(form_of(Unit::Simd, Goal::Tables, Plus, Star), own("simd tables"));
        assert_eq!(form_of(Unit::Simd, Goal::Cells, Plus, Star), Err(Unmeasured::Form));
        assert_eq!(form_of(Unit::Simd, Goal::Cells, Sklansky, Star), own("simd sklansky cells"));
        assert_eq!(form_of(Unit::Simd, Goal::Balanced, Sklansky, Star), own("simd balanced"));
        assert_eq!(form_of(Unit::Vmad, Goal::Tables, Plus, Star), own("vmad * balanced"));
        assert_eq!(form_of(Unit::Vmad, Goal::Cells, Plus, Booth4Dadda), own("vmad booth4-dadda cells"));
    }
}
