//! `cargo xtask quality`.

mod measure;
mod subject;

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::builder::PossibleValuesParser;
use indicatif::{ProgressBar, ProgressStyle};
use itertools::Itertools;
use serde_json::json;
use vidalu_prove::engine::ABC;
use vidalu_sim::tool::YOSYS;
use vidalu_sim::{CosimError, ToolError, in_full, in_parallel};
use vidalu_synth::{Library, Mapping};

use self::measure::{Cells, Cost, Gates, Tools};
use self::subject::{SUBJECTS, Subject, Text};
use crate::is_named;

/// Compare the generated units with plain transcriptions of the manual, in lookup tables and cells.
///
/// Yosys makes gates of both sides, and abc maps them by the same recipes. The best figure of each
/// side counts. The folder xtask/plain has the transcriptions. docs/synthesis.md explains the
/// recipes and has the results.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Units, separated by commas [default: all].
    #[arg(long, visible_alias = "units", value_name = "UNIT", value_delimiter = ',',
        value_parser = PossibleValuesParser::new(SUBJECTS.iter().map(|subject| subject.name)))]
    unit: Vec<String>,
    /// Recipes for lookup tables, separated by commas [default: all but choices, which takes half
    /// an hour for a multiplier].
    #[arg(long, value_name = "RECIPE", value_delimiter = ',',
        value_parser = PossibleValuesParser::new(Mapping::TABLES.map(|mapping| mapping.name)))]
    recipe: Vec<String>,
    /// Also map to the cells of this Liberty file, plain or compressed with gzip.
    #[arg(long, value_name = "FILE.lib")]
    library: Option<PathBuf>,
    /// Also make gates of the plain text with this yosys, 0.70 or later, whose passes booth and
    /// arith_tree give it better multipliers and sums.
    #[arg(long, value_name = "PROGRAM")]
    yosys: Option<PathBuf>,
    /// Also write every figure to this file, as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Measure this module of the Verilog files instead, by each recipe.
    #[arg(long, value_name = "TOP", requires = "files", conflicts_with_all = ["unit", "yosys", "json"])]
    top: Option<String>,
    /// The Verilog files of --top.
    #[arg(value_name = "FILE.v", requires = "top")]
    files: Vec<PathBuf>,
    /// The time limit for each run of a tool.
    #[arg(long, value_name = "SECONDS", default_value_t = 1800, value_parser = clap::value_parser!(u64).range(1..))]
    timeout: u64,
    /// The number of tools that run at once [default: the number of processors].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
}

/// The side of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
enum Side {
    /// The plain text.
    Plain,
    /// The plain text, by the yosys of `--yosys`.
    Harder,
    /// The generated unit.
    Vidalu,
}

/// A figure that is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Figure {
    Tables,
    Levels,
    Area,
    Delay,
    Product,
}

/// The result of one recipe.
#[derive(Clone, Debug)]
struct Measured {
    subject: &'static str,
    side: Side,
    /// The keys of the configuration, or the options of yosys.
    made: String,
    mapping: Mapping,
    is_cells: bool,
    cost: Cost,
}

/// The recipe that runs only if it is named.
const SLOW: &str = "choices";

/// The options of a newer yosys for the plain text, one gate network each.
const HARDER: [&str; 3] = ["", "-booth", "-booth -arith_tree"];

pub(crate) fn run(args: &Args) -> ExitCode {
    match report(args) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(CosimError::Tool(ToolError::Interrupted { .. })) => {
            eprintln!("interrupted");
            ExitCode::from(130)
        }
        Err(error) => {
            eprintln!("{}", in_full(&error));
            ExitCode::from(error.fault().exit_code())
        }
    }
}

/// Returns the text to print.
fn report(args: &Args) -> Result<String, CosimError> {
    let library = args.library.as_deref().map(Library::read).transpose()?;
    let limit = Duration::from_secs(args.timeout);
    let tools = Tools { yosys: YOSYS.find()?, abc: ABC.find()?, limit };
    let harder = match &args.yosys {
        Some(program) => Some(Tools { yosys: YOSYS.find_as(Some(program.clone()), limit)?, ..tools.clone() }),
        None => None,
    };
    let chosen = |mapping: &&Mapping| match &args.recipe[..] {
        [] => mapping.name != SLOW,
        named => named.iter().any(|name| name == mapping.name),
    };
    let recipes: Vec<Mapping> = Mapping::TABLES.iter().filter(chosen).copied().collect();
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = args.jobs.map_or(processors, usize::from);
    // Without a handler Ctrl-C would end this program alone and leave the tools running.
    vidalu_sim::handle_signals();
    if let Some(top) = &args.top {
        return module(&tools, &read(top, &args.files)?, &recipes, library.as_ref(), jobs);
    }
    let subjects = SUBJECTS.iter().filter(|it| is_named(&args.unit, it.name));
    let subjects: Vec<&Subject> = subjects.collect();
    let measured = compare(&subjects, &tools, harder.as_ref(), &recipes, library.as_ref(), jobs)?;
    if let Some(path) = &args.json {
        let text = serde_json::to_string_pretty(&document(&measured)).expect("it is plain data") + "\n";
        fs::write(path, text).map_err(|reason| CosimError::Io {
            action: "cannot write",
            path: path.clone(),
            reason,
        })?;
    }
    Ok(table(&subjects, &measured))
}

/// Reads the files of a module.
fn read(top: &str, paths: &[PathBuf]) -> Result<Text, CosimError> {
    let file = |(index, path): (usize, &PathBuf)| {
        let text = fs::read_to_string(path);
        let text = text.map_err(|reason| CosimError::Io { action: "cannot read", path: path.clone(), reason })?;
        // Two files of different folders can have the same name.
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or("v");
        Ok((format!("{index}.{extension}"), text))
    };
    Ok(Text { top: top.to_owned(), files: paths.iter().enumerate().map(file).collect::<Result<_, CosimError>>()? })
}

/// Measures one module by each recipe.
fn module(
    tools: &Tools,
    text: &Text,
    recipes: &[Mapping],
    library: Option<&Library>,
    jobs: usize,
) -> Result<String, CosimError> {
    let gates = Gates::of(tools, text, "")?;
    let tables = in_parallel(recipes, jobs, |mapping| gates.tables(tools, mapping))?;
    let tables = recipes.iter().zip(tables);
    let mut lines: String =
        tables.map(|(it, cost)| format!("{}: {} tables, {} levels\n", it.name, cost.size, cost.length)).collect();
    if let Some(cells) = library.map(Cells::of).transpose()? {
        let costs = in_parallel(&Mapping::CELLS, jobs, |mapping| gates.cells(tools, &cells, mapping))?;
        for (it, cost) in Mapping::CELLS.iter().zip(costs) {
            let Cost { size, length } = cost;
            let _ = writeln!(lines, "{}: {size:.0} µm², {length:.0} ps, {:.1} µm² · µs", it.name, cost.product());
        }
    }
    Ok(lines)
}

/// Measures every side of the subjects by each recipe, in a fixed order.
fn compare(
    subjects: &[&'static Subject],
    tools: &Tools,
    harder: Option<&Tools>,
    recipes: &[Mapping],
    library: Option<&Library>,
    jobs: usize,
) -> Result<Vec<Measured>, CosimError> {
    let mut sides = Vec::new();
    for subject in subjects {
        sides.push((*subject, Side::Plain, "", tools));
        sides.extend(
            harder.into_iter().flat_map(|tools| HARDER.map(|options| (*subject, Side::Harder, options, tools))),
        );
        sides.extend(subject.variants.iter().map(|variant| (*subject, Side::Vidalu, *variant, tools)));
    }
    let gates = in_parallel(&sides, jobs, |(subject, side, made, tools)| match side {
        Side::Plain | Side::Harder => Gates::of(tools, &subject.plain_text(), made),
        Side::Vidalu => Gates::of(tools, &subject.generated(made)?, ""),
    })?;
    let tables = recipes.iter().map(|mapping| (false, *mapping));
    let of_cells = library.into_iter().flat_map(|_| Mapping::CELLS.map(|mapping| (true, mapping)));
    let mappings: Vec<(bool, Mapping)> = tables.chain(of_cells).collect();
    let cells = library.map(Cells::of).transpose()?;
    let work: Vec<_> = sides.iter().zip(&gates).cartesian_product(&mappings).collect();
    let style = ProgressStyle::with_template("{bar:30} {pos:>4}/{len:<4} {elapsed} {msg}");
    let bar = ProgressBar::new(work.len() as u64).with_style(style.expect("the template is well-formed"));
    let measured = in_parallel(&work, jobs, |(((subject, side, made, _), gates), (is_cells, mapping))| {
        let cost = match cells.as_ref().filter(|_| *is_cells) {
            Some(cells) => gates.cells(tools, cells, mapping)?,
            None => gates.tables(tools, mapping)?,
        };
        bar.set_message(format!("{} {}", subject.name, mapping.name));
        bar.inc(1);
        let (made, mapping, is_cells) = ((*made).to_owned(), *mapping, *is_cells);
        Ok::<_, CosimError>(Measured { subject: subject.name, side: *side, made, mapping, is_cells, cost })
    });
    bar.finish_and_clear();
    measured
}

impl Figure {
    const ALL: [Self; 5] = [Self::Tables, Self::Levels, Self::Area, Self::Delay, Self::Product];

    fn name(self) -> &'static str {
        match self {
            Self::Tables => "tables",
            Self::Levels => "levels",
            Self::Area => "area, µm²",
            Self::Delay => "delay, ps",
            Self::Product => "area × delay, µm² · µs",
        }
    }

    /// Returns the figure of a result, if it is of the kind of this figure.
    fn of(self, measured: &Measured) -> Option<f64> {
        let Cost { size, length } = measured.cost;
        match (self, measured.is_cells) {
            (Self::Tables, false) | (Self::Area, true) => Some(size),
            (Self::Levels, false) | (Self::Delay, true) => Some(length),
            (Self::Product, true) => Some(measured.cost.product()),
            _ => None,
        }
    }

    /// Returns the least figure of a side, with its result. Of equal figures, the one with fewer
    /// tables or levels counts, then the first of the list.
    fn best<'a>(self, subject: &str, side: Side, measured: &'a [Measured]) -> Option<(f64, &'a Measured)> {
        let of_side = measured.iter().filter(|it| it.subject == subject && it.side == side);
        let rank = |(value, it): &(f64, &Measured)| (*value, it.cost.size + it.cost.length);
        let better = |a: &(f64, &Measured), b: &(f64, &Measured)| rank(a).partial_cmp(&rank(b)).expect("no NaN");
        of_side.filter_map(|it| Some((self.of(it)?, it))).min_by(better)
    }

    /// Writes a value with the digits that matter.
    fn text(self, value: f64) -> String {
        if self == Self::Product { format!("{value:.1}") } else { format!("{value:.0}") }
    }
}

/// Returns the table of the best figures, as Markdown.
fn table(subjects: &[&Subject], measured: &[Measured]) -> String {
    let has_harder = measured.iter().any(|it| it.side == Side::Harder);
    let titles =
        ["unit", "figure", "plain", "by", "plain, newer yosys", "by", "vidalu", "by", "ratio", "ratio to newer"];
    let kept = |column: &usize| has_harder || ![4, 5, 9].contains(column);
    let line = |cells: &[String]| format!("| {} |\n", (0..cells.len()).filter(kept).map(|at| &cells[at]).join(" | "));
    let mut text = line(&titles.map(str::to_owned));
    text += &line(&["---", "---", "---:", "---", "---:", "---", "---:", "---", "---:", "---:"].map(str::to_owned));
    for (subject, figure) in subjects.iter().cartesian_product(Figure::ALL) {
        let best = |side| figure.best(subject.name, side, measured);
        let (Some(plain), Some(own)) = (best(Side::Plain), best(Side::Vidalu)) else { continue };
        let mut cells = vec![subject.name.to_owned(), figure.name().to_owned()];
        for found in [Some(plain), best(Side::Harder), Some(own)] {
            cells.extend(found.map_or_else(Default::default, |(value, it)| [figure.text(value), it.way()]));
        }
        cells.push(format!("{:.3}", own.0 / plain.0));
        cells.push(best(Side::Harder).map_or_else(String::new, |harder| format!("{:.3}", own.0 / harder.0)));
        text += &line(&cells);
    }
    text
}

impl Measured {
    /// Returns the recipe, with the configuration or the options if there are any.
    fn way(&self) -> String {
        let mut text = self.mapping.name.to_owned();
        if !self.made.is_empty() {
            let _ = write!(text, ", `{}`", self.made);
        }
        text
    }
}

/// Returns every figure.
fn document(measured: &[Measured]) -> serde_json::Value {
    let figures = measured.iter().map(|it| {
        let names = if it.is_cells { ["area", "delay_ps"] } else { ["tables", "levels"] };
        json!({
            "unit": it.subject, "side": it.side, "made": it.made, "recipe": it.mapping.name, "goal": it.mapping.goal,
            names[0]: it.cost.size, names[1]: it.cost.length,
        })
    });
    json!({ "format_version": 1, "figures": figures.collect::<Vec<_>>() })
}

#[cfg(test)]
mod tests;
