//! The package as Python imports it, installed from its wheel.

mod codes;
mod package;
mod venv;
