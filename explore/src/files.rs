//! The files of the page, which `build.rs` embeds, and the page that is one file.

use std::io::Write;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;

include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The output of `cargo page`.
pub(crate) struct Bundle {
    script: &'static str,
    style: &'static str,
    /// The engine as WebAssembly, compressed with gzip.
    engine: &'static [u8],
}

/// Forbids the file to load anything or to send anything.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; \
                      style-src 'unsafe-inline'; img-src data: blob:";

/// Returns the page with these elements in the places of its markers.
fn page(head: &str, data: &str, script: &str) -> String {
    let places = [("style", head), ("data", data), ("script", script)];
    places
        .iter()
        .fold(INDEX.to_owned(), |page, (name, text)| page.replacen(&format!("<!-- vidalu:{name} -->"), text, 1))
}

/// Returns a file of the served page and its media type. The empty path is the page itself.
pub(crate) fn served(path: &str) -> Option<(String, &'static str)> {
    if path.is_empty() {
        let style = "<link rel=\"stylesheet\" href=\"style.css\">";
        let script = "<script type=\"module\" src=\"src/main.js\"></script>";
        return Some((page(style, "", script), "text/html; charset=utf-8"));
    }
    let (name, text) = SOURCES.iter().find(|(name, _)| *name == path)?;
    let media = if name.ends_with(".css") { "text/css" } else { "text/javascript" };
    Some(((*text).to_owned(), media))
}

/// Returns whether the page can be written as one file. `cargo page` builds the parts that it
/// needs, before the crate is compiled.
pub fn has_bundle() -> bool {
    BUNDLE.is_some()
}

/// Returns the page as one HTML file, which shows `machines`, the data of the engine as JSON.
/// `None` if the parts of this file were not built.
pub fn single_file(machines: &str) -> Option<String> {
    let Bundle { script, style, engine } = BUNDLE.as_ref()?;
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    let packed = packed.write_all(machines.as_bytes()).and_then(|()| packed.finish()).expect("memory takes all bytes");
    let head = format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n<style>{style}</style>");
    let data = format!(
        "<script>globalThis.VIDALU = {{ engine: \"{}\", machines: \"{}\" }};</script>",
        BASE64_STANDARD.encode(engine),
        BASE64_STANDARD.encode(packed),
    );
    Some(page(&head, &data, &format!("<script>{script}</script>")))
}
