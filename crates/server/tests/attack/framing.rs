//! Requests with an ambiguous end, and malformed requests.

use crate::{
    raw::{self, Response},
    report::Report,
    shop::{Shop, said},
    support::Server,
};
use futures_util::future::join_all;
use serde_json::Value;

/// A request smuggled behind the end of another. If the server answers it, a 200 follows the first response.
const HIDDEN: &str = "GET /healthz HTTP/1.1\r\nHost: shop\r\n\r\n";

/// Headers that make the end of the body ambiguous, with a matching body.
const AMBIGUOUS: &[(&str, &str, &str)] = &[
    ("a length and chunks", "Content-Length: 4\r\nTransfer-Encoding: chunked", "0\r\n\r\n"),
    ("chunks and a length", "Transfer-Encoding: chunked\r\nContent-Length: 5", "0\r\n\r\n"),
    ("a length of zero and chunks", "Content-Length: 0\r\nTransfer-Encoding: chunked", "0\r\n\r\n"),
    ("two lengths", "Content-Length: 0\r\nContent-Length: 40", ""),
    ("two lengths in one line", "Content-Length: 0, 40", ""),
    ("the same length twice in one line", "Content-Length: 0, 0", ""),
    ("a signed length", "Content-Length: +0", ""),
    ("a negative length", "Content-Length: -1", ""),
    ("a length in hexadecimal", "Content-Length: 0x0", ""),
    ("a length with a space inside", "Content-Length: 0 0", ""),
    ("a length beyond all numbers", "Content-Length: 99999999999999999999999", ""),
    ("a length in words", "Content-Length: none", ""),
    ("chunks twice", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", "0\r\n\r\n"),
    ("chunks and identity", "Transfer-Encoding: chunked, identity", "0\r\n\r\n"),
    ("identity before chunks", "Transfer-Encoding: identity, chunked\r\nContent-Length: 0", "0\r\n\r\n"),
    ("chunks in another coding", "Transfer-Encoding: xchunked\r\nContent-Length: 0", ""),
    ("chunks with a tab before", "Transfer-Encoding:\tchunked\r\nContent-Length: 0", "0\r\n\r\n"),
    ("chunks with a vertical tab", "Transfer-Encoding: \u{b}chunked\r\nContent-Length: 0", "0\r\n\r\n"),
    ("a space before the colon", "Transfer-Encoding : chunked\r\nContent-Length: 0", "0\r\n\r\n"),
    ("a folded line", "X: y\r\n Transfer-Encoding: chunked\r\nContent-Length: 0", "0\r\n\r\n"),
    ("a folded coding", "Transfer-Encoding:\r\n chunked\r\nContent-Length: 0", "0\r\n\r\n"),
    ("a bare line feed in a header", "X: y\nTransfer-Encoding: chunked\r\nContent-Length: 4", "0\r\n\r\n"),
    ("a bare carriage return in a header", "X: y\rTransfer-Encoding: chunked\r\nContent-Length: 0", "0\r\n\r\n"),
    ("a zero byte in a header", "X: y\0\r\nContent-Length: 0", ""),
    ("a header without a name", ": y\r\nContent-Length: 0", ""),
    ("a header without a colon", "Transfer-Encoding chunked\r\nContent-Length: 0", ""),
    ("a length in another header's name", "Content_Length: 40\r\nContent-Length: x", ""),
];

/// Chunked bodies whose end only lenient parsers recognize.
const CHUNKS: &[(&str, &str)] = &[
    ("a chunk's size with a sign", "+0\r\n\r\n"),
    ("a chunk's size with 0x", "0x0\r\n\r\n"),
    ("a chunk's size of nothing", "\r\n\r\n"),
    ("a chunk's size beyond all numbers", "fffffffffffffffff\r\n\r\n"),
    ("a chunk's size that is no number", "zz\r\n\r\n"),
    ("a chunk longer than it says", "1\r\nabc\r\n0\r\n\r\n"),
    ("a chunk that ends in a bare line feed", "2\r\n{}\n0\r\n\r\n"),
    ("a chunk's size that ends in a bare line feed", "2\n{}\r\n0\r\n\r\n"),
    ("a line feed inside a chunk's extension", "2;a=b\nc\r\n{}\r\n0\r\n\r\n"),
];

pub(crate) async fn smuggled_requests(mut report: Report) -> Report {
    let shop = Shop::open().await;
    let start = "POST /feedback HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json";
    let honest = format!("{start}\r\nContent-Length: 2\r\n\r\n{{}}{HIDDEN}");
    let reply = raw::send(shop.server.address(), honest.as_bytes()).await;
    assert_eq!(reply.statuses(), [422, 200], "two honest requests get two answers: {}", reply.text);
    let mut cases = Vec::new();
    for (name, fields, body) in AMBIGUOUS {
        cases.push(((*name).to_owned(), format!("{start}\r\n{fields}\r\n\r\n{body}{HIDDEN}")));
    }
    for (name, body) in CHUNKS {
        cases.push(((*name).to_owned(), format!("{start}\r\nTransfer-Encoding: chunked\r\n\r\n{body}{HIDDEN}")));
    }
    let replies = join_all(cases.iter().map(|(_, bytes)| raw::send(shop.server.address(), bytes.as_bytes()))).await;
    for ((name, _), reply) in cases.iter().zip(replies) {
        // An ambiguous request is rejected, and nothing after it is read.
        let refused = matches!(reply.statuses().as_slice(), [] | [400..=499]) && reply.closed;
        report.case(name, refused, seen(&reply));
    }
    report
}

fn seen(reply: &Response) -> String {
    format!("answers {:?}, {}", reply.statuses(), if reply.closed { "closed" } else { "left open" })
}

/// Requests that a server must reject, or must not spend long on.
fn malformed() -> Vec<(&'static str, Vec<u8>)> {
    let many = "X: y\r\n".repeat(2000);
    vec![
        ("no HTTP at all", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03junk\r\n\r\n".to_vec()),
        (
            "random bytes",
            (0..=255)
                .cycle()
                .take(4096)
                .map(|byte: u32| u8::try_from(byte % 251).unwrap())
                .chain(*b"\r\n\r\n")
                .collect(),
        ),
        ("no version", b"GET /healthz\r\n\r\n".to_vec()),
        ("version 3.7", b"GET /healthz HTTP/3.7\r\nHost: shop\r\n\r\n".to_vec()),
        ("no path", b"GET  HTTP/1.1\r\nHost: shop\r\n\r\n".to_vec()),
        ("a space in the path", b"GET /a b HTTP/1.1\r\nHost: shop\r\n\r\n".to_vec()),
        ("a zero byte in the path", b"GET /\0 HTTP/1.1\r\nHost: shop\r\n\r\n".to_vec()),
        ("a method of control characters", b"G\x01T / HTTP/1.1\r\nHost: shop\r\n\r\n".to_vec()),
        (
            "a header of 100 kB",
            format!("GET /parts HTTP/1.1\r\nHost: shop\r\nX: {}\r\n\r\n", "y".repeat(100_000)).into(),
        ),
        ("a header of 17 kB", format!("GET /parts HTTP/1.1\r\nHost: shop\r\nX: {}\r\n\r\n", "y".repeat(17_000)).into()),
        ("two thousand headers", format!("GET /parts HTTP/1.1\r\nHost: shop\r\n{many}\r\n").into()),
        ("a path of 100 kB", format!("GET /{} HTTP/1.1\r\nHost: shop\r\n\r\n", "a".repeat(100_000)).into()),
        ("a path of 5 kB", format!("GET /{} HTTP/1.1\r\nHost: shop\r\n\r\n", "a".repeat(5000)).into()),
        ("TRACE", b"TRACE / HTTP/1.1\r\nHost: shop\r\nX-Secret: 1\r\nConnection: close\r\n\r\n".to_vec()),
        ("CONNECT", b"CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\nConnection: close\r\n\r\n".to_vec()),
        (
            "the address of another site",
            b"GET http://evil.example/healthz2 HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n".to_vec(),
        ),
    ]
}

pub(crate) async fn malformed_requests(mut report: Report) -> Report {
    let shop = Shop::open().await;
    let cases = malformed();
    let replies = join_all(cases.iter().map(|(_, bytes)| raw::send(shop.server.address(), bytes))).await;
    for ((name, _), reply) in cases.iter().zip(replies) {
        let refused =
            matches!(reply.statuses().as_slice(), [] | [400..=499]) && reply.closed | !reply.statuses().is_empty();
        report.case(name, refused, seen(&reply));
    }
    bodies(&mut report, &shop).await;
    paths(&mut report, &shop).await;
    let healthy = Server::answer(shop.server.request("GET", "/healthz")).await;
    report.case("the shop is well afterwards", healthy.0 == 200, said(&healthy));
    report
}

/// Bodies that are too large, too deeply nested, or not JSON.
async fn bodies(report: &mut Report, shop: &Shop) {
    let deep = format!("{}1{}", "[".repeat(30_000), "]".repeat(30_000));
    let nested = format!("{}1{}", "{\"message\":".repeat(5000), "}".repeat(5000));
    let cases: Vec<(&str, &str, Vec<u8>)> = vec![
        ("a body of 65 kB", "application/json", format!("{{\"message\":\"{}\"}}", "x".repeat(65 * 1024)).into()),
        ("a body of 10 MB", "application/json", vec![b' '; 10 * 1024 * 1024]),
        ("thirty thousand brackets", "application/json", deep.into()),
        ("objects five thousand deep", "application/json", nested.into()),
        ("half an object", "application/json", b"{\"message\":".to_vec()),
        ("a list", "application/json", b"[\"message\"]".to_vec()),
        ("a word", "application/json", b"\"message\"".to_vec()),
        ("nothing", "application/json", Vec::new()),
        ("bytes that are no UTF-8", "application/json", b"{\"message\":\"\xff\xfe\"}".to_vec()),
        ("half a surrogate pair", "application/json", br#"{"message":"\ud800"}"#.to_vec()),
        ("a zero byte in a text", "application/json", br#"{"message":"a\u0000b"}"#.to_vec()),
        ("text that runs backwards", "application/json", "{\"message\":\"a\u{202e}b\"}".into()),
        ("a number of a million digits", "application/json", format!("{{\"message\":{}}}", "9".repeat(60_000)).into()),
        ("a form", "application/x-www-form-urlencoded", b"message=hello".to_vec()),
        ("plain text, which browsers send unasked", "text/plain", b"{\"message\":\"hello\"}".to_vec()),
        ("a multipart form", "multipart/form-data; boundary=x", b"--x\r\n\r\nhello\r\n--x--".to_vec()),
        (
            "XML with an entity",
            "application/xml",
            b"<!DOCTYPE a [<!ENTITY e SYSTEM \"file:///etc/passwd\">]><a>&e;</a>".to_vec(),
        ),
    ];
    for (name, kind, body) in cases {
        let sent = shop.server.request("POST", "/feedback").header("content-type", kind).body(body).send().await;
        // A server that closes the connection before the end of a large body has rejected it, too.
        let seen = sent.map_or_else(|error| format!("hung up: {error}"), |answer| answer.status().as_u16().to_string());
        report.case(name, seen.starts_with('4') || seen.starts_with("hung up"), seen);
    }
}

/// Paths that try to leave the web app's folder, and queries with injected code.
async fn paths(report: &mut Report, shop: &Shop) {
    for path in [
        "/../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/..%2f..%2fetc%2fpasswd",
        "/assets/..%5c..%5cetc%5cpasswd",
        "/assets/%00",
        "/.git/config",
        "/.env",
        "/shop.db",
        "/data/autoparts.db",
        "/metrics",
        "/sandbox-payments.jsonl",
    ] {
        let reply = raw::send(
            shop.server.address(),
            format!("GET {path} HTTP/1.1\r\nHost: shop\r\nAccept: application/json\r\nConnection: close\r\n\r\n")
                .as_bytes(),
        )
        .await;
        let refused = matches!(reply.statuses().as_slice(), [400..=499]) && !reply.text.contains("root:");
        report.case(format_args!("GET {path}"), refused, seen(&reply));
    }
    let all: Value = Server::answer(shop.server.request("GET", "/parts")).await.1;
    for query in [
        "limit=0",
        "limit=-1",
        "limit=1001",
        "limit=1%20OR%201%3D1",
        "limit[]=1",
        "after=%27%20OR%201%3D1--",
        "after=%00",
    ] {
        let answer = Server::answer(shop.server.request("GET", &format!("/parts?{query}"))).await;
        report.case(
            format_args!("GET /parts?{query}"),
            answer.0 == 422 || (answer.0 == 200 && answer.1 == all),
            said(&answer),
        );
    }
    for text in [
        "' OR '1'='1",
        "'; DROP TABLE orders; --",
        "admin'--",
        "\" OR \"\"=\"",
        "1; SELECT pg_sleep(5)",
        "%27%20OR%201=1",
    ] {
        let path =
            format!("/users/{}", text.replace('%', "%25").replace(' ', "%20").replace('"', "%22").replace(';', "%3B"));
        let answer = shop.get(&path, &shop.olga.token).await;
        report.case(format_args!("GET /users/{text}"), answer.0.is_client_error(), said(&answer));
    }
}
