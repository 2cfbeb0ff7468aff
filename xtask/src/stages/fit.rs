//! The delays that agree best with measured clocks.

use std::collections::{BTreeMap, BTreeSet};

use vidalu_synth::Delays;

/// A unit that was placed and routed.
pub(super) struct Observation {
    pub(super) name: String,
    /// The unit and the form.
    pub(super) kind: String,
    /// The stages between the rows of registers.
    pub(super) stretches: Vec<Vec<String>>,
    /// The stretch with the slowest path, if it is known.
    pub(super) slowest: Option<usize>,
    /// The period of the clock in nanoseconds.
    pub(super) ns: f64,
}

impl Observation {
    /// Returns the period that these delays give: that of the longest stretch.
    pub(super) fn expected(&self, delays: &Delays) -> f64 {
        (0..self.stretches.len()).map(|at| self.of_stretch(at, delays)).fold(0.0, f64::max)
    }

    /// Returns the period that a stretch allows.
    fn of_stretch(&self, at: usize, delays: &Delays) -> f64 {
        let of_stage = |stage: &String| delays.of_stage(&self.kind, stage).unwrap_or(0.0);
        delays.registers + self.stretches[at].iter().map(of_stage).sum::<f64>()
    }
}

/// The delay of a stage before the first round, in nanoseconds.
const FIRST: f64 = 3.0;

/// How much a stage that no stretch determines is drawn to that delay, compared with one
/// observation.
const WEIGHT: f64 = 0.002;

/// Returns the delays with the least sum of squared differences, each relative to the measured
/// period. The longest stretch has to agree with it, and so has the stretch with the slowest path.
/// One delay changes at a time, by smaller and smaller steps. The delay of the registers stays
/// `registers`, if that is given.
pub(super) fn fit(observations: &[Observation], registers: Option<f64>) -> Delays {
    let mut delays = Delays { registers: registers.unwrap_or(1.5), stages: BTreeMap::new() };
    let names: BTreeSet<(String, String)> = observations
        .iter()
        .flat_map(|it| it.stretches.iter().flatten().map(|stage| (it.kind.clone(), stage.clone())))
        .collect();
    for (kind, stage) in &names {
        delays.stages.entry(kind.clone()).or_default().insert(stage.clone(), FIRST);
    }
    let mut step = 0.5;
    while step > 0.002 {
        let mut improved =
            registers.is_none() && try_steps(&mut delays, observations, step, |delays| &mut delays.registers);
        for (kind, stage) in &names {
            improved |= try_steps(&mut delays, observations, step, |delays| {
                delays.stages.get_mut(kind).and_then(|own| own.get_mut(stage)).expect("it was put there")
            });
        }
        if !improved {
            step /= 2.0;
        }
    }
    delays.rounded()
}

/// Multiplies and divides a delay by `1 + step`, and keeps what agrees better.
fn try_steps(
    delays: &mut Delays,
    observations: &[Observation],
    step: f64,
    place: impl Fn(&mut Delays) -> &mut f64,
) -> bool {
    let (before, least) = (*place(delays), loss(delays, observations));
    for factor in [1.0 + step, 1.0 / (1.0 + step)] {
        *place(delays) = before * factor;
        if loss(delays, observations) < least {
            return true;
        }
    }
    *place(delays) = before;
    false
}

fn loss(delays: &Delays, observations: &[Observation]) -> f64 {
    let square = |it: &Observation| {
        let periods = [Some(it.expected(delays)), it.slowest.map(|at| it.of_stretch(at, delays))];
        periods.into_iter().flatten().map(|ns| (ns / it.ns).ln().powi(2)).sum::<f64>()
    };
    let drawn = delays.stages.values().flat_map(BTreeMap::values).map(|delay| (delay / FIRST).ln().powi(2));
    observations.iter().map(square).sum::<f64>() + WEIGHT * drawn.sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn observation(stretches: &[&[&str]], ns: f64) -> Observation {
        let stretches = stretches.iter().map(|stages| stages.iter().map(|&it| it.to_owned()).collect()).collect();
        Observation { name: String::new(), kind: "unit form".to_owned(), stretches, slowest: None, ns }
    }

    /// Stages of 2, 5 and 3 ns between registers of 1 ns.
    #[test]
    fn delays_are_found_again() {
        let observations = [
            observation(&[&["one", "two", "three"]], 11.0),
            observation(&[&["one"], &["two", "three"]], 9.0),
            observation(&[&["one", "two"], &["three"]], 8.0),
            observation(&[&["one"], &["two"], &["three"]], 6.0),
        ];
        let delays = fit(&observations, None);
        for it in &observations {
            assert!((it.expected(&delays) / it.ns - 1.0).abs() < 0.02, "{delays:?}");
        }
        assert!((delays.stages["unit form"]["two"] + delays.registers - 6.0).abs() < 0.2, "{delays:?}");
    }

    #[test]
    fn the_delay_of_the_registers_stays_if_it_is_given() {
        let observations = [observation(&[&["one"]], 9.0)];
        let delays = fit(&observations, Some(2.0));
        assert!((delays.stages["unit form"]["one"] - 7.0).abs() < 0.1 && delays.registers == 2.0, "{delays:?}");
    }

    /// By the periods alone, either stage could be the slow one.
    #[test]
    fn the_slowest_path_tells_stages_apart() {
        let cut = observation(&[&["one"], &["two"]], 8.0);
        let observations = [Observation { slowest: Some(1), ..cut }, observation(&[&["one", "two"]], 10.0)];
        let delays = fit(&observations, None);
        let (one, two) = (delays.stages["unit form"]["one"], delays.stages["unit form"]["two"]);
        assert!((delays.registers + two - 8.0).abs() < 0.3 && one < two - 2.0, "{delays:?}");
    }
}
