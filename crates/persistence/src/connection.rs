//! One type for connections of both databases, and how one is opened. Who uses them when is
//! decided in `connection_queue`.

use crate::{
    db_error::is_contention,
    opened_file::{FileMoved, OpenedFile},
    options::StoreOptions,
    primary::Servers,
    url::DatabaseUrl,
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

/// A connection to either database. Never call its derived `establish`: it tries one database
/// after the other, hides why the first refused, and makes a SQLite file named like the URL of
/// an unreachable PostgreSQL.
#[derive(diesel::MultiConnection)]
pub(crate) enum AnyConnection {
    /// To a file.
    Sqlite(SqliteConnection),
    /// To a server.
    Postgres(PgConnection),
}

/// Rows that PostgreSQL gets in one statement: a row has up to ten values, and a statement 65,535.
pub(crate) const ROWS_AT_ONCE: usize = 1_000;

/// Inserts rows of one kind. In as few statements as may be where each is a way to a server and back; one by one where the
/// statement stays compiled and nobody has to be asked.
macro_rules! insert_rows {
    ($connection:expr, $table:expr, $rows:expr) => {{
        let rows = &$rows;
        match $connection {
            $crate::connection::AnyConnection::Sqlite(connection) => {
                for row in rows {
                    diesel::insert_into($table).values(row).execute(connection)?;
                }
            }
            $crate::connection::AnyConnection::Postgres(connection) => {
                for rows in rows.chunks($crate::connection::ROWS_AT_ONCE) {
                    diesel::insert_into($table).values(rows).execute(connection)?;
                }
            }
        }
    }};
}
pub(crate) use insert_rows;

/// What a connection to SQLite is for. PostgreSQL makes no difference.
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
    /// When the URL names several servers of PostgreSQL.
    servers: Option<Arc<Servers>>,
    /// Of SQLite, what was opened.
    opened: Arc<OpenedFile>,
}

/// How long to wait before a new file is asked again for its log.
const SHORTLY: Duration = Duration::from_millis(5);

/// Going to WAL while somebody else does the same is refused at once: SQLite does not wait there as `busy_timeout` has it.
fn set_up(connection: &mut AnyConnection, setup: &str, patience: Duration) -> QueryResult<()> {
    let began = Instant::now();
    loop {
        match connection.batch_execute(setup) {
            Err(error) if is_contention(&error.to_string()) && began.elapsed() < patience => {
                thread::sleep(SHORTLY);
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

    /// Opens connections to the same place for another purpose.
    pub(crate) fn for_duty(&self, duty: Duty) -> Self {
        Self { duty, ..self.clone() }
    }

    /// Whether the file of a SQLite database is still the one that was opened first.
    pub(crate) fn check_file(&self) -> Result<(), FileMoved> {
        match self.url.sqlite_file() {
            Some(file) if !self.options.may_be_deleted => self.opened.check(file),
            _ => Ok(()),
        }
    }

    /// A connection to the file that was opened first, or is.
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

    /// Opens a connection of exactly the kind that the URL names.
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

    /// Opens a connection to look at what is there; a file stays as it is.
    pub(crate) fn connect_to_look(&self) -> Result<AnyConnection, ConnectionError> {
        let Some(file) = self.url.sqlite_file() else { return self.connect() };
        look_into(file, self.options.lock_timeout).map(AnyConnection::Sqlite)
    }

    /// `busy_timeout` comes first because going to WAL may itself have to wait. FULL, because
    /// with NORMAL a power cut loses commits that were acknowledged.
    fn sqlite_setup(&self) -> String {
        let busy = self.options.lock_timeout.as_millis();
        // Whatever is inserted touches a page of each index; those of a large shop are kept by the one connection that writes.
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

    /// Waiting for a lock is bounded, and so are statements, but not in a transaction that writes
    /// ([`AnyConnection::begin`]), because a `COMMIT` that is cancelled while it waits for a standby reports success for
    /// what may yet be lost: there the caller stops waiting and is told that nobody knows. No statement of a shop runs so long that it
    /// pays to compile it: of the check of the books a third was compiling.
    fn postgres_setup(&self) -> String {
        let (lock, statement) = (self.options.lock_timeout.as_millis(), self.options.deadline.as_millis());
        format!(
            "SET lock_timeout = {lock}; SET statement_timeout = {statement}; SET idle_in_transaction_session_timeout = 60000;
             SET jit = off"
        )
    }
}

/// The path of a file as a URI has it, but for what is to be encoded.
fn name_of(file: &Path) -> Result<String, ConnectionError> {
    let name = file.to_str();
    let name = name.ok_or_else(|| ConnectionError::InvalidConnectionUrl("the path is not UTF-8".to_owned()))?;
    // Of a URI, two slashes at the beginning would make a host of what follows.
    Ok(name.strip_prefix('/').map_or_else(|| format!("./{name}"), |rest| format!("/{}", rest.trim_start_matches('/'))))
}

/// What means something in a URI of SQLite.
const IN_URI: &AsciiSet = &CONTROLS.add(b'%').add(b'?').add(b'#');

/// Opens a file that is there. SQLite would make another one beside the log of a file that has gone, and throw the log away.
pub(crate) fn connect_to_file(file: &Path, mode: &str) -> Result<SqliteConnection, ConnectionError> {
    let uri = format!("file:{}?mode={mode}", utf8_percent_encode(&name_of(file)?, IN_URI));
    SqliteConnection::establish(&uri)
}

/// A connection that writes neither the file nor its log. Others put the log into the file when they close it, also into a damaged one.
/// Only where a transaction in the file was cut off in the middle it is undone, as by whoever opens it next.
pub(crate) fn look_into(file: &Path, patience: Duration) -> Result<SqliteConnection, ConnectionError> {
    let wait = format!("PRAGMA busy_timeout = {}; SELECT count(*) FROM sqlite_master", patience.as_millis());
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

/// Adds what libpq should do where the URL does not say: give up connecting, and notice a
/// server that is gone without a word.
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

/// The URL with an option, unless it has that option already.
pub(crate) fn with_option(url: String, name: &str, value: &str) -> String {
    if url.contains(&format!("?{name}=")) || url.contains(&format!("&{name}=")) {
        return url;
    }
    let joint = if url.contains('?') { '&' } else { '?' };
    format!("{url}{joint}{name}={value}")
}

impl AnyConnection {
    /// Begins a transaction. A write begins IMMEDIATE on SQLite: one that reads first and
    /// writes later fails at once when another process writes in between. On PostgreSQL it says
    /// READ WRITE, which a standby refuses. A read sees one moment throughout.
    pub(crate) fn begin(&mut self, access: Access) -> QueryResult<()> {
        match (self, access) {
            (Self::Sqlite(connection), Access::Write) => {
                AnsiTransactionManager::begin_transaction_sql(connection, "BEGIN IMMEDIATE")
            }
            (Self::Sqlite(connection), Access::Read | Access::ReadPublic) => {
                AnsiTransactionManager::begin_transaction_sql(connection, "BEGIN DEFERRED")
            }
            (Self::Postgres(connection), Access::Write) => AnsiTransactionManager::begin_transaction_sql(
                connection,
                "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; SET LOCAL statement_timeout = 0",
            ),
            (Self::Postgres(connection), Access::Read | Access::ReadPublic) => {
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

    /// Whether writers run side by side, so that what one of them asked may no longer be true
    /// when it acts on the answer.
    pub(crate) fn has_parallel_writers(&self) -> bool {
        matches!(self, Self::Postgres(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::PostgresCluster;

    #[test]
    fn what_the_url_says_wins_over_the_defaults() {
        let url = with_defaults("postgres://db/shop?connect_timeout=9", &StoreOptions::default());
        assert!(url.contains("connect_timeout=9") && !url.contains("connect_timeout=3"));
        assert!(url.contains("&keepalives_idle=10"));
        let url = with_defaults("postgres://db/shop", &StoreOptions::default());
        assert!(url.starts_with("postgres://db/shop?connect_timeout=3&"), "{url}");
    }

    #[test]
    fn a_name_that_looks_like_a_uri_is_a_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file:shop.db");
        let url = format!("sqlite://{}", path.display());
        let connector = Connector::new(url.parse().unwrap(), Duty::Write, StoreOptions::default());
        assert!(connector.connect().is_err() && !path.exists(), "nothing is made");
        std::fs::write(&path, "").unwrap();
        connector.connect().unwrap().batch_execute("CREATE TABLE t (x TEXT)").unwrap();
        assert!(path.metadata().unwrap().len() > 0);
    }

    #[test]
    fn who_looks_into_a_file_leaves_it_and_its_log_as_they_are() {
        let (folder, mut writer) = new_file(Duty::Write);
        writer.batch_execute("CREATE TABLE t (x TEXT); PRAGMA wal_checkpoint; INSERT INTO t VALUES ('new')").unwrap();
        // As a server that was killed leaves them, and under a name that means something else in a URI.
        let left = folder.path().join("50%41 off?mode=rwc#.db");
        let log = crate::opening::beside(&left, "-wal");
        let [file, its_log] = ["shop.db", "shop.db-wal"].map(|name| std::fs::read(folder.path().join(name)).unwrap());
        std::fs::write(&left, &file).unwrap();
        std::fs::write(&log, &its_log).unwrap();
        let mut looking = AnyConnection::Sqlite(look_into(&left, Duration::from_secs(1)).unwrap());
        assert_eq!(settings(&mut looking, "SELECT x AS value FROM t"), ["new"], "what is in the log is seen");
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
    fn postgresql_compiles_no_statement() {
        let database = PostgresCluster::shared().unwrap().empty_database().unwrap();
        let connector = Connector::new(database.url().clone(), Duty::Write, StoreOptions::default());
        let mut connection = connector.connect().unwrap();
        assert_eq!(settings(&mut connection, "SELECT current_setting('jit') AS value"), ["off"]);
    }

    /// What `.cargo/config.toml` says of it: built elsewhere, SQLite would compile most statements each time they run.
    #[test]
    fn sqlite_is_compiled_for_this_shop() {
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

    /// The column `value` of what a query finds.
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
