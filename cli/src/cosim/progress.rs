//! A line of progress for each unit and simulator.

use std::collections::HashMap;
use std::time::Duration;

use indicatif::MultiProgress;
use vidalu_gen::Target;
use vidalu_sim::cosim::{self, Phase};

use crate::progress::{Progress, target};

/// The lines of a co-simulation.
pub(super) struct Bars {
    all: MultiProgress,
    lines: HashMap<(&'static str, &'static str), Progress>,
    time: Option<Duration>,
}

impl Bars {
    /// Returns a line for each pair. With `time`, the lines show how much of it is left.
    pub(super) fn new(targets: &[Target], simulators: &[&'static str], time: Option<Duration>) -> Self {
        let all = MultiProgress::with_draw_target(target());
        let pairs =
            targets.iter().flat_map(|target| simulators.iter().map(move |simulator| (target.name(), *simulator)));
        let line = |(unit, simulator)| {
            let line = Progress::within(&all, &format!("{} waiting", name(unit, simulator)));
            ((unit, simulator), line)
        };
        let lines = pairs.map(line).collect();
        Self { all, lines, time }
    }

    /// Shows what happens.
    pub(super) fn show(&self, progress: cosim::Progress) {
        let Some(line) = self.lines.get(&(progress.unit, progress.sim)) else { return };
        let name = name(progress.unit, progress.sim);
        match progress.phase {
            Phase::Building => line.set(format!("{name} building")),
            Phase::Running { done, total } => {
                if done == 0 {
                    // The rate and the rest count from here, without the time to build.
                    line.restart();
                }
                match (total, self.time) {
                    (Some(total), _) => line.count(&name, "", done, total),
                    (None, time) => {
                        let left = time.unwrap_or_default().saturating_sub(line.elapsed());
                        line.count_on(&name, "", done, left);
                    }
                }
            }
            Phase::Done { mismatches: 0 } => line.finish(format!("{name} agrees")),
            Phase::Done { mismatches } => line.finish(format!("{name} {mismatches} mismatches")),
        }
    }

    /// Removes the lines: the table says it all.
    pub(super) fn clear(&self) {
        // A terminal that is gone needs no clearing.
        let _ = self.all.clear();
    }
}

fn name(unit: &str, simulator: &str) -> String {
    format!("{:<20}", format!("{unit} in {simulator}"))
}
