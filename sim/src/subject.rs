//! What can be co-simulated: the units and the blocks, each with its stimulus, its golden results and its names.

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
pub use video::VideoUnit;
pub use vmad::VmadUnit;

use vidalu_gen::{Config, Mad64, Operation, Target, Unit};
use vidalu_model::batch::{self, VideoInputs};
use vidalu_model::golden::{Profile, Stage};
use vidalu_model::isa::{self, Carry, CarryOp, Flag, Instruction, Simd};

use crate::coverage::Coverage;
use crate::part::Part;
use crate::stimulus::simd::name as lane_name;

/// A data port: an operand, a control input or a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signal {
    /// The port's name in the RTL.
    pub name: &'static str,
    /// Width in bits, at most 64.
    pub width: u32,
}

/// A value inside a unit: where it can be seen, and what it must be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// The stage.
    pub stage: Stage,
    /// The instance of a block, with those around it as far as it takes to tell it from others: `u_scalar.u_merge`.
    pub instance: String,
    /// Its port; or two ports, joined by ` + `, that hold a number between them in carry-save form.
    pub port: &'static str,
    /// The golden model's value there, its low 64 bits.
    pub expected: u64,
}

/// A module under test, as the stimulus and the scoreboard see it: values in, values out. Clock, reset, valid and
/// latency are the plan's business.
pub trait Subject: Send + Sync {
    /// The name on the command line and in reports.
    fn name(&self) -> &'static str;

    /// The data inputs, in the order of the values.
    fn inputs(&self) -> &[Signal];

    /// The data outputs, in the order of the values.
    fn outputs(&self) -> &[Signal];

    /// The input values of vector `index` of the sequence that `seed` names.
    fn stimulus(&self, seed: u64, index: u64) -> Vec<u64>;

    /// The input values of the vectors `first ..`, as many as the columns are long: a column an input.
    fn stimuli(&self, seed: u64, first: u64, columns: &mut [Vec<u64>]) {
        let count = columns.first().map_or(0, Vec::len);
        for at in 0..count {
            let values = self.stimulus(seed, first + at as u64);
            columns.iter_mut().zip(values).for_each(|(column, value)| column[at] = value);
        }
    }

    /// What the golden model gives for vectors in columns, if all of them find CC.CF as `flag`: a column an output, and the
    /// CC.CF that each leaves, if there is room for that.
    fn results(&self, inputs: &[Vec<u64>], flag: bool, outputs: &mut [Vec<u64>], flags: &mut [u64]) {
        for at in 0..inputs[0].len() {
            let vector: Vec<_> = inputs.iter().map(|column| column[at]).collect();
            let (values, left) = self.with_flag(&vector, flag);
            outputs.iter_mut().zip(values).for_each(|(column, value)| column[at] = value);
            if let Some(flag) = flags.get_mut(at) {
                *flag = left.into();
            }
        }
    }

    /// The output values that the golden model gives.
    fn expected(&self, inputs: &[u64]) -> Vec<u64>;

    /// The output values and CC.CF that the golden model leaves, for a subject with state; `flag` is CC.CF before.
    fn with_flag(&self, inputs: &[u64], flag: bool) -> (Vec<u64>, bool) {
        (self.expected(inputs), flag)
    }

    /// Whose CC.CF a vector reads and writes.
    fn context(&self, inputs: &[u64]) -> u64 {
        let _ = inputs;
        0
    }

    /// The number of steps in which a vector enters.
    fn steps(&self, inputs: &[u64]) -> u32 {
        let _ = inputs;
        1
    }

    /// Whether some vectors enter in several steps.
    fn takes_steps(&self) -> bool {
        false
    }

    /// How many vectors before one can matter to it: enough to bring CC.CF to what it was.
    fn memory(&self) -> u64 {
        0
    }

    /// The canonical PTX line, for a unit.
    fn ptx(&self, inputs: &[u64]) -> Option<String>;

    /// The stage of a block; `None` for a unit, whose stages are in [`Subject::probes`].
    fn stage(&self) -> Option<Stage>;

    /// What the golden model has in each stage, in their order, and where the module shows it; empty for a block. `flag`
    /// is CC.CF before.
    fn probes(&self, inputs: &[u64], flag: bool) -> Vec<Probe>;

    /// The coverage tables, nothing met yet.
    fn coverage(&self) -> Coverage;

    /// Counts one vector.
    fn cover(&self, coverage: &mut Coverage, inputs: &[u64]);

    /// Counts one vector that found this CC.CF, for a subject with state.
    fn cover_with_flag(&self, coverage: &mut Coverage, inputs: &[u64], flag: bool) {
        let _ = flag;
        self.cover(coverage, inputs);
    }

    /// Counts the vectors of a part; `flags` holds the CC.CF that each found, at the places of its columns, nothing for a subject
    /// without state. Stops when nothing is left to be met.
    fn cover_part(&self, coverage: &mut Coverage, part: &Part, flags: &[u64]) {
        for slot in 0..part.slots() {
            if coverage.is_complete() {
                return;
            }
            for lane in (0..part.lanes()).filter(|&lane| part.index(slot, lane).is_some()) {
                let flag = flags.get(slot * part.lanes() + lane) == Some(&1);
                self.cover_with_flag(coverage, &part.vector(slot, lane), flag);
            }
        }
    }
}

/// The input values of one vector of a subject that makes them in columns.
fn one(subject: &dyn Subject, seed: u64, index: u64) -> Vec<u64> {
    let mut columns = vec![vec![0]; subject.inputs().len()];
    subject.stimuli(seed, index, &mut columns);
    columns.concat()
}

/// The columns of a subject that has `N` of them.
fn slices<const N: usize>(columns: &mut [Vec<u64>]) -> [&mut [u64]; N] {
    let columns: &mut [Vec<u64>; N] = columns.try_into().expect("there is a column for each pin");
    columns.each_mut().map(Vec::as_mut_slice)
}

/// What the batch of a video unit gives, in the columns of a subject: `d_o`, and `sat_o` where it is there.
fn video_results(unit: isa::Unit, profile: Profile, inputs: &[Vec<u64>], outputs: &mut [Vec<u64>]) {
    let [ctl, a, b, c] = inputs else { unreachable!("a video unit has four data inputs") };
    let inputs = VideoInputs { ctl, a, b, c };
    match outputs {
        [d, saturated] => batch::video(unit, profile, inputs, d, saturated),
        [d] => batch::video(unit, profile, inputs, d, &mut vec![(); ctl.len()]),
        _ => unreachable!("a video unit has one data output or two"),
    }
}

/// The subject of a target in a configuration.
pub fn of(target: Target, config: &Config) -> Box<dyn Subject> {
    let profile = match config.profile {
        vidalu_gen::Profile::Manual => Profile::Manual,
        vidalu_gen::Profile::Hardware => Profile::Hardware,
    };
    match target {
        Target::Unit(Unit::Vmad) => Box::new(VmadUnit::new(profile, config.sat_o)),
        Target::Unit(Unit::Scalar) => Box::new(scalar(config, profile)),
        Target::Unit(Unit::Simd) => Box::new(simd(config)),
        Target::Unit(Unit::Lanes) => Box::new(LanesUnit::new(scalar(config, profile), simd(config))),
        Target::Unit(Unit::Carry) => {
            let unit = CarryUnit::new(|form| keeps(config, form), profile, config.contexts.into());
            Box::new(if config.mad64 == Mad64::Iterative { unit.by_words() } else { unit })
        }
        Target::Unit(Unit::Video) => {
            let units = [Unit::Scalar, Unit::Simd, Unit::Vmad, Unit::Carry];
            let units = units.into_iter().filter(|&unit| config.unit_ops(unit).next().is_some());
            let subjects = units.map(|unit| of(Target::Unit(unit), config)).collect();
            let shared = config.shared.then(|| LanesUnit::new(scalar(config, profile), simd(config)));
            Box::new(VideoUnit::new(subjects, shared, config.contexts.into()))
        }
        Target::Block(block) => {
            Box::new(Block::new(block.name(), profile).expect("every block of the generator has a stimulus"))
        }
    }
}

fn scalar(config: &Config, profile: Profile) -> ScalarUnit {
    let names: Vec<_> = config.unit_ops(Unit::Scalar).map(Operation::name).collect();
    ScalarUnit::new(|op| names.contains(&op.name()), profile, config.sat_o)
}

fn simd(config: &Config) -> SimdUnit {
    let names: Vec<_> = config.unit_ops(Unit::Simd).map(Operation::name).collect();
    SimdUnit::new(|op, lanes| names.contains(&format!("{op}{lanes}").as_str()), config.sat_o)
}

/// Whether unit `video` of a configuration has this instruction.
pub fn has(config: &Config, instruction: &Instruction) -> bool {
    let is_kept = |name: &str| config.ops.iter().any(|op| op.name() == name);
    match instruction {
        Instruction::Scalar(scalar) => is_kept(scalar.op.name()),
        Instruction::Vmad(_) => is_kept("vmad"),
        Instruction::Simd(Simd::Two(form)) => is_kept(&format!("{}2", lane_name(form.op))),
        Instruction::Simd(Simd::Four(form)) => is_kept(&format!("{}4", lane_name(form.op))),
        Instruction::Carry(form) => keeps(config, form),
    }
}

/// Whether the carry unit of a configuration has this instruction.
fn keeps(config: &Config, form: &Carry) -> bool {
    let is_product = matches!(form.op, CarryOp::Mad(..) | CarryOp::Mul(_));
    let has_width = form.ty.width() == 32 || config.wide && !(is_product && config.mad64 == Mad64::None);
    let cc = if form.op.flag() == Some(Flag::Write) { ".cc" } else { "" };
    let name = format!("{}{cc}", form.op.name());
    has_width && config.ops.iter().any(|op| op.name() == name)
}
