//! Forms of instructions, named by patterns of PTX lines.

mod lanes;
mod packed;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;
use std::sync::{LazyLock, OnceLock};

use vidalu_model::control::{self, Field, UNIT, simd as fields};
use vidalu_model::draw::mix;
use vidalu_model::isa::{Instruction, Operation, Simd, Type, Unit, Vmad};
use vidalu_model::ptx::{self, Diagnostic, DiagnosticKind, Scope, Statement};

use self::lanes::{bare, moved, operands, selectors, with_selectors};
use crate::corner::mask;

/// The number of lines into which the braces of a pattern may expand.
const MOST: usize = 4096;

/// The forms of instructions that vectors may have, each named by a pattern.
///
/// A pattern is a PTX line. `{a,b}` stands for either text, as in a shell, and `*` for any part of
/// a word between dots. A pattern without operands has all selectors and masks. The names of
/// registers do not matter. A packed instruction stands for the instruction that computes it.
///
/// ```
/// let forms = vidalu_stimulus::Forms::new(["vadd.*.*.*{,.sat} r1, r2{,.*}, r3"])?;
/// let error = vidalu_stimulus::Forms::new(["vadd.s32.f32.*"]).unwrap_err();
/// assert_eq!((error.message.as_str(), error.span), ("no form has `f32` here", 9..12));
/// # Ok::<_, vidalu_model::ptx::Diagnostic>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Forms {
    patterns: Vec<String>,
    lines: Vec<Line>,
    /// The control words of the forms. Those of SIMD instructions have their lanes in order.
    words: HashSet<u64>,
}

/// A pattern whose braces are expanded.
#[derive(Clone, Debug)]
struct Line {
    /// The position of the pattern.
    pattern: usize,
    words: Vec<Glob>,
    operands: Option<Vec<Glob>>,
    /// Whether the packed instruction that was named has 0 as its operand a, as `neg` has.
    zero_a: bool,
    /// The selectors that fit, for two and for four lanes.
    selectors: [OnceLock<Selectors>; 2],
}

/// The selectors of `a` and of `b` that fit an expanded pattern.
#[derive(Clone, Debug)]
struct Selectors {
    codes: [Vec<u64>; 2],
    /// For each of the four lanes, a bit for each place that one of these selectors reads.
    reads: [[u8; 4]; 2],
}

/// A word between dots, or the sign and the selector of an operand.
#[derive(Clone, Debug)]
struct Glob {
    text: String,
    span: Range<usize>,
}

/// A form as the patterns see it.
struct Form {
    word: u64,
    words: Vec<String>,
    /// The signs and the selectors: `-.b0`.
    operands: Vec<String>,
    /// The number of lanes if the selectors of `a` and `b` are free.
    lanes: Option<u32>,
}

impl Forms {
    /// Reads patterns.
    ///
    /// # Errors
    /// If no instruction fits a pattern, even if only with one of the texts in its braces.
    pub fn new<S: AsRef<str>>(patterns: impl IntoIterator<Item = S>) -> Result<Self, Diagnostic> {
        let mut forms = Self::default();
        patterns.into_iter().try_for_each(|pattern| forms.add(pattern.as_ref()))?;
        Ok(forms)
    }

    /// Adds the forms of a pattern.
    ///
    /// # Errors
    /// As [`Forms::new`].
    pub fn add(&mut self, pattern: &str) -> Result<(), Diagnostic> {
        for letters in expanded(&pattern.char_indices().collect::<Vec<_>>())? {
            let line = Line::new(self.patterns.len(), &letters, pattern.len());
            let lowered = line.lowered();
            let own = match line.fitting() {
                // A line that names packed instructions need not name others.
                Err(_) if !lowered.is_empty() => None,
                fitting => Some(fitting?),
            };
            for line in lowered {
                let fitting = line.fitting()?;
                self.add_line(line, &fitting);
            }
            if let Some(fitting) = own {
                self.add_line(line, &fitting);
            }
        }
        self.patterns.push(pattern.to_owned());
        Ok(())
    }

    /// Adds a line with the forms that fit it.
    fn add_line(&mut self, line: Line, fitting: &[&Form]) {
        self.words.extend(fitting.iter().map(|form| form.word));
        self.lines.push(line);
    }

    /// Returns the patterns.
    pub fn patterns(&self) -> &[String] {
        &self.patterns
    }

    /// Returns the operations that the patterns name.
    pub fn operations(&self) -> BTreeSet<Operation> {
        self.named().map(|instruction| instruction.operation()).collect()
    }

    /// Returns the first pattern none of whose forms a unit has.
    pub fn foreign(&self, has: impl Fn(&Instruction) -> bool) -> Option<&str> {
        let own: HashSet<_> = self.named().filter(has).map(|instruction| control::encode(&instruction)).collect();
        let of = |at: usize, form: &Form| self.lines.iter().any(|line| line.pattern == at && line.fits(form));
        let known = |at: &usize| !ALL.iter().any(|form| own.contains(&form.word) && of(*at, form));
        (0..self.patterns.len()).find(known).map(|at| &*self.patterns[at])
    }

    /// Returns the instructions, those of SIMD with their lanes in order.
    pub fn named(&self) -> impl Iterator<Item = Instruction> {
        Instruction::forms().filter(|instruction| self.admits(instruction))
    }

    /// Returns whether a pattern has the instruction; the selectors of a SIMD instruction, which
    /// are in order, do not matter.
    pub fn admits(&self, instruction: &Instruction) -> bool {
        self.words.contains(&control::encode(instruction))
    }

    /// Returns whether a pattern has the instruction.
    pub fn has(&self, instruction: &Instruction) -> bool {
        match instruction {
            Instruction::Simd(_) => {
                let form = Form { lanes: None, ..Form::new(instruction) };
                self.lines.iter().any(|line| line.fits(&form))
            }
            _ => self.admits(instruction),
        }
    }

    /// Returns whether the patterns have the instruction with 0 as operand a alone, as `neg` is.
    pub fn needs_zero(&self, instruction: &Instruction) -> bool {
        let form = Form { lanes: None, ..Form::new(instruction) };
        let mut lines = self.lines.iter().filter(|line| line.fits(&form)).peekable();
        lines.peek().is_some() && lines.all(|line| line.zero_a)
    }

    /// Returns a whole control word that the patterns have, and registers with which its lanes read
    /// the same numbers as far as they can. An instruction that fits stays as it is. The type of
    /// the result of `vmad` and the selectors of SIMD instructions may change, and an operand that
    /// must be 0, no more.
    pub fn fit(&self, word: u64, registers: [u64; 2]) -> (u64, [u64; 2]) {
        let (word, [a, b]) = self.selected(word, registers);
        let is_zero = self.lines.iter().any(|line| line.zero_a)
            && self.needs_zero(&control::decode(word).expect("the stimulus is legal"));
        (word, [if is_zero { 0 } else { a }, b])
    }

    fn selected(&self, word: u64, [a, b]: [u64; 2]) -> (u64, [u64; 2]) {
        let instruction = control::decode(word).expect("the stimulus is legal");
        match instruction {
            _ if self.has(&instruction) => (word, [a, b]),
            Instruction::Vmad(form) => {
                let dtype = if form.dtype == Type::U32 { Type::S32 } else { Type::U32 };
                (control::encode(&Instruction::Vmad(Vmad { dtype, ..form })), [a, b])
            }
            Instruction::Simd(simd) => {
                let salt = mix(word ^ mix(a ^ b << 32));
                let pick = |count: usize, lo: u32| (salt >> lo & 0xffff) as usize % count;
                let form = Form::new(&instruction);
                let lines: Vec<_> = self.lines.iter().filter(|line| line.fits(&form)).collect();
                let line = lines[pick(lines.len(), 0)];
                let selected = |operand: usize, field: &Field, lo| {
                    let (fitting, old) = (&line.selectors(simd.lanes()).codes[operand - 1], field.get(word));
                    if fitting.contains(&old) { old } else { fitting[pick(fitting.len(), lo)] }
                };
                let codes = [selected(1, &fields::ASEL, 16), selected(2, &fields::BSEL, 32)];
                (with_selectors(word, codes), moved([a, b], word, codes))
            }
            Instruction::Scalar(_) | Instruction::Carry(_) => (word, [a, b]),
        }
    }
}

impl Forms {
    /// Changes drawn vectors of a unit as [`Forms::fit`] does. The columns are the control word,
    /// which names no unit, and the registers `a`, `b` and `c`.
    pub(crate) fn fit_columns(&self, unit: Unit, columns: &mut [Vec<u64>]) {
        let [ctl, a, b, _] = columns else { unreachable!("a video unit has four data inputs") };
        for ((ctl, a), b) in ctl.iter_mut().zip(a).zip(b) {
            let (word, registers) = self.fit(UNIT.put(UNIT.code(unit.name())) | *ctl, [*a, *b]);
            (*ctl, [*a, *b]) = (word & mask(UNIT.lo), registers);
        }
    }

    /// Returns the places that the selectors of `a` and of `b` can read in each of the four lanes,
    /// a bit for each place. `instruction` is a SIMD instruction, whose own selectors do not
    /// matter.
    pub(crate) fn reads(&self, instruction: &Instruction) -> [[u8; 4]; 2] {
        let form = Form::new(instruction);
        let lanes = form.lanes.expect("only SIMD instructions select lanes");
        let mut reads = [[0; 4]; 2];
        for line in self.lines.iter().filter(|line| line.fits(&form)) {
            let fitting = line.selectors(lanes).reads.iter().flatten();
            reads.iter_mut().flatten().zip(fitting).for_each(|(all, own)| *all |= own);
        }
        reads
    }
}

impl Line {
    fn new(pattern: usize, letters: &[(usize, char)], end: usize) -> Self {
        let is_edge = |(_, letter): &(usize, char)| letter.is_whitespace() || *letter == ';';
        let start = letters.iter().position(|letter| !is_edge(letter)).unwrap_or(letters.len());
        let stop = letters.iter().rposition(|letter| !is_edge(letter)).map_or(start, |last| last + 1);
        let letters = &letters[start..stop];
        let split = letters.iter().position(|(_, letter)| letter.is_whitespace()).unwrap_or(letters.len());
        let (mnemonic, operands) = letters.split_at(split);
        let words = mnemonic.split(|(_, letter)| *letter == '.').map(|word| Glob::new(word, end)).collect();
        let operand = |letters: &[(usize, char)]| {
            let blanks = letters.iter().take_while(|(_, letter)| letter.is_whitespace()).count();
            let glob = Glob::new(&letters[blanks..], end);
            Glob { text: bare(glob.text.trim_end()), ..glob }
        };
        let operands = operands.split(|(_, letter)| *letter == ',').map(operand);
        Self {
            pattern,
            words,
            operands: (split < letters.len()).then(|| operands.collect()),
            zero_a: false,
            selectors: Default::default(),
        }
    }

    /// Returns the forms that fit, or what is wrong.
    fn fitting(&self) -> Result<Vec<&'static Form>, Diagnostic> {
        let mut fitting: Vec<_> = ALL.iter().collect();
        for (at, glob) in self.words.iter().enumerate() {
            fitting = narrowed(fitting, glob, at == 0, |form| form.words.get(at).map(|word| Text::Word(word)))?;
        }
        let last = &self.words[self.words.len() - 1];
        let whole = Glob { text: String::new(), span: last.span.end..last.span.end };
        let next = |form: &'static Form| form.words.get(self.words.len()).map_or("", String::as_str);
        fitting = narrowed(fitting, &whole, false, |form| Some(Text::Word(next(form))))?;
        let Some(operands) = &self.operands else { return Ok(fitting) };
        for (at, glob) in operands.iter().enumerate() {
            fitting = narrowed(fitting, glob, false, |form| form.operand(at))?;
        }
        let count = operands.len();
        let most = fitting.iter().map(|form| form.operands.len()).max().unwrap_or(0);
        fitting.retain(|form| form.operands.len() == count);
        if fitting.is_empty() {
            let end = operands[count - 1].span.end;
            return Err(wrong(end..end, format!("the instruction has {most} operands, not {count}"), None));
        }
        Ok(fitting)
    }

    /// Returns whether a form fits.
    fn fits(&self, form: &Form) -> bool {
        let fits = |(glob, word): (&Glob, &String)| matches(&glob.text, word);
        let operands = |operands: &Vec<Glob>| {
            operands.len() == form.operands.len()
                && (0..operands.len()).all(|at| match (form.lanes, at) {
                    (Some(lanes), 1 | 2) => !self.selectors(lanes).codes[at - 1].is_empty(),
                    _ => self.operand_fits(at, &form.operands[at]),
                })
        };
        self.words.len() == form.words.len()
            && self.words.iter().zip(&form.words).all(fits)
            && self.operands.as_ref().is_none_or(operands)
    }

    /// Returns the selectors that fit.
    fn selectors(&self, lanes: u32) -> &Selectors {
        self.selectors[usize::from(lanes == 4)].get_or_init(|| {
            let codes = [1, 2].map(|operand| {
                let table = selectors(lanes)[operand - 1].iter();
                let fitting = table.filter(|(text, _)| self.operand_fits(operand, text));
                fitting.map(|&(_, code)| code).collect::<Vec<_>>()
            });
            let read =
                |codes: &Vec<u64>, lane: usize| codes.iter().fold(0, |all, code| all | 1 << (code >> (3 * lane) & 7));
            Selectors { reads: codes.each_ref().map(|codes| [0, 1, 2, 3].map(|lane| read(codes, lane))), codes }
        })
    }

    fn operand_fits(&self, at: usize, text: &str) -> bool {
        self.operands.as_ref().is_none_or(|operands| matches(&operands[at].text, text))
    }
}

impl Glob {
    fn new(letters: &[(usize, char)], end: usize) -> Self {
        let start = letters.first().map_or(end, |(at, _)| *at);
        let stop = letters.last().map_or(start, |(at, letter)| at + letter.len_utf8());
        Self { text: letters.iter().map(|(_, letter)| letter).collect(), span: start..stop }
    }
}

impl Form {
    fn new(instruction: &Instruction) -> Self {
        let text = Statement::canonical(*instruction).to_string();
        let mnemonic = text.split(' ').next().unwrap_or_default();
        let lanes = match instruction {
            Instruction::Simd(simd @ (Simd::Two(_) | Simd::Four(_))) => Some(simd.lanes()),
            _ => None,
        };
        Self {
            word: control::encode(instruction),
            words: mnemonic.split('.').map(str::to_owned).collect(),
            operands: operands(instruction),
            lanes,
        }
    }

    /// Returns the text of an operand; `None` if the instruction has fewer operands.
    fn operand(&'static self, at: usize) -> Option<Text> {
        match (self.lanes, at) {
            (Some(lanes), 1 | 2) => Some(Text::Selector(lanes, at)),
            _ => self.operands.get(at).map(|text| Text::Word(text)),
        }
    }
}

/// A text at a place of a form.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Text {
    Word(&'static str),
    /// Any selector for this number of lanes at this operand.
    Selector(u32, usize),
}

impl Text {
    fn all(self) -> Vec<&'static str> {
        match self {
            Self::Word(word) => vec![word],
            Self::Selector(lanes, at) => selectors(lanes)[at - 1].iter().map(|(text, _)| text.as_str()).collect(),
        }
    }
}

/// Every form, those of SIMD instructions with their lanes in order.
static ALL: LazyLock<Vec<Form>> = LazyLock::new(|| Instruction::forms().map(|form| Form::new(&form)).collect());

/// Returns the forms that fit at a place, or an error if none does.
fn narrowed(
    forms: Vec<&'static Form>,
    glob: &Glob,
    is_opcode: bool,
    text: impl Fn(&'static Form) -> Option<Text>,
) -> Result<Vec<&'static Form>, Diagnostic> {
    let mut known = HashMap::new();
    let fits = |text: Text| text.all().into_iter().any(|text| matches(&glob.text, text));
    let (mut fitting, mut others) = (Vec::new(), BTreeSet::new());
    for form in forms {
        let Some(text) = text(form) else { continue };
        if *known.entry(text).or_insert_with(|| fits(text)) {
            fitting.push(form);
        }
    }
    others.extend(known.keys().flat_map(|text| text.all().into_iter().take(8)));
    if !fitting.is_empty() {
        return Ok(fitting);
    }
    let quoted = |text: &&str| if text.is_empty() { "nothing".to_owned() } else { format!("`{text}`") };
    let list = others.iter().take(12).map(quoted).collect::<Vec<_>>().join(", ");
    let more = if others.len() > 12 { ", …" } else { "" };
    let help = match ptx::parse(&glob.text, &mut Scope::inferring()) {
        // The reader of PTX knows which opcode may be meant.
        Err(Diagnostic { help: Some(help), .. }) if is_opcode && !glob.text.contains('*') => help,
        _ if others.is_empty() => "the pattern is longer than the instruction".to_owned(),
        _ => format!("write {list}{more}"),
    };
    let message = match &*glob.text {
        "" => "no form ends here".to_owned(),
        text => format!("no form has `{text}` here"),
    };
    Err(wrong(glob.span.clone(), message, Some(help)))
}

fn wrong(span: Range<usize>, message: String, help: Option<String>) -> Diagnostic {
    Diagnostic { kind: DiagnosticKind::Illegal, message, span, help }
}

/// Expands the braces of a pattern whose letters have their places.
fn expanded(letters: &[(usize, char)]) -> Result<Vec<Vec<(usize, char)>>, Diagnostic> {
    let Some(open) = letters.iter().position(|(_, letter)| *letter == '{') else { return Ok(vec![letters.to_vec()]) };
    let (mut depth, mut cuts) = (0, vec![open]);
    for (at, (_, letter)) in letters.iter().enumerate().skip(open) {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 1 => cuts.push(at),
            _ => {}
        }
        if depth == 0 {
            cuts.push(at);
            break;
        }
    }
    let place = letters[open].0;
    if depth != 0 {
        return Err(wrong(place..place + 1, "this brace is not closed".to_owned(), None));
    }
    let close = cuts[cuts.len() - 1];
    let mut lines = Vec::new();
    for cut in cuts.windows(2) {
        let line = [&letters[..open], &letters[cut[0] + 1..cut[1]], &letters[close + 1..]].concat();
        lines.extend(expanded(&line)?);
        if lines.len() > MOST {
            return Err(wrong(place..place + 1, format!("the braces expand into more than {MOST} lines"), None));
        }
    }
    Ok(lines)
}

/// Returns whether a text fits a pattern in which `*` stands for any text.
fn matches(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((start, rest)) => text.strip_prefix(start).is_some_and(|text| {
            (0..=text.len()).filter(|&at| text.is_char_boundary(at)).any(|at| matches(rest, &text[at..]))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::{Forms, matches};

    fn count(pattern: &str) -> usize {
        Forms::new([pattern]).unwrap_or_else(|error| panic!("{pattern}: {}", error.message)).named().count()
    }

    #[test]
    fn patterns_count_their_forms() {
        // Three types, and the selectors of the manual: 7 x 7, and 7 places of the result.
        assert_eq!(count("vadd.s32.s32.s32 r1, r2, r3"), 1);
        assert_eq!(count("vadd.*.*.* d, a, b;"), 8);
        assert_eq!(count("vadd.{s32,u32}.*.s32{,.sat} d, a{,.*}, b.b*"), 2 * 2 * 2 * 7 * 4);
        assert_eq!(count("vadd.s32.s32.s32"), 49 * 7);
        assert_eq!(count("v{add,sub}.*.*.*{,.sat}.{add,min,max}"), 2 * 16 * 3 * 49);
        assert_eq!(count("vabsdiff4.u32.u32.u32.add"), 15);
        assert_eq!(count("vabsdiff4.u32.u32.u32.add r1, r2, r3, r4"), 1);
        assert_eq!(count("vmad.*.*.* d, -a, b, c"), 8);
        assert_eq!(count("{add,addc}.cc.u32"), 2);
    }

    #[test]
    fn packed_forms_stand_for_their_video_instructions() {
        assert_eq!(count("{add,sub}{,.sat}.{u,s}8x4"), 8);
        assert_eq!((count("add.s8x4.sat"), count("{min,max}.s16x2.relu d, a, b")), (1, 2));
        // Of neg and sub, which have one control word, the second counts alone.
        assert_eq!((count("{add,sub,min,max}.s8x4.*"), count("*.s8x4")), (4, 4));
        // A comparison of set stands before the type or after it.
        assert_eq!((count("set.*.s8x4"), count("set.s8x4.*"), count("*.s8x4.*")), (6, 6, 10));
        for bad in ["add.u8x4.relu", "s8x4.add.sat", "neg.s8x4 d, a, b", "add.sat.s8x4.sat"] {
            assert!(Forms::new([bad]).is_err(), "{bad}");
        }
    }

    #[test]
    fn only_neg_alone_needs_a_zero() {
        let needs = |patterns: &[&str]| {
            let forms = Forms::new(patterns).unwrap();
            let form = forms.named().next().unwrap();
            (forms.needs_zero(&form), forms.fit(vidalu_model::control::encode(&form), [7, 9]).1)
        };
        assert_eq!(needs(&["neg.s8x4"]), (true, [0, 9]));
        assert_eq!(needs(&["neg.s8x4 d, a", "vadd4.*.*.*"]).1, [7, 9]);
        for patterns in [&["sub.s8x4"][..], &["neg.s8x4", "sub.s8x4"], &["vsub4.s32.s32.s32", "neg.s8x4"]] {
            assert_eq!(needs(patterns), (false, [7, 9]), "{patterns:?}");
        }
    }

    #[test]
    fn stars_stand_for_any_text() {
        assert!(matches("*", "") && matches("b*", "b0") && matches("v*4", "vadd4") && matches("a*b*c", "abbbc"));
        assert!(!matches("b*", "h0") && !matches("v*4", "vadd2") && !matches("", "x"));
    }

    #[test]
    fn impossible_forms_are_refused_at_their_place() {
        for (pattern, message, span) in [
            ("vad.s32", "no form has `vad` here", 0..3),
            ("vadd.s32.s32", "no form ends here", 12..12),
            ("vadd.*.*.*{,.po}", "no form has `po` here", 13..15),
            ("vadd4.*.*.* r1, r2.q0, r3, r4", "no form has `.q0` here", 16..21),
            ("vadd.*.*.* r1, r2", "the instruction has 3 operands, not 2", 17..17),
            ("vadd.{s32,u32.*.*", "this brace is not closed", 5..6),
        ] {
            let error = Forms::new([pattern]).unwrap_err();
            assert_eq!((&*error.message, error.span), (message, span), "{pattern}");
        }
    }
}
