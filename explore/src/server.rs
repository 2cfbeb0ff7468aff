//! The server of the page on the loopback address.
//!
//! Every program of the machine and every page of the browser can reach a loopback address.
//! Therefore the server answers only to its own name, which a page of another site cannot have
//! (DNS rebinding), and it asks the engine only for its own page with the token of the link.

use std::convert::Infallible;
use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;

use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::{Body, Bytes, Incoming};
use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use tokio::runtime;

use crate::files;

/// The size of the longest request to the engine in bytes.
const LIMIT: usize = 1 << 20;

/// The headers of every answer. The page loads only files of the server.
const HEADERS: [(HeaderName, HeaderValue); 5] = [
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; \
             img-src data: blob:; frame-ancestors 'none'",
        ),
    ),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
];

/// A server of the page, bound to a port of the loopback address.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    port: u16,
    token: String,
}

/// The data on which the answers depend.
struct Site<A> {
    port: u16,
    token: String,
    answer: A,
}

impl Server {
    /// Binds the server to `port` of 127.0.0.1, or to a free port for 0.
    ///
    /// # Errors
    /// If the port is taken or not allowed.
    pub fn bind(port: u16) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        listener.set_nonblocking(true)?;
        let port = listener.local_addr()?.port();
        let token = format!("{:016x}{:016x}", getrandom::u64()?, getrandom::u64()?);
        Ok(Self { listener, port, token })
    }

    /// Returns the link that opens the page, with the token.
    pub fn link(&self) -> String {
        format!("http://127.0.0.1:{}/?token={}", self.port, self.token)
    }

    /// Serves the page until the process ends. `answer` is the engine.
    ///
    /// # Errors
    /// If the system does not allow threads or connections.
    pub fn run(self, answer: impl Fn(&str) -> String + Send + Sync + 'static) -> io::Result<Infallible> {
        let site = Arc::new(Site { port: self.port, token: self.token, answer });
        let runtime = runtime::Builder::new_multi_thread().worker_threads(2).enable_io().build()?;
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            loop {
                let stream = match listener.accept().await {
                    Ok((stream, _)) => stream,
                    Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => continue,
                    Err(error) => return Err(error),
                };
                let site = site.clone();
                let service = service_fn(move |request| respond(site.clone(), request));
                // A connection fails if the browser closes it, which concerns nobody else.
                tokio::spawn(
                    hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(stream), service),
                );
            }
        })
    }
}

/// Answers a request.
async fn respond<A>(site: Arc<Site<A>>, request: Request<Incoming>) -> Result<Response<Full<Bytes>>, Infallible>
where
    A: Fn(&str) -> String,
{
    let path = request.uri().path().trim_start_matches('/').to_owned();
    let (status, media, text) = match site.check(request.method(), &path, request.headers()) {
        Err((status, why)) => (status, "text/plain", why.to_owned()),
        Ok(()) if path == "api" => match body(request.into_body()).await {
            Ok(text) => (StatusCode::OK, "application/json", (site.answer)(&text)),
            Err((status, why)) => (status, "text/plain", why.to_owned()),
        },
        Ok(()) => match files::served(&path) {
            Some((text, media)) => (StatusCode::OK, media, text),
            None => (StatusCode::NOT_FOUND, "text/plain", "the page has no such file".to_owned()),
        },
    };
    let mut response = Response::new(Full::from(text));
    *response.status_mut() = status;
    response.headers_mut().extend(HEADERS);
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(media));
    Ok(response)
}

/// A refused request: its status and the reason.
type Refused = (StatusCode, &'static str);

impl<A> Site<A> {
    /// Refuses a request that did not come from the page: another method, name or origin, or a
    /// question to the engine without the token.
    fn check(&self, method: &Method, path: &str, headers: &HeaderMap) -> Result<(), Refused> {
        let hosts = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{}", self.port));
        let is = |name: HeaderName, prefix: &str| {
            let value = headers.get(name)?.to_str().unwrap_or_default();
            Some(value.strip_prefix(prefix).is_some_and(|host| hosts.iter().any(|own| own == host)))
        };
        let is_question = path == "api";
        if *method != if is_question { Method::POST } else { Method::GET } {
            return Err((StatusCode::METHOD_NOT_ALLOWED, "the page is read with GET, and api is asked with POST"));
        }
        if is(header::HOST, "") != Some(true) {
            return Err((StatusCode::FORBIDDEN, "the host is not this server"));
        }
        // A browser names the origin of every POST, and of a GET from another site's script.
        if !is(header::ORIGIN, "http://").unwrap_or(!is_question) {
            return Err((StatusCode::FORBIDDEN, "the request does not come from this page"));
        }
        if is_question && headers.get("x-vidalu-token").is_none_or(|token| token != self.token.as_str()) {
            return Err((StatusCode::FORBIDDEN, "the token is not the one of the link"));
        }
        Ok(())
    }
}

/// Reads the text of a request.
async fn body(body: Incoming) -> Result<String, Refused> {
    let too_long = (StatusCode::PAYLOAD_TOO_LARGE, "the request is longer than 1 MiB");
    if body.size_hint().lower() > LIMIT as u64 {
        return Err(too_long);
    }
    let bytes = Limited::new(body, LIMIT).collect().await.map_err(|error| match error.is::<LengthLimitError>() {
        true => too_long,
        false => (StatusCode::BAD_REQUEST, "the request ended early"),
    })?;
    String::from_utf8(bytes.to_bytes().into()).map_err(|_| (StatusCode::BAD_REQUEST, "the request is not UTF-8"))
}
