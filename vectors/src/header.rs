//! The header of a file.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use vidalu_gen::{Config, ConfigError, Target};
use vidalu_model::golden::Profile;
use vidalu_stimulus::Forms;

use crate::format::Format;
use crate::golden::{Column, Golden};
use crate::set::{Level, Request, Set, check, check_level};

/// The version of the formats.
pub(crate) const FORMAT_VERSION: u32 = 2;

/// The version whose header does not name the corner vectors. It is read too.
const WITHOUT_CORNERS: u32 = 1;

/// The header of every file, which the manifest repeats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the format: 2, or 1 in a file of an earlier vidalu.
    pub vidalu_vectors: u32,
    /// The format.
    pub format: Format,
    /// The version of the program.
    pub vidalu: String,
    /// The unit.
    pub unit: String,
    /// The profile: whose reading of the manual.
    pub profile: String,
    /// The keys of the configuration that change the vectors and differ from the default.
    pub config: Map<String, Value>,
    /// The patterns of the forms that the vectors have; empty for all forms.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forms: Vec<String>,
    /// The level: how the vectors were chosen.
    pub level: Level,
    /// The seed.
    pub seed: u64,
    /// The number of vectors.
    pub count: u64,
    /// The numbers of the corner vectors at the level random, counted from 0. All its other vectors
    /// are drawn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub corners: Vec<u64>,
    /// The columns with their widths in bits, in their order.
    pub columns: String,
}

impl Header {
    /// The keys whose values are not text.
    const NUMBERS: [&str; 6] = ["vidalu_vectors", "config", "forms", "seed", "count", "corners"];

    /// Returns the header of a set in a format.
    pub fn of(set: &Set, format: Format) -> Self {
        Self::new(&set.golden, format, set.level, set.seed, set.count())
    }

    fn new(golden: &Golden, format: Format, level: Level, seed: u64, count: u64) -> Self {
        let config = toml::from_str(&golden.config.to_short_toml()).expect("what was written is read");
        Self {
            vidalu_vectors: FORMAT_VERSION,
            format,
            vidalu: env!("CARGO_PKG_VERSION").to_owned(),
            unit: golden.target.name().to_owned(),
            profile: golden.profile.name().to_owned(),
            config,
            forms: golden.forms.as_ref().map_or_else(Vec::new, |forms| forms.patterns().to_vec()),
            level,
            seed,
            count,
            corners: if level == Level::Random { golden.subject.source().corners(seed, count) } else { Vec::new() },
            columns: names(&golden.columns, format),
        }
    }

    /// Returns the kind and the name of the module: `unit carry` or `block select`.
    pub fn module(&self) -> String {
        let kind = self.unit.parse().map_or("unit", Target::kind);
        format!("{kind} {}", self.unit)
    }

    /// Returns the unit, if the keys of the header fit together; else the reason.
    pub(crate) fn unit(&self) -> Result<Golden, String> {
        if !(WITHOUT_CORNERS..=FORMAT_VERSION).contains(&self.vidalu_vectors) {
            return Err(format!(
                "the format has version {}, and this program reads versions {WITHOUT_CORNERS} and {FORMAT_VERSION}",
                self.vidalu_vectors
            ));
        }
        let Request { target, config, profile, forms, .. } = self.request()?;
        check_level(target, forms.is_some(), self.level).map_err(|error| error.to_string())?;
        if matches!(target, Target::Unit(_)) && config.for_target(target).ops.is_empty() {
            return Err(format!("unit {target} has no instructions in this configuration"));
        }
        if let (Target::Unit(unit), Some(forms)) = (target, &forms) {
            check(unit, &config, forms, self.level).map_err(|error| error.to_string())?;
        }
        let golden = Golden::new(target, &config, profile, forms);
        let mut same = Self::new(&golden, self.format, self.level, self.seed, self.count);
        if self.vidalu_vectors == WITHOUT_CORNERS {
            (same.vidalu_vectors, same.corners) = (WITHOUT_CORNERS, Vec::new());
        }
        if (Self { vidalu: same.vidalu.clone(), ..self.clone() }) != same {
            return Err(format!(
                "profile, config, corners and columns of the header do not fit each other: columns are {}",
                same.columns
            ));
        }
        Ok(golden)
    }

    /// Returns the request whose vectors have this header, or the reason why no request has it.
    pub(crate) fn request(&self) -> Result<Request, String> {
        let target: Target = self.unit.parse().map_err(|error| format!("{error}"))?;
        let config: Config = serde_json::from_value(self.config.clone().into()).map_err(|error| error.to_string())?;
        config.validate().map_err(|ConfigError { message, .. }| message)?;
        let profile = Profile::ALL.into_iter().find(|profile| profile.name() == self.profile);
        let forms = if self.forms.is_empty() { None } else { Some(Forms::new(&self.forms)) };
        let forms = forms.transpose().map_err(|error| error.message)?;
        Ok(Request { target, config, profile, forms, seed: self.seed, level: self.level, count: Some(self.count) })
    }

    /// Returns the header as JSON on one line.
    pub(crate) fn json(&self) -> String {
        serde_json::to_string(self).expect("a header is plain data")
    }

    /// Returns a line for each key: `unit: scalar`.
    pub(crate) fn lines(&self) -> impl Iterator<Item = String> {
        let Ok(Value::Object(keys)) = serde_json::to_value(self) else { unreachable!("a header is an object") };
        keys.into_iter().map(|(key, value)| match value {
            Value::String(text) => format!("{key}: {text}"),
            value => format!("{key}: {value}"),
        })
    }

    /// Reads the lines that [`Header::lines`] returns.
    pub(crate) fn from_lines<'a>(lines: impl Iterator<Item = &'a str>) -> Result<Self, String> {
        let mut keys = Map::new();
        for line in lines {
            let (key, text) = line.split_once(": ").ok_or_else(|| format!("`{line}` is not a key with a value"))?;
            let value = match Self::NUMBERS.contains(&key) {
                true => serde_json::from_str(text).map_err(|error| format!("{key}: {error}"))?,
                false => Value::String(text.to_owned()),
            };
            keys.insert(key.to_owned(), value);
        }
        serde_json::from_value(keys.into()).map_err(|error| error.to_string())
    }
}

/// Returns the columns with their widths; the text of the instruction has none.
fn names(columns: &[Column], format: Format) -> String {
    let mut names: Vec<_> = columns.iter().map(|column| format!("{}:{}", column.name, column.width)).collect();
    names.extend((format != Format::Hex).then(|| "ptx".to_owned()));
    names.join(" ")
}
