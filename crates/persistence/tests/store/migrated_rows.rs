//! How migrations convert the rows of the previous release, on both databases.

use crate::migrations::{names, sql};
use autoparts_persistence::testing::PostgresCluster;
use diesel::{
    Connection, PgConnection, QueryableByName, RunQueryDsl, SqliteConnection,
    connection::SimpleConnection,
    query_builder::SqlQuery,
    query_dsl::methods::LoadQuery,
    sql_query,
    sql_types::{BigInt, Text},
};

#[derive(Debug, PartialEq, Eq, QueryableByName)]
struct Claim {
    #[diesel(sql_type = Text)]
    subject: String,
    #[diesel(sql_type = Text)]
    user_id: String,
}

/// Users of the previous release: a regular one; a subject with two addresses, whose older account is an admin; another
/// subject with two addresses; and a user without a subject.
const PEOPLE_BEFORE: &str = "
    INSERT INTO users (id, email, subject, role, joined_at) VALUES
        ('1', 'a@b.c', 's1', 'customer', 0), ('2', 'b@b.c', 's2', 'admin', 0), ('3', 'c@b.c', 's2', 'customer', 0),
        ('4', 'd@b.c', 's3', 'customer', 0), ('5', 'e@b.c', 's3', 'customer', 0), ('6', 'f@b.c', NULL, 'customer', 0);
    INSERT INTO accounts (id, email, email_verified, created_at, last_sign_in_at) VALUES
        ('s1', 'a@b.c', TRUE, 0, 0), ('s3', 'e@b.c', FALSE, 0, 0);
";

/// Migrates up to and including `last`, with rows inserted before it.
fn migrate_with_rows(database: &str, connection: &mut impl SimpleConnection, last: &str, rows: &str) {
    for name in names(database).iter().filter(|name| name.as_str() <= last) {
        if name == last {
            connection.batch_execute(rows).unwrap();
        }
        connection.batch_execute(&sql(database, name, "up")).unwrap();
    }
}

#[test]
fn people_of_the_release_before_keep_one_claim_for_each_subject() {
    let claims = "SELECT subject, user_id FROM user_subjects ORDER BY subject";
    let verified = "SELECT id AS user_id, email AS subject FROM users WHERE email_verified ORDER BY id";
    let claim = |subject: &str, user_id: &str| Claim { subject: subject.to_owned(), user_id: user_id.to_owned() };
    let kept = [claim("s1", "1"), claim("s2", "2"), claim("s3", "5")];
    let confirmed = [claim("a@b.c", "1")];

    let mut sqlite = SqliteConnection::establish(":memory:").unwrap();
    migrate_with_rows("sqlite", &mut sqlite, "0006_people", PEOPLE_BEFORE);
    assert_eq!(sql_query(claims).load::<Claim>(&mut sqlite).unwrap(), kept);
    assert_eq!(sql_query(verified).load::<Claim>(&mut sqlite).unwrap(), confirmed);

    let database = PostgresCluster::shared().unwrap().empty_database().unwrap();
    let mut postgres = PgConnection::establish(&database.url_text()).unwrap();
    migrate_with_rows("postgres", &mut postgres, "0006_people", PEOPLE_BEFORE);
    assert_eq!(sql_query(claims).load::<Claim>(&mut postgres).unwrap(), kept);
    assert_eq!(sql_query(verified).load::<Claim>(&mut postgres).unwrap(), confirmed);
}

#[derive(Debug, PartialEq, Eq, QueryableByName)]
struct Body {
    #[diesel(sql_type = Text)]
    id: String,
    #[diesel(sql_type = BigInt)]
    readable: i64,
    #[diesel(sql_type = BigInt)]
    to_hide: i64,
}

/// An order of the previous release in each state, with its ledger entries.
fn orders_before() -> String {
    let mut rows = "INSERT INTO users (id, email, role, joined_at) VALUES ('u', 'a@b.c', 'customer', 0);
        INSERT INTO parts (id, title, description, image, minimum_order, price_cents, hidden) VALUES ('p', 't', 'd', '/i', 1, 100, FALSE);
        INSERT INTO stock (part_id, supplied, available) VALUES ('p', 100, 90);"
        .to_owned();
    let states = ["'held', 5, NULL", "'lapsed', NULL, NULL", "'paid', NULL, 'pi_1'", "'shipped', NULL, NULL"];
    let ended = ["'shipped', NULL, 'pi_2'", "'cancelled', NULL, NULL", "'refunded', NULL, 'pi_3'"];
    for (number, state) in (1..).zip(states.into_iter().chain(ended)) {
        rows.push_str(&format!(
            "INSERT INTO orders (user_id, id, part_id, product, unit_price_cents, quantity, total_cents, customer_name, \
             customer_email, address, phone, placed_at, state, hold_until, transaction_id, revision) \
             VALUES ('u', 'o{number}', 'p', 'Title {number}', 100, {number}, {number}00, 'n', 'a@b.c', 'a', '1', 0, {state}, 0);
             INSERT INTO ledger (user_id, order_id, id, part_id, movement, pieces, cents, happened_at) VALUES \
             ('u', 'o{number}', 'a', 'p', 'reserved', -{number}, 0, 0), ('u', 'o{number}', 'b', 'p', 'received', 0, 100, 0);"
        ));
    }
    rows
}

/// A row as one text.
#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = Text)]
    row: String,
}

const ORDERS: &str =
    "SELECT id || part_id || product || quantity || total_cents || state AS row FROM orders ORDER BY id";
const LINES: &str = "SELECT order_id || line || part_id || product || unit_price_cents || quantity AS row \
                     FROM order_lines ORDER BY order_id, line";
const LEDGER: &str = "SELECT order_id || id || COALESCE(part_id, '-') || movement || pieces || cents AS row \
                      FROM ledger ORDER BY order_id, id";
const STOCK: &str = "SELECT part_id || supplied || '/' || available AS row FROM stock ORDER BY part_id";

/// A second line of the third order, for another part, as written by the next release.
const SECOND_LINE: &str = "
    INSERT INTO parts (id, title, description, image, minimum_order, price_cents, hidden)
        VALUES ('q', 't', 'd', '/i', 1, 50, FALSE);
    INSERT INTO stock (part_id, supplied, available) VALUES ('q', 100, 97);
    INSERT INTO order_lines (user_id, order_id, line, part_id, product, unit_price_cents, quantity)
        VALUES ('u', 'o3', 2, 'q', 'Other', 50, 3);
    INSERT INTO ledger (user_id, order_id, id, part_id, movement, pieces, cents, happened_at)
        VALUES ('u', 'o3', 'c', 'q', 'reserved', -3, 0, 0), ('u', 'o3', 'd', NULL, 'received', 0, 150, 0);
";

/// Pieces without a part.
const OF_NO_PART: &str = "INSERT INTO ledger (user_id, order_id, id, part_id, movement, pieces, cents, happened_at)
    VALUES ('u', 'o3', 'x', NULL, 'reserved', -1, 0, 0)";

fn order_lines_there_and_back<C>(database: &str, connection: &mut C)
where
    C: Connection,
    for<'query> SqlQuery: LoadQuery<'query, C, Row>,
{
    fn rows<C: Connection>(connection: &mut C, sql: &str) -> Vec<String>
    where
        for<'query> SqlQuery: LoadQuery<'query, C, Row>,
    {
        sql_query(sql).load::<Row>(connection).unwrap().into_iter().map(|row| row.row).collect()
    }
    migrate_with_rows(database, connection, "0014_order_lines", &orders_before());
    let orders = rows(connection, ORDERS);
    let ledger = rows(connection, LEDGER);
    assert_eq!((orders.len(), ledger.len()), (7, 14));
    let expected: Vec<String> = (1..=7).map(|number| format!("o{number}1pTitle {number}100{number}")).collect();
    assert_eq!(rows(connection, LINES), expected);

    connection.batch_execute(SECOND_LINE).unwrap();
    assert!(connection.batch_execute(OF_NO_PART).is_err(), "pieces are those of a part");
    assert_eq!(rows(connection, STOCK), ["p100/90", "q100/97"]);

    connection.batch_execute(&sql(database, "0014_order_lines", "down")).unwrap();
    assert_eq!(rows(connection, ORDERS), orders);
    let mut with_money = ledger.clone();
    with_money.insert(6, "o3dpreceived0150".to_owned());
    assert_eq!(rows(connection, LEDGER), with_money, "pieces of other parts are gone, money is not");
    assert_eq!(rows(connection, STOCK), ["p100/90", "q97/97"]);
}

#[test]
fn an_order_of_the_release_before_has_one_line_there_and_back() {
    order_lines_there_and_back("sqlite", &mut SqliteConnection::establish(":memory:").unwrap());
    let database = PostgresCluster::shared().unwrap().empty_database().unwrap();
    order_lines_there_and_back("postgres", &mut PgConnection::establish(&database.url_text()).unwrap());
}

/// Emails of the previous release: a password reset that is waiting, one email sent, one given up, and one about an
/// order.
const MAILS_BEFORE: &str = "
    INSERT INTO outbox (user_id, id, recipient, subject, body, written_at, sent_at, next_try_at) VALUES
        ('1', '1', 'a@b.c', 'Choose a new password for Autoparts', 'SECRET', 0, NULL, 0),
        ('1', '2', 'a@b.c', 'Your $50 coupon', 'SECRET', 0, 5, NULL),
        ('1', '3', 'a@b.c', 'Confirm your email and get your $50 coupon', 'SECRET', 0, NULL, NULL),
        ('1', '4', 'a@b.c', 'Your order: Alternator', 'SECRET', 0, 5, NULL);
";

#[test]
fn mails_of_the_release_before_lose_their_secrets_when_they_have_gone() {
    let bodies = "SELECT id, CAST(CASE WHEN body = 'SECRET' THEN 1 ELSE 0 END AS BIGINT) AS readable,
                  CAST(CASE WHEN redacted_body IS NULL THEN 0 ELSE 1 END AS BIGINT) AS to_hide FROM outbox ORDER BY id";
    let body = |id: &str, readable, to_hide| Body { id: id.to_owned(), readable, to_hide };
    let expected = [body("1", 1, 1), body("2", 0, 0), body("3", 0, 0), body("4", 1, 0)];

    let mut sqlite = SqliteConnection::establish(":memory:").unwrap();
    migrate_with_rows("sqlite", &mut sqlite, "0012_people_more", MAILS_BEFORE);
    assert_eq!(sql_query(bodies).load::<Body>(&mut sqlite).unwrap(), expected);

    let database = PostgresCluster::shared().unwrap().empty_database().unwrap();
    let mut postgres = PgConnection::establish(&database.url_text()).unwrap();
    migrate_with_rows("postgres", &mut postgres, "0012_people_more", MAILS_BEFORE);
    assert_eq!(sql_query(bodies).load::<Body>(&mut postgres).unwrap(), expected);
}

/// Refunds of the previous release in every state: due, tried, requested, done, closed by an admin.
const REFUNDS_BEFORE: &str = "
    INSERT INTO order_lines (user_id, order_id, line, part_id, product, unit_price_cents, quantity)
        SELECT user_id, id, 1, part_id, product, unit_price_cents, quantity FROM orders;
    INSERT INTO stock_movements (part_id, id, reason, pieces, happened_at) VALUES ('p', 'p', 'opening', 100, 0);
    INSERT INTO refunds (user_id, order_id, transaction_id, id, amount_cents, reason, due_at, done_at, failures, next_try_at, by_hand, asked_at) VALUES
        ('u', 'o7', 'pi_3', 'r1', 700, 'by_admin', 1, 2, 0, 1, {no}, NULL), ('u', 'o6', 'pi_4', 'r2', 600, 'order_cancelled', 1, NULL, 0, 1, {no}, NULL),
        ('u', 'o3', 'pi_5', 'r3', 300, 'paid_twice', 1, NULL, 2, 9, {no}, NULL), ('u', 'o2', 'pi_6', 'r4', 200, 'sold_out', 1, NULL, 0, 1, {no}, 8),
        ('u', 'o2', 'pi_7', 'r5', 200, 'sold_out', 1, 5, 3, 4, {yes}, NULL);
";

/// Partial refunds as the next release writes them: a piece was released from the third order; the fifth, which was
/// shipped, had two pieces returned and some money refunded.
const PARTS: &str = "
    UPDATE orders SET given_back_cents = 100 WHERE id = 'o3';
    UPDATE order_lines SET released = 1 WHERE order_id = 'o3';
    UPDATE orders SET given_back_cents = 250, refunded_cents = 50 WHERE id = 'o5';
    UPDATE order_lines SET returned = 2 WHERE order_id = 'o5';
    INSERT INTO refunds (user_id, order_id, transaction_id, id, amount_cents, reason, due_at, done_at, note, keyed_by_transaction) VALUES
        ('u', 'o3', 'pi_1', 'r6', 100, 'lines_cancelled', 3, 4, 'Why', {no}),
        ('u', 'o5', 'pi_2', 'r7', 200, 'returned', 5, 6, NULL, {no}), ('u', 'o5', 'pi_2', 'r8', 50, 'goodwill', 7, 8, NULL, {no});
    INSERT INTO ledger (user_id, order_id, id, part_id, movement, pieces, cents, happened_at) VALUES
        ('u', 'o3', 'x', NULL, 'refunded', 0, -100, 3), ('u', 'o3', 'y', 'p', 'released', 1, 0, 3),
        ('u', 'o5', 'x', NULL, 'refunded', 0, -200, 5), ('u', 'o5', 'y', NULL, 'refunded', 0, -50, 7);
    INSERT INTO stock_movements (part_id, id, reason, pieces, happened_at) VALUES ('p', 'q', 'returned', 2, 5);
    INSERT INTO refund_keys (user_id, request_key, refund_id, fingerprint, used_at) VALUES ('u', 'k', 'r6', 'f', 3);
";

const REFUNDS: &str = "SELECT order_id || ' ' || transaction_id || ' ' || id || ' ' || amount_cents || ' ' || reason || ' ' || due_at || ' ' || COALESCE(done_at, -1) \
    || ' ' || failures || ' ' || next_try_at || ' ' || CASE WHEN by_hand THEN 1 ELSE 0 END || ' ' || COALESCE(asked_at, -1) AS row FROM refunds ORDER BY id";
const OLD_KEYS: &str = "SELECT id AS row FROM refunds WHERE keyed_by_transaction ORDER BY id";
const SECOND_WHOLE: &str = "INSERT INTO refunds (user_id, order_id, transaction_id, id, amount_cents, reason, due_at)
    VALUES ('u', 'o3', 'pi_5', 'r9', 300, 'by_admin', 1)";
const TOO_MANY_PIECES: &str = "UPDATE order_lines SET released = 2, returned = 2 WHERE order_id = 'o3'";
const REFUNDED: &str = "SELECT id || ' ' || refunded_cents AS row FROM orders WHERE id IN ('o3', 'o5') ORDER BY id";
const MOVEMENTS: &str = "SELECT id || ' ' || reason || ' ' || pieces AS row FROM stock_movements ORDER BY id";
const PIECES_LEFT: &str =
    "SELECT order_id || ' ' || quantity AS row FROM order_lines WHERE order_id IN ('o3', 'o5') ORDER BY order_id";
const ORIGINS: &str = "SELECT order_id || ' ' || cents || ' ' || origin AS row FROM ledger WHERE origin IS NOT NULL ORDER BY order_id, id";

fn partial_refunds_there_and_back<C>(database: &str, connection: &mut C, [no, yes]: [&str; 2])
where
    C: Connection,
    for<'query> SqlQuery: LoadQuery<'query, C, Row>,
{
    fn rows<C: Connection>(connection: &mut C, sql: &str) -> Vec<String>
    where
        for<'query> SqlQuery: LoadQuery<'query, C, Row>,
    {
        sql_query(sql).load::<Row>(connection).unwrap().into_iter().map(|row| row.row).collect()
    }
    let flags = |sql: &str| sql.replace("{no}", no).replace("{yes}", yes);
    let before = orders_before() + &flags(REFUNDS_BEFORE);
    migrate_with_rows(database, connection, "0022_partial_refunds", &before);
    let expected = [
        "o7 pi_3 r1 700 by_admin 1 2 0 1 0 -1",
        "o6 pi_4 r2 600 order_cancelled 1 -1 0 1 0 -1",
        "o3 pi_5 r3 300 paid_twice 1 -1 2 9 0 -1",
        "o2 pi_6 r4 200 sold_out 1 -1 0 1 0 8",
        "o2 pi_7 r5 200 sold_out 1 5 3 4 1 -1",
    ];
    assert_eq!(rows(connection, REFUNDS), expected);
    assert_eq!(rows(connection, OLD_KEYS), ["r1", "r2", "r3", "r4", "r5"], "they keep their keys");
    assert!(connection.batch_execute(SECOND_WHOLE).is_err(), "the whole of a payment goes back once");
    connection.batch_execute(&flags(PARTS)).unwrap();
    assert!(connection.batch_execute(TOO_MANY_PIECES).is_err(), "no more pieces than there were");

    connection.batch_execute(&sql(database, "0022_partial_refunds", "down")).unwrap();
    assert_eq!(rows(connection, REFUNDS), expected);
    assert_eq!(rows(connection, REFUNDED), ["o3 100", "o5 300"]);
    assert_eq!(rows(connection, PIECES_LEFT), ["o3 2", "o5 5"]);
    assert_eq!(rows(connection, ORIGINS), ["o3 -100 provider", "o5 -200 provider", "o5 -50 provider"]);
    assert_eq!(rows(connection, MOVEMENTS), ["p opening 100", "q received 2"]);
    connection.batch_execute(&sql(database, "0022_partial_refunds", "up")).unwrap();
    assert_eq!(rows(connection, REFUNDS), expected);
}

#[test]
fn refunds_of_the_release_before_keep_their_keys_and_parts_become_money_that_went_back_elsewhere() {
    let mut sqlite = SqliteConnection::establish(":memory:").unwrap();
    partial_refunds_there_and_back("sqlite", &mut sqlite, ["0", "1"]);
    let database = PostgresCluster::shared().unwrap().empty_database().unwrap();
    let mut postgres = PgConnection::establish(&database.url_text()).unwrap();
    partial_refunds_there_and_back("postgres", &mut postgres, ["FALSE", "TRUE"]);
}
