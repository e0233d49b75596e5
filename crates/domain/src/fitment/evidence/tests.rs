use super::*;
use proptest::prelude::*;
use uuid::Uuid;

fn of(misfits: u32, sold: u32) -> Evidence {
    Evidence::new(misfits, sold, 0)
}

fn probability(misfits: u32, sold: u32) -> f64 {
    of(misfits, sold).probability_wrong()
}

fn cents(cents: i64) -> Money {
    Money::from_cents(cents).unwrap()
}

#[test]
fn a_flag_needs_several_misfits_among_few_sales() {
    for (misfits, sold, flagged) in
        [(0, 0, false), (1, 1, false), (2, 2, true), (2, 4, true), (2, 5, false), (3, 8, true), (2, 100, false)]
    {
        assert_eq!(of(misfits, sold).is_flagged(), flagged, "{misfits} of {sold}: {}", probability(misfits, sold));
    }
}

#[test]
fn without_evidence_the_probability_is_the_share_of_wrong_applications() {
    assert!((probability(0, 0) - PRIOR_WRONG).abs() < 1e-12);
}

#[test]
fn the_expected_loss_is_the_price_of_the_expected_returns() {
    let certainly_wrong = Evidence::new(50, 50, 10);
    assert_eq!(certainly_wrong.expected_loss(cents(2_000)), cents(12_000), "60 % of ten pieces for $20");
    assert_eq!(Evidence::new(50, 50, 0).expected_loss(cents(2_000)), Money::ZERO);
    assert_eq!(Evidence::new(50, 50, u32::MAX).expected_loss(Money::MAX), Money::MAX);
}

#[test]
fn a_dismissed_flag_returns_with_the_next_misfit() {
    let mut evidence = FitEvidence::none(Uuid::from_u128(1).into(), "honda/civic".parse().unwrap());
    evidence.add_misfit(cents(100));
    assert!(!evidence.is_flagged());
    evidence.add_misfit(cents(200));
    assert!(evidence.is_flagged());
    evidence.dismiss(1);
    assert!(evidence.is_flagged(), "the second was not seen");
    evidence.dismiss(2);
    assert!(!evidence.is_flagged());
    evidence.set_sales(3, 5, Timestamp::from_micros(7));
    assert!(!evidence.is_flagged() && evidence.evidence == Evidence::new(2, 3, 5));
    evidence.add_misfit(cents(300));
    assert!(evidence.is_flagged());
    assert_eq!((evidence.price, evidence.evidence), (cents(300), Evidence::new(3, 3, 5)));
}

#[test]
fn a_part_flagged_for_many_models_is_suspect_itself() {
    assert!(!is_part_suspect(2) && is_part_suspect(3));
}

proptest! {
    #[test]
    fn a_probability_is_between_0_and_1(misfits in 0_u32.., sold in 0_u32..) {
        let probability = probability(misfits, sold);
        prop_assert!((0.0..=1.0).contains(&probability), "{probability}");
    }

    #[test]
    fn at_least_the_misfits_were_sold(misfits in 0_u32.., sold in 0_u32..) {
        prop_assert!(of(misfits, sold).sold() >= misfits);
    }

    #[test]
    fn more_misfits_make_an_application_more_probably_wrong(misfits in 0_u32..1_000, sold in 0_u32..1_000) {
        prop_assert!(probability(misfits + 1, sold.max(misfits + 1)) >= probability(misfits, sold.max(misfits + 1)));
    }

    #[test]
    fn more_sales_make_an_application_more_probably_right(misfits in 0_u32..1_000, sold in 0_u32..1_000) {
        prop_assert!(probability(misfits, sold + 1) <= probability(misfits, sold));
    }

    #[test]
    fn the_expected_loss_is_at_most_the_price_of_all_recent_sales(
        (misfits, sold, recently) in (0_u32..100, 0_u32..100, 0_u32..1_000),
        price in 0_i64..1_000_000,
    ) {
        let loss = Evidence::new(misfits, sold, recently).expected_loss(cents(price));
        prop_assert!(loss <= cents(price * i64::from(recently)));
    }
}

#[test]
fn twenty_sales_are_a_track_record() {
    assert!(!of(19, 19).is_track_record() && of(1, 20).is_track_record());
}
