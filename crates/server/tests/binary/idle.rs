//! What a server asks of PostgreSQL while no client does anything.

use crate::support::Site;
use std::time::Duration;

const MEASURED_FOR: Duration = Duration::from_secs(15);

/// Statements outside transactions count as transactions. Transactions that are still counted in a connection are
/// missing, so this is compared over some seconds.
const TRANSACTIONS: &str =
    "SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = current_database()";
const ROLLBACKS: &str = "SELECT xact_rollback FROM pg_stat_database WHERE datname = current_database()";

#[tokio::test]
async fn an_idle_server_sends_at_most_two_statements_a_second_and_rolls_nothing_back() {
    let site = Site::on_postgres();
    let _server = site.serve();
    // The index and the first maintenance are done by then, and counted: a connection that falls idle reports its
    // transactions up to ten seconds later.
    tokio::time::sleep(Duration::from_secs(20)).await;
    let figures = || [TRANSACTIONS, ROLLBACKS].map(|query| site.database().number(query).unwrap());
    let [transactions, rollbacks] = figures();
    tokio::time::sleep(MEASURED_FOR).await;
    let [transactions_later, rollbacks_later] = figures();
    // The queries of this test are in it, too.
    let sent = transactions_later - transactions;
    assert!(sent <= 2 * i64::try_from(MEASURED_FOR.as_secs()).unwrap(), "{sent} transactions");
    assert!(sent >= 5, "the index follows the catalog: {sent}");
    assert_eq!(rollbacks_later, rollbacks);
}
