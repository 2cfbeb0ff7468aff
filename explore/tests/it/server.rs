//! The server, asked by a client that writes each byte of its requests.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::LazyLock;
use std::time::Duration;

use vidalu_explore::Server;

/// A running server: its port and its token. Its engine returns the request.
static SITE: LazyLock<(u16, String)> = LazyLock::new(|| {
    let server = Server::bind(0).expect("a port is free");
    let link = server.link();
    let (port, token) =
        link.strip_prefix("http://127.0.0.1:").and_then(|rest| rest.split_once("/?token=")).expect("the link");
    let site = (port.parse().expect("a number"), token.to_owned());
    std::thread::spawn(move || server.run(|request| format!("<{request}>")));
    site
});

/// Sends bytes and returns the status, the head and the body of the answer.
fn send(bytes: &[u8]) -> (u16, String, String) {
    let mut stream = TcpStream::connect(("127.0.0.1", SITE.0)).expect("it listens");
    stream.set_read_timeout(Some(Duration::from_secs(20))).expect("the time is positive");
    // A refused request may be answered, and its connection closed, before it was sent as a whole.
    let _ = stream.write_all(bytes);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let answer = String::from_utf8(answer).expect("every file is text");
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("not an answer: {answer:?}"));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    (status, head.to_lowercase(), body.to_owned())
}

/// Returns the head of a request with the host of the server.
fn head(line: &str, headers: &[(&str, &str)]) -> String {
    let headers: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    format!("{line} HTTP/1.1\r\nhost: 127.0.0.1:{}\r\nconnection: close\r\n{headers}\r\n", SITE.0)
}

fn get(path: &str) -> (u16, String, String) {
    send(head(&format!("GET {path}"), &[]).as_bytes())
}

/// Asks the engine from an origin with a token.
fn ask(origin: Option<&str>, token: Option<&str>, body: &[u8]) -> (u16, String, String) {
    let length = body.len().to_string();
    let headers = [("content-length", Some(length.as_str())), ("origin", origin), ("x-vidalu-token", token)];
    let headers: Vec<_> = headers.iter().filter_map(|(name, value)| Some((*name, (*value)?))).collect();
    send(&[head("POST /api", &headers).as_bytes(), body].concat())
}

fn own() -> String {
    format!("http://127.0.0.1:{}", SITE.0)
}

#[test]
fn the_page_and_each_of_its_modules_are_served() {
    let (status, head, page) = get(&format!("/?token={}", SITE.1));
    assert_eq!(status, 200);
    for header in ["content-type: text/html", "nosniff", "no-referrer", "frame-ancestors 'none'", "no-store"] {
        assert!(head.contains(header), "{header}: {head}");
    }
    assert!(page.contains("src=\"src/main.js\"") && !page.contains("<!-- vidalu:"), "{page}");
    let (status, head, main) = get("/src/main.js");
    assert_eq!((status, head.contains("text/javascript")), (200, true));
    let imports: Vec<_> = main.split("from \"./").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(imports.len() > 10, "{main}");
    for name in imports {
        assert_eq!(get(&format!("/src/{name}")).0, 200, "{name}");
    }
    assert!(get("/style.css").1.contains("text/css"));
}

#[test]
fn the_engine_answers_the_page_with_the_token() {
    let answer = |origin: &str| ask(Some(origin), Some(&SITE.1), "{\"ask\":\"ä\"}".as_bytes());
    let (status, head, body) = answer(&own());
    assert_eq!((status, body.as_str()), (200, "<{\"ask\":\"ä\"}>"));
    assert!(head.contains("application/json"), "{head}");
    assert_eq!(answer(&format!("http://localhost:{}", SITE.0)).0, 200);
}

#[test]
fn the_engine_does_not_answer_anyone_else() {
    let other = "0".repeat(SITE.1.len());
    for token in [None, Some(""), Some(other.as_str())] {
        let (status, _, body) = ask(Some(&own()), token, b"{}");
        assert_eq!((status, body.as_str()), (403, "the token is not the one of the link"), "{token:?}");
    }
    let port = SITE.0;
    let longer = format!("{}0", own());
    let secure = format!("https://127.0.0.1:{port}");
    let other_port = format!("http://127.0.0.1:{}", port ^ 1);
    let named = format!("http://127.0.0.1.example:{port}");
    for origin in [
        None,
        Some(""),
        Some("null"),
        Some("http://example.com"),
        Some(&longer),
        Some(&secure),
        Some(&other_port),
        Some(&named),
    ] {
        let (status, _, body) = ask(origin, Some(&SITE.1), b"{}");
        assert_eq!((status, body.as_str()), (403, "the request does not come from this page"), "{origin:?}");
    }
}

#[test]
fn other_names_of_the_address_are_refused() {
    for host in ["example.com", "127.0.0.1", "127.0.0.2:80", "localhost", "[::1]"] {
        let request = format!("GET / HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
        assert_eq!(send(request.as_bytes()).0, 403, "{host}");
    }
    assert_eq!(send(b"GET / HTTP/1.0\r\n\r\n").0, 403);
    let script = head("GET /src/main.js", &[("origin", "http://example.com")]);
    assert_eq!(send(script.as_bytes()).0, 403);
}

#[test]
fn no_path_of_the_file_system_is_served() {
    for path in [
        "/etc/passwd",
        "//etc/passwd",
        "/../../../../../../../../etc/passwd",
        "/src/../../Cargo.toml",
        "/src/../style.css",
        "/%2e%2e/Cargo.toml",
        "/..%2f..%2fetc%2fpasswd",
        "/src/",
        "/src",
        "/package.json",
        "/src/types.d.ts",
        "/style.css/",
    ] {
        let (status, _, body) = get(path);
        assert_eq!((status, body.as_str()), (404, "the page has no such file"), "{path}");
    }
}

#[test]
fn other_methods_are_refused() {
    for line in ["PUT /", "PUT /api", "POST /", "GET /api", "DELETE /src/main.js", "OPTIONS /api", "HEAD /"] {
        let request = head(line, &[("origin", &own()), ("x-vidalu-token", &SITE.1)]);
        assert_eq!(send(request.as_bytes()).0, 405, "{line}");
    }
}

#[test]
fn a_request_is_at_most_a_mebibyte_of_text() {
    let (status, _, body) = ask(Some(&own()), Some(&SITE.1), &vec![b' '; 1 << 20]);
    assert_eq!((status, body.len()), (200, (1 << 20) + 2));
    assert_eq!(ask(Some(&own()), Some(&SITE.1), b"\xff").0, 400);
    let own = own();
    let from_page = [("origin", own.as_str()), ("x-vidalu-token", SITE.1.as_str())];
    let long = [from_page[0], from_page[1], ("content-length", "10000000000")];
    assert_eq!(send(head("POST /api", &long).as_bytes()).0, 413);
    let chunked = [from_page[0], from_page[1], ("transfer-encoding", "chunked")];
    let chunk = format!("{:x}\r\n{}\r\n0\r\n\r\n", (1 << 20) + 1, " ".repeat((1 << 20) + 1));
    assert_eq!(send((head("POST /api", &chunked) + &chunk).as_bytes()).0, 413);
    // The server still answers.
    assert_eq!(get("/").0, 200);
}

#[test]
fn a_server_listens_on_the_loopback_address_with_its_own_token() {
    let server = Server::bind(0).expect("a port is free");
    let link = server.link();
    assert_ne!(link.split("token=").nth(1).expect("a token"), SITE.1);
    let port = link["http://127.0.0.1:".len()..].split('/').next().expect("a port").parse().expect("a number");
    assert_eq!(Server::bind(port).expect_err("it is taken").kind(), ErrorKind::AddrInUse);
}
