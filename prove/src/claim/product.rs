//! Products: they are cut out of the module and left open in the golden model. What is compared are the factors; the two
//! products are then one unknown number.

use vidalu_gen::{Target, Unit};
use vidalu_model::control::UNIT;
use vidalu_model::control::carry::OP;
use vidalu_sim::gates::Lit;

use super::cases::VECTORS;
use super::module::{Cycle, Golden, Module};
use super::multiplier::{self, Pieces};
use super::steps::{self, Kind};
use super::{Claim, has_code};
use crate::frames::{Frame, Frames};
use crate::problem::Problem;
use crate::simulate;
use crate::term::{Product, Word};

/// A multiplier that was cut out of a module.
pub(super) struct Cut {
    /// The unit that it belongs to.
    unit: &'static str,
    /// The instances on the way to it.
    path: String,
    /// Movements from the cycle in which an instruction enters to the one in which its factors are multiplied.
    after: usize,
    /// Its pieces, if they stand in the module by themselves. The path is then that of the first of them.
    pieces: Option<Pieces>,
}

/// The claims that the module multiplies what the golden model does.
pub(super) fn operands(module: &Module) -> Vec<Claim> {
    let golden = module.golden();
    let claim = |(product, cut): (&Product, &Option<Cut>)| {
        let cut = cut.as_ref()?;
        let name =
            if golden.formula.products().len() > 1 { format!("factors of {}", cut.path) } else { "factors".to_owned() };
        let problem = problem(module, &golden, product, cut);
        let factors = Claim::whole(&name, "the factors of the product are those of the golden model", problem);
        let transport = cut.pieces.as_ref().map(|pieces| multiplier::transport(module, pieces));
        Some([factors].into_iter().chain(transport))
    };
    golden.formula.products().iter().zip(cuts(module, &golden)).filter_map(claim).flatten().collect()
}

/// The bits of the golden model's products: those of the module, extended or cut to the width that is asked for. `frames` are
/// all cycles from the one in which the instruction, of a kind if there are several, enters.
pub(super) fn products(
    module: &Module,
    golden: &Golden,
    frames: &mut Frames<'_>,
    cycles: &[Frame],
    kind: Option<Kind>,
) -> Vec<Word> {
    let products = golden.formula.products().iter().zip(cuts(module, golden)).map(|(product, cut)| {
        if let Some(kind) = kind.filter(|_| steps::is_of_steps(module, golden, product)) {
            return steps::product(module, golden, frames, cycles, kind);
        }
        let width = golden.formula.node(product.product).width as usize;
        let found = cut.as_ref().and_then(|cut| {
            if let Some(pieces) = &cut.pieces {
                return pieces.ends(cycles).map(|ends| multiplier::product(frames, ends));
            }
            let inputs = &cycles.get(cut.after)?.inputs;
            let own = module.at_cuts(inputs, "product_o").into_iter().find(|(path, _)| *path == cut.path)?;
            Some(signed(own.1, width))
        });
        // An instruction that the module does not have, or a product that it knows only later: any number.
        found.unwrap_or_else(|| {
            let word: Word = (0..width).map(|_| frames.aig.leaf()).collect();
            frames.inputs.push((format!("product of {width} bits"), word.clone()));
            word
        })
    });
    products.collect()
}

/// The multipliers of the golden products, as far as the module has them.
fn cuts<'a>(module: &'a Module, golden: &Golden) -> &'a [Option<Cut>] {
    module.factors.get_or_init(|| {
        let products = golden.formula.products().iter();
        products.map(|product| find(module, golden, product)).collect()
    })
}

/// The multiplier of a golden product, if the module has it. That of steps has claims of its own.
fn find(module: &Module, golden: &Golden, product: &Product) -> Option<Cut> {
    if steps::is_of_steps(module, golden, product) {
        return None;
    }
    let whole = module.at_cuts(&module.gates.inputs, "product_o").into_iter().map(|(path, _)| path);
    let rows: Vec<_> = module.at_cuts(&module.gates.outputs, "addend_i").into_iter().map(|(path, _)| path).collect();
    let paths: Vec<_> = whole.chain(rows.iter().copied()).collect();
    // The product of vmad has 66 bits, that of the carry instructions 128.
    let unit = if golden.formula.node(product.product).width == 66 { "vmad" } else { "carry" };
    let is_its = |path: &&&str| module.target != Target::Unit(Unit::Video) || path.starts_with(&format!("u_{unit}."));
    let path = paths.iter().find(is_its)?.to_string();
    let cut = |after| Cut { unit, path: path.clone(), after, pieces: None };
    // Where rows of registers stand is the generator's choice: the first place where random numbers do not differ is it.
    let places = (0..=module.latency()).map(cut);
    let is_its = |word: u64| match (module.target, unit) {
        (Target::Unit(Unit::Video), unit) if UNIT.get(word) != UNIT.code(unit) => false,
        (_, "carry") => matches!(OP.code_name(OP.get(word)), Some("mad" | "mul")),
        _ => true,
    };
    let agrees = |cut: &Cut| agrees(module, &problem(module, golden, product, cut), is_its);
    let mut found = places.into_iter().find(agrees).unwrap_or_else(|| cut(0));
    found.pieces = rows.contains(&path.as_str()).then(|| Pieces::find(module, &path, found.after));
    Some(found)
}

/// Whether random numbers do not differ, with control words for which `is_its` says that the problem is about them.
pub(super) fn agrees(module: &Module, problem: &Problem, is_its: impl Fn(u64) -> bool) -> bool {
    const WORDS: usize = 4;
    let full = problem.inputs().iter().find(|(name, _)| name == "full").map(|(_, word)| (word[0], false));
    let offered = problem.restricted(full.as_slice());
    let word = &offered.formula_inputs()[0];
    let words = (0..VECTORS).map(|index| module.subject.stimulus(1, index)[0]).filter(|&word| is_its(word));
    let with = |value: u64| {
        let bits = word.iter().enumerate().map(|(at, &bit)| (bit, value >> at & 1 == 1));
        offered.restricted(&bits.collect::<Vec<_>>())
    };
    words.take(WORDS).all(|value| simulate::refute(&with(value)).is_none())
}

fn problem(module: &Module, golden: &Golden, product: &Product, cut: &Cut) -> Problem {
    let mut frames = module.frames();
    let cycles = module.cycles(&mut frames, Cycle::Moves, cut.after);
    let last = &cycles[cut.after];
    let enters = module.enters(&mut frames, &cycles[0]);
    let pins = module.subject.inputs().iter().map(|signal| module.entering(&mut frames, &cycles[0], signal.name));
    let mut words: Vec<_> = pins.collect();
    for &input in &golden.formula.inputs()[words.len()..] {
        let word: Word = (0..golden.formula.node(input).width).map(|_| frames.aig.leaf()).collect();
        frames.inputs.push((format!("open {}", words.len()), word.clone()));
        words.push(word);
    }
    let mut problem = Problem::new(frames.aig, frames.inputs);
    problem.state(golden.formula.clone(), words);
    problem.assume(enters);
    problem.assume(golden.promised);
    if module.target == Target::Unit(Unit::Video) {
        // The factors of another unit are of no interest to this one.
        let word = problem.formula_inputs()[0].clone();
        let is_its = has_code(problem.aig_mut(), &word, &UNIT, UNIT.code(cut.unit));
        problem.assume(is_its);
    }
    if cut.unit == "carry" {
        // Nor are those of an instruction that does not multiply.
        let word = problem.formula_inputs()[0].clone();
        let multiplies = OP.codes.iter().filter(|(name, _)| matches!(*name, "mad" | "mul"));
        let any = multiplies.fold(Lit::FALSE, |any, (_, code)| {
            let is_it = has_code(problem.aig_mut(), &word, &OP, *code);
            problem.aig_mut().or(any, is_it)
        });
        problem.assume(any);
    }
    for (factor, port) in product.factors.iter().zip(["a_i", "b_i"]) {
        let width = golden.formula.node(*factor).width as usize;
        let own = module.at_cuts(&last.outputs, port).into_iter().find(|(path, _)| *path == cut.path);
        let (path, word) = own.expect("a multiplier that was cut out has two factors");
        problem.claim(format!("{path}.{port}"), *factor, signed(word, width));
    }
    problem
}

/// A two's complement number in `width` bits.
fn signed(word: &[Lit], width: usize) -> Word {
    let sign = word[word.len() - 1];
    word.iter().copied().chain(std::iter::repeat(sign)).take(width).collect()
}
