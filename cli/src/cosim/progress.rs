//! Progress bars for each unit and simulator, drawn only on a terminal.

use std::collections::HashMap;
use std::time::Duration;

use indicatif::{HumanDuration, MultiProgress, ProgressBar, ProgressStyle};
use vidalu_gen::Target;
use vidalu_sim::cosim::{Phase, Progress};

/// The progress bars of a co-simulation.
pub(super) struct Bars {
    all: MultiProgress,
    bars: HashMap<(&'static str, &'static str), ProgressBar>,
    waiting: ProgressStyle,
    running: ProgressStyle,
    timed: ProgressStyle,
    time: Option<Duration>,
}

impl Bars {
    /// Returns a bar for each pair. The bars are drawn on stderr, if it is a terminal.
    pub(super) fn new(targets: &[Target], simulators: &[&'static str], time: Option<Duration>) -> Self {
        let all = MultiProgress::new();
        let waiting = ProgressStyle::with_template("{prefix:<22} {bar:30} {pos:>9}/{len:<9} {msg}")
            .expect("the template is well-formed");
        let running = "{prefix:<22} {bar:30} {pos:>9}/{len:<9} {per_sec:>12}, {eta} left  {msg}";
        let running = ProgressStyle::with_template(running).expect("the template is well-formed");
        let timed = "{prefix:<22} {pos:>9} {per_sec:>12}, {msg}";
        let timed = ProgressStyle::with_template(timed).expect("the template is well-formed");
        let mut bars = HashMap::new();
        for target in targets {
            for &simulator in simulators {
                let bar = all.add(ProgressBar::new(0).with_style(waiting.clone()));
                bar.set_prefix(format!("{target} in {simulator}"));
                bar.set_message("waiting");
                bars.insert((target.name(), simulator), bar);
            }
        }
        Self { all, bars, waiting, running, timed, time }
    }

    /// Shows what happens.
    pub(super) fn show(&self, progress: Progress) {
        let Some(bar) = self.bars.get(&(progress.unit, progress.sim)) else { return };
        if matches!(progress.phase, Phase::Done { .. }) {
            bar.set_style(self.waiting.clone());
        }
        match progress.phase {
            Phase::Building => bar.set_message("building"),
            Phase::Running { done, total } => {
                if done == 0 {
                    // The rate and what is left count from here, without the time to build.
                    bar.reset();
                    bar.set_style(if total.is_some() { self.running.clone() } else { self.timed.clone() });
                }
                if let Some(total) = total {
                    bar.set_length(total);
                }
                bar.set_position(done);
                let left = self.time.map(|time| HumanDuration(time.saturating_sub(bar.elapsed())));
                bar.set_message(left.map_or("comparing".to_owned(), |left| format!("{left} left")));
            }
            Phase::Done { mismatches: 0 } => bar.finish_with_message("agrees"),
            Phase::Done { mismatches } => bar.abandon_with_message(format!("{mismatches} mismatches")),
        }
    }

    /// Removes them: the table says it all.
    pub(super) fn clear(&self) {
        // A terminal that is gone needs no clearing.
        let _ = self.all.clear();
    }
}
