//! Shops with signed-in customers and parts that do not run out.

use crate::support::{Person, Server, Site};
use autoparts_persistence::testing::{PostgresCluster, PostgresDatabase, grow, grown_sqlite};
use serde_json::Value;
use tokio::runtime::Runtime;

/// The database of the binary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Database {
    Sqlite,
    Postgres,
}

impl Database {
    pub(crate) const BOTH: [Self; 2] = [Self::Sqlite, Self::Postgres];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Sqlite => "SQLite",
            Self::Postgres => "PostgreSQL",
        }
    }
}

/// A PostgreSQL server with production durability, unlike those of the tests.
pub(crate) struct Postgres {
    pub(crate) database: PostgresDatabase,
    pub(crate) cluster: PostgresCluster,
}

impl Postgres {
    fn start() -> Self {
        let cluster = PostgresCluster::private().unwrap();
        let database = cluster.migrated_database().unwrap();
        for setting in [
            "fsync = on",
            "full_page_writes = on",
            "synchronous_commit = on",
            "max_wal_size = '1GB'",
            "autovacuum = on",
        ] {
            database.execute(&format!("ALTER SYSTEM SET {setting}")).unwrap();
        }
        database.execute("SELECT pg_reload_conf()").unwrap();
        Self { database, cluster }
    }
}

/// A running shop.
pub(crate) struct Shop {
    pub(crate) server: Server,
    pub(crate) runtime: Runtime,
    pub(crate) postgres: Option<Postgres>,
    pub(crate) site: Site,
}

impl Shop {
    /// Opens a demo shop without limits.
    pub(crate) fn open(database: Database) -> Self {
        let (site, postgres) = site(database, None);
        site.succeed(&["seed"]);
        Self::serving(site, postgres)
    }

    /// Opens a shop with past orders.
    pub(crate) fn grown(database: Database, orders: u32) -> Self {
        let (site, postgres) = site(database, Some(orders));
        Self::serving(site, postgres)
    }

    pub(crate) fn serving(site: Site, postgres: Option<Postgres>) -> Self {
        let server = site.serve_with_log(&site.path("log"));
        Self { server, runtime: Runtime::new().unwrap(), postgres, site }
    }

    pub(crate) fn customers(&self, count: usize) -> Vec<Person> {
        let sign_up = async |number| self.server.sign_up(&format!("buyer-{number}")).await;
        (0..count).map(|number| self.runtime.block_on(sign_up(number))).collect()
    }

    /// Adds parts with some pieces each. Returns their ids.
    pub(crate) fn parts(&self, count: usize, pieces: i64) -> Vec<String> {
        let admin = self.runtime.block_on(self.server.sign_in("admin@autoparts.example", "admin-demo-1"));
        (0..count).map(|_| self.runtime.block_on(self.server.add_part(&admin, pieces))).collect()
    }

    /// Returns a new admin.
    pub(crate) fn admin(&self) -> Person {
        let boss = self.runtime.block_on(self.server.sign_up("boss"));
        self.site.succeed(&["admin", "grant", &boss.email, "--unverified"]);
        boss
    }

    pub(crate) fn get(&self, person: &Person, path: &str) -> Value {
        self.runtime.block_on(self.server.call(person, "GET", path, None))
    }

    pub(crate) fn check_books(&self) {
        self.site.succeed(&["check-books"]);
    }
}

pub(crate) fn tokens(people: &[Person]) -> Vec<String> {
    people.iter().map(|person| person.token.clone()).collect()
}

/// Creates a shop without starting it.
pub(crate) fn site(database: Database, orders: Option<u32>) -> (Site, Option<Postgres>) {
    let site = Site::new().with("LOG", "info");
    let site = ["UNPAID_ORDERS", "UNPAID_VALUE", "UNPAID_SHARE"].iter().fold(site, |site, name| site.with(name, "off"));
    if database == Database::Sqlite {
        if let Some(orders) = orders {
            drop(grown_sqlite(&site.path("shop.db"), orders).unwrap());
        }
        return (site, None);
    }
    let postgres = Postgres::start();
    if let Some(orders) = orders {
        grow(postgres.database.url(), orders).unwrap();
        // Flush earlier writes to disk before measuring.
        postgres.database.execute("CHECKPOINT").unwrap();
    }
    let journal = site.path("sandbox-payments.jsonl").display().to_string();
    let site = site.with("DATABASE_URL", &postgres.database.url_text()).with("SANDBOX_JOURNAL", &journal);
    (site, Some(postgres))
}
