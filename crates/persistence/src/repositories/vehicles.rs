//! Makes, models and engines, and the mappings of codes in suppliers' files.

use super::texts;
use crate::{
    schema::{engines, lookups, makes, model_engines, models},
    stored::{Refused, Stored},
    transaction::SqlTransaction,
};
use autoparts_application::ports::{
    store_error::StoreResult,
    vehicles::{Lookup, LookupKind, LookupRepository, VehicleRepository, VehicleTables},
};
use autoparts_domain::{
    slug::{EngineId, MakeId},
    text::SupplierCode,
    validation::ValidationError,
    vehicles::{BuiltYears, Engine, Make, Model, ModelEngine, ModelId, ModelYear, Years},
};
use diesel::{
    dsl::{max, min},
    prelude::*,
};
use std::{collections::BTreeSet, ops::RangeInclusive};

/// The first and the last year of some rows.
type Span = (Option<i64>, Option<i64>);

/// Key and name, as in all three tables.
type Named = (String, String);

fn make(row: &Named) -> Result<Make, Refused> {
    let (id, name) = row;
    let stored = Stored::row("makes", id);
    Ok(Make { id: stored.text("id", id)?, name: stored.text("name", name)? })
}

fn model(row: &Named) -> Result<Model, Refused> {
    let (id, name) = row;
    let stored = Stored::row("models", id);
    Ok(Model { id: stored.text("id", id)?, name: stored.text("name", name)? })
}

fn engine(row: &Named) -> Result<Engine, Refused> {
    let (id, name) = row;
    let stored = Stored::row("engines", id);
    Ok(Engine { id: stored.text("id", id)?, name: stored.text("name", name)? })
}

/// Parses the years from their columns.
pub(super) fn years(row: Stored<'_>, from: i64, to: i64) -> Result<Years, Refused> {
    let year = |year| row.value("from_year", ModelYear::new(year));
    row.value("to_year", Years::new(year(from)?, year(to)?))
}

/// The first and the last year over several rows; `None` without rows.
fn span(row: Stored<'_>, (from, to): Span) -> Result<Option<RangeInclusive<ModelYear>>, Refused> {
    let Some((from, to)) = from.zip(to) else { return Ok(None) };
    let year = |column, year| row.value(column, ModelYear::new(year));
    Ok(Some(year("from_year", from)?..=year("to_year", to)?))
}

impl VehicleRepository for SqlTransaction<'_> {
    fn makes(&mut self) -> StoreResult<Vec<Make>> {
        self.query(|connection| {
            let rows: Vec<Named> = makes::table.order((makes::name.asc(), makes::id.asc())).load(connection)?;
            Ok(rows.iter().map(make).collect::<Result<_, _>>()?)
        })
    }

    fn models(&mut self, make: &MakeId) -> StoreResult<Vec<Model>> {
        // A range of the key, which begins with the make's: `0` follows `/` in byte order.
        let theirs = models::table
            .filter(models::id.gt(format!("{make}/")))
            .filter(models::id.lt(format!("{make}0")))
            .select((models::id, models::name))
            .order((models::name.asc(), models::id.asc()));
        self.query(|connection| {
            let rows: Vec<Named> = theirs.load(connection)?;
            Ok(rows.iter().map(model).collect::<Result<_, _>>()?)
        })
    }

    fn makes_by_id(&mut self, ids: &[MakeId]) -> StoreResult<Vec<Make>> {
        let some = makes::table.filter(makes::id.eq_any(texts(ids))).order(makes::id.asc());
        self.query(|connection| {
            let rows: Vec<Named> = some.load(connection)?;
            Ok(rows.iter().map(make).collect::<Result<_, _>>()?)
        })
    }

    fn models_by_id(&mut self, ids: &[ModelId]) -> StoreResult<Vec<Model>> {
        let some = models::table.filter(models::id.eq_any(texts(ids)));
        let some = some.select((models::id, models::name)).order(models::id.asc());
        self.query(|connection| {
            let rows: Vec<Named> = some.load(connection)?;
            Ok(rows.iter().map(model).collect::<Result<_, _>>()?)
        })
    }

    fn engines_by_id(&mut self, ids: &[EngineId]) -> StoreResult<Vec<Engine>> {
        // Most verdicts refer to no engine.
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let some = engines::table.filter(engines::id.eq_any(texts(ids))).order(engines::id.asc());
        self.query(|connection| {
            let rows: Vec<Named> = some.load(connection)?;
            Ok(rows.iter().map(engine).collect::<Result<_, _>>()?)
        })
    }

    fn engines_of_model(&mut self, model: &ModelId) -> StoreResult<Vec<ModelEngine>> {
        let theirs = model_engines::table
            .filter(model_engines::model_id.eq(model.to_string()))
            .select((model_engines::engine_id, model_engines::from_year, model_engines::to_year))
            .order((model_engines::engine_id.asc(), model_engines::from_year.asc()));
        self.query(|connection| {
            let rows: Vec<(String, i64, i64)> = theirs.load(connection)?;
            let known = |(engine, from, to): &(String, i64, i64)| {
                let row = Stored::row("model_engines", engine);
                Ok(ModelEngine {
                    model: model.clone(),
                    engine: row.text("engine_id", engine)?,
                    years: years(row, *from, *to)?,
                })
            };
            Ok(rows.iter().map(known).collect::<Result<_, Refused>>()?)
        })
    }

    fn built_years(&mut self, models: &[ModelId]) -> StoreResult<BuiltYears> {
        let columns = (min(model_engines::from_year), max(model_engines::to_year));
        self.query(|connection| {
            // Two queries: SQLite uses an index for a minimum or maximum only if the query asks for one of them.
            let first = model_engines::table.select(min(model_engines::from_year)).first(connection)?;
            let last = model_engines::table.select(max(model_engines::to_year)).first(connection)?;
            let all: Span = (first, last);
            let rows: Vec<(String, Span)> = model_engines::table
                .filter(model_engines::model_id.eq_any(texts(models)))
                .group_by(model_engines::model_id)
                .select((model_engines::model_id, columns))
                .load(connection)?;
            let mut built =
                BuiltYears { known: span(Stored::row("model_engines", "all"), all)?, ..BuiltYears::default() };
            for (model, years) in &rows {
                let row = Stored::row("model_engines", model);
                if let Some(years) = span(row, *years)? {
                    built.models.insert(row.text("model_id", model)?, years);
                }
            }
            Ok(built)
        })
    }

    fn save_vehicles(&mut self, vehicles: &VehicleTables) -> StoreResult<()> {
        self.touched.catalogue();
        self.execute(|connection| {
            for Make { id, name } in &vehicles.makes {
                let id = makes::id.eq(id.to_string());
                let name = makes::name.eq(name.to_string());
                if diesel::update(makes::table.filter(id.clone())).set(name.clone()).execute(connection)? == 0 {
                    diesel::insert_into(makes::table).values((id, name)).execute(connection)?;
                }
            }
            for Model { id, name } in &vehicles.models {
                let make = models::make_id.eq(id.make.to_string());
                let id = models::id.eq(id.to_string());
                let name = models::name.eq(name.to_string());
                if diesel::update(models::table.filter(id.clone())).set(name.clone()).execute(connection)? == 0 {
                    diesel::insert_into(models::table).values((id, make, name)).execute(connection)?;
                }
            }
            for Engine { id, name } in &vehicles.engines {
                let id = engines::id.eq(id.to_string());
                let name = engines::name.eq(name.to_string());
                if diesel::update(engines::table.filter(id.clone())).set(name.clone()).execute(connection)? == 0 {
                    diesel::insert_into(engines::table).values((id, name)).execute(connection)?;
                }
            }
            let given: BTreeSet<&ModelEngine> = vehicles.model_engines.iter().collect();
            let pairs: BTreeSet<_> = given.iter().map(|given| (&given.model, &given.engine)).collect();
            for (model, engine) in pairs {
                let theirs = model_engines::table
                    .filter(model_engines::model_id.eq(model.to_string()))
                    .filter(model_engines::engine_id.eq(engine.to_string()));
                diesel::delete(theirs).execute(connection)?;
            }
            for ModelEngine { model, engine, years } in given {
                let row = (
                    model_engines::model_id.eq(model.to_string()),
                    model_engines::engine_id.eq(engine.to_string()),
                    model_engines::from_year.eq(years.from().year()),
                    model_engines::to_year.eq(years.to().year()),
                );
                diesel::insert_into(model_engines::table).values(row).execute(connection)?;
            }
            Ok(())
        })
    }
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = lookups)]
struct LookupRow {
    scheme: String,
    kind: String,
    code: String,
    value: String,
}

impl LookupRow {
    fn of(lookup: &Lookup) -> Self {
        Self {
            scheme: lookup.scheme.to_string(),
            kind: lookup.kind.name().to_owned(),
            code: lookup.code.to_string(),
            value: lookup.value.clone(),
        }
    }

    fn lookup(self) -> Result<Lookup, Refused> {
        let row = Stored::row("lookups", &self.code);
        let code = |column, text: &str| -> Result<SupplierCode, Refused> { row.text(column, text) };
        Ok(Lookup {
            scheme: code("scheme", &self.scheme)?,
            kind: row.require("kind", LookupKind::ALL.into_iter().find(|kind| kind.name() == self.kind))?,
            code: code("code", &self.code)?,
            value: self.value.clone(),
        })
    }
}

/// The row of a code.
macro_rules! lookup_row {
    ($scheme:expr, $kind:expr, $code:expr) => {
        lookups::table
            .filter(lookups::scheme.eq($scheme.to_string()))
            .filter(lookups::kind.eq($kind.name()))
            .filter(lookups::code.eq($code.to_string()))
    };
}

impl LookupRepository for SqlTransaction<'_> {
    fn lookups(
        &mut self,
        scheme: &SupplierCode,
        kind: LookupKind,
        after: Option<&SupplierCode>,
        limit: u32,
    ) -> StoreResult<Vec<Lookup>> {
        let page = lookups::table
            .filter(lookups::scheme.eq(scheme.to_string()))
            .filter(lookups::kind.eq(kind.name()))
            .filter(lookups::code.gt(after.map(ToString::to_string).unwrap_or_default()))
            .select(LookupRow::as_select())
            .order(lookups::code.asc())
            .limit(limit.into());
        self.query(|connection| {
            let rows: Vec<LookupRow> = page.load(connection)?;
            Ok(rows.into_iter().map(LookupRow::lookup).collect::<Result<_, _>>()?)
        })
    }

    fn lookup(&mut self, scheme: &SupplierCode, kind: LookupKind, code: &SupplierCode) -> StoreResult<Option<Lookup>> {
        let known = lookup_row!(scheme, kind, code).select(LookupRow::as_select());
        self.query(|connection| {
            let row: Option<LookupRow> = known.first(connection).optional()?;
            Ok(row.map(LookupRow::lookup).transpose()?)
        })
    }

    fn save_lookups(&mut self, codes: &[Lookup]) -> StoreResult<()> {
        self.execute(|connection| {
            for code in codes {
                let known = lookup_row!(code.scheme, code.kind, code.code);
                if diesel::update(known).set(lookups::value.eq(&code.value)).execute(connection)? == 0 {
                    diesel::insert_into(lookups::table).values(LookupRow::of(code)).execute(connection)?;
                }
            }
            Ok(())
        })
    }

    fn delete_lookup(&mut self, scheme: &SupplierCode, kind: LookupKind, code: &SupplierCode) -> StoreResult<bool> {
        let known = lookup_row!(scheme, kind, code);
        self.execute(|connection| Ok(diesel::delete(known).execute(connection)? > 0))
    }
}

/// Parses a model key column.
pub(super) fn model_id(row: Stored<'_>, text: &str) -> Result<ModelId, Refused> {
    row.text("model_id", text)
}

/// Parses a text; `None` if it is empty.
pub(super) fn unless_empty<T: std::str::FromStr<Err = ValidationError>>(
    row: Stored<'_>,
    column: &'static str,
    text: &str,
) -> Result<Option<T>, Refused> {
    (!text.is_empty()).then(|| row.text(column, text)).transpose()
}
