//! The main user journey, end to end, with the real binary on both databases.

use crate::support::{Person, Server, Site};
use serde_json::{Value, json};
use std::{collections::BTreeSet, time::Duration};

/// Opens a demo shop on a site. Returns the server and its admin.
async fn open(site: &Site) -> (Server, Person) {
    site.succeed(&["seed"]);
    let server = site.serve();
    let admin = server.sign_in("admin@autoparts.example", "admin-demo-1").await;
    (server, admin)
}

/// Lifts the limits on unpaid orders, because one customer places many.
fn for_many_orders(site: Site) -> Site {
    site.with("UNPAID_ORDERS", "off").with("UNPAID_SHARE", "off")
}

/// Sign up, order, pay, ship, with restarts in between that must lose nothing.
pub(crate) async fn a_customer_buys_and_an_admin_ships(site: &Site) {
    let (server, _) = open(site).await;
    let marta = server.sign_up("marta").await;
    let part = server.first_part().await;
    let part_id = part["_id"].as_str().unwrap();
    let minimum = part["minOrderQuantity"].as_i64().unwrap();
    let order = server.order(&marta, part_id, minimum).await;

    let declined = server.pay_by_card(&marta, &order, "4000000000000002").await;
    assert_eq!(declined["error"]["message"], "Your card was declined.");
    let paid = server.pay_by_card(&marta, &order, "4242424242424242").await;
    assert_eq!(paid["status"], "succeeded", "{paid}");
    let transaction = paid["id"].as_str().unwrap();
    assert!(server.book(&marta, &order, transaction).await.0.is_success());
    let before = server.show(&marta, &order).await;
    assert_eq!((&before["paid"], &before["transactionId"]), (&json!(true), &json!(transaction)));
    assert!(server.stop().success());

    let server = site.serve();
    let marta = server.sign_in("marta@example.com", "secret-1").await;
    let admin = server.sign_in("admin@autoparts.example", "admin-demo-1").await;
    assert_eq!(server.show(&marta, &order).await, before);
    server.call(&admin, "PUT", &format!("/ship/{order}"), Some(json!({ "status": "shipped" }))).await;
    assert_eq!(server.show(&marta, &order).await["status"], "shipped");
    let listed = server.call(&marta, "GET", &format!("/orders/{}", marta.email), None).await;
    assert_eq!(listed.as_array().unwrap().len(), 1);
    assert!(site.fail(&["seed"]).contains("orders"), "no demo data next to real orders");
    assert!(site.succeed(&["check-books"]).contains("in order"));
}

/// The browser pays and disconnects: the provider's webhook completes the order.
pub(crate) async fn a_webhook_completes_what_the_browser_left(site: &Site) {
    let (server, admin) = open(site).await;
    let marta = server.sign_up("marta").await;
    let part = server.add_part(&admin, 5).await;
    let order = server.order(&marta, &part, 2).await;
    server.pay_by_card(&marta, &order, "4242424242424242").await;
    for _ in 0..100 {
        if server.show(&marta, &order).await["paid"] == true {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("the order is still not paid");
}

/// 64 concurrent buyers for 10 pieces: exactly 10 orders, and no server error.
pub(crate) async fn ten_pieces_are_sold_ten_times(site: &Site) {
    let (server, admin) = open(site).await;
    let marta = server.sign_up("marta").await;
    let part = server.add_part(&admin, 10).await;
    let buyers = (0..64).map(|_| server.try_order(&marta, &part, 1));
    let answers = futures_util::future::join_all(buyers).await;
    let mut placed = BTreeSet::new();
    for (status, answer) in answers {
        match status.as_u16() {
            201 => assert!(placed.insert(answer["insertedId"].as_str().unwrap().to_owned())),
            409 => assert_eq!(answer["code"], "out_of_stock"),
            other => panic!("{other}: {answer}"),
        }
    }
    assert_eq!(placed.len(), 10);
    let (_, part) = Server::answer(server.request("GET", &format!("/parts/{part}"))).await;
    assert_eq!(part["available"], 0);
    assert!(site.succeed(&["check-books"]).contains("in order"));
}

/// Acknowledged orders exist after a crash.
pub(crate) async fn an_acknowledged_order_survives_a_crash(site: &Site) {
    let (server, admin) = open(site).await;
    let marta = server.sign_up("marta").await;
    let part = server.add_part(&admin, 100).await;
    let mut orders = Vec::new();
    for _ in 0..20 {
        orders.push(server.order(&marta, &part, 1).await);
    }
    drop(server);
    let server = site.serve();
    for order in orders {
        assert_eq!(server.show(&marta, &order).await["paid"], false, "the access token is good after the crash, too");
    }
}

/// A reader follows the link in an email, gets a coupon, and sends feedback; the admin sees all of it, also after a
/// restart.
pub(crate) async fn a_reader_gets_a_coupon_by_mail(site: &Site) {
    let (server, _) = open(site).await;
    let post = |path: &str, body: Value| Server::answer(server.request("POST", path).json(&body));
    let (status, _) = post("/newsletter", json!({ "email": "reader@example.com" })).await;
    assert_eq!(status.as_u16(), 202);
    let admin = server.sign_in("admin@autoparts.example", "admin-demo-1").await;
    let mails = server.call(&admin, "GET", "/outbox?limit=1", None).await;
    let link = format!("{}/coupon#token=", server.address());
    let (_, rest) = mails[0]["text"].as_str().unwrap().split_once(&link).unwrap();
    let token = rest.split_whitespace().next().unwrap();
    assert!(token.len() >= 43, "256 random bits: {token}");
    let (_, welcome) = post("/newsletter/confirm", json!({ "token": token })).await;
    assert_eq!((&welcome["email"], &welcome["amount"]), (&json!("reader@example.com"), &json!(50)));
    let (status, _) = post("/feedback", json!({ "message": "Thank you!" })).await;
    assert_eq!(status.as_u16(), 201);
    assert!(server.stop().success());

    let server = site.serve();
    let subscribers = server.call(&admin, "GET", "/newsletter", None).await;
    assert_eq!((&subscribers[0]["state"], &subscribers[0]["coupon"]["code"]), (&json!("confirmed"), &welcome["code"]));
    assert_eq!(server.call(&admin, "GET", "/feedback", None).await[0]["message"], "Thank you!");
    assert_eq!(server.call(&admin, "GET", "/outbox", None).await[0]["subject"], "Your $50 coupon");
}

macro_rules! on_both_databases {
    ($($case:ident),* $(,)?) => {
        mod sqlite {
            $(#[tokio::test]
            async fn $case() {
                super::$case(&super::for_many_orders(crate::support::Site::new())).await;
            })*
        }

        mod postgres {
            $(#[tokio::test]
            async fn $case() {
                super::$case(&super::for_many_orders(crate::support::Site::on_postgres())).await;
            })*
        }
    };
}

on_both_databases!(
    a_customer_buys_and_an_admin_ships,
    a_webhook_completes_what_the_browser_left,
    ten_pieces_are_sold_ten_times,
    an_acknowledged_order_survives_a_crash,
    a_reader_gets_a_coupon_by_mail,
);

#[tokio::test]
async fn a_restart_of_postgres_is_survived() {
    let site = Site::on_postgres();
    let (server, admin) = open(&site).await;
    let part = server.add_part(&admin, 5).await;
    site.cut_connections();
    for _ in 0..50 {
        let (status, answer) = server.try_order(&admin, &part, 1).await;
        match status.as_u16() {
            201 => return,
            503 => tokio::time::sleep(Duration::from_millis(100)).await,
            other => panic!("{other}: {answer}"),
        }
    }
    panic!("the shop does not come back");
}
