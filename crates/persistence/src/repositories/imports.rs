//! Import jobs, and their bulk queries.

use crate::{
    connection::{MultiBackend, insert_rows},
    schema::{engines, import_changes, import_claims, import_findings, imports, listings, models, part_keys},
    stored::{Refused, Stored, time},
    transaction::SqlTransaction,
};
use autoparts_application::ports::{
    import_files::{Finding, FindingKind, ImportKind, Scope},
    imports::{
        Brake, ChangeKind, ColumnChange, Import, ImportCounts, ImportRepository, ImportState, PartChange, PartKey, Step,
    },
    page::Page,
    part_rows::PartColumn,
    store_error::StoreResult,
};
use autoparts_domain::{
    catalogue::part_number::NormalNumber,
    id::{ImportId, PartId},
    slug::{BrandId, EngineId},
    time::Timestamp,
    vehicles::{Engine, Model, ModelId},
};
use diesel::{dsl::exists, prelude::*, select};
use std::collections::BTreeMap;
use uuid::Uuid;

#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = imports, treat_none_as_null = true)]
struct ImportRow {
    id: String,
    kind: String,
    file: String,
    format: String,
    digest: String,
    actor_id: Option<String>,
    scope: String,
    state: String,
    row_count: i64,
    set_aside: i64,
    foreign_rows: i64,
    new_parts: i64,
    changed_parts: i64,
    gone_parts: i64,
    unchanged_parts: i64,
    applied_parts: i64,
    removed_entries: i64,
    brake: String,
    position: i64,
    error: Option<String>,
    created_at: i64,
    changed_at: i64,
}

/// The key of the only claim row.
const CLAIM: &str = "imports";

fn stored(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

fn count(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}

impl ImportRow {
    fn of(import: &Import) -> Self {
        let counts = &import.counts;
        Self {
            id: import.id.to_string(),
            kind: import.kind.name().to_owned(),
            file: import.file.clone(),
            format: import.format.clone(),
            digest: import.digest.clone(),
            actor_id: import.actor.map(|actor| actor.to_string()),
            scope: import.scope.map(Scope::name).unwrap_or_default().to_owned(),
            state: import.state.name().to_owned(),
            row_count: stored(counts.rows),
            set_aside: stored(counts.set_aside),
            foreign_rows: stored(counts.foreign),
            new_parts: stored(counts.new),
            changed_parts: stored(counts.changed),
            gone_parts: stored(counts.gone),
            unchanged_parts: stored(counts.unchanged),
            applied_parts: stored(counts.applied),
            removed_entries: stored(counts.removed),
            brake: import.brake.name().to_owned(),
            position: import.position.into(),
            error: import.error.clone(),
            created_at: import.created_at.micros(),
            changed_at: import.changed_at.micros(),
        }
    }

    fn import(self) -> Result<Import, Refused> {
        let row = Stored::row("imports", &self.id);
        let scope = Scope::ALL.into_iter().find(|scope| scope.name() == self.scope);
        Ok(Import {
            id: row.text("id", &self.id)?,
            kind: row.require("kind", ImportKind::ALL.into_iter().find(|kind| kind.name() == self.kind))?,
            actor: row.optional_text("actor_id", self.actor_id.as_ref())?,
            scope: if self.scope.is_empty() { None } else { Some(row.require("scope", scope)?) },
            state: row.require("state", ImportState::ALL.into_iter().find(|state| state.name() == self.state))?,
            counts: ImportCounts {
                rows: count(self.row_count),
                set_aside: count(self.set_aside),
                foreign: count(self.foreign_rows),
                new: count(self.new_parts),
                changed: count(self.changed_parts),
                gone: count(self.gone_parts),
                unchanged: count(self.unchanged_parts),
                applied: count(self.applied_parts),
                removed: count(self.removed_entries),
            },
            brake: row.require("brake", Brake::ALL.into_iter().find(|brake| brake.name() == self.brake))?,
            position: row.require("position", u16::try_from(self.position).ok())?,
            created_at: time(self.created_at),
            changed_at: time(self.changed_at),
            file: self.file,
            format: self.format,
            digest: self.digest,
            error: self.error,
        })
    }
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = import_findings)]
struct FindingRow {
    import_id: String,
    number: i64,
    kind: String,
    line: i64,
    row_count: i64,
    words: String,
}

impl FindingRow {
    fn finding(self) -> Result<(u32, Finding), Refused> {
        let row = Stored::row("import_findings", &self.import_id);
        let kind = FindingKind::ALL.into_iter().find(|kind| kind.name() == self.kind);
        let number = row.require("number", u32::try_from(self.number).ok())?;
        let kind = row.require("kind", kind)?;
        Ok((number, Finding { kind, line: count(self.line), rows: count(self.row_count), words: self.words }))
    }
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = import_changes)]
struct ChangeRow {
    import_id: String,
    number: i64,
    part_id: String,
    change: String,
    line: i64,
    added: i64,
    removed: i64,
    differences: String,
}

/// Separators between columns, and between a column and its text. Text entered by users never contains them.
const COLUMN_SEPARATOR: char = '\u{1e}';
const TEXT_SEPARATOR: char = '\u{1f}';

fn columns_text(columns: &[ColumnChange]) -> String {
    let separator = TEXT_SEPARATOR.to_string();
    let column = |change: &ColumnChange| [change.column.name(), &change.before, &change.after].join(&separator);
    columns.iter().map(column).collect::<Vec<_>>().join(&COLUMN_SEPARATOR.to_string())
}

fn columns_of(text: &str) -> Option<Vec<ColumnChange>> {
    let column = |text: &str| {
        let mut words = text.splitn(3, TEXT_SEPARATOR);
        let name = words.next()?;
        let column = *PartColumn::ALL.iter().find(|column| column.name() == name)?;
        Some(ColumnChange { column, before: words.next()?.to_owned(), after: words.next()?.to_owned() })
    };
    text.split(COLUMN_SEPARATOR).filter(|text| !text.is_empty()).map(column).collect()
}

impl ChangeRow {
    fn of(id: &ImportId, number: u32, change: &PartChange) -> Self {
        Self {
            import_id: id.to_string(),
            number: number.into(),
            part_id: change.part.to_string(),
            change: change.change.name().to_owned(),
            line: stored(change.line),
            added: stored(change.added),
            removed: stored(change.removed),
            differences: columns_text(&change.columns),
        }
    }

    fn change(self) -> Result<(u32, PartChange), Refused> {
        let row = Stored::row("import_changes", &self.import_id);
        let change = ChangeKind::ALL.into_iter().find(|change| change.name() == self.change);
        let number = row.require("number", u32::try_from(self.number).ok())?;
        let part = row.text("part_id", &self.part_id)?;
        let change = row.require("change", change)?;
        let line = count(self.line);
        let added = count(self.added);
        let removed = count(self.removed);
        let columns = row.require("differences", columns_of(&self.differences))?;
        Ok((number, PartChange { part, change, line, added, removed, columns }))
    }
}

impl ImportRepository for SqlTransaction<'_> {
    fn insert_import(&mut self, import: &Import) -> StoreResult<()> {
        let row = ImportRow::of(import);
        self.execute(|connection| {
            diesel::insert_into(imports::table).values(row).execute(connection)?;
            Ok(())
        })
    }

    fn import(&mut self, id: &ImportId) -> StoreResult<Option<Import>> {
        let known = imports::table.filter(imports::id.eq(id.to_string())).select(ImportRow::as_select());
        self.query(|connection| {
            let row: Option<ImportRow> = known.first(connection).optional()?;
            Ok(row.map(ImportRow::import).transpose()?)
        })
    }

    fn imports(&mut self, page: &Page<ImportId>) -> StoreResult<Vec<Import>> {
        self.query(|connection| {
            let mut query = imports::table
                .select(ImportRow::as_select())
                .order(imports::id.desc())
                .limit(page.limit.into())
                .into_boxed::<MultiBackend>();
            if let Some(after) = page.after {
                query = query.filter(imports::id.lt(after.to_string()));
            }
            let rows: Vec<ImportRow> = query.load(connection)?;
            Ok(rows.into_iter().map(ImportRow::import).collect::<Result<_, _>>()?)
        })
    }

    fn unfinished_imports(&mut self, limit: u32) -> StoreResult<Vec<Import>> {
        let mut unfinished = Vec::new();
        for state in [ImportState::Reading, ImportState::Applying] {
            let in_state = imports::table
                .filter(imports::state.eq(state.name()))
                .select(ImportRow::as_select())
                .order(imports::id.asc())
                .limit(limit.into());
            let read: Vec<Import> = self.query(|connection| {
                let rows: Vec<ImportRow> = in_state.load(connection)?;
                Ok(rows.into_iter().map(ImportRow::import).collect::<Result<_, _>>()?)
            })?;
            unfinished.extend(read);
        }
        Ok(unfinished)
    }

    fn update_import(&mut self, import: &Import, from: ImportState) -> StoreResult<bool> {
        let row = ImportRow::of(import);
        self.execute(|connection| {
            let known = imports::table.filter(imports::id.eq(row.id.clone())).filter(imports::state.eq(from.name()));
            Ok(diesel::update(known).set(row).execute(connection)? > 0)
        })
    }

    fn claim_imports(&mut self, holder: &Uuid, now: Timestamp, stale_before: Timestamp) -> StoreResult<bool> {
        let holder = holder.to_string();
        let free = import_claims::table.find(CLAIM).filter(
            import_claims::holder
                .eq(holder.clone())
                .or(import_claims::holder.eq(""))
                .or(import_claims::claimed_at.lt(stale_before.micros())),
        );
        let mine = (import_claims::holder.eq(holder), import_claims::claimed_at.eq(now.micros()));
        self.execute(|connection| {
            if diesel::update(free).set(mine.clone()).execute(connection)? > 0 {
                return Ok(true);
            }
            // The first claim inserts the row. Of two concurrent first claims, one fails as a duplicate.
            let is_held: bool = select(exists(import_claims::table.find(CLAIM))).get_result(connection)?;
            if !is_held {
                let no_step = (
                    import_claims::import_id.eq(""),
                    import_claims::step.eq(""),
                    import_claims::done.eq(0),
                    import_claims::total.eq(0),
                );
                let first = (import_claims::id.eq(CLAIM), mine.0, mine.1, no_step);
                diesel::insert_into(import_claims::table).values(first).execute(connection)?;
            }
            Ok(!is_held)
        })
    }

    fn renew_imports(&mut self, holder: &Uuid, now: Timestamp) -> StoreResult<bool> {
        let held = import_claims::table.find(CLAIM).filter(import_claims::holder.eq(holder.to_string()));
        let renewed = diesel::update(held).set(import_claims::claimed_at.eq(now.micros()));
        self.execute(|connection| Ok(renewed.execute(connection)? > 0))
    }

    fn release_imports(&mut self, holder: &Uuid) -> StoreResult<()> {
        let mine = import_claims::table.find(CLAIM).filter(import_claims::holder.eq(holder.to_string()));
        self.execute(|connection| {
            diesel::update(mine)
                .set((import_claims::holder.eq(""), import_claims::import_id.eq(""), import_claims::step.eq("")))
                .execute(connection)?;
            Ok(())
        })
    }

    fn note_import_step(&mut self, holder: &Uuid, id: &ImportId, step: Step) -> StoreResult<()> {
        let mine = import_claims::table.find(CLAIM).filter(import_claims::holder.eq(holder.to_string()));
        let (done, total) = step.progress();
        let progress = (
            import_claims::import_id.eq(id.to_string()),
            import_claims::step.eq(step.name()),
            import_claims::done.eq(stored(done)),
            import_claims::total.eq(stored(total)),
        );
        self.execute(|connection| {
            diesel::update(mine).set(progress).execute(connection)?;
            Ok(())
        })
    }

    fn import_step(&mut self, id: &ImportId, stale_before: Timestamp) -> StoreResult<Option<Step>> {
        let of_import = import_claims::table
            .filter(import_claims::id.eq(CLAIM))
            .filter(import_claims::import_id.eq(id.to_string()))
            .filter(import_claims::claimed_at.ge(stale_before.micros()))
            .select((import_claims::step, import_claims::done, import_claims::total));
        self.query(|connection| {
            let row: Option<(String, i64, i64)> = of_import.first(connection).optional()?;
            Ok(row.and_then(|(step, done, total)| Step::restore(&step, count(done), count(total))))
        })
    }

    fn add_import_changes(&mut self, id: &ImportId, first: u32, changes: &[PartChange]) -> StoreResult<()> {
        let rows: Vec<ChangeRow> =
            (first..).zip(changes).map(|(number, change)| ChangeRow::of(id, number, change)).collect();
        self.execute(|connection| {
            insert_rows!(connection, import_changes::table, rows);
            Ok(())
        })
    }

    fn import_changes(&mut self, id: &ImportId, after: Option<u32>, limit: u32) -> StoreResult<Vec<(u32, PartChange)>> {
        let page = import_changes::table
            .filter(import_changes::import_id.eq(id.to_string()))
            .filter(import_changes::number.gt(after.map_or(-1, i64::from)))
            .select(ChangeRow::as_select())
            .order(import_changes::number.asc())
            .limit(limit.into());
        self.query(|connection| {
            let rows: Vec<ChangeRow> = page.load(connection)?;
            Ok(rows.into_iter().map(ChangeRow::change).collect::<Result<_, _>>()?)
        })
    }

    fn delete_import_changes(&mut self, id: &ImportId, below: u32) -> StoreResult<()> {
        let of_import = import_changes::table
            .filter(import_changes::import_id.eq(id.to_string()))
            .filter(import_changes::number.lt(i64::from(below)));
        self.execute(|connection| {
            diesel::delete(of_import).execute(connection)?;
            Ok(())
        })
    }

    fn save_findings(&mut self, id: &ImportId, findings: &[Finding]) -> StoreResult<()> {
        let id = id.to_string();
        self.execute(|connection| {
            diesel::delete(import_findings::table.filter(import_findings::import_id.eq(&id))).execute(connection)?;
            let row = |(number, finding): (i64, &Finding)| FindingRow {
                import_id: id.clone(),
                number,
                kind: finding.kind.name().to_owned(),
                line: stored(finding.line),
                row_count: stored(finding.rows),
                words: finding.words.clone(),
            };
            let rows: Vec<FindingRow> = (0..).zip(findings).map(row).collect();
            insert_rows!(connection, import_findings::table, rows);
            Ok(())
        })
    }

    fn findings(
        &mut self,
        id: &ImportId,
        kind: Option<FindingKind>,
        after: Option<u32>,
        limit: u32,
    ) -> StoreResult<Vec<(u32, Finding)>> {
        let mut page = import_findings::table
            .filter(import_findings::import_id.eq(id.to_string()))
            .filter(import_findings::number.gt(after.map_or(-1, i64::from)))
            .select(FindingRow::as_select())
            .order(import_findings::number.asc())
            .limit(limit.into())
            .into_boxed::<MultiBackend>();
        if let Some(kind) = kind {
            page = page.filter(import_findings::kind.eq(kind.name()));
        }
        self.query(|connection| {
            let rows: Vec<FindingRow> = page.load(connection)?;
            Ok(rows.into_iter().map(FindingRow::finding).collect::<Result<_, _>>()?)
        })
    }

    fn number_owners(
        &mut self,
        brand: &BrandId,
        numbers: &[NormalNumber],
    ) -> StoreResult<BTreeMap<NormalNumber, PartId>> {
        let normals: Vec<&str> = numbers.iter().map(NormalNumber::as_str).collect();
        let known = part_keys::table
            .filter(part_keys::brand_id.eq(brand.to_string()))
            .filter(part_keys::normal.eq_any(normals))
            .select((part_keys::normal, part_keys::part_id));
        self.query(|connection| {
            let rows: Vec<(String, String)> = known.load(connection)?;
            let owner = |(normal, part): &(String, String)| {
                let row = Stored::row("part_keys", part);
                Ok((row.require("normal", NormalNumber::of(normal))?, row.text("part_id", part)?))
            };
            Ok(rows.iter().map(owner).collect::<Result<_, Refused>>()?)
        })
    }

    fn part_keys(&mut self, parts: &[PartId]) -> StoreResult<BTreeMap<PartId, PartKey>> {
        type Named = (String, Option<String>, Option<String>);
        let ids: Vec<String> = parts.iter().map(ToString::to_string).collect();
        let named = listings::table
            .filter(listings::part_id.eq_any(ids))
            .filter(listings::brand_id.is_not_null().or(listings::number.is_not_null()))
            .select((listings::part_id, listings::brand_id, listings::number));
        self.query(|connection| {
            let rows: Vec<Named> = named.load(connection)?;
            let key = |(part, brand, number): &Named| {
                let row = Stored::row("listings", part);
                let brand = row.optional_text("brand_id", brand.as_ref())?;
                Ok((
                    row.text("part_id", part)?,
                    PartKey { brand, number: number.as_deref().and_then(NormalNumber::of) },
                ))
            };
            Ok(rows.iter().map(key).collect::<Result<_, Refused>>()?)
        })
    }

    fn all_models(&mut self, after: Option<&ModelId>, limit: u32) -> StoreResult<Vec<Model>> {
        let page = models::table
            .filter(models::id.gt(after.map(ToString::to_string).unwrap_or_default()))
            .select((models::id, models::name))
            .order(models::id.asc())
            .limit(limit.into());
        self.query(|connection| {
            let rows: Vec<(String, String)> = page.load(connection)?;
            let model = |(id, name): &(String, String)| {
                let row = Stored::row("models", id);
                Ok(Model { id: row.text("id", id)?, name: row.text("name", name)? })
            };
            Ok(rows.iter().map(model).collect::<Result<_, Refused>>()?)
        })
    }

    fn all_engines(&mut self, after: Option<&EngineId>, limit: u32) -> StoreResult<Vec<Engine>> {
        let page = engines::table
            .filter(engines::id.gt(after.map(ToString::to_string).unwrap_or_default()))
            .order(engines::id.asc())
            .limit(limit.into());
        self.query(|connection| {
            let rows: Vec<(String, String)> = page.load(connection)?;
            let engine = |(id, name): &(String, String)| {
                let row = Stored::row("engines", id);
                Ok(Engine { id: row.text("id", id)?, name: row.text("name", name)? })
            };
            Ok(rows.iter().map(engine).collect::<Result<_, Refused>>()?)
        })
    }
}
