//! Links to the orders of guests: planted by an attacker, used in the wrong place, and revoked.

use crate::{
    report::Report,
    shop::{Shop, said},
    support::{Answer, Server},
};
use serde_json::{Value, json};

/// A guest, and the token stored in their browser.
struct Guest {
    email: &'static str,
    access: String,
    browser_token: String,
}

impl Guest {
    async fn come(shop: &Shop, email: &'static str) -> Self {
        let (_, guest) = post(shop, "/guests", None, &json!({ "name": "Mallory", "email": email })).await;
        let text = |field: &str| guest[field].as_str().unwrap().to_owned();
        Self { email, access: text("accessToken"), browser_token: text("token") }
    }

    /// Places an order. Returns its id and the token of the link in the email about it.
    async fn order(&self, shop: &Shop) -> (String, String) {
        let order = json!({
            "lines": [{ "part": shop.part, "quantity": 1 }], "phone": "555 0100", "totalPrice": 10,
            "destination": { "recipient": "Mallory", "line1": "1 Road", "city": "Berlin", "country": "DE" },
        });
        let placed = post(shop, "/checkouts", Some(&self.access), &order).await;
        let id = placed.1["insertedId"].as_str().unwrap_or_else(|| panic!("{placed:?}")).to_owned();
        let mails = shop.server.call(&shop.admin, "GET", "/outbox?limit=1", None).await;
        assert_eq!(mails[0]["to"], self.email);
        let (_, link) = mails[0]["text"].as_str().unwrap().split_once("/my-order#token=").unwrap();
        (id, link.lines().next().unwrap().to_owned())
    }
}

async fn post(shop: &Shop, path: &str, token: Option<&str>, body: &Value) -> Answer {
    let mut request = shop.server.request("POST", path).json(body);
    if let Some(token) = token {
        request = request.bearer_auth(token);
    }
    Server::answer(request).await
}

async fn open(shop: &Shop, link: &str) -> Answer {
    post(shop, "/order-links", None, &json!({ "token": link })).await
}

/// A link in an email opens only its own order.
pub(crate) async fn links_to_orders(mut report: Report) -> Report {
    let shop = Shop::open().await;
    // The attacker orders with the victim's address, so the shop emails the victim the link.
    let guest = Guest::come(&shop, "victim@example.com").await;
    let (first, link) = guest.order(&shop).await;
    let (second, other_link) = guest.order(&shop).await;
    let opened = open(&shop, &link).await;
    assert_eq!(opened.1["order"], first.as_str(), "the genuine link opens its order: {opened:?}");
    let access = opened.1["accessToken"].as_str().unwrap().to_owned();
    let shown = shop.get(&format!("/order/{first}"), &access).await;
    assert!(shown.0.is_success(), "{shown:?}");
    planted(&mut report, &shop, &guest, &access).await;
    let shown = shop.get(&format!("/order/{second}"), &access).await;
    report.case("a link opens another order of the same guest", shown.0 == 404, said(&shown));
    for (method, path) in [("DELETE", format!("/orders/{second}")), ("DELETE", format!("/order/{second}/links"))] {
        let answer = Server::answer(shop.server.request(method, &path).bearer_auth(&access)).await;
        report.case(format_args!("a link at {method} of another order"), answer.0 == 404, said(&answer));
    }
    let pay = json!({ "price": 10, "order": second });
    let answer = post(&shop, "/create-payment-intent", Some(&access), &pay).await;
    report.case("a link starts the payment of another order", answer.0 == 404, said(&answer));
    let answer = post(&shop, "/guests/resume", None, &json!({ "token": link })).await;
    report.case("a link used as the token of a browser", answer.0 == 404, said(&answer));
    let answer = open(&shop, &guest.browser_token).await;
    report.case("the token of a browser used as a link", answer.0 == 404, said(&answer));
    for token in [&link, &guest.browser_token] {
        let answer = shop.get(&format!("/order/{first}"), token).await;
        report.case("a token of a guest used as an access token", answer.0 == 401, said(&answer));
    }
    revoked(&mut report, &shop, &guest, [(&first, &link), (&second, &other_link)], &access).await;
    report
}

/// The victim's browser, which has opened the link, checks out: the attacker learns nothing about the order.
async fn planted(report: &mut Report, shop: &Shop, guest: &Guest, access: &str) {
    let order = json!({
        "lines": [{ "part": shop.part, "quantity": 1 }], "phone": "555 0173", "totalPrice": 10,
        "destination": { "recipient": "Victim", "line1": "12 Harbor Street", "city": "Portland", "region": "ME",
            "postalCode": "04101", "country": "US" },
    });
    let answer = post(shop, "/checkouts", Some(access), &order).await;
    report.case("an order is placed with the access of a planted link", answer.0 == 403, said(&answer));
    for path in [format!("/orders/{}", guest.email), format!("/users/{}", guest.email)] {
        let answer = shop.get(&path, access).await;
        report.case(format_args!("a link reads {path}"), answer.0 == 403, said(&answer));
    }
    let theirs = shop.get(&format!("/orders/{}", guest.email), &guest.access).await.1.to_string();
    report.case("the attacker reads what was ordered after the link", !theirs.contains("12 Harbor Street"), theirs);
}

/// Both links are revoked: one by its holder, the other by the guest signing out everywhere.
async fn revoked(report: &mut Report, shop: &Shop, guest: &Guest, links: [(&String, &String); 2], access: &str) {
    let [(first, link), (_, other)] = links;
    let path = format!("/order/{first}/links");
    let answer = Server::answer(shop.server.request("DELETE", &path).bearer_auth(&shop.olga.token)).await;
    report.case("a stranger revokes the links of an order", answer.0 == 404, said(&answer));
    let answer = Server::answer(shop.server.request("DELETE", &path).bearer_auth(access)).await;
    assert!(answer.0.is_success(), "the holder of a link revokes it: {answer:?}");
    let answer = open(shop, link).await;
    report.case("a revoked link", answer.0 == 410, said(&answer));
    let answer = shop.get(&format!("/order/{first}"), access).await;
    report.case("access that a link gave before it was revoked", answer.0 == 401, said(&answer));
    assert!(open(shop, other).await.0.is_success(), "the other order's link still works");
    let everywhere = format!("/sessions/{}", guest.email);
    let answer = Server::answer(shop.server.request("DELETE", &everywhere).bearer_auth(&guest.access)).await;
    assert!(answer.0.is_success(), "{answer:?}");
    let answer = open(shop, other).await;
    report.case("a link after its guest signed out everywhere", answer.0 == 410, said(&answer));
    let answer = post(shop, "/guests/resume", None, &json!({ "token": guest.browser_token })).await;
    report.case("the token of a browser after its guest signed out everywhere", answer.0 == 410, said(&answer));
}
