//! Data that an attacker saves in an account before the owner of its address signs in, and an admin's role under
//! another sign-in.

use crate::{
    identity::{google, mails_that_say, may_list_people, reset_code, token},
    issuer::Issuer,
    report::Report,
    shop::{Shop, said},
    support::{Person, Server},
    tokens::{register, shop_that_believes},
};
use serde_json::{Value, json};

/// An attacker fills an account whose address they have not confirmed. The owner then signs in with Google, with a new
/// password, at the embedded provider, and at Firebase.
pub(crate) async fn data_of_an_unconfirmed_sign_in(mut report: Report) -> Report {
    let shop = Shop::open().await;
    for (name, way) in [("gina", "Google"), ("hans", "a new password")] {
        let squatter = shop.server.sign_up(name).await;
        plant(&shop.server, &squatter, &shop.part).await;
        let owner = if way == "Google" {
            google(&shop, &format!("{name}-1"), &squatter.email).await.1["idToken"].as_str().unwrap().to_owned()
        } else {
            let code = reset_code(&shop, &squatter).await;
            let body = json!({ "oobCode": code, "newPassword": "a quiet garage 1" });
            assert!(shop.identity("resetPassword", body).await.0.is_success());
            let body = json!({ "email": squatter.email, "password": "a quiet garage 1", "returnSecureToken": true });
            shop.identity("signInWithPassword", body).await.1["idToken"].as_str().unwrap().to_owned()
        };
        let access = token(&register(&shop.server, &squatter.email, &owner).await).unwrap();
        find_nothing(&mut report, &shop.server, &squatter.email, &access, way).await;
        let notices = mails_that_say(&shop, &squatter.email, "Your account starts empty").await;
        report.case(
            format_args!("the owner who came by {way} is not notified"),
            notices == 1,
            format!("{notices} mails"),
        );
    }
    planted_at_firebase(&mut report).await;
    report
}

/// Saves an address book, a profile and an unpaid order.
async fn plant(server: &Server, squatter: &Person, part: &str) {
    let email = &squatter.email;
    let profile = json!({
        "name": "Mallory", "address": "1 Road", "education": "School", "phone": "555 0100",
        "linkedin": "https://www.linkedin.com/in/mallory",
    });
    server.call(squatter, "PUT", &format!("/updateuser/{email}"), Some(profile)).await;
    let destination = json!({ "recipient": "Mallory", "line1": "1 Road", "city": "Berlin", "country": "DE" });
    let book = json!({ "revision": 0, "addresses": [{ "destination": destination, "phone": "555 0100" }] });
    server.call(squatter, "PUT", &format!("/addresses/{email}"), Some(book)).await;
    let cart = json!({ "revision": 0, "lines": [{ "part": part, "quantity": 1 }] });
    server.call(squatter, "PUT", &format!("/carts/{email}"), Some(cart)).await;
    server.order(squatter, part, 1).await;
}

async fn find_nothing(report: &mut Report, server: &Server, email: &str, access: &str, way: &str) {
    for path in ["addresses", "carts", "orders", "users"] {
        let request = server.request("GET", &format!("/{path}/{email}")).bearer_auth(access);
        let answer = Server::answer(request).await;
        let text = answer.1.to_string();
        let lists = [&answer.1, &answer.1["lines"], &answer.1["addresses"]];
        let is_empty = lists.into_iter().filter_map(Value::as_array).all(Vec::is_empty) && !text.contains("Mallory");
        let refused = answer.0.is_success() && is_empty;
        report.case(format_args!("planted /{path}, for the owner who came by {way}"), refused, said(&answer));
    }
}

/// Neither the admin role nor planted data passes to the next user who confirms the address.
async fn planted_at_firebase(report: &mut Report) {
    let issuer = Issuer::open().await;
    let (site, server) = shop_that_believes(&issuer);
    let boss = "boss@example.com";
    let first = register(&server, boss, &issuer.id_token("boss-1", boss, true)).await;
    assert!(first.0.is_success(), "{first:?}");
    site.succeed(&["admin", "grant", boss]);
    assert!(may_list_people(&server, token(&first).as_deref()).await, "an admin, before");
    let next = register(&server, boss, &issuer.id_token("boss-2", boss, true)).await;
    let admin = may_list_people(&server, token(&next).as_deref()).await;
    report.case("another sign-in of an admin's address is an admin", next.0.is_success() && !admin, said(&next));
}
