//! The reports of `prove` and of `mutate`: one set of types for the program that writes the JSON
//! documents and for programs that read them.

mod faults;
mod proofs;

pub use faults::{
    Fault, FewVectors, MutateReport, OutputDifference, PinValue, RefutedFault, Survivor, UnitFaults, WrapperFaults,
};
pub use proofs::{Counterexample, EngineVersion, Proof, ProveReport, Verdict, WrittenCertificate};
