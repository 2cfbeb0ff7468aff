//! The likely cause of a wrong answer: the golden model computes what a mistake in one place would
//! give.

use serde::Serialize;
use vidalu_model::control::{self, Field};
use vidalu_model::golden::{Operands, Outcome, Profile, Stage, evaluate, trace};
use vidalu_model::isa::{Instruction, Unit};

/// The largest number of causes that are told of an operation.
const MOST: usize = 4;

/// The first cause explains at least one of this number of answers.
const FIRST: u64 = 10;

/// A cause beside others explains at least one of this number of answers.
const RARE: u64 = 20;

/// A mistake in one stage that gives a wrong answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Cause {
    /// The stage.
    #[serde(serialize_with = "name_of")]
    pub stage: Stage,
    /// The mistake, in a few words.
    pub what: String,
}

fn name_of<S: serde::Serializer>(stage: &Stage, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(stage.name())
}

/// The number of wrong answers that one cause explains.
#[derive(Clone, Debug, Serialize)]
pub struct Doubt {
    /// The cause.
    #[serde(flatten)]
    pub cause: Cause,
    /// The number of wrong answers.
    pub count: u64,
}

/// A wrong answer with its instruction.
pub(super) struct Given<'a> {
    pub(super) instruction: Instruction,
    pub(super) operands: Operands,
    pub(super) profile: Profile,
    /// The names of the outputs.
    pub(super) names: &'a [&'static str],
    pub(super) expected: &'a [u64],
    pub(super) got: &'a [u64],
}

/// The causes of the wrong answers of an operation that were looked at.
#[derive(Default)]
pub(super) struct Seen {
    pub(super) count: u64,
    /// The causes of each wrong answer.
    causes: Vec<Vec<Cause>>,
}

impl Seen {
    pub(super) fn add(&mut self, causes: &[Cause]) {
        self.count += 1;
        self.causes.push(causes.to_vec());
    }

    /// Returns the few causes that explain the answers: again and again the one that explains most
    /// of those that are left; of two, the one that is looked for earlier. A cause that explains
    /// few answers explains them by chance.
    pub(super) fn explained(&self) -> Vec<Doubt> {
        let mut left: Vec<_> = self.causes.iter().filter(|causes| !causes.is_empty()).collect();
        let mut doubts = Vec::new();
        while !left.is_empty() {
            let mut counts: Vec<(&Cause, u64)> = Vec::new();
            for cause in left.iter().copied().flatten() {
                match counts.iter_mut().find(|(known, _)| *known == cause) {
                    Some((_, count)) => *count += 1,
                    None => counts.push((cause, 1)),
                }
            }
            let most = counts.iter().map(|(_, count)| *count).max().expect("each has a cause");
            let least = if doubts.is_empty() { FIRST } else { RARE };
            if doubts.len() == MOST || most * least < self.count {
                break;
            }
            let best = counts.iter().find(|(_, count)| *count == most).map(|(cause, _)| (*cause).clone());
            let cause = best.expect("one has the most");
            left.retain(|causes| !causes.contains(&cause));
            doubts.push(Doubt { cause, count: most });
        }
        doubts
    }
}

impl Given<'_> {
    /// Returns the causes that give this answer, the likeliest first. If none gives the flags too,
    /// those that give `d`.
    pub(super) fn causes(&self) -> Vec<Cause> {
        let suspects = self.suspects();
        let with = |is_like: &dyn Fn(&Outcome) -> bool| {
            let alike = suspects.iter().filter(|(_, outcome)| is_like(outcome));
            alike.map(|(cause, _)| cause.clone()).collect::<Vec<_>>()
        };
        let whole = with(&|outcome| (0..self.names.len()).all(|at| self.value(outcome, at) == self.got[at]));
        if !whole.is_empty() {
            return whole;
        }
        if self.got[0] == self.expected[0] {
            return self.flag_alone();
        }
        let causes = with(&|outcome| self.value(outcome, 0) == self.got[0]);
        if causes.is_empty() { self.lanes() } else { causes }
    }

    /// Returns output `at` of an outcome.
    fn value(&self, outcome: &Outcome, at: usize) -> u64 {
        match self.names[at] {
            "sat" => outcome.saturated.into(),
            "cc_out" => outcome.cf.into(),
            _ => outcome.d,
        }
    }

    fn flag_alone(&self) -> Vec<Cause> {
        let differs = |name: &str| {
            let at = self.names.iter().position(|known| *known == name);
            at.is_some_and(|at| self.got[at] != self.expected[at])
        };
        let flags = [("sat", Stage::Saturate, "sat is inverted"), ("cc_out", Stage::Add, "the carry out is inverted")];
        let causes = flags.into_iter().filter(|(name, ..)| differs(name));
        causes.map(|(_, stage, what)| Cause { stage, what: what.to_owned() }).collect()
    }

    /// Returns the lanes that are wrong, if the others are right.
    fn lanes(&self) -> Vec<Cause> {
        let Instruction::Simd(simd) = self.instruction else { return Vec::new() };
        if Stage::Accumulate.serves(&self.instruction) {
            return Vec::new();
        }
        let (lanes, width) = (simd.lanes(), 32 / simd.lanes());
        let lane = |value: u64, lane: u32| value >> (lane * width) & ((1 << width) - 1);
        let sorted = |value: u64| {
            let mut parts: Vec<_> = (0..lanes).map(|at| lane(value, at)).collect();
            parts.sort_unstable();
            parts
        };
        let (got, expected) = (self.got[0], self.expected[0]);
        let wrong: Vec<_> = (0..lanes).filter(|&at| lane(got, at) != lane(expected, at)).collect();
        let name = |at: &u32| format!("{at}");
        match wrong.len() {
            _ if sorted(got) == sorted(expected) => {
                vec![Cause { stage: Stage::Merge, what: "the lanes are in another order".to_owned() }]
            }
            1 => vec![Cause { stage: Stage::Primary, what: format!("lane {} alone is wrong", wrong[0]) }],
            many if many < lanes as usize => {
                let names = wrong.iter().map(name).collect::<Vec<_>>().join(" and ");
                vec![Cause { stage: Stage::Primary, what: format!("lanes {names} alone are wrong") }]
            }
            _ => Vec::new(),
        }
    }

    /// Returns mistakes with the outcome of each, the likeliest first.
    fn suspects(&self) -> Vec<(Cause, Outcome)> {
        let Self { instruction, operands, profile, .. } = *self;
        let word = control::encode(&instruction);
        let fields = control::format(instruction.unit()).fields;
        let mut suspects = Vec::new();
        let mut add = |stage, what: String, outcome| suspects.push((Cause { stage, what }, outcome));
        let with = |field: &Field, code: u64| {
            let changed = control::decode(word & !field.put((1 << field.width) - 1) | field.put(code)).ok()?;
            (field.get(word) != code).then(|| evaluate(&changed, operands, profile))
        };
        for field in fields {
            if let Some((code, what)) = left_out(field, word)
                && let Some(outcome) = with(field, code)
            {
                add(stage(field, instruction.unit()), what, outcome);
            }
        }
        let both =
            control::decode(word ^ fields[0].put(1) ^ fields[1].put(1)).ok().filter(|_| fields[1].name == "btype");
        if let Some(both) = both {
            add(Stage::Select, "a and b have the other sign".to_owned(), evaluate(&both, operands, profile));
        }
        let Operands { a, b, c, cf } = operands;
        let mut of =
            |stage, what: &str, operands| add(stage, what.to_owned(), evaluate(&instruction, operands, profile));
        of(Stage::Select, "a and b are exchanged", Operands { a: b, b: a, c, cf });
        if instruction.reads_c() {
            let stage = match instruction.unit() {
                Unit::Scalar => Stage::Secondary,
                Unit::Simd => Stage::Accumulate,
                Unit::Vmad | Unit::Carry => Stage::Add,
            };
            of(stage, "c is taken as 0", Operands { a, b, c: 0, cf });
        }
        if instruction.unit() == Unit::Carry {
            // In profile manual, CC.CF is the borrow of a subtraction; in the others, its carry.
            let none =
                profile != Profile::Manual && control::carry::OP.code_name(control::carry::OP.get(word)) == Some("sub");
            let what = if cf == none { "the carry in is inverted" } else { "the carry in is left out" };
            of(Stage::Add, what, Operands { a, b, c, cf: !cf });
        }
        for field in fields.iter().filter(|field| field.width <= 4) {
            for code in 0..1 << field.width {
                let name = |code| field.code_name(code).map_or_else(|| format!("{code:#x}"), str::to_owned);
                if let Some(outcome) = with(field, code) {
                    let what = format!("{} is {}, not {}", field.name, name(code), name(field.get(word)));
                    add(stage(field, instruction.unit()), what, outcome);
                }
            }
        }
        for (field, name) in fields.iter().filter(|field| field.width == 12).zip(["a", "b"]) {
            let code = field.get(word);
            // The bytes of half-words keep their order.
            let order = if control::simd::QUAD.get(word) == 1 { [3, 2, 1, 0] } else { [2, 3, 0, 1] };
            let turned = (0..4).map(|lane| (code >> (3 * order[lane]) & 7) << (3 * lane)).sum();
            if let Some(outcome) = with(field, turned) {
                add(Stage::Select, format!("the lanes of {name} are in reverse order"), outcome);
            }
        }
        if instruction.unit() != Unit::Simd {
            let (outcome, steps) = trace(&instruction, operands, profile);
            let most = if instruction.width() == 64 { u64::MAX } else { u32::MAX.into() };
            for step in steps.iter().rev().skip(1) {
                let what = format!("{} is the result, and what follows is left out", step.name);
                add(step.stage, what, Outcome { d: step.value as u64 & most, ..outcome });
            }
        }
        let last = trace(&instruction, operands, profile).1.last().map_or(Stage::Primary, |step| step.stage);
        for other in Profile::ALL.into_iter().filter(|other| *other != profile) {
            add(last, format!("computed as in profile {}", other.name()), evaluate(&instruction, operands, other));
        }
        suspects
    }
}

/// Returns the code with which a field does nothing, or the other one of a type, and how to say so.
fn left_out(field: &Field, word: u64) -> Option<(u64, String)> {
    let is_signed = field.get(word) == 1;
    let extended = if is_signed { "zero" } else { "sign" };
    let no = |code: u64, what: &str| Some((code, what.to_owned()));
    let is_wide = field.width == 12;
    match field.name {
        "sat" => no(0, "not saturated"),
        "atype" => Some((1 - field.get(word), format!("a is {extended}-extended"))),
        "btype" => Some((1 - field.get(word), format!("b is {extended}-extended"))),
        "asel" => no(if is_wide { 0o3210 } else { field.code("word") }, "the selector of a is ignored"),
        "bsel" => no(if is_wide { 0o7654 } else { field.code("word") }, "the selector of b is ignored"),
        "dsel" => no(field.code("word"), "not merged into c"),
        "secop" => no(field.code("none"), "the secondary operation is left out"),
        "mode" => no(field.code("plain"), "the sign or the plus one is left out"),
        "scale" => no(field.code("none"), "the shift is left out"),
        "mask" => no(0xf, "the mask is ignored"),
        "accumulate" => no(0, "the lanes are not summed onto c"),
        "write_flag" => no(0, "CC.CF is not written"),
        _ => None,
    }
}

/// Returns the stage that a field of the control word rules.
fn stage(field: &Field, unit: Unit) -> Stage {
    match field.name {
        "atype" | "btype" | "asel" | "bsel" => Stage::Select,
        "dtype" | "sat" => Stage::Saturate,
        "secop" => Stage::Secondary,
        "dsel" | "mask" => Stage::Merge,
        "accumulate" => Stage::Accumulate,
        "scale" => Stage::Scale,
        "hi" | "signed" => Stage::Multiply,
        "mode" | "read_flag" | "write_flag" | "wide" => Stage::Add,
        _ if unit == Unit::Carry => Stage::Add,
        _ => Stage::Primary,
    }
}
