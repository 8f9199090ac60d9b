//! The two cookies: a player's and a researcher's.

use axum::http::{HeaderMap, header};
use cookie::time::Duration;
use cookie::{Cookie, SameSite};

/// The cookie `name` for the addresses below `path`. No script can read it.
#[must_use]
pub(crate) fn build(
    name: &'static str,
    token: String,
    path: &'static str,
    same_site: SameSite,
    seconds: u64,
    secure: bool,
) -> String {
    Cookie::build((name, token))
        .path(path)
        .http_only(true)
        .same_site(same_site)
        .max_age(Duration::seconds(seconds.try_into().unwrap_or(i64::MAX)))
        .secure(secure)
        .build()
        .to_string()
}

/// The value of the cookie `name` of a request.
#[must_use]
pub(crate) fn find(headers: &HeaderMap, name: &str) -> Option<String> {
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
        assert_eq!(find(&headers, "mine").as_deref(), Some("x"));
        assert_eq!(find(&headers, "yours"), None);
    }

    #[test]
    fn only_a_secure_connection_gets_a_secure_cookie() {
        let cookie = |secure| build("mine", "x".to_owned(), "/", SameSite::Lax, 60, secure);
        assert_eq!(cookie(false), "mine=x; HttpOnly; SameSite=Lax; Path=/; Max-Age=60");
        assert!(cookie(true).contains("; Secure"));
    }
}
