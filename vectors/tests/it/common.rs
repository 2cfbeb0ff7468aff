//! Sets and files of them.

use std::fs::File;
use std::io::{Seek, Write};

use vidalu_gen::{Config, Operation, Target, Unit};
use vidalu_model::Fault;
use vidalu_vectors::{Format, Header, Level, Request, Rows, Set, VerifyError, verify};

/// The units.
pub(crate) const UNITS: [Unit; 6] = [Unit::Scalar, Unit::Simd, Unit::Vmad, Unit::Carry, Unit::Lanes, Unit::Video];

/// A request in the default configuration.
pub(crate) fn request(unit: Unit, level: Level, count: Option<u64>) -> Request {
    Request { target: Target::Unit(unit), config: Config::default(), profile: None, forms: None, seed: 1, level, count }
}

/// Returns the request with these operations only.
pub(crate) fn with_ops(request: Request, ops: &[Operation]) -> Request {
    Request { config: Config { ops: ops.iter().copied().collect(), ..request.config }, ..request }
}

pub(crate) fn set(request: &Request) -> Set {
    Set::new(request).unwrap_or_else(|error| panic!("{error}"))
}

/// Vectors of the level random.
pub(crate) fn random(unit: Unit, count: u64) -> Set {
    set(&request(unit, Level::Random, Some(count)))
}

/// The file.
pub(crate) fn bytes(set: &Set, format: Format) -> Vec<u8> {
    let mut bytes = Vec::new();
    vidalu_vectors::write(set, format, &mut bytes).unwrap();
    bytes
}

/// All vectors at once.
pub(crate) fn whole(set: &Set) -> Rows {
    let mut whole = Rows { values: vec![Vec::new(); set.columns().len()], ptx: Vec::new() };
    for batch in set.batches() {
        whole.values.iter_mut().zip(batch.values).for_each(|(all, column)| all.extend(column));
        whole.ptx.extend(batch.ptx);
    }
    whole
}

/// A column by its name.
pub(crate) fn column<'a>(set: &Set, batch: &'a Rows, name: &str) -> &'a [u64] {
    let at = set.columns().iter().position(|column| column.name == name);
    &batch.values[at.unwrap_or_else(|| panic!("missing column {name}"))]
}

/// Returns the verdict on these bytes.
pub(crate) fn checked(bytes: &[u8]) -> Result<Header, String> {
    verify(&mut file(bytes)).map_err(|wrong: VerifyError| {
        assert!(matches!(wrong.fault(), Fault::Hardware), "{wrong}");
        wrong.to_string()
    })
}

fn file(bytes: &[u8]) -> File {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(bytes).unwrap();
    file.rewind().unwrap();
    file
}
