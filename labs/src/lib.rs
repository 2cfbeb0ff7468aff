//! Exercises in hardware design: parts of the video ALU and the carry-flag unit to write, each with
//! a task, a skeleton, hints and a check.
//!
//! - [`Lab`]: a lab and its material, which is in the folder `labs` of this crate.
//! - [`start`] and [`find_the_fault`]: write the folder of a lab for a student.
//! - [`hint`]: reveals the next hint.
//! - [`Grader`]: checks folders of students and awards medals.
//! - [`Report`]: the results of many folders, as a table, as JSON and as JUnit XML.
//!
//! ```
//! use vidalu_labs::Lab;
//!
//! let lab = Lab::named("select")?;
//! assert_eq!(lab.file(), "lab_select.v");
//! assert!(lab.hints.len() > 1);
//! # Ok::<_, vidalu_labs::LabError>(())
//! ```

mod catalog;
mod check;
mod corners;
mod error;
mod fault;
mod folder;
mod grader;
mod hint;
mod junit;
mod luts;
mod report;
mod start;
mod task;

pub use catalog::{FIND_THE_FAULT, Lab};
pub use error::LabError;
pub use fault::find_the_fault;
pub use grader::{Grader, Wanted};
pub use hint::{Hint, hint};
pub use report::{Luts, Medal, Report, Verdict};
pub use start::start;
