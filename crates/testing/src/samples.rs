//! Users, parts and orders for tests, identified by a number: equal numbers give equal values, larger numbers give ids
//! that sort later.

#![expect(clippy::unwrap_used, clippy::missing_panics_doc, reason = "every value here is written down and valid")]

use super::{
    clock::{NEW_YEAR, numbered},
    secrets::numbered_bytes,
};
use autoparts_application::ports::vehicles::VehicleTables;
use autoparts_domain::{
    accounts::{Profile, Role, User},
    catalogue::{
        Part, PartDetails,
        category::{Brand, Category},
        listing::{Attribute, Condition, Grams, Listing, Millimetres, OtherNumber, Parcel, Picture},
        part_number::NumberKind,
    },
    destination::{Destination, Place},
    feedback::Feedback,
    fitment::{About, Application, Condition as FitCondition, FitSnapshot, PiecesNeeded, VerdictKind},
    id::{ConditionId, OrderKey, UserId},
    ledger::{LedgerEntry, Movement},
    member_documents::{
        DocumentKind, MemberContent,
        addresses::{Addresses, MAX_ADDRESSES, SavedAddress},
        carts::{CartLine, CartLines},
        garages::GarageVehicles,
    },
    money::{Charge, Money, Price},
    newsletter::{Coupon, CouponCode, Subscription},
    orders::{Charges, Line, LineNumber, Lines, Order, OrderNumber, OrderSnapshot, OrderState, Reservation},
    payments::{AttemptStatus, PaymentAttempt, ProviderName, Refund, RefundReason, TransactionId},
    quantity::{MinimumOrder, Pack, Quantity, Stock},
    rates::{DeliveryDays, PartsPerMillion, Rates, ShippingMethod, ShippingRule, TaxRate, TaxRule, TaxRules},
    returns::{
        FeePercent, PolicyScope, Return, ReturnDays, ReturnNumber, ReturnPolicies, ReturnPolicy, ReturnReason,
        ReturnShipping, ReturnState, ReturnTerms, ReturnedLine, Unneeded,
    },
    reviews::{Rating, Review},
    text::{ImageSource, PartDescription, PartTitle},
    time::Timestamp,
    vehicles::{Engine, Make, Model, ModelEngine, ModelYear, Years},
    withdrawals::{Statement, Withdrawal, WithdrawalOutcome},
};
use std::time::Duration;

/// When the reservations of [`order`] end.
#[must_use]
pub fn hold_ends() -> Timestamp {
    NEW_YEAR.plus(Duration::from_hours(24))
}

/// Cents.
#[must_use]
pub fn money(cents: i64) -> Money {
    Money::from_cents(cents).unwrap()
}

/// Pieces.
#[must_use]
pub fn pieces(pieces: i64) -> Quantity {
    Quantity::new(pieces).unwrap()
}

/// A transaction of the payment provider.
#[must_use]
pub fn transaction(number: u64) -> TransactionId {
    format!("pi_{number}").parse().unwrap()
}

/// Brake discs at 38 dollars, with a minimum order of one and no optional details. The tests of all crates build their
/// parts from these.
#[must_use]
pub fn part_details() -> PartDetails {
    PartDetails::new(
        "Brake disc".parse().unwrap(),
        "Vented, 300 mm.\nSold in pairs.".parse().unwrap(),
        "/catalogue/brake-disc.svg".parse().unwrap(),
        MinimumOrder::new(1).unwrap(),
        Price::new(money(3800)).unwrap(),
    )
}

/// Details with every field at its maximum. Stores must keep and update all of them.
#[must_use]
pub fn largest_part_details() -> PartDetails {
    PartDetails {
        title: "t".repeat(PartTitle::MAX_CHARS).parse().unwrap(),
        description: "d".repeat(PartDescription::MAX_CHARS).parse().unwrap(),
        image: format!("/{}", "i".repeat(ImageSource::MAX_CHARS - 1)).parse().unwrap(),
        minimum_order: MinimumOrder::new(MinimumOrder::MAX).unwrap(),
        price: Price::new(Price::MAX).unwrap(),
        pack: Pack::new(Pack::MAX).unwrap(),
        core: Charge::new(Charge::MAX).unwrap(),
    }
}

/// The makes and models `honda/civic`, `honda/accord` and `ford/f-150`, the Civic with two engines.
#[must_use]
pub fn vehicles() -> VehicleTables {
    let make = |id: &str, name: &str| Make { id: id.parse().unwrap(), name: name.parse().unwrap() };
    let model = |id: &str, name: &str| Model { id: id.parse().unwrap(), name: name.parse().unwrap() };
    let engine = |id: &str, name: &str| Engine { id: id.parse().unwrap(), name: name.parse().unwrap() };
    let of_civic = |engine: &str, from, to| ModelEngine {
        model: "honda/civic".parse().unwrap(),
        engine: engine.parse().unwrap(),
        years: years(from, to),
    };
    VehicleTables {
        makes: vec![make("honda", "Honda"), make("ford", "Ford")],
        models: vec![model("honda/civic", "Civic"), model("honda/accord", "Accord"), model("ford/f-150", "F-150")],
        engines: vec![engine("2.0l-l4-gas", "2.0L L4"), engine("1.5l-l4-turbo-gas", "1.5L L4 turbo")],
        model_engines: vec![of_civic("1.5l-l4-turbo-gas", 2016, 2021), of_civic("2.0l-l4-gas", 2016, 2021)],
    }
}

/// Model years.
#[must_use]
pub fn years(from: i64, to: i64) -> Years {
    Years::new(ModelYear::new(from).unwrap(), ModelYear::new(to).unwrap()).unwrap()
}

/// A condition with its number in its text.
#[must_use]
pub fn condition(number: u64, about: About) -> FitCondition {
    let words = format!("With package {number}").parse().unwrap();
    FitCondition { id: numbered(number).into(), words, about }
}

/// Two pieces on the front axle, for these model years, under the conditions with these numbers.
#[must_use]
pub fn application(from: i64, to: i64, conditions: &[u64]) -> Application<ConditionId> {
    Application {
        years: years(from, to),
        engine: None,
        position: Some("Front".parse().unwrap()),
        pieces: Some(PiecesNeeded::new(2).unwrap()),
        conditions: conditions.iter().map(|number| numbered(*number).into()).collect(),
    }
}

/// A part with this stock and its number in its title.
#[must_use]
pub fn part(number: u64, available: i64) -> Part {
    Part {
        id: numbered(number).into(),
        details: PartDetails { title: format!("Brake disc {number}").parse().unwrap(), ..part_details() },
        available: Stock::new(available).unwrap(),
    }
}

/// A brand whose name is its key.
#[must_use]
pub fn brand(id: &str) -> Brand {
    Brand { id: id.parse().unwrap(), name: id.parse().unwrap() }
}

/// A category whose name is its key.
#[must_use]
pub fn category(id: &str, parent: Option<&str>) -> Category {
    let parent = parent.map(|parent| parent.parse().unwrap());
    Category { id: id.parse().unwrap(), name: id.parse().unwrap(), parent, position: 0 }
}

/// A listing with every field filled in except a successor.
#[must_use]
pub fn listing(brand: &str, number: &str, category: &str) -> Listing {
    let other = |kind, maker: Option<&str>, number: &str| {
        OtherNumber::new(kind, maker.map(|maker| maker.parse().unwrap()), number.parse().unwrap()).unwrap()
    };
    let attribute = |name: &str, value: &str, unit: Option<&str>| Attribute {
        name: name.parse().unwrap(),
        value: value.parse().unwrap(),
        unit: unit.map(|unit| unit.parse().unwrap()),
    };
    Listing {
        brand: Some(brand.parse().unwrap()),
        number: Some(number.parse().unwrap()),
        category: Some(category.parse().unwrap()),
        condition: Condition::New,
        list_price: Some(Price::new(money(4500)).unwrap()),
        numbers: vec![
            other(NumberKind::Oem, Some("Honda"), "45022-TBA-A01"),
            other(NumberKind::Gtin, None, "4006381333931"),
        ],
        attributes: vec![attribute("Thickness", "16.8", Some("mm")), attribute("Material", "Ceramic", None)],
        pictures: vec![Picture {
            image: "https://img.example.com/pads.jpg".parse().unwrap(),
            alt: Some("Four pads on a table".parse().unwrap()),
        }],
        parcel: Parcel {
            weight: Some(Grams::new(1_850).unwrap()),
            length: Some(Millimetres::new(190).unwrap()),
            width: Some(Millimetres::new(120).unwrap()),
            height: None,
            hazmat: true,
        },
        universal: false,
        successor: None,
    }
}

/// A customer without a profile.
#[must_use]
pub fn customer(number: u64) -> User {
    User {
        id: numbered(number).into(),
        email: format!("customer-{number}@example.com").parse().unwrap(),
        email_verified: false,
        subject: None,
        account_name: None,
        role: Role::Customer,
        guest: false,
        profile: None,
        joined_at: NEW_YEAR,
        revision: 0,
    }
}

/// An admin.
#[must_use]
pub fn admin(number: u64) -> User {
    User { email: format!("admin-{number}@example.com").parse().unwrap(), role: Role::Admin, ..customer(number) }
}

/// A filled-in profile.
#[must_use]
pub fn profile() -> Profile {
    Profile {
        name: "Zoë Łukasiewicz".parse().unwrap(),
        address: "1 Østre Road\n90210 東京".parse().unwrap(),
        education: "Université de Genève".parse().unwrap(),
        phone: "+41 (22) 555-01-48".parse().unwrap(),
        linkedin: "https://www.linkedin.com/in/zoe".parse().unwrap(),
    }
}

/// The number of the order.
#[must_use]
pub fn order_number(number: u64) -> OrderNumber {
    OrderNumber::from_random(numbered_bytes(number))
}

/// A new order of two pieces, with an active reservation.
#[must_use]
pub fn order(number: u64, customer: &User, part: &Part) -> Order {
    let snapshot = OrderSnapshot {
        id: numbered(number).into(),
        number: Some(order_number(number)),
        customer: customer.id,
        lines: Lines::one(part.line(pieces(2))),
        charges: Charges::default(),
        total: money(7600),
        name: customer.display_name(),
        email: customer.email.clone(),
        address: "1 Road".parse().unwrap(),
        destination: None,
        phone: "555 0100".parse().unwrap(),
        placed_at: NEW_YEAR,
    };
    Order::place(snapshot, hold_ends())
}

/// A new order with an active reservation, of three lines: two and three pieces of the first part, with four of the
/// second between them.
#[must_use]
pub fn order_of_several(number: u64, customer: &User, [first, second]: &[Part; 2]) -> Order {
    let lines = Lines::new([first.line(pieces(2)), second.line(pieces(4)), first.line(pieces(3))]).unwrap();
    let fits = [None, Some(fit(VerdictKind::Fits)), Some(fit(VerdictKind::FitsIf))];
    let terms = |part| if part == first.id { return_terms(30, 15) } else { not_returnable(90) };
    let lines = lines.with_fits(fits).with_return_terms(terms);
    let total = lines.total().unwrap();
    let snapshot = OrderSnapshot { lines, total, ..order(number, customer, first).snapshot().clone() };
    Order::place(snapshot, hold_ends())
}

/// Terms by which the customer pays for shipping, and a fee in percent.
#[must_use]
pub fn return_terms(days: i64, percent: i64) -> ReturnTerms {
    let (shipping, fee) = (ReturnShipping::Customer, FeePercent::new(percent).unwrap());
    ReturnTerms { days: ReturnDays::new(days).unwrap(), unneeded: Unneeded::Returnable { shipping, fee } }
}

/// Terms of a part that can only be returned if something is wrong with it.
#[must_use]
pub fn not_returnable(days: i64) -> ReturnTerms {
    ReturnTerms { unneeded: Unneeded::NotReturnable, ..return_terms(days, 0) }
}

/// A policy for the parts of a category, a brand or a condition; empty names apply to all.
#[must_use]
pub fn return_policy(category: &str, brand: &str, condition: Option<Condition>, terms: ReturnTerms) -> ReturnPolicy {
    let scope = PolicyScope { category: category.parse().ok(), brand: brand.parse().ok(), condition };
    ReturnPolicy { scope, terms }
}

/// Policies, one with all criteria, and the others with one.
#[must_use]
pub fn return_policies() -> ReturnPolicies {
    let by_shop = Unneeded::Returnable { shipping: ReturnShipping::Shop, fee: FeePercent::NONE };
    let free = ReturnTerms { unneeded: by_shop, ..return_terms(365, 0) };
    let policies = vec![
        return_policy("brakes", "ate", Some(Condition::Remanufactured), return_terms(14, 50)),
        return_policy("brakes", "", None, not_returnable(3650)),
        return_policy("", "ate", None, free),
        return_policy("", "", Some(Condition::Used), return_terms(1, 0)),
    ];
    ReturnPolicies { revision: 0, policies }
}

/// An agreed vehicle fit: with two conditions to confirm if the verdict has any.
#[must_use]
pub fn fit(verdict: VerdictKind) -> FitSnapshot {
    let confirmed = matches!(verdict, VerdictKind::FitsIf | VerdictKind::DoesNotFit);
    let conditions = if confirmed { vec!["With A/C", "Engine: 2.0L L4"] } else { Vec::new() };
    FitSnapshot {
        vehicle: "2018/honda/civic/2.0l-l4-gas".parse().unwrap(),
        name: "2018 Honda Civic 2.0L L4".parse().unwrap(),
        verdict,
        conditions: conditions.into_iter().map(|words| words.parse().unwrap()).collect(),
        confirmed,
    }
}

/// An order of several lines with a core charge, a discount, taxes and paid shipping to a destination.
#[must_use]
pub fn order_with_charges(number: u64, customer: &User, parts: &[Part; 2]) -> Order {
    let several = order_of_several(number, customer, parts);
    let priced = several.snapshot().lines.iter().cloned().zip(1..).map(|(line, cents)| Line {
        core: money(cents * 100),
        discount: money(cents * 10),
        tax: money(cents),
        tax_rate: Some(PartsPerMillion::new(57_500).unwrap()),
        ..line
    });
    let charges = Charges { method: Some("Ground".parse().unwrap()), shipping: money(990), shipping_tax: money(57) };
    let snapshot = OrderSnapshot {
        lines: Lines::new(priced).unwrap(),
        charges,
        address: destination().address(),
        destination: Some(destination()),
        ..several.snapshot().clone()
    };
    let total = snapshot.computed_total().unwrap();
    Order::place(OrderSnapshot { total, ..snapshot }, hold_ends())
}

/// A destination in Ohio.
#[must_use]
pub fn destination() -> Destination {
    Destination {
        recipient: "Marta Novak".parse().unwrap(),
        line1: "48 Foundry Lane".parse().unwrap(),
        line2: Some("Unit 3".parse().unwrap()),
        city: "Dayton".parse().unwrap(),
        place: place("US", "OH", "45402"),
    }
}

/// A place with a country, a region and a postal code; the latter two may be empty.
#[must_use]
pub fn place(country: &str, region: &str, postal_code: &str) -> Place {
    let region = (!region.is_empty()).then(|| region.parse().unwrap());
    let postal_code = (!postal_code.is_empty()).then(|| postal_code.parse().unwrap());
    Place::new(country.parse().unwrap(), region, postal_code).unwrap()
}

/// Runs an async function for the content type of every kind of member document.
#[macro_export]
macro_rules! for_every_document {
    ($rule:ident) => {{
        use autoparts_domain::member_documents::{DocumentKind, addresses, carts, garages};
        for kind in DocumentKind::ALL {
            match kind {
                DocumentKind::Cart => $rule::<carts::CartLines>().await,
                DocumentKind::Garage => $rule::<garages::GarageVehicles>().await,
                DocumentKind::Addresses => $rule::<addresses::Addresses>().await,
            }
        }
    }};
}

/// Contents of a member document: a short one, the empty one, one of a single entry, and others up to the longest.
#[must_use]
pub fn member_contents(kind: DocumentKind) -> Vec<MemberContent> {
    match kind {
        DocumentKind::Cart => {
            let line = |(part, count, vehicle): (u64, i64, Option<&str>)| CartLine {
                part: numbered(part).into(),
                quantity: pieces(count),
                vehicle: vehicle.map(|vehicle| vehicle.parse().unwrap()),
            };
            let few = [(3, 1, None), (1, 2, Some("2018/honda/civic/2.0l-l4-gas")), (3, 5, Some("2018/honda/civic"))];
            let many = (1..=100).map(|number| line((101 - number, 1_000_000_000, None)));
            [few.map(line).to_vec(), Vec::new(), vec![line((7, 1, None))], many.collect()]
                .map(|lines| CartLines::new(lines).unwrap().into())
                .into()
        }
        DocumentKind::Garage => {
            let car = |age: i64| {
                let engine = if age % 2 == 0 { "/2.0l-l4-gas" } else { "" };
                format!("{}/honda/civic{engine}", 2020 - age).parse().unwrap()
            };
            let cars = |count: i64| (0..count).map(car).collect::<Vec<_>>();
            let garage =
                |count, chosen: Option<i64>| GarageVehicles::new(cars(count), chosen.map(car).as_ref()).unwrap();
            let most = garage(20, Some(19));
            [garage(2, Some(1)), garage(0, None), garage(1, Some(0)), garage(3, None), most].map(Into::into).into()
        }
        DocumentKind::Addresses => {
            let whole = SavedAddress { destination: destination(), phone: "+1 (555) 0100".parse().unwrap() };
            let lean = SavedAddress {
                destination: Destination {
                    recipient: "Olga".parse().unwrap(),
                    line1: "Hauptstraße 5".parse().unwrap(),
                    line2: None,
                    city: "Köln".parse().unwrap(),
                    place: Place::new("DE".parse().unwrap(), None, None).unwrap(),
                },
                phone: "100".parse().unwrap(),
            };
            let both = [lean, whole];
            let addresses = |count| both.iter().cycle().take(count).cloned().collect();
            [2, 0, 1, MAX_ADDRESSES].map(|count| Addresses::new(addresses(count)).unwrap().into()).into()
        }
    }
}

/// Two shipping methods and two taxes. One of the methods ships everywhere.
#[must_use]
pub fn rates() -> Rates {
    let ground = ShippingRule {
        name: "Ground".parse().unwrap(),
        countries: vec!["US".parse().unwrap(), "CA".parse().unwrap()],
        postal_prefixes: Vec::new(),
        except_postal_prefixes: Vec::new(),
        base: money(990),
        per_kilogram: money(120),
        free_from: Some(money(25_000)),
        max_weight: Some(Grams::new(30_000).unwrap()),
        takes_hazmat: false,
        days: DeliveryDays::new(2, 4).unwrap(),
        active: true,
    };
    let express = ShippingRule {
        name: "Express".parse().unwrap(),
        countries: Vec::new(),
        base: money(2_490),
        free_from: None,
        max_weight: None,
        takes_hazmat: true,
        ..ground.clone()
    };
    let method = |number: u64, rule| ShippingMethod { id: numbered(number).into(), rule };
    let tax = |region: &str, millionths, on_shipping| TaxRule {
        country: "US".parse().unwrap(),
        region: (!region.is_empty()).then(|| region.parse().unwrap()),
        postal_prefixes: Vec::new(),
        tax: TaxRate { rate: PartsPerMillion::new(millionths).unwrap(), on_shipping, on_core: false },
    };
    Rates {
        revision: 0,
        shipping: vec![method(8_002, ground), method(8_001, express)],
        taxes: TaxRules::new([tax("", 0, false), tax("OH", 57_500, true)]).unwrap(),
    }
}

/// Every order state.
#[must_use]
pub fn every_state() -> Vec<OrderState> {
    vec![
        OrderState::Pending(Reservation::Active { until: hold_ends() }),
        OrderState::Pending(Reservation::Expired),
        OrderState::Paid(transaction(1)),
        OrderState::Shipped(None),
        OrderState::Shipped(Some(transaction(2))),
        OrderState::Cancelled,
        OrderState::Refunded(transaction(3)),
        OrderState::RefundedAfterShipping(transaction(4)),
    ]
}

/// The order in another state, as loaded from a store.
#[must_use]
pub fn in_state(order: &Order, state: OrderState) -> Order {
    Order::restore(order.snapshot().clone(), state, order.revision())
}

/// The name of the payment provider in tests.
#[must_use]
pub fn provider() -> ProviderName {
    ProviderName::new("scripted")
}

/// An attempt that the provider does not know yet.
#[must_use]
pub fn attempt(id: u64, order: OrderKey, number: i64) -> PaymentAttempt {
    PaymentAttempt {
        id: numbered(id).into(),
        order,
        number,
        amount: money(7600),
        provider: provider(),
        transaction: None,
        status: AttemptStatus::Starting,
        started_at: NEW_YEAR,
        unknown_since: None,
    }
}

/// The attempt, known to the provider, with this status.
#[must_use]
pub fn known_attempt(attempt: &PaymentAttempt, transaction: TransactionId, status: AttemptStatus) -> PaymentAttempt {
    PaymentAttempt { transaction: Some(transaction), status, ..attempt.clone() }
}

/// An open refund.
#[must_use]
pub fn refund(id: u64, order: OrderKey, transaction: TransactionId) -> Refund {
    Refund::new(numbered(id).into(), order, transaction, money(7600), RefundReason::PaidTwice, NEW_YEAR)
}

/// A requested return of both pieces of an order of [`order`].
#[must_use]
pub fn returned(id: u64, order: OrderKey) -> Return {
    Return {
        id: numbered(id).into(),
        number: ReturnNumber::from_random(numbered_bytes(id)),
        order,
        lines: [(LineNumber::new(1).unwrap(), ReturnedLine { pieces: pieces(2), inspection: None })].into(),
        reason: ReturnReason::NotNeeded,
        found_reason: None,
        note: None,
        state: ReturnState::Requested,
        answer: None,
        requested_at: NEW_YEAR,
        decided_at: None,
        ended_at: None,
        reminded: false,
        refund: None,
        revision: 0,
    }
}

/// A statement about an unknown order.
#[must_use]
pub fn withdrawal(id: u64) -> Withdrawal {
    Withdrawal {
        id: numbered(id).into(),
        statement: Statement {
            order: format!("Order {id}").parse().unwrap(),
            email: "marta@example.com".parse().unwrap(),
            name: None,
            parts: None,
        },
        received_at: NEW_YEAR,
        outcome: WithdrawalOutcome::UnknownOrder,
        order: None,
        returned: None,
    }
}

/// A ledger entry.
#[must_use]
pub fn ledger_entry(id: u64, order: &Order, movement: Movement, at: Timestamp) -> LedgerEntry {
    LedgerEntry::about(order.snapshot(), numbered(id).into(), movement, at)
}

/// A review.
#[must_use]
pub fn review(id: u64, author: UserId, written_at: Timestamp) -> Review {
    Review {
        id: numbered(id).into(),
        author,
        name: "Marta".parse().unwrap(),
        rating: Rating::new(5).unwrap(),
        text: "Came in a day.\n\u{1f697} fits!".parse().unwrap(),
        written_at,
    }
}

/// An unconfirmed subscription.
#[must_use]
pub fn subscription(number: u64) -> Subscription {
    let email = format!("reader-{number}@example.com").parse().unwrap();
    Subscription::new(numbered(number).into(), email, NEW_YEAR)
}

/// An unused coupon.
#[must_use]
pub fn coupon(number: u64) -> Coupon {
    let code = CouponCode::from_random(numbered_bytes(number));
    let amount = Money::from_cents(5_000).unwrap();
    let valid_until = Some(NEW_YEAR.plus(std::time::Duration::from_hours(90 * 24)));
    Coupon { code, amount, minimum: Money::ZERO, issued_at: NEW_YEAR, valid_until, used_at: None, order: None }
}

/// A message without an address.
#[must_use]
pub fn feedback(number: u64) -> Feedback {
    Feedback {
        id: numbered(number).into(),
        message: format!("Message {number}").parse().unwrap(),
        email: None,
        written_at: NEW_YEAR,
    }
}
