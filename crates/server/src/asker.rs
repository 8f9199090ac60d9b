//! Who sends a request, by which name they know us, and what a proxy in front of us may say of it.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{ConnectInfo, Request};
use axum::http::header::{self, HeaderMap};

use crate::networks::Network;
use crate::settings::Settings;

/// Where a request comes from, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Asker {
    /// Whose limits count: an IPv4 address, or the network of an IPv6 one.
    pub(crate) address: IpAddr,
    /// The browser speaks TLS, with us or with the proxy.
    pub(crate) is_secure: bool,
}

impl Asker {
    /// Whoever is at the other end of the connection; if that is a proxy we trust, whoever it says that it
    /// speaks for. From anybody else these headers mean nothing.
    pub(crate) fn of(request: &Request, proxies: &[Network]) -> Asker {
        let connected = request.extensions().get::<ConnectInfo<SocketAddr>>();
        let connected = connected.map_or(IpAddr::from([127, 0, 0, 1]), |info| info.0.ip());
        let is_proxy = |address: IpAddr| proxies.iter().any(|proxy| proxy.contains(address));
        if !is_proxy(connected) {
            return Asker { address: prefix(connected), is_secure: false };
        }
        // From the last, which our own proxy has seen, to the first that is no proxy of ours: those before it
        // are hearsay.
        let forwarded = forwarded_for(request.headers()).into_iter().rev();
        let address = forwarded.take_while(Option::is_some).flatten().find(|&address| !is_proxy(address));
        let scheme = request.headers().get("x-forwarded-proto");
        Asker {
            address: prefix(address.unwrap_or(connected)),
            is_secure: scheme.is_some_and(|scheme| scheme == "https"),
        }
    }
}

/// The addresses that proxies have added, in their order; `None` for what is no address.
fn forwarded_for(headers: &HeaderMap) -> Vec<Option<IpAddr>> {
    let lines = headers.get_all("x-forwarded-for").iter();
    lines
        .flat_map(|line| line.to_str().unwrap_or("?").split(','))
        .map(|one| one.trim().parse().ok())
        .collect()
}

/// Whoever has an IPv6 address has 2^64 of them.
fn prefix(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => IpAddr::V6((address.to_bits() & !u128::from(u64::MAX)).into()),
    }
}

/// Whether a request asks for us. Another site may let its own name point at us; its pages would then be our
/// own for a browser.
pub(crate) fn is_for_us(request: &Request, settings: &Settings) -> bool {
    let authority = match request.uri().authority() {
        Some(authority) => Some(authority.as_str()),
        None => request.headers().get(header::HOST).and_then(|host| host.to_str().ok()),
    };
    let Some(name) = authority.map(host_name) else { return false };
    // Nobody else's name is an address or localhost.
    let is_own = name.eq_ignore_ascii_case("localhost")
        || name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().is_ok();
    let is_named = settings.hosts.iter().any(|host| host.eq_ignore_ascii_case(name));
    let knows_names = !settings.hosts.is_empty() || settings.address.ip().is_loopback();
    is_own || is_named || !knows_names
}

/// A host without its port.
fn host_name(authority: &str) -> &str {
    match authority.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => authority,
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    fn request(from: &str, headers: &[(&str, &str)]) -> Request {
        let mut request = Request::get("/");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let mut request = request.body(Body::empty()).unwrap();
        let from: IpAddr = from.parse().unwrap();
        request.extensions_mut().insert(ConnectInfo(SocketAddr::from((from, 1000))));
        request
    }

    #[test]
    fn only_a_trusted_proxy_may_say_for_whom_it_speaks() {
        let proxies = ["10.0.0.0/8".parse().unwrap()];
        let told = [("x-forwarded-for", "6.6.6.6, 8.8.8.8, 10.0.0.7"), ("x-forwarded-proto", "https")];
        let asker = |from, headers: &[(&str, &str)]| {
            let asker = Asker::of(&request(from, headers), &proxies);
            (asker.address.to_string(), asker.is_secure)
        };
        assert_eq!(asker("10.0.0.1", &told), ("8.8.8.8".to_owned(), true), "past our own proxies");
        assert_eq!(asker("9.9.9.9", &told), ("9.9.9.9".to_owned(), false), "anybody can say so");
        assert_eq!(asker("10.0.0.1", &[]), ("10.0.0.1".to_owned(), false));
        assert_eq!(asker("10.0.0.1", &[("x-forwarded-for", "6.6.6.6, x")]), ("10.0.0.1".to_owned(), false));
    }

    #[test]
    fn neighbours_in_a_network_are_one_client() {
        let address = |text: &str| prefix(text.parse().unwrap());
        assert_eq!(address("2001:db8::1"), address("2001:db8::ffff"));
        assert_ne!(address("2001:db8::1"), address("2001:db8:0:1::1"));
        assert_eq!(address("::ffff:10.0.0.1"), address("10.0.0.1"));
    }

    #[test]
    fn another_sites_name_does_not_lead_to_us() {
        let asked = |host, settings: &Settings| is_for_us(&request("::1", &[("host", host)]), settings);
        let (local, open) =
            (Settings::default(), Settings { address: "0.0.0.0:80".parse().unwrap(), ..Settings::default() });
        let named = Settings { hosts: vec!["example.org".to_owned()], ..open.clone() };
        for own in ["localhost", "LOCALHOST:7878", "127.0.0.1:7878", "[::1]:7878", "192.168.1.5"] {
            assert!(asked(own, &local) && asked(own, &named), "{own}");
        }
        for foreign in ["evil.example", "localhost.evil.example:7878", "127.0.0.1.evil.example", ""] {
            assert!(!asked(foreign, &local) && !asked(foreign, &named), "{foreign}");
        }
        assert!(asked("Example.org:443", &named) && !asked("example.org", &local));
        assert!(asked("school-pc:80", &open), "without names, a server for others answers to any");
        assert!(!is_for_us(&request("::1", &[]), &local));
    }
}
