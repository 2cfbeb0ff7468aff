//! Clauses for SAT solvers.

use std::fmt::Write;

use vidalu_sim::gates::{Aig, Lit, Node};

use crate::problem::cone;

/// Returns clauses in DIMACS that are satisfiable if `output` can be 1. `inputs` are the first
/// variables.
pub fn dimacs(aig: &Aig, inputs: &[Lit], output: Lit) -> String {
    let mut variables = vec![0_u32; aig.nodes().len()];
    let mut count = 0;
    let nodes = cone(aig, [output.node()].into_iter());
    // The constant is a variable of its own, which is 0.
    let all = inputs.iter().map(|lit| lit.node()).chain([0]).chain(nodes.iter().copied());
    for node in all {
        if variables[node] == 0 {
            count += 1;
            variables[node] = count;
        }
    }
    let of = |lit: Lit| {
        let variable = i64::from(variables[lit.node()]);
        if lit.is_inverted() { -variable } else { variable }
    };
    let mut clauses = format!("-{} 0\n", variables[0]);
    let (mut written, all_text) = (2, "a string takes all text");
    for node in nodes {
        if let Node::And(a, b) = aig.nodes()[node] {
            let (own, a, b) = (i64::from(variables[node]), of(a), of(b));
            writeln!(clauses, "-{own} {a} 0\n-{own} {b} 0\n{own} {} {} 0", -a, -b).expect(all_text);
            written += 3;
        }
    }
    format!("p cnf {count} {written}\n{clauses}{} 0\n", of(output))
}
