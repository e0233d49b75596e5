//! The rules of ADR 0004 for statements, so that a distributed PostgreSQL runs them. `plans` checks every statement that
//! the contract sends.

use std::{collections::BTreeMap, mem, sync::LazyLock};

/// Statements that break a rule, and why they may: their start, without quotes, and the reason.
const EXCEPTIONS: &[(&str, &str)] = &[(
    "SELECT part_id FROM stock WHERE part_id = ANY",
    "locks many parts; on Citus `at_once` sends another statement instead",
)];

/// Where the rows of a table are.
#[derive(Debug, Clone, Copy)]
enum Placement {
    Everywhere,
    By(&'static str),
    Coordinator,
}

/// All tables, as `docs/deploy/citus.sql` places them.
static PLACEMENTS: LazyLock<BTreeMap<&str, Placement>> = LazyLock::new(|| {
    let script = include_str!("../../../../docs/deploy/citus.sql");
    let placed = script.lines().filter_map(|line| {
        let (function, arguments) = line.strip_prefix("SELECT ")?.split_once('(')?;
        let mut quoted = arguments.split('\'').skip(1).step_by(2);
        let name = quoted.next()?;
        let placement = match function {
            "create_reference_table" => Placement::Everywhere,
            "create_distributed_table" => Placement::By(quoted.next()?),
            "citus_add_local_table_to_metadata" => Placement::Coordinator,
            _ => return None,
        };
        Some((name, placement))
    });
    placed.collect()
});

/// The words of a statement, without quotes and parentheses.
fn words(statement: &str) -> Vec<String> {
    let plain = statement.replace('"', "").replace(['(', ')'], " ").replace(',', " , ");
    plain.split_whitespace().map(ToOwned::to_owned).collect()
}

/// Each run of `N` words.
fn runs<const N: usize>(words: &[String]) -> impl Iterator<Item = [&str; N]> {
    words.windows(N).filter_map(|run| <&[String; N]>::try_from(run).ok()).map(|run| run.each_ref().map(String::as_str))
}

/// The tables that a statement reads, updates or deletes from, once for each time.
fn tables(words: &[String]) -> Vec<(&str, Placement)> {
    let named = runs(words).filter(|[before, _]| ["FROM", "JOIN", "UPDATE"].contains(before));
    named.filter_map(|[_, name]| Some((name, *PLACEMENTS.get(name)?))).collect()
}

/// The distribution columns of the tables that a statement names.
fn keys(words: &[String]) -> Vec<&'static str> {
    let key = |(_, placement)| if let Placement::By(key) = placement { Some(key) } else { None };
    tables(words).into_iter().filter_map(key).collect()
}

/// The column of `table.column`, or of a bare column.
fn column(word: &str) -> &str {
    word.rsplit('.').next().unwrap_or_default()
}

/// Which rule a statement breaks; `None` if it runs on a distributed database.
pub(crate) fn broken_rule(statement: &str) -> Option<String> {
    let words = words(statement);
    let plain = words.join(" ");
    if EXCEPTIONS.iter().any(|(start, _)| plain.starts_with(start)) {
        return None;
    }
    // The branches of a union, and subqueries that depend on nothing outside, run one after another.
    let parts = plain.split(" UNION ").flat_map(|part| part.split(" IN SELECT "));
    let join = parts.map(self::words).find_map(|part| broken_join(&part));
    join.or_else(|| broken_lock(&words)).or_else(|| broken_write(&words))
}

fn broken_join(words: &[String]) -> Option<String> {
    let keys = keys(words);
    let is_key = |word: &str| keys.contains(&column(word));
    if runs(words).any(|[word, operator]| is_key(word) && operator == "||") {
        return Some("hides the distribution column".to_owned());
    }
    let compared = || runs(words).filter(|[key, operator, _]| is_key(key) && ["=", "IN"].contains(operator));
    let joins = compared().filter(|[_, _, other]| is_key(other)).count();
    let pinned = compared().filter(|[_, _, value]| value.starts_with(['$', '\'']) || *value == "ANY").count();
    let is_broken = keys.len() > pinned.max(joins + 1);
    is_broken.then(|| format!("joins {} tables other than by their distribution columns", keys.len()))
}

fn broken_lock(words: &[String]) -> Option<String> {
    let plain = words.join(" ");
    if plain.contains("SKIP LOCKED") {
        return Some("skips locked rows".to_owned());
    }
    let locks = ["FOR UPDATE", "FOR NO KEY UPDATE", "FOR SHARE", "FOR KEY SHARE"];
    let is_locking = locks.iter().any(|lock| plain.contains(lock));
    let keys = keys(words);
    let is_of_one_node =
        runs(words).any(|[key, is, value]| keys.contains(&column(key)) && is == "=" && value.starts_with('$'));
    (is_locking && !is_of_one_node).then(|| "locks rows of several nodes".to_owned())
}

fn broken_write(words: &[String]) -> Option<String> {
    let written = match words {
        [update, written, ..] if update == "UPDATE" => written,
        [write, _, written, ..] if write == "INSERT" || write == "DELETE" => written,
        _ => return None,
    };
    let placement = *PLACEMENTS.get(written.as_str())?;
    let is_other = |other: Placement| mem::discriminant(&other) != mem::discriminant(&placement);
    let reads_other = tables(words).into_iter().find(|(_, other)| is_other(*other));
    if let Some((other, _)) = reads_other.filter(|_| !words.starts_with(&["INSERT".to_owned()])) {
        return Some(format!("writes {written} and reads {other}, which is another kind of table"));
    }
    let Placement::By(key) = placement else { return None };
    let sets_key = runs(words).any(|[before, name, is, value]| {
        ["SET", ","].contains(&before) && column(name) == key && is == "=" && !value.starts_with("excluded.")
    });
    sets_key.then(|| format!("changes the distribution column of {written}"))
}

#[test]
fn statements_that_fail_on_citus_break_a_rule() {
    for (statement, rule) in [
        (
            r#"SELECT "orders"."id" FROM ("orders" INNER JOIN "order_lines" ON (("order_lines"."user_id" = "orders"."user_id" || '')))"#,
            "hides",
        ),
        (
            r#"SELECT "orders"."id" FROM ("orders" INNER JOIN "order_lines" ON ("order_lines"."order_id" = "orders"."id"))"#,
            "joins 2",
        ),
        (r#"SELECT "part_id" FROM "stock" WHERE "part_id" IN ($1, $2) ORDER BY "part_id" FOR UPDATE"#, "locks"),
        (r#"SELECT "id" FROM "outbox" WHERE "user_id" = $1 FOR UPDATE SKIP LOCKED"#, "skips"),
        (r#"UPDATE "parts" SET changed_at = $1 FROM "stock" WHERE "stock".part_id = "parts".id"#, "another kind"),
        (r#"UPDATE "orders" SET "user_id" = $1 WHERE "user_id" = $2"#, "changes"),
        (
            r#"INSERT INTO "network_locks" ("bucket") VALUES ($1) ON CONFLICT ("bucket") DO UPDATE SET "bucket" = $2"#,
            "changes",
        ),
    ] {
        let broken = broken_rule(statement);
        assert!(broken.as_ref().is_some_and(|broken| broken.contains(rule)), "{broken:?}: {statement}");
    }
}

#[test]
fn statements_that_run_on_citus_break_no_rule() {
    for statement in [
        r#"SELECT 1 FROM "users" WHERE "users"."id" = $1 FOR NO KEY UPDATE"#,
        r#"SELECT "orders"."id" FROM ("orders" INNER JOIN "order_lines" ON ("order_lines"."user_id" = "orders"."user_id" AND "order_lines"."order_id" = "orders"."id" || ''))"#,
        r#"SELECT "parts"."id" FROM ("parts" INNER JOIN "stock" ON ("stock"."part_id" = "parts"."id"))"#,
        r#"UPDATE "stock" SET "available" = "available" - $1 WHERE "part_id" = $2"#,
        r#"DELETE FROM "outbox" WHERE (user_id, id) IN (SELECT user_id, id FROM "outbox" ORDER BY id LIMIT $1)"#,
        r#"INSERT INTO "network_locks" ("bucket") VALUES ($1) ON CONFLICT ("bucket") DO UPDATE SET "bucket" = excluded."bucket""#,
        r#"INSERT INTO "stock_movements" (part_id) SELECT part_id FROM "stock" WHERE part_id = ANY($1)
            AND NOT EXISTS (SELECT 1 FROM "stock_movements" AS known WHERE known.part_id = "stock".part_id)"#,
    ] {
        assert_eq!(broken_rule(statement), None, "{statement}");
    }
}
