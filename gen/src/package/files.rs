//! The files of an output folder.

use askama::Template;
use vidalu_model::control::scalar::FORMAT;
use vidalu_model::control::{Field, Format};

use super::manifest;
use crate::design::render;
use crate::header::TERMS;
use crate::verilog::Port;
use crate::{Design, SourceFile};

#[derive(Template)]
#[template(path = "package/filelist.f")]
struct FileList<'a> {
    paths: &'a [&'a str],
}

#[derive(Template)]
#[template(path = "package/vidalu.core")]
struct Core<'a> {
    terms: &'a str,
    top: &'a str,
    version: &'a str,
    doc: &'a str,
    paths: &'a [&'a str],
}

#[derive(Template)]
#[template(path = "package/Makefile.mk")]
struct Makefile<'a> {
    terms: &'a str,
    top: &'a str,
    sources: String,
}

#[derive(Template)]
#[template(path = "package/vidalu_defs.vh")]
struct Defs<'a> {
    terms: &'a str,
    unit: &'a str,
    prefix: String,
    width: u32,
    fields: Vec<FieldText>,
}

#[derive(Template)]
#[template(path = "package/ports.md")]
struct Ports<'a> {
    top: &'a str,
    doc: &'a str,
    latency: String,
    ports: &'a [Port],
}

#[derive(Template)]
#[template(path = "package/control_word.md")]
struct ControlWord<'a> {
    unit: &'a str,
    width: u32,
    fields: Vec<FieldText>,
}

struct FieldText {
    name: String,
    lower: &'static str,
    hi: u32,
    lo: u32,
    width: u32,
    bits: String,
    list: String,
    doc: &'static str,
    codes: Vec<CodeText>,
}

struct CodeText {
    name: String,
    value: u64,
}

/// All files of the output folder of a design: the RTL, `filelist.f`, `vidalu.core`, `vidalu_defs.vh`, `Makefile`,
/// `ports.md`, `control_word.md`, and at last `manifest.json`.
pub fn outputs(design: &Design) -> Vec<SourceFile> {
    let top = design.top.name.as_str();
    let doc = design.top.doc.as_str();
    let paths: Vec<_> = design.files.iter().map(|file| file.path.as_str()).collect();
    let format = &FORMAT;
    let unit = format.unit.name();
    let (terms, version) = (TERMS, env!("CARGO_PKG_VERSION"));
    let latency = match design.latency {
        0 => "0 clock cycles (combinational)".to_owned(),
        1 => "1 clock cycle".to_owned(),
        cycles => format!("{cycles} clock cycles"),
    };
    let prefix = format!("VIDALU_{}_", unit.to_ascii_uppercase());
    let others = [
        ("filelist.f", render(&FileList { paths: &paths })),
        ("vidalu.core", render(&Core { terms, top, version, doc, paths: &paths })),
        ("vidalu_defs.vh", render(&Defs { terms, unit, prefix, width: format.width(), fields: fields(format) })),
        ("Makefile", render(&Makefile { terms, top, sources: paths.join(" ") })),
        ("ports.md", render(&Ports { top, doc, latency, ports: &design.top.ports })),
        ("control_word.md", render(&ControlWord { unit, width: format.width(), fields: fields(format) })),
    ];
    let mut files = design.files.clone();
    files.extend(others.map(|(path, text)| SourceFile { path: path.to_owned(), text }));
    files.push(manifest::file(design, &files));
    files
}

fn fields(format: &Format) -> Vec<FieldText> {
    format.fields.iter().map(field).collect()
}

fn field(field: &Field) -> FieldText {
    let list: Vec<_> = field.codes.iter().map(|(name, value)| format!("{value} {name}")).collect();
    let code = |&(name, value): &(&str, u64)| CodeText { name: name.to_ascii_uppercase(), value };
    FieldText {
        name: field.name.to_ascii_uppercase(),
        lower: field.name,
        hi: field.hi(),
        lo: field.lo,
        width: field.width,
        bits: if field.width == 1 { field.lo.to_string() } else { format!("{}:{}", field.hi(), field.lo) },
        list: if list.is_empty() { "0 no, 1 yes".to_owned() } else { list.join(", ") },
        doc: field.doc,
        codes: field.codes.iter().map(code).collect(),
    }
}
