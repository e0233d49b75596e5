//! The traces and logs of a unit of work. A separate binary, because logs from the store's threads go to the subscriber
//! of the whole process.

#![expect(clippy::unwrap_used, reason = "what goes wrong here fails the test")]

use autoparts_application::{
    orders::quoting::QuoteRequest,
    ports::store::{Store, Transaction},
    ports::{identity::Grant, page::Page, store_error::StoreResult},
};
use autoparts_domain::{
    email::Email,
    id::PartId,
    member_documents::{
        Revisioned,
        carts::{CartLine, CartLines},
    },
    quantity::Quantity,
};
use autoparts_persistence::{
    SqlStore, StoreOptions,
    testing::{PostgresCluster, migrated_sqlite},
};
use autoparts_testing::{
    clock::{NEW_YEAR, numbered},
    samples::part,
    test_shop::TestShop,
};
use diesel::connection::{Instrumentation, InstrumentationEvent, set_default_instrumentation};
use std::{
    collections::BTreeSet,
    io,
    sync::{Arc, Mutex, OnceLock},
    time::Duration,
};
use tracing::Instrument;
use tracing_subscriber::fmt::{MakeWriter, format::FmtSpan};

/// Collects the log.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Log {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

impl Log {
    fn lines(&self) -> Vec<String> {
        let text = String::from_utf8(self.0.lock().unwrap().clone()).unwrap();
        text.lines().map(str::to_owned).collect()
    }
}

async fn add_parts(store: &Arc<dyn Store>) {
    let add = |tx: &mut dyn Transaction| -> StoreResult<()> {
        tx.insert_part(&part(1, 7), NEW_YEAR)?;
        tracing::warn!("said within a unit of work");
        tx.parts(&Page::first()).map(drop)
    };
    store.write(add).await.unwrap();
}

/// The log of this process, which has one subscriber.
fn log() -> &'static Log {
    static LOG: OnceLock<Log> = OnceLock::new();
    LOG.get_or_init(|| {
        let log = Log::default();
        tracing_subscriber::fmt()
            .with_max_level(tracing::Level::DEBUG)
            .with_writer(log.clone())
            .with_ansi(false)
            .with_span_events(FmtSpan::CLOSE)
            .init();
        log
    })
}

/// A store on its own database, and the folder that contains it.
fn open() -> (Arc<dyn Store>, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let store = migrated_sqlite(&folder.path().join("shop.db")).unwrap();
    (Arc::new(store), folder)
}

#[tokio::test(flavor = "multi_thread")]
async fn statements_and_lines_of_the_log_belong_to_the_request_that_caused_them() {
    let log = log();
    let (store, _folder) = open();
    add_parts(&store).instrument(tracing::info_span!("request", id = "4711")).await;

    let unit = r#"request{id="4711"}:unit_of_work{name="add_parts" access=Write}"#;
    let whole = format!("{} attempts=1}}: ", unit.strip_suffix('}').unwrap());
    // The store's thread closes the span just after it has answered.
    let mut lines = log.lines();
    for _ in 0..500 {
        if lines.iter().any(|line| line.contains(&whole)) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
        lines = log.lines();
    }
    let said = lines.iter().find(|line| line.contains("said within a unit of work")).unwrap();
    assert!(said.contains(&format!("{unit}:")), "{said}");
    let closed = |span: &str| lines.iter().filter(|line| line.contains(span) && line.contains("close")).count();
    for statement in ["begin", "insert_stocked", "parts", "commit"] {
        assert_eq!(closed(&format!(r#"{unit}:statement{{name="{statement}"}}"#)), 1, "{statement}: {lines:#?}");
    }
    assert_eq!(closed(&whole), 1, "the unit of work has its own span: {lines:#?}");
}

/// The number of statements of a request, including those that begin and end its units of work.
fn statements(request: &str) -> usize {
    let of_request = |line: &&String| line.contains(&format!(r#"request{{id="{request}"}}"#));
    let ended = |line: &&String| line.contains(":statement{") && line.contains("close");
    log().lines().iter().filter(of_request).filter(ended).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_asked_of_the_database_does_not_grow_with_the_lines() {
    let _log = log();
    let (store, _folder) = open();
    let test_shop = TestShop::on(store);
    let customer = test_shop.customer("marta").await;
    let mut parts = Vec::new();
    for _ in 0..100 {
        parts.push((test_shop.part(1, 9, 100).await, 1));
    }
    let email: Email = "marta@example.com".parse().unwrap();
    // The first one also reads the rates, and categories, brands and return policies.
    for (id, expected) in [("first", 11), ("quote", 3)] {
        let quoted = test_shop.shop.quote(QuoteRequest::of(TestShop::order_of(&parts).lines));
        let quoted = quoted.instrument(tracing::info_span!("request", id)).await.unwrap();
        assert!(quoted.quote.agree().is_ok() && quoted.quote.lines().len() == 100);
        assert_eq!(statements(id), expected, "begin, the parts, and the end");
    }
    let line = |(part, pieces): &(PartId, i64)| CartLine {
        part: *part,
        quantity: Quantity::new(*pieces).unwrap(),
        vehicle: None,
    };
    let cart = Revisioned { revision: 0, content: CartLines::new(parts.iter().map(line).collect()).unwrap() };
    let save = test_shop.shop.save_member_document(customer, email.clone(), cart);
    save.instrument(tracing::info_span!("request", id = "save")).await.unwrap();
    assert!(statements("save") <= 5, "{}", statements("save"));
    let read = test_shop.shop.member_document::<CartLines>(customer, email);
    let read = read.instrument(tracing::info_span!("request", id = "cart")).await.unwrap();
    assert_eq!(read.content.as_slice().len(), 100);
    assert!(statements("cart") <= 4, "{}", statements("cart"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_is_checked_with_one_statement() {
    let _log = log();
    let (store, _folder) = open();
    let test_shop = TestShop::on(store);
    let user = test_shop.customer("marta").await;
    let checked = test_shop.shop.check_session(Grant { user, session: numbered(1).into() });
    checked.instrument(tracing::info_span!("request", id = "session")).await.ok();
    assert_eq!(statements("session"), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_of_orders_is_two_queries_however_long_it_is() {
    let _log = log();
    let (store, _folder) = open();
    let test_shop = TestShop::on(store);
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 1_000, 100).await;
    for placed in 1..=30 {
        test_shop.order(customer, part, 1).await;
        if placed % 15 == 0 {
            let request = format!("list of {placed}");
            let listed = test_shop.shop.orders_of(customer, "marta@example.com".parse().unwrap(), Page::first());
            let listed = listed.instrument(tracing::info_span!("request", id = request.as_str())).await.unwrap();
            assert_eq!(
                (listed.len(), statements(&request)),
                (placed, 4),
                "begin, the orders, their lines, and the end"
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_of_core_charges_needs_as_many_queries_however_long_it_is() {
    let _log = log();
    let (store, _folder) = open();
    let test_shop = TestShop::on(store);
    let (customer, admin) = (test_shop.customer("marta").await, test_shop.admin().await);
    for shipped in 1..=3 {
        test_shop.shipped_cores(customer, admin, 1).await;
        let request = format!("cores of {shipped}");
        let listed = test_shop.shop.core_claims(admin, None, Page::first());
        let listed = listed.instrument(tracing::info_span!("request", id = request.as_str())).await.unwrap();
        let expected = "begin, the admin, the lines, their records, their orders, and the end";
        assert_eq!((listed.len(), statements(&request)), (shipped, 6), "{expected}");
    }
}

/// The statements sent to databases in this process, and those that connections cache in compiled form.
static SENT: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
static KEPT: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// The statements sent to PostgreSQL, in order. Its identifiers are in double quotes.
static SENT_TO_POSTGRES: Mutex<Vec<String>> = Mutex::new(Vec::new());

struct Recorder;

impl Instrumentation for Recorder {
    fn on_connection_event(&mut self, event: InstrumentationEvent<'_>) {
        let (statements, sql) = match event {
            InstrumentationEvent::StartQuery { query, .. } => (&SENT, query.to_string()),
            InstrumentationEvent::CacheQuery { sql, .. } => (&KEPT, sql.to_owned()),
            _ => return,
        };
        let statement = sql.split("-- binds").next().unwrap_or_default().trim().to_owned();
        if std::ptr::eq(statements, &raw const SENT) && statement.contains('"') {
            SENT_TO_POSTGRES.lock().unwrap().push(statement.clone());
        }
        statements.lock().unwrap().insert(statement);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_an_order_writes_stays_compiled() {
    set_default_instrumentation(|| Some(Box::new(Recorder))).unwrap();
    let (store, _folder) = open();
    let test_shop = TestShop::on(store);
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 1_000, 100).await;
    test_shop.order(customer, part, 1).await;
    let sent = SENT.lock().unwrap().clone();
    let kept = KEPT.lock().unwrap().clone();
    for table in ["order_refs", "order_numbers", "orders", "order_lines", "outbox", "ledger"] {
        let insert = sent.iter().find(|sql| sql.starts_with(&format!("INSERT INTO `{table}`"))).unwrap();
        assert!(kept.contains(insert), "compiled each time: {insert}");
    }
    let take = sent.iter().find(|sql| sql.starts_with("UPDATE `stock` SET `available` = `available` - ")).unwrap();
    assert!(kept.contains(take), "compiled each time: {take}");
}

/// Each statement is a round trip, and one that is not prepared is two.
#[tokio::test(flavor = "multi_thread")]
async fn an_order_on_postgres_is_ten_prepared_statements() {
    set_default_instrumentation(|| Some(Box::new(Recorder))).unwrap();
    let database = PostgresCluster::shared().unwrap().migrated_database().unwrap();
    let store = SqlStore::open(database.url(), &StoreOptions::default()).unwrap();
    let test_shop = TestShop::on(Arc::new(store));
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 1_000, 100).await;
    test_shop.order(customer, part, 1).await;
    SENT_TO_POSTGRES.lock().unwrap().clear();
    test_shop.order(customer, part, 1).await;
    let sent = SENT_TO_POSTGRES.lock().unwrap().clone();
    let kept = KEPT.lock().unwrap().clone();
    for statement in &sent {
        assert!(kept.contains(statement), "not prepared: {statement}");
    }
    assert!(sent.len() <= 10, "{sent:#?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_writers_at_once_share_commits_and_each_keeps_its_statements() {
    let _log = log();
    let (store, _folder) = open();
    let writes = (1..=200).map(|number| {
        let store = Arc::clone(&store);
        let write = async move { store.write(move |tx| tx.insert_part(&part(number, 1), NEW_YEAR)).await };
        tokio::spawn(write.instrument(tracing::info_span!("request", id = format!("writer-{number}"))))
    });
    for write in writes.collect::<Vec<_>>() {
        write.await.unwrap().unwrap();
    }
    let lines = log().lines();
    let of_all = |statement: &str| {
        let span = format!(r#"access=Write}}:statement{{name="{statement}"}}"#);
        let of_writers = |line: &&String| line.contains(r#"request{id="writer-"#) && line.contains(&span);
        lines.iter().filter(of_writers).filter(|line| line.contains("close")).count()
    };
    assert_eq!(of_all("begin"), of_all("commit"));
    assert_eq!(of_all("savepoint"), of_all("release"));
    assert_eq!(of_all("commit") + of_all("release"), 200, "each leads or joins");
    assert!(of_all("commit") < 150, "{} commits for 200 units of work", of_all("commit"));
    assert!((1..=200).all(|number| {
        let inserted = format!(r#"request{{id="writer-{number}"}}:unit_of_work{{name="many_writers_at_once_share_commits_and_each_keeps_its_statements" access=Write}}:statement{{name="insert_stocked"}}"#);
        lines.iter().filter(|line| line.contains(&inserted)).count() == 1
    }));
}
