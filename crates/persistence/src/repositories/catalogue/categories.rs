//! Brands and categories.

use super::{BrandRow, part_ids};
use crate::{
    schema::{brands, categories, listings},
    stored::{Refused, Stored, start_of},
    transaction::SqlTransaction,
};
use autoparts_application::ports::{
    catalogue::listings::CategoryRepository, page::Page, store::Conflict, store_error::StoreResult,
};
use autoparts_domain::{
    catalogue::category::{Brand, Category, CategoryTree},
    id::PartId,
    slug::{BrandId, CategoryId},
};
use diesel::prelude::*;

#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = categories, treat_none_as_null = true)]
struct CategoryRow {
    id: String,
    name: String,
    parent_id: Option<String>,
    position: i64,
}

impl CategoryRow {
    fn of(category: &Category) -> Self {
        Self {
            id: category.id.to_string(),
            name: category.name.to_string(),
            parent_id: category.parent.as_ref().map(ToString::to_string),
            position: category.position,
        }
    }

    fn category(&self) -> Result<Category, Refused> {
        let row = Stored::row("categories", &self.id);
        Ok(Category {
            id: row.text("id", &self.id)?,
            name: row.text("name", &self.name)?,
            parent: row.optional_text("parent_id", self.parent_id.as_ref())?,
            position: self.position,
        })
    }
}

impl CategoryRepository for SqlTransaction<'_> {
    fn brands(&mut self) -> StoreResult<Vec<Brand>> {
        self.query(|connection| {
            let all = brands::table.select(BrandRow::as_select()).order(brands::id.asc());
            let rows: Vec<BrandRow> = all.load(connection)?;
            Ok(rows.iter().map(BrandRow::brand).collect::<Result<_, _>>()?)
        })
    }

    fn brand(&mut self, id: &BrandId) -> StoreResult<Option<Brand>> {
        let with_id = brands::table.filter(brands::id.eq(id.to_string()));
        self.query(|connection| {
            let row: Option<BrandRow> = with_id.select(BrandRow::as_select()).first(connection).optional()?;
            Ok(row.as_ref().map(BrandRow::brand).transpose()?)
        })
    }

    fn insert_brand(&mut self, brand: &Brand) -> StoreResult<()> {
        self.touched.catalogue();
        let row = (brands::id.eq(brand.id.to_string()), brands::name.eq(brand.name.to_string()));
        self.execute(|connection| {
            diesel::insert_into(brands::table).values(row).execute(connection)?;
            Ok(())
        })
    }

    fn update_brand(&mut self, brand: &Brand) -> StoreResult<bool> {
        self.touched.catalogue();
        let with_id = brands::table.filter(brands::id.eq(brand.id.to_string()));
        let name = brands::name.eq(brand.name.to_string());
        self.execute(|connection| Ok(diesel::update(with_id).set(name).execute(connection)? == 1))
    }

    fn delete_brand(&mut self, id: &BrandId) -> StoreResult<bool> {
        self.touched.catalogue();
        let with_id = brands::table.filter(brands::id.eq(id.to_string()));
        self.execute(|connection| Ok(diesel::delete(with_id).execute(connection)? == 1))
    }

    fn parts_of_brand(&mut self, id: &BrandId, page: &Page<PartId>) -> StoreResult<Vec<PartId>> {
        let of_brand = listings::table
            .filter(listings::brand_id.eq(id.to_string()))
            .filter(listings::part_id.gt(start_of(page)))
            .select(listings::part_id)
            .order(listings::part_id.asc())
            .limit(page.limit.into());
        self.query(|connection| Ok(part_ids(&of_brand.load(connection)?)?))
    }

    fn categories(&mut self) -> StoreResult<CategoryTree> {
        self.query(|connection| {
            let rows: Vec<CategoryRow> = categories::table.select(CategoryRow::as_select()).load(connection)?;
            Ok(rows.iter().map(CategoryRow::category).collect::<Result<_, _>>()?)
        })
    }

    fn categories_to_change(&mut self) -> StoreResult<CategoryTree> {
        let first = || categories::table.select(categories::id).order(categories::id.asc()).limit(1);
        let contended = self.execute(|connection| {
            let Some(id) = first().get_result::<String>(connection).optional()? else { return Ok(false) };
            // All transactions lock the first row. If it is no longer the first one, others may lock a different row.
            let itself = diesel::update(categories::table.filter(categories::id.eq(&id)));
            let locked = itself.set(categories::position.eq(categories::position)).execute(connection)? == 1;
            Ok(!locked || first().get_result::<String>(connection).optional()? != Some(id))
        })?;
        if contended { Err(self.conflict()) } else { self.categories() }
    }

    fn insert_category(&mut self, category: &Category) -> StoreResult<()> {
        self.touched.catalogue();
        let row = CategoryRow::of(category);
        self.execute(|connection| {
            diesel::insert_into(categories::table).values(row).execute(connection)?;
            Ok(())
        })
    }

    fn update_category(&mut self, category: &Category) -> StoreResult<bool> {
        self.touched.catalogue();
        let row = CategoryRow::of(category);
        let with_id = categories::table.filter(categories::id.eq(row.id.clone()));
        self.execute(|connection| Ok(diesel::update(with_id).set(&row).execute(connection)? == 1))
    }

    fn delete_category(&mut self, id: &CategoryId) -> StoreResult<bool> {
        self.touched.catalogue();
        let with_id = categories::table.filter(categories::id.eq(id.to_string()));
        self.execute(|connection| Ok(diesel::delete(with_id).execute(connection)? == 1))
    }

    fn parts_of_category(&mut self, id: &CategoryId, page: &Page<PartId>) -> StoreResult<Vec<PartId>> {
        let in_category = listings::table
            .filter(listings::category_id.eq(id.to_string()))
            .filter(listings::part_id.gt(start_of(page)))
            .select(listings::part_id)
            .order(listings::part_id.asc())
            .limit(page.limit.into());
        self.query(|connection| Ok(part_ids(&in_category.load(connection)?)?))
    }
}
