//! The table of keys against the generator and the documents.

use std::fs;
use std::path::Path;

use vidalu_gen::space::{Setup, Space};
use vidalu_gen::{Choice, Key, Target, Values};

/// A key changes the generated text of the units and blocks that the table names, and of no other.
#[test]
fn a_key_concerns_the_targets_that_it_changes() {
    for target in Target::ALL {
        let changing: Vec<_> = Space::of(Setup::Alone(target)).axes().iter().map(|axis| axis.key.name).collect();
        let concerning: Vec<_> = Key::ALL.iter().filter(|key| key.concerns(target)).map(|key| key.name).collect();
        assert_eq!(concerning, changing, "{target}");
    }
}

/// A key of a wrapper changes the text behind this wrapper, and behind no other.
#[test]
fn a_key_of_a_wrapper_concerns_it_alone() {
    for setup in Setup::all().filter(|setup| setup.wrapper().is_some()) {
        let changing: Vec<_> = Space::of(setup).axes().iter().map(|axis| axis.key.name).collect();
        for key in Key::ALL.iter().filter(|key| key.wrapper.is_some()) {
            assert_eq!(changing.contains(&key.name), key.wrapper == setup.wrapper(), "{setup}: {}", key.name);
        }
    }
}

/// Returns the table of keys as docs/hardware.md has it.
fn table() -> String {
    let row = |key: &Key| {
        let values = match key.values {
            Values::Operations => "a list of operations".to_owned(),
            values => values.to_string(),
        };
        format!("| `{}` | {values} | `{}` | {} | {} |\n", key.name, key.default(), concerned(key), key.help())
    };
    let head = "| key | values | default | concerns | meaning |\n| --- | --- | --- | --- | --- |\n";
    std::iter::once(head.to_owned()).chain(Key::ALL.iter().map(row)).collect()
}

/// Returns the units and blocks that a key concerns, or its wrapper, in words.
fn concerned(key: &Key) -> String {
    if let Some(wrapper) = key.wrapper {
        return format!("wrapper `{}`", wrapper.name());
    }
    let (mut units, mut blocks) = (Vec::new(), Vec::new());
    let (mut other_units, mut other_blocks) = (Vec::new(), Vec::new());
    for target in Target::ALL {
        let names = match (target, key.concerns(target)) {
            (Target::Unit(_), true) => &mut units,
            (Target::Unit(_), false) => &mut other_units,
            (Target::Block(_), true) => &mut blocks,
            (Target::Block(_), false) => &mut other_blocks,
        };
        names.push(format!("`{target}`"));
    }
    if other_units.is_empty() && other_blocks.is_empty() {
        return "all units and blocks".to_owned();
    }
    let units = match other_units.len() {
        0 => "all units".to_owned(),
        1 | 2 => format!("all units except {}", other_units.join(", ")),
        _ => units.join(", "),
    };
    if blocks.is_empty() { units } else { format!("{units}; {}", blocks.join(", ")) }
}

#[test]
fn the_documents_have_the_table_of_keys() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/hardware.md");
    let text = fs::read_to_string(&path).unwrap();
    let begin = text.find("| key |").expect("docs/hardware.md has a table of keys");
    let end = begin + text[begin..].find("\n\n").map_or(text.len() - begin, |end| end + 1);
    if vidalu_testkit::blesses() {
        fs::write(&path, format!("{}{}{}", &text[..begin], table(), &text[end..])).unwrap();
    } else {
        assert_eq!(&text[begin..end], table(), "VIDALU_BLESS=1 updates the table of docs/hardware.md");
    }
}
