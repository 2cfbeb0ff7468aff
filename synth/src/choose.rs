//! The smallest configuration that is expected to meet a clock.

use vidalu_gen::space::Setup;
use vidalu_gen::{Adder, Choice as _, Config, ConfigError, Goal, Key, Multiplier, Target};

use crate::axes::configurations;
use crate::estimate::{Delays, Estimate, has_form};
use crate::target::Technology;

/// A configuration with what is expected of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The configuration.
    pub config: Config,
    /// The number of rows.
    pub rows: u32,
    /// The area of this unit and form with as many rows, without other keys: logic cells of an
    /// FPGA, or µm² of the cells of a library.
    pub area: u32,
    /// The clock that is expected.
    pub estimate: Estimate,
}

/// The forms.
const FORMS: [Goal; 3] = [Goal::Tables, Goal::Balanced, Goal::Cells];

/// The adders for cells. On an FPGA, an adder is a carry chain.
const ADDERS: [Adder; 2] = [Adder::Plus, Adder::Sklansky];

/// Returns the keys that [`candidates`] vary, as far as the hardware depends on them and they are
/// free. Each has its values.
pub fn chosen_keys(
    technology: &Technology,
    setup: Setup,
    is_free: impl Fn(&Key) -> bool,
) -> Vec<(&'static Key, Vec<String>)> {
    let multipliers = [Multiplier::Star, Multiplier::Booth4Dadda];
    let adders = if technology.is_cells() { &ADDERS[..] } else { &ADDERS[..1] };
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

/// Returns the configurations of a unit on a target, those with the fewest rows first. They have
/// the keys of `base`, but for those of [`chosen_keys`]. Returns none if no unit of its kind was
/// measured on this target.
///
/// # Errors
/// If every combination contradicts itself.
pub fn candidates(
    technology: &Technology,
    setup: Setup,
    base: &Config,
    is_free: impl Fn(&Key) -> bool,
) -> Result<Vec<Candidate>, ConfigError> {
    let Some(delays) = Delays::of(technology) else { return Ok(Vec::new()) };
    let mut candidates = Vec::new();
    for config in configurations(setup, base, &chosen_keys(technology, setup, is_free))? {
        let design = setup.generate(&config)?;
        if let Some((estimate, area)) = delays.estimate(&design).zip(delays.area(&design)) {
            candidates.push(Candidate { config, rows: design.latency, area, estimate });
        }
    }
    Ok(candidates)
}

/// Returns the smallest candidate that is expected to meet a clock in MHz.
pub fn smallest(candidates: &[Candidate], mhz: f64) -> Option<&Candidate> {
    candidates.iter().filter(|candidate| candidate.estimate.mhz >= mhz).min_by_key(|candidate| candidate.area)
}

/// Returns the candidate with the highest clock.
pub fn fastest(candidates: &[Candidate]) -> Option<&Candidate> {
    // The first of several.
    candidates.iter().rev().max_by(|one, other| one.estimate.mhz.total_cmp(&other.estimate.mhz))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use itertools::Itertools;
    use vidalu_gen::Unit;

    use super::*;
    use crate::estimate::{Span, form, kind, spans};
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
            let keys = chosen_keys(technology, setup, |_| true).into_iter();
            keys.map(|(key, words)| (key.name, words.join(","))).collect()
        };
        let own = |names: &[(&'static str, &str)]| -> Vec<_> {
            names.iter().map(|(name, word)| (*name, (*word).to_owned())).collect()
        };
        let [depth, goal] = [("depth", "0,1,2,3,4,5,6,7,8"), ("goal", "balanced,cells")];
        let multiplier = ("multiplier", "*,booth4-dadda");
        assert_eq!(names(&ECP5), own(&[depth, goal, multiplier]));
        assert_eq!(names(&osu018()), own(&[depth, goal, ("adder", "+,sklansky"), multiplier]));
    }

    /// Every configuration of a unit.
    fn all(technology: &Technology, unit: Unit) -> Vec<Candidate> {
        candidates(technology, Setup::Alone(Target::Unit(unit)), &Config::default(), |_| true).unwrap()
    }

    #[test]
    fn the_smallest_that_meets_the_clock_is_chosen() {
        for (technology, unit) in measured().iter().cartesian_product([Unit::Scalar, Unit::Simd, Unit::Vmad]) {
            let all = all(technology, unit);
            let highest = fastest(&all).expect("it was measured").estimate.mhz;
            assert!(all.iter().all(|it| it.estimate.mhz <= highest));
            for mhz in [0.0, 0.3 * highest, 0.6 * highest, highest] {
                let found = smallest(&all, mhz).unwrap_or_else(|| panic!("{mhz} of {highest}"));
                assert!(found.estimate.mhz >= mhz);
                assert!(all.iter().all(|it| it.area >= found.area || it.estimate.mhz < mhz), "{found:?}");
            }
            assert!(smallest(&all, 1.01 * highest).is_none());
        }
    }

    #[test]
    fn those_with_the_fewest_rows_are_first() {
        let all = all(&ECP5, Unit::Scalar);
        assert!(all.is_sorted_by_key(|candidate| candidate.rows));
        assert_eq!(all.last().map(|last| last.rows), Some(u32::from(Config::MAX_DEPTH)));
    }

    /// A multiplier takes blocks where there are any, unless it must be faster.
    #[test]
    fn blocks_cost_no_area() {
        let multiplier = |technology, mhz| smallest(&all(technology, Unit::Vmad), mhz).map(|it| it.config.multiplier);
        let [star, booth] = [Multiplier::Star, Multiplier::Booth4Dadda].map(Some);
        assert_eq!([10.0, 100.0].map(|mhz| multiplier(&ICE40, mhz)), [booth; 2]);
        assert_eq!([10.0, 100.0].map(|mhz| multiplier(&ECP5, mhz)), [star, booth]);
    }

    #[test]
    fn a_key_that_is_not_free_stays() {
        let setup = Setup::Alone(Target::Unit(Unit::Scalar));
        let candidates = candidates(&ECP5, setup, &Config::default(), |key| key.name != "goal").unwrap();
        assert!(!candidates.is_empty() && candidates.iter().all(|it| it.config.goal == Goal::Balanced));
    }

    #[test]
    fn the_file_covers_every_stage_and_depth_of_the_measured_units() {
        for (technology, unit) in measured().iter().cartesian_product([Unit::Scalar, Unit::Simd, Unit::Vmad]) {
            let setup = Setup::Alone(Target::Unit(unit));
            let each = configurations(setup, &Config::default(), &chosen_keys(technology, setup, |_| true)).unwrap();
            let expected = each.into_iter().filter(|config| has_form(unit, config.goal, config.adder));
            let found: Vec<_> = all(technology, unit).into_iter().map(|candidate| candidate.config).collect();
            assert!(found.iter().eq(&expected.collect::<Vec<_>>()), "{} {unit:?}", technology.name());
            assert!(found.len() > usize::from(Config::MAX_DEPTH));
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
                let (spans, rows) = (spans(&design), design.latency as usize);
                let kind = kind(&form(&design).unwrap(), &spans);
                let stages = divided(&kind, spans);
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
