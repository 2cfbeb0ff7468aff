//! The unit `video`: all units in parallel behind one issue port.
//!
//! Every unit has the latency of the whole, so that results leave in the order of the instructions
//! and one at a time. `video` controls the registers of all units. It also tells the unit `carry`,
//! which has state, whether the instruction is for it.

mod inner;
mod interface;

use askama::Template;
use itertools::Itertools;
use vidalu_model::control::UNIT;

use self::inner::InnerUnit;
use self::interface::{facts, module};
use crate::design::{Library, Top};
use crate::landmark::Landmarks;
use crate::pipeline::{Pipeline, Stage, Timing};
use crate::unit::{Decoded, Frame, put};
use crate::verilog::{Module, Net, VerilogError};
use crate::{Config, Target, Unit};

#[derive(Template)]
#[template(path = "video.v")]
struct Text {
    unit: Frame,
    /// The selection of the unit; `None` if `video` has only one.
    issue: Option<IssueText>,
    unused_word: Option<String>,
    flow: Vec<String>,
    parts: Vec<PartText>,
    /// The text for instructions that enter in several steps.
    steps: Option<String>,
    after_execute: Option<String>,
}

struct IssueText {
    unit: String,
    codes: Vec<String>,
}

struct PartText {
    doc: &'static str,
    /// The nets before the instance: the inputs of the unit besides the operands, and its results.
    nets: Vec<String>,
    instance: String,
}

/// The stage in which the units work. Its pipeline registers are inside them.
const EXECUTE: &str = "execute";

/// The length of that stage. It is so great that every row shortens it. So all rows follow it, and
/// delay the code of the unit as long as the result.
const LEVELS: u32 = Config::MAX_DEPTH as u32 * (Config::MAX_DEPTH as u32 + 1);

/// Builds the units and the module around them.
pub(crate) fn build(config: &Config, library: &mut Library) -> Result<Top, VerilogError> {
    let parts = inner::build(config, library)?;
    let module = module(config, &parts)?;
    let (text, mut landmarks) = Builder::new(config, &parts).text(&module)?;
    parts.iter().for_each(|part| landmarks.join(part.top.landmarks.clone().inside(&part.unit.instance())));
    Ok(put(library, module, &text, landmarks))
}

struct Builder<'a> {
    config: &'a Config,
    parts: &'a [InnerUnit],
    pipeline: Pipeline<'a>,
}

impl<'a> Builder<'a> {
    fn new(config: &'a Config, parts: &'a [InnerUnit]) -> Self {
        let timing = Timing::of(Unit::Video, config);
        let pipeline = Pipeline::new(timing, &[Stage::retiming(EXECUTE, LEVELS)]);
        Self { config, parts, pipeline }
    }

    fn text(mut self, module: &Module) -> Result<(Text, Landmarks), VerilogError> {
        let port = |name: &str| Some(Net::new(name, module.port(name)?.width));
        let mut inputs: Vec<_> = ["ctl_i", "ctx_i", "a_i", "b_i", "c_i"].into_iter().filter_map(port).collect();
        let enter = self.pipeline.enter(inputs.iter_mut().collect());
        assert_eq!(self.pipeline.rows_passed(), 0, "no instruction waits before the units");
        let word = inputs[0].clone();

        let mut code = Net::new("unit", UNIT.width);
        let has_others = self.parts.len() > 1;
        let issue = has_others.then(|| self.issue(&code, &word));
        let parts = self.parts.iter().map(|part| self.part(part, &inputs)).try_collect()?;
        let flow = self.flow();
        let more = self.parts.iter().find_map(|part| part.result("more_o"));
        let steps = more.map(|more| self.pipeline.counted_by_part(&more));
        let signals = if has_others { vec![&mut code] } else { Vec::new() };
        let after_execute = self.pipeline.cut(EXECUTE, signals);

        let outputs = self.outputs(module, &code);
        let outputs: Vec<_> = outputs.iter().map(|(port, value)| (*port, value.as_str())).collect();
        let facts = facts(self.config, &self.pipeline);
        let of = (Unit::Video, self.config);
        let unit = Frame::new(of, module, (enter, &self.pipeline), &facts, Decoded::default(), &outputs);
        let text = Text { unit, issue, unused_word: self.unused_word(&word), flow, parts, steps, after_execute };
        Ok((text, self.pipeline.landmarks()))
    }

    /// Returns the code of the unit that an instruction is for, and the names of the codes that the
    /// text compares: all except one.
    fn issue(&self, code: &Net, word: &Net) -> IssueText {
        let last = self.parts.len() - 1;
        let asked = self.parts.iter().enumerate().filter(|(at, part)| *at < last || part.has_state());
        let codes = asked.map(|(_, part)| {
            let (name, width) = (part.code_name(), UNIT.width);
            format!("localparam [{}:0] {name:10} = {width}'d{};", width - 1, UNIT.code(part.unit.name()))
        });
        let unit = format!("wire {} {} = {};", code.range(), code.name, word.slice(UNIT.hi(), UNIT.lo));
        IssueText { unit, codes: codes.collect() }
    }

    /// Returns the bits of the control word that no unit reads.
    fn unused_word(&self, word: &Net) -> Option<String> {
        let used = self.parts.iter().map(InnerUnit::word_width).max().unwrap_or(0);
        let hi = if self.parts.len() > 1 { UNIT.lo - 1 } else { UNIT.hi() };
        let unused = Net::new("unused_word", (hi + 1).checked_sub(used)?);
        (unused.width > 0).then(|| format!("wire {} {} = {};", unused.range(), unused.name, word.slice(hi, used)))
    }

    /// Returns the net that flushes the units, if the flush is gated by the clock enable.
    fn flow(&self) -> Vec<String> {
        let gates = self.config.clock_enable && self.parts.iter().any(|part| part.top.module.port("flush_i").is_some());
        gates.then(|| "wire flush = ce_i && flush_i;".to_owned()).into_iter().collect()
    }

    fn part(&self, part: &InnerUnit, inputs: &[Net]) -> Result<PartText, VerilogError> {
        let mut nets = Vec::new();
        let has_others = self.parts.len() > 1;
        if part.has_state() {
            let is_own = format!("unit == {}", part.code_name());
            if let Some(valid) = self.pipeline.valid() {
                let condition = if has_others { format!(" && ({is_own})") } else { String::new() };
                nets.push(format!("wire {} = {}{condition};", part.valid().name, valid.name));
            }
            if has_others {
                // With a word of zeros, `carry` keeps CC.CF and shows it.
                let word = part.word();
                let bits = inputs[0].slice(word.width - 1, 0);
                nets.push(format!("wire {} {} = {bits} & {{{}{{{is_own}}}}};", word.range(), word.name, word.width));
            }
        }
        nets.extend(part.results().map(|(_, net)| net.to_string()));
        let counts = self.config.clock_enable.then_some("ce_i");
        let flush = if self.config.clock_enable { "flush" } else { "flush_i" };
        let instance = part.instance(has_others, inputs, self.pipeline.enable().as_deref(), counts, flush)?;
        Ok(PartText { doc: Target::Unit(part.unit).doc(), nets, instance: instance.to_string() })
    }

    /// Returns the results of the unit that executed the instruction.
    fn outputs(&self, module: &Module, code: &Net) -> Vec<(&'static str, String)> {
        let outputs = ["d_o", "sat_o", "cf_o"].into_iter().filter_map(|name| Some((name, module.port(name)?.width)));
        let outputs: Vec<_> = outputs.collect();
        let column = "  assign ".len() + outputs.iter().map(|(name, _)| name.len()).max().unwrap_or(0) + 1;
        outputs.into_iter().map(|(name, width)| (name, self.choice(name, width, code, column))).collect()
    }

    /// Returns the value of an output. Its continuation lines begin in `column`.
    fn choice(&self, port: &str, width: u32, code: &Net, column: usize) -> String {
        // `carry` provides CC.CF after an instruction of any unit.
        if port == "cf_o" {
            return self.parts.iter().find_map(|part| part.result(port)).expect("carry has the flag").name;
        }
        let value = |part: &InnerUnit| match part.result(port) {
            Some(net) if net.width < width => format!("{{{}'d0, {}}}", width - net.width, net.name),
            Some(net) => net.name,
            None => format!("{width}'d0"),
        };
        let (last, others) = self.parts.split_last().expect("a unit has operations");
        let indent = " ".repeat(column);
        let choices = others.iter().map(|part| {
            format!("({} == {}){} ? {}\n{indent}: ", code.name, part.code_name(), part.padding(), value(part))
        });
        choices.collect::<String>() + &value(last)
    }
}
