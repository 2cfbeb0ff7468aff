//! Reads a wave: the last value of each signal.

use std::collections::HashMap;
use std::io::BufReader;
use std::path::Path;

use vcd::{Command, IdCode, Parser};

/// The last values in a VCD.
#[derive(Debug, Default)]
pub(crate) struct LastValues {
    /// Instance and signal, with the width in bits.
    signals: HashMap<(String, String), (IdCode, usize)>,
    /// The digits `01xz`, highest first, without those that repeat.
    values: HashMap<IdCode, String>,
}

impl LastValues {
    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read or is no VCD.
    pub(crate) fn read(path: &Path) -> std::io::Result<Self> {
        let mut last = Self::default();
        let mut scopes: Vec<String> = Vec::new();
        for command in Parser::new(BufReader::new(std::fs::File::open(path)?)) {
            match command? {
                Command::ScopeDef(_, name) => scopes.push(name),
                Command::Upscope => drop(scopes.pop()),
                Command::VarDef(_, width, code, name, _) => {
                    if let Some(scope) = scopes.last() {
                        last.signals.insert((scope.clone(), name), (code, width as usize));
                    }
                }
                Command::ChangeScalar(code, value) => drop(last.values.insert(code, value.to_string())),
                Command::ChangeVector(code, vector) => drop(last.values.insert(code, vector.to_string())),
                _ => {}
            }
        }
        Ok(last)
    }

    /// The last value of `signal`, of at most 64 bits, in the instance `scope`: hexadecimal, or binary where some bits
    /// are unknown.
    pub(crate) fn value(&self, scope: &str, signal: &str) -> Option<String> {
        let (code, width) = self.signals.get(&(scope.to_owned(), signal.to_owned()))?;
        let digits = self.values.get(code)?;
        if let Ok(value) = u64::from_str_radix(digits, 2) {
            return Some(format!("{value:#x}"));
        }
        // A shortened vector is extended by its highest digit if that is x or z, else by 0.
        let fill = digits.chars().next().filter(|digit| "xz".contains(*digit)).unwrap_or('0');
        let missing = width.saturating_sub(digits.len());
        Some(format!("0b{}{digits}", String::from(fill).repeat(missing)))
    }
}
