//! The vectors of a machine.

use std::fmt;
use std::sync::{Arc, OnceLock};

use vidalu_stimulus::Stimulus;

/// The vectors of a machine, made when they are first asked for: listing the forms takes a while.
#[derive(Clone, Default)]
pub struct Vectors(OnceLock<Arc<dyn Stimulus>>);

impl Vectors {
    /// Returns the vectors, which `make` makes the first time.
    pub(crate) fn get_or<E>(
        &self,
        make: impl FnOnce() -> Result<Arc<dyn Stimulus>, E>,
    ) -> Result<Arc<dyn Stimulus>, E> {
        if let Some(known) = self.0.get() {
            return Ok(known.clone());
        }
        let made = make()?;
        Ok(self.0.get_or_init(|| made).clone())
    }
}

impl fmt::Debug for Vectors {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Vectors")
    }
}
