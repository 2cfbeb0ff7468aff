//! Legal vectors for a bench: those that the co-simulation drives.

use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::{Bound, PyResult, Python, pyfunction};
use vidalu_gen::{Config, Target};
use vidalu_sim::subject;
use vidalu_stimulus::check_range;

/// A port and its column.
type Column<'py> = (&'static str, Bound<'py, PyArray1<u64>>);

/// The data inputs of the vectors `first ..` of the sequence that `seed` names, for the unit or block `target` in a
/// configuration in JSON: a column for each port.
#[pyfunction]
pub(crate) fn draw<'py>(
    py: Python<'py>,
    target: &str,
    config: &str,
    seed: u64,
    first: u64,
    count: usize,
) -> PyResult<Vec<Column<'py>>> {
    let target: Target = target.parse().map_err(|error| PyValueError::new_err(format!("{error}")))?;
    let config: Config = serde_json::from_str(config).map_err(|error| PyValueError::new_err(error.to_string()))?;
    config.validate().map_err(|error| PyValueError::new_err(error.message))?;
    if matches!(target, Target::Unit(_)) && config.for_target(target).ops.is_empty() {
        return Err(PyValueError::new_err(format!("unit {target} has no operation in this configuration")));
    }
    let subject = subject::of(target, &config);
    check_range(first, count as u64).map_err(|error| PyValueError::new_err(error.to_string()))?;
    let mut columns = vec![Vec::new(); subject.inputs().len()];
    for column in &mut columns {
        column.try_reserve_exact(count).map_err(|error| PyMemoryError::new_err(error.to_string()))?;
        column.resize(count, 0);
    }
    py.detach(|| subject.stimuli(seed, first, &mut columns));
    let ports = subject.inputs().iter().map(|signal| signal.name);
    Ok(ports.zip(columns.into_iter().map(|column| column.into_pyarray(py))).collect())
}
