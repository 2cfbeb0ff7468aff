//! The work of vidalu itself: the checked driver in each simulator, the golden functions, the
//! stimulus.

use std::hint::black_box;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use vidalu_sim::simulator::{Build, Model, Simulator};
use vidalu_sim::{CosimError, Run, Session};

use super::Result;
use super::sample::{Length, Sample};
use super::unit::BenchUnit;

/// More vectors than any measurement takes, so that the run is a long one and ends when its time is
/// over.
const ENDLESS: u64 = 1 << 40;

/// The time limit for each step of a tool.
const LIMIT: Duration = Duration::from_secs(300);

/// The number of vectors that the golden functions and the stimulus get at once.
const BLOCK: usize = 1 << 12;

/// A simulator with one copy of the unit, built for a long run.
pub(super) struct OneLane<S>(pub(super) S);

impl<S: Simulator> Simulator for OneLane<S> {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn version(&self) -> &str {
        self.0.version()
    }

    fn build(&self, job: &Build<'_>) -> std::result::Result<Box<dyn Model>, CosimError> {
        self.0.build(&Build { lanes: 1, ..*job })
    }
}

/// Measures the whole driver: stimulus, simulation, golden model, comparison of every output in
/// every cycle, coverage.
pub(super) fn checked(
    unit: &BenchUnit,
    simulator: &dyn Simulator,
    threads: usize,
    seed: u64,
    length: Length,
) -> Result<Sample> {
    let run = Run { seed, first: 0, count: ENDLESS, threads };
    let session = Session::build(simulator, &unit.dut, &*unit.subject, run, LIMIT)?;
    let done = AtomicU64::new(0);
    // The time at which the measurement began, and the vectors that were done before. With one
    // model, the first batch is not timed, because it meets bubbles in most cycles, unlike the rest
    // of a long run. Several models begin together and are timed from the start.
    let began = OnceLock::new();
    if threads > 1 {
        began.get_or_init(|| (Instant::now(), 0));
    }
    let is_over = || match length {
        Length::Seconds(seconds) => began.get().is_some_and(|(start, _)| start.elapsed().as_secs_f64() >= seconds),
        Length::Vectors(vectors) => done.load(Ordering::Relaxed) >= vectors,
    };
    let outcome = session.check(&is_over, &|vectors| {
        began.get_or_init(|| (Instant::now(), vectors));
        done.store(vectors, Ordering::Relaxed);
    })?;
    let (start, before) = began.get().ok_or("no part was done")?;
    let seconds = start.elapsed().as_secs_f64();
    match outcome.found.mismatches {
        0 => Ok(Sample { vectors: outcome.found.checked - before, seconds }),
        many => Err(format!("{many} mismatches in {}", simulator.name()).into()),
    }
}

/// The part of the driver that is measured alone.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Work {
    /// Drawing the vectors.
    Stimulus,
    /// The golden results of vectors that were just drawn.
    Golden,
}

/// Measures one part of the driver alone.
pub(super) fn alone(unit: &BenchUnit, work: Work, seed: u64, length: Length) -> Sample {
    let subject = &*unit.subject;
    let columns = |many: usize| vec![vec![0; BLOCK]; many];
    let (mut inputs, mut outputs) = (columns(subject.inputs().len()), columns(subject.outputs().len()));
    let mut flags = vec![0; BLOCK];
    let (start, mut timed, mut vectors) = (Instant::now(), Duration::ZERO, 0);
    while match length {
        Length::Seconds(seconds) => start.elapsed().as_secs_f64() < seconds,
        Length::Vectors(most) => vectors < most,
    } {
        let begin = Instant::now();
        subject.stimuli(seed, vectors, black_box(&mut inputs));
        let drawn = Instant::now();
        if work == Work::Golden {
            subject.results_at(0..BLOCK, black_box(&inputs), &mut outputs, &mut flags);
            black_box((&outputs, &flags));
        }
        timed += if work == Work::Golden { drawn.elapsed() } else { drawn - begin };
        vectors += BLOCK as u64;
    }
    Sample { vectors, seconds: timed.as_secs_f64() }
}
