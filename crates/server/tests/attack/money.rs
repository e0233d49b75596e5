//! Attempts to pay less, take more stock, or use another customer's payment.

use crate::{
    report::Report,
    shop::{GOOD_CARD, Shop, said},
    support::Server,
};
use serde_json::{Value, json};

/// Invalid quantities.
fn quantities() -> Vec<Value> {
    let texts =
        ["-1", "0", "1e1", "0x10", "1.5", "1,5", "NaN", "Infinity", "١", "1 OR 1=1", "--1", "9".repeat(400).leak()];
    let numbers = [
        json!(0),
        json!(-1),
        json!(1.5),
        json!(51),
        json!(1e18),
        json!(i64::MAX),
        json!(u64::MAX),
        json!(4_294_967_297_i64),
    ];
    let shapes = [json!(true), json!([1]), json!({ "$gt": 0 }), json!([]), json!({})];
    texts.iter().map(|text| json!(text)).chain(numbers).chain(shapes).collect()
}

/// Totals other than 3 × $10.
fn totals() -> Vec<Value> {
    vec![
        json!(0),
        json!(0.01),
        json!(-30),
        json!(29.99),
        json!(30.001),
        json!(10),
        json!("0"),
        json!("3e1"),
        json!("30.00.00"),
        json!(true),
        json!([30]),
        json!({ "amount": 30 }),
        json!("thirty"),
        json!(1e300),
    ]
}

pub(crate) async fn prices_and_quantities(mut report: Report) -> Report {
    let shop = Shop::open().await;
    let before = shop.available().await;
    let order = |quantity: &Value, total: &Value| json!({ "orderedId": shop.part, "quantity": quantity, "totalPrice": total, "address": "1 Road", "phone": "555 0100" });
    for quantity in quantities() {
        let body = order(&quantity, &Value::Null);
        let answer = shop.server.try_call(&shop.olga, "POST", "/orders", Some(body)).await;
        let shown: String = quantity.to_string().chars().take(24).collect();
        report.case(format_args!("an order of {shown} pieces"), answer.0.is_client_error(), said(&answer));
    }
    for total in totals() {
        let answer = shop.server.try_call(&shop.olga, "POST", "/orders", Some(order(&json!(3), &total))).await;
        report.case(format_args!("three pieces for {total} dollars"), answer.0.is_client_error(), said(&answer));
    }
    for part in ["", "1", "' OR 1=1 --", "018f0000-0000-7000-8000-000000000000", "../parts", "null"] {
        let body = json!({ "orderedId": part, "quantity": 1, "address": "1 Road", "phone": "555 0100" });
        let answer = shop.server.try_call(&shop.olga, "POST", "/orders", Some(body)).await;
        report.case(format_args!("an order of the part {part:?}"), answer.0.is_client_error(), said(&answer));
    }
    let after = shop.available().await;
    report.case("no piece was set aside for any of them", before == after, format!("{before} before, {after} after"));
    for price in totals().into_iter().filter(|price| price != &json!(10)) {
        let body = json!({ "price": price, "order": shop.order });
        let answer = shop.server.try_call(&shop.marta, "POST", "/create-payment-intent", Some(body)).await;
        report.case(format_args!("a payment of {price} for a total of 10"), answer.0.is_client_error(), said(&answer));
    }
    reused_keys(&mut report, &shop).await;
    many_customers_want_the_last(&mut report, &shop).await;
    report
}

/// A different order with a used key.
async fn reused_keys(report: &mut Report, shop: &Shop) {
    let send = async |token: &str, quantity: u8| {
        let body = json!({ "orderedId": shop.part, "quantity": quantity, "address": "1 Road", "phone": "555 0100" });
        let request = shop.server.request("POST", "/orders").bearer_auth(token).header("Idempotency-Key", "key-1");
        Server::answer(request.json(&body)).await
    };
    let first = send(&shop.marta.token, 1).await;
    assert_eq!(first.0, 201);
    let other = send(&shop.marta.token, 2).await;
    report.case("another order under the same key", other.0 == 409, said(&other));
    let path = format!("/orders/{}", first.1["insertedId"].as_str().unwrap());
    shop.server.call(&shop.marta, "DELETE", &path, None).await;
    // The order is deleted, and its key with it. A retry must not report it as placed, and concurrent retries must
    // not place it repeatedly.
    let before = shop.available().await;
    let answers = futures_util::future::join_all((0..8).map(|_| send(&shop.marta.token, 1))).await;
    let shown = answers.iter().any(|answer| answer.1["insertedId"] == first.1["insertedId"]);
    report.case("a deleted order shown as placed", !shown, said(&answers[0]));
    let taken = before - shop.available().await;
    let placed = answers.iter().filter(|(status, _)| status.is_success()).count();
    let failed = answers.iter().filter(|(status, _)| status.is_server_error()).count();
    let seen = format!("{placed} answers of success, {taken} pieces, {failed} failed");
    report.case("a deleted order placed again and again under its key", taken <= 1 && failed == 0, seen);
    let other = send(&shop.marta.token, 3).await;
    report.case("another order under the key of a deleted one", other.0 == 409, said(&other));
    let foreign = send(&shop.olga.token, 1).await;
    let refused = foreign.1["insertedId"] != first.1["insertedId"];
    report.case("another person's key", refused, said(&foreign));
}

/// Forty concurrent orders for the last ten pieces.
async fn many_customers_want_the_last(report: &mut Report, shop: &Shop) {
    let part = shop.server.add_part(&shop.admin, 10).await;
    let tries = (0..40).map(|_| shop.server.try_order(&shop.admin, &part, 1));
    let answers = futures_util::future::join_all(tries).await;
    let sold = answers.iter().filter(|(status, _)| status.is_success()).count();
    let failed = answers.iter().filter(|(status, _)| status.is_server_error()).count();
    let (_, part) = Server::answer(shop.server.request("GET", &format!("/parts/{part}"))).await;
    let left = part["available"].as_u64().unwrap();
    let kept = sold <= 10 && left == 10 - u64::try_from(sold).unwrap() && failed == 0;
    report.case("forty at once for ten pieces", kept, format!("{sold} sold, {left} left, {failed} failed"));
}

pub(crate) async fn payments_of_others(mut report: Report) -> Report {
    let shop = Shop::open().await;
    let mine = shop.server.order(&shop.olga, &shop.part, 2).await;
    let hers = &shop.order;
    let paid = shop.server.pay_by_card(&shop.marta, hers, GOOD_CARD).await;
    let payment = paid["id"].as_str().unwrap();
    let canceled = shop.server.pay_by_card(&shop.olga, &mine, "4000000000000002").await;
    let declined = canceled["error"]["payment_intent"]["id"].as_str().unwrap_or("pi_declined");
    let very_long = format!("pi_{}", "1".repeat(4000));
    for transaction in
        ["pi_forged", "", "' OR 1=1 --", "../payment_intents", "pi_1?expand[]=x", declined, payment, &very_long]
    {
        let answer = shop.server.book(&shop.olga, &mine, transaction).await;
        let shown: String = transaction.chars().take(3).collect();
        report.case(
            format_args!("an order booked with {shown}… that did not pay it"),
            answer.0.is_client_error(),
            said(&answer),
        );
    }
    let answer = shop.server.book(&shop.olga, hers, payment).await;
    report.case("another person's order booked with her payment", answer.0 == 404, said(&answer));
    let swapped = json!({ "booking": hers, "transactionId": payment });
    let answer = shop.server.try_call(&shop.olga, "PATCH", &format!("/booking/{mine}"), Some(swapped)).await;
    report.case("one order in the path, another in the body", answer.0.is_client_error(), said(&answer));
    let order = shop.order_of(&shop.olga, &mine).await;
    report.case("the order is still not paid", order["paid"] == false, &order);
    assert!(shop.server.book(&shop.marta, hers, payment).await.0.is_success(), "her own payment pays her order");
    for (name, method, path) in [
        ("deleting a paid order", "DELETE", format!("/orders/{hers}")),
        ("deleting a paid order as an admin", "DELETE", format!("/ship/{hers}")),
    ] {
        let answer = shop.server.try_call(&shop.admin, method, &path, None).await;
        report.case(name, answer.0.is_client_error(), said(&answer));
    }
    let again = json!({ "price": 10, "order": hers });
    let answer = shop.server.try_call(&shop.marta, "POST", "/create-payment-intent", Some(again)).await;
    report.case("paying a paid order again", answer.0 == 409, said(&answer));
    for (name, method, path) in [
        ("a refund by the customer", "PUT", format!("/refund/{hers}")),
        ("shipping by the customer", "DELETE", format!("/ship/{hers}")),
    ] {
        let answer = shop.server.try_call(&shop.marta, method, &path, None).await;
        report.case(name, answer.0 == 403, said(&answer));
    }
    let parts = format!("/order/{hers}/refunds");
    for (name, person, amount, status) in [
        ("a part of a refund by the customer", &shop.marta, json!(1), 403),
        ("a cent more than came", &shop.admin, json!(10.01), 409),
        ("less than nothing given back", &shop.admin, json!(-1), 422),
        ("nothing given back", &shop.admin, json!(0), 422),
    ] {
        let answer = shop.server.try_call(person, "POST", &parts, Some(json!({ "amount": amount }))).await;
        report.case(name, answer.0 == status, said(&answer));
    }
    sandbox(&mut report, &shop, payment).await;
    report
}

/// The sandbox acts as Stripe for browsers: they must not be able to make the shop's calls.
async fn sandbox(report: &mut Report, shop: &Shop, payment: &str) {
    let calls = [
        ("GET", format!("/sandbox/v1/payment_intents/{payment}"), ""),
        ("POST", "/sandbox/v1/payment_intents".to_owned(), "amount=1&currency=usd&key=pk_test_sandbox"),
        ("POST", "/sandbox/v1/refunds".to_owned(), "payment_intent=pi_1&key=pk_test_sandbox"),
        ("GET", "/sandbox/v1/refunds".to_owned(), ""),
        ("POST", format!("/sandbox/v1/payment_intents/{payment}/cancel"), "key=pk_test_sandbox"),
        ("POST", format!("/sandbox/v1/payment_intents/{payment}/confirm"), "key=pk_test_sandbox&client_secret=guess"),
        ("POST", format!("/sandbox/v1/payment_intents/{payment}"), "amount=1&key=pk_test_sandbox"),
    ];
    for (method, path, form) in calls {
        let mut request = shop.server.request(method, &path);
        if !form.is_empty() {
            request = request.header("content-type", "application/x-www-form-urlencoded").body(form);
        }
        let answer = Server::answer(request).await;
        let shown = path.replace(payment, "PAYMENT");
        report.case(format_args!("{method} {shown} with the public key"), answer.0.is_client_error(), said(&answer));
    }
}
