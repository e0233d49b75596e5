//! Customers who state a different place than the real destination to pay less.

use crate::{
    report::Report,
    shop::{Shop, said},
    support::Person,
};
use serde_json::{Value, json};

/// Two pieces at $10, without tax.
const WITHOUT_TAX: f64 = 20.0;

/// Two pieces at $10, with California's tax of 7.25 %.
const WITH_TAX: f64 = 21.45;

pub(crate) async fn taxes_of_another_state(mut report: Report) -> Report {
    let shop = Shop::open().await;
    save_rates(&shop).await;
    honest(&shop).await;
    mismatches(&mut report, &shop).await;
    prefixes(&mut report, &shop).await;
    address_book(&mut report, &shop).await;
    others_rates(&mut report, &shop).await;
    report
}

fn tax(country: &str, region: Option<&str>, prefixes: &[&str], millionths: i64) -> Value {
    json!({ "country": country, "region": region, "postalPrefixes": prefixes, "millionths": millionths,
        "onShipping": false, "onCore": false })
}

async fn save_rates(shop: &Shop) {
    let now = shop.server.call(&shop.admin, "GET", "/rates", None).await;
    let taxes = [
        tax("US", Some("CA"), &[], 72_500),
        tax("US", Some("HI"), &[], 72_500),
        tax("CA", Some("BC"), &[], 72_500),
        tax("ES", None, &[], 72_500),
        tax("ES", None, &["35", "38"], 0),
    ];
    let body = json!({ "revision": now["revision"], "shippingMethods": [], "taxRates": taxes });
    shop.server.call(&shop.admin, "PUT", "/rates", Some(body)).await;
}

fn to(country: &str, region: &str, code: &str) -> Value {
    let mut to = json!({ "recipient": "Marta", "line1": "1 Road", "city": "Los Angeles", "country": country });
    for (field, text) in [("region", region), ("postalCode", code)] {
        if !text.is_empty() {
            to[field] = json!(text);
        }
    }
    to
}

async fn check_out(shop: &Shop, person: &Person, to: &Value, total: f64) -> (u16, Value) {
    let lines = json!([{ "part": shop.part, "quantity": 2 }]);
    let body = json!({ "lines": lines, "destination": to, "phone": "555 0100", "totalPrice": total });
    let answer = shop.server.try_call(person, "POST", "/checkouts", Some(body)).await;
    (answer.0.as_u16(), answer.1)
}

/// An order to Los Angeles is charged California's tax.
async fn honest(shop: &Shop) {
    let placed = check_out(shop, &shop.marta, &to("US", "CA", "90001"), WITH_TAX).await;
    assert_eq!(placed.0, 201, "an honest order is placed: {placed:?}");
}

/// A wrong region, or another spelling of the postal code.
async fn mismatches(report: &mut Report, shop: &Shop) {
    for (country, region, code) in [
        ("US", "OR", "90001"),
        ("US", "or", "90001"),
        ("US", "OR", "90001-1234"),
        ("US", "OR", "900011234"),
        ("US", "OR", "90001 "),
        ("US", "OR", "90 001"),
        ("US", "OR", "90001-"),
        ("US", "OR", "\u{ff19}\u{ff10}\u{ff10}\u{ff10}\u{ff11}"),
        ("US", "OR", "00000"),
        ("US", "OR", "00100"),
        ("US", "OR", ""),
        ("US", "", "90001"),
        ("US", "AA", "90001"),
        ("US", "GU", "90001"),
        ("US", "AS", "96701"),
        ("US", "NV", "90001"),
        ("US", "CA ", "97035"),
        ("PR", "", "90001"),
        ("GU", "", "90001"),
        ("CA", "AB", "V5K 0A1"),
        ("CA", "AB", "v5k0a1"),
        ("CA", "PE", "D1A 0B1"),
        ("CA", "AB", "T5K 0O1"),
        ("CA", "AB", "W5K 0A1"),
    ] {
        let (status, answer) = check_out(shop, &shop.marta, &to(country, region, code), WITHOUT_TAX).await;
        let refused = matches!(status, 409 | 422) && answer["fields"].is_array();
        report.case(format_args!("an order to {country} {region} {code:?}"), refused, format!("{status} {answer}"));
        let place = json!({ "country": country, "region": region, "postalCode": code });
        let body = json!({ "lines": [{ "part": shop.part, "quantity": 2 }], "place": place });
        let answer = shop.server.try_call(&shop.marta, "POST", "/quotes", Some(body)).await;
        // A quote may omit the postal code; the checkout requires it.
        let refused = answer.1["fields"].is_array() || code.is_empty();
        report.case(format_args!("a quote for {country} {region} {code:?}"), refused, said(&answer));
    }
}

/// The Canary Islands' tax for a parcel to Madrid.
async fn prefixes(report: &mut Report, shop: &Shop) {
    for (region, code) in [("Canarias", "28001"), ("Las Palmas", ""), ("", ""), ("35", "28035"), ("", "-28001")] {
        let (status, answer) = check_out(shop, &shop.marta, &to("ES", region, code), WITHOUT_TAX).await;
        report.case(format_args!("an order to ES {region:?} {code:?} without its tax"), status == 409, &answer);
    }
    let islands = check_out(shop, &shop.marta, &to("ES", "", "35001"), WITHOUT_TAX).await;
    assert_eq!(islands.0, 201, "the islands have their own tax: {islands:?}");
}

/// Address book entries that no order may be shipped to.
async fn address_book(report: &mut Report, shop: &Shop) {
    let path = format!("/addresses/{}", shop.marta.email);
    for (region, code) in [("OR", "90001"), ("OR", "900011234"), ("CA", "97035")] {
        let address = json!({ "destination": to("US", region, code), "phone": "555 0100" });
        let book = json!({ "revision": 0, "addresses": [address] });
        let answer = shop.server.try_call(&shop.marta, "PUT", &path, Some(book)).await;
        report.case(format_args!("an address in {region} with {code}"), answer.0 == 409, said(&answer));
    }
}

/// Only admins may change rates.
async fn others_rates(report: &mut Report, shop: &Shop) {
    let none = json!({ "revision": 1, "shippingMethods": [], "taxRates": [] });
    let trial = json!({ "country": "US", "region": "CA", "hazmat": false, "goods": 10 });
    for (method, path, body) in
        [("GET", "/rates", None), ("PUT", "/rates", Some(none)), ("POST", "/rates/trials", Some(trial))]
    {
        let answer = shop.server.try_call(&shop.olga, method, path, body).await;
        report.case(format_args!("{method} {path} by a customer"), answer.0 == 403, said(&answer));
    }
    let odd: [(&str, Value); 6] = [
        ("beginnings of codes twice", json!([tax("ES", None, &["35"], 1), tax("ES", None, &["35"], 2)])),
        ("a beginning of signs", json!([tax("ES", None, &["35%"], 1)])),
        ("a beginning of nothing", json!([tax("ES", None, &["-"], 1)])),
        ("a beginning with a line break", json!([tax("ES", None, &["3\n5"], 1)])),
        ("a beginning with a comma", json!([tax("ES", None, &["35,38"], 1)])),
        ("more than a hundred beginnings", json!([tax("ES", None, &["35"; 101], 1)])),
    ];
    for (name, taxes) in odd {
        let body = json!({ "revision": 1, "shippingMethods": [], "taxRates": taxes });
        let answer = shop.server.try_call(&shop.admin, "PUT", "/rates", Some(body)).await;
        report.case(format_args!("a tax with {name}"), matches!(answer.0.as_u16(), 409 | 422), said(&answer));
    }
}
