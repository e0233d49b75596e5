//! Acting as another user: through a former address, a stolen session, or a look-alike address.

use crate::{
    issuer::{Issuer, claims, now},
    report::Report,
    shop::{Shop, said},
    support::{Answer, Person, Server, Site},
    tokens::{register, shop_that_believes},
};
use futures_util::future::join_all;
use reqwest::StatusCode;
use serde_json::{Value, json};
use std::time::Duration;

pub(crate) fn token(answer: &Answer) -> Option<String> {
    answer.1["accessToken"].as_str().map(str::to_owned)
}

pub(crate) async fn may_list_people(server: &Server, token: Option<&str>) -> bool {
    let Some(token) = token else { return false };
    Server::answer(server.request("GET", "/users").bearer_auth(token)).await.0.is_success()
}

/// Accounts are keyed by subject, not address. A released address does not carry its former owner's role.
pub(crate) async fn people_who_change_their_address(mut report: Report) -> Report {
    let issuer = Issuer::open().await;
    let (site, server) = shop_that_believes(&issuer);
    let ada = |email: &str| issuer.id_token("ada-1", email, true);
    let first = register(&server, "ada@example.com", &ada("ada@example.com")).await;
    assert!(first.0.is_success(), "{first:?}");
    site.succeed(&["admin", "grant", "ada@example.com"]);
    let moved = register(&server, "ada@new.example", &ada("ada@new.example")).await;
    let still_admin = may_list_people(&server, token(&moved).as_deref()).await;
    report.case("an admin's new address is a second person", still_admin, said(&moved));
    let heir = register(&server, "ada@example.com", &issuer.id_token("eve-1", "ada@example.com", true)).await;
    let admin = may_list_people(&server, token(&heir).as_deref()).await;
    report.case("the next owner of an admin's old address is an admin", !admin, said(&heir));
    if let Some(admin) = token(&moved) {
        let (_, people) = Server::answer(server.request("GET", "/users").bearer_auth(admin)).await;
        let old: Vec<_> =
            people.as_array().into_iter().flatten().filter(|person| person["user"] == "ada@example.com").collect();
        let harmless = old.iter().all(|person| person["role"].is_null());
        report.case("the role stays with the old address", harmless, &people);
    }
    report
}

/// A sign-in with an unverified address.
pub(crate) async fn unverified_addresses(mut report: Report) -> Report {
    let issuer = Issuer::open().await;
    let (site, server) = shop_that_believes(&issuer);
    let admin = register(&server, "admin@example.com", &issuer.id_token("admin-1", "admin@example.com", true)).await;
    site.succeed(&["admin", "grant", "admin@example.com"]);
    let admin = token(&admin).unwrap();
    let mallory = register(&server, "boss@example.com", &issuer.id_token("mallory-1", "boss@example.com", false)).await;
    let promote = server.request("PUT", "/user/admin/boss@example.com").bearer_auth(&admin);
    let answer = Server::answer(promote).await;
    let promoted = may_list_people(&server, token(&mallory).as_deref()).await;
    report.case("promoting an unverified address", answer.0.is_client_error() && !promoted, said(&answer));
    let granted = site.run(&["admin", "grant", "boss@example.com"]);
    let promoted = may_list_people(&server, token(&mallory).as_deref()).await;
    report.case(
        "the same by the command line, without saying so",
        !granted.status.success() && !promoted,
        granted.stdout,
    );

    let stale = {
        let mut claims = claims("admin-1", "admin@example.com", true);
        claims["iat"] = json!(now() - 600);
        claims["auth_time"] = json!(now() - 600);
        issuer.sign(&Issuer::header(), &claims)
    };
    let answer = register(&server, "admin@example.com", &stale).await;
    report.case("an ID token of ten minutes ago buys a session", answer.0 == 401, said(&answer));
    squatters(&mut report).await;
    report
}

/// An unverified sign-in concurrent with the owner's, on PostgreSQL.
async fn squatters(report: &mut Report) {
    let issuer = Issuer::open().await;
    let site = Site::on_postgres();
    let site = shop_settings(site, &issuer);
    let server = site.serve();
    let mut bound = 0;
    let mut seen = String::new();
    let rounds = 20;
    for round in 0..rounds {
        let email = format!("owner-{round}@example.com");
        let owner = issuer.id_token(&format!("owner-{round}"), &email, true);
        let squatter = issuer.id_token(&format!("squatter-{round}"), &email, false);
        let _ = register(&server, &email, &squatter).await;
        tokio::join!(register(&server, &email, &owner), register(&server, &email, &squatter));
        let owners = register(&server, &email, &owner).await;
        let squatters = register(&server, &email, &squatter).await;
        if !owners.0.is_success() || squatters.0.is_success() {
            bound += 1;
            seen = format!("the owner: {}, the squatter: {}", said(&owners), said(&squatters));
        }
    }
    report.case(
        "an unverified squatter next to the owner",
        bound == 0,
        format!("stayed bound in {bound} of {rounds} rounds; {seen}"),
    );
}

fn shop_settings(site: Site, issuer: &Issuer) -> Site {
    site.with("FIREBASE_PROJECT_ID", crate::issuer::PROJECT)
        .with("FIREBASE_API_KEY", "public-key")
        .with("FIREBASE_JWKS_URL", issuer.url())
}

/// The tokens that a thief has copied from a browser.
struct Stolen {
    id: String,
    refresh: String,
    access: String,
}

async fn steal(shop: &Shop, person: &Person, password: &str) -> Stolen {
    let body = json!({ "email": person.email, "password": password, "returnSecureToken": true });
    let (status, answer) = shop.identity("signInWithPassword", body).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    let id_token = answer["idToken"].as_str().unwrap().to_owned();
    let access = register(&shop.server, &person.email, &id_token).await;
    let refresh = answer["refreshToken"].as_str().unwrap().to_owned();
    Stolen { id: id_token, refresh, access: token(&access).unwrap() }
}

async fn refresh(shop: &Shop, refresh_token: &str) -> Answer {
    let form = [("grant_type", "refresh_token"), ("refresh_token", refresh_token)];
    let request = shop.server.request("POST", "/securetoken.googleapis.com/v1/token?key=demo-key");
    Server::answer(request.form(&form)).await
}

/// Tries each stolen token.
async fn try_all(report: &mut Report, shop: &Shop, person: &Person, stolen: &Stolen, after: &str) {
    let answer = refresh(shop, &stolen.refresh).await;
    report.case(format_args!("a stolen refresh token after {after}"), answer.0.is_client_error(), said(&answer));
    let answer = register(&shop.server, &person.email, &stolen.id).await;
    report.case(format_args!("a stolen ID token after {after}"), answer.0.is_client_error(), said(&answer));
    let answer = shop.get(&format!("/orders/{}", person.email), &stolen.access).await;
    report.case(format_args!("a stolen access token after {after}"), answer.0 == 401, said(&answer));
    let (_, answer) = shop.identity("lookup", json!({ "idToken": stolen.id })).await;
    report.case(format_args!("the account looked up after {after}"), answer["users"].is_null(), &answer);
}

/// Returns the code in the newest email to a user, as the admin of a demo reads it.
pub(crate) async fn reset_code(shop: &Shop, person: &Person) -> String {
    let body = json!({ "requestType": "PASSWORD_RESET", "email": person.email });
    assert!(shop.identity("sendOobCode", body).await.0.is_success());
    let mails = shop.server.call(&shop.admin, "GET", "/outbox?limit=5", None).await;
    let mail = mails.as_array().unwrap().iter().find(|mail| mail["to"] == person.email.as_str()).unwrap().to_string();
    let (_, rest) = mail.split_once("oobCode=").unwrap();
    rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_').next().unwrap().to_owned()
}

pub(crate) async fn thieves_after_a_new_password(mut report: Report) -> Report {
    let shop = Shop::open().await;
    let stolen = steal(&shop, &shop.marta, "secret-1").await;
    assert!(refresh(&shop, &stolen.refresh).await.0.is_success(), "before, it works");
    let old = reset_code(&shop, &shop.marta).await;
    let new = reset_code(&shop, &shop.marta).await;
    let with_code = async |code: &str, password: &str| {
        shop.identity("resetPassword", json!({ "oobCode": code, "newPassword": password })).await
    };
    let answer = with_code(&old, "a quiet garage 1").await;
    report.case("an older reset code after a newer one", answer.0.is_client_error(), said(&answer));
    for weak in ["password", "123456", "qwerty123", "marta@example.com", "iloveyou"] {
        let answer = with_code(&new, weak).await;
        report.case(format_args!("the password {weak}"), answer.0.is_client_error(), said(&answer));
    }
    let answer = with_code(&new, "a quiet garage 2").await;
    assert!(answer.0.is_success(), "{answer:?}");
    let answer = with_code(&new, "a quiet garage 3").await;
    report.case("a reset code twice", answer.0.is_client_error(), said(&answer));
    try_all(&mut report, &shop, &shop.marta, &stolen, "a reset").await;

    let mine = steal(&shop, &shop.olga, "secret-1").await;
    let stolen = steal(&shop, &shop.olga, "secret-1").await;
    let answer = shop
        .identity("update", json!({ "idToken": mine.id, "password": "a loud garage 1", "returnSecureToken": true }))
        .await;
    assert!(answer.0.is_success(), "{answer:?}");
    try_all(&mut report, &shop, &shop.olga, &stolen, "a change").await;
    rotation(&mut report, &shop).await;
    lifetimes(&mut report, &shop.admin.token);
    report
}

/// A used refresh token is rotated.
async fn rotation(report: &mut Report, shop: &Shop) {
    let admin = Person { email: "admin@autoparts.example".to_owned(), token: String::new() };
    let stolen = steal(shop, &admin, "admin-demo-1").await;
    let (_, next) = refresh(shop, &stolen.refresh).await;
    let next = next["refresh_token"].as_str().unwrap().to_owned();
    report.case("a refresh token for ever", next != stolen.refresh, "the same again");
    let used = refresh(shop, &next).await;
    assert!(used.0.is_success(), "{used:?}");
    // Tabs of one browser may reuse a replaced token for a minute.
    shop.site.let_time_pass(Duration::from_mins(2));
    let answer = refresh(shop, &stolen.refresh).await;
    report.case("a refresh token that was replaced twice", answer.0.is_client_error(), said(&answer));
    let last = used.1["refresh_token"].as_str().unwrap();
    let answer = refresh(shop, last).await;
    report.case("the sign-in that a replaced token belongs to", answer.0.is_client_error(), said(&answer));
}

fn lifetimes(report: &mut Report, access_token: &str) {
    use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
    let claims = URL_SAFE_NO_PAD.decode(access_token.split('.').nth(1).unwrap()).unwrap();
    let claims: Value = serde_json::from_slice(&claims).unwrap();
    let seconds = claims["exp"].as_i64().unwrap() - claims["iat"].as_i64().unwrap();
    report.case("an access token for more than 15 minutes", seconds <= 900, format!("{seconds} s"));
}

/// Sends what the pop-up of the Google stand-in sends.
pub(crate) async fn google(shop: &Shop, subject: &str, email: &str) -> Answer {
    let claims = json!({ "sub": subject, "email": email, "email_verified": true }).to_string();
    let pairs = [("providerId", "google.com"), ("id_token", claims.as_str())];
    let query = reqwest::Url::parse_with_params("http://localhost/", pairs).unwrap();
    let body = json!({
        "postBody": query.query().unwrap(), "requestUri": "http://localhost", "returnSecureToken": true,
    });
    shop.identity("signInWithIdp", body).await
}

/// Returns the number of emails to an address whose text contains some words, as an admin sees them.
pub(crate) async fn mails_that_say(shop: &Shop, email: &str, words: &str) -> usize {
    let mails = shop.server.call(&shop.admin, "GET", "/outbox?limit=50", None).await;
    let says = |mail: &&Value| mail["to"] == email && mail["text"].as_str().is_some_and(|text| text.contains(words));
    mails.as_array().unwrap().iter().filter(says).count()
}

/// Google and a password on one account: the owner's Google sign-in locks a squatter out, and the owner is notified
/// whenever a sign-in method is added or removed.
pub(crate) async fn google_on_a_password_account(mut report: Report) -> Report {
    let shop = Shop::open().await;
    let squatter = shop.server.sign_up("gina").await;
    let stolen = steal(&shop, &squatter, "secret-1").await;
    let (status, owner) = google(&shop, "gina-1", &squatter.email).await;
    assert_eq!(status, StatusCode::OK, "{owner}");
    let entered = register(&shop.server, &squatter.email, owner["idToken"].as_str().unwrap()).await;
    assert!(entered.0.is_success(), "the owner is in: {entered:?}");
    let body = json!({ "email": squatter.email, "password": "secret-1", "returnSecureToken": true });
    let answer = shop.identity("signInWithPassword", body).await;
    report.case("a squatter's password after the owner came with Google", answer.0.is_client_error(), said(&answer));
    try_all(&mut report, &shop, &squatter, &stolen, "the owner came with Google").await;
    let answer = shop.get(&format!("/orders/{}", squatter.email), &squatter.token).await;
    report.case("a squatter's own session after the owner came", answer.0 == 401, said(&answer));
    let count = mails_that_say(&shop, &squatter.email, "no longer works").await;
    report.case("a password that stops working in silence", count == 1, format!("{count} mails"));

    let admin = "admin@autoparts.example";
    assert!(google(&shop, "admin-1", admin).await.0.is_success());
    let count = mails_that_say(&shop, admin, "still works").await;
    report.case("a second way into an account in silence", count == 1, format!("{count} mails"));
    let body = json!({ "email": admin, "password": "admin-demo-1", "returnSecureToken": true });
    assert!(shop.identity("signInWithPassword", body).await.0.is_success(), "a confirmed password still works");
    at_firebase(&mut report).await;
    report
}

/// Firebase keeps the account and removes the password; the shop learns this from the next ID token.
async fn at_firebase(report: &mut Report) {
    let issuer = Issuer::open().await;
    let (_site, server) = shop_that_believes(&issuer);
    let email = "hugo@example.com";
    let id_token = |signed_in_at: u64, provider: &str, verified: bool| {
        let mut claims = claims("hugo-1", email, verified);
        claims["auth_time"] = json!(signed_in_at);
        claims["firebase"]["sign_in_provider"] = json!(provider);
        issuer.sign(&Issuer::header(), &claims)
    };
    let squatters = id_token(now() - 60, "password", false);
    let access = token(&register(&server, email, &squatters).await).unwrap();
    let owner = register(&server, email, &id_token(now(), "google.com", true)).await;
    assert!(owner.0.is_success(), "{owner:?}");
    let answer = Server::answer(server.request("GET", &format!("/orders/{email}")).bearer_auth(access)).await;
    report.case("at Firebase, a squatter's session after the owner came", answer.0 == 401, said(&answer));
    let answer = register(&server, email, &squatters).await;
    report.case("at Firebase, a squatter's ID token after the owner came", answer.0 == 401, said(&answer));
}

/// Addresses that look like another user's, or normalize to one.
pub(crate) async fn twins(mut report: Report) -> Report {
    let shop = Shop::open().await;
    let hidden = [
        '\u{200b}',
        '\u{200c}',
        '\u{200d}',
        '\u{2060}',
        '\u{feff}',
        '\u{ad}',
        '\u{34f}',
        '\u{180e}',
        '\u{202e}',
        '\u{2066}',
        '\u{3164}',
        '\u{fe0f}',
        '\u{e0041}',
        '\u{115f}',
        '\u{1d173}',
        '\u{7f}',
        '\u{0}',
        '\u{85}',
    ];
    for sign in hidden {
        let email = format!("adm{sign}in@autoparts.example");
        let body = json!({ "email": email, "password": "a long passphrase", "returnSecureToken": true });
        let answer = shop.identity("signUp", body).await;
        report.case(
            format_args!("a twin of the admin with U+{:04X}", u32::from(sign)),
            answer.0.is_client_error(),
            said(&answer),
        );
        let answer = Server::answer(shop.server.request("POST", "/newsletter").json(&json!({ "email": email }))).await;
        report.case(
            format_args!("a reader with U+{:04X} in the address", u32::from(sign)),
            answer.0 == 422,
            said(&answer),
        );
    }
    for (name, twin, original) in [
        ("Kelvin sign", "mi\u{212a}e@example.com", "mike@example.com"),
        ("capital sharp s", "STRA\u{1e9e}E@example.com", "strasse@example.com"),
    ] {
        let sign_up = async |email: &str| {
            let body = json!({ "email": email, "password": "a long passphrase", "returnSecureToken": true });
            shop.identity("signUp", body).await
        };
        assert!(sign_up(original).await.0.is_success());
        let answer = sign_up(twin).await;
        let other = answer.0.is_client_error() || answer.1["email"] != original;
        let refused = other && !answer.1.to_string().contains("EMAIL_EXISTS");
        report.case(format_args!("a {name} that becomes another's letter"), refused, said(&answer));
    }
    report
}

/// Whether strangers can find out who has an account, and admins can see users' codes.
pub(crate) async fn information_for_strangers_and_admins(mut report: Report) -> Report {
    let shop = Shop::open().await;
    for call in ["signInWithPassword", "sendOobCode"] {
        let ask = async |email: &str| {
            let body = json!({ "email": email, "password": "wrong-guess-1", "requestType": "PASSWORD_RESET", "returnSecureToken": true });
            let answer = shop.identity(call, body).await;
            (answer.0, answer.1.to_string().replace(email, "ADDRESS"))
        };
        let known = ask("olga@example.com").await;
        let unknown = ask("nobody@example.com").await;
        report.case(
            format_args!("accounts:{call} tells who has an account"),
            known == unknown,
            format!("{known:?} {unknown:?}"),
        );
    }
    let site = Site::new().with("SMTP_URL", "smtp://127.0.0.1:1").with("MAIL_FROM", "orders@shop.example");
    let shop = Shop::on(site).await;
    let body = json!({ "requestType": "PASSWORD_RESET", "email": shop.marta.email });
    assert!(shop.identity("sendOobCode", body).await.0.is_success());
    assert!(
        Server::answer(shop.server.request("POST", "/newsletter").json(&json!({ "email": "reader@example.com" })))
            .await
            .0
            .is_success()
    );
    let mails = shop.server.call(&shop.admin, "GET", "/outbox", None).await.to_string();
    assert!(mails.contains("marta@example.com"), "the mails are listed");
    for secret in ["oobCode=", "token="] {
        let shown =
            mails.split(secret).skip(1).any(|rest| rest.chars().take_while(char::is_ascii_alphanumeric).count() > 8);
        report.case(format_args!("an admin reads {secret} in the outbox"), !shown, "a code is shown");
    }
    lock_out(&mut report).await;
    report
}

/// Wrong guesses from one address, then the owner from another.
async fn lock_out(report: &mut Report) {
    let shop = Shop::on(Site::new().without("RATE_LIMIT")).await;
    let from = |address: [u8; 4]| {
        reqwest::Client::builder()
            .local_address(std::net::IpAddr::from(address))
            .timeout(Duration::from_secs(20))
            .build()
            .unwrap()
    };
    let sign_in = async |client: &reqwest::Client, password: &str| {
        let path = "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=demo-key";
        let body = json!({ "email": shop.olga.email, "password": password, "returnSecureToken": true });
        Server::answer(client.post(format!("{}{path}", shop.server.address())).json(&body)).await
    };
    let attacker = from([127, 0, 3, 1]);
    let owner = from([127, 0, 3, 2]);
    let guesses = join_all((0..30).map(|guess| {
        let password = format!("guess-{guess}");
        let attacker = &attacker;
        let sign_in = &sign_in;
        async move { sign_in(attacker, &password).await }
    }))
    .await;
    let stopped = guesses.iter().any(|(status, answer)| *status == 429 || answer.to_string().contains("TOO_MANY"));
    report.case(
        "thirty guesses at a password",
        stopped && guesses.iter().all(|(status, _)| !status.is_success()),
        "none was stopped",
    );
    let answer = sign_in(&owner, "secret-1").await;
    report.case("the owner locked out by another's guesses", answer.0.is_success(), said(&answer));
}
