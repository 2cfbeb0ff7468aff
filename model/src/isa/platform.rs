//! Versions and targets of PTX, on which it depends whether a packed instruction is legal.

use std::fmt;
use std::str::FromStr;

use crate::Fault;

/// A version of PTX, such as 9.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version {
    major: u8,
    minor: u8,
}

impl Version {
    pub(super) const fn new(major: u8, minor: u8) -> Self {
        Self { major, minor }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

/// A text that is not a version of PTX.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, miette::Diagnostic)]
#[error("`{0}` is not a version of PTX")]
#[diagnostic(help("a version is written as 9.2"))]
pub struct UnknownVersion(pub String);

impl UnknownVersion {
    /// Whose fault the error is: that of the input.
    pub fn fault(&self) -> Fault {
        Fault::Input
    }
}

impl FromStr for Version {
    type Err = UnknownVersion;

    fn from_str(text: &str) -> Result<Self, UnknownVersion> {
        let number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit()).then(|| part.parse().ok()).flatten();
        let parts = text.split_once('.').and_then(|(major, minor)| Some((number(major)?, number(minor)?)));
        let (major, minor) = parts.ok_or_else(|| UnknownVersion(text.to_owned()))?;
        Ok(Self { major, minor })
    }
}

/// A target, the argument of `.target`: sm_90, or one for an architecture (`sm_120a`) or for a
/// family of architectures (`sm_120f`) alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    name: &'static str,
    since: Version,
}

/// Each target with the version of PTX that brought it.
const TARGETS: &[(&str, u8, u8)] = &[
    ("sm_10", 1, 0),
    ("sm_11", 1, 0),
    ("sm_12", 1, 2),
    ("sm_13", 1, 2),
    ("sm_20", 2, 0),
    ("sm_30", 3, 0),
    ("sm_32", 4, 0),
    ("sm_35", 3, 1),
    ("sm_37", 4, 1),
    ("sm_50", 4, 0),
    ("sm_52", 4, 1),
    ("sm_53", 4, 2),
    ("sm_60", 5, 0),
    ("sm_61", 5, 0),
    ("sm_62", 5, 0),
    ("sm_70", 6, 0),
    ("sm_72", 6, 1),
    ("sm_75", 6, 3),
    ("sm_80", 7, 0),
    ("sm_86", 7, 1),
    ("sm_87", 7, 4),
    ("sm_88", 9, 0),
    ("sm_89", 7, 8),
    ("sm_90", 7, 8),
    ("sm_90a", 8, 0),
    ("sm_100", 8, 6),
    ("sm_100a", 8, 6),
    ("sm_100f", 8, 8),
    ("sm_101", 8, 6),
    ("sm_101a", 8, 6),
    ("sm_101f", 8, 8),
    ("sm_103", 8, 8),
    ("sm_103a", 8, 8),
    ("sm_103f", 8, 8),
    ("sm_107", 9, 4),
    ("sm_107a", 9, 4),
    ("sm_107f", 9, 4),
    ("sm_110", 9, 0),
    ("sm_110a", 9, 0),
    ("sm_110f", 9, 0),
    ("sm_120", 8, 7),
    ("sm_120a", 8, 7),
    ("sm_120f", 8, 8),
    ("sm_121", 8, 8),
    ("sm_121a", 8, 8),
    ("sm_121f", 8, 8),
];

impl Target {
    /// All targets, in ascending order.
    pub fn all() -> impl Iterator<Item = Self> {
        TARGETS.iter().map(|&(name, major, minor)| Self { name, since: Version::new(major, minor) })
    }

    /// The name, such as `sm_120f`.
    pub fn name(self) -> &'static str {
        self.name
    }

    /// The version of PTX that brought the target.
    pub fn since(self) -> Version {
        self.since
    }

    /// The number in the name, and its suffix, `a`, `f` or nothing.
    pub(super) fn parts(self) -> (u32, &'static str) {
        let number = self.name.trim_start_matches("sm_");
        let digits = number.trim_end_matches(|last: char| last.is_ascii_alphabetic());
        (digits.parse().expect("the table's names have numbers"), &number[digits.len()..])
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// A name that no target has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, miette::Diagnostic)]
#[error("unknown target `{0}`")]
#[diagnostic(help("the targets are {}", Target::all().map(Target::name).collect::<Vec<_>>().join(", ")))]
pub struct UnknownTarget(pub String);

impl UnknownTarget {
    /// Whose fault the error is: that of the input.
    pub fn fault(&self) -> Fault {
        Fault::Input
    }
}

impl FromStr for Target {
    type Err = UnknownTarget;

    fn from_str(name: &str) -> Result<Self, UnknownTarget> {
        Self::all().find(|target| target.name == name).ok_or_else(|| UnknownTarget(name.to_owned()))
    }
}

/// The version of PTX and the target of a text. Only the packed instructions depend on them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Platform {
    /// The version of PTX; `None` allows everything that any version has.
    pub version: Option<Version>,
    /// The target; `None` allows everything that any target has.
    pub target: Option<Target>,
}
