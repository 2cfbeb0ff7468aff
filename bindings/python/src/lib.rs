//! The module `vidalu._native`: the golden model for benches in Python. Users import the package
//! `vidalu` in `python/`, which calls it.
//!
//! In the order in which to read it:
//! - `golden`: the results of one instruction, and of many at once in NumPy arrays.
//! - `text`: PTX text to control words and back, and the results of a text.
//! - `draw`: legal vectors for a bench.
//! - `error`: the exceptions.

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
    module.add_function(wrap_pyfunction!(text::evaluate_batch, module)?)?;
    module.add_function(wrap_pyfunction!(draw::draw, module)?)
}
