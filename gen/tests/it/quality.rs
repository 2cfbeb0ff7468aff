//! The rules for the generated text of every configuration.

use std::collections::BTreeSet;

use vidalu_gen::package::Package;
use vidalu_gen::verilog::check_name;
use vidalu_gen::{Choice, Config, Handshake, Language, Operation, Profile, Ready, Reset, Target, Unit, generate};

use crate::common;

/// Returns every subset of the scalar operations.
fn configs() -> impl Iterator<Item = Config> {
    (1..256).map(|bits| config(bits, Operation::ALL.into_iter().take(8)))
}

/// Returns every subset of the eight SIMD operations, on two lanes, on four, or on both.
fn simd_configs() -> impl Iterator<Item = Config> {
    (1..256).map(|bits| {
        let simd = Operation::ALL.into_iter().filter(|op| Unit::Simd.executes(*op));
        let (two, four): (Vec<_>, Vec<_>) = simd.partition(|op| op.lanes() == 2);
        match bits % 3 {
            0 => config(bits, two),
            1 => config(bits, four),
            _ => {
                let mut both = config(bits, two);
                both.ops.extend(config(bits, four).ops);
                both
            }
        }
    })
}

/// Returns subsets of the scalar operations, combined with subsets of the SIMD operations.
fn lanes_configs() -> impl Iterator<Item = Config> {
    (1..128).map(|bits| {
        let simd: Vec<_> = Operation::ALL.into_iter().filter(|op| Unit::Simd.executes(*op)).collect();
        let mut both = config(2 * bits + bits / 64, Operation::ALL.into_iter().take(8));
        let first = simd[bits % simd.len()];
        both.ops.extend(config(bits, simd.into_iter().skip(bits % 8)).ops.into_iter().chain([first]));
        both
    })
}

/// Returns the operations whose bits are set, with different settings for each subset, so that all
/// settings are covered. They change different lines.
fn config(bits: usize, operations: impl IntoIterator<Item = Operation>) -> Config {
    let chosen = operations.into_iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1);
    let ops: BTreeSet<_> = chosen.map(|(_, op)| op).collect();
    let sat_o = bits.is_multiple_of(2) && ops.iter().any(|op| op.saturates());
    let (depth, handshake, reset) = ((bits % 9) as u8, Handshake::ALL[bits / 4 % 3], Reset::ALL[bits % 5]);
    Config {
        ops,
        depth: depth.into(),
        handshake,
        ready: if handshake == Handshake::ValidReady { Ready::ALL[bits / 3 % 2] } else { Ready::Direct },
        clock_enable: depth > 0 && bits % 7 < 3,
        flush: depth > 0 && handshake != Handshake::None && bits % 11 < 4,
        reset,
        reset_data: reset != Reset::None && bits % 13 < 5,
        tag: [0, 1, 5, 64][bits / 2 % 4],
        language: Language::ALL[bits / 16 % 2],
        sat_o,
        prefix: ["vidalu_", "x", "a_very_long_prefix_of_32_letters"][bits % 3].to_owned(),
        profile: Profile::ALL[bits / 8 % 2],
        ..Config::default()
    }
}

fn designs() -> impl Iterator<Item = vidalu_gen::Design> {
    let blocks = Target::ALL.into_iter().filter(|target| matches!(target, Target::Block(_)));
    let blocks = blocks.map(|target| generate(target, &Config::default()).expect("the default is valid"));
    let simd = simd_configs().map(|config| common::unit(Unit::Simd, &config));
    let lanes = lanes_configs().map(|config| common::unit(Unit::Lanes, &config));
    let units = simd.chain(lanes).chain(common::vmads()).chain(common::carry_designs()).chain(common::video_designs());
    let units = units.chain(common::behavioral_designs());
    configs().map(|config| common::scalar(&config)).chain(units).chain(blocks)
}

#[test]
fn lines_are_short_plain_and_clean() {
    for design in designs() {
        for file in &design.files {
            let (path, line) = (&file.path, design.config.line());
            assert!(file.text.ends_with("\n") && !file.text.ends_with("\n\n"), "{path} ({line}): its end");
            assert!(!file.text.contains("\n\n\n"), "{path} ({line}): two empty lines");
            for text in file.text.lines() {
                let clean = text.is_ascii() && !text.contains('\t') && !text.ends_with(' ');
                assert!(clean && text.len() <= 100, "{path} ({line}): `{text}`");
            }
        }
    }
}

#[test]
fn every_file_has_its_header_and_switches_implicit_nets_off() {
    for design in designs() {
        for file in &design.files {
            let head: Vec<_> = file.text.lines().take_while(|line| line.starts_with("//")).collect();
            let head = head.join(" ");
            assert!(head.starts_with("// SPDX-License-Identifier: "), "{}", file.path);
            for wanted in ["the licence of vidalu makes no claim on it", "Latency", "Manual", "Configuration"] {
                assert!(head.contains(wanted), "{}: `{wanted}`", file.path);
            }
            if design.target == Target::Unit(Unit::Video) && file.path != design.files.last().unwrap().path {
                // The inner units have the part of the configuration that concerns them.
                continue;
            }
            // Join a list that was broken after a comma.
            let words: Vec<_> = head.split_whitespace().filter(|&word| word != "//").collect();
            let words = words.join(" ").replace(", ", ",");
            let words: Vec<_> = words.split(' ').collect();
            for word in design.config.line().split(' ') {
                assert!(words.contains(&word), "{}: `{word}` of the configuration", file.path);
            }
            let none = file.text.find("`default_nettype none\n").unwrap();
            let module = file.text.find("\nmodule ").unwrap();
            assert!(none < module && file.text.ends_with("\nendmodule\n\n`default_nettype wire\n"), "{}", file.path);
        }
    }
}

#[test]
fn a_file_is_one_module_of_its_name() {
    for design in designs() {
        let modules: Vec<_> = design.parts.iter().chain([&design.top]).collect();
        assert_eq!(modules.len(), design.files.len());
        for (module, file) in modules.iter().zip(&design.files) {
            assert_eq!(file.path, format!("rtl/{}.{}", module.name, design.config.language.extension()));
            assert_eq!(file.text.matches("\nmodule ").count(), 1);
            assert!(file.text.contains(&format!("\nmodule {} (\n", module.name)));
        }
    }
}

#[test]
fn no_name_is_a_keyword_elsewhere() {
    for design in designs() {
        for text in design.files.iter().flat_map(|file| file.text.lines()) {
            let code = text.split("//").next().unwrap_or_default();
            let mut words =
                code.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).filter(|word| !word.is_empty());
            if matches!(words.next(), Some("wire" | "reg" | "logic" | "localparam" | "input" | "output" | "module")) {
                let name = words
                    .find(|word| !matches!(*word, "wire" | "logic" | "signed") && !word.starts_with(char::is_numeric));
                check_name(name.unwrap()).unwrap_or_else(|error| panic!("{text}: {error}"));
            }
        }
    }
}

#[test]
fn every_literal_has_a_size() {
    for text in designs()
        .flat_map(|design| design.files)
        .flat_map(|file| file.text.lines().map(str::to_owned).collect::<Vec<_>>())
    {
        let code = text.split("//").next().unwrap_or_default();
        let outside = code.split(['[', '{']).next().unwrap_or_default();
        let bare = outside
            .split(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '\''))
            .find(|word| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit()));
        assert_eq!(bare, None, "`{text}`");
    }
}

#[test]
fn the_same_configuration_gives_the_same_bytes() {
    for config in configs().step_by(16) {
        let again = Config::from_toml(&config.to_toml()).unwrap();
        assert_eq!(Package::new(&common::scalar(&config)), Package::new(&common::scalar(&again)));
    }
}

#[test]
fn nothing_of_the_machine_is_in_the_text() {
    let here = env!("CARGO_MANIFEST_DIR");
    let package = Package::new(&common::scalar(&Config::default()));
    assert!(package.files().values().all(|text| !text.contains(here)));
}
