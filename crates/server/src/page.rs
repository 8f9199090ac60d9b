//! The page, built into the program.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{self, HeaderValue};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{Html, IntoResponse, Response};
use rust_embed::RustEmbed;

use crate::settings::Language;
use crate::state::AppState;

/// What stands in `web/dist`: a release build puts it there (`build/main.rs`), `cargo xtask page` does too.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Files;

/// What is shown where there is no page.
const NOT_BUILT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Gokaku</title>
<p>The server is running, but this program was built without its page.</p>
<p>Install Node.js 20.19 or newer and build again: <code>cargo build --release</code>.</p>
<p lang=\"ja\">サーバーは動いていますが、画面なしでビルドされています。Node.js 20.19以降を入れて、
<code>cargo build --release</code> をもう一度実行してください。</p>
";

/// A file of the page, or the page itself for every address that it shows something at.
pub(crate) async fn serve(
    State(state): State<Arc<AppState>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let path = uri.path().trim_start_matches('/');
    if let Some(file) = Files::get(path).filter(|_| !path.is_empty() && path != "index.html") {
        return answer(path, &file, &headers, None);
    }
    let is_file = path.rsplit('/').next().is_some_and(|last| last.contains('.') && path != "index.html");
    if is_file || path.starts_with("api/") {
        return StatusCode::NOT_FOUND.into_response();
    }
    match Files::get("index.html") {
        Some(file) => answer("index.html", &file, &headers, Some(state.settings.language)),
        None => Html(NOT_BUILT).into_response(),
    }
}

/// Names with a hash in them never change what they hold; the others are asked for again each time.
fn answer(
    path: &str,
    file: &rust_embed::EmbeddedFile,
    headers: &HeaderMap,
    language: Option<Language>,
) -> Response {
    let hash = file.metadata.sha256_hash();
    let tag = hex::encode(&hash[..16]);
    let tag = format!("\"{tag}\"");
    let caching =
        if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let unchanged =
        headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let mut response = if unchanged {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let kind = file.metadata.mimetype().to_owned();
        let kind = if kind.starts_with("text/") { format!("{kind}; charset=utf-8") } else { kind };
        match compressed(path, headers) {
            Some((encoding, data)) => {
                ([(header::CONTENT_TYPE, &*kind), (header::CONTENT_ENCODING, encoding)], data).into_response()
            }
            None => ([(header::CONTENT_TYPE, kind)], file.data.to_vec()).into_response(),
        }
    };
    let headers = response.headers_mut();
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    // The page asks the browser first; this is for those that want neither of its languages.
    match language {
        Some(Language::En) => headers.insert(header::CONTENT_LANGUAGE, HeaderValue::from_static("en")),
        Some(Language::Ja) => headers.insert(header::CONTENT_LANGUAGE, HeaderValue::from_static("ja")),
        None => None,
    };
    response
}

/// The file as it was compressed when the page was built, in the best way that the browser understands.
fn compressed(path: &str, headers: &HeaderMap) -> Option<(&'static str, Vec<u8>)> {
    let accepted = headers.get(header::ACCEPT_ENCODING)?.to_str().ok()?;
    let accepts = |name: &str| {
        let mut encodings = accepted.split(',').map(str::trim);
        encodings.any(|one| one.split(';').next() == Some(name) && !one.ends_with(";q=0"))
    };
    [("br", "br"), ("gzip", "gz")].into_iter().filter(|(name, _)| accepts(name)).find_map(|(name, ending)| {
        let file = Files::get(&format!("{path}.{ending}"))?;
        Some((name, file.data.to_vec()))
    })
}
