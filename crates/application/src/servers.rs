//! Coordination between several servers of one shop: the maintenance lease and shared rate-limit counts.

use crate::{
    error_chain::error_chain,
    ports::{servers::Minute, store::Transaction, store_error::StoreResult},
    shop::Shop,
};
use autoparts_domain::id::ServerId;
use std::{collections::BTreeMap, time::Duration};

/// The lease name of maintenance.
const MAINTENANCE: &str = "maintenance";

/// Duration of the maintenance lease: two and a half rounds, so that a lost server is replaced within minutes.
const MAINTENANCE_LEASE: Duration = Duration::from_secs(150);

/// Calls counted at one server since the last time it shared them, by client and minute.
pub type Uses = BTreeMap<(String, Minute), u32>;

/// Clients counted in one unit of work.
const BATCH: usize = 200;

impl Shop {
    /// Runs one round of maintenance unless another server holds the lease. Returns whether every step succeeded, or
    /// `None` if another server has the lease. While the database is unavailable, no server runs it.
    pub async fn maintain_alone(&self, server: ServerId) -> Option<bool> {
        let now = self.now();
        let until = self.now().plus(MAINTENANCE_LEASE);
        match self.store.write(move |tx| tx.take_lease(MAINTENANCE, server, now, until)).await {
            Ok(true) => Some(self.run_maintenance().await),
            Ok(false) => None,
            Err(error) => {
                tracing::warn!(error = error_chain(&error), "maintenance will be done later");
                Some(false)
            }
        }
    }

    /// Gives a server the maintenance lease, taking it from its holder if necessary. A starting server calls this: it
    /// may replace one that was killed while holding the lease, whose unfinished work should not wait until the lease
    /// expires. A round that the other server is running continues; two at once do no harm.
    pub async fn take_over_maintenance(&self, server: ServerId) {
        let until = self.now().plus(MAINTENANCE_LEASE);
        let given: StoreResult<()> = self.store.write(move |tx| tx.give_lease(MAINTENANCE, server, until)).await;
        if let Err(error) = given {
            tracing::warn!(error = error_chain(&error), "maintenance begins when another server's lease ends");
        }
    }

    /// Adds this server's counts to the shared ones, and returns the totals.
    pub async fn share_uses(&self, uses: Uses) -> StoreResult<Uses> {
        let mut totals = Uses::new();
        // Every server uses the same order, so that two of them do not deadlock.
        let uses: Vec<((String, Minute), u32)> = uses.into_iter().collect();
        for some in uses.chunks(BATCH) {
            let some = some.to_vec();
            let count = move |tx: &mut dyn Transaction| -> StoreResult<Uses> {
                let counted = some.iter().map(|((client, minute), uses)| {
                    let total = tx.count_uses(client, *minute, *uses)?;
                    Ok(((client.clone(), *minute), total))
                });
                counted.collect()
            };
            totals.extend(self.store.write(count).await?);
        }
        Ok(totals)
    }
}
