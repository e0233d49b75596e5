//! Vehicles of order lines: what a customer must confirm if a part may not fit, and what the order records.

use autoparts_application::{
    orders::{
        fits::LineFit,
        ordering_error::{OrderingError, OrderingResult},
        placing::{PlaceOrder, RequestedLine},
        quoting::QuoteRequest,
    },
    ports::page::Page,
    use_case_error::UseCaseError::Refused,
};
use autoparts_domain::{
    fitment::{About, Application, FitSnapshot, RequestedFit, VerdictKind},
    id::{ConditionId, OrderId, PartId, UserId},
    orders::Line,
    text::ConditionWords,
};
use autoparts_testing::{
    clock::numbered,
    samples::{application, condition, vehicles},
    test_shop::TestShop,
};

const CIVIC: &str = "2018/honda/civic";
const CIVIC_2_0: &str = "2018/honda/civic/2.0l-l4-gas";

/// A shop with vehicles, condition 1 about the vehicle and 2 about the part, and a customer.
struct Sale {
    test_shop: TestShop,
    customer: UserId,
}

impl Sale {
    async fn new() -> Self {
        let test_shop = TestShop::default();
        let customer = test_shop.customer("marta").await;
        let filled = test_shop.shop.store.write(|tx| {
            tx.save_vehicles(&vehicles())?;
            tx.insert_condition(&condition(1, About::Vehicle))?;
            tx.insert_condition(&condition(2, About::Part))
        });
        filled.await.unwrap();
        Self { test_shop, customer }
    }

    /// Adds a part that fits Civics according to these applications.
    async fn part(&self, applications: Vec<Application<ConditionId>>) -> PartId {
        let part = self.test_shop.part(1, 100, 3_800).await;
        self.list(part, applications).await;
        part
    }

    async fn list(&self, part: PartId, applications: Vec<Application<ConditionId>>) {
        let civic = "honda/civic".parse().unwrap();
        let write = self.test_shop.shop.store.write(move |tx| tx.replace_applications(&part, &civic, &applications));
        write.await.unwrap();
    }

    async fn order(&self, lines: Vec<RequestedLine>, key: Option<&str>) -> OrderingResult<OrderId> {
        let request = PlaceOrder { lines, idempotency_key: key.map(ToOwned::to_owned), ..TestShop::order_of(&[]) };
        self.test_shop.shop.check_out(self.customer, request).await
    }

    /// The fit recorded with each line of an order.
    async fn agreed(&self, order: OrderId) -> Vec<Option<FitSnapshot>> {
        let order = self.test_shop.stored_order(order).await;
        order.snapshot().lines.iter().map(|line: &Line| line.fit.clone()).collect()
    }

    /// Like [`Self::agreed`], for an order of one line.
    async fn agreed_for(&self, line: RequestedLine) -> FitSnapshot {
        let order = self.order(vec![line], None).await.unwrap();
        self.agreed(order).await.pop().flatten().unwrap()
    }
}

fn for_vehicle(part: PartId, vehicle: &str, ticks: &[&str]) -> RequestedLine {
    let ticks = ticks.iter().map(|tick| tick.parse().unwrap()).collect();
    RequestedLine { part, quantity: None, fit: Some(RequestedFit { vehicle: vehicle.parse().unwrap(), ticks }) }
}

fn without_vehicle(part: PartId) -> RequestedLine {
    RequestedLine { part, quantity: None, fit: None }
}

fn words(fit: &FitSnapshot) -> Vec<&str> {
    fit.conditions.iter().map(ConditionWords::as_str).collect()
}

#[tokio::test]
async fn a_part_that_fits_needs_no_confirmation_and_the_fit_is_recorded() {
    let sale = Sale::new().await;
    let part = sale.part(vec![application(2016, 2020, &[2])]).await;
    let fit = sale.agreed_for(for_vehicle(part, CIVIC_2_0, &[])).await;
    assert_eq!((fit.verdict, fit.confirmed, fit.name.as_str()), (VerdictKind::Fits, false, "2018 Honda Civic 2.0L L4"));
    assert_eq!(words(&fit), ["With package 2"], "the note on the part");
}

#[tokio::test]
async fn a_part_that_is_not_listed_needs_confirmation() {
    let sale = Sale::new().await;
    let part = sale.part(vec![application(2019, 2020, &[])]).await;
    let refused = sale.order(vec![for_vehicle(part, CIVIC, &[]), for_vehicle(part, CIVIC, &["v8"])], None).await;
    assert!(matches!(refused, Err(Refused(OrderingError::FitNotConfirmed { lines: 2 }))), "{refused:?}");
    assert_eq!(sale.test_shop.stock(part).await, 100, "nothing is taken");
    let fit = sale.agreed_for(for_vehicle(part, CIVIC, &["not_listed"])).await;
    assert_eq!((fit.verdict, fit.confirmed, words(&fit)), (VerdictKind::DoesNotFit, true, vec![]));
}

#[tokio::test]
async fn every_condition_must_be_confirmed() {
    let sale = Sale::new().await;
    let only_2_0 = Application { engine: Some("2.0l-l4-gas".parse().unwrap()), ..application(2016, 2020, &[1]) };
    let part = sale.part(vec![only_2_0]).await;
    let one = numbered(1).to_string();
    for not_enough in [&[][..], &["not_listed"], &[&one], &["2.0l-l4-gas"]] {
        let refused = sale.order(vec![for_vehicle(part, CIVIC, not_enough)], None).await;
        assert!(
            matches!(refused, Err(Refused(OrderingError::FitNotConfirmed { lines: 1 }))),
            "{not_enough:?}: {refused:?}"
        );
    }
    let fit = sale.agreed_for(for_vehicle(part, CIVIC, &["2.0l-l4-gas", &one])).await;
    assert_eq!((fit.verdict, fit.confirmed), (VerdictKind::FitsIf, true));
    assert_eq!(words(&fit), ["Engine: 2.0L L4", "With package 1"]);
}

#[tokio::test]
async fn an_unknown_fit_can_be_ordered_and_is_recorded_as_unknown() {
    let sale = Sale::new().await;
    let part = sale.part(Vec::new()).await;
    let fit = sale.agreed_for(for_vehicle(part, CIVIC, &[])).await;
    assert_eq!((fit.verdict, fit.confirmed), (VerdictKind::Unknown, false));
}

#[tokio::test]
async fn a_snapshot_stays_when_the_data_changes() {
    let sale = Sale::new().await;
    let part = sale.part(vec![application(2016, 2020, &[])]).await;
    let order = sale.order(vec![for_vehicle(part, CIVIC, &[]), without_vehicle(part)], None).await.unwrap();
    let before = sale.agreed(order).await;
    assert!(before.first().is_some_and(Option::is_some) && before.get(1) == Some(&None), "{before:?}");
    sale.list(part, vec![application(2000, 2001, &[])]).await;
    assert_eq!(sale.agreed(order).await, before);
}

#[tokio::test]
async fn a_vehicle_has_to_exist() {
    let sale = Sale::new().await;
    let part = sale.part(vec![application(2016, 2020, &[])]).await;
    let unknown = ["2018/honda/jazz", "2018/bmw/civic", "1999/honda/civic", "2018/honda/civic/v8"];
    for vehicle in unknown {
        let refused = sale.order(vec![for_vehicle(part, vehicle, &["not_listed"])], None).await;
        assert!(matches!(refused, Err(Refused(OrderingError::NoSuchVehicle))), "{vehicle}: {refused:?}");
    }
}

#[tokio::test]
async fn quotes_show_which_lines_need_confirmation() {
    let sale = Sale::new().await;
    let part = sale.part(vec![application(2016, 2020, &[1])]).await;
    let one = numbered(1).to_string();
    let lines = vec![
        for_vehicle(part, CIVIC, &[]),
        for_vehicle(part, CIVIC, &[&one]),
        for_vehicle(part, "2018/honda/jazz", &[]),
        without_vehicle(part),
        for_vehicle(sale.test_shop.shop.ids.next(), CIVIC, &[]),
    ];
    let quoted = sale.test_shop.shop.quote(QuoteRequest::of(lines)).await.unwrap();
    let shown = |fit: &Option<LineFit>| fit.as_ref().map(|fit| (fit.verdict.kind(), fit.is_confirmed));
    let shown: Vec<_> = quoted.fits.iter().map(shown).collect();
    assert_eq!(shown, [Some((VerdictKind::FitsIf, false)), Some((VerdictKind::FitsIf, true)), None, None, None]);
}

#[tokio::test]
async fn a_key_cannot_be_reused_for_another_vehicle() {
    let sale = Sale::new().await;
    let part = sale.part(vec![application(2016, 2020, &[])]).await;
    let first = sale.order(vec![for_vehicle(part, CIVIC, &[])], Some("key")).await.unwrap();
    assert_eq!(sale.order(vec![for_vehicle(part, CIVIC, &[])], Some("key")).await.unwrap(), first);
    for other in [for_vehicle(part, CIVIC_2_0, &[]), for_vehicle(part, CIVIC, &["not_listed"]), without_vehicle(part)] {
        let refused = sale.order(vec![other], Some("key")).await;
        assert!(matches!(refused, Err(Refused(OrderingError::KeyReused))), "{refused:?}");
    }
}

#[tokio::test]
async fn emails_name_the_vehicle_of_a_part() {
    let sale = Sale::new().await;
    let part = sale.part(vec![application(2016, 2020, &[2])]).await;
    sale.order(vec![for_vehicle(part, CIVIC_2_0, &[])], None).await.unwrap();
    let mails = sale.test_shop.shop.store.read(|tx| tx.mails(&Page::first())).await.unwrap();
    let expected = "1 × Alternator, $38\n      Fits your 2018 Honda Civic 2.0L L4 (With package 2)";
    assert!(mails.iter().any(|mail| mail.text.contains(expected)), "{mails:?}");
}
