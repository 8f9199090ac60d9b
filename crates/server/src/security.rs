//! Who may ask: origin, kind of body, cookie; and what every answer tells the browser.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Request, State};
use axum::http::Method;
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::asker::{Asker, is_for_us};
use crate::error::{Refusal, RefusalCode};
use crate::players;
use crate::routes::CurrentPlayer;
use crate::state::AppState;

/// Only what comes from this server, and no script or style in the page itself; images also as data, which
/// the boards use.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      font-src 'self'; connect-src 'self'; media-src 'self' blob:; manifest-src 'self'; \
                      worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What every answer carries.
const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "same-origin"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=(), payment=()"),
];

/// Notes who asks, refuses whoever means somebody else, and adds the headers that every response carries.
/// What the API says about a player must not be cached.
pub(crate) async fn headers(
    State(state): State<Arc<AppState>>,
    mut request: Request,
    next: Next,
) -> Response {
    let api = request.uri().path().starts_with("/api/");
    let asker = Asker::of(&request, &state.settings.proxies);
    request.extensions_mut().insert(asker);
    let mut response = if is_for_us(&request, &state.settings) {
        next.run(request).await
    } else {
        let message = "This server is not known by that name; ask it by one of its own.";
        Refusal::new(RefusalCode::WrongHost, message).into_response()
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        // A page that is no part of the app, such as a report, has a policy of its own.
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    if asker.is_secure {
        let year = HeaderValue::from_static("max-age=31536000");
        headers.insert(header::STRICT_TRANSPORT_SECURITY, year);
    }
    if api {
        headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    }
    response
}

/// Refuses changes that another site's page asks for, and bodies that are no JSON.
pub(crate) async fn guard_changes(request: Request, next: Next) -> Response {
    if matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS) {
        return next.run(request).await;
    }
    if !is_same_origin(request.headers()) {
        let message = "The request comes from another site; use the page that this server shows.";
        return Refusal::new(RefusalCode::ForeignOrigin, message).into_response();
    }
    if !is_json(request.headers()) {
        let message = "The body must be JSON; send Content-Type: application/json.";
        return Refusal::new(RefusalCode::NotJson, message).into_response();
    }
    next.run(request).await
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}

/// An origin, where there is one, is the host that was asked; programs that are no browsers send none.
fn is_same_origin(headers: &HeaderMap) -> bool {
    if text(headers, HeaderName::from_static("sec-fetch-site")).is_some_and(|site| site == "cross-site") {
        return false;
    }
    match headers.get(header::ORIGIN) {
        None => true,
        Some(origin) => {
            let origin = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
            origin.is_some_and(|(scheme, host)| {
                matches!(scheme, "http" | "https") && text(headers, header::HOST) == Some(host)
            })
        }
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = text(headers, header::CONTENT_TYPE).unwrap_or_default();
    kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

/// Whether a new player is made known to the browser: not if the answer says who it is from now on.
fn gets_cookie(response: &Response) -> bool {
    response.status().is_success() && !response.headers().contains_key(header::SET_COOKIE)
}

/// Finds the player by the cookie; a browser that changes something for the first time gets one.
pub(crate) async fn know_player(
    Extension(asker): Extension<Asker>,
    mut request: Request,
    next: Next,
) -> Response {
    let secure = asker.is_secure;
    let known = players::player_in(request.headers(), secure);
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let new_token = match (&known, changes) {
        (None, true) => match players::new_token() {
            Ok(token) => Some(token),
            Err(refusal) => return refusal.into_response(),
        },
        _ => None,
    };
    let player = known.or_else(|| new_token.as_deref().and_then(players::player_of));
    request.extensions_mut().insert(CurrentPlayer(player));
    let mut response = next.run(request).await;
    if let Some(token) = new_token.filter(|_| gets_cookie(&response))
        && let Ok(cookie) = HeaderValue::from_str(&players::cookie(token, secure))
    {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(HeaderName, &'static str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.clone(), HeaderValue::from_static(value))).collect()
    }

    #[test]
    fn only_the_same_origin_may_change_something() {
        let host = (header::HOST, "localhost:7878");
        let with = |origin| is_same_origin(&headers(&[host.clone(), (header::ORIGIN, origin)]));
        assert!(with("http://localhost:7878") && with("https://localhost:7878"));
        assert!(is_same_origin(&headers(std::slice::from_ref(&host))));
        for foreign in ["http://localhost", "http://evil.example", "null", "", "file://localhost:7878"] {
            assert!(!with(foreign), "{foreign}");
        }
        let site = HeaderName::from_static("sec-fetch-site");
        assert!(!is_same_origin(&headers(&[host, (site, "cross-site")])));
    }

    #[test]
    fn only_json_is_json() {
        let is = |kind| is_json(&headers(&[(header::CONTENT_TYPE, kind)]));
        assert!(is("application/json") && is("Application/JSON; charset=utf-8"));
        assert!(!is("text/plain") && !is("application/jsonp") && !is_json(&HeaderMap::new()));
    }
}
