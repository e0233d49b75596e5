//! The shop's own rates.

use super::MemoryTransaction;
use autoparts_application::ports::{
    rates::RatesRepository,
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::{catalogue::listing::Parcel, id::PartId, rates::Rates};

impl RatesRepository for MemoryTransaction {
    fn rates(&mut self) -> StoreResult<Rates> {
        self.query(|tables| Ok(tables.rates.clone()))
    }

    fn save_rates(&mut self, rates: &Rates) -> StoreResult<()> {
        self.touched.rates();
        self.change(|tables| {
            if tables.rates.revision != rates.revision {
                return Err(StoreError::Contention);
            }
            tables.rates = Rates { revision: rates.revision + 1, ..rates.clone() };
            Ok(())
        })
    }

    fn parcels(&mut self, parts: &[PartId]) -> StoreResult<Vec<(PartId, Parcel)>> {
        self.query(|tables| {
            let parcel = |id: &PartId| {
                let Parcel { weight, hazmat, .. } = tables.listings.get(id)?.parcel;
                Some((*id, Parcel { weight, hazmat, ..Parcel::default() }))
            };
            Ok(parts.iter().filter_map(parcel).collect())
        })
    }
}
