//! Which vehicles parts fit. The key begins with the model, then the part's category: a query for a vehicle and some
//! parts names both, so that it reads a few ranges instead of all parts of the model.

mod conditions;
mod rows;

use super::{texts, vehicles::model_id};
use crate::{
    connection::{AnyConnection, insert_rows},
    db_error::DbError,
    schema::{condition_parts, fit_suspensions, fitment_counts, fitments, listings},
    stored::{Refused, Stored},
    transaction::SqlTransaction,
};
use autoparts_application::ports::{
    fitment::{
        FitmentCounts, FitmentRepository, KnownApplication, KnownFitment, ListedFitment, ModelApplication, Suspension,
    },
    store_error::StoreResult,
};
use autoparts_domain::{
    fitment::Application,
    id::{ConditionId, PartId},
    vehicles::{ModelId, Vehicle},
};
use diesel::{
    dsl::{exists, select},
    prelude::*,
};
use rows::{FitmentRow, SuspensionRow, dictionary, known, known_rows, small};
use std::collections::{BTreeMap, BTreeSet};

/// The category of a part as stored in its rows; empty without one.
fn category_of(connection: &mut AnyConnection, part: &str) -> Result<String, DbError> {
    let category = listings::table.filter(listings::part_id.eq(part)).select(listings::category_id);
    Ok(category.first::<Option<String>>(connection).optional()?.flatten().unwrap_or_default())
}

/// Inserts rows; earlier rows must have been deleted.
fn insert(
    connection: &mut AnyConnection,
    part: &str,
    applications: &BTreeMap<&ModelId, Vec<&Application<ConditionId>>>,
) -> Result<(), DbError> {
    let category = category_of(connection, part)?;
    let of_model = |(model, applications): (&&ModelId, &Vec<&Application<ConditionId>>)| -> Vec<FitmentRow> {
        let lines = (1..).zip(applications.iter().copied());
        lines.map(|line| FitmentRow::of(part, &category, model, line)).collect()
    };
    let rows: Vec<FitmentRow> = applications.iter().flat_map(of_model).collect();
    insert_rows!(connection, fitments::table, rows);
    Ok(())
}

/// Updates the list of a part's conditions.
fn note_conditions(connection: &mut AnyConnection, part: &str) -> Result<(), DbError> {
    let texts: Vec<String> = fitments::table
        .filter(fitments::part_id.eq(part))
        .filter(fitments::conditions.ne(""))
        .select(fitments::conditions)
        .distinct()
        .load(connection)?;
    let ids: BTreeSet<&str> = texts.iter().flat_map(|text| text.split_ascii_whitespace()).collect();
    diesel::delete(condition_parts::table.filter(condition_parts::part_id.eq(part))).execute(connection)?;
    let row =
        |id: &str| (condition_parts::condition_id.eq(id.to_owned()), condition_parts::part_id.eq(part.to_owned()));
    let rows: Vec<_> = ids.into_iter().map(row).collect();
    insert_rows!(connection, condition_parts::table, rows);
    Ok(())
}

/// Records how many applications a part has. `set_aside` of `None` leaves that count unchanged.
fn note_counts(connection: &mut AnyConnection, part: &str, listed: i64, set_aside: Option<u32>) -> Result<(), DbError> {
    let known = fitment_counts::table.filter(fitment_counts::part_id.eq(part));
    let listed = fitment_counts::listed.eq(listed);
    let set_aside = set_aside.map(|count| fitment_counts::set_aside.eq(i64::from(count)));
    if diesel::update(known).set((listed, set_aside)).execute(connection)? == 0 {
        let set_aside = set_aside.unwrap_or(fitment_counts::set_aside.eq(0));
        let row = (fitment_counts::part_id.eq(part), listed, set_aside);
        diesel::insert_into(fitment_counts::table).values(row).execute(connection)?;
    }
    Ok(())
}

fn count(number: i64) -> u32 {
    u32::try_from(number).unwrap_or(0)
}

/// Moves a part's rows to its new category, which they repeat.
pub(in crate::repositories) fn move_to_category(
    connection: &mut AnyConnection,
    part: &str,
    category: &str,
) -> Result<(), DbError> {
    let elsewhere = fitments::table.filter(fitments::part_id.eq(part)).filter(fitments::category_id.ne(category));
    diesel::update(elsewhere).set(fitments::category_id.eq(category)).execute(connection)?;
    Ok(())
}

impl FitmentRepository for SqlTransaction<'_> {
    fn fitments(&mut self, model: &ModelId, ids: &[PartId]) -> StoreResult<BTreeMap<PartId, KnownFitment>> {
        let model = model.to_string();
        let ids = texts(ids);
        self.query(|connection| {
            let mut rows = known_rows(connection, &model, &ids)?;
            let applications: Vec<Option<FitmentRow>> = rows.iter_mut().map(|row| row.application.take()).collect();
            let dictionary = dictionary(connection, applications.iter().flatten())?;
            let mut found = BTreeMap::new();
            for (row, application) in rows.iter().zip(applications) {
                let id = Stored::row("parts", &row.part_id).text("id", &row.part_id)?;
                let known = || KnownFitment { deleted: row.deleted, fitment: row.fitment() };
                let known: &mut KnownFitment = found.entry(id).or_insert_with(known);
                if let Some(application) = application {
                    known.fitment.applications.push(application.application(&dictionary)?);
                }
            }
            Ok(found)
        })
    }

    fn models_of_part(&mut self, part: &PartId, after: Option<&ModelId>, limit: u32) -> StoreResult<Vec<ModelId>> {
        let theirs = fitments::table
            .filter(fitments::part_id.eq(part.to_string()))
            .filter(fitments::model_id.gt(after.map(ToString::to_string).unwrap_or_default()))
            .select(fitments::model_id)
            .distinct();
        self.query(|connection| {
            // Sorted here: with ORDER BY and LIMIT, PostgreSQL may walk the key of all parts until it has enough.
            let models: BTreeSet<String> = theirs.load(connection)?.into_iter().collect();
            let model = |text: &String| model_id(Stored::row("fitments", text), text);
            let limit = usize::try_from(limit).unwrap_or(usize::MAX);
            Ok(models.iter().take(limit).map(model).collect::<Result<_, _>>()?)
        })
    }

    fn applications(&mut self, part: &PartId, models: &[ModelId]) -> StoreResult<Vec<KnownApplication>> {
        let part = part.to_string();
        self.query(|connection| {
            let rows: Vec<FitmentRow> = fitments::table
                .filter(fitments::model_id.eq_any(texts(models)))
                .filter(fitments::category_id.eq(category_of(connection, &part)?))
                .filter(fitments::part_id.eq(&part))
                .select(FitmentRow::as_select())
                .order((fitments::model_id.asc(), fitments::line.asc()))
                .load(connection)?;
            let dictionary = dictionary(connection, &rows)?;
            known(&rows, &dictionary)
        })
    }

    fn listed_fitments(&mut self, ids: &[PartId]) -> StoreResult<BTreeMap<PartId, ListedFitment>> {
        let ids = texts(ids);
        self.query(|connection| {
            let rows: Vec<FitmentRow> = fitments::table
                .filter(fitments::part_id.eq_any(&ids))
                .select(FitmentRow::as_select())
                .order((fitments::part_id.asc(), fitments::model_id.asc(), fitments::line.asc()))
                .load(connection)?;
            let dictionary = dictionary(connection, &rows)?;
            let mut found: BTreeMap<PartId, ListedFitment> = BTreeMap::new();
            for row in rows {
                let application = (model_id(row.row(), &row.model_id)?, row.application(&dictionary)?);
                found.entry(row.part()?).or_default().applications.push(application);
            }
            let suspended: Vec<SuspensionRow> = fit_suspensions::table
                .filter(fit_suspensions::part_id.eq_any(&ids))
                .select(SuspensionRow::as_select())
                .order((fit_suspensions::part_id.asc(), fit_suspensions::model_id.asc()))
                .load(connection)?;
            for row in suspended {
                let Suspension { part, model, .. } = row.suspension()?;
                found.entry(part).or_default().suspended.push(model);
            }
            Ok(found)
        })
    }

    fn is_listed(&mut self, vehicle: &Vehicle) -> StoreResult<bool> {
        let year = small(vehicle.year.year());
        let of_model = fitments::table
            .filter(fitments::model_id.eq(vehicle.model.to_string()))
            .filter(fitments::from_year.le(year))
            .filter(fitments::to_year.ge(year));
        match &vehicle.engine {
            None => self.query(|connection| Ok(select(exists(of_model)).get_result(connection)?)),
            Some(engine) => {
                let named = of_model.filter(fitments::engine_id.eq(engine.as_str()));
                self.query(|connection| Ok(select(exists(named)).get_result(connection)?))
            }
        }
    }

    fn fitment_counts(&mut self, ids: &[PartId]) -> StoreResult<BTreeMap<PartId, FitmentCounts>> {
        let some = fitment_counts::table.filter(fitment_counts::part_id.eq_any(texts(ids)));
        self.query(|connection| {
            let rows: Vec<(String, i64, i64)> = some.load(connection)?;
            let counts = |(part, listed, set_aside): &(String, i64, i64)| {
                let id = Stored::row("fitment_counts", part).text("part_id", part)?;
                Ok((id, FitmentCounts { listed: count(*listed), set_aside: count(*set_aside) }))
            };
            Ok(rows.iter().map(counts).collect::<Result<_, Refused>>()?)
        })
    }

    fn replace_applications(
        &mut self,
        part: &PartId,
        model: &ModelId,
        applications: &[Application<ConditionId>],
    ) -> StoreResult<u32> {
        self.touched.part(*part);
        let part = part.to_string();
        let sorted = autoparts_domain::fitment::joined(applications.iter().cloned());
        let by_model = BTreeMap::from([(model, sorted.iter().collect())]);
        self.execute(|connection| {
            let before =
                fitments::table.filter(fitments::part_id.eq(&part)).filter(fitments::model_id.eq(model.to_string()));
            diesel::delete(before).execute(connection)?;
            insert(connection, &part, &by_model)?;
            note_conditions(connection, &part)?;
            let all = fitments::table.filter(fitments::part_id.eq(&part)).count();
            let listed: i64 = all.get_result(connection)?;
            note_counts(connection, &part, listed, None)?;
            Ok(count(listed))
        })
    }

    fn replace_all_applications(
        &mut self,
        part: &PartId,
        applications: &[ModelApplication],
        set_aside: u32,
    ) -> StoreResult<()> {
        self.touched.part(*part);
        let part = part.to_string();
        let mut by_model: BTreeMap<&ModelId, Vec<Application<ConditionId>>> = BTreeMap::new();
        for (model, application) in applications {
            by_model.entry(model).or_default().push(application.clone());
        }
        let joined = by_model.into_iter().map(|(model, theirs)| (model, autoparts_domain::fitment::joined(theirs)));
        let joined: BTreeMap<&ModelId, Vec<Application<ConditionId>>> = joined.collect();
        let listed: usize = joined.values().map(Vec::len).sum();
        let listed = i64::try_from(listed).unwrap_or(i64::MAX);
        let rows = joined.iter().map(|(model, applications)| (*model, applications.iter().collect())).collect();
        self.execute(|connection| {
            diesel::delete(fitments::table.filter(fitments::part_id.eq(&part))).execute(connection)?;
            insert(connection, &part, &rows)?;
            note_conditions(connection, &part)?;
            note_counts(connection, &part, listed, Some(set_aside))
        })
    }

    fn parts_of_model(&mut self, model: &ModelId, after: Option<&PartId>, limit: u32) -> StoreResult<Vec<PartId>> {
        let page = fitments::table
            .filter(fitments::model_id.eq(model.to_string()))
            .filter(fitments::part_id.gt(after.map(ToString::to_string).unwrap_or_default()))
            .select(fitments::part_id)
            .distinct()
            .order(fitments::part_id.asc())
            .limit(limit.into());
        self.query(|connection| {
            let parts: Vec<String> = page.load(connection)?;
            let part = |text: &String| Stored::row("fitments", text).text("part_id", text);
            Ok(parts.iter().map(part).collect::<Result<_, _>>()?)
        })
    }

    fn suspend_fit(&mut self, suspension: &Suspension) -> StoreResult<()> {
        self.touched.part(suspension.part);
        let row = SuspensionRow {
            model_id: suspension.model.to_string(),
            part_id: suspension.part.to_string(),
            reason: suspension.reason.to_string(),
            suspended_at: suspension.since.micros(),
        };
        self.execute(|connection| {
            let known = fit_suspensions::table.find((&row.model_id, &row.part_id));
            if diesel::update(known).set(fit_suspensions::reason.eq(&row.reason)).execute(connection)? == 0 {
                diesel::insert_into(fit_suspensions::table).values(&row).execute(connection)?;
            }
            Ok(())
        })
    }

    fn end_suspension(&mut self, part: &PartId, model: &ModelId) -> StoreResult<bool> {
        self.touched.part(*part);
        let known = fit_suspensions::table.find((model.to_string(), part.to_string()));
        self.execute(|connection| Ok(diesel::delete(known).execute(connection)? > 0))
    }

    fn suspensions(&mut self, after: Option<(&ModelId, &PartId)>, limit: u32) -> StoreResult<Vec<Suspension>> {
        let (model, part) = after.map(|(model, part)| (model.to_string(), part.to_string())).unwrap_or_default();
        let later = fit_suspensions::model_id
            .gt(model.clone())
            .or(fit_suspensions::model_id.eq(model.clone()).and(fit_suspensions::part_id.gt(part)));
        // The first condition is redundant, but both databases use it as the start of the key range.
        let page = fit_suspensions::table
            .filter(fit_suspensions::model_id.ge(model))
            .filter(later)
            .select(SuspensionRow::as_select())
            .order((fit_suspensions::model_id.asc(), fit_suspensions::part_id.asc()))
            .limit(limit.into());
        self.query(|connection| {
            let rows: Vec<SuspensionRow> = page.load(connection)?;
            Ok(rows.iter().map(SuspensionRow::suspension).collect::<Result<_, _>>()?)
        })
    }

    fn suspensions_of_part(&mut self, part: &PartId) -> StoreResult<Vec<Suspension>> {
        let theirs = fit_suspensions::table
            .filter(fit_suspensions::part_id.eq(part.to_string()))
            .select(SuspensionRow::as_select())
            .order(fit_suspensions::model_id.asc());
        self.query(|connection| {
            let rows: Vec<SuspensionRow> = theirs.load(connection)?;
            Ok(rows.iter().map(SuspensionRow::suspension).collect::<Result<_, _>>()?)
        })
    }
}
