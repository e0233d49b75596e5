//! Rows of a shop after some years: nearly all completed, a few that need action. The books are consistent.

use super::{ClusterError, execute_in, migrated_sqlite};
use crate::{DatabaseUrl, SqlStore};
use std::path::Path;

/// There are `{orders}` orders by a tenth as many customers. The last fifty are unpaid, the two hundred before them are
/// not shipped, and one in each hundred of the others was refunded. Each shipped order has a return: the last ones are
/// approved, the others were received, and their pieces refused. One in sixteen orders has a core charge, and old
/// parts arrived for the last ones. `{n:100}` stands for a hundred numbers `i`, `{id}`
/// for the id of such a number, `{of:100}` for one of a hundred ids, `{number}` for an order's number, and `{at}` for
/// the moment at the start of its id: these are spread over a year, and `{late}` is before the last thousand of them.
/// All parts are listed for all models, for the first model many times, and came back once for each. The first and the
/// last part are sold out and flagged for the first model, and every customer has an alert for them.
const ROWS: &str = "
INSERT INTO parts (id, title, description, image, minimum_order, price_cents, hidden) {n:200} SELECT {id}, 't', 'd', '/i', 1, 100, {no} FROM n;
INSERT INTO users (id, email, role, joined_at) {n:{users}} SELECT {id}, 'u' || i || '@example.com', CASE WHEN i < 4 THEN 'admin' ELSE 'customer' END, i FROM n;
INSERT INTO user_emails (email, user_id) SELECT email, id FROM users;
INSERT INTO orders (user_id, id, part_id, product, unit_price_cents, quantity, total_cents, customer_name, customer_email, address, phone, placed_at, state, hold_until, transaction_id, revision, number, phone_digits, shipped_at)
    {n:{orders}} SELECT {of:{users}}, {id}, {of:200}, 'Alternator', 100, 1, 100, 'Marta', 'u' || (1 + i % {users}) || '@example.com', '12 Elm Street', '5550000' || (1 + i % {users}), {at},
        CASE WHEN i > {orders} - 50 THEN 'held' WHEN i > {orders} - 250 THEN 'paid' WHEN i % 100 = 0 THEN 'refunded' ELSE 'shipped' END,
        CASE WHEN i > {orders} - 50 THEN i END, CASE WHEN i > {orders} - 50 THEN NULL ELSE 'pi_' || replace({id}, '-', '') END, 0, {number}, '5550000' || (1 + i % {users}),
        CASE WHEN i <= {orders} - 250 AND i % 100 <> 0 THEN {at} END FROM n;
INSERT INTO order_lines (user_id, order_id, line, part_id, product, unit_price_cents, quantity, core_cents)
    SELECT user_id, id, 1, part_id, product, CASE WHEN substr(id, 36) = '5' THEN 90 ELSE 100 END, quantity, CASE WHEN substr(id, 36) = '5' THEN 10 ELSE 0 END FROM orders;
INSERT INTO stock (part_id, supplied, available) SELECT id, 1000000, 1000000 - count(orders.part_id) FROM parts
    LEFT JOIN (SELECT part_id FROM orders WHERE state <> 'refunded') AS orders ON orders.part_id = parts.id GROUP BY id;
INSERT INTO order_refs (order_id, user_id) SELECT id, user_id FROM orders;
INSERT INTO order_numbers (number, user_id, order_id) SELECT number, user_id, id FROM orders;
INSERT INTO idempotency_keys (user_id, request_key, order_id, fingerprint, used_at) SELECT user_id, 'k' || id, id, 'f', placed_at FROM orders;
INSERT INTO payment_intents (user_id, order_id, attempt, id, amount_cents, transaction_id, status, started_at)
    SELECT user_id, id, 1, id, 100, 'pi_' || replace(id, '-', ''), CASE WHEN state = 'held' THEN 'open' ELSE 'succeeded' END, placed_at FROM orders;
INSERT INTO payment_refs (transaction_id, user_id, order_id) SELECT 'pi_' || replace(id, '-', ''), user_id, id FROM orders;
INSERT INTO provider_events (user_id, order_id, event_id, received_at) SELECT user_id, id, 'evt_' || replace(id, '-', ''), placed_at FROM orders;
INSERT INTO refunds (user_id, order_id, transaction_id, id, amount_cents, reason, due_at, done_at, next_try_at)
    SELECT user_id, id, 'pi_' || replace(id, '-', ''), id, 100, 'by_admin', placed_at, CASE WHEN placed_at > {late} THEN NULL ELSE placed_at END, placed_at FROM orders WHERE state = 'refunded';
INSERT INTO returns (user_id, order_id, id, number, reason, state, requested_at, decided_at, ended_at, reminded, revision)
    SELECT user_id, id, id, 'RT' || substr(number, 3), 'not_needed', CASE WHEN placed_at > {late} THEN 'approved' ELSE 'received' END, placed_at, placed_at, CASE WHEN placed_at > {late} THEN NULL ELSE placed_at END, {no}, 2 FROM orders WHERE state = 'shipped';
INSERT INTO return_lines (user_id, order_id, return_id, line, pieces, restocked, damaged, refused)
    SELECT user_id, order_id, id, 1, 1, CASE WHEN state = 'received' THEN 0 END, CASE WHEN state = 'received' THEN 0 END, CASE WHEN state = 'received' THEN 1 END FROM returns;
INSERT INTO core_claims (user_id, order_id, line, received, refused, reminded, revision)
    SELECT user_id, order_id, 1, CASE WHEN order_id > (SELECT min(id) FROM orders WHERE placed_at > {late}) THEN 1 ELSE 0 END, 0, NOT {no}, 1
    FROM order_lines WHERE core_cents > 0 AND order_id < (SELECT min(id) FROM orders WHERE state = 'paid');
INSERT INTO withdrawals (id, reference, email, outcome, received_at, user_id, order_id, return_id)
    SELECT id, number, user_id || '@example.com', 'approved', placed_at, user_id, id, id FROM orders WHERE state = 'shipped';
INSERT INTO billing_documents (kind, number, user_id, order_id, refund_id, amount_cents, tax_cents, seller, issued_at)
    SELECT 'invoice', row_number() OVER (ORDER BY id), user_id, id, '', 100, 0, 's', placed_at FROM orders WHERE state <> 'held';
INSERT INTO ledger (user_id, order_id, id, part_id, movement, pieces, cents, happened_at) SELECT user_id, id, id, part_id, 'reserved', -1, 0, placed_at FROM orders;
INSERT INTO ledger (user_id, order_id, id, part_id, movement, pieces, cents, happened_at) SELECT user_id, id, substr(id, 1, 35) || '1', NULL, 'received', 0, 100, placed_at FROM orders WHERE state <> 'held';
INSERT INTO ledger (user_id, order_id, id, part_id, movement, pieces, cents, happened_at) SELECT user_id, id, substr(id, 1, 35) || '2', part_id, 'released', 1, 0, placed_at FROM orders WHERE state = 'refunded';
INSERT INTO ledger (user_id, order_id, id, part_id, movement, pieces, cents, happened_at) SELECT user_id, id, substr(id, 1, 35) || '3', NULL, 'refunded', 0, -100, placed_at FROM orders WHERE state = 'refunded';
INSERT INTO outbox (user_id, id, recipient, subject, body, order_id, written_at, sent_at, next_try_at) SELECT user_id, id, user_id || '@example.com', 's', 'body', id, placed_at, CASE WHEN state = 'held' THEN NULL ELSE placed_at END, CASE WHEN state = 'held' THEN placed_at END FROM orders;
INSERT INTO reviews (user_id, day, id, name, rating, body, written_at) SELECT id, 1, id, 'n', 5, 'b', 1 FROM users;
INSERT INTO accounts (id, email, email_verified, created_at, last_sign_in_at) SELECT id, email, {no}, 1, 1 FROM users;
INSERT INTO account_emails (email, account_id) SELECT email, id FROM users;
INSERT INTO subscriptions (id, email, state, created_at, mailed_at, revision) SELECT id, email, 'waiting', 1, 1, 0 FROM users;
INSERT INTO subscription_emails (email, subscription_id) SELECT email, id FROM users;
INSERT INTO newsletter_links (digest, subscription_id, purpose) SELECT id, id, 'leave' FROM users;
UPDATE stock SET supplied = supplied - available, available = 0 WHERE part_id IN (SELECT min(id) FROM parts UNION SELECT max(id) FROM parts);
INSERT INTO stock_alerts (part_id, email, id, asked_at) SELECT parts.id, users.email, users.id, 1 FROM users, parts WHERE parts.id IN (SELECT min(id) FROM parts UNION SELECT max(id) FROM parts);
INSERT INTO stock_alert_links (digest, email, mailed_at) SELECT id, email, 1 FROM users;
INSERT INTO carts (user_id, revision, lines, changed_at) SELECT id, 1, '', 1 FROM users;
INSERT INTO garages (user_id, revision, vehicles, chosen) SELECT id, 1, '', '' FROM users;
INSERT INTO address_books (user_id, revision, addresses) SELECT id, 1, '' FROM users;
INSERT INTO stock_movement_keys (user_id, request_key, fingerprint, used_at) SELECT id, 'k', 'f', 1 FROM users;
INSERT INTO refund_keys (user_id, request_key, refund_id, fingerprint, used_at) SELECT id, 'k', id, 'f', 1 FROM users;
INSERT INTO audit (id, action, subject_id, happened_at) SELECT id, 'grant_admin', id, 1 FROM users;
INSERT INTO makes (id, name) VALUES ('honda', 'Honda');
INSERT INTO models (id, make_id, name) {n:200} SELECT 'honda/model-' || i, 'honda', 'Model ' || i FROM n;
INSERT INTO fitments (model_id, category_id, part_id, line, from_year, to_year, engine_id, position, pieces, conditions)
    SELECT models.id, 'of-' || substr(parts.id, 7, 2), parts.id, 1, 2010, 2018, '', '', 0, '' FROM models, parts WHERE models.id <> 'honda/model-1';
INSERT INTO fitments (model_id, category_id, part_id, line, from_year, to_year, engine_id, position, pieces, conditions) {n:200}
    SELECT 'honda/model-1', 'of-' || substr(parts.id, 7, 2), parts.id, i, 2010, 2018, '', '', 0, '' FROM n, parts;
INSERT INTO misfits (part_id, model_id, return_id, line) SELECT parts.id, models.id, parts.id, 1 FROM models, parts;
INSERT INTO fit_evidence (part_id, model_id, misfits, sold, sold_lately, price_cents, loss_cents, flagged, dismissed_misfits, counted_at, revision)
    SELECT parts.id, models.id, 1, 9, 1, 100, 100, {no}, 0, 1796000000000000, 1 FROM models, parts;
INSERT INTO application_changes (part_id, model_id, changed_at) SELECT parts.id, models.id, 1 FROM models, parts;
UPDATE fit_evidence SET flagged = NOT flagged WHERE model_id = 'honda/model-1' AND part_id IN (SELECT part_id FROM stock WHERE available = 0);
INSERT INTO feedback (id, message, written_at) SELECT id, 'm', 1 FROM users;
ANALYZE;
";

/// A unique order number from the digits of `i`.
fn number() -> String {
    let digit = |at: u32| {
        format!("substr('23456789ABCDEFGHJKLMNPQRSTUVWXYZ', CAST(1 + i / {} % 32 AS INTEGER), 1)", 32_u64.pow(at))
    };
    let digits = |from: u32| (from..from + 4).rev().map(digit).collect::<Vec<_>>().join(" || ");
    format!("'AP-' || {} || '-' || {}", digits(4), digits(0))
}

/// Start of the year over which orders are spread, in milliseconds: 2025-01-01.
const YEAR_BEGINS: u64 = 1_735_689_600_000;

/// Milliseconds between two orders.
fn pace(orders: u32) -> u64 {
    365 * 86_400_000 / u64::from(orders.max(1))
}

fn rows(orders: u32, numbers: impl Fn(&str) -> String, id: impl Fn(&str) -> String, no: &str) -> String {
    let pace = pace(orders);
    let at = |number: &str| format!("(({YEAR_BEGINS} + {number} * CAST({pace} AS BIGINT)) * 1000)");
    let late = at(&orders.saturating_sub(1_000).to_string());
    let (orders, users) = (orders.to_string(), (orders / 10).to_string());
    let mut sql = ROWS
        .replace("{number}", &number())
        .replace("{at}", &at("i"))
        .replace("{late}", &late)
        .replace("{id}", &id("i"))
        .replace("{no}", no);
    sql = sql.replace("{orders}", &orders).replace("{users}", &users);
    for count in ["200", &users, &orders] {
        sql = sql.replace(&format!("{{n:{count}}}"), &numbers(count));
        sql = sql.replace(&format!("{{of:{count}}}"), &id(&format!("(1 + i % {count})")));
    }
    sql
}

/// Fills an empty, migrated database with a shop that has had this many orders; at least 4,000.
pub fn grow(url: &DatabaseUrl, orders: u32) -> Result<(), ClusterError> {
    let pace = pace(orders);
    let sql = if url.sqlite_file().is_some() {
        let numbers =
            |count: &str| format!("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count})");
        let id = |number: &str| {
            let millis = format!("({YEAR_BEGINS} + {number} * {pace})");
            format!("printf('%08x-%04x-7000-8000-000000000000', {millis} >> 16, {millis} & 65535)")
        };
        format!("BEGIN; {} COMMIT;", rows(orders, numbers, id, "0"))
    } else {
        let numbers = |count: &str| format!("WITH n(i) AS (SELECT generate_series(1, {count}))");
        let id = |number: &str| {
            let millis = format!("({YEAR_BEGINS} + {number} * {pace}::bigint)");
            format!(
                "(lpad(to_hex({millis} >> 16), 8, '0') || '-' || lpad(to_hex({millis} & 65535), 4, '0') || '-7000-8000-000000000000')"
            )
        };
        rows(orders, numbers, id, "false")
    };
    execute_in(url, &sql)?;
    if url.sqlite_file().is_none() {
        // Autovacuum would have run during a real year, and must not run during a measurement.
        execute_in(url, "VACUUM (ANALYZE)")?;
    }
    Ok(())
}

/// Creates a SQLite database with such a shop.
pub fn grown_sqlite(file: &Path, orders: u32) -> Result<SqlStore, ClusterError> {
    let store = migrated_sqlite(file)?;
    let url = format!("sqlite://{}", file.display()).parse().map_err(ClusterError::server)?;
    grow(&url, orders)?;
    Ok(store)
}
