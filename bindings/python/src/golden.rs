//! Results of one instruction and of many at once.

use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::{Bound, PyResult, Python, pyfunction};
use vidalu_model::batch::{WordInputs, WordResults, words};
use vidalu_model::control;
use vidalu_model::golden::{Operands, Profile, evaluate};
use vidalu_model::isa::{Instruction, Unit};

use crate::error;

/// Returns the profile with this number.
pub(crate) fn profile(number: usize) -> PyResult<Profile> {
    Profile::ALL.get(number).copied().ok_or_else(|| PyValueError::new_err(format!("unknown profile {number}")))
}

/// Returns the unit with this number; `None` for the number after the last, which means whole
/// control words.
pub(crate) fn unit(number: usize) -> PyResult<Option<Unit>> {
    if number == Unit::ALL.len() {
        return Ok(None);
    }
    Unit::ALL.get(number).copied().map(Some).ok_or_else(|| PyValueError::new_err(format!("unknown unit {number}")))
}

/// Decodes a control word that `unit` receives; the reason if it does not encode an instruction.
pub(crate) fn instruction(unit: Option<Unit>, ctl: u64) -> Result<Instruction, String> {
    let word = match unit {
        Some(unit) => control::whole(unit, ctl)
            .ok_or_else(|| format!("the bits above a {} control word are not its unit's code", unit.name()))?,
        None => ctl,
    };
    control::decode(word).map_err(|error| error.to_string())
}

/// Computes one instruction: register d, CC.CF after it, and whether `.sat` changed the result.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "as many as an instruction has operands")]
pub(crate) fn one(
    py: Python<'_>,
    profile: usize,
    unit: usize,
    ctl: u64,
    a: u64,
    b: u64,
    c: u64,
    cf: bool,
) -> PyResult<(u64, bool, bool)> {
    let (profile, unit) = (self::profile(profile)?, self::unit(unit)?);
    let instruction = instruction(unit, ctl).map_err(|sentence| error::illegal(py, &sentence))?;
    let outcome = evaluate(&instruction, Operands { a, b, c, cf }, profile);
    Ok((outcome.d, outcome.cf, outcome.saturated))
}

/// The columns of [`WordResults`] except register d.
type Results<'py> = [Bound<'py, PyArray1<u8>>; 3];

/// Computes many instructions, in columns of one length: registers d, then CC.CF after each,
/// whether `.sat` changed the result, and whether the word encodes an instruction.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "as many as an instruction has operands")]
#[expect(clippy::needless_pass_by_value, reason = "pyo3 passes arguments by value")]
pub(crate) fn many<'py>(
    py: Python<'py>,
    profile: usize,
    unit: usize,
    ctl: PyReadonlyArray1<'py, u64>,
    a: PyReadonlyArray1<'py, u64>,
    b: PyReadonlyArray1<'py, u64>,
    c: PyReadonlyArray1<'py, u64>,
    cf: PyReadonlyArray1<'py, u8>,
) -> PyResult<(Bound<'py, PyArray1<u64>>, Results<'py>)> {
    let (profile, unit) = (self::profile(profile)?, self::unit(unit)?);
    let inputs =
        WordInputs { ctl: ctl.as_slice()?, a: a.as_slice()?, b: b.as_slice()?, c: c.as_slice()?, cf: cf.as_slice()? };
    let count = inputs.ctl.len();
    if [inputs.a.len(), inputs.b.len(), inputs.c.len(), inputs.cf.len()] != [count; 4] {
        return Err(PyValueError::new_err("the columns differ in length"));
    }
    let (mut d, mut others) = (vec![0; count], [const { Vec::new() }; 3]);
    others.iter_mut().for_each(|column| column.resize(count, 0));
    // Let other Python threads run.
    py.detach(|| {
        let [cf, saturated, legal] = &mut others;
        words(unit, profile, inputs, WordResults { d: &mut d, cf, saturated, legal });
    });
    Ok((d.into_pyarray(py), others.map(|column| column.into_pyarray(py))))
}

/// Returns whether a control word encodes an instruction of the unit.
#[pyfunction]
pub(crate) fn is_legal(unit: usize, ctl: u64) -> PyResult<bool> {
    Ok(instruction(self::unit(unit)?, ctl).is_ok())
}
