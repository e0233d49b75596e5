//! Simulates the passage of time.

use super::ClusterError;
use crate::{
    StoreOptions,
    connection::{Connector, Duty},
    url::DatabaseUrl,
};
use diesel::connection::SimpleConnection;
use std::time::Duration;

/// Backdates the orders, payments, refunds and replaced refresh tokens in a database, as if the server had been down
/// for that long. For tests of a real server, whose clock cannot be changed.
pub fn let_time_pass(url: &DatabaseUrl, by: Duration) -> Result<(), ClusterError> {
    let connector = Connector::new(url.clone(), Duty::Write, StoreOptions::default());
    let mut connection = connector.connect().map_err(ClusterError::server)?;
    let by = by.as_micros();
    let statements = format!(
        "UPDATE orders SET placed_at = placed_at - {by}, hold_until = hold_until - {by};
         UPDATE payment_intents SET started_at = started_at - {by};
         UPDATE refunds SET due_at = due_at - {by}, next_try_at = next_try_at - {by}, asked_at = asked_at - {by};
         UPDATE sessions SET replaced_at = replaced_at - {by};"
    );
    connection.batch_execute(&statements).map_err(ClusterError::server)
}
