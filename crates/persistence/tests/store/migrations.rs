//! Checks of the rules for migrations: the tables must be suitable for a distributed PostgreSQL, and must be the same
//! on both databases.

use autoparts_persistence::{SqlStore, StoreOptions, testing::PostgresCluster};
use diesel::{
    Connection, PgConnection, QueryableByName, RunQueryDsl, SqliteConnection,
    connection::SimpleConnection,
    sql_query,
    sql_types::{BigInt, Text},
};
use std::{collections::BTreeMap, fs, path::PathBuf};

const DATABASES: [&str; 2] = ["sqlite", "postgres"];

/// Claim tables: they are looked up by a key other than their owner's, so they can have no foreign key to the owner.
const CLAIMS: [&str; 15] = [
    "user_emails",
    "user_subjects",
    "order_numbers",
    "order_refs",
    "payment_refs",
    "account_emails",
    "subscription_emails",
    "coupon_codes",
    "newsletter_links",
    "stock_alert_links",
    "part_keys",
    "coupon_recipients",
    "coupon_redemptions",
    "mailbox_locks",
    "stock_alert_addresses",
];

/// The paths of the migrations in a subfolder of `migrations/`.
fn paths(folder: &str) -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../migrations").join(folder);
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
}

/// The names and paths of a database's migrations, oldest first.
fn migrations(database: &str) -> BTreeMap<String, PathBuf> {
    let paths = paths(database).into_iter().chain(paths("both"));
    paths.map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), path)).collect()
}

/// The names of a database's migrations, oldest first.
pub(crate) fn names(database: &str) -> Vec<String> {
    migrations(database).into_keys().collect()
}

/// The SQL of a migration in one direction: `up` or `down`.
pub(crate) fn sql(database: &str, name: &str, direction: &str) -> String {
    let migrations = migrations(database);
    fs::read_to_string(migrations.get(name).unwrap().join(direction).with_extension("sql")).unwrap()
}

/// All statements of one direction, without comments, in lower case and with single spaces.
fn statements(database: &str, direction: &str) -> Vec<String> {
    let mut statements = Vec::new();
    for name in names(database) {
        let text = sql(database, &name, direction);
        let code: Vec<&str> = text.lines().map(|line| line.split("--").next().unwrap_or_default()).collect();
        let words = code.join(" ").to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
        statements.extend(words.split(';').map(|statement| statement.trim().to_owned()));
    }
    statements.retain(|statement| !statement.is_empty());
    statements
}

/// The created tables, each with the text between its parentheses.
fn tables(database: &str) -> BTreeMap<String, String> {
    let statements = statements(database, "up");
    let made = statements.iter().filter_map(|statement| statement.strip_prefix("create table "));
    made.map(|rest| {
        let (name, body) = rest.split_once(" (").unwrap();
        (name.to_owned(), body.rsplit_once(')').unwrap().0.to_owned())
    })
    .collect()
}

const FOR_CITUS: &str = include_str!("../../../../docs/deploy/citus.sql");

/// The tables whose rows belong to a customer. A distributed PostgreSQL stores them on that customer's node.
fn by_customer() -> Vec<String> {
    let placed = FOR_CITUS.lines().filter(|line| line.ends_with("'user_id', colocate_with := 'users');"));
    placed.map(|line| line.split('\'').nth(1).unwrap().to_owned()).collect()
}

/// The contents of the parentheses after each occurrence of `words`.
fn lists_after<'t>(text: &'t str, words: &str) -> Vec<&'t str> {
    text.match_indices(words)
        .map(|(at, _)| {
            let rest = &text[at + words.len()..];
            rest.split_once('(').unwrap().1.split_once(')').unwrap().0
        })
        .collect()
}

#[test]
fn both_databases_have_the_same_migrations_up_and_down() {
    assert_eq!(names("sqlite"), names("postgres"));
    for database in DATABASES {
        assert!(!names(database).is_empty());
        for name in names(database) {
            for direction in ["up", "down"] {
                assert!(!sql(database, &name, direction).is_empty(), "{database} {name} {direction}");
            }
        }
        // A name in both folders would hide one of the two.
        assert_eq!(names(database).len(), paths(database).len() + paths("both").len(), "{database}");
    }
}

#[test]
fn a_migration_is_written_twice_only_if_the_databases_need_different_sql() {
    for path in paths("sqlite") {
        let name = path.file_name().unwrap().to_str().unwrap();
        let of = |database| ["up", "down"].map(|direction| sql(database, name, direction));
        assert_ne!(of("sqlite"), of("postgres"), "{name} belongs in `both`");
    }
}

#[test]
fn migrations_use_nothing_that_a_distributed_database_lacks() {
    let forbidden = [
        "trigger",
        "sequence",
        "serial",
        "autoincrement",
        "generated",
        "identity",
        "for update",
        "skip locked",
        "advisory",
        "on delete",
        "on update",
        "deferrable",
        "create function",
        "exclude",
    ];
    for database in DATABASES {
        for statement in statements(database, "up") {
            for word in forbidden {
                assert!(!statement.contains(word), "{database}: {word} in: {statement}");
            }
        }
    }
}

#[test]
fn tables_by_customer_are_keyed_by_their_owner() {
    for database in DATABASES {
        let tables = tables(database);
        for name in by_customer() {
            let body = &tables[&name];
            let owner = body.split(',').find(|column| column.trim().starts_with("user_id ")).unwrap();
            assert!(owner.contains("not null"), "{database}: {name}");
            let keys = [lists_after(body, "primary key"), lists_after(body, "unique")].concat();
            assert!(!keys.is_empty(), "{database}: {name}");
            for key in keys {
                assert!(key.starts_with("user_id"), "{database}: {name} ({key})");
            }
        }
        for index in statements(database, "up").iter().filter(|text| text.starts_with("create unique index")) {
            assert!(index.contains("(user_id,"), "{database}: {index}");
        }
    }
}

#[test]
fn the_script_for_citus_places_every_table_once() {
    let lists: Vec<&str> =
        FOR_CITUS.split("colocate_with := ").map(|part| part.trim_start_matches(is_quoted)).collect();
    let script = lists.concat();
    for name in tables("postgres").keys() {
        assert_eq!(script.matches(&format!("'{name}'")).count(), 1, "{name}");
    }
    let by_customer = by_customer();
    for (name, body) in tables("postgres") {
        let belongs = body.contains("references users (") || body.contains("references orders (");
        assert!(!belongs || by_customer.contains(&name), "{name} belongs to a customer");
    }
    for name in CLAIMS.iter().filter(|name| **name != "account_emails") {
        let key = script.split_once(&format!("('{name}', '")).unwrap().1.split_once('\'').unwrap().0;
        assert!(tables("postgres")[*name].trim_start().starts_with(&format!("{key} ")), "{name} by {key}");
    }
}

/// Whether a quoted name can contain the character; includes the quotes.
const fn is_quoted(character: char) -> bool {
    matches!(character, '\'' | 'a'..='z' | '_')
}

#[test]
fn foreign_keys_are_named_and_stay_with_the_owner() {
    for database in DATABASES {
        for (name, body) in tables(database) {
            let references = body.matches("references").count();
            let named = body.split("constraint ").filter(|part| part.contains(" foreign key ")).count();
            assert_eq!(references, named, "{database}: {name} has a foreign key without a name");
            assert!(references == 0 || !CLAIMS.contains(&name.as_str()), "{database}: {name}");
            for part in body.split("foreign key ").skip(1) {
                let allowed = [
                    "(user_id, order_id) references orders (user_id, id)",
                    "(user_id, order_id, return_id) references returns (user_id, order_id, id)",
                    "(user_id) references users (id)",
                    "(part_id) references parts (id)",
                    "(account_id) references accounts (id)",
                    "(subscription_id) references subscriptions (id)",
                    // Every node has a full copy of these tables and of the parts.
                    "(brand_id) references brands (id)",
                    "(category_id) references categories (id)",
                    "(parent_id) references categories (id)",
                    "(successor_id) references parts (id)",
                    "(make_id) references makes (id)",
                    "(model_id) references models (id)",
                    "(engine_id) references engines (id)",
                    "(condition_id) references conditions (id)",
                    // All import tables are on the coordinator.
                    "(import_id) references imports (id)",
                ];
                assert!(allowed.iter().any(|key| part.starts_with(key)), "{database}: {name}: {part}");
            }
        }
    }
}

#[test]
fn every_constraint_has_a_name_that_begins_with_its_table() {
    for database in DATABASES {
        for (name, body) in tables(database) {
            for (kind, constraint) in [("primary key", "constraint "), ("check (", "constraint ")] {
                let unnamed = body.matches(kind).count() > body.matches(constraint).count();
                assert!(!unnamed, "{database}: {name}: {kind}");
            }
            for part in body.split("constraint ").skip(1) {
                assert!(part.starts_with(&format!("{name}_")), "{database}: {name}: {part}");
            }
        }
    }
}

#[test]
fn ids_sort_by_byte_on_postgres_too() {
    for (name, body) in tables("postgres") {
        for column in body.split(',').map(str::trim) {
            let mut words = column.split(' ');
            let column_name = words.next().unwrap();
            let kind = words.next();
            let is_id = column_name == "id" || column_name.ends_with("_id");
            if is_id && kind == Some("text") {
                assert!(column.contains("collate \"c\""), "{name}.{column_name}");
            }
        }
    }
}

#[derive(Debug, PartialEq, Eq, QueryableByName)]
struct Column {
    #[diesel(sql_type = Text)]
    owner: String,
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = BigInt)]
    required: i64,
}

fn sqlite_columns(connection: &mut SqliteConnection) -> Vec<Column> {
    let query = "SELECT t.name AS owner, c.name AS name, c.\"notnull\" AS required
                 FROM sqlite_master t, pragma_table_info(t.name) c
                 WHERE t.type = 'table' AND t.name NOT LIKE '\\_\\_%' ESCAPE '\\' AND t.name NOT LIKE 'sqlite%'
                 ORDER BY t.name, c.cid";
    sql_query(query).load(connection).unwrap()
}

fn postgres_columns(connection: &mut PgConnection) -> Vec<Column> {
    let query =
        "SELECT table_name::text AS owner, column_name::text AS name, (is_nullable = 'NO')::int::bigint AS required
                 FROM information_schema.columns
                 WHERE table_schema = 'public' AND left(table_name, 2) <> '__'
                 ORDER BY table_name COLLATE \"C\", ordinal_position";
    sql_query(query).load(connection).unwrap()
}

#[test]
fn both_databases_get_the_same_columns() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("shop.db");
    let url = format!("sqlite://{}", file.display()).parse().unwrap();
    SqlStore::open(&url, &StoreOptions::default()).unwrap().migrate().unwrap();
    let database = PostgresCluster::shared().unwrap().migrated_database().unwrap();
    let sqlite = sqlite_columns(&mut SqliteConnection::establish(file.to_str().unwrap()).unwrap());
    let postgres = postgres_columns(&mut PgConnection::establish(&database.url_text()).unwrap());
    assert!(sqlite.len() > 100);
    assert_eq!(sqlite, postgres);
}

/// Runs all migrations up, down in reverse order, and up again, which fails if anything is left over.
fn run_up_down_up(database: &str, connection: &mut impl SimpleConnection) {
    for direction in ["up", "down", "up"] {
        let mut names = names(database);
        if direction == "down" {
            names.reverse();
        }
        for name in names {
            connection.batch_execute(&sql(database, &name, direction)).unwrap();
        }
    }
}

#[test]
fn every_migration_can_be_undone() {
    run_up_down_up("sqlite", &mut SqliteConnection::establish(":memory:").unwrap());
    let database = PostgresCluster::shared().unwrap().empty_database().unwrap();
    run_up_down_up("postgres", &mut PgConnection::establish(&database.url_text()).unwrap());
}
