//! Runs a tool with a time limit, and kills it with all its children when the time is over.

mod link;

use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use itertools::Itertools;
use rustix::process::{Pid, Signal, kill_process_group};
use vidalu_gen::staging;
use wait_timeout::ChildExt;

use crate::error::ToolError;
use crate::files::{FULL, full_disk, log};
pub(crate) use link::Link;

/// The interval at which a caller is asked whether it still wants the answer.
const PULSE: Duration = Duration::from_millis(100);

/// The most bytes of a tool's output that are kept.
const TAIL: u64 = 1 << 16;

/// The most lines of a tool's output that an error shows.
const LINES: usize = 30;

/// Set once, when the user interrupts.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Is called with the command line of each tool that is started.
static WATCH: OnceLock<fn(&str)> = OnceLock::new();

/// Calls `show` with the command line of each tool that is started from now on. Only the first call
/// has an effect.
pub fn watch_tools(show: fn(&str)) {
    WATCH.get_or_init(|| show);
}

/// Kills every tool that runs, and refuses to start another in this process. The callers get
/// [`ToolError::Interrupted`] and remove their files. This is for the handler of signals: they do
/// not reach the tools, because each runs in a process group of its own, so that it can be killed
/// with its children.
pub fn interrupt() {
    INTERRUPTED.store(true, Ordering::Relaxed);
}

/// Returns whether the user has interrupted.
pub fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// A run of a tool that is not started yet.
pub(crate) struct Invocation<'a> {
    /// The tool's name in errors.
    pub(crate) tool: &'static str,
    /// The program.
    pub(crate) program: &'a Path,
    /// The arguments.
    pub(crate) args: &'a [String],
    /// The working folder, which is a temporary one.
    pub(crate) dir: &'a Path,
    /// The time limit.
    pub(crate) limit: Duration,
}

impl Invocation<'_> {
    /// Runs the tool to its end and returns what it printed.
    ///
    /// # Errors
    /// If the tool cannot be started, fails, runs past its limit, or the user interrupts.
    pub(crate) fn run(&self) -> Result<String, ToolError> {
        match self.end(&|| true)? {
            Some((status, text)) if status.success() => Ok(text),
            Some((status, text)) => Err(self.full_disk(&text).unwrap_or_else(|| ToolError::Failed {
                tool: self.tool,
                command: self.command_line(),
                status: status.to_string(),
                output: last_lines(&text),
            })),
            None => Err(ToolError::TimedOut { tool: self.tool, command: self.command_line(), limit: self.limit }),
        }
    }

    /// Runs the tool and returns its exit status with what it printed. Returns `None` if the tool
    /// runs past the limit, or if `is_wanted`, which is polled, returns false.
    ///
    /// # Errors
    /// If the tool cannot be started, or the user interrupts.
    pub(crate) fn end(&self, is_wanted: &dyn Fn() -> bool) -> Result<Option<(ExitStatus, String)>, ToolError> {
        if is_interrupted() {
            return Err(ToolError::Interrupted { tool: self.tool });
        }
        let cannot_start = |source| self.cannot_start(source);
        // A file takes both streams: a pipe that nobody reads would block the tool.
        let mut log = log()?;
        let mut child = ProcessGroup(self.start_logged(&log).map_err(cannot_start)?);
        let status = child.wait(self.limit, is_wanted).map_err(cannot_start)?;
        drop(child);
        let text = tail(&mut log);
        match status {
            Some(status) => Ok(Some((status, text))),
            None if is_interrupted() => Err(ToolError::Interrupted { tool: self.tool }),
            None => Ok(None),
        }
    }

    /// Starts the tool and keeps its stdin and stdout for a conversation in lines.
    ///
    /// # Errors
    /// If the tool cannot be started.
    pub(crate) fn talk(&self) -> Result<Conversation, ToolError> {
        let cannot_start = |source| self.cannot_start(source);
        let log = log()?;
        let mut child = self.start(|| Ok(Stdio::piped()), || Ok(Stdio::piped()), &log).map_err(cannot_start)?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (sender, answers) = mpsc::channel();
        // The thread ends with the child, because its output ends then.
        std::thread::spawn(move || {
            let lines = BufReader::new(output.expect("it was asked for")).lines();
            lines.map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Ok(Conversation {
            tool: self.tool,
            command: self.command_line(),
            limit: self.limit,
            child: ProcessGroup(child),
            input: input.expect("it was asked for"),
            answers,
            log,
        })
    }

    fn start_logged(&self, log: &File) -> std::io::Result<Child> {
        self.start(|| Ok(Stdio::null()), || Ok(log.try_clone()?.into()), log)
    }

    fn start(
        &self,
        input: impl Fn() -> std::io::Result<Stdio>,
        output: impl Fn() -> std::io::Result<Stdio>,
        log: &File,
    ) -> std::io::Result<Child> {
        if let Some(show) = WATCH.get() {
            show(&self.command_line());
        }
        let mut attempts = 0;
        loop {
            let result = Command::new(self.program)
                .args(self.args)
                .current_dir(self.dir)
                // A tool that is killed leaves its files in the working folder, which is removed.
                // The path is relative, because Icarus hands it to a shell.
                .env("TMPDIR", ".")
                .stdin(input()?)
                .stdout(output()?)
                .stderr(log.try_clone()?)
                .process_group(0)
                .spawn();
            match result {
                // Another thread's child may hold a freshly written program open for a moment
                // between fork and exec.
                Err(error) if error.kind() == ErrorKind::ExecutableFileBusy && attempts < 50 => {
                    attempts += 1;
                    std::thread::sleep(Duration::from_millis(10));
                }
                result => return result,
            }
        }
    }

    /// Returns the error that the disk is full, if the output of the failed tool says so, or a
    /// folder in which it writes shows it.
    fn full_disk(&self, output: &str) -> Option<ToolError> {
        let paths = std::iter::once(self.dir).chain(self.args.iter().map(Path::new));
        let mut folders: Vec<_> = paths.filter_map(staging::parent_of_staged).filter(|path| path.is_dir()).collect();
        folders.push(self.dir);
        if let Some(error) = folders.iter().find_map(|folder| full_disk(folder)) {
            return Some(error);
        }
        // The tool has removed what did not fit.
        let (kind, _) = FULL.into_iter().find(|(_, words)| output.contains(words))?;
        let named = folders.iter().find(|folder| output.contains(&*folder.to_string_lossy()));
        Some(ToolError::scratch("cannot write a file in", named.unwrap_or(&folders[0]), std::io::Error::from(kind)))
    }

    fn cannot_start(&self, source: std::io::Error) -> ToolError {
        ToolError::CannotStart { tool: self.tool, path: self.program.to_path_buf(), source }
    }

    fn command_line(&self) -> String {
        let program = self.program.display().to_string();
        std::iter::once(&program).chain(self.args).join(" ")
    }
}

/// A running tool that answers line by line. It is killed when the value is dropped.
pub(crate) struct Conversation {
    tool: &'static str,
    command: String,
    limit: Duration,
    child: ProcessGroup,
    input: ChildStdin,
    answers: Receiver<String>,
    log: File,
}

impl Conversation {
    /// Sends `text`, which ends with a line break, and returns the `lines` lines of the answer.
    ///
    /// # Errors
    /// If the tool ends, does not answer in time, or the user interrupts. The conversation is over
    /// then.
    pub(crate) fn exchange(&mut self, text: &[u8], lines: usize) -> Result<Vec<String>, ToolError> {
        let Self { input, answers, child, limit, .. } = self;
        // Write and read concurrently: the tool blocks on a full output pipe, and we would block on
        // its input.
        let received = std::thread::scope(|scope| {
            scope.spawn(move || {
                // If the tool does not read, it does not answer either, which is handled below.
                let _ = input.write_all(text).and_then(|()| input.flush());
            });
            let received: Result<Vec<_>, _> = (0..lines).map(|_| next(answers, *limit)).collect();
            if received.is_err() {
                child.kill();
            }
            received
        });
        received.map_err(|silence| match silence {
            _ if is_interrupted() => ToolError::Interrupted { tool: self.tool },
            RecvTimeoutError::Timeout => {
                ToolError::TimedOut { tool: self.tool, command: self.command.clone(), limit: self.limit }
            }
            RecvTimeoutError::Disconnected => ToolError::Failed {
                tool: self.tool,
                command: self.command.clone(),
                status: "an early end".to_owned(),
                output: last_lines(&tail(&mut self.log)),
            },
        })
    }
}

/// Returns the next line that arrives within `limit`, unless the user interrupts.
fn next(answers: &Receiver<String>, limit: Duration) -> Result<String, RecvTimeoutError> {
    let end = Instant::now() + limit;
    loop {
        let left = end.saturating_duration_since(Instant::now());
        match answers.recv_timeout(left.min(PULSE)) {
            Err(RecvTimeoutError::Timeout) if !left.is_zero() && !is_interrupted() => {}
            result => return result,
        }
    }
}

/// A child that leads a process group. The group is killed when the value is dropped.
struct ProcessGroup(Child);

impl ProcessGroup {
    /// Waits for the exit status. Returns `None` if the time is over, the user interrupts, or the
    /// answer is not wanted.
    fn wait(&mut self, limit: Duration, is_wanted: &dyn Fn() -> bool) -> std::io::Result<Option<ExitStatus>> {
        let end = Instant::now() + limit;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            if let Some(status) = self.0.wait_timeout(left.min(PULSE))? {
                return Ok(Some(status));
            }
            if left.is_zero() || is_interrupted() || !is_wanted() {
                return Ok(None);
            }
        }
    }

    /// Kills the group. An error means that no process of it is left.
    fn kill(&self) {
        if let Some(group) = i32::try_from(self.0.id()).ok().and_then(Pid::from_raw) {
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        // The leader may have ended and left children behind, so the group is always killed.
        self.kill();
        let _ = self.0.wait();
    }
}

/// Returns the end of the output.
fn tail(log: &mut File) -> String {
    let mut bytes = Vec::new();
    let length = log.seek(SeekFrom::End(0)).unwrap_or(0);
    let start = SeekFrom::Start(length.saturating_sub(TAIL));
    if log.seek(start).and_then(|_| log.read_to_end(&mut bytes)).is_err() {
        return "(its output could not be read)".into();
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Returns the last lines as a terminal shows them: what follows the last carriage return of each,
/// since a tool that shows its progress writes one line many times.
fn last_lines(text: &str) -> String {
    let shown = |line: &str| line.trim_end().rsplit('\r').next().unwrap_or_default().to_owned();
    let lines: Vec<_> = text.trim_end().lines().map(shown).collect();
    let start = lines.len().saturating_sub(LINES);
    lines[start..].iter().map(|line| format!("  | {line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_those_that_a_terminal_shows() {
        assert_eq!(last_lines("0 %\r50 %\r100 %\ndone\r\n"), "  | 100 %\n  | done\n");
        let many: String = (0..LINES + 2).map(|line| format!("{line}\n")).collect();
        let last = last_lines(&many);
        assert!(last.starts_with("  | 2\n") && last.lines().count() == LINES, "{last}");
        assert_eq!(last_lines(""), "");
    }
}
