//! Describes orders in emails: lines, prices, and the order's number.

use crate::ports::email_content::{Block, Row};
use autoparts_domain::{
    cores::CoreClaim,
    fitment::{FitSnapshot, VerdictKind},
    money::Money,
    orders::{Line, LinePieces, Order, OrderSnapshot, PiecesToRefund},
    quantity::Quantity,
    text::ConditionWords,
};

/// The lines with prices, additional charges, the total, and the order's number.
pub(crate) fn item(snapshot: &OrderSnapshot) -> Block {
    let lines = snapshot.lines.iter().map(|line| Row::Item {
        text: format!("{} × {}", line.quantity.pieces(), line.product),
        amount: line.goods().map(Money::shown),
        detail: line.fit.as_ref().map(agreed),
    });
    let total = Row::Total(snapshot.total.shown());
    Block::Table(lines.chain(extra_charges(snapshot)).chain([total, named(snapshot)]).collect())
}

/// What remains of an order after pieces were taken back; all lines if none or all were.
pub(crate) fn remaining_lines(order: &Order) -> Block {
    if order.keeps_nothing() || order.kept().all(|(_, line, kept)| kept == line.quantity.pieces()) {
        return item(order.snapshot());
    }
    let lines = order.kept().filter(|(_, _, kept)| *kept > 0).map(|(_, line, kept)| Row::Item {
        text: format!("{kept} × {}", line.product),
        amount: None,
        detail: line.fit.as_ref().map(agreed),
    });
    Block::Table(lines.chain([named(order.snapshot())]).collect())
}

/// The pieces and cores taken back, and the order's number.
pub(super) fn some_of(snapshot: &OrderSnapshot, taken: &PiecesToRefund) -> Block {
    let described = |pieces: &LinePieces, what: &str| -> Vec<Row> {
        let lines = pieces.iter().filter_map(|(number, pieces)| Some((snapshot.lines.get(*number)?, pieces)));
        let text = |line: &Line, pieces: &Quantity| format!("{} × {}{what}", pieces.pieces(), line.product);
        lines.map(|(line, pieces)| Row::Item { text: text(line, pieces), amount: None, detail: None }).collect()
    };
    let lines = [described(&taken.pieces, ""), described(&taken.cores, ", core charge only")].concat();
    Block::Table(lines.into_iter().chain([named(snapshot)]).collect())
}

/// The core charges of pieces, and the order's number.
pub(super) fn core_charges(snapshot: &OrderSnapshot, pieces: &[(&CoreClaim, i64)]) -> Block {
    let row = |(claim, pieces): &(&CoreClaim, i64)| {
        let text = format!("{pieces} × {}", snapshot.lines.get(claim.line)?.product);
        Some(Row::Item { text, amount: Some(claim.money(*pieces).shown()), detail: None })
    };
    Block::Table(pieces.iter().filter_map(row).chain([named(snapshot)]).collect())
}

/// The subject of an order's emails: its parts in a few words, and its number, which groups the emails.
pub(crate) fn headline(snapshot: &OrderSnapshot) -> String {
    let parts = snapshot.lines.headline();
    snapshot.number.as_ref().map_or_else(|| parts.clone(), |number| format!("{parts} ({number})"))
}

/// The agreed vehicle fit in words.
fn agreed(fit: &FitSnapshot) -> String {
    let FitSnapshot { name, verdict, conditions, .. } = fit;
    let conditions: Vec<&str> = conditions.iter().map(ConditionWords::as_str).collect();
    let more = if conditions.is_empty() { String::new() } else { format!(" ({})", conditions.join("; ")) };
    match verdict {
        VerdictKind::Fits => format!("Fits your {name}{more}"),
        VerdictKind::FitsIf => format!("For your {name}, as you confirmed{more}"),
        VerdictKind::DoesNotFit => format!("Not listed for your {name}, as you confirmed"),
        VerdictKind::Universal => format!("Universal part, for your {name}"),
        VerdictKind::Unknown => format!("For your {name}: fit not known"),
    }
}

/// The charges and discounts between the prices of the lines and the total. Zero amounts are omitted, except for a
/// chosen shipping method.
fn extra_charges(snapshot: &OrderSnapshot) -> impl Iterator<Item = Row> {
    let lines = &snapshot.lines;
    let charges = &snapshot.charges;
    let sum = |part: fn(&Line) -> Money| lines.iter().fold(Money::ZERO, |sum, line| sum.plus(part(line)));
    let charge = |label: &str, amount: String| Row::Charge { label: label.to_owned(), amount };
    let unless_nothing = |label: &str, amount: Money| (amount > Money::ZERO).then(|| charge(label, amount.shown()));
    let shipping = match &charges.method {
        Some(method) => {
            let is_free = charges.shipping == Money::ZERO;
            let amount = if is_free { "free".to_owned() } else { charges.shipping.shown() };
            Some(charge(&format!("Shipping, {method}"), amount))
        }
        None => unless_nothing("Shipping", charges.shipping),
    };
    let discount = lines.discount();
    let rows = [
        unless_nothing(
            "Core charge, refunded when you return the old part",
            sum(|line| line.cores().unwrap_or(Money::ZERO)),
        ),
        (discount > Money::ZERO).then(|| charge("Coupon", format!("−{}", discount.shown()))),
        shipping,
        unless_nothing("Tax", sum(|line| line.tax).plus(charges.shipping_tax)),
    ];
    rows.into_iter().flatten()
}

/// The order's number; its id if it has none.
fn named(snapshot: &OrderSnapshot) -> Row {
    Row::Order(snapshot.number.as_ref().map_or_else(|| snapshot.id.to_string(), ToString::to_string))
}
