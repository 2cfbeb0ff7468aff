//! The package as Python imports it, installed from its wheel.

mod codes;
mod installed;
mod package;
