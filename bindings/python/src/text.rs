//! PTX text to control words and back, and the results of a text.

use std::collections::BTreeMap;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::{PyResult, Python, pyfunction};
use vidalu_model::control;
use vidalu_model::exec::{self, Given, Golden, Machine, Stop};
use vidalu_model::ptx::{self, Diagnostic, DiagnosticKind, Scope, Statement};

use crate::error;
use crate::golden::{instruction, profile, unit};

/// Assembles the one instruction in `text` into a control word with the unit's code.
#[pyfunction]
pub(crate) fn assemble(py: Python<'_>, text: &str) -> PyResult<u64> {
    match ptx::parse(text, &mut Scope::inferring()) {
        Ok(parsed) => Ok(control::encode(parsed.statement.instruction())),
        Err(found) => Err(error::refused(py, text, &found)),
    }
}

/// Returns the PTX line of a control word, with registers in the manual's order.
#[pyfunction]
pub(crate) fn disassemble(py: Python<'_>, unit: usize, ctl: u64) -> PyResult<String> {
    let instruction = instruction(self::unit(unit)?, ctl).map_err(|sentence| error::illegal(py, &sentence))?;
    Ok(Statement::canonical(instruction).to_string())
}

/// The result of a sequence: the register that its last instruction wrote, CC.CF, and all
/// registers.
type Left = (Option<u64>, bool, BTreeMap<String, u64>);

/// Executes the instructions of `text`, which may include plain `add` and `sub`, on registers with
/// these values. Registers that the text does not have are ignored.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "pyo3 passes arguments by value")]
pub(crate) fn evaluate(
    py: Python<'_>,
    profile: usize,
    text: &str,
    registers: Vec<(String, i128)>,
    cf: bool,
) -> PyResult<Left> {
    let mut scope = Scope::inferring();
    let refused = |found: &Diagnostic| error::refused(py, text, found);
    let lines = ptx::parse_program(text, &mut scope).map_err(|found| refused(&found))?;
    let mut machine = Machine::on(Golden::new(self::profile(profile)?, cf));
    let given: Vec<_> = registers.iter().map(|(register, value)| Given { register, value: *value }).collect();
    for (register, value) in exec::values(&given, &scope).map_err(|refused| PyValueError::new_err(refused.message))? {
        machine.write(&register, value);
    }
    let done = machine.run(lines.iter().map(|parsed| &parsed.statement)).map_err(|stop| match stop {
        Stop::Unset(unset) => refused(&Diagnostic {
            kind: DiagnosticKind::Illegal,
            message: unset.to_string(),
            span: lines[unset.index].span.clone(),
            help: Some(format!("give it a value: {}=0x…", unset.register)),
        }),
        Stop::Unit(never) => match never {},
    })?;
    let written = lines.iter().zip(&done).filter(|(_, done)| done.is_some());
    let written = written.flat_map(|(parsed, _)| parsed.statement.destinations().flatten());
    let values = written.filter_map(|register| Some((register.to_string(), machine.read(register)?))).collect();
    let last = done.iter().rev().flatten().next().map(|executed| executed.outcome.d);
    Ok((last, machine.cf(), values))
}
