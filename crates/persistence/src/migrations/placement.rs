//! Where the tables of a shop are on a distributed PostgreSQL (Citus). The one list of it: migrations place the tables
//! that they create by it, and a test compares `docs/deploy/citus.sql` with it.

use super::MigrateError;
use crate::{connection::AnyConnection, db_error::DbError};
use Placement::{By, Coordinator, Everywhere};
use autoparts_application::ports::store_error::StoreError;
use diesel::{
    PgConnection, QueryResult, QueryableByName, RunQueryDsl, connection::SimpleConnection, sql_query, sql_types,
};
use std::collections::BTreeSet;

/// Where the rows of a table are.
#[derive(Debug, Clone, Copy)]
enum Placement {
    /// On every node.
    Everywhere,
    /// By the value of a column, on the same nodes as the rows of another table, if any.
    By(&'static str, Option<&'static str>),
    /// On the coordinator only.
    Coordinator,
}

const BY_CUSTOMER: Placement = By("user_id", Some("users"));
const BY_PART: Placement = By("part_id", Some("stock"));

/// All tables. Those that others are placed with come first.
const TABLES: &[(&str, Placement)] = &[
    ("parts", Everywhere),
    ("brands", Everywhere),
    ("categories", Everywhere),
    ("listings", Everywhere),
    ("part_numbers", Everywhere),
    ("part_attributes", Everywhere),
    ("part_pictures", Everywhere),
    ("makes", Everywhere),
    ("models", Everywhere),
    ("engines", Everywhere),
    ("model_engines", Everywhere),
    ("conditions", Everywhere),
    ("condition_parts", Everywhere),
    ("fitments", Everywhere),
    ("fitment_counts", Everywhere),
    ("fit_suspensions", Everywhere),
    ("users", By("id", None)),
    ("orders", BY_CUSTOMER),
    ("order_lines", BY_CUSTOMER),
    ("idempotency_keys", BY_CUSTOMER),
    ("payment_intents", BY_CUSTOMER),
    ("provider_events", BY_CUSTOMER),
    ("refunds", BY_CUSTOMER),
    ("refund_keys", BY_CUSTOMER),
    ("returns", BY_CUSTOMER),
    ("return_lines", BY_CUSTOMER),
    ("core_claims", BY_CUSTOMER),
    ("ledger", BY_CUSTOMER),
    ("outbox", BY_CUSTOMER),
    ("reviews", BY_CUSTOMER),
    ("shop_sessions", BY_CUSTOMER),
    ("session_cutoffs", BY_CUSTOMER),
    ("carts", BY_CUSTOMER),
    ("address_books", BY_CUSTOMER),
    ("garages", BY_CUSTOMER),
    ("stock_movement_keys", BY_CUSTOMER),
    ("stock", By("part_id", None)),
    ("stock_movements", BY_PART),
    ("stock_alerts", BY_PART),
    ("held_balances", BY_PART),
    ("misfits", BY_PART),
    ("fit_evidence", BY_PART),
    ("application_changes", BY_PART),
    ("user_emails", By("email", None)),
    ("user_subjects", By("subject", None)),
    ("order_refs", By("order_id", None)),
    ("order_numbers", By("number", None)),
    ("payment_refs", By("transaction_id", None)),
    ("unmatched_payments", By("transaction_id", None)),
    ("guest_links", By("digest", None)),
    ("part_keys", By("brand_id", None)),
    ("audit", By("id", None)),
    ("feedback", By("id", None)),
    ("withdrawals", By("id", None)),
    ("subscriptions", By("id", None)),
    ("subscription_emails", By("email", None)),
    ("coupon_codes", By("code", None)),
    ("coupon_recipients", By("digest", None)),
    ("coupon_redemptions", By("digest", None)),
    ("newsletter_links", By("digest", None)),
    ("stock_alert_links", By("digest", None)),
    ("stock_alert_addresses", By("email", None)),
    ("network_locks", By("bucket", None)),
    ("mailbox_locks", By("mailbox", None)),
    ("coupons", By("subscription_id", Some("subscriptions"))),
    ("accounts", Coordinator),
    ("account_emails", Coordinator),
    ("sessions", Coordinator),
    ("reset_codes", Coordinator),
    ("signing_keys", Coordinator),
    ("shop", Coordinator),
    ("leases", Coordinator),
    ("shared_uses", Coordinator),
    ("role_changes", Coordinator),
    ("books_checks", Coordinator),
    ("day_numbers", Coordinator),
    ("imports", Coordinator),
    ("import_changes", Coordinator),
    ("import_claims", Coordinator),
    ("import_findings", Coordinator),
    ("rates", Coordinator),
    ("shipping_methods", Coordinator),
    ("tax_rates", Coordinator),
    ("postal_tax_rates", Coordinator),
    ("return_policies", Coordinator),
    ("lookups", Coordinator),
    ("billing_series", Coordinator),
    ("billing_documents", Coordinator),
];

/// Citus otherwise adds a new table that refers to one on every node to its metadata, and then refuses the table's
/// other foreign keys. Other servers keep the setting and ignore it.
pub(super) const BEFORE_PLACING: &str = "SET LOCAL citus.enable_local_reference_table_foreign_keys = off";

const IS_ON_CITUS: &str = "SELECT to_regclass('pg_dist_partition') IS NOT NULL AS yes";

/// Tables that Citus does not know, if the shop is distributed.
const UNPLACED: &str = "
    SELECT relname::text AS name FROM pg_class
    WHERE relkind = 'r' AND pg_table_is_visible(oid) AND oid NOT IN (SELECT logicalrelid FROM pg_dist_partition)
      AND to_regclass('users') IN (SELECT logicalrelid FROM pg_dist_partition)";

#[derive(QueryableByName)]
struct Answer {
    #[diesel(sql_type = sql_types::Bool)]
    yes: bool,
}

#[derive(QueryableByName)]
struct Table {
    #[diesel(sql_type = sql_types::Text)]
    name: String,
}

/// The statement that places a table.
fn statement((name, placement): &(&str, Placement)) -> String {
    match placement {
        Everywhere => format!("SELECT create_reference_table('{name}')"),
        By(column, with) => {
            let with = with.unwrap_or("none");
            format!("SELECT create_distributed_table('{name}', '{column}', colocate_with := '{with}')")
        }
        Coordinator => format!("SELECT citus_add_local_table_to_metadata('{name}', cascade_via_foreign_keys => true)"),
    }
}

/// The tables of a distributed shop that are not placed yet.
fn unplaced(connection: &mut PgConnection) -> QueryResult<BTreeSet<String>> {
    let Answer { yes } = sql_query(IS_ON_CITUS).get_result(connection)?;
    if !yes {
        return Ok(BTreeSet::new());
    }
    let tables: Vec<Table> = sql_query(UNPLACED).load(connection)?;
    let names: BTreeSet<String> = tables.into_iter().map(|table| table.name).collect();
    Ok(TABLES.iter().map(|(name, _)| (*name).to_owned()).filter(|name| names.contains(name)).collect())
}

/// Places the tables of a distributed shop that are not among those known before a migration.
pub(super) fn place_new(connection: &mut PgConnection, known: &BTreeSet<String>) -> QueryResult<()> {
    let unplaced = unplaced(connection)?;
    let is_new = |name: &str| unplaced.contains(name) && !known.contains(name);
    let new = TABLES.iter().filter(|(name, _)| is_new(name));
    new.map(statement).try_for_each(|statement| connection.batch_execute(&statement))
}

/// The statements that place the tables of a distributed shop that Citus does not know.
pub(crate) fn missing_on_citus(connection: &mut AnyConnection) -> Result<Vec<String>, MigrateError> {
    let AnyConnection::Postgres(connection) = connection else {
        return Ok(Vec::new());
    };
    let unplaced = unplaced(connection).map_err(|error| StoreError::from(DbError::from(error)))?;
    Ok(TABLES.iter().filter(|(name, _)| unplaced.contains(*name)).map(statement).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_for_citus_places_the_tables_as_migrations_do() {
        let script = include_str!("../../../../docs/deploy/citus.sql");
        let is_placing =
            |line: &&str| line.starts_with("SELECT create_") || line.starts_with("SELECT citus_add_local_table");
        let placed: Vec<&str> = script.lines().filter(is_placing).collect();
        let expected: Vec<String> = TABLES.iter().map(|table| statement(table) + ";").collect();
        assert_eq!(placed, expected);
    }
}
