//! The pictures in `docs/pictures` are those that the crate draws.
//!
//! `VIDALU_BLESS=1 cargo test -p vidalu-report --test it pictures` updates them; then look at each.

use std::path::Path;

use vidalu_gen::{Config, generate};
use vidalu_report::picture;
use vidalu_testkit::golden;

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
    for (name, unit, depth) in PICTURES {
        let config = Config { depth: depth.into(), ..Config::default() };
        let design = generate(unit.parse().expect("it is a unit"), &config).expect("it can be generated");
        let (_, picture) = picture::files(&design).swap_remove(0);
        golden(&folder.join(format!("{name}.svg")), &picture);
    }
}
