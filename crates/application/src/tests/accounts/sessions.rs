use crate::{
    accounts::{AccountError, access::AccessDenied},
    ports::identity::{Grant, Token},
    testing::{
        identity::{id_token, issued},
        test_shop::TestShop,
    },
};
use autoparts_domain::{email::Email, time::Timestamp};
use std::time::Duration;

fn address(name: &str) -> Email {
    format!("{name}@example.com").parse().unwrap()
}

/// An ID token of Marta's sign-in of that name, which began now.
fn signed_in(bench: &TestShop, sign_in: &str) -> Token {
    issued_later(bench, sign_in, Duration::ZERO)
}

/// The same, issued for a sign-in that began some time ago.
fn issued_later(bench: &TestShop, sign_in: &str, after: Duration) -> Token {
    let token = id_token(&address("marta"), "s1", "Marta", true);
    issued(&token, now(bench), now(bench).minus(after), sign_in)
}

fn now(bench: &TestShop) -> Timestamp {
    bench.shop.now()
}

async fn enter(bench: &TestShop, token: &Token) -> Result<Token, AccountError> {
    bench.shop.sign_in(address("marta"), token).await
}

async fn grant(bench: &TestShop, token: &Token) -> Result<Grant, AccountError> {
    bench.shop.authenticate(token).await
}

#[tokio::test]
async fn a_session_is_opened_by_an_id_token_of_the_last_five_minutes_only() {
    let bench = TestShop::default();
    let (token, late) = (signed_in(&bench, "a"), signed_in(&bench, "b"));
    bench.clock.advance(Duration::from_mins(5));
    assert!(enter(&bench, &token).await.is_ok());
    bench.clock.advance(Duration::from_micros(1));
    assert!(matches!(enter(&bench, &late).await, Err(AccountError::SignInOver)));
}

#[tokio::test]
async fn an_older_id_token_continues_the_session_of_its_own_sign_in_while_that_lives() {
    let bench = TestShop::default();
    let token = signed_in(&bench, "a");
    let first = enter(&bench, &token).await.unwrap();
    bench.clock.advance(Duration::from_mins(50));
    let second = enter(&bench, &token).await.unwrap();
    let session = grant(&bench, &first).await.unwrap();
    assert_eq!(grant(&bench, &second).await.unwrap(), session, "one session for one sign-in");
    bench.shop.sign_out(session).await.unwrap();
    for access in [first, second] {
        assert!(
            matches!(grant(&bench, &access).await, Err(AccountError::Denied(AccessDenied::Unauthenticated))),
            "at once"
        );
    }
    let renewed = issued_later(&bench, "a", Duration::from_mins(50));
    for id_token in [token, renewed] {
        assert!(matches!(enter(&bench, &id_token).await, Err(AccountError::SignInOver)), "it never lives again");
    }
    assert!(enter(&bench, &signed_in(&bench, "b")).await.is_ok(), "another sign-in does");
}

#[tokio::test]
async fn signing_out_here_leaves_the_other_browser_in() {
    let bench = TestShop::default();
    let (here, there) = (signed_in(&bench, "a"), signed_in(&bench, "b"));
    let (here, there) = (enter(&bench, &here).await.unwrap(), enter(&bench, &there).await.unwrap());
    bench.shop.sign_out(grant(&bench, &here).await.unwrap()).await.unwrap();
    assert!(grant(&bench, &here).await.is_err() && grant(&bench, &there).await.is_ok());
}

#[tokio::test]
async fn signing_out_everywhere_leaves_no_thief_in() {
    let bench = TestShop::default();
    let (own, stolen) = (signed_in(&bench, "a"), signed_in(&bench, "b"));
    let access = enter(&bench, &own).await.unwrap();
    let thief = enter(&bench, &stolen).await.unwrap();
    bench.clock.advance(Duration::from_secs(1));
    let marta = grant(&bench, &access).await.unwrap().user;
    bench.shop.sign_out_everywhere(marta, address("marta")).await.unwrap();
    for access in [&access, &thief] {
        assert!(
            matches!(grant(&bench, access).await, Err(AccountError::Denied(AccessDenied::Unauthenticated))),
            "at once"
        );
    }
    let refreshed = issued_later(&bench, "b", Duration::from_secs(1));
    let never_used = issued_later(&bench, "c", Duration::from_secs(1));
    for id_token in [own, stolen, refreshed, never_used] {
        assert!(matches!(enter(&bench, &id_token).await, Err(AccountError::SignInOver)), "{id_token:?}");
    }
    assert!(enter(&bench, &signed_in(&bench, "d")).await.is_ok(), "a new sign-in is welcome");
}

#[tokio::test]
async fn a_person_signs_themselves_out_everywhere_and_an_admin_anybody() {
    let bench = TestShop::default();
    let (marta, olga, admin) = (bench.customer("marta").await, bench.customer("olga").await, bench.admin().await);
    bench.clock.advance(Duration::from_secs(1));
    let refused = bench.shop.sign_out_everywhere(olga, address("marta")).await;
    assert!(matches!(refused, Err(AccountError::Denied(AccessDenied::Forbidden))));
    let token = |user: autoparts_domain::id::UserId| Token::new(user.to_string());
    assert!(grant(&bench, &token(marta)).await.is_ok());
    bench.shop.sign_out_everywhere(admin, address("marta")).await.unwrap();
    assert!(grant(&bench, &token(marta)).await.is_err());
    assert!(grant(&bench, &token(admin)).await.is_ok() && grant(&bench, &token(olga)).await.is_ok());
    bench.shop.sign_out_everywhere(olga, address("olga")).await.unwrap();
    assert!(grant(&bench, &token(olga)).await.is_err());
    let nobody = bench.shop.sign_out_everywhere(admin, address("nobody")).await;
    assert!(matches!(nobody, Err(AccountError::NoSuchUser)));
}

#[tokio::test]
async fn whoever_only_chose_a_password_is_out_once_the_owner_of_the_address_is_here() {
    let bench = TestShop::default();
    let unproven = id_token(&address("marta"), "s1", "Marta", false);
    let squatter = issued(&unproven, now(&bench), now(&bench), "a");
    let access = enter(&bench, &squatter).await.unwrap();
    bench.clock.advance(Duration::from_mins(1));
    let owner = signed_in(&bench, "b");
    let owners = enter(&bench, &owner).await.unwrap();
    assert!(grant(&bench, &access).await.is_err(), "at once");
    assert!(matches!(enter(&bench, &squatter).await, Err(AccountError::SignInOver)));
    assert!(grant(&bench, &owners).await.is_ok(), "and the owner stays in");
}

#[tokio::test]
async fn whoever_confirms_their_address_stays_in() {
    let bench = TestShop::default();
    let unproven = id_token(&address("marta"), "s1", "Marta", false);
    let access = enter(&bench, &issued(&unproven, now(&bench), now(&bench), "a")).await.unwrap();
    bench.clock.advance(Duration::from_mins(1));
    let renewed = enter(&bench, &issued_later(&bench, "a", Duration::from_mins(1))).await.unwrap();
    assert!(grant(&bench, &access).await.is_ok() && grant(&bench, &renewed).await.is_ok());
}

#[tokio::test]
async fn sessions_end_by_themselves() {
    let bench = TestShop::default();
    let token = signed_in(&bench, "a");
    let access = enter(&bench, &token).await.unwrap();
    for day in 1..=29 {
        bench.clock.advance(Duration::from_hours(24));
        let refreshed = issued_later(&bench, "a", Duration::from_hours(24 * day));
        enter(&bench, &refreshed).await.unwrap();
    }
    bench.clock.advance(Duration::from_hours(24));
    assert!(grant(&bench, &access).await.is_err(), "thirty days are the end, however much it is used");
    let refreshed = issued_later(&bench, "a", Duration::from_hours(24 * 30));
    assert!(matches!(enter(&bench, &refreshed).await, Err(AccountError::SignInOver)));
    assert!(bench.shop.run_maintenance().await, "forgetting it");
    assert!(matches!(enter(&bench, &refreshed).await, Err(AccountError::SignInOver)), "brings it back to life no more");

    let idle = enter(&bench, &signed_in(&bench, "b")).await.unwrap();
    bench.clock.advance(Duration::from_hours(24 * 7));
    assert!(grant(&bench, &idle).await.is_err(), "a week without use");
    let refreshed = issued_later(&bench, "b", Duration::from_hours(24 * 7));
    assert!(matches!(enter(&bench, &refreshed).await, Err(AccountError::SignInOver)));
}

#[tokio::test]
async fn whoever_held_an_address_by_another_sign_in_is_out_when_its_owner_comes() {
    let bench = TestShop::default();
    let squatter = id_token(&address("marta"), "squatter", "Marta", false);
    let squatter = issued(&squatter, now(&bench), now(&bench), "a");
    let access = enter(&bench, &squatter).await.unwrap();
    bench.clock.advance(Duration::from_secs(1));
    let owner = enter(&bench, &signed_in(&bench, "b")).await.unwrap();
    assert!(grant(&bench, &access).await.is_err() && grant(&bench, &owner).await.is_ok());
    assert!(matches!(enter(&bench, &squatter).await, Err(AccountError::AddressTaken)));
}
