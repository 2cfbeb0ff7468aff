//! The parts that the behavioral texts of the units share: one stage, and the choice of an
//! operation.
//!
//! Their processes are `always @*` in SystemVerilog too, because Icarus 11 reports constant selects
//! in `always_comb` as unsupported.

use askama::Template;
use itertools::Itertools;
use vidalu_model::control::Field;
use vidalu_model::control::scalar::CMP;

use crate::pipeline::{Pipeline, Stage, Timing};
use crate::unit::{Decoded, Frame};
use crate::verilog::{Module, Net};
use crate::{Config, Unit};

/// The name of the only stage.
pub(crate) const EXECUTE: &str = "execute";

/// The stages: only one, because a process cannot be cut. The pipeline registers follow it, and a
/// tool that retimes can move them into it.
pub(crate) fn stages() -> [Stage; 1] {
    [Stage::retiming(EXECUTE, 20)]
}

/// The stage of a unit that computes words, before its process.
pub(crate) struct Execute<'a> {
    config: &'a Config,
    /// The pipeline, which has reached that stage.
    pub(crate) pipeline: Pipeline<'a>,
    entry: String,
    /// The nets that the process reads.
    pub(crate) ctl: Net,
    pub(crate) a: Net,
    pub(crate) b: Net,
    pub(crate) c: Net,
}

/// The nets of the results behind the process.
pub(crate) struct Outputs {
    /// The pipeline registers behind the process.
    pub(crate) rows: Option<String>,
    d: String,
    sat: Option<String>,
}

impl<'a> Execute<'a> {
    /// The stage of `unit`, whose control word has `control` bits.
    pub(crate) fn of(unit: Unit, config: &'a Config, control: u32) -> Self {
        let mut pipeline = Pipeline::new(Timing::of(unit, config), &stages());
        let word = |name| Net::new(name, 32);
        let (mut ctl, mut a, mut b, mut c) = (Net::new("ctl_i", control), word("a_i"), word("b_i"), word("c_i"));
        let entry = pipeline.enter(vec![&mut ctl, &mut a, &mut b, &mut c]);
        Self { config, pipeline, entry, ctl, a, b, c }
    }

    /// The outputs behind the process and their pipeline registers. The process drives `d` and, if
    /// `.sat` changed it, the net `saturated`.
    pub(crate) fn outputs(&mut self, saturated: &str) -> Outputs {
        let (mut d, mut saturated) = (Net::new("d", 32), Net::new(saturated, 1));
        let has_sat = self.config.sat_o;
        let mut results = vec![&mut d];
        results.extend(has_sat.then_some(&mut saturated));
        let rows = self.pipeline.cut(EXECUTE, results);
        Outputs { rows, d: d.name, sat: has_sat.then_some(saturated.name) }
    }

    /// The frame around the process.
    pub(crate) fn frame(
        &self,
        unit: Unit,
        module: &Module,
        facts: &[(&'static str, String)],
        decoded: Decoded,
        outputs: &Outputs,
    ) -> Frame {
        let mut values = vec![("d_o", outputs.d.as_str())];
        values.extend(outputs.sat.as_deref().map(|sat| ("sat_o", sat)));
        Frame::new((unit, self.config), module, (self.entry.clone(), &self.pipeline), facts, decoded, &values)
    }
}

/// Selects and extends a part of a register (partSelectSignExtend, 9.7.18.1).
#[derive(Template)]
#[template(path = "behavioral/select.v")]
pub(crate) struct Select {
    y: &'static str,
    sel: &'static str,
    parts: Vec<Part>,
}

/// A part of a register.
struct Part {
    label: String,
    /// The bits above the part: copies of its sign if the part is signed, otherwise zeros.
    above: String,
    bits: String,
    note: &'static str,
}

impl Select {
    /// Assigns to `y`, of `width` bits, the part of `x` that `sel` selects. `signed` is the field
    /// that says whether the part is signed, if any part can be.
    pub(crate) fn new(y: &'static str, width: u32, x: &Net, sel: &Field, signed: Option<&Field>) -> Self {
        let part = |&(name, code): &(&str, u64)| {
            let (hi, lo, note) = match name {
                "word" => (31, 0, "  // word"),
                "h0" => (15, 0, "  // h0"),
                "h1" => (31, 16, "  // h1"),
                _ => (8 * code as u32 + 7, 8 * code as u32, ""),
            };
            let above = width - (hi + 1 - lo);
            Part {
                label: if name == "word" { "default:".to_owned() } else { format!("3'd{code}:   ") },
                above: signed.map_or_else(
                    || format!("{above}'d0"),
                    |signed| repeat(above, &format!("{} && {}", signed.name, x.slice(hi, hi))),
                ),
                bits: x.slice(hi, lo).to_string(),
                note,
            }
        };
        let is_word = |(name, _): &&(&str, u64)| *name == "word";
        let (word, others): (Vec<_>, Vec<_>) = sel.codes.iter().partition(is_word);
        Self { y, sel: sel.name, parts: others.into_iter().chain(word).map(part).collect() }
    }
}

/// Returns a Verilog replication, `{n{bit}}`, or the bit itself if `copies` is 1.
pub(crate) fn repeat(copies: u32, bit: &str) -> String {
    if copies == 1 { bit.to_owned() } else { format!("{{{copies}{{{bit}}}}}") }
}

/// Returns the statements that compute each operation, given its code and its value: a `case (op)`,
/// whose `default` is the last operation. The lines are indented by `indent` columns.
pub(crate) fn choice(indent: usize, operations: &[(String, Value)]) -> String {
    let others = named(operations);
    let pad = " ".repeat(indent);
    if others.is_empty() {
        return operations.iter().flat_map(|(_, value)| value.statement(indent, "")).join("\n");
    }
    let labels = others.iter().map(|(code, _)| format!("{code}:")).chain([String::from("default:")]);
    let width = others.iter().map(|(code, _)| code.len() + 1).max().unwrap_or(0).max("default:".len());
    let mut arms =
        labels.zip(operations).flat_map(|(label, (_, value))| value.statement(indent + 2, &format!("{label:width$} ")));
    format!("{pad}case (op)\n{}\n{pad}endcase", arms.join("\n"))
}

/// Returns the operations whose codes [`choice`] compares: all except the last.
pub(crate) fn named<T>(operations: &[T]) -> &[T] {
    &operations[..operations.len() - 1]
}

/// The result of an operation on two numbers.
pub(crate) enum Value {
    /// An expression.
    Of(String),
    /// The comparison of two numbers that `cmp` selects: 1 or 0.
    Comparison {
        /// The two numbers.
        of: [&'static str; 2],
        /// The width of the result in bits.
        width: u32,
        /// Whether the result is all ones instead of 1.
        fills: bool,
    },
}

impl Value {
    /// Returns the lines that assign the value to `tmp`, after a label.
    fn statement(&self, indent: usize, label: &str) -> Vec<String> {
        let pad = " ".repeat(indent);
        match self {
            Self::Of(value) => vec![format!("{pad}{label}tmp = {value};")],
            Self::Comparison { of: [a, b], width, fills } => {
                let signs = [("eq", "=="), ("ne", "!="), ("lt", "<"), ("ge", ">="), ("le", "<="), ("gt", ">")];
                // Within an arm, the inner `case` starts on a new line.
                let (head, inner) = if label.is_empty() {
                    (None, indent)
                } else {
                    (Some(format!("{pad}{}", label.trim_end())), indent + 2)
                };
                let inner = " ".repeat(inner);
                let arm = |(at, (name, sign)): (usize, (&str, &str))| {
                    let code = CMP.code(name);
                    let label = if at + 1 == signs.len() { "default:".to_owned() } else { format!("3'd{code}:   ") };
                    let value = match fills {
                        true => format!("{{{width}{{{a} {sign} {b}}}}}"),
                        false => format!("{{{}'d0, {a} {sign} {b}}}", width - 1),
                    };
                    format!("{inner}  {label} tmp = {value};  // {name}")
                };
                let arms = signs.into_iter().enumerate().map(arm);
                let lines = [format!("{inner}case (cmp)")].into_iter().chain(arms).chain([format!("{inner}endcase")]);
                head.into_iter().chain(lines).collect()
            }
        }
    }
}
