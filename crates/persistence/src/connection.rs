//! One connection type for both databases, and how a connection is opened. `connection_queue` decides when connections
//! are used.

use crate::{
    db_error::is_contention,
    opened_file::{FileMoved, OpenedFile},
    options::StoreOptions,
    primary::Servers,
    url::{DatabaseUrl, with_option},
};
use autoparts_application::ports::store::Access;
use diesel::{
    Connection, PgConnection, SqliteConnection,
    connection::{AnsiTransactionManager, SimpleConnection, TransactionManager},
    result::{ConnectionError, QueryResult},
};
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use std::{
    path::Path,
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

/// A connection to either database. Never call its derived `establish`: it tries one database after the other, hides
/// why the first refused, and creates a SQLite file named after the URL of an unreachable PostgreSQL.
#[derive(diesel::MultiConnection)]
pub(crate) enum AnyConnection {
    /// To a SQLite file.
    Sqlite(SqliteConnection),
    /// To a PostgreSQL server.
    Postgres(PgConnection),
}

/// Rows per statement on PostgreSQL, which allows 65,535 values: enough for rows of 65 columns.
pub(crate) const ROWS_AT_ONCE: usize = 1_000;

/// Inserts rows of one table. On PostgreSQL each statement is a round trip, so few rows are inserted in groups of fixed
/// sizes, whose statements stay prepared, and many rows in as few statements as possible. On SQLite one by one: the
/// statement stays compiled, and there is no round trip.
macro_rules! insert_rows {
    (@group $size:literal, $connection:expr, $table:expr, $rows:expr) => {
        match $rows.split_first_chunk::<$size>() {
            Some((group, rest)) => {
                diesel::insert_into($table).values(group).execute($connection)?;
                rest
            }
            None => $rows,
        }
    };
    ($connection:expr, $table:expr, $rows:expr) => {{
        let rows = &$rows;
        match $connection {
            $crate::connection::AnyConnection::Sqlite(connection) => {
                for row in rows {
                    diesel::insert_into($table).values(row).execute(connection)?;
                }
            }
            $crate::connection::AnyConnection::Postgres(connection) => {
                let rows = &rows[..];
                if rows.len() >= 16 {
                    for rows in rows.chunks($crate::connection::ROWS_AT_ONCE) {
                        diesel::insert_into($table).values(rows).execute(connection)?;
                    }
                } else {
                    let rows = insert_rows!(@group 8, connection, $table, rows);
                    let rows = insert_rows!(@group 4, connection, $table, rows);
                    let rows = insert_rows!(@group 2, connection, $table, rows);
                    if let [row] = rows {
                        diesel::insert_into($table).values(row).execute(connection)?;
                    }
                }
            }
        }
    }};
}
pub(crate) use insert_rows;

/// What a SQLite connection is used for. Makes no difference on PostgreSQL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Duty {
    Write,
    ReadOnly,
}

/// Opens connections of one kind.
#[derive(Debug, Clone)]
pub(crate) struct Connector {
    url: DatabaseUrl,
    duty: Duty,
    options: StoreOptions,
    /// Set if the URL names several PostgreSQL servers.
    servers: Option<Arc<Servers>>,
    /// SQLite: the file that was opened first.
    opened: Arc<OpenedFile>,
}

/// Pause before trying again to set up a connection to a new file.
const RETRY_PAUSE: Duration = Duration::from_millis(5);

/// Runs the setup statements, retrying while another connection switches to WAL: SQLite refuses that at once and
/// ignores `busy_timeout`.
fn set_up(connection: &mut AnyConnection, setup: &str, timeout: Duration) -> QueryResult<()> {
    let began = Instant::now();
    loop {
        match connection.batch_execute(setup) {
            Err(error) if is_contention(&error.to_string()) && began.elapsed() < timeout => {
                thread::sleep(RETRY_PAUSE);
            }
            done => return done,
        }
    }
}

impl Connector {
    pub(crate) fn new(url: DatabaseUrl, duty: Duty, options: StoreOptions) -> Self {
        let servers =
            url.postgres_url().and_then(|url| Servers::of(&with_defaults(url, &options), options.connect_timeout));
        Self { url, duty, options, servers: servers.map(Arc::new), opened: Arc::default() }
    }

    /// A connector to the same database for another purpose.
    pub(crate) fn for_duty(&self, duty: Duty) -> Self {
        Self { duty, ..self.clone() }
    }

    /// Checks that the SQLite file is still the one that was opened first.
    pub(crate) fn check_file(&self) -> Result<(), FileMoved> {
        match self.url.sqlite_file() {
            Some(file) if !self.options.may_be_deleted => self.opened.check(file),
            _ => Ok(()),
        }
    }

    /// Connects to the file and makes sure that it is the one opened first; the first call records it.
    fn connect_to_opened(&self, file: &Path) -> Result<SqliteConnection, ConnectionError> {
        let moved = |error: FileMoved| ConnectionError::BadConnection(error.to_string());
        self.check_file().map_err(moved)?;
        let connection = connect_to_file(file, "rw")?;
        if !self.options.may_be_deleted {
            self.opened.note(file).map_err(moved)?;
        }
        Ok(connection)
    }

    pub(crate) fn url(&self) -> &DatabaseUrl {
        &self.url
    }

    /// Opens a connection to the kind of database that the URL names.
    pub(crate) fn connect(&self) -> Result<AnyConnection, ConnectionError> {
        let (mut connection, setup) = match (self.url.sqlite_file(), self.url.postgres_url()) {
            (Some(file), _) => (AnyConnection::Sqlite(self.connect_to_opened(file)?), self.sqlite_setup()),
            (None, Some(url)) => {
                let connection = match &self.servers {
                    Some(servers) => servers.connect()?,
                    None => PgConnection::establish(&with_defaults(url, &self.options))?,
                };
                (AnyConnection::Postgres(connection), self.postgres_setup())
            }
            (None, None) => return Err(ConnectionError::InvalidConnectionUrl(self.url.to_string())),
        };
        set_up(&mut connection, &setup, self.options.lock_timeout)
            .map_err(ConnectionError::CouldntSetupConfiguration)?;
        Ok(connection)
    }

    /// Opens a connection for inspection only; leaves a SQLite file unchanged.
    pub(crate) fn connect_to_look(&self) -> Result<AnyConnection, ConnectionError> {
        let Some(file) = self.url.sqlite_file() else { return self.connect() };
        open_read_only(file, self.options.lock_timeout).map(AnyConnection::Sqlite)
    }

    /// `busy_timeout` comes first because switching to WAL may have to wait. `synchronous = FULL`, because with NORMAL
    /// a power failure loses acknowledged commits.
    fn sqlite_setup(&self) -> String {
        let busy = self.options.lock_timeout.as_millis();
        // Every insert touches a page of each index; the writing connection caches these pages even for a large shop.
        let duty = match self.duty {
            Duty::Write => "PRAGMA cache_size = -32000; PRAGMA wal_autocheckpoint = 4000;",
            Duty::ReadOnly => "PRAGMA cache_size = -2000; PRAGMA query_only = ON;",
        };
        format!(
            "PRAGMA busy_timeout = {busy};
             PRAGMA journal_mode = WAL;
             PRAGMA synchronous = FULL;
             PRAGMA foreign_keys = ON;
             PRAGMA temp_store = MEMORY;
             PRAGMA journal_size_limit = 67108864;
             {duty}"
        )
    }

    /// Bounds lock waits and statements, but not statements in a transaction that writes ([`AnyConnection::begin`]): a
    /// `COMMIT` canceled while it waits for a standby reports success for data that may still be lost. There the caller
    /// stops waiting and gets an unknown outcome instead. JIT is off because no statement of a shop runs long enough to
    /// repay compilation: it took a third of the time of the books check. Citus refuses to write a reference table
    /// after a parallel write to several shards, hence `sequential`; other servers ignore the setting.
    fn postgres_setup(&self) -> String {
        let lock = self.options.lock_timeout.as_millis();
        let statement = self.options.deadline.as_millis();
        format!(
            "SET lock_timeout = {lock}; SET statement_timeout = {statement}; SET idle_in_transaction_session_timeout = 60000;
             SET jit = off; SET citus.multi_shard_modify_mode = 'sequential'"
        )
    }
}

/// The path of a file as part of a URI, before percent-encoding.
fn name_of(file: &Path) -> Result<String, ConnectionError> {
    let name = file.to_str();
    let name = name.ok_or_else(|| ConnectionError::InvalidConnectionUrl("the path is not UTF-8".to_owned()))?;
    // A URI would take what follows two leading slashes as a host.
    Ok(name.strip_prefix('/').map_or_else(|| format!("./{name}"), |rest| format!("/{}", rest.trim_start_matches('/'))))
}

/// Characters with a special meaning in SQLite URIs.
const IN_URI: &AsciiSet = &CONTROLS.add(b'%').add(b'?').add(b'#');

/// Opens an existing file. If the file is gone, SQLite would otherwise create a new one next to the old log and discard
/// the log.
pub(crate) fn connect_to_file(file: &Path, mode: &str) -> Result<SqliteConnection, ConnectionError> {
    let uri = format!("file:{}?mode={mode}", utf8_percent_encode(&name_of(file)?, IN_URI));
    SqliteConnection::establish(&uri)
}

/// Opens a connection that writes neither the file nor its log. Other connections checkpoint the log into the file when
/// they close, even if the file is damaged. An interrupted transaction in the file is still rolled back, as by any
/// connection that opens it.
pub(crate) fn open_read_only(file: &Path, timeout: Duration) -> Result<SqliteConnection, ConnectionError> {
    let wait = format!("PRAGMA busy_timeout = {}; SELECT count(*) FROM sqlite_master", timeout.as_millis());
    let mut connection = connect_to_file(file, "ro")?;
    match connection.batch_execute(&wait) {
        Err(error) if error.to_string().contains("readonly") => {
            connection = connect_to_file(file, "rw")?;
            connection.batch_execute(&wait)
        }
        looked => looked,
    }
    .map_err(ConnectionError::CouldntSetupConfiguration)?;
    Ok(connection)
}

/// Adds libpq options that the URL does not set: a connection timeout, and keep-alives that detect a server that
/// vanished.
fn with_defaults(url: &str, options: &StoreOptions) -> String {
    let connect = options.connect_timeout.as_secs().max(2).to_string();
    let defaults = [
        ("connect_timeout", connect.as_str()),
        ("keepalives_idle", "10"),
        ("keepalives_interval", "5"),
        ("keepalives_count", "3"),
        ("tcp_user_timeout", "20000"),
        ("application_name", "autoparts"),
    ];
    defaults.into_iter().fold(url.to_owned(), |url, (name, value)| with_option(url, name, value))
}

impl AnyConnection {
    /// Begins a transaction. On SQLite a write begins IMMEDIATE: a transaction that reads first and writes later fails
    /// at once if another process writes in between. On PostgreSQL a write begins READ WRITE, which a standby refuses.
    /// A read sees one consistent snapshot.
    pub(crate) fn begin(&mut self, access: Access) -> QueryResult<()> {
        match (self, access) {
            (Self::Sqlite(connection), Access::Write) => {
                AnsiTransactionManager::begin_transaction_sql(connection, "BEGIN IMMEDIATE")
            }
            (Self::Sqlite(connection), Access::Read | Access::ReadOne | Access::ReadPublic) => {
                AnsiTransactionManager::begin_transaction_sql(connection, "BEGIN DEFERRED")
            }
            (Self::Postgres(connection), Access::Write) => AnsiTransactionManager::begin_transaction_sql(
                connection,
                "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; SET LOCAL statement_timeout = 0",
            ),
            (Self::Postgres(connection), Access::Read | Access::ReadOne | Access::ReadPublic) => {
                AnsiTransactionManager::begin_transaction_sql(
                    connection,
                    "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
                )
            }
        }
    }

    pub(crate) fn commit(&mut self) -> QueryResult<()> {
        <Self as Connection>::TransactionManager::commit_transaction(self)
    }

    pub(crate) fn roll_back(&mut self) -> QueryResult<()> {
        <Self as Connection>::TransactionManager::rollback_transaction(self)
    }

    /// Whether writers run concurrently: data that one has read may change before it acts on it.
    pub(crate) fn has_parallel_writers(&self) -> bool {
        matches!(self, Self::Postgres(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::PostgresCluster;

    #[test]
    fn options_in_the_url_override_the_defaults() {
        let url = with_defaults("postgres://db/shop?connect_timeout=9", &StoreOptions::default());
        assert!(url.contains("connect_timeout=9") && !url.contains("connect_timeout=3"));
        assert!(url.contains("&keepalives_idle=10"));
        let url = with_defaults("postgres://db/shop", &StoreOptions::default());
        assert!(url.starts_with("postgres://db/shop?connect_timeout=3&"), "{url}");
    }

    #[test]
    fn a_file_name_that_looks_like_a_uri_is_taken_literally() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file:shop.db");
        let url = format!("sqlite://{}", path.display());
        let connector = Connector::new(url.parse().unwrap(), Duty::Write, StoreOptions::default());
        assert!(connector.connect().is_err() && !path.exists(), "no file is created");
        std::fs::write(&path, "").unwrap();
        connector.connect().unwrap().batch_execute("CREATE TABLE t (x TEXT)").unwrap();
        assert!(path.metadata().unwrap().len() > 0);
    }

    #[test]
    fn inspecting_a_file_changes_neither_it_nor_its_log() {
        let (folder, mut writer) = new_file(Duty::Write);
        writer.batch_execute("CREATE TABLE t (x TEXT); PRAGMA wal_checkpoint; INSERT INTO t VALUES ('new')").unwrap();
        // As a killed server leaves them, under a name with characters that are special in a URI.
        let left = folder.path().join("50%41 off?mode=rwc#.db");
        let log = crate::opening::with_suffix(&left, "-wal");
        let [file, its_log] = ["shop.db", "shop.db-wal"].map(|name| std::fs::read(folder.path().join(name)).unwrap());
        std::fs::write(&left, &file).unwrap();
        std::fs::write(&log, &its_log).unwrap();
        let mut looking = AnyConnection::Sqlite(open_read_only(&left, Duration::from_secs(1)).unwrap());
        assert_eq!(settings(&mut looking, "SELECT x AS value FROM t"), ["new"], "changes in the log are visible");
        assert!(looking.batch_execute("DELETE FROM t").is_err());
        drop(looking);
        assert!(std::fs::read(&left).unwrap() == file && std::fs::read(&log).unwrap() == its_log);
    }

    fn new_file(duty: Duty) -> (tempfile::TempDir, AnyConnection) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("shop.db");
        std::fs::write(&file, "").unwrap();
        let url = format!("sqlite://{}", file.display());
        let connector = Connector::new(url.parse().unwrap(), duty, StoreOptions::default());
        (folder, connector.connect().unwrap())
    }

    #[test]
    fn readers_cannot_write_and_every_connection_is_durable() {
        for (duty, query_only) in [(Duty::Write, 0), (Duty::ReadOnly, 1)] {
            let (_folder, mut connection) = new_file(duty);
            let expected = [
                ("journal_mode", "wal".to_owned()),
                ("synchronous", "2".to_owned()),
                ("foreign_keys", "1".to_owned()),
                ("query_only", query_only.to_string()),
            ];
            for (pragma, value) in expected {
                assert_eq!(setting(&mut connection, pragma), value, "{pragma}");
            }
        }
    }

    #[test]
    fn jit_is_off_on_postgresql() {
        let database = PostgresCluster::shared().unwrap().empty_database().unwrap();
        let connector = Connector::new(database.url().clone(), Duty::Write, StoreOptions::default());
        let mut connection = connector.connect().unwrap();
        assert_eq!(settings(&mut connection, "SELECT current_setting('jit') AS value"), ["off"]);
    }

    /// Checks the flags from `.cargo/config.toml`: without them, SQLite would recompile most statements on each run.
    #[test]
    fn sqlite_has_the_expected_compile_options() {
        let (_folder, mut connection) = new_file(Duty::ReadOnly);
        let options = settings(&mut connection, "SELECT compile_options AS value FROM pragma_compile_options");
        for expected in ["ENABLE_QPSG", "DEFAULT_MEMSTATUS=0"] {
            assert!(options.iter().any(|option| option == expected), "{options:?}");
        }
        assert!(!options.iter().any(|option| option == "ENABLE_MEMORY_MANAGEMENT"), "{options:?}");
    }

    fn setting(connection: &mut AnyConnection, pragma: &str) -> String {
        settings(connection, &format!("SELECT CAST({pragma} AS TEXT) AS value FROM pragma_{pragma}")).join(", ")
    }

    /// The `value` column of a query's rows.
    fn settings(connection: &mut AnyConnection, query: &str) -> Vec<String> {
        use diesel::{QueryableByName, RunQueryDsl, sql_query, sql_types::Text};
        #[derive(QueryableByName)]
        struct Setting {
            #[diesel(sql_type = Text)]
            value: String,
        }
        let found: Vec<Setting> = sql_query(query).load(connection).unwrap();
        found.into_iter().map(|setting| setting.value).collect()
    }
}
