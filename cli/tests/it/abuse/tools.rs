//! Tools that lie: they report success and deliver nothing, half or garbage, or kill themselves.

use std::fs;
use std::path::Path;

use tempfile::TempDir;
use vidalu_model::draw::{Draw, key};
use vidalu_testkit::{have, script, seed};

use crate::support::command;

/// The number of lies of each tool.
const LIES: u64 = 3;

/// A program for `run` and `eval`.
const PTX: &str = "vadd.u32.u32.u32 %r1, %r2, %r2";

/// A command, and the tools that it needs: the variable and the program of each.
type Case<'a> = (&'a [&'a str], &'a [(&'a str, &'a str)]);

const ICARUS: [(&str, &str); 2] = [("VIDALU_IVERILOG", "iverilog"), ("VIDALU_VVP", "vvp")];
const YOSYS: [(&str, &str); 1] = [("VIDALU_YOSYS", "yosys")];

const CASES: [Case<'_>; 8] = [
    (&["cosim", "--unit", "merge", "--sim", "icarus", "--vectors", "20", "--report", "out"], &ICARUS),
    (&["eval", PTX, "%r2=1", "--wave", "out.vcd"], &ICARUS),
    (&["run", "program.ptx", "--on", "icarus", "--set", "%r2=1"], &ICARUS),
    (
        &["cosim", "--unit", "merge", "--sim", "verilator", "--vectors", "20", "--junit", "out"],
        &[("VIDALU_VERILATOR", "verilator")],
    ),
    (&["cosim", "--unit", "merge", "--sim", "netlist", "--vectors", "20", "--report", "out"], &YOSYS),
    (&["prove", "--unit", "merge", "--certificate", "out"], &YOSYS),
    (&["mutate", "--unit", "scalar", "--ops", "vadd", "--count", "1"], &YOSYS),
    (&["synth", "--target", "lut6", "--unit", "merge"], &YOSYS),
];

/// Returns a script that answers the question for the version as `program` does, and then lies.
fn lie(draw: &mut Draw, program: &str) -> (String, String) {
    let (name, real) = (program, which::which(program).expect("it was found"));
    let real = real.display();
    let garbage = format!("'\\377\\000{:x}\\n[{{\"modules\":{:x}'", draw.word(), draw.word());
    // The files that the tool was to write: that behind -o, that of +observed, or those of yosys.
    let files = "out=; last=; for a in \"$@\"; do [ \"$last\" = -o ] && out=\"$out $a\"; last=$a
        case $a in +observed=*) out=\"$out ${a#+observed=}\";; esac; done
        files() { for f in $out *.json *.lst words.* Vdut_classes.mk obj/*; do [ -f \"$f\" ] && echo \"$f\"; done; }";
    let kind = draw.below(6);
    let (what, does) = match kind {
        0 => ("nothing", "exit 0".to_owned()),
        1 => ("killed", "kill -KILL $$".to_owned()),
        2 => ("crashed", format!("printf {garbage}; kill -SEGV $$")),
        3 => (
            "garbage",
            format!(
                "printf {garbage}; printf {garbage} >&2; [ -t 0 ] || (printf {garbage} >&0) 2>/dev/null
                for f in $out gates.json words.json netlist.json ports.json; do printf {garbage} >\"$f\"; done; exit 0"
            ),
        ),
        4 => ("empty", format!("'{real}' \"$@\" >/dev/null 2>&1; files | while read -r f; do : >\"$f\"; done; exit 0")),
        _ => {
            let percent = draw.below(99);
            let cut = "head -c $((size * percent / 100)) \"$f\" >\"$f.cut\"; mv \"$f.cut\" \"$f\"";
            let each = format!("size=$(wc -c <\"$f\"); {cut}");
            let body = format!(
                "percent={percent}; '{real}' \"$@\" >/dev/null 2>&1
                files | while read -r f; do {each}; done; exit 0"
            );
            ("cut", body)
        }
    };
    // The runtime of Icarus answers through a socket, unless it is given a file.
    let does = if program == "vvp" && kind >= 4 { format!("[ -n \"$out\" ] || exit 0; {does}") } else { does };
    let honest = format!("case $1 in -V|--version|--getenv) exec '{real}' \"$@\";; esac");
    (format!("{name}: {what}"), format!("{honest}\n{files}\n{does}"))
}

/// Runs a command in a folder while one of its tools lies, and checks that it says so.
fn run(folder: &Path, args: &[&str], (variable, text): (&str, &str), what: &str) {
    let lying = script(folder, "tool", text);
    let mut command = command(args);
    command.current_dir(folder).env(variable, lying).env("VIDALU_CACHE_DIR", folder.join("cache"));
    let output = command.output().expect("it starts");
    let said = String::from_utf8_lossy(&output.stderr);
    let (code, text) = (output.status.code(), String::from_utf8_lossy(&output.stdout));
    assert!(matches!(code, Some(2 | 3)), "{what}: {args:?} ended with {}: {said}{text}", output.status);
    assert!(said.contains("  x ") && !said.contains("panicked"), "{what}: {args:?}: {said}");
    // No output, whole or half, and no temporary file.
    let names = fs::read_dir(folder).expect("it can be read").map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<_> = names.filter_map(|name| name.into_string().ok()).collect();
    names.sort();
    assert_eq!(names, ["cache", "program.ptx", "tool"], "{what}: {args:?}");
}

#[test]
fn a_tool_that_lies_is_never_believed() {
    let seed = seed("VIDALU_LIE_SEED");
    if !have(&["iverilog", "vvp", "verilator", "yosys"]) {
        return;
    }
    for (number, (args, tools)) in CASES.iter().enumerate() {
        for (variable, program) in *tools {
            for lie_number in 0..LIES {
                let mut draw = Draw::new(key(&format!("{number}{program}"), seed), lie_number);
                let (what, text) = lie(&mut draw, program);
                let folder = TempDir::new().expect("a folder");
                fs::write(folder.path().join("program.ptx"), format!("{PTX};\n")).expect("it is ours");
                let what = format!("VIDALU_LIE_SEED={seed}, lie {lie_number} of {what}");
                run(folder.path(), args, (variable, &text), &what);
            }
        }
    }
}
