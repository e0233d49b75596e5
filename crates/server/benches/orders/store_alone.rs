//! Orders on SQLite without HTTP: the normal store, and the same store with one commit per unit of work.

use autoparts_persistence::{SqlStore, StoreOptions};
use autoparts_testing::test_shop::TestShop;
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use tempfile::TempDir;
use tokio::runtime::Runtime;

const PARTS: usize = 200;

pub(crate) struct StoreAlone {
    shop: TestShop,
    runtime: Runtime,
    customers: Vec<autoparts_domain::id::UserId>,
    parts: Vec<autoparts_domain::id::PartId>,
    _folder: TempDir,
}

impl StoreAlone {
    /// Opens a shop on its own file; at most `group_units` units of work share a commit.
    pub(crate) fn open(group_units: usize, customers: usize) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("shop.db").display());
        let options = StoreOptions { group_units, ..StoreOptions::default() };
        let store = SqlStore::open(&url.parse().unwrap(), &options).unwrap();
        store.migrate().unwrap();
        let shop = TestShop::on(Arc::new(store));
        let runtime = Runtime::new().unwrap();
        let (customers, parts) = runtime.block_on(async {
            let mut people = Vec::new();
            let mut parts = Vec::new();
            for number in 0..customers {
                people.push(shop.customer(&format!("buyer-{number}")).await);
            }
            for _ in 0..PARTS {
                parts.push(shop.part(1, 1_000_000_000, 1_000).await);
            }
            (people, parts)
        });
        Self { shop, runtime, customers, parts, _folder: folder }
    }

    /// Returns orders of one line per second, with each customer placing orders sequentially.
    pub(crate) fn per_second(&self, time: Duration) -> f64 {
        self.runtime.block_on(async {
            let began = Instant::now();
            let placing: Vec<_> = self
                .customers
                .iter()
                .enumerate()
                .map(|(number, customer)| {
                    let shop = self.shop.clone();
                    let customer = *customer;
                    let parts = self.parts.clone();
                    tokio::spawn(async move {
                        let mut placed = 0_u32;
                        while began.elapsed() < time {
                            let at = usize::try_from(placed).unwrap() * 7 + number * 13;
                            shop.order(customer, parts[at % parts.len()], 1).await;
                            placed += 1;
                        }
                        placed
                    })
                })
                .collect();
            let mut placed = 0;
            for task in placing {
                placed += task.await.unwrap();
            }
            f64::from(placed) / began.elapsed().as_secs_f64()
        })
    }
}
