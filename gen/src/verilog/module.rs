//! Modules and their ports.

use std::fmt;

use super::VerilogError;
use crate::Language;
use crate::name::check_name;

/// The direction of a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Driven from outside.
    Input,
    /// Driven by the module.
    Output,
}

impl Direction {
    /// Returns the Verilog keyword.
    pub fn name(self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::Output => "output",
        }
    }
}

/// A port of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port {
    /// The name, with the suffix `_i`, `_ni` (active low) or `_o`.
    pub name: String,
    /// The direction.
    pub direction: Direction,
    /// The width in bits.
    pub width: u32,
    /// Whether it carries a signed number, in two's complement.
    pub signed: bool,
    /// One line of explanation.
    pub doc: String,
}

impl Port {
    /// An unsigned input.
    pub fn input(name: impl Into<String>, width: u32, doc: impl Into<String>) -> Self {
        Self { name: name.into(), direction: Direction::Input, width, signed: false, doc: doc.into() }
    }

    /// An unsigned output.
    pub fn output(name: impl Into<String>, width: u32, doc: impl Into<String>) -> Self {
        Self { name: name.into(), direction: Direction::Output, width, signed: false, doc: doc.into() }
    }

    /// Makes the port signed.
    pub fn signed(self) -> Self {
        Self { signed: true, ..self }
    }

    /// Returns `signed` or `unsigned`.
    pub fn sign(&self) -> &'static str {
        if self.signed { "signed" } else { "unsigned" }
    }

    /// Returns the type in a declaration: `signed [32:0]`, `[2:0]`, or nothing for a single
    /// unsigned bit.
    pub(crate) fn range(&self) -> String {
        range(self.width, self.signed)
    }
}

/// Returns `signed [hi:0]` of a declaration.
pub(super) fn range(width: u32, signed: bool) -> String {
    let bits = if width == 1 { String::new() } else { format!("[{}:0]", width - 1) };
    match (signed, bits.is_empty()) {
        (true, true) => "signed".to_owned(),
        (true, false) => format!("signed {bits}"),
        (false, _) => bits,
    }
}

/// The interface of a module: its name, ports and language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module {
    /// The name, with the prefix of the configuration.
    pub name: String,
    /// One line of explanation.
    pub doc: String,
    /// The ports, in their order in the text: clock, reset, inputs, outputs.
    pub ports: Vec<Port>,
    /// The language of its text.
    pub language: Language,
}

impl Module {
    /// Makes a module with these ports.
    ///
    /// # Errors
    /// Fails if a name may not be used, a port has no bits, or two ports have the same name.
    pub fn new(name: impl Into<String>, doc: impl Into<String>, ports: Vec<Port>) -> Result<Self, VerilogError> {
        let module = Self { name: name.into(), doc: doc.into(), ports, language: Language::Verilog };
        check_name(&module.name)?;
        for (index, port) in module.ports.iter().enumerate() {
            check_name(&port.name)?;
            let of = || (module.name.clone(), port.name.clone());
            if port.width == 0 {
                let (module, port) = of();
                return Err(VerilogError::NoWidth { module, port });
            }
            if module.ports[..index].iter().any(|other| other.name == port.name) {
                let (module, port) = of();
                return Err(VerilogError::DuplicatePort { module, port });
            }
        }
        Ok(module)
    }

    /// Sets the language of the text.
    pub fn in_language(self, language: Language) -> Self {
        Self { language, ..self }
    }

    /// Returns the width of a port in bits, or 0 if the module has no such port.
    pub fn width(&self, port: &str) -> u32 {
        self.port(port).map_or(0, |port| port.width)
    }

    /// Returns the port with this name.
    pub fn port(&self, name: &str) -> Option<&Port> {
        self.ports.iter().find(|port| port.name == name)
    }
}

/// The head of the module: from `module` to the end of the port list, with an explanation of every
/// port.
impl fmt::Display for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ranges: Vec<_> = self.ports.iter().map(Port::range).collect();
        let range_width = ranges.iter().map(String::len).max().unwrap_or(0);
        let name_width = self.ports.iter().map(|port| port.name.len()).max().unwrap_or(0) + 1;
        // Without `wire`, a port in SystemVerilog would be a variable.
        let net = match self.language {
            Language::Verilog => "wire",
            Language::SystemVerilog => "wire logic",
        };
        writeln!(f, "module {} (", self.name)?;
        for (index, (port, range)) in self.ports.iter().zip(&ranges).enumerate() {
            let comma = if index + 1 == self.ports.len() { "" } else { "," };
            let name = format!("{}{comma}", port.name);
            writeln!(
                f,
                "  {:<6} {net} {range:range_width$} {name:name_width$}  // {}",
                port.direction.name(),
                port.doc
            )?;
        }
        write!(f, ");")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::name::NameError;

    #[test]
    fn two_ports_of_one_name_are_an_error() {
        let ports = vec![Port::input("a_i", 8, "a"), Port::output("a_i", 8, "a again")];
        let error = Module::new("m", "doc", ports).unwrap_err();
        assert_eq!(error, VerilogError::DuplicatePort { module: "m".into(), port: "a_i".into() });
    }

    #[test]
    fn a_port_without_bits_is_an_error() {
        let error = Module::new("m", "doc", vec![Port::input("a_i", 0, "a")]).unwrap_err();
        assert_eq!(error, VerilogError::NoWidth { module: "m".into(), port: "a_i".into() });
    }

    #[test]
    fn a_keyword_is_no_name() {
        let error = Module::new("select", "doc", vec![]).unwrap_err();
        assert_eq!(error, VerilogError::Name(NameError::Keyword { name: "select".into(), language: "VHDL" }));
    }

    #[test]
    fn the_head_has_aligned_columns() {
        let ports = vec![Port::input("go_i", 1, "start"), Port::output("sum_o", 34, "the sum").signed()];
        let text = Module::new("adder", "doc", ports).unwrap().to_string();
        assert_eq!(
            text,
            "module adder (\n  input  wire               go_i,   // start\n  \
             output wire signed [33:0] sum_o   // the sum\n);"
        );
    }
}
