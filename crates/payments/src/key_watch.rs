//! Counts and logs responses that reject the shop's key.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Whether the provider accepts the shop's key.
#[derive(Debug)]
pub(crate) struct KeyWatch {
    /// The setting that holds the key.
    setting: &'static str,
    /// Whether the last response rejected the key.
    is_rejected: AtomicBool,
    rejections: AtomicU64,
}

impl KeyWatch {
    pub(crate) fn new(setting: &'static str) -> Self {
        Self { setting, is_rejected: AtomicBool::default(), rejections: AtomicU64::default() }
    }

    /// How often the key was rejected.
    pub(crate) fn rejections(&self) -> u64 {
        self.rejections.load(Ordering::Relaxed)
    }

    /// Records whether a response rejects the key, and why; logs the first rejection, and when the key is accepted
    /// again.
    pub(crate) fn note(&self, rejection: Option<&str>) {
        if rejection.is_some() {
            self.rejections.fetch_add(1, Ordering::Relaxed);
        }
        match (self.is_rejected.swap(rejection.is_some(), Ordering::Relaxed), rejection) {
            (false, Some(code)) => tracing::error!(
                code,
                "the payment provider rejects the shop's secret key, so customers cannot pay and refunds wait: \
                 replace {} and restart the server",
                self.setting
            ),
            (true, None) => tracing::info!("the payment provider accepts the shop's secret key again"),
            (true, Some(_)) | (false, None) => {}
        }
    }
}
