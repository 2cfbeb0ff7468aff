//! Certificates: their content, and a script that repeats proofs and refutations and notices
//! damage.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};
use tempfile::TempDir;
use vidalu_gen::package::Package;
use vidalu_gen::{Choice, Config, Multiplier, Target, Unit, generate};
use vidalu_prove::{ProveOptions, prove, prove_modules};
use vidalu_sim::{Dut, subject};
use vidalu_testkit::{in_turn, tool};

use crate::claims::{engines, options};

/// Writes a certificate of modules in the default configuration, in whose text `from` became `to`.
fn certificate(targets: &[&str], fault: [&str; 2]) -> Option<(TempDir, PathBuf)> {
    certificate_of(&Config::default(), targets, fault)
}

/// Writes a certificate of modules in whose text `from` became `to`.
fn certificate_of(config: &Config, targets: &[&str], [from, to]: [&str; 2]) -> Option<(TempDir, PathBuf)> {
    let engines = engines()?;
    let folder = tempfile::tempdir().expect("there is room");
    let place = folder.path().join("new").join("certificate");
    let targets: Vec<Target> = targets.iter().map(|name| name.parse().expect("it is a unit or block")).collect();
    let mut found = false;
    let module = |&target: &Target| {
        let mut dut = Dut::generate(target, config, &*subject::of(target, config)).expect("it is a configuration");
        found |= dut.files.iter().any(|(_, text)| text.contains(from));
        dut.files.iter_mut().for_each(|(_, text)| *text = text.replace(from, to));
        (target, config.clone(), dut)
    };
    let options = ProveOptions { certificate: Some(place.clone()), ..options(&targets, config) };
    let modules: Vec<_> = targets.iter().map(module).collect();
    assert!(found, "the texts have {from}");
    let report = prove_modules(&options, modules, &engines, &|_| ()).expect("the tools work");
    let written = report.certificate.expect("one was asked for");
    assert_eq!(written.files, files(&place).len());
    let beside = place.parent().and_then(|parent| parent.read_dir().ok()).expect("it can be listed");
    assert_eq!(beside.count(), 1, "no other file is left");
    Some((folder, place))
}

const HOLDS: [&str; 2] = ["", ""];

/// A bit in the wide reduction of the block saturate, which random vectors hardly ever see.
const FAULT: [&str; 2] = ["excess[33:16] != 18'd0", "excess[33:17] != 17'd0"];

/// Returns all files below a folder, by their paths in it.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        let entries = next.read_dir().expect("it can be listed");
        for entry in entries.map(|entry| entry.expect("it can be listed").path()) {
            match entry.is_dir() {
                true => open.push(entry),
                false => {
                    let name = entry.strip_prefix(folder).ok().and_then(Path::to_str).expect("it lies below");
                    files.insert(name.to_owned(), fs::read(&entry).expect("it can be read"));
                }
            }
        }
    }
    files
}

/// Runs the script with changes of the environment; returns its output and its exit status.
fn check(place: &Path, args: &[&str], environment: &[(&str, &str)]) -> (String, Option<i32>) {
    // The script must work from any folder.
    let mut command = Command::new("/bin/sh");
    command.arg(place.join("check.sh")).args(args).current_dir("/").envs(environment.iter().copied());
    let output = command.output().expect("there is a shell");
    (String::from_utf8(output.stdout).expect("it writes text"), output.status.code())
}

/// Returns the output of the script if the texts of this number of problems agree.
fn agreed(problems: usize, rest: &str) -> String {
    format!("agree          the three texts of each problem (problems: {problems})\n{rest}")
}

/// Changes a file of a certificate, and its checksum.
fn change(place: &Path, file: &str, change: impl FnOnce(&str) -> String) {
    let text = fs::read_to_string(place.join(file)).expect("it is text");
    let changed = change(&text);
    assert_ne!(text, changed, "{file}");
    fs::write(place.join(file), changed).expect("it can be written");
    list_again(place);
}

/// Writes the checksums of the files that are there.
fn list_again(place: &Path) {
    let script =
        "rm SHA256SUMS; find . -type f -exec sha256sum {} + | sed 's,  \\./,  ,' >../sums; mv ../sums SHA256SUMS";
    let status = Command::new("sh").args(["-c", script]).current_dir(place).status().expect("there is a shell");
    assert!(status.success());
}

fn document(place: &Path) -> Value {
    let text = fs::read(place.join("certificate.json")).expect("it can be read");
    serde_json::from_slice(&text).expect("it is JSON")
}

#[test]
fn a_proof_is_repeated_without_vidalu_and_by_another_engine() {
    let Some((_folder, place)) = certificate(&["scalar", "saturate"], HOLDS) else { return };
    let all = "proven         scalar/result (problems: 1)\nproven         scalar/valid (problems: 1)\n\
               proven         saturate/result (problems: 1)\n";
    assert_eq!(check(&place, &[], &[]), (agreed(3, all), Some(0)));
    let (said, code) = check(&place, &[], &[("PYTHON", "no-such-program"), ("CI", "")]);
    assert!(said.starts_with("SKIPPED        read.py") && said.ends_with(all) && code == Some(0), "{said}");
    let (said, code) = check(&place, &[], &[("PYTHON", "no-such-program"), ("CI", "true")]);
    assert!(said.starts_with("SKIPPED        read.py") && said.lines().count() == 1 && code == Some(3), "{said}");
    let one = "proven         saturate/result (problems: 1)\n";
    for engine in engines().unwrap().each() {
        let args = ["--engine", &engine.name().to_lowercase(), "saturate/result/"];
        assert_eq!(check(&place, &args, &[]), (agreed(1, one), Some(0)), "{args:?}");
    }
    for args in [&["--engine", "sat"][..], &["--engine"], &["--timeout", "soon"], &["-x"], &["scalar/flag"]] {
        assert_eq!(check(&place, args, &[]), (String::new(), Some(2)), "{args:?}");
    }
    assert_eq!(check(&place, &[], &[("ABC", "no-such-program")]), (String::new(), Some(3)));
    assert_eq!(check(&place, &["--engine", "z3"], &[("Z3", "/nowhere/z3")]), (String::new(), Some(3)));
    if tool("acl2").is_some() {
        let all = format!("SKIPPED        cake_lpr, a proven checker: it is not installed\n{all}");
        let programs = [("CAKE_LPR", "no-such-program"), ("CI", "")];
        assert_eq!(check(&place, &["--verified"], &programs), (agreed(3, &all), Some(0)));
    }
}

/// ACL2's proven checker accepts the proofs, but no other proof.
#[test]
fn a_proven_checker_accepts_the_proofs() {
    let Some((_folder, place)) = certificate(&["merge", "saturate"], HOLDS) else { return };
    for args in [&["--verified", "--engine", "abc"][..], &["--verified", "--timeout", "9"]] {
        assert_eq!(check(&place, args, &[]), (String::new(), Some(2)), "{args:?}");
    }
    let alone = ("CAKE_LPR", "no-such-program");
    assert_eq!(check(&place, &["--verified"], &[("ACL2", "no-such-program"), alone]), (String::new(), Some(3)));
    if tool("acl2").is_none() {
        return;
    }
    // The books lack, or their compiled form does.
    for said in ["ACL2 Error in ( INCLUDE-BOOK", "ACL2 Warning [Compiled file] in ( INCLUDE-BOOK"] {
        let without_books = vidalu_testkit::script(&place.join(".."), "acl2", &format!("echo '{said}'"));
        let acl2 = [("ACL2", without_books.to_str().unwrap()), alone];
        assert_eq!(check(&place, &["--verified"], &acl2), (String::new(), Some(3)));
    }
    let said = |note: &str, saturate: &str| {
        let skipped = "SKIPPED        cake_lpr, a proven checker: it is not installed\n";
        let claims = ["proven         merge/result", saturate].map(|claim| format!("{claim} (problems: 1)\n"));
        agreed(2, &[skipped, &claims[0], note, &claims[1]].concat())
    };
    let proven = said("", "proven         saturate/result");
    let skipping = [alone, ("CI", "")];
    assert_eq!(check(&place, &["--verified"], &skipping), (proven, Some(0)));
    let [proof, other] = ["saturate/result/all.clrat", "merge/result/all.clrat"].map(|file| place.join(file));
    let bytes = fs::read(&proof).unwrap();
    // Half a proof, that of another problem, none, and one whose last step names another clause.
    let mut damaged = bytes.clone();
    let reason = damaged.len() - 2;
    damaged[reason] ^= 2;
    for bytes in [Some(bytes[..bytes.len() / 2].to_vec()), Some(fs::read(other).unwrap()), Some(damaged), None] {
        let note = match bytes {
            Some(bytes) => fs::write(&proof, bytes).map(|()| "refused        saturate/result/all (by acl2)\n"),
            None => fs::remove_file(&proof).map(|()| "no proof       saturate/result/all\n"),
        };
        list_again(&place);
        let open = said(note.unwrap(), "undecided      saturate/result");
        assert_eq!(check(&place, &["--verified"], &skipping), (open, Some(1)));
    }
}

/// If two checkers are installed, both must accept a proof. One is enough if the other is missing
/// and CI is not set.
#[test]
fn every_proven_checker_that_is_installed_is_asked() {
    let Some((folder, place)) = certificate(&["merge"], HOLDS) else { return };
    let script = |name: &str, answer: &str| {
        let place = vidalu_testkit::script(folder.path(), name, &format!("test -s \"$2\" && echo '{answer}'"));
        place.to_str().unwrap().to_owned()
    };
    let (accepts, refuses) = (script("accepts", "s VERIFIED UNSAT"), script("refuses", "s VERIFIED RANGE 1-2"));
    let skipped = "SKIPPED        acl2, a proven checker: it is not installed\n";
    let without_acl2 =
        |cake, ci| check(&place, &["--verified"], &[("ACL2", "no-such-program"), ("CAKE_LPR", cake), ("CI", ci)]);
    let proven = "proven         merge/result (problems: 1)\n";
    assert_eq!(without_acl2(&accepts, ""), (agreed(1, &format!("{skipped}{proven}")), Some(0)));
    assert_eq!(without_acl2(&accepts, "true"), (agreed(1, skipped), Some(3)));
    let refused = "refused        merge/result/all (by cake_lpr)\nundecided      merge/result (problems: 1)\n";
    assert_eq!(without_acl2(&refuses, ""), (agreed(1, &format!("{skipped}{refused}")), Some(1)));
    // Without Python, or with one that is too old, the script says that the texts are not compared.
    let unread = "SKIPPED        read.py and multiply.py, which check texts and multipliers: \
                  Python 3.10 is not installed\n";
    let old = vidalu_testkit::script(folder.path(), "old-python", "exit 1");
    for python in ["no-such-program", old.to_str().unwrap()] {
        let without_python = |cake, ci| {
            let programs = [("ACL2", "no-such-program"), ("CAKE_LPR", cake), ("PYTHON", python), ("CI", ci)];
            check(&place, &["--verified"], &programs)
        };
        assert_eq!(without_python(&accepts, ""), (format!("{unread}{skipped}{proven}"), Some(0)));
        assert_eq!(without_python(&refuses, ""), (format!("{unread}{skipped}{refused}"), Some(1)));
        assert_eq!(without_python(&accepts, "true"), (unread.to_owned(), Some(3)));
    }
    if tool("acl2").is_none() {
        return;
    }
    let beside = |cake: &str| check(&place, &["--verified"], &[("CAKE_LPR", cake)]);
    assert_eq!(beside(&accepts), (agreed(1, proven), Some(0)));
    assert_eq!(beside(&refuses), (agreed(1, refused), Some(1)));
}

#[test]
fn damage_is_noticed() {
    let Some((_folder, place)) = certificate(&["merge"], HOLDS) else { return };
    for file in [
        "merge/rtl/vidalu_merge.v",
        "merge/result/all.cnf",
        "check.sh",
        "problems.txt",
        "certificate.json",
        "read.py",
        "multiply.py",
    ] {
        let place = place.join(file);
        let text = fs::read(&place).unwrap();
        fs::write(&place, [&text[..], b"\n"].concat()).unwrap();
        let (said, code) = check(place.ancestors().find(|at| at.join("SHA256SUMS").exists()).unwrap(), &[], &[]);
        assert_eq!(said, format!("damaged: these files were changed\n{file}\n"));
        assert_eq!(code, Some(1), "{file}");
        fs::write(&place, text).unwrap();
    }
    fs::remove_file(place.join("merge/result/all.aig")).unwrap();
    let (said, code) = check(&place, &[], &[]);
    assert!(said.contains("merge/result/all.aig\n") && code == Some(1), "{said}");
}

/// The list of checksums and the table of problems are texts of others too.
#[test]
fn lines_that_no_certificate_has_are_damage() {
    let Some((folder, place)) = certificate(&["merge"], HOLDS) else { return };
    let sums = place.join("SHA256SUMS");
    let list = fs::read_to_string(&sums).unwrap();
    let missing = format!("{}  merge/none.v\n", "0".repeat(64));
    for line in ["not a checksum\n", "\u{1b}[2J\n", &missing, &missing.repeat(2)] {
        fs::write(&sums, format!("{list}{line}")).unwrap();
        let (said, code) = check(&place, &[], &[]);
        assert!(said.starts_with("damaged: ") && said.lines().count() == 2 && !said.contains('\u{1b}'), "{said:?}");
        assert_eq!(code, Some(1), "{line}");
    }
    fs::write(&sums, &list).unwrap();
    fs::write(place.join("merge/more.v"), "").unwrap();
    assert_eq!(check(&place, &[], &[]), ("damaged: these files were changed\nmerge/more.v\n".to_owned(), Some(1)));
    fs::remove_file(place.join("merge/more.v")).unwrap();
    // The checksums are right, and the table hands a command to abc.
    let table = place.join("problems.txt");
    let text = fs::read_to_string(&table).unwrap();
    let spoiled = folder.path().join("spoiled");
    for problem in [&*format!("x; !touch {}; ", spoiled.display()), "../all", "-x", ""] {
        fs::write(&table, text.replace("merge/result/all", problem)).unwrap();
        let script = "sed -i '/problems.txt/d' SHA256SUMS; sha256sum problems.txt >>SHA256SUMS";
        assert!(Command::new("sh").args(["-c", script]).current_dir(&place).status().unwrap().success());
        let said = "damaged: problems.txt has lines that no certificate has\n";
        assert_eq!(check(&place, &[], &[]), (said.to_owned(), Some(1)), "{problem}");
    }
    assert!(!spoiled.exists());
}

/// One literal or one operand is another in a text that an engine may never read.
#[test]
fn texts_of_a_problem_that_differ_are_noticed() {
    let Some((_folder, place)) = certificate(&["saturate"], HOLDS) else { return };
    let differs = |file: &str, from: &str, to: &str, problem: &str| {
        let original = fs::read_to_string(place.join(file)).unwrap();
        change(&place, file, |text| text.replacen(from, to, 1));
        let (said, code) = check(&place, &[], &[]);
        assert!(said.starts_with("differs ") && said.contains(problem) && said.lines().count() == 1, "{said}");
        assert_eq!(code, Some(1), "{file}");
        change(&place, file, |_| original);
    };
    let [clauses, smt] = ["saturate/result/all.cnf", "saturate/result/all.smt2"];
    let text = fs::read_to_string(place.join(clauses)).unwrap();
    let lines: Vec<_> = text.lines().collect();
    for line in [lines[1], lines[2], lines[lines.len() / 2], lines[lines.len() - 1]] {
        let flipped = line.strip_prefix('-').map_or_else(|| format!("-{line}"), str::to_owned);
        differs(clauses, &format!("\n{line}\n"), &format!("\n{flipped}\n"), "saturate/result/all: ");
    }
    differs(clauses, &format!("{}\n", lines[2]), "", "saturate/result/all: ");
    let text = fs::read_to_string(place.join(smt)).unwrap();
    let swapped = ["(bvsub ", "(bvult ", "(bvslt ", "(bvshl ", "(bvlshr ", "(bvashr "].iter().find_map(|function| {
        let (_, rest) = text.split_once(function)?;
        let operands = rest.split_once(')')?.0;
        let (x, y) = operands.split_once(' ')?;
        Some((format!("{function}{operands})"), format!("{function}{y} {x})")))
    });
    let (from, to) = swapped.expect("the golden model compares or subtracts");
    differs(smt, &from, &to, "saturate/result/all: the .smt2 and the .aig differ");
    differs(smt, "(and g", "(and (not g", "saturate/result/all: ");
    differs(smt, "(check-sat)", "(exit)", "saturate/result/all: ");
}

/// The program that checks multipliers computes with the gates that were written, whatever the
/// engines say, and does not believe the plan.
#[test]
fn a_multiplier_is_checked_by_polynomials() {
    let multiply = |place: &Path| {
        let output = Command::new("python3").args(["-I", "multiply.py"]).current_dir(place).output();
        let output = output.expect("Python is installed");
        assert_eq!(output.stderr, b"");
        (String::from_utf8(output.stdout).expect("it writes text"), output.status.code())
    };
    let of = |architecture, fault| {
        let config = Config { multiplier: architecture, ..Config::default() };
        certificate_of(&config, &["multiplier"], fault)
    };
    let written_out = Multiplier::ALL.iter().copied().filter(|&own| own != Multiplier::Star);
    for architecture in in_turn(written_out, 4) {
        let Some((_folder, place)) = of(architecture, HOLDS) else { return };
        let agree = "agree          the rows and the reduction of each multiplier (multipliers: 1)\n";
        assert_eq!(multiply(&place), (agree.to_owned(), Some(0)), "{architecture:?}");
        assert!(check(&place, &["multiplier/identity"], &[]).0.contains(agree));
        let plan = place.join("multiplier/mul33/plan.json");
        let original = fs::read_to_string(&plan).unwrap();
        type Change = fn(&mut Value);
        let changes: [(Change, &str); 8] = [
            (|plan| plan["rows"][2]["lo"] = 3.into(), "the rows do not add up"),
            (|plan| drop(plan["rows"].as_array_mut().unwrap().pop()), "the plan has other rows"),
            (|plan| plan["steps"][0]["of"][2] = plan["steps"][0]["of"][1].take(), "differs"),
            (
                |plan| {
                    let again = plan["steps"][0].clone();
                    plan["steps"].as_array_mut().unwrap().push(again);
                },
                "is taken twice, or before it is made",
            ),
            (|plan| drop(plan["steps"].as_array_mut().unwrap().pop()), "other numbers than sum and carry remain"),
            (|plan| plan["width"] = 34.into(), "the factors have another width"),
            (
                |plan| {
                    let name = plan["steps"][0]["of"][0].as_str().unwrap().to_owned();
                    plan["steps"][0]["zeros"] = json!({ name: [0] });
                },
                "has a bit that is left out and not 0",
            ),
            (
                |plan| {
                    // The last step takes no row first, so the bit is one that a step has made.
                    let last = plan["steps"].as_array_mut().unwrap().last_mut().unwrap();
                    let name = last["of"][0].as_str().unwrap().to_owned();
                    assert!(!name.starts_with("row"));
                    last["zeros"] = json!({ name: [20] });
                },
                "has a bit that is left out and not 0",
            ),
        ];
        for (change, said) in changes {
            let mut changed = serde_json::from_str(&original).unwrap();
            change(&mut changed);
            fs::write(&plan, changed.to_string()).unwrap();
            let (found, code) = multiply(&place);
            assert!(found.starts_with("differs        multiplier/mul33: ") && found.contains(said), "{said}: {found}");
            assert_eq!(code, Some(1), "{said}");
        }
        fs::write(&plan, &original).unwrap();
        change(&place, "certificate.json", |text| text.replacen("\"mul33\"", "", 1));
        let missing = "differs        certificate.json: a multiplier is missing\n";
        assert_eq!(multiply(&place), (missing.to_owned(), Some(1)));
        assert_eq!(check(&place, &["multiplier/identity"], &[]).1, Some(1));
    }
    let (dadda, counters) = (Multiplier::Booth4Dadda, Multiplier::Booth4Counters);
    let faults = [
        (dadda, ["^ b_bits[7]) & ~one_3", "^ b_bits[7]) & one_3"], "the rows do not add up"),
        (dadda, ["half_2_1 &", "half_2_1 |"], "the step to sum_2_1 changes the sum"),
        (counters, ["row_6_i[34:10]", "row_6_i[33:9]"], "the step to bits_1_0 changes the sum"),
        (counters, ["both_1_2 = ones_0_1_2 &", "both_1_2 = ones_0_1_2 |"], "the step to sum_1_2 changes the sum"),
    ];
    for (architecture, fault, said) in in_turn(faults, 2) {
        let (_folder, place) = of(architecture, fault).expect("the engines are still there");
        let (found, code) = multiply(&place);
        assert!(found.contains(said) && code == Some(1), "{fault:?}: {found}");
    }
}

/// A claim that is skipped, and a verdict of one of several problems that is taken for all.
#[test]
fn a_table_that_is_not_that_of_the_document_is_noticed() {
    let Some((_folder, place)) = certificate(&["saturate", "merge"], HOLDS) else { return };
    let original = fs::read_to_string(place.join("problems.txt")).unwrap();
    change(&place, "problems.txt", |text| text.lines().take(1).map(|line| format!("{line}\n")).collect());
    let said = "differs        problems.txt does not have the problems of certificate.json\n";
    assert_eq!(check(&place, &[], &[]), (said.to_owned(), Some(1)));
    change(&place, "problems.txt", |_| original);
    let part = "\"verdict\": \"proven\",\n          \"engine\"";
    change(&place, "certificate.json", |text| text.replacen(part, &part.replace("proven", "undecided"), 1));
    let said = "differs        saturate/result is called proven, and a problem of it is not\n";
    assert_eq!(check(&place, &[], &[]), (said.to_owned(), Some(1)));
    change(&place, "certificate.json", |text| text.replacen("\"problems\": 1", "\"problems\": 2", 1));
    assert_eq!(check(&place, &[], &[]), ("differs        saturate/result lacks problems\n".to_owned(), Some(1)));
}

#[test]
fn the_same_proof_gives_the_same_certificate() {
    let counters = Config { multiplier: Multiplier::Booth4Counters, ..Config::default() };
    for (config, block) in [(Config::default(), "merge"), (counters, "multiplier")] {
        let Some((_folder, place)) = certificate_of(&config, &[block], HOLDS) else { return };
        let (_other, again) = certificate_of(&config, &[block], HOLDS).expect("the engines are still there");
        assert!(files(&place) == files(&again), "{block}");
    }
}

#[test]
fn a_refuted_claim_is_in_the_certificate_and_refuted_again() {
    let Some((_folder, place)) = certificate(&["saturate", "merge"], FAULT) else { return };
    let said = "refuted        saturate/result (problems: 1)\nproven         merge/result (problems: 1)\n";
    for engine in engines().unwrap().each() {
        assert_eq!(check(&place, &["--engine", &engine.name().to_lowercase()], &[]), (agreed(2, said), Some(1)));
    }
    assert_eq!(check(&place, &[], &[]), (agreed(2, said), Some(1)));
    let document = document(&place);
    assert_eq!(document["proofs"][0]["verdict"], "refuted");
    assert_eq!(document["proofs"][0]["parts"][0]["verdict"], "refuted");
    assert!(document["proofs"][0]["counterexample"]["mismatch"].is_object(), "{document:#}");
}

/// Undecided claims are in the certificate.
#[test]
fn an_undecided_claim_is_listed() {
    if engines().is_none() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("certificate");
    let modules = vec![("merge".parse().unwrap(), Config::default())];
    let options = ProveOptions { modules, certificate: Some(place.clone()), ..options(&[], &Config::default()) };
    let report = prove(&options, &vidalu_prove::engine::Engines::new(Vec::new()), &|_| ()).unwrap();
    assert!(!report.is_proven());
    let document = document(&place);
    assert_eq!(document["proofs"][0]["verdict"], "undecided");
    // The script tries undecided claims.
    let said = "proven         merge/result (problems: 1)\n";
    assert_eq!(check(&place, &[], &[]), (agreed(1, said), Some(0)));
    let idle = vidalu_testkit::script(folder.path(), "idle", "echo Networks are UNDECIDED.");
    let said = "undecided      merge/result (problems: 1)\n";
    let abc = [("ABC", idle.to_str().unwrap())];
    assert_eq!(check(&place, &["merge/result"], &abc), (agreed(1, said), Some(1)));
}

#[test]
fn a_certificate_has_what_was_proven_and_by_what() {
    let Some((_folder, place)) = certificate(&["vmad"], HOLDS) else { return };
    let (found, document) = (files(&place), document(&place));
    // The text and its configuration are those that `gen` writes.
    let design = generate(Target::Unit(Unit::Vmad), &Config::default()).unwrap();
    let package = Package::new(&design);
    let shipped = package.files().iter().filter(|(path, _)| path.starts_with("rtl/") || *path == "config.toml");
    assert!(shipped.clone().count() > 2);
    for (path, text) in shipped {
        assert_eq!(found.get(&format!("vmad/{path}")).map(Vec::as_slice), Some(text.as_bytes()), "{path}");
    }
    assert_eq!(document["format_version"], 1);
    let list = |name: &str| document[name].as_array().unwrap().clone();
    let tools: Vec<_> = list("tools").iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect();
    assert_eq!(tools[..2], ["Yosys", "abc"]);
    assert!(list("tools")[0]["version"].as_str().unwrap().starts_with("Yosys "));
    for proof in list("proofs") {
        assert_eq!((&proof["subject"], &proof["verdict"]), (&"vmad".into(), &"proven".into()));
        for part in proof["parts"].as_array().unwrap() {
            for ending in ["aig", "clrat", "cnf", "smt2"] {
                let path = format!("{}.{ending}", part["problem"].as_str().unwrap());
                assert!(found.contains_key(&path), "{path}");
            }
        }
    }
    assert!(list("proofs").iter().any(|proof| proof["folder"] == "vmad/factors"));
    // All files are listed, except those that depend on the list.
    let later = ["SHA256SUMS", "certificate.json", "check.sh", "multiply.py", "problems.txt", "read.py"];
    let listed = list("files").iter().map(|file| file["path"].as_str().unwrap().to_owned()).collect::<Vec<_>>();
    assert_eq!(
        found.keys().filter(|path| !later.contains(&path.as_str())).collect::<Vec<_>>(),
        listed.iter().collect::<Vec<_>>()
    );
    // The script for yosys works in its folder.
    let output = Command::new("yosys").args(["-q", "-s", "vidalu_vmad.ys"]).current_dir(place.join("vmad")).output();
    assert!(output.unwrap().status.success());
    let gates: Value = serde_json::from_slice(&fs::read(place.join("vmad/gates.json")).unwrap()).unwrap();
    assert!(gates["modules"]["vidalu_vmad"]["ports"]["d_o"].is_object());
}

#[test]
fn a_folder_that_is_not_empty_is_left_alone() {
    let Some(engines) = engines() else { return };
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("own");
    fs::write(&own, "mine").unwrap();
    let write = |place: &Path| {
        let merge = ["merge".parse().unwrap()];
        let options = ProveOptions { certificate: Some(place.to_owned()), ..options(&merge, &Config::default()) };
        prove(&options, &engines, &|_| ()).map(|_| ())
    };
    let refused = write(folder.path()).unwrap_err();
    assert!(refused.to_string().ends_with("is not empty"), "{refused}");
    assert_eq!(write(&own).unwrap_err().fault().exit_code(), 2);
    assert_eq!(files(folder.path()), [("own".to_owned(), b"mine".to_vec())].into());
    let empty = folder.path().join("empty");
    fs::create_dir(&empty).unwrap();
    write(&empty).expect("an empty folder is as good as none");
    assert!(empty.join("check.sh").exists());
}

/// yosys itself proves the files for SymbiYosys, and refutes them if the text has a fault. So does
/// SymbiYosys if it is installed; the tests do not need it.
#[test]
fn symbiyosys_can_read_the_claim_about_a_block() {
    for (text, holds) in [(HOLDS, true), (FAULT, false)] {
        let Some((_folder, place)) = certificate(&["saturate"], text) else { return };
        let place = place.join("saturate");
        let job = fs::read_to_string(place.join("vidalu_saturate.sby")).unwrap();
        let section = |name: &str| {
            let (_, rest) = job.split_once(&format!("[{name}]\n")).expect("it has the section");
            rest.split("\n\n").next().unwrap().lines().map(str::to_owned).collect::<Vec<_>>()
        };
        let scratch = tempfile::tempdir().unwrap();
        for file in section("files") {
            fs::copy(place.join(&file), scratch.path().join(Path::new(&file).file_name().unwrap())).unwrap();
        }
        let script = section("script").join("; ") + "; flatten; chformal -assume -remove; sat -verify -prove-asserts";
        let output = Command::new("yosys").args(["-q", "-p", &script]).current_dir(&scratch).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.success(), holds, "{said}");
        assert!(holds || said.contains("proof did fail"), "{said}");
        let sby = Command::new("sby").args(["-f", "-d", "out", "vidalu_saturate.sby"]).current_dir(&place).output();
        match sby.ok().and_then(|output| output.status.code()) {
            Some(code @ (0 | 2)) => assert_eq!(code == 0, holds),
            _ => eprintln!("SymbiYosys is not here, or not for this yosys; yosys alone has said the same"),
        }
    }
}
