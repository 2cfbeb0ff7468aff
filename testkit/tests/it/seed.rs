//! Samples that change with each commit.

use vidalu_testkit::in_turn;

#[test]
fn those_in_turn_have_equal_distances_and_there_is_always_one() {
    let some = in_turn(0..100, 7);
    let step = some[1] - some[0];
    assert!(some[0] < step && some.windows(2).all(|pair| pair[1] - pair[0] == step), "{some:?}");
    assert!(some.last().is_some_and(|last| last + step >= 100), "{some:?}");
    assert_eq!(in_turn(["alone"], 5), ["alone"]);
    assert!(in_turn(Vec::<u8>::new(), 2).is_empty());
}
