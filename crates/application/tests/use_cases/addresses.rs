use autoparts_application::{
    accounts::access::AccessDenied,
    addresses::AddressBookError,
    use_case_error::UseCaseError::{Denied, Refused},
};
use autoparts_domain::{
    addresses::{AddressBook, Addresses, SavedAddress},
    destination::{Destination, Place},
    email::Email,
};
use autoparts_testing::samples;
use autoparts_testing::test_shop::TestShop;

fn marta() -> Email {
    "marta@example.com".parse().unwrap()
}

fn book(revision: i64, count: usize) -> AddressBook {
    let address = SavedAddress { destination: samples::destination(), phone: "555 0100".parse().unwrap() };
    AddressBook { revision, addresses: Addresses::new(vec![address; count]).unwrap() }
}

#[tokio::test]
async fn an_address_book_is_as_its_owner_left_it() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    assert_eq!(test_shop.shop.address_book(customer, marta()).await.unwrap(), AddressBook::default());
    let saved = test_shop.shop.save_address_book(customer, marta(), book(0, 2)).await.unwrap();
    assert_eq!(saved, book(1, 2));
    assert_eq!(test_shop.shop.address_book(customer, marta()).await.unwrap(), saved);
    let emptied = test_shop.shop.save_address_book(customer, marta(), book(1, 0)).await.unwrap();
    assert_eq!((emptied, test_shop.shop.address_book(customer, marta()).await.unwrap()), (book(2, 0), book(2, 0)));
}

#[tokio::test]
async fn what_another_device_saved_is_not_overwritten() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    test_shop.shop.save_address_book(customer, marta(), book(0, 2)).await.unwrap();
    for stale in [0, 2, i64::MAX] {
        let refused = test_shop.shop.save_address_book(customer, marta(), book(stale, 1)).await;
        assert!(matches!(refused, Err(Refused(AddressBookError::ChangedMeanwhile))), "{stale}");
    }
    assert_eq!(test_shop.shop.address_book(customer, marta()).await.unwrap(), book(1, 2));
}

#[tokio::test]
async fn an_old_address_does_not_block_others() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let place = Place::stored("US".parse().unwrap(), Some("OR".parse().unwrap()), Some("90001".parse().unwrap()));
    let wrong = SavedAddress {
        destination: Destination { place, ..samples::destination() },
        phone: "555 0100".parse().unwrap(),
    };
    let good = book(0, 1).addresses.as_slice()[0].clone();
    let with = |revision, addresses: &[&SavedAddress]| AddressBook {
        revision,
        addresses: Addresses::new(addresses.iter().map(|address| (*address).clone()).collect()).unwrap(),
    };
    let save = |book: AddressBook| test_shop.shop.save_address_book(customer, marta(), book);
    let refused = save(with(0, &[&good, &wrong])).await;
    assert!(matches!(refused, Err(Refused(AddressBookError::Address { position: 1, .. }))), "{refused:?}");
    let before = with(0, &[&wrong]);
    test_shop.shop.store.write(move |tx| tx.save_address_book(&customer, &before)).await.unwrap();
    save(with(1, &[&good, &wrong])).await.unwrap();
    save(with(2, &[&wrong])).await.unwrap();
}

#[tokio::test]
async fn an_address_book_is_its_owners_alone() {
    let test_shop = TestShop::default();
    let (owner, olga, admin) =
        (test_shop.customer("marta").await, test_shop.customer("olga").await, test_shop.admin().await);
    test_shop.shop.save_address_book(owner, marta(), book(0, 1)).await.unwrap();
    for other in [olga, admin] {
        let read = test_shop.shop.address_book(other, marta()).await;
        assert!(matches!(read, Err(Denied(AccessDenied::Forbidden))));
        let saved = test_shop.shop.save_address_book(other, marta(), book(1, 0)).await;
        assert!(matches!(saved, Err(Denied(AccessDenied::Forbidden))));
    }
    let refused = test_shop.shop.address_book(test_shop.shop.ids.next(), marta()).await;
    assert!(matches!(refused, Err(Denied(AccessDenied::Unauthenticated))));
}
