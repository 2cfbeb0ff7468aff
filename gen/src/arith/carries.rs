//! The carries of an addition whose carry into bit 0 comes late: it may depend on the sum without
//! it, and costs one level.

use std::fmt;

use super::prefix::{self, Tree};
use super::{identifier, put};
use crate::design::Library;
use crate::verilog::{Expr, Instance, Module, Net, Port, VerilogError};
use crate::{Adder, Choice, Config};

/// Returns the carries of an addition of `width` bits, at least 2, in the configured architecture.
/// Bit i of `carries_o` is the carry into bit i of the sum of `a_i` and `b_i`; the highest bit is
/// the carry out. Each bit of `passed_o` says that a carry into bit 0 gets there. Returns `None`
/// for `+`, which needs no module.
///
/// # Panics
/// If the architecture is not a prefix tree, which [`Config::validate`] refuses.
fn carries(config: &Config, width: u32, library: &mut Library) -> Result<Option<Module>, VerilogError> {
    if config.adder == Adder::Plus {
        return Ok(None);
    }
    let tree = Tree::of(config.adder).expect("a configuration for cells has `+` or a prefix tree");
    let name = format!("carries{width}_{}", identifier(config.adder.name()));
    let doc = format!("carries of an adder of {width} bits, {tree} prefix tree");
    let ports = vec![
        Port::input("a_i", width, "left operand"),
        Port::input("b_i", width, "right operand"),
        Port::output("carries_o", width + 1, "the carry into each bit, and out of the highest"),
        Port::output("passed_o", width + 1, "for each of them: a carry into bit 0 passes to it"),
    ];
    put(config, library, (&name, &doc), ports, |page| prefix::carries(page, width, tree)).map(Some)
}

/// The carries of an addition in the configured architecture, with their declarations.
pub(crate) struct LateCarry {
    /// The carries without a carry into bit 0, and those that it adds.
    declared: [Net; 2],
    /// The instance or the assignments.
    statements: String,
}

impl LateCarry {
    /// Returns the carries of the sum of `a` and `b`, which have `width` bits: the nets `carries`
    /// and `passed` with a bit more. With a carry into bit 0, they are `carries | passed`. For `+`,
    /// `passed` also has bits that `carries` has.
    pub(crate) fn new(
        (config, library): (&Config, &mut Library),
        width: u32,
        [a, b]: [Expr; 2],
    ) -> Result<Self, VerilogError> {
        let declared = ["carries", "passed"].map(|name| Net::new(name, width + 1));
        let statements = match carries(config, width, library)? {
            Some(module) => {
                let instance = Instance::of(&module, "u_carries")
                    .connect("a_i", a)
                    .connect("b_i", b)
                    .connect("carries_o", &declared[0])
                    .connect("passed_o", &declared[1])
                    .finish()?;
                format!("\n  {instance}")
            }
            // A bit of a sum is the exclusive or of the bits of the operands and the carry.
            None => {
                let bits = width + 1;
                format!(
                    "  assign carries = {{1'b0, {a} ^ {b}}} ^\n                   \
                     ({{1'b0, {a}}} + {{1'b0, {b}}});\n  \
                     assign passed  = {{1'b0, {a} ^ {b}}} ^\n                   \
                     ({{1'b0, {a}}} + {{1'b0, {b}}} + {bits}'d1);"
                )
            }
        };
        Ok(Self { declared, statements })
    }
}

impl fmt::Display for LateCarry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [carries, passed] = &self.declared;
        let says = "// Bit i of carries is the carry into bit i. If 1 is added to the sum, that is bit i of\n  \
                    // carries | passed.";
        write!(f, "{says}\n  {carries}\n  {passed}\n{}", self.statements)
    }
}
