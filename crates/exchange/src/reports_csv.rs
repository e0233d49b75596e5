//! Orders, statistics and flagged applications as spreadsheets. Export only.
//!
//! RFC 4180, with CRLF, in UTF-8. A byte order mark tells spreadsheet programs the encoding; other programs skip it.
//! Amounts are `123.45`, times are ISO 8601 in UTC.

use crate::cells::{list, write_row};
use autoparts_application::ports::{
    catalogue::ListedPart,
    spreadsheets::{ReportedFit, StepNumbers},
};
use autoparts_domain::{
    money::Money,
    numbers::Numbers,
    orders::{Line, Order, OrderState, Tracking},
    time::Timestamp,
};
use csv::{Terminator, WriterBuilder};

/// Marks the file as UTF-8.
const BYTE_ORDER_MARK: &str = "\u{feff}";

const ORDER_COLUMNS: [&str; 23] = [
    "number",
    "id",
    "placed at",
    "status",
    "paid",
    "paid at",
    "shipped at",
    "name",
    "email",
    "phone",
    "address",
    "country",
    "postal code",
    "pieces",
    "items",
    "discount",
    "shipping",
    "tax",
    "total",
    "refunded",
    "transaction",
    "carrier",
    "tracking number",
];

const FIT_COLUMNS: [&str; 9] =
    ["brand", "number", "title", "make", "model", "sold", "came back", "probably wrong", "suspended"];

const NUMBER_COLUMNS: [&str; 6] = ["from", "to", "orders", "new customers", "revenue", "refunds"];

/// Formats rows. Writing to memory does not fail.
fn rows<const N: usize>(all: impl IntoIterator<Item = [String; N]>) -> Vec<u8> {
    let mut writer = WriterBuilder::new().terminator(Terminator::CRLF).from_writer(Vec::new());
    let written = all.into_iter().try_for_each(|row| write_row(&mut writer, row));
    written.ok().and_then(|()| writer.into_inner().ok()).unwrap_or_default()
}

fn head<const N: usize>(columns: [&str; N]) -> Vec<u8> {
    [BYTE_ORDER_MARK.as_bytes().to_vec(), rows([columns.map(str::to_owned)])].concat()
}

/// Formats a time, such as `2026-11-24T10:41:07Z`.
fn moment(at: Timestamp) -> String {
    let ((year, month, day), seconds) = (at.date(), at.seconds().rem_euclid(86_400));
    let hour = seconds / 3_600;
    let minute = seconds / 60 % 60;
    let second = seconds % 60;
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

fn shown<T: ToString>(value: Option<&T>) -> String {
    value.map(ToString::to_string).unwrap_or_default()
}

fn sum(order: &Order, of: impl Fn(&Line) -> Money) -> Money {
    order.snapshot().lines.iter().fold(Money::ZERO, |sum, line| sum.plus(of(line)))
}

fn status(order: &Order) -> &'static str {
    match order.state() {
        OrderState::Pending(_) | OrderState::Paid(_) => "pending",
        OrderState::Shipped(_) => "shipped",
        OrderState::Refunded(_) | OrderState::RefundedAfterShipping(_) => "refunded",
        OrderState::Cancelled => "deleted",
    }
}

fn order_row(order: &Order) -> [String; 23] {
    let snapshot = order.snapshot();
    let milestones = order.milestones();
    let (place, Tracking { carrier, number }) =
        (snapshot.destination.as_ref().map(|destination| &destination.place), &milestones.tracking);
    let items: Vec<String> =
        snapshot.lines.iter().map(|line| format!("{} x {}", line.quantity.pieces(), line.product)).collect();
    [
        shown(snapshot.number.as_ref()),
        snapshot.id.to_string(),
        moment(snapshot.placed_at),
        status(order).to_owned(),
        if order.is_paid() { "yes" } else { "no" }.to_owned(),
        milestones.paid_at.map(moment).unwrap_or_default(),
        milestones.shipped_at.map(moment).unwrap_or_default(),
        snapshot.name.to_string(),
        snapshot.email.to_string(),
        snapshot.phone.to_string(),
        snapshot.address.to_string(),
        place.map(|place| place.country().to_string()).unwrap_or_default(),
        place.and_then(|place| place.postal_code()).map(ToString::to_string).unwrap_or_default(),
        snapshot.lines.quantity().pieces().to_string(),
        list(items.iter().map(String::as_str)),
        sum(order, |line| line.discount).to_string(),
        snapshot.charges.shipping.to_string(),
        sum(order, |line| line.tax).plus(snapshot.charges.shipping_tax).to_string(),
        snapshot.total.to_string(),
        order.refunded().unwrap_or(Money::ZERO).to_string(),
        shown(order.transaction()),
        shown(carrier.as_ref()),
        shown(number.as_ref()),
    ]
}

/// The header of a file of orders.
pub(crate) fn orders_head() -> Vec<u8> {
    head(ORDER_COLUMNS)
}

/// One row per order.
pub(crate) fn orders(orders: &[Order]) -> Vec<u8> {
    rows(orders.iter().map(order_row))
}

/// A complete file with a row per day, week or month.
pub(crate) fn numbers(steps: &[StepNumbers]) -> Vec<u8> {
    let row = |StepNumbers { period, numbers }: &StepNumbers| {
        let Numbers { orders, new_customers, revenue, refunded } = numbers;
        let days = [period.first.iso(), period.last.iso()];
        let [first, last] = days;
        [first, last, orders.to_string(), new_customers.to_string(), revenue.to_string(), refunded.to_string()]
    };
    [head(NUMBER_COLUMNS), rows(steps.iter().map(row))].concat()
}

/// A complete file with a row per flagged application.
pub(crate) fn fit_report(flags: &[ReportedFit]) -> Vec<u8> {
    let row =
        |ReportedFit { part: ListedPart { record, listing }, make, model, evidence, is_suspended }: &ReportedFit| {
            [
                shown(listing.brand.as_ref()),
                shown(listing.number.as_ref()),
                record.part.details.title.to_string(),
                make.name.to_string(),
                model.name.to_string(),
                evidence.sold().to_string(),
                evidence.misfits().to_string(),
                format!("{}%", evidence.percent_wrong()),
                if *is_suspended { "yes" } else { "no" }.to_owned(),
            ]
        };
    [head(FIT_COLUMNS), rows(flags.iter().map(row))].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use autoparts_application::ports::catalogue::PartRecord;
    use autoparts_domain::{
        fitment::Evidence,
        numbers::{Day, Period},
        orders::OrderSnapshot,
    };
    use autoparts_testing::{clock::NEW_YEAR, samples};

    fn records(bytes: &[u8]) -> Vec<Vec<String>> {
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(bytes);
        let cells = |record: csv::StringRecord| record.iter().map(str::to_owned).collect();
        reader.records().map(|record| cells(record.unwrap())).collect()
    }

    #[test]
    fn a_file_starts_with_byte_order_mark_and_header_and_uses_crlf() {
        let head = String::from_utf8(orders_head()).unwrap();
        assert!(head.starts_with("\u{feff}number,id,placed at,") && head.ends_with(",tracking number\r\n"), "{head}");
        let order = samples::order(1, &samples::customer(1), &samples::part(1, 9));
        let row = String::from_utf8(orders(&[order])).unwrap();
        assert!(row.ends_with("\r\n") && !row.trim_end().contains('\r'), "{row}");
    }

    #[test]
    fn an_order_is_a_row_with_machine_readable_amounts_and_times() {
        let parts = [samples::part(1, 9), samples::part(2, 9)];
        let order = samples::order_with_charges(1, &samples::customer(1), &parts);
        let row = records(&orders(std::slice::from_ref(&order))).remove(0);
        let cell = |column: &str| row[ORDER_COLUMNS.iter().position(|name| *name == column).unwrap()].as_str();
        assert_eq!((row.len(), cell("id")), (ORDER_COLUMNS.len(), order.snapshot().id.to_string().as_str()));
        assert_eq!((cell("placed at"), cell("paid at")), ("2026-01-01T00:00:00Z", ""));
        assert_eq!((cell("total"), cell("shipping")), (order.snapshot().total.to_string().as_str(), "9.90"));
        assert_eq!((cell("tax"), cell("discount")), ("0.63", "0.60"));
        assert_eq!((cell("status"), cell("paid"), cell("pieces")), ("pending", "no", "9"));
        assert!(cell("items").starts_with("2 x "), "{}", cell("items"));
    }

    #[test]
    fn customer_input_is_never_a_formula() {
        let sample = samples::order(1, &samples::customer(1), &samples::part(1, 9));
        for risky in ["=HYPERLINK(\"https://x\")", "+A1", "-A1", "@SUM(A1)"] {
            let name = risky.parse().unwrap();
            let order = Order::place(OrderSnapshot { name, ..sample.snapshot().clone() }, sample.snapshot().placed_at);
            let row = records(&orders(&[order])).remove(0);
            assert_eq!(row[7], format!("'{risky}"));
            assert!(row.iter().all(|cell| !cell.starts_with(['=', '+', '-', '@', '\t', '\r'])), "{row:?}");
        }
    }

    #[test]
    fn formulas_after_semicolons_are_escaped_and_phone_numbers_unchanged() {
        let sample = samples::order(1, &samples::customer(1), &samples::part(1, 9));
        let phone = "+1 (937) 555-0148".parse().unwrap();
        let address = "A;=cmd|' /C calc'!A0".parse().unwrap();
        let snapshot = OrderSnapshot { phone, address, ..sample.snapshot().clone() };
        let order = Order::place(snapshot, sample.snapshot().placed_at);
        let row = records(&orders(&[order])).remove(0);
        assert_eq!([&row[9], &row[10]], ["+1 (937) 555-0148", "A;'=cmd|' /C calc'!A0"]);
    }

    #[test]
    fn statistics_have_a_row_per_period() {
        let day = Day::from_number(20_454);
        let numbers_of_day = Numbers {
            orders: 3,
            new_customers: 2,
            revenue: Money::from_cents(123_450).unwrap(),
            refunded: Money::from_cents(5).unwrap(),
        };
        let step = StepNumbers { period: Period { first: day, last: day.plus(6) }, numbers: numbers_of_day };
        let file = String::from_utf8(numbers(&[step])).unwrap();
        assert_eq!(
            file,
            "\u{feff}from,to,orders,new customers,revenue,refunds\r\n2026-01-01,2026-01-07,3,2,1234.50,0.05\r\n"
        );
    }

    #[test]
    fn flagged_applications_have_a_row_each() {
        let vehicles = samples::vehicles();
        let part = samples::part(1, 9);
        let record = PartRecord { part, hidden: false, revision: 1, changed_at: NEW_YEAR };
        let flag = ReportedFit {
            part: ListedPart { record, listing: samples::listing("halden", "HB-1", "brakes") },
            make: vehicles.makes[0].clone(),
            model: vehicles.models[0].clone(),
            evidence: Evidence::new(3, 4, 9),
            is_suspended: true,
        };
        let [head, row]: [Vec<String>; 2] = records(&fit_report(&[flag])).try_into().unwrap();
        assert_eq!(head[5..], ["sold", "came back", "probably wrong", "suspended"]);
        assert_eq!([&row[0], &row[1], &row[3], &row[4]], ["halden", "HB-1", "Honda", "Civic"]);
        assert_eq!(row[5..], ["4", "3", "99%", "yes"]);
    }
}
