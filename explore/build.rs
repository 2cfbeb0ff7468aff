//! Puts the page into the crate: its modules, and the bundle if `cargo page` has built it.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    let root = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let (page, dist) = (root.join("page"), root.join("dist"));
    // Watched as folders, because npm writes into the folder above the modules.
    for path in ["page/src", "page/index.html", "page/style.css", "dist"] {
        println!("cargo::rerun-if-changed={path}");
    }
    let mut names = vec!["style.css".to_owned()];
    for entry in fs::read_dir(page.join("src")).expect("the folder is part of the crate") {
        let name = entry.expect("the folder can be read").file_name().into_string().expect("names are plain");
        if name.ends_with(".js") {
            names.push(format!("src/{name}"));
        }
    }
    names.sort();

    let mut code = String::from("pub(crate) static SOURCES: &[(&str, &str)] = &[\n");
    for name in &names {
        writeln!(code, "    ({name:?}, include_str!({:?})),", page.join(name)).expect("a string takes all text");
    }
    let built = ["page.js", "page.css", "engine.wasm.gz"].map(|name| dist.join(name));
    let bundle = match &built {
        [script, style, engine] if built.iter().all(|path| path.is_file()) => format!(
            "Some(Bundle {{ script: include_str!({script:?}), style: include_str!({style:?}), \
             engine: include_bytes!({engine:?}) }})"
        ),
        _ => "None".to_owned(),
    };
    writeln!(code, "];\npub(crate) static INDEX: &str = include_str!({:?});", page.join("index.html"))
        .and_then(|()| writeln!(code, "pub(crate) static BUNDLE: Option<Bundle> = {bundle};"))
        .expect("a string takes all text");
    let out = std::env::var_os("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&out).join("files.rs"), code).expect("the folder is writable");
}
