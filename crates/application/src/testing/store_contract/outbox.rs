//! Rules about mails to send.

use super::Shared;
use crate::{
    ports::{
        outbox::Mail,
        page::Page,
        store::{StoreError, StoreResult, Transaction},
    },
    testing::clock::{NEW_YEAR, numbered},
};
use autoparts_domain::{id::MailId, time::Timestamp};

fn mail(number: u64) -> Mail {
    Mail {
        id: numbered(number).into(),
        owner: numbered(100 + number % 2).into(),
        to: "zoë@example.com".parse().unwrap(),
        subject: "Zurücksetzen — \u{1f697}".to_owned(),
        text: "Line one\nline 'two' \"three\" \\ %_;--\n".to_owned(),
        written_at: NEW_YEAR,
        sent_at: None,
    }
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
        sent_at: Some(Timestamp::from_micros(1_767_225_600_123_457)),
        subject: String::new(),
        text: "x".repeat(100_000),
        ..mail(2)
    };
    for mail in [mail(1), sent] {
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
