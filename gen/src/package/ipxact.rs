//! The component description in IP-XACT (IEEE 1685-2014): ports, bus interfaces, registers, files.

use askama::Template;

use crate::bus::{BusRegister, FieldKind, RegisterField, Wrapper};
use crate::design::render;
use crate::header::{TERMS, VERSION};
use crate::verilog::{Direction, Port};
use crate::{Config, Design, Language};

/// The name of the memory map of the registers.
const MEMORY_MAP: &str = "registers";

/// A definition of a bus by others: vendor, library, name and version. Its signals are defined by
/// the abstraction of the same name with `_rtl` behind it.
#[derive(Clone, Copy, Debug)]
struct BusType {
    vendor: &'static str,
    library: &'static str,
    name: &'static str,
    version: &'static str,
}

const AXI4_LITE: BusType = BusType { vendor: "amba.com", library: "AMBA4", name: "AXI4-Lite", version: "r0p0_0" };
const AXI4_STREAM: BusType = BusType { vendor: "amba.com", library: "AMBA4", name: "AXI4Stream", version: "r0p0_1" };
const CLOCK: BusType = BusType { vendor: "xilinx.com", library: "signal", name: "clock", version: "1.0" };
const INTERRUPT: BusType = BusType { vendor: "xilinx.com", library: "signal", name: "interrupt", version: "1.0" };
const RESET: BusType = BusType { vendor: "xilinx.com", library: "signal", name: "reset", version: "1.0" };

/// An interface of the component: ports with a common purpose.
struct Interface<'a> {
    name: &'a str,
    bus: BusType,
    /// Whether the component answers; otherwise, it asks.
    is_slave: bool,
    has_registers: bool,
    /// Signals of the bus, each with the port that carries it.
    ports: Vec<(String, &'a str)>,
    /// A parameter that says when a signal is active: its name and its value.
    parameter: Option<(&'static str, &'static str)>,
}

/// Returns the description of a component.
pub(super) fn component(design: &Design) -> String {
    #[derive(Template)]
    #[template(path = "package/component.xml")]
    struct Component<'a> {
        design: &'a Design,
        config: &'a Config,
        interfaces: Vec<Interface<'a>>,
        registers: &'a [BusRegister],
        /// The number of bytes that the addresses of the bus reach.
        range: u64,
        /// The language, and the type of its files.
        language: &'static str,
        file_type: &'static str,
    }
    let config = &design.config;
    let (language, file_type) = match config.language {
        Language::Verilog => ("Verilog", "verilogSource"),
        Language::SystemVerilog => ("SystemVerilog", "systemVerilogSource"),
    };
    render(&Component {
        design,
        config,
        interfaces: interfaces(design),
        registers: design.wrapped.as_ref().map_or(&[], |wrapped| &wrapped.registers),
        range: 1 << design.top.width("s_axi_araddr"),
        language,
        file_type,
    })
}

fn interfaces(design: &Design) -> Vec<Interface<'_>> {
    let reset = reset(design);
    let mut all = Vec::new();
    let wrapper = design.wrapped.as_ref().map(|wrapped| wrapped.wrapper);
    let bus = |name: &'static str, bus| {
        let signal = |port: &'_ Port| Some(port.name.strip_prefix(name)?.strip_prefix('_')?.to_uppercase());
        let own = design.top.ports.iter().filter_map(|port| Some((signal(port)?, &*port.name)));
        // The definitions of these buses have clock and reset among their signals.
        let common = [("ACLK", design.clock()), ("ARESETn", reset)];
        let common = common.into_iter().filter_map(|(signal, port)| Some((signal.to_owned(), port?)));
        let is_slave = name.starts_with('s');
        Interface { name, bus, is_slave, has_registers: false, ports: own.chain(common).collect(), parameter: None }
    };
    match wrapper {
        Some(Wrapper::Axi4Lite) => all.push(Interface { has_registers: true, ..bus("s_axi", AXI4_LITE) }),
        Some(Wrapper::Axi4Stream) => all.extend(["s_axis", "m_axis"].map(|name| bus(name, AXI4_STREAM))),
        // Nobody has published definitions of these buses.
        Some(Wrapper::Cfu | Wrapper::CvXIf | Wrapper::Vortex) | None => {}
    }
    let level = if design.config.reset.is_active_low() { "ACTIVE_LOW" } else { "ACTIVE_HIGH" };
    let irq = design.top.port("irq").map(|port| &*port.name);
    let signals = [
        ("clock", CLOCK, "CLK", design.clock(), None),
        ("reset", RESET, "RST", reset, Some(("POLARITY", level))),
        ("interrupt", INTERRUPT, "INTERRUPT", irq, Some(("SENSITIVITY", "LEVEL_HIGH"))),
    ];
    all.extend(signals.into_iter().filter_map(|(name, bus, signal, port, parameter)| {
        let ports = vec![(signal.to_owned(), port?)];
        Some(Interface { name, bus, is_slave: bus.name != INTERRUPT.name, has_registers: false, ports, parameter })
    }));
    all
}

/// Returns the name of the reset port, if any.
fn reset(design: &Design) -> Option<&str> {
    let name = match &design.wrapped {
        Some(wrapped) => wrapped.wrapper.reset(),
        None => design.config.reset.port()?,
    };
    design.top.port(name).map(|port| &*port.name)
}

/// Returns a direction in the words of IP-XACT.
fn direction(port: &Port) -> &'static str {
    match port.direction {
        Direction::Input => "in",
        Direction::Output => "out",
    }
}

/// Returns the property `modifiedWriteValue` of a field, if a write of 1 clears it.
fn modified(field: &RegisterField) -> Option<&'static str> {
    (field.kind == FieldKind::Event).then_some("oneToClear")
}

/// Returns who may access a field by the bus, in the words of IP-XACT.
fn access(field: &RegisterField) -> &'static str {
    match (field.kind.is_read(), field.kind.is_written()) {
        (true, true) => "read-write",
        (true, false) => "read-only",
        (false, _) => "write-only",
    }
}
