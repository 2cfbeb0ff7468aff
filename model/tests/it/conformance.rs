//! The model against the answers of other tools, in `conformance/`.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use vidalu_model::exec::Machine;
use vidalu_model::golden::Profile;
use vidalu_model::ptx::{Line, Scope, parse_program};

/// One line of `vectors.jsonl.gz` or `chains.jsonl.gz`; `conformance/README.md` says what the
/// fields mean.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    ptx: String,
    regs: HashMap<String, String>,
    #[serde(default, alias = "cf")]
    cc: u8,
    d: String,
    #[serde(alias = "cf_out")]
    cc_out: Option<u8>,
    ptxas: Option<String>,
    why: Option<String>,
    unbounded: Option<String>,
}

fn cases(file: &str) -> Vec<Case> {
    read(&folder().join(file))
}

pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../conformance")
}

/// The lines of a compressed file.
pub(crate) fn read<T: DeserializeOwned>(path: &Path) -> Vec<T> {
    let file = File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines = BufReader::new(GzDecoder::new(file)).lines();
    lines.map(|line| serde_json::from_str(&line.expect("the file is whole")).expect("the line is a case")).collect()
}

pub(crate) fn number(text: &str) -> u64 {
    u64::from_str_radix(text.strip_prefix("0x").expect("values are hexadecimal"), 16).expect("values have 64 bits")
}

/// The result of the last instruction, and the flag after it.
fn run(case: &Case, cf: bool, profile: Profile) -> (u64, bool) {
    let program =
        parse_program(&case.ptx, &mut Scope::conformance()).unwrap_or_else(|error| panic!("{case:?}: {error}"));
    let mut machine = Machine::new(profile);
    machine.set_cf(cf);
    for (register, value) in &case.regs {
        machine.set(register, number(value));
    }
    let mut last = None;
    for line in &program {
        last = machine.execute(&line.statement).unwrap_or_else(|error| panic!("{case:?}: {error}"));
    }
    (last.expect("no case is guarded").outcome.d, machine.cf())
}

/// Returns whether the flag that the case gives and takes is a borrow in profile manual, a carry in
/// the others (H1).
fn is_subtraction(case: &Case) -> bool {
    let program = parse_program(&case.ptx, &mut Scope::conformance()).expect("run has parsed it");
    matches!(&program[0].statement, Line::Vidalu(statement)
        if matches!(statement.instruction(), vidalu_model::isa::Instruction::Carry(carry)
            if matches!(carry.op, vidalu_model::isa::CarryOp::Sub(_))))
}

#[test]
fn all_vectors_in_profile_manual() {
    let cases = cases("vectors.jsonl.gz");
    assert_eq!(cases.len(), 74_688);
    for case in &cases {
        let (d, cf) = run(case, case.cc == 1, Profile::Manual);
        assert_eq!(d, number(&case.d), "{case:?}");
        assert!(case.cc_out.is_none_or(|cc_out| cf == (cc_out == 1)), "{case:?}: CC.CF is {cf}");
    }
}

#[test]
fn all_vectors_in_profile_ptxas() {
    let mut departures: BTreeMap<String, usize> = BTreeMap::new();
    for case in cases("vectors.jsonl.gz") {
        // H1: the same flag, read as a carry.
        let borrow = is_subtraction(&case);
        let (d, cf) = run(&case, (case.cc == 1) != borrow, Profile::Ptxas);
        assert_eq!(d, number(case.ptxas.as_ref().unwrap_or(&case.d)), "{case:?}");
        assert!(case.cc_out.is_none_or(|cc_out| cf == ((cc_out == 1) != borrow)), "{case:?}: CC.CF is {cf}");
        if let Some(why) = case.why {
            *departures.entry(why).or_default() += 1;
        }
    }
    let expected = [
        ("E1", 730),
        ("E1,E2", 474),
        ("E1,E5", 96),
        ("E2", 635),
        ("E3", 11),
        ("E3,E4", 35),
        ("E4", 313),
        ("E5", 336),
        ("E6", 130),
        ("E7", 825),
    ];
    let found: Vec<_> = departures.iter().map(|(why, count)| (why.as_str(), *count)).collect();
    assert_eq!(found, expected);
}

#[test]
fn carry_vectors_in_profile_hardware() {
    let mut checked = 0;
    for case in cases("vectors.jsonl.gz").iter().filter(|case| !case.ptx.starts_with('v')) {
        let borrow = is_subtraction(case);
        let (d, cf) = run(case, (case.cc == 1) != borrow, Profile::Hardware);
        assert_eq!(d, number(&case.d), "{case:?}");
        assert!(case.cc_out.is_none_or(|cc_out| cf == ((cc_out == 1) != borrow)), "{case:?}: CC.CF is {cf}");
        checked += 1;
    }
    assert_eq!(checked, 13_080);
}

#[test]
fn the_wrap_of_vshl_is_seen_by_the_vectors() {
    // D2: without the wrap to 34 bits these would come out as `unbounded`.
    let cases = cases("vectors.jsonl.gz");
    let told_apart = cases.iter().filter(|case| case.unbounded.as_ref().is_some_and(|other| *other != case.d));
    assert_eq!(told_apart.count(), 797);
}

#[test]
fn all_chains_in_profile_hardware() {
    let cases = cases("chains.jsonl.gz");
    assert_eq!(cases.len(), 1_848);
    for profile in [Profile::Hardware, Profile::Ptxas] {
        for case in &cases {
            let (d, cf) = run(case, case.cc == 1, profile);
            assert_eq!(d, number(&case.d), "{case:?}");
            assert!(case.cc_out.is_none_or(|cc_out| cf == (cc_out == 1)), "{case:?}: CC.CF is {cf}");
        }
    }
    // The manual's borrow gives other answers where a chain mixes additions and subtractions.
    let mixed = cases.iter().filter(|case| run(case, case.cc == 1, Profile::Manual).0 != number(&case.d));
    assert!(mixed.count() > 0);
}

/// One line of a file in `silicon/`: an answer of a GPU.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Measured {
    ptx: String,
    regs: HashMap<String, String>,
    d: String,
    profile: String,
}

impl Measured {
    /// Returns whether the model gives the same.
    fn agrees(&self) -> bool {
        let profile = Profile::ALL.into_iter().find(|profile| profile.name() == self.profile);
        let mut machine = Machine::new(profile.unwrap_or_else(|| panic!("{self:?}: no such profile")));
        for (register, value) in &self.regs {
            machine.set(register, number(value));
        }
        let program = parse_program(&self.ptx, &mut Scope::inferring()).unwrap_or_else(|e| panic!("{self:?}: {e}"));
        let done = program.iter().map(|line| machine.execute(&line.statement).expect("its registers are given"));
        done.last().flatten().expect("no case is guarded").outcome.d == number(&self.d)
    }
}

#[test]
fn all_answers_of_gpus() {
    let names = std::fs::read_dir(folder().join("silicon")).expect("the folder is there");
    let paths = names.map(|name| name.expect("the folder can be read").path());
    let files: Vec<_> = paths.filter(|path| path.to_string_lossy().ends_with(".jsonl.gz")).collect();
    assert!(!files.is_empty(), "conformance/silicon has no answers");
    for file in &files {
        let answers: Vec<Measured> = read(file);
        assert!(!answers.is_empty(), "{} is empty", file.display());
        for answer in &answers {
            assert!(answer.agrees(), "{}: {answer:?}", file.display());
        }
    }
}

#[test]
fn an_answer_of_a_gpu_is_compared_in_its_profile() {
    let line = |d: &str, profile: &str| -> Measured {
        let regs = r#"{"r2":"0x12345678","r3":"0x0","r4":"0x9999aaaa"}"#;
        let ptx = "vadd.u32.u32.u32 r1.h1, r2, r3, r4";
        serde_json::from_str(&format!(r#"{{"ptx":"{ptx}","regs":{regs},"d":"{d}","profile":"{profile}"}}"#)).unwrap()
    };
    let cases = [("0x1234aaaa", "ptxas", true), ("0x5678aaaa", "ptxas", false), ("0x5678aaaa", "ptxas-13.5", true)];
    for (d, profile, agrees) in cases {
        assert_eq!(line(d, profile).agrees(), agrees, "{d} in {profile}");
    }
}
