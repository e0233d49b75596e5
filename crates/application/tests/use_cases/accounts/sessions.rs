use autoparts_application::{
    accounts::{AccountError, AccountResult, access::AccessDenied},
    ports::identity::{Grant, Token},
    use_case_error::UseCaseError::{Denied, Refused},
};
use autoparts_domain::{email::Email, time::Timestamp};
use autoparts_testing::{
    identity::{id_token, issued},
    test_shop::TestShop,
};
use std::time::Duration;

fn address(name: &str) -> Email {
    format!("{name}@example.com").parse().unwrap()
}

/// An ID token of Marta's sign-in with this name, which began now.
fn signed_in(test_shop: &TestShop, sign_in: &str) -> Token {
    issued_later(test_shop, sign_in, Duration::ZERO)
}

/// Like [`signed_in`], for a sign-in that began some time ago.
fn issued_later(test_shop: &TestShop, sign_in: &str, after: Duration) -> Token {
    let token = id_token(&address("marta"), "s1", "Marta", true);
    issued(&token, now(test_shop), now(test_shop).minus(after), sign_in)
}

fn now(test_shop: &TestShop) -> Timestamp {
    test_shop.shop.now()
}

async fn enter(test_shop: &TestShop, token: &Token) -> AccountResult<Token> {
    test_shop.shop.sign_in(address("marta"), token).await
}

async fn grant(test_shop: &TestShop, token: &Token) -> AccountResult<Grant> {
    test_shop.shop.authenticate(token).await
}

#[tokio::test]
async fn only_id_tokens_of_the_last_five_minutes_start_a_session() {
    let test_shop = TestShop::default();
    let token = signed_in(&test_shop, "a");
    let late = signed_in(&test_shop, "b");
    test_shop.clock.advance(Duration::from_mins(5));
    assert!(enter(&test_shop, &token).await.is_ok());
    test_shop.clock.advance(Duration::from_micros(1));
    assert!(matches!(enter(&test_shop, &late).await, Err(Refused(AccountError::SignInOver))));
}

#[tokio::test]
async fn an_older_id_token_continues_only_an_active_session_of_its_sign_in() {
    let test_shop = TestShop::default();
    let token = signed_in(&test_shop, "a");
    let first = enter(&test_shop, &token).await.unwrap();
    test_shop.clock.advance(Duration::from_mins(50));
    let second = enter(&test_shop, &token).await.unwrap();
    let session = grant(&test_shop, &first).await.unwrap();
    assert_eq!(grant(&test_shop, &second).await.unwrap(), session, "one session for one sign-in");
    test_shop.shop.sign_out(session).await.unwrap();
    for access in [first, second] {
        assert!(matches!(grant(&test_shop, &access).await, Err(Denied(AccessDenied::Unauthenticated))), "at once");
    }
    let renewed = issued_later(&test_shop, "a", Duration::from_mins(50));
    for id_token in [token, renewed] {
        assert!(
            matches!(enter(&test_shop, &id_token).await, Err(Refused(AccountError::SignInOver))),
            "it never lives again"
        );
    }
    assert!(enter(&test_shop, &signed_in(&test_shop, "b")).await.is_ok(), "another sign-in does");
}

#[tokio::test]
async fn signing_out_does_not_affect_another_browser() {
    let test_shop = TestShop::default();
    let here = signed_in(&test_shop, "a");
    let there = signed_in(&test_shop, "b");
    let here = enter(&test_shop, &here).await.unwrap();
    let there = enter(&test_shop, &there).await.unwrap();
    test_shop.shop.sign_out(grant(&test_shop, &here).await.unwrap()).await.unwrap();
    assert!(grant(&test_shop, &here).await.is_err() && grant(&test_shop, &there).await.is_ok());
}

#[tokio::test]
async fn signing_out_everywhere_ends_stolen_sessions() {
    let test_shop = TestShop::default();
    let own = signed_in(&test_shop, "a");
    let stolen = signed_in(&test_shop, "b");
    let access = enter(&test_shop, &own).await.unwrap();
    let thief = enter(&test_shop, &stolen).await.unwrap();
    test_shop.clock.advance(Duration::from_secs(1));
    let marta = grant(&test_shop, &access).await.unwrap().user;
    test_shop.shop.sign_out_everywhere(marta, address("marta")).await.unwrap();
    for access in [&access, &thief] {
        assert!(matches!(grant(&test_shop, access).await, Err(Denied(AccessDenied::Unauthenticated))), "at once");
    }
    let refreshed = issued_later(&test_shop, "b", Duration::from_secs(1));
    let never_used = issued_later(&test_shop, "c", Duration::from_secs(1));
    for id_token in [own, stolen, refreshed, never_used] {
        assert!(matches!(enter(&test_shop, &id_token).await, Err(Refused(AccountError::SignInOver))), "{id_token:?}");
    }
    assert!(enter(&test_shop, &signed_in(&test_shop, "d")).await.is_ok(), "a new sign-in is welcome");
}

#[tokio::test]
async fn members_sign_out_everywhere_and_admins_sign_out_anyone() {
    let test_shop = TestShop::default();
    let (marta, olga, admin) =
        (test_shop.customer("marta").await, test_shop.customer("olga").await, test_shop.admin().await);
    test_shop.clock.advance(Duration::from_secs(1));
    let refused = test_shop.shop.sign_out_everywhere(olga, address("marta")).await;
    assert!(matches!(refused, Err(Denied(AccessDenied::Forbidden))));
    let token = |user: autoparts_domain::id::UserId| Token::new(user.to_string());
    assert!(grant(&test_shop, &token(marta)).await.is_ok());
    test_shop.shop.sign_out_everywhere(admin, address("marta")).await.unwrap();
    assert!(grant(&test_shop, &token(marta)).await.is_err());
    assert!(grant(&test_shop, &token(admin)).await.is_ok() && grant(&test_shop, &token(olga)).await.is_ok());
    test_shop.shop.sign_out_everywhere(olga, address("olga")).await.unwrap();
    assert!(grant(&test_shop, &token(olga)).await.is_err());
    let refused = test_shop.shop.sign_out_everywhere(admin, address("nobody")).await;
    assert!(matches!(refused, Err(Refused(AccountError::NoSuchUser))));
}

#[tokio::test]
async fn a_squatter_is_signed_out_when_the_address_owner_verifies() {
    let test_shop = TestShop::default();
    let unproven = id_token(&address("marta"), "s1", "Marta", false);
    let squatter = issued(&unproven, now(&test_shop), now(&test_shop), "a");
    let access = enter(&test_shop, &squatter).await.unwrap();
    test_shop.clock.advance(Duration::from_mins(1));
    let owner = signed_in(&test_shop, "b");
    let owners = enter(&test_shop, &owner).await.unwrap();
    assert!(grant(&test_shop, &access).await.is_err(), "at once");
    assert!(matches!(enter(&test_shop, &squatter).await, Err(Refused(AccountError::SignInOver))));
    assert!(grant(&test_shop, &owners).await.is_ok(), "and the owner stays in");
}

#[tokio::test]
async fn a_user_who_confirms_their_address_stays_in() {
    let test_shop = TestShop::default();
    let unproven = id_token(&address("marta"), "s1", "Marta", false);
    let access = enter(&test_shop, &issued(&unproven, now(&test_shop), now(&test_shop), "a")).await.unwrap();
    test_shop.clock.advance(Duration::from_mins(1));
    let renewed = enter(&test_shop, &issued_later(&test_shop, "a", Duration::from_mins(1))).await.unwrap();
    assert!(grant(&test_shop, &access).await.is_ok() && grant(&test_shop, &renewed).await.is_ok());
}

#[tokio::test]
async fn sessions_expire() {
    let test_shop = TestShop::default();
    let token = signed_in(&test_shop, "a");
    let access = enter(&test_shop, &token).await.unwrap();
    for day in 1..=29 {
        test_shop.clock.advance(Duration::from_hours(24));
        let refreshed = issued_later(&test_shop, "a", Duration::from_hours(24 * day));
        enter(&test_shop, &refreshed).await.unwrap();
    }
    test_shop.clock.advance(Duration::from_hours(24));
    assert!(grant(&test_shop, &access).await.is_err(), "thirty days are the end, however much it is used");
    let refreshed = issued_later(&test_shop, "a", Duration::from_hours(24 * 30));
    assert!(matches!(enter(&test_shop, &refreshed).await, Err(Refused(AccountError::SignInOver))));
    assert!(test_shop.shop.run_maintenance().await, "forgetting it");
    assert!(
        matches!(enter(&test_shop, &refreshed).await, Err(Refused(AccountError::SignInOver))),
        "brings it back to life no more"
    );

    let idle = enter(&test_shop, &signed_in(&test_shop, "b")).await.unwrap();
    test_shop.clock.advance(Duration::from_hours(24 * 7));
    assert!(grant(&test_shop, &idle).await.is_err(), "a week without use");
    let refreshed = issued_later(&test_shop, "b", Duration::from_hours(24 * 7));
    assert!(matches!(enter(&test_shop, &refreshed).await, Err(Refused(AccountError::SignInOver))));
}

#[tokio::test]
async fn a_squatter_with_another_subject_is_signed_out_when_the_owner_signs_in() {
    let test_shop = TestShop::default();
    let squatter = id_token(&address("marta"), "squatter", "Marta", false);
    let squatter = issued(&squatter, now(&test_shop), now(&test_shop), "a");
    let access = enter(&test_shop, &squatter).await.unwrap();
    test_shop.clock.advance(Duration::from_secs(1));
    let owner = enter(&test_shop, &signed_in(&test_shop, "b")).await.unwrap();
    assert!(grant(&test_shop, &access).await.is_err() && grant(&test_shop, &owner).await.is_ok());
    assert!(matches!(enter(&test_shop, &squatter).await, Err(Refused(AccountError::AddressTaken))));
}

#[tokio::test]
async fn a_twenty_first_session_ends_the_least_recently_used() {
    let test_shop = TestShop::default();
    let mut open = Vec::new();
    for number in 0..21 {
        test_shop.clock.advance(Duration::from_mins(1));
        if number == 20 {
            // Only the first browser is in use.
            let token = issued_later(&test_shop, "browser-0", Duration::from_mins(20));
            enter(&test_shop, &token).await.unwrap();
        }
        open.push(enter(&test_shop, &signed_in(&test_shop, &format!("browser-{number}"))).await.unwrap());
    }
    let mut live = Vec::new();
    for token in &open {
        live.push(grant(&test_shop, token).await.is_ok());
    }
    let all_but_the_second: Vec<bool> = (0..21).map(|number| number != 1).collect();
    assert_eq!(live, all_but_the_second);
    let ended = issued_later(&test_shop, "browser-1", Duration::from_mins(19));
    assert!(matches!(enter(&test_shop, &ended).await, Err(Refused(AccountError::SignInOver))), "it never lives again");
}
