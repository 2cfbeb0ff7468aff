//! Unit `video`: the units side by side, each with its own subject.

use std::sync::LazyLock;

use vidalu_model::control::{FORMATS, Field, Format, UNIT};
use vidalu_model::golden::Step;
use vidalu_model::isa::Instruction;

use vidalu_stimulus::{Signal, Stimulus, Woven, mask};

use super::Subject;
use super::woven;
use crate::coverage::{Coverage, Group};

/// Unit `video` in one configuration. The units inside decide which ports it has.
pub struct VideoUnit {
    members: Vec<Member>,
    /// Whether scalar and simd share a datapath.
    shared: bool,
    stimulus: Woven,
    contexts: u64,
    outputs: Vec<Signal>,
}

/// A unit inside, with its code.
struct Member {
    code: u64,
    subject: Box<dyn Subject>,
}

impl VideoUnit {
    /// Returns the unit that consists of these units, at least one, with their vectors. `shared`
    /// says whether scalar and simd share a datapath.
    pub(super) fn new(units: Vec<super::Member>, shared: bool, contexts: u64) -> Self {
        let (sources, subjects): (_, Vec<Box<dyn Subject>>) = units.into_iter().unzip();
        let outputs = ["d_o", "sat_o", "cf_o"].map(|name| {
            let signals = subjects.iter().flat_map(|subject| subject.outputs());
            let width = signals.filter(|signal| signal.name == name).map(|signal| signal.width).max()?;
            Some(Signal { name, width })
        });
        let member = |subject: Box<dyn Subject>| Member { code: UNIT.code(subject.name()), subject };
        let members = subjects.into_iter().map(member).collect();
        let outputs = outputs.into_iter().flatten().collect();
        Self { members, shared, stimulus: Woven::video(sources, contexts), contexts, outputs }
    }

    /// Returns the unit with the ports of another one, which has further units.
    pub(super) fn with_ports_of(self, whole: &Self) -> Self {
        Self { stimulus: self.stimulus.with_inputs_of(&whole.stimulus), outputs: whole.outputs.clone(), ..self }
    }

    /// Returns the unit whose instruction a vector is, and the inputs as that unit sees them.
    fn member(&self, inputs: &[u64]) -> (&Member, Vec<u64>) {
        let code = UNIT.get(inputs[0]);
        let member = self.members.iter().find(|member| member.code == code).expect("the stimulus has no other units");
        let value = |signal: &Signal| self.input(inputs, signal.name) & mask(signal.width);
        (member, member.subject.inputs().iter().map(value).collect())
    }
}

impl Subject for VideoUnit {
    fn source(&self) -> &dyn Stimulus {
        &self.stimulus
    }

    fn outputs(&self) -> &[Signal] {
        &self.outputs
    }

    fn results(&self, inputs: &[&[u64]], outputs: &mut [&mut [u64]], flags: &mut [u64]) {
        let units: Vec<_> = self.members.iter().map(|member| (member.code, &*member.subject)).collect();
        woven::results(self, &units, inputs, outputs, flags);
    }

    fn expected(&self, inputs: &[u64]) -> Vec<u64> {
        self.with_flag(inputs, false).0
    }

    fn with_flag(&self, inputs: &[u64], flag: bool) -> (Vec<u64>, bool) {
        let (member, own) = self.member(inputs);
        let (results, after) = member.subject.with_flag(&own, flag);
        let value = |signal: &Signal| match signal.name {
            "cf_o" => after.into(),
            name => member.subject.outputs().iter().position(|output| output.name == name).map_or(0, |at| results[at]),
        };
        (self.outputs.iter().map(value).collect(), after)
    }

    fn context(&self, inputs: &[u64]) -> u64 {
        self.input(inputs, "ctx_i")
    }

    fn memory(&self) -> u64 {
        let own = self.members.iter().map(|member| member.subject.memory()).max().unwrap_or(0);
        if own > 0 { self.stimulus.span(own) } else { 0 }
    }

    fn steps(&self, inputs: &[u64]) -> u32 {
        let (member, own) = self.member(inputs);
        member.subject.steps(&own)
    }

    fn takes_steps(&self) -> bool {
        self.members.iter().any(|member| member.subject.takes_steps())
    }

    fn instruction(&self, inputs: &[u64]) -> Option<Instruction> {
        let (member, own) = self.member(inputs);
        member.subject.instruction(&own)
    }

    fn trace(&self, inputs: &[u64], flag: bool) -> Vec<Step> {
        let (member, own) = self.member(inputs);
        member.subject.trace(&own, flag)
    }

    fn is_shared(&self) -> bool {
        self.shared
    }

    fn coverage(&self) -> Coverage {
        let words = self.members.iter().flat_map(|member| {
            let cases = member.subject.coverage().groups.into_iter().next();
            let bins: Vec<_> = cases.iter().flat_map(Group::bins).map(|bin| operation(member.code, bin)).collect();
            bins
        });
        let flags = self.members.iter().flat_map(|member| [false, true].map(|flag| (member.code, flag)));
        let has_flag = self.outputs.iter().any(|signal| signal.name == "cf_o");
        // CC.CF stays 0 if no vector sets it.
        let flags = flags.filter(|(_, flag)| has_flag && (!flag || self.memory() > 0));
        let flags = flags.map(|(code, flag)| flag_bin(code, flag));
        let contexts =
            self.members.iter().flat_map(|member| (0..self.contexts).map(|context| context_bin(member.code, context)));
        let contexts = contexts.filter(|_| self.inputs().iter().any(|signal| signal.name == "ctx_i"));
        let groups = [
            Group::new(OPERATIONS, words, operation_label),
            Group::new(FLAGS, flags, flag_label),
            Group::new(CONTEXTS, contexts, context_label),
        ];
        Coverage { groups: groups.into_iter().filter(|group| group.size() > 0).collect() }
    }

    fn cover(&self, coverage: &mut Coverage, inputs: &[u64]) {
        self.cover_with_flag(coverage, inputs, false);
    }

    fn cover_with_flag(&self, coverage: &mut Coverage, inputs: &[u64], flag: bool) {
        let code = UNIT.get(inputs[0]);
        for group in &mut coverage.groups {
            group.hit(match group.name {
                OPERATIONS => operation(code, inputs[0]),
                FLAGS => flag_bin(code, flag),
                _ => context_bin(code, self.context(inputs)),
            });
        }
    }
}

const OPERATIONS: &str = "unit x operation x types";
const FLAGS: &str = "unit x CC.CF that it finds";
const CONTEXTS: &str = "unit x context";

/// Returns the control-word format of the unit with this code.
fn format(code: u64) -> &'static Format {
    let name = UNIT.code_name(code);
    FORMATS.iter().find(|format| Some(format.unit.name()) == name).expect("every code is that of a unit")
}

/// Returns the fields of a control word that make an operation with its types.
fn kept(code: u64) -> impl Iterator<Item = &'static Field> {
    const KEPT: [&str; 9] = ["op", "quad", "dtype", "atype", "btype", "signed", "wide", "read_flag", "write_flag"];
    format(code).fields.iter().filter(|field| KEPT.contains(&field.name))
}

/// Returns the bin of an operation.
fn operation(code: u64, word: u64) -> u64 {
    static FIELDS: LazyLock<[u64; 4]> =
        LazyLock::new(|| [0, 1, 2, 3].map(|code| kept(code).map(|field| mask(field.width) << field.lo).sum()));
    word & FIELDS[code as usize] | UNIT.put(code)
}

fn operation_label(bin: u64) -> String {
    let code = UNIT.get(bin);
    let words = kept(code).map(|field| {
        let value = field.get(bin);
        format!(" {}.{}", field.name, field.code_name(value).map_or_else(|| value.to_string(), str::to_owned))
    });
    unit_name(code).to_owned() + &words.collect::<String>()
}

fn unit_name(code: u64) -> &'static str {
    UNIT.code_name(code).unwrap_or("?")
}

fn flag_bin(code: u64, flag: bool) -> u64 {
    code << 1 | u64::from(flag)
}

fn flag_label(bin: u64) -> String {
    format!("{} finds {}", unit_name(bin >> 1), bin & 1)
}

fn context_bin(code: u64, context: u64) -> u64 {
    code << 8 | context
}

fn context_label(bin: u64) -> String {
    format!("{} context {}", unit_name(bin >> 8), bin & 0xff)
}
