//! The flags that name hardware of your own.

use std::path::PathBuf;
use std::time::Duration;

use vidalu_gen::{Choice, Config, ConfigFile, Target, Unit, Wrapper};
use vidalu_sim::bus::Wrapping;
use vidalu_sim::rtl::{Matched, PortMap, Rtl};
use vidalu_sim::subject::Subject;
use vidalu_sim::{CosimError, Dut, in_full};

use crate::config::{self, Bus, Wanted};
use crate::failure::Failure;
use crate::{input, output};

/// The flags that name hardware of your own.
#[derive(clap::Args)]
pub(crate) struct RtlArgs {
    /// Judge this hardware instead of generated hardware: a file, a folder or a file list (`.f`).
    /// Repeat the option for several.
    #[arg(long, value_name = "PATH", help_heading = "Hardware of your own")]
    rtl: Vec<PathBuf>,
    /// The top module [default: the unit's module, or the one that no other module instantiates].
    #[arg(long, value_name = "NAME", requires = "rtl", help_heading = "Hardware of your own")]
    top: Option<String>,
    /// A TOML file that maps the unit's pins to the ports of the hardware.
    #[arg(long, value_name = "FILE", requires = "rtl", help_heading = "Hardware of your own")]
    ports: Option<String>,
}

/// Hardware of the user's own, and what it shall be.
pub(crate) struct Hardware {
    rtl: Rtl,
    /// The unit or block.
    pub(crate) target: Target,
    /// The bus around the unit.
    wrapper: Bus,
    /// The configuration: operations, latency, handshake and reset.
    config: Config,
}

impl RtlArgs {
    /// Reads the hardware, if any is named, for a command that judges units without a bus. Its unit
    /// is the one in `units`, or the one that its configuration file names. `config` reads this
    /// file; the file of the folder, if any, is its default.
    pub(crate) fn read(
        &self,
        units: &[Target],
        config: impl FnOnce(Option<&str>) -> Result<ConfigFile, Failure>,
    ) -> Result<Option<Hardware>, Failure> {
        match self.read_wrapped(units, None, config)? {
            Some(Hardware { wrapper: Some(wrapper), target, config, .. }) => {
                let message = format!("the folder has a unit behind {}, and this command judges units", wrapper.name());
                let top = top(&config, target);
                Err(Failure::input(message, format!("name the unit inside with {top}, or use `vidalu cosim`")))
            }
            hardware => Ok(hardware),
        }
    }

    /// Reads the hardware as [`RtlArgs::read`] does, with the bus around the unit: `wrapper`, or
    /// the one that the configuration file names. `--top` alone names the module of a unit.
    pub(crate) fn read_wrapped(
        &self,
        units: &[Target],
        wrapper: Option<Bus>,
        config: impl FnOnce(Option<&str>) -> Result<ConfigFile, Failure>,
    ) -> Result<Option<Hardware>, Failure> {
        if !self.is_given() {
            return Ok(None);
        }
        let map = match &self.ports {
            Some(path) => PortMap::from_toml(input::name(path), &input::read(path)?).map_err(CosimError::from)?,
            None => PortMap::default(),
        };
        let rtl = Rtl::read(&self.rtl, self.top.clone(), map)?;
        let folder = rtl.config().filter(|path| path.is_file()).map(|path| path.display().to_string());
        let ConfigFile { target: own, wrapper: around, mut config } = config(folder.as_deref())?;
        // Folders of earlier versions name the unit in their manifest only.
        let own = own.or_else(|| rtl.unit().and_then(|name| name.parse().ok()));
        let wrapper = match (wrapper, around, &self.top) {
            (Some(None), Some(around), None) => {
                let message = format!("the top module of the folder is a unit behind {}", around.name());
                let top = top(&config, own.unwrap_or(Target::Unit(Unit::Video)));
                return Err(Failure::input(message, format!("name the unit inside with {top}")));
            }
            (Some(wrapper), ..) => wrapper,
            (None, around, None) => around,
            (None, around, Some(_)) => {
                // The unit has another tag and other contexts than the bus, unless flags say which.
                let folder = folder.as_deref().map(config::from_file).transpose()?;
                if let (Some(around), Some(folder), Some(Target::Unit(unit))) = (around, folder, own) {
                    let inner = around.inner(unit, &config);
                    if folder.config.tag == config.tag {
                        config.tag = inner.tag;
                    }
                    if folder.config.contexts == config.contexts {
                        config.contexts = inner.contexts;
                    }
                }
                None
            }
        };
        let target = match (units, own) {
            ([target], Some(own)) if *target != own => {
                let message = format!("the folder was written for {own}, not for {target}");
                return Err(Failure::input(
                    message,
                    format!("use --unit {own}, or name the files instead of the folder"),
                ));
            }
            ([target], _) => *target,
            ([], Some(target)) => target,
            ([], None) => {
                let help = "name it with --unit; `vidalu gen --list` has the units and blocks";
                return Err(Failure::input("which unit or block the hardware shall be is not known", help));
            }
            _ => return Err(Failure::input("--rtl names one piece of hardware", "name one unit or block with --unit")),
        };
        Ok(Some(Hardware { rtl, target, wrapper, config }))
    }

    /// Returns whether hardware is named.
    pub(crate) fn is_given(&self) -> bool {
        !self.rtl.is_empty()
    }

    /// Returns the flags again, for commands that repeat a run.
    pub(crate) fn flags(&self) -> String {
        let rtl = self.rtl.iter().map(|path| format!("--rtl {}", output::word(&path.display().to_string())));
        let top = self.top.iter().map(|top| format!("--top {}", output::word(top)));
        let ports = self.ports.iter().map(|ports| format!("--ports {}", output::word(ports)));
        rtl.chain(top).chain(ports).collect::<Vec<_>>().join(" ")
    }
}

/// Returns the option that names the module of a unit inside a wrapper.
fn top(config: &Config, target: Target) -> String {
    format!("--top {}", config.module_name(target.name()))
}

/// Returns a module after a note, if its ports were not checked.
fn checked<M>(matched: Matched<M>) -> M {
    if let Some(error) = matched.unchecked {
        output::talk(&format!("the ports are not checked: {}\n", in_full(&error)));
    }
    matched.module
}

impl Hardware {
    /// Returns what a command is asked to do with the hardware.
    pub(crate) fn wanted(&self) -> Wanted {
        let config = self.config.clone().behind(self.wrapper);
        Wanted { targets: vec![self.target], wrapper: self.wrapper, config }
    }

    /// Returns the module under test for a simulator, and the subject that drives it.
    pub(crate) fn simulated(&self, limit: Duration) -> Result<(Dut, Box<dyn Subject>), Failure> {
        Ok(checked(self.rtl.module(self.target, &self.config, limit)?))
    }

    /// Returns the unit for the page that shows its gates.
    pub(crate) fn explored(self) -> Result<vidalu_explore::Choice, Failure> {
        let Self { rtl, target, config, .. } = self;
        let unit = config::shown(target)?;
        let title = format!("{} that vidalu did not write", unit.name());
        Ok(vidalu_explore::Choice {
            rtl: Some(rtl),
            ..vidalu_explore::Choice::generated(unit.name(), &title, unit, config)
        })
    }

    /// Returns the unit behind a bus for a simulator.
    pub(crate) fn wrapped(&self, wrapper: Wrapper, limit: Duration) -> Result<Wrapping, Failure> {
        let unit = config::wrapped(Some(self.target))?;
        Ok(checked(self.rtl.wrapping(wrapper, unit, &self.config, limit)?))
    }

    /// Returns the module under test for yosys.
    pub(crate) fn synthesized(&self, limit: Duration) -> Result<Dut, Failure> {
        match self.rtl.module(self.target, &self.config, limit)? {
            Matched { unchecked: Some(error), .. } => Err(error.into()),
            Matched { module: (dut, _), .. } => Ok(dut),
        }
    }
}
