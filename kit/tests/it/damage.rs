//! The testbench rejects damaged files of vectors.

use std::process::Command;

use vidalu_gen::{Config, Unit};
use vidalu_testkit::have;

use crate::common::{Moved, fails, passes, request, run};

#[test]
fn damaged_and_missing_vectors_fail() {
    if !have(&["make", "iverilog", "vvp"]) {
        return;
    }
    let kit = Moved::new(&request(Unit::Carry, Config::default()));
    passes(&kit.make(&["sim"]));
    let path = "vectors/random.hex";
    let whole = kit.read(path);
    let lines: Vec<_> = whole.lines().collect();
    let first = lines.iter().position(|line| !line.starts_with("//")).unwrap();
    let without = |line: usize| {
        let kept = lines.iter().enumerate().filter(|(at, _)| *at != line);
        kept.map(|(_, line)| format!("{line}\n")).collect::<String>()
    };
    let changed = |from: &str, to: &str| {
        assert_ne!(whole.replacen(from, to, 1), whole);
        whole.replacen(from, to, 1)
    };
    let row = lines[first + 7];
    // The last digit of the second operand, which may not matter to the result.
    let (front, back) = row.split_at(row.len() - 23);
    let flipped = format!("{front}{}{}", if back.starts_with('0') { '8' } else { '0' }, &back[1..]);
    let cases = [
        (String::new(), "is empty"),
        (whole[..whole.len() / 2].to_owned(), "is not whole"),
        (without(lines.len() - 1), "is not whole"),
        (whole[..whole.len() - 1].to_owned(), "is damaged"),
        (whole[..whole.len() - 9].to_owned(), "is damaged"),
        (without(first + 3), "is damaged"),
        (changed(row, &flipped), "is damaged"),
        (changed(row, &row.replace('_', "x")), "is damaged"),
        (changed("seed: 1", "seed: 2"), "is damaged"),
        (format!("{whole}{row}\n"), "is damaged"),
        (kit.read("Makefile"), "is not whole"),
    ];
    for (text, said) in cases {
        kit.write(path, &text);
        let run = kit.make(&["sim"]);
        fails(&run);
        assert!(run.1.contains(&format!("{path}: {said}")), "{said}: {}", run.1);
    }
    std::fs::remove_file(kit.path().join(path)).unwrap();
    let missing = kit.make(&["sim"]);
    fails(&missing);
    assert!(missing.1.contains("random.hex: cannot be opened"), "{}", missing.1);
    kit.write(path, &whole);
    passes(&kit.make(&["sim", &format!("VECTORS={path}")]));
    fails(&kit.make(&["sim", "VECTORS=none.hex"]));

    // Vectors of a unit that differs only in its operations.
    let ops = [vidalu_gen::Operation::AddCc, vidalu_gen::Operation::Addc].into();
    let other = Moved::new(&request(Unit::Carry, Config { ops, ..Config::default() }));
    kit.write(path, &other.read(path));
    let other = kit.make(&["sim"]);
    fails(&other);
    assert!(other.1.contains("has vectors of another unit or configuration"), "{}", other.1);
}

#[test]
fn the_simulator_itself_ends_with_a_status() {
    if !have(&["make", "iverilog", "vvp"]) {
        return;
    }
    let kit = Moved::new(&request(Unit::Scalar, Config::default()));
    passes(&kit.make(&["sim"]));
    let program = "build/icarus/vidalu_scalar_tb";
    let simulate = |arguments: &[&str]| run(Command::new("vvp").arg(program).args(arguments), &kit.path());
    passes(&simulate(&[]));
    fails(&simulate(&["+vectors=none.hex"]));
    // In another folder, the relative paths of the kit's own vectors lead nowhere.
    let program = kit.path().join(program);
    fails(&run(Command::new("vvp").arg("-n").arg(program), &kit.path().join("tb")));
    let (succeeded, _) = kit.make(&["wave"]);
    assert!(succeeded && kit.read("build/vidalu_scalar.vcd").contains("$enddefinitions"));
}
