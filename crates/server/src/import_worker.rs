//! Runs the imports of a server one at a time, on a low-priority thread.

use autoparts_application::{
    error_chain::error_chain,
    imports::{Importer, RemovalShare},
    shop::Shop,
};
use std::{sync::Arc, time::Duration};
use tokio::time::{Instant, MissedTickBehavior};

/// Interval at which pending imports are polled.
const ROUND: Duration = Duration::from_secs(1);

/// Pause after a failure.
const PAUSE: Duration = Duration::from_secs(5);

/// Interval at which leftover files are removed.
const TIDY: Duration = Duration::from_mins(10);

/// Returns the importer of a shop.
pub(crate) fn importer(shop: &Shop, removal_share: RemovalShare) -> Importer {
    Importer {
        store: Arc::clone(&shop.store),
        files: Arc::clone(&shop.import_files),
        clock: Arc::clone(&shop.clock),
        ids: Arc::clone(&shop.ids),
        at_work: Arc::default(),
        removal_share,
    }
}

/// Runs imports forever. Blocks, so it needs a background thread.
pub(crate) async fn work(importer: Importer) {
    let mut rounds = tokio::time::interval(ROUND);
    rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut tidied: Option<Instant> = None;
    loop {
        rounds.tick().await;
        if let Err(error) = importer.work(&mut |_| ()).await {
            tracing::debug!(error = error_chain(&error), "work on an import failed");
            tokio::time::sleep(PAUSE).await;
        }
        if tidied.is_none_or(|tidied| tidied.elapsed() >= TIDY) {
            tidied = Some(Instant::now());
            match importer.tidy().await {
                Ok(0) => {}
                Ok(imports) => tracing::info!(imports, "deleted the files of abandoned imports"),
                Err(error) => {
                    tracing::warn!(error = error_chain(&error), "abandoned import files will be deleted later");
                }
            }
        }
    }
}

/// Saves a heartbeat and the progress of the running import. Runs concurrently, because reading a file blocks the
/// import thread.
pub(crate) async fn beat(importer: Importer) {
    if let Err(error) = importer.beat().await {
        tracing::debug!(error = error_chain(&error), "cannot save the import progress");
    }
}

/// Interval of the heartbeat.
pub(crate) const BEAT: Duration = Duration::from_secs(1);
