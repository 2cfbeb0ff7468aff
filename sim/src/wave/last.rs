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
            let digits = self.values.get(code)?;
            match u128::from_str_radix(digits, 2) {
                Ok(value) => sum = sum.wrapping_add(value as u64),
                Err(_) => return Some(format!("0b{}", extended(digits, *width))),
            }
        }
        Some(format!("{sum:#x}"))
    }
}
