//! Reads the last value of each signal in a wave.

use std::collections::HashMap;
use std::io::BufReader;
use std::path::Path;

use vcd::{Command, IdCode, Parser};

use super::record::extended;

/// The last values in a VCD.
#[derive(Debug, Default)]
pub(crate) struct LastValues {
    /// The width in bits of each signal, by instance and signal. An instance can be found by its
    /// name alone, and by any path of enclosing instances that ends in it.
    signals: HashMap<(String, String), (IdCode, u32)>,
    /// The width of each signal by its name alone. Of several, it is the outermost one.
    nets: HashMap<String, (usize, IdCode, u32)>,
    /// The digits `01xz`, highest first, as the VCD has them: without repeated leading digits.
    values: HashMap<IdCode, String>,
}

impl LastValues {
    /// Reads a file.
    ///
    /// # Errors
    /// If the file cannot be read or is not a VCD.
    pub(crate) fn read(path: &Path) -> std::io::Result<Self> {
        let mut last = Self::default();
        let mut scopes: Vec<String> = Vec::new();
        for command in Parser::new(BufReader::new(std::fs::File::open(path)?)) {
            match command? {
                Command::ScopeDef(_, name) => scopes.push(name),
                Command::Upscope => drop(scopes.pop()),
                Command::VarDef(_, width, code, name, _) => {
                    for outermost in 0..scopes.len() {
                        let scope = scopes[outermost..].join(".");
                        last.signals.insert((scope, name.clone()), (code, width));
                    }
                    let net = last.nets.entry(name).or_insert((scopes.len(), code, width));
                    if scopes.len() < net.0 {
                        *net = (scopes.len(), code, width);
                    }
                }
                Command::ChangeScalar(code, value) => drop(last.values.insert(code, value.to_string())),
                Command::ChangeVector(code, vector) => drop(last.values.insert(code, vector.to_string())),
                _ => {}
            }
        }
        Ok(last)
    }

    /// Returns the last value of `signal`, which has at most 128 bits, in the instance `scope`: its
    /// low 64 bits in hexadecimal, or all bits in binary if some are unknown. Several signals,
    /// joined by ` + `, are added.
    pub(crate) fn value(&self, scope: &str, signal: &str) -> Option<String> {
        let mut sum = 0_u64;
        for name in signal.split(" + ") {
            let (code, width) = self.signals.get(&(scope.to_owned(), name.to_owned()))?;
            match self.number(*code, *width)? {
                Ok(value) => sum = sum.wrapping_add(value),
                Err(digits) => return Some(digits),
            }
        }
        Some(format!("{sum:#x}"))
    }

    /// Returns the width of the net `name`, in whatever instance it is, and its last value in the
    /// form of [`LastValues::value`].
    pub(crate) fn net(&self, name: &str) -> Option<(u32, String)> {
        let (_, code, width) = *self.nets.get(name)?;
        let value = self.number(code, width)?;
        Some((width, value.map_or_else(|digits| digits, |value| format!("{value:#x}"))))
    }

    /// Returns the low 64 bits of a signal, or all bits in binary if some are unknown.
    fn number(&self, code: IdCode, width: u32) -> Option<Result<u64, String>> {
        let digits = self.values.get(&code)?;
        let value = u128::from_str_radix(digits, 2);
        Some(value.map(|value| value as u64).map_err(|_| format!("0b{}", extended(digits, width))))
    }
}
