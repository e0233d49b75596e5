//! Evidence from returns about the applications of parts.

use super::{books::bounds, orders::fits, texts, vehicles::model_id};
use crate::{
    connection::insert_rows,
    db_error::DbError,
    schema::{application_changes, fit_evidence, fit_suspensions, misfits, order_lines, orders},
    stored::{Refused, Stored, time},
    transaction::SqlTransaction,
};
use autoparts_application::ports::{
    books::CustomerRange,
    fit_evidence::{FitEvidenceRepository, FlaggedFits},
    store_error::StoreResult,
};
use autoparts_domain::{
    fitment::{Evidence, FitEvidence, Misfit, SoldFit},
    id::PartId,
    money::Money,
    orders::LineNumber,
    time::Timestamp,
    vehicles::ModelId,
};
use diesel::{
    dsl::{count_star, exists, not, sql},
    prelude::*,
    sql_types::Bool,
};
use std::collections::BTreeMap;

/// Stored as the time of a count that never happened.
const NEVER: i64 = 0;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = misfits)]
struct MisfitRow {
    part_id: String,
    model_id: String,
    return_id: String,
    line: i64,
}

impl MisfitRow {
    fn of(misfit: &Misfit) -> Self {
        let Misfit { part, model, returned, line } = misfit;
        Self {
            part_id: part.to_string(),
            model_id: model.to_string(),
            return_id: returned.to_string(),
            line: line.number(),
        }
    }

    fn misfit(&self) -> Result<Misfit, Refused> {
        let row = Stored::row("misfits", &self.return_id);
        Ok(Misfit {
            part: row.text("part_id", &self.part_id)?,
            model: model_id(row, &self.model_id)?,
            returned: row.text("return_id", &self.return_id)?,
            line: row.value("line", LineNumber::new(self.line))?,
        })
    }
}

#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = fit_evidence, primary_key(part_id, model_id))]
struct EvidenceRow {
    part_id: String,
    model_id: String,
    misfits: i64,
    sold: i64,
    sold_lately: i64,
    price_cents: i64,
    loss_cents: i64,
    flagged: bool,
    dismissed_misfits: i64,
    counted_at: i64,
    revision: i64,
}

impl EvidenceRow {
    /// The row with the next revision.
    fn of(known: &FitEvidence) -> Self {
        let FitEvidence { part, model, evidence, price, dismissed, counted_at, revision } = known;
        Self {
            part_id: part.to_string(),
            model_id: model.to_string(),
            misfits: evidence.misfits().into(),
            sold: evidence.sold().into(),
            sold_lately: evidence.sold_recently().into(),
            price_cents: price.cents(),
            loss_cents: known.expected_loss().cents(),
            flagged: known.is_flagged(),
            dismissed_misfits: (*dismissed).into(),
            counted_at: counted_at.map_or(NEVER, Timestamp::micros),
            revision: revision + 1,
        }
    }

    fn evidence(&self) -> Result<FitEvidence, Refused> {
        let row = Stored::row("fit_evidence", &self.part_id);
        Ok(FitEvidence {
            part: row.text("part_id", &self.part_id)?,
            model: model_id(row, &self.model_id)?,
            evidence: Evidence::new(count(self.misfits), count(self.sold), count(self.sold_lately)),
            price: row.require("price_cents", Money::from_cents(self.price_cents))?,
            dismissed: count(self.dismissed_misfits),
            counted_at: (self.counted_at != NEVER).then(|| time(self.counted_at)),
            revision: self.revision,
        })
    }
}

fn count(number: i64) -> u32 {
    u32::try_from(number.max(0)).unwrap_or(u32::MAX)
}

fn all(rows: &[EvidenceRow]) -> Result<Vec<FitEvidence>, DbError> {
    Ok(rows.iter().map(EvidenceRow::evidence).collect::<Result<_, _>>()?)
}

impl FitEvidenceRepository for SqlTransaction<'_> {
    fn insert_misfit(&mut self, misfit: &Misfit) -> StoreResult<()> {
        let row = MisfitRow::of(misfit);
        self.execute(|connection| {
            diesel::insert_into(misfits::table).values(row).execute(connection)?;
            Ok(())
        })
    }

    fn misfits(&mut self, part: &PartId, model: &ModelId, limit: u32) -> StoreResult<Vec<Misfit>> {
        let theirs = misfits::table
            .filter(misfits::part_id.eq(part.to_string()))
            .filter(misfits::model_id.eq(model.to_string()))
            .select(MisfitRow::as_select())
            .order((misfits::return_id.desc(), misfits::line.desc()))
            .limit(limit.into());
        self.query(|connection| {
            let rows: Vec<MisfitRow> = theirs.load(connection)?;
            Ok(rows.iter().map(MisfitRow::misfit).collect::<Result<_, _>>()?)
        })
    }

    fn fit_evidence(&mut self, part: &PartId, model: &ModelId) -> StoreResult<Option<FitEvidence>> {
        let known = fit_evidence::table.find((part.to_string(), model.to_string())).select(EvidenceRow::as_select());
        self.query(|connection| {
            let row: Option<EvidenceRow> = known.first(connection).optional()?;
            Ok(row.as_ref().map(EvidenceRow::evidence).transpose()?)
        })
    }

    fn fit_evidence_of_parts(
        &mut self,
        parts: &[PartId],
        model: &ModelId,
    ) -> StoreResult<BTreeMap<PartId, FitEvidence>> {
        let some = fit_evidence::table
            .filter(fit_evidence::part_id.eq_any(texts(parts)))
            .filter(fit_evidence::model_id.eq(model.to_string()))
            .select(EvidenceRow::as_select());
        self.query(|connection| {
            let known = all(&some.load(connection)?)?;
            Ok(known.into_iter().map(|evidence| (evidence.part, evidence)).collect())
        })
    }

    fn save_fit_evidence(&mut self, evidence: &FitEvidence) -> StoreResult<()> {
        let row = EvidenceRow::of(evidence);
        let as_it_was_read = fit_evidence::table
            .filter(fit_evidence::part_id.eq(row.part_id.clone()))
            .filter(fit_evidence::model_id.eq(row.model_id.clone()))
            .filter(fit_evidence::revision.eq(evidence.revision));
        self.execute(|connection| {
            let saved = if evidence.revision == 0 {
                diesel::insert_into(fit_evidence::table).values(&row).execute(connection)?
            } else {
                diesel::update(as_it_was_read).set(&row).execute(connection)?
            };
            if saved == 1 { Ok(()) } else { Err(DbError::Contention) }
        })
    }

    fn restart_fit_evidence(&mut self, part: &PartId, models: &[ModelId], at: Timestamp) -> StoreResult<()> {
        let (part, models) = (part.to_string(), texts(models));
        self.execute(|connection| {
            let evidence = fit_evidence::table.filter(fit_evidence::part_id.eq(&part));
            diesel::delete(evidence.filter(fit_evidence::model_id.eq_any(&models))).execute(connection)?;
            let returned = misfits::table.filter(misfits::part_id.eq(&part));
            diesel::delete(returned.filter(misfits::model_id.eq_any(&models))).execute(connection)?;
            let earlier = application_changes::table.filter(application_changes::part_id.eq(&part));
            diesel::delete(earlier.filter(application_changes::model_id.eq_any(&models))).execute(connection)?;
            let row = |model: &String| {
                (
                    application_changes::part_id.eq(part.clone()),
                    application_changes::model_id.eq(model.clone()),
                    application_changes::changed_at.eq(at.micros()),
                )
            };
            let rows: Vec<_> = models.iter().map(row).collect();
            insert_rows!(connection, application_changes::table, rows);
            Ok(())
        })
    }

    fn application_changes(
        &mut self,
        parts: &[PartId],
        models: &[ModelId],
    ) -> StoreResult<BTreeMap<(PartId, ModelId), Timestamp>> {
        let some = application_changes::table
            .filter(application_changes::part_id.eq_any(texts(parts)))
            .filter(application_changes::model_id.eq_any(texts(models)))
            .select((application_changes::part_id, application_changes::model_id, application_changes::changed_at));
        self.query(|connection| {
            let rows: Vec<(String, String, i64)> = some.load(connection)?;
            let change = |(part, model, at): &(String, String, i64)| {
                let row = Stored::row("application_changes", part);
                Ok(((row.text("part_id", part)?, model_id(row, model)?), time(*at)))
            };
            Ok(rows.iter().map(change).collect::<Result<_, Refused>>()?)
        })
    }

    /// The condition on the flag is spelled as in the index, or SQLite would not use it.
    fn fit_flags(
        &mut self,
        which: FlaggedFits,
        after: Option<(&PartId, &ModelId)>,
        limit: u32,
    ) -> StoreResult<Vec<FitEvidence>> {
        let after = after.map(|(part, model)| (part.to_string(), model.to_string()));
        let suspended = fit_suspensions::table
            .filter(fit_suspensions::model_id.eq(fit_evidence::model_id))
            .filter(fit_suspensions::part_id.eq(fit_evidence::part_id));
        let flagged = fit_evidence::table.filter(sql::<Bool>("flagged")).into_boxed();
        let flagged = match which {
            FlaggedFits::Open => flagged.filter(not(exists(suspended))),
            FlaggedFits::All => flagged,
        };
        let highest_first = flagged
            .select(EvidenceRow::as_select())
            .order((fit_evidence::loss_cents.desc(), fit_evidence::part_id.asc(), fit_evidence::model_id.asc()))
            .limit(limit.into());
        self.query(|connection| {
            let Some((part, model)) = after else { return all(&highest_first.load(connection)?) };
            let last = fit_evidence::table.find((&part, &model)).select(fit_evidence::loss_cents);
            let Some(loss) = last.first::<i64>(connection).optional()? else { return Ok(Vec::new()) };
            let later = fit_evidence::part_id
                .gt(part.clone())
                .or(fit_evidence::part_id.eq(part).and(fit_evidence::model_id.gt(model)));
            let lower = fit_evidence::loss_cents.lt(loss).or(fit_evidence::loss_cents.eq(loss).and(later));
            // The first condition is redundant, but both databases use it as the start of the range.
            all(&highest_first.filter(fit_evidence::loss_cents.le(loss)).filter(lower).load(connection)?)
        })
    }

    fn flagged_models(&mut self, parts: &[PartId]) -> StoreResult<BTreeMap<PartId, u32>> {
        let by_part = fit_evidence::table
            .filter(fit_evidence::part_id.eq_any(texts(parts)))
            .filter(fit_evidence::flagged.eq(true))
            .group_by(fit_evidence::part_id)
            .select((fit_evidence::part_id, count_star()));
        self.query(|connection| {
            let rows: Vec<(String, i64)> = by_part.load(connection)?;
            let models = |(part, models): &(String, i64)| {
                Ok((Stored::row("fit_evidence", part).text("part_id", part)?, count(*models)))
            };
            Ok(rows.iter().map(models).collect::<Result<_, Refused>>()?)
        })
    }

    fn fit_evidence_counted_before(&mut self, before: Timestamp, limit: u32) -> StoreResult<Vec<FitEvidence>> {
        let longest_ago_first = fit_evidence::table
            .filter(fit_evidence::counted_at.lt(before.micros()))
            .select(EvidenceRow::as_select())
            .order((fit_evidence::counted_at.asc(), fit_evidence::part_id.asc(), fit_evidence::model_id.asc()))
            .limit(limit.into());
        self.query(|connection| all(&longest_ago_first.load(connection)?))
    }

    fn sold_fits(&mut self, of: &CustomerRange, parts: &[PartId]) -> StoreResult<Vec<SoldFit>> {
        let (after, last) = bounds(of);
        let of_line = order_lines::user_id.eq(orders::user_id).and(order_lines::order_id.eq(orders::id));
        let sold = order_lines::table
            .inner_join(orders::table.on(of_line))
            .filter(order_lines::user_id.gt(after))
            .filter(order_lines::user_id.le(last))
            .filter(order_lines::part_id.eq_any(texts(parts)))
            .filter(order_lines::fit.is_not_null())
            .filter(orders::shipped_at.is_not_null())
            .select((
                order_lines::part_id,
                orders::placed_at,
                order_lines::order_id,
                order_lines::fit.assume_not_null(),
                order_lines::quantity,
            ));
        self.query(|connection| {
            let rows: Vec<(String, i64, String, String, i64)> = sold.load(connection)?;
            let sold_fit = |(part, placed_at, order, fit, pieces): &(String, i64, String, String, i64)| {
                let row = Stored::row("order_lines", order);
                let fit = fits::read(row, fit)?;
                if !fit.verdict.rests_on_an_application() {
                    return Ok(None);
                }
                let (part, model) = (row.text("part_id", part)?, fit.vehicle.model);
                Ok(Some(SoldFit { part, model, placed_at: time(*placed_at), pieces: count(*pieces) }))
            };
            let sold: Result<Vec<Option<SoldFit>>, Refused> = rows.iter().map(sold_fit).collect();
            Ok(sold?.into_iter().flatten().collect())
        })
    }
}
