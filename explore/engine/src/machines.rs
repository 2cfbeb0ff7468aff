//! All that the page knows: the machines and the catalog.

use serde::{Deserialize, Serialize};

use crate::catalog::Catalog;
use crate::machine::Machine;
use crate::refusal::Refusal;

/// The machines, and what the page says about them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Machines {
    /// The texts.
    pub catalog: Catalog,
    /// The machines; the first is shown first.
    pub machines: Vec<Machine>,
}

impl Machines {
    /// Reads machines as JSON.
    ///
    /// # Errors
    /// If the text is not what `serde` writes for this type.
    pub fn read(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// Returns the machine of this name.
    pub(crate) fn machine(&self, id: &str) -> Result<&Machine, Refusal> {
        self.machines.iter().find(|machine| machine.id == id).ok_or_else(|| {
            let known: Vec<_> = self.machines.iter().map(|machine| machine.id.as_str()).collect();
            Refusal::new(format!("there is no unit {id} here")).with_help(format!("the units are {}", known.join(", ")))
        })
    }
}
