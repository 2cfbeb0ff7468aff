//! Rows of registers between the stages of a unit.

use askama::Template;

use crate::header::rule;
use crate::verilog::Net;
use crate::{Config, Handshake, Reset};

/// A place where a row of registers can stand: after the stage of this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Cut {
    Select,
    Primary,
    Saturate,
}

impl Cut {
    /// The cuts of a unit of this depth. The primary stage is the longest, so the first row stands behind it, the second
    /// before it; the third parts what is left.
    pub(crate) fn of_depth(depth: u8) -> &'static [Self] {
        match depth {
            0 => &[],
            1 => &[Self::Primary],
            2 => &[Self::Select, Self::Primary],
            _ => &[Self::Select, Self::Primary, Self::Saturate],
        }
    }

    /// The stages on both sides.
    pub(crate) fn stages(self) -> (&'static str, &'static str) {
        match self {
            Self::Select => ("select", "primary"),
            Self::Primary => ("primary", "saturate"),
            Self::Saturate => ("saturate", "secondary | merge"),
        }
    }
}

/// A register of a row.
#[derive(Debug)]
pub(crate) struct Register {
    /// Type and name, in columns.
    declaration: String,
    to: String,
    from: String,
}

/// The register of the valid bit.
#[derive(Debug)]
struct Valid {
    to: String,
    from: String,
    reset: Option<ResetText>,
}

#[derive(Debug)]
struct ResetText {
    edge: String,
    condition: String,
}

/// The text of a row of registers.
#[derive(Debug, Template)]
#[template(path = "registers.v")]
pub(crate) struct Row {
    before: &'static str,
    after: &'static str,
    rule: String,
    registers: Vec<Register>,
    valid: Option<Valid>,
}

/// Follows signals through the stages: which net carries one depends on how many rows it has passed.
#[derive(Debug)]
pub(crate) struct Pipeline {
    cuts: &'static [Cut],
    rows: usize,
    valid: Option<String>,
    reset: Reset,
}

impl Pipeline {
    pub(crate) fn new(config: &Config) -> Self {
        let valid = (config.handshake == Handshake::Valid).then(|| "valid_i".to_owned());
        Self { cuts: Cut::of_depth(config.depth), rows: 0, valid, reset: config.reset }
    }

    /// The net that carries the valid bit of this stage, if there is one.
    pub(crate) fn valid(&self) -> Option<&str> {
        self.valid.as_deref()
    }

    /// Puts a row of registers at `cut`, if the depth has one there: every one of `signals` becomes its registered copy.
    pub(crate) fn cut(&mut self, cut: Cut, signals: Vec<&mut Net>) -> Option<Row> {
        if !self.cuts.contains(&cut) {
            return None;
        }
        self.rows += 1;
        let width = signals.iter().map(|signal| signal.range().len()).max().unwrap_or(0);
        let registers = signals.into_iter().map(|signal| register(signal, width)).collect();
        let valid = self.valid.take().map(|from| {
            let to = if self.rows == 1 { "valid_q".to_owned() } else { format!("valid_q{}", self.rows) };
            self.valid = Some(to.clone());
            Valid { to, from, reset: reset_text(self.reset) }
        });
        let (before, after) = cut.stages();
        let rule = rule('-', "  // ---- registers:  ->  ".len() + before.len() + after.len());
        Some(Row { before, after, rule, registers, valid })
    }
}

fn register(signal: &mut Net, width: usize) -> Register {
    let to = next_name(&signal.name);
    let from = std::mem::replace(&mut signal.name, to.clone());
    Register { declaration: format!("{:width$} {to}", signal.range()), to, from }
}

/// The name of the registered copy: `x` or the port `x_i` to `x_q`, `x_q` to `x_q2`, `x_q2` to `x_q3`.
fn next_name(name: &str) -> String {
    let base = name.strip_suffix("_i").unwrap_or(name);
    match base.rsplit_once("_q") {
        Some((base, "")) => format!("{base}_q2"),
        Some((base, "2")) => format!("{base}_q3"),
        _ => format!("{base}_q"),
    }
}

fn reset_text(reset: Reset) -> Option<ResetText> {
    let port = reset.port()?;
    let (edge, condition) =
        if reset.is_active_low() { ("negedge", format!("!{port}")) } else { ("posedge", port.to_owned()) };
    let edge = if reset.is_asynchronous() { format!(" or {edge} {port}") } else { String::new() };
    Some(ResetText { edge, condition })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_are_counted_in_the_name() {
        assert_eq!(next_name("c_i"), "c_q");
        assert_eq!(next_name("c_q"), "c_q2");
        assert_eq!(next_name("ta_s33_q2"), "ta_s33_q3");
    }

    #[test]
    fn a_deeper_unit_has_the_cuts_of_a_shallower_one() {
        for depth in 1..=3 {
            let (less, more) = (Cut::of_depth(depth - 1), Cut::of_depth(depth));
            assert_eq!(more.len(), usize::from(depth));
            assert!(less.iter().all(|cut| more.contains(cut)));
        }
    }
}
