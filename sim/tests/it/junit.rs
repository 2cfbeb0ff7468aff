//! The JUnit document of made-up reports.

use std::collections::BTreeMap;
use std::time::Duration;

use vidalu_sim::junit::junit;
use vidalu_sim::report::{CosimReport, Mismatch, OutputMismatch, UnitReport};

fn unit(sim: &'static str, failures: Vec<Mismatch>) -> UnitReport {
    UnitReport {
        unit: "scalar",
        sim,
        sim_version: "Sim <1.0> & \"more\"".into(),
        config: "depth=2".into(),
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
        unit: "scalar",
        sim: "verilator",
        cycle: 17,
        index: Some(6),
        ptx: Some("vadd.u32.u32.s32.sat r1.h1, r2.h1, r3.b3, r4".into()),
        operands: BTreeMap::from([("a_i".into(), "0x1".into())]),
        outputs: vec![OutputMismatch { name: "d_o".into(), expected: "0x2".into(), got: "0x<3>".into() }],
        stage: "saturate".into(),
        stages: Vec::new(),
        replay: "vidalu cosim --index 6".into(),
    }
}

#[test]
fn suites_and_failures_are_written_and_escaped() {
    let units = vec![unit("icarus", Vec::new()), unit("verilator", vec![mismatch()])];
    let expected = r#"<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="vidalu cosim" tests="2" failures="1">
  <testsuite name="scalar.icarus" tests="1" failures="0" time="1.234">
    <properties>
      <property name="seed" value="7"/>
      <property name="config" value="depth=2"/>
      <property name="simulator" value="Sim &#60;1.0&#62; &#38; &#34;more&#34;"/>
      <property name="cycles" value="120"/>
      <property name="checked" value="100"/>
    </properties>
    <testcase name="scalar" classname="cosim.icarus" time="1.234">
    </testcase>
  </testsuite>
  <testsuite name="scalar.verilator" tests="1" failures="1" time="1.234">
    <properties>
      <property name="seed" value="7"/>
      <property name="config" value="depth=2"/>
      <property name="simulator" value="Sim &#60;1.0&#62; &#38; &#34;more&#34;"/>
      <property name="cycles" value="120"/>
      <property name="checked" value="100"/>
    </properties>
    <testcase name="scalar" classname="cosim.verilator" time="1.234">
      <failure message="1 mismatches in 120 cycles" type="mismatch">
mismatch: scalar in verilator, cycle 17, vector 6
  vadd.u32.u32.s32.sat r1.h1, r2.h1, r3.b3, r4
  with     a_i 0x1
  d_o      expected 0x2, got 0x&#60;3&#62;
  stage    saturate
  replay   vidalu cosim --index 6
      </failure>
    </testcase>
  </testsuite>
</testsuites>
"#;
    assert_eq!(junit(&CosimReport { format_version: 1, units, wave: None }), expected);
}
