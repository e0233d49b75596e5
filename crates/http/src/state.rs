//! The state shared by all handlers.

use crate::{
    browser_config::BrowserConfig,
    limits::Limits,
    pictures::uploads::Uploads,
    problem::Problem,
    public_answers::{Copies, Key, PublicAnswers},
    responses::rfc3339,
    traffic::Traffic,
    view::response,
};
use actix_web::{HttpRequest, HttpResponse};
use autoparts_application::shop::Shop;
use std::sync::Arc;

/// The state shared by all handlers.
pub struct Api {
    /// The application.
    pub shop: Shop,
    /// The configuration for browsers.
    pub browser: BrowserConfig,
    /// Rate limits.
    pub limits: Limits,
    /// This server's traffic.
    pub traffic: Arc<Traffic>,
    /// Creates and caches public responses.
    pub public: PublicAnswers,
    /// Limits concurrent picture uploads.
    pub uploads: Uploads,
    /// The build that `GET /healthz` reports.
    pub build: Build,
}

response! {
    /// The build of the server.
    #[derive(Clone, Copy)]
    pub Build {
        /// The release, such as `0.2.0`.
        pub version: &'static str,
        /// The first digits of the commit, or `development` for a build that is not optimized.
        pub commit: &'static str,
    }
}

impl Api {
    /// Responds from the cache for a key, or reads the data now.
    pub(crate) async fn read_public(
        &self,
        request: &HttpRequest,
        key: Key,
        read: impl AsyncFn() -> Result<Copies, Problem>,
    ) -> Result<HttpResponse, Problem> {
        let store = &*self.shop.store;
        let read = async || {
            // The database may go down or come back during the read: a response that may come from the copy is marked
            // as such.
            let copied_before = store.copied_at();
            let copies = read().await?;
            Ok(match copied_before.or_else(|| store.copied_at()) {
                Some(moment) => copies.showing(&rfc3339(moment)),
                None => copies,
            })
        };
        self.public.read(request, store.generations(), key, read).await
    }
}
