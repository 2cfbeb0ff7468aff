//! Declarations of nets and registers.

use std::fmt;

use super::Net;
use crate::Language;

/// The kind of a declared name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Storage {
    /// A wire.
    Wire,
    /// A variable that a process assigns.
    Register(Language),
}

impl Storage {
    /// Returns the keyword of the declaration.
    pub(crate) fn keyword(self) -> &'static str {
        match self {
            Self::Wire => "wire",
            Self::Register(Language::Verilog) => "reg",
            Self::Register(Language::SystemVerilog) => "logic",
        }
    }
}

/// A declaration of one net, which ends with a semicolon. A value and a comment are optional.
#[derive(Clone, Debug)]
pub(crate) struct Declaration {
    storage: Storage,
    net: Net,
    value: Option<String>,
    doc: Option<&'static str>,
}

impl Declaration {
    /// Declares a wire with this value.
    pub(crate) fn wire(net: Net, value: impl fmt::Display) -> Self {
        Self { storage: Storage::Wire, net, value: Some(value.to_string()), doc: None }
    }

    /// Declares a register.
    pub(crate) fn register(net: Net, language: Language) -> Self {
        Self { storage: Storage::Register(language), net, value: None, doc: None }
    }

    /// Adds a comment at the end of the line.
    pub(crate) fn with_doc(self, doc: &'static str) -> Self {
        Self { doc: Some(doc), ..self }
    }

    /// Returns the text, with columns of at least these widths for the range, the name, and the
    /// value with its semicolon.
    fn text(&self, [range, name, value]: [usize; 3]) -> String {
        let mut text = self.storage.keyword().to_owned();
        if range > 0 {
            text += &format!(" {:range$}", self.net.range());
        }
        match (&self.value, self.doc) {
            (None, None) => text += &format!(" {};", self.net.name),
            (None, Some(doc)) => text += &format!(" {:name$}  // {doc}", format!("{};", self.net.name)),
            (Some(own), None) => text += &format!(" {:name$} = {own};", self.net.name),
            (Some(own), Some(doc)) => {
                text += &format!(" {:name$} = {:value$}  // {doc}", self.net.name, format!("{own};"));
            }
        }
        text
    }
}

impl fmt::Display for Declaration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text([self.net.range().len(), 0, 0]))
    }
}

/// Returns the texts of declarations, one per line, with names, values and comments in columns.
pub(crate) fn aligned(declarations: &[Declaration]) -> Vec<String> {
    let widest = |width: &dyn Fn(&Declaration) -> usize| declarations.iter().map(width).max().unwrap_or(0);
    let columns = [
        widest(&|declaration| declaration.net.range().len()),
        widest(&|declaration| declaration.net.name.len()),
        widest(&|declaration| declaration.value.as_ref().map_or(0, |value| value.len() + 1)),
    ];
    declarations.iter().map(|declaration| declaration.text(columns)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_declaration_stands_alone() {
        let register = Declaration::register(Net::new("cf_q", 2), Language::Verilog);
        assert_eq!(register.to_string(), "reg [1:0] cf_q;");
        assert_eq!(Declaration::wire(Net::new("flag", 1), "cf_q").to_string(), "wire flag = cf_q;");
    }

    #[test]
    fn declarations_are_aligned() {
        let declarations = [
            Declaration::wire(Net::new("op", 2), "ctl_i[3:2]").with_doc("operation"),
            Declaration::wire(Net::new("wide", 1), "ctl_i[1]").with_doc("64 bits"),
        ];
        let lines = ["wire [1:0] op   = ctl_i[3:2];  // operation", "wire       wide = ctl_i[1];    // 64 bits"];
        assert_eq!(aligned(&declarations), lines);
    }
}
