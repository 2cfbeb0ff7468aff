//! The sample of answers that becomes conformance data.

use vidalu_model::exec::Machine;
use vidalu_model::golden::Profile;
use vidalu_model::ptx::{Scope, parse_program};
use vidalu_silicon::campaign::{Options, run};
use vidalu_silicon::catalogue::Selection;

use crate::campaign::options;
use crate::model_device::{Fault, ModelDevice};

/// The lines of a campaign, and how many of them the model contradicts.
fn lines(device: &ModelDevice, forms: Selection, answers: u64) -> (Vec<serde_json::Value>, usize) {
    let options = Options { answers, ..options(forms, 10) };
    let findings = run(device, &options, &|_| ()).expect("the device works");
    let lines: Vec<_> =
        findings.answers.iter().map(|line| serde_json::to_value(line).expect("a line is plain data")).collect();
    let wrong = lines.iter().filter(|line| !agrees(line)).count();
    (lines, wrong)
}

/// Returns whether the model gives `d` in the line's profile.
fn agrees(line: &serde_json::Value) -> bool {
    let text = |key: &str| line[key].as_str().expect("it is text");
    let number = |text: &str| u64::from_str_radix(text.trim_start_matches("0x"), 16).expect("it is a number");
    let profile = Profile::ALL.into_iter().find(|profile| profile.name() == text("profile")).expect("it is a profile");
    let mut machine = Machine::new(profile);
    for (register, value) in line["regs"].as_object().expect("registers are an object") {
        machine.set(register, number(value.as_str().expect("it is text")));
    }
    let program = parse_program(text("ptx"), &mut Scope::inferring()).expect("it is legal");
    let done = program.iter().map(|line| machine.execute(&line.statement).expect("its registers are given"));
    done.last().flatten().expect("it writes a register").outcome.d == number(text("d"))
}

#[test]
fn as_many_as_asked_for_spread_over_the_forms() {
    let device = ModelDevice::new(13_050, Profile::Ptxas13_5);
    let (few, wrong) = lines(&device, Selection::Sample(500), 123);
    assert_eq!((few.len(), wrong), (123, 0));
    let texts: std::collections::HashSet<_> = few.iter().map(|line| line["ptx"].to_string()).collect();
    assert!(texts.len() > 120, "each from another form");
    let (many, wrong) = lines(&device, Selection::Sample(50), 777);
    assert_eq!((many.len(), wrong), (777, 0));
    let widest = many.iter().any(|line| line["d"].as_str().is_some_and(|d| d.len() > 10));
    assert!(widest, "64-bit answers are among them");
    assert_eq!(lines(&device, Selection::Sample(50), 777).0, many);
}

#[test]
fn they_are_the_devices_and_not_the_models() {
    let forms = vidalu_silicon::catalogue::select(1, Selection::One(1000));
    let fault = Fault::WrongBit(forms[0].statements()[0].to_string(), 3);
    let device = ModelDevice { fault, ..ModelDevice::new(12_090, Profile::Ptxas) };
    let (lines, wrong) = lines(&device, Selection::One(1000), 20);
    assert_eq!((lines.len(), wrong), (20, 20));
}
