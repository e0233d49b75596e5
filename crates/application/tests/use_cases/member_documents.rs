use autoparts_application::{
    accounts::access::AccessDenied,
    member_documents::MemberDocumentError,
    use_case_error::UseCaseError::{Denied, Refused},
};
use autoparts_domain::{
    destination::{Destination, Place},
    email::Email,
    member_documents::{
        DocumentKind, MemberDocument, Revisioned,
        addresses::{Addresses, SavedAddress},
        carts::{CART_LASTS, CartLine, CartLines},
    },
    quantity::Quantity,
};
use autoparts_testing::{
    for_every_document,
    samples::{self, member_contents},
    test_shop::TestShop,
};
use std::{fmt::Debug, time::Duration};

fn marta() -> Email {
    "marta@example.com".parse().unwrap()
}

/// A document with a content that is not empty.
fn document<D: MemberDocument>(revision: i64) -> Revisioned<D> {
    Revisioned { revision, content: member_contents(D::KIND).into_iter().find_map(D::of).unwrap() }
}

fn empty<D: MemberDocument>(revision: i64) -> Revisioned<D> {
    Revisioned { revision, content: D::default() }
}

#[tokio::test]
async fn a_document_is_read_as_it_was_saved() {
    async fn rule<D: MemberDocument + Debug + PartialEq>() {
        let test_shop = TestShop::default();
        let shop = &test_shop.shop;
        let customer = test_shop.customer("marta").await;
        assert_eq!(shop.member_document::<D>(customer, marta()).await.unwrap(), empty(0));
        let saved = shop.save_member_document::<D>(customer, marta(), document(0)).await.unwrap();
        assert_eq!(saved, document(1));
        assert_eq!(shop.member_document(customer, marta()).await.unwrap(), saved);
        let emptied = shop.save_member_document::<D>(customer, marta(), empty(1)).await.unwrap();
        assert_eq!(emptied, empty(2));
        assert_eq!(shop.member_document(customer, marta()).await.unwrap(), emptied);
    }
    for_every_document!(rule);
}

#[tokio::test]
async fn a_document_saved_by_another_device_is_not_overwritten() {
    async fn rule<D: MemberDocument + Debug + PartialEq>() {
        let test_shop = TestShop::default();
        let customer = test_shop.customer("marta").await;
        test_shop.shop.save_member_document::<D>(customer, marta(), document(0)).await.unwrap();
        for stale in [0, 2, i64::MAX] {
            let refused = test_shop.shop.save_member_document::<D>(customer, marta(), empty(stale)).await;
            let Err(Refused(MemberDocumentError::ChangedElsewhere(kind))) = refused else {
                panic!("{stale}: {refused:?}");
            };
            assert_eq!(kind, D::KIND);
        }
        assert_eq!(test_shop.shop.member_document::<D>(customer, marta()).await.unwrap(), document(1));
    }
    for_every_document!(rule);
}

#[tokio::test]
async fn only_its_owner_reads_a_document() {
    async fn rule<D: MemberDocument + Debug>() {
        let test_shop = TestShop::default();
        let shop = &test_shop.shop;
        let (owner, olga, admin) =
            (test_shop.customer("marta").await, test_shop.customer("olga").await, test_shop.admin().await);
        shop.save_member_document::<D>(owner, marta(), document(0)).await.unwrap();
        for other in [olga, admin] {
            let read = shop.member_document::<D>(other, marta()).await;
            assert!(matches!(read, Err(Denied(AccessDenied::Forbidden))));
            let saved = shop.save_member_document::<D>(other, marta(), empty(1)).await;
            assert!(matches!(saved, Err(Denied(AccessDenied::Forbidden))));
        }
        let refused = shop.member_document::<D>(shop.ids.next(), marta()).await;
        assert!(matches!(refused, Err(Denied(AccessDenied::Unauthenticated))));
    }
    for_every_document!(rule);
}

#[tokio::test]
async fn a_cart_checks_and_reserves_nothing() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let known = test_shop.part(10, 3, 1000).await;
    let unknown = test_shop.shop.ids.next();
    // Minimum, stock and existence are not checked, and a part may appear twice.
    let lines = [(unknown, 1_000_000_000), (known, 1), (known, 500)].map(|(part, pieces)| CartLine {
        part,
        quantity: Quantity::new(pieces).unwrap(),
        vehicle: None,
    });
    let cart = |revision| Revisioned { revision, content: CartLines::new(lines.to_vec()).unwrap() };
    test_shop.shop.save_member_document(customer, marta(), cart(0)).await.unwrap();
    assert_eq!(test_shop.shop.member_document(customer, marta()).await.unwrap(), cart(1));
    assert_eq!(test_shop.stock(known).await, 3, "nothing is reserved");
}

#[tokio::test]
async fn an_unchanged_document_is_purged_if_its_kind_is_stored_for_a_limited_time() {
    async fn rule<D: MemberDocument + Debug + PartialEq>() {
        let Some(lasts) = D::KIND.lasts() else { return };
        let test_shop = TestShop::default();
        let customer = test_shop.customer("marta").await;
        let save = |document: Revisioned<D>| test_shop.shop.save_member_document(customer, marta(), document);
        save(document(0)).await.unwrap();
        test_shop.clock.advance(lasts);
        assert!(test_shop.shop.run_maintenance().await);
        let saved = save(document(1)).await;
        assert_eq!(saved.unwrap().revision, 2, "it is kept for the full period, and a change restarts it");
        test_shop.clock.advance(lasts + Duration::from_secs(1));
        assert!(test_shop.shop.run_maintenance().await);
        assert_eq!(test_shop.shop.member_document::<D>(customer, marta()).await.unwrap(), empty(0));
    }
    assert_eq!(DocumentKind::Cart.lasts(), Some(CART_LASTS));
    for_every_document!(rule);
}

#[tokio::test]
async fn an_old_address_does_not_block_others() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let place = Place::stored("US".parse().unwrap(), Some("OR".parse().unwrap()), Some("90001".parse().unwrap()));
    let good = SavedAddress { destination: samples::destination(), phone: "555 0100".parse().unwrap() };
    let wrong = SavedAddress { destination: Destination { place, ..samples::destination() }, ..good.clone() };
    let with = |revision, addresses: &[&SavedAddress]| Revisioned {
        revision,
        content: Addresses::new(addresses.iter().map(|address| (*address).clone()).collect()).unwrap(),
    };
    let save = |book: Revisioned<Addresses>| test_shop.shop.save_member_document(customer, marta(), book);
    let refused = save(with(0, &[&good, &wrong])).await;
    assert!(matches!(refused, Err(Refused(MemberDocumentError::Address { position: 1, .. }))), "{refused:?}");
    let before = with(0, &[&wrong]).map(Into::into);
    let at = test_shop.shop.now();
    test_shop.shop.store.write(move |tx| tx.save_member_content(&customer, &before, at)).await.unwrap();
    save(with(1, &[&good, &wrong])).await.unwrap();
    save(with(2, &[&wrong])).await.unwrap();
}
