//! Emails sent to a local mail server.

use crate::{
    Seller, SmtpMailer,
    testing::{Behavior, MailServer},
};
use autoparts_application::ports::{
    email_content::EmailContent,
    mailer::{DeliverableAddresses, Mailer, MailerError},
    outbox::{Mail, NEWS_LASTS},
};
use autoparts_domain::{
    id::{MailId, UserId},
    time::Timestamp,
};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use uuid::Uuid;

fn seller() -> Seller {
    Seller { name: "Vale Parts".to_owned(), address: vec!["1 Mill Road".to_owned()], phone: None, email: None }
}

fn mailer(server: &MailServer) -> SmtpMailer {
    SmtpMailer::new(server.url(), "Autoparts <orders@shop.example>", seller()).unwrap()
}

fn mail() -> Mail {
    let id = MailId::from(Uuid::from_u128(7));
    let owner = UserId::from(Uuid::from_u128(8));
    let content = EmailContent::new()
        .heading("We have received the order of Zoë <b>:")
        .button("Pay for your order", "https://shop.example/payment/1");
    Mail::new(
        id,
        owner,
        "zoe@example.com".parse().unwrap(),
        "Your order: Bremsscheibe, gelüftet",
        content,
        Timestamp::from_micros(1),
        NEWS_LASTS,
    )
}

#[tokio::test]
async fn an_email_arrives_as_text_and_as_html() {
    let server = MailServer::that_says("250 ok", "250 taken").await.unwrap();
    mailer(&server).send(&mail()).await.unwrap();
    let [received] = &server.received()[..] else { panic!("expected one email") };
    for words in [
        "From: Autoparts <orders@shop.example>",
        "To: zoe@example.com",
        "Message-ID: <00000000-0000-0000-0000-000000000007@shop.example>",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Type: text/html; charset=utf-8",
        "<a href=",
        "&lt;b&gt;",
    ] {
        assert!(received.contains(words), "{words} is missing in: {received}");
    }
}

/// The previous release wrote only the text.
#[tokio::test]
async fn an_email_without_content_arrives_as_text_only() {
    let server = MailServer::that_says("250 ok", "250 taken").await.unwrap();
    mailer(&server).send(&Mail { content: None, ..mail() }).await.unwrap();
    let received = server.received().concat();
    assert!(received.contains("Content-Type: text/plain; charset=utf-8"), "{received}");
    assert!(received.contains("https://shop.example/payment/1") && received.contains("Vale Parts"), "{received}");
    assert!(!received.contains("multipart") && !received.contains("text/html"), "{received}");
}

#[tokio::test]
async fn text_and_html_name_the_seller() {
    let server = MailServer::that_says("250 ok", "250 taken").await.unwrap();
    mailer(&server).send(&mail()).await.unwrap();
    let received = server.received().concat();
    assert_eq!(received.matches("Vale Parts").count(), 2, "{received}");
    let text = "Hello,\n\nAutoparts\n";
    assert_eq!(seller().below(text), "Hello,\n\nAutoparts\n\n-- \nVale Parts\n1 Mill Road\n");
    assert_eq!(Seller::default().below(text), text, "no signature without a seller");
}

#[tokio::test]
async fn a_retried_email_has_the_same_message_id() {
    let server = MailServer::that_says("250 ok", "250 taken").await.unwrap();
    let mailer = mailer(&server);
    for _ in 0..2 {
        mailer.send(&mail()).await.unwrap();
    }
    let ids: Vec<_> = server
        .received()
        .iter()
        .map(|mail| mail.lines().find(|line| line.starts_with("Message-ID")).map(str::to_owned))
        .collect();
    assert!(ids.len() == 2 && ids[0].is_some() && ids[0] == ids[1], "{ids:?}");
}

#[tokio::test]
async fn only_an_invalid_recipient_is_a_permanent_failure() {
    for (recipient, end, is_refused) in [
        ("550 5.1.1 <zoe@example.com> no such mailbox", "250 taken", true),
        ("553 5.1.3 no such address", "250 taken", true),
        ("550 5.7.1 relay access denied", "250 taken", false),
        ("554 5.7.1 not verified", "250 taken", false),
        ("552 5.2.2 mailbox full", "250 taken", false),
        ("250 ok", "554 5.6.0 no", false),
        ("451 4.7.0 come back", "250 taken", false),
        ("250 ok", "452 4.2.2 full", false),
        ("530 5.7.0 who are you?", "250 taken", false),
        ("535 5.7.8 wrong password", "250 taken", false),
    ] {
        let server = MailServer::that_says(recipient, end).await.unwrap();
        let outcome = mailer(&server).send(&mail()).await;
        let error = outcome.unwrap_err();
        assert_eq!(matches!(error, MailerError::Refused(_)), is_refused, "{recipient}, {end}");
        let (MailerError::Refused(cause) | MailerError::Unavailable(cause) | MailerError::Unreachable(cause)) = error;
        assert!(!cause.to_string().contains("zoe@example.com"), "recipients stay out of logs: {cause}");
    }
}

#[tokio::test]
async fn a_refused_connection_is_unreachable() {
    let mailer = SmtpMailer::new("smtp://127.0.0.1:1", "orders@shop.example", seller()).unwrap();
    assert!(matches!(mailer.send(&mail()).await, Err(MailerError::Unreachable(_))));
}

fn mail_to(to: &str) -> Mail {
    Mail { to: to.parse().unwrap(), ..mail() }
}

#[tokio::test]
async fn a_non_ascii_domain_is_sent_as_a_labels() {
    let server = MailServer::start().await.unwrap();
    let mailer = mailer(&server);
    mailer.send(&mail_to("zoe@bücher.example")).await.unwrap();
    let received = server.received().concat();
    assert!(received.contains("To: zoe@xn--bcher-kva.example\n"), "{received}");
    assert!(mailer.can_send_to(&"zoe@bücher.example".parse().unwrap()));
}

/// Amazon SES and many relays do not offer SMTPUTF8. The email fails at once and permanently, the mailer remembers it,
/// and other emails are not delayed.
#[tokio::test]
async fn a_local_part_that_the_server_cannot_accept_is_refused_at_once() {
    let server = MailServer::start().await.unwrap();
    let mailer = mailer(&server);
    let address = "ü0@example.com".parse().unwrap();
    assert!(mailer.can_send_to(&address), "the server has not been asked yet");
    let refused = mailer.send(&mail_to("ü0@example.com")).await;
    assert!(matches!(refused, Err(MailerError::Refused(_))), "{refused:?}");
    assert!(!mailer.can_send_to(&address) && mailer.can_send_to(&"zoe@example.com".parse().unwrap()));
    mailer.send(&mail()).await.unwrap();
    assert_eq!(server.received().len(), 1);
}

#[tokio::test]
async fn a_server_with_smtputf8_accepts_every_script() {
    let server = MailServer::that(Behavior { smtputf8: true, ..Behavior::default() }).await.unwrap();
    let mailer = mailer(&server);
    mailer.get_to_know().await;
    assert!(mailer.can_send_to(&"ü0@example.com".parse().unwrap()));
    mailer.send(&mail_to("ü0@example.com")).await.unwrap();
    assert_eq!(server.received().len(), 1);
}

#[tokio::test]
async fn an_address_that_smtp_cannot_express_is_refused() {
    let server = MailServer::start().await.unwrap();
    let mailer = mailer(&server);
    let long = format!("{}@example.com", "a".repeat(65));
    for address in [long.as_str(), "a(b)c@example.com", "zoe@xn--a.example"] {
        assert!(!mailer.can_send_to(&address.parse().unwrap()), "{address}");
        let refused = mailer.send(&mail_to(address)).await;
        assert!(matches!(refused, Err(MailerError::Refused(_))), "{address}: {refused:?}");
    }
}

#[tokio::test]
async fn a_slow_recipient_holds_up_only_its_own_connection() {
    let slow = Some(("slow@", Duration::from_secs(2)));
    let server = MailServer::that(Behavior { slow, ..Behavior::default() }).await.unwrap();
    let mailer = Arc::new(mailer(&server));
    let waiting: Vec<_> = (0..3)
        .map(|_| {
            let mailer = Arc::clone(&mailer);
            tokio::spawn(async move { mailer.send(&mail_to("slow@example.com")).await })
        })
        .collect();
    let started = Instant::now();
    mailer.send(&mail()).await.unwrap();
    assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
    for sent in waiting {
        sent.await.unwrap().unwrap();
    }
    assert_eq!(server.received().len(), 4);
}

#[tokio::test]
async fn a_closed_connection_affects_only_that_email() {
    let server = MailServer::that_says("421 4.3.2 closing", "250 taken").await.unwrap();
    assert!(matches!(mailer(&server).send(&mail()).await, Err(MailerError::Unavailable(_))));
}

#[tokio::test]
async fn unencrypted_remote_servers_are_refused_without_quoting_the_password() {
    for good in [
        "smtps://user:hunter2@mail.example:465",
        "smtp://user:hunter2@mail.example:587?tls=required",
        "smtp://localhost:1025",
    ] {
        assert!(SmtpMailer::mistakes(Some(good), Some("orders@shop.example")).is_empty(), "{good}");
    }
    for bad in [
        "smtp://user:hunter2@mail.example:587",
        "smtp://mail.example?tls=opportunistic",
        "https://mail.example",
        "mail",
        "",
    ] {
        let error = SmtpMailer::new(bad, "orders@shop.example", seller()).unwrap_err();
        assert!(!error.contains("hunter2"), "{error}");
    }
    assert_eq!(SmtpMailer::mistakes(Some("smtp://localhost:1025"), Some("nobody")).len(), 1);
    assert_eq!(SmtpMailer::mistakes(Some("mail"), Some("nobody")).len(), 2, "both are reported");
}
