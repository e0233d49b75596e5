//! Rules about the shop's own rates.

#![expect(clippy::indexing_slicing, reason = "these are tests, and a panic is how a test fails")]

use super::{Shared, add_part};
use crate::samples::{destination, part, rates};
use autoparts_application::ports::{
    generations::Source,
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::{
    catalogue::listing::{Grams, Listing, Parcel},
    rates::{PartsPerMillion, Rates, TaxRate, TaxRule, TaxRules},
};

async fn found(store: &Shared) -> Rates {
    store.read(|tx| tx.rates()).await.unwrap()
}

async fn save(store: &Shared, rates: Rates) -> StoreResult<()> {
    store.write(move |tx| tx.save_rates(&rates)).await
}

pub async fn rates_are_found_as_they_were_saved(store: Shared) {
    assert_eq!(found(&store).await, Rates::default());
    save(&store, rates()).await.unwrap();
    let saved = found(&store).await;
    assert_eq!(saved, Rates { revision: 1, ..rates() });
    assert!(saved.taxes.at(&destination().place).is_some());
}

pub async fn rates_of_postal_codes_are_found_as_they_were_saved(store: Shared) {
    let Rates { mut shipping, taxes, .. } = rates();
    let highlands = |text: &str| vec![text.parse().unwrap(), "KW".parse().unwrap()];
    for method in &mut shipping {
        method.rule.countries = vec!["GB".parse().unwrap()];
        method.rule.except_postal_prefixes = highlands("IV");
    }
    shipping[0].rule.postal_prefixes = highlands("IV 5");
    let canaries = |region: Option<&str>, prefix: &str| TaxRule {
        country: "ES".parse().unwrap(),
        region: region.map(|region| region.parse().unwrap()),
        postal_prefixes: vec![prefix.parse().unwrap(), "38".parse().unwrap()],
        tax: TaxRate { rate: PartsPerMillion::new(70_000).unwrap(), on_shipping: true, on_core: false },
    };
    let all = taxes.iter().cloned().chain([canaries(None, "35"), canaries(Some("Tenerife"), "35")]);
    let saved = Rates { revision: 0, shipping, taxes: TaxRules::new(all).unwrap() };
    save(&store, saved.clone()).await.unwrap();
    assert_eq!(found(&store).await, Rates { revision: 1, ..saved });
    save(&store, Rates { revision: 1, ..rates() }).await.unwrap();
    assert_eq!(found(&store).await, Rates { revision: 2, ..rates() });
}

pub async fn rates_are_replaced_as_a_whole(store: Shared) {
    save(&store, rates()).await.unwrap();
    let Rates { mut shipping, .. } = rates();
    shipping.reverse();
    shipping.pop();
    let fewer = Rates { revision: 1, shipping, taxes: TaxRules::default() };
    save(&store, fewer.clone()).await.unwrap();
    assert_eq!(found(&store).await, Rates { revision: 2, ..fewer });
}

pub async fn stale_rates_conflict(store: Shared) {
    for (revision, is_saved) in [(1, false), (0, true), (0, false), (2, false), (1, true), (1, false)] {
        let result = save(&store, Rates { revision, ..rates() }).await;
        assert_eq!(result.is_ok(), is_saved, "{revision}");
        assert!(is_saved || matches!(result, Err(StoreError::Contention)), "{revision}: {result:?}");
    }
}

pub async fn a_change_of_rates_raises_its_generation(store: Shared) {
    let number = || store.generations().current(Source::Rates);
    let before = number();
    save(&store, rates()).await.unwrap();
    assert!(number() > before);
}

pub async fn the_weights_of_several_parts_are_read_at_once(store: Shared) {
    let parcel = |grams: i64, hazmat| Parcel { weight: Some(Grams::new(grams).unwrap()), hazmat, ..Parcel::default() };
    let parcels = [(1, parcel(400, false)), (2, parcel(9_000, true)), (3, Parcel::default())];
    for (number, parcel) in parcels {
        add_part(&store, &part(number, 1)).await;
        let listing = Listing { parcel, ..Listing::default() };
        store.write(move |tx| tx.save_listing(&part(number, 1).id, &listing)).await.unwrap();
    }
    add_part(&store, &part(4, 1)).await;
    let ids: Vec<_> = (1..=5).map(|number| part(number, 1).id).collect();
    let mut read = store.read(move |tx| tx.parcels(&ids)).await.unwrap();
    read.sort_by_key(|(part, _)| *part);
    assert_eq!(read, parcels.map(|(number, parcel)| (part(number, 1).id, parcel)));
}
