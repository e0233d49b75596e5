//! Webhooks, received by a small local server.

use super::support::{DECLINED, GOOD, TestProvider, WEBHOOK_SECRET, path_of, text};
use crate::{Secret, stripe_signature};
use autoparts_application::ports::clock::Clock;
use autoparts_testing::clock::TestClock;
use serde_json::Value;
use std::{sync::Arc, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::mpsc,
    task::JoinHandle,
    time::timeout,
};

struct Received {
    signature: String,
    body: Vec<u8>,
}

impl Received {
    fn event(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }
}

/// Responds with the given statuses in turn, then with 200.
async fn receiver(statuses: &'static [u16]) -> (String, mpsc::UnboundedReceiver<Received>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/webhooks/stripe", listener.local_addr().unwrap());
    let (heard, received) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        let mut statuses = statuses.iter();
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            let status = statuses.next().copied().unwrap_or(200);
            heard.send(serve(stream, status).await).unwrap();
        }
    });
    (url, received)
}

async fn serve(mut stream: TcpStream, status: u16) -> Received {
    let mut bytes = Vec::new();
    let (head, length) = loop {
        stream.read_buf(&mut bytes).await.unwrap();
        let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") else {
            continue;
        };
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
        let length: usize = header(&head, "content-length").parse().unwrap();
        if bytes.len() >= end + 4 + length {
            bytes.drain(..end + 4);
            break (head, length);
        }
    };
    assert!(head.starts_with("POST /webhooks/stripe "), "{head}");
    let answer = format!("HTTP/1.1 {status} x\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
    stream.write_all(answer.as_bytes()).await.unwrap();
    bytes.truncate(length);
    Received { signature: header(&head, "stripe-signature"), body: bytes }
}

fn header(head: &str, name: &str) -> String {
    let line = head.lines().find(|line| line.to_lowercase().starts_with(&format!("{name}:")));
    line.unwrap().split_once(':').unwrap().1.trim().to_owned()
}

fn deliver(provider: &TestProvider) -> JoinHandle<()> {
    let sandbox = Arc::clone(&provider.sandbox);
    tokio::spawn(async move { sandbox.deliver_webhooks().await })
}

async fn stop(delivery: JoinHandle<()>) {
    delivery.abort();
    assert!(delivery.await.unwrap_err().is_cancelled());
}

async fn next(received: &mut mpsc::UnboundedReceiver<Received>, clock: &TestClock) -> Received {
    let passing = async {
        loop {
            // Advances the clock, so that pending retries become due.
            match timeout(Duration::from_millis(200), received.recv()).await {
                Ok(message) => break message.unwrap(),
                Err(_) => clock.advance(Duration::from_secs(1)),
            }
        }
    };
    let message = timeout(Duration::from_secs(20), passing).await.expect("a webhook");
    let secret = Secret::from(WEBHOOK_SECRET);
    assert_eq!(stripe_signature::verify(&[secret], &message.signature, &message.body, clock.now()), Ok(()));
    message
}

#[tokio::test]
async fn payment_events_are_sent_with_a_signature() {
    let (url, mut received) = receiver(&[]).await;
    let provider = TestProvider::with_webhooks(Some(&url));
    let delivery = deliver(&provider);
    let paid = provider.intent().await;
    let cancelled = provider.intent().await;
    let id = text(&paid["id"]);
    provider.confirm(&paid, DECLINED).await;
    let declined = next(&mut received, &provider.clock).await.event();
    assert_eq!(
        (&declined["type"], &declined["data"]["object"]["id"]),
        (&"payment_intent.payment_failed".into(), &paid["id"])
    );
    provider.confirm(&paid, GOOD).await;
    let succeeded = next(&mut received, &provider.clock).await.event();
    assert_eq!(
        (&succeeded["type"], &succeeded["data"]["object"]["amount_received"]),
        (&"payment_intent.succeeded".into(), &1234.into())
    );
    provider.shop("/v1/refunds", &[("payment_intent", &id)]).await;
    let refunded = next(&mut received, &provider.clock).await.event();
    assert_eq!(
        (&refunded["type"], &refunded["data"]["object"]["payment_intent"]),
        (&"charge.refunded".into(), &paid["id"])
    );
    provider.shop(&path_of(&cancelled, "/cancel"), &[]).await;
    let called_off = next(&mut received, &provider.clock).await.event();
    assert_eq!(called_off["type"], "payment_intent.canceled");
    assert_ne!(called_off["id"], refunded["id"]);
    stop(delivery).await;
}

#[tokio::test]
async fn a_message_that_was_not_accepted_comes_again_the_same() {
    let (url, mut received) = receiver(&[500, 302]).await;
    let provider = TestProvider::with_webhooks(Some(&url));
    let delivery = deliver(&provider);
    let intent = provider.intent().await;
    provider.confirm(&intent, GOOD).await;
    let first = next(&mut received, &provider.clock).await;
    let second = next(&mut received, &provider.clock).await;
    let third = next(&mut received, &provider.clock).await;
    assert_eq!((&first.body, &first.body), (&second.body, &third.body));
    assert_ne!(first.signature, second.signature, "each try is signed for its own time");
    provider.clock.advance(Duration::from_hours(2));
    assert!(timeout(Duration::from_secs(2), received.recv()).await.is_err(), "accepted is accepted");
    stop(delivery).await;
}

#[tokio::test]
async fn what_was_not_delivered_survives_a_restart() {
    let (url, mut received) = receiver(&[]).await;
    let provider = TestProvider::with_webhooks(Some("http://127.0.0.1:1/nobody"));
    let delivery = deliver(&provider);
    let intent = provider.intent().await;
    provider.confirm(&intent, GOOD).await;
    stop(delivery).await;
    let provider = provider.restart(Some(&url));
    let delivery = deliver(&provider);
    let event = next(&mut received, &provider.clock).await.event();
    assert_eq!(event["data"]["object"]["id"], intent["id"]);
    // Wait until the delivery is recorded before the next restart.
    while provider.sandbox.waiting_messages().await > 0 {
        tokio::task::yield_now().await;
    }
    stop(delivery).await;
    let provider = provider.restart(Some(&url));
    let delivery = deliver(&provider);
    assert!(timeout(Duration::from_secs(1), received.recv()).await.is_err());
    stop(delivery).await;
}

#[tokio::test]
async fn a_message_is_given_up_after_three_days() {
    let provider = TestProvider::with_webhooks(Some("http://127.0.0.1:1/nobody"));
    let intent = provider.intent().await;
    provider.confirm(&intent, GOOD).await;
    provider.clock.advance(Duration::from_hours(3 * 24 + 1));
    let delivery = deliver(&provider);
    let gone = async {
        while provider.sandbox.waiting_messages().await > 0 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(Duration::from_secs(10), gone).await.unwrap();
    stop(delivery).await;
}

#[tokio::test]
async fn without_an_address_nothing_is_kept_to_be_sent() {
    let provider = TestProvider::new();
    let intent = provider.intent().await;
    provider.confirm(&intent, GOOD).await;
    assert_eq!(provider.sandbox.waiting_messages().await, 0);
    timeout(Duration::from_secs(1), provider.sandbox.deliver_webhooks()).await.unwrap();
}
