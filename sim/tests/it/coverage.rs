//! Coverage: the vectors meet what they promise, and holes are named.

use vidalu_model::golden::Profile;
use vidalu_model::isa::{Arith, ScalarOp};
use vidalu_sim::coverage::Coverage;
use vidalu_sim::subject::{Block, ScalarUnit, Subject};

pub(crate) fn cover(subject: &dyn Subject, vectors: u64) -> Coverage {
    let mut coverage = subject.coverage();
    for index in 0..vectors {
        subject.cover(&mut coverage, &subject.stimulus(11, index));
    }
    coverage
}

pub(crate) fn holes(coverage: &Coverage, group: usize) -> Vec<String> {
    coverage.groups[group].holes().collect()
}

#[test]
fn twenty_thousand_vectors_meet_each_operation_with_its_selectors_and_saturation() {
    let unit = ScalarUnit::new(|_| true, Profile::Manual, true);
    let empty = unit.coverage();
    let coverage = cover(&unit, 20_000);
    for (group, name) in [(0, "selectors"), (1, "finish"), (3, "shift"), (4, "vset")] {
        assert!(coverage.groups[group].name.contains(name));
        assert_eq!(holes(&coverage, group), Vec::<String>::new());
    }
    // What the stimulus aims at is what the golden model sees: no bin was met that was not foreseen.
    for (before, after) in empty.groups.iter().zip(&coverage.groups) {
        assert_eq!(before.size(), after.size(), "{}", before.name);
    }
}

#[test]
fn ten_laps_meet_the_whole_cross() {
    let unit = ScalarUnit::new(|_| true, Profile::Manual, true);
    let coverage = cover(&unit, 10 * unit.lap());
    assert_eq!(holes(&coverage, 2), Vec::<String>::new());
}

#[test]
fn a_subset_covers_its_own_operations_alone() {
    let has = |op: ScalarOp| matches!(op, ScalarOp::Arith { op: Arith::Sub, .. });
    let unit = ScalarUnit::new(has, Profile::Hardware, false);
    let coverage = cover(&unit, unit.lap());
    assert_eq!(holes(&coverage, 0), Vec::<String>::new());
    assert!(coverage.groups[0].counts().all(|(name, _)| name.starts_with("vsub.")));
    assert_eq!(coverage.groups[3].size(), 0);
}

#[test]
fn each_block_meets_its_cross() {
    for name in Block::names() {
        let block = Block::new(name, Profile::Manual).unwrap();
        let coverage = cover(&block, 4000);
        assert_eq!(holes(&coverage, 0), Vec::<String>::new(), "{name}");
        assert_eq!(coverage.groups[0].size(), block.coverage().groups[0].size(), "{name}");
    }
}

#[test]
fn holes_have_names_in_the_shared_vocabulary() {
    let unit = ScalarUnit::new(|_| true, Profile::Manual, true);
    let empty = unit.coverage();
    let has = |group: usize, name: &str| assert!(holes(&empty, group).iter().any(|hole| hole == name), "{name}");
    has(0, "vadd.u32.s32.s32.sat a.b0 b.word saturate.below");
    has(1, "vsub.s32.u32.u32 secondary.max");
    has(2, "vabsdiff.s32.u32.u32.sat a.h1 b.h0 merge.b2 saturate.above");
    has(2, "vset.u32.s32.le a.word b.b3 plain");
    has(3, "vshl.wrap by above 32");
    has(4, "vset.s32.u32.ge is 1");
    let summary = &empty.summary(3, 20_000)[0];
    assert_eq!((summary.hit, summary.holes.len()), (0, 3));
}

#[test]
fn the_whole_cross_is_reported_where_the_vectors_meet_it() {
    let unit = ScalarUnit::new(|_| true, Profile::Manual, true);
    let name = unit.coverage().groups[2].name;
    let holes = |vectors| {
        let summary = cover(&unit, vectors).summary(1, vectors).into_iter().find(|group| group.name == name);
        summary.map(|group| group.bins - group.hit)
    };
    assert_eq!((holes(20_000), holes(150_000)), (None, Some(0)));
}
