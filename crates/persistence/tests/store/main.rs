//! Tests of the store's public API on both databases.

#![expect(clippy::unwrap_used, reason = "what goes wrong here fails the test")]

mod books;
mod clocks;
mod contract;
mod copied;
mod distributed;
mod failure;
mod frozen;
mod group_commit;
mod histories;
mod known_bugs;
mod migrated_rows;
mod migrating;
mod migrations;
mod opening;
mod plans;
mod portable;
mod races;
mod return_races;
mod several_servers;
mod shops;
mod upgrades;
