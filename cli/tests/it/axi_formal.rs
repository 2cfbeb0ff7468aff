//! `examples/axi-formal`: proofs with the formal checkers of wb2axip. Here a rule of our own takes
//! the place of their files.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use itertools::Itertools;
use vidalu_testkit::{have, said};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/axi-formal");

/// Returns a module with the name and the ports of a checker. Its rule: an offer stays
/// unchanged until it is taken.
fn rule(
    name: &str,
    keyword: &str,
    parameters: &str,
    ports: &str,
    [clock, reset]: [&str; 2],
    offer: [&str; 3],
) -> String {
    let [valid, ready, data] = offer;
    format!(
        "module {name} #(parameter {parameters}) ({ports});
  reg has_begun = 0;
  always @(posedge {clock}) begin
    has_begun <= 1;
    if (!has_begun) assume (!{reset});
    if (has_begun && $past({reset}) && $past({valid} && !{ready})) {keyword} ({valid} && $stable({data}));
  end
endmodule
"
    )
}

/// Writes the files that the Makefile expects in the repository of others.
fn write_rules(folder: &Path) {
    let folder = folder.join("bench/formal");
    fs::create_dir_all(&folder).expect("the folder is ours");
    let write = |name: &str, text: String| fs::write(folder.join(name), text).expect("the folder is ours");
    let channels = [
        ("aw", "addr", "prot"),
        ("w", "data", "strb"),
        ("b", "resp", ""),
        ("ar", "addr", "prot"),
        ("r", "data", "resp"),
    ];
    let pins = channels.iter().flat_map(|(channel, one, other)| {
        let names = ["valid", "ready", one, other].into_iter().filter(|name| !name.is_empty());
        names.map(move |name| format!("input wire [31:0] i_axi_{channel}{name}"))
    });
    let counts = ["rd", "wr", "awr"].map(|name| format!("output wire f_axi_{name}_outstanding"));
    let ports =
        ["input wire i_clk, input wire i_axi_reset_n".to_owned()].into_iter().chain(pins).chain(counts).join(", ");
    let parameters = "C_AXI_DATA_WIDTH = 0, C_AXI_ADDR_WIDTH = 0, F_OPT_INITIAL = 1, F_AXI_MAXWAIT = 1, F_AXI_MAXRSTALL = 1, F_AXI_MAXDELAY = 1";
    let offer = ["i_axi_rvalid[0]", "i_axi_rready[0]", "i_axi_rdata"];
    write("faxil_slave.v", rule("faxil_slave", "assert", parameters, &ports, ["i_clk", "i_axi_reset_n"], offer));

    let names = ["tvalid", "tready", "tlast", "tdest"].map(|name| format!("input wire i_{name}"));
    let wide = [
        "input wire [C_S_AXI_DATA_WIDTH-1:0] i_tdata",
        "input wire [C_S_AXI_DATA_WIDTH/8-1:0] i_tstrb, i_tkeep",
        "input wire [C_S_AXI_ID_WIDTH-1:0] i_tid",
        "input wire [C_S_AXI_USER_WIDTH-1:0] i_tuser",
    ];
    let counts = ["output wire f_bytecount", "output wire f_routecheck"];
    let ports = ["input wire i_aclk, input wire i_aresetn"]
        .into_iter()
        .chain(wide)
        .chain(names.iter().map(String::as_str))
        .chain(counts)
        .join(", ");
    let parameters = "C_S_AXI_DATA_WIDTH = 32, C_S_AXI_ID_WIDTH = 1, C_S_AXI_USER_WIDTH = 1, F_LGDEPTH = 1";
    for (name, keyword) in [("faxis_slave", "assume"), ("faxis_master", "assert")] {
        let offer = ["i_tvalid", "i_tready", "{i_tdata, i_tlast, i_tid, i_tuser}"];
        write(&format!("{name}.v"), rule(name, keyword, parameters, &ports, ["i_aclk", "i_aresetn"], offer));
    }
}

fn make(folder: &Path, arguments: &[&str]) -> Output {
    let mut make = Command::new("make");
    make.args(["-s", "-C", ROOT]).args(arguments).arg(format!("BUILD={}", folder.join("build").display()));
    make.arg(format!("VIDALU={}", env!("CARGO_BIN_EXE_vidalu"))).output().expect("make is here")
}

#[test]
fn a_wrapper_keeps_the_rule_and_a_fault_breaks_it() {
    if !have(&["make", "yosys", "yosys-abc"]) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder can be made");
    write_rules(folder.path());
    let sources = format!("SOURCES={}", folder.path().display());
    // With a port TUSER and without it.
    for (bus, unit, options) in
        [("axi4-lite", "scalar", ""), ("axi4-stream", "scalar", ""), ("axi4-stream", "simd", "--sat-o --tag 3")]
    {
        let choice = [&format!("BUS={bus}"), &format!("UNIT={unit}"), &format!("OPTIONS={options}"), &sources];
        let choice = choice.map(String::as_str);
        let right = make(folder.path(), &choice);
        assert!(right.status.success() && said(&right).contains("keeps every rule"), "{bus} {unit}: {}", said(&right));
        let wrong = make(folder.path(), &[&choice[..], &["FAULT=1"]].concat());
        assert!(
            !wrong.status.success() && said(&wrong).contains("was asserted in frame"),
            "{bus} {unit}: {}",
            said(&wrong)
        );
    }
}

#[test]
fn a_missing_checker_is_named() {
    if !have(&["make", "yosys", "yosys-abc"]) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder can be made");
    let run = make(folder.path(), &["SOURCES=nowhere"]);
    assert!(
        !run.status.success() && said(&run).contains("nowhere/bench/formal/faxil_slave.v is missing"),
        "{}",
        said(&run)
    );
    assert!(!folder.path().join("build").exists());
}
