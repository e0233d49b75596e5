use crate::{
    accounts::access::AccessDenied,
    audit::AuditError,
    ports::page::Page,
    testing::{clock::NEW_YEAR, test_shop::TestShop},
};
use autoparts_domain::{
    audit::{AuditAction, AuditEntry},
    email::Email,
};

fn address(name: &str) -> Email {
    format!("{name}@example.com").parse().unwrap()
}

#[tokio::test]
async fn an_admin_reads_the_newest_first_with_the_addresses_of_today() {
    let shop = TestShop::default();
    let (admin, marta) = (shop.admin().await, shop.customer("marta").await);
    shop.shop.make_admin(admin, address("marta")).await.unwrap();
    shop.shop.remove_admin(admin, address("marta")).await.unwrap();
    let log = shop.shop.audit_log(admin, Page::first()).await.unwrap();
    let seen: Vec<_> =
        log.iter().map(|named| (named.entry.action, named.actor.clone(), named.subject.clone())).collect();
    let (by, to) = (Some(address("admin")), Some(address("marta")));
    assert_eq!(seen, [(AuditAction::RevokeAdmin, by.clone(), to.clone()), (AuditAction::GrantAdmin, by, to)]);
    assert!(log.iter().all(|named| named.entry.subject == marta));
    let after = Page { after: Some(log[0].entry.id), limit: 10 };
    assert_eq!(shop.shop.audit_log(admin, after).await.unwrap(), log[1..]);
}

#[tokio::test]
async fn who_is_unknown_has_no_address() {
    let shop = TestShop::default();
    let admin = shop.admin().await;
    let entry = AuditEntry {
        id: shop.shop.ids.next(),
        actor: None,
        action: AuditAction::BindSignIn,
        subject: shop.shop.ids.next(),
        detail: None,
        at: NEW_YEAR,
    };
    let written = entry.clone();
    shop.shop.store.write(move |tx| tx.insert_audit(&written)).await.unwrap();
    let log = shop.shop.audit_log(admin, Page::first()).await.unwrap();
    let [named] = log.as_slice() else { panic!("{log:?}") };
    assert_eq!((&named.entry, &named.actor, &named.subject), (&entry, &None, &None));
}

#[tokio::test]
async fn only_admins_read_it() {
    let shop = TestShop::default();
    let marta = shop.customer("marta").await;
    let refused = shop.shop.audit_log(marta, Page::first()).await;
    assert!(matches!(refused, Err(AuditError::Denied(AccessDenied::Forbidden))), "{refused:?}");
}
