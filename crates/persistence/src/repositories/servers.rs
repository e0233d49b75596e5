//! State shared between the servers of a shop. Each change is a single atomic statement on either database, so no
//! server waits for a lock that another holds for longer.

use crate::{db_error::DbError, transaction::SqlTransaction};
use autoparts_application::ports::{
    servers::{Minute, ServerRepository},
    store_error::StoreResult,
};
use autoparts_domain::{id::ServerId, time::Timestamp};
use diesel::{
    QueryableByName, RunQueryDsl, sql_query,
    sql_types::{BigInt, Text},
};

#[derive(QueryableByName)]
struct Counted {
    #[diesel(sql_type = BigInt)]
    uses: i64,
}

impl ServerRepository for SqlTransaction<'_> {
    fn take_lease(&mut self, task: &str, holder: ServerId, now: Timestamp, until: Timestamp) -> StoreResult<bool> {
        let take = sql_query(
            "INSERT INTO leases (task, holder, held_until) VALUES ($1, $2, $3) ON CONFLICT (task) DO UPDATE \
             SET holder = excluded.holder, held_until = excluded.held_until \
             WHERE leases.holder = excluded.holder OR leases.held_until <= $4",
        )
        .bind::<Text, _>(task)
        .bind::<Text, _>(holder.to_string())
        .bind::<BigInt, _>(until.micros())
        .bind::<BigInt, _>(now.micros());
        self.execute(|connection| Ok(take.execute(connection)? == 1))
    }

    fn give_lease(&mut self, task: &str, holder: ServerId, until: Timestamp) -> StoreResult<()> {
        let give = sql_query(
            "INSERT INTO leases (task, holder, held_until) VALUES ($1, $2, $3) ON CONFLICT (task) DO UPDATE \
             SET holder = excluded.holder, held_until = excluded.held_until",
        )
        .bind::<Text, _>(task)
        .bind::<Text, _>(holder.to_string())
        .bind::<BigInt, _>(until.micros());
        self.execute(|connection| {
            give.execute(connection)?;
            Ok(())
        })
    }

    fn count_uses(&mut self, client: &str, minute: Minute, uses: u32) -> StoreResult<u32> {
        let count = sql_query(
            "INSERT INTO shared_uses (client, minute, uses) VALUES ($1, $2, $3) ON CONFLICT (client, minute) DO UPDATE \
             SET uses = shared_uses.uses + excluded.uses RETURNING uses",
        )
        .bind::<Text, _>(client)
        .bind::<BigInt, _>(minute.0)
        .bind::<BigInt, _>(i64::from(uses));
        self.execute(|connection| {
            let counted: Counted = count.get_result(connection).map_err(DbError::from)?;
            Ok(u32::try_from(counted.uses).unwrap_or(u32::MAX))
        })
    }

    fn delete_uses(&mut self, before: Minute) -> StoreResult<usize> {
        let forget = sql_query("DELETE FROM shared_uses WHERE minute < $1").bind::<BigInt, _>(before.0);
        self.execute(|connection| Ok(forget.execute(connection)?))
    }
}
