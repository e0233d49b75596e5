//! Free accounts that take what others would buy, and mails to people who never asked.

use crate::{
    report::Report,
    shop::{Shop, said},
    support::{Server, Site},
};
use serde_json::{Value, json};

async fn parts(shop: &Shop) -> Vec<Value> {
    Server::answer(shop.server.request("GET", "/parts?limit=200")).await.1.as_array().unwrap().clone()
}

/// A customer who has never paid orders all there is, part by part.
pub(crate) async fn one_account_that_wants_everything(mut report: Report) -> Report {
    let shop = Shop::on(Site::new()).await;
    let before = parts(&shop).await;
    let (mut placed, mut value) = (0, 0.0);
    let mut refusal = Value::Null;
    for part in &before {
        let (stock, least) = (part["available"].as_i64().unwrap(), part["minOrderQuantity"].as_i64().unwrap());
        if stock < least {
            continue;
        }
        let id = part["_id"].as_str().unwrap();
        for quantity in [stock, least] {
            let (status, answer) = shop.server.try_order(&shop.olga, id, quantity).await;
            if status.is_success() {
                placed += 1;
                value += part["price"].as_f64().unwrap() * f64::from(i32::try_from(quantity).unwrap());
                break;
            }
            refusal = answer;
        }
    }
    let after = parts(&shop).await;
    let emptied =
        before.iter().zip(&after).filter(|(before, after)| before["available"] != 0 && after["available"] == 0).count();
    report.case("every part emptied by one unpaid account", emptied == 0, format!("{emptied} parts emptied"));
    report.case("an order for each part by one unpaid account", placed <= 10, format!("{placed} orders"));
    report.case("a fortune held unpaid", value <= 20_000.0, format!("{value} dollars"));
    let says = refusal["detail"].as_str().unwrap_or_default();
    report.case("a refusal that does not say what to do", says.len() > 20, says);
    // Deleting and ordering again must not lead around it.
    let mine = shop.server.call(&shop.olga, "GET", &format!("/orders/{}", shop.olga.email), None).await;
    for order in mine.as_array().unwrap() {
        let path = format!("/orders/{}", order["_id"].as_str().unwrap());
        shop.server.call(&shop.olga, "DELETE", &path, None).await;
    }
    let answer = shop.server.try_order(&shop.olga, &shop.part, 1).await;
    assert!(answer.0.is_success(), "a customer without unpaid orders may order: {}", said(&answer));
    report
}

/// Many orders at an address that nobody proved, and letters to it from every form.
pub(crate) async fn mails_to_a_victim(mut report: Report) -> Report {
    let shop = Shop::on(Site::new()).await;
    let victim = shop.server.sign_up("victim").await;
    for _ in 0..33 {
        if let (status, answer) = shop.server.try_order(&victim, &shop.part, 1).await
            && status.is_success()
        {
            let path = format!("/orders/{}", answer["insertedId"].as_str().unwrap());
            shop.server.call(&victim, "DELETE", &path, None).await;
        }
    }
    let mails = async || {
        let mails = shop.server.call(&shop.admin, "GET", "/outbox?limit=200", None).await;
        mails.as_array().unwrap().iter().filter(|mail| mail["to"] == victim.email.as_str()).count()
    };
    let written = mails().await;
    report.case("thirty-three order mails to an address that nobody proved", written <= 6, format!("{written} mails"));
    for _ in 0..30 {
        let _ = shop.identity("sendOobCode", json!({ "requestType": "PASSWORD_RESET", "email": victim.email })).await;
        let _ =
            Server::answer(shop.server.request("POST", "/newsletter").json(&json!({ "email": victim.email }))).await;
    }
    let more = mails().await - written;
    report.case("thirty reset mails and newsletter links", more <= 12, format!("{more} mails"));
    for header in [
        "victim@example.com\r\nBcc: many@example.com",
        "victim@example.com\nSubject: Hello",
        "a@example.com,b@example.com",
        "<a@example.com>",
    ] {
        let answer = Server::answer(shop.server.request("POST", "/newsletter").json(&json!({ "email": header }))).await;
        report.case(format_args!("a mail to {header:?}"), answer.0 == 422, said(&answer));
    }
    report
}
