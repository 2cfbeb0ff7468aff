//! A sample of the matrix: configurations in which every pair of option values is met, linted and
//! co-simulated.
//!
//! `cargo xtask matrix` runs all. This test runs one in [`STEP`] configurations, and different ones
//! with each commit.

use vidalu_gen::space::{self, Setup, Space};
use vidalu_gen::{Config, Language, generate};
use vidalu_sim::Linter;
use vidalu_sim::sweep::Sweep;
use vidalu_testkit::{found, in_turn, number, seed};

use crate::common::{LIMIT, simulators};

/// One in this number of configurations is checked.
const STEP: u64 = 40;

#[test]
fn a_sample_of_the_matrix_is_right() {
    let Some(linters) = found(Linter::all()) else { return };
    let simulators = simulators();
    let seed = seed("VIDALU_MATRIX_SEED");
    let step = number("VIDALU_MATRIX_STEP").unwrap_or(STEP).max(1);
    let configs = space::sample(space::matrix(), step as usize, seed);
    eprintln!("{} configurations: cargo xtask matrix --sample 1/{step} --seed {seed}", configs.len());
    let jobs = std::thread::available_parallelism().map_or(1, usize::from);
    let sweep = Sweep { linters: &linters, simulators: &simulators, vectors: 200, seed, timeout: LIMIT, jobs };
    let report = sweep.run(&configs, &|_| ()).unwrap();
    assert_eq!(report.configs.len(), configs.len());
    for config in &report.configs {
        assert!(config.passed(), "{config}");
        assert_eq!(config.units.len(), simulators.len());
        assert!(config.units.iter().all(|unit| unit.checked == 200), "{config}");
    }
}

/// One in three of all units behind each bus, in a configuration that differs with each commit.
#[test]
fn every_unit_agrees_behind_every_bus() {
    let simulators: Vec<_> = simulators().into_iter().filter(|simulator| simulator.name() == "verilator").collect();
    if simulators.is_empty() {
        return;
    }
    let (seed, vectors) = (seed("VIDALU_MATRIX_SEED"), 20_000);
    let wrapped = Setup::all().filter(|setup| setup.wrapper().is_some());
    let all: Vec<_> = wrapped.map(|setup| (setup, Space::of(setup).draw(seed, 0))).collect();
    assert_eq!(all.len(), 30);
    let configs = in_turn(all, 3);
    let jobs = std::thread::available_parallelism().map_or(1, usize::from);
    let sweep = Sweep { linters: &[], simulators: &simulators, vectors, seed, timeout: LIMIT, jobs };
    let report = sweep.run(&configs, &|_| ()).unwrap();
    assert_eq!(report.configs.len(), configs.len());
    for config in &report.configs {
        assert!(config.passed(), "{config}");
        assert!(config.units.iter().all(|unit| unit.checked == vectors), "{config}");
    }
}

#[test]
fn every_linter_reads_the_text() {
    let Some(linters) = found(Linter::all()) else { return };
    for &language in &[Language::Verilog, Language::SystemVerilog] {
        let config = Config { language, ..Config::default() };
        let mut design = generate("scalar".parse().unwrap(), &config).unwrap();
        for linter in &linters {
            assert_eq!(linter.lint(&design, LIMIT).unwrap(), None);
        }
        let top = design.files.last_mut().unwrap();
        top.text = top.text.replace("endmodule", "  assign nowhere = 1'b0;\nendmodule");
        for linter in &linters {
            let remark = linter.lint(&design, LIMIT).unwrap().unwrap();
            assert!(remark.text.contains("nowhere"), "{}: {}", remark.tool, remark.text);
        }
    }
}
