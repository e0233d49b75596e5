//! The two servers, and the faults injected into them.

use super::{Dice, people::Until};
use crate::support::{Server, Site};
use std::{
    sync::{
        Arc, RwLock,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

/// Two servers of one shop, either of which may be down.
pub(crate) struct Servers {
    site: Arc<Site>,
    running: RwLock<[Option<Server>; 2]>,
    addresses: RwLock<[String; 2]>,
    kills: AtomicU64,
    cuts: AtomicU64,
}

impl Servers {
    pub(crate) fn open(site: Arc<Site>) -> Self {
        let both = [site.serve(), site.serve()];
        let addresses = both.each_ref().map(|server| server.address().to_owned());
        Self {
            site,
            running: RwLock::new(both.map(Some)),
            addresses: RwLock::new(addresses),
            kills: AtomicU64::new(0),
            cuts: AtomicU64::new(0),
        }
    }

    /// Returns the current or last address of a server.
    pub(crate) fn address(&self, which: u64) -> String {
        let addresses = self.addresses.read().unwrap();
        addresses[usize::from(which % 2 == 1)].clone()
    }

    /// Returns a handle of a running server, for times without faults.
    pub(crate) fn any(&self) -> Server {
        self.running.read().unwrap().iter().flatten().next().unwrap().handle()
    }

    /// Kills a server, as a crash would, without notifying anything else.
    fn kill(&self, which: usize) {
        drop(self.running.write().unwrap()[which].take());
        self.kills.fetch_add(1, Ordering::SeqCst);
    }

    fn start(&self, which: usize) {
        let server = self.site.serve_at_last();
        server.address().clone_into(&mut self.addresses.write().unwrap()[which]);
        self.running.write().unwrap()[which] = Some(server);
    }

    /// Kills both servers and restarts them with the database's times shifted, as if time had passed.
    pub(crate) fn come_back_later(&self, by: Duration) {
        *self.running.write().unwrap() = [None, None];
        self.site.let_time_pass(by);
        self.start(0);
        self.start(1);
    }

    /// Kills servers and cuts connections until the end of the run. Both servers are running afterwards.
    pub(crate) async fn break_until(self: Arc<Self>, until: Until, seed: u64) {
        let mut dice = Dice::new(seed ^ 0xdead);
        while until.goes_on() {
            tokio::time::sleep(Duration::from_millis(700 + dice.below(1500))).await;
            if dice.below(3) == 0 {
                self.site.cut_connections();
                self.cuts.fetch_add(1, Ordering::SeqCst);
                continue;
            }
            let which = usize::from(dice.below(2) == 1);
            self.kill(which);
            tokio::time::sleep(Duration::from_millis(dice.below(400))).await;
            let servers = Arc::clone(&self);
            tokio::task::block_in_place(|| servers.start(which));
        }
    }

    pub(crate) fn print(&self) {
        println!("{:>8}  servers killed", self.kills.load(Ordering::SeqCst));
        println!("{:>8}  times all connections to the database were cut", self.cuts.load(Ordering::SeqCst));
    }
}
