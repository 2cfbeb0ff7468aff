//! The plan: which inputs are driven when.

use vidalu_sim::plan::{Cycle, Pace, Plan, Ready, ResetKind, Steps, Timing};

/// Every vector enters in one step.
const ONE: Steps<'_> = &|_| 1;

/// Some enter in three or four.
const SEVERAL: Steps<'_> = &|index| [1, 3, 1, 4, 4][index as usize % 5];

/// Every timing, and with steps if the sender can be made to wait.
fn cases() -> impl Iterator<Item = (Timing, Steps<'static>)> {
    let in_steps = timings().filter(|timing| timing.ready.is_some() && timing.reset.is_some());
    timings().map(|timing| (timing, ONE)).chain(in_steps.map(|timing| (timing, SEVERAL)))
}

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
    for (timing, steps) in cases() {
        let plan = Plan::new(timing, steps, 7, 100, 500, Pace::Restless);
        let results: Vec<u64> =
            plan.cycles.iter().filter(|cycle| cycle.leaves).filter_map(|cycle| cycle.result).collect();
        assert_eq!(results, (100..600).collect::<Vec<_>>(), "{timing:?}");
        assert_eq!(plan.checked(), 500);
    }
}

#[test]
fn the_same_seed_gives_the_same_plan_and_another_seed_another() {
    let timing = Timing { latency: 2, has_valid: true, reset: Some(ResetKind::Synchronous), ..Timing::default() };
    let cycles = |seed| Plan::new(timing, ONE, seed, 0, 500, Pace::Restless).cycles;
    assert_eq!(cycles(1), cycles(1));
    assert_ne!(cycles(1), cycles(2));
}

#[test]
fn valid_is_checked_in_every_cycle_after_reset() {
    for (timing, steps) in cases().filter(|(timing, _)| timing.has_valid) {
        let plan = Plan::new(timing, steps, 3, 0, 300, Pace::Restless);
        let unknown = plan.cycles.iter().take_while(|cycle| cycle.valid_out.is_none()).count();
        let most = match (timing.latency, timing.reset) {
            (_, Some(ResetKind::Asynchronous)) => 0,
            (0, _) if timing.ready != Some(Ready::Registered) && steps(1) == 1 => 0,
            (_, Some(ResetKind::Synchronous)) => 1,
            (latency, None) => latency as usize + usize::from(timing.ready == Some(Ready::Registered)),
        };
        assert_eq!(unknown, most, "{timing:?}");
        assert!(plan.cycles[most..].iter().all(|cycle| cycle.valid_out.is_some()), "{timing:?}");
    }
}

/// In a plan whose inputs are given, the outputs are known as early as in any other: after idle
/// cycles, and after a reset.
#[test]
fn given_inputs_are_checked_as_soon_as_they_can_be() {
    for timing in timings().filter(|timing| timing.has_valid) {
        let start = Plan::new(timing, ONE, 3, 0, 9, Pace::Restless).cycles;
        let unknown = start.iter().take_while(|cycle| cycle.valid_out.is_none()).count();
        let inputs: Vec<_> = (0..8).map(|cycle| (timing.reset.is_some() && cycle == 0, None)).collect();
        let given = Plan::given(timing, ONE, 0, &inputs).cycles;
        assert_eq!(given.iter().position(|cycle| cycle.valid_out.is_some()), Some(unknown), "{timing:?}");
        assert!(given[unknown..].iter().all(|cycle| cycle.valid_out == Some(false)), "{timing:?}");
        assert_eq!(given.len(), inputs.len());
    }
}

#[test]
fn a_pipelined_plan_has_bubbles_back_to_back_issue_and_a_reset_that_loses_instructions() {
    for latency in 1..=3 {
        let timing = Timing { latency, has_valid: true, reset: Some(ResetKind::Synchronous), ..Timing::default() };
        let cycles = Plan::new(timing, ONE, 0, 0, 1000, Pace::Restless).cycles;
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
    for (timing, steps) in cases() {
        let plan = Plan::single(timing, steps, 40, 42);
        let last = plan.cycles.last().unwrap();
        assert_eq!((plan.checked(), last.result), (3, Some(42)), "{timing:?}");
    }
}

#[test]
fn a_vector_settles_in_every_stage() {
    for timing in timings() {
        let plan = Plan::settle(timing, ONE, 42, 42);
        let held = plan.cycles.iter().rev().take_while(|cycle| cycle.issue == Some(42)).count();
        assert!(held > timing.latency as usize, "{timing:?}");
        // Where there is state, the vector must not change it.
        assert!(timing.flag_stage.is_none() || plan.cycles.iter().all(|cycle| cycle.passes_flag.is_none()));
    }
}

/// Many vectors meet disturbances, and instructions that were dropped are issued again.
#[test]
fn stalls_flushes_and_disabled_cycles_are_met() {
    for (timing, steps) in cases().filter(|(timing, _)| timing.has_valid) {
        let cycles = Plan::new(timing, steps, 5, 0, 1000, Pace::Restless).cycles;
        let count = |what: fn(&Cycle) -> bool| cycles.iter().filter(|cycle| what(cycle)).count();
        assert!(!timing.clock_enable || count(|cycle| !cycle.enable && cycle.valid) > 50, "{timing:?}");
        assert!(timing.ready.is_none() || count(|cycle| !cycle.ready && cycle.result.is_some()) > 50, "{timing:?}");
        assert!(!timing.flush || count(|cycle| cycle.flush && cycle.enable) > 5, "{timing:?}");
    }
}

/// Bubbles, backpressure and a disabled clock come in every second cycle for a while, and in some
/// whiles not at all.
#[test]
fn pauses_have_rhythms() {
    let sender = Timing { latency: 2, has_valid: true, reset: Some(ResetKind::Synchronous), ..Timing::default() };
    let all = Timing { ready: Some(Ready::Direct), clock_enable: true, ..sender };
    type IsPause = fn(&Cycle) -> bool;
    let pauses: [(Timing, IsPause); 3] =
        [(sender, |cycle| !cycle.valid), (all, |cycle| !cycle.ready), (all, |cycle| !cycle.enable)];
    for (timing, is_pause) in pauses {
        let cycles = Plan::new(timing, ONE, 5, 0, 5000, Pace::Restless).cycles;
        let some = |run: fn(&[bool]) -> bool| {
            let pauses: Vec<_> = cycles.iter().map(is_pause).collect();
            pauses.windows(50).any(run)
        };
        assert!(some(|run| run.windows(2).all(|pair| pair[0] != pair[1])), "{timing:?}");
        assert!(some(|run| run.iter().all(|is_pause| !is_pause)), "{timing:?}");
    }
}

/// A source does not take back what it has offered until it is taken.
#[test]
fn what_is_offered_stays_until_it_is_taken() {
    for timing in timings().filter(|timing| timing.ready.is_some() && !timing.flush) {
        for pair in Plan::new(timing, ONE, 5, 0, 500, Pace::Restless).cycles.windows(2) {
            if pair[0].valid && pair[0].ready_out == Some(false) && !pair[0].reset && !pair[1].reset {
                assert_eq!(pair[0].issue, pair[1].issue, "{timing:?}");
            }
        }
    }
}

/// Everything that can come between the steps of a vector does.
#[test]
fn steps_are_disturbed() {
    for latency in 0..=3 {
        let timing = Timing {
            latency,
            has_valid: true,
            ready: Some(Ready::Direct),
            clock_enable: true,
            flush: true,
            reset: Some(ResetKind::Synchronous),
            ..Timing::default()
        };
        let cycles = Plan::new(timing, SEVERAL, 5, 0, 2000, Pace::Restless).cycles;
        // A step has entered that is not the last, and nothing has dropped it.
        let enters = |cycle: &Cycle| {
            let moves = cycle.enable && (cycle.ready || cycle.valid_out == Some(false));
            moves && cycle.valid && cycle.ready_out == Some(false) && !cycle.flush && !cycle.reset
        };
        let between: Vec<_> = cycles.windows(2).filter(|pair| enters(&pair[0])).map(|pair| pair[1]).collect();
        let count = |what: fn(&Cycle) -> bool| between.iter().filter(|cycle| what(cycle)).count();
        assert_eq!(count(|cycle| cycle.reset), 1, "{timing:?}");
        assert!(count(|cycle| cycle.flush && cycle.enable) > 5, "{timing:?}");
        assert!(count(|cycle| !cycle.enable) > 50, "{timing:?}");
        assert!(count(|cycle| !cycle.valid) > 50, "{timing:?}");
        let stalls = count(|cycle| cycle.valid_out == Some(true) && !cycle.ready && cycle.enable);
        // What came before has left by then, unless it has two rows of registers to pass.
        assert!(latency < 2 || stalls > 20, "{timing:?}: {stalls}");
    }
}

/// A vector in several steps stands in the stage of the state after the last clock edge.
#[test]
fn a_vector_in_steps_settles_in_the_stage_of_the_state() {
    for latency in 0..=3 {
        for flag_stage in [None, Some(latency)] {
            let timing = Timing {
                latency,
                has_valid: true,
                ready: Some(Ready::Direct),
                reset: Some(ResetKind::Synchronous),
                flag_stage,
                ..Timing::default()
            };
            let cycles = Plan::settle(timing, SEVERAL, 41, 43).cycles;
            let issues: Vec<_> = cycles.iter().filter(|cycle| !cycle.reset).map(|cycle| cycle.issue).collect();
            let mut expected = vec![Some(41); 3];
            expected.push(Some(42));
            expected.extend([Some(43); 4]);
            expected.extend(vec![None; (latency as usize).saturating_sub(1)]);
            assert_eq!(issues, expected, "{timing:?}");
            assert!(cycles.iter().all(|cycle| cycle.passes_flag != Some(43)), "the vector must not change the state");
        }
    }
}
