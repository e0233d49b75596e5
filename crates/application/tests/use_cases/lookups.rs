//! Mappings of supplier codes.

use autoparts_application::{
    ports::{
        store::{Store, Transaction},
        store_error::StoreResult,
        vehicles::{Lookup, LookupKind},
    },
    vehicles::lookups::save_known_lookups,
};
use autoparts_domain::text::SupplierCode;
use autoparts_testing::memory::MemoryStore;

#[tokio::test]
async fn a_position_code_may_mean_no_position() {
    let store: &dyn Store = &MemoryStore::default();
    for (kind, value, saved) in [
        (LookupKind::Position, "none", "none"),
        (LookupKind::Position, " None ", "none"),
        (LookupKind::Position, "Front", "Front"),
        (LookupKind::Condition, "None", "None"),
    ] {
        let scheme: SupplierCode = "aces".parse().unwrap();
        let code: SupplierCode = "1".parse().unwrap();
        let lookup = Lookup { scheme: scheme.clone(), kind, code: code.clone(), value: value.to_owned() };
        let save = move |tx: &mut dyn Transaction| {
            let refused = save_known_lookups(tx, std::slice::from_ref(&lookup))?;
            StoreResult::Ok((refused.len(), tx.lookup(&scheme, kind, &code)?))
        };
        let (refused, known) = store.write(save).await.unwrap();
        assert_eq!((refused, known.map(|lookup| lookup.value)), (0, Some(saved.to_owned())), "{value}");
    }
}
