//! Shards of one run, merged, are the run; what does not belong together is refused.

use std::time::Duration;

use vidalu_gen::{Config, Target};
use vidalu_sim::cosim::{Options, run_modules};
use vidalu_sim::report::CosimReport;
use vidalu_sim::simulator::Simulator;
use vidalu_sim::{Dut, Shard, subject};
use vidalu_testkit::tool;

use crate::common::simulators;
use crate::cosim::{FAULTS, break_text, options};

const VECTORS: u64 = 3000;

fn report(options: &Options, simulators: &[Box<dyn Simulator>]) -> CosimReport {
    let scalar: Target = "scalar".parse().unwrap();
    let subject = subject::of(scalar, &options.config);
    let mut dut = Dut::generate(scalar, &options.config, &*subject).unwrap();
    break_text(&mut dut, &FAULTS[1]);
    run_modules(options, &[(dut, subject)], simulators, &|_| ()).unwrap()
}

/// One simulator is enough: shards are not its business.
fn simulator() -> Option<[Box<dyn Simulator>; 1]> {
    let _ = tool("iverilog")?;
    simulators().into_iter().find(|simulator| simulator.name() == "icarus").map(|simulator| [simulator])
}

fn plain() -> Options {
    options(&["scalar".parse().unwrap()], Config::default(), VECTORS)
}

/// The reports of all shards of a run, as they are read from files.
fn shards(of: u64, simulators: &[Box<dyn Simulator>]) -> Vec<(String, CosimReport)> {
    let shard = |index| {
        let report = report(&Options { shard: Some(Shard { index, of }), ..plain() }, simulators);
        let name = format!("shard-{index}.json");
        let report = CosimReport::read(&name, &serde_json::to_string(&report).unwrap()).unwrap();
        (name, report)
    };
    (1..=of).map(shard).collect()
}

#[test]
fn shards_follow_each_other_without_a_gap() {
    for (vectors, of) in [(10, 3), (3000, 7), (7, 7), (u64::MAX, 5), (1 << 40, 1000)] {
        let mut next = 0;
        for index in 1..=of {
            let (first, count) = Shard { index, of }.vectors(vectors);
            assert_eq!(first, next);
            assert!((vectors / of..=vectors / of + 1).contains(&count));
            next = first + count;
        }
        assert_eq!(next, vectors);
    }
    assert_eq!("3/8".parse(), Ok(Shard { index: 3, of: 8 }));
    for wrong in ["0/8", "9/8", "3", "3/", "/8", "3/0", "-1/8", "a/b", "1/2/3"] {
        assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
    }
}

#[test]
fn merged_shards_are_the_whole_run() {
    let Some(simulators) = simulator() else { return };
    let whole = report(&plain(), &simulators);
    let mut parts = shards(4, &simulators);
    let first = parts[0].1.units[0].failures[0].clone();
    let failures: usize = parts.iter().map(|(_, report)| report.units[0].failures.len()).sum();
    parts.rotate_left(2);
    let merged = CosimReport::merge(parts).unwrap();
    assert_eq!((merged.shards, merged.shard), (Some(4), None));
    let (merged, whole) = (&merged.units[0], &whole.units[0]);
    assert_eq!((merged.checked, merged.seed, &merged.config), (VECTORS, whole.seed, &whole.config));
    assert_eq!(merged.mismatches, whole.mismatches);
    assert_eq!(merged.coverage, whole.coverage);
    // The mismatches in order, those of the first shard in front.
    assert!(whole.mismatches > 0 && merged.failures.len() == failures);
    assert_eq!((&merged.failures[0], first.index), (&first, whole.failures[0].index));
    let indices: Vec<_> = merged.failures.iter().map(|failure| failure.index.unwrap()).collect();
    assert!(indices.is_sorted(), "{indices:?}");
}

#[test]
fn reports_that_do_not_belong_together_are_refused() {
    let Some(simulators) = simulator() else { return };
    let parts = shards(3, &simulators);
    let refused = |parts: Vec<(String, CosimReport)>, wanted: &str| {
        let error = CosimReport::merge(parts).unwrap_err();
        assert!(error.problem.contains(wanted), "{error}");
    };
    let changed = |change: &dyn Fn(&mut CosimReport)| {
        let mut parts = parts.clone();
        change(&mut parts[1].1);
        parts
    };
    refused(parts[..2].to_vec(), "shard 3 of 3 is missing");
    refused(parts[1..2].to_vec(), "shards 1, 3 of 3 are missing");
    refused([&parts[..], &parts[..1]].concat(), "shard 1 of 3 is there twice: shard-1.json and shard-1.json");
    refused(changed(&|report| report.units[0].seed = 2), "seed 2, not 1");
    refused(changed(&|report| report.units[0].config.push('!')), "configuration");
    refused(changed(&|report| report.version = "0.0.0".into()), "vidalu 0.0.0");
    refused(changed(&|report| report.interrupted = true), "shard 2 of 3 was interrupted");
    refused(changed(&|report| report.units.clear()), "is of another run than shard-1.json: units");
    refused(changed(&|report| report.shard = None), "not of a shard");
    refused(changed(&|report| report.shard.as_mut().unwrap().vectors = 10), "vectors 10, not 3000");
    refused(changed(&|report| report.shard.as_mut().unwrap().of = 4), "number of shards 4, not 3");
    refused(changed(&|report| report.shard.as_mut().unwrap().index = 7), "says that it is shard 7 of 3");
    refused(changed(&|report| report.units[0].checked = 0), "shard-2.json has impossible counts for");
    // A shard has checked exactly its vectors: 1000 of 3000.
    for checked in [1, 999, 1001, 3000, u64::MAX] {
        refused(changed(&|report| report.units[0].checked = checked), &format!("{checked} of 1000 vectors checked"));
    }
    refused(changed(&|report| report.units[0].mismatches = u64::MAX), "18446744073709551615 mismatches in");
    refused(changed(&|report| report.units[0].cycles = 0), "mismatches in 0 cycles");
    refused(changed(&|report| report.units[0].coverage[0].hit += 1), "has an impossible coverage for");
    refused(changed(&|report| report.units[0].coverage[0].holes.push("no case".into())), "has an impossible coverage");
    let mut twice = parts.clone();
    twice.iter_mut().for_each(|(_, report)| report.units.push(report.units[0].clone()));
    refused(twice, " in icarus twice");
    refused(changed(&|report| report.units[0].cycles = u64::MAX), "the counts of all shards exceed 64 bits");
    let mut none = parts.clone();
    none.iter_mut().for_each(|(_, report)| report.units.clear());
    refused(none, "shard-1.json has no units");
    let mut huge = parts.clone();
    huge.iter_mut().for_each(|(_, report)| report.shard.as_mut().unwrap().of = u64::MAX);
    let all = |report: &mut CosimReport| report.shard.as_mut().unwrap().vectors = u64::MAX;
    huge.iter_mut().for_each(|(_, report)| all(report));
    huge.iter_mut().for_each(|(_, report)| report.units[0].checked = 1);
    refused(huge, "shards 4, 5, 6, 7, 8, 9, 10, 11, 12, 13 and 18446744073709551602 more of 18446744073709551615");
    for text in ["", "{}", "[1, 2]", "unit,sim", "{\"format_version\": 1, \"configs\": []}"] {
        assert!(
            CosimReport::read("x.json", text)
                .unwrap_err()
                .problem
                .starts_with("x.json is not a report of vidalu cosim"),
            "{text}"
        );
    }
}

#[test]
fn a_time_ends_a_run_at_the_end_of_a_part() {
    let Some(simulators) = simulator() else { return };
    let options = Options { time: Some(Duration::from_millis(1)), ..plain() };
    let report = report(&options, &simulators);
    // A part at least, of thousands.
    assert!(report.units[0].checked >= 1000, "{}", report.units[0].checked);
    let replay = report.units[0].failures[0].replay.as_ref().unwrap();
    assert!(replay.contains("--index"), "{replay}");
}
