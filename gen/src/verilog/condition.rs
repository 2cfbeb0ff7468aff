//! Conditions whose value the generator may know.

use std::fmt;

/// When something holds. Its text is an expression of one bit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Condition {
    /// Never: no operation of the unit makes it hold.
    Never,
    /// Always: every operation of the unit makes it hold.
    Always,
    /// Where this expression is 1.
    If(String),
}

impl Condition {
    /// Returns the condition that this one and the net `other` both hold.
    pub(crate) fn and(self, other: &str) -> Self {
        match self {
            Self::Never => Self::Never,
            Self::Always => Self::If(other.to_owned()),
            Self::If(own) => Self::If(format!("{own} && {other}")),
        }
    }

    /// Returns the condition that this one or `other` holds.
    pub(crate) fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Never, other) => other,
            (own, Self::Never) => own,
            (Self::Always, _) | (_, Self::Always) => Self::Always,
            (Self::If(own), Self::If(other)) => {
                let inner = |text: String| if text.contains(" && ") { format!("({text})") } else { text };
                Self::If(format!("{} || {}", inner(own), inner(other)))
            }
        }
    }

    /// Returns whether an operation of the unit makes the condition hold.
    pub(crate) fn is_possible(&self) -> bool {
        *self != Self::Never
    }

    /// Returns whether the hardware decides it, so that its net is not constant.
    pub(crate) fn varies(&self) -> bool {
        matches!(self, Self::If(_))
    }

    /// Returns the expression, unless the generator knows the answer.
    pub(crate) fn expression(self) -> Option<String> {
        match self {
            Self::Never | Self::Always => None,
            Self::If(own) => Some(own),
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Never => "1'b0",
            Self::Always => "1'b1",
            Self::If(own) => own,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_condition_leaves_no_expression() {
        assert_eq!(Condition::Never.and("less"), Condition::Never);
        assert_eq!(Condition::Always.and("less").to_string(), "less");
        assert_eq!(Condition::If("(op == OpSub)".to_owned()).and("less").to_string(), "(op == OpSub) && less");
        assert_eq!(Condition::Always.expression(), None);
        assert_eq!(Condition::Never.or(Condition::Always), Condition::Always);
        assert_eq!(Condition::If("subtract".to_owned()).or(Condition::Never).to_string(), "subtract");
        let either = Condition::If("a".to_owned()).or(Condition::If("b && c".to_owned()));
        assert_eq!(either.to_string(), "a || (b && c)");
    }
}
