//! Coverage: the vectors meet what they promise, and holes are named.

use vidalu_gen::Config;
use vidalu_model::draw::mix;
use vidalu_model::golden::Profile;
use vidalu_model::isa::{Arith, ScalarOp};
use vidalu_sim::coverage::{Coverage, Group};
use vidalu_sim::part::Part;
use vidalu_sim::subject::{Block, ScalarUnit, Subject, of};

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
    assert!(coverage.groups[0].names().all(|name| name.starts_with("vsub.")));
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

/// Parts meet the same as vectors one at a time, and nothing is looked at once there is nothing left to meet.
#[test]
fn parts_meet_what_their_vectors_meet() {
    let unit = of("carry".parse().unwrap(), &Config { contexts: 2, ..Config::default() });
    let part = Part::new(&*unit, 11, 0, 3000, 1);
    let flags: Vec<u64> = (0..3000).map(|at| mix(at) & 1).collect();
    let (mut by_parts, mut by_vectors) = (unit.coverage(), unit.coverage());
    unit.cover_part(&mut by_parts, &part, &flags);
    for (at, flag) in flags.iter().enumerate() {
        unit.cover_with_flag(&mut by_vectors, &part.vector(at, 0), *flag == 1);
    }
    let holes = |coverage: &Coverage| -> Vec<_> { coverage.groups.iter().flat_map(Group::holes).collect() };
    assert_eq!(holes(&by_parts), holes(&by_vectors));
    assert_eq!(by_parts.is_complete(), holes(&by_parts).is_empty());

    let mut coverage = Coverage { groups: vec![Group::new("none", [], |_| String::new())] };
    assert!(coverage.is_complete());
    unit.cover_part(&mut coverage, &part, &flags);
    assert_eq!(coverage.groups[0].size(), 0);
}

#[test]
fn a_group_tells_met_from_missed_and_from_what_cannot_be() {
    let mut group = Group::new("numbers", [5, 1 << 40, 7, 5], |bin| bin.to_string());
    assert_eq!((group.size(), group.is_complete()), (3, false));
    for bin in [7, 7, 1 << 40] {
        group.hit(bin);
    }
    assert_eq!((group.size(), group.holes().collect::<Vec<_>>()), (3, vec!["5".to_owned()]));
    group.hit(6);
    group.hit(5);
    assert_eq!((group.size(), group.is_complete()), (4, true));
    assert_eq!(group.names().collect::<Vec<_>>(), ["5", "7", "1099511627776", "6"]);
}
