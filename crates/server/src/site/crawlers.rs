//! `/robots.txt` and `/sitemap.xml`: what search engines may crawl, and the URLs of it.

use super::{Site, addresses};
use actix_web::{
    HttpRequest, HttpResponse,
    body::{BodySize, BoxBody, MessageBody},
    get,
    http::header::{self, AcceptEncoding, Encoding, Header, HeaderValue},
    web::{self, Bytes, Data},
};
use autoparts_application::{
    catalogue::CatalogueResult,
    ports::page::{MAX_PAGE, Page},
    shop::Shop,
};
use autoparts_domain::{id::PartId, time::Timestamp};
use autoparts_http::{
    problem::{Code, Problem},
    state::Api,
};
use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use maud::html;
use std::{
    collections::BTreeMap,
    io::{self, Cursor, Read as _, Write as _},
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};
use tokio::sync::Mutex;

/// Maximum number of URLs in a sitemap file (sitemaps.org).
const MAX_ADDRESSES: usize = 50_000;

/// Chunk size in bytes for decompressing a file.
const CHUNK: usize = 16 * 1024;

/// Maximum number of listed categories; more would displace parts.
const MAX_CATEGORIES: usize = 500;

/// Number of parts per file. The first file also has the other pages.
const PARTS_IN_FILE: usize = MAX_ADDRESSES - MAX_CATEGORIES - 100;

#[get("/robots.txt")]
pub(super) async fn robots(site: Data<Site>) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .content_type("text/plain; charset=utf-8")
        .body(rules(&site.address("/sitemap.xml")))
}

/// Excludes private pages from crawling.
fn rules(sitemap_url: &str) -> String {
    let private = addresses::private().into_iter().map(|path| format!("Disallow: {path}\n"));
    format!("User-agent: *\n{}\nSitemap: {sitemap_url}\n", private.collect::<String>())
}

/// The cached sitemap: creating it reads all ids, and it is public.
#[derive(Default)]
pub(super) struct Sitemap(Mutex<Option<Written>>);

/// A sitemap: an index, and files created on first request.
struct Written {
    until: Timestamp,
    /// The part after which each file begins.
    starts: Vec<Option<PartId>>,
    /// Compressed with gzip, because a large catalog has many files.
    files: BTreeMap<usize, Bytes>,
    /// Total number of files: first the part files, then the vehicle files, which are created up front.
    count: usize,
}

/// How long a sitemap is cached.
const SITEMAP_LASTS: Duration = Duration::from_hours(1);

/// How long a sitemap is cached that lacks vehicles because the index was not ready.
const INCOMPLETE_LASTS: Duration = Duration::from_mins(1);

#[get("/sitemap.xml")]
pub(super) async fn sitemap(api: Data<Api>, site: Data<Site>) -> Result<HttpResponse, Problem> {
    let mut kept = site.sitemap.0.lock().await;
    let files = written(&mut kept, &api.shop, &site).await?.count;
    let file = |number| html! { "  " sitemap { loc { (site.address(&file_path(number))) } } "\n" }.into_string();
    Ok(xml(document("sitemapindex", &(1..=files).map(file).collect::<String>())))
}

#[get("/sitemap-{number}.xml")]
pub(super) async fn sitemap_file(
    api: Data<Api>,
    site: Data<Site>,
    number: web::Path<String>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let number: usize = number.parse().map_err(|_| Problem::not_found())?;
    // Hold the lock while creating the file, so that concurrent requests wait instead of reading the data again.
    let mut kept = site.sitemap.0.lock().await;
    let written = written(&mut kept, &api.shop, &site).await?;
    let packed = match written.files.get(&number) {
        Some(packed) => packed.clone(),
        None => {
            let place = number.checked_sub(1).and_then(|place| written.starts.get(place));
            let place = place.ok_or_else(Problem::not_found)?;
            let plain = file(&api.shop, &site, number == 1, *place).await?;
            let packed = pack(plain).await.map_err(|error| Problem::ours(Code::Internal, error))?;
            written.files.entry(number).or_insert(packed).clone()
        }
    };
    drop(kept);
    let takes_gzip = AcceptEncoding::parse(&request).is_ok_and(|accepted| {
        accepted.negotiate([Encoding::gzip(), Encoding::identity()].iter()) == Some(Encoding::gzip())
    });
    // `identity` keeps the server from encoding the streamed body; it is not sent to the client.
    let encoding = HeaderValue::from_static(if takes_gzip { "gzip" } else { "identity" });
    let mut response = if takes_gzip { xml(BoxBody::new(packed)) } else { xml(Unpacked::new(packed)) };
    response.headers_mut().insert(header::CONTENT_ENCODING, encoding);
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    Ok(response)
}

fn file_path(number: usize) -> String {
    format!("/sitemap-{number}.xml")
}

fn xml(body: impl MessageBody + 'static) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .content_type("application/xml; charset=utf-8")
        .body(body)
}

fn document(root: &str, entries: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <{root} xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n{entries}</{root}>\n"
    )
}

/// Returns the cached sitemap, or a new one if it has expired.
async fn written<'k>(kept: &'k mut Option<Written>, shop: &Shop, site: &Site) -> Result<&'k mut Written, Problem> {
    let now = shop.clock.now();
    match kept.take().filter(|written| now < written.until) {
        Some(written) => Ok(kept.insert(written)),
        None => {
            let starts = starts(shop).await?;
            // Without vehicles, still list the parts.
            let (lasts, vehicles) = match shop.vehicles_with_pages().await {
                Ok(Some(vehicles)) => (SITEMAP_LASTS, vehicles),
                Ok(None) | Err(_) => (INCOMPLETE_LASTS, Vec::new()),
            };
            let mut files = BTreeMap::new();
            let mut count = starts.len();
            for some in vehicles.chunks(MAX_ADDRESSES) {
                count += 1;
                let paths = some.iter().map(|vehicle| addresses::of_vehicle(vehicle, None));
                let plain = document("urlset", &paths.map(|path| entry(site, &path)).collect::<String>());
                files.insert(count, pack(plain).await.map_err(|error| Problem::ours(Code::Internal, error))?);
            }
            Ok(kept.insert(Written { until: now.plus(lasts), starts, files, count }))
        }
    }
}

fn entry(site: &Site, path: &str) -> String {
    html! { "  " url { loc { (site.address(path)) } } "\n" }.into_string()
}

/// Returns the part after which each file begins; there is a first file even without parts.
async fn starts(shop: &Shop) -> CatalogueResult<Vec<Option<PartId>>> {
    let mut starts = vec![None];
    let mut page = Page::first();
    let mut in_file = 0;
    loop {
        let ids = shop.part_ids(page).await?;
        let Some(last) = ids.last().copied() else { return Ok(starts) };
        for id in &ids {
            if in_file == PARTS_IN_FILE {
                starts.push(page.after);
                in_file = 0;
            }
            in_file += 1;
            page.after = Some(*id);
        }
        page.after = Some(last);
    }
}

async fn file(shop: &Shop, site: &Site, with_pages: bool, start: Option<PartId>) -> CatalogueResult<String> {
    let mut entries = String::new();
    if with_pages {
        entries.extend(addresses::public().map(|path| entry(site, path)));
        let categories = shop.categories().await?;
        let categories = categories.in_order().into_iter().take(MAX_CATEGORIES);
        entries.extend(categories.map(|category| entry(site, &addresses::of_category(&category.id))));
    }
    let mut page = Page { after: start, limit: MAX_PAGE };
    let mut room = PARTS_IN_FILE;
    while room > 0 {
        let ids = shop.part_ids(page).await?;
        let Some(last) = ids.last().copied() else { break };
        entries.extend(ids.iter().take(room).map(|id| entry(site, &addresses::of_part(*id))));
        room -= ids.len().min(room);
        page.after = Some(last);
    }
    Ok(document("urlset", &entries))
}

async fn pack(plain: String) -> io::Result<Bytes> {
    let pack = move || {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(plain.as_bytes())?;
        encoder.finish()
    };
    web::block(pack).await.map_err(io::Error::other)?.map(Bytes::from)
}

/// The text of a compressed file, decompressed as the client reads it: all readers share the compressed bytes, and each
/// holds one chunk of text.
struct Unpacked(GzDecoder<Cursor<Bytes>>);

impl Unpacked {
    fn new(packed: Bytes) -> Self {
        Self(GzDecoder::new(Cursor::new(packed)))
    }
}

impl MessageBody for Unpacked {
    type Error = io::Error;

    fn size(&self) -> BodySize {
        BodySize::Stream
    }

    fn poll_next(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<io::Result<Bytes>>> {
        let mut chunk = vec![0; CHUNK];
        Poll::Ready(match self.get_mut().0.read(&mut chunk) {
            Ok(0) => None,
            Ok(length) => {
                chunk.truncate(length);
                Some(Ok(chunk.into()))
            }
            // The response has already started: end it early, which the client detects.
            Err(error) => Some(Err(error)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::body::to_bytes;
    use autoparts_application::catalogue::indexing::IndexFollower;
    use autoparts_domain::fitment::Application;
    use autoparts_testing::{
        clock::{NEW_YEAR, numbered},
        samples::{part, vehicles, years},
        test_shop::TestShop,
    };
    use std::{collections::BTreeSet, future::poll_fn};

    /// Returns the full text of a compressed file.
    async fn text(packed: Bytes) -> String {
        let body = to_bytes(Unpacked::new(packed)).await.unwrap();
        String::from_utf8(body.to_vec()).unwrap()
    }

    #[test]
    fn the_first_file_has_room_for_the_pages() {
        assert!(addresses::public().count() + MAX_CATEGORIES + PARTS_IN_FILE <= MAX_ADDRESSES);
    }

    #[tokio::test]
    async fn a_large_catalogue_has_files_without_gaps_or_repeats() {
        let test_shop = TestShop::default();
        let site = Site::new("https://shop.example");
        let parts = u64::try_from(PARTS_IN_FILE).unwrap() + 3;
        let fill = move |tx: &mut dyn autoparts_application::ports::store::Transaction| {
            (1..=parts).try_for_each(|number| tx.insert_part(&part(number, 1), NEW_YEAR))
        };
        test_shop.shop.store.write(fill).await.unwrap();
        let starts = starts(&test_shop.shop).await.unwrap();
        assert_eq!(starts, [None, Some(numbered(parts - 3).into())]);
        let first = file(&test_shop.shop, &site, true, starts[0]).await.unwrap();
        let second = file(&test_shop.shop, &site, false, starts[1]).await.unwrap();
        assert_eq!(first.matches("/shop/").count(), PARTS_IN_FILE);
        assert_eq!(second.matches("<loc>").count(), 3);
        let last_of_first = addresses::of_part(numbered(parts - 3).into());
        assert!(first.contains(&last_of_first) && !second.contains(&last_of_first));
    }

    #[tokio::test]
    async fn vehicles_that_parts_are_listed_for_have_files_behind_those_of_the_parts() {
        let test_shop = TestShop::default();
        let site = Site::new("https://shop.example");
        let admin = test_shop.admin().await;
        test_shop.shop.add_vehicles(vehicles()).await.unwrap();
        let part = test_shop.part(1, 5, 100).await;
        let application = Application {
            years: years(2017, 2018),
            engine: None,
            position: None,
            pieces: None,
            conditions: BTreeSet::new(),
        };
        let record = test_shop.shop.store.read(move |tx| tx.part_record(&part)).await.unwrap().unwrap();
        let civic = "honda/civic".parse().unwrap();
        test_shop.shop.edit_fitment(admin, part, record.revision, civic, vec![application]).await.unwrap();
        IndexFollower::new(test_shop.shop.clone()).follow().await.unwrap();
        let mut kept = None;
        let written = written(&mut kept, &test_shop.shop, &site).await.unwrap();
        assert_eq!((written.starts.len(), written.count), (1, 2));
        let plain = text(written.files[&2].clone()).await;
        let addresses: Vec<&str> = plain.lines().filter_map(|line| line.trim().strip_prefix("<url><loc>")).collect();
        assert_eq!(
            addresses,
            ["2018", "2017"].map(|year| format!("https://shop.example/fit/honda/civic/{year}</loc></url>"))
        );
    }

    #[tokio::test]
    async fn an_empty_shop_has_a_file_of_its_pages() {
        let test_shop = TestShop::default();
        assert_eq!(starts(&test_shop.shop).await.unwrap(), [None]);
        let only = file(&test_shop.shop, &Site::new("https://shop.example"), true, None).await.unwrap();
        assert_eq!(only.matches("<loc>").count(), addresses::public().count());
    }

    #[tokio::test]
    async fn a_file_survives_its_packing() {
        let packed = pack("<urlset/>".repeat(100)).await.unwrap();
        assert!(packed.len() < 100);
        assert_eq!(text(packed).await, "<urlset/>".repeat(100));
    }

    #[tokio::test]
    async fn a_plain_file_is_sent_in_chunks() {
        let plain = "<url><loc>https://shop.example/</loc></url>\n".repeat(10_000);
        let packed = pack(plain.clone()).await.unwrap();
        let mut body = Unpacked::new(packed.clone());
        let mut sent = Vec::new();
        while let Some(chunk) = poll_fn(|context| Pin::new(&mut body).poll_next(context)).await {
            let chunk = chunk.unwrap();
            assert!(chunk.len() <= CHUNK);
            sent.extend_from_slice(&chunk);
        }
        assert_eq!(sent, plain.as_bytes());
        let broken = packed.slice(..packed.len() / 2);
        assert!(to_bytes(Unpacked::new(broken)).await.is_err(), "the answer ends early");
    }

    #[test]
    fn crawlers_are_kept_from_what_only_one_person_may_see() {
        let expected = "User-agent: *\n\
            Disallow: /cart\n\
            Disallow: /checkout\n\
            Disallow: /dashboard\n\
            Disallow: /purchase/\n\
            Disallow: /payment/\n\
            Disallow: /reset-password\n\
            Disallow: /coupon\n\
            Disallow: /unsubscribe\n\
            Disallow: /stop-alerts\n\
            Disallow: /confirm-alerts\n\
            Disallow: /my-order\n\
            Disallow: /garage\n\
            \n\
            Sitemap: https://shop.example/sitemap.xml\n";
        assert_eq!(super::rules("https://shop.example/sitemap.xml"), expected);
    }
}
