use std::collections::BTreeMap;

use clap::Parser;
use vidalu_synth::Library;

use super::*;

#[derive(Parser)]
struct Cli {
    #[command(flatten)]
    args: Args,
}

/// Returns the arguments with these words on the command line.
fn args(words: &str) -> Args {
    Cli::try_parse_from(std::iter::once("stages").chain(words.split_whitespace())).expect("the words are right").args
}

/// Returns a library without cells.
fn library() -> Technology {
    let (path, name) = (PathBuf::from("cells.lib"), "cells".to_owned());
    Technology::Cells(Box::new(Library { path, name, text: String::new(), cells: Vec::new() }))
}

#[test]
fn without_a_flag_the_targets_are_the_devices() {
    let names = |words: &str| {
        let targets = targets(&args(words)).expect("they are known");
        targets.iter().map(|target| target.name().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names(""), ["ice40", "ecp5"]);
    assert_eq!(names("--device ecp5"), ["ecp5"]);
}

#[test]
fn a_library_is_a_liberty_file() {
    let problem = |words: &str| targets(&args(words)).expect_err("it is not a library").to_string();
    assert_eq!(problem("--library ecp5"), "ecp5 is not a Liberty file");
    assert_eq!(problem("--library missing.lib"), "there is no file missing.lib");
}

/// A form that a unit does not have gives the same hardware as another, and is left out.
#[test]
fn each_form_is_measured_once() {
    let counts = |technology: &Technology| {
        let forms = forms(technology, &args(""));
        forms.into_iter().map(|(unit, _)| unit.name()).counts().into_iter().collect::<BTreeMap<_, _>>()
    };
    let device = Technology::Device(&DEVICES[0]);
    assert_eq!(counts(&device), BTreeMap::from([("scalar", 3), ("simd", 2), ("vmad", 4)]));
    assert_eq!(counts(&library()), BTreeMap::from([("scalar", 6), ("simd", 4), ("vmad", 8)]));
}

/// The estimates are compared with configurations to which no delay was fitted.
#[test]
fn the_others_are_not_among_the_fitted() {
    for technology in [Technology::Device(&DEVICES[1]), library()] {
        let flags =
            |(setup, config): &(Setup, Config)| format!("{setup} {}", config.for_target(setup.target()).flags());
        let args = args("");
        let fitted: Vec<_> = fitted(&technology, &args).iter().map(flags).collect();
        let others: Vec<_> = others(&technology, &args).iter().map(flags).collect();
        assert!(fitted.iter().all_unique() && others.iter().all_unique());
        assert!(others.iter().all(|other| !fitted.contains(other)));
    }
}

/// A unit with a buffer at its inputs is larger, and no row of its form.
#[test]
fn each_form_has_an_area_for_each_number_of_rows() {
    let observation = |(setup, config): &(Setup, Config)| {
        let design = setup.generate(config).expect("the table has no mistakes");
        let (form, spans) = (form(&design).expect("it is a measured unit"), spans(&design));
        let kind = kind(&form, &spans);
        let (rows, area) = (design.latency as usize, f64::from(design.latency));
        Observation { name: String::new(), form, kind, rows, area, spans, slowest: None, ns: 1.0 }
    };
    let fitted = fitted(&library(), &args(""));
    let areas = areas(&fitted.iter().map(observation).collect::<Vec<_>>());
    assert_eq!(areas.len(), 18);
    let rows: Vec<_> = (0..=Config::MAX_DEPTH).map(u32::from).collect();
    assert!(areas.values().all(|area| *area == rows));
}
