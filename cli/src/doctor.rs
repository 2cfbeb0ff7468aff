//! `vidalu doctor`.

use std::fmt::Write;

use serde::Serialize;
use serde_json::{Map, Value};
use vidalu_prove::engine;
use vidalu_sim::tool::{self, ToolKind};
use vidalu_sim::{ToolError, in_full};

use crate::failure::{Exit, Failure};
use crate::output::{self, Format};
use crate::progress::Progress;

/// Lists the tools that vidalu uses, and what each would add.
///
/// The exit code is 3 if nothing can be simulated: neither Icarus Verilog, nor Verilator with a C++
/// compiler, nor yosys is ready.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Output format.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// The tools, and the commands that use them. The optional ones come last.
pub(crate) static TOOLS: [(&ToolKind, &str); 14] = [
    (&tool::IVERILOG, "cosim --sim icarus: four-state simulation, which detects X"),
    (&tool::VVP, "cosim --sim icarus: runs the compiled simulation"),
    (&tool::VERILATOR, "cosim --sim verilator: fast two-state simulation, and lint"),
    (&tool::CXX, "cosim --sim verilator: compiles the C++ that Verilator writes"),
    (&tool::YOSYS, "prove, mutate, synth, cosim --sim netlist: synthesizes the RTL to gates"),
    (&engine::ABC, "prove: decides nearly all problems"),
    // Every command works without the tools from here on.
    (&engine::CADICAL, "prove: decides problems that abc does not, finds counterexamples"),
    (&engine::Z3, "prove: decides sums in another order"),
    (&engine::CVC5, "prove: one more opinion"),
    (&engine::BITWUZLA, "prove: one more opinion"),
    (&tool::NEXTPNR_ICE40, "synth --target ice40 --route: the clock of an iCE40"),
    (&tool::NEXTPNR_ECP5, "synth --target ecp5 --route: the clock of an ECP5"),
    (&tool::OPENSTA, "synth --target FILE.lib: the clock of cells"),
    (&tool::MAKE, "the Makefiles that gen and kit write"),
];

/// The index of the first optional tool.
const OPTIONAL: usize = 6;

/// The tools with which a simulation is possible: all of one set.
static SIMULATIONS: [&[&ToolKind]; 3] =
    [&[&tool::IVERILOG, &tool::VVP], &[&tool::VERILATOR, &tool::CXX], &[&tool::YOSYS]];

#[derive(Serialize)]
struct Answer {
    version: &'static str,
    /// Whether a simulation is possible.
    simulates: bool,
    tools: Vec<Finding>,
}

#[derive(Serialize)]
struct Finding {
    name: &'static str,
    adds: &'static str,
    /// Whether every command works without the tool.
    optional: bool,
    status: Status,
    /// The version, as the tool writes it.
    version: Option<String>,
    minimum: String,
    path: Option<String>,
    /// The environment variable that overrides the path of the program.
    variable: &'static str,
    install: Map<String, Value>,
    /// The reason why the tool cannot be used.
    problem: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Status {
    Ready,
    Missing,
    TooOld,
    Broken,
}

impl Status {
    fn text(self) -> &'static str {
        match self {
            Self::Ready => "ready",
            Self::Missing => "missing",
            Self::TooOld => "too old",
            Self::Broken => "broken",
        }
    }
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let progress = Progress::new("asking the tools for their versions");
    let tools: Vec<_> =
        TOOLS.iter().enumerate().map(|(at, (kind, adds))| examine(kind, adds, at >= OPTIONAL)).collect();
    drop(progress);
    let is_ready = |kind: &&ToolKind| tools.iter().any(|tool| tool.name == kind.name && tool.status == Status::Ready);
    let simulates = SIMULATIONS.iter().any(|kinds| kinds.iter().all(is_ready));
    let answer = Answer { version: env!("CARGO_PKG_VERSION"), simulates, tools };
    match args.format {
        Format::Json => output::document(&answer)?,
        Format::Text => output::text(&readable(&answer))?,
    }
    if simulates { Ok(()) } else { Err(Failure::Reported(Exit::Tool)) }
}

/// Returns the version in the line in which a tool names itself: the first number with a point, or
/// the whole line.
fn version(answer: &str) -> &str {
    let mut words = answer.split(|c: char| !c.is_ascii_alphanumeric() && c != '.');
    let is_version = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.');
    words.find(is_version).unwrap_or(answer)
}

fn examine(kind: &'static ToolKind, adds: &'static str, optional: bool) -> Finding {
    let (status, version, path, problem) = match kind.find() {
        Ok(found) => (Status::Ready, Some(version(&found.answer).to_owned()), Some(found.path), None),
        Err(error) => {
            let problem = Some(in_full(&error));
            match error {
                ToolError::Missing { .. } => (Status::Missing, None, None, problem),
                ToolError::TooOld { found, path, .. } => (Status::TooOld, Some(found.to_string()), Some(path), problem),
                _ => (Status::Broken, None, None, problem),
            }
        }
    };
    Finding {
        name: kind.name,
        adds,
        optional,
        status,
        version,
        minimum: kind.minimum.to_string(),
        path: path.map(|path| path.display().to_string()),
        variable: kind.variable,
        install: kind
            .install_commands()
            .map(|(system, command)| (system.to_owned(), command.into()))
            .into_iter()
            .collect(),
        problem,
    }
}

fn readable(answer: &Answer) -> String {
    let tools = &answer.tools;
    let mut text = String::new();
    let all_text = "a string takes all text";
    for tool in tools {
        let version = tool.version.as_deref().unwrap_or("-");
        let optional = if tool.optional { "optional; " } else { "" };
        writeln!(text, "{:<30} {version:<8} {:<8} {optional}{}", tool.name, tool.status.text(), tool.adds)
            .expect(all_text);
    }
    for tool in tools.iter().filter(|tool| tool.status != Status::Ready) {
        let optional = if tool.optional { "optional: " } else { "" };
        writeln!(text, "\n{optional}{}", tool.problem.as_deref().unwrap_or_default()).expect(all_text);
    }
    if !answer.simulates {
        let help = "install Icarus Verilog, or Verilator with a C++ compiler, or yosys";
        writeln!(text, "\nnothing can be simulated; {help}").expect(all_text);
    }
    if tools.iter().all(|tool| tool.status == Status::Ready) {
        text.push_str("\nall tools are ready\n");
    }
    text
}
