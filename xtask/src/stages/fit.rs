//! The delays that agree best with measured clocks.

use std::collections::{BTreeMap, BTreeSet};

use vidalu_synth::{Delays, Span};

/// A unit whose clock was measured.
pub(super) struct Observation {
    pub(super) name: String,
    /// The unit and the form, as [`Delays`] has them for areas and for delays.
    pub(super) form: String,
    pub(super) kind: String,
    /// The number of rows.
    pub(super) rows: usize,
    /// The area: logic cells, or µm².
    pub(super) area: f64,
    /// The stages between the rows of registers.
    pub(super) spans: Vec<Span>,
    /// The span with the slowest path, if it is known.
    pub(super) slowest: Option<usize>,
    /// The period of the clock in nanoseconds.
    pub(super) ns: f64,
}

impl Observation {
    /// Returns the period that these delays give: that of the longest span.
    pub(super) fn expected(&self, delays: &Delays) -> f64 {
        (0..self.spans.len()).map(|at| self.of_span(at, delays)).fold(0.0, f64::max)
    }

    /// Returns the period that a span allows.
    fn of_span(&self, at: usize, delays: &Delays) -> f64 {
        delays.of_span(&self.kind, self.spans[at].clone()).map_or(0.0, |stretch| stretch.ns)
    }
}

/// The values with which the search for delays begins.
pub(super) struct Start {
    /// Whether the units were measured in a frame of registers.
    pub(super) is_framed: bool,
    /// The delay of the registers in nanoseconds, if it is known.
    pub(super) registers: Option<f64>,
    /// The delay of the choice of the inputs in nanoseconds, if it is known.
    pub(super) inputs: Option<f64>,
    /// The delay of a stage, in nanoseconds.
    pub(super) stage: f64,
}

/// How much a stage that no span determines is drawn to the delay at the start, compared with one
/// observation.
const WEIGHT: f64 = 0.002;

/// Returns the delays with the least sum of squared differences, each relative to the measured
/// period. The longest span has to agree with it, and so has the span with the slowest path. One
/// delay changes at a time, by smaller and smaller steps.
pub(super) fn fit(observations: &[Observation], start: &Start) -> Delays {
    let registers = start.registers.unwrap_or(start.stage / 2.0);
    let inputs = start.inputs.unwrap_or(start.stage / 4.0);
    let mut delays =
        Delays { is_framed: start.is_framed, registers, inputs, stages: BTreeMap::new(), areas: BTreeMap::new() };
    let names: BTreeSet<(String, String)> = observations
        .iter()
        .flat_map(|it| it.spans.iter().flat_map(|span| &span.stages).map(|stage| (it.kind.clone(), stage.clone())))
        .collect();
    for (kind, stage) in &names {
        delays.stages.entry(kind.clone()).or_default().insert(stage.clone(), start.stage);
    }
    let loss = |delays: &Delays| loss(delays, observations, start.stage);
    let mut step = 0.5;
    while step > 0.002 {
        let mut improved =
            start.registers.is_none() && try_steps(&mut delays, loss, step, |delays| &mut delays.registers);
        if start.inputs.is_none() {
            improved |= try_steps(&mut delays, loss, step, |delays| &mut delays.inputs);
        }
        for (kind, stage) in &names {
            improved |= try_steps(&mut delays, loss, step, |delays| {
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
    loss: impl Fn(&Delays) -> f64,
    step: f64,
    place: impl Fn(&mut Delays) -> &mut f64,
) -> bool {
    let (before, least) = (*place(delays), loss(delays));
    for factor in [1.0 + step, 1.0 / (1.0 + step)] {
        *place(delays) = before * factor;
        if loss(delays) < least {
            return true;
        }
    }
    *place(delays) = before;
    false
}

fn loss(delays: &Delays, observations: &[Observation], first: f64) -> f64 {
    let square = |it: &Observation| {
        let periods = [Some(it.expected(delays)), it.slowest.map(|at| it.of_span(at, delays))];
        periods.into_iter().flatten().map(|ns| (ns / it.ns).ln().powi(2)).sum::<f64>()
    };
    let drawn = delays.stages.values().flat_map(BTreeMap::values).map(|delay| (delay / first).ln().powi(2));
    observations.iter().map(square).sum::<f64>() + WEIGHT * drawn.sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn observation(spans: &[&[&str]], ns: f64) -> Observation {
        let last = spans.len() - 1;
        let span = |(at, stages): (usize, &&[&str])| Span {
            stages: stages.iter().map(|&it| it.to_owned()).collect(),
            rows: u8::from(at > 0) + u8::from(at < last),
            is_buffered: false,
        };
        let spans = spans.iter().enumerate().map(span).collect();
        let form = "unit form".to_owned();
        Observation { name: String::new(), kind: form.clone(), form, rows: last, area: 0.0, spans, slowest: None, ns }
    }

    const FRAMED: Start = Start { is_framed: true, registers: None, inputs: None, stage: 3.0 };

    /// Stages of 2, 5 and 3 ns between registers of 1 ns.
    #[test]
    fn delays_are_found_again() {
        let observations = [
            observation(&[&["one", "two", "three"]], 11.0),
            observation(&[&["one"], &["two", "three"]], 9.0),
            observation(&[&["one", "two"], &["three"]], 8.0),
            observation(&[&["one"], &["two"], &["three"]], 6.0),
        ];
        let delays = fit(&observations, &FRAMED);
        for it in &observations {
            assert!((it.expected(&delays) / it.ns - 1.0).abs() < 0.02, "{delays:?}");
        }
        assert!((delays.stages["unit form"]["two"] + delays.registers - 6.0).abs() < 0.2, "{delays:?}");
    }

    /// Stages of 2, 5 and 3 ns between ports: registers of 1 ns stand at inner ends only.
    #[test]
    fn ports_have_no_registers_without_a_frame() {
        let observations = [
            observation(&[&["one", "two", "three"]], 10.0),
            observation(&[&["one"], &["two", "three"]], 8.5),
            observation(&[&["one", "two"], &["three"]], 7.5),
            observation(&[&["one"], &["two"], &["three"]], 6.0),
        ];
        let delays = fit(&observations, &Start { is_framed: false, ..FRAMED });
        for it in &observations {
            assert!((it.expected(&delays) / it.ns - 1.0).abs() < 0.02, "{delays:?}");
        }
        assert!(!delays.is_framed);
    }

    #[test]
    fn the_choice_of_the_inputs_has_a_delay() {
        let plain = observation(&[&["one"]], 8.0);
        let mut buffered = observation(&[&["one"]], 9.5);
        buffered.spans[0].is_buffered = true;
        let delays = fit(&[plain, buffered], &FRAMED);
        assert!((delays.inputs - 1.5).abs() < 0.1, "{delays:?}");
    }

    #[test]
    fn the_delay_of_the_registers_stays_if_it_is_given() {
        let observations = [observation(&[&["one"]], 9.0)];
        let delays = fit(&observations, &Start { registers: Some(2.0), ..FRAMED });
        assert!((delays.stages["unit form"]["one"] - 7.0).abs() < 0.1 && delays.registers == 2.0, "{delays:?}");
    }

    /// By the periods alone, either stage could be the slow one.
    #[test]
    fn the_slowest_path_tells_stages_apart() {
        let cut = observation(&[&["one"], &["two"]], 8.0);
        let observations = [Observation { slowest: Some(1), ..cut }, observation(&[&["one", "two"]], 10.0)];
        let delays = fit(&observations, &FRAMED);
        let (one, two) = (delays.stages["unit form"]["one"], delays.stages["unit form"]["two"]);
        assert!((delays.registers + two - 8.0).abs() < 0.3 && one < two - 2.0, "{delays:?}");
    }
}
