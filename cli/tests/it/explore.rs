//! `explore`: the served page, the page as one file, and both in a browser.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use vidalu_testkit::{browser, found, have, in_turn, script, seed, stdout, tool};

use crate::documents::root;
use crate::support::{command, vidalu};

/// Starts the server and returns it with its link.
fn serve(mut command: Command) -> (Child, String) {
    let mut server = command.spawn().expect("the program starts");
    let mut link = String::new();
    let out = server.stdout.as_mut().expect("stdout is a pipe");
    BufReader::new(out).read_line(&mut link).expect("stdout is text");
    (server, link.trim().to_owned())
}

/// Asks the engine of the server, as the page does.
fn ask(link: &str, question: &Value) -> Value {
    let (origin, token) = link.split_once("/?token=").expect("the link has a token");
    let host = origin.strip_prefix("http://").expect("the link is one of HTTP");
    let body = question.to_string();
    let mut stream = TcpStream::connect(host).expect("the server listens");
    let head = format!("POST /api HTTP/1.1\r\nhost: {host}\r\norigin: {origin}\r\nx-vidalu-token: {token}\r\n");
    write!(stream, "{head}connection: close\r\ncontent-length: {}\r\n\r\n{body}", body.len()).expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("the answer is text");
    let body = answer.split_once("\r\n\r\n").expect("a head and a body").1;
    serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {answer}"))
}

/// Sends a signal and returns the exit code.
fn end(mut server: Child, signal: &str) -> Option<i32> {
    let pid = server.id().to_string();
    assert!(Command::new("kill").args([signal, &pid]).status().expect("kill starts").success());
    server.wait().expect("it ends").code()
}

#[test]
fn the_served_page_begins_with_the_instruction_until_a_signal() {
    if !have(&["yosys"]) {
        return;
    }
    let line = "vadd.s32.u32.s32.sat %d, %x.b0, -5";
    for (signal, code) in [("-INT", 130), ("-TERM", 143)] {
        let (server, link) = serve(command(["explore", "--no-open", "--unit", "scalar", line, "%x=0x1ff"]));
        let catalog = ask(&link, &json!({ "ask": "catalog" }));
        let start = &catalog["ok"]["start"];
        assert_eq!(start["unit"], "scalar");
        assert_eq!(start["registers"], json!({ "a": "000001ff", "b": "fffffffb", "cc": "0" }));
        assert!(catalog["ok"]["labs"].as_array().expect("a list").len() > 10);
        let question =
            json!({ "ask": "evaluate", "unit": "scalar", "ptx": start["ptx"], "registers": start["registers"] });
        let answer = ask(&link, &question);
        assert_eq!(answer["ok"]["results"]["d"], "000000fa", "{answer}");
        assert_eq!(end(server, signal), Some(code));
    }
}

#[test]
fn the_link_is_opened_in_the_browser_of_the_desktop() {
    if !have(&["yosys"]) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder can be made");
    let opened = folder.path().join("opened");
    script(folder.path(), "xdg-open", &format!("echo \"$1\" > '{0}.new'; mv '{0}.new' '{0}'", opened.display()));
    let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").expect("there is a path"));
    let mut command = command(["explore", "--unit", "scalar"]);
    command.env("PATH", path);
    let (server, link) = serve(command);
    let started = Instant::now();
    while !opened.exists() {
        assert!(started.elapsed() < Duration::from_secs(20), "no browser was opened");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(std::fs::read_to_string(&opened).expect("it was written").trim(), link);
    assert_eq!(end(server, "-TERM"), Some(143));
}

#[test]
fn wrong_input_is_refused_with_its_remedy() {
    let taken = TcpListener::bind(("127.0.0.1", 0)).expect("a port is free");
    let port = taken.local_addr().expect("it is bound").port().to_string();
    let line = "vadd.u32.u32.u32 r1, r2, r3";
    let folder = tempfile::tempdir().expect("a folder can be made");
    let block = folder.path().join("block.toml");
    std::fs::write(&block, "unit = \"adder34\"\n").expect("the folder is ours");
    let block = block.display().to_string();
    for (args, said) in [
        (&["--port", &port][..], "name another port with --port"),
        (&["--port", "80", "--out", "page.html"], "cannot be used with"),
        (&["--set", "r2=1"], "name the instruction before its registers"),
        (&["vadd.u32.u32.u32 r1, r2"], "b is missing"),
        (&[line, "r4=1"], "the program has no register r4"),
        (&[line, "--unit", "carry"], "no unit of the page executes vadd"),
        (&[line, "--ops", "vsub"], "no unit of the page executes vadd"),
        (&["vadd.u32.u32.u32 r1, r2, r3; vadd.u32.u32.u32 r1, r2, r3"], "the page begins with one instruction"),
        (&["--unit", "adder34"], "invalid value 'adder34'"),
        (&["--config", &block], "is a block, and the page shows units"),
        (&["--depth", "99"], "99"),
    ] {
        let run = vidalu(["explore", "--no-open"].iter().chain(args), "");
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{args:?}: {}", run.stderr);
        assert!(run.stderr.contains(said), "{args:?}: {}", run.stderr);
    }
}

#[test]
fn the_page_is_one_file() {
    if !have(&["yosys"]) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder can be made");
    let out = folder.path().join("page.html");
    let write = || vidalu(["explore", "--out", out.to_str().expect("a name")], "");
    let run = write();
    if run.code == 3 {
        for text in ["cargo page", "rustup target add wasm32-unknown-unknown", "vidalu serves the page"] {
            assert!(run.stderr.contains(text), "{text}: {}", run.stderr);
        }
        assert!(!out.exists());
        found::<()>(Err("this vidalu was built without `cargo page`"));
        return;
    }
    assert_eq!(run.code, 0, "{}", run.stderr);
    let page = std::fs::read_to_string(&out).expect("it was written");
    assert!(page.len() < 3_000_000, "{} bytes", page.len());
    for network in ["src=\"", "href=\"http", "<!-- vidalu:"] {
        assert!(!page.contains(network), "{network} in the page");
    }
    assert!(write().stderr.contains("page.html replaces an earlier page"));
    std::fs::write(&out, "mine").expect("the folder is ours");
    assert_eq!(write().code, 2);
    assert_eq!(std::fs::read_to_string(&out).expect("it is there"), "mine");
}

/// Runs the tests of the page in a headless browser, with this vidalu.
#[test]
fn every_step_of_a_reader_works_in_a_browser() {
    let (Some(browser), Some(npm)) = (browser(), tool("npm")) else { return };
    if !have(&["node", "yosys"]) || !has_bundle() {
        return;
    }
    let page = root().join("explore/page");
    // A step is taken on the served page or on the file, with the next commit on the other. The
    // instructions that the page draws are a tenth, and others with each commit.
    let (turns, seed) = (in_turn(["0", "1"], 2), seed("VIDALU_SAMPLE_SEED").to_string());
    let npm = |words: &[&str]| {
        let mut command = Command::new(&npm);
        command.args(words).current_dir(&page).env("BROWSER", &browser).env("VIDALU", env!("CARGO_BIN_EXE_vidalu"));
        if let [turn] = turns[..] {
            command.env("TURN", turn).env("DRAWN", "1000").env("SEED", &seed);
        }
        stdout(&mut command)
    };
    if !Path::new(&page.join("node_modules")).exists() {
        npm(&["ci", "--no-fund", "--no-audit"]);
    }
    npm(&["run", "check"]);
    npm(&["test"]);
}

/// Returns whether this vidalu has the parts of the page that is one file.
fn has_bundle() -> bool {
    let run = vidalu(["explore", "--out", "/", "--unit", "scalar"], "");
    found(if run.code == 3 { Err("this vidalu was built without `cargo page`") } else { Ok(()) }).is_some()
}
