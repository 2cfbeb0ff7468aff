//! The cost of a vector apart from its simulation, by unit: `cargo bench -p vidalu-sim`. The times
//! are those of 4096 vectors, which differ in every round.

use std::cell::Cell;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use vidalu_gen::{Config, Target};
use vidalu_sim::Batch;
use vidalu_sim::subject::{Subject, of};

const VECTORS: usize = 4096;

const UNITS: [&str; 6] = ["scalar", "simd", "vmad", "carry", "lanes", "video"];

fn main() {
    divan::main();
}

fn subject(unit: &str) -> Box<dyn Subject> {
    let target: Target = unit.parse().expect("these are units");
    of(target, &Config { sat_o: true, ..Config::default() })
}

fn columns(count: usize) -> Vec<Vec<u64>> {
    vec![vec![0; VECTORS]; count]
}

fn stimulus(subject: &dyn Subject, first: u64) -> Vec<Vec<u64>> {
    let mut inputs = columns(subject.inputs().len());
    subject.stimuli(1, first, &mut inputs);
    inputs
}

/// The first vector of each round; no round is repeated.
fn rounds() -> impl Fn() -> u64 {
    let next = Cell::new(0);
    move || next.replace(next.get() + VECTORS as u64)
}

#[divan::bench(args = UNITS)]
fn stimuli(bencher: Bencher, unit: &str) {
    let (subject, first) = (subject(unit), rounds());
    let mut inputs = columns(subject.inputs().len());
    bencher.counter(ItemsCount::new(VECTORS)).bench_local(|| {
        subject.stimuli(1, first(), &mut inputs);
        black_box(&inputs);
    });
}

#[divan::bench(args = UNITS)]
fn results(bencher: Bencher, unit: &str) {
    let (subject, first) = (subject(unit), rounds());
    let mut outputs = columns(subject.outputs().len());
    let mut flags = vec![0; VECTORS];
    let inputs = || stimulus(&*subject, first());
    bencher.counter(ItemsCount::new(VECTORS)).with_inputs(inputs).bench_local_refs(|inputs| {
        subject.results_at(0..VECTORS, inputs, &mut outputs, &mut flags);
        black_box(&outputs);
    });
}

/// The first 20,480 vectors of a run, in which most tables are completed.
#[divan::bench(args = UNITS)]
fn coverage_of_the_first(bencher: Bencher, unit: &str) {
    let subject = subject(unit);
    let part = |round| Batch::new(&*subject, 1, round * VECTORS as u64, VECTORS as u64, 1);
    let rounds: Vec<_> = (0..5).map(part).collect();
    let flags = vec![0; VECTORS];
    bencher.counter(ItemsCount::new(5 * VECTORS)).with_inputs(|| subject.coverage()).bench_local_refs(|coverage| {
        rounds.iter().for_each(|part| part.cover(&*subject, coverage, &flags));
    });
}
