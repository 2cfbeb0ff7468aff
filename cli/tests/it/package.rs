//! The archive of `scripts/release.sh`, and the packaged crates, which are built outside of the
//! checkout.

use std::path::Path;
use std::process::Command;

use vidalu_testkit::{have, stdout};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// Unpacks a `.tar.gz`.
fn unpack(archive: &Path, folder: &Path) {
    stdout(Command::new("tar").arg("xzf").arg(archive).arg("-C").arg(folder));
}

/// Asserts that a program can generate and simulate without the checkout.
fn is_whole(program: &Path) {
    let elsewhere = tempfile::tempdir().expect("a folder can be made");
    let list = stdout(Command::new(program).args(["gen", "--out", "rtl"]).current_dir(&elsewhere));
    assert!(list.contains("rtl/vidalu_scalar.v") && elsewhere.path().join("rtl/filelist.f").is_file(), "{list}");
    if have(&["iverilog"]) {
        let arguments = ["cosim", "--sim", "icarus", "--vectors", "100"];
        let report = stdout(Command::new(program).args(arguments).current_dir(&elsewhere));
        assert!(report.contains("every output agrees in every cycle"), "{report}");
    }
}

#[test]
fn the_archive_of_a_release_is_whole_and_the_same_twice() {
    let out = tempfile::tempdir().expect("a folder can be made");
    let make = |name: &str| {
        let folder = out.path().join(name);
        let mut script = Command::new("sh");
        script.arg(format!("{ROOT}/scripts/release.sh")).arg(&folder).arg(env!("CARGO_BIN_EXE_vidalu"));
        let archive = stdout(&mut script);
        let names = std::fs::read_dir(&folder).expect("it was made").map(|entry| entry.expect("readable").file_name());
        assert_eq!(names.count(), 2, "the archive and its sum alone");
        folder.join(archive.trim())
    };
    let (archive, again) = (make("first"), make("second"));
    let bytes = |path: &Path| std::fs::read(path).expect("the script named it");
    assert!(bytes(&archive) == bytes(&again), "two archives of the same commit differ");

    unpack(&archive, out.path());
    let name = archive.file_name().expect("it is a file").to_string_lossy().into_owned();
    let folder = out.path().join(name.strip_suffix(".tar.gz").expect("its name ends so"));
    for file in ["man/vidalu.1", "man/vidalu-cosim.1", "completions/_vidalu", "completions/vidalu.bash", "LICENSE-MIT"]
    {
        let size = std::fs::metadata(folder.join(file)).unwrap_or_else(|error| panic!("{file}: {error}")).len();
        assert!(size > 500, "{file} has {size} bytes");
    }
    is_whole(&folder.join("vidalu"));
}

/// Installs the program from crates as a registry would deliver them.
#[test]
fn the_packaged_crates_can_be_installed() {
    let work = tempfile::tempdir().expect("a folder can be made");
    let cargo = || {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.env("CARGO_TARGET_DIR", work.path().join("target")).env("CARGO_PROFILE_DEV_DEBUG", "0");
        cargo
    };
    let unpublished = ["xtask", "vidalu-testkit", "vidalu-vpi"].map(|name| ["--exclude", name]);
    let mut package = cargo();
    package.args(["package", "--workspace", "--no-verify", "--allow-dirty"]).args(unpublished.concat());
    stdout(package.current_dir(ROOT));

    let crates = work.path().join("crates");
    std::fs::create_dir(&crates).expect("the folder is ours");
    let mut install = cargo();
    for entry in std::fs::read_dir(work.path().join("target/package")).expect("it was made") {
        let path = entry.expect("readable").path();
        if path.extension().is_some_and(|extension| extension == "crate") {
            unpack(&path, &crates);
            let stem = path.file_stem().expect("it is a file").to_string_lossy().into_owned();
            let name = stem.rsplit_once('-').expect("its name ends with a version").0;
            let patch = format!("patch.crates-io.{name}.path='{}'", crates.join(&stem).display());
            install.args(["--config", &patch]);
        }
    }
    let version = env!("CARGO_PKG_VERSION");
    install.args(["install", "--debug", "--path"]).arg(crates.join(format!("vidalu-{version}")));
    stdout(install.arg("--root").arg(work.path()).current_dir(work.path()));
    is_whole(&work.path().join("bin/vidalu"));
}
