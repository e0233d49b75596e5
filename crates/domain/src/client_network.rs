//! The network of a client. Limits count per network.

use std::{fmt, net::IpAddr};

/// The network that counts as one client: an IPv4 address, or the first 64 bits of an IPv6 address. Never logged:
/// `Debug` hides it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ClientNetwork(Option<IpAddr>);

impl ClientNetwork {
    /// The network is unknown or does not apply. All such clients count as one.
    pub const UNKNOWN: Self = Self(None);

    /// The network with this first address; `None` if unknown.
    #[must_use]
    pub const fn new(network: Option<IpAddr>) -> Self {
        Self(network)
    }
}

impl fmt::Display for ClientNetwork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(network) => network.fmt(f),
            None => f.write_str("unknown"),
        }
    }
}

impl fmt::Debug for ClientNetwork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ClientNetwork(…)")
    }
}
