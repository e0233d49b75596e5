use autoparts_application::{
    accounts::access::AccessDenied,
    carts::CartError,
    use_case_error::UseCaseError::{Denied, Refused},
};
use autoparts_domain::{
    carts::{CART_LASTS, Cart, CartLine, CartLines},
    email::Email,
    id::PartId,
    quantity::Quantity,
};
use autoparts_testing::test_shop::TestShop;
use std::time::Duration;

fn marta() -> Email {
    "marta@example.com".parse().unwrap()
}

fn cart(revision: i64, lines: &[(PartId, i64)]) -> Cart {
    let line = |(part, pieces): &(PartId, i64)| CartLine {
        part: *part,
        quantity: Quantity::new(*pieces).unwrap(),
        vehicle: None,
    };
    Cart { revision, lines: CartLines::new(lines.iter().map(line).collect()).unwrap() }
}

#[tokio::test]
async fn a_cart_is_as_its_owner_left_it() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    assert_eq!(test_shop.shop.cart(customer, marta()).await.unwrap(), cart(0, &[]));
    let known = test_shop.part(10, 3, 1000).await;
    let unknown = test_shop.shop.ids.next();
    // Minimum, stock and existence are not checked, and a part may appear twice.
    let lines = [(unknown, 1_000_000_000), (known, 1), (known, 500)];
    let saved = test_shop.shop.save_cart(customer, marta(), cart(0, &lines)).await.unwrap();
    assert_eq!(saved, cart(1, &lines));
    assert_eq!(test_shop.shop.cart(customer, marta()).await.unwrap(), saved);
    let emptied = test_shop.shop.save_cart(customer, marta(), cart(1, &[])).await.unwrap();
    assert_eq!((emptied.revision, test_shop.shop.cart(customer, marta()).await.unwrap()), (2, cart(2, &[])));
    assert_eq!(test_shop.stock(known).await, 3, "nothing is reserved");
}

#[tokio::test]
async fn what_another_device_saved_is_not_overwritten() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 3, 1000).await;
    test_shop.shop.save_cart(customer, marta(), cart(0, &[(part, 1)])).await.unwrap();
    for stale in [0, 2, i64::MAX] {
        let refused = test_shop.shop.save_cart(customer, marta(), cart(stale, &[])).await;
        assert!(matches!(refused, Err(Refused(CartError::ChangedMeanwhile))), "{stale}");
    }
    assert_eq!(test_shop.shop.cart(customer, marta()).await.unwrap(), cart(1, &[(part, 1)]));
}

#[tokio::test]
async fn a_cart_is_its_owners_alone() {
    let test_shop = TestShop::default();
    let (owner, olga, admin) =
        (test_shop.customer("marta").await, test_shop.customer("olga").await, test_shop.admin().await);
    test_shop.shop.save_cart(owner, marta(), cart(0, &[])).await.unwrap();
    for other in [olga, admin] {
        let read = test_shop.shop.cart(other, marta()).await;
        assert!(matches!(read, Err(Denied(AccessDenied::Forbidden))));
        let saved = test_shop.shop.save_cart(other, marta(), cart(1, &[])).await;
        assert!(matches!(saved, Err(Denied(AccessDenied::Forbidden))));
    }
    let refused = test_shop.shop.cart(test_shop.shop.ids.next(), marta()).await;
    assert!(matches!(refused, Err(Denied(AccessDenied::Unauthenticated))));
}

#[tokio::test]
async fn an_unchanged_cart_is_purged() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 3, 1000).await;
    test_shop.shop.save_cart(customer, marta(), cart(0, &[(part, 1)])).await.unwrap();
    test_shop.clock.advance(CART_LASTS);
    assert!(test_shop.shop.run_maintenance().await);
    let saved = test_shop.shop.save_cart(customer, marta(), cart(1, &[(part, 2)])).await;
    assert_eq!(saved.unwrap().revision, 2, "a cart is kept for the full period, and a change restarts it");
    test_shop.clock.advance(CART_LASTS + Duration::from_secs(1));
    assert!(test_shop.shop.run_maintenance().await);
    assert_eq!(test_shop.shop.cart(customer, marta()).await.unwrap(), cart(0, &[]));
}
