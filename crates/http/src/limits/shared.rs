//! Counts shared by the servers of a shop. About once a second, each server adds its counts to the shop's database and
//! reads the totals. So a client that uses ten servers can exceed the limit for about a second, and no call waits for
//! the database.

use autoparts_application::{
    ports::{clock::Clock, servers::Minute},
    servers::Uses,
};
use std::{
    collections::BTreeMap,
    mem,
    num::NonZeroU32,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// The uses counted here and elsewhere.
pub(super) struct SharedUses {
    clock: Arc<dyn Clock>,
    counts: Mutex<Counts>,
}

#[derive(Default)]
struct Counts {
    /// Not yet added to the database.
    unshared: Uses,
    /// The last known totals of all servers.
    totals: BTreeMap<String, (Minute, u32)>,
}

impl SharedUses {
    pub(super) fn new(clock: Arc<dyn Clock>) -> Self {
        Self { clock, counts: Mutex::default() }
    }

    /// Counts one use; if it exceeds the rate in this minute, returns the remaining seconds of the minute.
    pub(super) fn check(&self, client: String, rate: NonZeroU32) -> Result<(), u32> {
        let now = self.clock.now();
        let minute = Minute::of(now);
        let mut counts = self.counts();
        let shared = counts.totals.get(&client).filter(|(of, _)| *of == minute).map_or(0, |(_, total)| *total);
        let unshared = counts.unshared.entry((client, minute)).or_default();
        if shared.saturating_add(*unshared) >= rate.get() {
            let passed = now.seconds().rem_euclid(60);
            return Err(u32::try_from(60 - passed).unwrap_or(60));
        }
        *unshared += 1;
        Ok(())
    }

    pub(super) fn take(&self) -> Uses {
        let mut taken = mem::take(&mut self.counts().unshared);
        taken.retain(|_, uses| *uses > 0);
        taken
    }

    /// Uses that were taken but could not be saved are lost: each server still counts for itself.
    pub(super) fn note(&self, totals: Uses) {
        let now = Minute::of(self.clock.now());
        let mut counts = self.counts();
        counts.totals.retain(|_, (minute, _)| *minute == now);
        let of_now = totals.into_iter().filter(|((_, minute), _)| *minute == now);
        counts.totals.extend(of_now.map(|((client, minute), total)| (client, (minute, total))));
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use autoparts_testing::clock::TestClock;
    use std::time::Duration;

    const RATE: NonZeroU32 = NonZeroU32::new(5).unwrap();

    /// Two servers, and the counts in the database.
    struct Shop {
        clock: Arc<TestClock>,
        servers: [SharedUses; 2],
        database: BTreeMap<(String, Minute), u32>,
    }

    impl Shop {
        fn new() -> Self {
            let clock = Arc::<TestClock>::default();
            let servers = [SharedUses::new(clock.clone()), SharedUses::new(clock.clone())];
            Self { clock, servers, database: BTreeMap::new() }
        }

        fn uses(&self, server: usize) -> Result<(), u32> {
            self.servers[server].check("ann".to_owned(), RATE)
        }

        fn share(&mut self, server: usize) {
            let mut totals = Uses::new();
            for (client, uses) in self.servers[server].take() {
                let total = self.database.entry(client.clone()).or_default();
                *total += uses;
                totals.insert(client, *total);
            }
            self.servers[server].note(totals);
        }
    }

    #[test]
    fn a_client_may_do_as_much_at_all_servers_as_at_one() {
        let mut shop = Shop::new();
        for server in [0, 1, 0, 1] {
            shop.uses(server).unwrap();
            shop.share(server);
        }
        shop.uses(0).unwrap();
        shop.share(0);
        assert!(shop.uses(0).is_err());
        // The other server learns of it at its next exchange.
        shop.uses(1).unwrap();
        shop.share(1);
        assert!(shop.uses(1).is_err());
    }

    #[test]
    fn a_single_server_counts_its_unshared_requests() {
        let shop = Shop::new();
        for _ in 0..5 {
            shop.uses(0).unwrap();
        }
        assert!(shop.uses(0).is_err());
    }

    #[test]
    fn each_minute_starts_at_zero_and_drops_old_counts() {
        let mut shop = Shop::new();
        for _ in 0..5 {
            shop.uses(0).unwrap();
        }
        shop.share(0);
        shop.clock.advance(Duration::from_secs(50));
        let left = shop.uses(0).unwrap_err();
        assert!((1..=60).contains(&left), "{left}");
        shop.clock.advance(Duration::from_secs(u64::from(left)));
        shop.uses(0).unwrap();
        shop.share(0);
        assert_eq!(shop.servers[0].counts().totals.len(), 1);
        assert_eq!(shop.servers[0].take(), Uses::new());
    }
}
