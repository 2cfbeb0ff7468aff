//! Units behind buses: their text is checked in under `golden_wrapper/`, tools accept it, and
//! contradictions are rejected.
//!
//! To accept a change of the text, run `VIDALU_BLESS=1 cargo test -p vidalu-gen --test it wrapper`,
//! then review the difference.

use std::fs;
use std::path::Path;

use vidalu_gen::package::Package;
use vidalu_gen::{Choice, Config, Design, SourceFile, Unit, Wrapper, wrap};

use crate::common;

/// The configurations whose text is checked in: the default, and one in which every key differs.
const CASES: [(&str, Unit, &str); 2] = [
    ("default", Unit::Video, "depth = 2"),
    (
        "other",
        Unit::Carry,
        "depth = 1\nwide = false\ncontexts = 5\nreset = 'arst'\nreset_data = true\nlanguage = 'systemverilog'\nprefix = 'x'",
    ),
];

/// The third source registers of CV-X-IF other than the default.
const RS3: [(&str, Unit, &str); 2] = [("r4", Unit::Vmad, "rs3 = 'r4'"), ("none", Unit::Carry, "rs3 = 'none'")];

/// Behind Vortex, the number of threads, contexts that leave a code for masked threads, and none.
const THREADS: [(&str, Unit, &str); 2] = [
    ("warps", Unit::Carry, "threads = 2\ntag = 47\ncontexts = 4\nwide = false\ndepth = 1"),
    ("single", Unit::Scalar, "threads = 1\nsat_o = true"),
];

/// Returns the configurations for a wrapper whose text is checked in.
fn cases(wrapper: Wrapper) -> impl Iterator<Item = (&'static str, Unit, &'static str)> {
    let own: &[_] = match wrapper {
        Wrapper::CvXIf => &RS3,
        Wrapper::Vortex => &THREADS,
        _ => &[],
    };
    CASES.into_iter().chain(own.iter().copied())
}

fn design(wrapper: Wrapper, unit: Unit, toml: &str) -> Design {
    wrap(wrapper, unit, &common::config(toml)).unwrap_or_else(|error| panic!("{}: {error}", wrapper.name()))
}

/// Returns the component in IP-XACT.
fn component(design: &Design) -> SourceFile {
    let path = format!("{}.xml", design.top.name);
    SourceFile { text: Package::new(design).files()[&path].clone(), path }
}

#[test]
fn the_text_is_as_checked_in() {
    let bless = vidalu_testkit::blesses();
    let mut wrong = Vec::new();
    for &wrapper in Wrapper::ALL {
        for (name, unit, toml) in cases(wrapper) {
            let design = design(wrapper, unit, toml);
            let top = design.files.last().expect("a design has files");
            let documents = design.wrapped.iter().flat_map(|wrapped| &wrapped.documents);
            // The component of one configuration is enough: it has the same lines for each port.
            let component = (name == "default").then(|| component(&design));
            for file in documents.chain([top]).chain(&component) {
                let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden_wrapper").join(wrapper.name());
                let dir = dir.join(name);
                let path = dir.join(file.path.replace("rtl/", ""));
                if bless {
                    fs::create_dir_all(&dir).unwrap();
                    fs::write(&path, &file.text).unwrap();
                } else if fs::read_to_string(&path).ok().as_ref() != Some(&file.text) {
                    wrong.push(path);
                }
            }
        }
    }
    assert!(wrong.is_empty(), "these differ from the generated text; VIDALU_BLESS=1 accepts it: {wrong:#?}");
}

/// Generates every unit, with the options that change the ports: operands of 32 and 64 bits, a
/// third operand, flags, contexts and a tag, and each kind of reset.
pub(crate) fn designs() -> Vec<Design> {
    let cases = [
        (Unit::Video, "depth = 3\nsat_o = true\ncontexts = 3\nreset = 'arst_n'"),
        (Unit::Video, "ops = ['vadd', 'vset4']\nlanguage = 'systemverilog'"),
        (Unit::Scalar, "sat_o = true\ndepth = 1\nreset = 'arst'\nreset_data = true"),
        (Unit::Simd, "language = 'systemverilog'\nreset = 'rst_n'"),
        (Unit::Lanes, "depth = 2"),
        (Unit::Vmad, "depth = 4\nreset_data = true\nreset = 'arst_n'"),
        (Unit::Carry, "contexts = 63\nmad64 = 'iterative'"),
        (Unit::Carry, "ops = ['add.cc', 'subc']\nwide = false\ncontexts = 2"),
        (Unit::Carry, "ops = ['mul']\nreset = 'arst'"),
    ];
    let all = Wrapper::ALL.iter().flat_map(|&wrapper| cases.iter().map(move |case| (wrapper, case)));
    // Contexts of which masked threads take the last code, and numbers of threads.
    let vortex = [
        (Unit::Carry, "threads = 1\ncontexts = 63"),
        (Unit::Video, "threads = 16\ncontexts = 4\nsat_o = true\ntag = 64\nwide = false"),
        (Unit::Simd, "threads = 2\nsat_o = true"),
    ];
    let vortex = vortex.map(|(unit, toml)| design(Wrapper::Vortex, unit, toml));
    let designs = all.flat_map(|(wrapper, (unit, toml))| {
        let tag = (wrapper.max_tag() > 0).then(|| format!("{toml}\ntag = 7"));
        [Some((*toml).to_owned()), tag].into_iter().flatten().map(move |toml| design(wrapper, *unit, &toml))
    });
    let third =
        ["r4", "none"].into_iter().flat_map(|rs3| cases.map(|(unit, toml)| (unit, format!("rs3 = '{rs3}'\n{toml}"))));
    designs.chain(third.map(|(unit, toml)| design(Wrapper::CvXIf, unit, &toml))).chain(vortex).collect()
}

#[test]
fn verilator_is_silent() {
    common::verilator_is_silent(&designs());
}

#[test]
fn icarus_is_silent() {
    common::icarus_is_silent(&designs());
}

#[test]
fn yosys_is_silent() {
    common::yosys_is_silent(&designs(), "proc; opt_clean");
}

/// The hosts around the wrappers are not for synthesis, but simulators and linters read them.
#[test]
fn hosts_are_read_in_silence() {
    let designs: Vec<_> = designs()
        .into_iter()
        .map(|mut design| {
            let host = design.wrapped.as_ref().expect("it is wrapped").host.clone();
            design.files.push(host.file);
            design.top = host.module;
            design
        })
        .collect();
    common::icarus_is_silent(&designs);
    common::verilator_is_silent(&designs);
}

#[test]
fn a_line_fits_its_columns() {
    for file in designs().iter().flat_map(|design| &design.files) {
        let long = file.text.lines().find(|line| line.len() > 120);
        assert_eq!(long, None, "{}", file.path);
        assert!(file.text.is_ascii(), "{}", file.path);
    }
}

#[test]
fn what_the_bus_has_no_place_for_is_refused() {
    for &wrapper in Wrapper::ALL {
        let refused = |toml: &str| {
            let error = wrap(wrapper, Unit::Scalar, &common::config(toml)).unwrap_err();
            assert!(error.message.contains(wrapper.name()), "{error}");
            error.key.expect("a key is at fault")
        };
        assert_eq!(refused("handshake = 'none'"), "handshake");
        assert_eq!(refused("clock_enable = true\ndepth = 1"), "clock_enable");
        assert_eq!(refused("flush = true\ndepth = 1"), "flush");
        assert_eq!(refused("reset = 'none'"), "reset");
        if wrapper.max_tag() < Config::MAX_TAG {
            assert_eq!(refused("tag = 64"), "tag");
        }
    }
    // The threads that are masked need a context.
    for (contexts, right) in [(63, true), (64, false)] {
        let made = wrap(Wrapper::Vortex, Unit::Carry, &common::config(&format!("contexts = {contexts}")));
        assert_eq!(made.is_ok(), right, "contexts = {contexts}");
    }
    // The number of an instruction has at least 3 bits.
    for (tag, right) in [(0, true), (1, false), (2, false), (3, true), (32, true), (33, false)] {
        let made = wrap(Wrapper::CvXIf, Unit::Scalar, &common::config(&format!("tag = {tag}")));
        assert_eq!(made.is_ok(), right, "tag = {tag}");
    }
}

#[test]
fn what_is_recorded_gives_the_same_again() {
    for design in designs() {
        let wrapper = design.wrapped.as_ref().expect("it is wrapped").wrapper;
        let vidalu_gen::Target::Unit(unit) = design.target else { panic!("a wrapper is around a unit") };
        let again = wrap(wrapper, unit, &Config::from_toml(&design.config.to_toml()).unwrap()).unwrap();
        assert_eq!(again, design);
    }
}

#[test]
fn documents_speak_of_the_flags_that_there_are() {
    for design in designs() {
        let wrapped = design.wrapped.as_ref().expect("it is wrapped");
        let texts = wrapped.documents.iter().map(|document| &document.text);
        let ports = design.top.ports.iter().map(|port| &port.doc);
        let text: String = texts.chain(ports).flat_map(|text| [text.as_str(), "\n"]).collect();
        let says_sat = text.contains("bit 1: .sat changed its result");
        let has = |port: &str| wrapped.host.module.port(port).is_some();
        assert_eq!(says_sat, has("sat_o"), "{}: {text}", design.config.line());
        assert_eq!(text.contains("bit 0: CC.CF"), has("cf_o"), "{}: {text}", design.config.line());
    }
}

#[test]
fn a_c_compiler_takes_the_headers() {
    let Some(compiler) = vidalu_testkit::tool("cc") else { return };
    for design in designs() {
        let documents = &design.wrapped.as_ref().expect("it is wrapped").documents;
        let header = documents.iter().find(|file| file.path.ends_with(".h")).expect("every wrapper has a header");
        let dir = common::folder(&design);
        let (upper, path) = (design.config.prefix.to_uppercase(), &header.path);
        // The processor buses need an instruction of RISC-V; here, a function takes its place.
        let program = format!(
            "#include <stdint.h>\n#define {upper}OP(three, seven, a, b) ((uint32_t)((three) + (seven) + (a) + (b)))\n\
             #define {upper}OP3(three, seven, a, b, c) ({upper}OP(three, seven, a, b) + (uint32_t)(c))\n\
             #include \"{path}\"\n"
        );
        fs::write(dir.path().join("program.c"), program).unwrap();
        let software = format!("#define {upper}SOFTWARE\n#include \"{path}\"\n");
        fs::write(dir.path().join("software.c"), software).unwrap();
        for program in ["program.c", "software.c"] {
            let arguments =
                ["-std=c99", "-Wall", "-Wextra", "-Wno-unused-function", "-Werror", "-fsyntax-only", program];
            common::run(&compiler, &arguments, dir.path());
        }
    }
}
