//! The texts around the sources, each from its template.

use askama::Template;
use itertools::Itertools;
use vidalu_model::control::{FORMATS, Field, UNIT, WIDTH};

use crate::design::render;
use crate::header::TERMS;
use crate::verilog::{Module, Port};
use crate::{Config, Design, Language};

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Relative source paths, and where the header is.
pub(super) fn filelist(sources: &[String]) -> String {
    let lines = std::iter::once("+incdir+.").chain(sources.iter().map(String::as_str));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// The FuseSoC core file.
pub(super) fn core(top: &Module, config: &Config, sources: &[String]) -> String {
    #[derive(Template)]
    #[template(path = "package/vidalu.core", escape = "none")]
    struct Core<'a> {
        version: &'a str,
        terms: &'a str,
        config: String,
        top: &'a str,
        description: &'a str,
        file_type: &'a str,
        sources: &'a [String],
    }
    let (top, description) = (top.name.as_str(), top.doc.as_str());
    let file_type = match config.language {
        Language::Verilog => "verilogSource-2005",
        Language::SystemVerilog => "systemVerilogSource",
    };
    render(&Core { version: VERSION, terms: TERMS, config: config.line(), top, description, file_type, sources })
}

/// The Makefile: lint and synthesis.
pub(super) fn makefile(top: &Module, config: &Config, sources: &[String]) -> String {
    #[derive(Template)]
    #[template(path = "package/Makefile", escape = "none")]
    struct Makefile<'a> {
        version: &'a str,
        terms: &'a str,
        config: String,
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
    render(&Makefile { version: VERSION, terms: TERMS, config: config.line(), top: &top.name, year, flag, sources })
}

/// The table of ports.
pub(super) fn ports(design: &Design) -> String {
    #[derive(Template)]
    #[template(path = "package/ports.md", escape = "none")]
    struct Ports<'a> {
        version: &'a str,
        terms: &'a str,
        config: String,
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
    render(&Ports { version: VERSION, terms: TERMS, config: config.line(), top, timing, rows })
}

/// The control word as Verilog macros.
pub(super) fn defs() -> String {
    #[derive(Template)]
    #[template(path = "package/vidalu_defs.vh", escape = "none")]
    struct Defs<'a> {
        version: &'a str,
        terms: &'a str,
        word_width: u32,
        unit_field: String,
        formats: Vec<Macros>,
    }
    struct Macros {
        unit: &'static str,
        prefix: String,
        width: u32,
        fields: Vec<String>,
    }
    let formats = FORMATS.iter().map(|format| {
        let prefix = format.unit.name().to_uppercase();
        let fields = format.fields.iter().map(|field| field_macros(&prefix, field)).collect();
        Macros { unit: format.unit.name(), prefix, width: format.width(), fields }
    });
    let unit_field = field_macros("CTL", &UNIT);
    render(&Defs { version: VERSION, terms: TERMS, word_width: WIDTH, unit_field, formats: formats.collect() })
}

/// Position, width and codes of a field, a macro each.
fn field_macros(prefix: &str, field: &Field) -> String {
    let stem = format!("`define VIDALU_{prefix}_{}", field.name.to_uppercase());
    let place = [format!("{stem}_LSB {}", field.lo), format!("{stem}_WIDTH {}", field.width)];
    let code = |(name, code): &(&str, u64)| format!("{stem}_{} {}'d{code}", name.to_uppercase(), field.width);
    place.into_iter().chain(field.codes.iter().map(code)).join("\n")
}

/// The control word as tables.
pub(super) fn control_word() -> String {
    #[derive(Template)]
    #[template(path = "package/control_word.md", escape = "none")]
    struct ControlWord<'a> {
        version: &'a str,
        terms: &'a str,
        word_width: u32,
        unit_hi: u32,
        unit_lo: u32,
        units: &'a [(&'a str, u64)],
        formats: Vec<Table>,
    }
    struct Table {
        unit: &'static str,
        width: u32,
        rows: Vec<Row>,
    }
    struct Row {
        name: &'static str,
        bits: String,
        doc: &'static str,
        codes: String,
    }
    fn row(field: &Field) -> Row {
        let bits = if field.width == 1 { field.lo.to_string() } else { format!("{}..{}", field.hi(), field.lo) };
        let codes = field.codes.iter().map(|(name, code)| format!("{code} `{name}`")).join(", ");
        Row { name: field.name, bits, doc: field.doc, codes }
    }
    let formats = FORMATS.iter().map(|format| {
        let rows = format.fields.iter().map(row).collect();
        Table { unit: format.unit.name(), width: format.width(), rows }
    });
    render(&ControlWord {
        version: VERSION,
        terms: TERMS,
        word_width: WIDTH,
        unit_hi: UNIT.hi(),
        unit_lo: UNIT.lo,
        units: UNIT.codes,
        formats: formats.collect(),
    })
}
