//! Costs of a grown shop: a backup under load, the books check, and the checks that maintenance runs every few seconds.
//! Each figure is printed next to a control from the same run. Run with `make bench-grown`; a number as argument limits
//! it to that many orders. `fill DATABASE_URL ORDERS` only fills a database, `books DATABASE_URL` only checks the books
//! of one.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "an error ends the benchmark")]
#![expect(clippy::print_stdout, reason = "the benchmark prints its figures")]

use autoparts_application::{
    maintenance::{books, health},
    ports::{
        email_content::EmailContent,
        outbox::{Mail, NEWS_LASTS},
        page::Page,
        store::{Store, Transaction},
        store_error::StoreResult,
    },
};
use autoparts_domain::{
    numbers::{Day, Period},
    time::Timestamp,
    time_zone::{ClockSpan, TimeZone},
};
use autoparts_persistence::{
    DatabaseUrl, SqlStore, StoreOptions, take_snapshot,
    testing::{PostgresCluster, PostgresDatabase, grow, grown_sqlite},
};
use autoparts_testing::clock::numbered;
use diesel::{Connection, PgConnection, SqliteConnection, connection::SimpleConnection};
use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

/// Number of orders of each shop.
const ORDERS: [u32; 2] = [100_000, 1_000_000];

/// Repetitions of each maintenance check.
const CHECKS: u32 = 200;

/// Before any order was placed: nothing is due.
const BEFORE: Timestamp = Timestamp::from_micros(0);

struct Grown {
    name: &'static str,
    store: SqlStore,
    url: DatabaseUrl,
    folder: tempfile::TempDir,
    database: Option<PostgresDatabase>,
}

impl Grown {
    fn on_sqlite(orders: u32) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("shop.db");
        let store = grown_sqlite(&file, orders).unwrap();
        let url = format!("sqlite://{}", file.display()).parse().unwrap();
        Self { name: "SQLite", store, url, folder, database: None }
    }

    fn on_postgres(orders: u32) -> Self {
        let database = PostgresCluster::shared().unwrap().migrated_database().unwrap();
        grow(database.url(), orders).unwrap();
        let store = SqlStore::open(database.url(), &StoreOptions::default()).unwrap();
        let url = database.url().clone();
        let folder = tempfile::tempdir().unwrap();
        Self { name: "PostgreSQL", store, url, folder, database: Some(database) }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The time taken by some statements on a separate connection.
    fn time_of(&self, before: &str, statements: &str) -> Duration {
        let began;
        match self.url.sqlite_file() {
            Some(file) => {
                let mut connection = SqliteConnection::establish(&file.display().to_string()).unwrap();
                began = Instant::now();
                connection.batch_execute(statements).unwrap();
            }
            None => {
                let mut connection = PgConnection::establish(&self.url_text()).unwrap();
                if !before.is_empty() {
                    connection.batch_execute(before).unwrap();
                }
                began = Instant::now();
                connection.batch_execute(statements).unwrap();
            }
        }
        began.elapsed()
    }

    fn url_text(&self) -> String {
        self.database.as_ref().map(PostgresDatabase::url_text).unwrap()
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn percentile(times: &mut [Duration], percent: usize) -> f64 {
    times.sort();
    milliseconds(times[(times.len() * percent / 100).min(times.len() - 1)])
}

/// Writes a hundred emails per second until stopped; returns the duration of each write.
fn write_until(
    store: &SqlStore,
    ends: &Arc<AtomicBool>,
    number: &Arc<AtomicU64>,
) -> tokio::task::JoinHandle<Vec<Duration>> {
    let (store, ends, number): (Arc<dyn Store>, _, _) = (Arc::new(store.clone()), Arc::clone(ends), Arc::clone(number));
    tokio::spawn(async move {
        let mut times = Vec::new();
        while !ends.load(Ordering::Relaxed) {
            let id = numbered(10_000_000 + number.fetch_add(1, Ordering::Relaxed));
            let mail = Mail::new(
                id.into(),
                id.into(),
                "e@example.com".parse().unwrap(),
                "s",
                EmailContent::new().paragraph("body"),
                BEFORE,
                NEWS_LASTS,
            );
            let began = Instant::now();
            store.write(move |tx| tx.insert_mail(&mail)).await.unwrap();
            times.push(began.elapsed());
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        times
    })
}

fn copy(grown: &Grown, name: &str) -> Duration {
    let began = Instant::now();
    tokio::task::block_in_place(|| take_snapshot(&grown.url, &grown.file(name))).unwrap();
    began.elapsed()
}

fn megabytes(file: &Path) -> u64 {
    fs::metadata(file).unwrap().len() / 1_000_000
}

/// Backs up an idle shop and one under load, and measures the effect on writes.
async fn backup(grown: &Grown) {
    let resting = copy(grown, "resting");
    let number = Arc::new(AtomicU64::new(0));
    let alone_ends = Arc::new(AtomicBool::new(false));
    let alone = write_until(&grown.store, &alone_ends, &number);
    tokio::time::sleep(resting.max(Duration::from_secs(3))).await;
    alone_ends.store(true, Ordering::Relaxed);
    let mut alone = alone.await.unwrap();
    let ends = Arc::new(AtomicBool::new(false));
    let under_backup = write_until(&grown.store, &ends, &number);
    let selling = copy(grown, "selling");
    ends.store(true, Ordering::Relaxed);
    let mut under_backup = under_backup.await.unwrap();
    println!(
        "  backup ({} MB): {:.1} s while idle, {:.1} s during {} writes (× {:.2}); a write took p50 {:.2} ms, \
         p99 {:.1} ms, and without the backup p50 {:.2} ms, p99 {:.1} ms",
        megabytes(&grown.file("selling")),
        resting.as_secs_f64(),
        selling.as_secs_f64(),
        under_backup.len(),
        selling.as_secs_f64() / resting.as_secs_f64(),
        percentile(&mut under_backup, 50),
        percentile(&mut under_backup, 99),
        percentile(&mut alone, 50),
        percentile(&mut alone, 99),
    );
}

/// Checks the books as a server does, the first time and a day later, compared with reading every row of the same
/// tables once.
async fn check_books(grown: &Grown) {
    let store: Arc<dyn Store> = Arc::new(grown.store.clone());
    // The last orders of the year were placed the day before.
    let last = Day::of(store.read(|tx| tx.first_order_at()).await.unwrap().unwrap()).plus(364).ends_at();
    let mut times = Vec::new();
    for at in [last, last.plus(Duration::from_hours(24))] {
        let began = Instant::now();
        let (check, wrong) = books::check_daily(&*store, at).await.unwrap();
        times.push(began.elapsed());
        assert!(wrong.is_empty(), "{:?}", wrong.first());
        assert_eq!((check.at, check.whole_at), (at, last));
    }
    let checked = times[0];
    let after = times[1];
    let all = "SELECT count(*), sum(total_cents), max(address) FROM orders; SELECT count(*), sum(amount_cents) FROM payment_intents;
        SELECT count(*), sum(amount_cents) FROM refunds; SELECT count(*), sum(cents), sum(pieces) FROM ledger";
    let read = grown.time_of("", all);
    println!(
        "  check of the books: {:.1} s the first time, {:.0} ms a day later; the first is {:.1} times reading the same rows once ({:.2} s)",
        checked.as_secs_f64(),
        milliseconds(after),
        checked.as_secs_f64() / read.as_secs_f64(),
        read.as_secs_f64()
    );
}

/// Measures the queries of a metrics scrape.
async fn gauges(grown: &Grown) {
    let store: Arc<dyn Store> = Arc::new(grown.store.clone());
    let now = Timestamp::from_micros(1_800_000_000_000_000);
    let mut times = Vec::new();
    for _ in 0..CHECKS {
        let began = Instant::now();
        health::gauges(&*store, now).await.unwrap();
        times.push(began.elapsed());
    }
    println!(
        "  the gauges of a scrape: p50 {:.2} ms, p99 {:.2} ms",
        percentile(&mut times, 50),
        percentile(&mut times, 99)
    );
}

/// Measures the checks of maintenance when nothing is due, compared with the same queries through the index of ids.
async fn maintenance_checks(grown: &Grown) {
    let store: Arc<dyn Store> = Arc::new(grown.store.clone());
    let began = Instant::now();
    for _ in 0..CHECKS {
        let check = |tx: &mut dyn Transaction| -> StoreResult<_> {
            Ok((tx.due_mails(BEFORE, false, &Page::first())?, tx.overdue_orders(BEFORE, &Page::first())?))
        };
        let (mails, orders) = store.read(check).await.unwrap();
        assert!(mails.is_empty() && orders.is_empty());
    }
    let check = began.elapsed() / CHECKS;
    let by_id = if grown.url.sqlite_file().is_some() { "NOT INDEXED" } else { "" };
    let walk = grown.time_of(
        "SET enable_indexscan = off; SET enable_bitmapscan = off; SET enable_indexonlyscan = off",
        &format!(
            "SELECT * FROM outbox {by_id} WHERE sent_at IS NULL AND next_try_at <= 0 LIMIT 100;
             SELECT * FROM orders {by_id} WHERE hold_until <= 0 LIMIT 100"
        ),
    );
    println!(
        "  a check for due emails and overdue orders: {:.2} ms, without their indexes {:.0} ms (× {:.0})",
        milliseconds(check),
        milliseconds(walk),
        walk.as_secs_f64() / check.as_secs_f64()
    );
}

/// Measures a year of statistics: reading stored days, as for an admin, compared with counting all days, which is the
/// cost until maintenance has stored them; and the cost of counting one day.
async fn numbers(grown: &Grown) {
    let store: Arc<dyn Store> = Arc::new(grown.store.clone());
    let first = Day::of(store.read(|tx| tx.first_order_at()).await.unwrap().unwrap());
    let year = Period { first, last: first.plus(364) };
    let began = Instant::now();
    let span = |period: Period| ClockSpan { from: period.first.begins_at(), before: period.last.ends_at(), ahead: 0 };
    let counted = store.read(move |tx| tx.count_numbers(&span(year))).await.unwrap();
    let of_year = began.elapsed();
    let day = span(Period { first: year.last, last: year.last });
    let began = Instant::now();
    store.read(move |tx| tx.count_numbers(&day)).await.unwrap();
    let of_day = began.elapsed();
    let kept = counted.clone();
    store
        .write(move |tx| kept.iter().try_for_each(|day| tx.save_daily_totals(&TimeZone::utc(), day, BEFORE)))
        .await
        .unwrap();
    let mut times = Vec::new();
    for _ in 0..CHECKS {
        let began = Instant::now();
        let check = move |tx: &mut dyn Transaction| -> StoreResult<_> {
            let zone = TimeZone::utc();
            Ok((tx.last_closed_day(&zone)?, tx.daily_totals(&zone, &year)?, tx.count_numbers(&day)?))
        };
        let (_, kept, _) = store.read(check).await.unwrap();
        times.push(began.elapsed());
        assert_eq!(kept, counted);
    }
    println!(
        "  numbers of a year: p50 {:.1} ms, p99 {:.1} ms with stored days and one counted day; {:.0} ms if all days are counted, \
         {:.1} ms for one day",
        percentile(&mut times, 50),
        percentile(&mut times, 99),
        milliseconds(of_year),
        milliseconds(of_day)
    );
}

#[tokio::main]
async fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["fill", url, orders, ..] => return grow(&url.parse().unwrap(), orders.parse().unwrap()).unwrap(),
        ["books", url, ..] => {
            let store = SqlStore::open(&url.parse().unwrap(), &StoreOptions::default()).unwrap();
            let began = Instant::now();
            let wrong = books::check(&store).await.unwrap();
            println!("{} wrong in {:.1} s", wrong.len(), began.elapsed().as_secs_f64());
            return;
        }
        _ => {}
    }
    let wanted: Vec<u32> = std::env::args().skip(1).filter_map(|argument| argument.parse().ok()).collect();
    let sizes = if wanted.is_empty() { ORDERS.to_vec() } else { wanted };
    for orders in sizes {
        for is_sqlite in [true, false] {
            let grown = if is_sqlite { Grown::on_sqlite(orders) } else { Grown::on_postgres(orders) };
            println!("{orders} orders on {}", grown.name);
            maintenance_checks(&grown).await;
            gauges(&grown).await;
            numbers(&grown).await;
            check_books(&grown).await;
            backup(&grown).await;
        }
    }
}
