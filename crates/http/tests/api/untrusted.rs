//! Untrusted input to the calls about money and identity: forged, reused, another user's, partial, in another
//! currency, malformed, oversized. None of it pays an order, moves money or lets a caller act as another user.

use crate::support::{Answer, Call, call, send};
use autoparts_application::ports::payment_gateway::ProviderPayment;
use autoparts_domain::{
    id::{OrderId, PartId, UserId},
    money::Money,
    payments::TransactionId,
};
use autoparts_testing::{identity::id_token, provider::Outage, test_shop::TestShop};
use serde_json::{Value, json};
use std::time::Duration;

/// Marta and Olga, each with an order of two pieces at 10.00.
struct Scene {
    test_shop: TestShop,
    marta: UserId,
    olga: UserId,
    part: PartId,
    order: OrderId,
    olgas: OrderId,
}

async fn scene() -> Scene {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let olga = test_shop.customer("olga").await;
    let part = test_shop.part(1, 90, 1000).await;
    let order = test_shop.order(marta, part, 2).await;
    let olgas = test_shop.order(olga, part, 2).await;
    Scene { test_shop, marta, olga, part, order, olgas }
}

impl Scene {
    async fn send(&self, call: Call) -> Answer {
        send(&self.test_shop, call).await
    }

    fn intent(&self, body: Value) -> Call {
        call("POST", "/create-payment-intent").by(self.marta).json(body)
    }

    fn booking(&self, order: OrderId, transaction: &str) -> Call {
        let body = json!({ "booking": order.to_string(), "transactionId": transaction });
        call("PATCH", &format!("/booking/{order}")).by(self.marta).json(body)
    }

    /// A payment of Marta's order that succeeded, with one detail changed.
    async fn paid_but(&self, change: impl FnOnce(&mut ProviderPayment)) -> TransactionId {
        let transaction = self.test_shop.start_payment(self.marta, self.order).await;
        self.test_shop.provider.customer_pays(&transaction);
        self.test_shop.provider.change(&transaction, change);
        transaction
    }

    async fn assert_nothing_was_paid(&self) {
        for order in [self.order, self.olgas] {
            assert!(!self.test_shop.stored_order(order).await.is_paid());
        }
        assert!(self.test_shop.provider.refunds().is_empty());
        self.test_shop.check_books().await;
    }
}

/// A webhook message from the provider.
fn message(event: &str, transaction: &TransactionId) -> Call {
    let body = format!("{event} {transaction}");
    call("POST", "/webhooks/stripe").raw("application/json", body).header("Stripe-Signature", "good")
}

#[actix_web::test]
async fn a_payment_starts_only_for_the_callers_order_and_its_price() {
    let scene = scene().await;
    let test_shop = &scene.test_shop;
    let deleted = test_shop.order(scene.marta, scene.part, 2).await;
    test_shop.shop.delete_own_order(scene.marta, deleted).await.unwrap();
    let (paid, _) = test_shop.paid_order(scene.marta, scene.part, 3).await;
    let unknown = "01900000-0000-7000-8000-000000000000";
    let calls = test_shop.provider.calls();
    let mine = scene.order.to_string();
    for (lie, body, status, code) in [
        ("less", json!({ "price": 1, "order": mine }), 409, "price_changed"),
        ("a cent less", json!({ "price": 19.99, "order": mine }), 409, "price_changed"),
        ("more", json!({ "price": 5000, "order": mine }), 409, "price_changed"),
        ("cents for dollars", json!({ "price": 2000, "order": mine }), 409, "price_changed"),
        ("another user's", json!({ "price": 20, "order": scene.olgas.to_string() }), 404, "not_found"),
        ("unknown order", json!({ "price": 20, "order": unknown }), 404, "not_found"),
        ("deleted", json!({ "price": 20, "order": deleted.to_string() }), 404, "not_found"),
        ("paid", json!({ "price": 30, "order": paid.to_string() }), 409, "order_already_paid"),
        ("no such total", json!({ "price": 7 }), 409, "which_order"),
        ("no price", json!({ "order": mine }), 422, "invalid_fields"),
        ("negative", json!({ "price": -20, "order": mine }), 422, "invalid_fields"),
        ("not a number", json!({ "price": "1e1", "order": mine }), 422, "invalid_fields"),
        ("too large", json!({ "price": 1e30, "order": mine }), 422, "invalid_fields"),
        ("not an id", json!({ "price": 20, "order": "' OR 1=1 --" }), 422, "invalid_fields"),
    ] {
        let answer = scene.send(scene.intent(body)).await;
        assert_eq!((answer.status.as_u16(), answer.code().as_str()), (status, code), "{lie}");
    }
    assert_eq!(test_shop.provider.calls(), calls, "the provider is not called");
}

#[actix_web::test]
async fn amount_currency_and_customer_of_a_payment_come_from_the_shop() {
    let scene = scene().await;
    let body = json!({
        "price": "20.00", "order": scene.order.to_string(), "amount": 1, "currency": "jpy",
        "metadata": { "order": scene.olgas.to_string() }, "email": "olga@example.com", "customer": "cus_1",
    });
    assert_eq!(scene.send(scene.intent(body)).await.status.as_u16(), 200);
    let [payment] = &scene.test_shop.provider.payments()[..] else { panic!("not one payment") };
    assert_eq!((payment.amount.cents(), payment.currency.as_str()), (2000, "usd"));
    assert_eq!(payment.order, Some(scene.order));
}

#[actix_web::test]
async fn a_booking_requires_a_completed_payment_of_that_order() {
    let scene = scene().await;
    let test_shop = &scene.test_shop;
    let other = test_shop.order(scene.marta, scene.part, 2).await;
    let others = test_shop.start_payment(scene.marta, other).await;
    let olgas = test_shop.start_payment(scene.olga, scene.olgas).await;
    let (_, used) = test_shop.paid_order(scene.marta, scene.part, 2).await;
    let mine = test_shop.start_payment(scene.marta, scene.order).await;
    for id in [&others, &olgas] {
        assert!(test_shop.provider.customer_pays(id));
    }
    let calls = test_shop.provider.calls();
    let unknown = "01900000-0000-7000-8000-000000000000".parse().unwrap();
    for (lie, order, transaction, status, code) in [
        ("forged", scene.order, "pi_forged", 409, "payment_mismatch"),
        ("of my other order", scene.order, others.as_str(), 409, "payment_mismatch"),
        ("of another person", scene.order, olgas.as_str(), 409, "payment_mismatch"),
        ("used before", scene.order, used.as_str(), 409, "payment_mismatch"),
        ("for another person's order", scene.olgas, olgas.as_str(), 404, "not_found"),
        ("for an unknown order", unknown, mine.as_str(), 404, "not_found"),
        ("no id", scene.order, "pi_1/../pi_2", 422, "invalid_fields"),
        ("endless", scene.order, &"p".repeat(300), 422, "invalid_fields"),
    ] {
        let answer = scene.send(scene.booking(order, transaction)).await;
        assert_eq!((answer.status.as_u16(), answer.code().as_str()), (status, code), "{lie}");
    }
    assert_eq!(test_shop.provider.calls(), calls, "the provider is not called for any of them");
    let unfinished = scene.send(scene.booking(scene.order, mine.as_str())).await;
    assert_eq!((unfinished.status.as_u16(), unfinished.code().as_str()), (402, "payment_not_completed"));
    let elsewhere = json!({ "booking": other.to_string(), "transactionId": mine.to_string() });
    let elsewhere = call("PATCH", &format!("/booking/{}", scene.order)).by(scene.marta).json(elsewhere);
    assert_eq!(scene.send(elsewhere).await.fields(), ["booking"]);
    for order in [scene.order, scene.olgas, other] {
        assert!(!test_shop.stored_order(order).await.is_paid());
    }
}

#[actix_web::test]
async fn a_payment_that_does_not_match_its_order_pays_nothing() {
    type Tamper = fn(&mut ProviderPayment);
    let tampers: [(&str, Tamper); 6] = [
        ("partial", |payment| payment.amount_received = Money::from_cents(1999).unwrap()),
        ("nothing received", |payment| payment.amount_received = Money::ZERO),
        ("another amount", |payment| {
            payment.amount = Money::from_cents(100).unwrap();
            payment.amount_received = payment.amount;
        }),
        ("another currency", |payment| payment.currency = "eur".to_owned()),
        ("another order", |payment| payment.order = Some("01900000-0000-7000-8000-000000000000".parse().unwrap())),
        ("no order", |payment| payment.order = None),
    ];
    for (lie, tamper) in tampers {
        let scene = scene().await;
        let transaction = scene.paid_but(tamper).await;
        let booked = scene.send(scene.booking(scene.order, transaction.as_str())).await;
        assert_eq!((booked.status.as_u16(), booked.code().as_str()), (409, "payment_mismatch"), "{lie}");
        // 200, because a retry would not fix it.
        assert_eq!(scene.send(message("evt_1", &transaction)).await.status.as_u16(), 200, "{lie}");
        scene.test_shop.clock.advance(Duration::from_mins(2));
        scene.test_shop.shop.run_maintenance().await;
        assert!(!scene.test_shop.stored_order(scene.order).await.is_paid(), "{lie}");
        assert!(scene.test_shop.provider.refunds().is_empty(), "{lie}: an admin has to review it");
    }
}

#[actix_web::test]
async fn a_booking_during_an_outage_of_the_provider_is_completed_by_the_webhook() {
    let scene = scene().await;
    let transaction = scene.paid_but(|_| ()).await;
    scene.test_shop.provider.fail_next([Some(Outage::BeforeEffect)]);
    let down = scene.send(scene.booking(scene.order, transaction.as_str())).await;
    assert_eq!((down.status.as_u16(), down.code().as_str()), (503, "payment_unavailable"));
    assert!(down.header("retry-after").is_some());
    assert_eq!(scene.send(message("evt_1", &transaction)).await.status.as_u16(), 200);
    let again = scene.send(scene.booking(scene.order, transaction.as_str())).await;
    assert_eq!((again.status.as_u16(), &again.json()["modifiedCount"]), (200, &json!(0)));
}

#[actix_web::test]
async fn webhooks_count_once_in_any_order_and_only_with_a_valid_signature() {
    let scene = scene().await;
    let transaction = scene.paid_but(|_| ()).await;
    for (lie, signature, body) in [
        ("unsigned", None, format!("evt_1 {transaction}")),
        ("signed by another party", Some("bad"), format!("evt_1 {transaction}")),
        ("signed with nothing", Some(""), format!("evt_1 {transaction}")),
    ] {
        let mut unsigned = call("POST", "/webhooks/stripe").raw("application/json", body);
        if let Some(signature) = signature {
            unsigned = unsigned.header("Stripe-Signature", signature);
        }
        let answer = scene.send(unsigned).await;
        assert_eq!((answer.status.as_u16(), answer.code().as_str()), (400, "bad_signature"), "{lie}");
    }
    for garbage in [&b"nonsense"[..], b"", b"\xff\xfe \x00"] {
        let message = call("POST", "/webhooks/stripe").raw("application/json", garbage);
        let answer = scene.send(message.header("Stripe-Signature", "good")).await;
        assert_eq!((answer.status.as_u16(), answer.code().as_str()), (400, "malformed_body"));
    }
    scene.assert_nothing_was_paid().await;

    let unknown = "pi_of_another_shop".parse().unwrap();
    let late = message("evt_0_created", &transaction);
    for message in [message("evt_9", &unknown), message("evt_1", &transaction), late] {
        assert_eq!(scene.send(message).await.status.as_u16(), 200);
    }
    let again = (0..10).map(|_| scene.send(message("evt_1", &transaction)));
    for answer in futures_util::future::join_all(again).await {
        assert_eq!(answer.status.as_u16(), 200);
    }
    assert!(scene.test_shop.stored_order(scene.order).await.is_paid());
    assert!(!scene.test_shop.stored_order(scene.olgas).await.is_paid());
    scene.test_shop.check_books().await;
}

#[actix_web::test]
async fn an_id_token_proves_one_address_and_grants_no_role() {
    let scene = scene().await;
    let admin = scene.test_shop.admin().await;
    let token = |email: &str, subject: &str| id_token(&email.parse().unwrap(), subject, "Marta", true);
    let own = token("marta@example.com", "subject-marta");
    let register =
        |email: &str, bearer: &str, body: Value| call("PUT", &format!("/users/{email}")).bearer(bearer).json(body);
    for (lie, email, bearer, status, code) in [
        ("another person's path", "olga@example.com", own.reveal(), 403, "not_your_address"),
        ("the admin's path", "admin@example.com", own.reveal(), 403, "not_your_address"),
        ("a forged token", "marta@example.com", "forged", 401, "unauthenticated"),
        ("an access token", "marta@example.com", &*scene.marta.to_string(), 401, "unauthenticated"),
        ("the admin's access token", "admin@example.com", &*admin.to_string(), 401, "unauthenticated"),
    ] {
        let answer = scene.send(register(email, bearer, json!({ "email": email }))).await;
        assert_eq!((answer.status.as_u16(), answer.code().as_str()), (status, code), "{lie}");
    }
    let greedy = json!({
        "email": "admin@example.com", "role": "admin", "admin": true, "user": "admin@example.com", "_id": "7",
    });
    let answer = scene.send(register("MARTA@example.com", own.reveal(), greedy)).await;
    let access = answer.json()["accessToken"].as_str().unwrap().to_owned();
    assert!(access.starts_with(&scene.marta.to_string()), "the address of the token, whatever the body says");
    let rights = scene.send(call("GET", "/admin/marta@example.com").bearer(&access)).await;
    assert_eq!(rights.json(), json!({ "admin": false }));

    let sent = |media_type: &str, body: Vec<u8>| {
        call("PUT", "/users/marta@example.com").bearer(own.reveal()).raw(media_type, body)
    };
    for (lie, call, status) in [
        ("oversized", sent("application/json", vec![b' '; 65 * 1024]), 413),
        ("malformed", sent("application/json", b"{".to_vec()), 400),
        ("another type", sent("text/plain", b"{}".to_vec()), 415),
    ] {
        assert_eq!(scene.send(call).await.status.as_u16(), status, "{lie}");
    }
}
