//! The report as JUnit XML, which continuous integration reads: a suite for each unit and simulator.

use askama::Template;

use crate::report::{CosimReport, UnitReport};

#[derive(Template)]
#[template(path = "junit.xml", escape = "html", syntax = "bench")]
struct Junit<'a> {
    units: &'a [UnitReport],
    failures: usize,
}

impl UnitReport {
    /// 1 if something differed, else 0.
    fn failed(&self) -> u8 {
        u8::from(self.mismatches > 0)
    }

    /// Seconds that it took, to the millisecond.
    fn seconds(&self) -> String {
        format!("{:.3}", (self.build_time + self.run_time).as_secs_f64())
    }
}

/// The JUnit document of a report.
pub fn junit(report: &CosimReport) -> String {
    let failures = report.units.iter().filter(|unit| unit.mismatches > 0).count();
    let document = Junit { units: &report.units, failures };
    document.render().expect("writing to a string does not fail") + "\n"
}
