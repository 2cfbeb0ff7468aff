//! The report as JUnit XML, for continuous integration: a suite for each unit and simulator.

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use crate::report::{CosimReport, UnitReport};

impl CosimReport {
    /// Returns the report as a JUnit document.
    pub fn junit(&self) -> String {
        let mut document = Report::new("vidalu cosim");
        document.add_test_suites(self.units.iter().map(|unit| suite(unit, self.interrupted)));
        document.to_string().expect("writing to a string does not fail")
    }
}

fn suite(unit: &UnitReport, interrupted: bool) -> TestSuite {
    let time = unit.build_time + unit.run_time;
    let mut case = TestCase::new(&*unit.unit, status(unit));
    case.set_classname(format!("cosim.{}", unit.sim)).set_time(time);
    let mut suite = TestSuite::new(format!("{}.{}", unit.unit, unit.sim));
    suite.set_time(time).add_test_case(case);
    let facts = [
        ("seed", unit.seed.to_string()),
        ("config", unit.config.clone()),
        ("simulator", unit.sim_version.clone()),
        ("cycles", unit.cycles.to_string()),
        ("checked", unit.checked.to_string()),
        ("interrupted", interrupted.to_string()),
    ];
    for (name, value) in &facts {
        suite.add_property((*name, value.as_str()));
    }
    suite
}

fn status(unit: &UnitReport) -> TestCaseStatus {
    if unit.mismatches == 0 {
        return TestCaseStatus::success();
    }
    let mut failure = TestCaseStatus::non_success(NonSuccessKind::Failure);
    let details: String = unit.failures.iter().map(|mismatch| format!("{mismatch}\n")).collect();
    failure
        .set_type("mismatch")
        .set_message(format!("{} mismatches in {} cycles", unit.mismatches, unit.cycles))
        .set_description(details);
    failure
}
