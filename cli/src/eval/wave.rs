//! `eval --wave`: executes the sequences in a simulated unit and writes a wave of it.

use std::path::{Path, PathBuf};

use vidalu_gen::{Config, ConfigFile, Target, Unit};
use vidalu_model::exec::Machine;
use vidalu_model::golden::Profile;
use vidalu_model::ptx::Register;
use vidalu_sim::simulator::SimulatorChoice;

use crate::config::{self, GoldenArgs};
use crate::failure::{Exit, Failure};
use crate::hardware;
use crate::program::{Halt, Program};
use crate::rtl::{Hardware, RtlArgs};

/// The wave, and the unit that it shows.
#[derive(clap::Args)]
pub(super) struct WaveArgs {
    /// Also simulate the instructions, and write a wave of them: FILE.fst, .vcd or .svg.
    ///
    /// Files that open the wave in GTKWave and in Surfer are written next to it, unless FILE is a
    /// device or a pipe. With --batch, each line begins with a reset. The exit code is 1 if an
    /// output differs from the golden model.
    #[arg(long, value_name = "FILE", help_heading = "Wave")]
    wave: Option<PathBuf>,
    /// The unit to simulate [default: that of the instructions, or video if they have several].
    #[arg(long, value_name = "UNIT", requires = "wave", help_heading = "Wave", value_parser = config::choices::<Unit>())]
    unit: Option<Unit>,
    /// The simulator.
    #[arg(long, value_enum, requires = "wave", help_heading = "Wave", default_value = "icarus")]
    sim: Sim,
    #[command(flatten)]
    rtl: RtlArgs,
    #[command(flatten)]
    config: GoldenArgs,
}

/// A simulator that writes waves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Sim {
    /// Icarus Verilog.
    Icarus,
    /// Verilator.
    Verilator,
}

/// A sequence of instructions, with the registers and CC.CF before it.
pub(super) struct Sequence {
    pub(super) name: String,
    pub(super) text: String,
    pub(super) values: Vec<(Register, u64)>,
    pub(super) cf: bool,
}

impl Sequence {
    fn parsed(&self) -> Result<Program<'_>, Failure> {
        Program::sequence(&self.text).map_err(|error| Failure::at(&self.name, &self.text, &error))
    }
}

/// A simulation that `--wave` asks for.
pub(super) struct Simulation<'a> {
    args: &'a WaveArgs,
    path: &'a Path,
    own: Option<Hardware>,
    /// The unit, if it is named.
    target: Option<Target>,
    config: Config,
}

impl WaveArgs {
    /// Returns the profile of the golden model, and the simulation, if a wave is wanted.
    pub(super) fn read(&self) -> Result<(Profile, Option<Simulation<'_>>), Failure> {
        let Some(path) = &self.wave else {
            let rtl = self.rtl.is_given().then(|| "--rtl".to_owned());
            return match rtl.or_else(|| self.config.0.of_hardware()) {
                Some(flag) => {
                    let message = format!("{flag} is about hardware, and the golden model computes the results");
                    Err(Failure::input(message, "add --wave FILE to simulate a unit, or remove the option"))
                }
                None => Ok((self.config.0.profile().unwrap_or(Profile::Manual), None)),
            };
        };
        hardware::demand_wave(path)?;
        let named = self.unit.map(Target::Unit);
        let own = self.rtl.read(named.as_slice(), |base| self.file(base))?;
        let (target, config) = match &own {
            Some(own) => (Some(own.target), own.wanted().config),
            None => {
                let file = self.file(None)?;
                (named.or(file.target), file.config)
            }
        };
        let profile = match config.profile {
            vidalu_gen::Profile::Manual => Profile::Manual,
            vidalu_gen::Profile::Hardware => Profile::Hardware,
        };
        Ok((profile, Some(Simulation { args: self, path, own, target, config })))
    }

    /// Reads the configuration; `base` takes the place of a file that is not named.
    fn file(&self, base: Option<&str>) -> Result<ConfigFile, Failure> {
        let (mut file, profile) = self.config.0.read_apart(base)?;
        if let Some(profile) = profile {
            file.config.profile = hardware::profile(profile)?;
        }
        Ok(file)
    }
}

impl Simulation<'_> {
    /// Executes the sequences one after the other and writes the wave. Returns the verdict on the
    /// hardware.
    pub(super) fn run(&self, sequences: &[Sequence]) -> Result<Option<Exit>, Failure> {
        let programs = sequences.iter().map(Sequence::parsed).collect::<Result<Vec<_>, _>>()?;
        let statements = programs.iter().flat_map(Program::statements);
        let mut units = statements.map(|statement| Unit::from(statement.instruction().unit()));
        let first = units.next().unwrap_or(Unit::Video);
        let own = if units.all(|unit| unit == first) { first } else { Unit::Video };
        let target = self.target.unwrap_or(Target::Unit(own));
        self.args.config.0.note_unused(&[target], None);
        for (sequence, program) in sequences.iter().zip(&programs) {
            hardware::demand(&sequence.name, &sequence.text, program, &self.config, target)?;
        }
        let unit = config::wrapped(Some(target))?;
        let choice = match self.args.sim {
            Sim::Icarus => SimulatorChoice::Icarus,
            Sim::Verilator => SimulatorChoice::Verilator,
        };
        let cf = sequences.first().is_some_and(|first| first.cf);
        let mut port = hardware::open(choice, self.own.as_ref(), unit, &self.config, cf)?;
        port.record()?;
        let executed = sequences.iter().zip(&programs).enumerate().try_for_each(|(at, (sequence, program))| {
            if at > 0 {
                port.restart_with(sequence.cf)?;
            }
            let mut machine = Machine::on(&mut port);
            for (register, value) in &sequence.values {
                machine.write(register, *value);
            }
            program.run(&mut machine).map(drop).map_err(|halt| match halt {
                Halt::At(found) => Failure::at(&sequence.name, &sequence.text, &found),
                Halt::Unit(error) => error.into(),
            })
        });
        Ok(hardware::save(&port, self.path, executed)?.1)
    }
}
