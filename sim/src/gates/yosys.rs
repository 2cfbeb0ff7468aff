//! Runs yosys: its scripts, and the JSON that it writes.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use serde::Deserialize;

use super::words::{self, Bit, Port, Words};
use crate::dut::Dut;
use crate::error::{CosimError, ToolError};
use crate::files::{arg, write, write_sources};
use crate::tool::{Tool, YOSYS};

/// A request to yosys.
#[derive(Clone, Copy, Debug)]
pub struct Synthesis<'a> {
    /// The module.
    pub dut: &'a Dut,
    /// The names of modules that are cut out. Each of their instances becomes ports of the top
    /// module: its inputs become outputs and its outputs become inputs. The name of such a port is
    /// the path of the instance and the port: `u_multiplier.u_multiplier.a_i`.
    pub cuts: &'a [String],
    /// The nets of the module that become outputs with the same name; `*` stands for any letters.
    pub exposed: &'a [&'a str],
    /// A folder for temporary files.
    pub scratch: &'a Path,
    /// The most time that yosys may take.
    pub limit: Duration,
}

/// How yosys maps adders and multipliers to gates.
pub(super) const MAP: &str = include_str!("map.v");

/// The name of the file with [`MAP`] in the folder where the script runs.
pub(super) const MAP_FILE: &str = "map.v";

/// The script after the sources were read. It turns the flat module into gates of one bit.
/// Flip-flops stay, but a synchronous reset and an enable become gates before them. Undriven bits
/// become 0.
const SCRIPT: &str = "
opt_expr
memory
setundef -zero -undriven
opt -fast
wreduce
techmap -map map.v t:$mul
opt -fast
alumacc
maccmap -unmap
opt_clean
techmap -map map.v -map +/techmap.v
simplemap
dffunmap
opt_clean
write_json gates.json
";

/// The texts that decide, together with the sources and yosys, what it writes.
pub(super) const RECIPE: [&str; 2] = [MAP, SCRIPT];

/// The flat module of gates.
#[derive(Debug, Deserialize)]
pub(super) struct GateModule {
    pub(super) ports: BTreeMap<String, Port>,
    pub(super) cells: BTreeMap<String, Gate>,
    pub(super) netnames: BTreeMap<String, GateName>,
    /// The script that yosys executed, for sources below the folder in which it runs.
    #[serde(skip)]
    pub(super) script: String,
}

/// A gate or a flip-flop of yosys' library. Each pin has one bit.
#[derive(Debug, Deserialize)]
pub(super) struct Gate {
    #[serde(rename = "type")]
    pub(super) kind: String,
    pub(super) connections: BTreeMap<String, [Bit; 1]>,
}

/// A named net: its bits, and its value before the first clock edge, if the Verilog gives one.
#[derive(Debug, Deserialize)]
pub(super) struct GateName {
    /// The bits, the lowest first.
    pub(super) bits: Vec<Bit>,
    pub(super) attributes: Attributes,
}

#[derive(Debug, Deserialize)]
pub(super) struct Attributes {
    pub(super) init: Option<String>,
    /// The place in the Verilog: `rtl/scalar.v:33.12-33.20`.
    pub(super) src: Option<String>,
}

/// The folder of the sources, relative to the folder where yosys runs.
const SOURCES: &str = "rtl";

/// The file of the gates.
const GATES: &str = "gates.json";

/// Synthesizes the module to gates.
pub(super) fn gates(yosys: &Tool, request: Synthesis<'_>) -> Result<GateModule, CosimError> {
    write_sources(&request.dut.files, request.scratch)?;
    run(yosys, request, &(flat(request, SOURCES) + SCRIPT), GATES)?;
    let module = read(&request.scratch.join(GATES), &request.dut.top)?;
    Ok(GateModule { script: flat(request, ".") + SCRIPT, ..module })
}

/// Makes the flat module and executes `commands` before it is written.
pub(super) fn words(yosys: &Tool, request: Synthesis<'_>, commands: &str) -> Result<Words, CosimError> {
    write_sources(&request.dut.files, request.scratch)?;
    let script = format!("{}{commands}\nwrite_json {}\n", flat(request, SOURCES), words::FILE);
    run(yosys, request, &script, words::FILE)?;
    Ok(Words::read(request.scratch, &request.dut.top)?)
}

/// Synthesizes a flat module to gates.
pub(super) fn of_words(yosys: &Tool, request: Synthesis<'_>, words: &Words) -> Result<GateModule, CosimError> {
    write(&request.scratch.join(words::FILE), &words.text(&request.dut.top))?;
    let script = format!("read_json {}\nhierarchy -top {}\n{SCRIPT}", words::FILE, request.dut.top);
    run(yosys, request, &script, GATES)?;
    Ok(read(&request.scratch.join(GATES), &request.dut.top)?)
}

/// Returns the script that reads the sources below the folder `root` and makes one flat module of
/// them.
fn flat(request: Synthesis<'_>, root: &str) -> String {
    let Synthesis { dut, cuts, exposed, .. } = request;
    let mut script = read_commands(&dut.files, root);
    script += &format!("hierarchy -check -top {}\n", dut.top);
    script.extend(cuts.iter().map(|cut| format!("blackbox {cut}\n")));
    // A newer yosys keeps the names of instances in cells without pins.
    script += "proc\nflatten\ndelete t:$scopeinfo\n";
    // Before anything is cleaned up: bits of a net that nothing reads would be lost.
    script.extend(exposed.iter().map(|net| format!("expose w:{net}\n")));
    script += "opt_clean\n";
    script.extend(cuts.iter().map(|cut| format!("expose -evert t:{cut}\n")));
    script
}

/// Returns the commands that read the sources below the folder `root`.
pub fn read_commands(files: &[(String, String)], root: &str) -> String {
    let mut script = String::new();
    for (path, _) in files {
        let language = match path.rsplit_once('.') {
            Some((_, "v")) => "",
            Some((_, "sv")) => "-sv ",
            _ => continue,
        };
        script += &format!("read_verilog {language}-I{root} \"{root}/{path}\"\n");
    }
    script
}

/// Executes a script, which writes `file`.
fn run(yosys: &Tool, request: Synthesis<'_>, script: &str, file: &str) -> Result<(), CosimError> {
    let Synthesis { scratch, limit, .. } = request;
    write(&scratch.join(MAP_FILE), MAP)?;
    let path = scratch.join("netlist.ys");
    write(&path, script)?;
    Ok(yosys.make(scratch, &["-q".into(), "-s".into(), arg(&path)], limit, &scratch.join(file))?)
}

fn read(path: &Path, top: &str) -> Result<GateModule, ToolError> {
    #[derive(Deserialize)]
    struct File {
        modules: BTreeMap<String, GateModule>,
    }
    let text = std::fs::read(path).map_err(|error| YOSYS.bad_output(format!("wrote no netlist: {error}")))?;
    let mut file: File = serde_json::from_slice(&text)
        .map_err(|error| YOSYS.bad_output(format!("its netlist cannot be read: {error}")))?;
    file.modules.remove(top).ok_or_else(|| YOSYS.bad_output(format!("its netlist has no module {top}")))
}
