//! Proofs, and faults that they find. What needs a tool that is missing says so, and fails where `CI` is set.

mod behavioral;
mod bus;
mod certificates;
mod claims;
mod engines;
mod mutate;
mod terms;
