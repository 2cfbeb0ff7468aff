//! The archive of `scripts/release.sh`, and the packaged crates, which are built outside of the
//! checkout.

use std::path::{Path, PathBuf};
use std::process::Command;

use vidalu_testkit::{Venv, found, have, stdout, target};

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
    let Some(build) = found(built(out.path())) else { return };
    let make = |name: &str| {
        let folder = out.path().join(name);
        let mut script = Command::new("sh");
        script.arg(format!("{ROOT}/scripts/release.sh")).arg(&folder).arg(&build);
        let archive = stdout(script.env("PROFILE", "dev").env("CARGO_TARGET_DIR", target()));
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
    let files = [
        "man/vidalu.1",
        "man/vidalu-cosim.1",
        "completions/_vidalu",
        "completions/vidalu.bash",
        "LICENSE-MIT",
        "docs/SUMMARY.md",
        "docs/pictures/scalar.svg",
        "examples/sad16.ptx",
        "include/vidalu_golden.h",
        "include/vidalu_golden_pkg.sv",
        "lib/libvidalu_golden.a",
    ];
    let page = (vidalu_explore::has_bundle() && have(&["yosys"])).then_some("docs/explore.html");
    for file in files.into_iter().chain(page) {
        let size = std::fs::metadata(folder.join(file)).unwrap_or_else(|error| panic!("{file}: {error}")).len();
        assert!(size > 500, "{file} has {size} bytes");
    }
    links_lead_to_files(&folder);
    is_whole(&folder.join("vidalu"));
    the_library_links(&folder);
    the_wheel_works(&folder);
}

/// Gathers the program and the C library in one folder. Cargo builds the library only together with
/// the workspace.
fn built(out: &Path) -> Result<PathBuf, String> {
    let build = out.join("build");
    std::fs::create_dir(&build).expect("the folder is ours");
    let deps = std::env::current_exe().expect("a test has a path").with_file_name("");
    let symlink = |from: &Path, name: &str| std::os::unix::fs::symlink(from, build.join(name)).expect("it is new");
    symlink(Path::new(env!("CARGO_BIN_EXE_vidalu")), "vidalu");
    for name in ["libvidalu_golden.a", "libvidalu_golden.so", "libvidalu_golden.dylib"] {
        if deps.join(name).is_file() {
            symlink(&deps.join(name), name);
        }
    }
    let library = build.join("libvidalu_golden.a");
    if library.exists() { Ok(build) } else { Err("the C library is not built; test the whole workspace".to_owned()) }
}

/// Every relative link of the README leads to a file of the archive.
fn links_lead_to_files(folder: &Path) {
    let text = std::fs::read_to_string(folder.join("README.md")).expect("it is in the archive");
    let links = text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
    let links: Vec<_> = links.filter(|link| !link.is_empty() && !link.contains("://")).collect();
    assert!(links.len() > 5, "{links:?}");
    for link in links {
        assert!(folder.join(link).exists(), "README.md links to {link}");
    }
}

/// A C program finds the header and the library.
fn the_library_links(folder: &Path) {
    let source = "#include <vidalu_golden.h>\nint main(void) { return vidalu_abi_version() != VIDALU_ABI_VERSION; }\n";
    std::fs::write(folder.join("main.c"), source).expect("the folder is ours");
    let flags = ["-Iinclude", "main.c", "lib/libvidalu_golden.a", "-lpthread", "-ldl", "-lm", "-o", "main"];
    stdout(Command::new("cc").args(flags).current_dir(folder));
    stdout(&mut Command::new(folder.join("main")));
}

/// The Python package can be installed from the archive.
fn the_wheel_works(folder: &Path) {
    let Some(venv) = found(Venv::new(&folder.join("venv"), &["numpy"])) else { return };
    let wheels = folder.join("python");
    let place = wheels.to_str().expect("the path is text");
    venv.install(&["--no-index", "--find-links", place, "vidalu"]).expect("the wheel is complete");
    let script = "import vidalu; print(vidalu.eval('add.cc.u32 d, a, b', a=1, b=2).d)";
    assert_eq!(stdout(Command::new(venv.program("python")).args(["-c", script])), "3\n");
}

/// Checks that the program compiles from crates as a registry would deliver them. It does not run:
/// what it embeds, the compiler has read.
#[test]
fn the_packaged_crates_are_whole() {
    let work = tempfile::tempdir().expect("a folder can be made");
    let unpublished = ["xtask", "vidalu-testkit", "vidalu-vpi", "vidalu-wasm"].map(|name| ["--exclude", name]);
    let mut package = Command::new(env!("CARGO"));
    package.args(["package", "--workspace", "--no-verify", "--allow-dirty"]).args(unpublished.concat());
    stdout(package.arg("--target-dir").arg(work.path()).current_dir(ROOT));

    // With the profile of the workspace, in its target folder: the dependencies that clippy has
    // checked there are not compiled again. Cargo's lock makes other builds wait meanwhile.
    let manifest: toml::Table = include_str!("../../../Cargo.toml").parse().expect("cargo reads it too");
    let mut config = toml::Table::from_iter([("profile".to_owned(), manifest["profile"].clone())]);
    let mut patches = toml::Table::new();
    let crates = work.path().join("crates");
    std::fs::create_dir(&crates).expect("the folder is ours");
    for entry in std::fs::read_dir(work.path().join("package")).expect("it was made") {
        let path = entry.expect("readable").path();
        if path.extension().is_some_and(|extension| extension == "crate") {
            unpack(&path, &crates);
            let stem = path.file_stem().expect("it is a file").to_string_lossy().into_owned();
            let name = stem.rsplit_once('-').expect("its name ends with a version").0.to_owned();
            let place = crates.join(&stem).display().to_string();
            patches.insert(name, toml::Table::from_iter([("path".to_owned(), place.into())]).into());
        }
    }
    assert!(patches.len() > 10, "{patches:?}");
    config.insert("patch".to_owned(), toml::Table::from_iter([("crates-io".to_owned(), patches.into())]).into());
    let file = work.path().join("config.toml");
    std::fs::write(&file, config.to_string()).expect("the folder is ours");

    let program = crates.join(concat!("vidalu-", env!("CARGO_PKG_VERSION")));
    // The packaged lock file names the other crates by a registry that does not have them yet.
    std::fs::copy(format!("{ROOT}/Cargo.lock"), program.join("Cargo.lock")).expect("the folder is ours");
    let check = || {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.arg("check").arg("--config").arg(&file).arg("--target-dir").arg(target()).env("CARGO_INCREMENTAL", "0");
        cargo.current_dir(&program).output().expect("cargo runs")
    };
    let checked = check();
    let said = String::from_utf8_lossy(&checked.stderr);
    assert!(checked.status.success() && !said.contains("VPI module was not built"), "{said}");

    // Without a template, a crate does not compile.
    let generator = crates.join(concat!("vidalu-gen-", env!("CARGO_PKG_VERSION")));
    std::fs::remove_file(generator.join("rtl-templates/scalar.v")).expect("the package has it");
    let checked = check();
    let errors = String::from_utf8_lossy(&checked.stderr);
    assert!(!checked.status.success() && errors.contains("scalar.v"), "{errors}");
}
