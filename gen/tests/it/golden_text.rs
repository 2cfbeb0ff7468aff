//! The text of several configurations, checked in as plain Verilog under `golden/<name>/`.
//!
//! Each folder has the `config.toml` that it was generated from. To accept a change, run
//! `VIDALU_BLESS=1 cargo test -p vidalu-gen --test it golden_text`, then review the difference.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use vidalu_gen::Unit;

use crate::common;

/// The configurations, each with its reason.
const CASES: [(&str, Unit, &str); 42] = [
    ("default", Unit::Scalar, "what a user sees first"),
    ("deepest", Unit::Scalar, "every row of registers, an asynchronous reset, sat_o"),
    ("shifts_hardware", Unit::Scalar, "the other profile; a subset without adder and comparison; no handshake"),
    ("vset", Unit::Scalar, "one operation, which has no .sat: nothing is decoded, nothing saturates"),
    ("flow", Unit::Scalar, "every port that has to do with time; SystemVerilog"),
    ("sums", Unit::Scalar, "the adder alone; another prefix; a synchronous low reset"),
    ("tables", Unit::Scalar, "the form for few tables"),
    ("tables_deep", Unit::Scalar, "that form in the other profile, with adders of its own, a row after each stage"),
    ("tables_late", Unit::Scalar, "that form with carry chains in halves, the comparison with c chosen last"),
    ("tables_rows", Unit::Scalar, "that form with carry chains, and registers between the halves of three circuits"),
    ("tables_right", Unit::Scalar, "that form with shifts to the right alone, and an adder of its own"),
    ("tables_sums", Unit::Scalar, "that form without another circuit than the adder"),
    ("cells", Unit::Scalar, "the form for cells, with adders left to the tool"),
    ("cells_deep", Unit::Scalar, "that form in the other profile, with prefix trees, a row after each stage, sat_o"),
    ("cells_few", Unit::Scalar, "that form where nothing is inverted and 1 is never added"),
    ("simd", Unit::Simd, "what a user of SIMD sees first"),
    ("simd_deep", Unit::Simd, "a row after each stage, sat_o"),
    ("simd_tables", Unit::Simd, "the form for few tables"),
    ("simd_tables_deep", Unit::Simd, "that form with adders of its own, set, a row after each stage"),
    ("simd_tables_avrg", Unit::Simd, "that form with one operation on four bytes: nothing is decoded"),
    ("simd_cells", Unit::Simd, "the form for cells, which differs in accumulate alone"),
    ("simd_set", Unit::Simd, "the packed operations beside the usual ones"),
    ("lanes", Unit::Lanes, "scalar and SIMD on one datapath, combinational"),
    ("lanes_deep", Unit::Lanes, "the same in the other profile, a row after each stage, sat_o"),
    ("lanes_set", Unit::Lanes, "the packed operations, whose code is that of another operation on words"),
    ("vmad", Unit::Vmad, "the multiplication left to the tool"),
    ("vmad_structural", Unit::Vmad, "rows, reduction and adder written out, with registers between them"),
    ("vmad_cells", Unit::Vmad, "the form for cells, combinational"),
    ("vmad_cells_deep", Unit::Vmad, "that form with the multiplication left to the tool, a row in the sum, sat_o"),
    ("vmad_counters", Unit::Vmad, "rows that counters of six reduce, combinational"),
    ("carry", Unit::Carry, "the whole unit with rows at its places, several contexts"),
    ("carry_words", Unit::Carry, "32 bits alone in the other profile; the flag where an instruction may be flushed"),
    ("carry_steps", Unit::Carry, "products of 64 bits in steps, all that can come between them"),
    ("carry_sums", Unit::Carry, "64 bits without products, combinational but for the flag"),
    ("behavioral", Unit::Scalar, "the scalar unit as the manual says it"),
    ("behavioral_simd", Unit::Simd, "the SIMD unit in that style, with sat_o and rows behind it"),
    ("behavioral_set", Unit::Simd, "the packed operations alone, in that style"),
    ("behavioral_vmad", Unit::Vmad, "unit vmad in that style, with its multiplier"),
    ("behavioral_carry", Unit::Carry, "the carry unit in that style, with several contexts"),
    ("behavioral_hardware", Unit::Carry, "its 32 bits alone in the other profile; SystemVerilog"),
    ("video", Unit::Video, "all units behind one port, with every port that has to do with time"),
    ("video_pair", Unit::Video, "two units without state, combinational"),
];

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name)
}

fn files(dir: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(dir).unwrap_or_else(|error| panic!("{}: {error}", dir.display()));
    let names = entries.map(|entry| entry.expect("a readable entry").file_name().to_string_lossy().into_owned());
    names.filter(|name| name.ends_with(".v") || name.ends_with(".sv")).collect()
}

#[test]
fn the_text_is_as_checked_in() {
    let bless = vidalu_testkit::blesses();
    let mut wrong = Vec::new();
    for (name, unit, _) in CASES {
        let dir = folder(name);
        let toml = fs::read_to_string(dir.join("config.toml")).unwrap();
        let design = common::unit(unit, &common::config(&toml));
        let expected: BTreeSet<_> = design.files.iter().map(|file| file.path.replace("rtl/", "")).collect();
        if bless {
            files(&dir).difference(&expected).for_each(|stale| fs::remove_file(dir.join(stale)).unwrap());
        }
        for file in &design.files {
            let path = dir.join(file.path.replace("rtl/", ""));
            if bless {
                fs::write(&path, &file.text).unwrap();
            } else if fs::read_to_string(&path).ok().as_ref() != Some(&file.text) {
                wrong.push(path);
            }
        }
        assert_eq!(files(&dir), expected, "{name}: the files of the folder");
    }
    assert!(wrong.is_empty(), "these differ from the generated text; VIDALU_BLESS=1 accepts it: {wrong:#?}");
}

#[test]
fn every_folder_is_a_case() {
    let folders: BTreeSet<_> = fs::read_dir(folder("")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(folders, CASES.iter().map(|(name, ..)| (*name).into()).collect());
}
