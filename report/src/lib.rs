//! What vidalu found, on one page for a browser: no network, no script, one file.
//!
//! [`document`] reads the JSON documents of `cosim`, `prove` and `mutate`, [`findings`] collects what is wrong in them, [`picture`]
//! draws the datapath, and [`page()`] puts it all on a page: what failed stands first.

pub mod document;
pub mod findings;
mod page;
pub mod picture;

pub use page::{Made, page};
