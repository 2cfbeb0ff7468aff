//! All engines give the same verdict, on claims that hold and on claims that do not.

use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use vidalu_gen::{Config, Target};
use vidalu_model::bv::Domain;
use vidalu_prove::engine::{Answer, Engine, Engines, Job, aiger, dimacs};
use vidalu_prove::{Formula, Problem, Term, claims, differs, from_text};
use vidalu_sim::gates::{Aig, Lit};
use vidalu_sim::tool::YOSYS;
use vidalu_sim::{Dut, ToolError, subject};

use crate::claims::engines;

/// Calls `check` with each engine's answer to the claim about a block in whose text `from` became
/// `to`.
fn answers(from: &str, to: &str, check: impl Fn(&dyn Engine, &Answer, &Problem)) {
    let Some(engines) = engines() else { return };
    let (target, config): (Target, _) = ("saturate".parse().expect("it is a block"), Config::default());
    let mut dut = Dut::generate(target, &config, &*subject::of(target, &config)).expect("it is a configuration");
    dut.files.iter_mut().for_each(|(_, text)| *text = text.replace(from, to));
    let (scratch, limit) = (tempfile::tempdir().expect("there is room"), Duration::from_secs(120));
    let yosys = YOSYS.find().expect("engines has found it");
    let module = from_text(target, &config, dut, &yosys, scratch.path(), limit).expect("yosys works");
    let claims = claims(&module);
    let problem = &claims.iter().find(|claim| claim.name == "result").expect("a block has one").obligations[0].problem;
    let miter = &problem.miter();
    for engine in engines.each() {
        let scratch = tempfile::tempdir().expect("there is room");
        let job = Job { problem, miter, scratch: scratch.path(), limit, is_wanted: &|| true };
        check(engine, &engine.decide(job).expect("the engine works"), problem);
    }
}

#[test]
fn each_proves_a_claim_that_holds() {
    answers("", "", |engine, answer, _| assert_eq!(*answer, Answer::Holds, "{}", engine.name()));
}

#[test]
fn each_refutes_a_claim_that_does_not_hold_with_values_that_show_it() {
    answers("excess[33:16] != 18'd0", "excess[33:17] != 17'd0", |engine, answer, problem| match answer {
        Answer::Fails(Some(values)) => assert!(differs(&problem.miter(), values), "{}", engine.name()),
        other => panic!("{}: {other:?}", engine.name()),
    });
}

/// A difference is found next to equalities that hold trivially, whatever comes first.
#[test]
fn each_of_several_equalities_counts() {
    let Some(engines) = engines() else { return };
    for holding in [vec![], vec!["before"], vec!["after"], vec!["before", "after"]] {
        let mut aig = Aig::default();
        let (a, b) = (aig.leaf(), aig.leaf());
        let both = aig.and(a, b);
        let mut problem = Problem::new(aig, vec![("a".into(), vec![a]), ("b".into(), vec![b])]);
        let same = |name: &str, problem: &mut Problem| {
            if holding.contains(&name) {
                problem.claim(name, Lit::FALSE, Lit::FALSE);
            }
        };
        same("before", &mut problem);
        problem.claim("both", Lit::FALSE, both);
        same("after", &mut problem);
        for engine in engines.each() {
            let scratch = tempfile::tempdir().expect("there is room");
            let limit = Duration::from_secs(120);
            let miter = &problem.miter();
            let job = Job { problem: &problem, miter, scratch: scratch.path(), limit, is_wanted: &|| true };
            let answer = engine.decide(job).expect("the engine works");
            assert!(matches!(answer, Answer::Fails(_)), "{} beside {holding:?}: {answer:?}", engine.name());
        }
    }
}

/// The conditions contradict each other, which no single gate shows.
#[test]
fn conditions_that_cannot_be_met_are_noticed() {
    let Some(engines) = engines() else { return };
    let mut aig = Aig::default();
    let (a, b, c) = (aig.leaf(), aig.leaf(), aig.leaf());
    let (a_or_b, a_or_not_b) = (aig.or(a, b), aig.or(a, !b));
    let neither = aig.and(!a, c);
    let mut problem = Problem::new(aig, vec![("a".into(), vec![a]), ("b".into(), vec![b]), ("c".into(), vec![c])]);
    problem.claim("a", a, b);
    let scratch = tempfile::tempdir().expect("there is room");
    let can_be_met = |engines: &Engines, problem: &Problem| {
        engines.can_be_met(problem, scratch.path(), Duration::from_secs(120)).expect("the engines work")
    };
    for (condition, expected) in [(a_or_b, true), (a_or_not_b, true), (neither, false)] {
        problem.assume(condition);
        assert_eq!(can_be_met(&engines, &problem), Some(expected));
    }
    assert!(!problem.is_void());
    assert_eq!(can_be_met(&Engines::new(Vec::new()), &problem), None);
}

/// Answers after a time, or when its answer is not wanted any more. Without an answer, it fails.
struct Slow {
    name: &'static str,
    takes: Duration,
    answer: Option<Answer>,
    calls: &'static AtomicU32,
}

impl Engine for Slow {
    fn name(&self) -> &'static str {
        self.name
    }

    fn version(&self) -> &str {
        "1"
    }

    fn decide(&self, job: Job<'_>) -> Result<Answer, ToolError> {
        self.calls.fetch_add(1, Ordering::Relaxed);
        let start = Instant::now();
        while start.elapsed() < self.takes.min(job.limit) {
            if !(job.is_wanted)() {
                return Ok(Answer::Unknown);
            }
            thread::sleep(Duration::from_millis(1));
        }
        match &self.answer {
            _ if self.takes > job.limit => Ok(Answer::Unknown),
            Some(answer) => Ok(answer.clone()),
            None => Err(YOSYS.bad_output("it fails")),
        }
    }
}

/// Random vectors do not refute the problem, so it goes to the first engine, later to the others.
#[test]
fn the_first_engine_has_a_head_start_and_the_first_answer_ends_the_others() {
    const LIMIT: Duration = Duration::from_secs(6);
    let mut aig = Aig::default();
    let bits: Vec<_> = (0..64).map(|_| aig.leaf()).collect();
    let all = bits.iter().fold(Lit::TRUE, |all, &bit| aig.and(all, bit));
    let mut problem = Problem::new(aig, vec![("a".into(), bits)]);
    problem.claim("all", Lit::FALSE, all);
    let (soon, late, ever) = (Duration::ZERO, LIMIT / 2, Duration::from_secs(3600));
    let (holds, unknown, nothing) = (Some(Answer::Holds), Some(Answer::Unknown), Some(Answer::Fails(None)));
    let wrong = Some(Answer::Fails(Some(vec![false; 64])));
    let fails = None;
    // The time that each engine takes, and its answer; then the engine that decides, the number of
    // engines that are asked, and whether the second waits for its time.
    let cases = [
        (vec![(soon, &holds), (soon, &holds)], Some("first"), 1, false),
        (vec![(ever, &holds), (soon, &holds)], Some("second"), 2, true),
        (vec![(soon, &unknown), (soon, &holds)], Some("second"), 2, false),
        (vec![(soon, &nothing), (soon, &holds)], Some("second"), 2, false),
        (vec![(soon, &wrong), (soon, &holds)], Some("second"), 2, false),
        (vec![(soon, &fails), (soon, &holds)], Some("second"), 2, false),
        (vec![(LIMIT / 6, &holds), (soon, &fails)], Some("first"), 2, true),
        (vec![(ever, &holds), (soon, &unknown)], Some(""), 2, true),
        (vec![(soon, &unknown), (soon, &fails)], None, 2, false),
        // The only engine has all of the time.
        (vec![(late, &holds)], Some("first"), 1, true),
    ];
    for (number, (slow, decides, asked, waits)) in cases.into_iter().enumerate() {
        let calls: &_ = Box::leak(Box::new(AtomicU32::new(0)));
        let engines = ["first", "second"].into_iter().zip(slow).map(|(name, (takes, answer))| -> Box<dyn Engine> {
            Box::new(Slow { name, takes, answer: answer.clone(), calls })
        });
        let (engines, start) = (Engines::new(engines.collect()), Instant::now());
        let limit = if waits { LIMIT } else { Duration::from_secs(3600) };
        let scratch = tempfile::tempdir().expect("there is room");
        let decision = engines.decide(&problem, scratch.path(), limit).ok();
        assert_eq!(decision.as_ref().map(|decision| decision.engine), decides, "case {number}");
        assert_eq!(calls.load(Ordering::Relaxed), asked, "case {number}");
        assert_eq!(start.elapsed() >= limit / 12, waits, "case {number}");
        let expected = if decides == Some("") { Answer::Unknown } else { Answer::Holds };
        assert!(decision.is_none_or(|decision| decision.answer == expected), "case {number}");
    }
}

/// The text for solvers and model checkers, for a problem that is small enough to read.
#[test]
fn problems_are_written_as_smt_lib_and_aiger_and_dimacs() {
    let mut aig = Aig::default();
    let (a, b) = (aig.leaf(), aig.leaf());
    let both = aig.and(a, b);
    let mut problem = Problem::new(aig, vec![("a".into(), vec![a]), ("b".into(), vec![b])]);
    let (formula, sum) = Formula::of(|| Term::input(1).add(Term::input(1), 1));
    problem.state(formula, vec![vec![a], vec![b]]);
    problem.assume(!both);
    problem.claim("or", sum, !both);
    let smt = problem.smt2();
    for line in [
        "; a\n(declare-const i0 (_ BitVec 1))\n",
        "(define-fun g3 () Bool (and g1 g2))\n",
        "(define-fun t2 () (_ BitVec 1) (bvadd t0 t1))\n",
        "(assert (= (ite (not g3) #b1 #b0) #b1))\n",
        "  ; or\n  (distinct t2 (ite (not g3) #b1 #b0))\n",
    ] {
        assert!(smt.contains(line), "{line} in\n{smt}");
    }
    let miter = problem.miter();
    let bytes = aiger(&miter.aig, &[a, b], &[miter.differs]);
    assert!(bytes.starts_with(b"aig "), "{bytes:?}");
    let clauses = dimacs(&miter.aig, &[a, b], miter.differs);
    let (head, rest) = clauses.split_once('\n').unwrap();
    assert_eq!(head, format!("p cnf {} {}", head.split(' ').nth(2).unwrap(), rest.lines().count()));
    // Not both bits are 1. If neither is, the sum is 0 and differs from the claim.
    assert_eq!([[false, false], [true, false]].map(|values| differs(&miter, &values.to_vec())), [true, false]);
}
