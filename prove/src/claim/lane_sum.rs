//! The sum of lanes and `c` of a SIMD instruction, in text with registers between the two.

use vidalu_gen::landmark::LANE_SUM;
use vidalu_model::bv::Bv;
use vidalu_model::control::simd::WIDTH;
use vidalu_sim::gates::{Aig, Gates};

use super::statement::Claim;
use crate::problem::Problem;
use crate::spec::{LaneSum, simd};
use crate::term::{Formula, Term};
use crate::word::Word;

/// Returns the order in which a module sums.
pub(super) fn order(gates: &Gates) -> LaneSum {
    let is_cut = gates.inputs.iter().any(|(pin, _)| pin.split('.').any(|part| part == LANE_SUM));
    if is_cut { LaneSum::BeforeC } else { LaneSum::OntoC }
}

/// The claim that both orders have the same result, for all control words and operands. It is about
/// the golden model alone.
pub(super) fn claim() -> Claim {
    let (formula, [onto_c, before_c]) = Formula::of(|| {
        let ctl = Bv::<WIDTH, _>::new(Term::input(WIDTH));
        let [a, b, c] = [(); 3].map(|()| Bv::new(Term::input(32)));
        [LaneSum::OntoC, LaneSum::BeforeC].map(|order| simd(order, ctl, a, b, c).d.value())
    });
    let mut aig = Aig::default();
    let inputs = [("ctl_i", WIDTH), ("a_i", 32), ("b_i", 32), ("c_i", 32)]
        .map(|(name, width)| (name.to_owned(), (0..width).map(|_| aig.leaf()).collect::<Word>()));
    let words = inputs.iter().map(|(_, word)| word.clone()).collect();
    let mut problem = Problem::new(aig, inputs.into());
    problem.state(formula, words);
    problem.claim("d_o", onto_c, before_c);
    Claim::whole("lane sum", "lanes that are summed before c is added give the sum of the manual", problem)
}
