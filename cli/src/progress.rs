//! Progress on stderr, if it is a terminal and wanted: lines that are cut at its width.

use std::time::Duration;

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::output;

/// A line that shows what is going on. It vanishes in the end.
pub(crate) struct Progress(ProgressBar);

/// The time between two pictures of a line. A task that ends earlier is not shown.
const TICK: Duration = Duration::from_millis(250);

/// The length of a bar in columns.
const BAR: u64 = 12;

impl Progress {
    /// Begins a task.
    pub(crate) fn new(task: &str) -> Self {
        let line = Self(ProgressBar::with_draw_target(None, target()));
        line.begin(task);
        line
    }

    /// Begins a task with a line of its own among several.
    pub(crate) fn within(all: &MultiProgress, task: &str) -> Self {
        let line = Self(all.add(ProgressBar::no_length()));
        line.begin(task);
        line
    }

    fn begin(&self, task: &str) {
        // The message is cut at the end of the line, so that no terminal wraps it.
        let style = ProgressStyle::with_template("{spinner} {elapsed:>4} {wide_msg}");
        self.0.set_style(style.expect("the template is well-formed"));
        self.0.set_message(task.to_owned());
        self.0.enable_steady_tick(TICK);
    }

    /// Shows what is going on now.
    pub(crate) fn set(&self, task: impl Into<String>) {
        self.0.set_message(task.into());
    }

    /// Restarts the clock, for the rate and the time that is left.
    pub(crate) fn restart(&self) {
        self.0.reset();
    }

    /// Returns the time since the task began or the clock was restarted.
    pub(crate) fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }

    /// Shows a number of `things` that are done, of `total`.
    pub(crate) fn count(&self, task: &str, things: &str, done: u64, total: u64) {
        self.0.set_length(total);
        self.0.set_position(done);
        self.set(format!("{task} {}", counted(things, done, total, self.0.per_sec())));
    }

    /// Shows a number of `things` that are done, with an end that the number does not tell.
    pub(crate) fn count_on(&self, task: &str, things: &str, done: u64, left: Duration) {
        self.0.set_position(done);
        let (done, rate) = (short(done as f64), short(self.0.per_sec()));
        self.set(format!("{task} {done}{things}, {rate}/s, {} left", time(left)));
    }

    /// Ends the task and leaves its line with a result until all lines vanish.
    pub(crate) fn finish(&self, result: String) {
        self.0.finish_with_message(result);
    }

    /// Writes messages to stderr, above the line.
    pub(crate) fn talk(&self, text: &str) {
        self.0.suspend(|| output::talk(text));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if !self.0.is_finished() {
            self.0.finish_and_clear();
        }
    }
}

/// Returns where lines are drawn: on stderr, unless only errors are wanted. Nothing is drawn where
/// stderr is not a terminal.
pub(crate) fn target() -> ProgressDrawTarget {
    if output::is_quiet() { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() }
}

/// Returns the share, a bar, the numbers, the rate and the time that is left.
fn counted(things: &str, done: u64, total: u64, rate: f64) -> String {
    let share = if total == 0 { 0.0 } else { done as f64 / total as f64 };
    let full = (share * BAR as f64) as u64;
    let bar: String = (0..BAR).map(|at| if at < full { '█' } else { '░' }).collect();
    let percent = (share * 100.0) as u64;
    let (done_text, total_text) = (short(done as f64), short(total as f64));
    let mut text = format!("{percent:>3}% {bar} {done_text}/{total_text}{things}");
    if rate > 0.0 {
        let left = Duration::from_secs_f64(((total.saturating_sub(done)) as f64 / rate).min(1e9));
        text += &format!(", {}/s, {} left", short(rate), time(left));
    }
    text
}

/// Returns a number with three or four digits: 950, 12.3k, 4.50M.
fn short(number: f64) -> String {
    let (value, unit) = match number {
        number if number < 1e3 => return format!("{number:.0}"),
        number if number < 1e6 => (number / 1e3, "k"),
        number if number < 1e9 => (number / 1e6, "M"),
        number => (number / 1e9, "G"),
    };
    format!("{value:.digits$}{unit}", digits = if value < 10.0 { 2 } else { usize::from(value < 100.0) })
}

/// Returns a time in its largest whole unit.
fn time(time: Duration) -> String {
    match time.as_secs() {
        seconds @ ..120 => format!("{seconds} s"),
        seconds @ 120..7200 => format!("{} min", seconds / 60),
        seconds => format!("{} h", seconds / 3600),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{counted, short, time};

    #[test]
    fn rates_as_people_read_them() {
        let numbers = [0.4, 950.0, 1_234.567_890_123, 12_345.6, 99_999.0, 4.5e6, 2e9];
        assert_eq!(numbers.map(short), ["0", "950", "1.23k", "12.3k", "100.0k", "4.50M", "2.00G"]);
    }

    #[test]
    fn a_bar_is_full_at_the_end_only() {
        assert_eq!(counted("", 0, 0, 0.0), "  0% ░░░░░░░░░░░░ 0/0");
        assert_eq!(counted("", 500, 1000, 250.0), " 50% ██████░░░░░░ 500/1.00k, 250/s, 2 s left");
        assert_eq!(counted(" faults", 1000, 1000, 0.0), "100% ████████████ 1.00k/1.00k faults");
    }

    #[test]
    fn times_in_their_largest_unit() {
        let seconds = [0, 119, 120, 7199, 7200].map(Duration::from_secs);
        assert_eq!(seconds.map(time), ["0 s", "119 s", "2 min", "119 min", "2 h"]);
    }
}
