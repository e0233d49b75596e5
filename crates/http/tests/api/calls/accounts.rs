//! Signing in and out, and the admin role.

use crate::support::{call, limited, send, send_limited};
use autoparts_application::ports::clock::Clock;
use autoparts_http::limits::RateLimits;
use autoparts_testing::{
    identity::{id_token, issued},
    test_shop::TestShop,
};
use serde_json::json;
use std::{num::NonZeroU32, time::Duration};

#[actix_web::test]
async fn signing_in_exchanges_an_id_token_for_an_access_token() {
    let test_shop = TestShop::default();
    let token = id_token(&"marta@example.com".parse().unwrap(), "s1", "Marta", false);
    let register = |email: &str| {
        call("PUT", &format!("/users/{email}")).bearer(token.reveal()).json(json!({ "email": email, "role": "admin" }))
    };
    let answer = send(&test_shop, register("Marta@Example.com")).await;
    let access = answer.json()["accessToken"].as_str().unwrap().to_owned();
    let me = send(&test_shop, call("GET", "/users/marta@example.com").bearer(&access)).await.json();
    assert_eq!(
        (me["user"].as_str(), me["name"].as_str(), me.get("role")),
        (Some("marta@example.com"), Some("Marta"), None)
    );
    assert_eq!(
        send(&test_shop, call("GET", "/admin/marta@example.com").bearer(&access)).await.json(),
        json!({ "admin": false })
    );
    assert_eq!(send(&test_shop, register("olga@example.com")).await.code(), "not_your_address");
}

#[actix_web::test]
async fn an_id_token_that_is_too_old_opens_no_session() {
    let test_shop = TestShop::default();
    let token = id_token(&"marta@example.com".parse().unwrap(), "s1", "Marta", false);
    let now = test_shop.clock.now();
    let old = issued(&token, now.minus(Duration::from_secs(301)), now.minus(Duration::from_secs(301)), "a");
    let register = call("PUT", "/users/marta@example.com").bearer(old.reveal()).json(json!({}));
    let answer = send(&test_shop, register).await;
    assert_eq!((answer.status.as_u16(), answer.code().as_str()), (401, "sign_in_over"));
}

#[actix_web::test]
async fn signing_out_ends_the_session_at_once_and_signing_out_everywhere_all_of_them() {
    let test_shop = TestShop::default();
    let token = id_token(&"marta@example.com".parse().unwrap(), "s1", "Marta", false);
    let now = test_shop.clock.now();
    let mut sessions = Vec::new();
    for sign_in in ["a", "b", "c"] {
        let token = issued(&token, now, now, sign_in);
        let register = call("PUT", "/users/marta@example.com").bearer(token.reveal()).json(json!({}));
        sessions.push(send(&test_shop, register).await.json()["accessToken"].as_str().unwrap().to_owned());
    }
    test_shop.clock.advance(Duration::from_secs(1));
    let me = |session: usize| call("GET", "/users/marta@example.com").bearer(&sessions[session]);
    let out = send(&test_shop, call("DELETE", "/sessions").bearer(&sessions[0])).await;
    assert_eq!(out.json(), json!({ "acknowledged": true, "deletedCount": 1 }));
    assert_eq!(send(&test_shop, me(0)).await.code(), "unauthenticated");
    assert_eq!(send(&test_shop, me(1)).await.status.as_u16(), 200);
    let everywhere = send(&test_shop, call("DELETE", "/sessions/marta@example.com").bearer(&sessions[1])).await;
    assert_eq!(everywhere.json(), json!({ "acknowledged": true }));
    for session in [1, 2] {
        assert_eq!(send(&test_shop, me(session)).await.code(), "unauthenticated");
    }
}

#[actix_web::test]
async fn admins_promote_people() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let admin = test_shop.admin().await;
    let promote = || call("PUT", "/user/admin/marta@example.com").by(admin);
    assert_eq!(send(&test_shop, promote()).await.json()["modifiedCount"], 1);
    assert_eq!(send(&test_shop, promote()).await.json()["modifiedCount"], 0);
    let users = send(&test_shop, call("GET", "/users").by(marta)).await.json();
    assert!(users.as_array().unwrap().iter().all(|user| user["role"] == "admin"));
}

#[actix_web::test]
async fn admins_take_the_role_back_but_one_stays() {
    let test_shop = TestShop::default();
    let (_, admin) = (test_shop.customer("marta").await, test_shop.admin().await);
    send(&test_shop, call("PUT", "/user/admin/marta@example.com").by(admin)).await;
    let demote = |name: &str| call("DELETE", &format!("/user/admin/{name}@example.com")).by(admin);
    assert_eq!(send(&test_shop, demote("marta")).await.json()["modifiedCount"], 1);
    assert_eq!(send(&test_shop, demote("marta")).await.json()["modifiedCount"], 0);
    assert_eq!(send(&test_shop, demote("admin")).await.code(), "last_admin");
    assert_eq!(send(&test_shop, demote("nobody")).await.code(), "not_found");
    assert_eq!(
        send(&test_shop, demote("ad%E2%80%8Bmin")).await.code(),
        "not_found",
        "an invisible letter is no mistake here"
    );
}

#[actix_web::test]
async fn whether_an_address_is_confirmed_is_shown_and_decides_with_firebase() {
    let mut test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let token = id_token(&"olga@example.com".parse().unwrap(), "s1", "Olga", false);
    send(&test_shop, call("PUT", "/users/olga@example.com").bearer(token.reveal()).json(json!({}))).await;
    let users = send(&test_shop, call("GET", "/users").by(admin)).await.json();
    let seen: Vec<_> = users.as_array().unwrap().iter().map(|user| (&user["user"], &user["emailVerified"])).collect();
    assert_eq!(seen, [(&json!("admin@example.com"), &json!(true)), (&json!("olga@example.com"), &json!(false))]);
    test_shop.shop.rules.unverified_admins = false;
    let refused = send(&test_shop, call("PUT", "/user/admin/olga@example.com").by(admin)).await;
    assert_eq!(refused.code(), "address_not_confirmed");
}

#[actix_web::test]
async fn trying_tokens_is_slowed_down_and_renewing_is_not() {
    let test_shop = TestShop::default();
    let api = limited(&test_shop, RateLimits { sign_ins: NonZeroU32::new(3), ..RateLimits::OFF });
    let token = id_token(&"marta@example.com".parse().unwrap(), "s1", "Marta", false);
    let register = |token: &str| call("PUT", "/users/marta@example.com").bearer(token).json(json!({}));
    for _ in 0..3 {
        assert_eq!(send_limited(&api, register("junk")).await.status.as_u16(), 401);
    }
    let refused = send_limited(&api, register("junk")).await;
    assert_eq!((refused.status.as_u16(), refused.code().as_str()), (429, "rate_limited"));
    assert!(refused.header("retry-after").unwrap().parse::<u32>().unwrap() > 0);
    for _ in 0..5 {
        assert_eq!(send_limited(&api, register(token.reveal())).await.status.as_u16(), 200, "behind the same address");
    }
}
