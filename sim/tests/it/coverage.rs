//! Coverage: the vectors meet what they promise, and holes are named.

use vidalu_gen::{Config, Operation};
use vidalu_model::draw::mix;
use vidalu_model::golden::Profile;
use vidalu_model::isa::Instruction;
use vidalu_sim::subject::{Block, Subject, of};
use vidalu_sim::{Batch, Coverage, Group};
use vidalu_stimulus::ScalarStimulus;

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

/// A unit with all instructions and `sat_o`, if it can have that output.
pub(crate) fn unit(name: &str) -> Box<dyn Subject> {
    of(name.parse().unwrap(), &Config { sat_o: name != "carry", ..Config::default() })
}

/// A lap of the scalar unit that has these instructions.
fn lap(has: impl Fn(&Instruction) -> bool) -> u64 {
    ScalarStimulus::new(has).unwrap().lap()
}

#[test]
fn twenty_thousand_vectors_meet_each_operation_with_its_selectors_and_saturation() {
    let unit = unit("scalar");
    let empty = unit.coverage();
    let coverage = cover(&*unit, 20_000);
    for (group, name) in [(0, "selectors"), (1, "finish"), (3, "shift"), (4, "vset")] {
        assert!(coverage.groups[group].name.contains(name));
        assert_eq!(holes(&coverage, group), Vec::<String>::new());
    }
    // The stimulus aims at what the golden model sees: no impossible bin was met.
    for (before, after) in empty.groups.iter().zip(&coverage.groups) {
        assert_eq!(before.size(), after.size(), "{}", before.name);
    }
}

#[test]
fn ten_laps_meet_the_whole_cross() {
    let unit = unit("scalar");
    let coverage = cover(&*unit, 10 * lap(|_| true));
    assert_eq!(holes(&coverage, 2), Vec::<String>::new());
}

#[test]
fn a_subset_covers_its_own_operations_alone() {
    let has = |form: &Instruction| matches!(form, Instruction::Scalar(form) if form.op.name() == "vsub");
    let config = Config { ops: [Operation::Vsub].into(), profile: vidalu_gen::Profile::Hardware, ..Config::default() };
    let unit = of("scalar".parse().unwrap(), &config);
    let coverage = cover(&*unit, lap(has));
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
    let unit = unit("scalar");
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
    let unit = unit("scalar");
    let name = unit.coverage().groups[2].name;
    let holes = |vectors| {
        let summary = cover(&*unit, vectors).summary(1, vectors).into_iter().find(|group| group.name == name);
        summary.map(|group| group.bins - group.hit)
    };
    assert_eq!((holes(20_000), holes(150_000)), (None, Some(0)));
}

/// A batch meets the same cases as its vectors one at a time, and stops when every case is met.
#[test]
fn parts_meet_what_their_vectors_meet() {
    let unit = of("carry".parse().unwrap(), &Config { contexts: 2, ..Config::default() });
    let part = Batch::new(&*unit, 11, 0, 3000, 1);
    let flags: Vec<u64> = (0..3000).map(|at| mix(at) & 1).collect();
    let (mut by_parts, mut by_vectors) = (unit.coverage(), unit.coverage());
    part.cover(&*unit, &mut by_parts, &flags);
    for (at, flag) in flags.iter().enumerate() {
        unit.cover_with_flag(&mut by_vectors, &part.vector(at, 0), *flag == 1);
    }
    let holes = |coverage: &Coverage| -> Vec<_> { coverage.groups.iter().flat_map(Group::holes).collect() };
    assert_eq!(holes(&by_parts), holes(&by_vectors));
    assert_eq!(by_parts.is_complete(), holes(&by_parts).is_empty());

    let mut coverage = Coverage { groups: vec![Group::new("none", [], |_| String::new())] };
    assert!(coverage.is_complete());
    part.cover(&*unit, &mut coverage, &flags);
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
