//! What browsers and search engines get that is not the API: the web app's files, its page
//! with a head of its own for every address, and the two documents for crawlers.

mod addresses;
mod crawlers;
mod files;
mod first_view;
mod head;
mod pages;

use actix_web::{
    HttpRequest, HttpResponse, ResponseError,
    http::Method,
    web::{self, Data, ServiceConfig},
};
use autoparts_http::{api, state::Api};
use crawlers::Sitemap;

/// The paths that are no files and no pages.
pub(crate) const ROUTES: [&str; 3] = ["/robots.txt", "/sitemap.xml", "/sitemap-{number}.xml"];

/// Where the site is, for the addresses that it tells others.
pub(crate) struct Site {
    /// How browsers reach the shop, without a slash at its end.
    public_url: String,
    sitemap: Sitemap,
}

impl Site {
    /// The site of a shop that browsers reach at an address.
    pub(crate) fn new(public_url: &str) -> Self {
        Self { public_url: public_url.trim_end_matches('/').to_owned(), sitemap: Sitemap::default() }
    }

    /// The whole address of a path of the shop; an address that is whole already stays as it is.
    fn address(&self, path: &str) -> String {
        if path.starts_with('/') { format!("{}{path}", self.public_url) } else { path.to_owned() }
    }
}

/// Serves the site; the API's routes come first.
pub(crate) fn configure(config: &mut ServiceConfig, site: &Data<Site>) {
    config
        .app_data(site.clone())
        .service(crawlers::robots)
        .service(crawlers::sitemap)
        .service(crawlers::sitemap_file)
        .default_service(web::to(serve));
}

/// Answers what no route of the API answers: with a file, with the app's page, or not.
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
