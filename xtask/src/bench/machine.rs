//! The machine that runs the benchmark.

use vidalu_sim::simulator::{Icarus, Netlist, Simulator, Verilator};
use vidalu_sim::tool::CXX;

use super::cocotb::Environment;

/// Returns the processor and the versions of the tools, one on each line.
pub(super) fn describe(environment: Option<&Environment>) -> Vec<String> {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let model = model.map_or("a processor without a name", |(_, model)| model);
    let mut lines = vec![format!("{model}, {} cores", std::thread::available_parallelism().map_or(1, usize::from))];
    let simulators = [
        Verilator::find().map(|found| found.version().to_owned()),
        CXX.find().map(|found| found.answer),
        Icarus::find().map(|found| found.version().to_owned()),
        Netlist::find().map(|found| found.version().to_owned()),
    ];
    lines.extend(simulators.into_iter().flatten());
    lines.extend(environment.map(|environment| environment.versions.clone()));
    lines
}
