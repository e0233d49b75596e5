//! Shipping and tax: editing rates, and their effect on quotes and orders.

use autoparts_application::{
    accounts::access::AccessDenied,
    orders::{
        ordering_error::OrderingError,
        placing::{PlaceOrder, SendTo},
        quoting::{QuoteRequest, Quoted, ShippingChoice},
    },
    ports::{
        rates::{RatesError, ShippingRates},
        store::Store,
    },
    rates::{ManageRatesError, RatesPreview, StoredRates},
    use_case_error::UseCaseError::{Denied, Refused},
};
use autoparts_domain::{
    accounts::Role,
    catalogue::listing::{Grams, Listing, Parcel},
    destination::{Country, Destination, Place},
    id::{PartId, ShippingMethodId},
    money::Money,
    rates::{Consignment, NotOffered, Rates, ShippingOffer, TaxRules},
    text::ShippingName,
    validation::ValidationError,
};
use autoparts_testing::{
    samples::{destination, place, rates},
    test_shop::TestShop,
};

use async_trait::async_trait;
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// A shop with rates, and a part of 38 dollars that weighs a kilogram.
async fn shop_with_rates() -> (TestShop, PartId) {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let part = weighing(&test_shop, 1_000, false).await;
    test_shop.shop.save_rates(admin, rates()).await.unwrap();
    (test_shop, part)
}

async fn weighing(test_shop: &TestShop, grams: i64, hazmat: bool) -> PartId {
    let part = test_shop.part(1, 100, 3_800).await;
    let parcel = Parcel { weight: Some(Grams::new(grams).unwrap()), hazmat, ..Parcel::default() };
    let listing = Listing { parcel, ..Listing::default() };
    test_shop.shop.store.write(move |tx| tx.save_listing(&part, &listing)).await.unwrap();
    part
}

async fn quoted(test_shop: &TestShop, part: PartId, pieces: i64, place: Option<Place>) -> Quoted {
    let lines = TestShop::single_order(part, pieces).lines;
    test_shop.shop.quote(QuoteRequest { place, ..QuoteRequest::of(lines) }).await.unwrap()
}

fn checkout(part: PartId, pieces: i64, to: Destination, cents: i64) -> PlaceOrder {
    PlaceOrder {
        send_to: SendTo::Destination(Box::new(to)),
        expected_total: Money::from_cents(cents),
        ..TestShop::single_order(part, pieces)
    }
}

fn express() -> Option<ShippingMethodId> {
    rates().shipping.get(1).map(|method| method.id)
}

#[tokio::test]
async fn only_admins_save_rates_and_it_is_audited() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let marta = test_shop.customer("marta").await;
    for refused in [test_shop.shop.rates(marta).await, test_shop.shop.save_rates(marta, rates()).await] {
        assert!(matches!(refused, Err(Denied(AccessDenied::Forbidden))), "{refused:?}");
    }
    assert_eq!(test_shop.shop.rates(admin).await.unwrap(), Rates::default());
    let saved = test_shop.shop.save_rates(admin, rates()).await.unwrap();
    assert_eq!((saved.revision, test_shop.shop.rates(admin).await.unwrap()), (1, saved));
    let log = test_shop.audit_log().await;
    let detail = log.last().and_then(|entry| entry.detail.clone());
    let detail = detail.unwrap();
    assert!(detail.starts_with("shipping methods: 2, taxes: 2\nshipping "), "{detail}");
    assert_eq!(detail.lines().count(), 5, "a line for each rate: {detail}");
    let stale = test_shop.shop.save_rates(admin, rates()).await;
    assert!(matches!(stale, Err(Refused(ManageRatesError::ChangedMeanwhile))), "{stale:?}");
}

#[tokio::test]
async fn shipping_methods_are_limited_and_distinct() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let method = rates().shipping.remove(0);
    for (count, why) in [(51, ValidationError::TooMany { max: 50 }), (2, ValidationError::Repeated)] {
        let refused =
            test_shop.shop.save_rates(admin, Rates { shipping: vec![method.clone(); count], ..rates() }).await;
        assert!(matches!(refused, Err(Refused(ManageRatesError::Shipping(said))) if said == why), "{refused:?}");
    }
}

#[tokio::test]
async fn a_new_shop_has_no_extra_charges() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let part = test_shop.part(1, 10, 3_800).await;
    let quoted = quoted(&test_shop, part, 2, Some(destination().place)).await;
    assert_eq!((quoted.shipping, quoted.place_is_missing), (ShippingChoice::NotCharged, false));
    assert_eq!(quoted.quote.total(), Money::from_cents(7_600));
    let id = test_shop.shop.check_out(marta, checkout(part, 2, destination(), 7_600)).await.unwrap();
    let order = test_shop.stored_order(id).await;
    assert_eq!(order.snapshot().destination, Some(destination()));
    assert_eq!(order.snapshot().address.as_str(), "Marta Novak, 48 Foundry Lane, Unit 3, Dayton, OH 45402, US");
    test_shop.check_books().await;
}

#[tokio::test]
async fn a_quote_without_a_place_lists_it_as_missing() {
    let (test_shop, part) = shop_with_rates().await;
    let unknown = quoted(&test_shop, part, 2, None).await;
    assert_eq!((&unknown.shipping, unknown.chosen), (&ShippingChoice::PlaceUnknown, None));
    assert_eq!((unknown.quote.total(), unknown.place_is_missing), (Money::from_cents(7_600), true));
    let known = quoted(&test_shop, part, 2, Some(destination().place)).await;
    let ShippingChoice::Offered(offers) = &known.shipping else { panic!("{known:?}") };
    let prices: Vec<_> = offers.iter().map(|offer| (offer.name.as_str(), offer.price.cents())).collect();
    assert_eq!(prices, [("Ground", 990 + 240), ("Express", 2_490 + 240)]);
    assert_eq!((known.chosen, known.place_is_missing), (rates().shipping.first().map(|method| method.id), false));
    let tax = 437 + 71;
    assert_eq!(known.quote.tax(), Money::from_cents(tax));
    assert_eq!(known.quote.total(), Money::from_cents(7_600 + 1_230 + tax));
    // Only express ships abroad, where no tax is due.
    let abroad = quoted(&test_shop, part, 2, Some(place("DE", "", "10115"))).await;
    assert_eq!((abroad.chosen, abroad.quote.total()), (express(), Money::from_cents(7_600 + 2_730)));
}

#[tokio::test]
async fn a_checkout_charges_and_stores_the_quoted_amounts() {
    let (test_shop, part) = shop_with_rates().await;
    let marta = test_shop.customer("marta").await;
    let total = 7_600 + 1_230 + 508;
    for cents in [7_600, total - 1, total + 1] {
        let refused = test_shop.shop.check_out(marta, checkout(part, 2, destination(), cents)).await;
        assert!(
            matches!(refused, Err(Refused(OrderingError::PriceChanged { total: now })) if now.cents() == total),
            "{cents}"
        );
    }
    let id = test_shop.shop.check_out(marta, checkout(part, 2, destination(), total)).await.unwrap();
    let order = test_shop.stored_order(id).await;
    let charges = &order.snapshot().charges;
    let method = charges.method.as_ref().map(ShippingName::as_str);
    assert_eq!((method, charges.shipping.cents(), charges.shipping_tax.cents()), (Some("Ground"), 1_230, 71));
    assert_eq!((order.snapshot().lines.first().tax.cents(), order.snapshot().total.cents()), (437, total));
    let express = PlaceOrder { shipping: express(), ..checkout(part, 1, destination(), 3_800 + 2_610 + 219 + 150) };
    assert!(test_shop.shop.check_out(marta, express).await.is_ok());
    test_shop.check_books().await;
}

#[tokio::test]
async fn parts_that_cannot_be_shipped_there_are_not_sold() {
    let (test_shop, part) = shop_with_rates().await;
    let marta = test_shop.customer("marta").await;
    let ground = rates().shipping.first().map(|method| method.id);
    let abroad = Destination { place: place("DE", "", "10115"), ..destination() };
    let oil = weighing(&test_shop, 1_000, true).await;
    let gone = Some(test_shop.shop.ids.next());
    for (part, to, shipping) in [(part, &abroad, ground), (oil, &destination(), ground), (part, &destination(), gone)] {
        let command = PlaceOrder { shipping, ..checkout(part, 1, to.clone(), 1) };
        let refused = test_shop.shop.check_out(marta, command).await;
        assert!(matches!(refused, Err(Refused(OrderingError::NoShipping))), "{refused:?}");
    }
    assert_eq!(test_shop.stock(part).await, 100);
}

#[tokio::test]
async fn orders_with_extra_charges_require_the_checkout() {
    let (test_shop, part) = shop_with_rates().await;
    let marta = test_shop.customer("marta").await;
    let admin = test_shop.person("olga", Role::Admin).await;
    let order = async || test_shop.shop.place_order(marta, TestShop::single_order(part, 1)).await;
    assert!(matches!(order().await, Err(Refused(OrderingError::CheckoutRequired))));
    let in_words = test_shop.shop.check_out(marta, TestShop::single_order(part, 1)).await;
    assert!(matches!(in_words, Err(Refused(OrderingError::CheckoutRequired))), "an address in words evades nothing");
    // Disabled methods, taxes only, and nothing at all.
    let mut off = Rates { revision: 1, taxes: TaxRules::default(), ..rates() };
    off.shipping.iter_mut().for_each(|method| method.rule.active = false);
    test_shop.shop.save_rates(admin, off).await.unwrap();
    assert!(matches!(order().await, Err(Refused(OrderingError::CheckoutRequired))));
    let refused = test_shop.shop.check_out(marta, checkout(part, 1, destination(), 3_800)).await;
    assert!(
        matches!(refused, Err(Refused(OrderingError::NoShipping))),
        "a disabled shipping method is not free: {refused:?}"
    );
    let taxes = Rates { revision: 2, shipping: Vec::new(), ..rates() };
    test_shop.shop.save_rates(admin, taxes).await.unwrap();
    assert!(matches!(order().await, Err(Refused(OrderingError::CheckoutRequired))));
    let nothing = Rates { revision: 3, ..Rates::default() };
    test_shop.shop.save_rates(admin, nothing).await.unwrap();
    assert!(order().await.is_ok());
}

#[tokio::test]
async fn a_core_charge_is_added_to_the_price_and_requires_checkout() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let part = test_shop.part_with_core(10, 3_800, 500).await;
    let refused = test_shop.shop.place_order(marta, TestShop::single_order(part, 2)).await;
    assert!(matches!(refused, Err(Refused(OrderingError::CheckoutRequired))), "{refused:?}");
    assert!(test_shop.shop.check_out(marta, checkout(part, 2, destination(), 8_600)).await.is_ok());
    test_shop.check_books().await;
}

#[tokio::test]
async fn a_key_also_covers_shipping_method_and_destination() {
    let (test_shop, part) = shop_with_rates().await;
    let marta = test_shop.customer("marta").await;
    let keyed = |command| PlaceOrder { idempotency_key: Some("click-1".to_owned()), ..command };
    let total = 3_800 + 1_110 + 219 + 64;
    let first = test_shop.shop.check_out(marta, keyed(checkout(part, 1, destination(), total))).await.unwrap();
    let elsewhere = Destination { city: "Akron".parse().unwrap(), ..destination() };
    let by_express = PlaceOrder { shipping: express(), ..checkout(part, 1, destination(), total) };
    for other in [checkout(part, 1, elsewhere, total), by_express] {
        let refused = test_shop.shop.check_out(marta, keyed(other)).await;
        assert!(matches!(refused, Err(Refused(OrderingError::KeyReused))), "{refused:?}");
    }
    let again = test_shop.shop.check_out(marta, keyed(checkout(part, 1, destination(), total))).await;
    assert_eq!(again.unwrap(), first);
}

#[tokio::test]
async fn an_admin_previews_the_charges_of_an_order() {
    let (test_shop, _) = shop_with_rates().await;
    let admin = test_shop.person("olga", Role::Admin).await;
    let preview = RatesPreview {
        place: place("US", "OH", ""),
        consignment: Consignment { grams: 11_800, hazmat: true, goods: 27_600 },
        cores: Money::from_cents(9_000).unwrap(),
    };
    let result = test_shop.shop.preview_rates(admin, preview).await.unwrap();
    let offers: Vec<_> =
        result.shipping.iter().map(|(_, offer)| offer.as_ref().map(|offer| offer.price.cents())).collect();
    assert_eq!(offers, [Err(&NotOffered::Hazmat), Ok(2_490 + 1_416)]);
    assert_eq!(result.tax_on_goods, Money::from_cents(1_587));
}

/// The shop's own rates, which an admin changes between the calls for shipping and for tax.
struct RatesChangedAfterOffers {
    rates: StoredRates,
    store: Arc<dyn Store>,
    is_changed: AtomicBool,
}

#[async_trait]
impl ShippingRates for RatesChangedAfterOffers {
    async fn is_charged(&self) -> Result<bool, RatesError> {
        ShippingRates::is_charged(&self.rates).await
    }

    async fn depends_on_postal_code(&self, country: Country) -> Result<bool, RatesError> {
        ShippingRates::depends_on_postal_code(&self.rates, country).await
    }

    async fn version(&self) -> Result<i64, RatesError> {
        ShippingRates::version(&self.rates).await
    }

    async fn offers(&self, consignment: &Consignment, to: &Place) -> Result<Vec<ShippingOffer>, RatesError> {
        let offers = self.rates.offers(consignment, to).await?;
        if !self.is_changed.swap(true, Ordering::Relaxed) {
            let others = Rates { shipping: rates().shipping.split_off(1), taxes: TaxRules::default(), revision: 1 };
            self.store.write(move |tx| tx.save_rates(&others)).await?;
        }
        Ok(offers)
    }
}

#[tokio::test]
async fn one_state_of_the_rates_prices_an_order_and_a_quote() {
    for is_quote in [false, true] {
        let (mut test_shop, part) = shop_with_rates().await;
        let marta = test_shop.customer("marta").await;
        let store = test_shop.shop.store.clone();
        let clock = test_shop.shop.clock.clone();
        let stored = StoredRates::new(store.clone(), clock);
        test_shop.shop.shipping =
            Arc::new(RatesChangedAfterOffers { rates: stored, store, is_changed: AtomicBool::new(false) });
        let (charges, tax) = if is_quote {
            let quoted = quoted(&test_shop, part, 1, Some(destination().place)).await;
            (quoted.chosen, quoted.quote.tax())
        } else {
            let request = PlaceOrder { expected_total: None, ..checkout(part, 1, destination(), 0) };
            let order = test_shop.shop.check_out(marta, request).await.unwrap();
            let order = test_shop.stored_order(order).await;
            let name = order.snapshot().charges.method.clone();
            let all = rates().shipping;
            let chosen = all.into_iter().find(|method| Some(&method.rule.name) == name.as_ref());
            (chosen.map(|method| method.id), order.snapshot().lines.iter().map(|line| line.tax).next())
        };
        assert_eq!((charges, tax), (express(), Some(Money::ZERO)), "not Ground, which is of the state before");
    }
}
