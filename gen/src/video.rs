//! The unit `video`: all units side by side behind one issue port.
//!
//! Every unit has the latency of the whole, so that results come in the order of the instructions and no two at once.
//! The units follow the whole: they are told when all rows take over, and carry, which has state, also whether the
//! instruction is one of its own.

mod interface;
mod part;

use askama::Template;
use itertools::Itertools;
use vidalu_model::control::UNIT;

use self::interface::{facts, module};
use self::part::Part;
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
    /// What tells the units apart; `None` if there is one.
    issue: Option<IssueText>,
    unused_word: Option<String>,
    flow: Vec<String>,
    parts: Vec<PartText>,
    /// What a unit says of instructions that enter in several steps.
    steps: Option<String>,
    after_execute: Option<String>,
}

struct IssueText {
    unit: String,
    codes: Vec<String>,
}

struct PartText {
    doc: &'static str,
    /// What stands before the instance: what the unit is given beside the operands, and its results.
    nets: Vec<String>,
    instance: String,
}

/// The stage in which the units work. Its rows are inside them.
const EXECUTE: &str = "execute";

/// Its length: so long that every row makes it shorter. So all stand behind it, where the code of the unit waits for the
/// result.
const LEVELS: u32 = Config::MAX_DEPTH as u32 * (Config::MAX_DEPTH as u32 + 1);

/// The units and what joins them.
pub(crate) fn build(config: &Config, library: &mut Library) -> Result<Top, VerilogError> {
    let parts = part::build(config, library)?;
    let module = module(config, &parts)?;
    let (text, mut landmarks) = Builder::new(config, &parts).text(&module)?;
    parts.iter().for_each(|part| landmarks.join(part.top.landmarks.clone().inside(&part.unit.instance())));
    Ok(put(library, module, &text, landmarks))
}

struct Builder<'a> {
    config: &'a Config,
    parts: &'a [Part],
    pipeline: Pipeline<'a>,
}

impl<'a> Builder<'a> {
    fn new(config: &'a Config, parts: &'a [Part]) -> Self {
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

    /// The code of the unit that an instruction is for, and the names of those that the text asks for: all but one.
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

    /// The bits of the control word that no unit reads.
    fn unused_word(&self, word: &Net) -> Option<String> {
        let used = self.parts.iter().map(Part::word_width).max().unwrap_or(0);
        let hi = if self.parts.len() > 1 { UNIT.lo - 1 } else { UNIT.hi() };
        let unused = Net::new("unused_word", (hi + 1).checked_sub(used)?);
        (unused.width > 0).then(|| format!("wire {} {} = {};", unused.range(), unused.name, word.slice(hi, used)))
    }

    /// What tells the units when to move, where that is more than a net.
    fn flow(&self) -> Vec<String> {
        let gates = self.config.clock_enable && self.parts.iter().any(|part| part.top.module.port("flush_i").is_some());
        gates.then(|| "wire flush = ce_i && flush_i;".to_owned()).into_iter().collect()
    }

    fn part(&self, part: &Part, inputs: &[Net]) -> Result<PartText, VerilogError> {
        let mut nets = Vec::new();
        let has_others = self.parts.len() > 1;
        if part.has_state() {
            let is_own = format!("unit == {}", part.code_name());
            if let Some(valid) = self.pipeline.valid() {
                let condition = if has_others { format!(" && ({is_own})") } else { String::new() };
                nets.push(format!("wire {} = {}{condition};", part.valid().name, valid.name));
            }
            if has_others {
                // With a word of zeros carry leaves CC.CF as it is, and says so.
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

    /// The results of the unit that had the instruction.
    fn outputs(&self, module: &Module, code: &Net) -> Vec<(&'static str, String)> {
        let outputs = ["d_o", "sat_o", "cf_o"].into_iter().filter_map(|name| Some((name, module.port(name)?.width)));
        let outputs: Vec<_> = outputs.collect();
        let column = "  assign ".len() + outputs.iter().map(|(name, _)| name.len()).max().unwrap_or(0) + 1;
        outputs.into_iter().map(|(name, width)| (name, self.choice(name, width, code, column))).collect()
    }

    /// The value of an output, whose further lines begin in `column`.
    fn choice(&self, port: &str, width: u32, code: &Net, column: usize) -> String {
        // CC.CF after an instruction is carry's to say, whose instruction ever it was.
        if port == "cf_o" {
            return self.parts.iter().find_map(|part| part.result(port)).expect("carry has the flag").name;
        }
        let value = |part: &Part| match part.result(port) {
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
