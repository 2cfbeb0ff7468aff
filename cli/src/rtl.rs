//! The flags that name hardware of your own.

use std::path::PathBuf;
use std::time::Duration;

use vidalu_gen::{Config, Target};
use vidalu_sim::rtl::{PortMap, Rtl};
use vidalu_sim::subject::Subject;
use vidalu_sim::tool::YOSYS;
use vidalu_sim::{CosimError, Dut};

use crate::config::ConfigArgs;
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
    /// The configuration: operations, latency, handshake and reset.
    pub(crate) config: Config,
}

impl RtlArgs {
    /// Reads the hardware, if any is named. The unit is that of `units`, or the one that the
    /// folder was written for; so is the configuration.
    pub(crate) fn read(&self, units: &[Target], config: &ConfigArgs) -> Result<Option<Hardware>, Failure> {
        if self.rtl.is_empty() {
            return Ok(None);
        }
        let map = match &self.ports {
            Some(path) => PortMap::from_toml(input::name(path), &input::read(path)?).map_err(CosimError::from)?,
            None => PortMap::default(),
        };
        let rtl = Rtl::read(&self.rtl, self.top.clone(), map)?;
        let target = match (units, rtl.unit().map(str::parse)) {
            ([target], _) => *target,
            ([], Some(Ok(target))) => target,
            ([], _) => {
                let help = "name it with --unit; `vidalu gen --list` has the units and blocks";
                return Err(Failure::input("which unit or block the hardware shall be is not known", help));
            }
            _ => return Err(Failure::input("--rtl names one piece of hardware", "name one unit or block with --unit")),
        };
        let own = rtl.config().filter(|path| path.is_file()).map(|path| path.display().to_string());
        let config = config.read_over(own.as_deref())?;
        Ok(Some(Hardware { rtl, target, config }))
    }

    /// Returns the flags again, for commands that repeat a run.
    pub(crate) fn flags(&self) -> String {
        let rtl = self.rtl.iter().map(|path| format!("--rtl {}", output::word(&path.display().to_string())));
        let top = self.top.iter().map(|top| format!("--top {}", output::word(top)));
        let ports = self.ports.iter().map(|ports| format!("--ports {}", output::word(ports)));
        rtl.chain(top).chain(ports).collect::<Vec<_>>().join(" ")
    }
}

impl Hardware {
    /// Returns the module under test, and the subject that drives it.
    pub(crate) fn module(&self, limit: Duration) -> Result<(Dut, Box<dyn Subject>), Failure> {
        let yosys = YOSYS.find().map_err(CosimError::from)?;
        Ok(self.rtl.module(self.target, &self.config, &yosys, limit)?)
    }
}
