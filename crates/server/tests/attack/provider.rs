//! Changes at the payment provider outside the shop: refunds and disputes in its dashboard.

use crate::{
    report::Report,
    scene::Scene,
    shop::said,
    support::{Answer, Site},
};
use autoparts_payments::testing::{Moment, ProviderProcess};
use futures_util::future::join_all;
use reqwest::StatusCode;
use serde_json::{Value, json};

/// Makes a refund in the provider's dashboard.
async fn refund_in_the_dashboard(scene: &Scene, payment: &str, cents: i64) -> Value {
    let form = [("payment_intent", payment.to_owned()), ("amount", cents.to_string())];
    ask(&format!("{}/v1/refunds", scene.provider.url()), &form).await
}

/// Makes a call of the dashboard.
async fn ask(url: &str, form: &[(&str, String)]) -> Value {
    let request = reqwest::Client::builder().build().unwrap().post(url).bearer_auth(ProviderProcess::SECRET_KEY);
    let answer = request.form(form).send().await.unwrap();
    assert!(answer.status().is_success(), "{}", answer.text().await.unwrap());
    answer.json().await.unwrap()
}

/// Returns an order whose payment has arrived and is recorded.
async fn paid(scene: &Scene) -> (String, String) {
    let (order, payment) = scene.paid_at_the_provider().await;
    assert_eq!(scene.server().book(&scene.marta, &order, &payment).await.0, StatusCode::OK);
    (order, payment)
}

async fn ship(scene: &Scene, order: &str) -> (StatusCode, Value) {
    let body = json!({ "status": "shipped" });
    scene.server().try_call(&scene.admin, "PUT", &format!("/ship/{order}"), Some(body)).await
}

/// Returns the amount the provider has refunded for a payment, in cents.
async fn refunded_cents(scene: &Scene, payment: &str) -> i64 {
    let list = scene.provider.look(&format!("/v1/refunds?limit=100&payment_intent={payment}")).await;
    list["data"].as_array().unwrap().iter().map(|refund| refund["amount"].as_i64().unwrap()).sum()
}

pub(crate) async fn money_that_goes_back_without_the_shop(mut report: Report) -> Report {
    let scene = Scene::open().await;
    let (order, payment) = paid(&scene).await;
    let refund = refund_in_the_dashboard(&scene, &payment, 1000).await;
    let charge = json!({ "object": "charge", "id": "ch_1", "payment_intent": payment, "amount": 1000, "amount_refunded": 1000, "refunded": true });
    let status = scene.message_about("evt_charge", "charge.refunded", &charge).await;
    assert_eq!(status, StatusCode::OK, "the message is accepted");
    let shown = scene.server().show(&scene.marta, &order).await;
    report.case(
        "an order whose money went back in the dashboard is still called paid",
        shown["state"] != "paid",
        &shown,
    );
    let answer = ship(&scene, &order).await;
    report.case("shipping an order whose money went back in the dashboard", answer.0.is_client_error(), said(&answer));
    drop(refund);
    unheard(&mut report).await;
    in_part(&mut report).await;
    disputed(&mut report).await;
    report
}

/// The same without a webhook: the shop's own reconciliation finds the refund.
async fn unheard(report: &mut Report) {
    let mut scene = Scene::open().await;
    let (order, payment) = paid(&scene).await;
    refund_in_the_dashboard(&scene, &payment, 1000).await;
    scene.kill();
    scene.site.let_time_pass(std::time::Duration::from_hours(25));
    scene.come_back();
    let mut shown = Value::Null;
    for _ in 0..100 {
        shown = scene.server().show(&scene.marta, &order).await;
        if shown["state"] != "paid" {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    report.case("a refund in the dashboard without a webhook", shown["state"] != "paid", &shown);
}

/// Part of the money was refunded before the shop is asked to refund all of it.
async fn in_part(report: &mut Report) {
    let scene = Scene::open().await;
    let (order, payment) = paid(&scene).await;
    refund_in_the_dashboard(&scene, &payment, 100).await;
    let answer = scene.server().try_call(&scene.admin, "PUT", &format!("/refund/{order}"), None).await;
    assert!(answer.0.is_success(), "an admin calls an order off: {}", said(&answer));
    let mut back = 0;
    for _ in 0..50 {
        back = refunded_cents(&scene, &payment).await;
        if back == 1000 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    let refunds = scene.server().call(&scene.admin, "GET", "/refunds", None).await;
    let done = refunds[0]["doneAt"].is_string();
    let honest = back == 1000 || !done;
    report.case(
        "a dollar of ten back, and the refund called done",
        honest,
        format!("{back} cents back, {refunds}, {}", said(&answer)),
    );
    report.case("more back than came", back <= 1000, back);
}

/// A chargeback by the customer's bank, or a forged message about one.
async fn disputed(report: &mut Report) {
    let scene = Scene::open().await;
    let (order, payment) = paid(&scene).await;
    let about = json!({
        "object": "dispute", "id": "dp_1", "payment_intent": payment, "charge": "ch_1", "amount": 1000,
        "currency": "usd", "status": "needs_response", "reason": "fraudulent",
    });
    let _ = scene.message_about("evt_lie", "charge.dispute.created", &about).await;
    let shown = scene.server().show(&scene.marta, &order).await;
    report.case("a dispute known only from a webhook", shown["dispute"].is_null(), &shown);

    let path = format!("{}/v1/payment_intents/{payment}/_dispute", scene.provider.url());
    let opened = ask(&path, &[("status", "needs_response".to_owned())]).await;
    let mut about = about;
    about["id"] = opened["id"].clone();
    assert_eq!(scene.message_about("evt_dispute", "charge.dispute.created", &about).await, StatusCode::OK);
    let answer = ship(&scene, &order).await;
    report.case("shipping while the bank has the money", answer.0 == 409, said(&answer));
    let answer = scene.server().try_call(&scene.admin, "PUT", &format!("/refund/{order}"), None).await;
    report.case("money given back that the bank has", answer.0 == 409, said(&answer));
    ask(&path, &[("status", "lost".to_owned())]).await;
    assert_eq!(scene.message_about("evt_lost", "charge.dispute.closed", &about).await, StatusCode::OK);
    let body = json!({ "status": "shipped", "anyway": true });
    let answer = scene.server().try_call(&scene.admin, "PUT", &format!("/ship/{order}"), Some(body)).await;
    report.case("shipping what the bank has taken back", answer.0 == 409, said(&answer));
}

/// A restored backup that lacks an order whose payment has arrived.
pub(crate) async fn orders_missing_from_a_backup(mut report: Report) -> Report {
    let mut scene = Scene::open().await;
    scene.kill();
    let file = scene.site.path("shop.db");
    let copy = scene.site.path("copy.db");
    // The server was killed, so its last writes are still in the log files.
    let files = ["", "-wal", "-shm"];
    let with_suffix = |file: &std::path::Path, end: &str| std::path::PathBuf::from(format!("{}{end}", file.display()));
    for end in files {
        let _ = std::fs::copy(with_suffix(&file, end), with_suffix(&copy, end));
    }
    scene.server = Some(scene.site.serve());
    let (order, payment) = paid(&scene).await;
    scene.kill();
    for end in files {
        let _ = std::fs::remove_file(with_suffix(&file, end));
        let _ = std::fs::copy(with_suffix(&copy, end), with_suffix(&file, end));
    }
    scene.come_back();
    let mut list = Value::Null;
    for _ in 0..100 {
        list = scene.server().call(&scene.admin, "GET", "/unmatched-payments", None).await;
        if list[0].is_object() {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    let found = list.to_string().contains(&payment);
    report.case("a paid order that a backup forgot, in silence", found, format!("{list} without {payment} of {order}"));
    let path = format!("/unmatched-payments/{payment}");
    let answer = scene.server().try_call(&scene.marta, "PUT", &path, None).await;
    report.case("its money given back by a customer", answer.0 == 403, said(&answer));
    let answers =
        futures_util::future::join_all((0..5).map(|_| scene.server().try_call(&scene.admin, "PUT", &path, None))).await;
    let mut back = 0;
    for _ in 0..50 {
        back = refunded_cents(&scene, &payment).await;
        if back >= 1000 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    let seen: Vec<_> = answers.iter().map(said).collect();
    report.case("its money given back five times", back == 1000, format!("{back} cents back, {seen:?}"));
    report
}

/// Returns how many of the responses report a change.
fn changes(answers: &[Answer]) -> usize {
    answers.iter().filter(|(_, answer)| answer["modifiedCount"] == 1).count()
}

/// Concurrent refunds of the same money: by one admin twice, by two servers, or one of them manually.
pub(crate) async fn money_refunded_at_the_same_time(mut report: Report) -> Report {
    shipped(&mut report).await;
    for moment in [Moment::BeforeEffect, Moment::BeforeAnswer] {
        while_another_server_asks(&mut report, moment).await;
    }
    report
}

/// The money of a shipped order.
async fn shipped(report: &mut Report) {
    let scene = Scene::open().await;
    let (order, payment) = paid(&scene).await;
    assert_eq!(ship(&scene, &order).await.0, StatusCode::OK);
    let left = scene.available().await;
    let refund = async |query: &str| {
        let path = format!("/refund/{order}{query}");
        join_all((0..5).map(|_| scene.server().try_call(&scene.admin, "PUT", &path, None))).await
    };
    let answers = refund("").await;
    let refused = answers.iter().all(|(status, _)| *status == 409);
    report.case("a shipped order's money given back by accident", refused, said(&answers[0]));
    let answers = refund("?afterShipping=true").await;
    let seen = format!("{} times, {} cents", changes(&answers), refunded_cents(&scene, &payment).await);
    report.case("a shipped order's money given back five times", changes(&answers) == 1, seen);
    let answers = [refund("?afterShipping=true").await, refund("").await].concat();
    report.case("and again later", changes(&answers) == 0, said(&answers[0]));
    let back = refunded_cents(&scene, &payment).await;
    let pieces = scene.available().await;
    report.case("more money back than came for it", back == 1000, format!("{back} cents"));
    report.case("pieces on the shelf that were shipped", pieces == left, &pieces);
    scene.the_books_are_in_order();
}

/// One server waits for the provider; another server and an admin on it request the same refund.
async fn while_another_server_asks(report: &mut Report, moment: Moment) {
    let scene = Scene::on(Site::on_postgres()).await;
    let (order, payment) = paid(&scene).await;
    scene.provider.stop("POST /v1/refunds", moment);
    let path = format!("/refund/{order}");
    let ask = scene.server().try_call(&scene.admin, "PUT", &path, None);
    let concurrently = async {
        scene.provider.stopped().await;
        // A server processes due refunds as soon as it starts.
        let other = scene.site.serve();
        let refunds = other.call(&scene.admin, "GET", "/refunds", None).await;
        let close = format!("/refunds/{}", refunds[0]["_id"].as_str().unwrap());
        let again = other.try_call(&scene.admin, "PUT", &path, None).await;
        let closed = join_all((0..3).map(|_| other.try_call(&scene.admin, "PUT", &close, None))).await;
        tokio::time::sleep(std::time::Duration::from_millis(500)).await;
        scene.provider.let_go();
        (other, again, closed)
    };
    let (asked, (other, again, closed)) = tokio::join!(ask, concurrently);
    assert_eq!(asked.0, StatusCode::OK, "{asked:?}");
    let when = format!("while another server asks ({moment:?})");
    report.case(format_args!("a second refund {when}"), changes(std::slice::from_ref(&again)) == 0, said(&again));
    report.case(format_args!("a refund closed by hand {when}"), changes(&closed) == 0, said(&closed[0]));
    let mut refunds = Value::Null;
    for _ in 0..100 {
        refunds = other.call(&scene.admin, "GET", "/refunds", None).await;
        if refunds[0]["doneAt"].is_string() {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    let honest = refunds[0]["doneAt"].is_string() && refunds[0]["byHand"] == false;
    report.case(format_args!("a refund with an unknown outcome {when}"), honest, &refunds);
    let back = refunded_cents(&scene, &payment).await;
    let calls = scene.refunds().await;
    report.case(format_args!("money back twice {when}"), back == 1000, format!("{back} cents by {calls} refunds"));
    scene.the_books_are_in_order();
}
