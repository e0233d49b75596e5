//! What several servers of one shop do together.

use crate::{
    error_chain::error_chain,
    ports::{servers::Minute, store::Transaction, store_error::StoreResult},
    shop::Shop,
};
use autoparts_domain::id::ServerId;
use std::{collections::BTreeMap, time::Duration};

/// The task of a round of maintenance.
const MAINTENANCE: &str = "maintenance";

/// How long a server has it: two rounds and a half, so that one that is gone is replaced within minutes.
const MAINTENANCE_LEASE: Duration = Duration::from_secs(150);

/// What clients did at one server since that was shared last: who did what in which minute, and how often.
pub type Uses = BTreeMap<(String, Minute), u32>;

/// Clients that are counted in one unit of work.
const AT_ONCE: usize = 200;

impl Shop {
    /// One round of maintenance, if no other server of the shop does it: whether everything went through, or `None` when
    /// another server has the task. While the database cannot be asked, nobody does it.
    pub async fn maintain_alone(&self, server: ServerId) -> Option<bool> {
        let (now, until) = (self.now(), self.now().plus(MAINTENANCE_LEASE));
        match self.store.write(move |tx| tx.take_lease(MAINTENANCE, server, now, until)).await {
            Ok(true) => Some(self.run_maintenance().await),
            Ok(false) => None,
            Err(error) => {
                tracing::warn!(error = error_chain(&error), "maintenance will be done later");
                Some(false)
            }
        }
    }

    /// Gives a server the maintenance, whoever has it. The one that has just started asks for this: it may stand for one that
    /// was killed with its lease, and what that one left open is not to wait until the lease ends. A round that the other is
    /// in goes on; two at once do no harm.
    pub async fn take_over_maintenance(&self, server: ServerId) {
        let until = self.now().plus(MAINTENANCE_LEASE);
        let given: StoreResult<()> = self.store.write(move |tx| tx.give_lease(MAINTENANCE, server, until)).await;
        if let Err(error) = given {
            tracing::warn!(error = error_chain(&error), "maintenance begins when another server's lease ends");
        }
    }

    /// Adds what clients did at this server to what they did at all of them; how often that is now.
    pub async fn share_uses(&self, uses: Uses) -> StoreResult<Uses> {
        let mut totals = Uses::new();
        // In one order everywhere, so that two servers do not wait for each other.
        let uses: Vec<((String, Minute), u32)> = uses.into_iter().collect();
        for some in uses.chunks(AT_ONCE) {
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
