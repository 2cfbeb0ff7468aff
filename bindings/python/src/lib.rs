//! The golden model for benches in Python: what `vidalu._native` has. The package `vidalu` in `python/` is its face.
//!
//! In the order in which to read it:
//! - `golden`: what an instruction computes, and many at once, in NumPy's columns.
//! - `text`: PTX text to control words and back, and what a text computes.
//! - `draw`: legal vectors for a bench.
//! - `error`: what is raised.

mod draw;
mod error;
mod golden;
mod text;

use pyo3::prelude::{Bound, PyModule, PyModuleMethods, PyResult, pymodule};
use pyo3::wrap_pyfunction;

/// The functions behind the package.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_function(wrap_pyfunction!(golden::one, module)?)?;
    module.add_function(wrap_pyfunction!(golden::many, module)?)?;
    module.add_function(wrap_pyfunction!(golden::is_legal, module)?)?;
    module.add_function(wrap_pyfunction!(text::assemble, module)?)?;
    module.add_function(wrap_pyfunction!(text::disassemble, module)?)?;
    module.add_function(wrap_pyfunction!(text::evaluate, module)?)?;
    module.add_function(wrap_pyfunction!(draw::draw, module)?)
}
