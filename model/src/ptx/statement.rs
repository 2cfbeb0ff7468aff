//! A statement: an instruction with its registers and constants.

use std::ops::Range;

use super::lexer::is_word;
use crate::Fault;
use crate::isa::{Instruction, Packed, VmadMode};

/// A register: its name as written, its width, and the block that it belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Register {
    name: Box<str>,
    width: u8,
    block: u32,
}

impl Register {
    /// A register of `width` bits, 32 or 64, or 1 for a predicate, outside of all blocks. `None` if
    /// the name is no PTX identifier, or one that the language gives a meaning of its own (`_`,
    /// `WARP_SZ`, a special register), or for another width.
    pub fn new(name: &str, width: u32) -> Option<Self> {
        let width = match width {
            1 => 1,
            32 => 32,
            64 => 64,
            _ => return None,
        };
        is_register_name(name).then(|| Self { name: name.into(), width, block: 0 })
    }

    /// The register of this name and width that the block `block` declares.
    pub(super) fn in_block(self, block: u32) -> Self {
        Self { block, ..self }
    }

    /// The name, as the program writes it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Width in bits: 32 or 64, or 1 for a predicate.
    pub fn width(&self) -> u32 {
        self.width.into()
    }

    /// Returns whether the register is a predicate. A predicate may have the same name as a
    /// register.
    pub fn is_predicate(&self) -> bool {
        self.width == 1
    }

    /// The number of the block, `{ }`, that declares it; 0 is the program outside of all blocks.
    pub fn block(&self) -> u32 {
        self.block
    }
}

/// A source operand.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// A register.
    Register(Register),
    /// A constant, cut to the operand's width, its sign folded in: `-5` of 32 bits is `0xfffffffb`.
    Constant(u64),
}

impl Operand {
    /// The register, or `None` for a constant.
    pub fn register(&self) -> Option<&Register> {
        match self {
            Self::Register(register) => Some(register),
            Self::Constant(_) => None,
        }
    }

    fn is_register(&self) -> bool {
        self.register().is_some()
    }
}

/// A guard, `@p` or `@!p`: the instruction is executed if the predicate is true, or false.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Guard {
    predicate: Register,
    negated: bool,
}

impl Guard {
    /// A guard; `None` if `name` is not a valid register name.
    pub fn new(predicate: &str, negated: bool) -> Option<Self> {
        Register::new(predicate, 1).map(|predicate| Self { predicate, negated })
    }

    /// The guard by the predicate of the same name that the block `block` declares.
    pub(super) fn in_block(self, block: u32) -> Self {
        Self { predicate: self.predicate.in_block(block), ..self }
    }

    /// The predicate.
    pub fn predicate(&self) -> &Register {
        &self.predicate
    }

    /// Returns whether the instruction is executed if the predicate is false: `@!p`.
    pub fn negated(&self) -> bool {
        self.negated
    }
}

/// One statement of PTX: an instruction of vidalu with its guard, registers and constants.
///
/// `Display` gives the one canonical spelling: types in place, modifiers in the manual's order,
/// constants in hexadecimal, a negated product as `-a` (`-b` where `a` is a constant), the default
/// selectors and the full mask of SIMD instructions left out, no semicolon. [`super::parse`] reads
/// it back to an equal value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Statement {
    guard: Option<Guard>,
    instruction: Instruction,
    packed: Option<Packed>,
    d: Register,
    a: Operand,
    b: Operand,
    c: Option<Operand>,
}

/// Why parts do not make a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, miette::Diagnostic)]
pub enum StatementError {
    /// A register has another width than the instruction.
    #[error("register {operand} has {width} bits; the instruction's operands have {expected}")]
    Width {
        /// Which operand: `d`, `a`, `b` or `c`.
        operand: char,
        /// Width of the register, in bits.
        width: u32,
        /// Width of the instruction's operands, in bits.
        expected: u32,
    },
    /// A constant has bits above the operand's width.
    #[error("constant {operand} has bits above the operand's {width}")]
    Constant {
        /// Which operand: `a`, `b` or `c`.
        operand: char,
        /// Width of the operand, in bits.
        width: u32,
    },
    /// A constant stands where PTX needs a register: with a selector, with a sign, or in a SIMD
    /// instruction.
    #[error("operand {operand} must be a register: {reason}")]
    Register {
        /// Which operand: `a`, `b` or `c`.
        operand: char,
        /// The reason why a register is needed.
        reason: &'static str,
    },
    /// A plain instruction has too many or too few destinations, or discards all of them.
    #[error("the instruction writes at least one and at most {expected} registers")]
    Destinations {
        /// How many it can write.
        expected: usize,
    },
    /// A plain instruction has too many or too few source operands.
    #[error("the instruction reads {expected} operands")]
    Sources {
        /// How many it reads.
        expected: usize,
    },
    /// `c` is given although the instruction does not read it, or missing although it does.
    #[error("the instruction {} a third source operand", if *.reads { "needs" } else { "does not read" })]
    Third {
        /// Whether the instruction reads `c`.
        reads: bool,
    },
}

impl StatementError {
    /// Whose fault the error is: that of the input.
    pub fn fault(&self) -> Fault {
        Fault::Input
    }
}

impl Statement {
    /// A statement of these parts.
    ///
    /// # Errors
    /// If PTX has no way to write it: see [`StatementError`].
    pub fn new(
        guard: Option<Guard>,
        instruction: Instruction,
        d: Register,
        a: Operand,
        b: Operand,
        c: Option<Operand>,
    ) -> Result<Self, StatementError> {
        let width = instruction.width();
        if d.width() != width {
            return Err(StatementError::Width { operand: 'd', width: d.width(), expected: width });
        }
        for (name, operand) in [('a', Some(&a)), ('b', Some(&b)), ('c', c.as_ref())] {
            check_width(name, operand, width)?;
        }
        if c.is_some() != instruction.reads_c() {
            return Err(StatementError::Third { reads: instruction.reads_c() });
        }
        let constant = |operand: Option<&Operand>| operand.is_some_and(|operand| !operand.is_register());
        let demand = |bad: bool, operand: char, reason: &'static str| match bad {
            true => Err(StatementError::Register { operand, reason }),
            false => Ok(()),
        };
        let (no_a, no_b, no_c) = (constant(Some(&a)), constant(Some(&b)), constant(c.as_ref()));
        let (asel, bsel) = match instruction {
            Instruction::Scalar(scalar) => (scalar.asel, scalar.bsel),
            Instruction::Vmad(vmad) => (vmad.asel, vmad.bsel),
            _ => (None, None),
        };
        demand(no_a && asel.is_some(), 'a', "a constant cannot have a selector")?;
        demand(no_b && bsel.is_some(), 'b', "a constant cannot have a selector")?;
        if let Instruction::Vmad(vmad) = instruction {
            let sign = "a sign before a constant is part of the constant";
            demand(vmad.mode == VmadMode::NegateProduct && no_a && no_b, 'a', sign)?;
            demand(vmad.mode == VmadMode::NegateC && no_c, 'c', sign)?;
        }
        if matches!(instruction, Instruction::Simd(_)) {
            for (operand, constant) in [('a', no_a), ('b', no_b), ('c', no_c)] {
                demand(constant, operand, "SIMD instructions take no constants")?;
            }
        }
        Ok(Self { guard, packed: Packed::naming(&instruction), instruction, d, a, b, c })
    }

    /// A packed instruction with its sources as written: one for `neg`, else two.
    ///
    /// The statement's instruction is [`Packed::instruction`], with its operands: constants of
    /// 0 for what the text does not have, the first operand of `neg` and the unused `c` of a SIMD
    /// instruction. They come from where registers are read.
    ///
    /// # Errors
    /// If there are too many or too few sources, a register does not have 32 bits, a constant does
    /// not fit, or there is a constant where the form has several lanes.
    pub fn packed(
        guard: Option<Guard>,
        form: Packed,
        d: Register,
        sources: &[Operand],
    ) -> Result<Self, StatementError> {
        let zero = Operand::Constant(0);
        if d.width() != 32 {
            return Err(StatementError::Width { operand: 'd', width: d.width(), expected: 32 });
        }
        for (operand, source) in ['a', 'b'].into_iter().zip(sources) {
            check_width(operand, Some(source), 32)?;
            if form.ty().lanes() > 1 && !source.is_register() {
                return Err(StatementError::Register { operand, reason: "packed instructions take no constants" });
            }
        }
        let expected = form.op().sources();
        let operands = form.op().operands(zero.clone(), sources.iter().cloned());
        let Some([a, b]) = operands.filter(|_| sources.len() == expected) else {
            return Err(StatementError::Sources { expected });
        };
        let instruction = form.instruction();
        let c = instruction.reads_c().then_some(zero);
        Ok(Self { guard, instruction, packed: Some(form), d, a, b, c })
    }

    /// `instruction` with the registers that `disasm` and the conformance data use: `r1` is d, `r2
    /// r3 r4` are a b c; `rd1` to `rd4` where they have 64 bits.
    pub fn canonical(instruction: Instruction) -> Self {
        let register = |number: u32| {
            let prefix = if instruction.width() == 64 { "rd" } else { "r" };
            let width = if instruction.width() == 64 { 64 } else { 32 };
            Register { name: format!("{prefix}{number}").into(), width, block: 0 }
        };
        Self {
            guard: None,
            instruction,
            packed: Packed::naming(&instruction),
            d: register(1),
            a: Operand::Register(register(2)),
            b: Operand::Register(register(3)),
            c: instruction.reads_c().then(|| Operand::Register(register(4))),
        }
    }

    /// The guard, if any.
    pub fn guard(&self) -> Option<&Guard> {
        self.guard.as_ref()
    }

    /// The operation, without its registers; the equal video instruction if it is a packed one.
    pub fn instruction(&self) -> &Instruction {
        &self.instruction
    }

    /// The packed instruction that is written; `None` for a video or carry instruction.
    pub fn form(&self) -> Option<Packed> {
        self.packed
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

    /// The third source operand; `Some` if and only if the instruction reads it.
    pub fn c(&self) -> Option<&Operand> {
        self.c.as_ref()
    }

    /// The operands of the instruction: a, b and, if it is read, c. A SIMD instruction has both a
    /// and b, even if its selectors take all lanes from one of them. A packed instruction has those
    /// of its video instruction.
    pub fn sources(&self) -> impl Iterator<Item = &Operand> {
        [&self.a, &self.b].into_iter().chain(&self.c)
    }

    /// The places of the operands a (0), b (1) and c (2) that the text has: those of
    /// [`Statement::sources`], without the zeros that a packed instruction adds.
    pub fn written(&self) -> Range<usize> {
        match self.packed {
            Some(form) => 2 - form.op().sources()..2,
            None => 0..self.sources().count(),
        }
    }
}

pub(super) fn check_width(name: char, operand: Option<&Operand>, width: u32) -> Result<(), StatementError> {
    match operand {
        Some(Operand::Register(register)) if register.width() != width => {
            Err(StatementError::Width { operand: name, width: register.width(), expected: width })
        }
        Some(&Operand::Constant(value)) if value != cut(value, width) => {
            Err(StatementError::Constant { operand: name, width })
        }
        _ => Ok(()),
    }
}

/// The low `width` bits of `value`; `width` is 1, 32 or 64.
pub(crate) fn cut(value: u64, width: u32) -> u64 {
    value & (u64::MAX >> (64 - width))
}

/// Whether a register may have this name: a PTX identifier without a meaning of its own.
pub(super) fn is_register_name(name: &str) -> bool {
    let bytes = name.as_bytes();
    let identifier = match bytes {
        [b'a'..=b'z' | b'A'..=b'Z', rest @ ..] => rest.iter().all(|&byte| is_word(byte)),
        [b'_' | b'$' | b'%', rest @ ..] => !rest.is_empty() && rest.iter().all(|&byte| is_word(byte)),
        _ => false,
    };
    identifier && name != "WARP_SZ" && !is_special(name)
}

/// Whether the name is that of one of PTX's special registers, which video and carry instructions
/// do not take.
pub(super) fn is_special(name: &str) -> bool {
    const NAMES: &[&str] = &[
        "tid",
        "ntid",
        "laneid",
        "warpid",
        "nwarpid",
        "ctaid",
        "nctaid",
        "smid",
        "nsmid",
        "gridid",
        "clusterid",
        "nclusterid",
        "cluster_ctaid",
        "cluster_nctaid",
        "cluster_ctarank",
        "cluster_nctarank",
        "is_explicit_cluster",
        "lanemask_eq",
        "lanemask_le",
        "lanemask_lt",
        "lanemask_ge",
        "lanemask_gt",
        "clock",
        "clock_hi",
        "clock64",
        "globaltimer",
        "globaltimer_lo",
        "globaltimer_hi",
        "total_smem_size",
        "aggr_smem_size",
        "dynamic_smem_size",
        "current_graph_exec",
    ];
    const NUMBERED: &[&str] = &["pm", "envreg"];
    let Some(name) = name.strip_prefix('%') else { return false };
    let numbered = |prefix: &&str| {
        name.strip_prefix(*prefix).is_some_and(|number| {
            let number = number.strip_suffix("_64").unwrap_or(number);
            !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
        })
    };
    NAMES.contains(&name) || NUMBERED.iter().any(numbered)
}
