//! Addresses and networks that are trusted by name.

use std::net::IpAddr;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Addresses that begin alike, such as `10.0.0.0/8`, or a single one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Network {
    address: IpAddr,
    /// How many bits of the address count.
    bits: u8,
}

impl Network {
    /// Whether an address is one of these.
    #[must_use]
    pub fn contains(self, address: IpAddr) -> bool {
        let differ = match (self.address, address.to_canonical()) {
            (IpAddr::V4(one), IpAddr::V4(other)) => (one.to_bits() ^ other.to_bits()).leading_zeros(),
            (IpAddr::V6(one), IpAddr::V6(other)) => (one.to_bits() ^ other.to_bits()).leading_zeros(),
            _ => return false,
        };
        differ >= self.bits.into()
    }
}

impl FromStr for Network {
    type Err = String;

    fn from_str(text: &str) -> Result<Network, String> {
        let wrong = || format!("found \"{text}\", expected an address or a network such as 10.0.0.0/8");
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits)),
            None => (text, None),
        };
        let address = address.parse::<IpAddr>().map_err(|_| wrong())?;
        let most = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Ok(most), |bits| bits.parse::<u8>().map_err(|_| wrong()))?;
        if bits > most { Err(wrong()) } else { Ok(Network { address, bits }) }
    }
}

impl TryFrom<String> for Network {
    type Error = String;

    fn try_from(text: String) -> Result<Network, String> {
        text.parse()
    }
}

impl From<Network> for String {
    fn from(network: Network) -> String {
        format!("{}/{}", network.address, network.bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_has_the_addresses_that_begin_alike() {
        let within = |network: &str, address: &str| {
            network.parse::<Network>().unwrap().contains(address.parse().unwrap())
        };
        assert!(within("10.0.0.0/8", "10.255.1.2") && !within("10.0.0.0/8", "11.0.0.1"));
        assert!(within("127.0.0.1", "127.0.0.1") && !within("127.0.0.1", "127.0.0.2"));
        assert!(within("127.0.0.1", "::ffff:127.0.0.1"), "one address, written in two ways");
        assert!(within("fd00::/8", "fdff::1") && !within("fd00::/8", "fe80::1"));
        assert!(within("0.0.0.0/0", "8.8.8.8") && !within("0.0.0.0/0", "::1"));
        for wrong in ["", "10.0.0.0/33", "10.0.0/8", "::/129", "localhost", "10.0.0.0/", "10.0.0.0/-1"] {
            assert!(wrong.parse::<Network>().unwrap_err().contains(wrong));
        }
    }
}
