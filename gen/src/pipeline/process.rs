//! Clocked processes.

use std::fmt;

use crate::{Config, Language};

/// A clocked process. The first branch whose condition holds assigns the registers.
#[derive(Debug)]
pub(crate) struct Process {
    keyword: &'static str,
    clock: &'static str,
    /// The port of the reset, if any.
    reset: Option<&'static str>,
    /// The part of the sensitivity list after the clock.
    edge: String,
    branches: Vec<Branch>,
}

#[derive(Debug)]
struct Branch {
    /// The condition; `None` if the branch is always taken.
    condition: Option<String>,
    assignments: Vec<String>,
}

impl Process {
    /// Makes a process without branches.
    pub(crate) fn new(config: &Config) -> Self {
        Self {
            keyword: keyword(config),
            clock: "clk_i",
            reset: config.reset.port(),
            edge: String::new(),
            branches: Vec::new(),
        }
    }

    /// Renames the clock and the reset.
    pub(crate) fn named(self, clock: &'static str, reset: &'static str) -> Self {
        Self { clock, reset: Some(reset), ..self }
    }

    /// Adds the assignments at reset, if the configuration has a reset.
    pub(crate) fn reset(mut self, config: &Config, assignments: Vec<String>) -> Self {
        let Some(port) = self.reset else { return self };
        self.edge = edge(config, port);
        let condition = if config.reset.is_active_low() { format!("!{port}") } else { port.to_owned() };
        self.when(Some(condition), assignments)
    }

    /// Adds a branch for the case that no earlier condition holds and this one does, if it is
    /// given.
    pub(crate) fn when(mut self, condition: Option<String>, assignments: Vec<String>) -> Self {
        self.branches.push(Branch { condition, assignments });
        self
    }
}

/// Returns the keyword of a clocked process.
pub(crate) fn keyword(config: &Config) -> &'static str {
    match config.language {
        Language::Verilog => "always",
        Language::SystemVerilog => "always_ff",
    }
}

/// Returns the part of the sensitivity list after the clock, for a process that the reset at `port`
/// resets.
pub(crate) fn edge(config: &Config, port: &str) -> String {
    let edge = if config.reset.is_active_low() { "negedge" } else { "posedge" };
    if config.reset.is_asynchronous() { format!(" or {edge} {port}") } else { String::new() }
}

impl fmt::Display for Process {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "  {} @(posedge {}{}) begin", self.keyword, self.clock, self.edge)?;
        for (index, branch) in self.branches.iter().enumerate() {
            let indent = match (&branch.condition, index) {
                (None, 0) => "    ",
                (None, _) => {
                    writeln!(f, "    end else begin")?;
                    "      "
                }
                (Some(condition), _) => {
                    writeln!(f, "    {}if ({condition}) begin", if index == 0 { "" } else { "end else " })?;
                    "      "
                }
            };
            for assignment in &branch.assignments {
                writeln!(f, "{indent}{assignment}")?;
            }
        }
        if self.branches.iter().any(|branch| branch.condition.is_some()) {
            writeln!(f, "    end")?;
        }
        write!(f, "  end")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Reset;

    #[test]
    fn branches_are_tried_in_order() {
        let config = Config { reset: Reset::ArstN, ..Config::default() };
        let process = Process::new(&config)
            .reset(&config, vec!["x_q <= 1'b0;".to_owned()])
            .when(Some("advance".to_owned()), vec!["x_q <= x;".to_owned()]);
        let text = "  always @(posedge clk_i or negedge rst_ni) begin\n    if (!rst_ni) begin\n      x_q <= 1'b0;\n    \
                    end else if (advance) begin\n      x_q <= x;\n    end\n  end";
        assert_eq!(process.to_string(), text);
    }

    #[test]
    fn a_process_without_conditions_is_flat() {
        let config = Config { language: Language::SystemVerilog, ..Config::default() };
        let process = Process::new(&config).when(None, vec!["x_q <= x;".to_owned()]);
        assert_eq!(process.to_string(), "  always_ff @(posedge clk_i) begin\n    x_q <= x;\n  end");
    }
}
