//! Everything outside the API for browsers and search engines: the web app's files, its page with a separate head for
//! each address, `robots.txt` and the sitemap.

mod addresses;
mod crawlers;
mod files;
mod first_view;
mod head;
mod pages;
mod return_policy;

use actix_web::{
    HttpRequest, HttpResponse, ResponseError,
    guard::{self, GuardContext},
    http::{Method, header},
    web::{self, Data, ServiceConfig},
};
use autoparts_http::{api, state::Api};
use crawlers::Sitemap;

/// The paths that are neither files nor pages.
pub(crate) const ROUTES: [&str; 3] = ["/robots.txt", "/sitemap.xml", "/sitemap-{number}.xml"];

/// The site, with the base of its public URLs.
pub(crate) struct Site {
    /// The public base URL, without a trailing slash.
    public_url: String,
    sitemap: Sitemap,
}

impl Site {
    /// Creates the site for a public base URL.
    pub(crate) fn new(public_url: &str) -> Self {
        Self { public_url: public_url.trim_end_matches('/').to_owned(), sitemap: Sitemap::default() }
    }

    /// Returns the full URL of a path in the shop; a full URL is returned unchanged.
    fn address(&self, path: &str) -> String {
        if path.starts_with('/') { format!("{}{path}", self.public_url) } else { path.to_owned() }
    }
}

/// Registers redirects, before the API's routes: the page about returns was at an address that is now the API's.
/// Browsers must not remember the redirect, which they would apply to calls of the API.
pub(crate) fn configure_redirects(config: &mut ServiceConfig) {
    let to_policy = || async {
        HttpResponse::TemporaryRedirect()
            .insert_header((header::LOCATION, "/return-policy"))
            .insert_header((header::CACHE_CONTROL, "no-store"))
            .finish()
    };
    config.service(web::resource("/returns").guard(guard::Get()).guard(guard::fn_guard(names_html)).to(to_policy));
}

fn names_html(context: &GuardContext<'_>) -> bool {
    let accept = context.head().headers().get(header::ACCEPT).and_then(|value| value.to_str().ok());
    accept.is_some_and(|accept| accept.contains("text/html"))
}

/// Registers the site's routes, after the API's.
pub(crate) fn configure(config: &mut ServiceConfig, site: &Data<Site>) {
    config
        .app_data(site.clone())
        .service(crawlers::robots)
        .service(crawlers::sitemap)
        .service(crawlers::sitemap_file)
        .default_service(web::to(serve));
}

/// Handles requests that no API route matches: serves a file, the app's page, or 404.
async fn serve(request: HttpRequest, api: Data<Api>, site: Data<Site>) -> HttpResponse {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return api::nothing_here(&request).error_response();
    }
    let path = request.path().trim_start_matches('/');
    if let Some(response) = files::serve(&request, path) {
        return response;
    }
    if !pages::are_wanted(&request) {
        return api::nothing_here(&request).error_response();
    }
    pages::serve(&request, &api, &site).await
}
