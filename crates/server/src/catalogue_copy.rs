//! Keeps the catalog copy in sync with the database, and watches for database outages.

use crate::{clock::SystemClock, wire::TokenKeys};
use autoparts_application::{error_chain::error_chain, ports::clock::Clock};
use autoparts_persistence::{CopiedStore, Recovered};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::time::MissedTickBehavior;

/// Interval at which changes are copied.
const ROUND: Duration = Duration::from_secs(10);

/// Number of parts from which a round is logged.
const MANY: u64 = 1000;

/// Interval at which an unavailable database is checked.
const LOOK: Duration = Duration::from_millis(500);

/// Copies changes forever. Retries after errors, and logs a persistent error only once.
pub(crate) async fn follow(copied: Arc<CopiedStore>) {
    let mut rounds = tokio::time::interval(ROUND);
    rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut failing = false;
    loop {
        rounds.tick().await;
        let began = Instant::now();
        match copied.follow(SystemClock.now()).await {
            Ok(parts) => {
                if parts >= MANY {
                    tracing::info!(parts, millis = began.elapsed().as_millis(), "parts were copied");
                }
                failing = false;
            }
            Err(error) => {
                if !failing {
                    tracing::warn!(error = error_chain(&error), "the copy of the catalog cannot follow the database");
                }
                failing = true;
            }
        }
    }
}

/// Watches the database forever.
pub(crate) async fn watch(copied: Arc<CopiedStore>, keys: TokenKeys) {
    let mut looks = tokio::time::interval(LOOK);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut reported = Recovered::Unchanged;
    loop {
        looks.tick().await;
        let found = copied.watch().await;
        match &found {
            Recovered::Unchanged => continue,
            Recovered::Yes => {
                tracing::info!("the database answers: the shop sells again");
                // A server that started without the database has no signing keys yet.
                if let Err(error) = keys.read().await {
                    tracing::warn!(error = error_chain(&error), "the signing keys will be read later");
                }
            }
            Recovered::LacksMigrations(pending) if reported != found => {
                let migrations = pending.join(", ");
                tracing::error!(migrations, "the database answers, but lacks migrations; run: autoparts migrate");
            }
            Recovered::Foreign if reported != found => {
                tracing::error!("the database answers, but holds tables that are not this shop's");
            }
            Recovered::LacksMigrations(_) | Recovered::Foreign => {}
        }
        reported = found;
    }
}
