//! The golden functions on terms give the answers of other tools, so proofs are about the right
//! functions.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use flate2::read::GzDecoder;
use serde_json::Value;
use vidalu_gen::{Config, Target, Unit};
use vidalu_model::control;
use vidalu_model::exec::Machine;
use vidalu_model::golden::Profile;
use vidalu_model::ptx::{Line, Scope, parse_program};
use vidalu_prove::{Formula, LaneSum, Pins, Term, outcome};
use vidalu_sim::subject::{self, Signal};

/// Reads the lines of a compressed file.
fn lines(file: &str) -> impl Iterator<Item = Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../conformance").join(file);
    let file = File::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines = BufReader::new(GzDecoder::new(file)).lines();
    lines.map(|line| serde_json::from_str(&line.expect("the file is whole")).expect("the line is a case"))
}

fn number(text: &str) -> u64 {
    u64::from_str_radix(text.strip_prefix("0x").expect("values are hexadecimal"), 16).expect("values have 64 bits")
}

/// Every vector of one instruction goes through the formula of the unit `video`: from the control
/// word, the operands and the flag to the result and the new flag.
#[test]
fn terms_give_what_other_tools_answered() {
    let (target, config) = (Target::Unit(Unit::Video), Config::default());
    let subject = subject::of(target, &config);
    let (signals, outputs) = (subject.inputs(), subject.outputs());
    let (formula, [golden, before_c]) = Formula::of(|| {
        let values: Vec<_> = signals.iter().map(|signal| Term::input(signal.width)).collect();
        let (pins, flag) = (Pins { signals, values: &values }, Term::input(1));
        [LaneSum::OntoC, LaneSum::BeforeC].map(|order| outcome(target, &config, &pins, outputs, flag, order))
    });
    let d_at = outputs.iter().position(|signal| signal.name == "d_o").unwrap();
    let mut checked = 0;
    for case in lines("vectors.jsonl.gz") {
        let text = case["ptx"].as_str().unwrap();
        let program = parse_program(text, &mut Scope::conformance()).unwrap_or_else(|error| panic!("{text}: {error}"));
        let [line] = program.as_slice() else { continue };
        let Line::Vidalu(statement) = &line.statement else { continue };
        let mut machine = Machine::new(Profile::Manual);
        let registers: HashMap<_, _> = case["regs"].as_object().unwrap().iter().collect();
        for (register, value) in registers {
            machine.set(register, number(value.as_str().unwrap()));
        }
        let flag = case.get("cc").or(case.get("cf")).and_then(Value::as_u64).unwrap_or(0);
        machine.set_cf(flag == 1);
        let done = machine.execute(&line.statement).expect("it is executed").expect("no case is guarded");
        let value = |signal: &Signal| match signal.name {
            "ctl_i" => control::encode(statement.instruction()),
            "a_i" => done.operands.a,
            "b_i" => done.operands.b,
            _ => done.operands.c,
        };
        let inputs: Vec<_> = signals.iter().map(value).chain([flag]).map(u128::from).collect();
        let values = formula.evaluate(|input| inputs[input as usize]);
        assert_eq!(values[golden.promised.index()], 1, "{text}");
        for outcome in [&golden, &before_c] {
            let d = values[outcome.outputs[d_at].index()];
            assert_eq!(d, u128::from(number(case["d"].as_str().unwrap())), "{case}");
        }
        if let Some(left) = case.get("cc_out").or(case.get("cf_out")).and_then(Value::as_u64) {
            assert_eq!(values[golden.flag.index()], u128::from(left), "{case}");
        }
        checked += 1;
    }
    assert!(checked > 70_000, "{checked} vectors");
}
