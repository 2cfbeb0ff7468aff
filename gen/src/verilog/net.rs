//! Nets and the expressions that may be connected to a port.

use std::fmt;

use itertools::Itertools;

use super::module::range;

/// A named net inside a module. It is displayed as the declaration of a wire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Net {
    /// The name.
    pub name: String,
    /// The width in bits.
    pub width: u32,
    /// Whether it carries a signed number.
    pub signed: bool,
}

impl Net {
    /// An unsigned net.
    pub fn new(name: impl Into<String>, width: u32) -> Self {
        Self { name: name.into(), width, signed: false }
    }

    /// A signed net.
    pub fn signed(name: impl Into<String>, width: u32) -> Self {
        Self { name: name.into(), width, signed: true }
    }

    /// Returns the bits `hi..=lo`, which are unsigned, as in every part-select.
    ///
    /// # Panics
    /// Panics if the bits are not in the net, which is a mistake in the generator.
    pub fn slice(&self, hi: u32, lo: u32) -> Expr {
        assert!(lo <= hi && hi < self.width, "{}[{hi}:{lo}] is outside its {} bits", self.name, self.width);
        let text = if hi == lo { format!("{}[{lo}]", self.name) } else { format!("{}[{hi}:{lo}]", self.name) };
        Expr { text, width: hi - lo + 1, signed: false, drivable: true }
    }

    /// Returns the type in a declaration.
    pub fn range(&self) -> String {
        range(self.width, self.signed)
    }
}

impl fmt::Display for Net {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let range = self.range();
        let space = if range.is_empty() { "" } else { " " };
        write!(f, "wire {range}{space}{};", self.name)
    }
}

/// An expression that can be connected to a port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// The Verilog text.
    pub(super) text: String,
    /// The width in bits.
    pub(super) width: u32,
    /// Whether Verilog takes it as signed.
    pub(super) signed: bool,
    /// Whether an output can drive it.
    pub(super) drivable: bool,
}

impl Expr {
    /// Makes a constant of `width` bits.
    ///
    /// # Panics
    /// Panics if `value` does not fit, which is a mistake in the generator.
    pub fn constant(width: u32, value: u64) -> Self {
        assert!(width >= 64 || value >> width == 0, "{value} does not fit {width} bits");
        Self { text: format!("{width}'d{value}"), width, signed: false, drivable: false }
    }

    /// Extends a signed number by `extra` copies of its highest bit.
    pub fn sign_extend(net: &Net, extra: u32) -> Self {
        let sign = net.slice(net.width - 1, net.width - 1);
        Self::join(sign.repeated(extra), net)
    }

    /// Concatenates `count` copies of the expression; there is at least one.
    pub fn repeated(self, count: u32) -> Self {
        let text = if count == 1 { self.text } else { format!("{{{count}{{{}}}}}", self.text) };
        Self { text, width: count * self.width, signed: false, drivable: false }
    }

    /// Concatenates `high` and `low`.
    pub fn join(high: impl Into<Self>, low: impl Into<Self>) -> Self {
        let (high, low) = (high.into(), low.into());
        let text = format!("{{{}, {}}}", high.text, low.text);
        Self { text, width: high.width + low.width, signed: false, drivable: high.drivable && low.drivable }
    }

    /// Concatenates parts, the highest first.
    pub fn concatenation(parts: impl IntoIterator<Item = Self>) -> Self {
        let parts: Vec<_> = parts.into_iter().collect();
        Self {
            text: format!("{{{}}}", parts.iter().join(", ")),
            width: parts.iter().map(|part| part.width).sum(),
            signed: false,
            drivable: parts.iter().all(|part| part.drivable),
        }
    }

    /// Reads the bits as a signed number.
    pub fn as_signed(self) -> Self {
        Self { text: format!("$signed({})", self.text), signed: true, drivable: false, ..self }
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl From<&Net> for Expr {
    fn from(net: &Net) -> Self {
        Self { text: net.name.clone(), width: net.width, signed: net.signed, drivable: true }
    }
}
