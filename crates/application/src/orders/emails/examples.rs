//! Every email about orders, with example data.

use super::{NotTaken, OrderEmail, OrderEmails, RefusedCores, links::NewLink};
use crate::{
    email_examples::values::{Example, ExampleError, a_part, at, moment, money},
    shop_rules::ReturnRules,
};
use autoparts_domain::{
    catalogue::Part,
    cores::{CoreClaim, CoreRecords},
    fitment::{FitSnapshot, VerdictKind},
    id::MailId,
    link_token::LinkToken,
    money::Money,
    orders::{Charges, Line, LineNumber, LinePieces, Lines, Order, OrderSnapshot, PiecesToRefund, Tracking},
    quantity::Quantity,
    returns::{NewReturn, Return, ReturnReason},
};
use std::time::Duration;
use uuid::Uuid;

const A_DAY: Duration = Duration::from_hours(24);

/// The emails to a member, and those to a guest where they differ.
pub(crate) fn examples(shop: &str) -> Result<Vec<Example>, ExampleError> {
    let token = LinkToken::from_random([7; 32]);
    let emails = OrderEmails {
        mail: MailId::from(Uuid::nil()),
        shop: shop.into(),
        now: moment(),
        link: Some(NewLink::example(token.clone())),
        returns: ReturnRules::default().terms(),
        postscript: Vec::new(),
    };
    let order = order()?;
    let mut paid = order.clone();
    let mut shipped = order.clone();
    paid.pay("pi_1".parse()?, at(1))?;
    shipped.pay("pi_1".parse()?, at(1))?;
    let tracking = Tracking { carrier: Some("UPS".parse()?), number: Some("1Z999AA10123456784".parse()?) };
    shipped.ship(tracking.clone(), at(2))?;
    let mut unpaid = order.clone();
    unpaid.ship(tracking, at(2))?;
    let mut returned = shipped.clone();
    returned.refund()?;
    let snapshot = order.snapshot();
    let some = PiecesToRefund {
        pieces: LinePieces::from([(LineNumber::new(1)?, Quantity::new(1)?)]),
        ..PiecesToRefund::default()
    };
    let returns = returns(&shipped)?;
    let cores = cores(&shipped)?;
    let mut examples = vec![
        ("order-placed", emails.placed(snapshot, A_DAY, None)),
        ("order-placed-guest", emails.placed(snapshot, A_DAY, Some(&token))),
    ];
    for (name, guests, email) in [
        ("order-paid", "order-paid-guest", emails.paid(&paid)),
        ("order-shipped", "order-shipped-guest", emails.shipped(&shipped)),
        ("order-shipped-unpaid", "order-shipped-unpaid-guest", emails.shipped(&unpaid)),
        ("order-refunded", "order-refunded-guest", emails.refunded(&returned, snapshot.total)),
        (
            "order-partly-refunded",
            "order-partly-refunded-guest",
            OrderEmail::partly_refunded(snapshot, (money(4_999), money(500)), Some(&some)),
        ),
        ("order-deleted", "order-deleted-guest", OrderEmail::deleted(snapshot)),
        (
            "payment-refunded-order-deleted",
            "payment-refunded-order-deleted-guest",
            OrderEmail::refunded(snapshot, NotTaken::OrderCancelled),
        ),
        (
            "payment-refunded-paid-twice",
            "payment-refunded-paid-twice-guest",
            OrderEmail::refunded(snapshot, NotTaken::PaidTwice),
        ),
        (
            "payment-refunded-sold-out",
            "payment-refunded-sold-out-guest",
            OrderEmail::refunded(snapshot, NotTaken::SoldOut),
        ),
        (
            "payment-refunded-coupon-reused",
            "payment-refunded-coupon-reused-guest",
            OrderEmail::refunded(snapshot, NotTaken::CouponReused),
        ),
    ]
    .into_iter()
    .chain(returns)
    .chain(cores)
    {
        let link = emails.link.as_ref().filter(|_| email.leads_back);
        examples.push((name, emails.to_member(&email)));
        examples.push((guests, emails.to_guest(&email, link)));
    }
    Ok(examples)
}

/// The emails about returns.
fn returns(order: &Order) -> Result<[(&'static str, &'static str, OrderEmail); 6], ExampleError> {
    let snapshot = order.snapshot();
    let new = NewReturn {
        id: Uuid::nil().into(),
        number: "RT-7KQD-M2XW".parse()?,
        pieces: LinePieces::from([(LineNumber::new(1)?, Quantity::new(1)?)]),
        reason: ReturnReason::DoesNotFit,
        note: None,
    };
    let requested = new.of(order, &[], None, at(3))?;
    let answered = Return { answer: Some("The pads show signs of use.".parse()?), ..requested.clone() };
    let arrives_by = at(33);
    Ok([
        ("return-requested", "return-requested-guest", OrderEmail::return_requested(snapshot, &requested)),
        ("return-approved", "return-approved-guest", OrderEmail::return_approved(order, &requested, arrives_by)),
        ("return-declined", "return-declined-guest", OrderEmail::return_declined(snapshot, &answered)),
        ("return-not-refunded", "return-not-refunded-guest", OrderEmail::return_not_refunded(snapshot, &answered)),
        ("return-reminder", "return-reminder-guest", OrderEmail::return_reminder(snapshot, &requested, arrives_by)),
        ("return-expired", "return-expired-guest", OrderEmail::return_expired(snapshot, &requested)),
    ])
}

/// The emails about core claims.
fn cores(order: &Order) -> Result<[(&'static str, &'static str, OrderEmail); 2], ExampleError> {
    let snapshot = order.snapshot();
    let owed = CoreClaim::all_of(order, CoreRecords::new(), 30, at(25));
    let first = owed.first().ok_or("the order has no core charge")?;
    let reason = "The housing is cracked.".parse()?;
    let refused = RefusedCores { claim: first, pieces: 1, reason: Some(&reason) };
    Ok([
        ("core-reminder", "core-reminder-guest", OrderEmail::core_reminder(snapshot, &owed)),
        ("cores-refused", "cores-refused-guest", OrderEmail::cores_refused(snapshot, &refused)),
    ])
}

/// An order of two parts with a vehicle, a core charge, a discount, shipping and taxes.
fn order() -> Result<Order, ExampleError> {
    let pads = a_part(1, "Ceramic brake pads, front", 4_999)?;
    let battery = a_part(2, "AGM battery, 70 Ah", 18_950)?;
    let line = |part: Part, pieces, core, fit| -> Result<Line, ExampleError> {
        let details = part.details;
        let line = Line::new(part.id, details.title, details.price.amount(), Quantity::new(pieces)?);
        Ok(Line { core: money(core), tax: money(575), fit, ..line })
    };
    let fit = FitSnapshot {
        vehicle: "2018/honda/civic/2.0l-l4-gas".parse()?,
        name: "2018 Honda Civic 2.0L L4".parse()?,
        verdict: VerdictKind::FitsIf,
        conditions: vec!["With A/C".parse()?],
        confirmed: true,
    };
    let pads = Line { discount: money(500), ..line(pads, 2, 0, Some(fit))? };
    let lines = Lines::new([pads, line(battery, 1, 1_800, None)?])?;
    let charges = Charges { method: Some("Ground".parse()?), shipping: money(990), shipping_tax: money(57) };
    let snapshot = OrderSnapshot {
        id: Uuid::from_u128(0x0192_0000_0000_7000_8000_0000_0000_0001).into(),
        number: Some("AP-7KQD-M2XW".parse()?),
        customer: Uuid::from_u128(0x0192_0000_0000_7000_8000_0000_0000_0002).into(),
        lines,
        charges,
        total: Money::ZERO,
        name: "Marta Novak".parse()?,
        email: "marta@example.com".parse()?,
        address: "48 Foundry Lane\nDayton, OH 45402".parse()?,
        destination: None,
        phone: "555 0100".parse()?,
        placed_at: moment(),
    };
    let total = snapshot.computed_total().unwrap_or(Money::ZERO);
    Ok(Order::place(OrderSnapshot { total, ..snapshot }, moment().plus(A_DAY)))
}
