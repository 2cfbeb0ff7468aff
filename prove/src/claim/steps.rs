//! Products of 64 bits in steps: an instruction enters in several movements, each with the
//! product of two halves.
//!
//! The claims about the result speak of all movements of an instruction, from the first, in which
//! the step counter is 0. The claim `steps` says that it is 0 there.

use vidalu_gen::{Mad64, Target, Unit};
use vidalu_model::control::UNIT;
use vidalu_model::control::carry::{HI, OP, WIDE};
use vidalu_sim::gates::{Aig, Lit};

use super::implementation::{Cycle, Implementation, at_cuts};
use super::locate;
use super::statement::{Claim, Obligation};
use crate::frames::{Frame, Frames, Named};
use crate::problem::Problem;
use crate::term::Product;
use crate::word::{Word, extended, has_code, sum};

/// The number of steps in which an instruction enters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Steps {
    /// One step: every instruction but a product of 64 bits.
    One,
    /// Three steps: the low half of a product, which does not need the product of the two high
    /// halves.
    Three,
    /// Four steps: the high half of a product.
    Four,
}

impl Steps {
    pub(super) const ALL: [Self; 3] = [Self::One, Self::Three, Self::Four];

    /// The number of movements before the last.
    pub(super) fn before(self) -> usize {
        match self {
            Self::One => 0,
            Self::Three => 2,
            Self::Four => 3,
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::One => "in one step",
            Self::Three => "in three steps",
            Self::Four => "in four steps",
        }
    }
}

/// Tells whether some instructions of the module enter in steps.
pub(super) fn has(module: &Implementation) -> bool {
    matches!(module.target, Target::Unit(Unit::Carry | Unit::Video))
        && module.config.mad64 == Mad64::Iterative
        && !module.step_at().is_empty()
}

/// The width in bits of the golden product that enters in steps.
pub(super) const WIDTH: usize = 128;

/// Returns a bit that is 1 where a control word is for the unit that takes steps.
fn is_own(module: &Implementation, aig: &mut Aig, word: &[Lit]) -> Lit {
    match module.target {
        Target::Unit(Unit::Video) => has_code(aig, word, &UNIT, &["carry"]),
        _ => Lit::TRUE,
    }
}

/// Returns a bit that is 1 where a control word is that of a product of 64 bits.
fn several(module: &Implementation, aig: &mut Aig, word: &[Lit]) -> Lit {
    let is_product = has_code(aig, word, &OP, &["mad", "mul"]);
    let is_wide = aig.and(is_product, word[WIDE.lo as usize]);
    let is_own = is_own(module, aig, word);
    aig.and(is_own, is_wide)
}

/// Returns a bit that is 1 unless something enters that is not an instruction of the module: the
/// number of steps is unspecified for such words.
pub(super) fn is_known(module: &Implementation, frames: &mut Frames<'_>, frame: &Frame) -> Lit {
    if !has(module) {
        return Lit::TRUE;
    }
    let data = module.entering_data(frames, frame);
    let promised = module.is_promised(&mut frames.aig, &data);
    let enters = module.enters(frames, frame);
    frames.aig.or(!enters, promised)
}

/// Returns a bit that is 1 where an instruction enters in this number of steps.
pub(super) fn enters_in(module: &Implementation, aig: &mut Aig, word: &[Lit], steps: Steps) -> Lit {
    let (several, hi) = (several(module, aig, word), word[HI.lo as usize]);
    match steps {
        Steps::One => !several,
        Steps::Three => aig.and(several, !hi),
        Steps::Four => aig.and(several, hi),
    }
}

/// Returns a bit that is 1 where another step of the same instruction follows.
pub(super) fn more(module: &Implementation, frames: &mut Frames<'_>, frame: &Frame) -> Lit {
    if !has(module) {
        return Lit::FALSE;
    }
    let word = module.entering(frames, frame, "ctl_i");
    let enters = module.enters(frames, frame);
    let several = several(module, &mut frames.aig, &word);
    let step: Word = module.step_at().iter().map(|&at| frame.before[at]).collect();
    // Step 2 is the last of .lo, step 3 that of .hi.
    let low = frames.aig.and(word[HI.lo as usize], !step[0]);
    let is_before = frames.aig.or(!step[1], low);
    let any = frames.aig.and(enters, several);
    frames.aig.and(any, is_before)
}

/// Returns the cycles from the first movement of an instruction with this number of steps, which
/// stays at the pins until it is accepted. Nothing is dropped before its last step.
pub(super) fn cycles(
    module: &Implementation,
    frames: &mut Frames<'_>,
    cycle: Cycle,
    steps: Steps,
    after: usize,
) -> Vec<Frame> {
    module.step_at().iter().for_each(|&at| frames.state[at] = Lit::FALSE);
    let movements = steps.before() + after;
    let mut cycles: Vec<Frame> = Vec::new();
    let pin = format!("{}.product_o", path(module));
    for movement in 0..=movements {
        let cycle = match movement {
            _ if movement < steps.before() => Cycle::Moves,
            _ if movement < movements => cycle,
            _ => Cycle::Any,
        };
        let mut driven = match cycles.first() {
            Some(first) if movement <= steps.before() && !module.can_wait() => {
                let is_held = |pin: &str| pin == "valid_i" || module.subject.inputs().iter().any(|own| own.name == pin);
                first.inputs.iter().filter(|(pin, _)| is_held(pin)).cloned().collect()
            }
            _ => Named::new(),
        };
        driven.push((pin.clone(), small(frames, format!("{pin}@{movement}"))));
        cycles.push(module.step_with(frames, cycle, driven));
    }
    cycles
}

/// Returns an unknown product of factors from -2^31 to 2^32 - 1. It lies between -2^63 and 2^64 -
/// 2^32 - 1, and the unit has no room for more. Other values from outside stand for 0.
fn small(frames: &mut Frames<'_>, name: String) -> Word {
    let word = frames.open(name, 65);
    let ones = word[32..64].iter().fold(!word[64], |all, &bit| frames.aig.and(all, bit));
    let fits = frames.aig.or(!word[64], word[63]);
    let fits = frames.aig.and(fits, !ones);
    let product: Word = word.iter().map(|&bit| frames.aig.and(fits, bit)).collect();
    extended(&product, 66, product[64])
}

/// The multiplier of the steps.
pub(super) struct StepMultiplier {
    /// The instances on the way to it.
    path: String,
    /// The number of movements from the entry of a step to the multiplier.
    after: usize,
}

impl StepMultiplier {
    /// Finds the multiplier, if the module takes steps.
    pub(super) fn find(module: &Implementation) -> Option<Self> {
        has(module).then_some(())?;
        let concerns = |word: u64| {
            let is_own = module.target != Target::Unit(Unit::Video) || UNIT.get(word) == UNIT.code("carry");
            let is_product = matches!(OP.code_name(OP.get(word)), Some("mad" | "mul"));
            is_own && is_product && WIDE.get(word) == 1 && HI.get(word) == 1
        };
        let at = |after| Self { path: path(module), after };
        let agrees = |own: &Self| locate::agrees_for(module, &own.factors_of(module, Steps::Four), concerns);
        Some((0..=module.latency()).map(at).find(agrees).unwrap_or_else(|| at(0)))
    }

    /// Returns the golden model's product: the sum of the products of the halves, each at its
    /// weight.
    pub(super) fn product(&self, frames: &mut Frames<'_>, cycles: &[Frame], steps: Steps) -> Word {
        let count = if steps == Steps::One { 1 } else { 4 };
        (0..count).fold(vec![Lit::FALSE; 128], |total, step| {
            let own = cycles.get(step + self.after).filter(|_| step <= steps.before());
            let own = own.and_then(|frame| frame.input(&format!("{}.product_o", self.path))).cloned();
            // A product that is not needed can be any number.
            let own = own.unwrap_or_else(|| frames.open(format!("product of step {step}"), 66));
            let weight = 32 * (step / 2 + step % 2);
            let zeros = std::iter::repeat_n(Lit::FALSE, weight);
            let word: Word = zeros.chain(extended(&own, 128, own[65])).take(128).collect();
            sum(&mut frames.aig, &total, &word, Lit::FALSE).0
        })
    }

    /// The claim that each step multiplies the halves of the golden model's factors.
    pub(super) fn factors(&self, module: &Implementation) -> Claim {
        let obligation = |steps: Steps| Obligation::new(steps.name(), self.factors_of(module, steps));
        let says = "every step multiplies halves of the factors that the golden model multiplies";
        Claim { name: "factors of the steps".to_owned(), says, obligations: Steps::ALL.map(obligation).into() }
    }

    fn factors_of(&self, module: &Implementation, steps: Steps) -> Problem {
        let golden = module.golden();
        let mut frames = module.frames();
        let cycles = cycles(module, &mut frames, Cycle::Moves, steps, self.after);
        let enters = module.enters(&mut frames, &cycles[0]);
        let mut words = module.entering_data(&mut frames, &cycles[0]);
        let in_steps = enters_in(module, &mut frames.aig, &words[0], steps);
        // A sum of 64 bits enters in one step too and multiplies nothing. The factors of other
        // units are a claim of their own.
        let is_own = is_own(module, &mut frames.aig, &words[0]);
        let is_narrow = frames.aig.and(is_own, !words[0][WIDE.lo as usize]);
        words.extend(frames.open_inputs(&golden.formula, words.len()));
        let mut problem = Problem::new(frames.aig, frames.inputs);
        problem.state(golden.formula.clone(), words);
        [enters, in_steps].into_iter().for_each(|bit| problem.assume(bit));
        problem.assume(golden.promised);
        if steps == Steps::One {
            problem.assume(is_narrow);
        }
        let is_wide = |product: &&Product| golden.formula.node(product.product).width as usize == WIDTH;
        let product = golden.formula.products().iter().find(is_wide);
        for (index, factor) in product.expect("the golden model multiplies").factors.into_iter().enumerate() {
            let pin = format!("{}.{}", self.path, ["a_i", "b_i"][index]);
            let whole = problem.bits(&factor.into()).to_vec();
            if steps == Steps::One {
                let own = cycles[self.after].output(&pin).expect("the multiplier was cut out");
                problem.claim(&pin, factor, extended(own, 128, own[32]));
                continue;
            }
            problem.claim(format!("{pin} has 65 bits"), factor, extended(&whole[..65], 128, whole[64]));
            for step in 0..=steps.before() {
                let is_high = if index == 0 { step / 2 } else { step % 2 } == 1;
                let half = if is_high { whole[32..65].to_vec() } else { extended(&whole[..32], 33, Lit::FALSE) };
                let own = cycles[step + self.after].output(&pin).expect("the multiplier was cut out");
                problem.claim(format!("{pin} in step {step}"), half, own.clone());
            }
        }
        problem
    }
}

/// Returns the path of the multiplier of the steps.
fn path(module: &Implementation) -> String {
    let paths = at_cuts(&module.gates().inputs, "product_o");
    let front = format!("{}.", Unit::Carry.instance());
    let own = paths.iter().find(|(path, _)| module.target != Target::Unit(Unit::Video) || path.starts_with(&front));
    own.expect("the unit multiplies").0.to_owned()
}

/// The claim that the steps are counted.
pub(super) fn counter(module: &Implementation) -> Option<Claim> {
    has(module).then_some(())?;
    let mut frames = module.frames();
    let frame = module.step(&mut frames, Cycle::Any);
    let (moves, flushes) = (module.moves(&mut frames, &frame), module.flushes(&mut frames, &frame));
    let (enters, more) = (module.enters(&mut frames, &frame), more(module, &mut frames, &frame));
    let word = module.entering(&mut frames, &frame, "ctl_i");
    let (known, is_own) = (is_known(module, &mut frames, &frame), is_own(module, &mut frames.aig, &word));
    let enable = frame.bit("ce_i", Lit::TRUE);
    let at = module.step_at();
    let step: Word = at.iter().map(|&at| frame.before[at]).collect();
    let next = sum(&mut frames.aig, &step, &[Lit::TRUE, Lit::FALSE], Lit::FALSE).0;
    let aig = &mut frames.aig;
    let expected = step.iter().zip(next).map(|(&step, next)| {
        let moved = aig.and(more, next);
        let counted = aig.mux(moves, moved, step);
        let is_there = aig.and(enters, is_own);
        let is_there = aig.and(is_there, !flushes);
        let kept = aig.and(is_there, counted);
        aig.mux(enable, kept, step)
    });
    let expected: Word = expected.collect();
    let after: Word = at.iter().map(|&at| frame.after[at]).collect();
    let mut problem = Problem::new(frames.aig, frames.inputs);
    problem.assume(known);
    problem.claim("step", expected, after);
    Some(Claim::whole(
        "steps",
        "the steps of an instruction are counted from 0, and again from 0 for the next",
        problem,
    ))
}

/// The problem whether CC.CF keeps its value after a movement that was not the last of an
/// instruction.
pub(super) fn silent(module: &Implementation, stage: usize) -> Problem {
    let mut frames = module.frames();
    let cycles = module.cycles(&mut frames, Cycle::MovesOrDrops, stage);
    let (enters, more) = (module.enters(&mut frames, &cycles[0]), more(module, &mut frames, &cycles[0]));
    let is_last = frames.aig.and(enters, !more);
    let known = is_known(module, &mut frames, &cycles[0]);
    let mut problem = Problem::new(frames.aig, frames.inputs);
    problem.assume(!is_last);
    problem.assume(known);
    for (number, at) in module.flags() {
        problem.claim(format!("CC.CF of context {number}"), cycles[stage].before[at], cycles[stage].after[at]);
    }
    problem
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use vidalu_gen::{Config, Handshake, Mad64, Target, Unit};
    use vidalu_sim::Dut;
    use vidalu_sim::subject;
    use vidalu_sim::tool::YOSYS;

    use crate::claim::{claims, from_text};
    use crate::simulate::refute;
    use vidalu_testkit::found;

    /// Returns the claims that random numbers refute if `from` becomes `to` in the lines with
    /// `mark`; `None` if yosys is missing.
    fn refuted([mark, from, to]: [&str; 3]) -> Option<Vec<String>> {
        let yosys = found(YOSYS.find())?;
        let handshake = Handshake::ValidReady;
        let config = Config { mad64: Mad64::Iterative, handshake, depth: 2.into(), ..Config::default() };
        let target = Target::Unit(Unit::Carry);
        let mut dut = Dut::generate(target, &config, &*subject::of(target, &config)).unwrap();
        let text = dut.files.iter_mut().find(|(_, text)| text.contains(mark));
        let (_, text) = text.expect("a file has the line");
        let lines =
            text.lines().map(|line| if line.contains(mark) { line.replacen(from, to, 1) } else { line.to_owned() });
        *text = lines.map(|line| line + "\n").collect();
        let scratch = tempfile::tempdir().unwrap();
        let module = from_text(target, &config, dut, &yosys, scratch.path(), Duration::from_secs(100)).unwrap();
        let claims = claims(&module);
        let parts = claims.iter().flat_map(|claim| claim.obligations.iter().map(move |part| (claim, part)));
        let refuted = parts.filter(|(_, part)| refute(&part.problem.miter()).is_some());
        Some(refuted.map(|(claim, part)| format!("{} {}", claim.name, part.case).trim().to_owned()).collect())
    }

    #[test]
    fn a_fault_in_the_steps_is_found_where_it_is() {
        let faults: [([&str; 3], &[&str]); 3] = [
            (["low_q <= partial_q", "partial_q", "partial_q"], &[]),
            (["low_q <= partial_q", "partial_q", "total"], &["result in three steps"]),
            (
                ["xb_s33 =", "step[0]", "step[1]"],
                &["factors of the steps in three steps", "factors of the steps in four steps"],
            ),
        ];
        for (fault, expected) in faults {
            let Some(refuted) = refuted(fault) else { return };
            assert_eq!(refuted, expected, "{fault:?}");
        }
    }
}
