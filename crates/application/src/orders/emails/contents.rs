//! Describes orders in emails: lines, prices, and the name of the order.

use autoparts_domain::{
    fitment::{FitSnapshot, VerdictKind},
    money::Money,
    orders::{Line, LinePieces, Order, OrderSnapshot, TakenBack},
    text::ConditionWords,
};

/// The lines with prices, additional charges, the total, and the name to use when writing to the shop.
pub(crate) fn item(snapshot: &OrderSnapshot) -> String {
    let lines = snapshot.lines.iter().map(priced);
    let total = format!("Total: {}", snapshot.total.shown());
    block(lines.chain(extra_charges(snapshot)).chain([total, named(snapshot)]))
}

/// What remains of an order after pieces were taken back; all lines if none or all were.
pub(crate) fn kept(order: &Order) -> String {
    if order.keeps_nothing() || order.kept().all(|(_, line, kept)| kept == line.quantity.pieces()) {
        return item(order.snapshot());
    }
    let lines = order.kept().filter(|(_, _, kept)| *kept > 0);
    let lines = lines.map(|(_, line, kept)| with_fit(line, format!("{kept} × {}", line.product)));
    block(lines.chain([named(order.snapshot())]))
}

/// Pieces of some lines and cores of others, and the name of their order.
pub(super) fn some_of(snapshot: &OrderSnapshot, taken: &TakenBack) -> String {
    let described = |pieces: &LinePieces, what: &str| -> Vec<String> {
        let lines = pieces.iter().filter_map(|(number, pieces)| Some((snapshot.lines.get(*number)?, pieces)));
        lines.map(|(line, pieces)| format!("{} × {}{what}", pieces.pieces(), line.product)).collect()
    };
    let lines = [described(&taken.pieces, ""), described(&taken.cores, ", core charge only")].concat();
    block(lines.into_iter().chain([named(snapshot)]))
}

/// The subject of an order's emails: its parts in a few words, and its number, which groups the emails.
pub(crate) fn headline(snapshot: &OrderSnapshot) -> String {
    let parts = snapshot.lines.headline();
    snapshot.number.as_ref().map_or_else(|| parts.clone(), |number| format!("{parts} ({number})"))
}

/// Indents lines to set them apart from the surrounding sentences.
fn block(lines: impl Iterator<Item = String>) -> String {
    lines.map(|line| format!("    {line}")).collect::<Vec<_>>().join("\n")
}

fn priced(line: &Line) -> String {
    let what = format!("{} × {}", line.quantity.pieces(), line.product);
    with_fit(line, line.goods().map_or_else(|| what.clone(), |goods| format!("{what}, {}", goods.shown())))
}

/// The description of a line, with the agreed vehicle fit below it.
fn with_fit(line: &Line, what: String) -> String {
    match &line.fit {
        Some(fit) => format!("{what}\n      {}", agreed(fit)),
        None => what,
    }
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

/// The charges and discounts of the total in addition to the prices of the lines; zero amounts are omitted.
fn extra_charges(snapshot: &OrderSnapshot) -> impl Iterator<Item = String> {
    let lines = &snapshot.lines;
    let charges = &snapshot.charges;
    let sum = |part: fn(&Line) -> Money| lines.iter().fold(Money::ZERO, |sum, line| sum.plus(part(line)));
    let unless_nothing =
        |what: &str, amount: Money| (amount > Money::ZERO).then(|| format!("{what}{}", amount.shown()));
    let shipping = match &charges.method {
        Some(method) if charges.shipping == Money::ZERO => Some(format!("Shipping, {method}: free")),
        Some(method) => Some(format!("Shipping, {method}: {}", charges.shipping.shown())),
        None => unless_nothing("Shipping: ", charges.shipping),
    };
    let amounts = [
        unless_nothing(
            "Core charge, refunded when you return the old part: ",
            sum(|line| line.cores().unwrap_or(Money::ZERO)),
        ),
        unless_nothing("Coupon: −", lines.discount()),
        shipping,
        unless_nothing("Tax: ", sum(|line| line.tax).plus(charges.shipping_tax)),
    ];
    amounts.into_iter().flatten()
}

/// The name of an order when writing to the shop.
fn named(snapshot: &OrderSnapshot) -> String {
    format!("Order {}", snapshot.number.as_ref().map_or_else(|| snapshot.id.to_string(), ToString::to_string))
}
