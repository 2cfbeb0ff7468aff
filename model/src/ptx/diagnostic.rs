//! Errors and warnings about a place in a PTX text.

use std::fmt::Display;
use std::ops::Range;

use miette::LabeledSpan;

use super::lexer::Span;
use crate::Fault;

/// An error or a warning about a place in a PTX text. All its text is ASCII.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Diagnostic {
    /// Error or warning, and its class.
    pub kind: DiagnosticKind,
    /// One line: what is wrong and, if the list is short, what would be right.
    pub message: String,
    /// The bytes of the given text that it is about; empty where something is missing. Both ends
    /// are character boundaries.
    pub span: Range<usize>,
    /// How to repair it, or the syntax of the instruction.
    pub help: Option<String>,
}

/// The class of a [`Diagnostic`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DiagnosticKind {
    /// An error: neither vidalu nor NVIDIA's assembler accepts the line.
    Illegal,
    /// An error: PTX, or undocumented PTX, that vidalu leaves out.
    OutOfScope(OutOfScope),
    /// A warning: NVIDIA's assembler accepts it, but the manual's grammar does not have it.
    NotInManual,
}

/// A part of PTX that vidalu leaves out on purpose (docs/semantics.md, "What is legal").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum OutOfScope {
    /// Integer or floating-point arithmetic without CC.CF: `add`, `sub`, `mad` without `.cc`,
    /// `mul.wide`.
    Plain,
    /// 16-bit types of `addc subc madc mul`.
    SixteenBit,
    /// `.sat` on `addc subc madc.hi`.
    Saturate,
    /// `mad24`.
    Mad24,
    /// `WARP_SZ` as an operand.
    WarpSz,
    /// A register plus a constant as an operand.
    Offset,
}

impl miette::Diagnostic for Diagnostic {
    fn help<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn Display>)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(std::iter::once(LabeledSpan::underline(self.span.clone()))))
    }
}

impl Diagnostic {
    /// Whose fault the finding is: that of the input.
    pub fn fault(&self) -> Fault {
        Fault::Input
    }

    pub(super) fn illegal(span: Span, message: impl Into<String>) -> Self {
        Self { kind: DiagnosticKind::Illegal, message: message.into(), span: span.into(), help: None }
    }

    pub(super) fn out_of_scope(what: OutOfScope, span: Span, message: impl Into<String>) -> Self {
        Self { kind: DiagnosticKind::OutOfScope(what), ..Self::illegal(span, message) }
    }

    /// A warning: ptxas accepts `what`, but the manual does not document it.
    pub(super) fn not_in_manual(span: Span, what: &str) -> Self {
        let message = format!("accepted by ptxas, not in the manual: {what}");
        Self { kind: DiagnosticKind::NotInManual, ..Self::illegal(span, message) }
    }

    pub(super) fn with_help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }
}
