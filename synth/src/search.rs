//! Measures every configuration, or searches for the smallest that meets a clock.

use std::sync::atomic::{AtomicUsize, Ordering};

use itertools::Itertools;
use vidalu_gen::space::Setup;
use vidalu_gen::{Choice, Config, Design};
use vidalu_sim::{CosimError, ToolError, in_parallel};

use crate::cost::{Cost, cost};
use crate::liberty::Library;
use crate::place::{Registers, Routed, route};
use crate::recipe::Recipe;
use crate::report::{Chosen, Corner, Failed, Path, Row, Run, SynthReport};
use crate::stage;
use crate::target::{Device, Technology};
use crate::tools::{Limits, Tools};

/// The measurements to make.
#[derive(Clone, Debug)]
pub struct Options {
    /// The target.
    pub technology: Technology,
    /// The goals of the mapping. A device has a recipe of its own.
    pub recipes: Vec<Recipe>,
    /// The number of seeds to place and route with; 0 to synthesize only.
    pub seeds: u64,
    /// The clock to meet, in MHz.
    pub frequency: Option<f64>,
    /// More libraries with the cells of the target, for other corners.
    pub corners: Vec<Library>,
    /// The limits.
    pub limits: Limits,
}

/// A step of a run that is done.
#[derive(Clone, Debug)]
pub struct Step {
    /// The work: `synthesized` or `routed`.
    pub work: &'static str,
    /// The steps of this work that are done.
    pub done: usize,
    /// The steps of this work, as far as their number is known.
    pub total: usize,
    /// The unit and its configuration.
    pub name: String,
}

/// A configuration that was generated, and its row.
struct Entry {
    /// The name in messages.
    name: String,
    design: Design,
    row: Row,
    /// The error of the router.
    error: Option<CosimError>,
}

/// The clock with each seed.
type Clocks = Vec<(u64, Routed)>;

/// Measures units, blocks and wrapped units, and calls `watch` after each step.
///
/// If a tool fails on some of the configurations, the report has the others.
///
/// # Errors
/// If a configuration contradicts itself, or a tool fails on all of them.
///
/// # Panics
/// If `tools` were found for another technology.
pub fn run(
    modules: &[(Setup, Config)],
    options: &Options,
    tools: &Tools,
    watch: &(dyn Fn(&Step) + Sync),
) -> Result<SynthReport, CosimError> {
    let recipes = match options.technology {
        Technology::Device(_) => &[Recipe::Speed],
        _ => &options.recipes[..],
    };
    let jobs: Vec<_> = modules.iter().cartesian_product(recipes).collect();
    let done = AtomicUsize::new(0);
    let measured = in_parallel(&jobs, options.limits.jobs, |((setup, config), recipe)| {
        let design = setup.generate(config)?;
        let found = cost(&options.technology, tools, &design, (**recipe, &options.corners), options.limits);
        let name = name((*setup, config));
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        watch(&Step { work: "synthesized", done, total: jobs.len(), name: name.clone() });
        let row = |found| row((*setup, config), &design, options, **recipe, &found);
        Ok::<_, CosimError>(match alone(found)? {
            Ok(found) => Ok(Entry { name, row: row(found), design, error: None }),
            Err(error) => Err((name, error)),
        })
    })?;
    let (mut entries, lost): (Vec<_>, Vec<_>) = measured.into_iter().partition_result();
    let mut failed: Vec<_> = lost.iter().map(|(name, error)| Failed::new(name.clone(), error)).collect();
    if let (true, Some((_, error))) = (entries.is_empty(), lost.into_iter().next()) {
        return Err(error);
    }
    let routes = options.technology.is_device() && options.seeds > 0;
    let chosen = match (options.frequency, &options.technology) {
        (Some(clock), _) => Some(search(&mut entries, clock, options, tools, watch)?),
        (None, Technology::Device(device)) if routes => {
            let each: Vec<_> = entries.iter().collect();
            let done = AtomicUsize::new(0);
            let routed = in_parallel(&each, options.limits.jobs, |entry| {
                let found = clocks(device, entry, None, options, tools);
                let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                watch(&Step { work: "routed", done, total: each.len(), name: entry.name.clone() });
                alone(found)
            })?;
            entries.iter_mut().zip(routed).for_each(|(entry, found)| entry.take(found, device));
            None
        }
        _ => None,
    };
    failed.extend(entries.iter().filter_map(|entry| Some(Failed::new(entry.name.clone(), entry.error.as_ref()?))));
    let is_routed = entries.iter().any(|entry| !entry.row.runs.is_empty());
    if let (false, Some(error)) = (is_routed, entries.iter_mut().find_map(|entry| entry.error.take())) {
        return Err(error);
    }
    Ok(SynthReport {
        format_version: 1,
        target: options.technology.name().to_owned(),
        tools: tools.versions(),
        frequency: options.frequency,
        rows: entries.into_iter().map(|entry| entry.row).collect(),
        failed,
        chosen,
    })
}

/// Returns the name of a module in messages.
fn name((setup, config): (Setup, &Config)) -> String {
    let bus = setup.wrapper().map_or_else(String::new, |wrapper| format!(" behind {}", wrapper.name()));
    let flags = config.for_target(setup.target()).flags();
    format!("{}{bus} {flags}", setup.target()).trim_end().to_owned()
}

/// Returns a result, or the failure of a tool that concerns this module alone.
fn alone<T>(found: Result<T, CosimError>) -> Result<Result<T, CosimError>, CosimError> {
    use ToolError::{BadOutput, Failed, TimedOut};
    match found {
        Err(error @ CosimError::Tool(Failed { .. } | TimedOut { .. } | BadOutput { .. })) => Ok(Err(error)),
        found => found.map(Ok),
    }
}

/// Returns the row of a module that is not routed.
fn row(
    (setup, config): (Setup, &Config),
    design: &Design,
    Options { technology, corners, .. }: &Options,
    recipe: Recipe,
    cost: &Cost,
) -> Row {
    let corner =
        |(library, mhz): (&Library, &f64)| Corner { file: library.file(), library: library.name.clone(), mhz: *mhz };
    let (from, slowest_stage) = stage::locate(design, &cost.from);
    Row {
        unit: setup.target().name(),
        wrapper: setup.wrapper().map(|wrapper| wrapper.name()),
        config: config.for_target(setup.target()).flags(),
        depth: design.latency,
        recipe: (!technology.is_device()).then_some(recipe),
        area: cost.area,
        tables: cost.tables,
        carries: cost.carries,
        flip_flops: cost.flip_flops,
        dsps: cost.dsps,
        levels: cost.levels,
        delay_ps: cost.delay_ps,
        mhz: cost.clocks.iter().copied().min_by(f64::total_cmp),
        runs: Vec::new(),
        corners: technology.libraries(corners).into_iter().zip(&cost.clocks).map(corner).collect(),
        slowest_stage,
        path: Path { from, to: stage::name(design, &cost.to) },
        note: None,
    }
}

/// Places and routes with each seed, unless the module does not fit. With a clock to meet, stops
/// when the median can no longer meet it.
fn clocks(
    device: &Device,
    entry: &Entry,
    clock: Option<f64>,
    options: &Options,
    tools: &Tools,
) -> Result<Clocks, CosimError> {
    let mut found = Vec::new();
    if entry.row.area > device.capacity as f64 {
        return Ok(found);
    }
    let router = tools.router.as_ref().expect("it was found for this device");
    for seed in 1..=options.seeds {
        let routed =
            route(device, (&tools.yosys, router), &entry.design, Registers::Kept, (seed, clock), options.limits)?;
        found.push((seed, routed));
        let failed = found.iter().filter(|(_, routed)| clock.is_some_and(|clock| routed.mhz < clock)).count() as u64;
        if 2 * failed > options.seeds {
            break;
        }
    }
    Ok(found)
}

impl Entry {
    /// Takes over what the router found. The slowest stage is that of the median.
    fn take(&mut self, found: Result<Clocks, CosimError>, device: &Device) {
        let row = &mut self.row;
        let found = match found {
            Ok(found) => found,
            Err(error) => {
                row.note = Some(format!("not routed: {error}"));
                self.error = Some(error);
                return;
            }
        };
        let mut sorted: Vec<_> = found.iter().map(|(_, routed)| routed).collect();
        sorted.sort_by(|a, b| a.mhz.total_cmp(&b.mhz));
        // The lower of two: a clock that is claimed was reached.
        let Some(median) = sorted.get(sorted.len().saturating_sub(1) / 2) else {
            row.note = Some(format!("not routed: {} logic cells, and the device has {}", row.area, device.capacity));
            return;
        };
        row.mhz = Some(median.mhz);
        row.runs = found.iter().map(|(seed, routed)| Run { seed: *seed, mhz: routed.mhz }).collect();
        let (from, stage) = stage::locate(&self.design, &median.from);
        row.path = Path { from, to: stage::name(&self.design, &median.to) };
        row.slowest_stage = stage;
    }
}

/// Returns the smallest row of each unit that meets the clock.
///
/// The rows are tried in the order of their size, so no smaller row meets the clock.
fn search(
    entries: &mut [Entry],
    clock: f64,
    options: &Options,
    tools: &Tools,
    watch: &(dyn Fn(&Step) + Sync),
) -> Result<Vec<Chosen>, CosimError> {
    let units: Vec<_> = entries.iter().map(|entry| entry.row.unit).unique().collect();
    let mut chosen = Vec::new();
    for unit in units {
        let mut order: Vec<_> = (0..entries.len()).filter(|&at| entries[at].row.unit == unit).collect();
        order.sort_by(|&a, &b| entries[a].row.size().partial_cmp(&entries[b].row.size()).expect("areas are numbers"));
        if let Technology::Device(device) = options.technology {
            route_until(entries, &order, clock, (device, options, tools), watch)?;
        }
        let met = order.iter().copied().find(|&at| entries[at].row.mhz.is_some_and(|mhz| mhz >= clock));
        let timed = order.iter().copied().filter(|&at| entries[at].row.mhz.is_some());
        let fastest = timed.min_by(|&a, &b| entries[a].row.slowness().total_cmp(&entries[b].row.slowness()));
        // If none was routed, take the one with the fewest levels.
        let shortest = || order.iter().copied().min_by_key(|&at| entries[at].row.levels);
        let row = met.or(fastest).or_else(shortest).expect("a unit that is named has a row");
        chosen.push(Chosen { unit, config: met.map(|at| entries[at].row.config.clone()), row });
    }
    Ok(chosen)
}

/// Routes rows in this order until one meets the clock.
fn route_until(
    entries: &mut [Entry],
    order: &[usize],
    clock: f64,
    (device, options, tools): (&'static Device, &Options, &Tools),
    watch: &(dyn Fn(&Step) + Sync),
) -> Result<(), CosimError> {
    let (mut hopeful, mut done) = (Vec::new(), 0);
    for &at in order {
        let row = &mut entries[at].row;
        let least = f64::from(row.levels.unwrap_or(0)) * device.least_level_ps;
        if least * clock > 1e6 {
            row.note = Some("not routed: its tables alone take longer than the clock".to_owned());
        } else {
            hopeful.push(at);
        }
    }
    for several in hopeful.chunks(options.limits.jobs.max(1)) {
        let found = in_parallel(several, options.limits.jobs, |&at| {
            alone(clocks(device, &entries[at], Some(clock), options, tools))
        })?;
        for (&at, found) in several.iter().zip(found) {
            entries[at].take(found, device);
            done += 1;
            watch(&Step { work: "routed", done, total: hopeful.len(), name: entries[at].name.clone() });
        }
        if several.iter().any(|&at| entries[at].row.mhz.is_some_and(|mhz| mhz >= clock)) {
            break;
        }
    }
    Ok(())
}
