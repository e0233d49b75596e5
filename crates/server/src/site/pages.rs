//! The app's page, with a head of its own for every address: what search engines, link
//! previews and readers of bookmarks see without running a script. What the browser shows
//! below it is the app's business.

use super::{
    Site, files,
    head::{Head, PART_PAGES},
};
use actix_web::{
    HttpRequest, HttpResponse, ResponseError,
    http::{StatusCode, header},
};
use autoparts_application::{catalogue::CatalogueError, shop::Shop};
use autoparts_domain::id::PartId;
use autoparts_http::{api::Api, public_answers::Costly};

/// Stands in for the app in a server that was built without it.
const NOT_BUILT: &str = "<!doctype html><html lang=\"en\"><!-- head --><!-- /head --><div id=\"root\">\
    <p>This server was built without its web app. Run <code>make build</code>, or look at <a href=\"/docs/\">the API</a>.</p></div>";

/// The part of the page that describes it stands between these.
const HEAD_BEGINS: &str = "<!-- head -->";
const HEAD_ENDS: &str = "<!-- /head -->";

/// What only the home page shows before the app has arrived stands between these.
const HOME_BEGINS: &str = "<!-- home";
const HOME_ENDS: &str = "<!-- /home -->";

/// Addresses for everybody: path, title as the app shows it, description.
pub(super) const PUBLIC: [(&str, &str, &str); 6] = [
    (
        "/",
        "Autoparts: find the right parts faster",
        "Car parts and accessories for garages, fleets and resellers: stock, price per piece and minimum order, before you buy.",
    ),
    (
        "/shop",
        "All Parts | Autoparts",
        "The whole catalogue of Autoparts: search by name, sort by price, see what is in stock.",
    ),
    (
        "/portfolio",
        "Portfolio | Autoparts",
        "Who makes Autoparts, and how: an open car parts shop in Rust and React, and how to take part in it.",
    ),
    (
        "/blogs",
        "Blogs | Autoparts",
        "Five questions about React and JavaScript, answered by the people who build this shop.",
    ),
    ("/signin", "Sign in | Autoparts", "Sign in to order car parts, pay by card and follow your orders."),
    ("/signup", "Create an account | Autoparts", "An account at Autoparts takes a name, an email and a password."),
];

/// Addresses for one person, or for one use; the app decides who may see them.
const PRIVATE: [&str; 10] = [
    "/reset-password",
    "/coupon",
    "/unsubscribe",
    "/dashboard",
    "/dashboard/review",
    "/dashboard/profile",
    "/dashboard/users",
    "/dashboard/manageorders",
    "/dashboard/addproduct",
    "/dashboard/manageproducts",
];

/// Addresses for one person that end in an id.
const PRIVATE_FOLDERS: [&str; 2] = ["/purchase/", "/payment/"];

/// What the app has at an address.
enum Place<'a> {
    Public { path: &'static str, title: &'static str, description: &'static str },
    Part(&'a str),
    Private,
    Nowhere,
}

fn place(path: &str) -> Place<'_> {
    let path = if path == "/" { path } else { path.trim_end_matches('/') };
    if let Some((path, title, description)) = PUBLIC.iter().find(|(known, ..)| *known == path) {
        return Place::Public { path, title, description };
    }
    let is_one_in = |folder: &str| path.strip_prefix(folder).is_some_and(|id| !id.is_empty() && !id.contains('/'));
    match path.strip_prefix(PART_PAGES) {
        Some(id) => Place::Part(id),
        None if PRIVATE.contains(&path) || PRIVATE_FOLDERS.into_iter().any(is_one_in) => Place::Private,
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
    // Before the turn: a database that does not answer must hold up no page that needs none.
    let (status, head) = describe(request.path(), &api.shop, site).await;
    let turn = match api.public.turn(Costly::Pages).await {
        Ok(turn) => turn,
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
    api.public.answer(request, HttpResponse::Ok(), media_type, page.into_bytes(), turn).await
}

async fn describe(path: &str, shop: &Shop, site: &Site) -> (StatusCode, Head) {
    match place(path) {
        Place::Public { path, title, description } => (StatusCode::OK, Head::of_page(path, title, description)),
        Place::Part(id) => part(id, shop, site).await,
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
        Ok(part) => (StatusCode::OK, Head::of_part(&part, site)),
        Err(CatalogueError::NoSuchPart) => (StatusCode::NOT_FOUND, Head::unlisted(NOT_FOUND)),
        // The app asks again by itself and says what is wrong.
        Err(CatalogueError::Denied(_) | CatalogueError::Store(_)) => {
            (StatusCode::SERVICE_UNAVAILABLE, Head::unlisted("Autoparts"))
        }
    }
}

/// The page with something else between two marks; as it is when it has no such marks.
fn replaced(page: &str, begins: &str, ends: &str, with: &str) -> String {
    let parts = page.split_once(begins).and_then(|(before, rest)| Some((before, rest.split_once(ends)?.1)));
    parts.map_or_else(|| page.to_owned(), |(before, after)| [before, with, after].concat())
}
