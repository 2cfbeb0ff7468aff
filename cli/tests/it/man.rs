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

#[test]
fn manual_pages_need_a_folder() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let path = file.path().join("folder");
    let run = vidalu(["man", "--out", path.to_str().unwrap()], "");
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("cannot write manual pages to"), "{}", run.stderr);
}
