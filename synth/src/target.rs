//! What the hardware is mapped to.

use std::path::Path;

use vidalu_sim::CosimError;
use vidalu_sim::tool::{NEXTPNR_ECP5, NEXTPNR_ICE40, ToolKind};

use crate::liberty::Library;

/// A target of the mapping.
#[derive(Clone, Debug)]
pub enum Technology {
    /// Lookup tables with six inputs, and nothing else.
    Lut6,
    /// A Lattice FPGA.
    Device(&'static Device),
    /// The cells of a library.
    Cells(Box<Library>),
}

/// A device whose tools are free.
#[derive(Debug)]
pub struct Device {
    /// The name on the command line.
    pub name: &'static str,
    /// The device and its package, in words.
    pub doc: &'static str,
    /// The number of logic cells that it has, each with a lookup table and a flip-flop.
    pub capacity: u64,
    /// The command of yosys.
    command: &'static str,
    /// The commands that restructure the gates before they are mapped to tables.
    restructuring: &'static str,
    /// The tool that places and routes.
    pub router: &'static ToolKind,
    /// The options that name the device.
    pub options: &'static [&'static str],
    /// A delay in picoseconds that no lookup table falls below, even without wires.
    pub(crate) least_level_ps: f64,
}

/// The devices.
pub static DEVICES: [Device; 2] = [
    Device {
        name: "ice40",
        doc: "Lattice iCE40 HX8K in the package CT256",
        capacity: 7680,
        command: "synth_ice40 -device hx",
        restructuring: "abc; ice40_opt",
        router: &NEXTPNR_ICE40,
        options: &["--hx8k", "--package", "ct256", "--pcf-allow-unconstrained"],
        least_level_ps: 300.0,
    },
    Device {
        name: "ecp5",
        doc: "Lattice ECP5-25F, speed grade 6, in the package CABGA256",
        capacity: 24288,
        command: "synth_ecp5",
        restructuring: "abc",
        router: &NEXTPNR_ECP5,
        options: &["--25k", "--package", "CABGA256", "--speed", "6", "--lpf-allow-unconstrained"],
        least_level_ps: 200.0,
    },
];

impl Device {
    /// Returns the commands of yosys for the module `top`. The command is in two parts, with the
    /// step between them that its option `-abc2` added before newer versions removed it.
    pub fn synthesis(&self, top: &str) -> String {
        self.commands("", top)
    }

    /// Returns the commands of yosys that also move registers through the logic.
    pub(crate) fn retiming(&self, top: &str) -> String {
        self.commands(" -retime", top)
    }

    fn commands(&self, flags: &str, top: &str) -> String {
        let Self { command, restructuring, .. } = self;
        let part = |labels: &str| format!("{command}{flags} -run {labels} -top {top}");
        // A newer yosys keeps the names of modules in cells that an older nextpnr does not know.
        [&part("begin:map_luts"), *restructuring, &part("map_luts:"), "delete t:$scopeinfo"].join("; ")
    }
}

impl Technology {
    /// Returns the technology with this name, or that of the Liberty file with this path.
    ///
    /// # Errors
    /// If the name is neither a technology nor a file, or the file is not a library.
    pub fn named(name: &str) -> Result<Self, CosimError> {
        if name == "lut6" {
            return Ok(Self::Lut6);
        }
        if let Some(device) = DEVICES.iter().find(|device| device.name == name) {
            return Ok(Self::Device(device));
        }
        let path = Path::new(name);
        if !path.exists() || path.is_dir() {
            let is_path = path.extension().is_some() || path.components().count() > 1;
            let problem = match is_path && !path.is_dir() {
                true => format!("there is no file {name}"),
                false => format!("the target `{name}` is neither a technology nor a file"),
            };
            return Err(CosimError::usage(
                problem,
                "use ice40, ecp5, the path of a Liberty file, or lut6, which has no clock",
            ));
        }
        Ok(Self::Cells(Box::new(Library::read(path)?)))
    }

    /// Returns the name in reports.
    pub fn name(&self) -> &str {
        match self {
            Self::Lut6 => "lut6",
            Self::Device(device) => device.name,
            Self::Cells(library) => &library.name,
        }
    }

    /// Returns the word on the command line, which [`Technology::named`] reads.
    pub fn word(&self) -> String {
        match self {
            Self::Cells(library) => library.path.display().to_string(),
            other => other.name().to_owned(),
        }
    }

    /// Returns the libraries by which cells are timed: the own one, then those of other corners.
    /// Tables have none.
    pub(crate) fn libraries<'a>(&'a self, corners: &'a [Library]) -> Vec<&'a Library> {
        match self {
            Self::Cells(library) => std::iter::once(&**library).chain(corners).collect(),
            Self::Lut6 | Self::Device(_) => Vec::new(),
        }
    }

    /// Returns whether this is an FPGA, whose units are placed and routed.
    pub fn is_device(&self) -> bool {
        matches!(self, Self::Device(_))
    }

    /// Returns whether these are cells, which have an area in µm² and corners.
    pub fn is_cells(&self) -> bool {
        matches!(self, Self::Cells(_))
    }
}
