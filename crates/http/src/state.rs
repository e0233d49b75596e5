//! What the handlers share.

use crate::{
    browser_config::BrowserConfig,
    limits::Limits,
    pictures::uploads::Uploads,
    problem::Problem,
    public_answers::{Copies, Key, PublicAnswers},
    responses::rfc3339,
    traffic::Traffic,
};
use actix_web::{HttpRequest, HttpResponse};
use autoparts_application::shop::Shop;
use serde::Serialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// What the handlers work with.
pub struct Api {
    /// The shop.
    pub shop: Shop,
    /// What the browser is told.
    pub browser: BrowserConfig,
    /// Who may do what how often.
    pub limits: Limits,
    /// What goes through this server.
    pub traffic: Arc<Traffic>,
    /// Makes and keeps answers for everybody.
    pub public: PublicAnswers,
    /// Bounds the pictures that are being uploaded.
    pub uploads: Uploads,
    /// What `GET /healthz` calls this server.
    pub build: Build,
}

/// Which build of the server this is.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct Build {
    /// The release, such as `0.2.0`.
    pub version: &'static str,
    /// The first digits of the commit, or `development` for a build that is not optimized.
    pub commit: &'static str,
}

impl Api {
    /// Answers with what is kept in memory for a key, or with what is read now.
    pub(crate) async fn read_public(
        &self,
        request: &HttpRequest,
        key: Key,
        read: impl AsyncFn() -> Result<Copies, Problem>,
    ) -> Result<HttpResponse, Problem> {
        let store = &*self.shop.store;
        let read = async || {
            // The database may go, or come back, while it is read: what may have come from the copy says so.
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
