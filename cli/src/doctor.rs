//! `vidalu doctor`.

use std::fmt::Write;

use serde::Serialize;
use serde_json::{Map, Value};
use vidalu_prove::engine;
use vidalu_sim::tool::{self, ToolKind};
use vidalu_sim::{ToolError, in_full};

use crate::failure::Failure;
use crate::output::{self, Format};

/// Lists the tools that vidalu uses, their versions, and what each missing tool would add.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Output format.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// The tools, and the commands that use them.
static TOOLS: [(&ToolKind, &str); 11] = [
    (&tool::IVERILOG, "cosim --sim icarus: four-state simulation, which detects X"),
    (&tool::VVP, "cosim --sim icarus: runs the compiled simulation"),
    (&tool::VERILATOR, "cosim --sim verilator: fast two-state simulation, and lint"),
    (&tool::CXX, "cosim --sim verilator: compiles the C++ that Verilator writes"),
    (&tool::YOSYS, "prove, mutate, cosim --sim netlist: synthesizes the RTL to gates"),
    (&engine::ABC, "prove: decides nearly all problems"),
    (&engine::CADICAL, "prove: decides problems that abc does not, finds counterexamples"),
    (&engine::Z3, "prove: decides sums in another order"),
    (&engine::CVC5, "prove: one more opinion"),
    (&engine::BITWUZLA, "prove: one more opinion"),
    (&tool::MAKE, "the Makefiles that gen and kit write"),
];

#[derive(Serialize)]
struct Answer {
    version: &'static str,
    tools: Vec<Finding>,
}

#[derive(Serialize)]
struct Finding {
    name: &'static str,
    adds: &'static str,
    status: Status,
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
    let tools = TOOLS.iter().map(|(kind, adds)| examine(kind, adds)).collect();
    let answer = Answer { version: env!("CARGO_PKG_VERSION"), tools };
    match args.format {
        Format::Json => output::document(&answer),
        Format::Text => output::text(&readable(&answer.tools)),
    }
}

fn examine(kind: &'static ToolKind, adds: &'static str) -> Finding {
    let (status, version, path, problem) = match kind.find() {
        Ok(found) => (Status::Ready, Some(found.version), Some(found.path), None),
        Err(error) => {
            let problem = Some(in_full(&error));
            match error {
                ToolError::Missing { .. } => (Status::Missing, None, None, problem),
                ToolError::TooOld { found, path, .. } => (Status::TooOld, Some(found), Some(path), problem),
                _ => (Status::Broken, None, None, problem),
            }
        }
    };
    Finding {
        name: kind.name,
        adds,
        status,
        version: version.map(|version| version.to_string()),
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

fn readable(tools: &[Finding]) -> String {
    let mut text = String::new();
    let all_text = "a string takes all text";
    for tool in tools {
        let version = tool.version.as_deref().unwrap_or("-");
        writeln!(text, "{:<30} {:<8} {:<8} {}", tool.name, version, tool.status.text(), tool.adds).expect(all_text);
    }
    for tool in tools.iter().filter(|tool| tool.status != Status::Ready) {
        writeln!(text, "\n{}", tool.problem.as_deref().unwrap_or_default()).expect(all_text);
    }
    if tools.iter().all(|tool| tool.status == Status::Ready) {
        text.push_str("\nall tools are ready\n");
    }
    text
}
