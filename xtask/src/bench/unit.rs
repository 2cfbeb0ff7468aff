//! The units that are measured.

use std::path::{Path, PathBuf};

use vidalu_gen::{Config, Handshake, Style, Target};
use vidalu_sim::Dut;
use vidalu_sim::subject::{self, Subject};

use super::Result;

/// The units, in the order of the table.
pub(super) const UNITS: [&str; 5] = ["scalar", "simd", "vmad", "carry", "video"];

/// A unit of the benchmark.
pub(super) struct BenchUnit {
    pub(super) name: String,
    pub(super) style: Style,
    pub(super) dut: Dut,
    pub(super) subject: Box<dyn Subject>,
}

impl BenchUnit {
    /// Generates a unit, with valid bits and three stages.
    pub(super) fn new(name: &str, style: Style) -> Result<Self> {
        let target: Target = name.parse().map_err(|_| format!("{name} is not a unit"))?;
        let config = Config { handshake: Handshake::Valid, depth: 3.into(), style, ..Config::default() };
        let subject = subject::of(target, &config);
        Ok(Self { name: name.to_owned(), style, dut: Dut::generate(target, &config, &*subject)?, subject })
    }

    /// Writes the source files below `folder`. Returns those that are compiled.
    pub(super) fn write(&self, folder: &Path) -> Result<Vec<PathBuf>> {
        let mut compiled = Vec::new();
        for (name, text) in &self.dut.files {
            let path = folder.join(name);
            std::fs::create_dir_all(path.parent().unwrap_or(folder))?;
            std::fs::write(&path, text)?;
            if path.extension().is_some_and(|extension| extension == "v") {
                compiled.push(path);
            }
        }
        Ok(compiled)
    }
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;
    use vidalu_gen::Choice;

    use super::*;

    #[test]
    fn every_unit_takes_a_vector_in_every_cycle() {
        for (name, &style) in UNITS.iter().cartesian_product(Style::ALL) {
            let unit = BenchUnit::new(name, style).unwrap();
            assert!(!unit.subject.takes_steps() && unit.dut.timing.latency == 3, "{name}");
        }
    }
}
