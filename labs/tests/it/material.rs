//! The material of the labs is complete, and their folders are written whole.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use vidalu_labs::{FIND_THE_FAULT, Lab, hint, start};

#[test]
fn every_folder_is_a_lab() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("labs");
    let folders = fs::read_dir(root).expect("it is there").map(|entry| entry.expect("it can be read").file_name());
    let found: BTreeSet<_> = folders.map(|name| name.to_string_lossy().into_owned()).collect();
    let numbered = Lab::all().map(|lab| format!("{:02}-{lab}", lab.level));
    let expected: BTreeSet<_> = numbered.chain([FIND_THE_FAULT.to_owned()]).collect();
    assert_eq!(found, expected);
    assert!(Lab::all().count() >= 10);
}

#[test]
fn every_lab_has_a_task_and_hints_in_steps() {
    for lab in Lab::all() {
        assert!(lab.task.contains("PTX ISA 9.7."), "{lab} names the section of the manual");
        assert!(lab.hints.len() >= 3, "{lab}");
        assert!(lab.hints.iter().all(|hint| hint.len() > 40), "{lab}");
        for text in [lab.skeleton, lab.solution] {
            assert!(text.contains(&format!("module {} (", lab.module())), "{lab}");
        }
        assert!(lab.skeleton.contains("To do"), "{lab}");
    }
}

#[test]
fn the_page_has_picture_ports_and_commands() {
    let scratch = tempfile::tempdir().expect("there is room");
    for lab in Lab::all() {
        let folder = scratch.path().join(lab.name);
        let files = start(&lab, &folder).expect("the folder is new");
        assert!(files.iter().all(|file| folder.join(file).is_file()), "{lab}: {files:?}");
        let page = fs::read_to_string(folder.join("README.md")).expect("it was written");
        assert!(page.contains("(datapath.svg)") && page.contains("vidalu lab check ."), "{lab}: {page}");
        assert!(page.contains("_o` | output | "), "{lab}: {page}");
        assert!(
            page.lines().filter(|line| !line.starts_with('|')).all(|line| line.chars().count() <= 100),
            "{lab}: {page}"
        );
        let picture = fs::read_to_string(folder.join("datapath.svg")).expect("it was written");
        let is_block = lab.target.name() != lab.unit.name();
        assert_eq!(picture.matches("class=\"stage marked\"").count(), usize::from(is_block), "{lab}");
    }
    let page = fs::read_to_string(scratch.path().join("select/README.md")).expect("it was written");
    assert!(page.contains("| `y_o` | output | 33, signed | the part, extended |"), "{page}");
    let page = fs::read_to_string(scratch.path().join("pipeline/README.md")).expect("it was written");
    assert!(page.contains("A result appears 2 clock cycles") && page.contains("- `lab_saturate.v`"), "{page}");
}

#[test]
fn work_is_never_overwritten() {
    let scratch = tempfile::tempdir().expect("there is room");
    let (lab, folder) = (Lab::named("select").expect("it is a lab"), scratch.path().join("work"));
    start(&lab, &folder).expect("the folder is new");
    fs::write(folder.join(lab.file()), "mine").expect("there is room");
    let error = start(&lab, &folder).expect_err("it exists");
    assert!(error.to_string().contains("exists already"), "{error}");
    assert_eq!(fs::read_to_string(folder.join(lab.file())).expect("it is there"), "mine");
    // A file is not overwritten either, and an empty folder is as good as none.
    let (file, empty) = (scratch.path().join("file"), scratch.path().join("empty"));
    fs::write(&file, "").expect("there is room");
    assert!(start(&lab, &file).is_err());
    fs::create_dir(&empty).expect("there is room");
    start(&lab, &empty).expect("it is empty");
    assert!(start(&lab, &scratch.path().join("no/such/folder")).is_err());
    let left: BTreeSet<_> =
        fs::read_dir(scratch.path()).expect("it is there").map(|it| it.unwrap().file_name()).collect();
    assert_eq!(left.len(), 3, "nothing partial is left: {left:?}");
}

#[test]
fn hints_come_one_at_a_time() {
    let scratch = tempfile::tempdir().expect("there is room");
    let (lab, folder) = (Lab::named("merge").expect("it is a lab"), scratch.path().join("work"));
    start(&lab, &folder).expect("the folder is new");
    for number in 1..=lab.hints.len() {
        let hint = hint(&folder).expect("it is a lab").expect("there is one more");
        assert_eq!((hint.number, hint.of), (number, lab.hints.len()));
        assert_eq!(hint.text, lab.hints[number - 1]);
        let file = fs::read_to_string(folder.join("hints.md")).expect("it was written");
        assert_eq!(file.matches("## Hint ").count(), number);
    }
    assert_eq!(hint(&folder).expect("it is a lab"), None);
    assert!(hint(scratch.path()).is_err());
}
