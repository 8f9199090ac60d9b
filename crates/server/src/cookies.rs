//! The two cookies: a player's and a researcher's.

use axum::http::{HeaderMap, header};
use cookie::time::Duration;
use cookie::{Cookie, SameSite};

/// The name of a cookie. Over TLS it begins with `__Host-`: browsers take such a cookie from this very host
/// alone and over TLS alone, so no neighbour under the same domain can slip somebody another one.
fn full_name(name: &str, secure: bool) -> String {
    if secure { format!("__Host-{name}") } else { name.to_owned() }
}

/// The cookie `name`. No script can read it.
#[must_use]
pub(crate) fn build(name: &str, token: String, same_site: SameSite, seconds: u64, secure: bool) -> String {
    Cookie::build((full_name(name, secure), token))
        .path("/")
        .http_only(true)
        .same_site(same_site)
        .max_age(Duration::seconds(seconds.try_into().unwrap_or(i64::MAX)))
        .secure(secure)
        .build()
        .to_string()
}

/// The value of the cookie `name` of a request.
#[must_use]
pub(crate) fn find(headers: &HeaderMap, name: &str, secure: bool) -> Option<String> {
    let name = full_name(name, secure);
    let texts = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    texts
        .flat_map(Cookie::split_parse)
        .flatten()
        .find(|one| one.name() == name)
        .map(|one| one.value().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_is_found_among_others() {
        let mut headers = HeaderMap::new();
        headers.append(header::COOKIE, "a=b; mine=x; c=d".parse().unwrap());
        headers.append(header::COOKIE, "nonsense".parse().unwrap());
        assert_eq!(find(&headers, "mine", false).as_deref(), Some("x"));
        assert_eq!(find(&headers, "yours", false), None);
    }

    #[test]
    fn only_a_secure_connection_gets_a_secure_cookie() {
        let cookie = |secure| build("mine", "x".to_owned(), SameSite::Lax, 60, secure);
        assert_eq!(cookie(false), "mine=x; HttpOnly; SameSite=Lax; Path=/; Max-Age=60");
        assert_eq!(cookie(true), "__Host-mine=x; HttpOnly; SameSite=Lax; Secure; Path=/; Max-Age=60");
    }

    #[test]
    fn a_cookie_that_a_neighbour_may_have_set_does_not_count_over_tls() {
        let mut headers = HeaderMap::new();
        headers.append(header::COOKIE, "mine=theirs".parse().unwrap());
        assert_eq!(find(&headers, "mine", true), None);
        headers.append(header::COOKIE, "__Host-mine=own".parse().unwrap());
        assert_eq!(find(&headers, "mine", true).as_deref(), Some("own"));
    }
}
