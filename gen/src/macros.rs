//! The fields of the control word as macros, in Verilog and in C.

use itertools::Itertools;
use vidalu_model::control::{FORMATS, Field, Format, UNIT, WIDTH};

use crate::Config;

/// A language with macros.
#[derive(Clone, Copy)]
enum Dialect {
    Verilog,
    C,
}

impl Dialect {
    fn define(self, name: &str, value: impl std::fmt::Display) -> String {
        match self {
            Self::Verilog => format!("`define {name} {value}"),
            Self::C => format!("#define {name} {value}"),
        }
    }

    /// Returns a code of a field as a constant.
    fn code(self, field: &Field, code: u64) -> String {
        match self {
            Self::Verilog => format!("{}'d{code}", field.width),
            Self::C => format!("{code}u"),
        }
    }

    fn comment(self, text: &str) -> String {
        match self {
            Self::Verilog => format!("// {text}"),
            Self::C => format!("/* {text} */"),
        }
    }

    /// Returns the position, the width and the codes of a field, a macro each.
    fn field(self, stem: &str, group: &str, field: &Field) -> String {
        let stem = format!("{stem}{}_{}", group.to_uppercase(), field.name.to_uppercase());
        let place = [("LSB", field.lo), ("WIDTH", field.width)];
        let place = place.map(|(name, value)| self.define(&format!("{stem}_{name}"), value));
        let code = |(name, code): &(&str, u64)| {
            self.define(&format!("{stem}_{}", name.to_uppercase()), self.code(field, *code))
        };
        place.into_iter().chain(field.codes.iter().map(code)).join("\n")
    }

    fn format(self, stem: &str, format: &Format) -> String {
        let (unit, width) = (format.unit.name(), format.width());
        let head = self.comment(&format!("Unit {unit}: {width} bits."));
        let width = self.define(&format!("{stem}{}_CTL_WIDTH", unit.to_uppercase()), width);
        let fields = format.fields.iter().map(|field| self.field(stem, unit, field));
        [head, width].into_iter().chain(fields).join("\n")
    }

    /// Returns the macros of these formats. If `has_unit`, the control word has the field that says
    /// which unit's fields stand below it.
    fn formats<'a>(self, stem: &str, has_unit: bool, formats: impl Iterator<Item = &'a Format>) -> String {
        let whole = || [self.define(&format!("{stem}CTL_WIDTH"), WIDTH), self.field(stem, "ctl", &UNIT)].join("\n");
        let unit = has_unit.then(whole);
        unit.into_iter().chain(formats.map(|format| self.format(stem, format))).join("\n\n")
    }
}

/// Returns the macros of all control words for Verilog. Their names begin with `stem`.
pub(crate) fn verilog(stem: &str) -> String {
    Dialect::Verilog.formats(stem, true, FORMATS.iter())
}

/// Returns the macros of the control words that a unit with a port `ctl_i` of `width` bits accepts,
/// for C.
pub(crate) fn c(config: &Config, width: u32) -> String {
    let has = |format: &&Format| config.ops.iter().any(|op| op.unit().name() == format.unit.name());
    Dialect::C.formats(&config.macro_stem(), width == WIDTH, FORMATS.iter().filter(has))
}
