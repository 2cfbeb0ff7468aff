//! What the help of the program has beyond the arguments: groups of commands, examples, and the
//! environment variables.

use clap::Command;

use crate::doctor::TOOLS;

/// The groups of the commands. The last group has all commands that no other group has.
const GROUPS: [(&str, &[&str]); 6] = [
    ("Instructions", &["eval", "run", "check", "asm", "disasm"]),
    ("Hardware", &["gen", "kit", "synth", "explore"]),
    ("Verification", &["cosim", "prove", "mutate", "merge", "report"]),
    ("Golden vectors", &["vectors", "judge", "silicon"]),
    ("Exercises", &["lab"]),
    ("Other", &[]),
];

/// Examples of commands, each with its use.
const EXAMPLES: [(&str, &[(&str, &str)]); 17] = [
    (
        "gen",
        &[
            ("the scalar unit with two register rows", "vidalu gen --unit scalar --depth 2 --out rtl"),
            (
                "two instructions only, in SystemVerilog",
                "vidalu gen --ops vadd,vsub --language systemverilog --out rtl",
            ),
            ("all units behind a bus", "vidalu gen --wrapper axi4-stream --tag 4 --out rtl"),
            ("for a clock on an FPGA", "vidalu gen --unit scalar --target ecp5 --frequency 100 --out rtl"),
            ("for a clock in cells", "vidalu gen --unit vmad --target cells.lib --frequency 300 --out rtl"),
            ("a file with every key", "vidalu gen --print-config > unit.toml"),
        ],
    ),
    (
        "cosim",
        &[
            ("all units, in all simulators", "vidalu cosim"),
            ("one unit for five minutes", "vidalu cosim --unit carry --depth 3 --time 5m"),
            ("random configurations", "vidalu cosim --config-fuzz 20 --unit simd"),
            ("hardware of your own", "vidalu cosim --rtl alu.v --unit scalar --ports map.toml"),
            ("some forms only", "vidalu cosim --unit scalar --ptx 'vadd.*.*.*{,.sat} r1, r2, r3'"),
        ],
    ),
    (
        "prove",
        &[
            ("every block and unit", "vidalu prove"),
            ("one unit, with files that repeat the proof", "vidalu prove --unit scalar --certificate proof"),
            ("the rules of a bus", "vidalu prove --wrapper axi4-lite"),
        ],
    ),
    (
        "mutate",
        &[
            ("a thousand faults in one unit", "vidalu mutate --unit simd --count 1000"),
            ("faults in the wrapper around a unit", "vidalu mutate --wrapper cfu --unit simd"),
        ],
    ),
    (
        "vectors",
        &[
            ("a thousand random vectors", "vidalu vectors --unit simd --out simd.jsonl"),
            ("the corners of one instruction", "vidalu vectors --ops vadd --level corner --format csv"),
            ("forms that another program supports", "vidalu vectors --ptx 'vadd.*.*.*{,.sat}' --out vadd.csv"),
            ("the check of a file", "vidalu vectors --verify simd.jsonl"),
        ],
    ),
    ("kit", &[("a unit with its testbench", "vidalu kit --unit scalar --depth 2 --out kit && make -C kit lint sim")]),
    (
        "synth",
        &[
            (
                "the cost of each number of rows on an FPGA",
                "vidalu synth --target ice40 --unit scalar --vary depth=0-6",
            ),
            ("the clock after place and route", "vidalu synth --target ice40 --unit scalar --depth 2 --route"),
            ("the smallest unit for a clock", "vidalu synth --target ecp5 --unit simd --frequency 80"),
            ("the cells of a library", "vidalu synth --target cells.lib.gz --unit vmad --pareto vmad.svg"),
        ],
    ),
    (
        "explore",
        &[
            ("all units", "vidalu explore"),
            ("an instruction", "vidalu explore 'vadd.s32.u32.s32.sat r1, r2.b0, r3' r2=0xff r3=-5 --depth 2"),
            ("one file, for a course page", "vidalu explore --unit scalar,vmad --out page.html"),
        ],
    ),
    (
        "eval",
        &[
            ("one instruction", "vidalu eval 'vadd.s32.u32.s32.sat r1, r2.b0, r3' r2=0xff r3=-5 --trace"),
            ("a carry chain", "vidalu eval 'add.cc.u32 r1, r2, r3; addc.u32 r4, r5, 0' r2=-1 r3=1 r5=7"),
            ("many instructions", "vidalu eval --batch questions.jsonl"),
            (
                "a wave of the instruction in the hardware",
                "vidalu eval 'vadd.s32.u32.s32.sat r1, r2.b0, r3' r2=0xff r3=-5 --depth 2 --wave vadd.fst",
            ),
        ],
    ),
    (
        "run",
        &[
            ("a program", "vidalu run examples/add128.ptx %a0=-1 %a1=0 %b0=1 %b1=0"),
            ("a wave of it in the hardware", "vidalu run kernel.ptx %r1=7 --on icarus --wave kernel.fst"),
        ],
    ),
    (
        "check",
        &[
            ("one line", "vidalu check 'vadd.u32.u32.u32 r1, r2, r3.b1'"),
            ("a kernel that a compiler wrote", "vidalu check --video kernel.ptx"),
        ],
    ),
    (
        "asm",
        &[
            ("the word of a unit", "vidalu asm 'vadd.s32.u32.s32.sat r1, r2.b0, r3'"),
            ("the word on a bus", "vidalu asm 'addc.u32 r1, r2, r3' --wrapper axi4-lite --context 3"),
        ],
    ),
    ("disasm", &[("a word of the unit carry", "vidalu disasm --unit carry 0x5a")]),
    (
        "judge",
        &[(
            "a program that answers vectors",
            "vidalu vectors --format jsonl --count 1000000 | ./mine | vidalu judge -",
        )],
    ),
    (
        "lab",
        &[
            ("the first exercise", "vidalu lab start select"),
            ("its check, with a proof", "vidalu lab check select --prove"),
            ("the work of many students", "vidalu lab check ada bob eve --junit grades.xml"),
            ("a fault to find", "vidalu lab start find-the-fault --unit scalar --seed 7 --out fault"),
        ],
    ),
    ("report", &[("a page of two reports", "vidalu report cosim.json prove.json --out report.html")]),
    ("merge", &[("the reports of two machines", "vidalu merge shard1.json shard2.json")]),
];

/// The environment variables besides those that name a tool.
const VARIABLES: [(&str, &str); 2] = [
    ("VIDALU_CACHE_DIR", "The folder of compiled simulations, instead of vidalu in the user's cache folder."),
    ("NO_COLOR", "If not empty, messages have no colors, unless --color always asks for them."),
];

/// Returns all environment variables with their meanings.
pub(crate) fn variables() -> Vec<(&'static str, String)> {
    let tool = |kind: &vidalu_sim::tool::ToolKind| format!("The program to use as {}.", kind.name);
    let tools = TOOLS.iter().map(|(kind, _)| (kind.variable, tool(kind)));
    tools.chain(VARIABLES.map(|(name, meaning)| (name, meaning.to_owned()))).collect()
}

/// Adds the groups and the examples to the program's help.
pub(crate) fn complete(command: Command) -> Command {
    let command = EXAMPLES.iter().fold(command, |command, (name, examples)| {
        let lines = examples.iter().map(|(says, line)| format!("  # {says}\n  {line}\n"));
        let text = format!("Examples:\n{}", lines.collect::<String>());
        command.mut_subcommand(name, |sub| sub.after_help(text))
    });
    let template =
        format!("{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{}\nOptions:\n{{options}}", groups(&command));
    command.help_template(template)
}

/// Returns the commands in their groups, one in each line.
fn groups(command: &Command) -> String {
    let mut text = String::from("Commands:\n");
    let is_in_group = |name: &str| GROUPS.iter().any(|(_, names)| names.contains(&name));
    let about = |name: &str| command.find_subcommand(name).and_then(Command::get_about).map(ToString::to_string);
    for (heading, names) in GROUPS {
        let all = command.get_subcommands().map(Command::get_name);
        let mut names = names.to_vec();
        if names.is_empty() {
            names = all.filter(|name| !is_in_group(name)).collect();
        }
        text += &format!("{heading}:\n");
        for name in names {
            text += &format!("  {name:<11}  {}\n", about(name).unwrap_or_default());
        }
    }
    text + "  help         Prints this list, or the help of a command\n"
}

#[cfg(test)]
mod tests {
    use super::{EXAMPLES, GROUPS};

    /// Returns the words of a command line, as a shell splits them.
    fn words(line: &str) -> Vec<String> {
        let mut words = vec![String::new()];
        let mut is_quoted = false;
        for letter in line.chars() {
            match letter {
                '\'' => is_quoted = !is_quoted,
                ' ' if !is_quoted => words.push(String::new()),
                letter => words.last_mut().expect("there is a first word").push(letter),
            }
        }
        words
    }

    #[test]
    fn every_example_is_a_command() {
        for (name, examples) in EXAMPLES {
            for (_, line) in examples {
                for part in line.split(['|', '&', '>']).map(str::trim).filter(|part| part.starts_with("vidalu ")) {
                    let parsed = crate::command().try_get_matches_from(words(part));
                    assert!(parsed.is_ok(), "{part}: {parsed:?}");
                }
                assert!(line.contains(&format!("vidalu {name}")), "{name}: {line}");
            }
        }
    }

    #[test]
    fn every_group_has_commands() {
        let command = crate::command();
        for name in GROUPS.iter().flat_map(|(_, names)| names.iter()) {
            assert!(command.find_subcommand(name).is_some(), "{name}");
        }
    }

    #[test]
    fn the_list_of_commands_fits_a_terminal() {
        let text = super::groups(&crate::command());
        for line in text.lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }
}
