//! Attempts to get more than one coupon: with sub-addresses, deleted accounts, guests, and one card for all.

use crate::{
    report::Report,
    shop::{GOOD_CARD, Shop, said},
    support::{Answer, Person, Server, Site},
};
use serde_json::{Value, json};

/// Another test card that succeeds.
const OTHER_CARD: &str = "5555555555554444";

/// Returns the token of the link to a page in the newest email to an address.
async fn token(shop: &Shop, to: &str, page: &str) -> Option<String> {
    let mails = shop.server.call(&shop.admin, "GET", "/outbox", None).await;
    // Addresses are stored in lower case.
    let to = to.to_ascii_lowercase();
    let text = mails
        .as_array()
        .unwrap()
        .iter()
        .find(|mail| mail["to"] == to.as_str() && mail["text"].to_string().contains(page));
    let text = text?["text"].as_str().unwrap().to_owned();
    let (_, rest) = text.split_once("token=")?;
    Some(rest.split_whitespace().next().unwrap().to_owned())
}

/// Subscribes to the newsletter and confirms. Returns the coupon's code; `None` without a coupon.
async fn coupon(shop: &Shop, email: &str) -> Option<String> {
    let joined = Server::answer(shop.server.request("POST", "/newsletter").json(&json!({ "email": email }))).await;
    assert!(joined.0.is_success(), "{joined:?}");
    let token = token(shop, email, "/coupon").await.unwrap();
    let confirm = shop.server.request("POST", "/newsletter/confirm").json(&json!({ "token": token }));
    let (status, answer) = Server::answer(confirm).await;
    assert!(status.is_success(), "{answer}");
    answer["code"].as_str().map(str::to_owned)
}

fn checkout(part: &str, street: &str, code: Option<&str>, total: f64) -> Value {
    let mut body = json!({
        "lines": [{ "part": part, "quantity": 20 }],
        "destination": {
            "recipient": "Jane Doe", "line1": street, "city": "Dayton", "region": "OH", "postalCode": "45402", "country": "US",
        },
        "phone": "937 555 0148", "totalPrice": total,
    });
    if let Some(code) = code {
        body["coupon"] = json!(code);
    }
    body
}

async fn order(shop: &Shop, person: &Person, street: &str, code: &str) -> Answer {
    shop.server.try_call(person, "POST", "/checkouts", Some(checkout(&shop.part, street, Some(code), 150.0))).await
}

async fn guest(shop: &Shop, email: &str) -> Person {
    let asked = shop.server.request("POST", "/guests").json(&json!({ "name": "Jane Doe", "email": email }));
    let (status, answer) = Server::answer(asked).await;
    assert!(status.is_success(), "{answer}");
    Person { email: email.to_owned(), token: answer["accessToken"].as_str().unwrap().to_owned() }
}

fn id(answer: &Answer) -> String {
    assert!(answer.0.is_success(), "a legitimate order is placed: {answer:?}");
    answer.1["insertedId"].as_str().unwrap().to_owned()
}

/// One mailbox requests many coupons, and one customer tries to use several.
pub(crate) async fn one_person_with_many_coupons(mut report: Report) -> Report {
    let site = Site::new().with("UNPAID_ORDERS", "off").with("UNPAID_VALUE", "off").with("UNPAID_SHARE", "off");
    let shop = Shop::on(site).await;
    let received = json!({ "reason": "received", "pieces": 5000 });
    shop.server.call(&shop.admin, "POST", &format!("/parts/{}/stock", shop.part), Some(received)).await;

    let first = coupon(&shop, "farmer@gmail.com").await.unwrap();
    for other in ["farmer+1@gmail.com", "farmer+2@gmail.com", "f.a.r.m.e.r@gmail.com", "FARMER@googlemail.com"] {
        let again = coupon(&shop, other).await;
        report.case(format_args!("a second coupon for {other}"), again.is_none(), format!("{again:?}"));
    }

    // The account and its subscription are deleted, and the address signs up again.
    let leaver = shop.server.sign_up("leaver").await;
    let id_token = shop.id_token(&leaver).await;
    let asked = shop.identity("sendOobCode", json!({ "requestType": "VERIFY_EMAIL", "idToken": id_token })).await;
    assert!(asked.0.is_success(), "{asked:?}");
    let mails = shop.server.call(&shop.admin, "GET", "/outbox", None).await;
    let text = mails.to_string();
    let (_, rest) = text.split_once("mode=verifyEmail&oobCode=").unwrap();
    let code: String = rest.chars().take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')).collect();
    let verified = shop.identity("update", json!({ "oobCode": code })).await;
    assert!(verified.0.is_success(), "{verified:?}");
    assert!(coupon(&shop, "leaver@example.com").await.is_some(), "an honest address gets a coupon");
    let leaver = shop.server.sign_in("leaver@example.com", "secret-1").await;
    let left = shop.server.try_call(&leaver, "DELETE", "/users/leaver@example.com", None).await;
    assert!(left.0.is_success(), "the account is deleted: {left:?}");
    let again = coupon(&shop, "leaver@example.com").await;
    report.case("a coupon after the account was deleted", again.is_none(), format!("{again:?}"));

    // Four coupons from four mailboxes, used by one member for four destinations.
    let mut codes = vec![first];
    for number in 0..8 {
        codes.push(coupon(&shop, &format!("friend{number}@example.com")).await.unwrap());
    }
    let olga = &shop.olga;
    let placed = order(&shop, olga, "1 First Street", &codes[0]).await;
    let hers = id(&placed);
    for (number, code) in codes.iter().enumerate().take(4).skip(1) {
        let answer = order(&shop, olga, &format!("{number} Other Street"), code).await;
        report.case(
            format_args!("coupon {number} of one member"),
            answer.1["code"] == "coupon_redeemed",
            said(&answer),
        );
    }
    // Guests with the same destination in other spellings.
    for (number, street) in ["1 First Street", "1 FIRST ST.", "1, first st"].into_iter().enumerate() {
        let person = guest(&shop, &format!("guest{number}@example.com")).await;
        let answer = order(&shop, &person, street, &codes[4]).await;
        report.case(
            format_args!("a guest's coupon at the same destination: {street}"),
            answer.1["code"] == "coupon_redeemed",
            said(&answer),
        );
    }
    // Several guests in turn with the same mailbox.
    let person = guest(&shop, "same@example.com").await;
    let placed = order(&shop, &person, "20 Guest Street", &codes[5]).await;
    assert!(placed.0.is_success(), "{placed:?}");
    let person = guest(&shop, "same+2@example.com").await;
    let answer = order(&shop, &person, "21 Guest Street", &codes[6]).await;
    report.case("a second guest with the same mailbox", answer.1["code"] == "coupon_redeemed", said(&answer));

    // One card for two orders.
    let paid = shop.server.pay_by_card(olga, &hers, GOOD_CARD).await;
    let booked = shop.server.book(olga, &hers, paid["id"].as_str().unwrap()).await;
    assert!(booked.0.is_success(), "an honest order is paid: {booked:?}");
    let person = shop.server.sign_up("neighbor").await;
    let second = id(&order(&shop, &person, "30 Card Street", &codes[7]).await);
    let paid = shop.server.pay_by_card(&person, &second, GOOD_CARD).await;
    let booked = shop.server.book(&person, &second, paid["id"].as_str().unwrap()).await;
    report.case("a second coupon paid by the same card", booked.1["code"] == "payment_given_back", said(&booked));
    let paid = shop.server.pay_by_card(&person, &second, OTHER_CARD).await;
    let booked = shop.server.book(&person, &second, paid["id"].as_str().unwrap()).await;
    assert!(booked.0.is_success(), "another card pays: {booked:?}");

    // An order below the coupon's minimum.
    let person = shop.server.sign_up("small").await;
    let mut small = checkout(&shop.part, "40 Small Street", Some(&codes[8]), 40.0);
    small["lines"][0]["quantity"] = json!(9);
    let answer = shop.server.try_call(&person, "POST", "/checkouts", Some(small)).await;
    report.case("a coupon with $90 of goods", answer.1["code"] == "coupon_minimum", said(&answer));
    report
}
