//! Placement and routing, between registers of a frame around the module.

use std::collections::BTreeMap;
use std::path::Path;

use itertools::Itertools;
use serde::{Deserialize, Serialize};
use vidalu_gen::Design;
use vidalu_gen::verilog::{Direction, Port};
use vidalu_sim::tool::Tool;
use vidalu_sim::{CosimError, ToolError, cache, write_sources};

use crate::netlist::Netlist;
use crate::target::Device;
use crate::tools::{FORM, Limits, Tools, read, write};

/// The top module of the frame.
pub const FRAME: &str = "vidalu_frame";

/// The instance of the module in the frame.
const INSTANCE: &str = "u_module";

/// The files of a run.
const NETLIST: &str = "frame.json";
const REPORT: &str = "report.json";

/// The clock that the router aims at, in MHz, unless another one is wanted.
const AIM: f64 = 100.0;

/// The file of the frame.
const FRAME_FILE: &str = "frame.v";

/// The treatment of the registers of a module that is placed and routed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Registers {
    /// They stay where the text has them.
    Kept,
    /// They move through the logic of the module, where its longest path becomes shorter.
    Retimed,
}

/// Places and routes a module with one seed, and returns its clock frequency in MHz.
///
/// # Errors
/// If a tool fails.
///
/// # Panics
/// If `tools` were found without a router.
pub fn clock(
    device: &Device,
    tools: &Tools,
    design: &Design,
    registers: Registers,
    seed: u64,
    limits: Limits,
) -> Result<f64, CosimError> {
    let router = tools.router.as_ref().expect("it was found for this device");
    Ok(route(device, (&tools.yosys, router), design, registers, (seed, None), limits)?.mhz)
}

/// A module after placement and routing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Routed {
    pub(crate) mhz: f64,
    /// The names of the nets where the slowest path begins and ends.
    pub(crate) from: Vec<String>,
    pub(crate) to: Vec<String>,
}

/// Places and routes a module with one seed.
pub(crate) fn route(
    device: &Device,
    (yosys, router): (&Tool, &Tool),
    design: &Design,
    registers: Registers,
    (seed, frequency): (u64, Option<f64>),
    limits: Limits,
) -> Result<Routed, CosimError> {
    let aim = frequency.unwrap_or(AIM).to_string();
    let mut files = crate::sources(design);
    files.push((FRAME_FILE.to_owned(), frame(design)));
    let script = script(device, design, &files, registers);
    let seed_text = seed.to_string();
    let options = device.options.join(" ");
    let mut key = vec!["route", FORM, &yosys.answer, &router.answer, &script, &options, &seed_text, &aim];
    key.extend(files.iter().flat_map(|(path, text)| [path.as_str(), text]));
    let make = || -> Result<String, CosimError> {
        let scratch = vidalu_sim::scratch()?;
        let folder = scratch.path();
        write_sources(&files, folder)?;
        write(&folder.join("frame.ys"), &script)?;
        yosys.make(folder, &["-q", "-s", "frame.ys"].map(str::to_owned), limits.time, &folder.join(NETLIST))?;
        let given =
            ["--json", NETLIST, "--seed", &seed_text, "--freq", &aim, "--timing-allow-fail", "--report", REPORT];
        let args: Vec<_> = device.options.iter().chain(&given).map(|&word| word.to_owned()).collect();
        router.make(folder, &args, limits.time, &folder.join(REPORT))?;
        let routed = understand(folder).map_err(|problem| router.kind.bad_output(problem))?;
        Ok(serde_json::to_string(&routed).expect("it is plain data"))
    };
    let text = cache::text("synthesis", &key, |text| serde_json::from_str::<Routed>(text).is_ok(), make)?;
    Ok(serde_json::from_str(&text).expect("it was checked"))
}

/// Returns the commands of yosys that write the netlist of a module in its frame.
///
/// Registers that move must not leave the module, nor may those of the frame enter it: each would
/// change what is measured. So the module is synthesized alone, the frame around a black box, and
/// then the module takes its place.
fn script(device: &Device, design: &Design, files: &[(String, String)], registers: Registers) -> String {
    let read = |files: &[(String, String)]| vidalu_sim::gates::read_commands(files, "rtl");
    let top = &design.top.name;
    let commands = match registers {
        Registers::Kept => format!("{}{}\n", read(files), device.synthesis(FRAME)),
        Registers::Retimed => {
            let is_frame = |(path, _): &(String, String)| path == FRAME_FILE;
            let (around, own): (Vec<_>, Vec<_>) = files.iter().cloned().partition(is_frame);
            let (around, own) = (read(&around), read(&own));
            format!(
                "{own}{moving}\ndesign -stash module\n\
                 {own}hierarchy -top {top}\nblackbox {top}\n{around}{kept}\n\
                 delete ={top}\ndesign -copy-from module -as {top} {top}\n\
                 hierarchy -top {FRAME}\nflatten\ndelete t:$scopeinfo\nopt_clean\n",
                moving = device.retiming(top),
                kept = device.synthesis(FRAME),
            )
        }
    };
    format!("{commands}write_json {NETLIST}\n")
}

/// Returns the Verilog of a frame around a module: registers before each input and behind each
/// output, so that every path of the module is between registers, and four pins.
///
/// No register of the frame may have the value of one in the module, or the tool would merge them.
/// So each input bit is the sum of two others.
pub fn frame(design: &Design) -> String {
    let clock = design.clock();
    let ports = |direction: Direction| {
        design.top.ports.iter().filter(move |port| port.direction == direction && Some(port.name.as_str()) != clock)
    };
    let width = |direction| ports(direction).map(|port| port.width).sum::<u32>();
    // The recurrence of the inputs reaches back three bits.
    let (inputs, outputs) = (width(Direction::Input).max(4), width(Direction::Output));
    let mut text = format!(
        "module {FRAME} (\n  input clk,\n  input in,\n  output reg out\n);\n  \
         reg [{top}:0] x;\n  \
         always @(posedge clk) x <= {{x[{below}:0], x[{top}] ^ in}} ^ {{x[{third}:0], x[{top}:{second}]}};\n  \
         wire [{last}:0] y;\n  reg [{last}:0] y0;\n  always @(posedge clk) y0 <= y;\n",
        top = inputs - 1,
        below = inputs - 2,
        third = inputs - 4,
        second = inputs - 3,
        last = outputs - 1,
    );
    let bits = |net: &'static str, direction| {
        ports(direction).scan(0, move |low, port: &Port| {
            *low += port.width;
            Some(format!(".{} ({net}[{}:{}])", port.name, *low - 1, *low - port.width))
        })
    };
    let pins = clock.map(|clock| format!(".{clock} (clk)"));
    let pins = pins.into_iter().chain(bits("x", Direction::Input)).chain(bits("y", Direction::Output)).join(", ");
    text += &format!("  {} {INSTANCE} ({pins});\n", design.top.name);
    // A tree of registers leads all outputs to one pin.
    let (mut level, mut width) = (0, outputs);
    while width > 1 {
        let next = width.div_ceil(4);
        text += &format!("  reg [{}:0] y{};\n", next - 1, level + 1);
        for at in 0..next {
            let (high, low) = ((4 * at + 3).min(width - 1), 4 * at);
            text += &format!("  always @(posedge clk) y{}[{at}] <= ^y{level}[{high}:{low}];\n", level + 1);
        }
        (level, width) = (level + 1, next);
    }
    text + &format!("  always @(posedge clk) out <= y{level}[0];\nendmodule\n")
}

/// The report of nextpnr.
#[derive(Deserialize)]
struct Report {
    fmax: BTreeMap<String, Fmax>,
    critical_paths: Vec<CriticalPath>,
}

#[derive(Deserialize)]
struct Fmax {
    achieved: f64,
}

#[derive(Deserialize)]
struct CriticalPath {
    from: String,
    to: String,
    path: Vec<Step>,
}

#[derive(Deserialize)]
struct Step {
    net: Option<String>,
    to: Pin,
}

#[derive(Deserialize)]
struct Pin {
    cell: String,
}

/// Reads the report of the router. The inner error follows "but".
fn understand(folder: &Path) -> Result<Routed, String> {
    let problem = |error: ToolError| error.to_string();
    let report = read(&folder.join(REPORT)).map_err(|_| "wrote no report".to_owned())?;
    let report: Report =
        serde_json::from_str(&report).map_err(|error| format!("its report cannot be read: {error}"))?;
    let netlist = Netlist::read(&read(&folder.join(NETLIST)).map_err(problem)?, FRAME)?;
    let clock = report.fmax.values().map(|fmax| fmax.achieved).min_by(f64::total_cmp);
    let mhz = clock.filter(|mhz| *mhz > 0.0).ok_or("its report has no clock frequency")?;
    let is_inside = |path: &&CriticalPath| [&path.from, &path.to].iter().all(|edge| edge.contains("edge "));
    let path = report.critical_paths.iter().find(is_inside);
    let path = path.ok_or("its report has no path between registers")?;
    let first = path.path.iter().find_map(|step| step.net.as_deref()).unwrap_or_default();
    let last = path.path.last().map(|step| step.to.cell.as_str()).unwrap_or_default();
    let inside = |names: Vec<String>| {
        let front = format!("{INSTANCE}.");
        names.into_iter().filter_map(|name| name.strip_prefix(&front).map(str::to_owned)).collect::<Vec<_>>()
    };
    // Behind an output of the module is a register of the frame: the last net inside is the output.
    let nets = || path.path.iter().rev().filter_map(|step| step.net.as_deref());
    let ends = [inside(netlist.end(last))].into_iter().chain(nets().map(|net| inside(netlist.aliases(net))));
    let to = ends.into_iter().find(|names| !names.is_empty()).unwrap_or_default();
    Ok(Routed { mhz, from: inside(netlist.aliases(first)), to })
}
