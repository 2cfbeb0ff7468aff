//! Which registers exist and how wide they are.

use super::declare;
use super::diagnostic::Diagnostic;
use super::lexer::Lexer;
use super::statement::is_register_name;
use std::collections::HashMap;

/// What a register declaration says, as far as it matters to vidalu.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RegisterKind {
    /// 32 bits: `.b32 .u32 .s32`.
    Bits32,
    /// 64 bits: `.b64 .u64 .s64`.
    Bits64,
    /// `.pred`.
    Predicate,
    /// A type that no operand of vidalu's instructions has; its PTX spelling with the dot.
    Other(&'static str),
}

impl RegisterKind {
    /// Width in bits as an integer operand: 32 or 64; `None` for the other kinds.
    pub fn width(self) -> Option<u32> {
        match self {
            Self::Bits32 => Some(32),
            Self::Bits64 => Some(64),
            Self::Predicate | Self::Other(_) => None,
        }
    }

    /// How a message names it.
    pub(super) fn describe(self) -> String {
        match self {
            Self::Bits32 => "a 32-bit register".to_owned(),
            Self::Bits64 => "a 64-bit register".to_owned(),
            Self::Predicate => "a predicate".to_owned(),
            Self::Other(ty) => format!("a {ty} register"),
        }
    }
}

/// The registers of a program: those declared and, in an inferring scope, those met so far.
///
/// One scope serves a whole program, statement after statement.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    names: HashMap<Box<str>, RegisterKind>,
    /// `.reg .b32 r<10>` is kept as it is written: its count may be a thousand million.
    families: Vec<Family>,
    infer: bool,
    /// Names inferred by the statement that is being read: forgotten if it is refused.
    tentative: Vec<Box<str>>,
}

#[derive(Clone, Debug)]
struct Family {
    prefix: Box<str>,
    count: u64,
    kind: RegisterKind,
}

impl Scope {
    /// The declarations of the conformance data, which `check --lines` assumes.
    pub const DEFAULT_DECLS: &'static str = ".reg .b32 r<10>; .b64 rd<10>; .b16 rs<10>; .f32 f<10>; .f64 fd<10>; \
         .u32 u<10>; .s32 s<10>; .s64 x<10>; .pred p<10>";

    /// A scope in which a register has the width of its first use, until the text declares registers itself:
    /// from its first `.reg` on, a new name must be declared.
    pub fn inferring() -> Self {
        Self { infer: true, ..Self::default() }
    }

    /// A scope of these declarations: `.reg .b32 r<10>, a; .pred p`. `.reg` need not be repeated, the last
    /// `;` may be left out. Any other name is undeclared.
    ///
    /// # Errors
    /// If the text is not that, or a name is declared twice.
    pub fn from_decls(declarations: &str) -> Result<Self, Diagnostic> {
        let mut scope = Self::default();
        declare::all(&mut Lexer::new(declarations), &mut scope)?;
        Ok(scope)
    }

    /// The scope of [`Scope::DEFAULT_DECLS`].
    pub fn conformance() -> Self {
        Self::from_decls(Self::DEFAULT_DECLS).expect("the default declarations are well-formed")
    }

    /// What is known of the register `name`: its declaration, or the kind that its first use gave it.
    pub fn kind(&self, name: &str) -> Option<RegisterKind> {
        self.names.get(name).copied().or_else(|| {
            splits(name).find_map(|(prefix, number)| {
                let family = self.families.iter().find(|family| *family.prefix == *prefix)?;
                (number < family.count).then_some(family.kind)
            })
        })
    }

    /// Declares a register.
    ///
    /// # Errors
    /// [`Redeclared`] if the name is taken by another declaration, [`Misnamed`] if no register can have it.
    ///
    /// [`Redeclared`]: DeclareError::Redeclared
    /// [`Misnamed`]: DeclareError::Misnamed
    pub fn declare(&mut self, name: &str, kind: RegisterKind) -> Result<(), DeclareError> {
        if !is_register_name(name) {
            return Err(DeclareError::Misnamed(name.into()));
        }
        if self.kind(name).is_some() {
            return Err(DeclareError::Redeclared(name.into()));
        }
        self.names.insert(name.into(), kind);
        Ok(())
    }

    /// Declares `count` registers, `prefix` followed by 0, 1, … count-1.
    ///
    /// # Errors
    /// As [`Scope::declare`], if any of the names is taken or impossible.
    pub fn declare_family(&mut self, prefix: &str, count: u64, kind: RegisterKind) -> Result<(), DeclareError> {
        let first = format!("{prefix}0");
        if !is_register_name(&first) {
            return Err(DeclareError::Misnamed(prefix.into()));
        }
        let taken = self.names.keys().find(|name| in_family(name, prefix, count)).cloned();
        let shared = |family: &Family| {
            (in_family(&first, &family.prefix, family.count) && count > 0).then(|| Box::from(first.as_str())).or_else(
                || {
                    let other = format!("{}0", family.prefix);
                    (family.count > 0 && in_family(&other, prefix, count)).then(|| other.into())
                },
            )
        };
        if let Some(name) = taken.or_else(|| self.families.iter().find_map(shared)) {
            return Err(DeclareError::Redeclared(name));
        }
        self.families.push(Family { prefix: prefix.into(), count, kind });
        Ok(())
    }

    /// What `name` is where a register of kind `wanted` stands; an inferring scope remembers it.
    pub(super) fn meet(&mut self, name: &str, wanted: RegisterKind) -> Option<RegisterKind> {
        let known = self.kind(name);
        if known.is_none() && self.infer {
            self.names.insert(name.into(), wanted);
            self.tentative.push(name.into());
            return Some(wanted);
        }
        known
    }

    /// The text declares its registers: nothing is inferred from here on.
    pub(super) fn declared_by_text(&mut self) {
        self.infer = false;
    }

    /// The statement was accepted: what it taught stays.
    pub(super) fn keep(&mut self) {
        self.tentative.clear();
    }

    /// The statement was refused: what it taught is forgotten.
    pub(super) fn forget(&mut self) {
        for name in self.tentative.drain(..) {
            self.names.remove(&name);
        }
    }
}

/// Why a register cannot be declared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeclareError {
    /// The name is taken.
    #[error("register `{0}` is declared twice")]
    Redeclared(Box<str>),
    /// No register can have the name.
    #[error("`{0}` is no name for a register")]
    Misnamed(Box<str>),
}

/// All ways to read `name` as a prefix and a number without leading zeros.
fn splits(name: &str) -> impl Iterator<Item = (&str, u64)> {
    let letters = name.trim_end_matches(|last: char| last.is_ascii_digit()).len();
    (letters..name.len()).filter_map(move |at| {
        let (prefix, number) = name.split_at(at);
        let plain = number == "0" || !number.starts_with('0');
        Some((prefix, number.parse().ok()?)).filter(|_| plain && !prefix.is_empty())
    })
}

fn in_family(name: &str, prefix: &str, count: u64) -> bool {
    splits(name).any(|(candidate, number)| candidate == prefix && number < count)
}
