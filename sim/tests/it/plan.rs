//! The plan: what is driven when.

use vidalu_sim::plan::{Cycle, Plan, Ready, ResetKind, Timing};

fn timings() -> impl Iterator<Item = Timing> {
    let resets = [None, Some(ResetKind::Synchronous), Some(ResetKind::Asynchronous)];
    let flows = [
        Timing::default(),
        Timing { has_valid: true, ..Timing::default() },
        Timing { clock_enable: true, ..Timing::default() },
        Timing { has_valid: true, flush: true, clock_enable: true, ..Timing::default() },
        Timing { has_valid: true, ready: Some(Ready::Direct), flush: true, ..Timing::default() },
        Timing { has_valid: true, ready: Some(Ready::Registered), ..Timing::default() },
        Timing {
            has_valid: true,
            ready: Some(Ready::Registered),
            clock_enable: true,
            flush: true,
            tag: 5,
            flag_stage: Some(0),
            ..Timing::default()
        },
    ];
    (0..=3).flat_map(move |latency| {
        flows.into_iter().flat_map(move |flow| resets.into_iter().map(move |reset| Timing { latency, reset, ..flow }))
    })
}

#[test]
fn every_vector_is_checked_once_and_in_order() {
    for timing in timings() {
        let plan = Plan::new(timing, 7, 100, 500);
        let results: Vec<u64> =
            plan.cycles.iter().filter(|cycle| cycle.leaves).filter_map(|cycle| cycle.result).collect();
        assert_eq!(results, (100..600).collect::<Vec<_>>(), "{timing:?}");
        assert_eq!(plan.checked(), 500);
    }
}

#[test]
fn the_same_seed_gives_the_same_plan_and_another_seed_another() {
    let timing = Timing { latency: 2, has_valid: true, reset: Some(ResetKind::Synchronous), ..Timing::default() };
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
            (_, Some(ResetKind::Asynchronous)) => 0,
            (0, _) if timing.ready != Some(Ready::Registered) => 0,
            (_, Some(ResetKind::Synchronous)) => 1,
            (latency, None) => latency as usize + usize::from(timing.ready == Some(Ready::Registered)),
        };
        assert_eq!(unknown, most, "{timing:?}");
        assert!(plan.cycles[most..].iter().all(|cycle| cycle.valid_out.is_some()), "{timing:?}");
    }
}

#[test]
fn a_pipelined_plan_has_bubbles_back_to_back_issue_and_a_reset_that_loses_instructions() {
    for latency in 1..=3 {
        let timing = Timing { latency, has_valid: true, reset: Some(ResetKind::Synchronous), ..Timing::default() };
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
fn a_single_vector_is_checked_after_those_before_it() {
    for timing in timings() {
        let plan = Plan::single(timing, 40, 42);
        let last = plan.cycles.last().unwrap();
        assert_eq!((plan.checked(), last.result), (3, Some(42)), "{timing:?}");
    }
}

#[test]
fn a_vector_settles_in_every_stage() {
    for timing in timings() {
        let plan = Plan::settle(timing, 42, 42);
        let held = plan.cycles.iter().rev().take_while(|cycle| cycle.issue == Some(42)).count();
        assert!(held > timing.latency as usize, "{timing:?}");
        // Where there is state, the vector must not change it.
        assert!(timing.flag_stage.is_none() || plan.cycles.iter().all(|cycle| cycle.passes_flag.is_none()));
    }
}

/// What stands in the way is met by many vectors, and what was dropped comes again.
#[test]
fn stalls_flushes_and_disabled_cycles_are_met() {
    for timing in timings().filter(|timing| timing.has_valid) {
        let cycles = Plan::new(timing, 5, 0, 1000).cycles;
        let count = |what: fn(&Cycle) -> bool| cycles.iter().filter(|cycle| what(cycle)).count();
        assert!(!timing.clock_enable || count(|cycle| !cycle.enable && cycle.valid) > 50, "{timing:?}");
        assert!(timing.ready.is_none() || count(|cycle| !cycle.ready && cycle.result.is_some()) > 50, "{timing:?}");
        assert!(!timing.flush || count(|cycle| cycle.flush && cycle.enable) > 5, "{timing:?}");
    }
}

/// A source does not take back what it has offered until it is taken.
#[test]
fn what_is_offered_stays_until_it_is_taken() {
    for timing in timings().filter(|timing| timing.ready.is_some() && !timing.flush) {
        for pair in Plan::new(timing, 5, 0, 500).cycles.windows(2) {
            if pair[0].valid && pair[0].ready_out == Some(false) && !pair[0].reset && !pair[1].reset {
                assert_eq!(pair[0].issue, pair[1].issue, "{timing:?}");
            }
        }
    }
}
