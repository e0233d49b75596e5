//! What lines would cost and whether they can be had now, for everybody; changes nothing.

use crate::{
    orders::placing::OrderingError,
    ports::{store::Transaction, store_error::StoreResult},
    shop::Shop,
};
use autoparts_domain::{
    catalogue::Part,
    id::PartId,
    orders::{
        Lines,
        pricing::{self, Quote, RequestedLine},
    },
};
use std::collections::{BTreeMap, BTreeSet};

impl Shop {
    /// Prices and judges lines as an order would at this moment. Refuses none and too many.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn quote(&self, lines: Vec<RequestedLine>) -> Result<Quote, OrderingError> {
        Lines::check_count(lines.len())?;
        self.store.read(move |tx| Ok(pricing::quote(&lines, &parts_of(tx, &lines)?))).await
    }
}

/// The parts of some lines that are in the catalogue.
pub(super) fn parts_of(tx: &mut dyn Transaction, lines: &[RequestedLine]) -> StoreResult<BTreeMap<PartId, Part>> {
    let ids: BTreeSet<PartId> = lines.iter().map(|line| line.part).collect();
    let ids: Vec<PartId> = ids.into_iter().collect();
    Ok(tx.parts_by_id(&ids)?.into_iter().map(|part| (part.id, part)).collect())
}
