//! State shared between the servers of a shop.

use super::MemoryTransaction;
use autoparts_application::ports::{
    servers::{Minute, ServerRepository},
    store_error::StoreResult,
};
use autoparts_domain::{id::ServerId, time::Timestamp};

impl ServerRepository for MemoryTransaction {
    fn take_lease(&mut self, task: &str, holder: ServerId, now: Timestamp, until: Timestamp) -> StoreResult<bool> {
        self.change(|tables| {
            let is_taken = |(of, ends): &(ServerId, Timestamp)| *of != holder && *ends > now;
            if tables.leases.get(task).is_some_and(is_taken) {
                return Ok(false);
            }
            tables.leases.insert(task.to_owned(), (holder, until));
            Ok(true)
        })
    }

    fn give_lease(&mut self, task: &str, holder: ServerId, until: Timestamp) -> StoreResult<()> {
        self.change(|tables| {
            tables.leases.insert(task.to_owned(), (holder, until));
            Ok(())
        })
    }

    fn count_uses(&mut self, client: &str, minute: Minute, uses: u32) -> StoreResult<u32> {
        self.change(|tables| {
            let counted = tables.shared_uses.entry((client.to_owned(), minute)).or_default();
            *counted += uses;
            Ok(*counted)
        })
    }

    fn delete_uses(&mut self, before: Minute) -> StoreResult<usize> {
        self.change(|tables| {
            let counted = tables.shared_uses.len();
            tables.shared_uses.retain(|(_, minute), _| *minute >= before);
            Ok(counted - tables.shared_uses.len())
        })
    }
}
