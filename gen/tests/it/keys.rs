//! The table of keys against what it promises: the generator, the space of configurations and the documents.

use vidalu_gen::space::Space;
use vidalu_gen::{Key, Target};

/// What the table says of a key is what the generator makes of it: the text of just these units and blocks changes.
#[test]
fn a_key_concerns_the_targets_that_it_changes() {
    for target in Target::ALL {
        let changing: Vec<_> = Space::of(target).axes().iter().map(|axis| axis.key.name).collect();
        let concerning: Vec<_> = Key::ALL.iter().filter(|key| key.concerns(target)).map(|key| key.name).collect();
        assert_eq!(concerning, changing, "{target}");
    }
}
