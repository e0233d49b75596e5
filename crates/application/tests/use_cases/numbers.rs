use autoparts_application::{
    accounts::access::{AccessDenied, AccessError},
    numbers::NumbersReport,
};
use autoparts_domain::{
    id::UserId,
    money::Money,
    numbers::{Day, Numbers, Period, Step},
    time_zone::TimeZone,
};
use autoparts_testing::{clock::NEW_YEAR, test_shop::TestShop};
use std::{sync::Arc, time::Duration};

const DAY: Duration = Duration::from_hours(24);

fn day(after_new_year: i64) -> Day {
    Day::of(NEW_YEAR).plus(after_new_year)
}

async fn numbers(shop: &TestShop, admin: UserId, first: i64, last: i64, step: Step) -> NumbersReport {
    let period = Period::new(day(first), day(last), step).unwrap();
    shop.shop.numbers(admin, period, step).await.unwrap()
}

fn counted(orders: i64, new_customers: i64, revenue: i64, refunded: i64) -> Numbers {
    let money = |cents| Money::from_cents(cents).unwrap();
    Numbers { orders, new_customers, revenue: money(revenue), refunded: money(refunded) }
}

/// Marta orders twice on the first day and pays once. On the third day Ada orders and pays, and Marta is refunded.
async fn three_days(shop: &TestShop, admin: UserId) {
    let marta = shop.customer("marta").await;
    let ada = shop.customer("ada").await;
    let part = shop.part(1, 50, 1_000).await;
    let (paid, _) = shop.paid_order(marta, part, 2).await;
    let deleted = shop.order(marta, part, 1).await;
    shop.clock.advance(2 * DAY + Duration::from_hours(2));
    shop.shop.delete_any_order(admin, deleted).await.unwrap();
    shop.paid_order(ada, part, 3).await;
    shop.shop.refund_order(admin, paid).await.unwrap();
}

fn by_step(report: &NumbersReport) -> Vec<Numbers> {
    report.steps.iter().map(|step| step.numbers).collect()
}

#[tokio::test]
async fn numbers_are_the_same_before_and_after_days_are_closed() {
    let shop = TestShop::default();
    let admin = shop.admin().await;
    three_days(&shop, admin).await;
    let first = counted(2, 1, 2_000, 0);
    let third = counted(1, 1, 3_000, 2_000);
    let expected = [first, Numbers::NONE, third, Numbers::NONE];
    let before = numbers(&shop, admin, 0, 3, Step::Day).await;
    assert_eq!(by_step(&before), expected);
    assert_eq!((before.sum.numbers, before.before.numbers), (counted(3, 2, 5_000, 2_000), Numbers::NONE));
    // The first two days are over, and the third is not.
    assert_eq!(shop.shop.close_finished_days().await.unwrap(), 2);
    assert_eq!(shop.shop.close_finished_days().await.unwrap(), 0);
    assert_eq!(numbers(&shop, admin, 0, 3, Step::Day).await, before);
    shop.clock.advance(10 * DAY);
    assert!(shop.shop.run_maintenance().await);
    assert_eq!(shop.shop.store.read(|tx| tx.last_closed_day(&TimeZone::utc())).await.unwrap(), Some(day(11)));
    assert_eq!(numbers(&shop, admin, 0, 3, Step::Day).await, before);
}

#[tokio::test]
async fn a_day_is_closed_an_hour_after_its_end() {
    let shop = TestShop::default();
    let marta = shop.customer("marta").await;
    let part = shop.part(1, 5, 1_000).await;
    assert_eq!(shop.shop.close_finished_days().await.unwrap(), 0, "nothing was ever ordered");
    shop.order(marta, part, 1).await;
    shop.clock.set(day(1).begins_at().plus(Duration::from_mins(59)));
    assert_eq!(shop.shop.close_finished_days().await.unwrap(), 0);
    shop.clock.advance(Duration::from_mins(1));
    assert_eq!(shop.shop.close_finished_days().await.unwrap(), 1);
}

/// Denver is seven hours behind UTC, and six from the third day on.
fn denver() -> TimeZone {
    const HOUR: i64 = 3_600_000_000;
    let change = day(2).begins_at().plus(Duration::from_hours(9));
    TimeZone::new("America/Denver".to_owned(), -7 * HOUR, vec![(change, -6 * HOUR)])
}

#[tokio::test]
async fn days_are_those_of_the_shops_time_zone() {
    let mut shop = TestShop::default();
    shop.shop.time_zone = Arc::new(denver());
    let admin = shop.admin().await;
    let marta = shop.customer("marta").await;
    let part = shop.part(1, 50, 1_000).await;
    // Six in the morning in UTC is still the day before. The third day ends at six, because it is an hour shorter.
    for (number, hour) in [(1, 6), (1, 7), (2, 6), (2, 8), (2, 10), (3, 5), (3, 6)] {
        shop.clock.set(day(number).begins_at().plus(Duration::from_hours(hour)));
        shop.order(marta, part, 1).await;
    }
    let expected = [1, 2, 3, 1];
    let orders = |report: &NumbersReport| -> Vec<i64> { report.steps.iter().map(|step| step.numbers.orders).collect() };
    assert_eq!(orders(&numbers(&shop, admin, 0, 3, Step::Day).await), expected);
    shop.clock.set(day(3).begins_at().plus(Duration::from_hours(7)));
    assert_eq!(shop.shop.close_finished_days().await.unwrap(), 3, "an hour after midnight in Denver");
    assert_eq!(orders(&numbers(&shop, admin, 0, 3, Step::Day).await), expected);
    // A shop that changes its time zone counts the days again.
    shop.shop.time_zone = Arc::new(TimeZone::utc());
    assert_eq!(orders(&numbers(&shop, admin, 0, 3, Step::Day).await), [0, 2, 3, 2]);
    assert_eq!(shop.shop.close_finished_days().await.unwrap(), 2);
    assert_eq!(orders(&numbers(&shop, admin, 0, 3, Step::Day).await), [0, 2, 3, 2]);
}

#[tokio::test]
async fn years_are_closed_in_several_rounds() {
    let shop = TestShop::default();
    let marta = shop.customer("marta").await;
    let part = shop.part(1, 5, 1_000).await;
    shop.order(marta, part, 1).await;
    shop.clock.advance(1_000 * DAY + Duration::from_hours(2));
    let mut rounds = Vec::new();
    while let kept @ 1.. = shop.shop.close_finished_days().await.unwrap() {
        rounds.push(kept);
    }
    assert_eq!((rounds.len(), rounds.iter().sum::<usize>()), (3, 1_000));
}

#[tokio::test]
async fn weeks_and_months_are_sums_of_days_compared_with_the_previous_period() {
    let shop = TestShop::default();
    let admin = shop.admin().await;
    three_days(&shop, admin).await;
    // 2026-01-01 is a Thursday, and the third day a Saturday.
    let all = counted(3, 2, 5_000, 2_000);
    assert_eq!(by_step(&numbers(&shop, admin, 0, 10, Step::Week).await), [all, Numbers::NONE]);
    assert_eq!(by_step(&numbers(&shop, admin, -1, 40, Step::Month).await), [Numbers::NONE, all, Numbers::NONE]);
    let later = numbers(&shop, admin, 3, 5, Step::Day).await;
    assert_eq!((later.sum.numbers, later.before.numbers), (Numbers::NONE, all));
}

#[tokio::test]
async fn numbers_are_for_admins() {
    let shop = TestShop::default();
    let marta = shop.customer("marta").await;
    let period = Period::new(day(0), day(1), Step::Day).unwrap();
    let refused = shop.shop.numbers(marta, period, Step::Day).await;
    assert!(matches!(refused, Err(AccessError::Denied(AccessDenied::Forbidden))), "{refused:?}");
}
