//! Verilator with modules that misbehave: each is an error, and this process goes on.

use tempfile::TempDir;
use vidalu_sim::plan::ResetKind;
use vidalu_sim::simulator::{Build, Model, Simulator, Verilator};
use vidalu_sim::{CosimError, Drive, Dut, Seen, ToolError};
use vidalu_testkit::found;

use crate::common::{LIMIT, Toy, combinational_toy, toy};

/// Builds the module with `text` before its end.
fn build(verilator: &Verilator, mut dut: Dut, text: &str) -> Result<Box<dyn Model>, CosimError> {
    dut.files[0].1 = dut.files[0].1.replace("endmodule", &format!("{text} endmodule"));
    let scratch = TempDir::new().unwrap();
    verilator.build(&Build::new(&dut, &Toy, scratch.path(), LIMIT))
}

/// Adds `a` and 1 in one cycle of the combinational module.
fn add(model: &mut dyn Model, a: u64) -> Result<u64, ToolError> {
    let data = [[a], [1]].map(|column| column.to_vec().into()).to_vec();
    let drive = Drive { cycles: 1, lanes: 1, control: Vec::new(), data, noise: vec![false] };
    let mut seen = Seen::default();
    model.run(&drive, &mut seen).map(|()| seen.values[0][0])
}

#[test]
fn a_module_that_does_not_settle_is_named() {
    let Some(verilator) = found(Verilator::find()) else { return };
    let endless =
        "/* verilator lint_off UNOPTFLAT */ wire osc /* verilator public_flat */; assign osc = a_i[0] & ~osc;";
    let mut model = build(&verilator, combinational_toy(), endless).unwrap();
    let mut other = model.another().unwrap();
    for _ in 0..2 {
        let said = add(&mut *model, 1).unwrap_err().to_string();
        assert!(
            said.starts_with("toy cannot be simulated in Verilator") && said.contains("did not converge"),
            "{said}"
        );
        // Other models of the library still work.
        assert_eq!(add(&mut *other, 2).unwrap(), 3);
        assert_eq!(add(&mut *model.another().unwrap(), 2).unwrap(), 3);
    }
    // With a clock, the module is evaluated when it is opened.
    let never = "/* verilator lint_off UNOPTFLAT */ wire osc /* verilator public_flat */; assign osc = ~osc;";
    let reset = Some(("rst_i", ResetKind::Synchronous, true));
    let error = build(&verilator, toy(reset), never).map(drop).unwrap_err().to_string();
    assert!(error.contains("toy cannot be simulated in Verilator"), "{error}");
}

#[test]
fn a_module_does_not_end_this_program() {
    let Some(verilator) = found(Verilator::find()) else { return };
    for (text, said) in [
        ("always @(a_i) if (a_i == 32'd7) $finish;", "the module calls $finish"),
        ("always @(a_i) if (a_i == 32'd7) $stop;", "Verilog $stop"),
        ("always @(a_i) if (a_i == 32'd7) $fatal(1, \"no\");", "toy cannot be simulated in Verilator"),
    ] {
        let mut model = build(&verilator, combinational_toy(), text).unwrap();
        assert_eq!(add(&mut *model, 2).unwrap(), 3, "{text}");
        // A model that failed stays as it is.
        for a in [7, 8] {
            let error = add(&mut *model, a).unwrap_err().to_string();
            assert!(error.contains(said), "{text}: {error}");
        }
    }
    // A final block that fails has nobody to tell.
    drop(build(&verilator, combinational_toy(), "final $fatal(1, \"no\");").unwrap());
}
