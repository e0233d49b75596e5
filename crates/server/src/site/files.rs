//! The files of the web app, inside the binary. The frontend's build adds a Brotli copy of each text file;
//! the gzip copy for clients that do not accept Brotli is made when the first of them requests the file.

use actix_web::{HttpRequest, HttpResponse, http::header, web::Bytes};
use autoparts_http::security_headers::{CROSS_ORIGIN_RESOURCE_POLICY, SHOWN_ANYWHERE};
use flate2::{Compression, write::GzEncoder};
use rust_embed::{EmbeddedFile, RustEmbed};
use std::{
    borrow::Cow,
    collections::BTreeMap,
    io::{self, Write},
    sync::{Mutex, PoisonError},
};

#[derive(RustEmbed)]
#[folder = "../../frontend/dist"]
#[allow_missing = true]
struct Files;

/// Returns the page of the web app before it is adapted to an address; `None` if the server was built without the
/// app.
pub(super) fn page() -> Option<String> {
    String::from_utf8(Files::get("index.html")?.data.into_owned()).ok()
}

/// The gzip copies by file path. Bounded, because only text files of the app are added.
static GZIPPED: Mutex<BTreeMap<String, Bytes>> = Mutex::new(BTreeMap::new());

/// An encoded file.
struct Encoded {
    body: Bytes,
    /// Its content coding.
    coding: &'static str,
    etag: String,
}

/// Serves a file of the app in the best encoding that the browser accepts.
pub(super) fn serve(request: &HttpRequest, path: &str) -> Option<HttpResponse> {
    let plain = Some(path)
        .filter(|path| *path != "index.html" && !path.is_empty() && path.strip_suffix(".br").is_none())
        .and_then(Files::get)?;
    let Encoded { body, coding, etag } = encoded(request, path, plain);
    let fresh = request.headers().get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == etag.as_bytes());
    let mut response = if fresh { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    // Names under assets/ contain a content hash, so those files never change. The others are drawings and icons,
    // which a release may change; a day-old copy does no harm.
    let caching =
        if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "public, max-age=86400" };
    response
        .insert_header((header::ETAG, etag))
        .insert_header((header::VARY, "Accept-Encoding"))
        .insert_header((header::CACHE_CONTROL, caching));
    if media_type(path).starts_with("image/") {
        response.insert_header((CROSS_ORIGIN_RESOURCE_POLICY, SHOWN_ANYWHERE));
    }
    // `identity` keeps the middleware from compressing; it is not sent to the client.
    response.insert_header((header::CONTENT_ENCODING, coding));
    if fresh {
        return Some(response.finish());
    }
    Some(response.content_type(media_type(path)).body(body))
}

/// Picks the encoding. A file without a Brotli copy, such as a font or a photograph, is already compressed and is
/// sent unchanged.
fn encoded(request: &HttpRequest, path: &str, plain: EmbeddedFile) -> Encoded {
    let etag = etag(&plain);
    if let Some(packed) = Files::get(&format!("{path}.br")) {
        if accepts(request, "br") {
            let etag = self::etag(&packed);
            return Encoded { body: bytes(packed), coding: "br", etag };
        }
        if accepts(request, "gzip")
            && let Ok(body) = gzipped(path, &plain.data)
        {
            let etag = format!("{}-gzip\"", etag.trim_end_matches('"'));
            return Encoded { body, coding: "gzip", etag };
        }
    }
    Encoded { body: bytes(plain), coding: "identity", etag }
}

/// Returns the gzip copy of a file, created on first use.
fn gzipped(path: &str, plain: &[u8]) -> io::Result<Bytes> {
    let copies = || GZIPPED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(made) = copies().get(path) {
        return Ok(made.clone());
    }
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(plain)?;
    let made = Bytes::from(encoder.finish()?);
    Ok(copies().entry(path.to_owned()).or_insert(made).clone())
}

fn bytes(file: EmbeddedFile) -> Bytes {
    match file.data {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => bytes.into(),
    }
}

fn accepts(request: &HttpRequest, encoding: &str) -> bool {
    let offered = request.headers().get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    let refused = |parameter: &str| {
        let weight = parameter.trim().strip_prefix("q=").map(str::trim);
        weight.is_some_and(|weight| weight.bytes().all(|byte| matches!(byte, b'0' | b'.')))
    };
    offered.is_some_and(|list| {
        list.split(',').any(|item| {
            let mut item = item.split(';');
            item.next().is_some_and(|name| name.trim().eq_ignore_ascii_case(encoding)) && !item.any(refused)
        })
    })
}

/// Returns a hash of the content as sent.
fn etag(file: &EmbeddedFile) -> String {
    let digest = file.metadata.sha256_hash();
    let start = digest.first_chunk().copied().unwrap_or_default();
    format!("\"{:016x}\"", u64::from_be_bytes(start))
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("woff2") => "font/woff2",
        Some("png") => "image/png",
        Some("webp") => "image/webp",
        Some("ico") => "image/x-icon",
        Some("txt") => "text/plain; charset=utf-8",
        Some("xml") => "application/xml",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;
    use flate2::read::GzDecoder;
    use std::io::Read;

    #[test]
    fn an_encoding_with_weight_zero_is_refused() {
        let request =
            |value: &str| TestRequest::get().insert_header((header::ACCEPT_ENCODING, value)).to_http_request();
        assert!(accepts(&request("gzip, br;q=0.9"), "br"));
        assert!(!accepts(&request("gzip, br;q=0"), "br"));
        assert!(!accepts(&request("gzip, br; q=0.00"), "br"));
        assert!(!accepts(&request("brotli"), "br"));
    }

    #[test]
    fn a_gzip_copy_is_made_once_and_holds_the_file() {
        let text = b"a part of a car, ".repeat(1000);
        let made = gzipped("assets/test.js", &text).unwrap();
        let mut plain = Vec::new();
        GzDecoder::new(&made[..]).read_to_end(&mut plain).unwrap();
        assert_eq!(plain, text);
        assert_eq!(gzipped("assets/test.js", &text).unwrap().as_ptr(), made.as_ptr());
    }
}
