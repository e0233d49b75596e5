//! The dictionary of conditions.

use super::texts;
use crate::{
    connection::AnyConnection,
    db_error::DbError,
    schema::{condition_parts, conditions},
    stored::{Refused, Stored},
    transaction::SqlTransaction,
};
use autoparts_application::ports::{
    fitment::{ConditionRepository, UsedCondition},
    store_error::StoreResult,
};
use autoparts_domain::{
    fitment::{About, Condition},
    id::{ConditionId, PartId},
    text::ConditionWords,
};
use diesel::{dsl::count_star, prelude::*};
use std::collections::BTreeMap;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = conditions)]
struct ConditionRow {
    id: String,
    words: String,
    about: String,
}

impl ConditionRow {
    fn condition(&self) -> Result<Condition, Refused> {
        let row = Stored::row("conditions", &self.id);
        Ok(Condition {
            id: row.text("id", &self.id)?,
            words: row.text("words", &self.words)?,
            about: row.require("about", About::ALL.into_iter().find(|about| about.name() == self.about))?,
        })
    }
}

fn read(rows: &[ConditionRow]) -> Result<Vec<Condition>, DbError> {
    Ok(rows.iter().map(ConditionRow::condition).collect::<Result<_, _>>()?)
}

/// The known conditions among these ids. Runs no query for an empty list.
pub(super) fn by_id(connection: &mut AnyConnection, ids: &[ConditionId]) -> Result<Vec<Condition>, DbError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let some = conditions::table.filter(conditions::id.eq_any(texts(ids)));
    read(&some.select(ConditionRow::as_select()).order(conditions::id.asc()).load(connection)?)
}

impl ConditionRepository for SqlTransaction<'_> {
    fn condition(&mut self, id: &ConditionId) -> StoreResult<Option<Condition>> {
        Ok(self.conditions_by_id(&[*id])?.pop())
    }

    fn conditions_by_id(&mut self, ids: &[ConditionId]) -> StoreResult<Vec<Condition>> {
        self.query(|connection| by_id(connection, ids))
    }

    fn conditions_by_words(&mut self, words: &[ConditionWords]) -> StoreResult<Vec<Condition>> {
        let some = conditions::table.filter(conditions::words.eq_any(texts(words)));
        let some = some.select(ConditionRow::as_select());
        let mut found = self.query(|connection| read(&some.load(connection)?))?;
        found.sort_by(|one, other| one.words.cmp(&other.words));
        Ok(found)
    }

    fn conditions(
        &mut self,
        about: Option<About>,
        after: Option<&ConditionId>,
        limit: u32,
    ) -> StoreResult<Vec<UsedCondition>> {
        let mut page = conditions::table
            .filter(conditions::id.gt(after.map(ToString::to_string).unwrap_or_default()))
            .select(ConditionRow::as_select())
            .order(conditions::id.asc())
            .limit(limit.into())
            .into_boxed();
        if let Some(about) = about {
            page = page.filter(conditions::about.eq(about.name()));
        }
        self.query(|connection| {
            let known = read(&page.load(connection)?)?;
            let ids: Vec<ConditionId> = known.iter().map(|condition| condition.id).collect();
            let counts: Vec<(String, i64)> = condition_parts::table
                .filter(condition_parts::condition_id.eq_any(texts(&ids)))
                .group_by(condition_parts::condition_id)
                .select((condition_parts::condition_id, count_star()))
                .load(connection)?;
            let counts: BTreeMap<String, i64> = counts.into_iter().collect();
            let used = |condition: Condition| {
                let parts = counts.get(&condition.id.to_string()).copied().unwrap_or(0);
                UsedCondition { condition, parts: u64::try_from(parts).unwrap_or(0) }
            };
            Ok(known.into_iter().map(used).collect())
        })
    }

    fn insert_condition(&mut self, condition: &Condition) -> StoreResult<()> {
        let row = ConditionRow {
            id: condition.id.to_string(),
            words: condition.words.to_string(),
            about: condition.about.name().to_owned(),
        };
        self.execute(|connection| {
            diesel::insert_into(conditions::table).values(row).execute(connection)?;
            Ok(())
        })
    }

    fn classify_condition(&mut self, id: &ConditionId, about: About) -> StoreResult<bool> {
        let known = conditions::table.filter(conditions::id.eq(id.to_string()));
        let about = conditions::about.eq(about.name());
        self.execute(|connection| Ok(diesel::update(known).set(about).execute(connection)? > 0))
    }

    fn parts_of_condition(&mut self, id: &ConditionId, after: Option<&PartId>, limit: u32) -> StoreResult<Vec<PartId>> {
        let page = condition_parts::table
            .filter(condition_parts::condition_id.eq(id.to_string()))
            .filter(condition_parts::part_id.gt(after.map(ToString::to_string).unwrap_or_default()))
            .select(condition_parts::part_id)
            .order(condition_parts::part_id.asc())
            .limit(limit.into());
        self.query(|connection| {
            let parts: Vec<String> = page.load(connection)?;
            let part = |text: &String| Stored::row("condition_parts", text).text("part_id", text);
            Ok(parts.iter().map(part).collect::<Result<_, _>>()?)
        })
    }
}
