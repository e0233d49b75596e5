//! Parts as listed for admins.

use super::{BrandRow, CardRow, StockedPartRow, all_parts, card, part_ids, texts};
use crate::{
    schema::{brands, listings as listing_rows, parts, stock as stock_rows},
    stored::{Refused, Stored},
    transaction::SqlTransaction,
};
use autoparts_application::ports::{
    catalogue::managing::{ManagedList, ManagedPart, ManagedPartRepository},
    page::Page,
    store_error::StoreResult,
};
use autoparts_domain::{id::PartId, quantity::Stock};
use diesel::prelude::*;
use std::collections::BTreeMap;

/// Sorts after every id.
const END: &str = "~";

/// A part with its reorder point.
#[derive(Queryable, Selectable)]
#[diesel(table_name = parts)]
struct ManagedRow {
    #[diesel(embed)]
    part: StockedPartRow,
    #[diesel(select_expression = stock_rows::reorder_at)]
    reorder_at: i64,
}

type ManagedRows = (ManagedRow, Option<CardRow>, Option<BrandRow>);

fn managed((ManagedRow { part, reorder_at }, listing, brand): ManagedRows) -> Result<ManagedPart, Refused> {
    let record = part.record()?;
    let reorder_at = Stored::row("stock", &part.part.id).value("reorder_at", Stock::new(reorder_at))?;
    Ok(ManagedPart {
        card: card(&(part, listing, brand))?,
        hidden: record.hidden,
        revision: record.revision,
        changed_at: record.changed_at,
        reorder_at,
    })
}

impl ManagedPartRepository for SqlTransaction<'_> {
    fn managed_part_ids(&mut self, list: ManagedList, page: &Page<PartId>) -> StoreResult<Vec<PartId>> {
        let before = page.after.map_or_else(|| END.to_owned(), |after| after.to_string());
        let limit = i64::from(page.limit);
        let of_parts = || parts::table.select(parts::id).order(parts::id.desc()).limit(limit);
        let in_stock = || {
            let joined = stock_rows::table.inner_join(parts::table).select(stock_rows::part_id);
            joined.filter(parts::hidden.eq(false)).order(stock_rows::part_id.desc()).limit(limit)
        };
        let sold_out = || stock_rows::available.lt(parts::minimum_order);
        self.query(|connection| {
            let ids: Vec<String> = match list {
                ManagedList::Shown => {
                    of_parts().filter(parts::hidden.eq(false)).filter(parts::id.lt(before)).load(connection)
                }
                // Spelled as in the index of hidden parts, so that it is used.
                ManagedList::Hidden => of_parts().filter(parts::hidden).filter(parts::id.lt(before)).load(connection),
                ManagedList::SoldOut => {
                    in_stock().filter(sold_out()).filter(stock_rows::part_id.lt(before)).load(connection)
                }
                ManagedList::Low => in_stock()
                    .filter(stock_rows::available.le(stock_rows::reorder_at).or(sold_out()))
                    .filter(stock_rows::part_id.lt(before))
                    .load(connection),
            }?;
            Ok(part_ids(&ids)?)
        })
    }

    fn managed_parts(&mut self, ids: &[PartId]) -> StoreResult<Vec<ManagedPart>> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let found: Vec<ManagedPart> = self.query(|connection| {
            let rows: Vec<ManagedRows> = all_parts!()
                .filter(parts::id.eq_any(texts(ids)))
                .select((ManagedRow::as_select(), Option::<CardRow>::as_select(), Option::<BrandRow>::as_select()))
                .load(connection)?;
            Ok(rows.into_iter().map(managed).collect::<Result<_, _>>()?)
        })?;
        let mut by_id: BTreeMap<PartId, ManagedPart> =
            found.into_iter().map(|part| (part.card.part.id, part)).collect();
        Ok(ids.iter().filter_map(|id| by_id.remove(id)).collect())
    }
}
