//! The unit of a set: the columns of a vector, and the results of the golden model.

use std::collections::HashMap;
use std::rc::Rc;

use vidalu_gen::{Config, Target};
use vidalu_model::control::{self, UNIT};
use vidalu_model::golden::Profile;
use vidalu_model::isa::Instruction;
use vidalu_model::ptx::Statement;
use vidalu_sim::subject::{self, Scene, Subject};
use vidalu_stimulus::{BlockStimulus, Forms, Input, Signal, mask};

use crate::case::Case;

/// A column of a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// The port without its `_i` or `_o`; `cc_in` and `cc_out` for CC.CF before and after. The
    /// whole name of the port in vectors of blocks.
    pub name: &'static str,
    /// Width in bits, at most 64.
    pub width: u32,
}

impl Column {
    /// Returns the number of hexadecimal digits.
    pub fn digits(&self) -> usize {
        self.width.div_ceil(4) as usize
    }

    /// Returns a value with all its hexadecimal digits; a bit as 0 or 1.
    pub(crate) fn hex(&self, value: u64) -> String {
        if self.width == 1 { value.to_string() } else { format!("{value:#0digits$x}", digits = 2 + self.digits()) }
    }

    /// Returns the bytes of the number in a binary format: 1, 2, 4 or 8.
    pub fn bytes(&self) -> u32 {
        self.width.div_ceil(8).next_power_of_two()
    }
}

/// A unit in a configuration, with the golden model behind it.
pub(crate) struct Golden {
    pub(crate) target: Target,
    pub(crate) config: Config,
    pub(crate) profile: Profile,
    pub(crate) forms: Option<Forms>,
    pub(crate) subject: Box<dyn Subject>,
    /// The inputs, CC.CF before the instruction if the unit has it, and the outputs.
    pub(crate) columns: Vec<Column>,
    has_flag: bool,
    /// The inputs of a block.
    block: Option<&'static [Input]>,
}

/// The CC.CF of each context.
pub(crate) type Flags = Vec<bool>;

impl Golden {
    /// Returns the unit; keys of the configuration that do not change results are left out. The
    /// unit has instructions in this configuration and, if any, of these forms. The default of the
    /// profile is that of the configuration.
    pub(crate) fn new(target: Target, config: &Config, profile: Option<Profile>, forms: Option<Forms>) -> Self {
        let own = config.for_target(target);
        let mad64 = if own.mad64 == vidalu_gen::Mad64::None { own.mad64 } else { vidalu_gen::Mad64::Full };
        let profile = profile.unwrap_or(match own.profile {
            vidalu_gen::Profile::Manual => Profile::Manual,
            vidalu_gen::Profile::Hardware => Profile::Hardware,
        });
        let Config { ops, sat_o, contexts, wide, .. } = own;
        // The hardware has two of the four profiles.
        let own = match profile {
            Profile::Hardware => vidalu_gen::Profile::Hardware,
            _ => vidalu_gen::Profile::Manual,
        };
        let config = Config { ops, sat_o, contexts, wide, profile: own, mad64, ..Config::default() };
        let has = |form: &Instruction| admits(&config, forms.as_ref(), form);
        let subject = subject::with(target, &Scene { config: &config, profile, has: &has, forms: None });
        let has_flag = subject.outputs().iter().any(|signal| signal.name == "cf_o");
        let column = |(name, width)| Column { name, width };
        // Without their endings, the ports of blocks would be words of C (`signed`) or equal
        // (`flag`).
        let is_unit = matches!(target, Target::Unit(_));
        let name = |signal: &Signal| (if is_unit { named(signal.name) } else { signal.name }, signal.width);
        let inputs = subject.inputs().iter().map(name);
        let found = has_flag.then_some(("cc_in", 1));
        let outputs = subject.outputs().iter().map(name);
        let columns = inputs.chain(found).chain(outputs).map(column).collect();
        let block = match target {
            Target::Unit(_) => None,
            Target::Block(block) => BlockStimulus::new(block.name()).map(|stimulus| stimulus.ports()),
        };
        Self { target, config, profile, forms, subject, columns, has_flag, block }
    }

    /// Returns the number that tells what a vector asks for: the control word, or the control
    /// inputs of a block next to each other. `value` returns the value of an input.
    pub(crate) fn asked(&self, value: impl Fn(usize) -> u64) -> u64 {
        let controls = self.block.into_iter().flatten().enumerate().filter(|(_, input)| !input.is_operand());
        match self.block {
            None => value(0),
            Some(_) => controls.fold(0, |all, (at, input)| all << input.signal().width | value(at)),
        }
    }

    /// Returns the text of what a vector asks for: the PTX line of a control word, or the name of a
    /// block and the codes of its control inputs; the reason if this is illegal.
    pub(crate) fn text(&self, asked: u64) -> Result<String, String> {
        let Some(inputs) = self.block else { return Ok(Statement::canonical(self.instruction(asked)?).to_string()) };
        let (mut rest, mut words) = (asked, Vec::new());
        for input in inputs.iter().filter(|input| !input.is_operand()).rev() {
            let (Signal { name, width }, value) = (input.signal(), rest & mask(input.signal().width));
            if !input.values().contains(&value) {
                return Err(format!("{name} has no code {value}"));
            }
            words.push(format!("{name}.{}", input.value_name(value)));
            rest >>= width;
        }
        words.push(self.target.name().to_owned());
        words.reverse();
        Ok(words.join(" "))
    }

    /// Returns whether the unit has CC.CF.
    pub(crate) fn has_flag(&self) -> bool {
        self.has_flag
    }

    /// Returns whether vectors have a control word: those of units have, those of blocks do not.
    pub(crate) fn has_control_word(&self) -> bool {
        self.block.is_none()
    }

    /// Returns CC.CF after a reset.
    pub(crate) fn reset(&self) -> Flags {
        let context = self.subject.inputs().iter().find(|signal| signal.name == "ctx_i");
        vec![false; 1 << context.map_or(0, |signal| signal.width)]
    }

    /// Returns whether the unit has the instruction.
    pub(crate) fn has(&self, instruction: &Instruction) -> bool {
        subject::has(&self.config, instruction) && self.forms.as_ref().is_none_or(|forms| forms.has(instruction))
    }

    /// Returns whether the unit has the instruction, with its lanes in order or in another.
    pub(crate) fn admits(&self, instruction: &Instruction) -> bool {
        admits(&self.config, self.forms.as_ref(), instruction)
    }

    /// Changes the inputs of drawn vectors so that they are of the forms, if any.
    pub(crate) fn fit(&self, inputs: &mut [Vec<u64>]) {
        let Some(forms) = &self.forms else { return };
        let place = |name| self.subject.place_of_input(name).expect("every unit has it");
        let (a, b) = (place("a_i"), place("b_i"));
        let bits = mask(self.subject.inputs()[0].width);
        for at in 0..inputs[0].len() {
            let (word, registers) = forms.fit(self.whole(inputs[0][at]), [inputs[a][at], inputs[b][at]]);
            [inputs[0][at], inputs[a][at], inputs[b][at]] = [word & bits, registers[0], registers[1]];
        }
    }

    /// Returns the unit that executes a legal control word.
    pub(crate) fn unit_of(&self, ctl: u64) -> vidalu_model::isa::Unit {
        vidalu_model::isa::Unit::ALL[UNIT.get(self.whole(ctl)) as usize]
    }

    /// Returns a control word with the code of its unit.
    fn whole(&self, ctl: u64) -> u64 {
        let is_whole = self.subject.inputs()[0].width == control::WIDTH;
        if is_whole { ctl } else { UNIT.put(UNIT.code(self.subject.name())) | ctl }
    }

    /// Returns the input values for a case.
    pub(crate) fn inputs_of(&self, case: &Case) -> Vec<u64> {
        let [a, b, c] = case.registers;
        let value = |name| match name {
            "ctl_i" => control::encode(&case.instruction),
            "ctx_i" => case.context,
            "a_i" => a,
            "b_i" => b,
            _ => c,
        };
        self.subject.inputs().iter().map(|signal| value(signal.name) & mask(signal.width)).collect()
    }

    /// Adds to the inputs the CC.CF that each vector finds, and the outputs. `flags` holds the
    /// CC.CF that the first vector finds, and afterwards those that the last vector leaves.
    pub(crate) fn complete(&self, mut inputs: Vec<Vec<u64>>, flags: &mut Flags) -> Vec<Vec<u64>> {
        let (count, width) = (inputs[0].len(), self.subject.outputs().len());
        let with = |flag: bool| {
            let (mut outputs, mut left) = (vec![vec![0; count]; width], vec![flag.into(); count]);
            self.subject.results_at(0..count, &inputs, &mut outputs, &mut left);
            (outputs, left)
        };
        let (mut outputs, left) = with(false);
        if !self.has_flag {
            inputs.append(&mut outputs);
            return inputs;
        }
        let (others, left_by_one) = with(true);
        let context = self.subject.place_of_input("ctx_i");
        let mut found = vec![0; count];
        for at in 0..count {
            let flag = &mut flags[context.map_or(0, |column| inputs[column][at] as usize)];
            found[at] = u64::from(*flag);
            if *flag {
                outputs.iter_mut().zip(&others).for_each(|(column, other)| column[at] = other[at]);
            }
            *flag = if *flag { left_by_one[at] } else { left[at] } == 1;
        }
        inputs.push(found);
        inputs.append(&mut outputs);
        inputs
    }

    /// Decodes a control word that the unit receives; the reason if it is illegal.
    pub(crate) fn instruction(&self, ctl: u64) -> Result<Instruction, String> {
        let instruction = control::decode(self.whole(ctl)).map_err(|error| error.to_string())?;
        if self.has(&instruction) {
            Ok(instruction)
        } else {
            Err(format!("{instruction} is not an instruction of this unit in this configuration"))
        }
    }
}

/// Returns whether a unit has the instruction, which is of these forms, if any.
fn admits(config: &Config, forms: Option<&Forms>, instruction: &Instruction) -> bool {
    subject::has(config, instruction) && forms.is_none_or(|forms| forms.admits(instruction))
}

/// Returns the name of a port in a vector.
fn named(port: &'static str) -> &'static str {
    match port {
        "cf_o" => "cc_out",
        _ => port.trim_end_matches("_i").trim_end_matches("_o"),
    }
}

/// The texts of what vectors ask for; the latest of them are kept, because making a text takes
/// longer than a vector.
#[derive(Default)]
pub(crate) struct Texts(HashMap<u64, Rc<str>>);

impl Texts {
    /// The number of texts that are kept: more than the scalar unit has.
    const MOST: usize = 1 << 17;

    /// Returns the text of what a vector asks for; the reason if this is illegal.
    pub(crate) fn of(&mut self, golden: &Golden, asked: u64) -> Result<Rc<str>, String> {
        if let Some(text) = self.0.get(&asked) {
            return Ok(text.clone());
        }
        let text: Rc<str> = golden.text(asked)?.into();
        if self.0.len() == Self::MOST {
            self.0.clear();
        }
        self.0.insert(asked, text.clone());
        Ok(text)
    }
}
