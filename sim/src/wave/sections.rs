//! Which signals and instances belong to which stage, for every module of a design.

use std::collections::HashMap;
use std::path::Path;

use vidalu_gen::outline::{Section, sections};

use crate::dut::Dut;

/// The sections of all modules, by name.
pub(super) struct Sections(HashMap<String, Vec<Section>>);

impl Sections {
    /// Those of a module and of all that it is made of.
    pub(super) fn of(dut: &Dut) -> Self {
        let module = |(path, text): &(String, String)| {
            let name = Path::new(path).file_stem()?.to_str()?.to_owned();
            Some((name, sections(text)))
        };
        Self(dut.files.iter().filter_map(module).collect())
    }

    /// The sections of a module; none for a block.
    pub(super) fn sections(&self, module: &str) -> &[Section] {
        self.0.get(module).map_or(&[], Vec::as_slice)
    }

    /// The instances in a module: module and name.
    pub(super) fn instances(&self, module: &str) -> impl Iterator<Item = (&str, &str)> {
        let all = self.sections(module).iter().flat_map(|section| &section.instances);
        all.map(|(module, name)| (module.as_str(), name.as_str()))
    }
}
