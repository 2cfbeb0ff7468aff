//! The clock of a pipeline on an FPGA without synthesis, by the delays of its stages.
//!
//! `stages.toml` has the delay of each stage on each device, as `cargo xtask stages` fitted it to
//! placed and routed units. A row of registers adds the same overhead everywhere.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use itertools::Itertools;
use serde::{Deserialize, Serialize};
use vidalu_gen::outline::{sections, unnumbered};
use vidalu_gen::space::Setup;
use vidalu_gen::{Adder, Choice as _, Config, ConfigError, Design, Goal, Key, Multiplier, Style, Target, Unit};

use crate::axes::configurations;
use crate::stage::{self, BEFORE, is_row};
use crate::target::Device;

/// The stages between two rows of registers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Stretch {
    /// The names of the stages, in the order of the dataflow.
    pub stages: Vec<String>,
    /// The delay of each stage, in nanoseconds.
    pub stages_ns: Vec<f64>,
    /// The delay from the registers before to those behind, in nanoseconds.
    pub ns: f64,
}

/// The expected clock of a unit.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The stretches of the pipeline, in the order of the dataflow.
    pub stretches: Vec<Stretch>,
    /// The delay of the registers at the ends of a stretch, in nanoseconds.
    pub registers_ns: f64,
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

/// The delays on a device, in nanoseconds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Delays {
    /// The delay of the registers at the ends of a stretch.
    pub registers: f64,
    /// The delay of each stage, by unit and form, then by its name.
    pub stages: BTreeMap<String, BTreeMap<String, f64>>,
}

/// The fitted delays, by the name of the device.
static FITTED: LazyLock<BTreeMap<String, Delays>> =
    LazyLock::new(|| toml::from_str(include_str!("stages.toml")).expect("a test reads the file"));

impl Delays {
    /// Returns the fitted delays on a device.
    pub fn of(device: &Device) -> &'static Self {
        &FITTED[device.name]
    }

    /// Returns the expected clock of a design; `None` if no unit of its kind was measured.
    pub fn estimate(&self, design: &Design) -> Option<Estimate> {
        let kind = kind(design)?;
        let of_stage = |stage: &String| self.of_stage(&kind, stage);
        let stretches = stretches(design).into_iter().map(|stages| {
            let stages_ns = stages.iter().map(of_stage).collect::<Option<Vec<_>>>()?;
            let ns = self.registers + stages_ns.iter().sum::<f64>();
            Some(Stretch { stages, stages_ns, ns })
        });
        let stretches: Vec<_> = stretches.collect::<Option<_>>()?;
        let longest = stretches.iter().map(|stretch| stretch.ns).max_by(f64::total_cmp)?;
        Some(Estimate { stretches, registers_ns: self.registers, mhz: 1e3 / longest })
    }

    /// Returns the delay of a stage of a unit and form.
    pub fn of_stage(&self, kind: &str, stage: &str) -> Option<f64> {
        self.stages.get(kind)?.get(unnumbered(stage)).copied()
    }

    /// Returns the delays, rounded to a hundredth of a nanosecond.
    pub fn rounded(mut self) -> Self {
        let round = |ns: &mut f64| *ns = (*ns * 100.0).round() / 100.0;
        round(&mut self.registers);
        self.stages.values_mut().flat_map(BTreeMap::values_mut).for_each(round);
        self
    }
}

/// Returns the unit and the form of a design, as `stages.toml` names them. Only units alone were
/// measured, with their usual operations, and with adders that are left to the tool.
pub fn kind(design: &Design) -> Option<String> {
    let (Target::Unit(unit), Config { adder, multiplier, style, goal, .. }) = (design.target, &design.config) else {
        return None;
    };
    let is_measured = design.wrapped.is_none()
        && design.config.unit_ops(unit).eq(Config::default().unit_ops(unit))
        && (*adder, *style) == (Adder::Plus, Style::Optimized);
    let goal = if has_form(unit, *goal) { *goal } else { Goal::Balanced };
    let multiplier = (unit == Unit::Vmad).then(|| multiplier.name());
    let words = [Some(unit.name()), multiplier, Some(goal.name())];
    is_measured.then(|| words.into_iter().flatten().join(" "))
}

/// Returns whether a unit alone has a form for a goal: with adders that are left to the tool, simd
/// has none for cells, and vmad has none for tables.
fn has_form(unit: Unit, goal: Goal) -> bool {
    !matches!((unit, goal), (Unit::Simd, Goal::Cells) | (Unit::Vmad, Goal::Tables))
}

/// Returns the stages between the rows of registers of a unit. A stretch without a stage is left
/// out: it is at a port, or between two rows in the same place.
pub fn stretches(design: &Design) -> Vec<Vec<String>> {
    let text = design.files.last().map_or("", |file| &file.text);
    let mut stretches = vec![Vec::new()];
    for section in sections(text) {
        if is_row(&section) {
            stretches.push(Vec::new());
        } else if !BEFORE.contains(&section.name.as_str()) {
            stretches.last_mut().expect("it is never empty").push(section.name);
        }
    }
    stretches.retain(|stretch| !stretch.is_empty());
    stretches
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

/// The configuration for a clock.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The configuration.
    pub config: Config,
    /// The number of rows.
    pub rows: u32,
    /// The clock that is expected.
    pub estimate: Estimate,
    /// Whether it is expected to meet the clock. If not, it is the fastest.
    pub is_met: bool,
}

/// The forms, from the smallest on an FPGA to the largest.
const FORMS: [Goal; 3] = [Goal::Tables, Goal::Balanced, Goal::Cells];

/// Returns the keys that [`choose`] may set, as far as the hardware depends on them and they are
/// free. Each has its values, those that are preferred first.
pub fn chosen_keys(device: &Device, setup: Setup, is_free: impl Fn(&Key) -> bool) -> Vec<(&'static Key, Vec<String>)> {
    // A tool takes the blocks of the FPGA for `*`. Without blocks, it takes more tables than the
    // multiplier that is written out.
    let mut multipliers = [Multiplier::Star, Multiplier::Booth4Dadda];
    if !device.multiplies {
        multipliers.reverse();
    }
    let is_form = |goal: &Goal| match setup.target() {
        Target::Unit(unit) => has_form(unit, *goal),
        Target::Block(_) => true,
    };
    let values = [
        ("depth", (0..=Config::MAX_DEPTH).map(|depth| depth.to_string()).collect()),
        ("goal", FORMS.into_iter().filter(is_form).map(|goal| goal.name().to_owned()).collect()),
        ("multiplier", multipliers.map(|multiplier| multiplier.name().to_owned()).to_vec()),
    ];
    let axes = values.into_iter().filter_map(|(name, words): (_, Vec<String>)| {
        let key = Key::named(name).filter(|key| setup.depends_on(key) && is_free(key))?;
        Some((key, words))
    });
    axes.collect()
}

/// Returns the configuration with the fewest rows that is expected to meet a clock in MHz, in the
/// smallest form. It has the keys of `base`, but for those of [`chosen_keys`]. Returns `None` if no
/// unit of its kind was measured.
///
/// # Errors
/// If every combination contradicts itself.
pub fn choose(
    device: &Device,
    setup: Setup,
    base: &Config,
    is_free: impl Fn(&Key) -> bool,
    mhz: f64,
) -> Result<Option<Choice>, ConfigError> {
    let mut fastest: Option<Choice> = None;
    for config in configurations(setup, base, &chosen_keys(device, setup, is_free))? {
        let design = setup.generate(&config)?;
        let Some(estimate) = Delays::of(device).estimate(&design) else { continue };
        let is_met = estimate.mhz >= mhz;
        if fastest.as_ref().is_none_or(|fastest| fastest.estimate.mhz < estimate.mhz) {
            fastest = Some(Choice { config, rows: design.latency, estimate, is_met });
        }
        if is_met {
            break;
        }
    }
    Ok(fastest)
}

#[cfg(test)]
mod tests {
    use vidalu_gen::generate;

    use super::*;
    use crate::DEVICES;

    fn scalar(text: &str) -> Design {
        let config = Config::from_toml(text).expect("it is a configuration");
        generate(Target::Unit(Unit::Scalar), &config).expect("it is valid")
    }

    /// Delays of 1, 2, 4 ns and so on for the stages of the balanced form.
    fn delays() -> Delays {
        let names = ["select", "order", "primary", "saturate", "secondary | merge"];
        let stages = names.into_iter().zip(0..).map(|(name, power)| (name.to_owned(), f64::from(1 << power)));
        Delays { registers: 1.0, stages: BTreeMap::from([("scalar balanced".to_owned(), stages.collect())]) }
    }

    #[test]
    fn the_longest_stretch_limits_the_clock() {
        let estimate = delays().estimate(&scalar("depth = 2")).unwrap();
        let found: Vec<_> = estimate.stretches.iter().map(|it| (it.name(), it.ns)).collect();
        let expected = [("select to order", 4.0), ("primary", 5.0), ("saturate to secondary | merge", 25.0)];
        assert_eq!(found, expected.map(|(name, ns)| (name.to_owned(), ns)));
        assert_eq!(estimate.stretches[0].stages_ns, [1.0, 2.0]);
        assert_eq!((estimate.registers_ns, estimate.mhz), (1.0, 40.0));
        assert_eq!(estimate.longest().name(), "saturate to secondary | merge");
        // A row at a port begins no stretch.
        assert_eq!(delays().estimate(&scalar("depth = 6")).unwrap().stretches.len(), 5);
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
        use Multiplier::{Booth4Dadda, Star};
        let kind_of = |unit, goal, multiplier| {
            let config = Config { goal, multiplier, ..Config::default() };
            kind(&generate(Target::Unit(unit), &config).unwrap()).unwrap()
        };
        assert_eq!(kind_of(Unit::Scalar, Goal::Cells, Star), "scalar cells");
        assert_eq!(kind_of(Unit::Simd, Goal::Tables, Star), "simd tables");
        assert_eq!(kind_of(Unit::Simd, Goal::Cells, Star), "simd balanced");
        assert_eq!(kind_of(Unit::Vmad, Goal::Tables, Star), "vmad * balanced");
        assert_eq!(kind_of(Unit::Vmad, Goal::Cells, Booth4Dadda), "vmad booth4-dadda cells");
    }

    #[test]
    fn the_fitted_delays_cover_every_stage_of_the_measured_units() {
        for device in &DEVICES {
            for unit in [Unit::Scalar, Unit::Simd, Unit::Vmad] {
                let setup = Setup::Alone(Target::Unit(unit));
                let each = configurations(setup, &Config::default(), &chosen_keys(device, setup, |_| true)).unwrap();
                assert!(each.len() > usize::from(Config::MAX_DEPTH), "{unit:?}");
                for config in each {
                    let design = setup.generate(&config).unwrap();
                    let estimate = Delays::of(device).estimate(&design);
                    assert!(estimate.is_some(), "{} {unit:?} {}", device.name, config.flags());
                }
            }
        }
    }

    #[test]
    fn only_forms_that_the_unit_has_are_chosen() {
        let goals = |unit| {
            let setup = Setup::Alone(Target::Unit(unit));
            let keys = chosen_keys(&DEVICES[0], setup, |key| key.name == "goal");
            keys.into_iter().flat_map(|(_, words)| words).collect::<Vec<_>>()
        };
        assert_eq!(goals(Unit::Scalar), ["tables", "balanced", "cells"]);
        assert_eq!(goals(Unit::Simd), ["tables", "balanced"]);
        assert_eq!(goals(Unit::Vmad), ["balanced", "cells"]);
        assert_eq!(goals(Unit::Video), ["tables", "balanced", "cells"]);
        assert!(goals(Unit::Lanes).is_empty());
    }

    #[test]
    fn the_fewest_rows_that_meet_the_clock_are_chosen() {
        let device = &DEVICES[1];
        let setup = Setup::Alone(Target::Unit(Unit::Scalar));
        let choice = |mhz| choose(device, setup, &Config::default(), |_| true, mhz).unwrap().unwrap();
        // Every depth and form, from the one that is preferred.
        let each: Vec<_> = (0..=Config::MAX_DEPTH)
            .flat_map(|depth| FORMS.map(|goal| Config { depth: depth.into(), goal, ..Config::default() }))
            .map(|config| (Delays::of(device).estimate(&setup.generate(&config).unwrap()).unwrap().mhz, config))
            .collect();
        for mhz in [1.0, 40.0, 60.0, 80.0, 100.0] {
            let found = choice(mhz);
            assert!(found.is_met && found.estimate.mhz >= mhz, "{mhz}: {found:?}");
            let first = each.iter().find(|(clock, _)| *clock >= mhz).expect("it is in reach");
            assert_eq!((found.config.goal, found.config.depth), (first.1.goal, first.1.depth), "{mhz}");
        }
        let fastest = choice(1e4);
        assert!(!fastest.is_met && fastest.estimate.mhz >= choice(100.0).estimate.mhz);
        // A multiplier takes blocks where there are any, unless it must be faster.
        let vmad = |device, mhz| {
            let setup = Setup::Alone(Target::Unit(Unit::Vmad));
            let found = choose(device, setup, &Config::default(), |_| true, mhz).unwrap().unwrap();
            assert!(found.is_met, "{found:?}");
            found.config.multiplier
        };
        assert_eq!([10.0, 100.0].map(|mhz| vmad(&DEVICES[0], mhz)), [Multiplier::Booth4Dadda; 2]);
        assert_eq!([10.0, 100.0].map(|mhz| vmad(device, mhz)), [Multiplier::Star, Multiplier::Booth4Dadda]);
        // A key that is not free stays.
        let fixed = choose(device, setup, &Config::default(), |key| key.name != "goal", 60.0).unwrap().unwrap();
        assert_eq!(fixed.config.goal, Goal::Balanced);
    }
}
