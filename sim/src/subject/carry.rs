//! Unit `carry`.

use std::sync::Arc;

use vidalu_model::batch::{self, CarryInputs};
use vidalu_model::bv::Bv;
use vidalu_model::control::{self, Field, carry as fields};
use vidalu_model::cycle::steps_by_words;
use vidalu_model::golden::{Carried, carry};
use vidalu_model::golden::{Profile, Stage, Step, Trace};
use vidalu_model::isa::{Carry, Flag, Instruction};

use vidalu_stimulus::{CarryStimulus, Signal, Stimulus, mask, unit_word};

use super::Subject;
use crate::coverage::{Coverage, Group};

/// Unit `carry` in one configuration. Its instructions decide which ports it has.
pub struct CarryUnit {
    pub(super) stimulus: Arc<CarryStimulus>,
    profile: Profile,
    contexts: u64,
    /// Products of 64 bits enter in steps.
    by_words: bool,
    outputs: Vec<Signal>,
}

impl CarryUnit {
    /// Returns the unit with these vectors; `contexts` is the number of contexts of the vectors.
    pub fn new(stimulus: Arc<CarryStimulus>, profile: Profile, contexts: u64) -> Self {
        let width = stimulus.forms().iter().map(|form| form.ty.width()).max().unwrap_or(32);
        let has_flag = stimulus.forms().iter().any(|form| form.op.flag().is_some());
        let mut outputs = vec![Signal { name: "d_o", width }];
        outputs.extend(has_flag.then_some(Signal { name: "cf_o", width: 1 }));
        Self { stimulus, profile, contexts, by_words: false, outputs }
    }

    /// Returns the unit with a multiplier of 32-bit words, which takes 64-bit products in steps.
    #[must_use]
    pub fn by_words(self) -> Self {
        Self { by_words: true, ..self }
    }

    /// Returns the unit with the same ports and vectors of the instructions that `has` accepts;
    /// `None` if it accepts none of them.
    #[must_use]
    pub fn of(self, has: impl Fn(&Instruction) -> bool) -> Option<Self> {
        Some(Self { stimulus: Arc::new(self.stimulus.of(has)?), ..self })
    }

    /// Returns whether an instruction of the vectors sets CC.CF.
    fn sets_flag(&self) -> bool {
        self.stimulus.forms().iter().any(|form| form.op.flag().is_some_and(Flag::is_written))
    }

    fn run(&self, inputs: &[u64], flag: bool, trace: &mut impl Trace<u128>) -> Carried<u128> {
        let [ctl, a, b, c] = ["ctl_i", "a_i", "b_i", "c_i"].map(|name| u128::from(self.input(inputs, name)));
        let bits = |value| Bv::<64, _>::constant(value);
        carry(self.profile, Bv::constant(ctl), bits(a), bits(b), bits(c), Bv::constant(flag.into()), trace)
    }

    /// Returns whether every bit of the sum passes on its carry; `steps` are those of the golden
    /// model.
    fn propagates(&self, inputs: &[u64], steps: &[Step]) -> bool {
        let ctl = inputs[0];
        let (wide, subtract) = (fields::WIDE.get(ctl) == 1, is_one_of(ctl, &["sub"]));
        let (augend, addend) = match steps.iter().find(|step| step.stage == Stage::Multiply) {
            Some(half) if is_one_of(ctl, &["mad"]) => (half.value as u64, self.input(inputs, "c_i")),
            _ => (self.input(inputs, "a_i"), self.input(inputs, "b_i")),
        };
        propagate(augend, addend, wide, subtract)
    }
}

impl Subject for CarryUnit {
    fn source(&self) -> &dyn Stimulus {
        &*self.stimulus
    }

    fn outputs(&self) -> &[Signal] {
        &self.outputs
    }

    fn expected(&self, inputs: &[u64]) -> Vec<u64> {
        self.with_flag(inputs, false).0
    }

    fn with_flag(&self, inputs: &[u64], flag: bool) -> (Vec<u64>, bool) {
        let result = self.run(inputs, flag, &mut ());
        let after = result.cf.value() == 1;
        let mut outputs = vec![result.d.value() as u64, after.into()];
        outputs.truncate(self.outputs.len());
        (outputs, after)
    }

    fn results(&self, inputs: &[&[u64]], outputs: &mut [&mut [u64]], flags: &mut [u64]) {
        let column = |name| self.place_of_input(name).map(|at| inputs[at]);
        let [ctl, a, b] = ["ctl_i", "a_i", "b_i"].map(|name| column(name).expect("every unit has these ports"));
        // Without the port, no instruction reads c.
        let c = column("c_i").unwrap_or(b);
        let mut own = Vec::new();
        let flags = if flags.is_empty() {
            own.resize(ctl.len(), 0);
            &mut own
        } else {
            flags
        };
        batch::carry(self.profile, CarryInputs { ctl, a, b, c }, outputs[0], flags);
        if let Some(left) = outputs.get_mut(1) {
            left.copy_from_slice(flags);
        }
    }

    fn context(&self, inputs: &[u64]) -> u64 {
        self.input(inputs, "ctx_i")
    }

    fn steps(&self, inputs: &[u64]) -> u32 {
        match control::decode(control::UNIT.put(control::UNIT.code("carry")) | inputs[0]) {
            Ok(instruction) if self.by_words => steps_by_words(&instruction),
            _ => 1,
        }
    }

    fn takes_steps(&self) -> bool {
        self.by_words
    }

    fn memory(&self) -> u64 {
        if self.sets_flag() { MEMORY * self.contexts } else { 0 }
    }

    fn instruction(&self, inputs: &[u64]) -> Option<Instruction> {
        control::decode(control::UNIT.put(control::UNIT.code("carry")) | inputs[0]).ok()
    }

    fn profile(&self) -> Profile {
        self.profile
    }

    fn coverage(&self) -> Coverage {
        let forms = self.stimulus.forms();
        let sets_flag = self.sets_flag();
        let flags = |form: &Carry| match form.op.flag() {
            _ if !sets_flag => vec![(0, 0)],
            // The flag stays as it was.
            None | Some(Flag::Read) => vec![(0, 0), (1, 1)],
            Some(Flag::Write | Flag::ReadWrite) => vec![(0, 0), (0, 1), (1, 0), (1, 1)],
        };
        let left = forms.iter().flat_map(|form| {
            flags(form)
                .into_iter()
                .map(|(before, after)| unit_word(&Instruction::Carry(*form)) | BEFORE.put(before) | AFTER.put(after))
        });
        let adding = forms.iter().filter(|form| form.op.flag().is_some());
        let contexts = (0..self.contexts).flat_map(|context| [0, 1].map(|before| context << 1 | before));
        let contexts = contexts.filter(|bin| sets_flag || bin & 1 == 0);
        let contexts = contexts.filter(|_| forms.iter().any(|form| form.op.flag().is_some_and(Flag::is_read)));
        Coverage {
            groups: vec![
                Group::new("instruction x flag before x flag after", left, flags_label),
                Group::new(
                    "instruction, every bit propagates",
                    adding.map(|form| unit_word(&Instruction::Carry(*form))),
                    form_label,
                ),
                Group::new("context x flag that is read", contexts, context_label),
            ],
        }
    }

    fn cover(&self, coverage: &mut Coverage, inputs: &[u64]) {
        self.cover_with_flag(coverage, inputs, false);
    }

    fn cover_with_flag(&self, coverage: &mut Coverage, inputs: &[u64], flag: bool) {
        let mut steps = Vec::new();
        let after = self.run(inputs, flag, &mut steps).cf.value() as u64;
        let ctl = inputs[0];
        let [flags, every, contexts] = &mut coverage.groups[..] else {
            unreachable!("the table was made by this subject");
        };
        flags.hit(ctl | BEFORE.put(flag.into()) | AFTER.put(after));
        if fields::READ_FLAG.get(ctl) == 1 {
            contexts.hit(self.input(inputs, "ctx_i") << 1 | u64::from(flag));
        }
        if !is_one_of(ctl, &["mul"]) && self.propagates(inputs, &steps) {
            every.hit(ctl);
        }
    }
}

/// Returns whether every bit of `a + b`, or of `a - b`, passes on its carry.
pub(super) fn propagate(a: u64, b: u64, wide: bool, subtract: bool) -> bool {
    let stops = if subtract { a ^ b } else { !(a ^ b) };
    stops & mask(if wide { 64 } else { 32 }) == 0
}

/// The number of vectors among which surely one writes its flag without reading it, for each
/// context.
const MEMORY: u64 = 128;

/// The flags that a bin has beyond the control word.
const BEFORE: Field = Field { name: "before", lo: fields::FORMAT.width(), width: 1, doc: "", codes: &[] };
const AFTER: Field = Field { name: "after", lo: fields::FORMAT.width() + 1, width: 1, doc: "", codes: &[] };

/// Returns whether a control word is that of one of these operations.
fn is_one_of(ctl: u64, operations: &[&str]) -> bool {
    fields::OP.code_name(fields::OP.get(ctl)).is_some_and(|name| operations.contains(&name))
}

/// Returns the name of an instruction without its operands: `madc.hi.cc.u32`.
fn form_label(bin: u64) -> String {
    let name = |field: &Field| field.code_name(field.get(bin)).unwrap_or("?");
    let c = if fields::READ_FLAG.get(bin) == 1 { "c" } else { "" };
    let half = if is_one_of(bin, &["mad", "mul"]) { format!(".{}", name(&fields::HI)) } else { String::new() };
    let cc = if fields::WRITE_FLAG.get(bin) == 1 { ".cc" } else { "" };
    let sign = if fields::SIGNED.get(bin) == 1 { 's' } else { 'u' };
    format!("{}{c}{half}{cc}.{sign}{}", name(&fields::OP), if fields::WIDE.get(bin) == 1 { 64 } else { 32 })
}

fn flags_label(bin: u64) -> String {
    format!("{} flag {} to {}", form_label(bin), BEFORE.get(bin), AFTER.get(bin))
}

fn context_label(bin: u64) -> String {
    format!("context {} reads {}", bin >> 1, bin & 1)
}
