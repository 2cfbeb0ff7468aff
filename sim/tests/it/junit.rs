//! The JUnit document of made-up reports.

use std::collections::BTreeMap;
use std::time::Duration;

use quick_junit::{Report, TestCaseStatus};
use vidalu_sim::report::{CosimReport, Mismatch, OutputMismatch, UnitReport};

fn unit(sim: &'static str, failures: Vec<Mismatch>) -> UnitReport {
    UnitReport {
        unit: "scalar".into(),
        sim: sim.into(),
        sim_version: "Sim <1.0> & \"more\"".into(),
        config: "depth=2".into(),
        forms: Vec::new(),
        seed: 7,
        first: 0,
        cycles: 120,
        checked: 100,
        mismatches: failures.len() as u64,
        failures,
        coverage: Vec::new(),
        build_time: Duration::from_millis(1200),
        run_time: Duration::from_millis(34),
    }
}

fn mismatch() -> Mismatch {
    Mismatch {
        unit: "scalar".into(),
        sim: "verilator".into(),
        cycle: 17,
        index: Some(6),
        thread: None,
        ptx: Some("vadd.u32.u32.s32.sat r1.h1, r2.h1, r3.b3, r4".into()),
        operands: BTreeMap::from([("a_i".into(), "0x1".into())]),
        outputs: vec![OutputMismatch { name: "d_o".into(), expected: "0x2".into(), got: "0x<3>".into() }],
        stage: "saturate".into(),
        stages: Vec::new(),
        replay: Some("vidalu cosim --index 6".into()),
    }
}

#[test]
fn suites_and_failures_read_back() {
    let units = vec![unit("icarus", Vec::new()), unit("verilator", vec![mismatch()])];
    let text = CosimReport {
        format_version: 1,
        version: "0".into(),
        interrupted: false,
        shard: None,
        shards: None,
        units,
        wave: None,
    }
    .junit();
    let document = Report::deserialize_from_str(&text).expect("it is JUnit");
    assert_eq!((document.tests, document.failures, document.errors), (2, 1, 0));
    let names: Vec<_> = document.test_suites.iter().map(|suite| suite.name.as_str()).collect();
    assert_eq!(names, ["scalar.icarus", "scalar.verilator"]);

    let suite = &document.test_suites[1];
    let properties: Vec<_> = suite.properties.iter().map(|fact| (fact.name.as_str(), fact.value.as_str())).collect();
    let simulator = ("simulator", "Sim <1.0> & \"more\"");
    assert_eq!(
        properties,
        [
            ("seed", "7"),
            ("config", "depth=2"),
            simulator,
            ("cycles", "120"),
            ("checked", "100"),
            ("interrupted", "false")
        ]
    );

    let TestCaseStatus::NonSuccess { message, description, .. } = &suite.test_cases[0].status else {
        panic!("the second unit failed: {text}");
    };
    assert_eq!(message.as_ref().map(|text| text.as_str()), Some("1 mismatches in 120 cycles"));
    let description = description.as_ref().map_or("", |text| text.as_str());
    for part in ["cycle 17, vector 6", "expected 0x2, got 0x<3>", "stage    saturate", "vidalu cosim --index 6"] {
        assert!(description.contains(part), "{part} is missing in:\n{description}");
    }
    assert_eq!(document.test_suites[0].test_cases[0].status, TestCaseStatus::success());
}
