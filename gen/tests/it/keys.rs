//! The table of keys against what it promises: the generator, the space of configurations and the
//! documents.

use vidalu_gen::space::Space;
use vidalu_gen::{Key, Target};

/// The generator agrees with the table: a key changes the text of exactly the units and blocks that
/// the table lists.
#[test]
fn a_key_concerns_the_targets_that_it_changes() {
    for target in Target::ALL {
        let changing: Vec<_> = Space::of(target).axes().iter().map(|axis| axis.key.name).collect();
        let concerning: Vec<_> = Key::ALL.iter().filter(|key| key.concerns(target)).map(|key| key.name).collect();
        assert_eq!(concerning, changing, "{target}");
    }
}
