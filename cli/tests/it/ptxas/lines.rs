//! Generates lines: instructions in every legal spelling, and slightly broken ones.

#[path = "../../../../model/tests/it/strategies.rs"]
mod strategies;

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use vidalu_model::isa::Packed;
use vidalu_model::ptx::{Guard, Operand, Register, Statement};

/// A generator of random numbers (SplitMix64).
struct Dice(u64);

impl Dice {
    /// Returns a number below `count`.
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % count.max(1) as u64) as usize
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    fn pick<'a, T: ?Sized>(&mut self, choices: &[&'a T]) -> &'a T {
        choices[self.below(choices.len())]
    }
}

/// Returns `count` lines. Every second line is mutated, which may leave it legal.
pub(super) fn lines(seed: u64, count: usize) -> Vec<String> {
    let mut dice = Dice(seed);
    let bytes = [seed, !seed, seed.rotate_left(32), 0].map(u64::to_le_bytes).concat();
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let statements = strategies::statements();
    let mut line = |index: usize| {
        let statement = statements.new_tree(&mut runner).expect("few are filtered").current();
        let mut parts = Parts::of(&declared(&statement, &mut dice));
        parts.vary(&mut dice);
        if index % 2 == 1 {
            parts.break_once(&mut dice);
        }
        parts.write(&mut dice)
    };
    (0..count).map(&mut line).collect()
}

/// Returns `count` lines of packed instructions. Every second line is mutated, which may leave it
/// legal.
pub(super) fn packed(seed: u64, count: usize) -> Vec<String> {
    let mut dice = Dice(seed);
    let forms: Vec<_> = Packed::all().collect();
    let mut line = |index: usize| {
        let form = forms[dice.below(forms.len())];
        let sources = (0..form.op().sources()).map(|_| match form.ty().lanes() {
            1 if dice.one_in(3) => expression(&mut dice, 2),
            1 => format!("{}{}", dice.pick(&["r", "u", "s"]), dice.below(10)),
            _ => format!("r{}", dice.below(10)),
        });
        let sources: Vec<_> = sources.collect();
        let mut parts = Parts {
            guard: if dice.one_in(4) { "@!p1".to_owned() } else { String::new() },
            opcode: form.op().name().to_owned(),
            modifiers: form.to_string().split('.').skip(1).map(str::to_owned).collect(),
            operands: [vec!["r1".to_owned()], sources].concat(),
        };
        if dice.one_in(2) {
            parts.modifiers.reverse();
        }
        if index % 2 == 1 {
            parts.break_once(&mut dice);
        }
        parts.write(&mut dice)
    };
    (0..count).map(&mut line).collect()
}

/// Returns the statement with declared registers.
fn declared(statement: &Statement, dice: &mut Dice) -> Statement {
    let mut register = |width: u32| {
        let prefix = dice.pick(if width == 64 { &["rd", "x"] } else { &["r", "u", "s"] });
        Register::new(&format!("{prefix}{}", dice.below(10)), width).expect("a name")
    };
    let d = register(statement.d().width());
    let mut operand = |operand: &Operand| match operand {
        Operand::Register(old) => Operand::Register(register(old.width())),
        Operand::Constant(value) => Operand::Constant(*value),
    };
    let (a, b, c) = (operand(statement.a()), operand(statement.b()), statement.c().map(&mut operand));
    let guard = statement.guard().and_then(|guard| Guard::new(&format!("p{}", dice.below(10)), guard.negated()));
    Statement::new(guard, *statement.instruction(), d, a, b, c).expect("widths and constants are as before")
}

/// The parts of a line.
struct Parts {
    guard: String,
    opcode: String,
    /// The modifiers without their dots.
    modifiers: Vec<String>,
    operands: Vec<String>,
}

const MODIFIERS: &[&str] = &[
    "u32", "s32", "u64", "s64", "u16", "b32", "f32", "sat", "add", "min", "max", "clamp", "wrap", "po", "shr7",
    "shr15", "eq", "ne", "lt", "le", "gt", "ge", "cc", "lo", "hi", "wide", "b0", "h1", "SAT", "u8x4", "s8x4", "u16x2",
    "s16x2", "b8x4", "relu", "ls", "hs",
];

const SELECTORS: &[&str] = &[
    "b0", "b1", "b3", "b4", "h0", "h1", "h2", "w0", "h10", "h01", "h32", "h44", "h103", "b3210", "b7654", "b0123",
    "b8000", "b321", "b32", "b20", "b02", "b00", "b012", "b43210", "B0", "x",
];

const OPERANDS: &[&str] = &[
    "r1", "rd1", "rs1", "f1", "fd1", "p1", "q1", "r10", "x9", "_", "5", "-5", "1.5", "%tid.x", "[r1]", "-r2", "!p1",
    "~r1", "()", "WARP_SZ", "r2+1", "1.5<2.0", "r01", "r010", "(.s32)1",
];

const OPCODES: &[&str] = &[
    "vadd", "vsub", "vabsdiff", "vmin", "vmax", "vshl", "vshr", "vset", "vmad", "vadd2", "vadd4", "vset2", "vset4",
    "vavrg2", "vavrg4", "vavrg", "vshl2", "vadd3", "add", "addc", "sub", "subc", "mad", "madc", "mul", "VADD",
];

impl Parts {
    fn of(statement: &Statement) -> Self {
        let text = statement.to_string();
        let (guard, rest) = match text.split_once(' ') {
            Some((guard, rest)) if guard.starts_with('@') => (guard, rest),
            _ => ("", &*text),
        };
        let (head, operands) = rest.split_once(' ').expect("a statement has operands");
        let mut words = head.split('.').map(str::to_owned);
        Self {
            guard: guard.to_owned(),
            opcode: words.next().expect("a statement has an opcode"),
            modifiers: words.collect(),
            operands: operands.split(", ").map(str::to_owned).collect(),
        }
    }

    /// Changes the spelling of the line, but not its meaning.
    fn vary(&mut self, dice: &mut Dice) {
        if dice.one_in(3) {
            let (from, to) = (dice.below(self.modifiers.len()), dice.below(self.modifiers.len()));
            let moved = self.modifiers.remove(from);
            self.modifiers.insert(to, moved);
        }
        if dice.one_in(8) {
            let place = dice.below(self.modifiers.len());
            if matches!(&*self.modifiers[place], "sat" | "cc") {
                self.modifiers.insert(place, self.modifiers[place].clone());
            }
        }
        for operand in &mut self.operands {
            if operand.starts_with("0x") && dice.one_in(2) {
                *operand = expression(dice, 3);
            } else if dice.one_in(12) {
                *operand = padded(operand);
            }
        }
        if dice.one_in(12) {
            self.guard = padded(&self.guard);
        }
        let negatable = |operand: &String| operand.starts_with(|first: char| first.is_ascii_lowercase());
        if dice.one_in(8) && self.operands[1..3].iter().all(negatable) {
            self.operands[1..3].iter_mut().for_each(|operand| operand.insert(0, '-'));
        }
        if self.operands.len() == 3 && self.opcode.starts_with('v') && dice.one_in(6) {
            self.operands.push(dice.pick(&["r5", "7", "0x10U"]).to_owned());
        }
    }

    /// Mutates the line in one place.
    fn break_once(&mut self, dice: &mut Dice) {
        let modifier = dice.below(self.modifiers.len());
        let operand = dice.below(self.operands.len());
        match dice.below(14) {
            0 => self.modifiers.insert(modifier, dice.pick(MODIFIERS).to_owned()),
            1 => self.modifiers.push(dice.pick(MODIFIERS).to_owned()),
            2 => drop(self.modifiers.remove(modifier)),
            3 => self.modifiers[modifier] = dice.pick(MODIFIERS).to_owned(),
            4 => self.modifiers.insert(modifier, self.modifiers[modifier].clone()),
            5 => drop(self.operands.remove(operand)),
            6 => self.operands.insert(operand, self.operands[operand].clone()),
            7 => self.operands[operand] = dice.pick(OPERANDS).to_owned(),
            8 => {
                let register = self.operands[operand].split('.').next().unwrap_or_default().to_owned();
                self.operands[operand] = format!("{register}.{}", dice.pick(SELECTORS));
            }
            9 => self.operands.swap(0, operand),
            10 => self.operands[operand].insert(0, '-'),
            11 => self.opcode = dice.pick(OPCODES).to_owned(),
            12 => self.digit(dice, operand),
            _ => self.character(dice, operand),
        }
    }

    /// Changes a digit of an operand.
    fn digit(&mut self, dice: &mut Dice, operand: usize) {
        let text = &mut self.operands[operand];
        let digits = text.bytes().enumerate().filter(|(_, byte)| byte.is_ascii_digit()).map(|(at, _)| at);
        let digits = digits.collect::<Vec<_>>();
        if !digits.is_empty() {
            let at = digits[dice.below(digits.len())];
            text.replace_range(at..=at, &dice.below(10).to_string());
        }
    }

    /// Inserts or removes a character, but none that ends the statement or begins a comment.
    fn character(&mut self, dice: &mut Dice, operand: usize) {
        let text = &mut self.operands[operand];
        let at = dice.below(text.len());
        if dice.one_in(2) {
            text.remove(at);
        } else {
            text.insert_str(
                at,
                dice.pick(&[".", ",", "(", ")", "-", "~", "!", "?", ":", "<", "*", "&", "|", "@", "0", "r", " "]),
            );
        }
    }

    /// Returns the line with random white space where it is allowed.
    fn write(&self, dice: &mut Dice) -> String {
        let wide = dice.one_in(4);
        let mut blank = |usual: &'static str| if wide { dice.pick(&["", " ", "\t ", "/* b0, */"]) } else { usual };
        let mut line = self.guard.clone();
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(&self.opcode);
        for modifier in &self.modifiers {
            line.push_str(blank(""));
            line.push('.');
            line.push_str(modifier);
        }
        line.push(' ');
        for (index, operand) in self.operands.iter().enumerate() {
            if index > 0 {
                line.push_str(blank(""));
                line.push(',');
                line.push_str(blank(" "));
            }
            line.push_str(operand);
        }
        line
    }
}

/// Returns `r1.b0` as `r01.b0`.
fn padded(operand: &str) -> String {
    match operand.find(|character: char| character.is_ascii_digit()) {
        Some(at) if !operand.starts_with(|first: char| first.is_ascii_digit()) => {
            format!("{}0{}", &operand[..at], &operand[at..])
        }
        _ => operand.to_owned(),
    }
}

/// Returns a constant expression, which sometimes divides by zero.
fn expression(dice: &mut Dice, depth: usize) -> String {
    let kind = if depth == 0 { dice.below(4) } else { dice.below(12) };
    let mut inner = || expression(dice, depth - 1);
    match kind {
        0..4 => dice
            .pick(&[
                "0",
                "1",
                "5",
                "017",
                "0x1F",
                "0b101",
                "10U",
                "4294967296",
                "0xffffffffffffffff",
                "9223372036854775807",
            ])
            .to_owned(),
        4 => format!("({})", inner()),
        5 => format!("{} ? {} : {}", inner(), inner(), inner()),
        6 | 7 => {
            let value = inner();
            format!("{}{value}", dice.pick(&["-", "+", "~", "!", "- ", "(.s64)", "( .u64 )"]))
        }
        _ => {
            let (left, right) = (inner(), inner());
            let operators = [
                "+", "-", "*", "/ ", " % ", "<<", ">>", "<", ">", "<=", ">=", "==", "!=", "&", "^", "|", "&&", "||",
                " + ",
            ];
            format!("{left}{}{right}", dice.pick(&operators))
        }
    }
}
