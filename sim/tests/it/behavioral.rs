//! The units in the behavioral style: in every simulator, and with faults.

use vidalu_gen::{Config, Style, Target, Unit};
use vidalu_sim::cosim::{Options, run, run_modules};
use vidalu_sim::{Dut, OUTPUT, subject};

use crate::common::{LIMIT, simulators};

/// The units that exist in this style.
fn units() -> impl Iterator<Item = Target> {
    let config = Config { style: Style::Behavioral, ..Config::default() };
    let is_there = move |target: &Target| matches!(target, Target::Unit(_)) && config.validate_for(*target).is_ok();
    Target::ALL.into_iter().filter(is_there)
}

fn options(target: Target, toml: &str) -> Options {
    let config = Config::from_toml(&format!("style = 'behavioral'\n{toml}")).unwrap();
    Options { targets: vec![target], config, vectors: 3000, timeout: LIMIT, ..Options::default() }
}

#[test]
fn every_unit_agrees() {
    let simulators = simulators();
    let flow = "depth = 2\nhandshake = 'valid-ready'\nready = 'registered'\nflush = true\nclock_enable = true\ntag = 3";
    for unit in units() {
        for toml in ["", flow, "profile = 'hardware'\ndepth = 1\ncontexts = 3\nlanguage = 'systemverilog'"] {
            for report in run(&options(unit, toml), &simulators, &|_| ()).unwrap().units {
                let first = report.failures.first().map(ToString::to_string).unwrap_or_default();
                assert_eq!(report.mismatches, 0, "{} in {} with {}\n{first}", report.unit, report.sim, report.config);
                assert_eq!(report.checked, 3000);
            }
        }
    }
}

/// A unit, a part of its Verilog, and the text that breaks it.
const FAULTS: [(Unit, &str, &str); 7] = [
    (Unit::Scalar, "32'd32) ? 6'd32 :", "32'd32) ? 6'd31 :"),
    (Unit::Scalar, "(value < c_s34) ?", "(value < c_i) ?"),
    (Unit::Simd, "18'sd0 : 18'sd1", "18'sd1 : 18'sd1"),
    (Unit::Simd, "high = quad ? 18'sd127", "high = quad ? 18'sd126"),
    (Unit::Vmad, "sum = product - addend;", "sum = product - addend + 66'sd1;"),
    (Unit::Carry, "= read_flag && flag;", "= flag;"),
    (Unit::Carry, "wide ? total[64] : total[32]", "wide ? total[64] : total[64]"),
];

#[test]
fn faults_are_caught() {
    let simulators = simulators();
    for (unit, text, broken) in FAULTS {
        let target = Target::Unit(unit);
        let options = options(target, "depth = 1");
        let subject = subject::of(target, &options.config);
        let mut dut = Dut::generate(target, &options.config, &*subject).unwrap();
        let name = format!("vidalu_{}.v", target.name());
        let (_, file) = dut.files.iter_mut().find(|(path, _)| path.ends_with(&name)).unwrap();
        assert_eq!(file.matches(text).count(), 1, "{text} stands once in {name}");
        *file = file.replace(text, broken);
        for report in run_modules(&options, &[(dut, subject)], &simulators, &|_| ()).unwrap().units {
            assert!(report.mismatches > 0, "{broken} in {} is not caught", report.sim);
            // The process is one stage, so only the output can be observed.
            assert_eq!(report.failures[0].stage, OUTPUT, "{}", report.failures[0]);
        }
    }
}
