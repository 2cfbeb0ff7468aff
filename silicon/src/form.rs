//! A form: an instruction or a chain as PTX text, and the answers to compare.

use itertools::Itertools;
use vidalu_model::golden::{self, Profile};
use vidalu_model::isa::{Carry, CarryOp, Flag, Instruction, IntType, Unit};
use vidalu_model::ptx::{Operand, Register, Statement};

use crate::operands::Operands;

/// An instruction form, or a chain of carry instructions, with its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// The number among all forms, which names the form in reports; see [`crate::catalogue`].
    pub number: u32,
    /// The instruction or the chain.
    pub body: Body,
}

/// The content of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// One video instruction, on `r2 r3 r4` into `r1`.
    Video(Instruction),
    /// Carry instructions through one flag; see [`Link`].
    Chain(Vec<Link>),
}

/// A carry instruction of a chain. Link `n` writes `r11+n`, or `rd11+n` where it has 64 bits.
///
/// Before the first link `add.cc.u32 r6, r5, 0xffffffff` makes CC.CF of `r5`, 0 or 1; after the
/// last `addc.u32 r7, 0x0, 0x0` reads it. Both mean the same in every profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The instruction.
    pub carry: Carry,
    /// Where `a`, `b` and `c` come from; `c` counts only where it is read.
    pub sources: [Source; 3],
}

/// Where an operand of a link comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Operand 0, 1 or 2 of the vector: a, b or c.
    Given(usize),
    /// The result of an earlier link of the same width.
    Link(usize),
}

/// One answer of a form: a register that the device returns, and the text that computes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The register.
    pub register: Register,
    /// How many of the form's statements lead up to it.
    pub statements: usize,
}

impl Form {
    /// The unit that executes it.
    pub fn unit(&self) -> Unit {
        match &self.body {
            Body::Video(instruction) => instruction.unit(),
            Body::Chain(_) => Unit::Carry,
        }
    }

    /// Returns the name of the instruction in reports: the opcode, or `chain` for several carry
    /// instructions.
    pub fn op(&self) -> String {
        match &self.body {
            Body::Video(instruction) => opcode(instruction),
            Body::Chain(links) => match links.as_slice() {
                [link] => opcode(&Instruction::Carry(link.carry)),
                _ => "chain".to_owned(),
            },
        }
    }

    /// The statements, in order.
    pub fn statements(&self) -> Vec<Statement> {
        match &self.body {
            Body::Video(instruction) => vec![Statement::canonical(*instruction)],
            Body::Chain(links) => {
                let first = carry(CarryOp::Add(Flag::Write), "r6", register("r5"), Operand::Constant(0xffff_ffff));
                let last = carry(CarryOp::Add(Flag::Read), "r7", Operand::Constant(0), Operand::Constant(0));
                let links = (0..links.len()).map(|at| statement(links, at));
                std::iter::once(first).chain(links).chain([last]).collect()
            }
        }
    }

    /// The answers, in the order in which the device returns them.
    pub fn answers(&self) -> Vec<Answer> {
        let statements = self.statements();
        let answer = |at: usize| Answer { register: statements[at].d().clone(), statements: at + 1 };
        match &self.body {
            Body::Video(_) => vec![answer(0)],
            // Not that of the statement that sets the flag.
            Body::Chain(_) => (1..statements.len()).map(answer).collect(),
        }
    }

    /// Words of 32 bits that the device returns for a vector: a 64-bit answer has two, the low one
    /// first.
    pub fn words(&self) -> usize {
        self.answers().iter().map(|answer| answer.register.width() as usize / 32).sum()
    }

    /// The text that leads up to an answer, which `vidalu eval` takes: its last statement writes
    /// the answer.
    pub fn ptx(&self, answer: &Answer) -> String {
        self.statements()[..answer.statements].iter().join("; ")
    }

    /// The registers that this text reads, with their values.
    pub fn registers(&self, answer: &Answer, operands: &Operands) -> Vec<(String, u64)> {
        let statements = self.statements();
        let sources = statements[..answer.statements].iter().flat_map(Statement::sources);
        let named = sources.filter_map(Operand::register).unique();
        named.filter_map(|register| Some((register.name().to_owned(), given(register, operands)?))).sorted().collect()
    }
}

/// The value of a register that a form is given; `None` for one that a link writes.
fn given(register: &Register, operands: &Operands) -> Option<u64> {
    let value = match register.name() {
        "r2" | "rd2" => operands.abc[0],
        "r3" | "rd3" => operands.abc[1],
        "r4" | "rd4" => operands.abc[2],
        "r5" => u64::from(operands.flag),
        _ => return None,
    };
    Some(if register.width() == 32 { value & 0xffff_ffff } else { value })
}

/// The opcode with the number of its lanes.
fn opcode(instruction: &Instruction) -> String {
    let mnemonic = instruction.to_string();
    mnemonic.split('.').next().unwrap_or(&mnemonic).to_owned()
}

/// The answers of a chain on the golden model, the flag last.
pub(crate) fn chain(links: &[Link], operands: &Operands, profile: Profile, answers: &mut Vec<u64>) {
    answers.clear();
    let mut cf = operands.flag;
    for link in links {
        let [a, b, c] = link.sources.map(|source| match source {
            Source::Given(at) => operands.abc[at],
            Source::Link(at) => answers[at],
        });
        let outcome = golden::evaluate(&Instruction::Carry(link.carry), golden::Operands { a, b, c, cf }, profile);
        answers.push(outcome.d);
        cf = outcome.cf;
    }
    answers.push(u64::from(cf));
}

/// Link `at` as a statement.
fn statement(links: &[Link], at: usize) -> Statement {
    let link = links[at];
    let instruction = Instruction::Carry(link.carry);
    let prefix = if instruction.width() == 64 { "rd" } else { "r" };
    let name = |number: usize| {
        Register::new(&format!("{prefix}{number}"), instruction.width()).expect("these are names of registers")
    };
    let [a, b, c] = link.sources.map(|source| {
        Operand::Register(match source {
            Source::Given(at) => name(2 + at),
            Source::Link(at) => name(11 + at),
        })
    });
    let c = instruction.reads_c().then_some(c);
    Statement::new(None, instruction, name(11 + at), a, b, c).expect("all operands have the instruction's width")
}

fn register(name: &str) -> Operand {
    Operand::Register(Register::new(name, 32).expect("these are names of registers"))
}

/// `add` with the flag, of 32 bits.
fn carry(op: CarryOp, d: &str, a: Operand, b: Operand) -> Statement {
    let d = Register::new(d, 32).expect("these are names of registers");
    let instruction = Instruction::Carry(Carry { op, ty: IntType::U32 });
    Statement::new(None, instruction, d, a, b, None).expect("all operands have 32 bits")
}
