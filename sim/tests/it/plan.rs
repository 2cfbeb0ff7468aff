//! The plan: what is driven when.

use vidalu_sim::plan::{Plan, ResetKind, Timing};

fn timings() -> impl Iterator<Item = Timing> {
    let resets = [None, Some(ResetKind::Synchronous), Some(ResetKind::Asynchronous)];
    (0..=3).flat_map(move |latency| {
        [false, true]
            .into_iter()
            .flat_map(move |has_valid| resets.into_iter().map(move |reset| Timing { latency, has_valid, reset }))
    })
}

#[test]
fn every_vector_is_checked_once_and_in_order() {
    for timing in timings() {
        let plan = Plan::new(timing, 7, 100, 500);
        let results: Vec<u64> = plan.cycles.iter().filter_map(|cycle| cycle.result).collect();
        assert_eq!(results, (100..600).collect::<Vec<_>>(), "{timing:?}");
        assert_eq!(plan.checked(), 500);
    }
}

#[test]
fn the_same_seed_gives_the_same_plan_and_another_seed_another() {
    let timing = Timing { latency: 2, has_valid: true, reset: Some(ResetKind::Synchronous) };
    let cycles = |seed| Plan::new(timing, seed, 0, 500).cycles;
    assert_eq!(cycles(1), cycles(1));
    assert_ne!(cycles(1), cycles(2));
}

#[test]
fn valid_is_checked_in_every_cycle_after_reset() {
    for timing in timings().filter(|timing| timing.has_valid) {
        let plan = Plan::new(timing, 3, 0, 300);
        let unknown = plan.cycles.iter().take_while(|cycle| cycle.valid_out.is_none()).count();
        let most = match (timing.latency, timing.reset) {
            (0, _) | (_, Some(ResetKind::Asynchronous)) => 0,
            (_, Some(ResetKind::Synchronous)) => 1,
            (latency, None) => latency as usize,
        };
        assert_eq!(unknown, most, "{timing:?}");
        assert!(plan.cycles[most..].iter().all(|cycle| cycle.valid_out.is_some()), "{timing:?}");
    }
}

#[test]
fn a_pipelined_plan_has_bubbles_back_to_back_issue_and_a_reset_that_loses_instructions() {
    for latency in 1..=3 {
        let timing = Timing { latency, has_valid: true, reset: Some(ResetKind::Synchronous) };
        let cycles = Plan::new(timing, 0, 0, 1000).cycles;
        assert!(cycles.windows(8).any(|run| run.iter().all(|cycle| cycle.valid && !cycle.reset)));
        assert!(cycles.iter().skip(10).any(|cycle| !cycle.valid && !cycle.reset));
        let start = 10 + cycles[10..].iter().position(|cycle| cycle.reset).expect("a reset in mid-stream");
        assert!(cycles[start].valid, "instructions are offered while in reset");
        let issued = cycles.iter().filter(|cycle| cycle.valid && !cycle.reset).count();
        // The one that is at the output when the reset comes was not lost.
        assert_eq!(issued, 1000 + latency as usize - 1, "what is under way is lost and issued again");
    }
}

#[test]
fn a_single_vector_settles_in_every_stage() {
    for timing in timings() {
        let plan = Plan::single(timing, 42);
        assert_eq!(plan.checked(), 1);
        assert_eq!(plan.cycles.last().and_then(|cycle| cycle.result), Some(42));
        let issues = plan.cycles.iter().rev().take_while(|cycle| cycle.issue == Some(42)).count();
        assert_eq!(issues, timing.latency as usize + 1);
    }
}
