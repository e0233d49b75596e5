//! Rate limits: token buckets, per user or per address.

mod shared;

use crate::{
    problem::{Code, Problem},
    trusted_proxies::TrustedProxies,
};
use actix_web::HttpRequest;
use autoparts_application::{ports::clock::Clock, servers::Uses};
use autoparts_domain::client_network::ClientNetwork;
use governor::{
    DefaultKeyedRateLimiter, Quota, RateLimiter,
    clock::{Clock as _, DefaultClock},
};
use shared::SharedUses;
use std::{
    hash::Hash,
    net::{IpAddr, Ipv6Addr},
    num::NonZeroU32,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU32, Ordering},
    },
    time::{Duration, Instant},
};

/// A rate-limited operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limited {
    /// Signing in, by address.
    SignIns,
    /// Placing orders and requesting returns, by user.
    Orders,
    /// Starting payments, by user.
    Payments,
    /// Reporting payments to the shop, by user.
    Bookings,
    /// Saving profiles, exporting data and deleting the account, by user.
    Profiles,
    /// Opening and continuing sessions, and calls to the embedded identity provider other than signing in, by address.
    Renewals,
    /// Writing reviews, by user.
    Reviews,
    /// Quotes, by address, and saving documents of members, by user.
    Carts,
    /// Quotes with a coupon, by address, and orders with one, by user and by address.
    Coupons,
    /// Public forms (newsletter, feedback, stock alerts and new guests), by address.
    PublicForms,
}

/// Rates per minute; `None` means no limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateLimits {
    /// All requests from one address.
    pub requests: Option<NonZeroU32>,
    /// Sign-ins from one address.
    pub sign_ins: Option<NonZeroU32>,
    /// Orders and returns by one user.
    pub orders: Option<NonZeroU32>,
    /// Payments started by one user.
    pub payments: Option<NonZeroU32>,
    /// Payments reported by one user.
    pub bookings: Option<NonZeroU32>,
    /// Profiles saved, exports and account deletions by one user.
    pub profiles: Option<NonZeroU32>,
    /// Sessions opened and continued, ID tokens renewed and accounts looked up, from one address.
    pub renewals: Option<NonZeroU32>,
    /// Reviews by one user.
    pub reviews: Option<NonZeroU32>,
    /// Quotes from one address; documents of members saved by one user.
    pub carts: Option<NonZeroU32>,
    /// Quotes with a coupon from one address; orders with one by one user or from one address.
    pub coupons: Option<NonZeroU32>,
    /// Newsletter, feedback, stock alert and guest forms from one address.
    pub public_forms: Option<NonZeroU32>,
}

impl RateLimits {
    /// No limits.
    pub const OFF: Self = Self {
        requests: None,
        sign_ins: None,
        orders: None,
        payments: None,
        bookings: None,
        profiles: None,
        renewals: None,
        reviews: None,
        carts: None,
        coupons: None,
        public_forms: None,
    };

    /// The rate per minute of an operation.
    const fn rate(&self, what: Limited) -> Option<NonZeroU32> {
        match what {
            Limited::SignIns => self.sign_ins,
            Limited::Orders => self.orders,
            Limited::Payments => self.payments,
            Limited::Bookings => self.bookings,
            Limited::Profiles => self.profiles,
            Limited::Renewals => self.renewals,
            Limited::Reviews => self.reviews,
            Limited::Carts => self.carts,
            Limited::Coupons => self.coupons,
            Limited::PublicForms => self.public_forms,
        }
    }
}

/// The message says a minute, because rates are per minute; the header has the exact wait.
fn too_many(seconds: u32) -> Problem {
    Problem::new(Code::RateLimited, "Too many attempts. Try again in a minute.").retry_after(seconds)
}

/// Above this number of keys, those with a full bucket are removed from time to time.
const MANY_KEYS: usize = 10_000;

/// Minimum interval between two such removals, because each scans every key.
const PURGE_INTERVAL: Duration = Duration::from_secs(1);

/// Counts one kind of operation by key.
struct Limiter<Key: Hash + Eq + Clone> {
    counts: DefaultKeyedRateLimiter<Key>,
    checks: AtomicU32,
    purged_at: Mutex<Instant>,
}

impl<Key: Hash + Eq + Clone> Limiter<Key> {
    fn per_minute(rate: NonZeroU32) -> Self {
        let counts = RateLimiter::keyed(Quota::per_minute(rate));
        Self { counts, checks: AtomicU32::new(0), purged_at: Mutex::new(Instant::now()) }
    }

    /// Counts one use; refuses it if it exceeds the rate.
    fn check(&self, key: &Key) -> Result<(), Problem> {
        self.purge_some();
        self.counts.check_key(key).map_err(|until| {
            let wait = until.wait_time_from(DefaultClock::default().now());
            too_many(u32::try_from(wait.as_secs()).unwrap_or(u32::MAX).saturating_add(1))
        })
    }

    /// Removes keys whose bucket is full, if there are many keys; one caller at a time.
    fn purge_some(&self) {
        // Counting the keys costs as much as a check.
        let checks = self.checks.fetch_add(1, Ordering::Relaxed);
        if !checks.is_multiple_of(CHECKS_PER_COUNT) || self.counts.len() <= MANY_KEYS {
            return;
        }
        if let Ok(mut purged_at) = self.purged_at.try_lock()
            && purged_at.elapsed() >= PURGE_INTERVAL
        {
            self.counts.retain_recent();
            *purged_at = Instant::now();
        }
    }
}

/// The keys are counted once per this number of checks.
const CHECKS_PER_COUNT: u32 = 64;

/// Rate limits, counted in memory. Several servers of one shop can share their counts.
pub struct Limits {
    requests: Option<Limiter<Option<IpAddr>>>,
    sign_ins: Option<Limiter<String>>,
    orders: Option<Limiter<String>>,
    payments: Option<Limiter<String>>,
    bookings: Option<Limiter<String>>,
    profiles: Option<Limiter<String>>,
    renewals: Option<Limiter<String>>,
    reviews: Option<Limiter<String>>,
    carts: Option<Limiter<String>>,
    coupons: Option<Limiter<String>>,
    public_forms: Option<Limiter<String>>,
    trusted_proxies: TrustedProxies,
    rates: RateLimits,
    /// The counts of all servers, if there may be several.
    shared: Option<SharedUses>,
}

impl Limits {
    /// Creates limits with these rates. `X-Forwarded-For` is trusted only from the named proxies.
    #[must_use]
    pub fn new(rates: RateLimits, trusted_proxies: &TrustedProxies) -> Self {
        let limiter = |rate: Option<NonZeroU32>| rate.map(Limiter::per_minute);
        Self {
            requests: rates.requests.map(Limiter::per_minute),
            sign_ins: limiter(rates.sign_ins),
            orders: limiter(rates.orders),
            payments: limiter(rates.payments),
            bookings: limiter(rates.bookings),
            profiles: limiter(rates.profiles),
            renewals: limiter(rates.renewals),
            reviews: limiter(rates.reviews),
            carts: limiter(rates.carts),
            coupons: limiter(rates.coupons),
            public_forms: limiter(rates.public_forms),
            trusted_proxies: trusted_proxies.clone(),
            rates,
            shared: None,
        }
    }

    /// Shares the counts of limited operations with the shop's other servers. Requests as such are counted here only:
    /// they are too frequent.
    #[must_use]
    pub fn shared(self, clock: Arc<dyn Clock>) -> Self {
        Self { shared: Some(SharedUses::new(clock)), ..self }
    }

    /// Takes the uses counted here since the last call, to be added to those of all servers.
    #[must_use]
    pub fn take_uses(&self) -> Uses {
        self.shared.as_ref().map(SharedUses::take).unwrap_or_default()
    }

    /// Notes the uses counted by all servers, including this one.
    pub fn note_uses(&self, totals: Uses) {
        if let Some(shared) = &self.shared {
            shared.note(totals);
        }
    }

    /// Counts one use; refuses it if it exceeds the rate, here or at all servers together.
    pub fn check(&self, what: Limited, key: &str) -> Result<(), Problem> {
        self.check_here(what, key)?;
        match (&self.shared, self.rates.rate(what)) {
            (Some(shared), Some(rate)) => shared.check(format!("{what:?} {key}"), rate).map_err(too_many),
            _ => Ok(()),
        }
    }

    fn check_here(&self, what: Limited, key: &str) -> Result<(), Problem> {
        let limiter = match what {
            Limited::SignIns => &self.sign_ins,
            Limited::Orders => &self.orders,
            Limited::Payments => &self.payments,
            Limited::Bookings => &self.bookings,
            Limited::Profiles => &self.profiles,
            Limited::Renewals => &self.renewals,
            Limited::Reviews => &self.reviews,
            Limited::Carts => &self.carts,
            Limited::Coupons => &self.coupons,
            Limited::PublicForms => &self.public_forms,
        };
        limiter.as_ref().map_or(Ok(()), |limiter| limiter.check(&key.to_owned()))
    }

    /// Counts a request of any kind by its client; refuses it if it exceeds the rate.
    pub fn check_request(&self, request: &HttpRequest) -> Result<(), Problem> {
        self.requests.as_ref().map_or(Ok(()), |limiter| limiter.check(&self.origin(request).map(network)))
    }

    /// The key of a client: its IPv4 address, or its IPv6 /64 network, because providers assign a whole /64 to one customer.
    #[must_use]
    pub fn client(&self, request: &HttpRequest) -> String {
        self.origin(request).map_or_else(|| "unknown".to_owned(), |origin| network(origin).to_string())
    }

    /// The same, for the application's rules.
    #[must_use]
    pub fn client_network(&self, request: &HttpRequest) -> ClientNetwork {
        ClientNetwork::new(self.origin(request).map(network))
    }

    /// The address of a request; `None` if there is no network connection.
    #[must_use]
    pub fn origin(&self, request: &HttpRequest) -> Option<IpAddr> {
        let peer = request.peer_addr()?.ip();
        Some(self.trusted_proxies.client(peer, request.headers().get_all("X-Forwarded-For")))
    }

    /// Whether a request came through a trusted proxy.
    #[must_use]
    pub fn is_behind_proxy(&self, request: &HttpRequest) -> bool {
        request.peer_addr().is_some_and(|peer| self.trusted_proxies.contains(peer.ip()))
    }
}

/// All addresses that one customer may have: one IPv4 address, or an IPv6 /64 network.
#[must_use]
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        v4 @ IpAddr::V4(_) => v4,
    }
}

/// The network of a client, precise enough to find an attacker and too coarse to identify a person: the /24 of an IPv4
/// address, the /48 of an IPv6 address.
#[must_use]
pub fn prefix(address: Option<IpAddr>) -> String {
    match address.map(|address| address.to_canonical()) {
        None => "unknown".to_owned(),
        Some(IpAddr::V4(v4)) => {
            let [a, b, c, _] = v4.octets();
            format!("{a}.{b}.{c}.0/24")
        }
        Some(IpAddr::V6(v6)) => {
            let [a, b, c, ..] = v6.segments();
            format!("{}/48", Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trusted_proxies::TrustedNetwork;
    use actix_web::test::TestRequest;

    fn limits(per_minute: u32) -> Limits {
        let rates = RateLimits { sign_ins: NonZeroU32::new(per_minute), ..RateLimits::OFF };
        let proxies = [TrustedNetwork::from(IpAddr::from([10, 0, 0, 1]))].into_iter().collect();
        Limits::new(rates, &proxies)
    }

    #[test]
    fn each_key_has_its_own_bucket() {
        let limits = limits(2);
        assert!(limits.check(Limited::SignIns, "a").is_ok() && limits.check(Limited::SignIns, "a").is_ok());
        assert_eq!(limits.check(Limited::SignIns, "a").unwrap_err().code(), Code::RateLimited);
        assert!(limits.check(Limited::SignIns, "b").is_ok());
        assert!(limits.check(Limited::Payments, "a").is_ok(), "without a configured rate there is no limit");
    }

    fn client(peer: &str, forwarded: &[&str]) -> String {
        let mut request = TestRequest::get().peer_addr(peer.parse().unwrap());
        for line in forwarded {
            request = request.append_header(("X-Forwarded-For", *line));
        }
        limits(1).client(&request.to_http_request())
    }

    #[test]
    fn only_our_proxies_forwarded_addresses_are_trusted() {
        assert_eq!(client("192.0.2.1:1", &["203.0.113.9"]), "192.0.2.1");
        assert_eq!(client("10.0.0.1:1", &["198.51.100.7, 203.0.113.9, 10.0.0.1"]), "203.0.113.9");
        assert_eq!(client("10.0.0.1:1", &["nonsense"]), "10.0.0.1");
        assert_eq!(client("10.0.0.1:1", &[]), "10.0.0.1");
    }

    #[test]
    fn a_forged_header_line_does_not_hide_the_proxys() {
        assert_eq!(client("10.0.0.1:1", &["198.51.100.7", "203.0.113.9"]), "203.0.113.9");
    }

    #[test]
    fn an_ipv4_proxy_is_trusted_on_an_ipv6_socket_too() {
        assert_eq!(client("[::ffff:10.0.0.1]:1", &["203.0.113.9"]), "203.0.113.9");
    }

    #[test]
    fn neighbours_in_one_ipv6_network_count_as_one() {
        assert_eq!(client("[2001:db8:1:2:3:4:5:6]:1", &[]), client("[2001:db8:1:2:ffff::1]:1", &[]));
        assert_eq!(client("[::ffff:192.0.2.1]:1", &[]), "192.0.2.1");
    }

    #[test]
    fn logged_prefixes_are_too_coarse_to_identify_a_person() {
        let prefix = |address: &str| super::prefix(Some(address.parse().unwrap()));
        assert_eq!(prefix("192.0.2.77"), "192.0.2.0/24");
        assert_eq!(prefix("::ffff:192.0.2.77"), "192.0.2.0/24");
        assert_eq!(prefix("2001:db8:1:2::7"), "2001:db8:1::/48");
    }
}
