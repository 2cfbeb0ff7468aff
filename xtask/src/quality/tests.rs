use std::path::Path;

use vidalu_gen::Target;
use vidalu_prove::engine::Engines;
use vidalu_prove::report::Verdict;
use vidalu_prove::{CYCLES, ProveOptions, prove_modules};
use vidalu_sim::cosim::{Options, run_modules};
use vidalu_sim::rtl::{PortMap, Rtl};
use vidalu_sim::simulator::{self, SimulatorChoice};
use vidalu_synth::Recipe;
use vidalu_testkit::{found, libraries, script};

use super::*;

const LIMIT: Duration = Duration::from_secs(600);

/// Returns the plain text of a subject as the module under test, with the text `from` replaced.
fn plain(subject: &Subject, from: &str, to: &str) -> (vidalu_sim::Dut, Box<dyn vidalu_sim::subject::Subject>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("plain");
    let path = folder.join(format!("{}.v", subject.name.replace('-', "_")));
    let rtl = Rtl::read(&[path], None, PortMap::default()).unwrap();
    let config = subject.config("").unwrap();
    let (mut dut, driver) = rtl.module(Target::Unit(subject.unit), &config, LIMIT).unwrap().module;
    assert_eq!(dut.files.len(), 1, "the ports of {} are those of the unit", subject.name);
    let (_, text) = &mut dut.files[0];
    assert_eq!(text, subject.plain, "{} is not its file", subject.name);
    assert!(text.contains(from), "{from} is nowhere");
    *text = text.replace(from, to);
    (dut, driver)
}

fn proofs(subject: &Subject, dut: vidalu_sim::Dut, engines: &Engines) -> Vec<Verdict> {
    let (target, config) = (Target::Unit(subject.unit), subject.config("").unwrap());
    let modules = vec![(target, config.clone())];
    let options = ProveOptions { modules, limit: LIMIT, jobs: 2, cycles: CYCLES, blocks: true, certificate: None };
    let report = prove_modules(&options, vec![(target, config, dut)], engines, &|_| ()).unwrap();
    report.proofs.iter().map(|proof| proof.verdict).collect()
}

#[test]
fn the_plain_texts_equal_the_golden_model() {
    let (Some(_), Some(engines)) = (found(YOSYS.find()), found(Engines::find())) else { return };
    let Some(icarus) = found(simulator::find(SimulatorChoice::Icarus)) else { return };
    for subject in &SUBJECTS {
        let (dut, driver) = plain(subject, "", "");
        let verdicts = proofs(subject, dut.clone(), &engines);
        assert!(!verdicts.is_empty() && verdicts.iter().all(|it| *it == Verdict::Proven), "{}", subject.name);
        let options = Options { vectors: 2000, timeout: LIMIT, ..Options::default() };
        let report = run_modules(&options, &[(dut, driver)], &icarus.simulators, &|_| ()).unwrap();
        assert_eq!(report.units.len(), 1);
        assert_eq!(report.units[0].failures, [], "{}", subject.name);
        assert!(report.units[0].checked >= 2000, "{}", subject.name);
    }
}

#[test]
fn a_fault_in_a_plain_text_is_noticed() {
    let (Some(_), Some(engines)) = (found(YOSYS.find()), found(Engines::find())) else { return };
    let Some(icarus) = found(simulator::find(SimulatorChoice::Icarus)) else { return };
    let (dut, driver) = plain(&SUBJECTS[0], "(tmp > high) ? high", "(tmp > high) ? low");
    assert!(proofs(&SUBJECTS[0], dut.clone(), &engines).contains(&Verdict::Refuted));
    let options = Options { vectors: 2000, timeout: LIMIT, ..Options::default() };
    let report = run_modules(&options, &[(dut, driver)], &icarus.simulators, &|_| ()).unwrap();
    assert!(!report.units[0].failures.is_empty());
}

/// The recipes of the bounds, which take seconds.
const RECIPES: [&str; 2] = ["speed", "gentle"];

/// The units, and the largest ratios of tables and of levels to those of the plain text. Units with
/// multipliers take minutes.
const BOUNDS: [(&str, f64, f64); 3] = [("scalar", 0.64, 0.90), ("simd", 0.46, 0.80), ("carry-sums", 0.54, 0.99)];

/// Returns the ratios that exceed their bounds.
fn worse(measured: &[Measured]) -> Vec<String> {
    let check = |&(unit, tables, levels): &(&'static str, f64, f64)| {
        [(Figure::Tables, tables), (Figure::Levels, levels)].into_iter().filter_map(move |(figure, bound)| {
            let best = |side| figure.best(unit, side, measured).expect("both sides are measured").0;
            let ratio = best(Side::Vidalu) / best(Side::Plain);
            (ratio > bound).then(|| format!("{unit}: {:.3} of the {} is above {bound}", ratio, figure.name()))
        })
    };
    BOUNDS.iter().flat_map(check).collect()
}

#[test]
fn no_unit_becomes_worse_than_its_bound() {
    let (Some(yosys), Some(abc)) = (found(YOSYS.find()), found(ABC.find())) else { return };
    let tools = Tools { yosys, abc, limit: LIMIT };
    let subjects: Vec<_> = SUBJECTS.iter().filter(|it| BOUNDS.iter().any(|(unit, ..)| *unit == it.name)).collect();
    assert_eq!(subjects.len(), BOUNDS.len());
    let mappers = mappers(&RECIPES.map(str::to_owned), None);
    let Figures { measured, left_out } = compare(&subjects, &tools, None, &mappers, 2).unwrap();
    assert_eq!(left_out, [""; 0]);
    assert_eq!(worse(&measured), [""; 0]);
    // With the plain text in the place of the generated one, each bound is exceeded.
    let plain = |it: &Measured| {
        (it.side == Side::Plain).then(|| [Side::Plain, Side::Vidalu].map(|side| Measured { side, ..it.clone() }))
    };
    let same: Vec<_> = measured.iter().filter_map(plain).flatten().collect();
    assert_eq!(worse(&same).len(), 2 * BOUNDS.len());
}

#[test]
fn a_module_of_ones_own_is_measured_by_every_recipe() {
    let (Some(yosys), Some(abc), Some(libraries)) = (found(YOSYS.find()), found(ABC.find()), libraries()) else {
        return;
    };
    let tools = Tools { yosys, abc, limit: LIMIT };
    let library = Library::read(&libraries[0]).unwrap();
    let text = "module own (input [7:0] a_i, b_i, output [15:0] d_o);\n  assign d_o = a_i * b_i;\nendmodule\n";
    let text = Text { top: "own".to_owned(), files: vec![("own.v".to_owned(), text.to_owned())] };
    let cells = Cells::of(&library).unwrap();
    let [table, ..] = mappers(&[], Some(&cells))[..] else { panic!("no recipes") };
    let mappers = [vec![table], mappers(&[], Some(&cells)).into_iter().filter(|it| it.cells.is_some()).collect()];
    let lines = module(&tools, &text, &mappers.concat(), 2).unwrap();
    let [of_tables, of_cells @ ..] = &lines.lines().collect::<Vec<_>>()[..] else { panic!("no lines") };
    let cost = Gates::of(&tools, &text, AS_WRITTEN).unwrap().cost(&tools, &table).unwrap();
    assert_eq!(*of_tables, format!("{}: {} tables, {} levels", table.recipe.name, cost.size, cost.length));
    assert_eq!(of_cells.len(), Mapping::CELLS.len());
    for (line, mapping) in of_cells.iter().zip(&Mapping::CELLS) {
        let numbers = line.strip_prefix(&format!("{}: ", mapping.name)).expect("the recipes have an order");
        let numbers: Vec<f64> = numbers.split(' ').filter_map(|word| word.parse().ok()).collect();
        let [area, delay, product] = numbers[..] else { panic!("{line}") };
        assert!(product > 1.0 && (product - area * delay / 1e6).abs() < 0.1, "{line}");
    }
}

#[test]
fn every_configuration_is_accepted() {
    for subject in &SUBJECTS {
        for variant in subject.variants {
            let text = subject.generated(variant).unwrap();
            assert_eq!(text.top, subject.plain_text().top, "{} {variant}", subject.name);
        }
    }
}

#[test]
fn the_table_has_the_best_of_each_side() {
    let measured = |side, made: &str, name: &str, size, length| {
        let mapping = *Mapping::TABLES.iter().find(|mapping| mapping.name == name).unwrap();
        let cost = Cost { size, length };
        Measured { subject: "scalar", side, made: made.to_owned(), mapping, is_cells: false, cost }
    };
    let all = [
        measured(Side::Plain, "", "speed", 200.0, 20.0),
        measured(Side::Plain, "", "area", 100.0, 50.0),
        measured(Side::Vidalu, "", "speed", 150.0, 20.0),
        measured(Side::Vidalu, "adder=sklansky", "sop", 140.0, 20.0),
        measured(Side::Vidalu, "", "gentle", 90.0, 40.0),
    ];
    let text = table(&[&SUBJECTS[0]], &all);
    let lines: Vec<_> = text.lines().skip(2).collect();
    assert_eq!(
        lines,
        [
            "| scalar | tables | 100 | area | 90 | gentle | 0.900 |",
            "| scalar | levels | 20 | speed | 20 | sop, `adder=sklansky` | 1.000 |",
        ]
    );
    let newer = [
        measured(Side::NewerPlain, "-booth", "speed", 180.0, 10.0),
        measured(Side::NewerVidalu, "", "area", 90.0, 20.0),
    ];
    let text = table(&[&SUBJECTS[0]], &[&all[..], &newer].concat());
    let more = ["180 | speed, `-booth` | 90 | area | 0.500 |", "10 | speed, `-booth` | 20 | area | 2.000 |"];
    for (line, (old, more)) in text.lines().skip(2).zip(lines.iter().zip(more)) {
        assert_eq!(line, format!("{old} {more}"));
    }
    let text = table(&[&SUBJECTS[0]], &newer);
    assert!(text.lines().skip(2).all(|line| line.contains("|  |  |  |  |  | ")), "{text}");
    let document = document(&Figures { measured: all.to_vec(), left_out: vec!["a line".to_owned()] });
    assert_eq!(document["figures"].as_array().unwrap().len(), all.len());
    assert_eq!(document["figures"][4]["tables"], 90.0);
    assert_eq!(document["left_out"], json!(["a line"]));
}

#[test]
fn a_recipe_whose_tool_fails_is_left_out() {
    let (Some(yosys), Some(real)) = (found(YOSYS.find()), found(ABC.find())) else { return };
    let [speed, sop, gentle] = mappers(&["speed", "sop", "gentle"].map(str::to_owned), None)[..] else {
        panic!("three recipes")
    };
    // This abc dies with one recipe and prints nothing with another.
    let folder = tempfile::tempdir().unwrap();
    let [dies, silent] = [sop, gentle].map(|it| it.recipe.commands());
    let body = format!(
        "case \"$2\" in *'{dies}'*) kill -SEGV $$;; *'{silent}'*) exit 0;; esac\nexec {} \"$@\"\n",
        real.path.display()
    );
    let abc = ABC.find_as(Some(script(folder.path(), "abc", &body)), LIMIT).unwrap();
    let tools = Tools { yosys, abc, limit: LIMIT };
    let subject: Vec<_> = SUBJECTS.iter().filter(|it| it.name == "carry-sums").collect();
    let sides = 1 + subject[0].variants.len();
    let Figures { measured, left_out } = compare(&subject, &tools, None, &[sop, speed, gentle], 2).unwrap();
    assert_eq!((measured.len(), left_out.len()), (sides, 2 * sides));
    assert!(measured.iter().all(|it| it.mapping.name == "speed"));
    assert!(left_out[0].starts_with("carry-sums, plain, sop: abc failed with signal"), "{}", left_out[0]);
    let last = "carry-sums, vidalu, gentle, `adder=sklansky`: abc ended without an error, but the recipe gentle";
    assert!(left_out[2 * sides - 1].starts_with(last), "{left_out:?}");
    // The same holds for a module of the user's own.
    let lines = module(&tools, &subject[0].plain_text(), &[sop, speed, gentle], 2).unwrap();
    let starts = ["sop: left out: abc failed", "speed: ", "gentle: left out: abc ended"];
    assert!(lines.lines().zip(starts).all(|(line, start)| line.starts_with(start)), "{lines}");
    assert_eq!(lines.lines().count(), starts.len());
}

#[test]
fn a_name_stands_for_the_recipes_of_tables_and_of_cells() {
    let Some(libraries) = libraries() else { return };
    let cells = Cells::of(&Library::read(&libraries[0]).unwrap()).unwrap();
    let kinds = |names: &[&str], cells| {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        let kind = |it: &Mapper<'_>| (it.recipe.name, it.cells.is_some());
        mappers(&names, cells).iter().map(kind).collect::<Vec<_>>()
    };
    assert_eq!(kinds(&["speed"], Some(&cells)), [("speed", false), ("speed", true)]);
    assert_eq!(kinds(&["fastest", "strong"], Some(&cells)), [("strong", false), ("fastest", true)]);
    assert_eq!(kinds(&[SLOW, "speed"], None), [("speed", false), (SLOW, false)]);
    assert_eq!(kinds(&[], None).len(), Mapping::TABLES.len() - 1);
}

#[test]
fn the_document_lists_the_recipes() {
    let document = include_str!("../../../docs/synthesis.md");
    let tables = Mapping::TABLES.map(|mapping| (mapping, ["levels", "tables"]));
    let cells = Mapping::CELLS.map(|mapping| (mapping, ["delay", "area"]));
    for (Mapping { name, goal, doc, .. }, [speed, area]) in tables.into_iter().chain(cells) {
        let goal = if goal == Recipe::Speed { speed } else { area };
        assert!(document.contains(&format!("| `{name}` | {goal} | {doc} |")), "{name}: {doc}");
    }
}
