//! Kits of blocks.

use vidalu_gen::{Config, Target, Unit};
use vidalu_kit::Request;
use vidalu_testkit::have;

use crate::common::{Moved, fails, passes, request};

fn kit(target: Target, config: Config) -> Moved {
    Moved::new(&Request { target, ..request(Unit::Scalar, config) })
}

#[test]
fn every_block_is_clean_and_passes() {
    if !have(&["make", "iverilog", "vvp", "verilator"]) {
        return;
    }
    for target in Target::ALL.into_iter().filter(|target| matches!(target, Target::Block(_))) {
        let language = vidalu_gen::Language::SystemVerilog;
        for config in [Config::default(), Config { language, prefix: "my_".to_owned(), ..Config::default() }] {
            let kit = kit(target, config);
            let (linted, said) = kit.make(&["lint"]);
            assert!(linted && said.is_empty(), "{target}: {said}");
            passes(&kit.make(&["sim"]));
            let readme = kit.read("README.md");
            assert!(readme.contains(&format!("The block `{target}`")) && !readme.contains("## Control word"));
        }
    }
}

#[test]
fn a_fault_in_a_block_is_found() {
    if !have(&["make", "iverilog", "vvp"]) {
        return;
    }
    for (block, from, to) in [
        ("select", "upper = sel_i[1]", "upper = sel_i[0]"),
        ("carry_adder", "carry ^ subtract_i;", "carry;"),
        ("compare", "holds ^ cmp_i[0]", "holds"),
    ] {
        let kit = kit(block.parse().unwrap(), Config::default());
        kit.replace(&format!("rtl/vidalu_{block}.v"), from, to);
        let run = kit.make(&["sim"]);
        fails(&run);
        assert!(run.1.contains("_o is "), "{}", run.1);
    }
}
