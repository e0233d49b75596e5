//! Public responses. They can be requested without limit, so they are cached in memory (with a size limit), created a
//! few at a time, encoded once, and shared by all readers.

mod asked;
mod copies;
mod kept;
mod key;
mod large;
mod list_body;
mod permits;

pub use copies::CATALOGUE_AS_OF;
pub(crate) use copies::{Coding, Copies};
pub(crate) use kept::Moment;
pub(crate) use key::{Key, VehicleStep};
pub(crate) use list_body::ListBody;
pub use permits::Permit;

use crate::problem::Problem;
use actix_web::{HttpRequest, HttpResponse, http::header::HeaderValue};
use autoparts_application::ports::generations::Generations;
use kept::{KeptAnswers, Next};
use permits::Permits;
use std::{
    collections::VecDeque,
    num::NonZeroUsize,
    sync::{Arc, Mutex, PoisonError},
    thread::available_parallelism,
};
use tokio::time::Instant;

/// Maximum number of requests waiting for a permit.
const WAITING: usize = 256;

/// Maximum size of cached pages before encoding, in bytes.
const KEPT: usize = 4 * 1024 * 1024;

/// How often a request waits for another one that reads the same. If that fails each time, it reads for itself.
const WAITS: usize = 2;

/// Responses that are costly to create.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CostlyRead {
    /// A list of parts.
    Parts,
    /// A list of reviews.
    Reviews,
    /// Search results.
    Searches,
    /// Fitment.
    Fitment,
    /// A page of the web app.
    Pages,
}

/// Creates and caches public responses.
#[derive(Debug)]
pub struct PublicAnswers {
    parts: Permits,
    reviews: Permits,
    searches: Permits,
    fitment: Permits,
    pages: Permits,
    kept: KeptAnswers,
    copies: Mutex<VecDeque<Arc<Copies>>>,
}

impl Default for PublicAnswers {
    fn default() -> Self {
        let cores = available_parallelism().map_or(1, NonZeroUsize::get);
        let permits = || Permits::new(cores.max(2), WAITING);
        Self {
            parts: permits(),
            reviews: permits(),
            searches: permits(),
            fitment: permits(),
            pages: permits(),
            kept: KeptAnswers::default(),
            copies: Mutex::default(),
        }
    }
}

impl PublicAnswers {
    /// Waits for a permit to create a costly response; refuses if too many requests are waiting already.
    pub async fn permit(&self, what: CostlyRead) -> Result<Permit<'_>, Problem> {
        match what {
            CostlyRead::Parts => self.parts.next().await,
            CostlyRead::Reviews => self.reviews.next().await,
            CostlyRead::Searches => self.searches.next().await,
            CostlyRead::Fitment => self.fitment.next().await,
            CostlyRead::Pages => self.pages.next().await,
        }
    }

    /// Responds with a page in the best encoding that the client accepts, or with 304 if the client already has it.
    /// Releases the permit under which the page was created.
    pub async fn answer(
        &self,
        request: &HttpRequest,
        media_type: &'static str,
        body: Vec<u8>,
        _permit: Permit<'_>,
    ) -> HttpResponse {
        self.copies(Copies::new(body.into(), HeaderValue::from_static(media_type), None)).answer(request).await
    }

    /// Uses the cached response for a key, if it is valid for a request that came at `asked`. Does not wait, and `with`
    /// must be fast.
    pub(crate) fn with_kept<T>(&self, key: &Key, asked: Moment, with: impl FnOnce(&Copies) -> Option<T>) -> Option<T> {
        self.kept.with(key, asked, with)
    }

    /// Responds from the cache, or reads the data now. One request reads for all that ask for the same.
    pub(crate) async fn read(
        &self,
        request: &HttpRequest,
        generations: &Generations,
        key: Key,
        read: impl AsyncFn() -> Result<Copies, Problem>,
    ) -> Result<HttpResponse, Problem> {
        let now = || Moment { generation: generations.current(key.source()), at: Instant::now() };
        let asked = now();
        let permit = async || match key.cost() {
            Some(cost) => self.permit(cost).await.map(Some),
            None => Ok(None),
        };
        for _ in 0..=WAITS {
            match self.kept.next(&key, asked) {
                Next::Take(copies) => {
                    // Encoding needs a permit as well.
                    let coding = Coding::at_a_glance(request.headers());
                    let is_ready = coding.is_some_and(|coding| copies.ready(request, coding).is_some());
                    let _permit = if is_ready { None } else { permit().await? };
                    return Ok(self.encoded(request, &key, &copies).await);
                }
                Next::Wait(mut reading) => {
                    // The value never changes; an error means that reading has ended.
                    let _ = reading.changed().await;
                }
                Next::Read(reading) => {
                    let _permit = permit().await?;
                    let begun = now();
                    let copies = reading.keep(read().await?.counted()?, begun);
                    return Ok(self.encoded(request, &key, &copies).await);
                }
            }
        }
        let _permit = permit().await?;
        Ok(read().await?.counted()?.answer(request).await)
    }

    async fn encoded(&self, request: &HttpRequest, key: &Key, copies: &Copies) -> HttpResponse {
        let before = copies.bytes();
        let response = copies.answer(request).await;
        if copies.bytes() != before {
            self.kept.count_again(key);
        }
        response
    }

    /// The cached copies of a page, or new ones.
    fn copies(&self, new: Copies) -> Arc<Copies> {
        let mut kept = self.copies.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept.iter().position(|copies| copies.is_of(&new)).and_then(|position| kept.remove(position));
        let copies = found.unwrap_or_else(|| Arc::new(new));
        kept.push_front(Arc::clone(&copies));
        while kept.len() > 1 && kept.iter().map(|copies| copies.plain_bytes()).sum::<usize>() > KEPT {
            kept.pop_back();
        }
        copies
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::{body, http::header, test::TestRequest};
    use std::io::Read;

    async fn answered(answers: &PublicAnswers, accept: &str, body: &str) -> (Option<String>, Vec<u8>) {
        let request = TestRequest::get().insert_header((header::ACCEPT_ENCODING, accept)).to_http_request();
        let permit = answers.permit(CostlyRead::Pages).await.unwrap();
        let response = answers.answer(&request, "text/plain", body.into(), permit).await;
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
        let identity = Some("identity".to_owned());
        for accept in ["identity", "zstd", "br;q=0, gzip;q=0"] {
            assert_eq!(
                answered(&answers, accept, &text).await,
                (identity.clone(), text.clone().into_bytes()),
                "{accept}"
            );
        }
        assert_eq!(answered(&answers, "br", "short").await, (identity, b"short".to_vec()));
    }

    #[test]
    fn only_so_many_bytes_of_pages_are_kept() {
        let answers = PublicAnswers::default();
        let page =
            |number: u8| Copies::new(vec![number; 256 * 1024].into(), HeaderValue::from_static("text/html"), None);
        for number in 0..100 {
            answers.copies(page(number));
        }
        let kept = answers.copies.lock().unwrap();
        assert_eq!(kept.iter().map(|copies| copies.plain_bytes()).sum::<usize>(), KEPT);
        assert!(kept.front().unwrap().is_of(&page(99)), "the latest ones");
    }
}
