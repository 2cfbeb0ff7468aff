//! Several generated units in one project: their modules, headers and macros do not collide.

use std::fs;
use std::path::Path;

use vidalu_gen::package::Package;
use vidalu_gen::{Choice, Config, Design, Unit, Wrapper, wrap};

use crate::common;

/// Every unit behind a bus with a prefix of its own, and one of them twice with different
/// configurations.
fn designs(wrapper: Wrapper) -> Vec<Design> {
    let short = wrapper.name().replace('-', "");
    let own = Unit::ALL.iter().map(|unit| (*unit, format!("{}_{short}_", unit.name()), ""));
    let twice = [
        (Unit::Video, format!("left_{short}_"), "depth = 2\ncontexts = 4\nsat_o = true\n"),
        (Unit::Video, format!("Right{short}"), "ops = ['vadd', 'vmad', 'add.cc']\nwide = false\n"),
    ];
    let all = own.chain(twice);
    let design = |(unit, prefix, toml): (Unit, String, &str)| {
        wrap(wrapper, unit, &Config { prefix, ..common::config(toml) }).expect("the bus has the options")
    };
    all.map(design).collect()
}

/// Writes the packages of all designs into `folder`, each file under its own name, and returns the
/// names. Only the files of a project: two of them with one name would be one.
fn write(designs: &[Design], folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for design in designs {
        for (path, text) in Package::new(design).files() {
            let name = path.rsplit_once('/').map_or(path.as_str(), |(_, name)| name).to_owned();
            if [".v", ".vh", ".h"].iter().any(|end| name.ends_with(end)) {
                assert!(!names.contains(&name), "two files are called {name}");
                fs::write(folder.join(&name), text).expect("the folder can be written");
                names.push(name);
            }
        }
    }
    names
}

#[test]
fn verilog_of_several_instances_is_one_design() {
    for &wrapper in Wrapper::ALL {
        let (designs, folder) = (designs(wrapper), tempfile::tempdir().unwrap());
        let names = write(&designs, folder.path());
        let mut text: String =
            names.iter().filter(|name| name.ends_with(".vh")).map(|name| format!("`include \"{name}\"\n")).collect();
        text += "module all;\n";
        for (at, design) in designs.iter().enumerate() {
            let macros = design.config.prefix.to_uppercase();
            text += &format!("  localparam Width{at} = `{macros}CTL_WIDTH;\n  {} u_{at} ();\n", design.top.name);
        }
        fs::write(folder.path().join("all.v"), text + "endmodule\n").unwrap();
        let sources = names.iter().map(String::as_str).filter(|name| name.ends_with(".v"));
        let tools: [(&str, &[&str]); 2] = [
            ("iverilog", &["-g2005", "-t", "null", "-s", "all", "all.v"]),
            ("verilator", &["--lint-only", "-Wno-fatal", "-Wno-lint", "--top-module", "all", "all.v"]),
        ];
        for (tool, options) in tools {
            let Some(program) = vidalu_testkit::tool(tool) else { continue };
            common::run(&program, &options.iter().copied().chain(sources.clone()).collect::<Vec<_>>(), folder.path());
        }
    }
}

#[test]
fn headers_of_several_instances_fit_in_one_program() {
    let Some(compiler) = vidalu_testkit::tool("cc") else { return };
    let designs: Vec<_> = Wrapper::ALL.iter().flat_map(|wrapper| designs(*wrapper)).collect();
    let folder = tempfile::tempdir().unwrap();
    let names = write(&designs, folder.path());
    let headers = names.iter().filter(|name| name.ends_with(".h"));
    // The buses of processors also have their instructions in portable C.
    let software = headers.clone().filter(|name| name.ends_with("software.h"));
    let processors = 2 * designs.len() / Wrapper::ALL.len();
    assert_eq!((headers.clone().count(), software.count()), (designs.len() + processors, processors));
    // Twice, because a header may be included by others too.
    let includes: String = headers.clone().chain(headers).map(|name| format!("#include \"{name}\"\n")).collect();
    // The processor buses need an instruction of RISC-V; here, a function takes its place.
    let hooks: String = designs
        .iter()
        .map(|design| design.config.prefix.to_uppercase())
        .map(|m| format!("#define {m}OP(a, b, c, d) ((uint32_t)((a) + (b) + (c) + (d)))\n#define {m}OP3(a, b, c, d, e) ({m}OP(a, b, c, d) + (uint32_t)(e))\n"))
        .collect();
    let program = "
int main(void)
{
    /* vadd.s32.u32.s32.sat of both instances: the same codes at the same places. */
    uint64_t left = LEFT_AXI4LITE_PUT(SCALAR_OP, LEFT_AXI4LITE_SCALAR_OP_VADD) | LEFT_AXI4LITE_PUT(SCALAR_SAT, 1);
    uint64_t right = RIGHTCFUPUT(SCALAR_OP, RIGHTCFUSCALAR_OP_VADD) | RIGHTCFUPUT(SCALAR_SAT, 1);
    uint64_t unit = RIGHTCFUPUT(CTL_UNIT, RIGHTCFUCTL_UNIT_VMAD);
    uint8_t beat[SIMD_AXI4STREAM_BEAT];
    simd_axi4stream_pack(beat, SIMD_AXI4STREAM_PUT(SIMD_SAT, 1), 1, 2, 3);
    left_axi4lite_set_word((uintptr_t)0, left);
    Rightcfuset_word(0, right);
    return left == right && unit != 0 && (uint32_t)Rightcfuexecute(0, 1, 2) != 0 && vmad_cvxif_id() == 0;
}
";
    fs::write(folder.path().join("program.c"), format!("#include <stdint.h>\n{hooks}{includes}{program}")).unwrap();
    let arguments = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "program.c"];
    common::run(&compiler, &arguments, folder.path());
}
