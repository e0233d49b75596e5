//! The files of the web app, inside the binary: made by the frontend's build, some of them
//! compressed beforehand.

use actix_web::{HttpRequest, HttpResponse, http::header, web::Bytes};
use autoparts_http::security_headers::{CROSS_ORIGIN_RESOURCE_POLICY, SHOWN_ANYWHERE};
use rust_embed::{EmbeddedFile, RustEmbed};
use std::borrow::Cow;

#[derive(RustEmbed)]
#[folder = "../../frontend/dist"]
#[allow_missing = true]
struct Files;

/// The page of the web app, before it says anything about the address it was asked for;
/// `None` when the server was built without the app.
pub(super) fn page() -> Option<String> {
    String::from_utf8(Files::get("index.html")?.data.into_owned()).ok()
}

/// A file of the app in the best encoding that the browser takes.
pub(super) fn serve(request: &HttpRequest, path: &str) -> Option<HttpResponse> {
    let is_sibling = path.strip_suffix(".br").or(path.strip_suffix(".gz")).is_some();
    let plain =
        Some(path).filter(|path| *path != "index.html" && !path.is_empty() && !is_sibling).and_then(Files::get)?;
    let best = [("br", ".br"), ("gzip", ".gz")].into_iter().find_map(|(encoding, ending)| {
        let file = accepts(request, encoding).then(|| Files::get(&format!("{path}{ending}"))).flatten()?;
        Some((file, Some(encoding)))
    });
    let (file, encoding) = best.unwrap_or((plain, None));
    let etag = etag(&file);
    let fresh = request.headers().get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == etag.as_bytes());
    let mut response = if fresh { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    // Names under assets/ hold a digest of their content and never change. The others are drawings and icons, which a release
    // may change: an old one does no harm for a day.
    let caching =
        if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "public, max-age=86400" };
    response
        .insert_header((header::ETAG, etag))
        .insert_header((header::VARY, "Accept-Encoding"))
        .insert_header((header::CACHE_CONTROL, caching));
    if media_type(path).starts_with("image/") {
        response.insert_header((CROSS_ORIGIN_RESOURCE_POLICY, SHOWN_ANYWHERE));
    }
    // What has no copy is compressed already: a font, a photograph. `identity` keeps the server from trying, and never leaves it.
    response.insert_header((header::CONTENT_ENCODING, encoding.unwrap_or("identity")));
    if fresh {
        return Some(response.finish());
    }
    let body = match file.data {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => bytes.into(),
    };
    Some(response.content_type(media_type(path)).body(body))
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

/// A digest of the content as it is sent.
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

    #[test]
    fn an_encoding_with_weight_zero_is_refused() {
        let request =
            |value: &str| TestRequest::get().insert_header((header::ACCEPT_ENCODING, value)).to_http_request();
        assert!(accepts(&request("gzip, br;q=0.9"), "br"));
        assert!(!accepts(&request("gzip, br;q=0"), "br"));
        assert!(!accepts(&request("gzip, br; q=0.00"), "br"));
        assert!(!accepts(&request("brotli"), "br"));
    }
}
