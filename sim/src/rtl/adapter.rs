//! The module between the pins of a unit or block and a module with other ports.

use std::collections::BTreeSet;

use askama::Template;
use itertools::Itertools;
use vidalu_gen::verilog::{Direction, Module};

use super::inspect::{Found, Port};
use super::map::{PortMap, names};
use crate::error::CosimError;

/// The name of the adapter.
pub(super) const NAME: &str = "vidalu_rtl_adapter";

/// Comes before the names of the module's outputs, which may be those of pins.
const PREFIX: &str = "rtl_";

/// The adapter.
#[derive(Template)]
#[template(path = "adapter.v", escape = "none", syntax = "bench")]
struct Adapter<'a> {
    name: &'a str,
    top: &'a str,
    inputs: Vec<Wire>,
    outputs: Vec<Wire>,
    parameters: Vec<(&'a str, &'a str)>,
    /// The nets of the module's outputs.
    nets: Vec<Wire>,
    /// Each port of the module with its expression.
    ports: Vec<(&'a str, String)>,
    /// Each output pin with its expression.
    results: Vec<(&'a str, String)>,
}

/// A name and its width in bits.
struct Wire {
    name: String,
    width: u32,
}

/// Returns whether the module has all pins as its ports, and no other inputs.
pub(super) fn fits(wanted: &Module, found: &Found) -> bool {
    wanted.ports.iter().all(|pin| found.ports.get(&pin.name) == Some(&port(pin.direction, pin.width)))
        && found.ports.iter().all(|(name, port)| !port.is_input || wanted.port(name).is_some())
}

fn port(direction: Direction, width: u32) -> Port {
    Port { is_input: direction == Direction::Input, width }
}

/// Returns the adapter as a source file.
///
/// # Errors
/// If the map names something that does not exist, or a port or a pin is left over.
pub(super) fn adapter(wanted: &Module, found: &Found, map: &PortMap) -> Result<(String, String), CosimError> {
    let is = |direction| move |pin: &&vidalu_gen::verilog::Port| pin.direction == direction;
    let pins = |direction| wanted.ports.iter().filter(is(direction));
    let input_pins: BTreeSet<&str> = pins(Direction::Input).map(|pin| &*pin.name).collect();
    check_map(wanted, found, map, &input_pins)?;

    let mut used: BTreeSet<&str> = map.unused.iter().map(|pin| &**pin.get_ref()).collect();
    let mut ports = Vec::new();
    let mut is_fit = true;
    for (name, port) in &found.ports {
        let connection = match map.inputs.get(name) {
            _ if !port.is_input => format!("{PREFIX}{name}"),
            Some(expression) => {
                used.extend(names(expression.get_ref()).into_iter().map(|(_, name)| name));
                expression.get_ref().clone()
            }
            None => {
                used.insert(name);
                is_fit &= wanted.port(name).is_some_and(|pin| is(Direction::Input)(&pin) && pin.width == port.width);
                name.clone()
            }
        };
        ports.push((&**name, connection));
    }
    let mut results = Vec::new();
    for pin in pins(Direction::Output) {
        let expression = match map.outputs.get(&pin.name) {
            Some(expression) => prefixed(expression.get_ref()),
            None => {
                is_fit &= found.ports.get(&pin.name) == Some(&port(Direction::Output, pin.width));
                format!("{PREFIX}{}", pin.name)
            }
        };
        results.push((&*pin.name, expression));
    }
    if !is_fit || !input_pins.is_subset(&used) {
        return Err(misfit(wanted, found, map, &used));
    }
    let wires = |direction| pins(direction).map(|pin| Wire { name: pin.name.clone(), width: pin.width }).collect();
    let outputs = found.ports.iter().filter(|(_, port)| !port.is_input);
    let adapter = Adapter {
        name: NAME,
        top: &found.top,
        inputs: wires(Direction::Input),
        outputs: wires(Direction::Output),
        parameters: map.parameters.iter().map(|(name, value)| (&**name, &**value)).collect(),
        nets: outputs.map(|(name, port)| Wire { name: format!("{PREFIX}{name}"), width: port.width }).collect(),
        ports,
        results,
    };
    Ok((format!("{NAME}.v"), adapter.render().expect("writing to a string does not fail")))
}

/// Checks that every name in the map exists.
fn check_map(wanted: &Module, found: &Found, map: &PortMap, input_pins: &BTreeSet<&str>) -> Result<(), CosimError> {
    let unknown = |value, name: &str, all: &mut dyn Iterator<Item = &str>| {
        let message = format!("there is no `{name}` here");
        CosimError::from(map.error(value, message, format!("the names are {}", all.join(", "))))
    };
    let outputs = || found.ports.iter().filter(|(_, port)| !port.is_input).map(|(name, _)| &**name);
    let inputs = || found.ports.iter().filter(|(_, port)| port.is_input).map(|(name, _)| &**name);
    let pins = || wanted.ports.iter().filter(|pin| pin.direction == Direction::Output).map(|pin| &*pin.name);
    if let Some(pin) = map.unused.iter().find(|pin| !input_pins.contains(&**pin.get_ref())) {
        return Err(unknown(pin, pin.get_ref(), &mut input_pins.iter().copied()));
    }
    for (name, value) in &map.inputs {
        if !inputs().contains(&&**name) {
            return Err(unknown(value, name, &mut inputs()));
        }
        if let Some((_, name)) = names(value.get_ref()).into_iter().find(|(_, name)| !input_pins.contains(name)) {
            return Err(unknown(value, name, &mut input_pins.iter().copied()));
        }
    }
    for (name, value) in &map.outputs {
        if !pins().contains(&&**name) {
            return Err(unknown(value, name, &mut pins()));
        }
        if let Some((_, name)) = names(value.get_ref()).into_iter().find(|(_, name)| !outputs().contains(name)) {
            return Err(unknown(value, name, &mut outputs()));
        }
    }
    Ok(())
}

/// Returns an expression over the module's outputs, over the nets that hold them.
fn prefixed(expression: &str) -> String {
    let mut text = expression.to_owned();
    for (place, _) in names(expression).into_iter().rev() {
        text.insert_str(place.start, PREFIX);
    }
    text
}

/// Returns the error with a table of the pins that are wanted, the ports that were found, and the
/// ports that are left over.
fn misfit(wanted: &Module, found: &Found, map: &PortMap, used: &BTreeSet<&str>) -> CosimError {
    let mut rows = vec![["wanted".to_owned(), "found".to_owned(), String::new()]];
    for pin in &wanted.ports {
        let is_input = pin.direction == Direction::Input;
        let same = found.ports.get(&pin.name).filter(|port| port.is_input == is_input);
        let is_mapped =
            if is_input { used.contains(&*pin.name) && same.is_none() } else { map.outputs.contains_key(&pin.name) };
        let there = same.map_or_else(String::new, |port| shown(&pin.name, *port));
        let verdict = match same {
            _ if is_mapped => "mapped",
            Some(port) if port.width == pin.width => "",
            Some(_) => "another width",
            None => "missing",
        };
        rows.push([shown(&pin.name, port(pin.direction, pin.width)), there, verdict.to_owned()]);
    }
    let read = map.outputs.values().flat_map(|value| names(value.get_ref())).map(|(_, name)| name);
    let read: BTreeSet<&str> = read.collect();
    for (name, port) in &found.ports {
        let is_known = wanted.port(name).is_some_and(|pin| (pin.direction == Direction::Input) == port.is_input);
        if !is_known && !map.inputs.contains_key(name) && !read.contains(&**name) {
            let verdict = if port.is_input { "left over: no pin drives it" } else { "left over" };
            rows.push([String::new(), shown(name, *port), verdict.to_owned()]);
        }
    }
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let (wide, there) = (width(0), width(1));
    let table = rows.iter().map(|[a, b, c]| format!("{a:wide$}  {b:there$}  {c}").trim_end().to_owned()).join("\n");
    let advice = if map.inputs.is_empty() && map.outputs.is_empty() {
        "map the ports with --ports FILE"
    } else {
        "map the rest too, and list input pins that the module does not have under `unused`"
    };
    let help = format!("{table}\n{advice}; docs/own-hardware.md shows how");
    CosimError::usage(format!("the ports of {} are not those of {}", found.top, wanted.name), help)
}

fn shown(name: &str, port: Port) -> String {
    format!("{} [{}:0] {name}", if port.is_input { "input " } else { "output" }, port.width - 1)
}
