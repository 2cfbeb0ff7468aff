//! The sum of lanes and `c` of a SIMD instruction, in text with registers between the two.

use vidalu_gen::Config;
use vidalu_gen::landmark::{LANE_ROWS, LANE_SUM};
use vidalu_model::bv::Bv;
use vidalu_model::control::simd::WIDTH;
use vidalu_model::golden::block::simd as block;
use vidalu_sim::Dut;
use vidalu_sim::gates::{Aig, Gates};

use super::multiplier;
use super::statement::Claim;
use crate::problem::Problem;
use crate::spec::{LaneSum, in_rows, simd, through_port};
use crate::term::{Formula, Term};
use crate::word::Word;

/// Returns the order in which a module sums.
pub(super) fn order(config: &Config, dut: &Dut, gates: &Gates) -> LaneSum {
    let has_rows = multiplier::source(dut, &config.module_name(LANE_ROWS)).is_some();
    let is_cut = gates.inputs.iter().any(|(pin, _)| pin.split('.').any(|part| part == LANE_SUM));
    match (has_rows, is_cut) {
        (true, _) => LaneSum::InRows,
        (false, true) => LaneSum::BeforeC,
        (false, false) => LaneSum::OntoC,
    }
}

/// The claim that an order has the result of the manual, for all control words and operands. It is
/// about the golden model alone.
pub(super) fn claim(order: LaneSum) -> Claim {
    let problems = match order {
        LaneSum::OntoC => Vec::new(),
        LaneSum::BeforeC => vec![(String::new(), c_last())],
        LaneSum::InRows => [("lanes".to_owned(), lanes())].into_iter().chain(rows()).collect(),
    };
    Claim::of_cases("lane sum", "lanes that are summed before c is added give the sum of the manual", problems)
}

/// The problem that `c` may be added last.
fn c_last() -> Problem {
    same([("ctl_i", WIDTH), ("a_i", 32), ("b_i", 32), ("c_i", 32)], |[ctl, a, b, c]| {
        let [a, b, c] = [a, b, c].map(Bv::new);
        [LaneSum::OntoC, LaneSum::BeforeC].map(|order| [simd(order, Bv::new(ctl), a, b, c).d.value()])
    })
}

/// The problem that the lanes fit in the ports behind the adder.
fn lanes() -> Problem {
    same([("ctl_i", WIDTH), ("a_i", 32), ("b_i", 32)], |[ctl, a, b]| {
        through_port(Bv::new(ctl), Bv::new(a), Bv::new(b)).map(|lanes| lanes.map(Bv::value))
    })
}

/// The problems that the rows of any lanes have the sum of the lanes: of two, and of four.
fn rows() -> [(String, Problem); 2] {
    [("two lanes", 0), ("four lanes", 1)].map(|(case, quad)| {
        let problem = same([("x_i", 40), ("mask_i", 4), ("c_i", 32)], |[x, mask, c]| {
            let (x, mask, quad, c) = (Bv::new(x), Bv::new(mask), Bv::constant(quad), Bv::new(c));
            [block::accumulate(x, c, mask, quad), in_rows(x, mask, quad).sext() + c].map(|sum| [sum.value()])
        });
        (case.to_owned(), problem)
    })
}

/// The problem that the results of two computations are the same for all inputs.
fn same<const INPUTS: usize, const RESULTS: usize>(
    inputs: [(&str, u32); INPUTS],
    results: impl FnOnce([Term; INPUTS]) -> [[Term; RESULTS]; 2],
) -> Problem {
    let (formula, [expected, got]) = Formula::of(|| results(inputs.map(|(_, width)| Term::input(width))));
    let mut aig = Aig::default();
    let inputs = inputs.map(|(name, width)| (name.to_owned(), (0..width).map(|_| aig.leaf()).collect::<Word>()));
    let words = inputs.iter().map(|(_, word)| word.clone()).collect();
    let mut problem = Problem::new(aig, inputs.into());
    problem.state(formula, words);
    for (number, (expected, got)) in expected.into_iter().zip(got).enumerate() {
        problem.claim(format!("result {number}"), expected, got);
    }
    problem
}
