//! `--on icarus|verilator`: executes instructions through the issue port of a unit.

use std::path::PathBuf;

use vidalu_gen::{ConfigFile, Depth, Target, Unit};
use vidalu_sim::IssuePort;
use vidalu_sim::simulator::SimulatorChoice;

use super::{Args, On};
use crate::config;
use crate::failure::Failure;
use crate::hardware;
use crate::program::Program;
use crate::rtl::RtlArgs;

/// The unit that is generated.
#[derive(clap::Args)]
#[command(next_help_heading = "Hardware")]
pub(super) struct HardwareArgs {
    /// Write a wave of the instructions that the unit executes: FILE.fst, .vcd or .svg.
    ///
    /// Files that open the wave in GTKWave and in Surfer are written next to it, unless FILE is a
    /// device or a pipe. The exit code is 1 if an output differs from the golden model.
    #[arg(long, value_name = "FILE", conflicts_with = "image")]
    pub(super) wave: Option<PathBuf>,
    /// The configuration of the unit, a TOML file.
    #[arg(long, value_name = "FILE")]
    config: Option<String>,
    /// Pipeline depth of the unit: 0 (combinational) to 8.
    #[arg(long, value_name = "ROWS")]
    depth: Option<Depth>,
    /// The unit that the hardware of --rtl is [default: that of the folder].
    #[arg(long, value_name = "UNIT", requires = "rtl", hide_possible_values = true,
        value_parser = config::names(&Target::ALL, Target::name))]
    unit: Option<Target>,
    #[command(flatten)]
    rtl: RtlArgs,
}

impl HardwareArgs {
    /// Refuses options of the hardware if the golden model executes the program.
    pub(super) fn demand_hardware(&self, on: On) -> Result<(), Failure> {
        let given = [
            ("--wave shows", self.wave.is_some()),
            ("--config configures", self.config.is_some()),
            ("--depth configures", self.depth.is_some()),
            ("--rtl configures", self.rtl.is_given()),
        ];
        match given.into_iter().find(|(_, given)| *given) {
            Some((flag, _)) if on == On::Golden => {
                let message = format!("{flag} the hardware, but the golden model executes the program");
                Err(Failure::input(message, "add --on icarus or --on verilator, or remove the option"))
            }
            _ => self.wave.as_deref().map_or(Ok(()), hardware::demand_wave),
        }
    }
}

/// Starts the unit in a simulator, reset and with the CC.CF of `--cc`. Refuses a program with an
/// instruction that the unit does not have.
pub(super) fn open(args: &Args, name: &str, text: &str, program: &Program<'_>) -> Result<IssuePort, Failure> {
    let units: Vec<_> = args.hardware.unit.into_iter().collect();
    let own = args.hardware.rtl.read(&units, |base| config(args, base))?;
    let config = match &own {
        Some(own) => own.wanted().config,
        None => {
            let mut config = config(args, None)?.config;
            if args.hardware.config.is_none() {
                // Without a configuration, the unit has all that the program needs.
                let needed = program.statements().map(|statement| statement.instruction().operation());
                config.ops.extend(needed.filter(|op| op.is_packed()));
            }
            config
        }
    };
    let target = own.as_ref().map_or(Target::Unit(Unit::Video), |own| own.target);
    hardware::demand(name, text, program, &config, target)?;
    let choice = if args.on == On::Icarus { SimulatorChoice::Icarus } else { SimulatorChoice::Verilator };
    hardware::open(choice, own.as_ref(), Unit::Video, &config, args.cc == 1)
}

/// Reads the configuration; `base` takes the place of a file that is not named.
fn config(args: &Args, base: Option<&str>) -> Result<ConfigFile, Failure> {
    let mut file = match args.hardware.config.as_deref().or(base) {
        Some(path) => config::from_file(path)?,
        None => ConfigFile::default(),
    };
    let config = &mut file.config;
    if let Some(depth) = args.hardware.depth {
        config.depth = depth;
    }
    let profile = hardware::profile(args.profile.into())?;
    if profile == vidalu_gen::Profile::Manual && config.profile != profile {
        let message = "the profile of the configuration differs from that of the program";
        return Err(Failure::input(message, "add --profile hardware, or remove profile from the configuration"));
    }
    config.profile = profile;
    config.validate()?;
    Ok(file)
}
