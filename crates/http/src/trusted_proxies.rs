//! The proxies whose `X-Forwarded-For` header is trusted.

use actix_web::http::header::HeaderValue;
use ipnet::IpNet;
use std::{
    net::{IpAddr, SocketAddr},
    str::FromStr,
};

/// The trusted proxies in front of the server, by address or by network.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TrustedProxies(Vec<IpNet>);

impl TrustedProxies {
    /// Whether an address belongs to a trusted proxy.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|network| network.contains(&address))
    }

    /// The client address of a request, from its peer and its `X-Forwarded-For` lines.
    ///
    /// Each proxy appends the address it saw, to the line it received or in a new line. So the hops are followed from
    /// the right, as long as each was written by a trusted proxy. A hop that cannot be parsed ends the search; the
    /// last valid one is the client.
    pub(crate) fn client<'a>(
        &self,
        peer: IpAddr,
        forwarded_for: impl DoubleEndedIterator<Item = &'a HeaderValue>,
    ) -> IpAddr {
        let mut client = peer.to_canonical();
        let hops = forwarded_for.rev().flat_map(|line| line.as_bytes().rsplit(|byte| *byte == b','));
        for hop in hops {
            if !self.contains(client) {
                break;
            }
            let Some(address) = hop_address(hop) else { break };
            client = address;
        }
        client
    }
}

/// Parses an address as proxies write it: `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1`, `[2001:db8::1]` or
/// `[2001:db8::1]:4711`.
fn hop_address(hop: &[u8]) -> Option<IpAddr> {
    let hop = str::from_utf8(hop).ok()?.trim();
    let in_brackets = || hop.strip_prefix('[')?.strip_suffix(']')?.parse().ok().map(IpAddr::V6);
    let with_port = || hop.parse::<SocketAddr>().ok().map(|address| address.ip());
    let address = hop.parse().ok().or_else(with_port).or_else(in_brackets)?;
    Some(address.to_canonical())
}

impl FromIterator<TrustedNetwork> for TrustedProxies {
    fn from_iter<Networks: IntoIterator<Item = TrustedNetwork>>(networks: Networks) -> Self {
        Self(networks.into_iter().map(|TrustedNetwork(network)| network).collect())
    }
}

/// A proxy or a network of proxies: `10.0.0.5`, `2001:db8::5` or `10.0.0.0/8`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TrustedNetwork(IpNet);

/// The text is neither an address nor a network, or it is the network of all addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("neither an IP address nor a network")]
pub struct NoNetwork;

impl From<IpAddr> for TrustedNetwork {
    fn from(address: IpAddr) -> Self {
        Self(address.to_canonical().into())
    }
}

impl FromStr for TrustedNetwork {
    type Err = NoNetwork;

    fn from_str(text: &str) -> Result<Self, NoNetwork> {
        if let Ok(address) = text.parse::<IpAddr>() {
            return Ok(address.into());
        }
        let network = text.parse::<IpNet>().map_err(|_| NoNetwork)?;
        // Trusting all addresses would let every client choose its own.
        if network.prefix_len() == 0 { Err(NoNetwork) } else { Ok(Self(network.trunc())) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proxies(list: &[&str]) -> TrustedProxies {
        list.iter().map(|text| text.parse::<TrustedNetwork>().unwrap()).collect()
    }

    #[test]
    fn addresses_and_networks_are_trusted() {
        let trusted = proxies(&["10.1.2.3", "192.168.7.9/16", "2001:db8:7::/48", "::ffff:172.16.0.1"]);
        for (address, is_trusted) in [
            ("10.1.2.3", true),
            ("10.1.2.4", false),
            ("192.168.255.1", true),
            ("192.169.0.1", false),
            ("::ffff:192.168.1.1", true),
            ("172.16.0.1", true),
            ("2001:db8:7:ffff::1", true),
            ("2001:db8:8::1", false),
        ] {
            assert_eq!(trusted.contains(address.parse().unwrap()), is_trusted, "{address}");
        }
        assert!(!TrustedProxies::default().contains("127.0.0.1".parse().unwrap()));
    }

    fn client(peer: &str, lines: &[&str]) -> String {
        let lines: Vec<_> = lines.iter().map(|line| HeaderValue::from_bytes(line.as_bytes()).unwrap()).collect();
        proxies(&["10.0.0.0/24", "2001:db8:7::1"]).client(peer.parse().unwrap(), lines.iter()).to_string()
    }

    #[test]
    fn hops_of_proxies_are_followed_from_the_right() {
        for (peer, lines, expected) in [
            ("192.0.2.1", &["203.0.113.9"][..], "192.0.2.1"),
            ("10.0.0.1", &[], "10.0.0.1"),
            ("10.0.0.1", &["198.51.100.7, 203.0.113.9, 10.0.0.2"], "203.0.113.9"),
            ("10.0.0.1", &["198.51.100.7", "203.0.113.9"], "203.0.113.9"),
            ("::ffff:10.0.0.1", &["::ffff:203.0.113.9"], "203.0.113.9"),
            ("2001:db8:7::1", &["2001:db8:8::9"], "2001:db8:8::9"),
            ("10.0.0.1", &["10.0.0.3,10.0.0.2"], "10.0.0.3"),
        ] {
            assert_eq!(client(peer, lines), expected, "{peer} {lines:?}");
        }
    }

    #[test]
    fn ports_and_brackets_are_ignored() {
        for (hop, expected) in [
            ("203.0.113.9:4711", "203.0.113.9"),
            ("[2001:db8:8::9]:4711", "2001:db8:8::9"),
            ("[2001:db8:8::9]", "2001:db8:8::9"),
            ("[::ffff:203.0.113.9]:1", "203.0.113.9"),
        ] {
            assert_eq!(client("10.0.0.1", &[&format!("198.51.100.7, {hop}")]), expected, "{hop}");
            assert_eq!(client("10.0.0.1", &[&format!("{hop}, 10.0.0.2:80")]), expected, "{hop}");
        }
    }

    #[test]
    fn the_first_invalid_hop_ends_the_search() {
        for junk in ["", "unknown", "_hidden", "203.0.113.9:", "203.0.113.9:x", "[203.0.113.9]", "1.2.3", "\u{fc}"] {
            assert_eq!(client("10.0.0.1", &[&format!("{junk}, 203.0.113.9")]), "203.0.113.9", "{junk}");
            assert_eq!(client("10.0.0.1", &[junk, "203.0.113.9"]), "203.0.113.9", "{junk}");
            assert_eq!(client("10.0.0.1", &[&format!("198.51.100.7, {junk}")]), "10.0.0.1", "{junk}");
            assert_eq!(client("10.0.0.1", &[&format!("198.51.100.7, {junk}, 10.0.0.2")]), "10.0.0.2", "{junk}");
        }
    }

    #[test]
    fn invalid_networks_and_the_network_of_all_addresses_are_refused() {
        for text in ["", "proxy", "10.0.0.0/33", "10.0.0/8", "0.0.0.0/0", "::/0", "10.0.0.1/", "10.0.0.1:80"] {
            assert_eq!(text.parse::<TrustedNetwork>(), Err(NoNetwork), "{text}");
        }
    }
}
