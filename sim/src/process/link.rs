//! A conversation in bytes with a tool, through a socket that is its stdin.

use std::fs::File;
use std::io::{ErrorKind, Read, Write};
use std::net::Shutdown;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use super::{Invocation, PULSE, ProcessGroup, is_interrupted, last_lines, tail};
use crate::error::ToolError;
use crate::files::log;

/// The time that a tool has to end after it has closed its socket.
const END: Duration = Duration::from_secs(2);

impl Invocation<'_> {
    /// Starts the tool with one end of a socket as its stdin. What it prints is kept for error
    /// messages.
    ///
    /// # Errors
    /// If the tool cannot be started, or the user has interrupted.
    pub(crate) fn link(&self) -> Result<Link, ToolError> {
        if is_interrupted() {
            return Err(ToolError::Interrupted { tool: self.tool });
        }
        let log = log()?;
        let start = || {
            let (near, far) = UnixStream::pair()?;
            near.set_read_timeout(Some(PULSE))?;
            near.set_write_timeout(Some(PULSE))?;
            let child =
                self.start(|| Ok(OwnedFd::from(far.try_clone()?).into()), || Ok(log.try_clone()?.into()), &log)?;
            Ok((near, ProcessGroup(child)))
        };
        let (socket, child) = start().map_err(|source| self.cannot_start(source))?;
        Ok(Link { tool: self.tool, command: self.command_line(), limit: self.limit, child, socket, log })
    }
}

/// A running tool at the other end of a socket. It is killed when the value is dropped.
pub(crate) struct Link {
    tool: &'static str,
    command: String,
    limit: Duration,
    child: ProcessGroup,
    socket: UnixStream,
    log: File,
}

/// Why a transfer stopped.
#[derive(Clone, Copy)]
enum Stop {
    /// The other end is closed.
    Ended,
    TimedOut,
    Interrupted,
}

impl Link {
    /// Sends `request`, which may be empty, and fills `answer`.
    ///
    /// # Errors
    /// If the tool ends, does not answer in time, or the user interrupts. The link is closed then.
    pub(crate) fn exchange(&mut self, mut request: &[u8], answer: &mut [u8]) -> Result<(), ToolError> {
        let end = Instant::now() + self.limit;
        let mut filled = 0;
        let mut socket = &self.socket;
        let sent = transfer(end, || match request {
            [] => Ok(None),
            _ => socket.write(request).map(|count| {
                request = &request[count..];
                Some(count)
            }),
        });
        let done = sent.and_then(|()| {
            transfer(end, || match &mut answer[filled..] {
                [] => Ok(None),
                rest => socket.read(rest).map(|count| {
                    filled += count;
                    Some(count)
                }),
            })
        });
        done.map_err(|stop| self.close(stop))
    }

    fn close(&mut self, stop: Stop) -> ToolError {
        let _ = self.socket.shutdown(Shutdown::Both);
        let (tool, command) = (self.tool, self.command.clone());
        match stop {
            Stop::Interrupted => ToolError::Interrupted { tool },
            Stop::TimedOut => ToolError::TimedOut { tool, command, limit: self.limit },
            Stop::Ended => {
                let status = self.child.wait(END, &|| true).ok().flatten();
                let status = status.map_or_else(|| "a closed connection".to_owned(), |status| status.to_string());
                ToolError::Failed { tool, command, status, output: last_lines(&tail(&mut self.log)) }
            }
        }
    }
}

/// Calls `step` until it has nothing more to do. Each call moves some bytes, or waits for at most
/// [`PULSE`].
fn transfer(end: Instant, mut step: impl FnMut() -> std::io::Result<Option<usize>>) -> Result<(), Stop> {
    loop {
        match step() {
            Ok(None) => return Ok(()),
            Ok(Some(0)) => return Err(Stop::Ended),
            Ok(Some(_)) => {}
            Err(error)
                if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted) => {}
            Err(_) => return Err(Stop::Ended),
        }
        if is_interrupted() {
            return Err(Stop::Interrupted);
        }
        if Instant::now() > end {
            return Err(Stop::TimedOut);
        }
    }
}
