//! Clients behind the proxy that claim a new address with each request, to evade the rate limit.

use crate::{
    report::Report,
    support::{Server, Site},
};
use serde_json::json;

/// More sign-ins than one client may attempt per minute.
const TOO_MANY: usize = 15;

/// Returns the header of the request with this number.
type Claim = fn(usize) -> String;

/// The `X-Forwarded-For` that the server receives when a client sends a value and the proxy appends its address.
const CLAIMS: &[(&str, Claim)] = &[
    ("an address", |number| format!("198.51.100.{number}, 203.0.113.1")),
    ("a proxy's address", |number| format!("198.51.100.{number}, 127.0.0.1, 203.0.113.2")),
    ("no address", |number| format!("198.51.100.{number}, unknown, 203.0.113.3")),
    ("nothing between commas", |number| format!("198.51.100.{number}, , 203.0.113.4")),
    ("a broken port", |number| format!("198.51.100.{number}, 192.0.2.1:{number}x, 203.0.113.5")),
    ("ports that change", |number| format!("203.0.113.6:{}", 4_000 + number)),
    ("IPv6 with ports that change", |number| format!("[2001:db8::7]:{}", 4_000 + number)),
    ("addresses of one IPv6 network", |number| format!("198.51.100.{number}, [2001:db8:1::{number}]:443")),
    ("invalid text", |number| format!("198.51.100.{number}, \u{fc}, 203.0.113.8")),
];

/// Sign-ins of one client, each with a different claimed address.
pub(crate) async fn clients_that_claim_other_addresses(mut report: Report) -> Report {
    let site = Site::new().without("RATE_LIMIT").with("TRUSTED_PROXIES", "127.0.0.1");
    site.succeed(&["seed"]);
    let server = site.serve();
    for (claim, header) in CLAIMS {
        let mut limited = 0;
        for number in 0..TOO_MANY {
            limited += usize::from(sign_in(&server, number, &header(number)).await);
        }
        let name = format!("{TOO_MANY} sign-ins of one client that claims {claim}");
        report.case(name, limited > 0, format!("{limited} limited"));
    }
    // The limit applies to the client, not to the proxy and everyone behind it.
    for (number, hop) in
        ["192.0.2.1", "192.0.2.2:443", "[2001:db8:2::1]:443", "unknown, 192.0.2.3"].into_iter().enumerate()
    {
        let kept_out = sign_in(&server, number, hop).await;
        report.case(format_args!("a client at {hop}, kept out by the others"), !kept_out, "limited as well");
    }
    for number in 0..TOO_MANY {
        let other = format!("203.0.113.{}", 100 + number);
        assert!(!sign_in(&server, number, &other).await, "clients at {other} and others have limits of their own");
    }
    report
}

/// Whether a sign-in was rate-limited.
async fn sign_in(server: &Server, number: usize, forwarded: &str) -> bool {
    // Guesses at one account are limited as well, from any address.
    let body =
        json!({ "email": format!("user-{number}@example.com"), "password": "not-the-one", "returnSecureToken": true });
    let path = "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=demo-key";
    let request = server.request("POST", path).header("x-forwarded-for", forwarded.as_bytes()).json(&body);
    let (_, answer) = Server::answer(request).await;
    answer["error"]["message"].as_str().is_some_and(|said| said.starts_with("TOO_MANY_ATTEMPTS"))
}
