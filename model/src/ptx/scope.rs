//! Which registers exist and how wide they are.

use super::statement::{Register, is_register_name};
use crate::Fault;
use crate::isa::Platform;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

/// The type of a declared register, as far as it matters to vidalu.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RegisterKind {
    /// 32 bits without a meaning as a number: `.b32`.
    Bits32,
    /// A number of 32 bits, `.u32` or `.s32`; its PTX spelling with the dot. Packed instructions do
    /// not take it, all others treat it as 32 bits.
    Number32(&'static str),
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
            Self::Bits32 | Self::Number32(_) => Some(32),
            Self::Bits64 => Some(64),
            Self::Predicate | Self::Other(_) => None,
        }
    }

    /// Returns whether a register of this kind can stand where one of kind `wanted` is needed.
    pub(super) fn serves(self, wanted: Self) -> bool {
        self == wanted || self.width().is_some() && self.width() == wanted.width()
    }

    /// How a message names it.
    pub(super) fn describe(self) -> String {
        match self {
            Self::Bits32 | Self::Number32(_) => "a 32-bit register".to_owned(),
            Self::Bits64 => "a 64-bit register".to_owned(),
            Self::Predicate => "a predicate".to_owned(),
            Self::Other(ty) => format!("a {ty} register"),
        }
    }
}

/// The registers of a program: the declared ones and, in an inferring scope, the ones used so far.
///
/// One scope serves a whole program, statement after statement.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// The innermost block, whose declarations hide those outside.
    block: Block,
    /// The blocks around it, the outermost first.
    outer: Vec<Block>,
    /// How many blocks have begun.
    blocks: u32,
    infer: bool,
    inferred: HashMap<Box<str>, RegisterKind>,
    /// Predicates have names of their own where nothing is declared: the manual's examples use `p`
    /// for both.
    inferred_predicates: HashSet<Box<str>>,
    /// Registers that the current statement used first; dropped if the statement is refused.
    tentative: Vec<(Box<str>, RegisterKind)>,
    platform: Platform,
}

/// The declarations of one block, `{ }`, or those outside of all blocks.
#[derive(Clone, Debug, Default)]
struct Block {
    /// 0 outside of all blocks; no two blocks of a text have the same.
    number: u32,
    declared: HashMap<Box<str>, RegisterKind>,
    /// `.reg .b32 r<10>` is kept as it is written: its count may be a thousand million.
    families: Vec<Family>,
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

    /// A scope in which a register has the width of its first use, until the text declares
    /// registers itself: from its first `.reg` on, a new name must be declared.
    pub fn inferring() -> Self {
        Self { infer: true, ..Self::default() }
    }

    /// The scope of [`Scope::DEFAULT_DECLS`].
    pub fn conformance() -> Self {
        Self::from_decls(Self::DEFAULT_DECLS).expect("the default declarations are well-formed")
    }

    /// The version of PTX and the target, as far as they are known.
    pub fn platform(&self) -> Platform {
        self.platform
    }

    /// The scope with this version and target. Those that it leaves open are read from the first
    /// `.version` and `.target` of the text.
    #[must_use]
    pub fn with_platform(self, platform: Platform) -> Self {
        Self { platform, ..self }
    }

    /// Notes an argument of `.version` or `.target`. Unknown ones decide nothing.
    pub(super) fn assembled_for(&mut self, directive: &str, argument: &str) {
        let Platform { version, target } = &mut self.platform;
        match directive {
            ".version" => *version = version.or_else(|| argument.parse().ok()),
            ".target" => *target = target.or_else(|| argument.parse().ok()),
            _ => {}
        }
    }

    /// Returns the kind of the register `name`, from its declaration or from its first use.
    pub fn kind(&self, name: &str) -> Option<RegisterKind> {
        self.declared_kind(name)
            .or_else(|| self.inferred.get(name).copied())
            .or_else(|| self.inferred_predicates.contains(name).then_some(RegisterKind::Predicate))
    }

    /// Returns the visible registers called `name`: one if it is declared. If nothing is declared,
    /// there can be a register and a predicate of this name. Registers of other types, such as
    /// `.f32`, are left out.
    pub fn registers(&self, name: &str) -> impl Iterator<Item = Register> + use<> {
        let declared = self.declared_kind(name);
        let met = [
            self.inferred.get(name).copied(),
            self.inferred_predicates.contains(name).then_some(RegisterKind::Predicate),
        ];
        let kinds = if declared.is_some() { [declared, None] } else { met };
        let (own, block) = (self.own_name(name).into_owned(), self.block_of(name));
        let register = |kind: RegisterKind| {
            let width = if kind == RegisterKind::Predicate { 1 } else { kind.width()? };
            Some(Register::new(&own, width)?.in_block(block))
        };
        kinds.map(|kind| kind.and_then(register)).into_iter().flatten()
    }

    fn declared_kind(&self, name: &str) -> Option<RegisterKind> {
        self.blocks().find_map(|block| block.kind(name))
    }

    /// The blocks, the innermost first.
    fn blocks(&self) -> impl Iterator<Item = &Block> {
        std::iter::once(&self.block).chain(self.outer.iter().rev())
    }

    /// The register's name as it is declared: `r01` is `r1` of `r<10>`.
    pub(super) fn own_name<'n>(&self, name: &'n str) -> Cow<'n, str> {
        let block = self.blocks().find(|block| block.kind(name).is_some());
        let family = block.filter(|block| !block.declared.contains_key(name)).and_then(|block| block.family(name));
        match family.filter(|family| family.is_padded(name)).and_then(|family| Some((family, family.number(name)?))) {
            Some((family, number)) => format!("{}{number}", family.prefix).into(),
            None => name.into(),
        }
    }

    /// The number of the block that declares `name`, as it is seen from here; 0 where it is not
    /// declared.
    pub(super) fn block_of(&self, name: &str) -> u32 {
        self.blocks().find(|block| block.kind(name).is_some()).map_or(0, |block| block.number)
    }

    /// Declares a register.
    ///
    /// # Errors
    /// If no register can have the name, if it is declared already, or if it was used as one of
    /// another kind.
    pub fn declare(&mut self, name: &str, kind: RegisterKind) -> Result<(), DeclareError> {
        if !is_register_name(name) {
            return Err(DeclareError::Misnamed(name.into()));
        }
        if self.block.kind(name).is_some() {
            return Err(DeclareError::Redeclared(name.into()));
        }
        self.agrees_with_uses(|used| used == name, kind)?;
        self.block.declared.insert(name.into(), kind);
        Ok(())
    }

    /// Declares `count` registers, `prefix` followed by 0, 1, … count-1.
    ///
    /// # Errors
    /// As [`Scope::declare`], for any of the names.
    pub fn declare_family(&mut self, prefix: &str, count: u64, kind: RegisterKind) -> Result<(), DeclareError> {
        let family = Family { prefix: prefix.into(), count, kind };
        if !is_register_name(&family.first()) {
            return Err(DeclareError::Misnamed(prefix.into()));
        }
        let single = self.block.declared.keys().find(|name| family.has(name)).cloned();
        if let Some(name) = single.or_else(|| self.block.families.iter().find_map(|other| family.shared(other))) {
            return Err(DeclareError::Redeclared(name));
        }
        self.agrees_with_uses(|used| family.has(used), kind)?;
        self.block.families.push(family);
        Ok(())
    }

    /// Refuses a declaration that contradicts an earlier use of the register.
    fn agrees_with_uses(&self, declares: impl Fn(&str) -> bool, kind: RegisterKind) -> Result<(), DeclareError> {
        match self.inferred.iter().find(|(name, used)| !used.serves(kind) && declares(name)) {
            Some((name, used)) => Err(DeclareError::Used(name.clone(), *used)),
            None => Ok(()),
        }
    }

    /// Returns the kind of `name`, used where a register of kind `wanted` stands. An inferring
    /// scope remembers a new name.
    pub(super) fn meet(&mut self, name: &str, wanted: RegisterKind) -> Option<RegisterKind> {
        let predicate = wanted == RegisterKind::Predicate;
        let known = self.declared_kind(name).or_else(|| match predicate {
            true => self.inferred_predicates.contains(name).then_some(wanted),
            false => self.inferred.get(name).copied(),
        });
        if known.is_some() || !self.infer {
            return known.or_else(|| self.kind(name));
        }
        if predicate {
            self.inferred_predicates.insert(name.into());
        } else {
            self.inferred.insert(name.into(), wanted);
        }
        self.tentative.push((name.into(), wanted));
        Some(wanted)
    }

    /// The text declares its registers: nothing is inferred from here on.
    pub(super) fn declared_by_text(&mut self) {
        self.infer = false;
    }

    /// A block begins.
    pub(super) fn enter(&mut self) {
        self.blocks += 1;
        let block = Block { number: self.blocks, ..Block::default() };
        self.outer.push(std::mem::replace(&mut self.block, block));
    }

    /// Ends the innermost block and drops its registers; `false` if no block is open.
    pub(super) fn leave(&mut self) -> bool {
        self.outer.pop().map(|outer| self.block = outer).is_some()
    }

    /// Ends all blocks.
    pub(super) fn leave_all(&mut self) {
        while self.leave() {}
    }

    /// Whether a block is open.
    pub(super) fn is_in_block(&self) -> bool {
        !self.outer.is_empty()
    }

    /// Keeps the registers that an accepted statement used first.
    pub(super) fn keep(&mut self) {
        self.tentative.clear();
    }

    /// Forgets the registers that a refused statement used first.
    pub(super) fn forget(&mut self) {
        for (name, kind) in self.tentative.drain(..) {
            if kind == RegisterKind::Predicate {
                self.inferred_predicates.remove(&name);
            } else {
                self.inferred.remove(&name);
            }
        }
    }
}

impl Block {
    fn kind(&self, name: &str) -> Option<RegisterKind> {
        self.declared.get(name).copied().or_else(|| Some(self.family(name)?.kind))
    }

    /// The family to which the register belongs.
    fn family(&self, name: &str) -> Option<&Family> {
        let exact = self.families.iter().find(|family| family.has(name));
        exact.or_else(|| self.families.iter().find(|family| family.number(name).is_some()))
    }
}

impl Family {
    fn first(&self) -> String {
        format!("{}0", self.prefix)
    }

    /// Returns whether `name` is one of the declared names.
    fn has(&self, name: &str) -> bool {
        self.number(name).is_some() && !self.is_padded(name)
    }

    /// The number of the register that `name` means: ptxas reads leading zeros as nothing.
    fn number(&self, name: &str) -> Option<u64> {
        let digits = name.strip_prefix(&*self.prefix)?;
        let number = digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse::<u64>().ok())??;
        (number < self.count).then_some(number)
    }

    /// Returns whether the number has leading zeros.
    fn is_padded(&self, name: &str) -> bool {
        let digits = &name[self.prefix.len()..];
        digits.len() > 1 && digits.starts_with('0')
    }

    /// Returns a name that both families have, if any. One prefix must begin with the other; the
    /// first name of the family with the longer prefix then has the lowest number in the other.
    fn shared(&self, other: &Self) -> Option<Box<str>> {
        let (longer, shorter) = if self.prefix.len() >= other.prefix.len() { (self, other) } else { (other, self) };
        let first = longer.first();
        (longer.has(&first) && shorter.has(&first)).then(|| first.into())
    }
}

/// Why a register cannot be declared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, miette::Diagnostic)]
pub enum DeclareError {
    /// The name is taken.
    #[error("register `{0}` is declared twice")]
    Redeclared(Box<str>),
    /// An earlier statement of an inferring scope used the name for a register of another kind.
    #[error("register `{0}` was used as {used} before its declaration", used = .1.describe())]
    Used(Box<str>, RegisterKind),
    /// No register can have the name.
    #[error("`{0}` is not a valid register name")]
    Misnamed(Box<str>),
}

impl DeclareError {
    /// Whose fault the error is: that of the input.
    pub fn fault(&self) -> Fault {
        Fault::Input
    }
}
