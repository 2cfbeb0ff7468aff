//! Generates the build files for make, FuseSoC, Verilator and cocotb.

use askama::Template;
use vidalu_gen::package::FAMILIES;
use vidalu_gen::{Language, TERMS};
use vidalu_synth::{DEVICES, Device, FRAME, Recipe, abc_for_cells, cell_commands, frame};

use crate::bench;
use crate::template::{VERSION, render};
use crate::unit::KitUnit;
use crate::vectors::VectorFile;

#[derive(Template)]
#[template(path = "Makefile", escape = "none")]
struct Makefile<'a> {
    version: &'a str,
    terms: &'a str,
    config: &'a str,
    top: &'a str,
    bench: &'a str,
    /// The year of the Verilog standard, for Icarus.
    year: u32,
    /// The option with which yosys reads the language.
    yosys_flag: &'a str,
    rtl: String,
    bench_files: String,
    /// Whether the bus is one of AXI.
    has_axi: bool,
    /// The commands of yosys that map the unit to cells.
    cells: Vec<String>,
    devices: Vec<Router>,
}

/// A device, and the tool that places and routes for it.
struct Router {
    name: &'static str,
    doc: &'static str,
    /// The commands of yosys.
    synthesis: String,
    options: String,
    router: &'static str,
    /// The variable of make that names the tool.
    variable: String,
}

impl Router {
    fn new(device: &'static Device, frame: &str) -> Self {
        let router = device.router.name;
        let variable = router.to_uppercase().replace('-', "_");
        let Device { name, doc, .. } = *device;
        let synthesis = device.synthesis(frame).replace('$', "$$").replace("; ", "; \\\n  ");
        Self { name, doc, synthesis, options: device.options.join(" "), router, variable }
    }
}

#[derive(Template)]
#[template(path = "vidalu.core", escape = "none")]
struct Core<'a> {
    version: &'a str,
    terms: &'a str,
    config: &'a str,
    top: &'a str,
    bench: &'a str,
    description: &'a str,
    file_type: &'a str,
    year: u32,
    rtl: &'a [String],
    bench_files: &'a [String],
    vectors: Vec<String>,
    defs: String,
    families: &'a [&'a str],
}

#[derive(Template)]
#[template(path = "waiver.vlt", escape = "none")]
struct Waiver;

/// The files for synthesis that are the same in every kit.
const SYNTHESIS: [(&str, &str); 3] = [
    ("synth/cells.awk", include_str!("../synth/cells.awk")),
    ("synth/around.awk", include_str!("../synth/around.awk")),
    ("synth/time.tcl", include_str!("../synth/time.tcl")),
];

/// Returns the year of the Verilog standard that the unit needs.
pub(crate) fn year(unit: &KitUnit) -> u32 {
    match unit.design.config.language {
        Language::Verilog => 2005,
        Language::SystemVerilog => 2012,
    }
}

/// Returns the build files by their path.
pub(crate) fn files(unit: &KitUnit, sets: &[VectorFile]) -> Vec<(String, String)> {
    let design = &unit.design;
    let (config, bench, top) = (design.config.line(), unit.bench(), &*design.top.name);
    let rtl: Vec<_> = design.files.iter().map(|file| file.path.clone()).collect();
    let bench_files = bench::paths(unit);
    let (yosys_flag, file_type) = match design.config.language {
        Language::Verilog => ("", "verilogSource-2005"),
        Language::SystemVerilog => ("-sv ", "systemVerilogSource"),
    };
    let year = year(unit);
    let (version, terms, config, bench) = (VERSION, TERMS, &*config, &*bench);
    let makefile = Makefile {
        version,
        terms,
        config,
        top,
        bench,
        year,
        yosys_flag,
        rtl: rtl.join(" "),
        bench_files: bench_files.join(" "),
        has_axi: unit.has_axi(),
        cells: cell_commands(top, "$(BUILD)/", "synth/$(RECIPE).abc"),
        devices: DEVICES.iter().map(|device| Router::new(device, FRAME)).collect(),
    };
    let axi = makefile.has_axi.then_some(("cocotb/test_axi.py", include_str!("../cocotb/test_axi.py")));
    let cocotb = [
        ("cocotb/run.py", include_str!("../cocotb/run.py")),
        ("cocotb/test_vidalu.py", include_str!("../cocotb/test_vidalu.py")),
    ];
    let core = Core {
        version,
        terms,
        config,
        top,
        bench,
        description: &design.top.doc,
        file_type,
        year,
        rtl: &rtl,
        bench_files: &bench_files,
        vectors: sets.iter().map(VectorFile::path).collect(),
        defs: design.config.defs(),
        families: &FAMILIES,
    };
    let lines = std::iter::once("+incdir+.").chain(rtl.iter().chain(&bench_files).map(String::as_str));
    let list: String = lines.flat_map(|line| [line, "\n"]).collect();
    let scripts = Recipe::ALL.map(|recipe| (format!("synth/{}.abc", recipe.name()), abc_for_cells(recipe)));
    let mut files = vec![
        ("Makefile".to_owned(), render(&makefile)),
        ("vidalu.core".to_owned(), render(&core)),
        ("sim.f".to_owned(), list),
        ("lint/waiver.vlt".to_owned(), render(&Waiver)),
        ("synth/frame.v".to_owned(), frame(design)),
    ];
    files.extend(scripts);
    files.extend(SYNTHESIS.map(|(path, text)| (path.to_owned(), text.to_owned())));
    let cocotb = cocotb.into_iter().chain(axi).map(|(path, text)| (path.to_owned(), text.to_owned()));
    files.into_iter().chain(cocotb).collect()
}
