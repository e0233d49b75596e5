//! The app's page, with a head of its own for every address: what search engines, link
//! previews and readers of bookmarks see without running a script. What the browser shows
//! below it is the app's business.

use super::{
    Site,
    addresses::{self, Address, Listed},
    files,
    head::Head,
};
use actix_web::{
    HttpRequest, HttpResponse, ResponseError,
    http::{StatusCode, header},
};
use autoparts_application::{catalogue::CatalogueError, shop::Shop};
use autoparts_domain::{
    id::PartId,
    slug::CategoryId,
    vehicles::{ModelId, Vehicle},
};
use autoparts_http::{public_answers::CostlyRead, state::Api};

/// Stands in for the app in a server that was built without it.
const NOT_BUILT: &str = "<!doctype html><html lang=\"en\"><!-- head --><!-- /head --><div id=\"root\">\
    <p>This server was built without its web app. Run <code>make build</code>, or look at <a href=\"/docs/\">the API</a>.</p></div>";

/// The part of the page that describes it stands between these.
const HEAD_BEGINS: &str = "<!-- head -->";
const HEAD_ENDS: &str = "<!-- /head -->";

/// What only the home page shows before the app has arrived stands between these.
const HOME_BEGINS: &str = "<!-- home";
const HOME_ENDS: &str = "<!-- /home -->";

/// What the app has at an address.
enum Place<'a> {
    Public {
        path: &'static str,
        title: &'static str,
        description: &'static str,
    },
    Part(&'a str),
    /// Make, model, year and perhaps a category.
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
    match addresses::all().iter().find(|page| page.is_at(path)) {
        Some(Address { path, listed: Some(Listed { title, description }) }) => {
            Place::Public { path, title, description }
        }
        Some(_) => Place::Private,
        None => Place::Nowhere,
    }
}

/// Whether a page is the right answer. Who asks for an address of the app may leave open what
/// they take, as many link previews do; anywhere else only who names HTML gets the page that
/// says that nothing is there, because a missing script must not be answered with a page.
pub(super) fn are_wanted(request: &HttpRequest) -> bool {
    let accept = request.headers().get(header::ACCEPT).map(|value| value.to_str().unwrap_or_default());
    let names_html = accept.is_some_and(|accept| accept.contains("text/html"));
    let takes_anything = accept.is_none_or(|accept| accept.contains("*/*"));
    names_html || (takes_anything && !matches!(place(request.path()), Place::Nowhere))
}

/// The app's page for an address. One that the app does not know gets it as well, to show
/// that nothing is there, but with the status that says so to everybody else.
pub(super) async fn serve(request: &HttpRequest, api: &Api, site: &Site) -> HttpResponse {
    // Before the permit: a database that does not answer must hold up no page that needs none.
    let (status, head) = describe(request.path(), &api.shop, site).await;
    let permit = match api.public.permit(CostlyRead::Pages).await {
        Ok(permit) => permit,
        Err(busy) => return busy.error_response(),
    };
    let page = files::page().unwrap_or_else(|| NOT_BUILT.to_owned());
    let mut page = replaced(&page, HEAD_BEGINS, HEAD_ENDS, &head.html(site));
    if request.path() != "/" {
        page = replaced(&page, HOME_BEGINS, HOME_ENDS, "");
    }
    let media_type = "text/html; charset=utf-8";
    if status != StatusCode::OK {
        return HttpResponse::build(status)
            .insert_header((header::CACHE_CONTROL, "no-cache"))
            .content_type(media_type)
            .body(page);
    }
    api.public.answer(request, media_type, page.into_bytes(), permit).await
}

async fn describe(path: &str, shop: &Shop, site: &Site) -> (StatusCode, Head) {
    match place(path) {
        Place::Public { path, title, description } => (StatusCode::OK, Head::of_page(path, title, description)),
        Place::Part(id) => part(id, shop, site).await,
        Place::Vehicle(steps) => vehicle(steps, shop, site).await,
        Place::Private => (StatusCode::OK, Head::unlisted("Autoparts")),
        Place::Nowhere => (StatusCode::NOT_FOUND, Head::unlisted(NOT_FOUND)),
    }
}

const NOT_FOUND: &str = "Not found | Autoparts";

async fn part(id: &str, shop: &Shop, site: &Site) -> (StatusCode, Head) {
    let Ok(id) = id.parse::<PartId>() else {
        return (StatusCode::NOT_FOUND, Head::unlisted(NOT_FOUND));
    };
    match shop.part(id).await {
        Ok(card) => (StatusCode::OK, Head::of_part(&card, site)),
        Err(CatalogueError::NoSuchPart) => (StatusCode::NOT_FOUND, Head::unlisted(NOT_FOUND)),
        // The app asks again by itself and says what is wrong.
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, Head::unlisted("Autoparts")),
    }
}

/// The vehicle and the category that the rest of an address names.
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
        Err(CatalogueError::NoSuchVehicle | CatalogueError::NoSuchCategory) => {
            (StatusCode::NOT_FOUND, Head::unlisted(NOT_FOUND))
        }
        // A page that is asked for again is not forgotten, as one would be that says nothing about its vehicle for once.
        Ok(None) | Err(_) => (StatusCode::SERVICE_UNAVAILABLE, Head::unlisted("Autoparts")),
    }
}

/// The page with something else between two marks; as it is when it has no such marks.
fn replaced(page: &str, begins: &str, ends: &str, with: &str) -> String {
    let parts = page.split_once(begins).and_then(|(before, rest)| Some((before, rest.split_once(ends)?.1)));
    parts.map_or_else(|| page.to_owned(), |(before, after)| [before, with, after].concat())
}
