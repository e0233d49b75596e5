//! How often somebody may do something: token buckets, per user or per address.

use crate::problem::{Code, Problem};
use actix_web::HttpRequest;
use governor::{
    DefaultKeyedRateLimiter, Quota, RateLimiter,
    clock::{Clock, DefaultClock},
};
use std::{
    net::{IpAddr, Ipv6Addr},
    num::NonZeroU32,
};

/// What is limited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limited {
    /// Everything, by address.
    Requests,
    /// Signing in, by address.
    SignIns,
    /// Starting payments, by user.
    Payments,
    /// Writing reviews, by user.
    Reviews,
}

/// How often a minute; `None` means as often as one likes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rates {
    /// All requests of one address.
    pub requests: Option<NonZeroU32>,
    /// Sign-ins of one address.
    pub sign_ins: Option<NonZeroU32>,
    /// Payments started by one user.
    pub payments: Option<NonZeroU32>,
    /// Reviews of one user.
    pub reviews: Option<NonZeroU32>,
}

impl Rates {
    /// No limits.
    pub const OFF: Self = Self { requests: None, sign_ins: None, payments: None, reviews: None };
}

/// From this many keys on, those with a full bucket are forgotten now and then.
const MANY_KEYS: usize = 10_000;

/// Counts who does what how often. Kept in memory: each server counts for itself.
pub struct Limits {
    requests: Option<DefaultKeyedRateLimiter<String>>,
    sign_ins: Option<DefaultKeyedRateLimiter<String>>,
    payments: Option<DefaultKeyedRateLimiter<String>>,
    reviews: Option<DefaultKeyedRateLimiter<String>>,
    trusted_proxies: Vec<IpAddr>,
}

impl Limits {
    /// Limits with rates. `X-Forwarded-For` is believed only from the proxies named.
    #[must_use]
    pub fn new(rates: Rates, trusted_proxies: Vec<IpAddr>) -> Self {
        let limiter = |rate: Option<NonZeroU32>| rate.map(|rate| RateLimiter::keyed(Quota::per_minute(rate)));
        Self {
            requests: limiter(rates.requests),
            sign_ins: limiter(rates.sign_ins),
            payments: limiter(rates.payments),
            reviews: limiter(rates.reviews),
            trusted_proxies,
        }
    }

    /// Counts one; refuses when it was one too many.
    pub fn check(&self, what: Limited, key: &str) -> Result<(), Problem> {
        let limiter = match what {
            Limited::Requests => &self.requests,
            Limited::SignIns => &self.sign_ins,
            Limited::Payments => &self.payments,
            Limited::Reviews => &self.reviews,
        };
        let Some(limiter) = limiter else { return Ok(()) };
        if limiter.len() > MANY_KEYS {
            limiter.retain_recent();
        }
        limiter.check_key(&key.to_owned()).map_err(|until| {
            let wait = until.wait_time_from(DefaultClock::default().now());
            let seconds = u32::try_from(wait.as_secs()).unwrap_or(u32::MAX).saturating_add(1);
            let again = format!("That was a little too often. Please try again in {seconds} s.");
            Problem::new(Code::RateLimited, again).retry_after(seconds)
        })
    }

    /// The address a request comes from. For IPv6 the network of 64 bits, because one customer
    /// has all of it.
    #[must_use]
    pub fn client(&self, request: &HttpRequest) -> String {
        let Some(peer) = request.peer_addr().map(|peer| peer.ip()) else {
            return "unknown".to_owned();
        };
        let forwarded = request.headers().get("X-Forwarded-For").and_then(|value| value.to_str().ok());
        let client = forwarded
            .filter(|_| self.trusted_proxies.contains(&peer))
            // Each proxy appends the address it saw: the last one that is no proxy of ours.
            .and_then(|list| {
                let mut hops = list.rsplit(',').map_while(|hop| hop.trim().parse::<IpAddr>().ok());
                hops.find(|hop| !self.trusted_proxies.contains(hop))
            })
            .unwrap_or(peer);
        network(client).to_string()
    }
}

fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(v6) => match v6.to_ipv4_mapped() {
            Some(v4) => v4.into(),
            None => {
                let [a, b, c, d, ..] = v6.segments();
                Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
            }
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    fn limits(per_minute: u32) -> Limits {
        let rates = Rates { sign_ins: NonZeroU32::new(per_minute), ..Rates::OFF };
        Limits::new(rates, vec!["10.0.0.1".parse().unwrap()])
    }

    #[test]
    fn each_key_has_its_own_bucket() {
        let limits = limits(2);
        assert!(limits.check(Limited::SignIns, "a").is_ok() && limits.check(Limited::SignIns, "a").is_ok());
        assert_eq!(limits.check(Limited::SignIns, "a").unwrap_err().code(), Code::RateLimited);
        assert!(limits.check(Limited::SignIns, "b").is_ok());
        assert!(limits.check(Limited::Payments, "a").is_ok(), "what has no rate is not limited");
    }

    fn client(peer: &str, forwarded: Option<&str>) -> String {
        let mut request = TestRequest::get().peer_addr(peer.parse().unwrap());
        if let Some(list) = forwarded {
            request = request.insert_header(("X-Forwarded-For", list));
        }
        limits(1).client(&request.to_http_request())
    }

    #[test]
    fn forwarded_addresses_are_believed_from_our_proxies_only() {
        assert_eq!(client("192.0.2.1:1", Some("203.0.113.9")), "192.0.2.1");
        assert_eq!(client("10.0.0.1:1", Some("198.51.100.7, 203.0.113.9, 10.0.0.1")), "203.0.113.9");
        assert_eq!(client("10.0.0.1:1", Some("nonsense")), "10.0.0.1");
    }

    #[test]
    fn neighbours_in_one_ipv6_network_count_as_one() {
        assert_eq!(client("[2001:db8:1:2:3:4:5:6]:1", None), client("[2001:db8:1:2:ffff::1]:1", None));
        assert_eq!(client("[::ffff:192.0.2.1]:1", None), "192.0.2.1");
    }
}
