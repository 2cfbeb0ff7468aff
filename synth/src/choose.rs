//! The configuration that is expected to meet a clock.

use vidalu_gen::space::Setup;
use vidalu_gen::{Adder, Choice as _, Config, ConfigError, Goal, Key, Multiplier, Target};

use crate::axes::configurations;
use crate::estimate::{Delays, Estimate, has_form};
use crate::target::Technology;

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

/// The forms, from the one that is most often the smallest to the one that is most often the
/// largest.
const FORMS: [Goal; 3] = [Goal::Tables, Goal::Balanced, Goal::Cells];

/// The adders for cells. Those that are left to the tool are smaller.
const ADDERS: [Adder; 2] = [Adder::Plus, Adder::Sklansky];

/// Returns the keys that [`choose`] may set, as far as the hardware depends on them and they are
/// free. Each has its values, those that are preferred first.
pub fn chosen_keys(
    technology: &Technology,
    setup: Setup,
    is_free: impl Fn(&Key) -> bool,
) -> Vec<(&'static Key, Vec<String>)> {
    let (is_cells, multiplies) = match technology {
        Technology::Device(device) => (false, device.multiplies),
        Technology::Cells(_) => (true, false),
        Technology::Lut6 => (false, false),
    };
    // A tool takes the blocks of the FPGA for `*`. Without blocks, it takes more tables or cells
    // than the multiplier that is written out.
    let mut multipliers = [Multiplier::Star, Multiplier::Booth4Dadda];
    if !multiplies {
        multipliers.reverse();
    }
    // On an FPGA, an adder is a carry chain.
    let adders = if is_cells { &ADDERS[..] } else { &ADDERS[..1] };
    let is_form = |goal: &Goal| match setup.target() {
        Target::Unit(unit) => adders.iter().any(|adder| has_form(unit, *goal, *adder)),
        Target::Block(_) => true,
    };
    let values = [
        ("depth", (0..=Config::MAX_DEPTH).map(|depth| depth.to_string()).collect()),
        ("goal", FORMS.into_iter().filter(is_form).map(|goal| goal.name().to_owned()).collect()),
        ("adder", adders.iter().map(|adder| adder.name().to_owned()).collect()),
        ("multiplier", multipliers.map(|multiplier| multiplier.name().to_owned()).to_vec()),
    ];
    let axes =
        values.into_iter().filter(|(_, words): &(_, Vec<String>)| words.len() > 1).filter_map(|(name, words)| {
            let key = Key::named(name).filter(|key| setup.depends_on(key) && is_free(key))?;
            Some((key, words))
        });
    axes.collect()
}

/// Returns the configuration with the fewest rows that is expected to meet a clock in MHz, in the
/// smallest form. It has the keys of `base`, but for those of [`chosen_keys`]. Returns `None` if no
/// unit of its kind was measured on this target.
///
/// # Errors
/// If every combination contradicts itself.
pub fn choose(
    technology: &Technology,
    setup: Setup,
    base: &Config,
    is_free: impl Fn(&Key) -> bool,
    mhz: f64,
) -> Result<Option<Choice>, ConfigError> {
    let Some(delays) = Delays::of(technology) else { return Ok(None) };
    let mut fastest: Option<Choice> = None;
    for config in configurations(setup, base, &chosen_keys(technology, setup, is_free))? {
        let design = setup.generate(&config)?;
        let Some(estimate) = delays.estimate(&design) else { continue };
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
    use std::path::PathBuf;

    use itertools::Itertools;
    use vidalu_gen::Unit;

    use super::*;
    use crate::estimate::{Span, kind, spans};
    use crate::{DEVICES, Library};

    const ICE40: Technology = Technology::Device(&DEVICES[0]);
    const ECP5: Technology = Technology::Device(&DEVICES[1]);

    /// Every target with known delays.
    fn measured() -> Vec<Technology> {
        let devices = DEVICES.iter().map(Technology::Device);
        let is_library = |name: &&str| DEVICES.iter().all(|device| device.name != *name);
        let library = |name: &str| Library {
            path: PathBuf::from(name),
            name: name.to_owned(),
            text: String::new(),
            cells: Vec::new(),
        };
        let libraries = Delays::known().filter(is_library).map(|name| Technology::Cells(Box::new(library(name))));
        devices.chain(libraries).collect()
    }

    fn osu018() -> Technology {
        measured().into_iter().find(|technology| technology.name() == "osu018_stdcells").expect("it was measured")
    }

    #[test]
    fn only_forms_that_the_unit_has_are_chosen() {
        let goals_on = |technology: &Technology, unit| {
            let setup = Setup::Alone(Target::Unit(unit));
            let keys = chosen_keys(technology, setup, |key| key.name == "goal");
            keys.into_iter().flat_map(|(_, words)| words).collect::<Vec<_>>()
        };
        let goals = |unit| goals_on(&ICE40, unit);
        assert_eq!(goals(Unit::Scalar), ["tables", "balanced", "cells"]);
        assert_eq!(goals(Unit::Simd), ["tables", "balanced"]);
        assert_eq!(goals(Unit::Vmad), ["balanced", "cells"]);
        assert_eq!(goals(Unit::Video), ["tables", "balanced", "cells"]);
        assert!(goals(Unit::Lanes).is_empty());
        // An adder that is written out has a form for cells.
        assert_eq!(goals_on(&osu018(), Unit::Simd), ["tables", "balanced", "cells"]);
        assert_eq!(goals_on(&osu018(), Unit::Vmad), ["balanced", "cells"]);
    }

    #[test]
    fn adders_are_chosen_for_cells() {
        let setup = Setup::Alone(Target::Unit(Unit::Vmad));
        let names = |technology: &Technology| -> Vec<_> {
            chosen_keys(technology, setup, |_| true)
                .into_iter()
                .map(|(key, words)| (key.name, words[0].clone()))
                .collect()
        };
        let own = |names: &[(&'static str, &str)]| -> Vec<_> {
            names.iter().map(|(name, word)| (*name, (*word).to_owned())).collect()
        };
        let [depth, goal] = [("depth", "0"), ("goal", "balanced")];
        assert_eq!(names(&ECP5), own(&[depth, goal, ("multiplier", "*")]));
        assert_eq!(names(&osu018()), own(&[depth, goal, ("adder", "+"), ("multiplier", "booth4-dadda")]));
    }

    #[test]
    fn the_fewest_rows_that_meet_the_clock_are_chosen() {
        let technology = &ECP5;
        let setup = Setup::Alone(Target::Unit(Unit::Scalar));
        let choice = |mhz| choose(technology, setup, &Config::default(), |_| true, mhz).unwrap().unwrap();
        // Every depth and form, from the one that is preferred.
        let each: Vec<_> = (0..=Config::MAX_DEPTH)
            .flat_map(|depth| FORMS.map(|goal| Config { depth: depth.into(), goal, ..Config::default() }))
            .map(|config| {
                (Delays::of(technology).unwrap().estimate(&setup.generate(&config).unwrap()).unwrap().mhz, config)
            })
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
        let vmad = |technology, mhz| {
            let setup = Setup::Alone(Target::Unit(Unit::Vmad));
            let found = choose(technology, setup, &Config::default(), |_| true, mhz).unwrap().unwrap();
            assert!(found.is_met, "{found:?}");
            found.config.multiplier
        };
        assert_eq!([10.0, 100.0].map(|mhz| vmad(&ICE40, mhz)), [Multiplier::Booth4Dadda; 2]);
        assert_eq!([10.0, 100.0].map(|mhz| vmad(technology, mhz)), [Multiplier::Star, Multiplier::Booth4Dadda]);
        // A key that is not free stays.
        let fixed = choose(technology, setup, &Config::default(), |key| key.name != "goal", 60.0).unwrap().unwrap();
        assert_eq!(fixed.config.goal, Goal::Balanced);
    }

    #[test]
    fn the_fitted_delays_cover_every_stage_of_the_measured_units() {
        for technology in measured() {
            for unit in [Unit::Scalar, Unit::Simd, Unit::Vmad] {
                let setup = Setup::Alone(Target::Unit(unit));
                let keys = chosen_keys(&technology, setup, |_| true);
                let each = configurations(setup, &Config::default(), &keys).unwrap();
                assert!(each.len() > usize::from(Config::MAX_DEPTH), "{unit:?}");
                for config in each.iter().filter(|it| has_form(unit, it.goal, it.adder)) {
                    let design = setup.generate(config).unwrap();
                    let estimate = Delays::of(&technology).unwrap().estimate(&design);
                    assert!(estimate.is_some(), "{} {unit:?} {}", technology.name(), config.flags());
                }
            }
        }
    }

    /// The halves of stages that are one without a row between them.
    const HALVES: [([&str; 2], &str); 4] = [
        (["excess", "clamp"], "saturate"),
        (["bytes", "lanes"], "add"),
        (["merge | lane sum", "result"], "merge | accumulate"),
        (["thirds", "join"], "add"),
    ];

    /// Returns the stages of a unit, in halves where a row could be inside.
    fn divided(kind: &str, spans: Vec<Span>) -> Vec<String> {
        let has = |stage: &str| measured().iter().any(|it| Delays::of(it).unwrap().of_stage(kind, stage).is_some());
        let mut stages = Vec::new();
        for stage in spans.into_iter().flat_map(|span| span.stages) {
            match HALVES.iter().find(|(halves, whole)| stage == *whole && halves.iter().all(|half| has(half))) {
                Some((halves, _)) => stages.extend(halves.map(str::to_owned)),
                None => stages.push(stage),
            }
        }
        stages
    }

    /// Returns the clocks of a unit with its stages and this number of rows, in every order of
    /// places.
    fn placed(delays: &Delays, kind: &str, stages: &[String], rows: usize) -> Vec<f64> {
        let stretch = |(at, (&from, &to)): (usize, (&usize, &usize))| {
            let mut stages = stages[from..to].to_vec();
            for (halves, whole) in HALVES {
                if let Some(at) = stages.windows(2).position(|pair| pair == halves) {
                    stages.splice(at..at + 2, [whole.to_owned()]);
                }
            }
            let span = Span { stages, rows: u8::from(at > 0) + u8::from(at < rows), is_buffered: false };
            delays.of_span(kind, span).expect("its stages were measured").ns
        };
        let each = (0..=stages.len()).combinations_with_replacement(rows);
        each.map(|places| {
            let ends: Vec<_> = std::iter::once(0).chain(places).chain([stages.len()]).collect();
            1e3 / ends.iter().tuple_windows().enumerate().map(stretch).fold(0.0, f64::max)
        })
        .collect()
    }

    /// A unit has the same text for every target, so its rows stand where no other places are much
    /// better for all of them.
    #[test]
    fn no_other_places_of_the_rows_are_better_on_every_target() {
        for unit in [Unit::Scalar, Unit::Simd, Unit::Vmad] {
            let setup = Setup::Alone(Target::Unit(unit));
            let each = configurations(setup, &Config::default(), &chosen_keys(&osu018(), setup, |_| true)).unwrap();
            for config in each.iter().filter(|it| has_form(unit, it.goal, it.adder)) {
                let design = setup.generate(config).unwrap();
                let (kind, rows) = (kind(&design).unwrap(), design.latency as usize);
                let stages = divided(&kind, spans(&design));
                let gains = measured().into_iter().filter_map(|technology| {
                    let delays = Delays::of(&technology).unwrap();
                    let own = delays.estimate(&design)?.mhz;
                    Some(placed(delays, &kind, &stages, rows).into_iter().map(move |mhz| mhz / own).collect::<Vec<_>>())
                });
                let least =
                    |one: Vec<f64>, other: Vec<f64>| one.into_iter().zip(other).map(|(a, b)| a.min(b)).collect();
                let best = gains.reduce(least).unwrap().into_iter().fold(0.0, f64::max);
                assert!(best <= 1.05, "{unit:?} {}: other places gain {best:.3}", config.flags());
            }
        }
    }
}
