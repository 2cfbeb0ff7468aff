//! Hardware that vidalu did not write: its files, its ports, and how they fit the pins of a unit or
//! block.
//!
//! [`Rtl::read`] reads the files. [`Rtl::module`] makes a [`Dut`] of them, which is then
//! co-simulated and proven like a generated one. Ports are matched by name. A [`PortMap`] renames,
//! splits, joins, inverts and ties off.

mod adapter;
mod inspect;
mod map;
mod sources;

use std::path::{Path, PathBuf};
use std::time::Duration;

use vidalu_gen::verilog::Module;
use vidalu_gen::{Config, Target, Unit, Wrapper, generate, wrap};

use self::inspect::Found;
pub use self::map::{MapError, PortMap};
use self::sources::Sources;
use crate::bus::{Wrapping, module_under_test};
use crate::cosim::Options;
use crate::dut::Dut;
use crate::error::{CosimError, ToolError};
use crate::files;
use crate::session::{Run, Session};
use crate::simulator::{Available, Simulator};
use crate::subject::Subject;
use crate::tool::{Tool, YOSYS};

/// The files of a module that vidalu did not write, or that were edited.
#[derive(Clone, Debug)]
pub struct Rtl {
    sources: Sources,
    /// The name of the top module, if it was given.
    top: Option<String>,
    map: PortMap,
}

impl Rtl {
    /// Reads the files, folders and file lists of `paths`.
    ///
    /// # Errors
    /// If a file cannot be read, a folder holds no Verilog, or a file list has an option that has
    /// no meaning here.
    pub fn read(paths: &[PathBuf], top: Option<String>, map: PortMap) -> Result<Self, CosimError> {
        let sources = Sources::read(paths)?;
        let top = top.or_else(|| sources.origin.as_ref().map(|origin| origin.top.clone()));
        Ok(Self { sources, top, map })
    }

    /// Returns the unit of a folder that `vidalu gen` or `vidalu kit` wrote.
    pub fn unit(&self) -> Option<&str> {
        self.sources.origin.as_ref().map(|origin| origin.unit.as_str())
    }

    /// Returns the path of the configuration of a folder that `vidalu gen` or `vidalu kit` wrote.
    pub fn config(&self) -> Option<&Path> {
        self.sources.origin.as_ref().map(|origin| origin.config.as_path())
    }

    /// Returns the module under test, as `target` in a configuration, and the subject that drives
    /// it. Latency, handshake and reset are those of the configuration.
    ///
    /// Yosys reads the ports. If it cannot, and neither the top module nor an output needs it, the
    /// module is taken to have the wanted ports.
    ///
    /// # Errors
    /// If the configuration is refused, yosys cannot read the files, or the ports do not fit.
    pub fn module(&self, target: Target, config: &Config, limit: Duration) -> Result<Matched, CosimError> {
        let (own, subject) = Dut::with_subject(target, config)?;
        let (top, files, unchecked) = self.fitted(&generate(target, config)?.top, limit)?;
        Ok(Matched { module: (Dut { top, files, is_foreign: true, ..own }, subject), unchecked })
    }

    /// Returns the module under test, as `unit` behind a bus in a configuration.
    ///
    /// # Errors
    /// As for [`Rtl::module`].
    pub fn wrapping(
        &self,
        wrapper: Wrapper,
        unit: Unit,
        config: &Config,
        limit: Duration,
    ) -> Result<Matched<Wrapping>, CosimError> {
        let design = wrap(wrapper, unit, config)?;
        let (top, files, unchecked) = self.fitted(&design.top, limit)?;
        let own = module_under_test(&design, wrapper);
        let module = Wrapping::of(Dut { top, files, is_foreign: true, ..own }, &design, unit);
        Ok(Matched { module, unchecked })
    }

    /// Returns the name and the files of a module with the wanted ports, and why its ports were not
    /// checked, if they were not.
    fn fitted(&self, wanted: &Module, limit: Duration) -> Result<Fitted, CosimError> {
        let top = self.top.as_deref().or_else(|| self.sources.has_module(&wanted.name).then_some(&wanted.name));
        let read = |yosys: Tool| inspect::ports(&yosys, &self.sources.files, top, &self.map, limit);
        let (found, unchecked) = match YOSYS.find().map_err(CosimError::from).and_then(read) {
            Ok(found) => (found, None),
            Err(error) => self.assumed(wanted, top, error)?,
        };
        let mut files = self.sources.files.clone();
        let top = if adapter::fits(wanted, &found) && self.map.is_empty() {
            found.top
        } else {
            files.push(adapter::adapter(wanted, &found, &self.map)?);
            adapter::NAME.to_owned()
        };
        Ok((top, files, unchecked))
    }

    /// Returns the ports that the module should have, although yosys failed with `error`.
    fn assumed(
        &self,
        wanted: &Module,
        top: Option<&str>,
        error: CosimError,
    ) -> Result<(Found, Option<CosimError>), CosimError> {
        let names = self.sources.modules();
        match (top, names.as_slice()) {
            (Some(top), _) if !names.contains(&top) => {
                let problem = format!("no file declares a module {top}");
                let help = format!("name another one with --top; the modules are {}", names.join(", "));
                Err(CosimError::usage(problem, help))
            }
            _ if error.is_interrupt() || !self.map.outputs.is_empty() => Err(error),
            (Some(top), _) | (None, &[top]) => Ok((Found::assumed(wanted, top, &self.map), Some(error))),
            (None, _) => Err(error),
        }
    }
}

/// The name of a module, its files, and why its ports were not checked.
type Fitted = (String, Vec<(String, String)>, Option<CosimError>);

/// A module under test whose ports fit: a module with the subject that drives it, or a wrapped
/// unit.
pub struct Matched<M = (Dut, Box<dyn Subject>)> {
    /// The module.
    pub module: M,
    /// The reason why the ports were not checked: yosys is missing or cannot read the files.
    pub unchecked: Option<CosimError>,
}

/// Returns the simulators that can read a module, and the errors of the others: not all of them
/// read all of Verilog.
///
/// # Errors
/// If none can read it, or a tool fails in another way.
pub fn readers(
    module: &(Dut, Box<dyn Subject>),
    options: &Options,
    simulators: Vec<Box<dyn Simulator>>,
) -> Result<Available, CosimError> {
    let (dut, subject) = module;
    let run = Run { seed: options.seed, first: 0, count: options.vectors, threads: 1 };
    let build = |simulator: &dyn Simulator| Session::build(simulator, dut, &**subject, run, options.timeout).map(drop);
    that_build(simulators, &build)
}

/// Returns the simulators that can read a wrapped unit, as [`readers`] does for a unit.
///
/// # Errors
/// As for [`readers`].
pub fn wrapped_readers(
    module: &Wrapping,
    options: &Options,
    simulators: Vec<Box<dyn Simulator>>,
) -> Result<Available, CosimError> {
    let build = |simulator: &dyn Simulator| {
        let scratch = files::scratch()?;
        module.build(simulator, scratch.path(), options.timeout).map(drop)
    };
    that_build(simulators, &build)
}

/// Returns the simulators for which `build` does not fail, and the errors of the others.
fn that_build(
    simulators: Vec<Box<dyn Simulator>>,
    build: &dyn Fn(&dyn Simulator) -> Result<(), CosimError>,
) -> Result<Available, CosimError> {
    let mut readers = Available { simulators: Vec::new(), missing: Vec::new() };
    for simulator in simulators {
        match build(&*simulator) {
            Ok(()) => readers.simulators.push(simulator),
            Err(CosimError::Tool(error @ ToolError::Failed { .. })) => readers.missing.push(error),
            Err(error) => return Err(error),
        }
    }
    if readers.simulators.is_empty() {
        return Err(CosimError::Unreadable { errors: readers.missing });
    }
    Ok(readers)
}
