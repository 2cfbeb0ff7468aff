//! `codes.py` follows from the model. `VIDALU_BLESS=1` writes it again.

use std::path::Path;

use itertools::Itertools;
use vidalu_model::control::{FORMATS, Field, UNIT, WIDTH};
use vidalu_model::golden::Profile;

/// An enumeration with these members.
fn enumeration(name: &str, doc: &str, members: impl IntoIterator<Item = (String, u64)>) -> String {
    let members = members.into_iter().map(|(name, value)| format!("    {name} = {value}\n")).collect::<String>();
    format!("class {name}(IntEnum):\n    \"\"\"{doc}\"\"\"\n\n{members}")
}

fn upper(name: &str) -> String {
    name.to_uppercase().replace(['-', '.'], "_")
}

/// `ScalarOp` of `scalar` and `op`.
fn class(unit: &str, field: &str) -> String {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    [unit].into_iter().chain(field.split('_')).map(capital).collect()
}

/// How the field is made in Python.
fn value(field: &Field, codes: &str) -> String {
    format!("Field({}, {}, {:?}, {codes})", field.lo, field.width, field.doc)
}

fn text() -> String {
    let profiles = Profile::ALL.iter().zip(0..).map(|(profile, number)| (upper(profile.name()), number));
    let any = ("ANY".to_owned(), 1 << UNIT.width);
    let units = UNIT.codes.iter().map(|(name, code)| (upper(name), *code)).chain([any]);
    let mut parts = vec![
        "\"\"\"Profiles, units, and the fields of the control word with their codes.\n\n\
         Generated from the model by the test `codes`; do not edit.\n\"\"\"\n\n\
         from enum import IntEnum\nfrom typing import Final, NamedTuple\n"
            .to_owned(),
        enumeration("Profile", "The reading of the manual that is computed.", profiles),
        enumeration(
            "Unit",
            "The unit that a control word is for. ANY: the word is whole and carries the unit's code.",
            units,
        ),
        "class Field(NamedTuple):\n    \"\"\"A field of the control word.\"\"\"\n\n    \
         #: The position of the lowest bit.\n    lo: int\n    \
         #: The width in bits.\n    width: int\n    \
         #: The meaning in one line.\n    doc: str\n    \
         #: The named codes; ``None`` for a plain bit.\n    codes: type[IntEnum] | None\n\n    \
         def get(self, word: int) -> int:\n        \"\"\"Returns the value of the field in a word.\"\"\"\n        \
         return word >> self.lo & (1 << self.width) - 1\n"
            .to_owned(),
    ];
    let mut tables = Vec::new();
    for format in &FORMATS {
        let unit = format.unit.name();
        let mut rows = Vec::new();
        for field in format.fields {
            let class = class(unit, field.name);
            if !field.codes.is_empty() {
                let doc = format!("Field {} of unit {unit}: {}.", field.name, field.doc);
                parts.push(enumeration(&class, &doc, field.codes.iter().map(|(name, code)| (upper(name), *code))));
            }
            let codes = if field.codes.is_empty() { "None" } else { class.as_str() };
            rows.push(format!("        \"{}\": {},\n", field.name, value(field, codes)));
        }
        tables.push(format!("    Unit.{}: {{\n{}    }},\n", upper(unit), rows.concat()));
    }
    parts.push(format!(
        "#: The width of the whole control word, in bits.\nCTL_WIDTH: Final = {WIDTH}\n\n\
         #: The field that holds the unit's code.\nUNIT_FIELD: Final = {}\n\n\
         #: The fields of each unit's control word, lowest first.\n\
         FIELDS: Final[dict[Unit, dict[str, Field]]] = {{\n{}}}\n",
        value(&UNIT, "Unit"),
        tables.concat(),
    ));
    parts.iter().join("\n\n")
}

#[test]
fn codes() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("python/vidalu/codes.py");
    vidalu_testkit::golden(&path, &text());
}
