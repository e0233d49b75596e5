//! Works on the imports of a server: on a thread of its own, which gives way to those that answer, and one import after the
//! other.

use autoparts_application::{
    error_chain::error_chain,
    imports::{Importer, RemovalShare},
    shop::Shop,
};
use std::{sync::Arc, time::Duration};
use tokio::time::{Instant, MissedTickBehavior};

/// How often it is looked what there is to do.
const ROUND: Duration = Duration::from_secs(1);

/// How long nothing is tried after something failed.
const PAUSE: Duration = Duration::from_secs(5);

/// How often what is left over is taken away.
const TIDY: Duration = Duration::from_mins(10);

/// What works on the imports of a shop.
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

/// Works for ever. To be run where blocking holds nobody up.
pub(crate) async fn work(importer: Importer) {
    let mut rounds = tokio::time::interval(ROUND);
    rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut tidied: Option<Instant> = None;
    loop {
        rounds.tick().await;
        if let Err(error) = importer.work(&mut |_| ()).await {
            tracing::debug!(error = error_chain(&error), "an import was worked on in vain");
            tokio::time::sleep(PAUSE).await;
        }
        if tidied.is_none_or(|tidied| tidied.elapsed() >= TIDY) {
            tidied = Some(Instant::now());
            match importer.tidy().await {
                Ok(0) => {}
                Ok(imports) => tracing::info!(imports, "files of imports were deleted that nobody went on with"),
                Err(error) => tracing::warn!(error = error_chain(&error), "files of imports will be tidied up later"),
            }
        }
    }
}

/// Says that it still works, and how far it is. Runs beside it, since reading a file leaves no time for that.
pub(crate) async fn beat(importer: Importer) {
    if let Err(error) = importer.beat().await {
        tracing::debug!(error = error_chain(&error), "it could not be said how far an import is");
    }
}

/// How often that is said.
pub(crate) const BEAT: Duration = Duration::from_secs(1);
