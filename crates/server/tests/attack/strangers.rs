//! Guests and members with unverified addresses, who must not be able to reserve the whole stock together.

use crate::{
    report::Report,
    shop::{GOOD_CARD, Shop, said},
    support::{Answer, Person, Server, Site},
};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Number of guests, and of members.
const STRANGERS: usize = 40;

/// Lines per order: the whole stock of a few parts.
const LINES_PER_ORDER: usize = 5;

async fn parts(shop: &Shop) -> Vec<Value> {
    Server::answer(shop.server.request("GET", "/parts?limit=200")).await.1.as_array().unwrap().clone()
}

async fn guest(shop: &Shop, number: usize) -> (Person, String) {
    let email = format!("guest-{number}@example.com");
    let body = json!({ "name": "Stranger", "email": email });
    let (status, answer) = Server::answer(shop.server.request("POST", "/guests").json(&body)).await;
    assert!(status.is_success(), "a guest is let in: {answer}");
    let text = |name: &str| answer[name].as_str().unwrap().to_owned();
    (Person { email, token: text("accessToken") }, text("token"))
}

/// Orders several parts at their current price.
async fn check_out(shop: &Shop, person: &Person, lines: &[(&Value, i64)]) -> Answer {
    let line = |(part, pieces): &(&Value, i64)| json!({ "part": part["_id"], "quantity": pieces });
    let lines: Vec<Value> = lines.iter().map(line).collect();
    let (_, quote) = Server::answer(shop.server.request("POST", "/quotes").json(&json!({ "lines": lines }))).await;
    let destination = json!({
        "recipient": "Stranger", "line1": "1 Harbor Street", "postalCode": "04101", "city": "Portland", "region": "ME",
        "country": "US",
    });
    let body = json!({ "lines": lines, "destination": destination, "phone": "555 0100", "totalPrice": quote["total"] });
    Server::answer(shop.server.request("POST", "/checkouts").bearer_auth(&person.token).json(&body)).await
}

/// The parts with less than three quarters of their stock left.
fn taken<'p>(before: &'p [Value], after: &[Value]) -> Vec<&'p str> {
    let left =
        |part: &Value| after.iter().find(|now| now["_id"] == part["_id"]).unwrap()["available"].as_i64().unwrap();
    let taken = before.iter().filter(|part| left(part) * 4 < part["available"].as_i64().unwrap() * 3);
    taken.map(|part| part["title"].as_str().unwrap()).collect()
}

/// Forty guests and forty members at one IP address order the whole stock of all parts, in turn.
pub(crate) async fn all_parts_at_once(mut report: Report) -> Report {
    let shop = Shop::open().await;
    let before = parts(&shop).await;
    let stock = |part: &Value| part["available"].as_i64().unwrap();
    for kind in ["guests", "unverified members"] {
        let mut placed = 0;
        let mut last = None;
        for number in 0..STRANGERS {
            let person = match kind {
                "guests" => guest(&shop, number).await.0,
                _ => shop.server.sign_up(&format!("member-{number}")).await,
            };
            for some in before.chunks(LINES_PER_ORDER) {
                let wanted: Vec<(&Value, i64)> = some.iter().map(|part| (part, stock(part))).collect();
                let answer = check_out(&shop, &person, &wanted).await;
                placed += usize::from(answer.0.is_success());
                last = Some(answer);
            }
        }
        let answer = last.unwrap();
        report.case(format_args!("everything, ordered by {STRANGERS} {kind}"), placed == 0, said(&answer));
        let limited = answer.1["code"] == "unpaid_limit";
        report.case(format_args!("everything by {kind}, refused for another reason"), limited, said(&answer));
    }
    let taken = taken(&before, &parts(&shop).await).join(", ");
    report.case("a part with less than three quarters left", taken.is_empty(), taken);
    report
}

/// The same users order as much as they can, part by part.
pub(crate) async fn part_by_part(mut report: Report) -> Report {
    let shop = Shop::open().await;
    let before = parts(&shop).await;
    let mut dollars = 0.0;
    for (number, part) in before.iter().cycle().take(STRANGERS).enumerate() {
        let person = guest(&shop, number).await.0;
        let all = part["available"].as_i64().unwrap();
        let least = part["minOrderQuantity"].as_i64().unwrap();
        for quantity in [all, all / 4, all / 16, least] {
            if shop.server.try_order(&person, part["_id"].as_str().unwrap(), quantity).await.0.is_success() {
                dollars += part["price"].as_f64().unwrap() * f64::from(i32::try_from(quantity).unwrap());
                break;
            }
        }
    }
    let after = parts(&shop).await;
    let taken = taken(&before, &after);
    report.case("a second part taken by guests of one address", taken.len() <= 1, taken.join(", "));
    report.figure(format_args!("{dollars:.2} dollars on order by {STRANGERS} guests, most of them of one part"));
    // An honest customer with a verified email address at the same IP address is not limited.
    let part = after.iter().find(|part| part["available"].as_i64() > Some(500)).unwrap();
    let most = part["available"].as_i64().unwrap();
    let admin = shop.server.try_order(&shop.admin, part["_id"].as_str().unwrap(), most).await;
    assert!(admin.0.is_success(), "an order of a member with a proved address: {}", said(&admin));
    report
}

/// A payment is repeatedly started for an order, and no card is ever presented.
pub(crate) async fn intents_without_a_card(mut report: Report) -> Report {
    let shop = Shop::open().await;
    let person = guest(&shop, 1).await.0;
    let placed = shop.server.try_order(&person, &shop.part, 4).await;
    let order = placed.1["insertedId"].as_str().unwrap().to_owned();
    let before = shop.order_of(&person, &order).await;
    for _ in 0..5 {
        let body = json!({ "order": order, "price": before["totalPrice"] });
        let started = shop.server.try_call(&person, "POST", "/create-payment-intent", Some(body)).await;
        assert!(started.0.is_success(), "a payment is started: {}", said(&started));
    }
    let after = shop.order_of(&person, &order).await;
    let until = before["heldUntil"].as_str().unwrap();
    let then = after["heldUntil"].as_str().unwrap();
    report.case("pieces kept for longer without a card", until == then, format!("{until} became {then}"));
    report
}

/// One cheap part is paid for, and then everything is ordered.
pub(crate) async fn everything_after_one_payment(mut report: Report) -> Report {
    let shop = Shop::open().await;
    let person = shop.server.sign_up("petra").await;
    let first = shop.server.order(&person, &shop.part, 4).await;
    let paid = shop.server.pay_by_card(&person, &first, GOOD_CARD).await;
    let booked = shop.server.book(&person, &first, paid["id"].as_str().unwrap()).await;
    assert!(booked.0.is_success(), "an honest order is paid: {}", said(&booked));
    let before = parts(&shop).await;
    for some in before.chunks(LINES_PER_ORDER) {
        let wanted: Vec<(&Value, i64)> = some.iter().map(|part| (part, part["available"].as_i64().unwrap())).collect();
        let answer = check_out(&shop, &person, &wanted).await;
        let name = some[0]["title"].as_str().unwrap();
        report.case(
            format_args!("all of {name} and others after $40 were paid"),
            !answer.0.is_success(),
            said(&answer),
        );
    }
    for part in &before {
        let _ =
            shop.server.try_order(&person, part["_id"].as_str().unwrap(), part["available"].as_i64().unwrap()).await;
    }
    let taken = taken(&before, &parts(&shop).await);
    report.case("a second part taken after $40 were paid", taken.len() <= 1, taken.join(", "));
    report
}

/// A guest's token opens many sessions.
pub(crate) async fn sessions_in_bulk(mut report: Report) -> Report {
    let shop = Shop::on(Site::new()).await;
    let (person, token) = guest(&shop, 1).await;
    let mut access = BTreeSet::new();
    for _ in 0..60 {
        let resume = shop.server.request("POST", "/guests/resume").json(&json!({ "token": token }));
        let (status, answer) = Server::answer(resume).await;
        assert!(status.is_success(), "a guest comes back: {answer}");
        access.insert(answer["accessToken"].as_str().unwrap().to_owned());
    }
    let mut live = 0;
    for token in &access {
        live += usize::from(shop.get(&format!("/orders/{}", person.email), token).await.0.is_success());
    }
    report.case("a twenty-first session of one guest", (1..=20).contains(&live), format!("{live} of {}", access.len()));
    report
}
