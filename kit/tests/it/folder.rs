//! The folder of a kit.

use std::fs;
use std::path::Path;

use vidalu_gen::package::FileRecord;
use vidalu_gen::{Block, Config, Target, Unit};
use vidalu_kit::{Kit, KitError, Request};
use vidalu_testkit::golden;
use vidalu_vectors::Level;

use crate::common::{UNITS, busy, kit, request};

#[test]
fn the_same_request_gives_the_same_bytes() {
    for unit in UNITS {
        assert_eq!(kit(&request(unit, busy())), kit(&request(unit, busy())));
    }
    let plain = request(Unit::Carry, Config::default());
    let other = Request { seed: 2, ..plain.clone() };
    let differ: Vec<_> = kit(&plain)
        .files()
        .iter()
        .filter(|(path, text)| kit(&other).files()[*path] != **text)
        .map(|(path, _)| path.clone())
        .collect();
    let vectors = ["coverage.hex", "coverage.hex.manifest.json", "random.hex", "random.hex.manifest.json"];
    assert_eq!(
        differ,
        [vec!["manifest.json".to_owned()], vectors.map(|name| format!("vectors/{name}")).into()].concat()
    );
}

#[test]
fn the_manifest_has_every_file() {
    let kit = kit(&request(Unit::Scalar, Config::default()));
    let manifest: serde_json::Value = serde_json::from_str(&kit.files()["manifest.json"]).unwrap();
    let records: Vec<FileRecord> = serde_json::from_value(manifest["files"].clone()).unwrap();
    let others = kit.files().iter().filter(|(path, _)| *path != "manifest.json");
    let expected: Vec<_> = others.map(|(path, text)| FileRecord::of(path, text.as_bytes())).collect();
    assert_eq!(records, expected);
    assert_eq!(
        manifest["vectors"][0],
        serde_json::json!({"path": "vectors/random.hex", "level": "random", "seed": 1, "count": 120})
    );
}

#[test]
fn a_kit_replaces_a_kit_and_nothing_else() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("kit");
    let (scalar, carry) = (kit(&request(Unit::Scalar, busy())), kit(&request(Unit::Carry, busy())));
    assert!(!scalar.write(&folder).unwrap().replaced);
    assert!(carry.write(&folder).unwrap().replaced);
    assert!(!folder.join("tb/vidalu_scalar_tb.v").exists() && folder.join("tb/vidalu_carry_tb.v").exists());
    fs::write(folder.join("tb/vidalu_carry_tb.v"), "mine").unwrap();
    carry.write(&folder).unwrap_err();
    assert_eq!(fs::read_to_string(folder.join("tb/vidalu_carry_tb.v")).unwrap(), "mine");
}

#[test]
fn a_level_without_vectors_is_refused() {
    let select = Request { target: Target::Block(Block::Select), ..request(Unit::Scalar, Config::default()) };
    for target in [select, request(Unit::Carry, Config::default())] {
        let bytes = Request { levels: vec![Level::ExhaustiveBytes], ..target };
        assert!(matches!(Kit::new(&bytes), Err(KitError::Vectors(_))));
    }
}

/// Compares the files of one kit with those checked in; `VIDALU_BLESS=1` updates them.
#[test]
fn the_text_of_a_bench_is_as_checked_in() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let kit = kit(&request(Unit::Carry, Config { contexts: 2, ..busy() }));
    for path in ["tb/vidalu_carry_tb.v", "Makefile", "vidalu.core"] {
        golden(&folder.join(Path::new(path).file_name().unwrap()), &kit.files()[path]);
    }
}
