//! Parts and their stock.

use super::{
    MemoryTransaction,
    tables::{ListedPart, Tables, ascending, claim, require},
};
use crate::ports::{
    catalogue::{PartRepository, StockAccount},
    page::Page,
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::{
    catalogue::Part,
    id::PartId,
    quantity::{Quantity, Stock},
};

fn shown(tables: &Tables, id: PartId, listed: &ListedPart) -> StoreResult<Part> {
    let available = tables.stock.get(&id).map_or(0, |account| account.available);
    Ok(Part {
        id,
        details: listed.details.clone(),
        available: Stock::new(available).map_err(|why| StoreError::Failed(Box::new(why)))?,
    })
}

impl PartRepository for MemoryTransaction {
    fn part(&mut self, id: &PartId) -> StoreResult<Option<Part>> {
        self.look(|tables| {
            let listed = tables.parts.get(id).filter(|listed| !listed.hidden);
            listed.map(|listed| shown(tables, *id, listed)).transpose()
        })
    }

    fn parts(&mut self, page: &Page<PartId>) -> StoreResult<Vec<Part>> {
        self.look(|tables| {
            let listed = tables.parts.iter().filter(|(_, listed)| !listed.hidden);
            ascending(listed.map(|(id, listed)| (*id, (*id, listed))), page)
                .into_iter()
                .map(|(id, listed)| shown(tables, id, listed))
                .collect()
        })
    }

    fn insert_part(&mut self, part: &Part) -> StoreResult<()> {
        let listed = ListedPart { details: part.details.clone(), hidden: false };
        let account =
            StockAccount { part: part.id, supplied: part.available.pieces(), available: part.available.pieces() };
        self.change(|tables| {
            claim(&mut tables.parts, part.id, listed)?;
            claim(&mut tables.stock, part.id, account)
        })
    }

    fn hide_part(&mut self, id: &PartId) -> StoreResult<bool> {
        self.change(|tables| {
            let listed = tables.parts.get_mut(id).filter(|listed| !listed.hidden);
            Ok(listed.map(|listed| listed.hidden = true).is_some())
        })
    }

    fn take_stock(&mut self, id: &PartId, quantity: Quantity) -> StoreResult<bool> {
        self.change(|tables| {
            let account = tables.stock.get_mut(id);
            let enough = account.filter(|account| account.available >= quantity.pieces());
            Ok(enough.map(|account| account.available -= quantity.pieces()).is_some())
        })
    }

    fn part_stock(&mut self, id: &PartId) -> StoreResult<i64> {
        self.look(|tables| Ok(tables.stock.get(id).map_or(0, |account| account.available)))
    }

    fn return_stock(&mut self, id: &PartId, quantity: Quantity) -> StoreResult<()> {
        self.change(|tables| {
            let Some(account) = tables.stock.get_mut(id) else {
                return require(false, "there is no such part");
            };
            account.available += quantity.pieces();
            require(account.available <= account.supplied, "more came back than was supplied")
        })
    }

    fn stock_accounts(&mut self, page: &Page<PartId>) -> StoreResult<Vec<StockAccount>> {
        self.look(|tables| Ok(ascending(tables.stock.iter().map(|(id, account)| (*id, *account)), page)))
    }
}
