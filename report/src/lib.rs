//! Puts what vidalu found on one page for a browser: one file, without scripts, that loads
//! nothing from a network.
//!
//! A [`Document`] is what `cosim`, `merge`, `prove` or `mutate` writes as JSON. [`page()`]
//! collects the findings of several documents and puts the failures first. [`picture`] draws the
//! datapath of a unit.

mod document;
mod findings;
mod page;
pub mod picture;

pub use document::{Document, DocumentError};
pub use page::{Page, page};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
