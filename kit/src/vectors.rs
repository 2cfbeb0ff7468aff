//! Makes the vectors of a kit, and finds the bits of each value in them.

use std::fs;

use vidalu_gen::Config;
use vidalu_sim::scratch_error;
use vidalu_vectors::{Format, Level, Request as SetRequest, Set, VectorsError, manifest_path, write_file};

use crate::error::KitError;
use crate::request::Request;

/// A file of vectors.
pub(crate) struct VectorFile {
    pub(crate) level: Level,
    pub(crate) count: u64,
    pub(crate) text: String,
    /// The text of the manifest, which is a file next to the vectors.
    pub(crate) manifest: String,
}

/// The bits of a word that hold one value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Slice {
    pub(crate) name: String,
    pub(crate) hi: u32,
    pub(crate) lo: u32,
}

impl Slice {
    /// Returns the bits as a part select: `[31:0]`.
    pub(crate) fn range(&self) -> String {
        format!("[{}:{}]", self.hi, self.lo)
    }

    /// Returns whether the value is that of an input: a value of a unit has the name of its port
    /// without the ending, one of a block has the whole name.
    pub(crate) fn is_input(&self, port: &str) -> bool {
        port.strip_suffix("_i").is_some_and(|base| self.name == base || self.name == port)
    }

    pub(crate) fn width(&self) -> u32 {
        self.hi - self.lo + 1
    }
}

/// Makes the files, one for each level.
pub(crate) fn make(request: &Request, config: &Config) -> Result<Vec<VectorFile>, KitError> {
    let folder = vidalu_sim::scratch()?;
    let Request { target, count, seed, .. } = request;
    let make = |level: &Level| {
        let count = Some(*count);
        let set = Set::new(&SetRequest {
            target: *target,
            config: config.clone(),
            profile: None,
            forms: None,
            seed: *seed,
            level: *level,
            count,
        })?;
        // The manifest must contain the file name that is used in the kit.
        let path = folder.path().join(name(*level));
        write_file(&set, Format::Hex, &path).map_err(|error| match error {
            VectorsError::Io(reason) => scratch_error(reason).into(),
            other => KitError::Vectors(other),
        })?;
        let manifest = fs::read_to_string(manifest_path(&path)).map_err(scratch_error)?;
        Ok(VectorFile {
            level: *level,
            count: set.count(),
            text: fs::read_to_string(path).map_err(scratch_error)?,
            manifest,
        })
    };
    Level::ALL.iter().filter(|level| request.levels.contains(level)).map(make).collect()
}

fn name(level: Level) -> String {
    format!("{}.hex", level.name())
}

impl VectorFile {
    /// Returns the path in the kit.
    pub(crate) fn path(&self) -> String {
        format!("vectors/{}", name(self.level))
    }

    /// Returns the value of a key in the header.
    pub(crate) fn value(&self, key: &str) -> &str {
        let prefix = format!("// {key}: ");
        let line = self.text.lines().find_map(|line| line.strip_prefix(&prefix));
        line.expect("a file of vectors in hex has these lines in its header")
    }

    /// Returns the width of a word in bits.
    pub(crate) fn bits(&self) -> u32 {
        self.value("bits").parse().expect("the width is a number")
    }

    /// Returns the header lines that are the same in all files for the unit.
    pub(crate) fn facts(&self) -> Vec<String> {
        ["unit", "profile", "config", "places"].map(|key| format!("// {key}: {}", self.value(key))).into()
    }

    /// Returns the bits of each value in a word.
    pub(crate) fn places(&self) -> Vec<Slice> {
        let place = |text: &str| {
            let (name, range) = text.split_once('[')?;
            let (hi, lo) = range.strip_suffix(']')?.split_once(':')?;
            Some(Slice { name: name.to_owned(), hi: hi.parse().ok()?, lo: lo.parse().ok()? })
        };
        let places = self.value("places").split(' ');
        places.map(|text| place(text).expect("a place is a name and its bits")).collect()
    }
}
