//! Gates as clauses of a SAT solver, which are added when they are needed.

use std::collections::HashMap;
use std::time::Instant;

use batsat::{Callbacks, Solver, SolverInterface, lbool};
use vidalu_sim::is_interrupted;

use super::circuit::Literal;

/// A graph of gates for the solver.
pub(super) trait Graph {
    /// Returns the operands of the value with this number, which is half of its literal; `None`
    /// for a value from outside.
    fn operands(&self, number: u32) -> Option<[Literal; 2]>;
}

/// A solver with the clauses of the gates that were needed so far.
pub(super) struct Clauses {
    solver: Solver<Deadline>,
    variables: HashMap<u32, batsat::Var>,
}

/// The callback that ends the search, also if the user interrupts.
struct Deadline(Option<Instant>);

impl Callbacks for Deadline {
    fn stop(&self) -> bool {
        self.0.is_some_and(|end| Instant::now() > end || is_interrupted())
    }
}

impl Clauses {
    /// A solver without clauses.
    pub(super) fn new() -> Self {
        Self { solver: Solver::new(Default::default(), Deadline(None)), variables: HashMap::new() }
    }

    /// Returns whether a value can be 1; `None` if the time is over.
    pub(super) fn can_be_1(&mut self, graph: &impl Graph, value: Literal, end: Instant) -> Option<bool> {
        self.solver.cb_mut().0 = Some(end);
        let goal = self.literal(graph, value);
        match self.solver.solve_limited(&[goal]) {
            answer if answer == lbool::TRUE => Some(true),
            answer if answer == lbool::FALSE => Some(false),
            _ => None,
        }
    }

    /// Returns whether two values can differ; `None` if the time is over.
    pub(super) fn can_differ(&mut self, graph: &impl Graph, [a, b]: [Literal; 2], end: Instant) -> Option<bool> {
        self.solver.cb_mut().0 = Some(end);
        let [a, b] = [a, b].map(|value| self.literal(graph, value));
        for goals in [[a, !b], [!a, b]] {
            match self.solver.solve_limited(&goals) {
                answer if answer == lbool::FALSE => {}
                answer if answer == lbool::TRUE => return Some(true),
                _ => return None,
            }
        }
        // The equality helps with the gates that depend on these values.
        self.solver.add_clause_reuse(&mut vec![a, !b]);
        self.solver.add_clause_reuse(&mut vec![!a, b]);
        Some(false)
    }

    /// Returns the value of a literal in the solution; 0 if the goal does not depend on it.
    pub(super) fn value(&self, value: Literal) -> bool {
        let variable = self.variables.get(&(value >> 1)).filter(|_| value > 1);
        variable.is_some_and(|&variable| self.solver.value_var(variable) == lbool::TRUE) != (value & 1 == 1)
    }

    /// Returns the solver's literal, after adding the clauses of all gates that it depends on.
    fn literal(&mut self, graph: &impl Graph, root: Literal) -> batsat::Lit {
        let mut open = vec![root >> 1];
        let mut new = Vec::new();
        while let Some(number) = open.pop() {
            if self.variables.contains_key(&number) {
                continue;
            }
            self.variables.insert(number, self.solver.new_var_default());
            let operands = graph.operands(number);
            open.extend(operands.into_iter().flatten().map(|value| value >> 1));
            new.push((number, operands));
        }
        for (number, operands) in new {
            let own = self.of(number << 1);
            match operands {
                Some(operands) => {
                    let [a, b] = operands.map(|value| self.of(value));
                    self.solver.add_clause_reuse(&mut vec![!own, a]);
                    self.solver.add_clause_reuse(&mut vec![!own, b]);
                    self.solver.add_clause_reuse(&mut vec![own, !a, !b]);
                }
                None if number == 0 => {
                    self.solver.add_clause_reuse(&mut vec![!own]);
                }
                None => {}
            }
        }
        self.of(root)
    }

    fn of(&self, value: Literal) -> batsat::Lit {
        batsat::Lit::new(self.variables[&(value >> 1)], value & 1 == 0)
    }
}
