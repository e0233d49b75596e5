//! Free accounts that reserve all stock, and unsolicited emails.

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

/// A customer who has never paid orders the whole stock, part by part.
pub(crate) async fn one_account_that_orders_the_whole_stock(mut report: Report) -> Report {
    let shop = Shop::on(Site::new()).await;
    let before = parts(&shop).await;
    let mut placed = 0;
    let mut worth = Vec::new();
    let mut refusal = Value::Null;
    for part in &before {
        let stock = part["available"].as_i64().unwrap();
        let least = part["minOrderQuantity"].as_i64().unwrap();
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
    // Any customer may order the whole stock of one part; the limits apply to further orders.
    report.case("a second part emptied by one unpaid account", emptied <= 1, format!("{emptied} parts emptied"));
    report.case("an order for each part by one unpaid account", placed <= 10, format!("{placed} orders"));
    let further: f64 = worth.iter().skip(1).sum();
    report.case("a fortune held on top of an unpaid order", further <= 10_000.0, format!("{further} dollars"));
    let says = refusal["detail"].as_str().unwrap_or_default();
    report.case("a refusal that does not say what to do", says.len() > 20, says);
    // Deleting orders and ordering again must not bypass the limits.
    let mine = shop.server.call(&shop.olga, "GET", &format!("/orders/{}", shop.olga.email), None).await;
    for order in mine.as_array().unwrap() {
        let path = format!("/orders/{}", order["_id"].as_str().unwrap());
        shop.server.call(&shop.olga, "DELETE", &path, None).await;
    }
    let answer = shop.server.try_order(&shop.olga, &shop.part, 1).await;
    assert!(answer.0.is_success(), "a customer without unpaid orders may order: {}", said(&answer));
    report
}

/// Many orders with an unverified address, and emails to it from every form.
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
    // Three rounds of the outbox worker.
    tokio::time::sleep(Duration::from_secs(16)).await;
    let about_orders = received();
    report.case(
        "thirty-three order mails to an unverified address",
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

fn with_mail_server(url: &str) -> Site {
    Site::new()
        .with("SMTP_URL", url)
        .with("MAIL_FROM", "orders@shop.example")
        .with("UNPAID_ORDERS", "off")
        .with("UNPAID_VALUE", "off")
        .with("UNPAID_SHARE", "off")
}

/// Newsletter, stock alerts and guest orders, all for one mailbox with many sub-addresses.
pub(crate) async fn every_form_for_one_victim(mut report: Report) -> Report {
    let mail_server = MailServer::start().await.unwrap();
    let shop = Shop::on(with_mail_server(mail_server.url())).await;
    let sold_out = shop.server.add_part(&shop.admin, 0).await;
    for number in 0..30 {
        let email = format!("victim+{number}@example.com");
        let body = json!({ "email": email });
        let _ = Server::answer(shop.server.request("POST", "/newsletter").json(&body)).await;
        let path = format!("/parts/{sold_out}/stock-alerts");
        let _ = Server::answer(shop.server.request("POST", &path).json(&body)).await;
        let asked = json!({ "name": "Jane Doe", "email": email });
        let (_, guest) = Server::answer(shop.server.request("POST", "/guests").json(&asked)).await;
        let order = json!({ "orderedId": shop.part, "quantity": 1, "address": "1 Road", "phone": "555 0100" });
        let token = guest["accessToken"].as_str().unwrap_or_default();
        let _ = Server::answer(shop.server.request("POST", "/orders").bearer_auth(token).json(&order)).await;
    }
    // Three rounds of the outbox worker.
    tokio::time::sleep(Duration::from_secs(16)).await;
    let received = mail_server.received().iter().filter(|mail| mail.contains("To: victim+")).count();
    report.case("ninety emails to one mailbox", (1..=6).contains(&received), format!("{received} emails"));
    report
}

/// Repeatedly reserves all pieces of a part, requests an alert for a stranger's address, and deletes the order.
pub(crate) async fn stock_alerts_for_a_victim(mut report: Report) -> Report {
    let mail_server = MailServer::start().await.unwrap();
    let shop = Shop::on(with_mail_server(mail_server.url())).await;
    let mut parts = Vec::new();
    for _ in 0..5 {
        parts.push(shop.server.add_part(&shop.admin, 5).await);
    }
    for _ in 0..2 {
        for part in &parts {
            let order = shop.server.order(&shop.olga, part, 5).await;
            let path = format!("/parts/{part}/stock-alerts");
            let body = json!({ "email": "victim@example.com" });
            let (status, answer) = Server::answer(shop.server.request("POST", &path).json(&body)).await;
            assert_eq!(status.as_u16(), 202, "{answer}");
            shop.server.call(&shop.olga, "DELETE", &format!("/orders/{order}"), None).await;
        }
        // Maintenance sends alerts every minute.
        tokio::time::sleep(Duration::from_secs(70)).await;
    }
    let received = mail_server.received();
    let to_victim: Vec<_> = received.iter().filter(|mail| mail.contains("To: victim@example.com")).collect();
    let alerts = to_victim.iter().filter(|mail| mail.contains("Back in stock")).count();
    report.case("unconfirmed alerts", alerts == 0, format!("{alerts} alerts"));
    report.case("confirmation requests to one address", to_victim.len() <= 1, format!("{} emails", to_victim.len()));
    report
}

/// A mail server without SMTPUTF8, and a hundred addresses that it cannot accept before one that it can.
pub(crate) async fn addresses_that_block_the_outbox(mut report: Report) -> Report {
    let mail_server = MailServer::start().await.unwrap();
    let shop = Shop::on(with_mail_server(mail_server.url())).await;
    let mut refused = 0;
    for number in 0..100 {
        let body = json!({ "email": format!("ü{number}@example.com") });
        let answer = Server::answer(shop.server.request("POST", "/newsletter").json(&body)).await;
        refused += i32::from(answer.1["fields"][0]["code"] == "undeliverable");
    }
    report.case("addresses that the mail server cannot accept", refused >= 95, format!("{refused} of 100 refused"));
    let body = json!({ "email": "honest@bücher.example" });
    let answer = Server::answer(shop.server.request("POST", "/newsletter").json(&body)).await;
    assert_eq!(answer.0.as_u16(), 202, "a domain of another script is written to: {}", said(&answer));
    tokio::time::sleep(Duration::from_secs(11)).await;
    let arrived = mail_server.received().iter().any(|mail| mail.contains("To: honest@xn--bcher-kva.example"));
    report.case("an honest email behind them", arrived, format!("arrived: {arrived}"));
    report
}
