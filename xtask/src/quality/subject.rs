//! The sides of a comparison: the plain text of each unit, and the configurations of vidalu.

use vidalu_gen::{Config, ConfigError, Target, Unit, generate};

/// A unit, its plain text, and the configurations of the generator that do the same.
#[derive(Debug)]
pub(crate) struct Subject {
    /// The name on the command line and in the table.
    pub(crate) name: &'static str,
    /// The unit.
    pub(crate) unit: Unit,
    /// The keys in which the plain text and all configurations agree, as in the header of a
    /// generated file.
    pub(crate) keys: &'static str,
    /// The plain text: a transcription of the manual.
    pub(crate) plain: &'static str,
    /// The further keys of each configuration. To measure a new one, add it here.
    pub(crate) variants: &'static [&'static str],
}

/// Everything that is compared.
pub(crate) static SUBJECTS: [Subject; 6] = [
    Subject {
        name: "scalar",
        unit: Unit::Scalar,
        keys: "",
        plain: include_str!("../../plain/scalar.v"),
        variants: &[
            "",
            "adder=sklansky",
            "goal=tables",
            "goal=tables adder=ripple",
            "goal=cells adder=brent-kung",
            "goal=cells adder=sklansky",
            "goal=cells adder=kogge-stone",
            "style=behavioral",
        ],
    },
    Subject {
        name: "simd",
        unit: Unit::Simd,
        keys: "",
        plain: include_str!("../../plain/simd.v"),
        variants: &[
            "",
            "goal=tables",
            "goal=tables adder=ripple",
            "goal=cells adder=sklansky",
            "goal=cells adder=kogge-stone",
            "style=behavioral",
        ],
    },
    Subject {
        name: "vmad",
        unit: Unit::Vmad,
        keys: "",
        plain: include_str!("../../plain/vmad.v"),
        variants: &[
            "",
            "multiplier=booth4-dadda adder=sklansky",
            "multiplier=booth4-counters adder=sklansky",
            "goal=cells multiplier=booth4-dadda adder=sklansky",
            "goal=cells multiplier=booth4-dadda adder=kogge-stone",
        ],
    },
    Subject {
        name: "carry-sums",
        unit: Unit::Carry,
        keys: "ops=add.cc,addc,sub.cc,subc mad64=none",
        plain: include_str!("../../plain/carry_sums.v"),
        variants: &["", "adder=sklansky"],
    },
    Subject {
        name: "carry-mad32",
        unit: Unit::Carry,
        keys: "ops=mad.cc,madc wide=false mad64=none",
        plain: include_str!("../../plain/carry_mad32.v"),
        variants: &[
            "",
            "multiplier=booth4-dadda adder=sklansky",
            "multiplier=booth4-counters adder=sklansky",
            "goal=cells multiplier=booth4-dadda adder=kogge-stone",
        ],
    },
    Subject {
        name: "carry",
        unit: Unit::Carry,
        keys: "",
        plain: include_str!("../../plain/carry.v"),
        variants: &[
            "",
            "multiplier=booth4-counters adder=sklansky",
            "goal=cells multiplier=booth4-dadda adder=brent-kung",
        ],
    },
];

/// The text of a module: its top module, and its files by path.
pub(crate) struct Text {
    pub(crate) top: String,
    pub(crate) files: Vec<(String, String)>,
}

impl Subject {
    /// Returns the configuration with the keys of the subject and those of a variant.
    ///
    /// # Errors
    /// If the generator does not know a key or value, or refuses the combination.
    pub(crate) fn config(&self, variant: &str) -> Result<Config, ConfigError> {
        let line = [self.keys, variant].join(" ");
        Config::from_line(if line.trim().is_empty() { "ops=all" } else { line.trim() })
    }

    /// Returns the plain text.
    pub(crate) fn plain_text(&self) -> Text {
        let top = format!("vidalu_{}", self.unit.name());
        Text { files: vec![(format!("{top}.v"), self.plain.to_owned())], top }
    }

    /// Returns the text that vidalu generates for a variant.
    ///
    /// # Errors
    /// The errors of [`Subject::config`].
    pub(crate) fn generated(&self, variant: &str) -> Result<Text, ConfigError> {
        let design = generate(Target::Unit(self.unit), &self.config(variant)?)?;
        Ok(Text { top: design.top.name, files: design.files.into_iter().map(|file| (file.path, file.text)).collect() })
    }
}
