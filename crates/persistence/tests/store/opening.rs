//! Opening and migrating databases, and the error messages when that fails.

use crate::migrations::names;
use autoparts_application::{
    accounts::AccountError,
    error_chain::error_chain,
    ports::{page::Page, store::Store, store_error::StoreError},
    use_case_error::UseCaseError::Refused,
};
use autoparts_domain::{
    email::Email,
    orders::{Line, Lines, Order, OrderSnapshot},
    time::Timestamp,
};
use autoparts_persistence::{
    DatabaseUrl, MigrateError, OpenError, SchemaState, SqlStore, StoreOptions, testing::PostgresCluster,
};
use autoparts_testing::{identity::id_token, test_shop::TestShop};
use diesel::{Connection, RunQueryDsl, SqliteConnection, connection::SimpleConnection};
use std::{fs, path::Path, sync::Arc, thread, time::Duration};
use tempfile::TempDir;

const PASSWORD: &str = "s3cret-w0rd";

/// The existing migrations, in order.
fn every_migration() -> Vec<String> {
    names("sqlite")
}

fn url(path: &Path) -> DatabaseUrl {
    format!("sqlite://{}", path.display()).parse().unwrap()
}

fn open(path: &Path) -> Result<SqlStore, OpenError> {
    SqlStore::open(&url(path), &StoreOptions::default())
}

fn open_url(url: &str) -> Result<SqlStore, OpenError> {
    SqlStore::open(&url.parse().unwrap(), &StoreOptions::default())
}

fn home() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// Executes statements directly, bypassing the store.
fn execute(path: &Path, sql: &str) {
    let mut connection = SqliteConnection::establish(path.to_str().unwrap()).unwrap();
    connection.batch_execute(sql).unwrap();
}

/// The error, which must be one line that states what to do.
fn refusal(opened: Result<SqlStore, OpenError>) -> OpenError {
    let error = opened.unwrap_err();
    let said = error.to_string();
    assert!(!said.contains('\n') && said.contains("; ") && !said.contains(PASSWORD), "{said}");
    error
}

#[test]
fn file_and_folder_are_made_when_there_are_none() {
    let home = home();
    let path = home.path().join("data/of the shop/autoparts.db");
    let store = open(&path).unwrap();
    assert!(path.is_file());
    assert_eq!(store.schema().unwrap(), SchemaState::Behind { pending: every_migration() });
    assert_eq!(store.migrate().unwrap(), every_migration());
    assert_eq!(store.schema().unwrap(), SchemaState::Current);
    assert!(store.migrate().unwrap().is_empty());
}

#[test]
fn an_empty_file_is_a_new_database() {
    let home = home();
    let path = home.path().join("shop.db");
    fs::write(&path, "").unwrap();
    open(&path).unwrap().migrate().unwrap();
}

#[test]
fn who_wants_a_shop_that_is_there_makes_none() {
    let open_shop = |path: &Path| SqlStore::open_shop(&url(path), &StoreOptions::default());
    let home = home();
    let path = home.path().join("data/shop.db");
    assert!(matches!(refusal(open_shop(&path)), OpenError::NoShop(_)));
    assert!(!home.path().join("data").exists());
    let empty = home.path().join("empty.db");
    fs::write(&empty, "").unwrap();
    assert!(matches!(refusal(open_shop(&empty)), OpenError::NoShop(_)));
    assert_eq!(fs::metadata(&empty).unwrap().len(), 0, "it is left as it was");
    let other = home.path().join("other.db");
    execute(&other, "CREATE TABLE invoices (id TEXT)");
    let before = fs::read(&other).unwrap();
    assert!(matches!(refusal(open_shop(&other)), OpenError::HoldsOther(_)));
    assert_eq!(fs::read(&other).unwrap(), before);
    open(&path).unwrap().migrate().unwrap();
    open_shop(&path).unwrap();

    let database = PostgresCluster::shared().unwrap().empty_database().unwrap();
    let open_shop = || SqlStore::open_shop(database.url(), &StoreOptions::default());
    assert!(matches!(refusal(open_shop()), OpenError::NoShop(_)));
    SqlStore::open(database.url(), &StoreOptions::default()).unwrap().migrate().unwrap();
    open_shop().unwrap();
    // A schema of the user's own comes before the shop's schema.
    database.execute("DO $$ BEGIN EXECUTE format('CREATE SCHEMA %I', current_user); END $$").unwrap();
    open_shop().unwrap();
}

#[test]
fn the_tables_of_another_program_get_no_shop_among_them() {
    let home = home();
    let path = home.path().join("other.db");
    execute(&path, "CREATE TABLE invoices (id TEXT)");
    let database = PostgresCluster::shared().unwrap().empty_database().unwrap();
    database.execute("CREATE TABLE invoices (id TEXT)").unwrap();
    for store in [open(&path).unwrap(), SqlStore::open(database.url(), &StoreOptions::default()).unwrap()] {
        for refused in [store.migrate_and_report(), store.plan_migrations()] {
            assert!(matches!(refused, Err(MigrateError::HoldsOther)), "{refused:?}");
        }
    }
    let tables = "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()";
    assert_eq!(database.number(tables).unwrap(), 1);
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    // Even root cannot create files in /proc.
    let refused = refusal(open_url("sqlite:///proc/autoparts/shop.db"));
    assert!(matches!(refused, OpenError::Folder { .. }), "{refused}");
    assert!(refused.to_string().contains("/proc/autoparts"));
}

#[test]
fn a_file_that_cannot_be_made_is_named() {
    let home = home();
    let refused = refusal(open(Path::new("/proc/shop.db")));
    assert!(matches!(refused, OpenError::File { .. }) && refused.to_string().contains("/proc/shop.db"), "{refused}");
    let refused = refusal(open(home.path()));
    assert!(matches!(&refused, OpenError::Directory { file } if file == home.path()), "{refused}");
}

#[test]
fn a_file_in_the_way_of_the_folder_is_named() {
    let home = home();
    fs::write(home.path().join("data"), "a file").unwrap();
    let refused = refusal(open(&home.path().join("data/shop.db")));
    assert!(matches!(refused, OpenError::Folder { .. }), "{refused}");
}

#[test]
fn another_kind_of_file_is_left_alone() {
    let home = home();
    let path = home.path().join("note.txt");
    let note = "Dear customer, ".repeat(100);
    fs::write(&path, &note).unwrap();
    let refused = refusal(open(&path));
    assert!(matches!(refused, OpenError::NotADatabase { .. }), "{refused}");
    assert_eq!(fs::read_to_string(&path).unwrap(), note);
}

#[test]
fn a_damaged_database_is_noticed_quickly() {
    let home = home();
    let path = home.path().join("shop.db");
    open(&path).unwrap().migrate().unwrap();
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..middle + 20_000].fill(0x5a);
    fs::write(&path, bytes).unwrap();
    let refused = refusal(open(&path));
    assert!(matches!(refused, OpenError::NotADatabase { .. }), "{refused}");
}

#[test]
fn a_file_that_another_process_writes_to_is_locked() {
    let home = home();
    let path = home.path().join("shop.db");
    open(&path).unwrap().migrate().unwrap();
    let mut other = SqliteConnection::establish(path.to_str().unwrap()).unwrap();
    other.batch_execute("BEGIN IMMEDIATE").unwrap();
    let patience = StoreOptions { lock_timeout: Duration::from_millis(50), ..StoreOptions::default() };
    let refused = refusal(SqlStore::open(&url(&path), &patience));
    assert!(matches!(refused, OpenError::Locked { .. }), "{refused}");
}

#[test]
fn a_new_file_that_another_process_is_busy_with_is_waited_for() {
    let home = home();
    let path = home.path().join("shop.db");
    let mut other = SqliteConnection::establish(path.to_str().unwrap()).unwrap();
    other.batch_execute("BEGIN IMMEDIATE").unwrap();
    let opening = thread::spawn({
        let path = path.clone();
        move || open(&path).map(drop)
    });
    thread::sleep(Duration::from_millis(100));
    assert!(!opening.is_finished());
    other.batch_execute("COMMIT").unwrap();
    opening.join().unwrap().unwrap();
}

#[tokio::test]
async fn nothing_is_written_into_a_file_that_was_moved_away_or_replaced() {
    let home = home();
    let path = home.path().join("shop.db");
    let store = open(&path).unwrap();
    store.migrate().unwrap();
    store.check().await.unwrap();
    let away = home.path().join("away.db");
    fs::rename(&path, &away).unwrap();
    let refused = |checked: Result<(), StoreError>| {
        let error = checked.unwrap_err();
        assert!(matches!(error, StoreError::Unavailable(_)), "{error:?}");
        assert!(error_chain(&error).contains("moved, deleted or replaced"), "{error:?}");
    };
    refused(store.check().await);
    assert!(!path.exists(), "and no other is made");
    fs::write(&path, "").unwrap();
    refused(store.check().await);
    assert_eq!(fs::metadata(&path).unwrap().len(), 0, "another one is left alone");
    assert!(fs::metadata(with_suffix(&path, "-wal")).unwrap().len() > 0, "and so is the log");
    fs::rename(&away, &path).unwrap();
    store.check().await.unwrap();
}

fn with_suffix(file: &Path, ending: &str) -> std::path::PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

#[test]
fn a_postgres_that_is_not_there_is_reported() {
    let refused = refusal(open_url(&format!("postgres://shop:{PASSWORD}@127.0.0.1:1/shop")));
    assert!(matches!(refused, OpenError::Unreachable { .. }), "{refused}");
}

#[test]
fn a_url_that_libpq_cannot_read_is_not_quoted() {
    for url in
        [format!("postgres://shop@db/shop?passwort={PASSWORD}"), format!("postgres://shop@db/shop?port={PASSWORD}")]
    {
        let refused = refusal(open_url(&url));
        assert!(matches!(refused, OpenError::Address { .. }), "{refused}");
    }
}

#[test]
fn a_wrong_password_has_its_own_error() {
    let cluster = PostgresCluster::shared().unwrap();
    let user = cluster.user_with_password("right").unwrap();
    let port = cluster.port();
    for login in [format!("{user}:{PASSWORD}"), user.to_owned(), format!("nobody-we-know:{PASSWORD}")] {
        let refused = refusal(open_url(&format!("postgres://{login}@127.0.0.1:{port}/postgres")));
        assert!(matches!(refused, OpenError::LoginRefused { .. }), "{refused}");
    }
    open_url(&format!("postgres://{user}:right@127.0.0.1:{port}/postgres")).unwrap();
}

#[test]
fn a_missing_database_has_its_own_error() {
    let port = PostgresCluster::shared().unwrap().port();
    let refused = refusal(open_url(&format!("postgres://postgres@127.0.0.1:{port}/no_such_shop")));
    assert!(matches!(refused, OpenError::NoSuchDatabase { .. }), "{refused}");
}

#[test]
fn a_database_that_is_read_only_by_default_is_written_to_all_the_same() {
    let database = PostgresCluster::shared().unwrap().empty_database().unwrap();
    let read_only = "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = on', \
                     current_database()); END $$";
    database.execute(read_only).unwrap();
    let store = SqlStore::open(database.url(), &StoreOptions::default()).unwrap();
    store.migrate().unwrap();
}

#[tokio::test]
async fn a_store_is_not_ready_before_it_is_migrated() {
    let home = home();
    let store = open(&home.path().join("shop.db")).unwrap();
    let early = store.check().await;
    assert!(matches!(early, Err(StoreError::Failed(_))), "{early:?}");
    store.migrate().unwrap();
    store.check().await.unwrap();
}

#[tokio::test]
async fn a_newer_release_may_have_migrated_already() {
    let home = home();
    let path = home.path().join("shop.db");
    let store = open(&path).unwrap();
    store.migrate().unwrap();
    execute(&path, "INSERT INTO __diesel_schema_migrations (version) VALUES ('9999')");
    assert_eq!(store.schema().unwrap(), SchemaState::Ahead { unknown: vec!["9999".to_owned()] });
    assert!(store.migrate().unwrap().is_empty());
    store.check().await.unwrap();
}

#[test]
fn the_database_of_another_program_is_not_migrated() {
    let home = home();
    let path = home.path().join("other.db");
    execute(
        &path,
        "CREATE TABLE __diesel_schema_migrations (version TEXT PRIMARY KEY, run_on TIMESTAMP);
         INSERT INTO __diesel_schema_migrations (version) VALUES ('2020')",
    );
    let store = open(&path).unwrap();
    assert!(matches!(store.schema().unwrap(), SchemaState::Foreign { .. }));
    assert!(matches!(store.migrate(), Err(MigrateError::Foreign { .. })));
}

#[test]
fn a_shop_of_the_first_release_keeps_what_it_has() {
    let home = home();
    let path = home.path().join("shop.db");
    execute(&path, include_str!("../../../../migrations/sqlite/0001_shop/up.sql"));
    execute(
        &path,
        "CREATE TABLE __diesel_schema_migrations (version TEXT PRIMARY KEY, run_on TIMESTAMP);
         INSERT INTO __diesel_schema_migrations (version) VALUES ('0001');
         INSERT INTO audit VALUES ('1', NULL, 'grant_admin', '2', 0)",
    );
    let store = open(&path).unwrap();
    assert_eq!(store.migrate().unwrap(), every_migration()[1..]);
    assert_eq!(store.schema().unwrap(), SchemaState::Current);
    let mut connection = SqliteConnection::establish(path.to_str().unwrap()).unwrap();
    assert_eq!(diesel::sql_query("UPDATE audit SET happened_at = 1").execute(&mut connection), Ok(1));
}

/// The previous release keeps writing emails after a newer one has migrated.
#[tokio::test]
async fn a_mail_of_the_release_before_is_good_for_three_days() {
    let home = home();
    let path = home.path().join("shop.db");
    let store = open(&path).unwrap();
    store.migrate().unwrap();
    execute(
        &path,
        "INSERT INTO outbox (user_id, id, recipient, subject, body, written_at, tries, next_try_at)
         VALUES ('018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-000000000002', 'ann@example.com',
                 'Your order', 'Hello', 5, 0, 5)",
    );
    let store: &dyn Store = &store;
    let mails = store.read(|tx| tx.mails(&Page::first())).await.unwrap();
    assert_eq!(mails[0].good_until, Timestamp::from_micros(5).plus(Duration::from_hours(3 * 24)));
}

/// The previous release keeps adding users and changing their subjects, and does not write claims of subjects.
#[tokio::test]
async fn what_the_release_before_says_of_a_subject_counts() {
    let home = home();
    let path = home.path().join("shop.db");
    let store = open(&path).unwrap();
    store.migrate().unwrap();
    let id = "018f0000-0000-7000-8000-000000000001";
    execute(
        &path,
        &format!(
            "INSERT INTO user_emails VALUES ('ann@example.com', '{id}');
             INSERT INTO users (id, email, subject, role, joined_at) VALUES ('{id}', 'ann@example.com', 's1', 'customer', 0)"
        ),
    );
    let test_shop = TestShop::on(Arc::new(store));
    let sign_in = async |subject: &str, name: &str| {
        let email: Email = format!("{name}@example.com").parse().unwrap();
        let id_token = id_token(&email, subject, "Ann", false);
        let access = test_shop.shop.sign_in(email, &id_token).await?;
        test_shop.shop.authenticate(&access).await.map(|grant| grant.user.to_string())
    };
    assert_eq!(sign_in("s1", "ann").await.unwrap(), id, "without a claim");
    assert_eq!(sign_in("s1", "anna").await.unwrap(), id, "with the claim that the first sign-in made");
    execute(&path, "UPDATE users SET subject = 's2'");
    let refused = sign_in("s1", "anna").await;
    assert!(matches!(refused, Err(Refused(AccountError::AddressTaken))), "{refused:?}");
    let other = sign_in("s1", "other").await.unwrap();
    assert_ne!(other, id);
    assert_eq!(sign_in("s1", "other").await.unwrap(), other);
    assert_eq!(sign_in("s2", "anna").await.unwrap(), id);
}

#[test]
fn a_migration_that_fails_leaves_nothing() {
    let home = home();
    let path = home.path().join("shop.db");
    execute(&path, include_str!("../../../../migrations/sqlite/0001_shop/up.sql"));
    execute(
        &path,
        "CREATE TABLE __diesel_schema_migrations (version TEXT PRIMARY KEY, run_on TIMESTAMP);
         INSERT INTO __diesel_schema_migrations (version) VALUES ('0001');
         CREATE TABLE feedback (id TEXT)",
    );
    let store = open(&path).unwrap();
    assert!(matches!(store.migrate(), Err(MigrateError::Failed(_))));
    assert_eq!(store.schema().unwrap(), SchemaState::Behind { pending: every_migration()[1..].to_vec() });
    execute(&path, "DROP TABLE feedback");
    assert_eq!(store.migrate().unwrap(), every_migration()[1..]);
}

/// Several processes migrate at once, each with its own store.
fn migrate_at_once(url: &DatabaseUrl) {
    let applied: Vec<Vec<String>> = thread::scope(|scope| {
        let migrate = || SqlStore::open(url, &StoreOptions::default()).unwrap().migrate().unwrap();
        let threads: Vec<_> = (0..6).map(|_| scope.spawn(migrate)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let mut every = applied.concat();
    every.sort();
    assert_eq!(every, every_migration(), "each was done once: {applied:?}");
    let store = SqlStore::open(url, &StoreOptions::default()).unwrap();
    assert_eq!(store.schema().unwrap(), SchemaState::Current);
}

#[test]
fn one_of_many_migrates_a_sqlite_file() {
    let home = home();
    migrate_at_once(&url(&home.path().join("shop.db")));
}

#[test]
fn one_of_many_migrates_a_postgres_database() {
    let database = PostgresCluster::shared().unwrap().empty_database().unwrap();
    migrate_at_once(database.url());
}

#[cfg(unix)]
#[test]
fn the_files_of_a_shop_are_their_owners_alone() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("data");
    let url = format!("sqlite://{}", inner.join("shop.db").display());
    let store = SqlStore::open(&url.parse().unwrap(), &StoreOptions::default()).unwrap();
    store.migrate().unwrap();
    let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&inner), 0o700);
    for file in std::fs::read_dir(&inner).unwrap() {
        let file = file.unwrap().path();
        assert_eq!(mode(&file), 0o600, "{}", file.display());
    }
}

/// The order, as an early release would have placed it: without agreed terms for returns.
fn without_terms(order: &Order) -> Order {
    let snapshot = order.snapshot().clone();
    let lines = Lines::new(snapshot.lines.iter().cloned().map(|line| Line { returns: None, ..line })).unwrap();
    Order::restore(OrderSnapshot { lines, ..snapshot }, order.state().clone(), order.revision())
}

/// The previous release places orders without line rows: each has one line, in its own row.
#[tokio::test]
async fn an_order_of_the_release_before_is_one_of_one_line() {
    let home = home();
    let path = home.path().join("shop.db");
    let store = open(&path).unwrap();
    store.migrate().unwrap();
    let test_shop = TestShop::on(Arc::new(store));
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 10, 1000).await;
    let paid = test_shop.order(customer, part, 3).await;
    let deleted = test_shop.order(customer, part, 2).await;
    let known = without_terms(&test_shop.stored_order(paid).await);
    execute(&path, "DELETE FROM order_lines");
    assert_eq!(test_shop.stored_order(paid).await, known);
    let listed = test_shop.shop.store.read(move |tx| tx.orders_of(&customer, &Page::first())).await.unwrap();
    assert_eq!(listed.last(), Some(&known));
    let unpaid = test_shop.shop.store.read(move |tx| tx.unpaid_orders(&customer)).await.unwrap();
    assert_eq!(unpaid.parts.get(&part).map(|pieces| (pieces.ordered, pieces.reserved)), Some((5, 5)));
    test_shop.check_books().await;
    let transaction = test_shop.start_payment(customer, paid).await;
    assert!(test_shop.provider.customer_pays(&transaction));
    assert!(test_shop.shop.confirm_booking(customer, paid, transaction).await.unwrap());
    assert!(test_shop.shop.delete_own_order(customer, deleted).await.unwrap());
    assert_eq!(test_shop.stock(part).await, 7);
    test_shop.check_books().await;
}
