use crate::{access::AccessDenied, ports::page::Page, reviews::ReviewError, testing::bench::Bench};
use autoparts_domain::review::Rating;
use std::time::Duration;

#[tokio::test]
async fn a_review_carries_the_accounts_name_and_the_newest_comes_first() {
    let bench = Bench::default();
    let (marta, olga) = (bench.customer("marta").await, bench.customer("olga").await);
    bench.shop.add_review(marta, Rating::new(5).unwrap(), "Good.".parse().unwrap()).await.unwrap();
    bench.shop.add_review(olga, Rating::new(1).unwrap(), "Late.".parse().unwrap()).await.unwrap();
    let reviews = bench.shop.reviews(Page::first()).await.unwrap();
    let seen: Vec<_> = reviews.iter().map(|review| (review.name.as_str(), review.rating.stars())).collect();
    assert_eq!(seen, [("olga", 1), ("marta", 5)]);
}

#[tokio::test]
async fn one_review_a_day() {
    let bench = Bench::default();
    let marta = bench.customer("marta").await;
    let review = || bench.shop.add_review(marta, Rating::new(4).unwrap(), "Fine.".parse().unwrap());
    review().await.unwrap();
    assert!(matches!(review().await, Err(ReviewError::AlreadyToday)));
    bench.clock.advance(Duration::from_hours(24));
    review().await.unwrap();
}

#[tokio::test]
async fn reviewing_needs_a_known_person() {
    let bench = Bench::default();
    let stranger = bench.shop.ids.next();
    let refused = bench.shop.add_review(stranger, Rating::new(4).unwrap(), "Fine.".parse().unwrap()).await;
    assert!(matches!(refused, Err(ReviewError::Denied(AccessDenied::Unauthenticated))));
}
