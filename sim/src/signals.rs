//! Signals that ask the program to end: Ctrl-C and SIGTERM.

use std::sync::atomic::{AtomicU8, Ordering};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use vidalu_gen::staging::is_staging;

use crate::process::interrupt;

/// The number of the first signal, or 0.
static SIGNAL: AtomicU8 = AtomicU8::new(0);

/// Handles SIGINT and SIGTERM from now on.
///
/// Without temporary folders, the first signal ends the program with its exit code. Otherwise it
/// interrupts the tools ([`crate::interrupt`]), and the program ends after it removed its folders.
/// The second signal ends the program at once.
///
/// # Panics
/// If the system does not allow a handler or another thread.
pub fn handle_signals() {
    let mut signals = Signals::new([SIGINT, SIGTERM]).expect("these signals can be handled");
    std::thread::spawn(move || {
        for signal in signals.forever() {
            let is_first = SIGNAL.swap(signal as u8, Ordering::SeqCst) == 0;
            interrupt();
            if !is_first || !is_staging() {
                std::process::exit(exit_code(signal as u8).into());
            }
        }
    });
}

/// Returns the exit code of a program that a signal has asked to end: 130 for SIGINT, 143 for
/// SIGTERM. `None` if there was no signal.
pub fn signal_code() -> Option<u8> {
    match SIGNAL.load(Ordering::SeqCst) {
        0 => None,
        signal => Some(exit_code(signal)),
    }
}

/// The exit code that a shell reports for a program that a signal ended.
fn exit_code(signal: u8) -> u8 {
    128 + signal
}
