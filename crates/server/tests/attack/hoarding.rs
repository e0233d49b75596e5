//! Free accounts that take what others would buy, and mails to people who never asked.

use crate::{
    report::Report,
    shop::{Shop, said},
    support::{Server, Site},
};
use autoparts_mail::testing::MailServer;
use serde_json::{Value, json};
use std::time::Duration;

async fn parts(shop: &Shop) -> Vec<Value> {
    Server::answer(shop.server.request("GET", "/parts?limit=200")).await.1.as_array().unwrap().clone()
}

/// A customer who has never paid orders all there is, part by part.
pub(crate) async fn one_account_that_wants_everything(mut report: Report) -> Report {
    let shop = Shop::on(Site::new()).await;
    let before = parts(&shop).await;
    let (mut placed, mut worth) = (0, Vec::new());
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
                worth.push(part["price"].as_f64().unwrap() * f64::from(i32::try_from(quantity).unwrap()));
                break;
            }
            refusal = answer;
        }
    }
    let after = parts(&shop).await;
    let emptied =
        before.iter().zip(&after).filter(|(before, after)| before["available"] != 0 && after["available"] == 0).count();
    // One order of all there is of one part is what any customer may want; the limits are on what follows.
    report.case("a second part emptied by one unpaid account", emptied <= 1, format!("{emptied} parts emptied"));
    report.case("an order for each part by one unpaid account", placed <= 10, format!("{placed} orders"));
    let further: f64 = worth.iter().skip(1).sum();
    report.case("a fortune held on top of an unpaid order", further <= 10_000.0, format!("{further} dollars"));
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
    let mail_server = MailServer::start().await.unwrap();
    let mails = ("SMTP_URL", mail_server.url());
    let site = Site::new()
        .with(mails.0, mails.1)
        .with("MAIL_FROM", "orders@shop.example")
        .with("UNPAID_ORDERS", "off")
        .with("UNPAID_VALUE", "off")
        .with("UNPAID_SHARE", "off");
    let shop = Shop::on(site).await;
    let victim = shop.server.sign_up("victim").await;
    let to = format!("To: {}", victim.email);
    let received = || mail_server.received().iter().filter(|mail| mail.contains(&to)).count();
    let mut placed = 0;
    for _ in 0..33 {
        placed += i32::from(shop.server.try_order(&victim, &shop.part, 1).await.0.is_success());
    }
    assert!(placed > 20, "the orders are accepted: {placed}");
    // Three rounds of the outbox.
    tokio::time::sleep(Duration::from_secs(16)).await;
    let about_orders = received();
    report.case(
        "thirty-three order mails to an address that nobody proved",
        (1..=6).contains(&about_orders),
        format!("{about_orders} mails"),
    );
    for _ in 0..30 {
        let _ = shop.identity("sendOobCode", json!({ "requestType": "PASSWORD_RESET", "email": victim.email })).await;
        let _ =
            Server::answer(shop.server.request("POST", "/newsletter").json(&json!({ "email": victim.email }))).await;
    }
    tokio::time::sleep(Duration::from_secs(11)).await;
    let more = received() - about_orders;
    report.case("thirty reset mails and newsletter links", (1..=12).contains(&more), format!("{more} mails"));
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
