//! A generated catalog as large as a wholesaler's: 400 brands and 320 categories, titles of seven words, descriptions
//! of 15 words, three numbers and three attributes for each part. Brands, words and prices vary in frequency.

use super::{ClusterError, PostgresDatabase};
use crate::statistics::SQLITE_OPTIMIZE;
use diesel::{Connection, PgConnection, SqliteConnection, connection::SimpleConnection};
use std::{
    path::Path,
    time::{Duration, Instant},
};

/// Kinds of parts, each used for one in twenty parts, and their variants. Each word is padded to [`WIDTH`].
const THINGS: &str = "brake   oil     fuel    air     cabin   wheel   engine  timing  water   spark   control tie     ball    clutch  door    mirror  head    tail    fog     wiper   ";
const KINDS: &str = "pads    disc    filter  pump    bearing belt    sensor  arm     rod     joint   shaft   light   blade   hose    mount   ";
const PLACES: &str = "front   rear    left    right   upper   lower   ";
const FINISHES: &str = "coated  vented  ceramic steel   black   heavy   sport   standard";
const WIDTH: usize = 8;

/// Syllables of made-up words.
const SYLLABLES: &str = "babebibobucacecicocudadedidodufafefifofugagegigogulalelilolumamemimomunaneninonupapepipopurareriroru\
                         sasesisosutatetitotuvavevivovuzazezizozu";

/// `{n:100}` stands for a hundred numbers `i`, `{id}` for the id made from `i`; `a` to `c` are pseudo-random. The first
/// part has the numbers `PN-0000001`, `OE7-0000001-K` (of another maker) and `40000001-ZX` (which it replaces).
/// Categories have names such as `all-brake-pads`, which the demonstration does not use.
const ROWS: &str = "
CREATE TEMPORARY TABLE first AS {n:{parts}} SELECT CAST(i AS BIGINT) AS i, {id} AS id, CAST(i AS BIGINT) * 48271 % 2147483647 AS a FROM n;
CREATE TEMPORARY TABLE second AS SELECT i, id, a, b, b * 48271 % 2147483647 AS c FROM (SELECT i, id, a, a * 69621 % 2147483647 AS b FROM first) AS first;
CREATE TEMPORARY TABLE made AS SELECT i, id, a, b, c, {seven} AS seven, {brand:(a % 400) * (b % 400) / 400} AS brand, {thing:c / 7 % 20} AS thing,
    {kind:b / 400 % 15} AS kind, {place:c % 6} AS place, {finish:a / 400 % 8} AS finish, '' || (b / 6000 % 400) AS size FROM second;
INSERT INTO brands (id, name) {n:400} SELECT {brand:(i - 1)}, {brand:(i - 1)} FROM n;
INSERT INTO categories (id, name, parent_id, position) {n:20} SELECT 'all-' || {thing:(i - 1)}, {thing:(i - 1)}, NULL, 0 FROM n;
INSERT INTO categories (id, name, parent_id, position) {n:300}
    SELECT 'all-' || {thing:(i - 1) % 20} || '-' || {kind:(i - 1) / 20}, {thing:(i - 1) % 20} || ' ' || {kind:(i - 1) / 20}, 'all-' || {thing:(i - 1) % 20}, 0 FROM n;
INSERT INTO parts (id, title, description, image, minimum_order, price_cents, hidden, changed_at)
    SELECT id, brand || ' ' || thing || ' ' || kind || ' ' || place || ' ' || finish || ' ' || size || ' mm', {text},
        '/catalogue/alternator.svg', 1 + i % 3, 200 + (b % 1000) * (c % 1000) / 10, {no}, 1 FROM made;
INSERT INTO stock (part_id, supplied, available, reorder_at) SELECT id, pieces, pieces, i % 3 FROM (SELECT i, id, CASE WHEN c % 10 = 0 THEN 0 ELSE 40 END AS pieces FROM made) AS supplied;
INSERT INTO stock_movements (part_id, id, reason, pieces, happened_at) SELECT id, id, 'opening', CASE WHEN c % 10 = 0 THEN 0 ELSE 40 END, 0 FROM made;
INSERT INTO listings (part_id, brand_id, number, category_id, condition, hazmat, universal)
    SELECT id, brand, 'PN-' || seven, 'all-' || thing || '-' || kind, CASE WHEN c % 9 = 0 THEN 'used' ELSE 'new' END, {no}, {no} FROM made;
INSERT INTO part_keys (brand_id, normal, part_id) SELECT brand, 'pn' || seven, id FROM made;
INSERT INTO part_numbers (normal, part_id, kind, maker, written, position) SELECT 'pn' || seven, id, 'own', '', 'PN-' || seven, 0 FROM made;
INSERT INTO part_numbers (normal, part_id, kind, maker, written, position) SELECT 'oe' || a % 10 || seven || 'k', id, 'oem', 'Nissan', 'OE' || a % 10 || '-' || seven || '-K', 1 FROM made;
INSERT INTO part_numbers (normal, part_id, kind, maker, written, position) SELECT '4' || seven || 'zx', id, 'supersedes', '', '4' || seven || '-ZX', 2 FROM made;
INSERT INTO part_attributes (part_id, position, name, value, unit) SELECT id, 0, 'Position', place, NULL FROM made;
INSERT INTO part_attributes (part_id, position, name, value, unit) SELECT id, 1, 'Finish', finish, NULL FROM made;
INSERT INTO part_attributes (part_id, position, name, value, unit) SELECT id, 2, 'Size', size, 'mm' FROM made;
DROP TABLE made;
DROP TABLE second;
DROP TABLE first;
";

/// Vehicles that the parts may fit: 4,000 models of 60 makes, with 20 engines.
const VEHICLES: &str = "
INSERT INTO makes (id, name) {n:60} SELECT 'make-' || i, 'Make ' || i FROM n;
INSERT INTO models (id, make_id, name) {n:4000} SELECT 'make-' || (1 + (i - 1) % 60) || '/model-' || (i - 1), 'make-' || (1 + (i - 1) % 60), 'Model ' || (i - 1) FROM n;
INSERT INTO engines (id, name) {n:20} SELECT i || '.0l-w9-gas', i || '.0L W9' FROM n;
INSERT INTO model_engines (model_id, engine_id, from_year, to_year) {n:12000}
    SELECT 'make-' || (1 + (i - 1) / 3 % 60) || '/model-' || ((i - 1) / 3), (1 + ((i - 1) / 3 + i % 3) % 20) || '.0l-w9-gas', 1990, 2022 FROM n;
";

/// Applications of the parts: ten for each, over these models, a few of which are popular. Some have engines,
/// positions, quantities and conditions. `{id:x}` stands for the id made from `x`. The rows are in key order, as in a
/// database that was filled gradually and then compacted.
const FITMENTS: &str = "
INSERT INTO conditions (id, words, about) {n:500} SELECT {id:i}, 'With package ' || i, CASE WHEN i % 5 = 0 THEN 'part' ELSE 'vehicle' END FROM n;
CREATE TEMPORARY TABLE placed AS SELECT part_id, category_id, i FROM ({n:{parts}} SELECT CAST(i AS BIGINT) AS i, {id:i} AS id FROM n) AS numbered JOIN listings ON part_id = id;
CREATE TEMPORARY TABLE tens AS {n:10} SELECT CAST(i AS BIGINT) AS k FROM n;
DROP INDEX fitments_of_part;
INSERT INTO fitments (model_id, category_id, part_id, line, from_year, to_year, engine_id, position, pieces, conditions)
    SELECT 'make-' || (1 + m % 60) || '/model-' || m, category_id, part_id, k, y, y + f % 8,
        CASE WHEN f % 3 = 0 THEN (1 + (m + g % 3) % 20) || '.0l-w9-gas' ELSE '' END, CASE WHEN g % 2 = 0 THEN 'Front' ELSE '' END, g % 5,
        CASE WHEN f % 4 = 0 THEN {id:(1 + g % 500)} ELSE '' END
    FROM (SELECT part_id, category_id, k, g, f, (h % 4000) * (g % 4000) / 4000 AS m, 1990 + f % 26 AS y
    FROM (SELECT part_id, category_id, k, h, g, g * 16807 % 2147483647 AS f
    FROM (SELECT part_id, category_id, k, h, h * 69621 % 2147483647 AS g
    FROM (SELECT part_id, category_id, k, (i * 10 + k) * 48271 % 2147483647 AS h FROM placed, tens) AS one) AS two) AS three) AS four
    ORDER BY 1, 2, 3, 4;
CREATE INDEX fitments_of_part ON fitments (part_id);
INSERT INTO fitment_counts (part_id, listed, set_aside) SELECT part_id, 10, 0 FROM placed;
DROP TABLE placed;
DROP TABLE tens;
";

/// Assigns all parts to one brand, as in a supplier's catalog.
const ONE_BRAND: &str = "
UPDATE listings SET brand_id = (SELECT min(id) FROM brands WHERE id LIKE '%tek') WHERE brand_id LIKE '%tek';
UPDATE part_keys SET brand_id = (SELECT min(id) FROM brands WHERE id LIKE '%tek') WHERE brand_id LIKE '%tek';
";

/// SQL for the word with this number, from 0.
fn one_of(words: &str, number: &str) -> String {
    format!("trim(substr('{words}', 1 + {WIDTH} * CAST({number} AS INTEGER), {WIDTH}))")
}

/// SQL for a made-up word with a syllable for each divisor.
fn word(number: &str, divisors: &[usize]) -> String {
    let count = SYLLABLES.len() / 2;
    let syllable = |divisor: &usize| {
        format!("substr('{SYLLABLES}', 1 + 2 * CAST(({number}) / {divisor} % {count} AS INTEGER), 2)")
    };
    divisors.iter().map(syllable).collect::<Vec<_>>().join(" || ")
}

/// Replaces each `{kind:…}` with a function of its contents.
fn filled(sql: &str, kind: &str, with: impl Fn(&str) -> String) -> String {
    let opening = format!("{{{kind}:");
    let mut parts = sql.split(&opening);
    let mut filled = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (number, rest) = part.split_once('}').unwrap_or((part, ""));
        filled.push_str(&with(number));
        filled.push_str(rest);
    }
    filled
}

fn rows(parts: u32, numbers: impl Fn(&str) -> String, id: &str, no: &str) -> String {
    // Words at the front of the list are more frequent, as in natural language.
    let text: Vec<String> =
        (0..15).map(|at| word(&format!("((a / {0}) % 90) * ((b / {0}) % 90)", at * 37 + 1), &[1, 70, 4900])).collect();
    let sql = ROWS.replace("{parts}", &parts.to_string()).replace("{id}", id).replace("{no}", no);
    let seven = "substr('0000000' || i, length('0000000' || i) - 6, 7)";
    let sql = sql.replace("{seven}", seven).replace("{text}", &text.join(" || ' ' || "));
    let sql = filled(&sql, "brand", |number| format!("{} || 'tek'", word(number, &[1, 70])));
    let sql = filled(&sql, "thing", |number| one_of(THINGS, number));
    let sql = filled(&sql, "kind", |number| one_of(KINDS, number));
    let sql = filled(&sql, "place", |number| one_of(PLACES, number));
    let sql = filled(&sql, "finish", |number| one_of(FINISHES, number));
    filled(&sql, "n", numbers)
}

fn fitments(parts: u32, numbers: impl Fn(&str) -> String, id: impl Fn(&str) -> String) -> String {
    let sql = format!("{VEHICLES}{FITMENTS}").replace("{parts}", &parts.to_string());
    filled(&filled(&sql, "id", id), "n", numbers)
}

/// Assigns the parts that [`add_parts_sqlite`] has added to one brand, and adds the vehicles that they may fit.
pub fn add_vehicles_sqlite(file: &Path) -> Result<(), ClusterError> {
    let mut connection = SqliteConnection::establish(&file.display().to_string()).map_err(ClusterError::server)?;
    let sql = filled(VEHICLES, "n", sqlite_numbers);
    connection
        .batch_execute(&format!("BEGIN; {ONE_BRAND} {sql} COMMIT; {SQLITE_OPTIMIZE}"))
        .map_err(ClusterError::server)
}

/// The same in a PostgreSQL database.
pub fn add_vehicles_postgres(database: &PostgresDatabase) -> Result<(), ClusterError> {
    let sql = filled(VEHICLES, "n", postgres_numbers);
    database.execute(&format!("BEGIN; {ONE_BRAND} {sql} COMMIT; ANALYZE;"))
}

/// Rows per transaction of [`insert_by_hand_sqlite`].
const BY_HAND: u32 = 500;

/// A transaction that inserts [`BY_HAND`] rows into a table like `fitments`.
fn by_hand(number: u32) -> String {
    let row = |row: u32| {
        let row = number * BY_HAND + row;
        format!(
            "('make-{}/model-{row}','all-brake-pads','{:08x}-0000-7000-8000-000000000000',1,2001,2003,'2.0l-l4-gas','Front',2,\
             '{row:08x}-0000-7000-8000-000000000000')",
            row % 60,
            row.wrapping_mul(2_654_435_761),
        )
    };
    let rows: Vec<String> = (0..BY_HAND).map(row).collect();
    format!("BEGIN; INSERT INTO by_hand VALUES {}; COMMIT;", rows.join(","))
}

const TABLE_BY_HAND: &str = "CREATE TABLE by_hand (model_id TEXT NOT NULL, category_id TEXT NOT NULL, part_id TEXT NOT NULL, \
    line BIGINT NOT NULL, from_year BIGINT NOT NULL, to_year BIGINT NOT NULL, engine_id TEXT NOT NULL, position TEXT NOT NULL, \
    pieces BIGINT NOT NULL, conditions TEXT NOT NULL, PRIMARY KEY (model_id, category_id, part_id, line))";

/// A baseline for imports: the time to insert this many rows durably, with plain SQL, into a table with the columns and
/// the index of `fitments`.
pub fn insert_by_hand_sqlite(file: &Path, rows: u32) -> Result<Duration, ClusterError> {
    let mut connection = SqliteConnection::establish(&file.display().to_string()).map_err(ClusterError::server)?;
    let durable = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;";
    connection.batch_execute(durable).map_err(ClusterError::server)?;
    by_hand_on(&mut connection, rows, "WITHOUT ROWID")
}

fn by_hand_on(connection: &mut impl SimpleConnection, rows: u32, how: &str) -> Result<Duration, ClusterError> {
    let mut run = |sql: &str| connection.batch_execute(sql).map_err(ClusterError::server);
    run(&format!("{TABLE_BY_HAND} {how}; CREATE INDEX by_hand_of_part ON by_hand (part_id)"))?;
    let began = Instant::now();
    for number in 0..rows.div_ceil(BY_HAND) {
        run(&by_hand(number))?;
    }
    let took = began.elapsed();
    run("DROP TABLE by_hand")?;
    Ok(took)
}

/// The same in a PostgreSQL database.
pub fn insert_by_hand_postgres(database: &PostgresDatabase, rows: u32) -> Result<Duration, ClusterError> {
    let mut connection = PgConnection::establish(&database.url_text()).map_err(ClusterError::server)?;
    by_hand_on(&mut connection, rows, "")
}

/// Adds applications to the parts that [`add_parts_sqlite`] has added.
pub fn add_fitments_sqlite(file: &Path, parts: u32) -> Result<(), ClusterError> {
    let sql = fitments(parts, sqlite_numbers, |number| format!("printf('%08x-0000-7000-8000-000000000000', {number})"));
    let mut connection = SqliteConnection::establish(&file.display().to_string()).map_err(ClusterError::server)?;
    let sql = format!("PRAGMA cache_size = -1000000; BEGIN; {sql} COMMIT; {SQLITE_OPTIMIZE}");
    connection.batch_execute(&sql).map_err(ClusterError::server)
}

/// The same in a PostgreSQL database. Skips the checks of foreign keys: all referenced rows exist.
pub fn add_fitments_postgres(database: &PostgresDatabase, parts: u32) -> Result<(), ClusterError> {
    let id = |number: &str| format!("(lpad(to_hex({number}), 8, '0') || '-0000-7000-8000-000000000000')");
    let sql = fitments(parts, postgres_numbers, id);
    database.execute(&format!(
        "BEGIN; SET LOCAL session_replication_role = replica; SET LOCAL work_mem = '512MB'; {sql} COMMIT; ANALYZE;"
    ))
}

fn sqlite_numbers(count: &str) -> String {
    format!("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count})")
}

fn postgres_numbers(count: &str) -> String {
    format!("WITH n(i) AS (SELECT generate_series(1, {count}))")
}

/// Adds this many parts to the database of a shop that has been set up and is not running.
pub fn add_parts_sqlite(file: &Path, parts: u32) -> Result<(), ClusterError> {
    let sql = rows(parts, sqlite_numbers, "printf('%08x-0000-7000-8000-000000000000', i)", "0");
    let mut connection = SqliteConnection::establish(&file.display().to_string()).map_err(ClusterError::server)?;
    let sql = format!("PRAGMA cache_size = -1000000; PRAGMA temp_store = MEMORY; BEGIN; {sql} COMMIT;");
    connection.batch_execute(&sql).map_err(ClusterError::server)
}

/// The same in a PostgreSQL database.
pub fn add_parts_postgres(database: &PostgresDatabase, parts: u32) -> Result<(), ClusterError> {
    let id = "(lpad(to_hex(i), 8, '0') || '-0000-7000-8000-000000000000')";
    database.execute(&format!("BEGIN; {} COMMIT;", rows(parts, postgres_numbers, id, "false")))
}
