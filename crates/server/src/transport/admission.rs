//! Limits connections, in total and per address. Without limits, one client could take every descriptor and lock out
//! all others.

use autoparts_http::{limits::network, trusted_proxies::TrustedProxies};
use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
};

/// Counts connections.
#[derive(Debug)]
pub(crate) struct Admission {
    limit: usize,
    per_address: usize,
    /// Exempt from the limit per address: they carry requests of many clients, which are limited per request.
    proxies: TrustedProxies,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    all: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// Why a connection is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refused {
    /// The total limit is reached.
    Full,
    /// The limit of its address is reached.
    TooManyOfOne,
}

impl Refused {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::TooManyOfOne => "address",
        }
    }
}

impl Admission {
    /// Limits connections in total and per address (for IPv6, per /64 network). Proxies have no limit per address.
    pub(crate) fn new(limit: usize, per_address: usize, proxies: &TrustedProxies) -> Self {
        Self { limit, per_address, proxies: proxies.clone(), open: Mutex::default() }
    }

    /// Admits a connection until the returned value is dropped.
    pub(crate) fn admit(self: &Arc<Self>, peer: IpAddr) -> Result<Admitted, Refused> {
        let address = Some(peer.to_canonical()).filter(|peer| !self.proxies.contains(*peer)).map(network);
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if open.all >= self.limit {
            return Err(Refused::Full);
        }
        if let Some(address) = address {
            let count = open.by_address.entry(address).or_default();
            if *count >= self.per_address {
                return Err(Refused::TooManyOfOne);
            }
            *count += 1;
        }
        open.all += 1;
        Ok(Admitted { by: Arc::clone(self), address })
    }

    /// Returns the number of open connections.
    pub(crate) fn open(&self) -> usize {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).all
    }
}

/// The permit of one connection.
#[derive(Debug)]
pub(crate) struct Admitted {
    by: Arc<Admission>,
    address: Option<IpAddr>,
}

impl Drop for Admitted {
    fn drop(&mut self) {
        let mut open = self.by.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.all = open.all.saturating_sub(1);
        let Some(address) = self.address else { return };
        if let Some(count) = open.by_address.get_mut(&address) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                open.by_address.remove(&address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use autoparts_http::trusted_proxies::TrustedNetwork;

    fn admission(limit: usize, per_address: usize) -> Arc<Admission> {
        let proxies = [TrustedNetwork::from(address("10.0.0.1"))].into_iter().collect();
        Arc::new(Admission::new(limit, per_address, &proxies))
    }

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn one_address_leaves_room_for_others() {
        let admission = admission(10, 2);
        let places: Vec<_> = (0..2).map(|_| admission.admit(address("192.0.2.1")).unwrap()).collect();
        assert_eq!(admission.admit(address("192.0.2.1")).unwrap_err(), Refused::TooManyOfOne);
        assert!(admission.admit(address("192.0.2.2")).is_ok());
        drop(places);
        assert!(admission.admit(address("192.0.2.1")).is_ok());
    }

    #[test]
    fn connections_are_limited_in_total() {
        let admission = admission(2, 2);
        let _places: Vec<_> =
            ["192.0.2.1", "10.0.0.1"].map(|peer| admission.admit(address(peer)).unwrap()).into_iter().collect();
        assert_eq!(admission.admit(address("192.0.2.3")).unwrap_err(), Refused::Full);
        assert_eq!(admission.admit(address("10.0.0.1")).unwrap_err(), Refused::Full, "proxies count towards the total");
    }

    #[test]
    fn a_proxy_has_no_limit_per_address() {
        let admission = admission(10, 1);
        let places: Vec<_> = (0..5).map(|_| admission.admit(address("::ffff:10.0.0.1")).unwrap()).collect();
        assert_eq!((places.len(), admission.open()), (5, 5));
        drop(places);
        assert_eq!(admission.open(), 0);
    }

    #[test]
    fn addresses_in_one_ipv6_network_count_as_one() {
        let admission = admission(10, 1);
        let _place = admission.admit(address("2001:db8:1:2::1")).unwrap();
        assert_eq!(admission.admit(address("2001:db8:1:2::2")).unwrap_err(), Refused::TooManyOfOne);
    }

    #[test]
    fn an_address_without_connections_takes_no_memory() {
        let admission = admission(10, 1);
        drop(admission.admit(address("192.0.2.1")).unwrap());
        assert!(admission.open.lock().unwrap().by_address.is_empty());
    }
}
