//! The results as JUnit XML: a test case for each folder.

use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};
use vidalu_model::Fault;

use crate::report::{Report, Verdict};

impl Report {
    /// Returns the results as a JUnit document. A wrong solution is a failure, and a folder that
    /// could not be checked is an error.
    pub fn junit(&self) -> String {
        let mut document = quick_junit::Report::new("vidalu lab check");
        let mut suite = TestSuite::new("labs");
        suite.add_test_cases(self.submissions.iter().map(case));
        document.add_test_suite(suite);
        document.to_string().expect("writing to a string does not fail")
    }
}

fn case(verdict: &Verdict) -> TestCase {
    let mut case = TestCase::new(&*verdict.folder, status(verdict));
    case.set_classname(format!("lab.{}", verdict.lab.as_deref().unwrap_or("unknown"))).set_time(verdict.time);
    let medal = verdict.medal.map_or_else(|| "none".to_owned(), |medal| medal.to_string());
    case.add_property(("medal", &*medal));
    case.add_property(("hints", &*verdict.hints.to_string()));
    if let Some(luts) = verdict.luts {
        case.add_property(("luts", &*luts.yours.to_string()));
    }
    case
}

fn status(verdict: &Verdict) -> TestCaseStatus {
    let kind = match verdict.fault {
        None => return TestCaseStatus::success(),
        Some(Fault::Hardware) => NonSuccessKind::Failure,
        Some(Fault::Input | Fault::Tool) => NonSuccessKind::Error,
    };
    let mut status = TestCaseStatus::non_success(kind);
    status.set_type(if kind == NonSuccessKind::Failure { "wrong" } else { "not checked" });
    status.set_message(verdict.word()).set_description(verdict.to_string());
    status
}
