//! `man` and `completions` name every command.

use crate::support::vidalu;

/// Returns the commands that `vidalu --help` lists, except `help` itself.
fn commands() -> Vec<String> {
    let help = vidalu(["--help"], "").stdout;
    let list = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = list.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names: Vec<_> =
        names.map(|line| line.split_whitespace().next().expect("the line has a name").to_owned()).collect();
    assert!(names.contains(&"eval".to_owned()), "{help}");
    names.into_iter().filter(|name| name != "help").collect()
}

#[test]
fn completions_name_every_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = vidalu(["completions", shell], "");
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{shell}");
        for command in commands() {
            assert!(run.stdout.contains(&command), "{shell} does not complete {command}");
        }
    }
}

#[test]
fn a_manual_page_for_every_command() {
    let folder = tempfile::tempdir().unwrap();
    // The folder is made.
    let path = folder.path().join("new/folder");
    let run = vidalu(["man", "--out", path.to_str().unwrap()], "");
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, "", ""));
    let page = |name: &str| std::fs::read_to_string(path.join(name)).unwrap();
    for command in commands() {
        assert!(page("vidalu.1").contains(&format!("vidalu\\-{command}")), "{command}");
        assert!(page(&format!("vidalu-{command}.1")).contains(".SH SYNOPSIS"));
    }
    assert_eq!(vidalu(["man"], "").stdout, page("vidalu.1"));
}

/// Older pages stay as they are if the new ones do not fit on the disk.
#[test]
fn manual_pages_take_their_places_together() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man1");
    let (path, page) = (pages.to_str().unwrap(), pages.join("vidalu-gen.1"));
    assert_eq!(vidalu(["man", "--out", path], "").code, 0);
    std::fs::write(&page, "older").unwrap();
    std::fs::write(pages.join("other.1"), "of another program").unwrap();
    let names = || std::fs::read_dir(&pages).unwrap().count();
    let before = names();
    // The limit of a file's size stands for the end of a disk.
    let (code, said) = crate::abuse::on_a_full_disk(folder.path(), &["man", "--out", path]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains(&format!("cannot write manual pages to {path}: file too large")), "{said}");
    assert!(said.contains("help: name a folder that you may write to, on a disk that is not full"), "{said}");
    assert_eq!((std::fs::read_to_string(&page).unwrap().as_str(), names()), ("older", before));
    assert_eq!(vidalu(["man", "--out", path], "").code, 0);
    assert!(std::fs::read_to_string(&page).unwrap().contains(".SH SYNOPSIS"));
    assert_eq!(std::fs::read_to_string(pages.join("other.1")).unwrap(), "of another program");
}

#[test]
fn manual_pages_need_a_folder() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let path = file.path().join("folder");
    let run = vidalu(["man", "--out", path.to_str().unwrap()], "");
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("cannot write manual pages to"), "{}", run.stderr);
}

/// Every value that an option lists can be completed.
#[test]
fn completions_know_the_values() {
    let script = vidalu(["completions", "bash"], "").stdout;
    let values = |command: &str, option: &str| {
        let of_command =
            script.split(&format!("        vidalu__subcmd__{command})")).nth(1).expect("the command is there");
        let after = of_command.split(&format!("                {option})")).nth(1).expect("the option is there");
        after.lines().nth(1).expect("its values follow").to_owned()
    };
    for (command, option, value) in [
        ("gen", "--unit", "carry_adder"),
        ("gen", "--wrapper", "axi4-lite"),
        ("gen", "--ops", "vabsdiff4"),
        ("gen", "--wide", "false"),
        ("cosim", "--unit", "video"),
        ("cosim", "--sim", "netlist"),
        ("prove", "--unit", "segmented_adder"),
        ("mutate", "--unit", "all scalar"),
        ("vectors", "--unit", "lanes"),
        ("vectors", "--level", "coverage"),
        ("vectors", "--format", "parquet"),
        ("kit", "--unit", "vmad"),
        ("run", "--unit", "simd"),
        ("run", "--on", "icarus"),
        ("asm", "--unit", "video"),
        ("disasm", "--unit", "carry"),
        ("eval", "--profile", "ptxas-13.5"),
        ("silicon", "--forms", "simd"),
        ("eval", "--color", "never"),
    ] {
        let values = values(command, option);
        assert!(values.contains(value), "{command} {option} completes {values}");
    }
}

#[test]
fn the_manual_page_has_the_environment() {
    let page = vidalu(["man"], "").stdout;
    let install = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/install.md")).unwrap();
    let section = page.split(".SH ENVIRONMENT").nth(1).expect("the page has the section");
    let names: Vec<_> = section.lines().filter_map(|line| line.strip_prefix("\\fB")?.strip_suffix("\\fR")).collect();
    assert!(names.len() > 10 && names.contains(&"VIDALU_CACHE_DIR"), "{names:?}");
    for name in names {
        assert!(install.contains(&format!("`{name}`")), "docs/install.md does not have {name}");
    }
}

#[test]
fn help_has_groups_and_examples() {
    let help = vidalu(["--help"], "").stdout;
    for heading in ["Instructions:", "Hardware:", "Verification:", "Golden vectors:"] {
        assert!(help.contains(&format!("\n{heading}\n  ")), "{heading} is not in\n{help}");
    }
    for command in ["gen", "cosim", "prove", "vectors", "kit", "eval", "judge"] {
        let help = vidalu([command, "--help"], "").stdout;
        let examples = help.split("\nExamples:\n").nth(1).expect("the examples come last");
        assert!(examples.contains(&format!("vidalu {command}")), "{help}");
        assert!(!help.contains("vabsdiff4, "), "{command} repeats the operations");
    }
}
