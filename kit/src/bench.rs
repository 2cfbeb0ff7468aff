//! Generates the testbench.

use askama::Template;
use vidalu_gen::{Reset, TERMS, Target};
use vidalu_model::control::{self, FORMATS, Field, Format, UNIT, carry};
use vidalu_model::isa;

use crate::template::{VERSION, render};
use crate::unit::KitUnit;
use crate::vectors::{Slice, VectorFile};

/// The smallest capacity of the testbench in vectors. Larger files of the kit extend it.
const MAX_VECTORS: u64 = 1 << 16;

/// Returns the testbench and its checksum module by their path.
pub(crate) fn files(unit: &KitUnit, sets: &[VectorFile]) -> [(String, String); 2] {
    let [bench, seal] = own_paths(unit);
    let name = unit.bench();
    [(bench, text(unit, sets)), (seal, render(&Seal { bench: &name, version: VERSION, terms: TERMS }))]
}

/// Returns the paths of the files of the testbench, the host of a bus among them.
pub(crate) fn paths(unit: &KitUnit) -> Vec<String> {
    let host = unit.design.wrapped.iter().map(|wrapped| wrapped.host.file.path.clone());
    host.chain(own_paths(unit)).collect()
}

fn own_paths(unit: &KitUnit) -> [String; 2] {
    let name = unit.bench();
    [format!("tb/{name}.v"), format!("tb/{name}_seal.v")]
}

#[derive(Template)]
#[template(path = "seal.v", escape = "none")]
struct Seal<'a> {
    bench: &'a str,
    version: &'a str,
    terms: &'a str,
}

#[derive(Template)]
#[template(path = "bench.v", escape = "none")]
struct Bench<'a> {
    version: &'a str,
    terms: &'a str,
    config: &'a str,
    top: &'a str,
    /// The module that the testbench drives.
    dut: &'a str,
    bench: &'a str,
    facts: Vec<Fact>,
    max_vectors: u64,
    outputs: Vec<Output>,
    /// The ports with the nets connected to them.
    connections: Vec<(String, String)>,
    /// Declarations that replace missing ports.
    absent: Vec<&'static str>,
    /// The lines that the header of a file of vectors must have.
    header: Vec<String>,
    /// A mask of the bits that decide how many steps an instruction takes.
    step_mask: String,
    /// The masked words of instructions that take several steps, with the number of steps.
    steps: Vec<(String, u32)>,
    /// A mask of CC.CF before and after an instruction.
    flag_mask: String,
    groups: Vec<Group>,
    columns: Vec<Column>,
    files: Vec<String>,
}

/// A constant of the testbench.
struct Fact {
    kind: &'static str,
    name: &'static str,
    value: String,
    doc: &'static str,
}

/// A data output with its bits in a word.
struct Output {
    port: String,
    width: u32,
    range: String,
}

/// The fields of the control word of one unit.
struct Group {
    /// The condition under which an instruction belongs to the unit, in Verilog.
    condition: String,
    fields: Vec<NamedField>,
}

struct NamedField {
    name: &'static str,
    range: String,
    /// The codes as Verilog constants, with their names.
    names: Vec<(String, &'static str)>,
}

struct Column {
    name: String,
    range: String,
}

fn text(unit: &KitUnit, sets: &[VectorFile]) -> String {
    let set = sets.first().expect("a kit has vectors");
    let (bits, places) = (set.bits(), set.places());
    let ctl = places.iter().find(|place| place.name == "ctl");
    let mask = |at: &[u32]| literal(bits, at);
    let flags: Vec<_> = places.iter().filter(|place| place.name.starts_with("cc_")).map(|place| place.lo).collect();
    let (step_mask, steps) = steps(unit, ctl, bits);
    let escaped = |line: String| line.replace('\\', "\\\\").replace('"', "\\\"");
    render(&Bench {
        version: VERSION,
        terms: TERMS,
        config: &unit.design.config.line(),
        top: &unit.design.top.name,
        dut: &unit.driven().name,
        bench: &unit.bench(),
        facts: facts(unit, bits),
        max_vectors: sets.iter().map(|set| set.count).max().unwrap_or(0).max(MAX_VECTORS),
        outputs: places.iter().filter_map(|place| output(unit, place)).collect(),
        connections: connections(unit, &places),
        absent: absent(unit),
        header: set.facts().into_iter().map(escaped).collect(),
        step_mask,
        steps,
        flag_mask: mask(&flags),
        groups: groups(unit, ctl),
        columns: places.iter().map(|place| Column { name: place.name.clone(), range: place.range() }).collect(),
        files: sets.iter().map(VectorFile::path).collect(),
    })
}

fn facts(unit: &KitUnit, bits: u32) -> Vec<Fact> {
    let timing = &unit.dut.timing;
    let number = |name, value: u32, doc| Fact { kind: "integer ", name, value: value.to_string(), doc };
    let bit = |name, value: bool, doc| Fact { kind: "", name, value: format!("1'b{}", u8::from(value)), doc };
    let config = &unit.design.config;
    let is_behind_bus = unit.design.wrapped.is_some();
    let is_registered = config.ready == vidalu_gen::Ready::Registered && !is_behind_bus;
    vec![
        number("WordBits", bits, "width of a vector in its file"),
        number("Depth", timing.latency, "clock cycles from an instruction to its result"),
        number("FlagStage", timing.flag_stage.unwrap_or(timing.latency), "register stages before CC.CF"),
        number("TagBits", unit.driven().width("tag_i").max(1), "width of tag_i and tag_o"),
        bit("IsBehindBus", is_behind_bus, "the bus decides in which cycle an instruction enters and leaves"),
        bit("HasValid", timing.has_valid, "valid_i and valid_o"),
        bit("HasReady", timing.ready.is_some(), "ready_o and ready_i"),
        bit("ReadyIsRegistered", is_registered, "an instruction can wait in the unit"),
        bit("HasClockEnable", timing.clock_enable, "ce_i"),
        bit("HasFlush", timing.flush, "flush_i"),
        bit("HasReset", timing.reset.is_some(), reset_port(config.reset)),
        bit("ResetIsAsync", config.reset.is_asynchronous(), "the reset does not need a clock edge"),
    ]
}

fn reset_port(reset: Reset) -> &'static str {
    reset.port().unwrap_or("a reset")
}

/// Returns the ports of the module with the nets or expressions connected to them.
fn connections(unit: &KitUnit, places: &[Slice]) -> Vec<(String, String)> {
    let net = |port: &str| -> String {
        match port {
            "clk_i" => "clk",
            "rst_i" => "in_reset",
            "rst_ni" => "!in_reset",
            "ce_i" => "enable",
            "flush_i" => "flush",
            "valid_i" => "!HasValid || offering",
            "ready_i" => "ready",
            "tag_i" => "tag",
            _ => match places.iter().find(|place| place.is_input(port)) {
                Some(place) => return format!("word{}", place.range()),
                None => port,
            },
        }
        .to_owned()
    };
    unit.driven().ports.iter().map(|port| (port.name.clone(), net(&port.name))).collect()
}

fn absent(unit: &KitUnit) -> Vec<&'static str> {
    let has = |port: &str| unit.driven().port(port).is_some();
    let lines = [
        ("clk_i", "wire unused_clk = clk;"),
        ("valid_o", "assign valid_o = is_shown;"),
        ("ready_o", "assign ready_o = is_ready;"),
        // The order of events does not matter: `checked` changes at the active edge only.
        ("tag_o", "wire unused_tag = &tag;\n  assign tag_o = tag_of(checked, epoch);"),
    ];
    lines.into_iter().filter(|(port, _)| !has(port)).map(|(_, line)| line).collect()
}

/// Returns the data output that a value belongs to, or `None` if it belongs to an input.
fn output(unit: &KitUnit, place: &Slice) -> Option<Output> {
    let port = match &*place.name {
        "cc_out" => "cf_o".to_owned(),
        name if name.ends_with("_o") => name.to_owned(),
        name => format!("{name}_o"),
    };
    unit.driven().port(&port)?;
    Some(Output { port, width: place.width(), range: place.range() })
}

/// Returns a Verilog constant with ones at these bits.
fn literal(bits: u32, ones: &[u32]) -> String {
    let digit = |digit: u32| (0..4).filter(|bit| ones.contains(&(4 * digit + bit))).map(|bit| 1 << bit).sum::<u32>();
    let digits: String = (0..bits.div_ceil(4)).rev().map(|at| format!("{:x}", digit(at))).collect();
    format!("{bits}'h{digits}")
}

/// Returns whether the control word contains the code of the unit.
fn has_unit_field(ctl: &Slice) -> bool {
    ctl.width() == control::WIDTH
}

/// Returns the mask that selects the bits deciding the number of steps, and the masked words of
/// instructions that take several steps.
fn steps(unit: &KitUnit, ctl: Option<&Slice>, bits: u32) -> (String, Vec<(String, u32)>) {
    let Some(ctl) = ctl.filter(|_| unit.subject.takes_steps()) else {
        return (literal(bits, &[]), Vec::new());
    };
    let mut fields = vec![carry::OP, carry::WIDE, carry::HI];
    fields.extend(has_unit_field(ctl).then_some(UNIT));
    let mask: u64 = fields.iter().map(|field| field.put((1 << field.width) - 1)).sum();
    let unit_code = if has_unit_field(ctl) { UNIT.put(UNIT.code("carry")) } else { 0 };
    let mut values = Vec::new();
    for op in ["mad", "mul"] {
        for (half, steps) in [(0, 3), (1, 4)] {
            let word = unit_code | carry::OP.put(carry::OP.code(op)) | carry::WIDE.put(1) | carry::HI.put(half);
            values.push((word_at(ctl, bits, word), steps));
        }
    }
    (word_at(ctl, bits, mask), values)
}

/// Returns a value of the control word at its bits in a vector.
fn word_at(ctl: &Slice, bits: u32, value: u64) -> String {
    let ones: Vec<_> = (0..64).filter(|bit| value >> bit & 1 == 1).map(|bit| ctl.lo + bit).collect();
    literal(bits, &ones)
}

/// Returns the formats of the control words that the unit accepts.
pub(crate) fn formats(unit: &KitUnit) -> impl Iterator<Item = &'static Format> + '_ {
    let is_unit = matches!(unit.design.target, Target::Unit(_));
    let has = move |own: isa::Unit| is_unit && unit.design.config.ops.iter().any(|op| op.unit().name() == own.name());
    FORMATS.iter().filter(move |format| has(format.unit))
}

/// Returns the fields of the control word, if the module has one: a block does not.
fn groups(unit: &KitUnit, ctl: Option<&Slice>) -> Vec<Group> {
    let Some(ctl) = ctl else { return Vec::new() };
    let place = |field: &Field| Slice { name: String::new(), hi: ctl.lo + field.hi(), lo: ctl.lo + field.lo };
    let named = |field: &Field| {
        let code = |(name, code): &(&'static str, u64)| (format!("{}'d{code}", field.width), *name);
        NamedField { name: field.name, range: place(field).range(), names: field.codes.iter().map(code).collect() }
    };
    let group = |format: &'static Format| {
        // The operation first, then its modifiers.
        let (op, others): (Vec<_>, Vec<_>) = format.fields.iter().rev().partition(|field| field.name == "op");
        let own = op.into_iter().chain(others).map(named);
        if !has_unit_field(ctl) {
            return Group { condition: "1'b1".to_owned(), fields: own.collect() };
        }
        let code = UNIT.code(format.unit.name());
        let condition = format!("expected{} == {}'d{code}", place(&UNIT).range(), UNIT.width);
        Group { condition, fields: std::iter::once(named(&UNIT)).chain(own).collect() }
    };
    formats(unit).map(group).collect()
}
