//! Configurations, tools and folders for the tests of the generator.

use std::path::Path;
use std::process::Command;

use vidalu_gen::{Adder, Choice, Config, Design, Goal, Language, Multiplier, Operation, Target, Unit, generate, write};
use vidalu_testkit::tool;

/// Generates the scalar unit of a configuration.
pub(crate) fn scalar(config: &Config) -> Design {
    unit(Unit::Scalar, config)
}

/// Generates a unit of a configuration.
pub(crate) fn unit(unit: Unit, config: &Config) -> Design {
    generate(Target::Unit(unit), config).expect("the configuration is valid")
}

/// Generates unit `vmad` with each multiplier and each adder, combinational and with registers at
/// every place.
pub(crate) fn vmads() -> impl Iterator<Item = Design> {
    let multipliers = Multiplier::ALL.iter().map(|&multiplier| Config { multiplier, ..Config::default() });
    let adders = Adder::ALL.iter().flat_map(|&adder| {
        [Multiplier::Star, Multiplier::Booth4Dadda].map(|multiplier| Config { adder, multiplier, ..Config::default() })
    });
    let for_cells = [(Adder::Plus, Multiplier::Star), (Adder::KoggeStone, Multiplier::Booth4Dadda)]
        .map(|(adder, multiplier)| Config { goal: Goal::Cells, adder, multiplier, ..Config::default() });
    let configs = multipliers.chain(adders).chain(for_cells).flat_map(|config| {
        let deep = Config { depth: Config::MAX_DEPTH.into(), sat_o: true, ..config.clone() };
        [config, deep]
    });
    configs.map(|config| generate(Target::Unit(Unit::Vmad), &config).expect("the configuration is valid"))
}

/// Generates the carry unit of a configuration in TOML.
pub(crate) fn carry(toml: &str) -> Design {
    generate(Target::Unit(Unit::Carry), &config(toml)).expect("the configuration is valid")
}

/// Generates carry units: one for each operation, which covers every combination of decoded
/// signals, then each option of the unit, combined with options of the flow.
pub(crate) fn carry_designs() -> Vec<Design> {
    let own = Operation::ALL.into_iter().filter(|op| Unit::Carry.executes(*op));
    let mut tomls: Vec<_> = own.map(|op| format!("ops = ['{}']\ndepth = 2", op.name())).collect();
    for ops in ["'add.cc', 'subc'", "'add.cc', 'mul'", "'subc', 'mad.cc'", "'mad.cc', 'mul'", "'addc', 'subc', 'mul'"] {
        tomls.extend([0, 5].map(|depth| format!("ops = [{ops}]\ndepth = {depth}")));
        tomls.push(format!("ops = [{ops}]\nwide = false\ncontexts = 5\ndepth = 1"));
        tomls.push(format!("ops = [{ops}]\nmad64 = 'none'\ncontexts = 2\ndepth = 3\nreset_data = true"));
    }
    for (depth, reset) in [(0, "rst"), (1, "arst_n"), (2, "rst_n"), (3, "arst"), (4, "rst"), (6, "rst"), (8, "arst")] {
        let base = format!("depth = {depth}\nreset = '{reset}'\ncontexts = {}", 1 + depth);
        let flow = "handshake = 'valid-ready'\nclock_enable = true\ntag = 3";
        tomls.push(format!("{base}\nprofile = 'hardware'"));
        tomls.push(format!("{base}\n{flow}\nready = 'registered'\nflush = true\nlanguage = 'systemverilog'"));
        tomls.push(format!("{base}\n{flow}\nwide = false"));
    }
    let steps = "mad64 = 'iterative'\nhandshake = 'valid-ready'";
    for ops in ["'mul'", "'madc'", "'mad.cc', 'mul'", "'addc', 'mul'", "'subc', 'mad.cc'", "'add.cc', 'mad.cc', 'mul'"]
    {
        tomls.extend([0, 3].map(|depth| format!("{steps}\nops = [{ops}]\ndepth = {depth}")));
    }
    for (depth, reset) in [(0, "arst"), (1, "rst"), (2, "arst_n"), (4, "rst_n"), (5, "rst"), (7, "arst"), (8, "rst")] {
        let base = format!("{steps}\ndepth = {depth}\nreset = '{reset}'\nflush = true");
        tomls.push(format!("{base}\nclock_enable = true\ncontexts = 3\nprofile = 'hardware'"));
        tomls.push(format!("{base}\nready = 'registered'\nreset_data = true\ntag = 5\nlanguage = 'systemverilog'"));
    }
    tomls.push(format!("{steps}\nmultiplier = 'array'\nadder = 'brent-kung'\ndepth = 3"));
    let sums = "ops = ['add.cc', 'addc', 'sub.cc', 'subc']\nprofile = 'hardware'";
    tomls.extend(Adder::ALL.iter().map(|adder| format!("{sums}\nadder = '{}'", adder.name())));
    let products = Multiplier::ALL.iter();
    tomls.extend(products.map(|multiplier| format!("mad64 = 'none'\nmultiplier = '{}'", multiplier.name())));
    tomls.push("multiplier = 'booth4-dadda'\nadder = 'kogge-stone'\ndepth = 4".to_owned());
    tomls.iter().map(|toml| carry(toml)).collect()
}

/// Generates units `video`: with each unit, with each pair of units, and with all units and each
/// kind of flow.
pub(crate) fn video_designs() -> Vec<Design> {
    let units = ["'vadd', 'vset'", "'vavrg2', 'vmax4'", "'vmad'", "'addc', 'sub.cc'", "'mul'"];
    let mut tomls = Vec::new();
    for (at, first) in units.iter().enumerate() {
        tomls.push(format!("ops = [{first}]\ndepth = {at}"));
        for second in &units[at + 1..] {
            tomls.push(format!("ops = [{first}, {second}]\nwide = false"));
            tomls
                .push(format!("ops = [{first}, {second}]\ndepth = 3\ncontexts = 3\nclock_enable = true\nflush = true"));
        }
    }
    for (depth, reset) in [(1, "rst"), (2, "arst_n"), (5, "rst_n"), (8, "arst")] {
        let base = format!("depth = {depth}\nreset = '{reset}'\nsat_o = true\nmad64 = 'none'\ncontexts = {depth}");
        let flow = "handshake = 'valid-ready'\ntag = 3\nreset_data = true";
        tomls.push(format!("{base}\n{flow}\nclock_enable = true"));
        tomls.push(format!("{base}\n{flow}\nready = 'registered'\nflush = true\nlanguage = 'systemverilog'"));
    }
    tomls.push(String::new());
    tomls.push("handshake = 'valid-ready'\nready = 'registered'".to_owned());
    for ops in ["", "ops = ['vadd', 'vset4']", "ops = ['vshl', 'vavrg2', 'addc']", "ops = ['vmax', 'vmin2', 'vmad']"] {
        tomls.extend([0, 3].map(|depth| format!("{ops}\nshared = true\ndepth = {depth}")));
    }
    for ops in ["", "ops = ['vadd', 'mul']", "ops = ['mad.cc']", "ops = ['mul']"] {
        let steps = "mad64 = 'iterative'\nhandshake = 'valid-ready'\nflush = true\nclock_enable = true";
        tomls.extend([0, 3].map(|depth| format!("{ops}\n{steps}\ndepth = {depth}")));
    }
    tomls.push("multiplier = 'booth4-dadda'\nadder = 'kogge-stone'\ndepth = 4".to_owned());
    tomls.iter().map(|toml| unit(Unit::Video, &config(toml))).collect()
}

/// Returns the units that have a behavioral style.
pub(crate) fn behavioral_units() -> impl Iterator<Item = Unit> {
    let config = config("style = 'behavioral'");
    let units = Target::ALL.into_iter().filter_map(|target| match target {
        Target::Unit(unit) => Some(unit),
        Target::Block(_) => None,
    });
    units.filter(move |&unit| config.validate_for(Target::Unit(unit)).is_ok())
}

/// Generates units in the behavioral style: one for each operation, then all operations with each
/// profile, language and kind of flow.
pub(crate) fn behavioral_designs() -> Vec<Design> {
    let style = "style = 'behavioral'";
    let own = |wanted: Unit| Operation::ALL.into_iter().filter(move |op| wanted == op.unit().into());
    let mut designs = Vec::new();
    for one in behavioral_units() {
        let mut tomls: Vec<_> = own(one).map(|op| format!("ops = ['{}']\ndepth = 1", op.name())).collect();
        tomls.push(String::new());
        tomls.push("handshake = 'valid-ready'\nready = 'registered'\nflush = true\ntag = 2\ncontexts = 3".to_owned());
        tomls.push("depth = 3\nreset_data = true\nprofile = 'hardware'\nlanguage = 'systemverilog'".to_owned());
        tomls.push("depth = 2\nwide = false\nprofile = 'hardware'\nclock_enable = true".to_owned());
        if one == Unit::Carry {
            for ops in ["'add.cc', 'subc'", "'subc', 'mul'", "'mad.cc', 'mul'", "'addc', 'madc'"] {
                tomls.push(format!("ops = [{ops}]\nmad64 = 'none'\nprofile = 'hardware'"));
            }
            tomls.extend((0..=8).map(|depth| format!("depth = {depth}\nflush = {}", depth > 0)));
        } else {
            tomls.push("sat_o = true".to_owned());
            tomls.push("sat_o = true\ndepth = 8\nprofile = 'hardware'\nreset = 'arst_n'".to_owned());
        }
        if one == Unit::Scalar {
            let pairs = ["'vadd', 'vset'", "'vshl', 'vshr'", "'vmin', 'vshr'", "'vset', 'vshl'"];
            tomls.extend(pairs.map(|ops| format!("ops = [{ops}]\nprofile = 'hardware'")));
        }
        if one == Unit::Simd {
            tomls.push("ops = ['vadd2', 'vavrg2', 'vset2']\nsat_o = true".to_owned());
            tomls.push("ops = ['vset2', 'vset4']".to_owned());
        }
        designs.extend(tomls.iter().map(|toml| unit(one, &config(&format!("{style}\n{toml}")))));
    }
    designs
}

/// Reads a configuration from TOML.
pub(crate) fn config(toml: &str) -> Config {
    Config::from_toml(toml).expect("the configuration is valid")
}

/// Returns the default configuration with only these operations.
pub(crate) fn with_ops(ops: &[Operation]) -> Config {
    Config { ops: ops.iter().copied().collect(), ..Config::default() }
}

/// Writes a design into a temporary folder.
pub(crate) fn folder(design: &Design) -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a temporary folder can be made");
    write(design, dir.path()).expect("an empty folder can be written");
    dir
}

/// Runs a program in a folder. Returns its standard output and standard error, and fails if the
/// program does.
pub(crate) fn run(program: &Path, arguments: &[&str], dir: &Path) -> (String, String) {
    let output = Command::new(program).args(arguments).current_dir(dir).output().expect("the program starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{} {arguments:?} failed:\n{stdout}{stderr}", program.display());
    (stdout, stderr)
}

/// Returns the paths of the Verilog files of a design.
pub(crate) fn sources(design: &Design) -> Vec<&str> {
    design.files.iter().map(|file| file.path.as_str()).collect()
}

/// Runs a tool on designs, which must not print anything.
fn silent(name: &str, designs: &[Design], arguments: impl Fn(&Design) -> Vec<String>) {
    let Some(program) = tool(name) else { return };
    for design in designs {
        let dir = folder(design);
        let arguments = arguments(design);
        let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
        let (stdout, stderr) = run(&program, &arguments, dir.path());
        assert_eq!(format!("{stdout}{stderr}"), "", "{name}, {} with {}", design.target, design.config.line());
    }
}

fn words(line: &str) -> Vec<String> {
    line.split(' ').map(str::to_owned).collect()
}

/// Checks that Verilator does not warn.
pub(crate) fn verilator_is_silent(designs: &[Design]) {
    let arguments = |top: &str| words(&format!("--lint-only -Wall --top-module {top} -f filelist.f"));
    silent("verilator", designs, |design| arguments(&design.top.name));
}

/// Checks that Icarus does not warn, in the standard of the language.
pub(crate) fn icarus_is_silent(designs: &[Design]) {
    silent("iverilog", designs, |design| {
        let year = match design.config.language {
            Language::Verilog => "2005",
            Language::SystemVerilog => "2012",
        };
        words(&format!("-g{year} -Wall -t null -s {} -f filelist.f", design.top.name))
    });
}

/// Checks that yosys does not warn, up to and after `passes`.
pub(crate) fn yosys_is_silent(designs: &[Design], passes: &str) {
    silent("yosys", designs, |design| {
        vec!["-q".to_owned(), "-p".to_owned(), script(design, passes) + "; check -assert"]
    });
}

/// Returns the number of cells after the `passes` of yosys.
pub(crate) fn cells(yosys: &Path, design: &Design, passes: &str) -> u32 {
    let dir = folder(design);
    run(yosys, &["-q", "-p", &(script(design, passes) + "; tee -o stat.txt stat")], dir.path());
    let text = std::fs::read_to_string(dir.path().join("stat.txt")).expect("yosys writes its statistics");
    // "Number of cells: 710", or "710 cells" in newer versions.
    let line = text.lines().find(|line| line.contains("cells")).expect("the statistics count the cells");
    line.split_whitespace().find_map(|word| word.parse().ok()).expect("the count is a number")
}

fn script(design: &Design, passes: &str) -> String {
    let sv = if design.config.language == Language::SystemVerilog { "-sv " } else { "" };
    let (sources, top) = (sources(design).join(" "), &design.top.name);
    format!("read_verilog {sv}{sources}; hierarchy -check -top {top}; {passes}")
}
