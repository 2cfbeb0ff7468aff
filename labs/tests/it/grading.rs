//! Many folders at once, as a lecturer checks them.

use std::fs;

use vidalu_labs::{Lab, Report, Verdict};
use vidalu_model::Fault;

use crate::support::{grader, submit};

#[test]
fn a_broken_folder_does_not_stop_the_others() {
    let Some(mut grader) = grader(false, false) else { return };
    let scratch = tempfile::tempdir().expect("there is room");
    let lab = Lab::named("compare").expect("it is a lab");
    let texts = [
        ("ada", lab.solution.to_owned()),
        ("bob", lab.solution.replace("less || equal", "less")),
        ("eve", "module lab_compare (\n".to_owned()),
    ];
    for (name, text) in &texts {
        submit(&lab, &scratch.path().join(name), text);
    }
    fs::create_dir(scratch.path().join("gil")).expect("there is room");
    vidalu_labs::hint(&scratch.path().join("eve")).expect("it is a lab");
    let mut verdict = |name: &str| {
        let folder = scratch.path().join(name);
        grader.check(&folder).unwrap_or_else(|error| Verdict::refused(&folder, &error))
    };
    let report = Report::new(["ada", "bob", "eve", "gil"].map(&mut verdict).into());
    assert_eq!((report.passed, report.proven, report.lab.as_deref()), (false, false, None));
    assert_eq!(report.stage.as_deref(), Some("primary"));
    assert_eq!(report.fault(), Some(Fault::Input));
    let faults: Vec<_> = report.submissions.iter().map(|verdict| verdict.fault).collect();
    assert_eq!(faults, [None, Some(Fault::Hardware), Some(Fault::Input), Some(Fault::Input)]);
    assert_eq!(report.submissions[2].hints, 1);
    assert_eq!(report.submissions[2].lab.as_deref(), Some("compare"));

    let table = report.to_string();
    assert!(table.contains("bronze") && table.contains("wrong: primary") && table.contains("1 of 4 passed"), "{table}");
    assert_eq!(table.matches("not readable").count(), 2, "{table}");

    let json = serde_json::to_value(&report).expect("it is plain data");
    assert_eq!(json["format_version"], 1);
    assert_eq!(json["submissions"][0]["medal"], "bronze");
    assert_eq!(json["submissions"][1]["stage"], "primary");
    let example = json["submissions"][1]["example"]["ptx"].as_str().expect("an instruction goes wrong");
    assert!(example.starts_with("vset"), "{example}");
    assert!(json["submissions"][2]["error"].as_str().expect("it is broken").contains("lab_compare.v:"));

    let junit = report.junit();
    assert!(
        junit.contains("tests=\"4\"") && junit.contains("failures=\"1\"") && junit.contains("errors=\"2\""),
        "{junit}"
    );
    assert!(junit.contains("lab_compare.v:"), "{junit}");
}

#[test]
fn a_damaged_file_says_where() {
    let Some(mut grader) = grader(false, false) else { return };
    let scratch = tempfile::tempdir().expect("there is room");
    let lab = Lab::named("select").expect("it is a lab");
    let folder = scratch.path().join("work");
    submit(&lab, &folder, lab.solution);
    let facts = fs::read_to_string(folder.join("lab.toml")).expect("it was written");
    let mut error = |text: &str| {
        fs::write(folder.join("lab.toml"), text).expect("there is room");
        let error = grader.check(&folder).expect_err("it is damaged");
        assert_eq!(error.fault(), Fault::Input);
        vidalu_sim::in_full(&error)
    };
    assert!(error(&facts.replace("sources", "source")).contains("lab.toml:3: "));
    assert!(
        error(&facts.replace("\"select\"", "\"selekt\""))
            .contains("no lab `selekt`\ndid you mean select? the labs are select, merge")
    );
    assert!(error(&facts.replace("lab_select.v", "gone.v")).contains("gone.v does not exist"));
    assert!(error(&facts.replace("\"lab_select.v\"", "")).contains("names no Verilog file"));
}
