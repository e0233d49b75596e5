//! Imports that several servers could run.

use autoparts_application::ports::imports::Step;
use autoparts_testing::{clock::numbered, test_shop::TestShop};
use std::time::Duration;

#[tokio::test]
async fn a_sign_of_life_that_is_late_claims_nothing() {
    let test_shop = TestShop::default();
    let importer = test_shop.importer();
    let ended = numbered(1);
    let next = numbered(2);
    // The state just after the work ended, as seen by a thread that had read the current work before.
    let _working = importer.at_work.begin(ended, numbered(3).into(), Step::Applying(4, 4));
    importer.beat().await.unwrap();
    let now = importer.clock.now();
    let stale = now.minus(Duration::from_hours(1));
    let claimed = importer.store.write(move |tx| tx.claim_imports(&next, now, stale)).await;
    assert!(claimed.unwrap(), "the next one can begin");
}
