//! The table of operations: what is derived from it agrees with the instructions and the
//! documentation.

use vidalu_model::control::{self, UNIT, carry, scalar, simd};
use vidalu_model::isa::{Operation, Unit};
use vidalu_model::ptx::{Scope, parse};

/// The operations of a unit, in the order of the table.
fn of(unit: Unit) -> impl Iterator<Item = Operation> {
    Operation::ALL.into_iter().filter(move |operation| operation.unit() == unit)
}

#[test]
fn codes_of_the_table_are_those_of_the_control_word() {
    for (unit, field) in [(Unit::Scalar, scalar::OP), (Unit::Simd, simd::OP), (Unit::Carry, carry::OP)] {
        for operation in of(unit) {
            assert_eq!(field.code(operation.code_name()), operation.code(), "{operation}");
        }
        assert!(field.codes.len() <= 1 << field.width, "{}", unit.name());
    }
    let codes = |unit| of(unit).map(Operation::code).collect::<Vec<_>>();
    assert_eq!(codes(Unit::Scalar), (0..8).collect::<Vec<_>>());
    assert_eq!(codes(Unit::Simd), [0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 7, 7]);
    assert_eq!(codes(Unit::Carry), [0, 0, 1, 1, 2, 2, 3]);
}

#[test]
fn a_name_is_read_as_its_operation() {
    for operation in Operation::ALL {
        assert_eq!(operation.name().parse(), Ok(operation));
        assert_eq!(Operation::of_opcode(operation.opcode()), Some(operation));
    }
    assert_eq!("vmul".parse::<Operation>().unwrap_err().to_string(), "unknown operation `vmul`");
}

/// The shortest instruction of an operation, with `.sat` or without.
fn text(operation: Operation, sat: &str) -> String {
    let name = operation.name();
    match (operation.unit(), operation.code_name()) {
        (Unit::Scalar, "vset") => format!("{name}.u32.u32.eq{sat} r1, r2, r3"),
        (Unit::Scalar, "vshl" | "vshr") => format!("{name}.u32.u32.u32{sat}.clamp r1, r2, r3"),
        (Unit::Scalar, _) => format!("{name}.u32.u32.u32{sat} r1, r2, r3"),
        (Unit::Vmad, _) => format!("{name}.u32.u32.u32{sat} r1, r2, r3, r4"),
        (Unit::Simd, "set") => {
            let sign = if operation.lanes() == 2 { "eq.u16x2" } else { "eq.u8x4" };
            format!("set{sat}.{sign} r1, r2, r3")
        }
        (Unit::Simd, "vset") => format!("{name}.u32.u32.eq{sat} r1, r2, r3, r4"),
        (Unit::Simd, _) => format!("{name}.u32.u32.u32{sat} r1, r2, r3, r4"),
        (Unit::Carry, "mad") if name == "mad.cc" => format!("mad.lo.cc{sat}.u32 r1, r2, r3, r4"),
        (Unit::Carry, "mad") => format!("{name}.lo{sat}.u32 r1, r2, r3, r4"),
        (Unit::Carry, "mul") => format!("{name}.lo{sat}.u32 r1, r2, r3"),
        (Unit::Carry, _) => format!("{name}{sat}.u32 r1, r2, r3"),
    }
}

#[test]
fn the_reader_of_ptx_knows_each_operation_and_its_sat() {
    for operation in Operation::ALL {
        let parsed = parse(&text(operation, ""), &mut Scope::conformance());
        let parsed = parsed.unwrap_or_else(|error| panic!("{operation}: {error}"));
        let instruction = parsed.statement.instruction();
        assert_eq!(instruction.operation(), operation);
        let word = control::encode(instruction);
        assert_eq!(UNIT.get(word), operation.unit() as u64);
        if operation != Operation::Vmad {
            let fields = control::format(operation.unit()).fields;
            let op = fields.iter().find(|field| field.name == "op").expect("the unit has several operations");
            assert_eq!(op.get(word), operation.code(), "{operation}");
        }
        let with_sat = parse(&text(operation, ".sat"), &mut Scope::conformance());
        assert_eq!(with_sat.is_ok(), operation.saturates(), "{operation}");
    }
}

/// The table of docs/semantics.md has a row for each operation.
#[test]
fn the_documentation_lists_each_operation() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/semantics.md");
    let text = std::fs::read_to_string(path).expect("the documentation is part of the repository");
    let head = "| operation | unit | section | code of `op` | `.sat` |";
    let (_, table) = text.split_once(head).expect("docs/semantics.md has the table");
    let rows: Vec<_> = table.lines().skip(2).take_while(|line| line.starts_with('|')).collect();
    let expected = Operation::ALL.map(|operation| {
        let code = match operation {
            Operation::Vmad => "none".to_owned(),
            _ => format!("{} `{}`", operation.code(), operation.code_name()),
        };
        let sat = if operation.saturates() { "yes" } else { "no" };
        let (unit, section) = (operation.unit().name(), operation.section());
        format!("| `{operation}` | {unit} | {section} | {code} | {sat} |")
    });
    assert_eq!(rows, expected, "the table should be:\n{}", expected.join("\n"));
}
