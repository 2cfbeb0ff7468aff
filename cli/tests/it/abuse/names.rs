//! Hostile names of files, folders and modules: they are taken as they are or refused, and no shell
//! and no tool takes a part of them for a command.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;
use vidalu_model::draw::{Draw, key};
use vidalu_testkit::{have, seed};

use crate::support::command;

/// The number of names.
const NAMES: u64 = 10;

/// The parts of names. The variable `MARK` has the path of a file that a command would make.
const PARTS: [&[u8]; 19] = [
    b"$(touch $MARK)",
    b"`touch $MARK`",
    b"; touch $MARK;",
    b"\n!touch $MARK\n",
    b"; exec -- touch $MARK; ",
    b"'; touch $MARK; '",
    b"\"; touch $MARK; \"",
    b"| touch $MARK |",
    b"[exec touch $::env(MARK)]",
    b"& touch $MARK &",
    b"\\",
    b"'",
    b"\"",
    b" ",
    b"\xff",
    b"\xe2\x80\xae",
    b"-o",
    b"%s{}#",
    b"*",
];

/// Returns a name: parts after a beginning that some program may take for an option or a comment.
fn name(draw: &mut Draw) -> OsString {
    let beginnings = [&b"a"[..], b"-", b"--", b"-o", b" ", b"#", b"~", b"@", b"."];
    let mut name = beginnings[draw.below(beginnings.len() as u32) as usize].to_vec();
    for _ in 0..=draw.below(3) {
        name.extend(PARTS[draw.below(PARTS.len() as u32) as usize]);
    }
    name.push(b'x');
    OsString::from_vec(name)
}

/// The folders of a test.
struct Place {
    parent: TempDir,
    name: OsString,
    /// The beginning of this test's failures.
    what: String,
}

impl Place {
    fn new(name: OsString, what: String) -> Self {
        let parent = TempDir::new().expect("a folder");
        fs::create_dir(parent.path().join("work")).expect("it is ours");
        Self { parent, name, what }
    }

    fn work(&self) -> PathBuf {
        self.parent.path().join("work")
    }

    fn mark(&self) -> PathBuf {
        self.parent.path().join("mark")
    }

    /// Runs a command in the folder, whose new entries must begin with the name.
    fn run(&self, mut command: Command, codes: &[i32]) -> Output {
        let entries = |folder: &Path| {
            let entries = fs::read_dir(folder).expect("it can be read");
            let mut names: Vec<_> = entries.map(|entry| entry.expect("an entry").file_name()).collect();
            names.sort();
            names
        };
        let before = entries(&self.work());
        let output = command.current_dir(self.work()).env("MARK", self.mark()).output().expect("it starts");
        let said = String::from_utf8_lossy(&output.stderr);
        let what = format!("{}: {command:?}: {}: {said}", self.what, output.status);
        assert!(output.status.code().is_some_and(|code| codes.contains(&code)), "{what}");
        assert!(!said.contains("panicked"), "{what}");
        assert!(!self.mark().exists(), "a part of the name was executed: {what}");
        let is_ours = |entry: &OsString| before.contains(entry) || entry.as_bytes().starts_with(self.name.as_bytes());
        assert!(entries(&self.work()).iter().all(is_ours), "{what}: {:?}", entries(&self.work()));
        output
    }

    /// Runs vidalu with these arguments, of which those that end with `=` have the name behind it.
    fn vidalu(&self, args: &[&str], name: &OsStr, codes: &[i32]) -> Output {
        let joined = args.iter().map(|arg| {
            let mut arg = OsString::from(arg);
            if arg.as_bytes().ends_with(b"=") {
                arg.push(name);
            }
            arg
        });
        self.run(command(joined), codes)
    }
}

/// Returns a name with a suffix.
fn with(name: &OsStr, suffix: &str) -> OsString {
    let mut name = name.to_owned();
    name.push(suffix);
    name
}

/// Draws the names, and calls `test` with each and a folder.
fn each(kind: &str, count: u64, test: impl Fn(&Place, &OsStr)) {
    let seed = seed("VIDALU_NAME_SEED");
    for number in 0..count {
        let name = name(&mut Draw::new(key(kind, seed), number));
        let what = format!("VIDALU_NAME_SEED={seed}, name {number}, {name:?}");
        test(&Place::new(name.clone(), what), &name);
    }
}

/// Names of outputs. The command that follows `next:` can be copied into a shell.
#[test]
fn an_output_has_the_name_that_was_asked_for() {
    each("output", NAMES, |place, name| {
        for args in [
            &["gen", "--unit=merge", "--out="][..],
            &["kit", "--unit=merge", "--count=5", "--out="],
            &["man", "--out="],
        ] {
            place.vidalu(args, name, &[0]);
            let made = place.work().join(name);
            assert!(made.is_dir(), "{}: {args:?}", place.what);
            let _ = fs::remove_dir_all(made);
        }
        let csv = with(name, ".csv");
        let output = place.vidalu(&["vectors", "--count=5", "--out="], &csv, &[0, 2]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(place.work().join(&csv).is_file(), output.status.success(), "{}", place.what);
        // A name that is not UTF-8 cannot be shown as it is.
        if let Some((_, next)) = said.split_once("next: vidalu ")
            && name.to_str().is_some_and(|name| !name.contains(char::REPLACEMENT_CHARACTER))
        {
            let mut shell = Command::new("sh");
            shell.args(["-c", &format!("'{}' {next}", env!("CARGO_BIN_EXE_vidalu"))]);
            let output = place.run(shell, &[0]);
            assert!(String::from_utf8_lossy(&output.stdout).ends_with(": right\n"), "{}: {next}", place.what);
        }
    });
}

/// Names in the generated text: the prefix, the top module, and those of a configuration.
#[test]
fn a_name_of_a_module_is_an_identifier() {
    each("module", NAMES, |place, name| {
        place.vidalu(&["gen", "--unit=merge", "--out=out", "--prefix="], name, &[2]);
        place.vidalu(&["cosim", "--unit=merge", "--prefix="], name, &[2]);
        let quoted = serde_json::to_string(&name.to_string_lossy()).expect("it is a text");
        fs::write(place.work().join("own.toml"), format!("prefix = {quoted}\n")).expect("it is ours");
        place.vidalu(&["gen", "--config=own.toml", "--out=out"], name, &[2]);
        assert!(!place.work().join("out").exists(), "{}", place.what);
    });
}

/// Names of inputs that tools read: files of hardware, their top module, and libraries of cells.
#[test]
fn tools_take_no_part_of_a_name_for_a_command() {
    if !have(&["iverilog", "verilator", "yosys"]) {
        return;
    }
    let rtl = TempDir::new().expect("a folder");
    let out = rtl.path().join("rtl");
    let made = command(["gen", "--unit", "merge", "--out"]).arg(&out).output().expect("it starts");
    assert!(made.status.success());
    let text = fs::read(out.join("rtl/vidalu_merge.v")).expect("it was written");
    each("input", NAMES / 2, |place, name| {
        let file = with(name, ".v");
        fs::write(place.work().join(&file), &text).expect("it is ours");
        fs::write(place.work().join("own.v"), &text).expect("it is ours");
        for sim in ["--sim=icarus", "--sim=netlist"] {
            place.vidalu(&["cosim", "--unit=merge", "--vectors=5", sim, "--rtl="], &file, &[0, 2, 3]);
            place.vidalu(&["cosim", "--unit=merge", "--vectors=5", sim, "--rtl=own.v", "--top="], name, &[2]);
        }
        place.vidalu(&["synth", "--unit=merge", "--target="], &with(name, ".lib"), &[2]);
        place.vidalu(&["check"], name, &[2]);
        place.vidalu(&["eval", "vadd.u32.u32.u32 r1, r2, r2", "r2=1", "--wave="], &with(name, ".vcd"), &[0, 2]);
    });
}

/// Names of the folders in which tools work.
#[test]
fn tools_work_in_folders_of_any_name() {
    if !have(&["iverilog", "verilator", "yosys"]) {
        return;
    }
    each("folder", 4, |place, name| {
        let [scratch, cache] = ["tmp", "cache"].map(|kind| place.work().join(with(name, kind)));
        fs::create_dir(&scratch).expect("it is ours");
        for sim in ["icarus", "netlist"] {
            let mut command = command(["cosim", "--unit", "merge", "--vectors", "5", "--sim", sim]);
            command.env("TMPDIR", &scratch).env("VIDALU_CACHE_DIR", &cache);
            place.run(command, &[0, 2, 3]);
            assert_eq!(fs::read_dir(&scratch).expect("it can be read").count(), 0, "{}", place.what);
        }
    });
}
