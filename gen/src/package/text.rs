//! The texts around the sources, each from its template.

use askama::Template;
use itertools::Itertools;
use vidalu_model::control::{FORMATS, Field, UNIT, WIDTH};

use crate::design::render;
use crate::header::{TERMS, VERSION};
use crate::verilog::{Direction, Module, Port};
use crate::{Config, Design, Language, macros};

/// Relative source paths, and where the header is.
pub(super) fn filelist(sources: &[String]) -> String {
    let lines = std::iter::once("+incdir+.").chain(sources.iter().map(String::as_str));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// The FPGA families for which FuseSoC synthesizes a core, as yosys and edalize call them.
pub const FAMILIES: [&str; 3] = ["ice40", "ecp5", "xilinx"];

/// The FuseSoC core file.
pub(super) fn core(top: &Module, config: &Config, sources: &[String]) -> String {
    #[derive(Template)]
    #[template(path = "package/vidalu.core", escape = "none")]
    struct Core<'a> {
        config: &'a Config,
        top: &'a Module,
        file_type: &'a str,
        sources: &'a [String],
        families: &'a [&'a str],
    }
    let file_type = match config.language {
        Language::Verilog => "verilogSource-2005",
        Language::SystemVerilog => "systemVerilogSource",
    };
    render(&Core { config, top, file_type, sources, families: &FAMILIES })
}

/// The Makefile: lint and synthesis.
pub(super) fn makefile(top: &Module, config: &Config, sources: &[String]) -> String {
    #[derive(Template)]
    #[template(path = "package/Makefile", escape = "none")]
    struct Makefile<'a> {
        config: &'a Config,
        top: &'a str,
        /// The year of the standard, for Icarus.
        year: u32,
        /// The options of `read_verilog` in yosys.
        flag: &'a str,
        sources: String,
    }
    let (year, flag) = match config.language {
        Language::Verilog => (2005, ""),
        Language::SystemVerilog => (2012, "-sv "),
    };
    let sources = sources.join(" ");
    render(&Makefile { config, top: &top.name, year, flag, sources })
}

/// The timing constraints.
pub(super) fn constraints(design: &Design) -> String {
    #[derive(Template)]
    #[template(path = "package/unit.sdc", escape = "none")]
    struct Constraints<'a> {
        config: &'a Config,
        top: &'a Module,
        clock: Option<&'a str>,
        inputs: Vec<String>,
        outputs: Vec<String>,
    }
    let (top, clock) = (&design.top, design.clock());
    let ports = |direction| {
        let ports = top.ports.iter().filter(move |port| port.direction == direction && Some(&*port.name) != clock);
        ports.map(|port| if port.width == 1 { port.name.clone() } else { format!("{}[*]", port.name) }).collect()
    };
    let (inputs, outputs) = (ports(Direction::Input), ports(Direction::Output));
    render(&Constraints { config: &design.config, top, clock, inputs, outputs })
}

/// The table of ports.
pub(super) fn ports(design: &Design) -> String {
    #[derive(Template)]
    #[template(path = "package/ports.md", escape = "none")]
    struct Ports<'a> {
        config: &'a Config,
        top: &'a Module,
        timing: String,
        rows: Vec<Row<'a>>,
    }
    struct Row<'a> {
        name: &'a str,
        direction: &'a str,
        width: u32,
        sign: &'a str,
        doc: &'a str,
    }
    fn row(port: &Port) -> Row<'_> {
        let sign = match (port.width, port.signed) {
            (1, _) => "",
            (_, true) => "signed",
            (_, false) => "unsigned",
        };
        Row { name: &port.name, direction: port.direction.name(), width: port.width, sign, doc: &port.doc }
    }
    let Design { top, config, latency, .. } = design;
    let timing = match (&design.wrapped, latency) {
        (Some(wrapped), _) => wrapped.timing.clone(),
        (None, 0) => "Combinational: the outputs follow the inputs within the same clock cycle.".to_owned(),
        (None, 1) => "Latency: 1 clock cycle. An instruction may be issued in every cycle.".to_owned(),
        (None, _) => format!("Latency: {latency} clock cycles. An instruction may be issued in every cycle."),
    };
    let rows = top.ports.iter().map(row).collect();
    render(&Ports { config, top, timing, rows })
}

/// The control word as Verilog macros.
pub(super) fn defs(config: &Config) -> String {
    #[derive(Template)]
    #[template(path = "package/vidalu_defs.vh", escape = "none")]
    struct Defs {
        guard: String,
        macros: String,
    }
    let stem = config.macro_stem();
    render(&Defs { guard: format!("{stem}DEFS_VH"), macros: macros::verilog(&stem) })
}

/// The control word as tables.
pub(super) fn control_word(config: &Config) -> String {
    #[derive(Template)]
    #[template(path = "package/control_word.md", escape = "none")]
    struct ControlWord {
        defs: String,
    }
    render(&ControlWord { defs: config.defs() })
}

/// The bits of a field.
fn bits(field: &Field) -> String {
    if field.width == 1 { field.lo.to_string() } else { format!("{}..{}", field.hi(), field.lo) }
}

/// The codes of a field with their names.
fn codes(field: &Field) -> String {
    field.codes.iter().map(|(name, code)| format!("{code} `{name}`")).join(", ")
}
