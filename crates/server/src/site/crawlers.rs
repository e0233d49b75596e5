//! `/robots.txt` and `/sitemap.xml`: what search engines may read, and where it is.

use super::{Site, addresses};
use actix_web::{HttpResponse, get, http::header, web::Data};
use autoparts_application::{catalogue::CatalogueError, ports::page::Page, shop::Shop};
use autoparts_domain::time::Timestamp;
use autoparts_http::{problem::Problem, state::Api};
use std::{fmt::Write, time::Duration};
use tokio::sync::Mutex;

/// The most addresses that one sitemap may have (sitemaps.org).
const MAX_ADDRESSES: usize = 50_000;

#[get("/robots.txt")]
pub(super) async fn robots(site: Data<Site>) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .content_type("text/plain; charset=utf-8")
        .body(rules(&site.address("/sitemap.xml")))
}

/// What is of no use to anybody but the person who is signed in is not for crawlers.
fn rules(sitemap_url: &str) -> String {
    let private = addresses::private().into_iter().map(|path| format!("Disallow: {path}\n"));
    format!("User-agent: *\n{}\nSitemap: {sitemap_url}\n", private.collect::<String>())
}

/// The sitemap as it was last written: it costs a reading of the whole catalogue, and anybody
/// may ask for it.
#[derive(Default)]
pub(super) struct Sitemap(Mutex<Option<(Timestamp, String)>>);

/// How long a sitemap is good.
const SITEMAP_LASTS: Duration = Duration::from_mins(1);

#[get("/sitemap.xml")]
pub(super) async fn sitemap(api: Data<Api>, site: Data<Site>) -> Result<HttpResponse, Problem> {
    let now = api.shop.clock.now();
    // Held while it is written: who asks meanwhile waits for it and reads nothing themselves.
    let mut kept = site.sitemap.0.lock().await;
    let xml = match kept.take().filter(|(until, _)| now < *until) {
        Some((until, xml)) => kept.insert((until, xml)).1.clone(),
        None => kept.insert((now.plus(SITEMAP_LASTS), write(&api.shop, &site).await?)).1.clone(),
    };
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .content_type("application/xml; charset=utf-8")
        .body(xml))
}

async fn write(shop: &Shop, site: &Site) -> Result<String, CatalogueError> {
    let mut addresses: Vec<String> = addresses::public().map(str::to_owned).collect();
    addresses.extend(part_pages(shop).await?);
    addresses.truncate(MAX_ADDRESSES);
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for path in addresses {
        let address = site.address(&path);
        // Writing into a string cannot fail.
        let _ = writeln!(xml, "  <url><loc>{}</loc></url>", html_escape::encode_text(&address));
    }
    xml.push_str("</urlset>\n");
    Ok(xml)
}

async fn part_pages(shop: &Shop) -> Result<Vec<String>, CatalogueError> {
    let (mut addresses, mut page) = (Vec::new(), Page::first());
    loop {
        let parts = shop.parts(page).await?;
        addresses.extend(parts.iter().map(|card| addresses::of_part(card.part.id)));
        let Some(last) = parts.last().filter(|_| addresses.len() < MAX_ADDRESSES) else {
            return Ok(addresses);
        };
        page.after = Some(last.part.id);
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn crawlers_are_kept_from_what_only_one_person_may_see() {
        let expected = "User-agent: *\n\
            Disallow: /dashboard\n\
            Disallow: /purchase/\n\
            Disallow: /payment/\n\
            Disallow: /reset-password\n\
            Disallow: /coupon\n\
            Disallow: /unsubscribe\n\
            \n\
            Sitemap: https://shop.example/sitemap.xml\n";
        assert_eq!(super::rules("https://shop.example/sitemap.xml"), expected);
    }
}
