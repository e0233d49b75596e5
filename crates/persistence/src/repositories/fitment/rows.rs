//! The rows of applications, and their conversion to the domain.

use super::conditions;
use crate::{
    connection::AnyConnection,
    db_error::DbError,
    repositories::vehicles::{model_id, unless_empty, years},
    schema::{fit_suspensions, fitment_counts, fitments, listings, parts},
    stored::{Refused, Stored, time},
};
use autoparts_application::ports::fitment::{KnownApplication, Suspension};
use autoparts_domain::{
    fitment::{Application, Condition, Fitment, PiecesNeeded},
    id::{ConditionId, PartId},
    vehicles::ModelId,
};
use diesel::{
    prelude::*,
    sql_types::{Nullable, Text},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = fitments)]
pub(super) struct FitmentRow {
    pub(super) model_id: String,
    pub(super) category_id: String,
    pub(super) part_id: String,
    pub(super) line: i16,
    pub(super) from_year: i16,
    pub(super) to_year: i16,
    pub(super) engine_id: String,
    pub(super) position: String,
    pub(super) pieces: i16,
    pub(super) conditions: String,
}

diesel::define_sql_function! {
    /// A text, or a default if it is null.
    fn coalesce(text: Nullable<Text>, otherwise: Text) -> Text;
}

/// The data that decides whether a part fits the vehicles of a model, for one of the part's applications for it. A part
/// without applications for the model has one such row, too.
#[derive(Queryable)]
pub(super) struct KnownRow {
    pub(super) part_id: String,
    pub(super) deleted: bool,
    pub(super) universal: Option<bool>,
    pub(super) listed: Option<i64>,
    pub(super) set_aside: Option<i64>,
    pub(super) suspended_for: Option<String>,
    pub(super) application: Option<FitmentRow>,
}

impl KnownRow {
    pub(super) fn fitment(&self) -> Fitment {
        Fitment {
            universal: self.universal.unwrap_or_default(),
            listed: self.listed.is_some_and(|count| count > 0),
            incomplete: self.set_aside.is_some_and(|count| count > 0),
            suspended: self.suspended_for.is_some(),
            applications: Vec::new(),
        }
    }
}

/// A single statement, which PostgreSQL keeps prepared. It takes the parts' categories from the listings, so that each
/// application is found by the full prefix of its key.
pub(super) fn known_rows(
    connection: &mut AnyConnection,
    model: &str,
    ids: &[String],
) -> Result<Vec<KnownRow>, DbError> {
    let suspended = fit_suspensions::model_id.eq(model.to_owned()).and(fit_suspensions::part_id.eq(parts::id));
    let of_model = fitments::model_id
        .eq(model.to_owned())
        .and(fitments::category_id.eq(coalesce(listings::category_id, "")))
        .and(fitments::part_id.eq(parts::id));
    let rows = parts::table
        .left_join(listings::table)
        .left_join(fitment_counts::table)
        .left_join(fit_suspensions::table.on(suspended))
        .left_join(fitments::table.on(of_model))
        .filter(parts::id.eq_any(ids))
        .select((
            parts::id,
            parts::hidden,
            listings::universal.nullable(),
            fitment_counts::listed.nullable(),
            fitment_counts::set_aside.nullable(),
            fit_suspensions::model_id.nullable(),
            Option::<FitmentRow>::as_select(),
        ))
        .order((parts::id.asc(), fitments::line.asc()));
    Ok(rows.load(connection)?)
}

/// Converts a number of a row; all of them are small.
pub(super) fn small(number: i64) -> i16 {
    i16::try_from(number).unwrap_or(i16::MAX)
}

impl FitmentRow {
    pub(super) fn of(
        part: &str,
        category: &str,
        model: &ModelId,
        (line, application): (i16, &Application<ConditionId>),
    ) -> Self {
        let ids: Vec<String> = application.conditions.iter().map(ToString::to_string).collect();
        Self {
            model_id: model.to_string(),
            category_id: category.to_owned(),
            part_id: part.to_owned(),
            line,
            from_year: small(application.years.from().year()),
            to_year: small(application.years.to().year()),
            engine_id: application.engine.as_ref().map(ToString::to_string).unwrap_or_default(),
            position: application.position.as_ref().map(ToString::to_string).unwrap_or_default(),
            pieces: small(application.pieces.map_or(0, PiecesNeeded::pieces)),
            conditions: ids.join(" "),
        }
    }

    pub(super) fn row(&self) -> Stored<'_> {
        Stored::row("fitments", &self.part_id)
    }

    pub(super) fn part(&self) -> Result<PartId, Refused> {
        self.row().text("part_id", &self.part_id)
    }

    pub(super) fn condition_ids(&self) -> Result<BTreeSet<ConditionId>, Refused> {
        self.conditions.split_ascii_whitespace().map(|id| self.row().text("conditions", id)).collect()
    }

    pub(super) fn application(&self, dictionary: &Dictionary) -> Result<Application, Refused> {
        let row = self.row();
        let word = |id: &ConditionId| row.require("conditions", dictionary.get(id).cloned());
        let pieces = (self.pieces > 0).then(|| row.value("pieces", PiecesNeeded::new(self.pieces.into())));
        Ok(Application {
            years: years(row, self.from_year.into(), self.to_year.into())?,
            engine: unless_empty(row, "engine_id", &self.engine_id)?,
            position: unless_empty(row, "position", &self.position)?,
            pieces: pieces.transpose()?,
            conditions: self.condition_ids()?.iter().map(word).collect::<Result<_, _>>()?,
        })
    }
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = fit_suspensions)]
pub(super) struct SuspensionRow {
    pub(super) model_id: String,
    pub(super) part_id: String,
    pub(super) reason: String,
    pub(super) suspended_at: i64,
}

impl SuspensionRow {
    pub(super) fn suspension(&self) -> Result<Suspension, Refused> {
        let row = Stored::row("fit_suspensions", &self.part_id);
        Ok(Suspension {
            part: row.text("part_id", &self.part_id)?,
            model: model_id(row, &self.model_id)?,
            reason: row.text("reason", &self.reason)?,
            since: time(self.suspended_at),
        })
    }
}

/// The conditions that some rows refer to.
pub(super) type Dictionary = BTreeMap<ConditionId, Arc<Condition>>;

/// Loads the conditions of some rows. Runs no query if they have none.
pub(super) fn dictionary<'r>(
    connection: &mut AnyConnection,
    rows: impl IntoIterator<Item = &'r FitmentRow>,
) -> Result<Dictionary, DbError> {
    let mut ids = BTreeSet::new();
    for row in rows {
        ids.extend(row.condition_ids()?);
    }
    let ids = Vec::from_iter(ids);
    let known = conditions::by_id(connection, &ids)?;
    Ok(known.into_iter().map(|condition| (condition.id, Arc::new(condition))).collect())
}

pub(super) fn known(rows: &[FitmentRow], dictionary: &Dictionary) -> Result<Vec<KnownApplication>, DbError> {
    let known = |row: &FitmentRow| Ok((model_id(row.row(), &row.model_id)?, row.application(dictionary)?));
    Ok(rows.iter().map(known).collect::<Result<_, Refused>>()?)
}
