//! What a campaign finds, and what it says of it.

use std::time::Duration;

use vidalu_model::golden::Profile;
use vidalu_model::isa::Unit;
use vidalu_silicon::Device;
use vidalu_silicon::Report;
use vidalu_silicon::campaign::{Findings, Options, WORDS, profile, run};
use vidalu_silicon::catalogue::{Selection, select};

use crate::model_device::{Fault, ModelDevice};

pub(crate) fn options(forms: Selection, per_form: u64) -> Options {
    Options { forms, per_form, seed: 1, time: None, answers: 0, words: WORDS }
}

fn pass(device: &ModelDevice, forms: Selection, per_form: u64) -> Findings {
    run(device, &options(forms, per_form), &|_| ()).expect("the device works")
}

#[test]
fn a_device_that_answers_as_the_model_agrees() {
    for (compiler, capability, expected) in [
        (12_090, (9, 0), Profile::Ptxas),
        (13_050, (9, 0), Profile::Ptxas13_5),
        (14_000, (10, 0), Profile::Ptxas13_5),
        (12_090, (6, 1), Profile::Hardware),
    ] {
        let mut device = ModelDevice::new(compiler, expected);
        device.about.capability = capability;
        assert_eq!(profile(device.about()), expected);
        let findings = pass(&device, Selection::Sample(500), 20);
        assert_eq!((findings.disagreed(), findings.disagreements.len()), (0, 0), "{:?}", findings.disagreements);
        assert_eq!((findings.forms, findings.forms_done(), findings.vectors), (500, 500, 10_000));
        let departs = |name: &str| {
            findings.instructions.values().any(|tally| tally.departures.keys().any(|why| why.contains(name)))
        };
        assert_eq!(departs("E1"), expected == Profile::Ptxas);
        assert_eq!(departs("E7"), expected != Profile::Hardware);
        assert_eq!(departs("H2"), expected == Profile::Hardware);
    }
}

#[test]
fn carry_chains_depart_by_h1_alone() {
    let device = ModelDevice::new(12_090, Profile::Ptxas);
    let findings = pass(&device, Selection::Unit(Unit::Carry), 4);
    assert_eq!((findings.disagreed(), findings.forms_done()), (0, 6_264));
    let chains = &findings.instructions["chain"];
    assert_eq!(chains.departures.keys().collect::<Vec<_>>(), ["H1"]);
    // 56 instructions alone have two answers each, chains one a link and one for the flag.
    let answers = 2 * 56 + 3 * 3_136 + 512 * (4..=9).sum::<u64>();
    assert_eq!(findings.comparisons(), 4 * answers);
}

/// The vectors of a form go to the device in several runs, and none is lost or met twice.
#[test]
fn more_vectors_than_are_held_at_a_time() {
    let forms = select(1, Selection::Unit(Unit::Carry));
    let form = forms.iter().max_by_key(|form| form.words()).expect("there are forms");
    let statements = form.statements();
    let fault = Fault::WrongBit(statements[1].to_string(), 0);
    let device = ModelDevice { fault, ..ModelDevice::new(12_090, Profile::Ptxas) };
    let one = options(Selection::One(form.number), 10);
    let whole = run(&device, &one, &|_| ()).expect("the device works");
    for words in [1, 3 * form.words(), 10 * form.words()] {
        let parts = run(&device, &Options { words, ..one }, &|_| ()).expect("the device works");
        assert_eq!((parts.vectors, parts.forms_done()), (10, 1));
        assert_eq!((&parts.instructions, &parts.disagreements), (&whole.instructions, &whole.disagreements));
    }
    let vectors: Vec<_> = whole.disagreements.iter().map(|found| found.vector).collect();
    assert!(whole.disagreed() >= 10 && vectors.is_sorted() && !vectors.is_empty(), "{vectors:?}");
}

/// One form of each unit, with a bit of its result turned over.
#[test]
fn a_wrong_bit_is_found_and_can_be_replayed() {
    for unit in Unit::ALL {
        let forms = select(1, Selection::Unit(unit));
        let form = &forms[forms.len() / 3];
        let answers = form.answers();
        let answer = &answers[answers.len().saturating_sub(2)];
        let text = form.statements()[answer.statements - 1].to_string();
        let fault = Fault::WrongBit(text.clone(), 5);
        let device = ModelDevice { fault, ..ModelDevice::new(12_090, Profile::Ptxas) };
        let findings = pass(&device, Selection::One(form.number), 7);
        let first = &findings.disagreements[0];
        assert_eq!((first.form, first.vector), (form.number, 0));
        assert!(first.ptx.ends_with(&text), "{first:?}");
        assert!(first.replay.starts_with(&format!("vidalu eval '{}' ", first.ptx)), "{}", first.replay);
        assert!(first.replay.ends_with(" --profile ptxas"), "{}", first.replay);
        let value = |text: &str| u64::from_str_radix(text.trim_start_matches("0x"), 16).expect("a number");
        assert_eq!(value(&first.device) ^ value(&first.model), 1 << 5);
        assert_eq!(findings.disagreed(), 7, "{unit:?}: every vector disagrees, in one answer");
        // What is kept of a form is limited, what is counted is not.
        assert_eq!(findings.disagreements.len(), 4);
        // Its neighbours agree.
        let neighbours = pass(&device, Selection::One(form.number - 1), 7);
        assert_eq!(neighbours.disagreed(), 0);
    }
}

/// A compiler that is taken for a newer one: every merge to .h1 is an answer of E1, and nothing
/// else is.
#[test]
fn a_device_of_another_profile_disagrees() {
    let device = ModelDevice::new(13_050, Profile::Ptxas);
    let findings = pass(&device, Selection::Sample(700), 20);
    assert!(findings.disagreed() > 0);
    for found in &findings.disagreements {
        assert!(found.ptx.contains("r1.h1"), "{}", found.ptx);
    }
    let device = ModelDevice::new(12_090, Profile::Manual);
    let findings = pass(&device, Selection::Sample(700), 20);
    for op in ["vadd", "vmad", "chain"] {
        assert!(findings.instructions[op].disagreements > 0, "{op}");
    }
    // The manual's answer is never a departure from the manual.
    assert!(findings.instructions.values().all(|tally| tally.departures.is_empty()));
    assert!(["vadd2", "vadd4"].iter().all(|op| findings.instructions[*op].disagreements == 0));
}

#[test]
fn no_time_is_no_forms() {
    let device = ModelDevice::new(12_090, Profile::Ptxas);
    let options = Options { time: Some(Duration::ZERO), ..options(Selection::Sample(300), 10) };
    let findings = run(&device, &options, &|_| ()).expect("the device works");
    assert_eq!((findings.forms, findings.forms_done(), findings.vectors), (300, 0, 0));
}

#[test]
fn progress_counts_to_the_end() {
    let device = ModelDevice::new(12_090, Profile::Ptxas);
    let most = std::sync::Mutex::new((0, 0));
    let note = |progress: vidalu_silicon::campaign::Progress| {
        let mut most = most.lock().expect("nobody panics");
        *most = (*most).max((progress.done, progress.total));
    };
    run(&device, &options(Selection::Sample(600), 3), &note).expect("the device works");
    assert_eq!(*most.lock().expect("nobody panics"), (600, 600));
}

#[test]
fn the_document_is_the_same_but_for_its_timing() {
    let device = ModelDevice::new(12_090, Profile::Ptxas);
    let options = options(Selection::Sample(2000), 5);
    let document = || {
        let findings = run(&device, &options, &|_| ()).expect("the device works");
        let report = Report::new(device.about(), &options, &findings);
        let mut document = serde_json::to_value(&report).expect("a report is plain data");
        let timing = document.as_object_mut().and_then(|document| document.remove("timing")).expect("there is one");
        assert!(timing["seconds"].as_f64() > Some(0.0) && timing["vectors_per_second"].as_f64() > Some(0.0));
        document
    };
    let first = document();
    assert_eq!(first, document());
    assert_eq!(first["format_version"], 1);
    assert_eq!((&first["device"], &first["driver"]), (&"model".into(), &"1.2.3".into()));
    assert_eq!((&first["compiler"], &first["profile"]), (&"12.9".into(), &"ptxas".into()));
    assert_eq!(
        (&first["forms"], &first["forms_done"], &first["vectors"]),
        (&2000.into(), &2000.into(), &10_000.into())
    );
    assert!(first["instructions"]["vmad"]["departures"]["E7"].as_u64() > Some(0), "{first}");
}
