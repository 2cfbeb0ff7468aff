//! A bar for each unit and simulator, on a terminal only.

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use std::collections::HashMap;
use vidalu_gen::Target;
use vidalu_sim::cosim::{Progress, Step};

/// The bars.
pub(super) struct Bars {
    all: MultiProgress,
    bars: HashMap<(&'static str, &'static str), ProgressBar>,
}

impl Bars {
    /// One for each pair; they write to stderr, and nothing if that is no terminal.
    pub(super) fn new(targets: &[Target], simulators: &[&'static str]) -> Self {
        let all = MultiProgress::new();
        let style = ProgressStyle::with_template("{prefix:<22} {bar:30} {pos:>9}/{len:<9} {msg}")
            .expect("the template is well-formed");
        let mut bars = HashMap::new();
        for target in targets {
            for &simulator in simulators {
                let bar = all.add(ProgressBar::new(0).with_style(style.clone()));
                bar.set_prefix(format!("{target} in {simulator}"));
                bar.set_message("waiting");
                bars.insert((target.name(), simulator), bar);
            }
        }
        Self { all, bars }
    }

    /// Shows what happens.
    pub(super) fn show(&self, progress: Progress) {
        let Some(bar) = self.bars.get(&(progress.unit, progress.sim)) else { return };
        match progress.step {
            Step::Building => bar.set_message("building"),
            Step::Running { done, total } => {
                bar.set_length(total);
                bar.set_position(done);
                bar.set_message("comparing");
            }
            Step::Done { mismatches: 0 } => bar.finish_with_message("agrees"),
            Step::Done { mismatches } => bar.abandon_with_message(format!("{mismatches} mismatches")),
        }
    }

    /// Removes them: the table says it all.
    pub(super) fn clear(&self) {
        // A terminal that is gone needs no clearing.
        let _ = self.all.clear();
    }
}
