//! What the handlers share.

use crate::{limits::Limits, meta::BrowserConfig, public_answers::PublicAnswers, traffic::Traffic};
use autoparts_application::shop::Shop;
use std::sync::Arc;

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
}
