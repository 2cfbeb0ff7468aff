//! Legal vectors for a bench: those that the co-simulation drives.

use itertools::Itertools;
use miette::Diagnostic;
use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::{Bound, PyResult, Python, pyfunction};
use serde_json::{Map, Value};
use vidalu_model::isa::Operation;
use vidalu_stimulus::{Scope, check_range, of};

/// A port and its column.
type Column<'py> = (&'static str, Bound<'py, PyArray1<u64>>);

/// Draws the data inputs of the vectors `first ..` of the sequence of `seed` for the unit or block
/// `target`: a column for each port. `config` is a configuration in JSON.
#[pyfunction]
pub(crate) fn draw<'py>(
    py: Python<'py>,
    target: &str,
    config: &str,
    seed: u64,
    first: u64,
    count: usize,
) -> PyResult<Vec<Column<'py>>> {
    let scope = scope(config).map_err(PyValueError::new_err)?;
    let refused = |error: vidalu_stimulus::StimulusError| PyValueError::new_err(in_full(&error));
    let stimulus = of(target, &scope).map_err(refused)?;
    check_range(first, count as u64).map_err(refused)?;
    let mut columns = vec![Vec::new(); stimulus.inputs().len()];
    for column in &mut columns {
        column.try_reserve_exact(count).map_err(|error| PyMemoryError::new_err(error.to_string()))?;
        column.resize(count, 0);
    }
    py.detach(|| stimulus.fill(seed, first, &mut columns));
    let ports = stimulus.inputs().iter().map(|signal| signal.name);
    Ok(ports.zip(columns.into_iter().map(|column| column.into_pyarray(py))).collect())
}

/// Returns an error with its help.
fn in_full(error: &impl Diagnostic) -> String {
    error.help().map_or_else(|| error.to_string(), |help| format!("{error}; {help}"))
}

/// Reads the keys of a configuration that decide about vectors; the reason if it is rejected.
fn scope(config: &str) -> Result<Scope, String> {
    let keys: Map<String, Value> = serde_json::from_str(config).map_err(|error| error.to_string())?;
    let mut scope = Scope::default();
    for (key, value) in &keys {
        let wrong = |expected: &str| format!("{key} is {value}, and must be {expected}");
        match key.as_str() {
            "ops" => {
                let names = value.as_array().ok_or_else(|| wrong("a list of operations"))?;
                let operation = |name: &Value| -> Result<Operation, String> {
                    let name = name.as_str().ok_or_else(|| wrong("a list of names"))?;
                    name.parse().map_err(|error: vidalu_model::isa::UnknownOperation| in_full(&error))
                };
                scope.ops = names.iter().map(operation).collect::<Result<_, _>>()?;
            }
            "contexts" => {
                let number = value.as_u64().and_then(|number| u8::try_from(number).ok());
                let legal = number.filter(|number| (1..=Scope::MAX_CONTEXTS).contains(number));
                scope.contexts = legal.ok_or_else(|| wrong("1 to 64"))?;
            }
            "wide" => scope.wide = value.as_bool().ok_or_else(|| wrong("true or false"))?,
            "mad64" => match value.as_str() {
                Some("full" | "iterative") => scope.mad64 = true,
                Some("none") => scope.mad64 = false,
                _ => return Err(wrong("full, iterative or none")),
            },
            key if Scope::OTHER_KEYS.contains(&key) => {}
            _ => {
                let known = Scope::KEYS.iter().chain(&Scope::OTHER_KEYS).sorted().join(", ");
                return Err(format!("a configuration has no key `{key}`; the keys are {known}"));
            }
        }
    }
    Ok(scope)
}
