//! Proofs, and faults that they find. A test whose tool is missing prints SKIPPED, and fails where
//! `CI` is set.

mod behavioral;
mod bus;
mod certificates;
mod claims;
mod engines;
mod mutate;
mod rtl;
mod terms;
