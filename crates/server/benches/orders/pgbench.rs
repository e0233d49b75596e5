//! The control on PostgreSQL: pgbench with the shop's statements for an order, as logged with `log_statement = all`,
//! prepared and in the same database. It omits `SET LOCAL statement_timeout`, which the shop sends with BEGIN, and
//! the query for the rates, which the shop runs once a second. Another control is the minimum of an order: its stock,
//! the order and its line.

use crate::shop::Postgres;
use std::{
    fmt::Write as _,
    fs,
    path::PathBuf,
    process::Command,
    sync::atomic::{AtomicU64, Ordering},
};

/// Number of users and parts in the statements.
pub(crate) const USERS: usize = 64;
pub(crate) const PARTS: usize = 200;

/// Returns SQL for an id that ends with a number.
fn id(number: &str) -> String {
    format!("('01a20000-0000-7000-8000-' || lpad(to_hex(({number})::bigint), 12, '0'))")
}

/// Inserts the users, their sessions and the parts.
pub(crate) fn prepare(postgres: &Postgres) {
    let id = id("i");
    let sql = format!(
        "INSERT INTO users (id, email, role, joined_at) SELECT {id}, 'p' || i || '@example.com', 'customer', 1 FROM generate_series(1, {USERS}) AS i;
         INSERT INTO user_emails (email, user_id) SELECT email, id FROM users WHERE email LIKE 'p%@example.com' AND id LIKE '01a20000-0000-%';
         INSERT INTO shop_sessions (user_id, id, sign_in, signed_in_at, renewed_at, expires_at) SELECT {id}, {id}, 'p' || i, 1, 1, 4000000000000000 FROM generate_series(1, {USERS}) AS i;
         INSERT INTO parts (id, title, description, image, minimum_order, price_cents, hidden) SELECT {id}, 'Rare part', 'Few are left.', '/catalogue/alternator.svg', 1, 1000, false FROM generate_series(1, {PARTS}) AS i;
         INSERT INTO stock (part_id, supplied, available) SELECT {id}, 1000000000, 1000000000 FROM generate_series(1, {PARTS}) AS i;
         INSERT INTO stock_movements (part_id, id, reason, pieces, happened_at) SELECT {id}, {id}, 'opening', 1000000000, 1 FROM generate_series(1, {PARTS}) AS i"
    );
    postgres.database.execute(&sql).unwrap();
}

const SESSION: &str = "SELECT shop_sessions.user_id, shop_sessions.id, shop_sessions.sign_in, shop_sessions.signed_in_at, shop_sessions.renewed_at, shop_sessions.expires_at, shop_sessions.ended_at, session_cutoffs.cutoff FROM shop_sessions LEFT OUTER JOIN session_cutoffs ON session_cutoffs.user_id = shop_sessions.user_id WHERE shop_sessions.user_id = {user} AND shop_sessions.id = {user} LIMIT 1;";
const USER: &str = "SELECT id, role, email, email_verified, subject, account_name, profile_name, profile_address, profile_education, profile_phone, profile_linkedin, joined_at, revision, guest FROM users WHERE id = {user} FOR NO KEY UPDATE;";
const PART: &str = "SELECT parts.id, parts.title, parts.description, parts.image, parts.minimum_order, parts.price_cents, parts.hidden, parts.revision, parts.changed_at, parts.pack, parts.core_cents, stock.available FROM parts INNER JOIN stock ON stock.part_id = parts.id WHERE parts.id {these} AND parts.hidden = false";
const CLAIMS: &str =
    "INSERT INTO order_numbers (number, user_id, order_id) VALUES ({number}, {user}, {order}) ON CONFLICT DO NOTHING;
INSERT INTO order_refs (order_id, user_id) VALUES ({order}, {user});
";
const ORDER: &str = "INSERT INTO orders (user_id, id, part_id, product, unit_price_cents, quantity, total_cents, customer_name, customer_email, address, phone, placed_at, state, hold_until, transaction_id, refunded_after_shipping, revision, refunded_cents, withdrawn_cents, dispute, number, phone_digits, paid_at, shipped_at, carrier, tracking_number, shipping_method, shipping_cents, shipping_tax_cents, destination, postal_code_key, given_back_cents) VALUES ({user}, {order}, {first}, 'Rare part', 1000, 1, 1000 * {count}, 'buyer', 'buyer@example.com', '1 Road', '555 0100', 1795534862827865, 'held', 4000000000000000, NULL, false, 0, 0, 0, NULL, {number}, '5550100', NULL, NULL, NULL, NULL, NULL, 0, 0, NULL, NULL, 0);
";
const LINES: &str = "INSERT INTO order_lines (user_id, order_id, line, part_id, product, unit_price_cents, quantity, core_cents, discount_cents, tax_cents, released, returned) VALUES {rows};
";
const LINE: &str = "({user}, {order}, {line}, {part}, 'Rare part', 1000, 1, 0, 0, 0, 0, 0)";
const MAIL: &str = "INSERT INTO outbox (user_id, id, recipient, subject, body, written_at, sent_at, tries, next_try_at, good_until, redacted_body, order_id, content) VALUES ({user}, {order}, 'buyer@example.com', 'Your order: Rare part', '{body}', 1795534862827865, NULL, 0, 1795534862827865, 1795542062827865, NULL, {order}, '{body}{body}');
";
const LEDGER: &str =
    "INSERT INTO ledger (user_id, order_id, id, part_id, movement, pieces, cents, happened_at, origin) VALUES {rows};
";
const ENTRY: &str = "({user}, {order}, {entry}, {part}, 'reserved', -1, 0, 1795534862827865, NULL)";
const STOCK: &str = "UPDATE stock SET available = available - 1 WHERE part_id = {part} AND available >= 1;
";
const READ: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
";
const WRITE: &str = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE;
";

/// The parts of an order, drawn at random.
pub(crate) enum Basket {
    /// One line with any part, like `POST /orders`.
    One,
    /// Three lines, of this many first parts only, like `POST /checkouts`.
    ThreeHot(usize),
    /// One line with any part, with the three statements that an order needs at least.
    Minimum,
}

/// Distinguishes the ids of different runs.
static RUNS: AtomicU64 = AtomicU64::new(1);

fn script(basket: &Basket) -> String {
    let (draws, parts): (String, &[&str]) = match basket {
        Basket::One | Basket::Minimum => (format!("\\set a random(1, {PARTS})\n"), &[":a"]),
        Basket::ThreeHot(parts) => (
            format!(
                "\\set a random(1, {})\n\\set b random(:a + 1, {})\n\\set c random(:b + 1, {parts})\n",
                parts - 2,
                parts - 1
            ),
            &[":a", ":b", ":c"],
        ),
    };
    let mut sql = format!("\\set n :n + 1\n\\set o :base + :n * 256 + :client_id\n\\set u random(1, {USERS})\n{draws}");
    let ids: Vec<String> = parts.iter().map(|part| id(part)).collect();
    let these = if let Basket::ThreeHot(_) = basket {
        PART.replace("{these}", &format!("= ANY(ARRAY[{}])", ids.join(", "))) + " ORDER BY parts.id;\n"
    } else {
        PART.replace("{these}", &format!("= {}", ids[0])) + " LIMIT 1;\n"
    };
    let of_part = |template: &str, at: usize| {
        let entry = format!("{} || ''", id(&format!(":o::bigint * 4 + {at}")));
        template.replace("{part}", &ids[at]).replace("{line}", &(at + 1).to_string()).replace("{entry}", &entry)
    };
    let of_each = |template: &str| (0..ids.len()).map(|at| of_part(template, at)).collect::<Vec<_>>();
    let lines = LINES.replace("{rows}", &of_each(LINE).join(", "));
    let stock = of_each(STOCK).concat();
    if let Basket::Minimum = basket {
        write!(sql, "{WRITE}{stock}{ORDER}{lines}").unwrap();
    } else {
        let ledger = LEDGER.replace("{rows}", &of_each(ENTRY).join(", "));
        writeln!(sql, "{SESSION}").unwrap();
        if let Basket::ThreeHot(_) = basket {
            writeln!(sql, "{READ}{these}COMMIT;").unwrap();
        }
        write!(sql, "{WRITE}{USER}\n{these}{CLAIMS}{ORDER}{lines}{MAIL}{ledger}{stock}").unwrap();
    }
    sql.push_str("COMMIT;\n");
    sql.replace("{user}", &id(":u"))
        .replace("{order}", &id(":o"))
        .replace("{number}", "('AP-' || to_hex((:o)::bigint))")
        .replace("{first}", &ids[0])
        .replace("{count}", &parts.len().to_string())
        .replace("{body}", &"An order that nobody pays for ends by itself. ".repeat(12))
}

/// Returns orders per second with some clients, measured for some seconds.
pub(crate) fn per_second(postgres: &Postgres, basket: &Basket, clients: usize, seconds: usize) -> f64 {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("order.sql");
    fs::write(&file, script(basket)).unwrap();
    let base = RUNS.fetch_add(1, Ordering::Relaxed) << 34;
    let url = postgres.database.url_text();
    let threads = 2.min(clients).to_string();
    let mut pgbench = Command::new(program());
    pgbench.args(["-n", "-M", "prepared", "-c", &clients.to_string(), "-j", &threads, "-T", &seconds.to_string()]);
    let output = pgbench.args(["-D", "n=0", "-D", &format!("base={base}"), "-f"]).arg(&file).arg(url).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(
        output.status.success() && said.contains("number of failed transactions: 0 "),
        "{said}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let line = said.lines().find_map(|line| line.strip_prefix("tps = ")).unwrap_or_else(|| panic!("{said}"));
    line.split_whitespace().next().unwrap().parse().unwrap()
}

/// Returns pgbench from Debian's folder, or else from `PATH`.
fn program() -> PathBuf {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let installed = versions.map(|version| version.path().join("bin/pgbench")).filter(|path| path.exists());
    installed.max().unwrap_or_else(|| "pgbench".into())
}
