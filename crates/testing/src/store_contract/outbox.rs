//! Rules about emails to send.

use super::{Shared, at_once, yes};
use crate::clock::{NEW_YEAR, numbered};
use autoparts_application::ports::{
    email_content::{Block, EmailContent, EmailValue},
    outbox::{Delivery, Mail, NEWS_LASTS},
    page::Page,
    store::Transaction,
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::{
    id::{MailId, OrderKey},
    time::Timestamp,
};
use std::time::Duration;

pub(super) fn mail(number: u64) -> Mail {
    let id = numbered(number).into();
    let owner = numbered(100 + number % 2).into();
    let content = EmailContent::new().paragraph("Line one\nline 'two' \"three\" \\ %_;--");
    let to = "zoë@example.com".parse().unwrap();
    let subject = "Zurücksetzen — \u{1f697}";
    Mail::new(id, owner, to, subject, content, NEW_YEAR, NEWS_LASTS)
}

/// A mail with a link and a coupon that only its recipient may read.
fn with_secrets(number: u64) -> Mail {
    let coupon = Block::Highlight { value: EmailValue::secret("AP50"), note: Some("worth $50".to_owned()) };
    let link = EmailValue::secret("https://shop.example/coupon#token=a");
    mail(number).with_content(EmailContent::new().block(coupon).button("Confirm", link))
}

async fn insert(store: &Shared, mail: &Mail) -> StoreResult<()> {
    let mail = mail.clone();
    store.write(move |tx| tx.insert_mail(&mail)).await
}

async fn mails(store: &Shared, after: Option<MailId>, limit: u32) -> Vec<Mail> {
    store.read(move |tx| tx.mails(&Page { after, limit })).await.unwrap()
}

pub async fn a_mail_is_found_as_it_was_written(store: Shared) {
    let sent = Mail {
        delivery: Delivery::Sent(Timestamp::from_micros(1_767_225_600_123_457)),
        subject: String::new(),
        text: "x".repeat(100_000),
        content: None,
        ..mail(2)
    };
    let given_up = Mail { delivery: Delivery::GivenUp, ..mail(3) };
    let for_an_hour = Mail { good_until: NEW_YEAR.plus(Duration::from_hours(1)), ..mail(4) };
    let of_the_previous_release = Mail { content: None, ..with_secrets(6) };
    for mail in [mail(1), sent, given_up, for_an_hour, with_secrets(5), of_the_previous_release] {
        insert(&store, &mail).await.unwrap();
        assert_eq!(mails(&store, None, 1).await, [mail]);
    }
}

pub async fn mails_are_paged_newest_first(store: Shared) {
    for number in [2, 4, 1, 3] {
        insert(&store, &mail(number)).await.unwrap();
    }
    assert_eq!(mails(&store, None, 10).await, [4, 3, 2, 1].map(mail));
    assert_eq!(mails(&store, Some(mail(4).id), 2).await, [3, 2].map(mail));
}

pub async fn the_mails_about_an_order_are_found(store: Shared) {
    let order = OrderKey { customer: mail(2).owner, order: numbered(7).into() };
    let about = |number| mail(number).about(order.order);
    // Some have another owner, and some are about no order or another one.
    for mail in [about(4), about(2), mail(6), about(3), mail(8).about(numbered(9).into())] {
        insert(&store, &mail).await.unwrap();
    }
    assert_eq!(store.read(move |tx| tx.mails_about(&order)).await.unwrap(), [about(2), about(4)]);
}

pub async fn a_mail_is_written_once(store: Shared) {
    insert(&store, &mail(1)).await.unwrap();
    let again = insert(&store, &mail(1)).await;
    assert!(matches!(again, Err(StoreError::Duplicate)), "{again:?}");
}

pub async fn a_mail_needs_no_user(store: Shared) {
    assert_eq!(store.read(|tx| tx.user(&mail(1).owner)).await.unwrap(), None);
    insert(&store, &mail(1)).await.unwrap();
}

pub async fn a_mail_is_rolled_back_with_its_cause(store: Shared) {
    let refused = store
        .write(|tx: &mut dyn Transaction| -> StoreResult<()> {
            tx.insert_mail(&mail(1))?;
            Err(StoreError::Failed("the cause did not happen".into()))
        })
        .await;
    assert!(refused.is_err());
    assert!(mails(&store, None, 10).await.is_empty());
}

async fn due(store: &Shared, now: Timestamp, tried: bool, after: Option<MailId>, limit: u32) -> Vec<MailId> {
    let mails = store.read(move |tx| tx.due_mails(now, tried, &Page { after, limit })).await.unwrap();
    mails.into_iter().map(|mail| mail.id).collect()
}

async fn update(store: &Shared, mail: &Mail, delivery: Delivery) -> bool {
    let mail = mail.clone();
    store.write(move |tx| tx.update_delivery(&mail, delivery)).await.unwrap()
}

fn waiting(tries: u32, minutes: u64) -> Delivery {
    Delivery::Waiting { tries, next_try_at: NEW_YEAR.plus(Duration::from_mins(minutes)) }
}

pub async fn due_mails_are_paged_oldest_first(store: Shared) {
    let later = Mail { delivery: waiting(1, 2), ..mail(2) };
    let sent = Mail { delivery: Delivery::Sent(NEW_YEAR), ..mail(3) };
    let given_up = Mail { delivery: Delivery::GivenUp, ..mail(4) };
    for mail in [&mail(5), &given_up, &sent, &later, &mail(1)] {
        insert(&store, mail).await.unwrap();
    }
    assert_eq!(due(&store, NEW_YEAR, false, None, 1).await, [mail(1).id]);
    assert_eq!(due(&store, NEW_YEAR, false, Some(mail(1).id), 9).await, [mail(5).id]);
    let two_minutes_on = NEW_YEAR.plus(Duration::from_mins(2));
    assert_eq!(due(&store, two_minutes_on, false, None, 9).await, [1, 5].map(|number| mail(number).id));
    assert_eq!(due(&store, two_minutes_on, true, None, 9).await, [mail(2).id], "a tried mail is listed apart");
    assert_eq!(due(&store, NEW_YEAR, true, None, 9).await, []);
    assert_eq!(due(&store, NEW_YEAR.minus(Duration::from_mins(1)), false, None, 9).await, []);
}

pub async fn late_mails_are_counted_and_paged_newest_first(store: Shared) {
    let written = |number, minutes| Mail { written_at: NEW_YEAR.plus(Duration::from_mins(minutes)), ..mail(number) };
    let tried = Mail { delivery: waiting(1, 9), ..written(2, 0) };
    let sent = Mail { delivery: Delivery::Sent(NEW_YEAR), ..written(3, 0) };
    let given_up = Mail { delivery: Delivery::GivenUp, ..written(4, 0) };
    for mail in [&written(5, 1), &given_up, &sent, &tried, &written(1, 0), &written(6, 2)] {
        insert(&store, mail).await.unwrap();
    }
    let before = NEW_YEAR.plus(Duration::from_mins(1));
    for (limit, count) in [(9, 3), (2, 2)] {
        assert_eq!(store.read(move |tx| tx.count_late_mails(before, limit)).await.unwrap(), count);
    }
    let late = async |after, limit| store.read(move |tx| tx.late_mails(before, &Page { after, limit })).await.unwrap();
    assert_eq!(late(None, 9).await, [written(5, 1), tried.clone(), written(1, 0)]);
    assert_eq!(late(None, 1).await, [written(5, 1)]);
    assert_eq!(late(Some(mail(5).id), 1).await, [tried]);
}

pub async fn a_delivery_changes_only_from_the_expected_state(store: Shared) {
    insert(&store, &mail(1)).await.unwrap();
    let claimed = Mail { delivery: waiting(1, 1), ..mail(1) };
    assert!(update(&store, &mail(1), claimed.delivery).await);
    assert!(!update(&store, &mail(1), claimed.delivery).await, "another worker was faster");
    let sent = Mail { delivery: Delivery::Sent(NEW_YEAR), content: None, ..mail(1) };
    assert!(update(&store, &claimed, sent.delivery).await);
    assert!(!update(&store, &sent, Delivery::GivenUp).await, "a sent email stays sent");
    assert_eq!(mails(&store, None, 9).await, [sent]);
}

pub async fn a_mail_loses_its_secrets_once_sent_or_given_up(store: Shared) {
    for (number, end) in [(1, Delivery::Sent(NEW_YEAR)), (2, Delivery::GivenUp)] {
        insert(&store, &with_secrets(number)).await.unwrap();
        let claimed = Mail { delivery: waiting(1, 1), ..with_secrets(number) };
        assert!(update(&store, &with_secrets(number), claimed.delivery).await);
        assert_eq!(mails(&store, None, 1).await, std::slice::from_ref(&claimed), "it may be tried again");
        assert!(update(&store, &claimed, end).await);
        let text = "Hello,\n\n    [coupon hidden], worth $50\n\n[link hidden]\n\nAutoparts\n".to_owned();
        let kept = Mail { text, redacted: None, content: None, delivery: end, ..with_secrets(number) };
        assert_eq!(mails(&store, None, 1).await, [kept]);
    }
}

pub async fn one_of_many_claims_a_mail(store: Shared) {
    insert(&store, &mail(1)).await.unwrap();
    let claims = at_once(8, |_| {
        let store = store.clone();
        async move { store.write(|tx| tx.update_delivery(&mail(1), waiting(1, 1))).await }
    });
    assert_eq!(yes(claims.await), 1);
}

async fn order_mails(store: &Shared, to: &'static str) -> Vec<Mail> {
    store.read(move |tx| tx.waiting_order_mails(&to.parse().unwrap(), &Page::first())).await.unwrap()
}

pub async fn waiting_order_mails_are_found_by_address(store: Shared) {
    let about = |number: u64| mail(number).about(numbered(500 + number).into());
    let held_back = Delivery::Waiting { tries: 0, next_try_at: NEW_YEAR.plus(Duration::from_hours(9)) };
    let later = Mail { delivery: held_back, ..about(3) };
    let sent = Mail { delivery: Delivery::Sent(NEW_YEAR), ..about(4) };
    let given_up = Mail { delivery: Delivery::GivenUp, ..about(5) };
    let elsewhere = Mail { to: "olga@example.com".parse().unwrap(), ..about(6) };
    for mail in [&later, &about(2), &mail(1), &sent, &given_up, &elsewhere] {
        insert(&store, mail).await.unwrap();
    }
    assert_eq!(order_mails(&store, "zoë@example.com").await, [about(2), later]);
    assert_eq!(order_mails(&store, "olga@example.com").await, [elsewhere]);
}

pub async fn unasked_mails_are_counted_by_their_mailbox(store: Shared) {
    let at = |minutes| NEW_YEAR.plus(Duration::from_mins(minutes));
    let mailbox = mail(1).to.mailbox();
    for (number, minutes) in [(1, 1), (2, 2), (3, 3), (4, 3), (5, 5)] {
        let sent = Mail { delivery: Delivery::Sent(at(minutes)), ..mail(number).unasked() };
        insert(&store, &sent).await.unwrap();
    }
    let wanted = Mail { delivery: Delivery::Sent(at(6)), ..mail(6) };
    let tagged = Mail { to: "zoë+7@example.com".parse().unwrap(), ..mail(7) };
    let tried = Mail { delivery: waiting(2, 9), ..tagged.unasked_code() };
    let elsewhere = Mail { to: "olga@example.com".parse().unwrap(), ..mail(8) }.unasked();
    let given_up = Mail { delivery: Delivery::GivenUp, ..mail(9).unasked() };
    let sent_together = [10, 11].map(|number| {
        let order = mail(number).about(numbered(500).into()).unasked();
        Mail { delivery: Delivery::Sent(at(4)), ..order }
    });
    for mail in [&wanted, &tried, &elsewhere, &given_up].into_iter().chain(&sent_together) {
        insert(&store, mail).await.unwrap();
        let found = mails(&store, None, 99).await.into_iter().find(|found| found.id == mail.id);
        assert_eq!(found.unwrap().unasked, mail.unasked);
    }
    let sent = async |since, most| {
        let mailbox = mailbox.clone();
        store.read(move |tx| tx.unasked_sent(&mailbox, since, most)).await.unwrap()
    };
    assert_eq!(sent(NEW_YEAR, 10).await, [5, 4, 3, 3, 2, 1].map(at), "combined mails count once");
    assert_eq!(sent(at(1), 2).await, [5, 4].map(at));
    assert_eq!(sent(at(5), 10).await, []);
    let others = mailbox.clone();
    assert_eq!(store.read(move |tx| tx.unasked_tried(&others)).await.unwrap(), [waiting(2, 9)]);
    for (since, count) in [(NEW_YEAR.minus(Duration::from_secs(1)), 8), (NEW_YEAR, 0)] {
        let mailbox = mailbox.clone();
        let written = store.read(move |tx| tx.unasked_written(&mailbox, since)).await.unwrap();
        assert_eq!(written, count, "codes are not counted");
    }
}

/// Each server sees the emails that concurrent servers have sent to a mailbox.
pub async fn decisions_about_a_mailbox_are_serialized(store: Shared) {
    let answers = at_once(8, |number| {
        let store = store.clone();
        async move {
            store
                .write(move |tx| {
                    tx.lock_mailbox("zoë@example.com", NEW_YEAR)?;
                    let sent = tx.unasked_sent("zoë@example.com", NEW_YEAR.minus(Duration::from_secs(1)), 9)?;
                    if sent.is_empty() {
                        let mail = mail(100 + number).unasked();
                        tx.insert_mail(&Mail { delivery: Delivery::Sent(NEW_YEAR), ..mail })?;
                    }
                    Ok::<_, StoreError>(sent.is_empty())
                })
                .await
        }
    });
    assert_eq!(yes(answers.await), 1);
}

pub async fn mails_not_about_orders_are_counted_by_owner(store: Shared) {
    // Odd ones belong to one owner, even ones to another.
    for mail in [mail(1), mail(2), mail(3), mail(5).about(numbered(500).into())] {
        insert(&store, &mail).await.unwrap();
    }
    let written = async |since: Timestamp| {
        let owner = mail(1).owner;
        store.read(move |tx| tx.other_mails_written(&owner, since)).await.unwrap()
    };
    assert_eq!(written(NEW_YEAR.minus(Duration::from_secs(1))).await, 2);
    assert_eq!(written(NEW_YEAR).await, 0);
}
