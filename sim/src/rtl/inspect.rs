//! The top module of foreign files and its ports, as yosys reads them.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;
use vidalu_gen::verilog::{Direction, Module as Pins, Port as Pin};

use super::map::PortMap;
use crate::error::{CosimError, ToolError};
use crate::files::{arg, scratch, write, write_sources};
use crate::gates::read_commands;
use crate::tool::{Tool, YOSYS};

/// A module and its ports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// The name of the module.
    pub(super) top: String,
    /// The ports by name.
    pub(super) ports: BTreeMap<String, Port>,
}

/// A port: its direction, and its width in bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Port {
    pub(super) is_input: bool,
    pub(super) width: u32,
}

impl Found {
    /// Returns the module `top` with the ports that the map and the pins `wanted` ask for.
    pub(super) fn assumed(wanted: &Pins, top: &str, map: &PortMap) -> Self {
        let own = map.inputs.keys().map(|name| (name.clone(), Port { is_input: true, width: 1 }));
        let is_used = |pin: &&Pin| !map.uses(&pin.name);
        let pins = wanted
            .ports
            .iter()
            .filter(is_used)
            .map(|pin| (pin.name.clone(), Port { is_input: pin.direction == Direction::Input, width: pin.width }));
        Self { top: top.to_owned(), ports: own.chain(pins).collect() }
    }
}

#[derive(Deserialize)]
struct Netlist {
    modules: BTreeMap<String, Module>,
}

#[derive(Deserialize)]
struct Module {
    #[serde(default)]
    attributes: BTreeMap<String, Value>,
    #[serde(default)]
    ports: BTreeMap<String, NetlistPort>,
}

#[derive(Deserialize)]
struct NetlistPort {
    direction: String,
    bits: Vec<Value>,
}

/// Returns the ports of the module `top`, or of the module that no other one instantiates.
///
/// # Errors
/// If yosys cannot read the files, there is no such module, or a port is `inout`.
pub(super) fn ports(
    yosys: &Tool,
    files: &[(String, String)],
    top: Option<&str>,
    map: &PortMap,
    limit: Duration,
) -> Result<Found, CosimError> {
    let folder = scratch()?;
    write_sources(files, folder.path())?;
    let mut script = read_commands(files, "rtl");
    let parameters = map.parameters.iter().map(|(name, value)| format!(" -chparam {name} {value}"));
    match top {
        Some(top) => script += &format!("hierarchy -top {top}{}\n", parameters.collect::<String>()),
        None => script += "hierarchy -auto-top\n",
    }
    script += "proc\nwrite_json ports.json\n";
    let path = folder.path().join("ports.ys");
    write(&path, &script)?;
    let written = folder.path().join("ports.json");
    match yosys.make(folder.path(), &["-q".into(), "-s".into(), arg(&path)], limit, &written) {
        Ok(()) => {}
        Err(error @ ToolError::Failed { .. }) => return Err(CosimError::Unreadable { errors: vec![error] }),
        Err(error) => return Err(error.into()),
    }
    let bad = |problem: String| YOSYS.bad_output(problem);
    let text = std::fs::read(&written).map_err(|error| bad(format!("its ports cannot be read: {error}")))?;
    let netlist: Netlist =
        serde_json::from_slice(&text).map_err(|error| bad(format!("its ports cannot be read: {error}")))?;
    let is_top = |module: &Module| module.attributes.contains_key("top");
    let Some((name, module)) = netlist.modules.into_iter().find(|(_, module)| is_top(module)) else {
        return Err(CosimError::usage("the files have no top module", "name it with --top"));
    };
    // Yosys sets the parameters of a module that is named only.
    if top.is_none() && !map.parameters.is_empty() {
        return ports(yosys, files, Some(&name), map, limit);
    }
    let mut ports = BTreeMap::new();
    for (port, NetlistPort { direction, bits }) in module.ports {
        if direction == "inout" {
            let problem = format!("port {port} of {name} is inout");
            return Err(CosimError::usage(problem, "a unit and a block have inputs and outputs only"));
        }
        ports.insert(port, Port { is_input: direction == "input", width: bits.len() as u32 });
    }
    Ok(Found { top: name, ports })
}
