use autoparts_application::{
    accounts::access::AccessDenied,
    ports::page::Page,
    reviews::ReviewError,
    use_case_error::UseCaseError::{Denied, Refused},
};
use autoparts_domain::{audit::AuditAction, reviews::Rating};
use autoparts_testing::test_shop::TestShop;
use std::time::Duration;

#[tokio::test]
async fn a_review_carries_the_accounts_name_and_the_newest_comes_first() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let olga = test_shop.customer("olga").await;
    test_shop.shop.add_review(marta, Rating::new(5).unwrap(), "Good.".parse().unwrap()).await.unwrap();
    test_shop.shop.add_review(olga, Rating::new(1).unwrap(), "Late.".parse().unwrap()).await.unwrap();
    let reviews = test_shop.shop.reviews(Page::first()).await.unwrap();
    let seen: Vec<_> = reviews.iter().map(|review| (review.name.as_str(), review.rating.stars())).collect();
    assert_eq!(seen, [("olga", 1), ("marta", 5)]);
}

#[tokio::test]
async fn one_review_a_day() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let review = || test_shop.shop.add_review(marta, Rating::new(4).unwrap(), "Fine.".parse().unwrap());
    review().await.unwrap();
    assert!(matches!(review().await, Err(Refused(ReviewError::AlreadyToday))));
    test_shop.clock.advance(Duration::from_hours(24));
    review().await.unwrap();
}

#[tokio::test]
async fn reviewing_needs_a_known_person() {
    let test_shop = TestShop::default();
    let stranger = test_shop.shop.ids.next();
    let refused = test_shop.shop.add_review(stranger, Rating::new(4).unwrap(), "Fine.".parse().unwrap()).await;
    assert!(matches!(refused, Err(Denied(AccessDenied::Unauthenticated))));
}

#[tokio::test]
async fn an_admin_deletes_a_review_and_the_audit_log_says_so() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let admin = test_shop.admin().await;
    let review = || test_shop.shop.add_review(marta, Rating::new(1).unwrap(), "Spam.".parse().unwrap());
    let id = review().await.unwrap();
    let refused = test_shop.shop.delete_review(marta, id).await;
    assert!(matches!(refused, Err(Denied(AccessDenied::Forbidden))), "not even her own");
    assert!(test_shop.shop.delete_review(admin, id).await.unwrap());
    assert!(!test_shop.shop.delete_review(admin, id).await.unwrap(), "gone already");
    assert!(test_shop.shop.reviews(Page::first()).await.unwrap().is_empty());
    let log = test_shop.audit_log().await;
    let [entry] = log.as_slice() else { panic!("{log:?}") };
    assert_eq!((entry.actor, entry.action, entry.subject), (Some(admin), AuditAction::DeleteReview, marta));
    assert_eq!(entry.detail, Some(id.to_string()));
    review().await.unwrap();
}
