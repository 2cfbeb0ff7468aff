//! The exceptions of the package's module `errors`.

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteDiagnostic, Report};
use pyo3::prelude::{PyAnyMethods, PyErr, Python};
use vidalu_model::Text;
use vidalu_model::ptx::Diagnostic;

/// Returns the exception for a rejected PTX text: the sentence, the place with a caret, and the
/// remedy.
pub(crate) fn refused(py: Python<'_>, text: &str, found: &Diagnostic) -> PyErr {
    let span = (found.span.start, found.span.end);
    let arguments = (report(text, found), found.message.as_str(), span, found.help.as_deref());
    let raised = py.import("vidalu.errors").and_then(|module| module.getattr("PtxError")?.call1(arguments));
    raised.map_or_else(|error| error, PyErr::from_value)
}

/// Returns the exception for a control word that does not encode an instruction.
pub(crate) fn illegal(py: Python<'_>, sentence: &str) -> PyErr {
    let raised = py.import("vidalu.errors").and_then(|module| module.getattr("IllegalWord")?.call1((sentence,)));
    raised.map_or_else(|error| error, PyErr::from_value)
}

/// Returns the report that the command line would show.
fn report(text: &str, found: &Diagnostic) -> String {
    let hidden = |c: char| c.is_ascii_control() && !matches!(c, '\n' | '\r' | '\t');
    let mut diagnostic = MietteDiagnostic::new(found.message.clone());
    diagnostic.labels = Some(vec![LabeledSpan::new_primary_with_span(None, found.span.clone())]);
    diagnostic.help.clone_from(&found.help);
    let report = Report::new(diagnostic).with_source_code(Text::new("PTX", text.replace(hidden, "?")));
    let mut shown = String::new();
    GraphicalReportHandler::new_themed(GraphicalTheme::none())
        .with_width(100)
        .with_links(false)
        .render_report(&mut shown, report.as_ref())
        .expect("a string takes all text");
    shown
}
