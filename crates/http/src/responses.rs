//! Responses that are not resources of their own: results of changes, pages of lists, and the problems that every call
//! can have.

use crate::{
    problem::{Code, MEDIA_TYPE, Problem, ProblemDocument},
    public_answers::{Copies, ListBody},
    view::response,
};
use actix_web::{
    HttpRequest, HttpResponse, HttpResponseBuilder,
    http::header::{self, HeaderValue},
};
use autoparts_application::{ports::page::Page, shop::Shop};
use autoparts_domain::time::Timestamp;
use serde::Serialize;
use std::{collections::BTreeMap, fmt::Display};
use utoipa::{
    IntoResponses, ToSchema,
    openapi::{ContentBuilder, Ref, RefOr, Response, ResponseBuilder, Schema},
};

response! {
    /// The result of adding something.
    pub(crate) Inserted {
        /// Always true.
        pub(crate) acknowledged: bool,
        /// The new id.
        pub(crate) inserted_id: String,
    }
}

impl Inserted {
    pub(crate) fn new(id: impl Display) -> Self {
        Self { acknowledged: true, inserted_id: id.to_string() }
    }
}

response! {
    /// The result of deleting something, which may not have existed.
    pub(crate) Deleted {
        /// Always true.
        pub(crate) acknowledged: bool,
        /// 1, or 0 when there was nothing to delete.
        pub(crate) deleted_count: u8,
    }
}

impl Deleted {
    pub(crate) fn new(deleted: bool) -> Self {
        Self { acknowledged: true, deleted_count: deleted.into() }
    }
}

response! {
    /// The result of a change, or of a request that already matched the current state.
    #[expect(clippy::struct_field_names, reason = "the specification's names")]
    pub(crate) Modified {
        /// Always true.
        pub(crate) acknowledged: bool,
        /// Always 1: if it does not exist, the call returns a problem instead.
        pub(crate) matched_count: u8,
        /// 1, or 0 if nothing had to be changed.
        pub(crate) modified_count: u8,
    }
}

impl Modified {
    pub(crate) fn new(modified: bool) -> Self {
        Self { acknowledged: true, matched_count: 1, modified_count: modified.into() }
    }
}

response! {
    /// The request was accepted; the response contains nothing else.
    pub(crate) Acknowledged {
        /// Always true.
        acknowledged: bool,
    }
}

impl Acknowledged {
    pub(crate) fn new() -> Self {
        Self { acknowledged: true }
    }
}

/// Formats a moment as RFC 3339.
pub(crate) fn rfc3339(moment: Timestamp) -> String {
    jiff::Timestamp::from_microsecond(moment.micros()).map(|moment| moment.to_string()).unwrap_or_default()
}

/// A response with a spreadsheet, whose file name contains the shop's day: `orders-2026-11-24.csv`.
pub(crate) fn spreadsheet(name: &str, shop: &Shop) -> HttpResponseBuilder {
    dated_file(name, "csv", "text/csv; charset=utf-8", shop)
}

/// A response with a file, whose name contains the shop's day.
pub(crate) fn dated_file(name: &str, extension: &str, content_type: &str, shop: &Shop) -> HttpResponseBuilder {
    let mut response = HttpResponse::Ok();
    let day = shop.time_zone.day_of(shop.clock.now()).iso();
    let attachment = format!("attachment; filename=\"{name}-{day}.{extension}\"");
    response
        .insert_header((header::CONTENT_DISPOSITION, attachment))
        .insert_header((header::CACHE_CONTROL, HeaderValue::from_static("no-store")))
        .content_type(content_type);
    response
}

/// A response with a page of a list: an array of views and, if the page is full, a `Link` to the next page, which
/// starts after the `key` of the last view.
pub(crate) fn list<T, V: From<T> + Serialize>(
    request: &HttpRequest,
    limit: u32,
    items: Vec<T>,
    key: fn(&V) -> &str,
) -> HttpResponse {
    let views: Vec<V> = items.into_iter().map(V::from).collect();
    let full = u32::try_from(views.len()).is_ok_and(|count| count >= limit);
    with_next_page(request, limit, views.last().filter(|_| full).map(key)).json(&views)
}

/// A response with a page, and a `Link` to the page after an item.
pub(crate) fn with_next_page(request: &HttpRequest, limit: u32, last: Option<&str>) -> HttpResponseBuilder {
    let mut response = HttpResponse::Ok();
    if let Some(link) = last.and_then(|last| next_page(request.path(), &narrowing(request), limit, last)) {
        response.insert_header((header::LINK, link));
    }
    response
}

/// Number of items read at once: few enough that little is read in vain when items are long.
const BATCH: u32 = 100;

/// The same for a public list: browsers cache and revalidate it, and it ends early, with a `Link` to the next page, at
/// a maximum size.
pub(crate) async fn public_list<K: Copy + Display, T: Serialize>(
    path: &str,
    page: Page<K>,
    read: impl AsyncFn(Page<K>) -> Result<Vec<(K, T)>, Problem>,
) -> Result<Copies, Problem> {
    let mut list = ListBody::new();
    let mut after = page.after;
    let mut wanted = page.limit;
    while wanted > 0 && !list.is_full() {
        let limit = wanted.min(BATCH);
        let items = read(Page { after, limit }).await?;
        for (id, item) in &items {
            list.add(item, &id.to_string())?;
        }
        after = items.last().map(|(id, _)| *id);
        if u32::try_from(items.len()).is_ok_and(|count| count < limit) {
            break;
        }
        wanted -= limit;
    }
    let goes_on = wanted == 0 || list.is_full();
    let link = list.last().filter(|_| goes_on).and_then(|last| next_page(path, "", page.limit, &last));
    Ok(Copies::new(list.into_json().into(), JSON, link))
}

/// A page of public data, with a `Link` to the page after an item.
pub(crate) fn public_page<T: Serialize>(
    path: &str,
    thing: &T,
    limit: u32,
    next: Option<&str>,
) -> Result<Copies, Problem> {
    let json = serde_json::to_vec(thing).map_err(|error| Problem::ours(Code::Internal, error))?;
    Ok(Copies::new(json.into(), JSON, next.and_then(|last| next_page(path, "", limit, last))))
}

/// A public resource.
pub(crate) fn public<T: Serialize>(thing: &T) -> Result<Copies, Problem> {
    let json = serde_json::to_vec(thing).map_err(|error| Problem::ours(Code::Internal, error))?;
    Ok(Copies::new(json.into(), JSON, None))
}

const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// The filters of a list, as they were sent, each followed by `&`.
fn narrowing(request: &HttpRequest) -> String {
    let is_page = |pair: &&str| matches!(pair.split('=').next(), Some("limit" | "after" | ""));
    let kept = request.query_string().split('&').filter(|pair| !is_page(pair));
    kept.fold(String::new(), |kept, pair| kept + pair + "&")
}

/// The value of a `Link` to the page after an item.
fn next_page(path: &str, narrowing: &str, limit: u32, last: &str) -> Option<HeaderValue> {
    HeaderValue::try_from(format!("<{path}?{narrowing}limit={limit}&after={last}>; rel=\"next\"")).ok()
}

/// The problems of a public call.
pub(crate) struct PublicErrors;

/// The problems of a public call with a body.
pub(crate) struct PublicWriteErrors;

/// The problems of a call that requires a token.
pub(crate) struct AuthenticatedErrors;

/// The problems of a call that requires a token and a body.
pub(crate) struct WriteErrors;

/// The problems of a call that requires a token and a file as its body.
pub(crate) struct UploadErrors;

type Responses = BTreeMap<String, RefOr<Response>>;

fn problems(statuses: &[(u16, &str)]) -> Responses {
    let schema: RefOr<Schema> = Ref::from_schema_name(ProblemDocument::name()).into();
    let response = |description: &str| {
        let content = ContentBuilder::new().schema(Some(schema.clone())).build();
        ResponseBuilder::new().description(description).content(MEDIA_TYPE, content).build().into()
    };
    statuses.iter().map(|(status, description)| (status.to_string(), response(description))).collect()
}

const COMMON: &[(u16, &str)] = &[
    (414, "The address is too long"),
    (422, "Some fields are invalid"),
    (429, "Too many requests"),
    (500, "Something went wrong on our side"),
    (503, "The shop is busy or something it needs cannot be reached"),
];
const CALLERS: &[(u16, &str)] = &[(401, "Sign in first"), (403, "This is not allowed"), (404, "Not found")];
const BODIES: &[(u16, &str)] =
    &[(400, "The body cannot be read"), (413, "The body is too large"), (415, "The body is not JSON")];
const WRITERS: &[(u16, &str)] = &[(409, "It conflicts with the current state")];

impl IntoResponses for PublicErrors {
    fn responses() -> Responses {
        problems(COMMON)
    }
}

impl IntoResponses for PublicWriteErrors {
    fn responses() -> Responses {
        problems(&[COMMON, BODIES].concat())
    }
}

impl IntoResponses for AuthenticatedErrors {
    fn responses() -> Responses {
        problems(&[COMMON, CALLERS].concat())
    }
}

impl IntoResponses for UploadErrors {
    fn responses() -> Responses {
        let files =
            [(408, "The body took too long"), (415, "The body is of another type"), (422, "The file cannot be used")];
        problems(&[COMMON, CALLERS, BODIES, &files].concat())
    }
}

impl IntoResponses for WriteErrors {
    fn responses() -> Responses {
        problems(&[COMMON, CALLERS, BODIES, WRITERS].concat())
    }
}
