//! Answers that everybody may see: anybody may ask for them as often as they like, so they are bounded
//! in bytes, made a few at a time, encoded once, and shared by all who take them in.

use crate::problem::{Code, Problem};
use actix_web::{
    HttpRequest, HttpResponse, HttpResponseBuilder,
    http::{
        StatusCode,
        header::{self, AcceptEncoding, ContentEncoding, Encoding, EntityTag, Header, IfNoneMatch},
    },
    web::{self, Bytes},
};
use flate2::{Compression, write::GzEncoder};
use serde::Serialize;
use std::{
    collections::VecDeque,
    hash::{DefaultHasher, Hash, Hasher},
    io::{self, Write},
    num::NonZeroUsize,
    sync::{Arc, Mutex, PoisonError},
    thread::available_parallelism,
};
use tokio::sync::{OnceCell, Semaphore, SemaphorePermit};

/// The most bytes of a list, unless its first item alone has more.
pub(crate) const MAX_LIST: usize = 256 * 1024;

/// Requests that may wait for their permit.
const WAITING: usize = 256;

/// Shorter bodies are not worth encoding.
const WORTH_ENCODING: usize = 1024;

/// The most bytes that are kept, before encoding.
const KEPT: usize = 4 * 1024 * 1024;

/// What brotli costs is paid once for each change, so it may try a little.
const BROTLI_QUALITY: i32 = 5;

/// What takes a while to make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CostlyRead {
    /// A list of parts.
    Parts,
    /// A list of reviews.
    Reviews,
    /// What was found.
    Searches,
    /// A page of the web app.
    Pages,
}

/// Makes and keeps answers for everybody.
#[derive(Debug)]
pub struct PublicAnswers {
    parts: Permits,
    reviews: Permits,
    searches: Permits,
    pages: Permits,
    copies: Mutex<VecDeque<Arc<Copies>>>,
}

impl Default for PublicAnswers {
    fn default() -> Self {
        let cores = available_parallelism().map_or(1, NonZeroUsize::get);
        let permits = || Permits::new(cores.max(2), WAITING);
        Self { parts: permits(), reviews: permits(), searches: permits(), pages: permits(), copies: Mutex::default() }
    }
}

impl PublicAnswers {
    /// Waits until something costly may be made; refuses when too many wait already.
    pub async fn permit(&self, what: CostlyRead) -> Result<Permit<'_>, Problem> {
        match what {
            CostlyRead::Parts => self.parts.next().await,
            CostlyRead::Reviews => self.reviews.next().await,
            CostlyRead::Searches => self.searches.next().await,
            CostlyRead::Pages => self.pages.next().await,
        }
    }

    /// Answers with a body in the best encoding that the client takes, or, to a client that has that body
    /// already, with 304. The permit in which it was made ends with it.
    pub async fn answer(
        &self,
        request: &HttpRequest,
        mut response: HttpResponseBuilder,
        media_type: &str,
        body: Vec<u8>,
        _turn: Permit<'_>,
    ) -> HttpResponse {
        let digest = digest(&body);
        let tag = etag(digest);
        if is_known(request, &tag) {
            tell_about(&mut response, &tag);
            return response.status(StatusCode::NOT_MODIFIED).finish();
        }
        self.copies(digest, body).answer(request, response, media_type).await
    }

    /// The copies of a body, those that are kept or new ones.
    fn copies(&self, digest: u64, body: Vec<u8>) -> Arc<Copies> {
        let mut kept = self.copies.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |copies: &Arc<Copies>| copies.digest == digest && copies.plain == body;
        let found = kept.iter().position(same).and_then(|position| kept.remove(position));
        let copies = found.unwrap_or_else(|| Arc::new(Copies::of(digest, body.into())));
        kept.push_front(Arc::clone(&copies));
        while kept.len() > 1 && kept.iter().map(|copies| copies.plain.len()).sum::<usize>() > KEPT {
            kept.pop_back();
        }
        copies
    }
}

type Encoder = fn(&[u8]) -> io::Result<Vec<u8>>;

/// One body as it goes over the wire.
#[derive(Debug)]
pub(crate) struct Copies {
    digest: u64,
    plain: Bytes,
    gzip: OnceCell<Bytes>,
    brotli: OnceCell<Bytes>,
}

impl Copies {
    fn of(digest: u64, plain: Bytes) -> Self {
        Self { digest, plain, gzip: OnceCell::new(), brotli: OnceCell::new() }
    }

    /// A body that does not change as long as the server runs.
    pub(crate) fn of_constant(plain: Bytes) -> Self {
        Self::of(digest(&plain), plain)
    }

    /// Answers with the copy in the best encoding that the client takes, or, to a client that has the body
    /// already, with 304.
    pub(crate) async fn answer(
        &self,
        request: &HttpRequest,
        mut response: HttpResponseBuilder,
        media_type: &str,
    ) -> HttpResponse {
        let tag = etag(self.digest);
        tell_about(&mut response, &tag);
        if is_known(request, &tag) {
            return response.status(StatusCode::NOT_MODIFIED).finish();
        }
        response.content_type(media_type);
        let encoded = match best_encoding(request, self.plain.len()) {
            Some(encoding) => self.encoded(encoding).await.map(|bytes| (encoding, bytes)),
            None => None,
        };
        match encoded {
            Some((encoding, bytes)) => {
                response.insert_header((header::CONTENT_ENCODING, encoding.as_str())).body(bytes)
            }
            None => response.body(self.plain.clone()),
        }
    }

    /// The body in an encoding; a caller who asks while it is being made waits for it. `None` when it cannot
    /// be made, which is no reason not to answer.
    async fn encoded(&self, encoding: ContentEncoding) -> Option<Bytes> {
        let (cell, encode): (_, Encoder) = match encoding {
            ContentEncoding::Brotli => (&self.brotli, brotli),
            ContentEncoding::Gzip => (&self.gzip, gzip),
            _ => return None,
        };
        let make = || async {
            let plain = self.plain.clone();
            web::block(move || encode(&plain)).await.map_err(io::Error::other)?.map(Bytes::from)
        };
        cell.get_or_try_init(make).await.ok().cloned()
    }
}

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

fn best_encoding(request: &HttpRequest, length: usize) -> Option<ContentEncoding> {
    if length < WORTH_ENCODING {
        return None;
    }
    let supported = [Encoding::brotli(), Encoding::gzip(), Encoding::identity()];
    match AcceptEncoding::parse(request).ok()?.negotiate(supported.iter())? {
        Encoding::Known(ContentEncoding::Identity) | Encoding::Unknown(_) => None,
        Encoding::Known(encoding) => Some(encoding),
    }
}

fn etag(digest: u64) -> EntityTag {
    // Weak, because one body has several encodings.
    EntityTag::new_weak(format!("{digest:016x}"))
}

/// What tells a body from those before it.
pub(crate) fn entity_tag(body: &[u8]) -> EntityTag {
    etag(digest(body))
}

/// What caches have to know.
fn tell_about(response: &mut HttpResponseBuilder, etag: &EntityTag) {
    response
        .insert_header((header::ETAG, etag.to_string()))
        .insert_header((header::VARY, "Accept-Encoding"))
        .insert_header((header::CACHE_CONTROL, "no-cache"));
}

/// Whether the client has the body already.
pub(crate) fn is_known(request: &HttpRequest, etag: &EntityTag) -> bool {
    match IfNoneMatch::parse(request) {
        Ok(IfNoneMatch::Any) => true,
        Ok(IfNoneMatch::Items(known)) => known.iter().any(|known| known.weak_eq(etag)),
        Err(_) => false,
    }
}

fn digest(body: &[u8]) -> u64 {
    let mut digest = DefaultHasher::new();
    body.hash(&mut digest);
    digest.finish()
}

/// Few at a time, in the order in which they came, and only so many waiting.
#[derive(Debug)]
struct Permits {
    places: Semaphore,
    running: Semaphore,
}

/// The right to make something costly.
#[derive(Debug)]
pub struct Permit<'a> {
    _place: SemaphorePermit<'a>,
    _running: SemaphorePermit<'a>,
}

impl Permits {
    fn new(running: usize, waiting: usize) -> Self {
        Self { places: Semaphore::new(running + waiting), running: Semaphore::new(running) }
    }

    async fn next(&self) -> Result<Permit<'_>, Problem> {
        let busy = || {
            Problem::new(
                Code::Unavailable,
                "Too many visitors are asking for this at once. Please try again in 2 seconds.",
            )
        };
        let place = self.places.try_acquire().map_err(|_| busy())?;
        let running = self.running.acquire().await.map_err(|_| busy())?;
        Ok(Permit { _place: place, _running: running })
    }
}

/// A JSON array that is being written, up to a number of bytes.
pub(crate) struct ListBody {
    json: Vec<u8>,
    last: Option<String>,
    full: bool,
}

impl ListBody {
    pub(crate) fn new() -> Self {
        Self { json: vec![b'['], last: None, full: false }
    }

    /// Adds an item with its id, unless that would be too much.
    pub(crate) fn add<T: Serialize>(&mut self, item: &T, id: &str) -> Result<(), Problem> {
        if self.full {
            return Ok(());
        }
        let before = self.json.len();
        if self.last.is_some() {
            self.json.push(b',');
        }
        serde_json::to_writer(&mut self.json, item).map_err(|error| Problem::ours(Code::Internal, error))?;
        if self.last.is_some() && self.json.len() >= MAX_LIST {
            self.json.truncate(before);
            self.full = true;
        } else {
            self.last = Some(id.to_owned());
        }
        Ok(())
    }

    /// Whether no more goes in.
    pub(crate) fn is_full(&self) -> bool {
        self.full
    }

    /// The id of the last item.
    pub(crate) fn last(&self) -> Option<String> {
        self.last.clone()
    }

    pub(crate) fn into_json(mut self) -> Vec<u8> {
        self.json.push(b']');
        self.json
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::{body, test::TestRequest};
    use std::{future::Future, io::Read, pin::pin, task};

    async fn answered(answers: &PublicAnswers, accept: &str, body: &str) -> (Option<String>, Vec<u8>) {
        let request = TestRequest::get().insert_header((header::ACCEPT_ENCODING, accept)).to_http_request();
        let permit = answers.permit(CostlyRead::Parts).await.unwrap();
        let response = answers.answer(&request, HttpResponse::Ok(), "text/plain", body.into(), permit).await;
        let encoding = response.headers().get(header::CONTENT_ENCODING);
        let encoding = encoding.map(|encoding| encoding.to_str().unwrap().to_owned());
        (encoding, body::to_bytes(response.into_body()).await.unwrap().to_vec())
    }

    #[actix_web::test]
    async fn a_client_gets_the_best_encoding_that_it_takes() {
        let answers = PublicAnswers::default();
        let text = "a part of a car, ".repeat(1000);
        let (encoding, body) = answered(&answers, "gzip, deflate, br", &text).await;
        let mut plain = Vec::new();
        brotli::BrotliDecompress(&mut &*body, &mut plain).unwrap();
        assert_eq!((encoding.as_deref(), plain), (Some("br"), text.clone().into_bytes()));
        let (encoding, body) = answered(&answers, "gzip", &text).await;
        let mut plain = String::new();
        flate2::read::GzDecoder::new(&*body).read_to_string(&mut plain).unwrap();
        assert_eq!((encoding.as_deref(), plain), (Some("gzip"), text.clone()));
        for accept in ["identity", "zstd", "br;q=0, gzip;q=0"] {
            assert_eq!(answered(&answers, accept, &text).await, (None, text.clone().into_bytes()), "{accept}");
        }
        assert_eq!(answered(&answers, "br", "short").await, (None, b"short".to_vec()));
    }

    #[actix_web::test]
    async fn one_body_is_encoded_once_and_another_is_never_taken_for_it() {
        let answers = PublicAnswers::default();
        let first = answers.copies(1, vec![1; 5000]);
        let encoded = first.encoded(ContentEncoding::Brotli).await.unwrap();
        let again = answers.copies(1, vec![1; 5000]).encoded(ContentEncoding::Brotli).await.unwrap();
        assert_eq!(encoded.as_ptr(), again.as_ptr());
        let other = answers.copies(1, vec![2; 5000]);
        assert_eq!(other.plain, vec![2; 5000], "although its digest is the same");
    }

    #[actix_web::test]
    async fn only_so_many_bytes_are_kept() {
        let answers = PublicAnswers::default();
        for number in 0..100 {
            answers.copies(number, vec![1; 256 * 1024]);
        }
        let kept = answers.copies.lock().unwrap();
        assert_eq!(kept.iter().map(|copies| copies.plain.len()).sum::<usize>(), KEPT);
        assert_eq!(kept.front().unwrap().digest, 99, "the latest ones");
    }

    #[actix_web::test]
    async fn few_are_made_at_a_time_and_few_wait() {
        let permits = Permits::new(2, 1);
        let first = permits.next().await.unwrap();
        let _second = permits.next().await.unwrap();
        let mut third = pin!(permits.next());
        let mut context = task::Context::from_waker(task::Waker::noop());
        assert!(third.as_mut().poll(&mut context).is_pending());
        assert_eq!(permits.next().await.unwrap_err().code(), Code::Unavailable, "and is told when to come back");
        drop(first);
        assert!(third.as_mut().poll(&mut context).is_ready());
    }

    #[test]
    fn a_list_ends_before_it_has_too_many_bytes() {
        let mut list = ListBody::new();
        for number in 0..10 {
            list.add(&"x".repeat(100 * 1024), &number.to_string()).unwrap();
        }
        assert_eq!((list.is_full(), list.last().as_deref()), (true, Some("1")));
        let json = list.into_json();
        assert!(json.len() <= MAX_LIST);
        assert_eq!(serde_json::from_slice::<Vec<String>>(&json).unwrap().len(), 2);
    }

    #[test]
    fn an_item_that_is_too_much_by_itself_is_not_lost() {
        let mut list = ListBody::new();
        for id in ["1", "2"] {
            list.add(&"x".repeat(MAX_LIST), id).unwrap();
        }
        assert_eq!(list.last().as_deref(), Some("1"));
        assert_eq!(serde_json::from_slice::<Vec<String>>(&list.into_json()).unwrap().len(), 1);
    }
}
