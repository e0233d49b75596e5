//! Adapts the app's page to each address: the head (for search engines, link previews and bookmarks, which run no
//! scripts), the shop's settings, the first view, and only the parts of the page needed there. The app does the rest.

use super::{
    Site,
    addresses::{self, Address, Listed},
    files, first_view,
    head::{Head, data_block},
};
use actix_web::{
    HttpRequest, HttpResponse, ResponseError,
    http::{StatusCode, header},
    web::Query,
};
use autoparts_application::{catalogue::CatalogueError, shop::Shop, use_case_error::UseCaseError};
use autoparts_domain::{
    id::PartId,
    slug::CategoryId,
    vehicles::{ModelId, Vehicle},
};
use autoparts_http::{
    browser_config::{BrowserConfig, MailsMode},
    public_answers::CostlyRead,
    state::Api,
};
use serde_json::json;

/// Served instead of the app if the server was built without it.
const NOT_BUILT: &str = "<!doctype html><html lang=\"en\"><!-- head --><!-- /head --><div id=\"root\">\
    <p>This server was built without its web app. Run <code>make build</code>, or look at <a href=\"/docs/\">the API</a>.</p></div>";

/// The markers around the head.
const HEAD_BEGINS: &str = "<!-- head -->";
const HEAD_ENDS: &str = "<!-- /head -->";

/// The marker for the first view, if the server has more to show than the built page.
const FIRST_VIEW: &str = "<!-- first view -->";

/// The marker for the shop's settings, which scripts read.
const CONFIG: &str = "<!-- config -->";

/// The markers around sections for certain pages; the names of those pages follow the first marker.
const ONLY_BEGINS: &str = "<!-- only ";
const ONLY_ENDS: &str = "<!-- /only -->";

/// The placeholder for the last path segment in such sections.
const LAST_SEGMENT: &str = ":id";

/// What the app has at an address.
enum Place<'a> {
    Public {
        path: &'static str,
        title: &'static str,
        description: &'static str,
    },
    Part(&'a str),
    /// Make, model, year and optionally a category.
    Vehicle(&'a str),
    Private,
    Nowhere,
}

fn place(path: &str) -> Place<'_> {
    let path = if path == "/" { path } else { path.trim_end_matches('/') };
    if let Some(id) = path.strip_prefix(addresses::parts()) {
        return Place::Part(id);
    }
    if let Some(vehicle) = path.strip_prefix(addresses::vehicles()) {
        return Place::Vehicle(vehicle);
    }
    match addresses::at(path) {
        Some(Address { path, listed: Some(Listed { title, description }), .. }) => {
            Place::Public { path, title, description }
        }
        Some(_) => Place::Private,
        None => Place::Nowhere,
    }
}

/// Whether to respond with a page. At the app's addresses, `Accept` may be missing or `*/*`, as from many link
/// previews. Elsewhere, only requests that name HTML get the not-found page, because a missing script must not be
/// answered with HTML.
pub(super) fn are_wanted(request: &HttpRequest) -> bool {
    let accept = request.headers().get(header::ACCEPT).map(|value| value.to_str().unwrap_or_default());
    let names_html = accept.is_some_and(|accept| accept.contains("text/html"));
    let takes_anything = accept.is_none_or(|accept| accept.contains("*/*"));
    names_html || (takes_anything && !matches!(place(request.path()), Place::Nowhere))
}

/// Serves the app's page for an address. Unknown addresses get the not-found page with status 404.
pub(super) async fn serve(request: &HttpRequest, api: &Api, site: &Site) -> HttpResponse {
    // Before the permit: an unresponsive database must not hold up pages that do not need it.
    let Described { status, head, first_view } =
        describe(request.path(), request.query_string(), &api.shop, site).await;
    let permit = match api.public.permit(CostlyRead::Pages).await {
        Ok(permit) => permit,
        Err(busy) => return busy.error_response(),
    };
    let page = files::page().unwrap_or_else(|| NOT_BUILT.to_owned());
    let page = replaced(&page, HEAD_BEGINS, HEAD_ENDS, &head.html(site).into_string())
        .replace(CONFIG, &data_block("config", "application/json", &json!(api.browser)).into_string())
        .replace(FIRST_VIEW, &first_view);
    let page = fitted(&page, request, status, &api.browser);
    let media_type = "text/html; charset=utf-8";
    // During a database outage, browsers must not cache pages: they would show outdated content later.
    let caching = if api.shop.store.copied_at().is_some() { "no-store" } else { "no-cache" };
    if status != StatusCode::OK || caching == "no-store" {
        return HttpResponse::build(status)
            .insert_header((header::CACHE_CONTROL, caching))
            .content_type(media_type)
            .body(page);
    }
    api.public.answer(request, media_type, page.into_bytes(), permit).await
}

/// The status, head and first view of an address.
struct Described {
    status: StatusCode,
    head: Head,
    /// The HTML shown before the app has loaded; empty for most pages.
    first_view: String,
}

impl From<(StatusCode, Head)> for Described {
    fn from((status, head): (StatusCode, Head)) -> Self {
        Self { status, head, first_view: String::new() }
    }
}

async fn describe(path: &str, query: &str, shop: &Shop, site: &Site) -> Described {
    let page = match place(path) {
        Place::Part(id) => return part(id, shop, site).await,
        Place::Vehicle(steps) => vehicle(steps, shop, site).await,
        Place::Public { path, title, description } => {
            match (path == addresses::shop()).then(|| named_category(query)).flatten() {
                Some(key) => category(&key, shop, site).await,
                None => (StatusCode::OK, Head::of_page(path, title, description)),
            }
        }
        Place::Private => (StatusCode::OK, Head::unlisted("Autoparts")),
        Place::Nowhere => (StatusCode::NOT_FOUND, Head::unlisted(NOT_FOUND)),
    };
    page.into()
}

/// Returns the category in the query of the shop's address; `None` without one.
fn named_category(query: &str) -> Option<String> {
    let pairs = Query::<Vec<(String, String)>>::from_query(query).ok()?.into_inner();
    let named = pairs.into_iter().find(|(name, _)| name == "category");
    named.map(|(_, key)| key).filter(|key| !key.is_empty())
}

async fn category(key: &str, shop: &Shop, site: &Site) -> (StatusCode, Head) {
    let not_found = || (StatusCode::NOT_FOUND, Head::unlisted(NOT_FOUND));
    let Ok(id) = key.parse::<CategoryId>() else { return not_found() };
    match shop.categories().await {
        Ok(tree) if tree.get(&id).is_none() => not_found(),
        Ok(tree) => (StatusCode::OK, Head::of_category(&tree.path(&id), site)),
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, Head::unlisted("Autoparts")),
    }
}

const NOT_FOUND: &str = "Not found | Autoparts";

async fn part(id: &str, shop: &Shop, site: &Site) -> Described {
    let Ok(id) = id.parse::<PartId>() else {
        return (StatusCode::NOT_FOUND, Head::unlisted(NOT_FOUND)).into();
    };
    match shop.part_page(id).await {
        Ok(page) => Described {
            status: StatusCode::OK,
            head: Head::of_part(&page, site),
            first_view: first_view::of_part(&page).into_string(),
        },
        Err(UseCaseError::Refused(CatalogueError::NoSuchPart)) => {
            (StatusCode::NOT_FOUND, Head::unlisted(NOT_FOUND)).into()
        }
        // The app retries and shows the error.
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, Head::unlisted("Autoparts")).into(),
    }
}

/// Returns the vehicle and category in the rest of an address.
fn vehicle_and_category(steps: &str) -> Option<(Vehicle, Option<CategoryId>)> {
    let mut steps = steps.split('/');
    let model = ModelId { make: steps.next()?.parse().ok()?, model: steps.next()?.parse().ok()? };
    let year = steps.next()?.parse().ok()?;
    let category = steps.next().map(str::parse).transpose().ok()?;
    steps.next().is_none().then_some((Vehicle { year, model, engine: None }, category))
}

async fn vehicle(steps: &str, shop: &Shop, site: &Site) -> (StatusCode, Head) {
    let Some((vehicle, category)) = vehicle_and_category(steps) else {
        return (StatusCode::NOT_FOUND, Head::unlisted(NOT_FOUND));
    };
    match shop.vehicle_page(vehicle, category).await {
        Ok(Some(page)) => (StatusCode::OK, Head::of_vehicle(&page, site)),
        Err(UseCaseError::Refused(CatalogueError::NoSuchVehicle | CatalogueError::NoSuchCategory)) => {
            (StatusCode::NOT_FOUND, Head::unlisted(NOT_FOUND))
        }
        // With 503, search engines retry and keep the page; a page without its vehicle data would be dropped.
        Ok(None) | Err(_) => (StatusCode::SERVICE_UNAVAILABLE, Head::unlisted("Autoparts")),
    }
}

/// Returns the page without the sections for other pages.
fn fitted(page: &str, request: &HttpRequest, status: StatusCode, browser: &BrowserConfig) -> String {
    let path = request.path();
    let mut names = Vec::new();
    if let Some(address) = addresses::at(path).filter(|_| status == StatusCode::OK) {
        names.push(address.name.clone());
        if request.query_string().is_empty() {
            names.push(format!("plain:{}", address.name));
        }
    }
    if browser.demo {
        let mails = match browser.mails {
            MailsMode::Outbox => "outbox",
            MailsMode::Smtp => "smtp",
        };
        names.push(format!("demo:{mails}"));
    }
    let last_segment = path.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let mut sections = page.split(ONLY_BEGINS);
    let mut fitted = sections.next().unwrap_or_default().to_owned();
    for section in sections {
        // Only if a marker in the built page is malformed, which a test of the page would detect.
        let Some((wanted, rest)) = section.split_once(" -->") else { continue };
        let (only, after) = rest.split_once(ONLY_ENDS).unwrap_or((rest, ""));
        if wanted.split(' ').any(|wanted| names.iter().any(|name| name == wanted)) {
            fitted.push_str(&only.replace(LAST_SEGMENT, last_segment));
        }
        fitted.push_str(after);
    }
    fitted
}

/// Returns the page with the text between two markers replaced; unchanged without these markers.
fn replaced(page: &str, begins: &str, ends: &str, with: &str) -> String {
    let parts = page.split_once(begins).and_then(|(before, rest)| Some((before, rest.split_once(ends)?.1)));
    parts.map_or_else(|| page.to_owned(), |(before, after)| [before, with, after].concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;
    use autoparts_http::browser_config::{
        IdentityConfig, IdentityMode, PaymentsConfig, PaymentsMode, Promises, Seller,
    };

    const PAGE: &str = "a<!-- only part --><link href=\"/parts/:id\"><!-- /only -->b\
        <!-- only shop plain:home -->of two<!-- /only -->c<!-- only demo:smtp -->mails<!-- /only -->d";

    fn browser(demo: bool) -> BrowserConfig {
        let nothing = String::new;
        BrowserConfig {
            withdrawal: Vec::new(),
            identity: IdentityConfig {
                mode: IdentityMode::Embedded,
                api_key: nothing(),
                auth_domain: nothing(),
                project_id: nothing(),
                emulator_url: None,
            },
            payments: PaymentsConfig { mode: PaymentsMode::Sandbox, publishable_key: nothing(), api_base: None },
            mails: MailsMode::Smtp,
            currency: "usd",
            seller: Seller {
                name: nothing(),
                address: Vec::new(),
                phone: None,
                email: None,
                tax_number: None,
                links: Vec::new(),
            },
            promises: Promises { shipping: nothing(), order_by: None, return_days: 90 },
            time_zone: nothing(),
            coupon: None,
            demo,
        }
    }

    fn fitted_to(address: &str, status: StatusCode, demo: bool) -> String {
        fitted(PAGE, &TestRequest::with_uri(address).to_http_request(), status, &browser(demo))
    }

    #[test]
    fn a_page_has_only_the_sections_for_it() {
        let id = "01600000-0017-7000-8000-000100000000";
        let part = fitted_to(&format!("/shop/{id}"), StatusCode::OK, false);
        assert_eq!(part, format!("a<link href=\"/parts/{id}\">bcd"));
        assert_eq!(fitted_to(&format!("/shop/{id}/"), StatusCode::OK, false), part);
        assert_eq!(fitted_to("/shop?q=disc", StatusCode::OK, false), "abof twocd");
        assert_eq!(fitted_to("/", StatusCode::OK, true), "abof twocmailsd");
        assert_eq!(fitted_to("/?from=mail", StatusCode::OK, false), "abcd");
        assert_eq!(fitted_to("/nowhere", StatusCode::NOT_FOUND, true), "abcmailsd");
    }

    #[test]
    fn the_page_of_a_missing_part_loads_nothing() {
        assert_eq!(fitted_to("/shop/x", StatusCode::NOT_FOUND, false), "abcd");
    }
}
