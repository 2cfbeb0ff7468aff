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
use vidalu_sim::{CosimError, ToolError, in_parallel};
use vidalu_synth::{Library, Mapping};

use self::measure::{AS_WRITTEN, Cells, Cost, Gates, Mapper, Tools};
use self::subject::{SUBJECTS, Subject, Text};
use crate::{failed, is_named};

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
    /// Recipes, separated by commas [default: all but choices, which takes half an hour for a
    /// multiplier]. Some names stand for a recipe for lookup tables and one for cells.
    #[arg(long, value_name = "RECIPE", value_delimiter = ',',
        value_parser = PossibleValuesParser::new(Mapping::TABLES.iter().chain(&Mapping::CELLS).map(|it| it.name).unique()))]
    recipe: Vec<String>,
    /// Also map to the cells of this Liberty file, plain or compressed with gzip.
    #[arg(long, value_name = "FILE.lib")]
    library: Option<PathBuf>,
    /// Also make gates of both sides with this yosys, 0.70 or later. Its passes booth and
    /// arith_tree and its prefix trees give the plain text better multipliers and sums.
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
    /// The generated unit.
    Vidalu,
    /// The plain text, by the yosys of `--yosys`.
    NewerPlain,
    /// The generated unit, by the yosys of `--yosys`.
    NewerVidalu,
}

impl Side {
    /// Returns the name as in the table.
    fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Vidalu => "vidalu",
            Self::NewerPlain => "plain, newer yosys",
            Self::NewerVidalu => "vidalu, newer yosys",
        }
    }
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

/// The figures of one or more sides.
#[derive(Debug, Default)]
struct Figures {
    measured: Vec<Measured>,
    /// The recipes whose tool failed, a line each.
    left_out: Vec<String>,
}

/// The recipe that runs only if it is named.
const SLOW: &str = "choices";

/// The options of a newer yosys for the plain text: its multipliers and sums, and then the prefix
/// trees that it has for the adders. Each makes two gate networks: without [`AS_WRITTEN`], this
/// yosys restructures the gates.
const NEWER: [&str; 6] = [
    "",
    "-booth",
    "-booth -arith_tree",
    "-booth -arith_tree -extra-map +/choices/han-carlson.v",
    "-booth -arith_tree -extra-map +/choices/kogge-stone.v",
    "-booth -arith_tree -extra-map +/choices/sklansky.v",
];

pub(crate) fn run(args: &Args) -> ExitCode {
    let is_for_tables = |name: &String| Mapping::TABLES.iter().any(|it| it.name == name);
    if args.library.is_none() && !args.recipe.is_empty() && !args.recipe.iter().any(is_for_tables) {
        eprintln!("{} needs cells: add --library FILE.lib", args.recipe.iter().join(", "));
        return ExitCode::from(2);
    }
    match report(args) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => failed(&error),
    }
}

/// Returns the text to print.
fn report(args: &Args) -> Result<String, CosimError> {
    let library = args.library.as_deref().map(Library::read).transpose()?;
    let limit = Duration::from_secs(args.timeout);
    let tools = Tools { yosys: YOSYS.find()?, abc: ABC.find()?, limit };
    let newer = match &args.yosys {
        Some(program) => Some(Tools { yosys: YOSYS.find_as(Some(program.clone()), limit)?, ..tools.clone() }),
        None => None,
    };
    let cells = library.as_ref().map(Cells::of).transpose()?;
    let mappers = mappers(&args.recipe, cells.as_ref());
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = args.jobs.map_or(processors, usize::from);
    // Without a handler Ctrl-C would end this program alone and leave the tools running.
    vidalu_sim::handle_signals();
    if let Some(top) = &args.top {
        return module(&tools, &read(top, &args.files)?, &mappers, jobs);
    }
    let subjects = SUBJECTS.iter().filter(|it| is_named(&args.unit, it.name));
    let subjects: Vec<&Subject> = subjects.collect();
    let figures = compare(&subjects, &tools, newer.as_ref(), &mappers, jobs)?;
    if let Some(path) = &args.json {
        let text = serde_json::to_string_pretty(&document(&figures)).expect("it is plain data") + "\n";
        fs::write(path, text).map_err(|reason| CosimError::Io {
            action: "cannot write",
            path: path.clone(),
            reason,
        })?;
    }
    let left_out = figures.left_out.iter().map(|line| format!("left out: {line}\n"));
    Ok(table(&subjects, &figures.measured) + &left_out.collect::<String>())
}

/// Returns the recipes with these names, or all quick ones if there are none: those for tables, and
/// with a library those for cells.
fn mappers<'a>(named: &[String], cells: Option<&'a Cells>) -> Vec<Mapper<'a>> {
    let tables = Mapping::TABLES.map(|recipe| Mapper { recipe, cells: None });
    let for_cells = cells.map(|cells| Mapping::CELLS.map(|recipe| Mapper { recipe, cells: Some(cells) }));
    let is_chosen = |it: &Mapper<'_>| match named {
        [] => it.recipe.name != SLOW,
        named => named.iter().any(|name| name == it.recipe.name),
    };
    tables.into_iter().chain(for_cells.into_iter().flatten()).filter(is_chosen).collect()
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
fn module(tools: &Tools, text: &Text, mappers: &[Mapper<'_>], jobs: usize) -> Result<String, CosimError> {
    let gates = Gates::of(tools, text, AS_WRITTEN)?;
    let costs = in_parallel(mappers, jobs, |mapper| gates.cost(tools, mapper).map(Ok).or_else(reason))?;
    let line = |(mapper, cost): (&Mapper<'_>, Result<Cost, String>)| {
        let name = mapper.recipe.name;
        match cost {
            Ok(cost @ Cost { size, length }) if mapper.cells.is_some() => {
                format!("{name}: {size:.0} µm², {length:.0} ps, {:.1} µm² · µs\n", cost.product())
            }
            Ok(Cost { size, length }) => format!("{name}: {size} tables, {length} levels\n"),
            Err(reason) => format!("{name}: left out: {reason}\n"),
        }
    };
    Ok(mappers.iter().zip(costs).map(line).collect())
}

/// Measures every side of the subjects by each recipe, in a fixed order.
fn compare(
    subjects: &[&'static Subject],
    tools: &Tools,
    newer: Option<&Tools>,
    mappers: &[Mapper<'_>],
    jobs: usize,
) -> Result<Figures, CosimError> {
    let options = |(mapping, more): (&str, &str)| format!("{mapping} {more}").trim().to_owned();
    let options: Vec<_> = ["", AS_WRITTEN].into_iter().cartesian_product(NEWER).map(options).collect();
    let mut sides = Vec::new();
    for subject in subjects {
        let variants = |side, tools| subject.variants.iter().map(move |variant| (*subject, side, *variant, tools));
        sides.push((*subject, Side::Plain, "", tools));
        sides.extend(variants(Side::Vidalu, tools));
        if let Some(tools) = newer {
            sides.extend(options.iter().map(|options| (*subject, Side::NewerPlain, options.as_str(), tools)));
            sides.extend(variants(Side::NewerVidalu, tools));
        }
    }
    let gates = in_parallel(&sides, jobs, |(subject, side, made, tools)| match side {
        Side::Plain => Gates::of(tools, &subject.plain_text(), AS_WRITTEN),
        Side::NewerPlain => Gates::of(tools, &subject.plain_text(), made),
        Side::Vidalu | Side::NewerVidalu => Gates::of(tools, &subject.generated(made)?, AS_WRITTEN),
    })?;
    let work: Vec<_> = sides.iter().zip(&gates).cartesian_product(mappers).collect();
    let style = ProgressStyle::with_template("{bar:30} {pos:>4}/{len:<4} {elapsed} {msg}");
    let bar = ProgressBar::new(work.len() as u64).with_style(style.expect("the template is well-formed"));
    let costs = in_parallel(&work, jobs, |(((subject, ..), gates), mapper)| {
        let cost = gates.cost(tools, mapper).map(Ok).or_else(reason)?;
        bar.set_message(format!("{} {}", subject.name, mapper.recipe.name));
        bar.inc(1);
        Ok::<_, CosimError>(cost)
    });
    bar.finish_and_clear();
    let mut figures = Figures::default();
    for ((((subject, side, made, _), _), mapper), cost) in work.iter().zip(costs?) {
        let (mapping, is_cells) = (mapper.recipe, mapper.cells.is_some());
        match cost {
            Ok(cost) => {
                let (subject, made) = (subject.name, (*made).to_owned());
                figures.measured.push(Measured { subject, side: *side, made, mapping, is_cells, cost });
            }
            Err(reason) => {
                let line = [subject.name, side.name(), &way(&mapping, made)].join(", ");
                figures.left_out.push(format!("{line}: {reason}"));
            }
        }
    }
    Ok(figures)
}

/// Returns the reason why a recipe has no figure, if its tool failed or took too long. Any other
/// error remains one.
fn reason(error: CosimError) -> Result<Result<Cost, String>, CosimError> {
    match error {
        CosimError::Tool(ToolError::Failed { .. } | ToolError::TimedOut { .. } | ToolError::BadOutput { .. }) => {
            Ok(Err(error.to_string()))
        }
        other => Err(other),
    }
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
    let mut pairs = vec![[Side::Plain, Side::Vidalu]];
    if measured.iter().any(|it| it.side == Side::NewerPlain) {
        pairs.push([Side::NewerPlain, Side::NewerVidalu]);
    }
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let titles = |[plain, own]: &[Side; 2]| [plain.name(), "by", own.name(), "by", "ratio"];
    let titles = ["unit", "figure"].into_iter().chain(pairs.iter().flat_map(titles));
    let mut text = line(&titles.map(str::to_owned).collect::<Vec<_>>());
    let rules = pairs.iter().flat_map(|_| ["---:", "---", "---:", "---", "---:"]);
    text += &line(&["---"; 2].into_iter().chain(rules).map(str::to_owned).collect::<Vec<_>>());
    for (subject, figure) in subjects.iter().cartesian_product(Figure::ALL) {
        let mut cells = vec![subject.name.to_owned(), figure.name().to_owned()];
        for pair in &pairs {
            let [plain, own] = pair.map(|side| figure.best(subject.name, side, measured));
            let (Some(plain), Some(own)) = (plain, own) else {
                cells.extend([""; 5].map(str::to_owned));
                continue;
            };
            for (value, it) in [plain, own] {
                cells.extend([figure.text(value), way(&it.mapping, &it.made)]);
            }
            cells.push(format!("{:.3}", own.0 / plain.0));
        }
        if cells[2..].iter().any(|cell| !cell.is_empty()) {
            text += &line(&cells);
        }
    }
    text
}

/// Returns the recipe, with the configuration or the options if there are any.
fn way(mapping: &Mapping, made: &str) -> String {
    let mut text = mapping.name.to_owned();
    if !made.is_empty() {
        let _ = write!(text, ", `{made}`");
    }
    text
}

/// Returns every figure.
fn document(figures: &Figures) -> serde_json::Value {
    let measured = figures.measured.iter().map(|it| {
        let names = if it.is_cells { ["area", "delay_ps"] } else { ["tables", "levels"] };
        json!({
            "unit": it.subject, "side": it.side, "made": it.made, "recipe": it.mapping.name, "goal": it.mapping.goal,
            names[0]: it.cost.size, names[1]: it.cost.length,
        })
    });
    json!({ "format_version": 1, "figures": measured.collect::<Vec<_>>(), "left_out": figures.left_out })
}

#[cfg(test)]
mod tests;
