//! One response body, in each encoding and with its headers.

use super::large;
use crate::problem::Problem;
use actix_web::{
    HttpMessage, HttpRequest, HttpResponse,
    body::{BodySize, BoxBody},
    http::{
        StatusCode,
        header::{
            self, AcceptEncoding, ContentEncoding, Encoding, EntityTag, Header, HeaderMap, HeaderName, HeaderValue,
            IfNoneMatch,
        },
    },
    web::{self, Bytes},
};
use flate2::{Compression, write::GzEncoder};
use std::{
    hash::{DefaultHasher, Hash, Hasher},
    io::{self, Write},
};
use tokio::sync::OnceCell;

/// Header of responses from the catalog copy, while the database is down: the moment that they show.
pub const CATALOGUE_AS_OF: &str = "catalogue-as-of";

/// Shorter bodies are not encoded.
const WORTH_ENCODING: usize = 1024;

/// Compression happens once per change, so brotli may use a medium quality.
const BROTLI_QUALITY: i32 = 5;

/// The encoding of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Coding {
    Identity,
    Gzip,
    Brotli,
}

impl Coding {
    const ALL: [Self; 3] = [Self::Identity, Self::Gzip, Self::Brotli];

    /// The preferred encoding of a request, if quick to determine: the header is absent or a common browser value.
    pub(crate) fn at_a_glance(headers: &HeaderMap) -> Option<Self> {
        let mut values = headers.get_all(header::ACCEPT_ENCODING);
        let Some(value) = values.next() else { return Some(Self::Identity) };
        if values.next().is_some() {
            return None;
        }
        match value.as_bytes() {
            b"gzip, deflate, br, zstd" | b"gzip, deflate, br" | b"br, gzip, deflate" | b"gzip, br" | b"br" => {
                Some(Self::Brotli)
            }
            b"gzip, deflate" | b"gzip" => Some(Self::Gzip),
            b"identity" => Some(Self::Identity),
            _ => None,
        }
    }

    /// The preferred encoding of a request.
    fn best(request: &HttpRequest) -> Self {
        let supported = [Encoding::brotli(), Encoding::gzip(), Encoding::identity()];
        let accepted = AcceptEncoding::parse(request).ok();
        match accepted.and_then(|accepted| accepted.negotiate(supported.iter())) {
            Some(Encoding::Known(ContentEncoding::Brotli)) => Self::Brotli,
            Some(Encoding::Known(ContentEncoding::Gzip)) => Self::Gzip,
            _ => Self::Identity,
        }
    }

    /// Its value of `Content-Encoding`. The value for an unencoded body stops the web server from encoding it, and is
    /// never sent: `guard` removes it.
    const fn name(self) -> HeaderValue {
        HeaderValue::from_static(match self {
            Self::Identity => "identity",
            Self::Gzip => "gzip",
            Self::Brotli => "br",
        })
    }

    const fn suffix(self) -> &'static str {
        match self {
            Self::Identity => "",
            Self::Gzip => "-gzip",
            Self::Brotli => "-br",
        }
    }
}

/// A body to send, or one that the client already has.
#[derive(Debug)]
pub(crate) enum Ready {
    /// The bytes in an encoding.
    Body(Coding, Bytes),
    /// The client has the body in this encoding.
    Known(Coding),
}

/// One body with its headers.
#[derive(Debug)]
pub(crate) struct Copies {
    plain: Bytes,
    media_type: HeaderValue,
    link: Option<HeaderValue>,
    /// The moment that it shows, if not the current one.
    as_of: Option<HeaderValue>,
    digest: u64,
    /// In the order of [`Coding::ALL`].
    etags: [HeaderValue; 3],
    gzip: OnceCell<Option<Bytes>>,
    brotli: OnceCell<Option<Bytes>>,
}

impl Copies {
    /// Creates copies of a body; `link` points to the next page.
    pub(crate) fn new(plain: Bytes, media_type: HeaderValue, link: Option<HeaderValue>) -> Self {
        let digest = digest(&plain);
        let gzip = OnceCell::new();
        let brotli = OnceCell::new();
        Self { plain, media_type, link, as_of: None, digest, etags: etags(digest), gzip, brotli }
    }

    /// For data from a catalog copy that shows a past moment.
    pub(crate) fn showing(self, moment: &str) -> Self {
        // A different ETag: otherwise a browser with the same bytes would keep showing the moment of its first
        // response.
        let tagged = digest(&[&self.plain[..], moment.as_bytes()].concat());
        Self { as_of: HeaderValue::try_from(moment).ok(), etags: etags(tagged), ..self }
    }

    /// The same, counted towards the limit of large responses if it is large.
    pub(super) fn counted(self) -> Result<Self, Problem> {
        Ok(Self { plain: large::counted(self.plain)?, ..self })
    }

    /// Whether both are of the same body.
    pub(crate) fn is_of(&self, other: &Self) -> bool {
        self.digest == other.digest && self.plain == other.plain && self.link == other.link && self.as_of == other.as_of
    }

    /// The size before encoding, in bytes.
    pub(super) fn plain_bytes(&self) -> usize {
        self.plain.len()
    }

    /// The size of all copies created so far, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let made = |cell: &OnceCell<Option<Bytes>>| cell.get().and_then(Option::as_ref).map_or(0, Bytes::len);
        self.plain.len() + made(&self.gzip) + made(&self.brotli)
    }

    /// The body for a request, if it already exists in this encoding. Does not wait.
    pub(crate) fn ready(&self, request: &impl HttpMessage, coding: Coding) -> Option<Ready> {
        if let Some(known) = self.known(request, coding) {
            return Some(Ready::Known(known));
        }
        let encoded = match coding {
            _ if !self.is_worth_encoding() => None,
            Coding::Identity => None,
            Coding::Gzip => self.gzip.get()?.clone(),
            Coding::Brotli => self.brotli.get()?.clone(),
        };
        Some(match encoded {
            Some(bytes) => Ready::Body(coding, bytes),
            None => Ready::Body(Coding::Identity, self.plain.clone()),
        })
    }

    /// The same; creates the encoded copy if there is none.
    pub(crate) async fn of_request(&self, request: &HttpRequest) -> Ready {
        let coding = Coding::best(request);
        if let Some(known) = self.known(request, coding) {
            return Ready::Known(known);
        }
        match self.encoded(coding).await {
            Some(bytes) => Ready::Body(coding, bytes),
            None => Ready::Body(Coding::Identity, self.plain.clone()),
        }
    }

    /// Responds to a request; with 304 if the client already has the body.
    pub(crate) async fn answer(&self, request: &HttpRequest) -> HttpResponse {
        let ready = self.of_request(request).await;
        let mut response = HttpResponse::new(ready.status());
        self.describe(&ready, response.headers_mut());
        match ready {
            Ready::Known(_) => response,
            Ready::Body(coding, bytes) => {
                response.headers_mut().insert(header::CONTENT_ENCODING, coding.name());
                response.set_body(BoxBody::new(bytes))
            }
        }
    }

    /// Adds the headers of a response.
    pub(crate) fn describe(&self, ready: &Ready, headers: &mut HeaderMap) {
        let (Ready::Body(coding, _) | Ready::Known(coding)) = ready;
        let [plain, gzip, brotli] = &self.etags;
        let etag = match coding {
            Coding::Identity => plain,
            Coding::Gzip => gzip,
            Coding::Brotli => brotli,
        };
        headers.insert(header::ETAG, etag.clone());
        headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
        let kept = if self.as_of.is_some() { "no-store" } else { "no-cache" };
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(kept));
        if let Some(link) = &self.link {
            headers.insert(header::LINK, link.clone());
        }
        if let Some(moment) = &self.as_of {
            headers.insert(HeaderName::from_static(CATALOGUE_AS_OF), moment.clone());
        }
        if let Ready::Body(coding, _) = ready {
            headers.insert(header::CONTENT_TYPE, self.media_type.clone());
            if *coding != Coding::Identity {
                headers.insert(header::CONTENT_ENCODING, coding.name());
            }
        }
    }

    fn is_worth_encoding(&self) -> bool {
        self.plain.len() >= WORTH_ENCODING
    }

    /// The encoding of the copy that a client already has; if it has several, the one that it would get now.
    fn known(&self, request: &impl HttpMessage, best: Coding) -> Option<Coding> {
        let value = request.headers().get(header::IF_NONE_MATCH)?;
        let exactly = |etag: &HeaderValue| etag.as_bytes() == value.as_bytes();
        if let Some(position) = self.etags.iter().position(exactly) {
            return Coding::ALL.get(position).copied();
        }
        let items = match IfNoneMatch::parse(request).ok()? {
            IfNoneMatch::Any => return Some(best),
            IfNoneMatch::Items(items) => items,
        };
        let is_known = |coding: &Coding| {
            let etag = EntityTag::new_strong(format!("{:016x}{}", self.digest, coding.suffix()));
            items.iter().any(|item| item.weak_eq(&etag))
        };
        [best].into_iter().chain(Coding::ALL).find(is_known)
    }

    /// Returns the body in an encoding; concurrent callers wait for the same encoder. `None` if encoding failed or
    /// saved nothing; the unencoded body is sent then.
    async fn encoded(&self, coding: Coding) -> Option<Bytes> {
        if !self.is_worth_encoding() {
            return None;
        }
        let (cell, encode): (_, Encoder) = match coding {
            Coding::Identity => return None,
            Coding::Gzip => (&self.gzip, gzip),
            Coding::Brotli => (&self.brotli, brotli),
        };
        let make = || async {
            let plain = self.plain.clone();
            let encoded = web::block(move || encode(&plain)).await.map_err(io::Error::other)??;
            Ok::<_, io::Error>(Some(encoded).filter(|encoded| encoded.len() < self.plain.len()).map(Bytes::from))
        };
        cell.get_or_try_init(make).await.ok()?.clone()
    }
}

impl Ready {
    pub(crate) fn status(&self) -> StatusCode {
        match self {
            Self::Body(..) => StatusCode::OK,
            Self::Known(_) => StatusCode::NOT_MODIFIED,
        }
    }

    /// The bytes to send, with their size.
    pub(crate) fn into_bytes(self) -> (Bytes, BodySize) {
        match self {
            Self::Known(_) => (Bytes::new(), BodySize::None),
            Self::Body(_, bytes) => {
                let size = BodySize::Sized(u64::try_from(bytes.len()).unwrap_or(u64::MAX));
                (bytes, size)
            }
        }
    }
}

type Encoder = fn(&[u8]) -> io::Result<Vec<u8>>;

fn gzip(plain: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(plain)?;
    encoder.finish()
}

fn brotli(plain: &[u8]) -> io::Result<Vec<u8>> {
    let parameters =
        brotli::enc::BrotliEncoderParams { quality: BROTLI_QUALITY, size_hint: plain.len(), ..Default::default() };
    let mut encoded = Vec::new();
    brotli::BrotliCompress(&mut &*plain, &mut encoded, &parameters)?;
    Ok(encoded)
}

fn etags(digest: u64) -> [HeaderValue; 3] {
    Coding::ALL.map(|coding| {
        // Hexadecimal digits and letters are valid in a header.
        HeaderValue::try_from(format!("\"{digest:016x}{}\"", coding.suffix()))
            .unwrap_or_else(|_| HeaderValue::from_static("\"\""))
    })
}

fn digest(body: &[u8]) -> u64 {
    let mut digest = DefaultHasher::new();
    body.hash(&mut digest);
    digest.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    const TEXT: HeaderValue = HeaderValue::from_static("text/plain");

    fn long() -> Copies {
        Copies::new("a part of a car, ".repeat(1000).into(), TEXT, None)
    }

    fn if_none_match(value: &str) -> HttpRequest {
        TestRequest::get().insert_header((header::IF_NONE_MATCH, value)).to_http_request()
    }

    #[actix_web::test]
    async fn one_body_is_encoded_once_and_is_ready_from_then_on() {
        let copies = long();
        let request = TestRequest::get().to_http_request();
        assert!(copies.ready(&request, Coding::Identity).is_some());
        assert!(copies.ready(&request, Coding::Brotli).is_none());
        let encoded = copies.encoded(Coding::Brotli).await.unwrap();
        assert_eq!(copies.encoded(Coding::Brotli).await.unwrap().as_ptr(), encoded.as_ptr());
        let Some(Ready::Body(Coding::Brotli, ready)) = copies.ready(&request, Coding::Brotli) else { panic!() };
        assert_eq!((ready.as_ptr(), copies.bytes()), (encoded.as_ptr(), 17_000 + encoded.len()));
    }

    #[actix_web::test]
    async fn what_gets_no_shorter_is_not_encoded() {
        let mut state = 1_u64;
        let noise = std::iter::repeat_with(|| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state.to_be_bytes()[0]
        });
        let copies = Copies::new(noise.take(5_000).collect(), TEXT, None);
        assert_eq!(copies.encoded(Coding::Gzip).await, None);
        let request = TestRequest::get().to_http_request();
        assert!(matches!(copies.ready(&request, Coding::Gzip), Some(Ready::Body(Coding::Identity, _))));
        assert_eq!(copies.bytes(), 5_000);
    }

    #[actix_web::test]
    async fn each_encoding_has_a_strong_tag_and_any_of_them_is_known() {
        let copies = long();
        let header = |response: &HttpResponse, name| response.headers().get(name).unwrap().to_str().unwrap().to_owned();
        let mut tags: Vec<String> = Vec::new();
        for encoding in ["identity", "gzip", "br"] {
            let request = TestRequest::get().insert_header((header::ACCEPT_ENCODING, encoding)).to_http_request();
            let response = copies.answer(&request).await;
            assert_eq!(header(&response, header::CONTENT_ENCODING), encoding);
            tags.push(header(&response, header::ETAG));
        }
        tags.dedup();
        assert_eq!((tags.len(), tags.iter().all(|tag| tag.starts_with('"'))), (3, true), "{tags:?}");
        for tag in &tags {
            for value in [tag.clone(), format!("W/{tag}"), format!("\"x\", {tag}")] {
                let response = copies.answer(&if_none_match(&value)).await;
                assert_eq!(response.status(), StatusCode::NOT_MODIFIED, "{value}");
                assert_eq!(header(&response, header::ETAG), *tag, "the one that the client has");
            }
        }
        assert_eq!(copies.answer(&if_none_match("*")).await.status(), StatusCode::NOT_MODIFIED);
        for other in ["\"0\"", "x", ""] {
            assert_eq!(copies.answer(&if_none_match(other)).await.status(), StatusCode::OK, "{other}");
        }
    }

    #[test]
    fn what_browsers_take_is_seen_at_a_glance() {
        let glance = |value: &str| {
            let request = TestRequest::get().insert_header((header::ACCEPT_ENCODING, value)).to_http_request();
            Coding::at_a_glance(request.headers()).map(|coding| (coding, Coding::best(&request)))
        };
        for (value, coding) in [
            ("gzip, deflate, br, zstd", Coding::Brotli),
            ("gzip, deflate, br", Coding::Brotli),
            ("br", Coding::Brotli),
            ("gzip, deflate", Coding::Gzip),
            ("gzip", Coding::Gzip),
            ("identity", Coding::Identity),
        ] {
            assert_eq!(glance(value), Some((coding, coding)), "{value}");
        }
        for value in ["br;q=0.5, gzip", "*", "identity;q=0", "", "compress"] {
            assert_eq!(glance(value), None, "{value}");
        }
        assert_eq!(Coding::at_a_glance(TestRequest::get().to_http_request().headers()), Some(Coding::Identity));
    }
}
