//! The map from the pins of a unit or block to the ports of a module with other names.
//!
//! ```toml
//! unused = ["c_i"]          # pins that the module does not have
//!
//! [parameters]
//! WIDTH = "34"
//!
//! [inputs]                  # port of the module = expression over the pins
//! operand_a = "a_i"
//! op = "ctl_i[12:10]"
//! rst_n = "!rst"
//! test_mode = "1'b0"
//!
//! [outputs]                 # pin = expression over the outputs of the module
//! d_o = "{high, low}"
//! ```

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::Range;

use miette::{Diagnostic, LabeledSpan, SourceCode};
use serde::Deserialize;
use toml::Spanned;
use vidalu_model::Text;

/// How the pins of a unit or block connect to the ports of a module. A port that is not named here
/// connects to the pin of its name.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PortMap {
    /// The input pins that the module does not have.
    pub(super) unused: Vec<Spanned<String>>,
    /// The values of parameters of the module.
    pub(super) parameters: BTreeMap<String, String>,
    /// An expression over the input pins, for each input of the module.
    pub(super) inputs: BTreeMap<String, Spanned<String>>,
    /// An expression over the outputs of the module, for each output pin.
    pub(super) outputs: BTreeMap<String, Spanned<String>>,
    /// The file, for messages.
    #[serde(skip)]
    source: (String, String),
}

impl PortMap {
    /// Reads a map. `name` is the name of the file, for messages.
    ///
    /// # Errors
    /// If the text is not TOML, has an unknown key, or an expression is not one of Verilog.
    pub fn from_toml(name: &str, text: &str) -> Result<Self, Box<MapError>> {
        let source = (name.to_owned(), text.to_owned());
        let error = |message: String, span, help: &str| {
            let text = Text::new(&source.0, source.1.clone());
            Box::new(MapError { message, span, help: help.to_owned(), text })
        };
        let map: Self = toml::from_str(text).map_err(|problem| {
            let help = "a map has unused, [parameters], [inputs] and [outputs]; docs/own-hardware.md has an example";
            error(problem.message().to_owned(), problem.span(), help)
        })?;
        for value in map.inputs.values().chain(map.outputs.values()) {
            if value.get_ref().contains(['`', ';', '"', '\n']) || value.get_ref().trim().is_empty() {
                let message = format!("{:?} is not an expression of Verilog", value.get_ref());
                return Err(error(message, Some(value.span()), "write for instance \"{b_i, a_i}\" or \"!rst\""));
            }
        }
        Ok(Self { source, ..map })
    }

    /// Returns whether the map changes nothing.
    pub(super) fn is_empty(&self) -> bool {
        self.unused.is_empty() && self.parameters.is_empty() && self.inputs.is_empty() && self.outputs.is_empty()
    }

    /// Returns whether an input pin is used in an expression, or unused.
    pub(super) fn uses(&self, pin: &str) -> bool {
        let mut expressions = self.inputs.values();
        self.unused.iter().any(|unused| unused.get_ref() == pin)
            || expressions.any(|expression| names(expression.get_ref()).iter().any(|(_, name)| *name == pin))
    }

    /// Returns the error of a value in the map.
    pub(super) fn error(&self, value: &Spanned<String>, message: String, help: String) -> Box<MapError> {
        let text = Text::new(&self.source.0, self.source.1.clone());
        Box::new(MapError { message, help, span: Some(value.span()), text })
    }
}

/// A map that is refused: the message, the remedy, and the place in the file.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message}")]
pub struct MapError {
    message: String,
    help: String,
    span: Option<Range<usize>>,
    text: Text,
}

impl Diagnostic for MapError {
    fn help(&self) -> Option<Box<dyn Display + '_>> {
        Some(Box::new(&self.help))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.text)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let span = self.span.clone()?;
        Some(Box::new(std::iter::once(LabeledSpan::new_with_span(None, span))))
    }
}

/// Returns the names in an expression of Verilog, with the places at which they stand.
pub(super) fn names(expression: &str) -> Vec<(Range<usize>, &str)> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    let mut names = Vec::new();
    let mut at = 0;
    while let Some(c) = expression[at..].chars().next() {
        let rest = &expression[at..];
        // A number: digits, or a base and digits after an apostrophe.
        let skip_quote = usize::from(c == '\'');
        let length = skip_quote + rest[skip_quote..].find(|c: char| !is_part(c)).unwrap_or(rest.len() - skip_quote);
        if c.is_ascii_alphabetic() || c == '_' {
            names.push((at..at + length, &rest[..length]));
        }
        at += length.max(c.len_utf8());
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_from_numbers() {
        let found: Vec<_> = names("{b_i[31:0], 3'd0, 'hff, ~x1 == 2'b1z}").into_iter().map(|(_, name)| name).collect();
        assert_eq!(found, ["b_i", "x1"]);
    }

    #[test]
    fn an_error_names_the_place() {
        let text = "[inputs]\nop = \"ctl_i; x\"\n";
        let error = *PortMap::from_toml("ports.toml", text).unwrap_err();
        assert_eq!(error.to_string(), "\"ctl_i; x\" is not an expression of Verilog");
        assert_eq!(&text[error.span.unwrap()], "\"ctl_i; x\"");
        let error = PortMap::from_toml("ports.toml", "[input]\n").unwrap_err();
        assert!(error.to_string().contains("unknown field `input`"), "{error}");
        // A report cannot draw a caret far to the right, and shows a part of the line instead.
        let text = format!("inputs = {{ op = {}\"a;b\" }}\n", " ".repeat(70_000));
        let error = *PortMap::from_toml("ports.toml", &text).unwrap_err();
        let (span, mut shown) = (error.span.clone().unwrap(), String::new());
        let report = miette::GraphicalReportHandler::new_themed(miette::GraphicalTheme::none());
        report.render_report(&mut shown, &error).unwrap();
        assert!(span.start > 65_535 && shown.contains("\"a;b\"") && shown.len() < 2000, "{shown}");
    }
}
