//! The stage to which each signal and instance belongs, for every module of a design.

use std::collections::HashMap;
use std::path::Path;

use vidalu_gen::outline::{Section, sections};

use crate::dut::Dut;

/// The sections of all modules, by name.
pub(super) struct Sections(HashMap<String, Vec<Section>>);

impl Sections {
    /// Returns the sections of a module and of all modules in it.
    pub(super) fn of(dut: &Dut) -> Self {
        let module = |(path, text): &(String, String)| {
            let name = Path::new(path).file_stem()?.to_str()?.to_owned();
            Some((name, sections(text)))
        };
        Self(dut.files.iter().filter_map(module).collect())
    }

    /// Returns the sections of a module; empty for a block.
    pub(super) fn sections(&self, module: &str) -> &[Section] {
        self.0.get(module).map_or(&[], Vec::as_slice)
    }

    /// Returns the instances in a module: their module and name.
    pub(super) fn instances(&self, module: &str) -> impl Iterator<Item = (&str, &str)> {
        let all = self.sections(module).iter().flat_map(|section| &section.instances);
        all.map(|(module, name)| (module.as_str(), name.as_str()))
    }
}
