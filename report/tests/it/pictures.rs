//! The pictures in `docs/pictures` are those that the crate draws.
//!
//! `VIDALU_BLESS=1 cargo test -p vidalu-report --test it pictures` updates them; then look at each.

use std::fs;
use std::path::Path;

use vidalu_gen::{Config, generate};
use vidalu_report::picture;

/// Name of the file, unit and depth.
const PICTURES: [(&str, &str, u8); 5] = [
    ("scalar", "scalar", 0),
    ("simd", "simd", 0),
    ("vmad", "vmad", 0),
    ("carry", "carry", 0),
    ("scalar-pipelined", "scalar", 2),
];

#[test]
fn the_pictures_of_the_documents_are_fresh() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/pictures");
    let bless = std::env::var_os("VIDALU_BLESS").is_some();
    for (name, unit, depth) in PICTURES {
        let config = Config { depth: depth.into(), ..Config::default() };
        let design = generate(unit.parse().expect("it is a unit"), &config).expect("it can be generated");
        let (_, picture) = picture::files(&design).swap_remove(0);
        let path = folder.join(format!("{name}.svg"));
        if bless {
            fs::write(&path, &picture).expect("the folder is writable");
        }
        let checked_in = fs::read_to_string(&path).unwrap_or_default();
        assert!(checked_in == picture, "{} is out of date: run this test with VIDALU_BLESS=1", path.display());
    }
}
