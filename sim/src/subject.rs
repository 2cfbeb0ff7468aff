//! The modules that can be co-simulated, units and blocks: their stimulus, golden results and
//! names.

mod blocks;
mod carry;
mod lanes;
mod scalar;
mod simd;
mod video;
mod vmad;
mod woven;

pub use blocks::Block;
pub use carry::CarryUnit;
pub use lanes::LanesUnit;
pub use scalar::ScalarUnit;
pub use simd::SimdUnit;
pub use vidalu_stimulus::{Signal, Stimulus};
pub use video::VideoUnit;
pub use vmad::VmadUnit;

use std::ops::Range;
use std::sync::Arc;

use vidalu_gen::{Config, Mad64, Target, Unit};
use vidalu_model::batch::{self, VideoInputs};
use vidalu_model::golden::{self, Operands, Profile, Stage, Step, Video};
use vidalu_model::isa::{self, Instruction};
use vidalu_model::ptx::Statement;
use vidalu_probe::{Probe, probes};
use vidalu_stimulus::{CarryStimulus, Forms, ScalarStimulus, SimdStimulus, VmadStimulus, has_width};

use crate::coverage::Coverage;
use crate::error::CosimError;

/// A module under test, as the stimulus and the scoreboard see it: input values and output values.
/// Clock, reset, valid and latency belong to the plan.
pub trait Subject: Send + Sync {
    /// Returns the vectors, with the name and the data inputs of the module.
    fn source(&self) -> &dyn Stimulus;

    /// Returns the name on the command line and in reports.
    fn name(&self) -> &'static str {
        self.source().name()
    }

    /// Returns the data inputs, in the order of the values.
    fn inputs(&self) -> &[Signal] {
        self.source().inputs()
    }

    /// Returns the place of the data input with this name, if the module has it.
    fn place_of_input(&self, name: &str) -> Option<usize> {
        self.source().place_of_input(name)
    }

    /// Returns the value of a data input of a vector; 0 if the module does not have it.
    fn input(&self, inputs: &[u64], name: &str) -> u64 {
        self.place_of_input(name).map_or(0, |at| inputs[at])
    }

    /// Returns the data outputs, in the order of the values.
    fn outputs(&self) -> &[Signal];

    /// Returns the input values of vector `index` of the sequence of `seed`.
    fn stimulus(&self, seed: u64, index: u64) -> Vec<u64> {
        self.source().vector(seed, index)
    }

    /// Fills one column for each input with the vectors `first ..` of the sequence of `seed`. The
    /// length of the columns is the number of vectors.
    fn stimuli(&self, seed: u64, first: u64, columns: &mut [Vec<u64>]) {
        self.source().fill(seed, first, columns);
    }

    /// Computes the golden results of vectors in columns: one column for each output. `flags`
    /// holds the CC.CF that each vector finds, 0 or 1, and afterwards the CC.CF that it leaves. If
    /// `flags` is empty, all vectors find 0.
    fn results(&self, inputs: &[&[u64]], outputs: &mut [&mut [u64]], flags: &mut [u64]) {
        for at in 0..inputs[0].len() {
            let vector: Vec<_> = inputs.iter().map(|column| column[at]).collect();
            let (values, left) = self.with_flag(&vector, flags.get(at) == Some(&1));
            outputs.iter_mut().zip(values).for_each(|(column, value)| column[at] = value);
            if let Some(flag) = flags.get_mut(at) {
                *flag = left.into();
            }
        }
    }

    /// Computes [`Subject::results`] of the vectors at some places of whole columns; `flags` is for
    /// these vectors alone.
    fn results_at(&self, places: Range<usize>, inputs: &[Vec<u64>], outputs: &mut [Vec<u64>], flags: &mut [u64]) {
        let inputs: Vec<_> = inputs.iter().map(|column| &column[places.clone()]).collect();
        let mut outputs: Vec<_> = outputs.iter_mut().map(|column| &mut column[places.clone()]).collect();
        self.results(&inputs, &mut outputs, flags);
    }

    /// Returns the output values of the golden model.
    fn expected(&self, inputs: &[u64]) -> Vec<u64>;

    /// Returns the output values and the CC.CF of the golden model, for a subject with state;
    /// `flag` is CC.CF before the vector.
    fn with_flag(&self, inputs: &[u64], flag: bool) -> (Vec<u64>, bool) {
        (self.expected(inputs), flag)
    }

    /// Returns the context whose CC.CF a vector reads and writes.
    fn context(&self, inputs: &[u64]) -> u64 {
        let _ = inputs;
        0
    }

    /// Returns the number of steps in which a vector enters.
    fn steps(&self, inputs: &[u64]) -> u32 {
        let _ = inputs;
        1
    }

    /// Returns whether some vectors enter in several steps.
    fn takes_steps(&self) -> bool {
        false
    }

    /// Returns how many earlier vectors can influence a vector: playing them restores its CC.CF.
    fn memory(&self) -> u64 {
        0
    }

    /// Returns the instruction of a vector, for a unit.
    fn instruction(&self, inputs: &[u64]) -> Option<Instruction>;

    /// Returns the canonical PTX line of a vector, for a unit.
    fn ptx(&self, inputs: &[u64]) -> Option<String> {
        self.instruction(inputs).map(|instruction| Statement::canonical(instruction).to_string())
    }

    /// Returns the reading of the manual that the golden results follow.
    fn profile(&self) -> Profile {
        Profile::Manual
    }

    /// Returns the operands of a vector; `flag` is CC.CF before the vector.
    fn operands(&self, inputs: &[u64], flag: bool) -> Operands {
        let value = |name| self.input(inputs, name);
        Operands { a: value("a_i"), b: value("b_i"), c: value("c_i"), cf: flag }
    }

    /// Returns the values of the golden model in the stages that the result of a vector passes
    /// through, in order; empty for a block. `flag` is CC.CF before the vector.
    fn trace(&self, inputs: &[u64], flag: bool) -> Vec<Step> {
        let Some(instruction) = self.instruction(inputs) else { return Vec::new() };
        golden::trace(&instruction, self.operands(inputs, flag), self.profile()).1
    }

    /// Returns the stage of a block; `None` for a unit, whose stages are in [`Subject::probes`].
    fn stage(&self) -> Option<Stage> {
        None
    }

    /// Returns whether scalar and SIMD instructions share a datapath inside the unit.
    fn is_shared(&self) -> bool {
        false
    }

    /// Returns the values of the golden model in each stage, in order, and where the module shows
    /// them; empty for a block. `flag` is CC.CF before the vector.
    fn probes(&self, inputs: &[u64], flag: bool) -> Vec<Probe> {
        match (self.name().parse(), self.instruction(inputs)) {
            (Ok(Target::Unit(unit)), Some(instruction)) => {
                probes(unit, self.is_shared(), &instruction, self.operands(inputs, flag), self.profile())
            }
            _ => Vec::new(),
        }
    }

    /// Returns the coverage tables, with every case still open.
    fn coverage(&self) -> Coverage;

    /// Counts one vector.
    fn cover(&self, coverage: &mut Coverage, inputs: &[u64]);

    /// Counts one vector that found this CC.CF, for a subject with state.
    fn cover_with_flag(&self, coverage: &mut Coverage, inputs: &[u64], flag: bool) {
        let _ = flag;
        self.cover(coverage, inputs);
    }
}

/// The outputs of a video unit; the second is an option.
const VIDEO_OUTPUTS: [Signal; 2] = [Signal { name: "d_o", width: 32 }, Signal { name: "sat_o", width: 1 }];

/// Returns the values of the first `count` outputs of a video unit.
fn video_outputs(video: &Video<u128>, count: usize) -> Vec<u64> {
    [video.d.value(), video.saturated.value()].into_iter().take(count).map(|value| value as u64).collect()
}

/// Computes the results of a video unit in the columns of a subject: `d_o`, and `sat_o` if the unit
/// has it.
fn video_results(unit: isa::Unit, profile: Profile, inputs: &[&[u64]], outputs: &mut [&mut [u64]]) {
    let [ctl, a, b, c] = inputs else { unreachable!("a video unit has four data inputs") };
    let inputs = VideoInputs { ctl, a, b, c };
    match outputs {
        [d, saturated] => batch::video(unit, profile, inputs, d, saturated),
        [d] => batch::video(unit, profile, inputs, d, &mut vec![(); ctl.len()]),
        _ => unreachable!("a video unit has one data output or two"),
    }
}

/// Returns the subject of a target in a configuration, which must be valid for it.
pub fn of(target: Target, config: &Config) -> Box<dyn Subject> {
    with(target, &Scene { config, profile: profile(config), has: &|form| has(config, form), forms: None })
}

/// Returns the subject of a target as [`of`] does, with the vectors of some forms only.
///
/// # Errors
/// If the target is a block, or a unit without an instruction of these forms.
pub fn of_forms(target: Target, config: &Config, forms: &Forms) -> Result<Box<dyn Subject>, CosimError> {
    let Target::Unit(unit) = target else {
        let problem = format!("the forms are of instructions, and {} is a block", target.name());
        return Err(CosimError::usage(problem, "name a unit"));
    };
    let has = |form: &Instruction| has(config, form);
    if !forms.named().any(|form| unit.executes(form.operation()) && has(&form)) {
        let problem = format!("unit {} has none of the forms {}", unit.name(), forms.patterns().join(", "));
        return Err(CosimError::usage(problem, "name another unit, or add the operation to the key ops"));
    }
    Ok(with(target, &Scene { config, profile: profile(config), has: &has, forms: Some(forms) }))
}

/// A configuration, with a profile and instructions that may differ from those of its hardware.
pub struct Scene<'a> {
    /// The configuration.
    pub config: &'a Config,
    /// The reading of the manual, in place of that of the configuration.
    pub profile: Profile,
    /// Returns whether the unit has an instruction, which decides its ports. It is asked about SIMD
    /// instructions with their lanes in order, and must accept an instruction of the target.
    pub has: &'a dyn Fn(&Instruction) -> bool,
    /// The forms of the vectors, if not all. The target must have an instruction of them.
    pub forms: Option<&'a Forms>,
}

impl Scene<'_> {
    /// Returns whether the vectors may have an instruction.
    fn draws(&self, form: &Instruction) -> bool {
        (self.has)(form) && self.forms.is_none_or(|forms| forms.admits(form))
    }
}

/// A unit inside another unit, with its vectors.
type Member = (Arc<dyn Stimulus>, Box<dyn Subject>);

/// Returns the subject of a target in a scene.
pub fn with(target: Target, scene: &Scene<'_>) -> Box<dyn Subject> {
    match target {
        Target::Unit(Unit::Vmad) => Box::new(vmad(scene).expect(HAS_ONE)),
        Target::Unit(Unit::Scalar) => Box::new(scalar(scene).expect(HAS_ONE)),
        Target::Unit(Unit::Simd) => Box::new(simd(scene).expect(HAS_ONE)),
        Target::Unit(Unit::Lanes) => Box::new(LanesUnit::new(lanes(scene))),
        Target::Unit(Unit::Carry) => Box::new(carry(scene).expect(HAS_ONE)),
        Target::Unit(Unit::Video) => Box::new(video(scene)),
        Target::Block(block) => {
            Box::new(Block::new(block.name(), scene.profile).expect("every block of the generator has a stimulus"))
        }
    }
}

/// The promise of a valid configuration for each of its units.
const HAS_ONE: &str = "the unit has an instruction";

fn scalar(scene: &Scene<'_>) -> Option<ScalarUnit> {
    let stimulus = ScalarStimulus::new(|form| scene.draws(form))?;
    Some(ScalarUnit::new(Arc::new(stimulus), scene.profile, scene.config.sat_o))
}

fn simd(scene: &Scene<'_>) -> Option<SimdUnit> {
    let all = SimdStimulus::new(|form| scene.draws(form))?;
    let stimulus = if let Some(forms) = scene.forms { all.of(forms.clone()) } else { all };
    Some(SimdUnit::new(Arc::new(stimulus), scene.config.sat_o))
}

fn vmad(scene: &Scene<'_>) -> Option<VmadUnit> {
    let all = VmadStimulus::new(|form| scene.draws(form))?;
    let stimulus = if let Some(forms) = scene.forms { all.of(forms.clone()) } else { all };
    Some(VmadUnit::new(Arc::new(stimulus), scene.profile, scene.config.sat_o))
}

fn carry(scene: &Scene<'_>) -> Option<CarryUnit> {
    let contexts = scene.config.contexts.into();
    let stimulus = CarryStimulus::new(scene.has, contexts)?;
    let all = CarryUnit::new(Arc::new(stimulus), scene.profile, contexts);
    let unit = if let Some(forms) = scene.forms { all.of(|form| forms.admits(form))? } else { all };
    Some(if scene.config.mad64 == Mad64::Iterative { unit.by_words() } else { unit })
}

fn lanes(scene: &Scene<'_>) -> Vec<Member> {
    let scalar = scalar(scene).map(|unit| -> Member { (unit.stimulus.clone(), Box::new(unit)) });
    let simd = simd(scene).map(|unit| -> Member { (unit.stimulus.clone(), Box::new(unit)) });
    scalar.into_iter().chain(simd).collect()
}

fn video(scene: &Scene<'_>) -> VideoUnit {
    let vmad = vmad(scene).map(|unit| -> Member { (unit.stimulus.clone(), Box::new(unit)) });
    let carry = carry(scene).map(|unit| -> Member { (unit.stimulus.clone(), Box::new(unit)) });
    let units = lanes(scene).into_iter().chain(vmad).chain(carry).collect();
    let unit = VideoUnit::new(units, scene.config.shared, scene.config.contexts.into());
    match scene.forms {
        Some(_) => unit.with_ports_of(&video(&Scene { forms: None, ..*scene })),
        None => unit,
    }
}

/// The reading of the manual that a configuration asks for.
fn profile(config: &Config) -> Profile {
    match config.profile {
        vidalu_gen::Profile::Manual => Profile::Manual,
        vidalu_gen::Profile::Hardware => Profile::Hardware,
    }
}

/// Returns whether unit `video` of a configuration has the instruction.
pub fn has(config: &Config, instruction: &Instruction) -> bool {
    config.has(instruction.operation()) && has_width(instruction, config.wide, config.mad64 != Mad64::None)
}
