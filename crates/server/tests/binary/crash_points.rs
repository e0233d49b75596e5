//! Kills the real binary repeatedly at each crash point, on both databases, in one shop that survives all of it.
//! After each restart, everything acknowledged to a client must hold: nothing lost, nothing duplicated, and the books
//! in order.
//!
//! `CRASH_ROUNDS` sets how often each point is tried per database, `CRASH_SEED` the random delays for points that
//! depend on timing; `make crash` tries each point a few dozen times.

#![expect(clippy::print_stdout, reason = "the table of figures is what the run is for")]

mod money;
mod orders;
mod outside;

use crate::{
    chaos::Dice,
    scene::Scene,
    support::{Server, Site},
};
use std::{process::Command, time::Instant};

/// The result of one or more kills.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Seen {
    pub(crate) kills: u32,
    /// Number of acknowledgments that clients received before the kill.
    pub(crate) acknowledged: usize,
    pub(crate) lost: usize,
    pub(crate) doubled: usize,
}

impl Seen {
    /// Returns the result of one kill after one acknowledgment, which holds or is lost.
    pub(crate) fn acknowledged(holds: bool) -> Self {
        Self { kills: 1, acknowledged: 1, lost: usize::from(!holds), doubled: 0 }
    }

    /// Returns the result of one kill without an acknowledgment, but with a required outcome.
    pub(crate) fn unacknowledged(ends_well: bool) -> Self {
        Self { kills: 1, acknowledged: 0, lost: usize::from(!ends_well), doubled: 0 }
    }

    pub(crate) fn doubled(self, doubled: bool) -> Self {
        Self { doubled: self.doubled + usize::from(doubled), ..self }
    }

    fn plus(self, other: Self) -> Self {
        Self {
            kills: self.kills + other.kills,
            acknowledged: self.acknowledged + other.acknowledged,
            lost: self.lost + other.lost,
            doubled: self.doubled + other.doubled,
        }
    }
}

/// Where the server is killed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Point {
    Orders,
    Checkouts,
    NotCalled,
    NotSaved,
    NotReported,
    NotCommitted,
    AnswerLost,
    MessageAnswered,
    BothAtOnce,
    NotCancelled,
    CancelledNotCommitted,
    DeletionAnswered,
    PaidWhileDeleted,
    RefundNotMade,
    RefundNotMarked,
    PartRefundNotMade,
    PartRefundNotMarked,
    TwoServersEnd,
    ClocksApart,
    DiskFull,
    ProviderTimesOut,
}

/// All points with their number, and what is happening when the server is killed.
const POINTS: [(Point, &str, &str); 21] = [
    (Point::Orders, "C1", "eight customers order at once, in shared commits on SQLite"),
    (Point::Checkouts, "C1", "eight checkouts of three lines at once"),
    (Point::NotCalled, "C2", "the attempt is written, the provider not called"),
    (Point::NotSaved, "C3", "the provider has made the payment, its id is not saved"),
    (Point::NotReported, "C4", "the card is charged but not reported"),
    (Point::NotCommitted, "C5", "the provider has confirmed, nothing is committed"),
    (Point::AnswerLost, "C6", "the payment is committed, and reported again"),
    (Point::MessageAnswered, "C7", "the message is committed, and sent again"),
    (Point::BothAtOnce, "C8", "message and browser report at once, killed among them"),
    (Point::NotCancelled, "C9", "a deletion, the provider not yet asked to cancel"),
    (Point::CancelledNotCommitted, "C9", "the provider has cancelled, nothing is committed"),
    (Point::DeletionAnswered, "C10", "the deletion is committed, and asked again"),
    (Point::PaidWhileDeleted, "C11", "the card is charged while the order is deleted"),
    (Point::RefundNotMade, "C12", "a refund, the provider not yet asked"),
    (Point::RefundNotMarked, "C12", "the provider has refunded, the mark is not written"),
    (Point::PartRefundNotMade, "C12", "a refund of one of two pieces, not yet asked"),
    (Point::PartRefundNotMarked, "C12", "the piece is refunded, the mark is not written"),
    (Point::TwoServersEnd, "C13", "two servers end one reservation (PostgreSQL)"),
    (Point::ClocksApart, "C14", "paid at a server whose clock is ten minutes ahead or behind"),
    (Point::DiskFull, "C15", "orders until the disk is full (SQLite)"),
    (Point::ProviderTimesOut, "C16", "the provider's answer comes after the time-out"),
];

/// Points that take many seconds per kill: a provider timeout, a full disk.
const SLOW: [Point; 2] = [Point::DiskFull, Point::ProviderTimesOut];

#[expect(clippy::disallowed_methods, reason = "the setting of a test, not of the shop")]
fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).map_or(otherwise, |text| text.parse().unwrap())
}

/// A shop on one of the databases, and the state that the points need.
pub(crate) struct Crashing {
    pub(crate) scene: Scene,
    pub(crate) dice: Dice,
    pub(crate) parts: [String; 3],
    pub(crate) on_postgres: bool,
    /// The number of the round.
    pub(crate) number: u64,
}

impl Crashing {
    async fn on(site: Site, on_postgres: bool, seed: u64) -> Self {
        let site = site.with("UNPAID_ORDERS", "off").with("UNPAID_VALUE", "off").with("UNPAID_SHARE", "off");
        let scene = Scene::with_pieces(site, 1_000_000).await;
        let add = || scene.server().add_part(&scene.admin, 1_000_000);
        let parts = [scene.part.clone(), add().await, add().await];
        Self { scene, dice: Dice::new(seed), parts, on_postgres, number: 0 }
    }

    pub(crate) fn server(&self) -> &Server {
        self.scene.server()
    }

    /// Kills the server at a point; `None` if the point does not apply to this database.
    async fn kill_at(&mut self, point: Point) -> Option<Seen> {
        self.number += 1;
        Some(match point {
            Point::Orders => orders::under_load(self, 1).await,
            Point::Checkouts => orders::under_load(self, 3).await,
            Point::NotCalled | Point::NotSaved => money::start(self, point).await,
            Point::NotReported | Point::NotCommitted => money::unreported(self, point).await,
            Point::AnswerLost | Point::MessageAnswered => money::answered(self, point).await,
            Point::BothAtOnce => money::both_at_once(self).await,
            Point::NotCancelled | Point::CancelledNotCommitted => money::deletion(self, point).await,
            Point::DeletionAnswered => money::deletion_answered(self).await,
            Point::PaidWhileDeleted => money::paid_while_deleted(self).await,
            Point::RefundNotMade | Point::RefundNotMarked => money::refund(self, point).await,
            Point::PartRefundNotMade | Point::PartRefundNotMarked => money::part_refund(self, point).await,
            Point::ProviderTimesOut => money::time_out(self).await,
            Point::TwoServersEnd if self.on_postgres => outside::two_servers_end(self).await,
            Point::ClocksApart => outside::clocks_apart(self).await,
            Point::DiskFull if !self.on_postgres => outside::disk_full(self).await,
            Point::TwoServersEnd | Point::DiskFull => return None,
        })
    }
}

/// Returns a command that starts the binary with a shifted clock.
pub(crate) fn with_clock(seconds: i64) -> Command {
    let library = "faketime/libfaketimeMT.so.1";
    let folders = std::fs::read_dir("/usr/lib").unwrap().map(|folder| folder.unwrap().path().join(library));
    let library = folders.into_iter().find(|path| path.is_file());
    let library =
        library.unwrap_or_else(|| panic!("libfaketime is not installed; install it: apt-get install libfaketime"));
    let mut command = Command::new("/usr/bin/env");
    command.arg(format!("LD_PRELOAD={}", library.display())).arg(format!("FAKETIME={seconds:+}s"));
    command.arg("FAKETIME_DONT_FAKE_MONOTONIC=1").arg("DONT_FAKE_MONOTONIC=1").arg(crate::support::binary());
    command
}

/// Runs every point on a database; returns whether all passed.
async fn every_point(site: Site, on_postgres: bool, rounds: u64, seed: u64) -> bool {
    let name = if on_postgres { "PostgreSQL" } else { "SQLite" };
    let began = Instant::now();
    let mut shop = Crashing::on(site, on_postgres, seed).await;
    let mut all = Seen::default();
    let mut well = true;
    println!("{name}, seed {seed}\n      kills  acked   lost  doubled  books");
    for (point, number, what) in POINTS {
        let rounds = if SLOW.contains(&point) { rounds.div_ceil(8) } else { rounds };
        let mut sum = Seen::default();
        for _ in 0..rounds {
            let Some(round) = shop.kill_at(point).await else { break };
            sum = sum.plus(round);
        }
        if sum.kills == 0 {
            continue;
        }
        let books = shop.scene.site.run(&["check-books"]);
        let in_order = books.stdout.contains("in order");
        let verdict = if in_order { "in order" } else { books.stderr.trim() };
        println!(
            "{number:<4}{:>7}{:>7}{:>7}{:>9}  {verdict}  {what}",
            sum.kills, sum.acknowledged, sum.lost, sum.doubled
        );
        well &= in_order && sum.lost == 0 && sum.doubled == 0;
        all = all.plus(sum);
    }
    let seconds = began.elapsed().as_secs();
    println!("all {:>7}{:>7}{:>7}{:>9}  {seconds} s", all.kills, all.acknowledged, all.lost, all.doubled);
    well
}

#[tokio::test(flavor = "multi_thread")]
async fn every_crash_point_on_sqlite() {
    let rounds = setting("CRASH_ROUNDS", 1);
    let seed = setting("CRASH_SEED", 1);
    assert!(every_point(Site::new(), false, rounds, seed).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_crash_point_on_postgres() {
    let rounds = setting("CRASH_ROUNDS", 1);
    let seed = setting("CRASH_SEED", 1);
    assert!(every_point(Site::on_postgres(), true, rounds, seed).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_comes_and_goes_loses_no_order() {
    let seconds = setting("CRASH_DATABASE_SECONDS", 5);
    assert!(outside::comes_and_goes(seconds).await);
}
