//! Where a client is, as far as limits tell clients apart.

use std::{fmt, net::IpAddr};

/// The network that counts as one client: an IPv4 address, or the first 64 bits of an IPv6 address. It is never logged:
/// `Debug` hides it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ClientNetwork(Option<IpAddr>);

impl ClientNetwork {
    /// No network is between the client and the shop, or it is not known: all such clients count as one.
    pub const UNKNOWN: Self = Self(None);

    /// The network that begins with an address; `None` when it is not known.
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
