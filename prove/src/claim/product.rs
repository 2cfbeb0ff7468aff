//! Products: they are cut out of the module and left open in the golden model. The factors are
//! compared; then both products are one unknown number.

use vidalu_gen::{Target, Unit};
use vidalu_model::control::UNIT;
use vidalu_model::control::carry::OP;

use super::implementation::{Cycle, Golden, Implementation, at_cuts};
use super::locate;
use super::pieces::Pieces;
use super::statement::Claim;
use super::steps::{self, StepMultiplier, Steps};
use crate::frames::{Frame, Frames};
use crate::problem::Problem;
use crate::term::Product;
use crate::word::{Word, has_code, signed};

/// Where a module multiplies the products of the golden model.
pub(super) struct Products {
    /// The multiplier of each golden product, as far as the module has them.
    cuts: Vec<Option<Cut>>,
    /// The multiplier of the products that enter in steps, if there are any.
    steps: Option<StepMultiplier>,
}

/// A multiplier that was cut out of a module.
struct Cut {
    /// The unit that contains it.
    unit: Unit,
    /// The instances on the way to it.
    path: String,
    /// The number of movements from the entry of an instruction to the cycle in which its factors
    /// are multiplied.
    after: usize,
    /// The pieces of the multiplier, if they stand in the module by themselves. The path is then
    /// that of the first of them.
    pieces: Option<Pieces>,
}

impl Products {
    /// Finds the multipliers of a module.
    pub(super) fn locate(module: &Implementation) -> Self {
        let golden = module.golden();
        let cuts = golden.formula.products().iter().map(|product| Cut::find(module, golden, product)).collect();
        Self { cuts, steps: StepMultiplier::find(module) }
    }

    /// The claims that the module multiplies what the golden model multiplies.
    pub(super) fn factors(&self, module: &Implementation) -> Vec<Claim> {
        let golden = module.golden();
        let products = golden.formula.products();
        let mut claims: Vec<_> = self.steps.iter().map(|steps| steps.factors(module)).collect();
        for (product, cut) in products.iter().zip(&self.cuts) {
            let Some(cut) = cut else { continue };
            let name = if products.len() > 1 { format!("factors of {}", cut.path) } else { "factors".to_owned() };
            let says = "the factors of the product are those of the golden model";
            claims.push(Claim::whole(&name, says, cut.problem(module, golden, product)));
            claims.extend(cut.pieces.as_ref().map(|pieces| pieces.transport(module)));
        }
        claims
    }

    /// Returns the bits of the golden model's products: those of the module, in the width of the
    /// golden product. `cycles` are all cycles from the one in which the instruction enters, and
    /// `steps` is the number of its steps if the module has steps.
    pub(super) fn words(
        &self,
        golden: &Golden,
        frames: &mut Frames<'_>,
        cycles: &[Frame],
        steps: Option<Steps>,
    ) -> Vec<Word> {
        let products = golden.formula.products().iter().zip(&self.cuts).map(|(product, cut)| {
            let width = golden.formula.node(product.product).width as usize;
            if let Some((own, steps)) = self.steps.as_ref().zip(steps).filter(|_| width == steps::WIDTH) {
                return own.product(frames, cycles, steps);
            }
            let found = cut.as_ref().and_then(|cut| cut.product(frames, cycles, width));
            // An instruction that the module does not have, or a product that it knows only
            // later, can have any number.
            found.unwrap_or_else(|| frames.open(format!("product of {width} bits"), width))
        });
        products.collect()
    }
}

impl Cut {
    /// Finds the multiplier of a golden product, if the module has it. The multiplier of steps
    /// has claims of its own.
    fn find(module: &Implementation, golden: &Golden, product: &Product) -> Option<Self> {
        let width = golden.formula.node(product.product).width as usize;
        if steps::has(module) && width == steps::WIDTH {
            return None;
        }
        let whole = at_cuts(&module.gates().inputs, "product_o").into_iter().map(|(path, _)| path);
        let rows: Vec<_> = at_cuts(&module.gates().outputs, "addend_i").into_iter().map(|(path, _)| path).collect();
        let paths: Vec<_> = whole.chain(rows.iter().copied()).collect();
        // The product of vmad has 66 bits, that of the carry instructions 128.
        let unit = if width == 66 { Unit::Vmad } else { Unit::Carry };
        let front = format!("{}.", unit.instance());
        let is_its = |path: &&&str| module.target != Target::Unit(Unit::Video) || path.starts_with(&front);
        let path = paths.iter().find(is_its)?.to_string();
        let cut = |after| Self { unit, path: path.clone(), after, pieces: None };
        let concerns = |word: u64| match (module.target, unit) {
            (Target::Unit(Unit::Video), unit) if UNIT.get(word) != UNIT.code(unit.name()) => false,
            (_, Unit::Carry) => matches!(OP.code_name(OP.get(word)), Some("mad" | "mul")),
            _ => true,
        };
        let agrees = |cut: &Self| locate::agrees_for(module, &cut.problem(module, golden, product), concerns);
        let mut found = (0..=module.latency()).map(cut).find(agrees).unwrap_or_else(|| cut(0));
        found.pieces = rows.contains(&path.as_str()).then(|| Pieces::find(module, &path, found.after));
        Some(found)
    }

    /// Returns the product in `width` bits; `None` if the cycles end before it is known.
    fn product(&self, frames: &mut Frames<'_>, cycles: &[Frame], width: usize) -> Option<Word> {
        if let Some(pieces) = &self.pieces {
            return pieces.product(frames, cycles);
        }
        let inputs = &cycles.get(self.after)?.inputs;
        let (_, own) = at_cuts(inputs, "product_o").into_iter().find(|(path, _)| *path == self.path)?;
        Some(signed(own, width))
    }

    /// The problem whether the multiplier has the factors of the golden product.
    fn problem(&self, module: &Implementation, golden: &Golden, product: &Product) -> Problem {
        let mut frames = module.frames();
        let cycles = module.cycles(&mut frames, Cycle::Moves, self.after);
        let last = &cycles[self.after];
        let enters = module.enters(&mut frames, &cycles[0]);
        let mut words = module.entering_data(&mut frames, &cycles[0]);
        words.extend(frames.open_inputs(&golden.formula, words.len()));
        let mut problem = Problem::new(frames.aig, frames.inputs);
        problem.state(golden.formula.clone(), words);
        problem.assume(enters);
        problem.assume(golden.promised);
        let word = problem.formula_inputs()[0].clone();
        if module.target == Target::Unit(Unit::Video) {
            // Instructions of another unit do not use this multiplier.
            let is_its = has_code(problem.aig_mut(), &word, &UNIT, &[self.unit.name()]);
            problem.assume(is_its);
        }
        if self.unit == Unit::Carry {
            // Neither do instructions that do not multiply.
            let multiplies = has_code(problem.aig_mut(), &word, &OP, &["mad", "mul"]);
            problem.assume(multiplies);
        }
        for (factor, port) in product.factors.iter().zip(["a_i", "b_i"]) {
            let width = golden.formula.node(*factor).width as usize;
            let own = at_cuts(&last.outputs, port).into_iter().find(|(path, _)| *path == self.path);
            let (path, word) = own.expect("a multiplier that was cut out has two factors");
            problem.claim(format!("{path}.{port}"), *factor, signed(word, width));
        }
        problem
    }
}
