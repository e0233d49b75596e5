//! What migrations do to the rows that a shop of the release before has, on both databases.

use crate::migrations::{folder, names};
use autoparts_persistence::testing::PostgresCluster;
use diesel::{
    Connection, PgConnection, QueryableByName, RunQueryDsl, SqliteConnection,
    connection::SimpleConnection,
    sql_query,
    sql_types::{BigInt, Text},
};
use std::fs;

#[derive(Debug, PartialEq, Eq, QueryableByName)]
struct Claim {
    #[diesel(sql_type = Text)]
    subject: String,
    #[diesel(sql_type = Text)]
    user_id: String,
}

/// People of the release before: one in order; one subject that came with two addresses and is an admin
/// under the older; one that came with two addresses; somebody without a subject.
const PEOPLE_BEFORE: &str = "
    INSERT INTO users (id, email, subject, role, joined_at) VALUES
        ('1', 'a@b.c', 's1', 'customer', 0), ('2', 'b@b.c', 's2', 'admin', 0), ('3', 'c@b.c', 's2', 'customer', 0),
        ('4', 'd@b.c', 's3', 'customer', 0), ('5', 'e@b.c', 's3', 'customer', 0), ('6', 'f@b.c', NULL, 'customer', 0);
    INSERT INTO accounts (id, email, email_verified, created_at, last_sign_in_at) VALUES
        ('s1', 'a@b.c', TRUE, 0, 0), ('s3', 'e@b.c', FALSE, 0, 0);
";

/// Migrates up to and with `last`, which finds some rows.
fn migrate_with_rows(database: &str, connection: &mut impl SimpleConnection, last: &str, rows: &str) {
    for name in names(database).iter().filter(|name| name.as_str() <= last) {
        if name == last {
            connection.batch_execute(rows).unwrap();
        }
        let sql = fs::read_to_string(folder(database).join(name).join("up.sql")).unwrap();
        connection.batch_execute(&sql).unwrap();
    }
}

#[test]
fn people_of_the_release_before_keep_one_claim_for_each_subject() {
    let claims = "SELECT subject, user_id FROM user_subjects ORDER BY subject";
    let verified = "SELECT id AS user_id, email AS subject FROM users WHERE email_verified ORDER BY id";
    let claim = |subject: &str, user_id: &str| Claim { subject: subject.to_owned(), user_id: user_id.to_owned() };
    let (kept, confirmed) = ([claim("s1", "1"), claim("s2", "2"), claim("s3", "5")], [claim("a@b.c", "1")]);

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

/// Mails of the release before: a reset that waits, one that was sent, one that was given up, an order.
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
