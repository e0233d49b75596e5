//! Webhooks that the payment provider did not send, or that contain false data.

use crate::{report::Report, scene::Scene};
use autoparts_application::ports::clock::Clock;
use autoparts_payments::{Secret, stripe_signature, testing::ProviderProcess};
use autoparts_server::clock::SystemClock;
use reqwest::StatusCode;
use serde_json::{Value, json};
use std::time::Duration;

async fn deliver(scene: &Scene, body: &[u8], signature: Option<&str>) -> StatusCode {
    let mut request = scene.server().request("POST", "/webhooks/stripe").header("content-type", "application/json");
    if let Some(signature) = signature {
        request = request.header("Stripe-Signature", signature);
    }
    request.body(body.to_vec()).send().await.unwrap().status()
}

fn event(id: &str, kind: &str, object: &Value) -> Vec<u8> {
    json!({ "id": id, "object": "event", "type": kind, "created": 1, "data": { "object": object } }).to_string().into()
}

/// Signatures that are not the provider's for this body at this time.
fn forgeries(body: &[u8]) -> Vec<(&'static str, Option<String>)> {
    let secret = Secret::from(ProviderProcess::WEBHOOK_SECRET);
    let now = SystemClock.now();
    let good = stripe_signature::sign(&secret, body, now);
    let (time, tag) = good.split_once(",v1=").unwrap();
    let by = |secret: &str| stripe_signature::sign(&Secret::from(secret), body, now);
    vec![
        ("no signature", None),
        ("an empty signature", Some(String::new())),
        ("a signature under another secret", Some(by("whsec_guessed"))),
        ("a signature under an empty secret", Some(by(""))),
        ("a signature under the public key", Some(by(ProviderProcess::PUBLISHABLE_KEY))),
        ("a signature six minutes old", Some(stripe_signature::sign(&secret, body, now.minus(Duration::from_mins(6))))),
        (
            "a signature from in six minutes",
            Some(stripe_signature::sign(&secret, body, now.plus(Duration::from_mins(6)))),
        ),
        ("a signature over another body", Some(stripe_signature::sign(&secret, b"{}", now))),
        ("only the time", Some(time.to_owned())),
        ("no time", Some(format!("v1={tag}"))),
        ("the time twice", Some(format!("{time},{time},v1={tag}"))),
        ("another time", Some(format!("t=1,v1={tag}"))),
        ("an old scheme", Some(format!("{time},v0={tag}"))),
        ("a cut signature", Some(format!("{time},v1={}", &tag[..tag.len() - 2]))),
        ("a signature of no letters", Some(format!("{time},v1="))),
        ("words for a signature", Some("t=now,v1=please".to_owned())),
        ("a thousand guesses", Some(format!("{time}{}", ",v1=00".repeat(1000)))),
    ]
}

pub(crate) async fn forged_messages(mut report: Report) -> Report {
    let scene = Scene::open().await;
    let order = scene.order().await;
    let (_, payment) = scene.started(&order).await;
    let lie = event(
        "evt_lie",
        "payment_intent.succeeded",
        &json!({
            "object": "payment_intent", "id": payment, "status": "succeeded", "amount": 1000, "amount_received": 1000,
            "currency": "usd", "metadata": { "order": order },
        }),
    );
    for (name, signature) in forgeries(&lie) {
        let status = deliver(&scene, &lie, signature.as_deref()).await;
        report.case(name, status == 400, status);
    }
    // The signature is genuine but the content is false: the shop queries the provider instead of trusting the
    // message.
    let genuine =
        |body: &[u8]| stripe_signature::sign(&Secret::from(ProviderProcess::WEBHOOK_SECRET), body, SystemClock.now());
    let status = deliver(&scene, &lie, Some(&genuine(&lie))).await;
    report.case("a signed message about money that never came", !scene.is_paid(&order).await, status);
    for (name, body) in [
        ("a signed message that is no JSON", b"{".to_vec()),
        ("a signed message that is a list", b"[]".to_vec()),
        ("a signed message without a kind", b"{\"id\":\"evt_1\"}".to_vec()),
        (
            "a signed message of 300 kB",
            event("evt_big", "payment_intent.succeeded", &json!({ "pad": "x".repeat(300_000) })),
        ),
    ] {
        let status = deliver(&scene, &body, Some(&genuine(&body))).await;
        report.case(name, status.is_client_error(), status);
    }
    for (name, object) in [
        ("a payment of another shop", json!({ "object": "payment_intent", "id": "pi_of_another_shop" })),
        ("a payment without an id", json!({ "object": "payment_intent" })),
        ("a payment with a path for an id", json!({ "object": "payment_intent", "id": "../refunds" })),
    ] {
        let body = event("evt_foreign", "payment_intent.succeeded", &object);
        let status = deliver(&scene, &body, Some(&genuine(&body))).await;
        let harmless = !status.is_server_error() && !scene.is_paid(&order).await;
        report.case(format_args!("a signed message about {name}"), harmless, status);
    }
    replays(&mut report).await;
    report
}

/// A genuine message that is replayed.
async fn replays(report: &mut Report) {
    let scene = Scene::open().await;
    let (order, payment) = scene.paid_at_the_provider().await;
    assert_eq!(scene.message("evt_paid", &payment).await, StatusCode::OK);
    assert!(scene.is_paid(&order).await, "a genuine message pays the order");
    let again = futures_util::future::join_all((0..20).map(|_| scene.message("evt_paid", &payment))).await;
    let books = scene.site.run(&["check-books"]);
    let refused =
        again.iter().all(StatusCode::is_success) && books.stdout.contains("in order") && scene.refunds().await == 0;
    report.case("a genuine message twenty times at once", refused, format!("{again:?} {}", books.stdout));
}
