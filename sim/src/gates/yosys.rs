//! From Verilog to gates: what yosys is told, and the JSON that it writes.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use serde::Deserialize;

use super::words::{self, Bit, Port, Words};
use crate::dut::Dut;
use crate::error::{CosimError, ToolError};
use crate::files::{arg, write, write_sources};
use crate::tool::{Tool, YOSYS};

/// What yosys is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The module.
    pub dut: &'a Dut,
    /// Modules that are taken out: each of their instances becomes ports, what it reads an output and what it drives an
    /// input, named as its port behind the names of the instances on the way: `u_multiplier.u_multiplier.a_i`.
    pub cuts: &'a [String],
    /// Nets of the module that become outputs of their names; `*` stands for any letters.
    pub exposed: &'a [&'a str],
    /// A folder for the files on the way.
    pub scratch: &'a Path,
    /// The most time that yosys may take.
    pub limit: Duration,
}

/// How yosys writes adders and multipliers.
pub(super) const MAP: &str = include_str!("map.v");

/// Its name where the script runs.
pub(super) const MAP_FILE: &str = "map.v";

/// What follows after the sources were read: the modules become one, then gates of one bit. Flip-flops stay as they are, but
/// that a synchronous reset and an enable become gates before them. What the text leaves open is 0.
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

/// What decides, besides the sources and yosys, what it writes.
pub(super) const RECIPE: [&str; 2] = [MAP, SCRIPT];

/// The one module.
#[derive(Debug, Deserialize)]
pub(super) struct GateModule {
    pub(super) ports: BTreeMap<String, Port>,
    pub(super) cells: BTreeMap<String, Gate>,
    pub(super) netnames: BTreeMap<String, GateName>,
    /// What yosys was told, with the sources below the folder in which it runs.
    #[serde(skip)]
    pub(super) script: String,
}

/// A gate or a flip-flop of yosys' library, each of whose pins has one bit.
#[derive(Debug, Deserialize)]
pub(super) struct Gate {
    #[serde(rename = "type")]
    pub(super) kind: String,
    pub(super) connections: BTreeMap<String, [Bit; 1]>,
}

/// What is of interest in a name: its bits, and whether it is said what they are before the first clock edge.
#[derive(Debug, Deserialize)]
pub(super) struct GateName {
    /// The lowest bit first.
    pub(super) bits: Vec<Bit>,
    pub(super) attributes: Attributes,
}

#[derive(Debug, Deserialize)]
pub(super) struct Attributes {
    pub(super) init: Option<String>,
}

/// The folder of the sources where yosys runs.
const SOURCES: &str = "rtl";

/// The gates of the module.
pub(super) fn gates(yosys: &Tool, request: Request<'_>) -> Result<GateModule, CosimError> {
    write_sources(&request.dut.files, request.scratch)?;
    run(yosys, request, &(flat(request, SOURCES) + SCRIPT))?;
    let module = read(&request.scratch.join("gates.json"), &request.dut.top)?;
    Ok(GateModule { script: flat(request, ".") + SCRIPT, ..module })
}

/// The flat module, after yosys was told `commands` about it.
pub(super) fn words(yosys: &Tool, request: Request<'_>, commands: &str) -> Result<Words, CosimError> {
    write_sources(&request.dut.files, request.scratch)?;
    let script = format!("{}{commands}\nwrite_json {}\n", flat(request, SOURCES), words::FILE);
    run(yosys, request, &script)?;
    Ok(Words::read(request.scratch, &request.dut.top)?)
}

/// The gates of a flat module.
pub(super) fn of_words(yosys: &Tool, request: Request<'_>, words: &Words) -> Result<GateModule, CosimError> {
    write(&request.scratch.join(words::FILE), &words.text(&request.dut.top))?;
    let script = format!("read_json {}\nhierarchy -top {}\n{SCRIPT}", words::FILE, request.dut.top);
    run(yosys, request, &script)?;
    Ok(read(&request.scratch.join("gates.json"), &request.dut.top)?)
}

/// Reads the sources, which lie below the folder `root`, and makes one module of them.
fn flat(request: Request<'_>, root: &str) -> String {
    let Request { dut, cuts, exposed, .. } = request;
    let mut script = String::new();
    for (path, _) in &dut.files {
        let language = match path.rsplit_once('.') {
            Some((_, "v")) => "",
            Some((_, "sv")) => "-sv ",
            _ => continue,
        };
        script += &format!("read_verilog {language}-I{root} \"{root}/{path}\"\n");
    }
    script += &format!("hierarchy -check -top {}\n", dut.top);
    script.extend(cuts.iter().map(|cut| format!("blackbox {cut}\n")));
    script += "proc\nflatten\nopt_clean\n";
    script.extend(cuts.iter().map(|cut| format!("expose -evert t:{cut}\n")));
    script.extend(exposed.iter().map(|net| format!("expose w:{net}\n")));
    script
}

fn run(yosys: &Tool, request: Request<'_>, script: &str) -> Result<(), CosimError> {
    let Request { scratch, limit, .. } = request;
    write(&scratch.join(MAP_FILE), MAP)?;
    let path = scratch.join("netlist.ys");
    write(&path, script)?;
    yosys.run(scratch, &["-q".into(), "-s".into(), arg(&path)], limit)?;
    Ok(())
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
