//! PTX text to control words and back, and the results of a text.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;

use itertools::Itertools;
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::{Bound, PyErr, PyResult, Python, pyfunction};
use vidalu_model::control;
use vidalu_model::exec::{self, Executed, Given, Golden, Machine, Stop, Threads};
use vidalu_model::golden::{self, Profile};
use vidalu_model::ptx::{self, Diagnostic, DiagnosticKind, Line, Parsed, Register, Scope, Statement};

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

/// Registers with their values.
type Values = Vec<(String, i128)>;

/// The result of a sequence: the register that its last instruction wrote, CC.CF, all registers,
/// and the instructions, if they are wanted.
type Left = (Option<u64>, bool, BTreeMap<String, u64>, Option<Vec<Traced>>);

/// An instruction: its text, register d unless its guard was false, CC.CF after it, whether `.sat`
/// changed its result, and the values of its stages.
type Traced = (String, Option<u64>, bool, bool, Vec<StageValue>);

/// The stage, the name of the value, its width in bits, and the value.
type StageValue = (&'static str, &'static str, u32, i128);

/// Executes the instructions of `text`, which may include plain `add` and `sub`, on registers with
/// these values. The text must have the registers of `named`; those of `registers` that it does not
/// have are ignored.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "pyo3 passes arguments by value")]
pub(crate) fn evaluate(
    py: Python<'_>,
    profile: usize,
    text: &str,
    registers: Values,
    named: Values,
    cf: bool,
    trace: bool,
) -> PyResult<Left> {
    let profile = self::profile(profile)?;
    let mut scope = Scope::inferring();
    let lines = parse(py, text, &mut scope)?;
    check_names(named.iter().map(|(register, _)| register.as_str()), &scope, &lines)?;
    let mut machine = Machine::on(Golden::new(profile, cf));
    let given = registers.iter().chain(&named).map(|(register, value)| Given { register, value: *value });
    for (register, value) in
        exec::values(&given.collect::<Vec<_>>(), &scope).map_err(|refused| PyValueError::new_err(refused.message))?
    {
        machine.write(&register, value);
    }
    let done = machine.run(statements(&lines)).map_err(|stop| stopped(py, text, &lines, stop, ""))?;
    let written = lines.iter().zip(&done).filter(|(_, done)| done.is_some());
    let written = written.flat_map(|(parsed, _)| parsed.statement.destinations().flatten());
    let values = written.filter_map(|register| Some((register.to_string(), machine.read(register)?))).collect();
    let last = done.iter().rev().flatten().next().map(|executed| executed.outcome.d);
    let mut flag = cf;
    let traced = lines.iter().zip(&done).map(|(parsed, executed)| {
        flag = executed.map_or(flag, |executed| executed.outcome.cf);
        traced(&parsed.statement, executed.as_ref(), flag, profile)
    });
    Ok((last, machine.cf(), values, trace.then(|| traced.collect())))
}

/// Returns an instruction with the values of its stages; plain instructions have none.
fn traced(line: &Line, executed: Option<&Executed>, flag: bool, profile: Profile) -> Traced {
    let steps = match (line, executed) {
        (Line::Vidalu(statement), Some(executed)) => {
            golden::trace(statement.instruction(), executed.operands, profile.serving(statement.form())).1
        }
        _ => Vec::new(),
    };
    let stages = steps.iter().map(|step| (step.stage.name(), step.name, step.width, step.number())).collect();
    let saturated = executed.is_some_and(|executed| executed.outcome.saturated);
    (line.to_string(), executed.map(|executed| executed.outcome.d), flag, saturated, stages)
}

/// A register and its values, one for each element.
type Given64<'py> = (String, PyReadonlyArray1<'py, u64>);

/// The results of a batch: CC.CF, and the registers that the text writes.
type Columns<'py> = (Bound<'py, PyArray1<u8>>, Vec<(String, Bound<'py, PyArray1<u64>>)>);

/// Executes the instructions of `text` once for each element of the columns `registers` and `cf`,
/// which have one length. The text must have all these registers.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "pyo3 passes arguments by value")]
pub(crate) fn evaluate_batch<'py>(
    py: Python<'py>,
    profile: usize,
    text: &str,
    registers: Vec<Given64<'py>>,
    cf: PyReadonlyArray1<'py, u8>,
) -> PyResult<Columns<'py>> {
    let mut scope = Scope::inferring();
    let lines = parse(py, text, &mut scope)?;
    check_names(registers.iter().map(|(register, _)| register.as_str()), &scope, &lines)?;
    let flags = cf.as_slice()?;
    let mut golden = Golden::new(self::profile(profile)?, false);
    flags.iter().enumerate().for_each(|(element, flag)| golden.set_cf(element, *flag != 0));
    let mut threads = Threads::new(golden, flags.len());
    for (name, values) in &registers {
        let values = values.as_slice()?;
        if values.len() != flags.len() {
            return Err(PyValueError::new_err("the columns differ in length"));
        }
        for register in (Given { register: name, value: 0 }).registers(&scope) {
            check_width(&register, values)?;
            threads.give(&register, values.iter().copied());
        }
    }
    let run = py.detach(|| threads.run(statements(&lines)));
    run.map_err(|stop| {
        let place = match &stop {
            Stop::Unset(unset) => format!(" in element {}", unset.thread),
            Stop::Unit(never) => match *never {},
        };
        stopped(py, text, &lines, stop, &place)
    })?;
    let written = statements(&lines).flat_map(|line| line.destinations().flatten()).unique();
    let column = |register: &Register| {
        let value = |element| {
            threads.read(register, element).ok_or_else(|| {
                PyValueError::new_err(format!(
                    "register {register} has no value in element {element}, where its guard is false: give it one"
                ))
            })
        };
        let values: PyResult<Vec<u64>> = (0..flags.len()).map(value).collect();
        Ok((register.to_string(), values?.into_pyarray(py)))
    };
    let columns: PyResult<_> = written.map(column).collect();
    let left: Vec<u8> = (0..flags.len()).map(|element| threads.cf(element).into()).collect();
    Ok((left.into_pyarray(py), columns?))
}

/// A line of the text with its place.
type ParsedLine = Parsed<Line>;

/// Parses a text; its registers are inferred.
fn parse(py: Python<'_>, text: &str, scope: &mut Scope) -> PyResult<Vec<ParsedLine>> {
    ptx::parse_program(text, scope).map_err(|found| error::refused(py, text, &found))
}

fn statements(lines: &[ParsedLine]) -> impl Iterator<Item = &Line> {
    lines.iter().map(|parsed| &parsed.statement)
}

/// Checks that the text has registers with these names.
fn check_names<'n>(names: impl Iterator<Item = &'n str>, scope: &Scope, lines: &[ParsedLine]) -> PyResult<()> {
    for name in names {
        if (Given { register: name, value: 0 }).registers(scope).next().is_none() {
            let mut known = BTreeSet::new();
            for line in statements(lines) {
                known.extend(line.destinations().flatten().map(ToString::to_string));
                known.extend(line.guard().map(|guard| format!("@{}", guard.predicate())));
                known.extend(line.sources().filter_map(|operand| operand.register().map(ToString::to_string)));
            }
            let known = known.iter().join(", ");
            return Err(PyValueError::new_err(format!("the text has no register {name}; it has {known}")));
        }
    }
    Ok(())
}

/// Checks that each value fits the register, as it is or in two's complement.
fn check_width(register: &Register, values: &[u64]) -> PyResult<()> {
    let width = if register.is_predicate() { 64 } else { register.width() };
    let fits = |value: u64| width == 64 || value >> width == 0 || (value as i64) >> (width - 1) == -1;
    match values.iter().position(|&value| !fits(value)) {
        None => Ok(()),
        Some(element) => Err(PyValueError::new_err(format!(
            "the value of element {element} does not fit the {width} bits of register {register}"
        ))),
    }
}

/// Returns the exception for a text that was not executed to the end. `place` follows the message.
fn stopped(py: Python<'_>, text: &str, lines: &[ParsedLine], stop: Stop<Infallible>, place: &str) -> PyErr {
    let Stop::Unset(unset) = stop;
    let diagnostic = Diagnostic {
        kind: DiagnosticKind::Illegal,
        message: format!("{unset}{place}"),
        span: lines[unset.index].span.clone(),
        help: Some(format!("give it a value: {}=0x…", unset.register)),
    };
    error::refused(py, text, &diagnostic)
}
