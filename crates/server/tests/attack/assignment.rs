//! Fields that a client may send but the shop must ignore: roles, names, prices, states.

use crate::{
    report::Report,
    shop::{Shop, said},
    support::Server,
};
use serde_json::{Value, json};

pub(crate) async fn fields_that_are_not_the_callers(mut report: Report) -> Report {
    let shop = Shop::open().await;
    orders(&mut report, &shop).await;
    people(&mut report, &shop).await;
    accounts(&mut report, &shop).await;
    reviews(&mut report, &shop).await;
    report
}

/// An order with fields that only the shop may set.
async fn orders(report: &mut Report, shop: &Shop) {
    let lies = [
        ("paid", json!(true)),
        ("status", json!("shipped")),
        ("state", json!("paid")),
        ("email", json!("olga@example.com")),
        ("name", json!("The admin")),
        ("user", json!("olga@example.com")),
        ("product", json!("Another part")),
        ("price", json!(0.01)),
        ("transactionId", json!("pi_forged")),
        ("_id", json!("018f0000-0000-7000-8000-000000000001")),
        ("heldUntil", json!("2099-01-01T00:00:00Z")),
        ("__proto__", json!({ "paid": true })),
        ("constructor", json!({ "prototype": { "paid": true } })),
    ];
    let honest = shop.order_of(&shop.marta, &shop.order).await;
    for (field, value) in lies {
        let mut body = json!({ "orderedId": shop.part, "quantity": 1, "address": "1 Road", "phone": "555 0100" });
        body[field] = value.clone();
        let answer = shop.server.try_call(&shop.marta, "POST", "/orders", Some(body)).await;
        let mut believed = None;
        if let Some(id) = answer.1["insertedId"].as_str() {
            let order = shop.order_of(&shop.marta, id).await;
            believed = ["paid", "status", "state", "email", "name", "product", "totalPrice", "transactionId"]
                .into_iter()
                .find(|fact| order[*fact] != honest[*fact])
                .map(|fact| format!("{fact} is {}", order[fact]));
            if order["_id"] == value || order["heldUntil"] == value {
                believed = Some(format!("{field} was taken"));
            }
        }
        report.case(format_args!("an order with {field} of its own"), believed.is_none(), format!("{believed:?}"));
    }
}

/// A profile update or sign-in that requests the admin role.
async fn people(report: &mut Report, shop: &Shop) {
    let path = format!("/updateuser/{}", shop.marta.email);
    let promotions = [
        ("role", json!("admin")),
        ("admin", json!(true)),
        ("user", json!("admin@autoparts.example")),
        ("isAdmin", json!("true")),
    ];
    for (field, value) in &promotions {
        let mut profile = json!({
            "name": "Marta", "address": "1 Road", "education": "School", "phone": "555 0100",
            "linkedin": "https://www.linkedin.com/in/marta",
        });
        profile[*field] = value.clone();
        let answer = shop.server.try_call(&shop.marta, "PUT", &path, Some(profile)).await;
        let me = shop.server.call(&shop.marta, "GET", &format!("/users/{}", shop.marta.email), None).await;
        let refused = me["role"].is_null() && me["user"] == shop.marta.email.as_str();
        report.case(format_args!("a profile with {field}"), refused, format!("{}: {me}", said(&answer)));
    }
    let id_token = shop.id_token(&shop.marta).await;
    for (field, value) in &promotions {
        let mut body = json!({ "email": shop.marta.email });
        body[*field] = value.clone();
        let request = shop.server.request("PUT", &format!("/users/{}", shop.marta.email)).bearer_auth(&id_token);
        let (_, answer) = Server::answer(request.json(&body)).await;
        let token = answer["accessToken"].as_str().unwrap_or(&shop.marta.token).to_owned();
        let answer = shop.get("/users", &token).await;
        report.case(format_args!("a sign-in with {field}"), answer.0 == 403, said(&answer));
    }
    let admin_token = shop.server.request("PUT", "/users/admin@autoparts.example").bearer_auth(&id_token);
    let answer = Server::answer(admin_token.json(&json!({ "email": "admin@autoparts.example" }))).await;
    report.case("a sign-in for the admin's address", answer.0 == 403, said(&answer));
}

/// An account at the embedded identity provider that claims to be verified, or to be another user.
async fn accounts(report: &mut Report, shop: &Shop) {
    let lies = [
        ("emailVerified", json!(true)),
        ("localId", json!("018f0000-0000-7000-8000-000000000001")),
        ("customAttributes", json!("{\"admin\":true}")),
        ("disableUser", json!(false)),
        ("providerUserInfo", json!([{ "providerId": "google.com", "rawId": "1" }])),
    ];
    for (at, (field, value)) in lies.into_iter().enumerate() {
        let email = format!("liar-{at}@example.com");
        let mut body = json!({ "email": email, "password": "a long passphrase", "returnSecureToken": true });
        body[field] = value.clone();
        let (status, answer) = shop.identity("signUp", body).await;
        let Some(token) = answer["idToken"].as_str() else {
            report.case(format_args!("an account with {field}"), status.is_client_error(), &answer);
            continue;
        };
        let (_, found) = shop.identity("lookup", json!({ "idToken": token })).await;
        let user = &found["users"][0];
        let refused = user["emailVerified"] != true && user["localId"] != value && user["customAttributes"].is_null();
        report.case(format_args!("an account with {field}"), refused, user);
    }
}

/// A review in another user's name, or with an invalid rating or length.
async fn reviews(report: &mut Report, shop: &Shop) {
    for rating in [json!(0), json!(6), json!(-5), json!(4.5), json!("5 stars"), json!(null), json!([5]), json!(1e9)] {
        let body = json!({ "rating": rating, "review": "Good." });
        let answer = shop.server.try_call(&shop.marta, "POST", "/reviews", Some(body)).await;
        report.case(format_args!("a review with {rating} stars"), answer.0 == 422, said(&answer));
    }
    let body = json!({ "rating": "5", "review": "Good.", "name": "The admin", "date": "2001-01-01", "user": "admin" });
    shop.server.call(&shop.marta, "POST", "/reviews", Some(body.clone())).await;
    let (_, list) = Server::answer(shop.server.request("GET", "/reviews?limit=1")).await;
    report.case("a review in another name", list[0]["name"] != "The admin", &list[0]);
    let again = shop.server.try_call(&shop.marta, "POST", "/reviews", Some(body)).await;
    report.case("a second review on a day", again.0 == 409, said(&again));
    let part: Value =
        json!({ "title": "Mine", "desc": "d", "img": "/x.svg", "minOrderQuantity": 1, "available": 1, "price": 1 });
    let answer = shop.server.try_call(&shop.marta, "POST", "/parts", Some(part)).await;
    report.case("a part by a customer", answer.0 == 403, said(&answer));
}
