//! The labs as students and lecturers use them.

mod check;
mod fault;
mod grading;
mod material;
mod support;
