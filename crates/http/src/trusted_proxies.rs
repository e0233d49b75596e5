//! Whose word about the address of a client is believed.

use ipnet::IpNet;
use std::{net::IpAddr, str::FromStr};

/// The proxies in front of the server, by address or by network.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TrustedProxies(Vec<IpNet>);

impl TrustedProxies {
    /// Whether an address is one of theirs.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|network| network.contains(&address))
    }
}

impl FromIterator<TrustedNetwork> for TrustedProxies {
    fn from_iter<Networks: IntoIterator<Item = TrustedNetwork>>(networks: Networks) -> Self {
        Self(networks.into_iter().map(|TrustedNetwork(network)| network).collect())
    }
}

/// One of them: `10.0.0.5`, `2001:db8::5` or `10.0.0.0/8`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TrustedNetwork(IpNet);

/// It is neither an address nor a network, or it is every address there is.
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
        // Whoever trusts everybody lets every client choose its address.
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
    fn addresses_and_networks_are_known() {
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

    #[test]
    fn what_is_no_network_or_all_of_them_is_refused() {
        for text in ["", "proxy", "10.0.0.0/33", "10.0.0/8", "0.0.0.0/0", "::/0", "10.0.0.1/", "10.0.0.1:80"] {
            assert_eq!(text.parse::<TrustedNetwork>(), Err(NoNetwork), "{text}");
        }
    }
}
