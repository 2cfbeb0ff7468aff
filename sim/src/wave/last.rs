//! Reads a wave: the last value of each signal.

use std::collections::HashMap;
use std::io::BufReader;
use std::path::Path;

use vcd::{Command, IdCode, Parser};

use super::record::extended;

/// The last values in a VCD.
#[derive(Debug, Default)]
pub(crate) struct LastValues {
    /// Instance and signal, with the width in bits. An instance is there under each name that ends in its own, with as
    /// many of the instances around it as one likes.
    signals: HashMap<(String, String), (IdCode, u32)>,
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

    /// The last value of `signal`, of at most 128 bits, in the instance `scope`: hexadecimal, its low 64 bits, or binary
    /// where some bits are unknown. Several signals, joined by ` + `, are added.
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
