//! Wrapped units in simulators: a bus functional model that pauses on every channel and compares
//! every answer.
//!
//! A bus is driven one cycle at a time: the next inputs depend on the outputs before. The
//! instructions are those of the unit alone, and the golden model has their results.

mod axi4_lite;
mod axi4_stream;
mod bench;
mod board;
mod cfu;
mod channel;
mod command;
mod cv_x_if;
mod pins;
mod vortex;

use std::path::Path;
use std::time::{Duration, Instant};

use vidalu_gen::{Choice, Config, Design, Layout, Rs3, Target, Unit, Wrapped, Wrapper, wrap};
use vidalu_model::draw::key;

use self::bench::{Bench, Bus};
use self::board::{Blamed, Board};
use self::command::Commands;
pub use self::pins::module_under_test;
use self::pins::{Behind, Names, Wires};
use crate::cosim::{HOLES, Options, Phase, Progress, Watch};
use crate::drive::Seen;
use crate::dut::{Dut, Pin};
use crate::error::{CosimError, ToolError};
use crate::files;
use crate::parallel::in_parallel;
use crate::process::is_interrupted;
use crate::report::{CosimReport, Mismatch, OutputMismatch, UnitReport};
use crate::scoreboard::{Failure, Found};
use crate::simulator::{Build, Model, Simulator};
use crate::subject::{self, Subject};

/// The stage of a mismatch at a bus.
const STAGE: &str = "bus";

/// A wrapped unit, ready for a simulator.
pub struct Wrapping {
    wrapper: Wrapper,
    unit: Unit,
    layout: Layout,
    flags: u32,
    id: u32,
    /// The module under test.
    pub dut: Dut,
    behind: Behind,
    subject: Box<dyn Subject>,
    contexts: usize,
    /// Width of the tag, or of the number of an instruction.
    tag: u32,
    rs3: Rs3,
    threads: usize,
}

impl Wrapping {
    /// Generates a wrapped unit.
    ///
    /// # Errors
    /// If the configuration contradicts itself, the unit or the bus.
    pub fn new(wrapper: Wrapper, unit: Unit, config: &Config) -> Result<Self, CosimError> {
        let design = wrap(wrapper, unit, config)?;
        Ok(Self::of(module_under_test(&design, wrapper), &design, unit))
    }

    /// Returns a wrapped unit whose text is given: `dut` has the ports of `design`.
    pub(crate) fn of(dut: Dut, design: &Design, unit: Unit) -> Self {
        let Design { wrapped: Some(Wrapped { wrapper, layout, flags, id, .. }), config, .. } = design else {
            unreachable!("a wrapped unit has a wrapper")
        };
        let subject = || subject::of(Target::Unit(unit), config);
        let (dut, behind) = Behind::new(dut, &design.top, *wrapper, names(*wrapper), subject());
        let (layout, contexts) = (layout.clone(), config.contexts.into());
        let (wrapper, flags, id, tag) = (*wrapper, *flags, *id, config.tag.into());
        let (subject, rs3, threads) = (subject(), config.rs3, config.threads.into());
        Self { wrapper, unit, layout, flags, id, dut, behind, subject, contexts, tag, rs3, threads }
    }

    /// Builds the module in `scratch`, a new folder.
    pub(crate) fn build(
        &self,
        simulator: &dyn Simulator,
        scratch: &Path,
        limit: Duration,
    ) -> Result<Box<dyn Model>, CosimError> {
        // The bench answers to one copy of the module, cycle by cycle.
        simulator.build(&Build { is_alike: true, ..Build::new(&self.dut, &self.behind, scratch, limit) })
    }

    /// Returns the pins of the bench, in the order in which a model is driven and seen: inputs, of
    /// which the reset is the first, and outputs.
    pub fn pins(&self) -> [Vec<Pin>; 2] {
        [self.dut.input_pins(&self.behind), self.dut.output_pins(&self.behind)]
    }

    /// Runs the bench on a model of the module until an answer is wrong or a rule of the bus is
    /// broken, with at most `count` instructions. Returns whether that happened.
    ///
    /// # Errors
    /// If the model fails, or the user interrupts.
    pub fn is_found_wrong(&self, model: Box<dyn Model>, seed: u64, count: u64) -> Result<bool, CosimError> {
        let mut bench = self.bench(model, &*self.subject, seed, count);
        bench.is_over_at_first = true;
        bench.check(count, &|_| ())?;
        if is_interrupted() {
            return Err(ToolError::Interrupted { tool: "the bench" }.into());
        }
        Ok(bench.board.found.mismatches > 0)
    }

    /// A bench with `count` instructions of a subject.
    fn bench<'a>(&self, model: Box<dyn Model>, subject: &'a dyn Subject, seed: u64, count: u64) -> Bench<'a> {
        Bench {
            model,
            bus: self.bus(),
            wires: Wires::new(names(self.wrapper), &self.dut, &self.behind),
            board: Board::new(subject, seed, 0, count, self.contexts),
            reset: self.dut.reset.as_ref().is_some_and(|(_, active)| *active),
            key: key("bus", seed),
            seen: Seen::default(),
            is_over_at_first: false,
        }
    }

    fn bus(&self) -> Box<dyn Bus> {
        match self.wrapper {
            Wrapper::Axi4Stream => Box::new(axi4_stream::Axi4Stream::new(self.layout.clone())),
            Wrapper::Axi4Lite => {
                Box::new(axi4_lite::Axi4Lite::new(self.layout.clone(), self.flags > 0, self.id.into()))
            }
            Wrapper::Cfu => Box::new(cfu::Cfu::new(self.commands(false))),
            Wrapper::CvXIf => {
                let has_c = self.layout.part("c").is_some();
                Box::new(cv_x_if::CvXIf::new(self.commands(self.rs3 != Rs3::None), has_c, self.rs3, self.tag))
            }
            Wrapper::Vortex => {
                let result = self.subject.outputs().iter().find(|signal| signal.name == "d_o");
                let result = result.expect("a unit has a result").width;
                Box::new(vortex::Vortex::new(&self.layout, result, self.flags, self.threads, self.contexts))
            }
        }
    }

    fn commands(&self, brings_c: bool) -> Commands {
        let has = |name: &str| self.subject.outputs().iter().any(|signal| signal.name == name);
        let flags = u64::from(has("cf_o")) | u64::from(has("sat_o")) << 1;
        Commands::new(self.layout.clone(), flags, self.id.into(), brings_c)
    }
}

fn names(wrapper: Wrapper) -> Names {
    match wrapper {
        Wrapper::Axi4Stream => axi4_stream::NAMES,
        Wrapper::Axi4Lite => axi4_lite::NAMES,
        Wrapper::Cfu => cfu::NAMES,
        Wrapper::CvXIf => cv_x_if::NAMES,
        Wrapper::Vortex => vortex::names(),
    }
}

/// Co-simulates the units of `options` behind a bus in every simulator.
///
/// # Errors
/// If the configuration is rejected, a tool fails, or a file cannot be written. A mismatch is not
/// an error: the report lists it. After [`crate::interrupt`], the report has the results so far.
pub fn run(
    wrapper: Wrapper,
    options: &Options,
    simulators: &[Box<dyn Simulator>],
    watch: &Watch<'_>,
) -> Result<CosimReport, CosimError> {
    let mut modules = Vec::new();
    for target in &options.targets {
        match target {
            Target::Unit(unit) => modules.push(Wrapping::new(wrapper, *unit, &options.config)?),
            Target::Block(block) => {
                let problem = format!("{} is a block, and a bus carries instructions", block.name());
                return Err(CosimError::usage(problem, "name a unit"));
            }
        }
    }
    run_modules(options, &modules, simulators, watch)
}

/// Co-simulates wrapped units whose text is given: what [`run`] does after it has generated them.
///
/// # Errors
/// As for [`run`].
pub fn run_modules(
    options: &Options,
    modules: &[Wrapping],
    simulators: &[Box<dyn Simulator>],
    watch: &Watch<'_>,
) -> Result<CosimReport, CosimError> {
    let of_forms = |module: &Wrapping| {
        let forms = options.forms.as_ref();
        forms.map(|forms| subject::of_forms(Target::Unit(module.unit), &options.config, forms)).transpose()
    };
    let own = modules.iter().map(of_forms).collect::<Result<Vec<_>, _>>()?;
    let subjects = own.iter().zip(modules).map(|(own, module)| own.as_ref().unwrap_or(&module.subject));
    let jobs = modules.iter().zip(subjects).flat_map(|(module, subject)| {
        let job = move |simulator| Job { options, module, subject: &**subject, simulator, watch };
        simulators.iter().map(move |simulator| job(&**simulator))
    });
    let jobs: Vec<_> = jobs.collect();
    let units = in_parallel(&jobs, options.jobs, Job::run)?;
    Ok(CosimReport {
        format_version: 1,
        version: env!("CARGO_PKG_VERSION").into(),
        interrupted: is_interrupted(),
        shard: None,
        shards: None,
        units,
        wave: None,
    })
}

/// One wrapped unit in one simulator.
struct Job<'a> {
    options: &'a Options,
    module: &'a Wrapping,
    subject: &'a dyn Subject,
    simulator: &'a dyn Simulator,
    watch: &'a Watch<'a>,
}

impl Job<'_> {
    fn tell(&self, phase: Phase) {
        (self.watch)(Progress { unit: self.module.unit.name(), sim: self.simulator.name(), phase });
    }

    fn run(&self) -> Result<UnitReport, CosimError> {
        let (module, options, count) = (self.module, self.options, self.options.vectors);
        self.tell(Phase::Building);
        let start = Instant::now();
        let scratch = files::scratch()?;
        let model = module.build(self.simulator, scratch.path(), options.timeout)?;
        let built = Instant::now();
        let mut bench = module.bench(model, self.subject, options.seed, count);
        bench.check(count, &|done| self.tell(Phase::Running { done, total: Some(count) }))?;
        let run_time = built.elapsed();
        self.tell(Phase::Done { mismatches: bench.board.found.mismatches });
        Ok(self.report(&bench.board, built - start, run_time))
    }

    fn report(&self, board: &Board<'_>, build_time: Duration, run_time: Duration) -> UnitReport {
        let Found { cycles, checked, mismatches, ref failures } = board.found;
        let module = self.module;
        UnitReport {
            unit: module.wrapper.module_name(module.unit).into(),
            sim: self.simulator.name().into(),
            sim_version: self.simulator.version().to_owned(),
            config: module.dut.config.clone(),
            forms: self.options.patterns(),
            seed: self.options.seed,
            first: 0,
            cycles,
            checked,
            mismatches,
            failures: failures
                .iter()
                .zip(&board.blamed)
                .map(|(failure, blamed)| self.explain(failure, blamed.as_ref(), board))
                .collect(),
            coverage: board.coverage.summary(HOLES, checked),
            build_time,
            run_time,
        }
    }

    fn explain(&self, failure: &Failure, blamed: Option<&Blamed>, board: &Board<'_>) -> Mismatch {
        let (module, options) = (self.module, self.options);
        let own = blamed.map(|blamed| blamed.inputs.clone());
        let inputs = own.or_else(|| failure.index.map(|index| board.inputs(index)));
        let operands = self.subject.inputs().iter().zip(inputs.iter().flatten());
        let output = |difference: &crate::scoreboard::Difference| OutputMismatch {
            name: difference.output.clone(),
            expected: format!("{:#x}", difference.expected),
            got: difference.got.to_string(),
        };
        let replay = format!(
            "vidalu cosim --wrapper {} --unit {} --sim {} --seed {} --vectors {} {}",
            module.wrapper.name(),
            module.unit.name(),
            self.simulator.name(),
            options.seed,
            options.vectors,
            options.replay_options
        );
        Mismatch {
            unit: module.wrapper.module_name(module.unit).into(),
            sim: self.simulator.name().into(),
            cycle: failure.cycle,
            index: failure.index,
            thread: blamed.and_then(|blamed| blamed.thread),
            ptx: inputs.as_ref().and_then(|inputs| self.subject.ptx(inputs)),
            operands: operands.map(|(signal, value)| (signal.name.to_owned(), format!("{value:#x}"))).collect(),
            outputs: failure.differences.iter().map(output).collect(),
            stage: STAGE.into(),
            stages: Vec::new(),
            replay: Some(replay.trim_end().to_owned()),
        }
    }
}
