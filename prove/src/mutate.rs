//! Faults put into the hardware: which of them the vectors show, and a proof for each of the
//! others that it cannot show.

mod circuit;
mod clauses;
mod fault;
mod judge;
mod kill;
mod lanes;
mod list;
mod machine;
mod mutants;
mod names;
mod own;
mod run;
mod scene;
mod survivor;
mod sweep;
mod text;
mod walk;
mod wrapper;

pub use run::{Job, VECTORS, unit};
pub use text::{TextFault, in_text};
pub use wrapper::{INSTRUCTIONS, WrapperJob, wrapper};
