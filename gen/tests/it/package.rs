//! The generated folder: its files, and the rule that writing it never destroys anything.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use vidalu_gen::package::{MANIFEST, Manifest, Package, WriteError, write};
use vidalu_gen::{Block, Choice, Config, ConfigFile, Design, Target, Unit, Wrapper, generate, wrap};

fn design(config: &Config) -> Design {
    generate(Target::Unit(Unit::Scalar), config).expect("the test's configuration is possible")
}

fn package(config: &Config) -> Package {
    Package::new(&design(config))
}

/// Every file under `folder`, by its relative path.
fn contents(folder: &Path) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(path) = open.pop() {
        for entry in fs::read_dir(&path).expect("the folder can be read") {
            let path = entry.expect("the folder can be read").path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("it lies under the folder").to_string_lossy().into_owned();
                files.insert(name, fs::read_to_string(&path).expect("all files are text"));
            }
        }
    }
    files
}

#[test]
fn a_new_folder_holds_the_package_and_nothing_else() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("deep/out");
    let written = write(&design(&Config::default()), &folder).unwrap();
    let package = package(&Config::default());
    assert_eq!(&contents(&folder), package.files());
    assert!(!written.replaced && written.files.iter().eq(package.files().keys()));
    assert_eq!(fs::read_dir(folder.parent().unwrap()).unwrap().count(), 1, "no temporary folder is left");
    for name in
        ["filelist.f", "vidalu.core", "vidalu_defs.vh", "Makefile", "ports.md", "control_word.md", "config.toml"]
    {
        assert!(package.files().contains_key(name), "{name}");
    }
}

#[test]
fn the_manifest_names_every_file_and_reads_back() {
    let package = package(&Config::default());
    let manifest: Manifest = serde_json::from_str(&package.files()[MANIFEST]).unwrap();
    assert_eq!(&manifest, package.manifest());
    let named: Vec<_> = manifest.files.iter().map(|file| file.path.as_str()).collect();
    let written: Vec<_> = package.files().keys().map(String::as_str).filter(|path| *path != MANIFEST).collect();
    assert_eq!(named, written);
    assert_eq!((manifest.unit.as_str(), manifest.top.as_str()), ("scalar", "vidalu_scalar"));
}

#[test]
fn the_options_that_were_used_give_the_same_package_again() {
    let config = Config { depth: 2.into(), sat_o: true, ..Config::default() };
    let first = package(&config);
    let again = ConfigFile::from_toml(&first.files()["config.toml"]).unwrap();
    assert_eq!(package(&again.config), first);
}

#[test]
fn the_configuration_file_gives_the_same_folder_again() {
    let config = Config { sat_o: true, depth: 2.into(), ..Config::default() };
    let alone = Target::ALL.map(|target| generate(target, &Config { sat_o: false, ..config.clone() }).unwrap());
    let wrapped = Wrapper::ALL.iter().flat_map(|wrapper| Unit::ALL.iter().map(move |unit| (*wrapper, *unit)));
    let wrapped = wrapped.map(|(wrapper, unit)| {
        let config = Config { sat_o: unit != Unit::Carry, ..config.clone() };
        wrap(wrapper, unit, &config).unwrap()
    });
    for design in alone.into_iter().chain(wrapped) {
        let first = Package::new(&design);
        let ConfigFile { target, wrapper, config } = ConfigFile::from_toml(&first.files()["config.toml"]).unwrap();
        let again = match (target.unwrap(), wrapper) {
            (Target::Unit(unit), Some(wrapper)) => wrap(wrapper, unit, &config),
            (target, _) => generate(target, &config),
        };
        assert_eq!(Package::new(&again.unwrap()), first);
    }
}

#[test]
fn an_empty_folder_is_filled_and_a_generated_one_is_renewed() {
    let folder = tempfile::tempdir().unwrap();
    write(&design(&Config::default()), folder.path()).unwrap();
    fs::write(folder.path().join("notes.txt"), "mine").unwrap();
    // Another prefix: all sources have other names.
    let renamed = Config { prefix: "other_".to_owned(), ..Config::default() };
    assert!(write(&design(&renamed), folder.path()).unwrap().replaced);
    let mut expected = package(&renamed).files().clone();
    expected.insert("notes.txt".to_owned(), "mine".to_owned());
    assert_eq!(contents(folder.path()), expected);
}

#[test]
fn a_folder_with_other_files_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("thesis.tex"), "years of work").unwrap();
    let before = contents(folder.path());
    let error = write(&design(&Config::default()), folder.path()).unwrap_err();
    assert!(matches!(&error, WriteError::Foreign { file, .. } if file == "thesis.tex"), "{error}");
    assert_eq!(contents(folder.path()), before);
}

#[test]
fn a_manifest_of_somebody_else_or_one_that_points_outside_is_not_ours() {
    for text in ["{}", "{\"generator\": \"other\", \"files\": []}", "not JSON", OUTSIDE] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(MANIFEST), text).unwrap();
        let error = write(&design(&Config::default()), folder.path()).unwrap_err();
        assert!(matches!(error, WriteError::Manifest(_)), "{error}");
        assert_eq!(contents(folder.path()).len(), 1);
    }
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_folder_is_not_followed() {
    let (folder, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    write(&design(&Config::default()), folder.path()).unwrap();
    fs::rename(folder.path().join("rtl"), elsewhere.path().join("rtl")).unwrap();
    std::os::unix::fs::symlink(elsewhere.path().join("rtl"), folder.path().join("rtl")).unwrap();
    let before = contents(elsewhere.path());
    let error = write(&design(&Config { depth: 1.into(), ..Config::default() }), folder.path()).unwrap_err();
    assert!(matches!(error, WriteError::Link(_)), "{error}");
    assert_eq!(contents(elsewhere.path()), before);
}

#[test]
fn a_block_takes_prefix_and_profile_alone() {
    let config = Config { depth: 2.into(), sat_o: true, prefix: "my_".to_owned(), ..Config::default() };
    let block = generate(Target::Block(Block::Adder34), &config).expect("a block is always possible");
    assert_eq!(block.config, Config { prefix: "my_".to_owned(), ..Config::default() });
    assert!(!Package::new(&block).files().values().any(|text| text.contains("depth=")));
}

const OUTSIDE: &str = r#"{"generator": "vidalu", "files": [{"path": "../precious", "bytes": 0, "sha256": "00"}]}"#;

#[test]
fn a_file_that_was_edited_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    write(&design(&Config::default()), folder.path()).unwrap();
    let edited = folder.path().join("rtl/vidalu_scalar.v");
    fs::write(&edited, "// my fix\n").unwrap();
    let before = contents(folder.path());
    for config in [Config::default(), Config { prefix: "other_".to_owned(), ..Config::default() }] {
        let error = write(&design(&config), folder.path()).unwrap_err();
        assert!(matches!(&error, WriteError::Changed(path) if *path == edited), "{error}");
        assert_eq!(contents(folder.path()), before);
    }
}

#[test]
fn a_file_in_the_place_of_the_folder_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("out");
    fs::write(&file, "").unwrap();
    assert!(matches!(write(&design(&Config::default()), &file).unwrap_err(), WriteError::NotAFolder(_)));
    let error = write(&design(&Config::default()), &file.join("below")).unwrap_err();
    assert!(matches!(error, WriteError::Io { .. }), "{error}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "");
}
