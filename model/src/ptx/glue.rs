//! Plain `add` and `sub`: no instructions of vidalu, but the glue between the links of a carry chain.

use super::statement::{Guard, Operand, Register, Statement, StatementError, check_width};
use crate::isa::IntType;

/// A statement that `eval` and `run` accept.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Line {
    /// An instruction of vidalu.
    Vidalu(Statement),
    /// Plain arithmetic between them.
    Glue(GlueStatement),
}

impl Line {
    /// The guard, if there is one.
    pub fn guard(&self) -> Option<&Guard> {
        match self {
            Self::Vidalu(statement) => statement.guard(),
            Self::Glue(glue) => glue.guard(),
        }
    }

    /// The register that is written.
    pub fn d(&self) -> &Register {
        match self {
            Self::Vidalu(statement) => statement.d(),
            Self::Glue(glue) => glue.d(),
        }
    }
}

/// An operation of the glue. It neither reads nor writes CC.CF.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GlueOp {
    /// `add`: a + b, wrapping.
    Add,
    /// `sub`: a - b, wrapping.
    Sub,
}

impl GlueOp {
    /// The PTX opcode.
    pub fn name(self) -> &'static str {
        match self {
            Self::Add => "add",
            Self::Sub => "sub",
        }
    }
}

/// A plain `add` or `sub` of 32 or 64 bits with its operands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GlueStatement {
    guard: Option<Guard>,
    op: GlueOp,
    ty: IntType,
    d: Register,
    a: Operand,
    b: Operand,
}

impl GlueStatement {
    /// A statement of these parts.
    ///
    /// # Errors
    /// If a register has another width than the type, or a constant does not fit it.
    pub fn new(
        guard: Option<Guard>,
        op: GlueOp,
        ty: IntType,
        d: Register,
        a: Operand,
        b: Operand,
    ) -> Result<Self, StatementError> {
        let width = ty.width();
        if d.width() != width {
            return Err(StatementError::Width { operand: 'd', width: d.width(), expected: width });
        }
        check_width('a', Some(&a), width)?;
        check_width('b', Some(&b), width)?;
        Ok(Self { guard, op, ty, d, a, b })
    }

    /// The guard, if there is one.
    pub fn guard(&self) -> Option<&Guard> {
        self.guard.as_ref()
    }

    /// The operation.
    pub fn op(&self) -> GlueOp {
        self.op
    }

    /// The type of all operands; its sign does not matter.
    pub fn ty(&self) -> IntType {
        self.ty
    }

    /// The register that is written.
    pub fn d(&self) -> &Register {
        &self.d
    }

    /// The first source operand.
    pub fn a(&self) -> &Operand {
        &self.a
    }

    /// The second source operand.
    pub fn b(&self) -> &Operand {
        &self.b
    }
}
