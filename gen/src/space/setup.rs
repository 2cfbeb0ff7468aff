//! What a configuration is for: a unit or block by itself, or a unit behind a bus.

use std::fmt;

use itertools::Itertools;

use crate::generate::{self, generate};
use crate::{Choice, Config, ConfigError, Design, Key, Target, Unit, Wrapper, wrap};

/// A unit or block by itself, or a unit behind a bus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setup {
    /// A unit or block by itself.
    Alone(Target),
    /// A unit behind a bus.
    Behind(Wrapper, Unit),
}

impl Setup {
    /// Returns all of them: the units and blocks, then each unit behind each bus.
    pub fn all() -> impl Iterator<Item = Self> {
        let behind = Wrapper::ALL.iter().cartesian_product(Unit::ALL);
        let behind = behind.map(|(&wrapper, &unit)| Self::Behind(wrapper, unit));
        Target::ALL.into_iter().map(Self::Alone).chain(behind)
    }

    /// Returns the unit or block, without its bus.
    pub fn target(self) -> Target {
        match self {
            Self::Alone(target) => target,
            Self::Behind(_, unit) => Target::Unit(unit),
        }
    }

    /// Returns the bus.
    pub fn wrapper(self) -> Option<Wrapper> {
        match self {
            Self::Alone(_) => None,
            Self::Behind(wrapper, _) => Some(wrapper),
        }
    }

    /// Returns whether the hardware depends on a key.
    pub fn depends_on(self, key: &Key) -> bool {
        match key.wrapper {
            Some(_) => key.wrapper == self.wrapper(),
            None => key.concerns(self.target()),
        }
    }

    /// Returns the options of the command line that name it.
    pub fn flags(self) -> String {
        match self {
            Self::Alone(target) => format!("--unit {target}"),
            Self::Behind(wrapper, unit) => format!("--unit {} --wrapper {}", unit.name(), wrapper.name()),
        }
    }

    /// Generates it.
    ///
    /// # Errors
    /// If the configuration contradicts itself, the unit or the bus.
    pub fn generate(self, config: &Config) -> Result<Design, ConfigError> {
        match self {
            Self::Alone(target) => generate(target, config),
            Self::Behind(wrapper, unit) => wrap(wrapper, unit, config),
        }
    }

    /// Checks that it can be generated with a configuration.
    pub(super) fn check(self, config: &Config) -> Result<(), ConfigError> {
        match self {
            Self::Alone(target) => generate::check(target, config),
            Self::Behind(wrapper, unit) => generate::check(Target::Unit(unit), &wrapper.config(config)?),
        }
    }
}

/// Writes the name without a prefix, such as `scalar` or `video_axi4_stream`.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Alone(target) => target.fmt(f),
            Self::Behind(wrapper, unit) => f.write_str(&wrapper.module_name(*unit)),
        }
    }
}
